import { withUnit } from "@carom/figures/geometry";

/** Lengths below a metre in millimetres. */
export const lengthText = (length: number, digits = 3): string =>
  Math.abs(length) < 1 ? withUnit(1e3 * length, "mm", digits) : withUnit(length, "m", digits);

/** Volumes below a litre in cubic centimetres. */
export const volumeText = (volume: number, digits = 4): string =>
  volume < 1e-3 ? withUnit(1e6 * volume, "cm³", digits) : withUnit(volume, "m³", digits);
