/**
 * The parameters by which a run is differentiated: numbers of the study, by path. What they change is found by building the scene with the
 * number moved, so that masses, inertias, corners and start states all follow as they do in any study; the start state of a body without
 * joints is known without that.
 */

import { didYouMean } from "../../../did-you-mean.js";
import { InvalidInputError } from "../../../errors.js";
import { CENTRAL, FORWARD } from "../../../math/difference-weights.js";
import * as quaternion from "../../../math/quaternion.js";
import * as vec3 from "../../../math/vec3.js";
import { checkPairMaterial, type PairMaterial } from "../../../mechanics/restitution.js";
import { BODY_COORDINATES, BODY_SPEEDS } from "../../../simulation/free-bodies/body-numbers.js";
import { type LensChanges, systemsOf, type TangentColumn } from "../../../simulation/loop/tangents/columns.js";
import { centreOf } from "../../../simulation/scene/centre-in-shape.js";
import type { SceneBody } from "../../../simulation/scene/scene.js";
import { isAlike } from "../../../simulation/system/alike.js";
import { GRAVITY } from "../../../simulation/system/gravity.js";
import type { Feature, FreeMotions } from "../../../simulation/system/mechanical-system.js";
import { inOneShape } from "../../../simulation/system/one-shape.js";
import type { SceneSystem } from "../../../simulation/system/scene-system.js";
import type { SimulationStudy } from "../schema.js";
import { magnitudeAt, numberAt, type Steps, stepsOf, withNumber } from "./path.js";
import { isFreeBody } from "./state-numbers.js";
import { unitAt } from "./units.js";

/** A parameter of a run. */
export interface Parameter {
  /** As the study has it. */
  readonly path: string;
  /** `m`, `kg`; empty: a plain number. */
  readonly unit: string;
  /** In the study; of a rotation 0. */
  readonly value: number;
  readonly column: TangentColumn;
  /** Only one side of its value can be computed. */
  readonly oneSided: boolean;
}

/** What of a study may be moved. */
const ROOTS = ["bodies", "contacts", "material", "gravity", "loads", "loops", "gears"];
const COUNTS = ["grid", "ring"];
/** Of tables. */
const TIMES = ["times", "step"];
/** Relative step of a moved number. */
const STEP = 1e-3;
/** Part of the size by which gaps of touching places may change per change of a parameter by what counts as large there. */
const STAYS_CLOSED = 1e-6;

/** @param build the system of a study */
export function parametersOf(
  study: SimulationStudy,
  system: SceneSystem,
  by: readonly string[],
  build: (study: SimulationStudy) => SceneSystem,
): Parameter[] {
  const seen = new Set<string>();
  const start = system.initialState();
  const source = { study: withDefaults(study), system, start, touching: placesThatTouch(system, start.coordinates), build };
  return by.map((path, i) => {
    const field = `derivatives.by[${i}]`;
    if (seen.has(path)) throw new InvalidInputError(field, path, "is named twice");
    seen.add(path);
    const parameter = parameterOf(source, path, field);
    checkStart(source, parameter, field);
    return parameter;
  });
}

/** What is moved: a study and its system, as they begin. */
interface Source {
  readonly study: SimulationStudy;
  readonly system: SceneSystem;
  readonly start: ReturnType<SceneSystem["initialState"]>;
  readonly touching: readonly TouchingPlace[];
  readonly build: (study: SimulationStudy) => SceneSystem;
}

/** A place that touches at the beginning, the how many-eth of its pair. */
interface TouchingPlace {
  readonly pair: number;
  readonly index: number;
  readonly feature: Feature;
}

function placesThatTouch(system: SceneSystem, coordinates: Float64Array): TouchingPlace[] {
  const touching = 1e-9 * system.size;
  return system.pairs.flatMap((_, pair) => {
    if (system.clearance(pair, coordinates) > touching || (system.separation(pair, coordinates) ?? 0) > touching) return [];
    const places = system.features(pair).map((feature, index) => ({ pair, index, feature }));
    return places.filter(({ feature }) => Math.abs(system.gap(feature, coordinates)) <= touching);
  });
}

function parameterOf(source: Source, path: string, field: string): Parameter {
  const { study } = source;
  const steps = stepsOf(path, Object.keys(study.bodies));
  if (steps === undefined) throw new InvalidInputError(field, path, "is not a path such as bodies.cube.velocity[2]");
  const [root] = steps;
  if (!ROOTS.includes(String(root)))
    throw new InvalidInputError(
      field,
      path,
      `is nothing to differentiate by: paths begin with ${ROOTS.join(", ")}${didYouMean(root, ROOTS)}`,
    );
  const own = startColumn(source, steps, path, field);
  if (own !== undefined) return { path, unit: unitAt(steps), oneSided: false, ...own };
  const value = numberAt(study, steps, path, field);
  if (COUNTS.includes(String(steps.at(-1)))) throw new InvalidInputError(field, path, "is a count: nothing in between could be computed");
  if (steps.slice(3).some((step) => TIMES.includes(String(step))) || (root === "loads" && TIMES.includes(String(steps[2]))))
    throw new InvalidInputError(field, path, "is a time of a table: the pieces between its rows would move; name a value of it instead");
  const magnitude = magnitudeAt(study, steps);
  const scale = magnitude > 0 ? magnitude : 1;
  const { oneSided, ...systems } = movedSystems(source, steps, { value, step: STEP * scale, path, field });
  return { path, unit: unitAt(steps), value, oneSided, column: { ...systems, only: changesOf(steps), scale } };
}

/** What a number of a study can change beside the beginning. */
function changesOf([root, , what]: Steps): LensChanges {
  if (root === "contacts" || root === "material") return "materials";
  if (root === "gravity" || root === "loads") return "forces";
  return root === "bodies" && (what === "mass" || what === "inertia") ? "masses" : "all";
}

/** Defaults that a path may name although the study does not. */
function withDefaults(study: SimulationStudy): SimulationStudy {
  const bodies = Object.fromEntries(
    Object.entries(study.bodies).map(([name, body]) =>
      "shape" in body && !("joint" in body) ? [name, { velocity: [0, 0, 0], angularVelocity: [0, 0, 0], ...body }] : [name, body],
    ),
  );
  return { gravity: [0, 0, -9.81], ...study, bodies } as SimulationStudy;
}

/** Numbers of a material that pairs take as they are. */
const OWN_NUMBERS = ["friction", "staticFriction", "restitution", "stiffnessRatio"];

/** Whether a system follows a number in proportion, so that a difference over two of them is exact. */
function isLinear(steps: Steps): boolean {
  const [root] = steps;
  const last = String(steps.at(-1));
  if (root === "gravity") return true;
  return ((root === "contacts" && steps.length === 3) || (root === "material" && steps.length === 2)) && OWN_NUMBERS.includes(last);
}

/** Offsets and weights, to both sides and to one. */
const OF_TWO: readonly (readonly [number, number])[] = [
  [1, 1 / 2],
  [-1, -1 / 2],
];
const OF_TWO_FORWARD: readonly (readonly [number, number])[] = [
  [0, -1],
  [1, 1],
];

/** Of the start of a body without joints, exactly; undefined for all else. */
function startColumn(
  { study, system, start }: Source,
  steps: Steps,
  path: string,
  field: string,
): Pick<Parameter, "value" | "column"> | undefined {
  const [root, name, what, axis] = steps;
  if (root !== "bodies" || steps.length !== 4 || typeof axis !== "number") return undefined;
  const body = study.bodies[String(name)];
  if (body === undefined || !("shape" in body) || "joint" in body) {
    if (what === "rotation") throw new InvalidInputError(field, path, "is not the rotation of a body that moves without joints");
    return undefined;
  }
  const i = system.names.indexOf(String(name));
  if (!isFreeBody(system, i)) return undefined;
  const [coordinates, speeds] = [new Float64Array(system.coordinateCount), new Float64Array(system.speedCount)];
  const [q, u] = [BODY_COORDINATES * i, BODY_SPEEDS * i];
  const turn = (phi: vec3.Vec3) => {
    const now = start.coordinates;
    const orientation = [now[q + 3], now[q + 4], now[q + 5], now[q + 6]] as const;
    const arm = quaternion.rotate(orientation, centreOf(body as SceneBody, `bodies.${String(name)}`));
    coordinates.set(vec3.cross(phi, arm), q);
    coordinates.set(quaternion.multiply([0.5 * phi[0], 0.5 * phi[1], 0.5 * phi[2], 0], orientation), q + 3);
  };
  const unit = (count: number) => {
    if (axis >= count) throw new InvalidInputError(field, path, `leads nowhere: there are ${count} numbers, from [0] on`);
    return Array.from({ length: count }, (_, k) => (k === axis ? 1 : 0));
  };
  if (what === "position") coordinates.set(unit(3), q);
  else if (what === "velocity") speeds.set(unit(3), u);
  else if (what === "angularVelocity") speeds.set(unit(3), u + 3);
  else if (what === "rotation") turn(unit(3) as unknown as vec3.Vec3);
  else if (what === "orientation" && body.orientation !== undefined) turn(turnOf(body.orientation as quaternion.Quaternion, unit(4)));
  else return undefined;
  const value = what === "rotation" ? 0 : numberAt(study, steps, path, field);
  const scale =
    what === "position" ? system.size : what === "rotation" || what === "orientation" ? 1 : Math.max(1, magnitudeAt(study, steps));
  return { value, column: { coordinates, speeds, scale } };
}

/** By what a quaternion turns, rad, when an entry of it changes before it is made a unit: 2 vec(dq o q^-1), over its length. */
function turnOf(given: quaternion.Quaternion, change: readonly number[]): vec3.Vec3 {
  const length = Math.sqrt(given.reduce((sum, entry) => sum + entry * entry, 0));
  const [x, y, z, w] = given.map((entry) => entry / length);
  const turned = quaternion.multiply(change.map((entry) => entry / length) as unknown as quaternion.Quaternion, [-x, -y, -z, w]);
  return [2 * turned[0], 2 * turned[1], 2 * turned[2]];
}

interface Moving {
  readonly value: number;
  readonly step: number;
  readonly path: string;
  readonly field: string;
}

/** How a number moves the beginning and the system. */
type Moved = Pick<TangentColumn, "coordinates" | "speeds" | "moved" | "inProportion"> & Pick<Parameter, "oneSided">;

/** Systems with the number moved to both sides, or to the one side where it can be. */
function movedSystems(source: Source, steps: Steps, { value, step, path, field }: Moving): Moved {
  const { study, system, build } = source;
  const dynamics = dynamicsOf(system, steps);
  if (dynamics !== undefined && steps[2] === "mass") return { ...heavier(dynamics, value, step), oneSided: false };
  if (dynamics !== undefined && steps[0] === "gravity")
    return { moved: [{ weight: -1 / step }, { weight: 1 / step, ...dynamics(value + step) }], oneSided: false };
  let refused: InvalidInputError | undefined;
  const linear = isLinear(steps);
  // Gravity has no end of its range: one system beside the one there is.
  const central = linear ? (steps[0] === "gravity" ? OF_TWO_FORWARD : OF_TWO) : CENTRAL;
  const forward = linear ? OF_TWO_FORWARD : FORWARD;
  const ofMaterials = linear && steps[0] !== "gravity";
  const inOneScene = ofMaterials || dynamics !== undefined;
  const make = (number: number): SceneSystem =>
    ofMaterials
      ? withMaterials(system, withNumber(study, steps, number))
      : (dynamics?.(number).system() ?? build(withNumber(study, steps, number)));
  for (const side of [0, 1, -1]) {
    const stencil = side === 0 ? central : forward;
    const sign = side === 0 ? 1 : side;
    try {
      const moved = stencil.map(([offset, weight]) => {
        const number = value + sign * offset * step;
        return { weight: (sign * weight) / step, ...(offset === 0 ? {} : { system: make(number) }) };
      });
      // With other materials, masses or gravity everything begins as it does and where it does.
      if (inOneScene) return { moved, oneSided: side !== 0 };
      if (moved.some((one) => one.system !== undefined && !isAlike(one.system, system)))
        throw new InvalidInputError(field, path, "changes which places of the bodies may touch");
      return { ...startOf(source, moved), moved, oneSided: side !== 0 };
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error;
      refused ??= error;
      if (/at the beginning/.test(error.expected)) throw contactsChange(field, path, String(error.value));
      if (/^contacts|^derivatives/.test(error.path) && error.path === field) throw error;
    }
  }
  throw new InvalidInputError(field, path, `cannot be moved to either side: ${refused?.message ?? ""}`);
}

/**
 * The systems of a body with another mass, made when they are needed: two tell how mass and inertia move, which do in proportion, and those
 * of a difference are for what does not. A mass can always be a little more or less.
 */
function heavier(make: Dynamics, mass: number, step: number): Pick<TangentColumn, "moved" | "inProportion"> {
  const moved = CENTRAL.map(([offset, weight]) => ({ weight: weight / step, system: once(() => make(mass + offset * step).system()) }));
  return { moved, inProportion: [{ weight: -1 / step }, { weight: 1 / step, ...make(mass + step) }] };
}

function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** The system with a number of gravity, or of a mass or inertia, moved, made when it is asked for; and how it moves. */
type Dynamics = (number: number) => { readonly system: () => SceneSystem; readonly motion: FreeMotions };

/** Undefined where more than that depends on the number. */
function dynamicsOf({ scene, withDynamics, motionWith }: SceneSystem, steps: Steps): Dynamics | undefined {
  const [root, name, what] = steps;
  if (scene === undefined || withDynamics === undefined || motionWith === undefined) return undefined;
  if (root !== "gravity" && !(root === "bodies" && (what === "mass" || what === "inertia"))) return undefined;
  if (root === "bodies" && !("shape" in (scene.bodies[String(name)] ?? {}))) return undefined;
  const whole = { gravity: GRAVITY, ...scene };
  return (number) => {
    const moved = withNumber(whole, steps, number);
    return { system: once(() => withDynamics(moved)), motion: motionWith(moved) };
  };
}

/** The same system with the materials of a study, of which nothing else differs: to build a scene takes as long as a short run. */
function withMaterials(system: SceneSystem, { contacts = [], material }: SimulationStudy): SceneSystem {
  contacts.forEach((contact, i) => {
    checkPairMaterial(contact, `contacts[${i}]`);
  });
  if (material !== undefined) checkPairMaterial(material, "material");
  const pairs = system.pairs.map((pair) => {
    if (pair.isStop === true) return pair;
    const [first, second] = pair.between;
    const own = contacts.find(({ between }) => between.includes(first) && between.includes(second)) ?? material;
    return own === undefined ? pair : { ...pair, material: { ...pair.material, ...numbersOf(own) } };
  });
  return Object.assign(inOneShape(system), { pairs });
}

function numbersOf(material: PairMaterial): Partial<PairMaterial> {
  return Object.fromEntries(OWN_NUMBERS.filter((name) => name in material).map((name) => [name, material[name as keyof PairMaterial]]));
}

function startOf(
  { system, start: base }: Source,
  moved: readonly { readonly weight: number; readonly system?: SceneSystem }[],
): Pick<TangentColumn, "coordinates" | "speeds"> {
  const [coordinates, speeds] = [new Float64Array(system.coordinateCount), new Float64Array(system.speedCount)];
  for (const { weight, system: other = system } of moved) {
    const state = other.initialState();
    state.coordinates.forEach((value, k) => {
      coordinates[k] += weight * (value - base.coordinates[k]);
    });
    state.speeds.forEach((value, k) => {
      speeds[k] += weight * (value - base.speeds[k]);
    });
  }
  return { coordinates, speeds };
}

function contactsChange(field: string, path: string, place: string): InvalidInputError {
  return new InvalidInputError(
    field,
    path,
    `changes what touches at the beginning (${place}): moved one way bodies overlap, moved the other way they do not touch; ` +
      "start a little above, or name something else",
  );
}

/** Throws where places that touch at the beginning would not, or would overlap, with the parameter moved. */
function checkStart({ system, start: { coordinates }, touching }: Source, { column, path }: Parameter, field: string): void {
  const { coordinates: along = [], moved = [], only, scale = 1 } = column;
  const others = only === undefined || only === "all" ? systemsOf(system, moved) : [];
  if (touching.length === 0 || (others.length === 0 && !Array.prototype.some.call(along, (value) => value !== 0))) return;
  const trial = Float64Array.from(coordinates);
  const step = STEP * scale;
  for (const { pair, index, feature } of touching) {
    let rate = 0;
    for (const sign of [1, -1]) {
      for (let k = 0; k < trial.length; k++) trial[k] = coordinates[k] + sign * step * (along[k] ?? 0);
      rate += (sign * system.gap(feature, trial)) / (2 * step);
    }
    for (const { weight, system: other } of others) rate += weight * other.gap(other.features(pair)[index], coordinates);
    if (!(Math.abs(rate) * scale <= STAYS_CLOSED * system.size)) throw contactsChange(field, path, feature.key);
  }
}
