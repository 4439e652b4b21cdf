/**
 * Where a hand holds a body best: the whole hand is turned about the vertical through the middle of the body and set higher or lower.
 *
 * All places of a grid are tried by grasps to their end; then the best is improved by steps that are halved where no neighbour is better.
 * A place is as good as the worst of itself and of those that an error of the pose would make of it.
 *
 * - work: least work until the body is gripped; - strain: least strain on the way; - margin: greatest share of friction left, lifted.
 */

import { InvalidInputError, SolverError } from "../../errors.js";
import { cos, sin } from "../../math/elementary.js";
import type { Vec3 } from "../../math/vec3.js";
import { meshBounds } from "../mesh/mesh.js";
import { type BodyAtRest, bodyAtRest, type GraspOutcome, type GraspRun, type GraspSpec, grasp } from "./grasp.js";
import type { GraspFinger } from "./hand.js";

/** What is looked for. */
export type GraspGoal = "work" | "strain" | "margin";

/** Which places are tried. */
export interface GraspSearch {
  /** What is looked for. */
  readonly goal: GraspGoal;
  /** By which the hand is set higher than given, from and to, m, and how many. */
  readonly heights: { readonly from: number; readonly to: number; readonly count: number };
  /** By which it is turned, rad. */
  readonly turns: { readonly from: number; readonly to: number; readonly count: number };
  /** Halvings of the steps of the grid in which the best is improved; default 2. */
  readonly improve?: number;
  /** An error of the hand's pose that a place must bear: height, m, and turn, rad. */
  readonly poseError?: { readonly height: number; readonly turn: number };
}

/** A place of the hand, and what became of it. */
export interface TriedPlace {
  /** m. */
  readonly height: number;
  /** rad. */
  readonly turn: number;
  /** Whether it was a place of the grid or one of the improvement. */
  readonly improved: boolean;
  /** How the grasp there ended. */
  readonly outcome: GraspOutcome | "refused";
  /** Where each finger first touches, m; empty where it misses. */
  readonly touches: readonly Vec3[];
  /** Until the grip, J. */
  readonly work?: number;
  /** Largest on the way. */
  readonly strain?: number;
  /** Least of the fingers at the end. */
  readonly margin?: number;
  /** What the goal asks for, with the error of the pose; less is better, absent where the body is not held. */
  readonly cost?: number;
}

/** All places that were tried, and the best. */
export interface SearchedGrasp {
  /** In the order in which they were tried. */
  readonly places: readonly TriedPlace[];
  /** Absent: the body is held at none. */
  readonly best?: TriedPlace;
}

/** The fingers of a hand that is turned about the middle of a body and set higher. */
export function movedHand(fingers: readonly GraspFinger[], middle: Vec3, turn: number, height: number): GraspFinger[] {
  const [c, s] = [cos(turn), sin(turn)];
  const turned = ([x, y, z]: Vec3): Vec3 => [c * x - s * y, s * x + c * y, z];
  return fingers.map((finger) => {
    const [x, y, z] = turned([finger.at[0] - middle[0], finger.at[1] - middle[1], finger.at[2]]);
    return {
      ...finger,
      at: [middle[0] + x, middle[1] + y, z + height],
      direction: turned(finger.direction),
      ...(finger.up === undefined ? {} : { up: turned(finger.up) }),
    };
  });
}

/** The middle of a body in plan. */
export function middleOf({ mesh }: Pick<GraspSpec, "mesh">): Vec3 {
  const { low, high } = meshBounds(mesh.nodes);
  return [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, 0];
}

/** Tries places of a hand and improves the best. */
export function searchGrasp(spec: GraspSpec, search: GraspSearch, watch: (done: number, of: number) => void = () => {}): SearchedGrasp {
  const { heights, turns, improve = 2 } = search;
  for (const [name, { from, to, count }] of Object.entries({ heights, turns }))
    if (!(count >= 1 && Number.isInteger(count) && count <= 100 && from <= to))
      throw new InvalidInputError(`search.${name}`, count, "is not 1 to 100 places from a number to one that is not less");
  const at = bodyAtRest(spec);
  const places: TriedPlace[] = [];
  const known = new Map<string, TriedPlace>();
  const attempt = (height: number, turn: number, improved: boolean): TriedPlace => {
    const key = `${height.toPrecision(12)} ${turn.toPrecision(12)}`;
    const found = known.get(key) ?? tried(spec, at, search, { height, turn, improved });
    if (!known.has(key)) {
      known.set(key, found);
      places.push(found);
    }
    return found;
  };
  const total = heights.count * turns.count;
  let best: TriedPlace | undefined;
  const better = (place: TriedPlace): boolean => place.cost !== undefined && !(best?.cost !== undefined && best.cost <= place.cost);
  for (let i = 0; i < heights.count; i++)
    for (let j = 0; j < turns.count; j++) {
      const place = attempt(placeOf(heights, i), placeOf(turns, j), false);
      if (better(place)) best = place;
      watch(places.length, total);
    }
  let [rise, turn] = [stepOf(heights), stepOf(turns)];
  for (let halving = 0; halving < improve && best !== undefined; halving++) {
    rise /= 2;
    turn /= 2;
    const from: TriedPlace = best;
    const around = [
      [rise, 0],
      [-rise, 0],
      [0, turn],
      [0, -turn],
    ].filter(([a, b]) => a !== 0 || b !== 0);
    for (const [a, b] of around) {
      const place = attempt(from.height + a, from.turn + b, true);
      if (better(place)) best = place;
    }
  }
  return { places, ...(best === undefined ? {} : { best }) };
}

const stepOf = ({ from, to, count }: GraspSearch["heights"]): number => (count > 1 ? (to - from) / (count - 1) : to - from);
const placeOf = (grid: GraspSearch["heights"], i: number): number => grid.from + i * (grid.count > 1 ? stepOf(grid) : 0);

type Pose = Pick<TriedPlace, "height" | "turn" | "improved">;

function tried(spec: GraspSpec, at: BodyAtRest, { goal, poseError }: GraspSearch, pose: Pose): TriedPlace {
  const own = runAt(spec, at, pose.height, pose.turn);
  if (own === undefined) return { ...pose, outcome: "refused", touches: [] };
  const told = judged(own);
  const place = { ...pose, outcome: own.outcome, touches: own.scene.fingers.map(({ start }) => start), ...told };
  const first = costOf(own, goal);
  if (first === undefined || poseError === undefined) return first === undefined ? place : { ...place, cost: first };
  let cost = first;
  for (const [a, b] of [
    [1, 1],
    [1, -1],
    [-1, 1],
    [-1, -1],
  ]) {
    const off = runAt(spec, at, pose.height + a * poseError.height, pose.turn + b * poseError.turn);
    const other = off === undefined ? undefined : costOf(off, goal);
    if (other === undefined) return place;
    cost = Math.max(cost, other);
  }
  return { ...place, cost };
}

/** Undefined where the fingers miss the body or no equilibrium is there. */
function runAt(spec: GraspSpec, at: BodyAtRest, height: number, turn: number): GraspRun | undefined {
  try {
    return grasp({ ...spec, fingers: movedHand(spec.fingers, middleOf(spec), turn, height) }, () => {}, at);
  } catch (error) {
    if (error instanceof SolverError || (error instanceof InvalidInputError && /^fingers/.test(error.path))) return undefined;
    throw error;
  }
}

function judged({ records }: GraspRun): Pick<TriedPlace, "work" | "strain" | "margin"> {
  const grip = records.filter(({ phase }) => phase === "close").at(-1);
  const last = records.at(-1);
  return {
    ...(grip === undefined ? {} : { work: grip.work }),
    strain: Math.max(...records.map(({ strain }) => strain)),
    ...(last === undefined ? {} : { margin: Math.min(...last.margins) }),
  };
}

function costOf(run: GraspRun, goal: GraspGoal): number | undefined {
  if (run.outcome !== "held" && run.outcome !== "closed" && run.outcome !== "put-down") return undefined;
  const told = judged(run);
  const value = told[goal];
  return value === undefined ? undefined : goal === "margin" ? -value : value;
}
