/**
 * Picking a soft body up with two fingers: it comes to rest on the table, the fingers squeeze it step by step until a lift test says that they could carry it, and then lift it.
 *
 * Everything is quasi-static and sensorless: the motion of the fingers is given and the forces follow. The steps of the squeeze are of equal length; between the last that fails the
 * lift test and the first that passes the least depth is found by halving, from the state of the former, so that each trial has the history of the real squeeze.
 *
 * Source: 000 section 6.2, Algorithms 6 and 7.
 */
import { InvalidInputError, SolverError } from "../../errors.js";
import type { Vec3 } from "../../math/vec3.js";
import type { SoftMaterial } from "../fem/material.js";
import { largestStrain } from "../fem/stiffness.js";
import type { TetMesh } from "../mesh/mesh.js";
import { type Advance, advance } from "./advance.js";
import { type SoftBody, softBody } from "./body.js";
import { type ContactChecks, PERFECT, worstOf } from "./checks.js";
import { type ContactCounts, type ContactNode, contactMap, countContacts, everyFingerHolds } from "./contact-map.js";
import { advanceByEvents } from "./events.js";
import { type Finger, type FingerSpec, placeFingers, readFingers } from "./fingers.js";
import { type ForceClosure, forceClosure } from "./force-closure.js";
import { EQUAL_STEPS, type FrozenGrip, frozenGrip, GROWTH, hypotheticalLift, raised, virtualLift } from "./lift-test.js";
import { restOnTable, standingNodes } from "./rest.js";
import { elasticEnergyOf, type GripState, obstacleForce, type Placement, potentialWork, type Scene, TABLE } from "./state.js";

export type PickupScheme = "implicit" | "event-driven";
/** "none": squeeze to the maximal depth and test nothing. */
export type DecidingTest = "virtual" | "hypothetical" | "none";

export interface PickupSpec {
  /** Standing on the table z = 0. */
  readonly mesh: TetMesh;
  readonly material: SoftMaterial;
  /** N, >= 0. */
  readonly weight: number;
  /** Of the table, >= 0. */
  readonly tableFriction: number;
  readonly fingers: readonly FingerSpec[];
  /** Of the squeeze, of each finger, m, > 0. */
  readonly step: number;
  /** At which the squeeze is given up, m. */
  readonly maximumDepth: number;
  /** How contacts are followed. Default implicit. */
  readonly scheme?: PickupScheme;
  /** The lift test that decides. Default virtual. */
  readonly liftTest?: DecidingTest;
  /** Do the other tests, too, at every step. Default false. */
  readonly allTests?: boolean;
  /** To which the least depth is found, m. Default an eighth of the step. */
  readonly depthTolerance?: number;
  /** Of the lift and the virtual lift, m. Default half of weight / (Young's modulus x size). */
  readonly liftStep?: number;
  /** Steps in which gravity grows before the squeeze. Default 5. */
  readonly restSteps?: number;
  /** Principal strain at which the squeeze is given up. Default 0.5; beyond 0.15 there is a warning. */
  readonly strainLimit?: number;
  /** Multiplies the stiffness; 0.5 for comparison with the source. Default 1. */
  readonly stiffnessScale?: number;
  /** Go on squeezing to the maximal depth after the test has passed, for records of deeper grips; no lift. Default false. */
  readonly squeezeOn?: boolean;
  /** Do not lift. Default false. */
  readonly endAtGrip?: boolean;
}

export interface PickupOptions {
  /** Called once, before anything is solved. */
  begin?(scene: Scene): void;
  /** Called after every accepted step; what it throws ends the run. */
  step?(phase: "rest" | "squeeze" | "search" | "lift", record: PickupRecord, state: GripState): void;
}

/** One accepted state. */
export interface PickupRecord {
  /** By which each finger has moved in, m. */
  readonly depth: number;
  /** By which the fingers have gone up, m. */
  readonly height: number;
  /** Of each finger on the body, N. */
  readonly fingerForces: readonly Vec3[];
  /** Push of each finger along its direction, N. */
  readonly squeeze: readonly number[];
  /** Of the table on the body, N. */
  readonly tableForce: Vec3;
  /** Energy of deformation, J. */
  readonly energy: number;
  /** Of both fingers since they touched, J. */
  readonly work: number;
  /** What the work leaves besides energy and lifting, since the fingers touched, J. */
  readonly dissipation: number;
  /** The same by the law of friction alone, force times slip at the end of every increment, J: never negative, and equal to the dissipation but for the error of the steps. */
  readonly frictionLoss: number;
  /** Largest principal strain. */
  readonly strain: number;
  /** Of the table and both fingers. */
  readonly contacts: readonly ContactCounts[];
  /** Parts of the weight that could be lifted, by the tests that were made. */
  readonly liftable: { readonly virtual?: number; readonly hypothetical?: number; readonly frozen?: FrozenGrip };
  /** What the deciding lift test says. */
  readonly passed?: boolean;
}

export type PickupOutcome = "lifted" | "liftable" | "too-deep" | "strain" | "slipped" | "no-force-closure" | "no-equilibrium";

export interface PickupRun {
  readonly outcome: PickupOutcome;
  readonly body: SoftBody;
  readonly scene: Scene;
  readonly fingers: readonly Finger[];
  readonly closure: ForceClosure;
  /** Before the fingers come. */
  readonly rest: PickupRecord;
  readonly restState: GripState;
  readonly squeeze: readonly PickupRecord[];
  /** Least depth at which the lift test passes, and the deepest at which it failed before. */
  readonly leastDepth?: { readonly depth: number; readonly failed: number; readonly record: PickupRecord };
  readonly gripState?: GripState;
  /** Contacts in the grip. */
  readonly gripContacts: readonly ContactNode[];
  readonly lift: readonly PickupRecord[];
  readonly liftState?: GripState;
  /** Finger work - change of (energy - G . d) - dissipation, over the work, at the end of the squeeze: rounding, wherever K d = F + G holds. */
  readonly energyResidual: number;
  /** The worst of all accepted increments. */
  readonly checks: ContactChecks;
  readonly increments: number;
  readonly rounds: number;
  /** Steps that the event-driven scheme left to implicit increments. */
  readonly fallbacks: number;
  readonly warnings: readonly PickupWarning[];
}

export interface PickupWarning {
  readonly code: "spacing" | "below-table" | "strain";
  readonly message: string;
}

/** The body, its fingers and what is around it; throws InvalidInputError where they make no sense, before anything is solved. */
export function readPickup(spec: PickupSpec): {
  readonly scene: Scene;
  readonly fingers: readonly Finger[];
  readonly standing: readonly number[];
} {
  checkNumbers(spec);
  const body = softBody(
    spec.mesh,
    spec.material,
    spec.weight,
    spec.stiffnessScale === undefined ? {} : { stiffnessScale: spec.stiffnessScale },
  );
  const fingers = readFingers(body, spec.fingers);
  const scene: Scene = {
    body,
    friction: [spec.tableFriction, ...fingers.map(({ friction }) => friction)],
    radii: fingers.map(({ radius }) => radius),
    hasTable: true,
  };
  const standing = standingNodes(scene);
  if (spec.liftStep !== undefined && spec.liftStep > 0.1 * body.size)
    throw new InvalidInputError("liftStep", spec.liftStep, `is more than a tenth of the body's size of ${body.size.toPrecision(3)} m`);
  placeFingers(scene, fingers, body.rest, spec.maximumDepth);
  return { scene, fingers, standing };
}

export function pickup(spec: PickupSpec, options: PickupOptions = {}): PickupRun {
  const { scene, fingers, standing } = readPickup(spec);
  options.begin?.(scene);
  const { body } = scene;
  const vector = (from: Float64Array, node: number): Vec3 => [from[3 * node], from[3 * node + 1], from[3 * node + 2]];
  const closure = forceClosure([
    ...fingers.map(({ surfaceNode, friction }) => {
      const [x, y, z] = vector(body.normals, body.surface.nodes[surfaceNode]);
      return { point: vector(body.rest, surfaceNode), normal: [-x, -y, -z] as Vec3, friction };
    }),
    ...standing.map((node) => ({ point: vector(body.rest, node), normal: [0, 0, 1] as Vec3, friction: spec.tableFriction })),
  ]);

  const books = { work: 0, dissipation: 0, frictionLoss: 0, checks: PERFECT, increments: 0, rounds: 0, fallbacks: 0 };
  const book = ({ work, dissipation, frictionLoss, checks, increments, rounds, fallbacks = 0 }: Advance, counted = true) => {
    if (counted) {
      books.work += work.reduce((sum, value) => sum + value, 0);
      books.dissipation += dissipation;
      books.frictionLoss += frictionLoss;
    }
    books.checks = worstOf(books.checks, checks);
    books.increments += increments;
    books.rounds += rounds;
    books.fallbacks += fallbacks;
  };

  const atRest = restOnTable(scene, spec.restSteps);
  for (const step of atRest.steps) book(step, false);
  const start = placeFingers(scene, fingers, atRest.state.position, spec.maximumDepth);
  const restState: GripState = { ...atRest.state, centres: start };
  const record = (state: GripState, depth: number, height: number, tests: Pick<PickupRecord, "liftable" | "passed">): PickupRecord => {
    const fingerForces = fingers.map((_, i): Vec3 => obstacleForce(state, i + 1));
    return {
      depth,
      height,
      fingerForces,
      squeeze: fingerForces.map(
        (force, i) => fingers[i].direction[0] * force[0] + fingers[i].direction[1] * force[1] + fingers[i].direction[2] * force[2],
      ),
      tableForce: obstacleForce(state, TABLE),
      energy: elasticEnergyOf(scene, state),
      work: books.work,
      dissipation: books.dissipation,
      frictionLoss: books.frictionLoss,
      strain: largestStrain(body.mesh, body.displacement(state.force, state.rigid, state.gravity)),
      contacts: countContacts(contactMap(scene, state), 3),
      ...tests,
    };
  };
  const rest = record(restState, 0, 0, { liftable: {} });
  options.step?.("rest", rest, restState);
  const balance = (state: GripState) => elasticEnergyOf(scene, state) - potentialWork(body, state);
  const restBalance = balance(restState);

  const squeeze: PickupRecord[] = [];
  const lift: PickupRecord[] = [];
  const warnings = warningsOf(spec, body, start);
  const finished = (outcome: PickupOutcome, more: Partial<PickupRun> = {}): PickupRun => ({
    outcome,
    body,
    scene,
    fingers,
    closure,
    rest,
    restState,
    squeeze,
    lift,
    gripContacts: more.gripState === undefined ? [] : contactMap(scene, more.gripState),
    energyResidual: 0,
    checks: books.checks,
    increments: books.increments,
    rounds: books.rounds,
    fallbacks: books.fallbacks,
    warnings,
    ...more,
  });
  if (!closure.closed) return finished("no-force-closure");

  const move = spec.scheme === "event-driven" ? advanceByEvents : advance;
  const liftStep = spec.liftStep ?? (spec.weight > 0 ? (0.5 * spec.weight) / (spec.material.youngModulus * body.size) : 0.1 * spec.step);
  const placed = (depth: number): Placement => ({
    centres: start.map((centre, i): Vec3 => {
      const { direction } = fingers[i];
      return [centre[0] + depth * direction[0], centre[1] + depth * direction[1], centre[2] + depth * direction[2]];
    }),
    gravity: 1,
    dead: 0,
  });
  const tested = (state: GripState): Pick<PickupRecord, "liftable" | "passed"> => {
    const deciding = spec.liftTest ?? "virtual";
    const virtual = deciding === "virtual" || spec.allTests ? virtualLift(scene, state, liftStep, spec.step) : undefined;
    const hypothetical = deciding === "hypothetical" || spec.allTests ? hypotheticalLift(scene, state) : undefined;
    return {
      ...(deciding === "none" ? {} : { passed: (deciding === "virtual" ? virtual?.passed : hypothetical?.passed) === true }),
      liftable: {
        ...(virtual === undefined ? {} : { virtual: virtual.liftable }),
        ...(hypothetical === undefined ? {} : { hypothetical: hypothetical.liftable }),
        ...(spec.allTests ? { frozen: frozenGrip(scene, state) } : {}),
      },
    };
  };

  const limit = spec.strainLimit ?? 0.5;
  const steps = Math.ceil(spec.maximumDepth / spec.step - 1e-9);
  let state = restState;
  let leastDepth: PickupRun["leastDepth"];
  let gripState: GripState | undefined;
  let outcome: PickupOutcome = "too-deep";
  for (let i = 1; i <= steps; i++) {
    const depth = Math.min(i * spec.step, spec.maximumDepth);
    const next = move(scene, state, placed(depth));
    if (next === undefined) {
      outcome = "no-equilibrium";
      break;
    }
    const before = { ...books };
    const previous = state;
    book(next);
    state = next.state;
    const made = record(state, depth, 0, tested(state));
    squeeze.push(made);
    options.step?.("squeeze", made, state);
    if (made.passed && leastDepth === undefined) {
      const found = search(previous, state, made, before);
      leastDepth = found.least;
      gripState = found.state;
      if (!spec.squeezeOn) {
        outcome = "liftable";
        break;
      }
    }
    if (made.strain > limit) {
      outcome = "strain";
      break;
    }
  }
  if (leastDepth !== undefined) outcome = "liftable";
  const strained = squeeze.find(({ strain }) => strain > LINEAR_STRAIN);
  if (strained !== undefined)
    warnings.push({
      code: "strain",
      message: `the largest principal strain passes ${LINEAR_STRAIN} at a depth of ${strained.depth.toPrecision(3)} m, to which linear theory is trusted: it is that of the elements at a finger, which a force on one node strains the more the finer they are`,
    });

  const last = gripState ?? state;
  const lastWork = leastDepth?.record ?? squeeze.at(-1);
  const residual = lastWork === undefined ? 0 : lastWork.work - (balance(last) - restBalance) - lastWork.dissipation;
  const energyResidual = lastWork === undefined || lastWork.work === 0 ? 0 : residual / lastWork.work;
  const common = {
    energyResidual,
    gripState: last,
    gripContacts: contactMap(scene, last),
    ...(leastDepth === undefined ? {} : { leastDepth }),
  };
  if (leastDepth === undefined || gripState === undefined || spec.squeezeOn || spec.endAtGrip) return finished(outcome, common);

  // The books go on from the grip.
  books.work = leastDepth.record.work;
  books.dissipation = leastDepth.record.dissipation;
  books.frictionLoss = leastDepth.record.frictionLoss;
  const raisedTo = liftOff(gripState, leastDepth.depth);
  return finished(raisedTo.lifted ? "lifted" : "slipped", { ...common, liftState: raisedTo.state });

  /** Halves the last step of the squeeze until the least depth is known. */
  function search(from: GripState, to: GripState, passed: PickupRecord, before: typeof books) {
    const tolerance = Math.max(spec.depthTolerance ?? spec.step / 8, 1e-6 * spec.step);
    let low = { state: from, depth: passed.depth - Math.min(spec.step, passed.depth), books: { ...before } };
    let high = { state: to, depth: passed.depth, record: passed };
    const whole = { ...books };
    while (high.depth - low.depth > tolerance) {
      const depth = 0.5 * (low.depth + high.depth);
      const next = move(scene, low.state, placed(depth));
      if (next === undefined) break;
      Object.assign(books, low.books);
      book(next);
      const made = record(next.state, depth, 0, tested(next.state));
      options.step?.("search", made, next.state);
      if (made.passed) high = { state: next.state, depth, record: made };
      else low = { state: next.state, depth, books: { ...books } };
    }
    const checks = worstOf(whole.checks, books.checks);
    Object.assign(books, whole, { checks });
    return { least: { depth: high.depth, failed: low.depth, record: high.record }, state: high.state };
  }

  /** The fingers go up until nothing touches the table, and one step more. */
  function liftOff(from: GripState, depth: number): { lifted: boolean; state: GripState } {
    let at = from;
    let height = 0;
    let free = false;
    let rises = liftStep;
    for (let i = 0; i < MOST_LIFT_STEPS; i++) {
      const next = move(scene, at, raised(at, rises));
      if (next === undefined) return { lifted: false, state: at };
      book(next);
      height += rises;
      if (i >= EQUAL_STEPS) rises = Math.min(Math.max(spec.step, liftStep), rises * GROWTH);
      at = next.state;
      const made = record(at, depth, height, { liftable: {} });
      lift.push(made);
      options.step?.("lift", made, at);
      const map = contactMap(scene, at);
      if (!everyFingerHolds(map, 2)) return { lifted: false, state: at };
      const touches = map.some(({ obstacle }) => obstacle === TABLE);
      if (!touches && free) return { lifted: true, state: at };
      free = !touches;
    }
    throw new SolverError("the body does not leave the table", { height });
  }
}

/** Principal strain to which linear theory is trusted. */
const LINEAR_STRAIN = 0.15;
const MOST_LIFT_STEPS = 500;

function checkNumbers({ tableFriction, step, maximumDepth, restSteps, liftStep, depthTolerance, strainLimit }: PickupSpec): void {
  if (!(tableFriction >= 0 && tableFriction < Infinity))
    throw new InvalidInputError("tableFriction", tableFriction, "is not a number at or above 0");
  for (const [name, value] of Object.entries({ step, maximumDepth, liftStep, depthTolerance, strainLimit }))
    if (value !== undefined && !(value > 0 && value < Infinity)) throw new InvalidInputError(name, value, "is not a number above 0");
  if (restSteps !== undefined && !(Number.isInteger(restSteps) && restSteps >= 1))
    throw new InvalidInputError("restSteps", restSteps, "is not a whole number above 0");
  if (maximumDepth / step > MOST_STEPS)
    throw new InvalidInputError("step", step, `makes more than ${MOST_STEPS} steps to the maximal depth of ${maximumDepth}`);
}

const MOST_STEPS = 5000;

function warningsOf({ fingers }: PickupSpec, { spacing }: SoftBody, centres: readonly Vec3[]): PickupWarning[] {
  const warnings: PickupWarning[] = [];
  const smallest = Math.min(...fingers.map(({ radius }) => radius));
  if (spacing > 0.5 * smallest)
    warnings.push({
      code: "spacing",
      message: `nodes of the surface are ${spacing.toPrecision(3)} m apart on average, more than half the finger's radius of ${smallest} m: contact is at nodes only, and the finger reaches through coarse facets; refine the mesh near the fingers`,
    });
  centres.forEach((centre, i) => {
    if (centre[2] < fingers[i].radius)
      warnings.push({
        code: "below-table",
        message: `finger ${i + 1} would reach below the table as a whole ball; only its part that faces the body is meant`,
      });
  });
  return warnings;
}
