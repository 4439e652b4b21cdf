/**
 * A finished simulation as programs that draw see it: solids, and where each is at each row. All formats are written from this walk.
 */
import { groundTriangles, isGroundShape } from "../geometry/ground/ground-shape.js";
import * as quaternion from "../math/quaternion.js";
import * as vec3 from "../math/vec3.js";
import { massAndCentre, type Shape } from "../mechanics/shapes/index.js";
import { createGroundState, groundMotion } from "../simulation/free-bodies/ground-motion.js";
import type { SimulationStudy } from "../study/simulation/schema.js";
import type { BodyRow, RunJoint, RunRow, RunRows } from "./run-rows.js";
import { moved, type Triangles, trianglesOf } from "./triangles.js";

type Triple = readonly [number, number, number];
type Quadruple = readonly [number, number, number, number];
type StudyBody = SimulationStudy["bodies"][string];

/** One body that can be seen. */
export interface Solid {
  /** As in the study. */
  readonly name: string;
  /** About its place, in its own axes. */
  readonly surface: Triangles;
  /** Whether the run computes its motion; the others are ground. */
  readonly isMoving: boolean;
  /** Whether it stays where it is: ground that is not driven. */
  readonly isStill: boolean;
}

/** Where the solids are, besides all else at a row; in the order of `RunInSpace.solids`. */
export interface SpaceRow extends RunRow {
  /** Signs of turns are such that those of neighbouring rows are close. Velocities of ground are not told: 0. */
  readonly places: readonly BodyRow[];
}

/** A run as seen. */
export interface RunInSpace {
  /** Of the study. */
  readonly title: string;
  /** How many rows there are. */
  readonly count: number;
  /** Of the first row and the last, s. */
  readonly span: readonly [number, number];
  /** In the order of the study. Bodies without a shape have nothing to show. */
  readonly solids: readonly Solid[];
  /** Names of the bodies and links that move, shown or not. */
  readonly bodies: readonly string[];
  /** Revolute and prismatic joints. */
  readonly joints: readonly RunJoint[];
  /** Names of the energies. */
  readonly energies: readonly string[];
  /** All rows from the beginning; may be asked for again. */
  rows(): AsyncIterable<SpaceRow>;
}

interface Mover {
  readonly solid: Solid;
  placeAt(row: RunRow): BodyRow;
}

/** What a study and its rows show. Walks over the rows once, to know how many there are and how far the bodies go. */
export async function runInSpace(study: SimulationStudy, run: RunRows): Promise<RunInSpace> {
  const { title, bodies, joints, energies } = run;
  const { count, span, farthest } = await extentOf(run);
  const movers = moversOf(study, bodies, farthest);
  return {
    title,
    count,
    span,
    solids: movers.map(({ solid }) => solid),
    bodies,
    joints,
    energies,
    rows: () => walk(run, movers),
  };
}

async function* walk(run: RunRows, movers: readonly Mover[]): AsyncGenerator<SpaceRow> {
  const before: Quadruple[] = [];
  for await (const row of run.rows()) {
    const places = movers.map(({ placeAt }, i) => {
      const place = placeAt(row);
      const orientation = nearer(place.orientation, before[i] ?? place.orientation);
      before[i] = orientation;
      return orientation === place.orientation ? place : { ...place, orientation };
    });
    yield { ...row, places };
  }
}

/** q and -q are the same turn: between rows a program goes the short way only if their signs agree. */
function nearer(turn: Quadruple, before: Quadruple): Quadruple {
  const alike = turn[0] * before[0] + turn[1] * before[1] + turn[2] * before[2] + turn[3] * before[3];
  return alike < 0 ? [-turn[0], -turn[1], -turn[2], -turn[3]] : turn;
}

async function extentOf(run: RunRows) {
  let [count, first, last, farthest] = [0, 0, 0, 0];
  for await (const { time, bodies } of run.rows()) {
    if (count++ === 0) first = time;
    last = time;
    for (const { position } of bodies) farthest = Math.max(farthest, vec3.norm(position));
  }
  return { count, span: [first, last] as const, farthest };
}

function moversOf(study: SimulationStudy, names: readonly string[], farthest: number): Mover[] {
  return Object.entries(study.bodies).flatMap(([name, body]): Mover[] => {
    if ("plane" in body) return [ground(name, body.motion, planeOf(body.plane, farthest), vec3.ZERO)];
    if ("fixed" in body) {
      const { position, orientation = quaternion.IDENTITY } = body;
      return [ground(name, body.motion, moved(groundOf(body.fixed, `bodies.${name}.fixed`), vec3.ZERO, orientation), position)];
    }
    const own = names.indexOf(name);
    if (own < 0 || body.shape === undefined) return [];
    const shape = body.shape as Shape;
    const surface = moved(trianglesOf(shape), vec3.scale(centreInShape(body, shape), -1), quaternion.IDENTITY);
    return [{ solid: { name, surface, isMoving: true, isStill: false }, placeAt: ({ bodies }) => bodies[own] }];
  });
}

function groundOf(shape: Extract<StudyBody, { readonly fixed: unknown }>["fixed"], path: string): Triangles {
  if (!isGroundShape(shape)) return trianglesOf(shape as Shape);
  const { vertices, triangles } = groundTriangles(shape, path);
  return { points: vertices, faces: triangles };
}

/** Where the mass of a body has its centre, in the axes of its shape. */
function centreInShape(body: StudyBody, shape: Shape): Triple {
  if ("joint" in body && body.centre !== undefined) {
    const { position = vec3.ZERO, orientation = quaternion.IDENTITY } = body;
    const turn = quaternion.normalize(orientation) ?? quaternion.IDENTITY;
    return quaternion.rotate(quaternion.conjugate(turn), vec3.subtract(body.centre, position));
  }
  const { mass, density, centre } = body as { readonly mass?: number; readonly density?: number; readonly centre?: Triple };
  if (centre !== undefined) return centre;
  const amount = { ...(mass === undefined ? {} : { mass }), ...(density === undefined ? {} : { density }) };
  // A link whose inertia is given needs no mass of its shape; where that has its centre does not depend on it.
  const none = Object.keys(amount).length === 0 && shape.type !== "compound";
  return massAndCentre(shape, none ? { density: 1 } : amount).centre;
}

type Motion = Extract<StudyBody, { readonly fixed: unknown }>["motion"];

function ground(name: string, motion: Motion, surface: Triangles, position: Triple): Mover {
  const solid: Solid = { name, surface, isMoving: false, isStill: motion === undefined };
  const still: BodyRow = { position, orientation: quaternion.IDENTITY, velocity: vec3.ZERO, angularVelocity: vec3.ZERO };
  if (motion === undefined) return { solid, placeAt: () => still };
  const driven = groundMotion(motion, `bodies.${name}.motion`);
  return {
    solid,
    placeAt: ({ time }) => {
      const state = createGroundState();
      driven.stateAt(time, position, quaternion.IDENTITY, state);
      return { ...still, position: state.position, orientation: state.orientation };
    },
  };
}

/** Planes have no end; what is shown reaches as far beyond the motion as it goes itself, and no less than a metre. */
function planeOf({ normal, point = vec3.ZERO }: { readonly normal: Triple; readonly point?: Triple }, width: number): Triangles {
  const n = vec3.normalize(normal) ?? [0, 0, 1];
  const half = Math.max(1, 2 * width);
  const least = n.map(Math.abs).indexOf(Math.min(...n.map(Math.abs)));
  const across = vec3.normalize(vec3.cross([least === 0 ? 1 : 0, least === 1 ? 1 : 0, least === 2 ? 1 : 0], n)) ?? [1, 0, 0];
  const along = vec3.cross(n, across);
  const corner = (a: number, b: number) => vec3.add(point, vec3.add(vec3.scale(across, a * half), vec3.scale(along, b * half)));
  return {
    points: [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)],
    faces: [
      [0, 1, 2],
      [0, 2, 3],
    ],
  };
}
