/**
 * Picking a soft body up with two fingers: it comes to rest on the table, the fingers squeeze it step by step until a lift test says that
 * they could carry it, and then lift it.
 *
 * Everything is quasi-static and sensorless: the motion of the fingers is given and the forces follow. The steps of the squeeze are of
 * equal length; between the last that fails the lift test and the first that passes the least depth is found by halving, from the state of
 * the former, so that each trial has the history of the real squeeze.
 *
 * Source: 000 section 6.2, Algorithms 6 and 7.
 */
import { SolverError } from "../../errors.js";
import type { Vec3 } from "../../math/vec3.js";
import { solidOf } from "../fem/solid.js";
import { largestStrain } from "../fem/stiffness.js";
import { LINEAR_LIMITS, strainSummary } from "../fem/strain.js";
import { type Advance, advance } from "./advance.js";
import { PERFECT, worstOf } from "./checks.js";
import { contactMap, countContacts, everyFingerHolds } from "./contact-map.js";
import { advanceByEvents } from "./events/advance-by-events.js";
import { placeFingers } from "./fingers.js";
import { forceClosure } from "./force-closure.js";
import { EQUAL_STEPS, frozenGrip, GROWTH, hypotheticalLift, REFINED, raised, virtualLift } from "./lift-test.js";
import { meshErrorDoubts, meshErrorOf } from "./mesh-error.js";
import type { PickupOptions, PickupOutcome, PickupRecord, PickupRun, PickupSpec } from "./pickup-run.js";
import { readPickup, warningsOf } from "./read-pickup.js";
import { hertzWork, resolutionDoubts, resolutionOf } from "./resolution.js";
import { restOnTable } from "./rest.js";
import { wedgedNode } from "./shared-node.js";
import { displacementOf, elasticEnergyOf, type GripState, obstacleForce, type Placement, potentialWork, TABLE } from "./state.js";

/** What a pickup carries from step to step. */
interface Pickup {
  readonly spec: PickupSpec;
  readonly options: PickupOptions;
  readonly scene: ReturnType<typeof readPickup>["scene"];
  readonly fingers: ReturnType<typeof readPickup>["fingers"];
  /** Centres of the fingers where they touch the body at rest. */
  readonly start: readonly Vec3[];
  /** Elastic energy less the work of the weight, at rest. */
  readonly restBalance: number;
  /** First step of a lift, m. */
  readonly liftStep: number;
  /** Energy on the way to the present state; a search goes back on it. */
  books: Books;
  /** Over everything that was computed. */
  readonly totals: Totals;
  readonly squeeze: PickupRecord[];
  readonly lift: PickupRecord[];
  readonly warnings: ReturnType<typeof warningsOf>;
}

interface Books {
  readonly work: number;
  readonly frictionLoss: number;
}

type Totals = { -readonly [Field in "checks" | "increments" | "rounds" | "fallbacks"]: PickupRun[Field] };

/** A grip on the way: the state, how deep the fingers are, and the energy it took. */
interface Grip {
  readonly state: GripState;
  readonly depth: number;
  readonly books: Books;
}

/** Squeezes a soft body with two fingers and lifts it. */
export function pickup(spec: PickupSpec, options: PickupOptions = {}): PickupRun {
  const { scene, fingers, standing } = readPickup(spec);
  options.begin?.(scene);
  const { body } = scene;
  const closure = closureOf(spec, scene, fingers, standing);

  const totals: Totals = { checks: PERFECT, increments: 0, rounds: 0, fallbacks: 0 };
  const atRest = restOnTable(scene, spec.restSteps, spec.scheme === "event-driven" ? advanceByEvents : advance);
  for (const step of atRest.steps) count(totals, step);
  const start = placeFingers(scene, fingers, atRest.state.position, spec.maximumDepth);
  const restState: GripState = { ...atRest.state, centres: start };
  const run: Pickup = {
    spec,
    options,
    scene,
    fingers,
    start,
    restBalance: balance(scene, restState),
    liftStep: spec.liftStep ?? (spec.weight > 0 ? (0.5 * spec.weight) / (spec.material.youngModulus * body.size) : 0.1 * spec.step),
    books: { work: 0, frictionLoss: 0 },
    totals,
    squeeze: [],
    lift: [],
    warnings: warningsOf(spec, body, start),
  };
  const rest = record(run, restState, 0, 0, { liftable: {} });
  options.step?.("rest", rest, restState);

  const finished = (outcome: PickupOutcome, more: Partial<PickupRun> = {}): PickupRun => ({
    outcome,
    body,
    scene,
    fingers,
    closure,
    rest,
    restState,
    squeeze: run.squeeze,
    lift: run.lift,
    gripContacts: more.gripState === undefined ? [] : contactMap(scene, more.gripState),
    energyResidual: 0,
    ...totals,
    warnings: run.warnings,
    ...more,
  });
  if (!closure.closed) return finished("no-force-closure");

  const { outcome, state, leastDepth, gripState } = squeezeUntilLiftable(run, restState);
  const last = gripState ?? state;
  const energyResidual = warnOfDoubts(run, leastDepth);
  const gripContacts = contactMap(scene, last);
  const hertz = hertzWork(spec);
  const resolution = leastDepth === undefined ? undefined : resolutionOf(body, fingers, gripContacts, leastDepth.record);
  if (leastDepth !== undefined && resolution !== undefined)
    run.warnings.push(...resolutionDoubts(resolution, leastDepth.record.work, hertz));
  const reached = leastDepth?.record ?? run.squeeze.at(-1);
  const meshError = reached === undefined ? undefined : meshErrorOf(scene, last, spec, reached, leastDepth?.depth);
  run.warnings.push(...meshErrorDoubts(meshError, spec.element, leastDepth !== undefined));
  const common = {
    energyResidual,
    gripState: last,
    gripContacts,
    gripStrain: gripStrain(run, last),
    ...(resolution === undefined ? {} : { resolution }),
    ...(meshError === undefined ? {} : { meshError }),
    ...(hertz === undefined ? {} : { hertzWork: hertz }),
    ...(leastDepth === undefined ? {} : { leastDepth }),
  };
  if (leastDepth === undefined || gripState === undefined || spec.squeezeOn || spec.endAtGrip) return finished(outcome, common);

  // The books go on from the grip.
  run.books = { work: leastDepth.record.work, frictionLoss: leastDepth.record.frictionLoss };
  const raisedTo = liftOff(run, gripState, leastDepth.depth);
  return finished(raisedTo.lifted ? "lifted" : "slipped", { ...common, liftState: raisedTo.state });
}

/** Whether the fingers and the table could hold a rigid body of this shape. */
function closureOf(spec: PickupSpec, { body }: Pickup["scene"], fingers: Pickup["fingers"], standing: readonly number[]) {
  const vector = (from: Float64Array, node: number): Vec3 => [from[3 * node], from[3 * node + 1], from[3 * node + 2]];
  return forceClosure([
    ...fingers.map(({ surfaceNode, friction }) => {
      const [x, y, z] = vector(body.normals, body.surface.nodes[surfaceNode]);
      return { point: vector(body.rest, surfaceNode), normal: [-x, -y, -z] as Vec3, friction };
    }),
    ...standing.map((node) => ({ point: vector(body.rest, node), normal: [0, 0, 1] as Vec3, friction: spec.tableFriction })),
  ]);
}

function count(totals: Totals, { checks, increments, rounds, fallbacks = 0 }: Advance): void {
  totals.checks = worstOf(totals.checks, checks);
  totals.increments += increments;
  totals.rounds += rounds;
  totals.fallbacks += fallbacks;
}

function book(run: Pickup, step: Advance): void {
  const { books } = run;
  count(run.totals, step);
  run.books = { work: books.work + step.work.reduce((sum, value) => sum + value, 0), frictionLoss: books.frictionLoss + step.frictionLoss };
}

function balance(scene: Pickup["scene"], state: GripState): number {
  return elasticEnergyOf(scene, state) - potentialWork(scene.body, state);
}

type Tests = Pick<PickupRecord, "liftable" | "passed">;

function record(
  { scene, fingers, books, restBalance }: Pickup,
  state: GripState,
  depth: number,
  height: number,
  tests: Tests,
): PickupRecord {
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
    frictionLoss: books.frictionLoss,
    unexplained: books.work - (balance(scene, state) - restBalance) - books.frictionLoss,
    strain: strainOf(scene, state),
    contacts: countContacts(contactMap(scene, state), 3),
    ...tests,
  };
}

/** Largest principal strain in a state. */
function strainOf(scene: Pickup["scene"], state: GripState): number {
  const displacement = displacementOf(scene, state);
  const { finite } = scene;
  if (finite === undefined) return largestStrain(scene.body.mesh, displacement);
  return strainSummary(finite.tied.solid, finite.tied.expand(displacement), finite.law).largest;
}

/** Moves the scene by the scheme of the study; undefined where no equilibrium is found. */
function move({ spec, scene }: Pickup, state: GripState, to: Placement): Advance | undefined {
  return spec.scheme === "event-driven" ? advanceByEvents(scene, state, to) : advance(scene, state, to);
}

/** Where the fingers are at a depth. */
function placed({ start, fingers }: Pickup, depth: number): Placement {
  return {
    centres: start.map((centre, i): Vec3 => {
      const { direction } = fingers[i];
      return [centre[0] + depth * direction[0], centre[1] + depth * direction[1], centre[2] + depth * direction[2]];
    }),
    gravity: 1,
    dead: 0,
  };
}

function tested({ spec, scene, liftStep }: Pickup, state: GripState): Tests {
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
}

interface Squeezed {
  readonly outcome: PickupOutcome;
  readonly state: GripState;
  readonly leastDepth?: PickupRun["leastDepth"];
  readonly gripState?: GripState;
}

/** The fingers go in step by step, until a lift test is passed or they can go no further. */
function squeezeUntilLiftable(run: Pickup, restState: GripState): Squeezed {
  const { spec, scene, squeeze, warnings } = run;
  const limit = spec.strainLimit ?? 0.5;
  const steps = Math.ceil(spec.maximumDepth / spec.step - 1e-9);
  let state = restState;
  let found: ReturnType<typeof searchLeastDepth> | undefined;
  let outcome: PickupOutcome = "too-deep";
  for (let i = 1; i <= steps; i++) {
    const depth = Math.min(i * spec.step, spec.maximumDepth);
    const next = move(run, state, placed(run, depth));
    if (next === undefined) {
      outcome = "no-equilibrium";
      const wedged = wedgedNode(scene, state, placed(run, depth).centres);
      if (wedged !== undefined) warnings.push(wedged);
      break;
    }
    const before: Grip = { state, depth: Math.min((i - 1) * spec.step, spec.maximumDepth), books: run.books };
    book(run, next);
    state = next.state;
    const made = record(run, state, depth, 0, tested(run, state));
    squeeze.push(made);
    run.options.step?.("squeeze", made, state);
    // A limit is a limit: what would be liftable beyond it is not asked for.
    if (made.strain > limit) {
      outcome = "strain";
      break;
    }
    if (made.passed && found === undefined) {
      found = searchLeastDepth(run, before, state, made);
      if (!spec.squeezeOn) break;
    }
  }
  return found === undefined ? { outcome, state } : { outcome: "liftable", state, leastDepth: found.least, gripState: found.state };
}

/** Halves the last step of the squeeze until the least depth is known. */
function searchLeastDepth(run: Pickup, from: Grip, to: GripState, passed: PickupRecord) {
  const { spec } = run;
  const tolerance = Math.max(spec.depthTolerance ?? spec.step / 8, 1e-6 * spec.step);
  let low = from;
  let high = { state: to, depth: passed.depth, record: passed };
  const whole = run.books;
  while (high.depth - low.depth > tolerance * (1 + 1e-9)) {
    const depth = 0.5 * (low.depth + high.depth);
    const next = move(run, low.state, placed(run, depth));
    if (next === undefined) break;
    run.books = low.books;
    book(run, next);
    const made = record(run, next.state, depth, 0, tested(run, next.state));
    run.options.step?.("search", made, next.state);
    if (made.passed) high = { state: next.state, depth, record: made };
    else low = { state: next.state, depth, books: run.books };
  }
  run.books = whole;
  return { least: { depth: high.depth, failed: low.depth, record: high.record }, state: high.state };
}

/** Strain and turn in the grip, with a warning where the law is not right for them. */
function gripStrain({ scene, spec, warnings }: Pickup, state: GripState): { most: number; turn: number } {
  const { law = "linear" } = spec;
  const { most, turn } = strainSummary(solidOf(scene.body.mesh, "linear"), displacementOf(scene, state), law);
  const { strain, turn: small, farStrain, farTurn } = LINEAR_LIMITS;
  const reached = `in the grip the strain reaches ${most.toPrecision(2)} and the turn ${((180 * turn) / Math.PI).toPrecision(2)} degrees`;
  if (law === "linear" && (most > strain || turn > small)) {
    const off = `off by up to about ${(100 * Math.max(most, 0.5 * turn * turn)).toPrecision(2)} %`;
    const left = most > farStrain || turn > farTurn ? "left behind, and " : "";
    warnings.push({
      code: "strain",
      message: `${reached}: linear elasticity is ${left}${off}; ask for "law": "neo-hooke" of the material`,
    });
  }
  if (law === "corotational" && most > strain)
    warnings.push({
      code: "strain",
      message: `${reached}: the corotational law is off by up to about that strain; ask for "law": "neo-hooke" of the material`,
    });
  return { most, turn };
}

/** Warns where the squeeze is not to be trusted, and returns the part of the work that is left unexplained. */
function warnOfDoubts({ squeeze, warnings, totals }: Pickup, leastDepth: PickupRun["leastDepth"]): number {
  const { cone, penetration, slip } = totals.checks;
  if (Math.max(cone, penetration, slip) > DRIFT)
    warnings.push({
      code: "drift",
      message:
        `the laws of contact do not hold to rounding: friction is up to ${cone.toExponential(0)} of the weight outside its cone, nodes ` +
        `up to ${penetration.toExponential(0)} of the size inside an obstacle, slip up to ${slip.toExponential(0)} of the size off its ` +
        `direction`,
    });
  const lastWork = leastDepth?.record ?? squeeze.at(-1);
  const energyResidual = lastWork === undefined || lastWork.work === 0 ? 0 : lastWork.unexplained / lastWork.work;
  if (Math.abs(energyResidual) > SNAP)
    warnings.push({
      code: "energy",
      message:
        `the balance of energy leaves ${energyResidual.toPrecision(2)} of the work unexplained: something snaps within a step, or ` +
        `steps are too long; make them shorter`,
    });
  return energyResidual;
}

/** The fingers go up until nothing touches the table, and one step more. */
function liftOff(run: Pickup, from: GripState, depth: number): { lifted: boolean; state: GripState } {
  const { spec, scene, liftStep } = run;
  let at = from;
  let height = 0;
  let free = false;
  let rises = liftStep;
  let halvings = 0;
  for (let i = 0; i < MOST_LIFT_STEPS; i++) {
    const next = move(run, at, raised(at, rises));
    const map = next === undefined ? [] : contactMap(scene, next.state);
    if (next === undefined || !everyFingerHolds(map, 2)) {
      // As the virtual lift does.
      if (halvings++ === REFINED) return { lifted: false, state: next?.state ?? at };
      rises *= 0.5;
      continue;
    }
    book(run, next);
    height += rises;
    if (i >= EQUAL_STEPS && halvings === 0) rises = Math.min(Math.max(spec.step, liftStep), rises * GROWTH);
    at = next.state;
    const made = record(run, at, depth, height, { liftable: {} });
    run.lift.push(made);
    run.options.step?.("lift", made, at);
    const touches = map.some(({ obstacle }) => obstacle === TABLE);
    if (!touches && free) return { lifted: true, state: at };
    free = !touches;
  }
  throw new SolverError("the body does not leave the table", { height });
}

const MOST_LIFT_STEPS = 500;

/** Part of the work that may be left unexplained without a warning. */
const SNAP = 0.05;
/** Violations of the contact laws above this are worth a warning. */
const DRIFT = 1e-8;
