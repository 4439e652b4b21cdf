/**
 * Interior points: the way for problems where Newton finds no end. Both halves solve for the optimality conditions with a product made
 * smaller and smaller, and hand over to Newton on the way.
 *
 * From anywhere: in the cones of (1, g_c) and (d_c, z_c), z = slope, with the scaling of Nesterov and Todd that makes the two alike. For
 * products of m,
 *
 *     (A + V_zz) dg = -slope - m g / s        dd = m / s - d - V_dz . dg        dz = A dg + slope - z
 *     V_zz = q (1 + 2 w w^T)   V_dz = -2 q h w   q = sqrt(t / s)
 *     (h, w) = (1 / sqrt(s) + d / sqrt(t), g / sqrt(s) - z / sqrt(t)) / sqrt(2 + 2 (d + g . z) / sqrt(s t))
 *
 * with s = 1 - |g|^2 and t = d^2 - |z|^2. It starts in the middle of the disks and cannot get stuck, but where a contact is on the rim with
 * almost no slope it ends with half the digits.
 *
 * For those: lambda = d with a slack of its own, r = (1 - |g|^2) / 2 only in the end. For products lambda r of m,
 *
 *     (A + lambda + g g^T lambda / r) dg = -slope - g (m + lambda x) / r     x = r - (1 - |g|^2) / 2
 *     dr = -g . dg - x     dlambda = (m - lambda (r + dr)) / r
 *
 * Unknowns lie along and across g (or w): the two directions can differ by many powers of ten, which does no harm where they are separate.
 *
 * Source: Nesterov and Todd, Mathematics of Operations Research 22 (1997) 1-42, section 4.
 */
import { addUnknownsAlong, alongUnknown, type Disks, dotAt, findSlope, judge, lengthAt, moveAlong, projectMatrix } from "./disks.js";

export interface InteriorPoints {
  /** From the middle of all disks, with a try of `finish` now and then until it says that it succeeded. */
  readonly follow: (disks: Disks, finish: () => boolean) => void;
}

/** Each time the products have shrunk by this, the other method is given a try. */
const HAND_OVER = 1e-4;
/** Products relative to the start where the first half ends, and the second. */
const HALF_WAY = 1e-8;
const SMALLEST = 1e-28;
const MOST_STEPS = 100;
/** A step leaves at least this part of what it makes smaller. */
const SHORT = 0.01;
/** A difference of squares is computed anew where it is no smaller a part of them than this. */
const ACCURATE = 1e-3;

/** Steps, slacks 1 - |g|^2 and multipliers of the contacts, with how they change along a step. */
interface InteriorArrays {
  readonly kept: Float64Array;
  readonly step: Float64Array;
  readonly slack: Float64Array;
  readonly slackLinear: Float64Array;
  readonly slackSquare: Float64Array;
  readonly dual: Float64Array;
  readonly dualStep: Float64Array;
  readonly dualVector: Float64Array;
  readonly dualVectorStep: Float64Array;
  readonly dualSlack: Float64Array;
  readonly dualLinear: Float64Array;
  readonly dualSquare: Float64Array;
  /** q, h and w (its length; in the plane with its sign). */
  readonly scaling: Float64Array;
  readonly head: Float64Array;
  readonly axis: Float64Array;
}

export function createInteriorPoints(capacity: number): InteriorPoints {
  const room = 2 * capacity;
  const points: InteriorArrays = {
    kept: new Float64Array(room),
    step: new Float64Array(room),
    slack: new Float64Array(capacity),
    slackLinear: new Float64Array(capacity),
    slackSquare: new Float64Array(capacity),
    dual: new Float64Array(capacity),
    dualStep: new Float64Array(capacity),
    dualVector: new Float64Array(room),
    dualVectorStep: new Float64Array(room),
    dualSlack: new Float64Array(capacity),
    dualLinear: new Float64Array(capacity),
    dualSquare: new Float64Array(capacity),
    scaling: new Float64Array(capacity),
    head: new Float64Array(capacity),
    axis: new Float64Array(capacity),
  };

  return { follow: (disks, finish) => follow(points, disks, finish) };
}

function follow(points: InteriorArrays, disks: Disks, finish: () => boolean): void {
  const { slack, dual } = points;
  const start = begin(points, disks);
  let product = start;
  let next = start * HAND_OVER;
  for (let steps = 0; steps < MOST_STEPS && product > HALF_WAY * start; steps++) {
    product = coneStep(points, disks, product);
    if (product > next) continue;
    if (handOver(points, disks, finish)) return;
    next = product * HAND_OVER;
  }

  let part = 1;
  for (let c = 0; c < disks.contacts; c++) slack[c] /= 2;
  for (let steps = 0; steps < MOST_STEPS && product > SMALLEST * start; steps++) {
    product = 0;
    for (let c = 0; c < disks.contacts; c++) product += (slack[c] * dual[c]) / disks.contacts;
    if (!(product > next)) {
      if (handOver(points, disks, finish)) return;
      next = product * HAND_OVER;
    }
    part = slackStep(points, disks, product * (part > 0.9 ? 0.1 : part > 0.5 ? 0.5 : 1));
  }
}

function handOver(points: InteriorArrays, disks: Disks, finish: () => boolean): boolean {
  const { kept } = points;
  const { g, size } = disks;
  for (let i = 0; i < size; i++) kept[i] = g[i];
  judge(disks);
  if (finish()) return true;
  for (let i = 0; i < size; i++) g[i] = kept[i];
  return false;
}

/** In the middle of the disks, with multipliers that any slope stays below; returns the products there. */
function begin(points: InteriorArrays, disks: Disks): number {
  const { slack, dual, dualVector, dualSlack } = points;
  const { contacts, size, matrix, right, g } = disks;
  g.fill(0, 0, size);
  let most = 0;
  for (let i = 0; i < size; i++) {
    let sum = Math.abs(right[i]);
    for (let j = 0; j < size; j++) sum += Math.abs(matrix[i * size + j]);
    most = Math.max(most, sum);
  }
  for (let i = 0; i < size; i++) dualVector[i] = right[i];
  for (let c = 0; c < contacts; c++) {
    slack[c] = 1;
    dual[c] = 2 * most;
    dualSlack[c] = 4 * most * most - dotAt(disks, right, right, c);
  }
  return 2 * most;
}

/** One step in the cones, from products of the given mean to smaller ones; returns their mean. */
function coneStep(points: InteriorArrays, disks: Disks, product: number): number {
  const { slack, dual, dualVector, dualSlack, scaling, axis } = points;
  const { dualStep, step, dualVectorStep, slackLinear, slackSquare, dualLinear, dualSquare } = points;
  const { contacts, tangents, g, system, linear } = disks;
  findSlope(disks);
  disks.unknowns = 0;
  for (let c = 0; c < contacts; c++) scaleCone(points, disks, c);
  const { unknowns } = disks;
  projectMatrix(disks);
  for (let c = 0; c < contacts; c++) {
    const k = c * tangents;
    system[k * (unknowns + 1)] += scaling[c] * (1 + 2 * axis[c] * axis[c]);
    if (tangents === 2) system[(k + 1) * (unknowns + 1)] += scaling[c];
  }
  linear.factor(system, unknowns);
  // How far the step to products of zero would come says how small they can be made now.
  const short = 1 - findConeStep(points, disks, 0);
  const part = Math.min(1, (1 - SHORT) * findConeStep(points, disks, Math.max(1e-3, short * short * short) * product));
  let sum = 0;
  for (let c = 0; c < contacts; c++) {
    dual[c] += part * dualStep[c];
    for (let i = c * tangents; i < (c + 1) * tangents; i++) {
      g[i] += part * step[i];
      dualVector[i] += part * dualVectorStep[i];
    }
    slack[c] = advanced(slack[c], slackLinear[c], slackSquare[c], part, 1, dotAt(disks, g, g, c));
    const square = dotAt(disks, dualVector, dualVector, c);
    dualSlack[c] = advanced(dualSlack[c], dualLinear[c], dualSquare[c], part, dual[c] * dual[c], square);
    sum += Math.sqrt(slack[c] * dualSlack[c]);
  }
  return sum / contacts;
}

function scaleCone(points: InteriorArrays, disks: Disks, c: number): void {
  const { slack, dual, dualVector, dualSlack, scaling, axis, head } = points;
  const { tangents, g } = disks;
  const rootSlack = Math.sqrt(slack[c]);
  const rootDual = Math.sqrt(dualSlack[c]);
  // Never below one but for rounding.
  const cosine = Math.max(1, (dual[c] + dotAt(disks, g, dualVector, c)) / (rootSlack * rootDual));
  const half = Math.sqrt(2 * (1 + cosine));
  const i = c * tangents;
  const x = (g[i] / rootSlack - dualVector[i] / rootDual) / half;
  const y = tangents === 1 ? 0 : (g[i + 1] / rootSlack - dualVector[i + 1] / rootDual) / half;
  scaling[c] = rootDual / rootSlack;
  head[c] = (1 / rootSlack + dual[c] / rootDual) / half;
  axis[c] = tangents === 1 ? x : Math.sqrt(x * x + y * y);
  addUnknownsAlong(disks, c, x, y);
}

/** The step towards products of `level` for the system factored last; returns the part of it that stays inside, at most 1. */
function findConeStep(points: InteriorArrays, disks: Disks, level: number): number {
  const { slack, dual, dualVector, dualSlack, scaling, axis, head } = points;
  const { dualStep, step, dualVectorStep, slackLinear, slackSquare, dualLinear, dualSquare } = points;
  const { contacts, tangents, size, matrix, g, slope, unknowns, owner, target, solution, linear } = disks;
  for (let k = 0; k < unknowns; k++) target[k] = -alongUnknown(disks, k, slope) - (level / slack[owner[k]]) * alongUnknown(disks, k, g);
  linear.solve(target, solution);
  step.fill(0, 0, size);
  for (let k = 0; k < unknowns; k++) moveAlong(disks, k, solution[k], step);
  for (let i = 0; i < size; i++) {
    let sum = slope[i] - dualVector[i];
    for (let j = 0; j < size; j++) sum += matrix[i * size + j] * step[j];
    dualVectorStep[i] = sum;
  }
  let part = 1;
  for (let c = 0; c < contacts; c++) {
    dualStep[c] = level / slack[c] - dual[c] + 2 * scaling[c] * head[c] * axis[c] * solution[c * tangents];
    slackLinear[c] = -dotAt(disks, g, step, c);
    slackSquare[c] = -dotAt(disks, step, step, c);
    dualLinear[c] = dual[c] * dualStep[c] - dotAt(disks, dualVector, dualVectorStep, c);
    dualSquare[c] = dualStep[c] * dualStep[c] - dotAt(disks, dualVectorStep, dualVectorStep, c);
    part = Math.min(part, firstZero(slack[c], slackLinear[c], slackSquare[c]), firstZero(dualSlack[c], dualLinear[c], dualSquare[c]));
  }
  return part;
}

/** A step with slacks of their own towards products of `level`; returns the part of it that was taken. */
function slackStep(points: InteriorArrays, disks: Disks, level: number): number {
  const { slack, dual, dualStep, slackLinear } = points;
  const { contacts, tangents, g, slope, system, target, solution, linear } = disks;
  findSlope(disks);
  disks.unknowns = 0;
  for (let c = 0; c < contacts; c++) addUnknownsAlong(disks, c, g[c * tangents], tangents === 1 ? 0 : g[2 * c + 1]);
  const { unknowns } = disks;
  projectMatrix(disks);
  for (let k = 0; k < unknowns; k++) target[k] = -alongUnknown(disks, k, slope);
  for (let c = 0; c < contacts; c++) {
    const k = c * tangents;
    const length = alongUnknown(disks, k, g);
    target[k] -= (length * (level + dual[c] * excessAt(points, disks, c))) / slack[c];
    system[k * (unknowns + 1)] += dual[c] * (1 + (length * length) / slack[c]);
    if (tangents === 2) system[(k + 1) * (unknowns + 1)] += dual[c];
  }
  linear.factor(system, unknowns);
  linear.solve(target, solution);
  let part = 1;
  for (let c = 0; c < contacts; c++) {
    const k = c * tangents;
    slackLinear[c] = -alongUnknown(disks, k, g) * solution[k] - excessAt(points, disks, c);
    dualStep[c] = (level - dual[c] * (slack[c] + slackLinear[c])) / slack[c];
    if (slack[c] + part * slackLinear[c] < SHORT * slack[c]) part = ((SHORT - 1) * slack[c]) / slackLinear[c];
    if (dual[c] + part * dualStep[c] < SHORT * dual[c]) part = ((SHORT - 1) * dual[c]) / dualStep[c];
  }
  for (let c = 0; c < contacts; c++) {
    slack[c] += part * slackLinear[c];
    dual[c] += part * dualStep[c];
  }
  for (let k = 0; k < unknowns; k++) moveAlong(disks, k, part * solution[k], g);
  return part;
}

function excessAt(points: InteriorArrays, disks: Disks, c: number): number {
  const { slack } = points;
  const length = lengthAt(disks, disks.g, c);
  return slack[c] - ((1 - length) * (1 + length)) / 2;
}

/** whole - less after a step from `value`: anew where that is accurate, else from the terms of the step. */
function advanced(value: number, linear: number, square: number, part: number, whole: number, less: number): number {
  const anew = whole - less;
  return anew > ACCURATE * whole ? anew : Math.max(value + part * (2 * linear + part * square), SHORT * SHORT * value);
}

/**
 * The first positive zero of value + 2 linear x + square x^2 for a positive value, which is where a line leaves a cone; Infinity if it
 * never does.
 */
function firstZero(value: number, linear: number, square: number): number {
  // Below zero only by rounding, where the line goes through the tip.
  const bottom = -linear + Math.sqrt(Math.max(0, linear * linear - square * value));
  return bottom > 0 ? value / bottom : Infinity;
}
