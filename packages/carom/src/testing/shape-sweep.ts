/**
 * One small scene for every two shapes, sharp and rounded: a second lies on the floor, a first falls on it askew, hits, slides, rolls and
 * comes to rest or down to the floor. Sizes are those of things in a hand.
 */
import { SolverError } from "../errors.js";
import { closestPoints } from "../geometry/closest-points.js";
import type { ConvexShape } from "../geometry/shapes.js";
import type { Quaternion } from "../math/quaternion.js";
import * as quaternion from "../math/quaternion.js";
import type { Vec3 } from "../math/vec3.js";
import type { Shape } from "../mechanics/shapes/index.js";
import { createSimulation } from "../simulation/regime/simulation.js";
import { type Scene, systemFromScene } from "../simulation/scene/scene.js";
import { overlapOf } from "./thrown-scenes.js";

const ROUNDING = 0.01;

const octahedron: readonly Vec3[] = [
  [0.06, 0, 0],
  [-0.06, 0, 0],
  [0, 0.07, 0],
  [0, -0.07, 0],
  [0, 0, 0.05],
  [0, 0, -0.05],
];

const sharp = {
  sphere: { type: "sphere", radius: 0.06 },
  capsule: { type: "capsule", length: 0.12, radius: 0.04 },
  rod: { type: "rod", length: 0.3, radius: 0.01 },
  ellipsoid: { type: "ellipsoid", halfAxes: [0.08, 0.05, 0.04] },
  box: { type: "box", size: [0.12, 0.1, 0.08] },
  cylinder: { type: "cylinder", radius: 0.05, height: 0.1 },
  cone: { type: "cone", radius: 0.06, height: 0.12 },
  tetrahedron: {
    type: "tetrahedron",
    vertices: [
      [-0.06, -0.05, -0.03],
      [0.07, -0.05, -0.03],
      [0, 0.07, -0.03],
      [0, 0, 0.08],
    ],
  },
  mesh: {
    type: "mesh",
    vertices: octahedron,
    triangles: [
      [0, 2, 4],
      [2, 1, 4],
      [1, 3, 4],
      [3, 0, 4],
      [2, 0, 5],
      [1, 2, 5],
      [3, 1, 5],
      [0, 3, 5],
    ],
  },
} satisfies Record<string, Shape>;

/** By name: all kinds, and those that have edges also rounded. */
export const SWEPT_SHAPES: Readonly<Record<string, ConvexShape & Shape>> = {
  ...sharp,
  "rounded box": { ...sharp.box, rounding: ROUNDING },
  "rounded cylinder": { ...sharp.cylinder, rounding: ROUNDING },
  "rounded cone": { ...sharp.cone, rounding: ROUNDING },
  "rounded ellipsoid": { ...sharp.ellipsoid, rounding: ROUNDING },
  "rounded tetrahedron": { ...sharp.tetrahedron, rounding: ROUNDING },
  "rounded mesh": { ...sharp.mesh, rounding: ROUNDING },
};

/** Every two of them, each pair once. */
export const SWEPT_PAIRS: readonly (readonly [string, string])[] = Object.keys(SWEPT_SHAPES).flatMap((first, i, names) =>
  names.slice(i).map((second) => [first, second] as const),
);

/** How the first comes down. */
export type SweptMotion = "fall" | "roll" | "slide";

/** All of them. */
export const SWEPT_MOTIONS: readonly SweptMotion[] = ["fall", "roll", "slide"];

interface Throw {
  readonly velocity: Vec3;
  readonly angularVelocity: Vec3;
  readonly friction: number;
  readonly restitution: number;
}

const MOTIONS: Readonly<Record<SweptMotion, Throw>> = {
  fall: { velocity: [0, 0, -1], angularVelocity: [1, -2, 0.5], friction: 0.4, restitution: 0.3 },
  roll: { velocity: [0.15, 0.1, 0], angularVelocity: [-2, 3, 0], friction: 0.8, restitution: 0 },
  slide: { velocity: [0.2, 0.1, 0], angularVelocity: [0, 0, 2], friction: 0.1, restitution: 0 },
};

/** The scene of two of the shapes, by name. */
export function sweptScene(first: string, second: string, motion: SweptMotion): Scene {
  const { velocity, angularVelocity, friction, restitution } = MOTIONS[motion];
  const tilt = quaternion.fromAxisAngle([1, 0.4, 0.2], motion === "fall" ? 0.7 : 0.05) ?? quaternion.IDENTITY;
  const height = CLEARANCE + depthOf(SWEPT_SHAPES[second], quaternion.IDENTITY, 1);
  const above = height + depthOf(SWEPT_SHAPES[second], quaternion.IDENTITY, -1) + CLEARANCE + depthOf(SWEPT_SHAPES[first], tilt, 1);
  return {
    material: { friction, restitution },
    bodies: {
      first: {
        shape: SWEPT_SHAPES[first],
        density: 1000,
        position: [0.01, 0.005, above],
        orientation: tilt,
        velocity,
        angularVelocity,
      },
      second: { shape: SWEPT_SHAPES[second], density: 1000, position: [0, 0, height] },
      floor: { plane: { normal: [0, 0, 1] } },
    },
  };
}

/** m: between the floor, the second and the first at the beginning. */
const CLEARANCE = 0.01;

/** How far a shape reaches below its origin (side 1), or above it (-1), m. */
function depthOf(shape: ConvexShape, orientation: Quaternion, side: 1 | -1): number {
  const plane = { shape: { type: "plane" }, orientation: side === 1 ? quaternion.IDENTITY : UPSIDE_DOWN } as const;
  return -closestPoints({ shape, orientation }, plane).gap;
}

const UPSIDE_DOWN: Quaternion = [1, 0, 0, 0];

/** How the run of a swept scene ended. */
export interface SweptRun {
  /** Where it was when it ended, s. */
  readonly time: number;
  /** Whether a part of it went by steps. */
  readonly stepped: boolean;
  /** What must not be. */
  readonly complaints: readonly string[];
}

/** s. */
const DURATION = 0.5;
/** Rounding and the error of integration; of the ledger, relative to the energy at the beginning. */
const GAIN = 1e-9;
const RESIDUAL = 1e-8;
/** In sizes: what steps allow. */
const OVERLAP = 1e-3;

/** Thrown to stop a run that takes too long. */
const OVER = new SolverError("it takes too long", {});

/** Runs a scene as everybody does, by events or, where these come too fast, by steps. `isOver`: asked whether to give up. */
export function runSwept(scene: Scene, isOver: () => boolean): SweptRun {
  const system = systemFromScene(scene);
  const simulation = createSimulation(system, system.initialState());
  const complaints: string[] = [];
  const look = () => {
    if (isOver()) throw OVER;
  };
  try {
    simulation.advance(DURATION, { motion: look, event: look });
  } catch (error) {
    if (!(error instanceof SolverError)) throw error;
    complaints.push(error.message);
  }
  const { before, now, appliedWork, residual } = simulation.ledger();
  const gain = (now - appliedWork) / before - 1;
  if (!(gain <= GAIN)) complaints.push(`energy grows by ${gain.toExponential(1)}`);
  if (complaints.length === 0 && !(Math.abs(residual) <= RESIDUAL * before))
    complaints.push(`the ledger lacks ${(residual / before).toExponential(1)}`);
  const overlap = overlapOf(system, simulation.coordinates);
  if (!(overlap <= OVERLAP)) complaints.push(`bodies overlap by ${overlap.toExponential(1)} of the size`);
  return { time: simulation.time, stepped: simulation.stepped.length > 0, complaints };
}
