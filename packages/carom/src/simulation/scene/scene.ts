/**
 * A scene as data: bodies with shapes, links with joints, planes, what may touch and with which material, loads. Turned into the system
 * that the simulator moves.
 */
import { InvalidInputError, SolverError } from "../../errors.js";
import { type GroundShape, isGroundShape } from "../../geometry/ground/ground-shape.js";
import { type TriangleGround, triangleGround } from "../../geometry/ground/triangle-ground.js";
import type { Quaternion } from "../../math/quaternion.js";
import * as quaternion from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { PairMaterial } from "../../mechanics/restitution.js";
import { checkOrientation, checkRigidBody, checkVector, type RigidBody, unitOrientation } from "../../mechanics/rigid-body.js";
import { type Amount, bodyFromShape, massAndCentre, type Shape } from "../../mechanics/shapes/index.js";
import { type FacePoints, type Surface, surfaceOf } from "../detection/surface.js";
import type { Motion } from "../free-bodies/driven.js";
import { drivenPlacement } from "../free-bodies/driven-ground.js";
import { freeBodies, type SurfacePair, withMotion } from "../free-bodies/free-bodies.js";
import type { FixedPlacement } from "../free-bodies/kinematics.js";
import type { Load } from "../free-bodies/loads.js";
import { freeMotion } from "../free-bodies/motion.js";
import { linkagesOf, type WeighedLink, weighLink } from "../mechanism/from-scene.js";
import { linkedSystem } from "../mechanism/linked-system.js";
import type { SceneGear, SceneLink, SceneLoop } from "../mechanism/scene-link.js";
import { GRAVITY } from "../system/gravity.js";
import type { FreeMotions } from "../system/mechanical-system.js";
import { inOneShape } from "../system/one-shape.js";
import type { SceneSystem } from "../system/scene-system.js";
import { amountOf, centreOf } from "./centre-in-shape.js";
import { movedGround } from "./moved-ground.js";
import { pairsOf } from "./pairs.js";

/** A body that moves. */
export interface SceneBody extends Amount {
  /** What it looks like, in its own axes. */
  readonly shape: Shape;
  /** Instead of what the shape would have: about the centre of mass, in shape axes, kg m^2. Needs a mass. */
  readonly inertia?: RigidBody["inertia"];
  /** Of mass, in shape axes, m. Needs `inertia`. Default: that of the shape. */
  readonly centre?: Vec3;
  /** Of the shape's origin, m, world axes. */
  readonly position: Vec3;
  /** Unit quaternion [x, y, z, w], shape to world. */
  readonly orientation?: Quaternion;
  /** Of the centre of mass, m/s, world axes. */
  readonly velocity?: Vec3;
  /** rad/s, world axes. */
  readonly angularVelocity?: Vec3;
  /** How flat faces are stood for. */
  readonly points?: FacePoints;
}

/** A plane that nothing moves; bodies are on the side its normal points to. */
export interface ScenePlane {
  /** The half space below a plane: its normal, which points away from it, and a point of it. */
  readonly plane: { readonly normal: Vec3 /** A point of it, m. Default: the origin. */; readonly point?: Vec3 };
  /** How it is moved. Default: not at all. */
  readonly motion?: Motion | readonly Motion[];
}

/** A body that nothing moves. */
export interface SceneFixed {
  /** What it looks like, in its own axes: a solid, or ground made of triangles. */
  readonly fixed: Shape | GroundShape;
  /** Of the shape's origin, m. */
  readonly position: Vec3;
  /** Body to world. Default: the world's axes. */
  readonly orientation?: Quaternion;
  /** How it is moved. Default: not at all. */
  readonly motion?: Motion | readonly Motion[];
}

/** What a pair of bodies is like where they touch. */
export interface SceneContact extends PairMaterial {
  /** Names of two bodies that may touch, one of which moves. */
  readonly between: readonly [string, string];
}

/** Bodies, ground, contacts and loads at the beginning of a simulation. */
export interface Scene {
  /** By name: bodies that move freely, links, and ground. */
  readonly bodies: Readonly<Record<string, SceneBody | SceneLink | ScenePlane | SceneFixed>>;
  /** Joints that close loops of links. */
  readonly loops?: readonly SceneLoop[];
  /** Joints that move in proportion. */
  readonly gears?: readonly SceneGear[];
  /** m/s^2, world axes. Default: [0, 0, -9.81]. */
  readonly gravity?: Vec3;
  /** What may touch and with which material. A pair that is not listed passes through unless `material` is given. */
  readonly contacts?: readonly SceneContact[];
  /** Of every pair that is not listed. Default: they pass through each other. */
  readonly material?: PairMaterial;
  /** Forces besides gravity and contacts. Default: none. */
  readonly loads?: readonly Load[];
}

/** Overlap at the beginning, relative to the size, that is taken for rounding. */
const OVERLAP = 1e-7;

/** The system that `createSimulation` moves, from bodies, links and materials. */
export function systemFromScene(scene: Scene): SceneSystem {
  const moving: Record<string, RigidBody> = {};
  const links: Record<string, SceneLink> = {};
  const weighed: Record<string, WeighedLink> = {};
  const surfaces: Record<string, Surface> = {};
  const grounds: Record<string, TriangleGround> = {};
  for (const [name, body] of Object.entries(scene.bodies)) {
    const path = `bodies.${name}`;
    if ("plane" in body) checkPlane(body, path);
    else if ("fixed" in body) {
      if (body.orientation !== undefined) checkOrientation(body.orientation, `${path}.orientation`);
      checkVector(body.position, `${path}.position`);
      if (isGroundShape(body.fixed)) grounds[name] = triangleGround(body.fixed, `${path}.fixed`);
      else surfaces[name] = surfaceOf(body.fixed, vec3.ZERO, {}, `${path}.fixed`);
    } else if ("joint" in body) {
      links[name] = body;
      weighed[name] = weighLink(body, path);
      if (weighed[name].surface !== undefined) surfaces[name] = weighed[name].surface;
    } else {
      moving[name] = rigidBodyOf(body, path);
      surfaces[name] = surfaceOf(body.shape, centreOf(body, path), body.points, `${path}.shape`);
    }
  }
  const names = [...Object.keys(moving), ...Object.keys(links)];
  const isMoving = (name: string) => Object.hasOwn(moving, name) || Object.hasOwn(links, name);
  if (names.length === 0) throw new InvalidInputError("bodies", Object.keys(scene.bodies), "hold nothing that moves");
  for (const [name, { joint }] of Object.entries(links)) checkHanger(scene, joint.parent ?? "world", `bodies.${name}.joint.parent`);
  scene.loops?.forEach(({ between }, i) => {
    between.forEach((name, side) => {
      checkHanger(scene, name, `loops[${i}].between[${side}]`);
    });
  });
  checkLoads(scene.loads ?? [], names);
  const common = {
    gravity: scene.gravity ?? GRAVITY,
    pairs: pairsOf(scene, isMoving, { surfaces, grounds }),
    reach: Object.fromEntries(names.filter((name) => Object.hasOwn(surfaces, name)).map((name) => [name, surfaces[name].reach])),
  };
  const starts = common.pairs.map(({ fixed }) =>
    fixed?.speedNear === undefined ? undefined : drivenPlacement(fixed.position, fixed.orientation),
  );
  const isFree = Object.keys(links).length === 0 && scene.loops === undefined;
  const whole = isFree
    ? ofFreeBodies(scene, moving, common)
    : inOneShape(movedGround(scene, inOneShape(withMechanisms(scene, moving, links, weighed, common)), common.pairs));
  checkOverlap(whole, whole.initialState().coordinates, (name) =>
    Object.hasOwn(links, name) ? `bodies.${name}.joint.start` : `bodies.${name}.position`,
  );
  const withDynamics = (other: Scene) => {
    const [bodies, gravity] = [movingAs(scene, other, moving), other.gravity ?? GRAVITY];
    if (starts.every((start) => start === undefined))
      return Object.assign(inOneShape(withMotion(whole, { bodies, gravity, loads: scene.loads ?? [] })), { scene: other });
    // Ground that is moved has been moved since: each system puts its own where it is.
    return ofFreeBodies(other, bodies, {
      gravity,
      pairs: common.pairs.map((pair, i) => withPlacement(pair, starts[i])),
      reach: common.reach,
    });
  };
  const motionWith = (other: Scene): FreeMotions => {
    const motion = freeMotion(movingAs(scene, other, moving), other.gravity ?? GRAVITY, scene.loads ?? []);
    // Ground that is moved is the last part.
    return { masses: motion.masses, flight: (part) => (part < motion.parts.length ? motion.flight(part) : whole.flight?.(part)) };
  };
  return Object.assign(whole, { scene, withDynamics: isFree ? withDynamics : undefined, motionWith: isFree ? motionWith : undefined });
}

/** What the bodies of a scene are like besides where they move. */
type Common = Pick<Parameters<typeof linkedSystem>[0], "gravity" | "pairs" | "reach">;

function ofFreeBodies(scene: Scene, bodies: Readonly<Record<string, RigidBody>>, common: Common): SceneSystem {
  return inOneShape(movedGround(scene, inOneShape(freeBodies({ bodies, loads: scene.loads ?? [], ...common })), common.pairs));
}

/** The pair, with a placement of its own that begins as the one that is given, if one is. */
function withPlacement(pair: SurfacePair, start: FixedPlacement | undefined): SurfacePair {
  if (start === undefined) return pair;
  const { between, material, geometry } = pair;
  return { between, material, geometry, fixed: drivenPlacement(start.position, start.orientation) };
}

/** The moving bodies of a scene that are other objects than those of the one before; the rest as they were. */
function movingAs(before: Scene, scene: Scene, moving: Readonly<Record<string, RigidBody>>): Readonly<Record<string, RigidBody>> {
  return Object.fromEntries(
    Object.entries(moving).map(([name, body]) => {
      const given = scene.bodies[name];
      return [name, given === before.bodies[name] ? body : rigidBodyOf(given as SceneBody, `bodies.${name}`)];
    }),
  );
}

/** Joints are to what moves freely or to the world; ground, moved or not, only touches. */
function checkHanger(scene: Scene, name: string, path: string): void {
  const body = Object.hasOwn(scene.bodies, name) ? scene.bodies[name] : undefined;
  if (body === undefined || !("plane" in body || "fixed" in body)) return;
  if (body.motion !== undefined)
    throw new InvalidInputError(
      path,
      name,
      "is ground that is moved: joints cannot hang on it, only on the world or on a body that moves freely",
    );
  throw new InvalidInputError(
    path,
    name,
    'is ground: joints cannot hang on it, only on a body that moves freely or on "world", which stands still as it does',
  );
}

function withMechanisms(
  scene: Scene,
  moving: Readonly<Record<string, RigidBody>>,
  links: Readonly<Record<string, SceneLink>>,
  weighed: Readonly<Record<string, WeighedLink>>,
  common: Common,
): SceneSystem {
  const bodies = Object.fromEntries(
    Object.entries(moving).map(([name, body]) => {
      const given = scene.bodies[name] as SceneBody;
      const isPushed = given.velocity !== undefined || given.angularVelocity !== undefined;
      return [name, { body, centre: centreOf(given, `bodies.${name}`), isPushed }];
    }),
  );
  const { linkages, taken, loads } = linkagesOf(
    { links, loops: scene.loops ?? [], gears: scene.gears ?? [], bodies, loads: scene.loads ?? [] },
    weighed,
  );
  const free = Object.fromEntries(Object.entries(moving).filter(([name]) => !taken.has(name)));
  const system = linkedSystem({ bodies: free, linkages, loads, ...common });
  checkMovable(system);
  return system;
}

/** A link that no force could stop to turn, because it has no inertia about its joint, is an error before anything moves. */
function checkMovable(system: SceneSystem): void {
  const { coordinates } = system.initialState();
  const unit = new Float64Array(system.speedCount).fill(1);
  try {
    system.solveMass(coordinates, unit, unit);
  } catch (error) {
    if (!(error instanceof SolverError)) throw error;
    throw new InvalidInputError("bodies", system.names, `cannot move: ${error.message}`);
  }
}

function rigidBodyOf(given: SceneBody, path: string): RigidBody {
  const { shape, inertia, position, mass, density, points: _points, centre: ownCentre, ...motion } = given;
  checkVector(position, `${path}.position`);
  if (ownCentre !== undefined) checkVector(ownCentre, `${path}.centre`);
  if (inertia === undefined) {
    if (ownCentre !== undefined) throw new InvalidInputError(`${path}.centre`, ownCentre, "is given without inertia, which it goes with");
    const body = bodyFromShape(shape, { position, ...motion, ...amountOf(given) }, `${path}.shape`);
    checkRigidBody(body, path);
    return body;
  }
  const own = massAndCentre(shape, amountOf(given), `${path}.shape`);
  if (motion.orientation !== undefined) checkOrientation(motion.orientation, `${path}.orientation`);
  const orientation = unitOrientation(motion.orientation);
  const centre = vec3.add(position, quaternion.rotate(orientation, ownCentre ?? own.centre));
  const { velocity = vec3.ZERO, angularVelocity = vec3.ZERO } = motion;
  const body = { mass: own.mass, inertia, position: centre, orientation, velocity, angularVelocity };
  checkRigidBody(body, path);
  return body;
}

function checkPlane({ plane: { normal, point } }: ScenePlane, path: string): void {
  checkVector(normal, `${path}.plane.normal`);
  if (vec3.normalize(normal) === undefined) throw new InvalidInputError(`${path}.plane.normal`, normal, "has no direction");
  if (point !== undefined) checkVector(point, `${path}.plane.point`);
}

function checkLoads(loads: readonly Load[], moving: readonly string[]): void {
  loads.forEach((load, i) => {
    const names = load.type === "spring" ? load.between : [load.body];
    names.forEach((name, side) => {
      if (load.type === "spring" && side === 1 && name === "world") return;
      if (moving.includes(name)) return;
      const path = load.type === "spring" ? `loads[${i}].between[${side}]` : `loads[${i}].body`;
      throw new InvalidInputError(path, name, `is not a body that moves (${moving.join(", ")})`);
    });
    if (load.type === "piecewise") {
      load.times.forEach((time, k) => {
        if (k > 0 && !(time > load.times[k - 1]))
          throw new InvalidInputError(`loads[${i}].times[${k}]`, time, "is not after the one before");
      });
      for (const field of ["forces", "torques"] as const)
        if (load[field] !== undefined && load[field].length !== load.times.length)
          throw new InvalidInputError(`loads[${i}].${field}`, load[field].length, `is not the number of times (${load.times.length})`);
    }
  });
}

/** Throws InvalidInputError where bodies overlap. @param pathOf of what says where a body is */
export function checkOverlap(system: SceneSystem, coordinates: Float64Array, pathOf: (name: string) => string): void {
  system.pairs.forEach(({ between }, pair) => {
    if (system.clearance(pair, coordinates) > 0) return;
    const overlap = (depth: number, place: string) => {
      if (depth <= OVERLAP * system.size) return;
      if (place.endsWith(" stop"))
        throw new InvalidInputError(pathOf(between[0]), place, `is passed by ${depth.toPrecision(3)} at the beginning`);
      throw new InvalidInputError(pathOf(between[0]), place, `overlaps ${between[1]} by ${depth.toPrecision(3)} m at the beginning`);
    };
    // Solids that cross each other need not have a corner in each other: where nothing separates them they overlap.
    const separation = system.separation(pair, coordinates);
    if (separation !== undefined) overlap(-separation, between[0]);
    else for (const feature of system.features(pair)) overlap(-system.gap(feature, coordinates), feature.key);
  });
}
