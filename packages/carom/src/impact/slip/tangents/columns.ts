/**
 * The columns of tangents: what goes into the impact of one contact, and what a unit of each changes in its equations.
 */
import type { SlipContact } from "../contact.js";

/** What the derivatives of a slip are by, in the order of the columns. */
export const COLUMN_NAMES = [
  "slip1",
  "slip2",
  "normalVelocity",
  "b11",
  "b12",
  "b22",
  "d1",
  "d2",
  "normal",
  "friction",
  "restitution",
] as const;
export const OF_SLIP1 = 0;
export const OF_SLIP2 = 1;
export const OF_VELOCITY = 2;
export const OF_B11 = 3;
export const OF_B12 = 4;
export const OF_B22 = 5;
export const OF_D1 = 6;
export const OF_D2 = 7;
export const OF_NORMAL = 8;
export const OF_FRICTION = 9;
export const OF_RESTITUTION = 10;
export const WIDTH = 11;

/** One number for each column. */
export function createColumns(): Float64Array {
  return new Float64Array(WIDTH);
}

/** Along (w1, w2): the change of d - friction B z at fixed z, w . (dd - d(friction B) z), in each column. */
export function pullAlong(contact: SlipContact, z1: number, z2: number, w1: number, w2: number, out: Float64Array): void {
  const { b11, b12, b22, friction } = contact;
  out.fill(0);
  out[OF_D1] = w1;
  out[OF_D2] = w2;
  out[OF_B11] = -friction * w1 * z1;
  out[OF_B12] = -friction * (w1 * z2 + w2 * z1);
  out[OF_B22] = -friction * w2 * z2;
  out[OF_FRICTION] = -(w1 * (b11 * z1 + b12 * z2) + w2 * (b12 * z1 + b22 * z2));
}

/** B^-1 (x1, x2), by elimination with the larger pivot. */
export function solveBlock({ b11, b12, b22 }: SlipContact, x1: number, x2: number, out: Float64Array): void {
  if (b11 >= b22) {
    const ratio = b12 / b11;
    out[1] = (x2 - ratio * x1) / (b22 - ratio * b12);
    out[0] = (x1 - b12 * out[1]) / b11;
  } else {
    const ratio = b12 / b22;
    out[0] = (x1 - ratio * x2) / (b11 - ratio * b12);
    out[1] = (x2 - b12 * out[0]) / b22;
  }
}
