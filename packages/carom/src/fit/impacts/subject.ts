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
import type { Quaternion } from "../../math/quaternion.js";
import { conjugate, rotate } from "../../math/quaternion.js";
import { symmetricEigen } from "../../math/symmetric-eigen.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { contactProblemFromBodies, velocitiesAfter } from "../../mechanics/from-bodies.js";
import type { PairMaterial } from "../../mechanics/restitution.js";
import type { RigidBody } from "../../mechanics/rigid-body.js";
import type { Scene, SceneBody } from "../../simulation/scene/scene.js";
import { createFeatureState, type Feature } from "../../simulation/system/mechanical-system.js";
import type { SceneSystem } from "../../simulation/system/scene-system.js";
import { AWAY, BODY_COORDINATES, systemAway } from "../poses/prepare.js";
import { type PoseModel, systemsByModel } from "../poses/subject.js";
import type { FitPoint, FitSubject, Misfit, OwnNumbers } from "../tasks.js";

/** One measured impact. Velocities are those of the centre of mass, m/s; spins in world axes, rad/s. */
export interface ImpactRow {
  readonly id: string;
  readonly position: Vec3;
  readonly orientation: Quaternion;
  readonly before: { readonly velocity: Vec3; readonly spin: Vec3 };
  /** Components that were not measured are undefined. */
  readonly after: { readonly velocity: readonly (number | undefined)[]; readonly spin: readonly (number | undefined)[] };
}

/** Residuals of impacts that could not be computed. */
const LOST = 1000;

/** Where a body touches: the point, the normal into the body, and where the centre of mass is then. */
export interface TouchPlace {
  readonly point: Vec3;
  readonly normal: Vec3;
  readonly centre: Vec3;
  readonly material: Pick<PairMaterial, "friction" | "restitution">;
}

/** The place of the body that touches first if it is lowered from a pose. @param system of the model, with the body anywhere */
function touchAt(system: SceneSystem, { body, centre }: PoseModel, position: Vec3, orientation: Quaternion): TouchPlace {
  const { coordinates, speeds } = system.initialState();
  const at = BODY_COORDINATES * system.names.indexOf(body);
  coordinates.set([...vec3.add(position, rotate(orientation, centre)), ...orientation], at);
  const state = createFeatureState(system);
  let nearest: { readonly feature: Feature; readonly gap: number } | undefined;
  system.pairs.forEach(({ between }, pair) => {
    if (!between.includes(body)) return;
    for (const feature of system.features(pair)) {
      const gap = system.gap(feature, coordinates);
      if (nearest === undefined || gap < nearest.gap) nearest = { feature, gap };
    }
  });
  if (nearest === undefined) throw new InvalidInputError("base.contacts", body, "is the recorded body, and nothing may touch it");
  const { between, material } = system.pairs[nearest.feature.pair];
  const sign = between[0] === body ? 1 : -1;
  // Moved along the normal until it touches: the table need not say where the body is.
  system.evaluate(nearest.feature, coordinates, speeds, state);
  for (let c = 0; c < 3; c++) coordinates[at + c] -= nearest.gap * sign * state.normal[c];
  system.evaluate(nearest.feature, coordinates, speeds, state);
  return {
    point: [...state.point],
    normal: vec3.scale(state.normal, sign),
    centre: [coordinates[at], coordinates[at + 1], coordinates[at + 2]],
    material,
  };
}

/** Distances of all places of a body from what it may touch, ascending, and the normal at the nearest. */
export function nearPlaces(scene: Scene, body: string) {
  const system = systemAway(scene, body);
  const { coordinates, speeds } = system.initialState();
  const at = BODY_COORDINATES * system.names.indexOf(body);
  const centre = vec3.subtract([coordinates[at], coordinates[at + 1], coordinates[at + 2]], AWAY);
  const features = system.pairs.flatMap(({ between }, pair) => (between.includes(body) ? [...system.features(pair)] : []));
  const state = createFeatureState(system);
  return (position: Vec3, orientation: Quaternion) => {
    coordinates.set(vec3.add(position, rotate(orientation, centre)), at);
    coordinates.set(orientation, at + 3);
    const places = features.map((feature) => {
      system.evaluate(feature, coordinates, speeds, state);
      return { gap: state.gap, point: [...state.point] as unknown as Vec3, normal: [...state.normal] as unknown as Vec3 };
    });
    places.sort((a, b) => a.gap - b.gap);
    // A flat body has its places in twos: those that are at the same spot are one.
    const apart = places.filter(({ point }, i) => !places.slice(0, i).some((other) => vec3.norm(vec3.subtract(other.point, point)) < SAME));
    return { gaps: apart.map(({ gap }) => gap), normal: places[0]?.normal ?? ([0, 0, 1] as Vec3) };
  };
}

/** Places closer than this are one, m. */
const SAME = 0.002;

/** Velocities after an impact at the nearest place. */
function afterImpact(
  system: SceneSystem,
  model: PoseModel,
  law: string | undefined,
  row: ImpactRow,
): { readonly velocity: Vec3; readonly spin: Vec3 } {
  const touch = touchAt(system, model, row.position, row.orientation);
  const { mass = 1 } = model.scene.bodies[model.body] as SceneBody;
  const body: RigidBody = {
    mass,
    inertia: mat3.toRows(model.inertia),
    position: touch.centre,
    orientation: row.orientation,
    velocity: row.before.velocity,
    angularVelocity: row.before.spin,
  };
  const bodies = { body, ground: "fixed" as const };
  const contacts = [{ between: ["body", "ground"] as const, point: touch.point, normal: touch.normal, ...touch.material }];
  const { problem } = contactProblemFromBodies(bodies, contacts);
  const { impulse } = lawNamed(law ?? defaultLaw(problem)).solve(problem, {});
  const { velocity, angularVelocity } = velocitiesAfter(bodies, contacts, impulse).body;
  return { velocity, spin: angularVelocity };
}

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
  const misfit = (point: FitPoint): Misfit => {
    const row = rows[point.recording];
    const residuals = new Float64Array(6);
    try {
      const model = modelAt(point.values, point.own, point.law);
      const after = afterImpact(systemOf(model), model, laws[point.law], row);
      const inNorm = (spin: Vec3) => mat3.transformVector(root, rotate(conjugate(row.orientation), spin));
      const before = Math.sqrt(vec3.dot(row.before.velocity, row.before.velocity) + square(inNorm(row.before.spin)));
      const missing = (computed: Vec3, measured: readonly (number | undefined)[]) =>
        computed.map((value, c) => (measured[c] === undefined ? 0 : value - (measured[c] ?? 0))) as unknown as Vec3;
      residuals.set(vec3.scale(missing(after.velocity, row.after.velocity), 1 / before), 0);
      residuals.set(vec3.scale(inNorm(missing(after.spin, row.after.spin)), 1 / before), 3);
      return { residuals, events: [] };
    } catch (error) {
      if (!(error instanceof InvalidInputError || error instanceof SolverError)) throw error;
      return { residuals: residuals.fill(LOST), events: [], failure: error.message };
    }
  };
  // The norm of the misfit over the speed before, in place of e_q.
  const score = (point: FitPoint) => [Math.sqrt(misfit(point).residuals.reduce((sum, value) => sum + value * value, 0))];
  return { ids: rows.map(({ id }) => id), width: 6, lengths: 6, labels: 1, misfit, own, score };
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
