/**
 * A hand of fingers of any form takes a soft body from a table: rest, close, lift, carry, put down.
 *
 * - rest: gravity on the table alone.
 * - close: all fingers go along their directions, by a distance, until their mean push has a value, or until the body could be lifted.
 * - lift: the hand goes up in steps until nothing touches the table.
 * - carry: the hand is turned and accelerated; in its frame the weight turns and grows, in steps.
 * - put down and open: the hand goes down again until the table carries the body, and opens.
 *
 * The body slips where a finger has no node left that sticks. A step on which no equilibrium is found is halved.
 */
import { InvalidInputError, SolverError } from "../../errors.js";
import { cos, sin } from "../../math/elementary.js";
import { addScaled, cross, dot, norm, normalize, scale, subtract, type Vec3 } from "../../math/vec3.js";
import { checkFriction } from "../fem/material.js";
import {
  contactCounts,
  everyFingerHolds,
  everyFingerLifts,
  type GraspPhase,
  type GraspRecord,
  hertzWorkOf,
  meshErrorOf,
  recordOf,
  workBetween,
} from "./account.js";
import { type GraspBodySpec, graspBody } from "./body.js";
import { type GraspFinger, placeHand } from "./hand.js";
import { type FingerResolution, graspResolution } from "./resolution.js";
import { type GraspScene, type GraspState, type Hold, NONE, obstacleForce, surfacePlaces, TABLE } from "./scene.js";
import { type SettleMemory, settle } from "./settle.js";

/** A part of the way along which a hand carries a body. */
export interface CarryStep {
  /** By which the hand is turned, added to what it was: axis in the world, angle in rad. */
  readonly turn?: { readonly axis: Vec3; readonly angle: number };
  /** Of the hand in the world at the end of this part, m/s^2. */
  readonly acceleration?: Vec3;
}

/** How far a hand closes. */
export type Closing =
  | { readonly distance: number; readonly untilLiftable?: boolean }
  /** Mean push of the fingers, N, kept up afterwards. */
  | { readonly push: number };

/** What is grasped, with what, and what is done then. */
export interface GraspSpec extends GraspBodySpec {
  /** 0 to 1000. */
  readonly tableFriction: number;
  /** Two to twenty. */
  readonly fingers: readonly GraspFinger[];
  /** How far the hand closes. */
  readonly close: Closing;
  /** In which the hand closes; default 10. */
  readonly steps?: number;
  /** False: close only. */
  readonly lift?: boolean;
  /** What is done once the body is lifted. */
  readonly carry?: readonly CarryStep[];
  /** Whether the body is put down at the end. */
  readonly putDown?: boolean;
  /** m/s^2, that accelerations are compared with. Default 9.81. */
  readonly gravity?: number;
  /** Strain in 99 % of the volume at which the grasp ends. Default 0.5. */
  readonly strainLimit?: number;
}

/** How a grasp ended. */
export type GraspOutcome = "closed" | "held" | "put-down" | "not-liftable" | "slipped" | "strain" | "no-equilibrium";

/** A grasp from its start to its end. */
export interface GraspRun {
  /** How it ended. */
  readonly outcome: GraspOutcome;
  /** Body, table and fingers. */
  readonly scene: GraspScene;
  /** One for each step, from rest on. */
  readonly records: readonly GraspRecord[];
  /** At rest, in the grip, lifted and at the end. */
  readonly states: { readonly rest: GraspState; readonly grip?: GraspState; readonly lifted?: GraspState; readonly end: GraspState };
  /** Where it slipped: the phase, which part of the carrying, and the share of that part that was done. */
  readonly slip?: { readonly phase: GraspPhase; readonly part?: number; readonly share: number };
  /** Share by which the mesh makes work and push of the grip too large, estimated; absent where it cannot be. */
  readonly meshError?: number;
  /** Work of Hertz's contacts at the pushes of the grip, J; absent unless all fingers are balls. */
  readonly hertzWork?: number;
  /** How finely the mesh resolves what each finger touches in the grip. */
  readonly resolution?: readonly FingerResolution[];
}

/** What a run of a grasp tells on its way. */
export type GraspWatch = (record: GraspRecord, state: GraspState) => void;

const DOWN: Vec3 = [0, 0, -1];
const STILL: Vec3 = [0, 0, 0];
const HALVINGS = 5;

/** A grasp on its way. */
export interface Course {
  /** Body, table and fingers. */
  readonly scene: GraspScene;
  readonly memory: SettleMemory;
  readonly records: GraspRecord[];
  readonly limit: number;
  readonly watch: GraspWatch;
  state: GraspState;
  work: number;
}

/** Runs a grasp; `at`: what bodyAtRest() found for the same body, so that it need not be found again. */
export function grasp(spec: GraspSpec, watch: GraspWatch = () => {}, at: BodyAtRest = bodyAtRest(spec)): GraspRun {
  const { steps = 10, carry = [], strainLimit = 0.5, gravity = 9.81 } = spec;
  checkSpec(spec);
  const memory: SettleMemory = {};
  const fingers = placeHand(spec.fingers, surfacePlaces(at.scene, at.rest.displacement), at.scene.body.size);
  const scene: GraspScene = { ...at.scene, fingers };
  const rest = { ...at.rest, fingers: true, given: new Float64Array(fingers.length) };
  const course: Course = { scene, memory, records: [], limit: strainLimit, watch, state: rest, work: 0 };
  noted(course, "rest");
  const states: { rest: GraspState; grip?: GraspState; lifted?: GraspState } = { rest };
  let gripped: GraspRecord | undefined;
  const end = (outcome: GraspOutcome, slip?: GraspRun["slip"]): GraspRun => ({
    outcome,
    scene,
    records: course.records,
    states: { ...states, end: course.state },
    ...(slip === undefined ? {} : { slip }),
    ...meshErrorOf(scene, states.grip),
    ...(gripped === undefined ? {} : hertzWorkOf(scene, gripped.pushes)),
    ...(gripped === undefined || states.grip === undefined ? {} : { resolution: graspResolution(scene, states.grip, gripped.pushes) }),
  });
  const closed = close(course, spec.close, steps);
  if (closed !== undefined) return end(closed);
  states.grip = course.state;
  gripped = course.records.at(-1);
  if (spec.lift === false) return end("closed");
  const lost = raise(course);
  if (lost !== undefined) return end(lost.outcome, lost.slip);
  states.lifted = course.state;
  let axes: Vec3[] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  for (const [part, { turn, acceleration = STILL }] of carry.entries()) {
    if (turn !== undefined) axes = axes.map((axis) => turned(axis, turn.axis, turn.angle));
    const world = addScaled(DOWN, acceleration, -1 / gravity);
    const load: Vec3 = [dot(world, axes[0]), dot(world, axes[1]), dot(world, axes[2])];
    const slipped = carried(course, load, part);
    if (slipped !== undefined) return end(slipped.outcome, slipped.slip);
  }
  if (spec.putDown !== true) return end("held");
  const dropped = putDown(course, steps, carry.length);
  return dropped === undefined ? end("put-down") : end(dropped.outcome, dropped.slip);
}

function checkSpec({ close: closing, steps = 10, carry = [], strainLimit = 0.5 }: GraspSpec): void {
  const wanted = "push" in closing ? closing.push : closing.distance;
  if (!(wanted > 0 && wanted < Infinity))
    throw new InvalidInputError(`close.${"push" in closing ? "push" : "distance"}`, wanted, "is not a number above 0");
  if (!(Number.isInteger(steps) && steps > 0 && steps <= 1000)) throw new InvalidInputError("steps", steps, "is not 1 to 1000");
  if (!(strainLimit > 0)) throw new InvalidInputError("strainLimit", strainLimit, "is not a number above 0");
  carry.forEach(({ turn }, i) => {
    if (turn !== undefined && normalize(turn.axis) === undefined)
      throw new InvalidInputError(`carry[${i}].turn.axis`, turn.axis, "has no direction");
  });
}

/** A body on the table, before any finger comes. */
export interface BodyAtRest {
  /** Body, table and fingers. */
  readonly scene: GraspScene;
  /** Its equilibrium. */
  readonly rest: GraspState;
}

/** The body on the table under its weight. */
export function bodyAtRest(spec: GraspBodySpec & { readonly tableFriction: number }): BodyAtRest {
  checkFriction("tableFriction", spec.tableFriction);
  const body = graspBody(spec);
  const scene: GraspScene = { body, tableFriction: spec.tableFriction, fingers: [] };
  const count = body.surface.nodes.length;
  if (![...body.surface.nodes].some((node) => Math.abs(body.mesh.nodes[3 * node + 2]) <= 1e-9 * body.size))
    throw new InvalidInputError("mesh", undefined, "does not touch the table z = 0 (stand puts it there)");
  // A little below the table, so that what touches it is known from the start.
  const low = (0.1 * body.weight) / (body.material.youngModulus * body.size);
  const start: GraspState = {
    closing: { distance: 0 },
    hand: [0, 0, 0],
    load: DOWN,
    table: true,
    fingers: false,
    displacement: new Float64Array(3 * body.tied.nodes).map((_, row) => (row % 3 === 2 ? -low : 0)),
    distance: 0,
    given: new Float64Array(0),
    obstacle: new Int8Array(count).fill(NONE),
    force: new Float64Array(3 * count),
    energy: 0,
    rounds: 0,
  };
  const rest = settle(scene, start, start);
  if (rest === undefined) throw new SolverError("the body does not come to rest on the table", {});
  return { scene, rest };
}

/** Goes to a hold, halving where no equilibrium is found or where `accepts` says no; the share that was done. */
export function advance(course: Course, target: Hold, phase: GraspPhase, accepts: (state: GraspState) => boolean = () => true): number {
  const { scene, memory } = course;
  const from = course.state;
  let done = 0;
  let part = 1;
  for (let halvings = 0; done < 1; ) {
    const share = Math.min(1, done + part);
    const next = settle(scene, course.state, between(from, target, share), memory);
    if (next === undefined || !accepts(next)) {
      if (halvings++ === HALVINGS) return done;
      part *= 0.5;
      continue;
    }
    course.work += workBetween(scene, course.state, next);
    course.state = next;
    done = share;
  }
  noted(course, phase);
  return 1;
}

function noted(course: Course, phase: GraspPhase): void {
  const record = recordOf(course.scene, course.state, phase, course.work);
  course.records.push(record);
  course.watch(record, course.state);
}

function between(from: GraspState, to: Hold, share: number): Hold {
  const mix = (a: number, b: number): number => a + share * (b - a);
  const mixed = (a: Vec3, b: Vec3): Vec3 => [mix(a[0], b[0]), mix(a[1], b[1]), mix(a[2], b[2])];
  const { closing } = to;
  return {
    ...to,
    hand: mixed(from.hand, to.hand),
    load: mixed(from.load, to.load),
    closing: "push" in closing ? { push: mix(meanPush(from), closing.push) } : { distance: mix(from.distance, closing.distance) },
  };
}

const meanPush = ({ closing }: GraspState): number => ("push" in closing ? closing.push : 0);
const tooStrained = ({ records, limit }: Course): boolean => (records.at(-1) as GraspRecord).strain > limit;

function close(course: Course, closing: Closing, steps: number): GraspOutcome | undefined {
  if ("push" in closing) {
    // A hand that closes by force must touch first.
    const { youngModulus } = course.scene.body.material;
    const first = Math.min(0.01 * course.scene.body.size, (0.2 * closing.push) / (youngModulus * course.scene.body.size));
    if (advance(course, { ...course.state, closing: { distance: first } }, "close") < 1) return "no-equilibrium";
    const pushes = (course.records.at(-1) as GraspRecord).pushes;
    const begun = pushes.reduce((sum, each) => sum + each, 0) / pushes.length;
    course.state = { ...course.state, closing: { push: begun } };
    for (let step = 1; step <= steps; step++) {
      const push = begun + ((closing.push - begun) * step) / steps;
      if (advance(course, { ...course.state, closing: { push } }, "close") < 1) return "no-equilibrium";
      if (tooStrained(course)) return "strain";
    }
    return undefined;
  }
  for (let step = 1; step <= steps; step++) {
    const before = { state: course.state, work: course.work };
    if (advance(course, { ...course.state, closing: { distance: (closing.distance * step) / steps } }, "close") < 1)
      return "no-equilibrium";
    if (tooStrained(course)) return "strain";
    if (closing.untilLiftable === true && liftable(course)) return leastDistance(course, before, closing.distance / steps);
  }
  return closing.untilLiftable === true ? "not-liftable" : undefined;
}

/** Halvings of the last step in which the least distance is looked for. */
const SEARCHED = 3;

function leastDistance(course: Course, before: Pick<Course, "state" | "work">, step: number): undefined {
  let best = { state: course.state, work: course.work };
  let low = before;
  let [from, to] = [best.state.distance - step, best.state.distance];
  for (let halving = 0; halving < SEARCHED; halving++) {
    const middle = 0.5 * (from + to);
    const trial: Course = { ...course, ...low, records: [], watch: () => {} };
    if (advance(trial, { ...low.state, closing: { distance: middle } }, "close") < 1) break;
    const found = { state: trial.state, work: trial.work };
    if (liftable({ ...course, ...found })) {
      best = found;
      to = middle;
    } else {
      low = found;
      from = middle;
    }
  }
  Object.assign(course, best);
  course.records.pop();
  noted(course, "close");
  return undefined;
}

/** Whether the hand could lift the body now, on trial. */
function liftable(course: Course): boolean {
  return raise({ ...course, records: [], watch: () => {} }) === undefined;
}

const MOST_RISES = 120;
const GROWTH = 1.4;

interface Lost {
  /** How it ended. */
  readonly outcome: GraspOutcome;
  readonly slip?: NonNullable<GraspRun["slip"]>;
}

const onTable = ({ obstacle }: GraspState): boolean => obstacle.includes(TABLE);

/** Lifts until nothing touches the table. */
function raise(course: Course): Lost | undefined {
  const { scene } = course;
  const { youngModulus } = scene.body.material;
  let rise = (0.5 * scene.body.weight) / (youngModulus * scene.body.size);
  const holds = (state: GraspState) => everyFingerLifts(scene, state);
  if (!holds(course.state)) return { outcome: "slipped", slip: { phase: "lift", share: 0 } };
  for (let count = 0; count < MOST_RISES; count++, rise = Math.min(GROWTH * rise, 0.02 * scene.body.size)) {
    const { state } = course;
    const done = advance(course, { ...state, closing: kept(state), hand: addScaled(state.hand, [0, 0, 1], rise) }, "lift", holds);
    if (done < 1) {
      const { weight } = scene.body;
      const table = obstacleForce(course.state, TABLE)[2];
      return { outcome: "slipped", slip: { phase: "lift", share: Math.max(0, Math.min(1, 1 - table / weight)) } };
    }
    if (tooStrained(course)) return { outcome: "strain" };
    if (!onTable(course.state)) {
      course.state = { ...course.state, table: false };
      return undefined;
    }
  }
  return { outcome: "slipped", slip: { phase: "lift", share: 0 } };
}

const kept = ({ closing, distance }: GraspState): Hold["closing"] => ("push" in closing ? closing : { distance });

/** Degrees and shares of the weight in a step. */
const LARGEST_CHANGE = 0.2;

function carried(course: Course, load: Vec3, part: number): Lost | undefined {
  const from = course.state.load;
  const change = norm(subtract(load, from));
  const steps = Math.max(1, Math.ceil(change / LARGEST_CHANGE));
  const holds = (state: GraspState) => everyFingerHolds(contactCounts(course.scene, state));
  for (let step = 1; step <= steps; step++) {
    const share = step / steps;
    const next: Vec3 = [0, 1, 2].map((i) => from[i] + share * (load[i] - from[i])) as unknown as Vec3;
    const done = advance(course, { ...course.state, closing: kept(course.state), load: next }, "carry", holds);
    if (done < 1) return { outcome: "slipped", slip: { phase: "carry", part, share: (step - 1 + done) / steps } };
    if (tooStrained(course)) return { outcome: "strain" };
  }
  return undefined;
}

function putDown(course: Course, steps: number, part: number): Lost | undefined {
  const back = carried(course, DOWN, part);
  if (back !== undefined) return back;
  course.state = { ...course.state, table: true };
  const { hand } = course.state;
  for (let step = 1; step <= steps; step++) {
    const target = { ...course.state, closing: kept(course.state), hand: scale(hand, 1 - step / steps) };
    const done = advance(course, target, "put-down");
    if (done < 1) return { outcome: "no-equilibrium", slip: { phase: "put-down", share: (step - 1 + done) / steps } };
  }
  const { distance } = course.state;
  course.state = { ...course.state, closing: { distance } };
  for (let step = 1; step <= steps; step++) {
    // A little beyond where it first touched: the body has moved.
    const target = { ...course.state, closing: { distance: distance * (1 - (1.5 * step) / steps) } };
    const done = advance(course, target, "open");
    if (done < 1) return { outcome: "no-equilibrium", slip: { phase: "open", share: (step - 1 + done) / steps } };
    if (contactCounts(course.scene, course.state).every(({ stick, slip }, i) => i === TABLE || stick + slip === 0)) return undefined;
  }
  return undefined;
}

function turned(vector: Vec3, axis: Vec3, angle: number): Vec3 {
  const unit = normalize(axis) as Vec3;
  const across = cross(unit, vector);
  const along = dot(unit, vector) * (1 - cos(angle));
  return addScaled(addScaled(scale(vector, cos(angle)), across, sin(angle)), unit, along);
}
