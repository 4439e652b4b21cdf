/** Units in which a body of some size is talked about: millimetres and cubic centimetres below a metre, SI from there on. */
import { numberText } from "./numbers.js";

export interface Unit {
  /** `mm`, `cm^3`. */
  readonly name: string;
  /** How many of it make one of SI. */
  readonly perSi: number;
}

export interface SizeUnits {
  readonly length: Unit;
  readonly volume: Unit;
}

const SMALL: SizeUnits = { length: { name: "mm", perSi: 1e3 }, volume: { name: "cm^3", perSi: 1e6 } };
const LARGE: SizeUnits = { length: { name: "m", perSi: 1 }, volume: { name: "m^3", perSi: 1 } };

/** By the longest side of the box around the places. */
export function sizeUnits(places: readonly (readonly number[])[]): SizeUnits {
  const longest = [0, 1, 2].reduce((most, axis) => {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const place of places) {
      low = Math.min(low, place[axis]);
      high = Math.max(high, place[axis]);
    }
    return Math.max(most, high - low);
  }, 0);
  return longest < 1 ? SMALL : LARGE;
}

/** A number of SI in the unit, for sentences: `3.25000 mm`. */
export function inUnitText(value: number, { name, perSi }: Unit): string {
  return `${numberText(value * perSi)} ${name}`;
}
