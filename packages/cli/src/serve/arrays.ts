/** Lists of numbers in a result as arrays of a frame: lists of numbers alone, and lists of equally long ones. */
import type { NumberArray } from "./frames.js";

export interface Packed {
  /** The same with { "$array": number } in the place of lists of numbers. */
  readonly value: unknown;
  readonly arrays: NumberArray[];
}

/** @param arrays those that the frame has already; new ones are put behind them */
export function packed(value: unknown, arrays: NumberArray[] = []): Packed {
  const place = (own: NumberArray) => ({ $array: arrays.push(own) - 1 });
  const visit = (item: unknown): unknown => {
    if (typeof item !== "object" || item === null) return item;
    if (item instanceof Float64Array || item instanceof Uint8Array) return place({ values: item, shape: [item.length] });
    if (Array.isArray(item)) {
      const found = numbersIn(item);
      return found === undefined ? item.map(visit) : place(found);
    }
    return Object.fromEntries(Object.entries(item).flatMap(([name, field]) => (field === undefined ? [] : [[name, visit(field)]])));
  };
  return { value: visit(value), arrays };
}

/** Undefined where there is something else than numbers in it, or nothing. */
function numbersIn(list: readonly unknown[]): NumberArray | undefined {
  if (list.length === 0) return undefined;
  if (typeof list[0] === "number") {
    if (!list.every((item) => typeof item === "number")) return undefined;
    return { values: Float64Array.from(list as readonly number[]), shape: [list.length] };
  }
  if (!Array.isArray(list[0])) return undefined;
  const width = (list[0] as readonly unknown[]).length;
  if (width === 0) return undefined;
  const values = new Float64Array(list.length * width);
  for (const [row, item] of list.entries()) {
    if (!Array.isArray(item) || item.length !== width) return undefined;
    for (const [column, number] of item.entries()) {
      if (typeof number !== "number") return undefined;
      values[row * width + column] = number;
    }
  }
  return { values, shape: [list.length, width] };
}
