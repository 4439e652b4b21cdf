/** Numbers drawn from a source uniform in [0, 1), so that zero draws the first or the least. */
import { pow } from "../../math/elementary.js";

export type Random = () => number;

export const between = (random: Random, low: number, high: number): number => low + (high - low) * random();

/** Between -size and size; zero draws zero. */
export function around(random: Random, size: number): number {
  const value = random();
  return 2 * size * (value < 0.5 ? value : value - 1);
}

export const integer = (random: Random, low: number, high: number): number => Math.min(high, low + Math.floor((high - low + 1) * random()));

export const pick = <T>(random: Random, choices: readonly T[]): T => choices[integer(random, 0, choices.length - 1)];

/** Ten to a power within `decades` of zero. */
export const scale = (random: Random, decades: number): number => pow(10, around(random, decades));

/** The items in an order that the numbers choose; zeros leave them as they are. */
export function shuffled<T>(random: Random, items: readonly T[]): T[] {
  const result = [...items];
  for (let i = 0; i < result.length - 1; i++) {
    const j = integer(random, i, result.length - 1);
    [result[i], result[j]] = [result[j], result[i]];
  }
  return result;
}
