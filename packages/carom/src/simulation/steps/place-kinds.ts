/**
 * What the rows of a place follow from: the solid of the two that has its normal (0 or 1; the point is the other's), a feature that can be
 * asked, or neither.
 */
export const ASKED = 2;
export const NEITHER = 3;
