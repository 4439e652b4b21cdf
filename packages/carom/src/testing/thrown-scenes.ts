/**
 * Bodies thrown at random over a floor, every third time beside a wall that leans away from them, and what is asked of every run with them:
 * it ends, or says why it cannot; it gains no energy; nothing goes through anything; no number is lost. Scene n is drawn from its own
 * numbers, so one can be run again alone.
 */
import { SolverError } from "../errors.js";
import { convexHull } from "../geometry/convex-hull.js";
import type { Quaternion } from "../math/quaternion.js";
import * as quaternion from "../math/quaternion.js";
import { createRandom } from "../math/random.js";
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import type { Compound, Shape } from "../mechanics/shapes/index.js";
import { createSimulation } from "../simulation/loop/simulation.js";
import { type Scene, type SceneBody, type SceneContact, type ScenePlane, systemFromScene } from "../simulation/scene/scene.js";
import type { MechanicalSystem } from "../simulation/system/mechanical-system.js";

export const MOST_BODIES = 12;
/** s. */
export const THROWN_DURATION = 1;

/** Distance of the places where bodies begin, m: more than two of the largest bodies need. */
const CELL = 0.46;
const COLUMNS = 4;
/** Part of the scenes that have a wall, and how far it is from the first column at the floor, m. */
const WALLS = 1 / 3;
const WALL_DISTANCE = 0.3;

export type Random = () => number;

/** 1 to `mostBodies` spheres, boxes, capsules, cylinders and tetrahedra, in up to four columns over the plane z = 0. */
export function thrownScene(seed: number, mostBodies = MOST_BODIES): Scene {
  return drawnScene(seed, mostBodies, shapeOf, canMeet);
}

/** The same of all shapes, every second one rounded, all of which meet. A family of its own: scenes of a seed stay what they are. */
export function thrownShapes(seed: number, mostBodies = 6): Scene {
  return drawnScene(seed, mostBodies, anyShapeOf, () => true);
}

function drawnScene(seed: number, mostBodies: number, drawShape: (random: Random) => Shape, meet: typeof canMeet): Scene {
  const random = createRandom(seed);
  const between = (low: number, high: number) => low + (high - low) * random();
  const count = 1 + Math.floor(mostBodies * random());
  const bodies: Record<string, SceneBody> = {};
  const heights = [0.25, 0.25, 0.25, 0.25];
  for (let i = 0; i < count; i++) {
    const column = i % COLUMNS;
    heights[column] += between(0, 0.3);
    bodies[`body${i}`] = {
      shape: drawShape(random),
      density: between(200, 4000),
      position: [CELL * (column % 2), CELL * Math.floor(column / 2), heights[column]],
      orientation: orientationOf(random),
      velocity: [between(-1, 1), between(-1, 1), between(-2, 0.5)],
      angularVelocity: vec3.scale(directionOf(random), between(0, 15)),
    };
    heights[column] += CELL;
  }
  const material = () => ({ friction: random() < 0.1 ? 0 : between(0, 1), restitution: random() < 0.1 ? 0 : between(0, 0.9) });
  const names = Object.keys(bodies);
  const contacts: SceneContact[] = names.flatMap((name, i) => [
    { between: [name, "floor"] as const, ...material() },
    ...names
      .slice(i + 1)
      .filter((other) => meet(bodies[name].shape, bodies[other].shape))
      .map((other) => ({ between: [name, other] as const, ...material() })),
  ]);
  const floor: ScenePlane = { plane: { normal: [0, 0, 1] } };
  if (random() > WALLS) return { bodies: { ...bodies, floor }, contacts };
  const wall: ScenePlane = { plane: { normal: [1, 0, between(0, 0.3)], point: [-WALL_DISTANCE, 0, 0] } };
  const wallContacts = names.map((name): SceneContact => ({ between: [name, "wall"], ...material() }));
  return { bodies: { ...bodies, floor, wall }, contacts: [...contacts, ...wallContacts] };
}

/** Sizes keep every point within 0.22 m of the position. */
export function shapeOf(random: Random): Shape {
  const between = (low: number, high: number) => low + (high - low) * random();
  switch (Math.floor(5 * random())) {
    case 0:
      return { type: "sphere", radius: between(0.04, 0.2) };
    case 1:
      return { type: "box", size: [between(0.05, 0.25), between(0.05, 0.25), between(0.05, 0.25)] };
    case 2:
      return { type: "capsule", radius: between(0.02, 0.08), length: between(0.05, 0.25) };
    case 3:
      return { type: "cylinder", radius: between(0.03, 0.15), height: between(0.02, 0.25) };
    default:
      return {
        type: "tetrahedron",
        vertices: [
          [-0.1, -0.1, -0.08],
          [between(0.05, 0.15), -0.1, -0.08],
          [-0.1, between(0.05, 0.15), -0.08],
          [between(-0.1, 0.1), between(-0.1, 0.1), between(0.02, 0.15)],
        ],
      };
  }
}

/** Of all kinds, compounds of two of them among these; the same sizes. */
function anyShapeOf(random: Random): Shape {
  if (random() > COMPOUNDS) return simpleShapeOf(random);
  const along = directionOf(random);
  const parts = [-1, 1].map((side) => ({
    shape: smaller(simpleShapeOf(random)),
    position: vec3.scale(along, side * BESIDE),
    orientation: orientationOf(random),
  }));
  return { type: "compound", parts };
}

/** Part of the bodies that are compounds, and how far their parts are from the middle, m. */
const COMPOUNDS = 1 / 8;
const BESIDE = 0.06;

/** Half as large. */
function smaller(shape: Exclude<Shape, Compound>): Exclude<Shape, Compound> {
  const half = (value: unknown): unknown => (typeof value === "number" ? value / 2 : Array.isArray(value) ? value.map(half) : value);
  const { type, triangles, ...lengths } = shape as Exclude<Shape, Compound> & { readonly triangles?: readonly Vec3[] };
  const halves = Object.fromEntries(Object.entries(lengths).map(([name, value]) => [name, half(value)]));
  return { type, ...(triangles === undefined ? {} : { triangles }), ...halves } as Exclude<Shape, Compound>;
}

function simpleShapeOf(random: Random): Exclude<Shape, Compound> {
  const between = (low: number, high: number) => low + (high - low) * random();
  const kind = Math.floor(9 * random());
  const rounding = random() < 0.5 ? between(0.003, 0.02) : 0;
  switch (kind) {
    case 0:
      return { type: "cone", radius: between(0.04, 0.12), height: between(0.05, 0.15), rounding };
    case 1:
      return { type: "ellipsoid", halfAxes: [between(0.03, 0.15), between(0.03, 0.15), between(0.03, 0.15)], rounding };
    case 2:
      return { type: "rod", length: between(0.2, 0.35), radius: between(0.002, 0.01) };
    case 3:
      return { ...hullOf(random), rounding };
    default:
      return { ...(shapeOf(random) as Exclude<Shape, Compound>), rounding };
  }
}

/** The hull of 8 to 24 points about a ball. */
function hullOf(random: Random): Exclude<Shape, Compound> {
  const radius = 0.05 + 0.1 * random();
  const points = Array.from({ length: 8 + Math.floor(17 * random()) }, () => vec3.scale(directionOf(random), radius));
  const hull = convexHull(points);
  if (hull === undefined) return hullOf(random);
  return { type: "mesh", vertices: hull.vertices, triangles: hull.triangles };
}

/** Pairs of shapes that meet in the scenes of `thrownScene` and `denseScene`; the others pass through each other there. */
export function canMeet(first: Shape, second: Shape): boolean {
  const solid = ({ type }: Shape) => type === "box" || type === "tetrahedron";
  const ball = ({ type }: Shape) => type === "sphere";
  const meets = (a: Shape, b: Shape) => ball(a) && (ball(b) || solid(b) || b.type === "capsule");
  return (solid(first) && solid(second)) || meets(first, second) || meets(second, first);
}

export function directionOf(random: Random): Vec3 {
  for (;;) {
    const v: Vec3 = [2 * random() - 1, 2 * random() - 1, 2 * random() - 1];
    const length = vec3.norm(v);
    if (length > 0.1 && length < 1) return vec3.scale(v, 1 / length);
  }
}

export function orientationOf(random: Random): Quaternion {
  return quaternion.fromAxisAngle(directionOf(random), 3 * random()) ?? quaternion.IDENTITY;
}

/** How the run of a thrown scene ended. */
export interface ThrownRun {
  /** How many. */
  readonly bodies: number;
  /** `failed`: the simulator said that it could not go on. */
  readonly status: "finished" | "rest" | "failed";
  /** Of a run that failed: why, as it says itself. */
  readonly cause?: string;
  /** Where the run was when it ended, s. */
  readonly time: number;
  /** What must not be. */
  readonly complaints: readonly string[];
  /** Energy at the end less applied work, over that at the beginning, less one: positive is a gain. */
  readonly gain: number;
  /** Residual of the ledger, relative to the energy at the beginning. */
  readonly residual: number;
  /** Deepest overlap at the end, relative to the size. */
  readonly overlap: number;
  /** How many. */
  readonly impacts: number;
  /** How many, impacts among them. */
  readonly events: number;
  /** Impacts that the law for their contacts could not resolve and another one did. */
  readonly fallbacks: number;
}

/** Rounding and the error of integration. */
const GAIN = 1e-9;
const OVERLAP = 1e-6;
/** Of the ledger, relative to the energy at the beginning. */
const RESIDUAL = 1e-8;

/** Thrown to stop a run that takes too long. */
const OVER = new SolverError("it takes too long", {});

/**
 * Runs a scene and looks at what is left. Only errors that are not the simulator's own get out. `isOver`: asked at every event and step
 * whether to give up.
 */
export function runThrown(scene: Scene, duration = THROWN_DURATION, isOver: () => boolean = () => false): ThrownRun {
  const system = systemFromScene(scene);
  const simulation = createSimulation(system, system.initialState());
  let impacts = 0;
  let events = 0;
  let fallbacks = 0;
  let cause: string | undefined;
  try {
    simulation.advance(duration, {
      motion: () => {
        if (isOver()) throw OVER;
      },
      event: ({ impact }) => {
        events++;
        if (isOver()) throw OVER;
        if (impact === undefined) return;
        impacts++;
        if (impact.replaced !== undefined) fallbacks++;
      },
    });
    if (simulation.status === "too-many-events") cause = "too many events";
    if (simulation.status === "work-limit") cause = "too much work";
  } catch (error) {
    if (!(error instanceof SolverError)) throw error;
    cause = error.message;
  }
  const { before, now, appliedWork, residual } = simulation.ledger();
  const gain = (now - appliedWork) / before - 1;
  const overlap = overlapOf(system, simulation.coordinates);
  const complaints: string[] = [];
  const numbers = [...simulation.coordinates, ...simulation.speeds, now, residual];
  if (!numbers.every(Number.isFinite)) complaints.push("a number is not finite");
  if (!(gain <= GAIN)) complaints.push(`energy grows by ${gain.toExponential(1)}`);
  // A run that was stopped within an event has not told the ledger all of it.
  if (cause === undefined && !(Math.abs(residual) <= RESIDUAL * before))
    complaints.push(`the ledger lacks ${(residual / before).toExponential(1)}`);
  if (!(overlap <= OVERLAP)) complaints.push(`bodies overlap by ${overlap.toExponential(1)} of the size`);
  return {
    bodies: system.names.length,
    status: cause !== undefined ? "failed" : simulation.status === "rest" ? "rest" : "finished",
    ...(cause === undefined ? {} : { cause }),
    time: simulation.time,
    complaints,
    gain,
    residual: Math.abs(residual) / before,
    overlap,
    impacts,
    events,
    fallbacks,
  };
}

/** The deepest, in sizes. */
export function overlapOf(system: MechanicalSystem, coordinates: Float64Array): number {
  let deepest = 0;
  system.pairs.forEach((_, pair) => {
    if (system.clearance(pair, coordinates) > 0) return;
    const separation = system.separation(pair, coordinates);
    if (separation !== undefined) {
      deepest = Math.max(deepest, -separation);
      return;
    }
    for (const feature of system.features(pair)) deepest = Math.max(deepest, -system.gap(feature, coordinates));
  });
  return deepest / system.size;
}
