/** One measured impact and where it happens: at the place of the body that is nearest to what it may touch, at the pose of the row. */
import { InvalidInputError } from "../../errors.js";
import * as mat3 from "../../math/mat3.js";
import type { Quaternion } from "../../math/quaternion.js";
import { rotate } from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import { type BodyContact, contactProblemFromBodies, velocitiesAfter } from "../../mechanics/from-bodies.js";
import type { PairMaterial } from "../../mechanics/restitution.js";
import type { RigidBody } from "../../mechanics/rigid-body.js";
import type { Scene, SceneBody } from "../../simulation/scene/scene.js";
import { createFeatureState, type Feature } from "../../simulation/system/mechanical-system.js";
import type { SceneSystem } from "../../simulation/system/scene-system.js";
import type { PoseModel } from "../poses/pose-model.js";
import { AWAY, BODY_COORDINATES, systemAway } from "../poses/prepare.js";

/** One measured impact. Velocities are those of the centre of mass, m/s; spins in world axes, rad/s. */
export interface ImpactRow {
  readonly id: string;
  readonly position: Vec3;
  readonly orientation: Quaternion;
  readonly before: { readonly velocity: Vec3; readonly spin: Vec3 };
  /** Components that were not measured are undefined. */
  readonly after: { readonly velocity: readonly (number | undefined)[]; readonly spin: readonly (number | undefined)[] };
}

/** Where a body touches: the point, the normal into the body, and where the centre of mass is then. */
interface TouchPlace {
  readonly point: Vec3;
  readonly normal: Vec3;
  readonly centre: Vec3;
  readonly material: Pick<PairMaterial, "friction" | "restitution">;
  /** Key of the place. */
  readonly key: string;
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
    key: nearest.feature.key,
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

/** An impact as a problem that a law solves. */
export interface Hit {
  /** Of the place that touches. */
  readonly key: string;
  readonly problem: ContactProblem;
  /** What the body moves with after an impulse, contact components; without one: before. */
  after(impulse: readonly number[]): { readonly velocity: Vec3; readonly spin: Vec3 };
}

/** The impact of a row; throws InvalidInputError where there is none. @param system of the model, with the body anywhere */
export function hitOf(system: SceneSystem, model: PoseModel, row: ImpactRow): Hit {
  const { key, centre, point, normal, material } = touchAt(system, model, row.position, row.orientation);
  const { mass = 1 } = model.scene.bodies[model.body] as SceneBody;
  const body: RigidBody = {
    mass,
    inertia: mat3.toRows(model.inertia),
    position: centre,
    orientation: row.orientation,
    velocity: row.before.velocity,
    angularVelocity: row.before.spin,
  };
  const bodies = { body, ground: "fixed" as const };
  const contacts: BodyContact[] = [{ between: ["body", "ground"], point, normal, ...material }];
  const { problem } = contactProblemFromBodies(bodies, contacts);
  return {
    key,
    problem,
    after: (impulse) => {
      const { velocity, angularVelocity } = velocitiesAfter(bodies, contacts, impulse).body;
      return { velocity, spin: angularVelocity };
    },
  };
}
