/** Units in which times and depths inside an impact are numbers that can be read. */

type Unit = readonly [size: number, name: string];

const TIMES: readonly Unit[] = [
  [1, "s"],
  [1e-3, "ms"],
  [1e-6, "µs"],
  [1e-9, "ns"],
];

const LENGTHS: readonly Unit[] = [
  [1, "m"],
  [1e-3, "mm"],
  [1e-6, "µm"],
  [1e-9, "nm"],
];

export const timeFor = (largest: number): Unit => unitFor(TIMES, largest);
export const lengthFor = (largest: number): Unit => unitFor(LENGTHS, largest);

function unitFor(units: readonly Unit[], largest: number): Unit {
  return units.find(([size]) => largest >= size) ?? units[units.length - 1]!;
}
