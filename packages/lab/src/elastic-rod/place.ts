/** Where things stand in the pictures of the rod, px: all of them share the time axis, and rod and waves the height. */
export interface Place {
  /** Of the time axis. */
  readonly left: number;
  readonly right: number;
  /** Middle and half the width of the rod. */
  readonly middle: number;
  readonly half: number;
  readonly height: number;
  /** Of a place along the rod, m. */
  readonly y: (place: number) => number;
  /** Of a time, s. */
  readonly x: (time: number) => number;
  /** No room for words beside the rod. */
  readonly narrow: boolean;
}

export const NARROW = 720;

/** @param end of the time axis, s */
export function placeOf(width: number, height: number, length: number, end: number): Place {
  const narrow = width < NARROW;
  const [left, right] = narrow ? [104, width - 16] : [Math.min(330, 0.24 * width), width - 120];
  const [top, bottom] = [narrow ? 44 : 56, height - 44];
  return {
    left,
    right,
    height,
    narrow,
    // Room for the push of the floor at its left.
    middle: narrow ? 40 : Math.max(0.46 * left, 134),
    half: narrow ? 18 : 38,
    y: (place) => bottom - ((bottom - top) * place) / length,
    x: (time) => left + ((right - left) * time) / end,
  };
}

/** As micro-, milliseconds or seconds, with as many digits as are told. */
export function timeWords(seconds: number, digits = 3): string {
  const [factor, unit] = seconds < 1e-3 ? [1e6, "µs"] : seconds < 1 ? [1e3, "ms"] : [1, "s"];
  return `${Number((factor * seconds).toPrecision(digits))} ${unit}`;
}
