/**
 * A finished simulation as programs that draw see it: solids, and where each is at each row. All formats are written from this.
 */
import { groundTriangles, isGroundShape } from "../geometry/ground/ground-shape.js";
import * as quaternion from "../math/quaternion.js";
import * as vec3 from "../math/vec3.js";
import { massProperties, type Shape } from "../mechanics/shapes/index.js";
import { createGroundState, groundMotion } from "../simulation/free-bodies/ground-motion.js";
import type { ContactRow } from "../simulation/record/record.js";
import type { SimulationResult } from "../study/simulation/result.js";
import type { SimulationStudy } from "../study/simulation/schema.js";
import { moved, type Triangles, trianglesOf } from "./triangles.js";

type Triple = readonly [number, number, number];
type Quadruple = readonly [number, number, number, number];
type StudyBody = SimulationStudy["bodies"][string];

/** One body. */
export interface Solid {
  /** As in the study. */
  readonly name: string;
  /** About its place, in its own axes. */
  readonly surface: Triangles;
  /** Whether the run computes its motion; the others are ground. */
  readonly isMoving: boolean;
  /** Of its place at each row, m, world axes; one entry for what stays. */
  readonly positions: readonly Triple[];
  /** Unit quaternions [x, y, z, w], body to world; as many, the sign chosen so that neighbours are close. */
  readonly orientations: readonly Quadruple[];
  /** Of the place, m/s, and turning, rad/s, world axes; of moving bodies, as many. */
  readonly velocities: readonly Triple[];
  /** rad/s, world axes. */
  readonly angularVelocities: readonly Triple[];
}

/** A run as seen. */
export interface RunInSpace {
  /** Of the study. */
  readonly title: string;
  /** Of the rows, s, ascending. */
  readonly times: readonly number[];
  /** In the order of the study. */
  readonly solids: readonly Solid[];
  /** Closed contacts, row by row. */
  readonly contacts: readonly ContactRow[];
}

/** What a study and its result show. Bodies without a shape have nothing to show. */
export function runInSpace(study: SimulationStudy, { title, series }: SimulationResult): RunInSpace {
  const { time: times, contacts } = series;
  const width = farthest(series.bodies);
  const solids = Object.entries(study.bodies).flatMap(([name, body]): Solid[] => {
    if ("plane" in body) return [ground(name, body.motion, planeOf(body.plane, width), vec3.ZERO, times)];
    if ("fixed" in body) {
      const { position, orientation = quaternion.IDENTITY } = body;
      return [ground(name, body.motion, moved(groundOf(body.fixed, `bodies.${name}.fixed`), vec3.ZERO, orientation), position, times)];
    }
    const own = series.bodies[name];
    if (own === undefined || body.shape === undefined) return [];
    const shape = body.shape as Shape;
    const centre = centreInShape(body, shape);
    return [
      {
        name,
        surface: moved(trianglesOf(shape), vec3.scale(centre, -1), quaternion.IDENTITY),
        isMoving: true,
        positions: own.position,
        orientations: continuous(own.orientation),
        velocities: own.velocity,
        angularVelocities: own.angularVelocity,
      },
    ];
  });
  return { title, times, solids, contacts };
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
  const { mass, density } = body as { readonly mass?: number; readonly density?: number };
  const amount = { ...(mass === undefined ? {} : { mass }), ...(density === undefined ? {} : { density }) };
  // A link whose inertia is given needs no mass of its shape; where that has its centre does not depend on it.
  const none = Object.keys(amount).length === 0 && shape.type !== "compound";
  return massProperties(shape, none ? { density: 1 } : amount).centre;
}

type Motion = Extract<StudyBody, { readonly fixed: unknown }>["motion"];

function ground(name: string, motion: Motion, surface: Triangles, position: Triple, times: readonly number[]): Solid {
  const still: Pick<Solid, "positions" | "orientations"> = { positions: [position], orientations: [quaternion.IDENTITY] };
  return {
    name,
    surface,
    isMoving: false,
    ...(motion === undefined ? still : movedGround(name, motion, position, times)),
    velocities: [],
    angularVelocities: [],
  };
}

function movedGround(name: string, motion: NonNullable<Motion>, position: Triple, times: readonly number[]) {
  const driven = groundMotion(motion, `bodies.${name}.motion`);
  const states = times.map((time) => {
    const state = createGroundState();
    driven.stateAt(time, position, quaternion.IDENTITY, state);
    return state;
  });
  return { positions: states.map((state) => state.position), orientations: continuous(states.map(({ orientation }) => orientation)) };
}

/** How far the bodies go from the origin, m. */
function farthest(bodies: SimulationResult["series"]["bodies"]): number {
  let most = 0;
  for (const { position } of Object.values(bodies)) for (const place of position) most = Math.max(most, vec3.norm(place));
  return most;
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

/** q and -q are the same turn: between rows a program goes the short way only if their signs agree. */
function continuous(orientations: readonly Quadruple[]): Quadruple[] {
  let sign = 1;
  return orientations.map((turn, i) => {
    const before = orientations[Math.max(0, i - 1)];
    const alike = turn[0] * before[0] + turn[1] * before[1] + turn[2] * before[2] + turn[3] * before[3];
    if (alike < 0) sign = -sign;
    return [sign * turn[0], sign * turn[1], sign * turn[2], sign * turn[3]];
  });
}
