/**
 * Single impacts as what a fit is about: velocities before go in, those after are compared.
 *
 * The contact is the place of the body that is nearest to what it may touch, at the pose of the row. A row is the difference of the
 * velocities after, over the speed before, in the energy norm of the base: m |v|^2 + w . I w, all over m. No law can change what is not
 * along the impulse at that place: I (w+ - w-) = r x p bounds every misfit from below.
 */
import { InvalidInputError, SolverError } from "../../errors.js";
import { defaultLaw } from "../../impact/default-law.js";
import { lawNamed } from "../../impact/registry.js";
import * as mat3 from "../../math/mat3.js";
import { conjugate, rotate } from "../../math/quaternion.js";
import { symmetricEigen } from "../../math/symmetric-eigen.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { SceneBody } from "../../simulation/scene/scene.js";
import { type PoseModel, systemsByModel } from "../poses/pose-model.js";
import type { FitPoint, FitSubject, Misfit, Move, OwnNumbers, Slope } from "../tasks.js";
import { hitOf, type ImpactRow } from "./hit.js";
import { velocitySlopes } from "./slopes.js";

/** Residuals of impacts that could not be computed. */
const LOST = 1000;
/** Part of a column that must not be along those before it: less is rounding. */
const ALONG = 1e-9;

/** What a fit of impacts is about. */
export interface ImpactSubjectOptions {
  readonly rows: readonly ImpactRow[];
  readonly modelAt: (values: readonly number[], own: readonly number[], law: number) => PoseModel;
  /** Names by place; undefined: the default for one contact. */
  readonly laws: readonly (string | undefined)[];
  readonly own: (recording: number) => OwnNumbers;
  /** Whose inertia weighs spins against velocities, so that misfits mean the same whatever inertia is fitted. */
  readonly norm: PoseModel;
}

/** Impacts as the subject of a fit. */
export function impactSubject({ rows, modelAt, laws, own, norm }: ImpactSubjectOptions): FitSubject {
  const systemOf = systemsByModel();
  const root = arms(norm.inertia, (norm.scene.bodies[norm.body] as SceneBody).mass ?? 1);
  const hitAt = (point: FitPoint) => {
    const model = modelAt(point.values, point.own, point.law);
    return hitOf(systemOf(model), model, rows[point.recording]);
  };
  const lawOf = ({ law }: FitPoint, { problem }: ReturnType<typeof hitAt>) => laws[law] ?? defaultLaw(problem);
  /** Velocities over the speed before, those that were not measured 0. */
  const rowOf = ({ recording }: FitPoint, velocity: Vec3, spin: Vec3) => {
    const { orientation, before, after } = rows[recording];
    const inNorm = (turn: Vec3) => mat3.transformVector(root, rotate(conjugate(orientation), turn));
    const speed = Math.sqrt(vec3.dot(before.velocity, before.velocity) + square(inNorm(before.spin)));
    const seen = (values: Vec3, measured: readonly (number | undefined)[]) =>
      values.map((value, c) => (measured[c] === undefined ? 0 : value)) as unknown as Vec3;
    const row = new Float64Array(6);
    row.set(vec3.scale(seen(velocity, after.velocity), 1 / speed), 0);
    row.set(vec3.scale(inNorm(seen(spin, after.spin)), 1 / speed), 3);
    return row;
  };
  /** Computed minus measured, after an impulse. */
  const missed = (point: FitPoint, hit: ReturnType<typeof hitAt>, impulse: readonly number[]) => {
    const { velocity, spin } = hit.after(impulse);
    const { after } = rows[point.recording];
    const less = (computed: Vec3, measured: readonly (number | undefined)[]) =>
      computed.map((value, c) => value - (measured[c] ?? 0)) as unknown as Vec3;
    return rowOf(point, less(velocity, after.velocity), less(spin, after.spin));
  };
  const misfit = (point: FitPoint): Misfit => {
    try {
      const hit = hitAt(point);
      return { residuals: missed(point, hit, lawNamed(lawOf(point, hit)).solve(hit.problem, {}).impulse), events: [] };
    } catch (error) {
      if (!(error instanceof InvalidInputError || error instanceof SolverError)) throw error;
      return { residuals: new Float64Array(6).fill(LOST), events: [], failure: error.message };
    }
  };
  const slopes = (point: FitPoint, { failure }: Misfit, moves: readonly Move[]): (Slope | undefined)[] => {
    if (failure !== undefined) return [];
    const hit = hitAt(point);
    const found = velocitySlopes(hitAt, hit, lawOf(point, hit), point, moves);
    return found.map((slope) => slope && { values: rowOf(point, slope.velocity, slope.spin), until: Number.POSITIVE_INFINITY });
  };
  // The norm of the misfit over the speed before, in place of e_q.
  const score = (point: FitPoint) => {
    const { residuals, failure } = misfit(point);
    return failure === undefined ? [length(residuals)] : [];
  };
  const bound = (point: FitPoint) => {
    const hit = hitAt(point);
    const units = hit.problem.velocity.map((_, i) => hit.problem.velocity.map((__, j) => (i === j ? 1 : 0)));
    const without = missed(
      point,
      hit,
      units.map(() => 0),
    );
    const columns = units.map((unit) => missed(point, hit, unit).map((value, k) => value - without[k]));
    return leastLeft(without, columns);
  };
  return { ids: rows.map(({ id }) => id), width: 6, lengths: 6, labels: 1, misfit, slopes, own, score, bound };
}

const length = (values: Float64Array) => Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));

/** The norm of what columns, in any amounts, cannot take away from a vector: each is made orthogonal to those before it. */
function leastLeft(vector: Float64Array, columns: readonly Float64Array[]): number {
  const product = (a: Float64Array, b: Float64Array) => a.reduce((sum, value, k) => sum + value * b[k], 0);
  const without = (a: Float64Array, axis: Float64Array) => {
    const part = product(a, axis);
    return a.map((value, k) => value - part * axis[k]);
  };
  const axes: Float64Array[] = [];
  for (const column of columns) {
    const own = axes.reduce(without, column);
    const size = length(own);
    if (size > ALONG * length(column)) axes.push(own.map((value) => value / size));
  }
  return length(axes.reduce(without, vector));
}

const square = (v: Vec3) => vec3.dot(v, v);

/** The root of inertia over mass, m: spins times it are velocities in the energy norm. */
function arms(inertia: mat3.Mat3, mass: number): mat3.Mat3 {
  const { values, vectors } = symmetricEigen(inertia, 3);
  const rows = [0, 1, 2].map((i) =>
    [0, 1, 2].map((j) =>
      [0, 1, 2].reduce((sum, k) => sum + vectors[3 * k + i] * vectors[3 * k + j] * Math.sqrt(Math.max(0, values[k]) / mass), 0),
    ),
  );
  return mat3.fromRows(rows);
}
