/**
 * Truncated power series in rows of numbers, coefficient k at place k: what sticking and slipping are followed by.
 */
import { pow } from "../../math/elementary.js";
import { findRoot } from "../../math/root-finding.js";
import { rowsIn } from "../../math/rows.js";

export interface SeriesAccuracy {
  /** Degree of the polynomials, 12 to 30. */
  readonly order: number;
  /** Relative truncation error of a step. */
  readonly tolerance: number;
}

export const HIGHEST_ORDER = 30;

/** The last two terms stand far above what was left out: outcomes are good to some 1e-13 in all but grazing impacts. */
export const SERIES_DEFAULTS: SeriesAccuracy = { order: 18, tolerance: 1e-12 };

/** Gives so many rows of coefficients. */
export function seriesRows(count: number): () => Float64Array {
  const next = rowsIn(count * (HIGHEST_ORDER + 2));
  return () => next(HIGHEST_ORDER + 2);
}

/** Rows for the impulses and velocities of a step. */
export function motionRows(row: () => Float64Array) {
  return { normalImpulse: row(), impulse1: row(), impulse2: row(), velocity1: row(), velocity2: row(), normalVelocity: row() };
}

export function evaluate(row: Float64Array, x: number, order: number): number {
  let value = row[order];
  for (let k = order - 1; k >= 0; k--) value = value * x + row[k];
  return value;
}

export function evaluateSlope(row: Float64Array, x: number, order: number): number {
  let value = order * row[order];
  for (let k = order - 1; k >= 1; k--) value = value * x + k * row[k];
  return value;
}

/** Whether a series keeps its sign up to x, because all its other terms together do not reach the first. */
export function keepsSign(row: Float64Array, x: number, order: number): boolean {
  let others = Math.abs(row[order]);
  for (let k = order - 1; k >= 1; k--) others = others * x + Math.abs(row[k]);
  return others * x < Math.abs(row[0]);
}

/** Where a term of degree k reaches the tolerance. */
export function reach(term: number, k: number, tolerance: number): number {
  return term > 0 ? pow(tolerance / term, 1 / k) : Number.POSITIVE_INFINITY;
}

/** Where a series that changes sign between two points does so; the first point if it is zero there. */
export function crossing(row: Float64Array, from: number, to: number, order: number): number {
  return findRoot((x) => evaluate(row, x, order), from, to);
}

/** Where the slope of a series that changes sign between two points does so. */
export function extremum(row: Float64Array, from: number, to: number, order: number): number {
  return findRoot((x) => evaluateSlope(row, x, order), from, to);
}

/**
 * The first place between two points at which sign * series rises to zero; Infinity if it does not. At the first point it is below zero, or
 * zero and about to fall. A pair of crossings between the points shows as a maximum, to which the slopes at the points lead.
 */
export function firstRise(row: Float64Array, sign: number, from: number, to: number, order: number): number {
  if (sign * evaluate(row, to, order) >= 0) {
    if (sign * evaluate(row, from, order) < 0) return crossing(row, from, to, order);
    if (sign * evaluateSlope(row, from, order) >= 0) return from;
    return crossing(row, pointBelow(row, sign, from, to, order), to, order);
  }
  if (sign * evaluateSlope(row, from, order) > 0 && sign * evaluateSlope(row, to, order) < 0) {
    const top = extremum(row, from, to, order);
    if (sign * evaluate(row, top, order) >= 0) return crossing(row, from, top, order);
  }
  return Number.POSITIVE_INFINITY;
}

/** How often a stretch is halved in search of what falls from zero at its start. */
const HALVINGS = 40;

function pointBelow(row: Float64Array, sign: number, from: number, to: number, order: number): number {
  let x = to;
  for (let i = 0; i < HALVINGS; i++) {
    x = from + 0.5 * (x - from);
    if (sign * evaluate(row, x, order) < 0) return x;
  }
  return to;
}
