/**
 * The parts of a system: what moves by itself as long as it touches nothing else.
 */
import type { MechanicalSystem, SystemPart } from "./mechanical-system.js";

/** As the system says, or the whole as one. */
export function partsOf({ parts, coordinateCount, speedCount }: MechanicalSystem): readonly SystemPart[] {
  return parts ?? [{ coordinates: numbersTo(coordinateCount), speeds: numbersTo(speedCount) }];
}

/** Places of the parts that a pair of surfaces belongs to. */
export function partsOfPair(system: MechanicalSystem, pair: number): readonly number[] {
  return system.pairs[pair].parts ?? numbersTo(partsOf(system).length);
}

/** Of each part, the pairs it belongs to, ascending. */
export function pairsByPart(system: MechanicalSystem): number[][] {
  const pairs: number[][] = partsOf(system).map(() => []);
  for (let pair = 0; pair < system.pairs.length; pair++) for (const part of partsOfPair(system, pair)) pairs[part].push(pair);
  return pairs;
}

/** The speeds of some parts, ascending from part to part. */
export function speedsOf(system: MechanicalSystem, parts: readonly number[]): readonly number[] {
  const all = partsOf(system);
  return parts.length === 1 ? all[parts[0]].speeds : parts.flatMap((part) => all[part].speeds);
}

/** The coordinates of some parts, ascending from part to part. */
export function coordinatesOf(system: MechanicalSystem, parts: readonly number[]): readonly number[] {
  const all = partsOf(system);
  return parts.length === 1 ? all[parts[0]].coordinates : parts.flatMap((part) => all[part].coordinates);
}

export function numbersTo(count: number): number[] {
  return Array.from({ length: count }, (_, k) => k);
}

/** Parts that touches, or other things with parts, join: lists of them, each ascending, the lists by their first parts. */
export function joinedParts(parts: readonly number[], joints: readonly { readonly parts: readonly number[] }[]): number[][] {
  const label = new Map(parts.map((part) => [part, part]));
  for (const joint of joints) {
    const labels = joint.parts.map((part) => label.get(part) ?? part);
    const least = labels.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
    for (const [part, value] of label) if (labels.includes(value)) label.set(part, least);
  }
  const joined = new Map<number, number[]>();
  for (const part of parts) {
    const name = label.get(part) ?? part;
    joined.set(name, [...(joined.get(name) ?? []), part]);
  }
  return [...joined.values()].map((list) => list.sort((a, b) => a - b));
}
