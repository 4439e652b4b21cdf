/**
 * A mechanical system in time: flight, impacts, contact that lasts, until the end or rest.
 *
 *     settle    impacts at what touches and approaches, then modes of what touches and stays, then the state brought onto these contacts
 *     segment   the motion with these modes frozen, to the first event: a gap closes, a contact lifts off, sticks, slips, is loaded
 *     again
 *
 * Nothing is skipped silently: a sequence of bounces is followed down to `contactSpeed` and closed by one impact without restitution, and what was left out is
 * reported; too many events in too little time end the run with its state.
 *
 * Everything that is needed to go on is in `checkpoint()`: a run resumed from there gives the same bits.
 *
 * Source: own study, hybrid simulation sections 2 to 7; 004 section 3.3.
 */
import { InvalidInputError, SolverError } from "../errors.js";
import { createIntegrator, type Integrator } from "../math/ode/index.js";
import {
  type ContactSet,
  type ContactSolution,
  createContactSet,
  createContactSolution,
  HELD,
  ONSET,
  SLIP,
  STICK,
  UNLOADED,
} from "./contact/contact-set.js";
import { type ContactSolver, createContactSolver } from "./contact/solve.js";
import { firstEvents, type Watch } from "./events.js";
import { resolveImpacts } from "./impacts.js";
import type {
  Checkpoint,
  ContactForce,
  RunLedger,
  Simulation,
  SimulationObserver,
  SimulationOptions,
  SimulationStatus,
  StretchDetail,
} from "./interface.js";
import { createProjection } from "./projection.js";
import type { Feature, MechanicalSystem } from "./system.js";
import { createTouch, refreshTouch, slipSpeed, type Touch } from "./touch.js";

export type * from "./interface.js";

interface Closed {
  readonly touch: Touch;
  mode: number;
  /** Direction of slip at the last accepted state. */
  readonly direction: [number, number];
}

/** Slip below this is rest, m/s, times contactSpeed / 1e-4. */
const REST_SLIP = 1e-3;
/** Gap, in gap tolerances, up to which a contact that was closed still counts as touching. */
const LENIENT = 1000;
const TIME_TOLERANCE = 1e-9;
const SAMPLES = 5;
/** How much less friction a contact has that has just been found at the edge of its cone. */
const VERDICT = 1e-6;

export function createSimulation(
  system: MechanicalSystem,
  initial: { readonly coordinates: ArrayLike<number>; readonly speeds: ArrayLike<number>; readonly time?: number },
  options: SimulationOptions = {},
  resume?: Checkpoint,
): Simulation {
  const { coordinateCount: nq, speedCount: nu } = system;
  const contactSpeed = options.contactSpeed ?? 1e-4 * Math.sqrt(system.size);
  const gapTolerance = options.gapTolerance ?? 1e-9 * system.size;
  const relativeTolerance = options.relativeTolerance ?? 1e-10;
  const mostEvents = options.mostEvents ?? 20_000;
  for (const [name, value] of Object.entries({ contactSpeed, gapTolerance, relativeTolerance, mostEvents }))
    if (!(value > 0 && value < Number.POSITIVE_INFINITY)) throw new InvalidInputError(`options.${name}`, value, "is not positive");
  const restSlip = REST_SLIP * contactSpeed;

  let time = resume?.time ?? initial.time ?? 0;
  const q = Float64Array.from(resume?.coordinates ?? initial.coordinates);
  const u = Float64Array.from(resume?.speeds ?? initial.speeds);
  let status: SimulationStatus = resume?.status ?? "running";
  const features = system.pairs.map((_, pair) => system.features(pair));
  const featureOf = new Map(features.flat().map((feature) => [feature.key, feature]));
  const touchOf = new Map<string, Touch>();
  let closed: Closed[] = (resume?.closed ?? []).map(({ key, mode, direction }) => ({
    touch: touchFor(featureOf.get(key)!),
    mode,
    direction: [...direction],
  }));
  let departing = new Set<string>(resume?.departing ?? []);

  const [ledgerBefore, ...ledgerRest] = resume?.ledger ?? [system.kineticEnergy(q, u) + system.potentialEnergy(time, q), 0, 0, 0, 0];
  let [impactLoss, frictionLoss, projectionLoss, appliedWork] = ledgerRest;

  const projection = createProjection(system);
  let capacity = 0;
  let set: ContactSet;
  let solution: ContactSolution;
  let solver: ContactSolver;
  reserve(8);

  const integrator: Integrator = createIntegrator(
    {
      dimension: nq + nu + 2,
      method: "dop853",
      relativeTolerance,
      absoluteTolerance: 1e-2 * relativeTolerance,
      maxSteps: 1_000_000,
    },
    derivative,
  );
  const y = new Float64Array(nq + nu + 2);
  const forces = new Float64Array(nu);

  function reserve(contacts: number): void {
    if (contacts <= capacity) return;
    capacity = Math.max(contacts, 2 * capacity);
    set = createContactSet(nu, capacity);
    solution = createContactSolution(nu, capacity);
    solver = createContactSolver(nu, capacity);
  }

  function touchFor(feature: Feature): Touch {
    const known = touchOf.get(feature.key);
    if (known !== undefined) return known;
    const touch = createTouch(system, feature);
    touchOf.set(feature.key, touch);
    return touch;
  }

  // --- settle -------------------------------------------------------------------------------------------------------------------------------

  interface Verdict {
    /** Features whose gap has just closed. */
    readonly hits: ReadonlySet<string>;
    /** Sticking contacts that have just reached the edge of their cones. */
    readonly slips: ReadonlySet<string>;
    /** Slipping contacts that have just stopped. */
    readonly stops: ReadonlySet<string>;
    /** Closed contacts at features that have just lost their meaning: others take over. */
    readonly expired: ReadonlySet<string>;
  }

  const NOTHING: Verdict = { hits: new Set(), slips: new Set(), stops: new Set(), expired: new Set() };

  function touching(verdict: Verdict): Touch[] {
    const before = new Set(closed.map(({ touch }) => touch.feature.key));
    const found: Touch[] = [];
    features.forEach((list, pair) => {
      if (system.clearance(pair, q) > LENIENT * gapTolerance) return;
      for (const feature of list) {
        const gap = system.gap(feature, q);
        const wasClosed = before.has(feature.key) && !verdict.expired.has(feature.key);
        const near = gap <= gapTolerance || verdict.hits.has(feature.key) || (verdict.expired.size > 0 && gap <= LENIENT * gapTolerance);
        if (!near && !wasClosed) continue;
        const touch = touchFor(feature);
        refreshTouch(system, touch, q, u);
        // A contact that is closed goes on a little beyond where it would begin: its gap is the one evaluated.
        if (!near && touch.state.gap > LENIENT * gapTolerance) continue;
        if (!found.some((other) => isSamePlace(touch, other))) found.push(touch);
      }
    });
    return found;
  }

  function isSamePlace({ feature, state }: Touch, other: Touch): boolean {
    const [first, second] = [system.pairs[feature.pair].between, system.pairs[other.feature.pair].between];
    if (first[0] !== second[0] || first[1] !== second[1]) return false;
    let distance = 0;
    let turn = 0;
    for (let c = 0; c < 3; c++) {
      distance = Math.max(distance, Math.abs(state.point[c] - other.state.point[c]));
      turn = Math.max(turn, Math.abs(state.normal[c] - other.state.normal[c]));
    }
    return distance <= 1e-9 * system.size && turn <= 1e-9;
  }

  function settle(verdict: Verdict, observe: SimulationObserver): void {
    const touches = touching(verdict);
    const impacts = resolveImpacts(system, touches, q, u, contactSpeed, options.impact ?? {});
    for (const impact of impacts) {
      impactLoss += impact.energyBefore - impact.energyAfter;
      observe.event?.({ kind: "impact", time, impact });
    }
    const before = new Map(closed.map((contact) => [contact.touch.feature.key, contact]));
    const candidates = touches.filter(({ velocity }) => velocity[2] <= contactSpeed);
    closed = chooseModes(candidates, before, impacts.length > 0 ? NOTHING : verdict);
    if (closed.length > 0) {
      project();
      closed = chooseModes(
        closed.map(({ touch }) => touch),
        new Map(closed.map((contact) => [contact.touch.feature.key, contact])),
        impacts.length > 0 ? NOTHING : verdict,
      );
    }
    departing = new Set(touches.map(({ feature }) => feature.key).filter((key) => !closed.some(({ touch }) => touch.feature.key === key)));
    report(before, observe);
  }

  function report(before: ReadonlyMap<string, Closed>, observe: SimulationObserver): void {
    if (observe.event === undefined) return;
    for (const { touch, mode } of closed) {
      const { key } = touch.feature;
      const was = before.get(key);
      if (was === undefined) observe.event({ kind: "contact", time, feature: key });
      else if (sticks(mode) !== sticks(was.mode) && mode !== UNLOADED)
        observe.event({ kind: sticks(mode) ? "stick" : "slip", time, feature: key });
    }
    for (const key of before.keys())
      if (!closed.some(({ touch }) => touch.feature.key === key)) observe.event({ kind: "leave", time, feature: key });
  }

  function fill(touches: readonly Touch[]): void {
    reserve(touches.length);
    set.count = touches.length;
    system.forces(time, q, u, set.free);
    system.solveMass(q, set.free, set.free);
    touches.forEach((touch, i) => {
      putTouch(touch, i);
    });
  }

  function putTouch({ state, response, feature }: Touch, i: number): void {
    set.jacobian.set(state.jacobian, 3 * nu * i);
    set.response.set(response, 3 * nu * i);
    set.bias.set(state.bias, 3 * i);
    const { material } = system.pairs[feature.pair];
    set.friction[i] = material.friction;
    set.staticFriction[i] = material.staticFriction ?? material.friction;
  }

  /** Whether a contact that rested has begun to slip, and still so slowly that its velocity does not tell the direction. */
  function begins(was: Closed | undefined, speed: number): boolean {
    return speed < contactSpeed && (was?.mode === ONSET || (was?.mode === HELD && speed > restSlip));
  }

  function chooseModes(touches: readonly Touch[], before: ReadonlyMap<string, Closed>, verdict: Verdict): Closed[] {
    if (touches.length === 0) return [];
    fill(touches);
    touches.forEach((touch, i) => {
      const { key } = touch.feature;
      const was = before.get(key);
      const speed = slipSpeed(touch);
      const beginning = begins(was, speed) && !verdict.stops.has(key);
      const moves = (speed > restSlip || beginning || set.friction[i] === 0) && !verdict.stops.has(key);
      set.moving[i] = moves ? 1 : 0;
      if (moves) {
        const along = beginning && was !== undefined ? was.direction : [touch.velocity[0] / speed, touch.velocity[1] / speed];
        set.direction[2 * i] = speed > 0 || beginning ? along[0] : 1;
        set.direction[2 * i + 1] = speed > 0 || beginning ? along[1] : 0;
      }
      if (verdict.slips.has(key)) set.staticFriction[i] *= 1 - VERDICT;
    });
    solver.solve(set, solution);
    const still = 1e-6 * freeRate();
    const kept: Closed[] = [];
    touches.forEach((touch, i) => {
      if (solution.modes[i] === UNLOADED && Math.abs(solution.rates[3 * i + 2]) > still) return;
      const was = before.get(touch.feature.key);
      const beginning = set.moving[i] === 1 && begins(was, slipSpeed(touch));
      kept.push({
        touch,
        mode: beginning ? ONSET : solution.modes[i],
        direction: [solution.direction[2 * i], solution.direction[2 * i + 1]],
      });
    });
    return kept;
  }

  /** The largest rate that contacts of the set would have without forces: the scale of what counts as none. */
  function freeRate(): number {
    let largest = 0;
    for (let i = 0; i < set.count; i++) {
      const row = 3 * i + 2;
      let rate = set.bias[row];
      for (let k = 0; k < nu; k++) rate += set.jacobian[row * nu + k] * set.free[k];
      largest = Math.max(largest, Math.abs(rate));
    }
    return largest;
  }

  function project(): void {
    const before = system.kineticEnergy(q, u) + system.potentialEnergy(time, q);
    const touches = closed.map(({ touch }) => touch);
    projection.positions(touches, q, u);
    projection.speeds(touches, (i) => sticks(closed[i].mode), u);
    for (const touch of touches) refreshTouch(system, touch, q, u);
    projectionLoss += before - system.kineticEnergy(q, u) - system.potentialEnergy(time, q);
  }

  // --- segment ------------------------------------------------------------------------------------------------------------------------------

  const present = { coordinates: new Float64Array(nq), speeds: new Float64Array(nu) };

  function derivative(t: number, state: Float64Array, out: Float64Array): void {
    const { coordinates, speeds } = present;
    coordinates.set(state.subarray(0, nq));
    speeds.set(state.subarray(nq, nq + nu));
    system.rates(coordinates, speeds, out);
    const friction = accelerate(t, coordinates, speeds);
    for (let k = 0; k < nu; k++) out[nq + k] = closed.length > 0 ? solution.accelerations[k] : forces[k];
    out[nq + nu] = friction;
    out[nq + nu + 1] = system.appliedPower(t, coordinates, speeds);
  }

  /** Leaves the accelerations with frozen modes in `solution` (without contacts: in `forces`) and returns the power lost to friction. */
  function accelerate(t: number, coordinates: Float64Array, speeds: Float64Array): number {
    system.forces(t, coordinates, speeds, forces);
    system.solveMass(coordinates, forces, forces);
    if (closed.length === 0) return 0;
    set.count = closed.length;
    set.free.set(forces);
    closed.forEach(({ touch, mode, direction }, i) => {
      refreshTouch(system, touch, coordinates, speeds);
      putTouch(touch, i);
      solution.modes[i] = mode;
      let [d1, d2] = direction;
      if (mode === SLIP) {
        const speed = slipSpeed(touch);
        // Through a stop the direction goes on as it was, so that the motion is smooth and the stop a plain root.
        const sign = touch.velocity[0] * d1 + touch.velocity[1] * d2 < 0 ? -1 : 1;
        if (speed > 0) {
          d1 = (sign * touch.velocity[0]) / speed;
          d2 = (sign * touch.velocity[1]) / speed;
        }
      }
      solution.direction[2 * i] = d1;
      solution.direction[2 * i + 1] = d2;
    });
    solver.solveFrozen(set, solution);
    let lost = 0;
    closed.forEach(({ touch, mode }, i) => {
      if (mode === SLIP || mode === ONSET)
        lost -= solution.forces[3 * i] * touch.velocity[0] + solution.forces[3 * i + 1] * touch.velocity[1];
    });
    return lost;
  }

  function startIntegrator(): void {
    y.set(q);
    y.set(u, nq);
    y[nq + nu] = 0;
    y[nq + nu + 1] = 0;
    integrator.start(time, y);
  }

  const between = new Float64Array(nq + nu + 2);
  let betweenTime = Number.NaN;
  let solvedTime = Number.NaN;

  function stateAt(t: number): void {
    if (t === betweenTime) return;
    integrator.interpolate(t, between);
    betweenTime = t;
    present.coordinates.set(between.subarray(0, nq));
    present.speeds.set(between.subarray(nq, nq + nu));
    system.normalise(present.coordinates);
    solvedTime = Number.NaN;
  }

  function solvedAt(t: number): void {
    stateAt(t);
    if (t === solvedTime) return;
    accelerate(t, present.coordinates, present.speeds);
    solvedTime = t;
  }

  interface Watched extends Watch {
    readonly apply: (verdict: { hits: Set<string>; slips: Set<string>; stops: Set<string>; expired: Set<string> }) => void;
  }

  function watches(from: number, to: number): Watched[] {
    const list: Watched[] = [];
    const shut = new Set(closed.map(({ touch }) => touch.feature.key));
    features.forEach((featuresOfPair, pair) => {
      const reach = approachWithin(pair, from, to);
      if (Math.min(clearanceAt(pair, from), clearanceAt(pair, to)) > reach) return;
      const apart = !featuresOfPair.some(({ key }) => shut.has(key) || departing.has(key));
      if (apart && separationAt(pair, from) !== undefined) {
        list.push(separationWatch(pair, from, to));
        return;
      }
      for (const feature of featuresOfPair) {
        if (shut.has(feature.key)) continue;
        const leaving = departing.has(feature.key);
        if (!leaving && gapAt(feature, from) > reach && gapAt(feature, to) > reach) continue;
        const touch = touchFor(feature);
        list.push({
          value: (t) => gapAt(feature, t),
          rate: (t) => {
            stateAt(t);
            system.evaluate(feature, present.coordinates, present.speeds, touch.state);
            let sum = 0;
            for (let k = 0; k < nu; k++) sum += touch.state.jacobian[2 * nu + k] * present.speeds[k];
            return sum;
          },
          departing: leaving,
          apply: ({ hits }) => hits.add(feature.key),
        });
      }
    });
    const push = forceScale();
    closed.forEach((contact, i) => {
      const { key } = contact.touch.feature;
      const { mode, direction } = contact;
      if (validityAt(contact.touch.feature, from) !== undefined) list.push(validityWatch(contact.touch.feature, from, to));
      const force = (t: number, c: number) => {
        solvedAt(t);
        return solution.forces[3 * i + c];
      };
      if (mode === UNLOADED) {
        list.push({
          value: (t) => {
            solvedAt(t);
            return 1e-10 * push - solution.load[i];
          },
          apply: () => {},
        });
        return;
      }
      list.push({ value: (t) => force(t, 2) + 1e-10 * push, apply: () => {} });
      if (mode === STICK)
        list.push({
          value: (t) => {
            const limit = set.staticFriction[i] * force(t, 2);
            return limit - Math.sqrt(force(t, 0) * force(t, 0) + force(t, 1) * force(t, 1)) + 1e-9 * push;
          },
          apply: ({ slips }) => slips.add(key),
        });
      if (mode === SLIP && set.friction[i] > 0)
        list.push({
          value: (t) => {
            solvedAt(t);
            return contact.touch.velocity[0] * direction[0] + contact.touch.velocity[1] * direction[1];
          },
          apply: ({ stops }) => stops.add(key),
        });
      // One that passes close by zero turns round ever faster: below what counts as slip it has stopped. One that goes straight through zero is found above, exactly.
      if (mode === SLIP && set.friction[i] > 0 && slipAt(contact, from) > restSlip && advances(contact, to) > 0)
        list.push({ value: (t) => slipAt(contact, t) - restSlip * (1 - VERDICT), apply: ({ stops }) => stops.add(key) });
      if (mode === ONSET)
        list.push({
          value: (t) => {
            solvedAt(t);
            return contactSpeed * (1 + VERDICT) - slipSpeed(contact.touch);
          },
          apply: () => {},
        });
      // One that slows down in a direction it keeps can stop.
      if (mode === ONSET && advances(contact, from) > restSlip)
        list.push({ value: (t) => advances(contact, t), apply: ({ stops }) => stops.add(key) });
      // What was held by others is carried away with them.
      if (mode === HELD)
        list.push({
          value: (t) => {
            solvedAt(t);
            return restSlip * (1 + VERDICT) - slipSpeed(contact.touch);
          },
          apply: () => {},
        });
    });
    return list;
  }

  function slipAt({ touch }: Closed, t: number): number {
    solvedAt(t);
    return slipSpeed(touch);
  }

  /** Slip along the direction that a contact keeps, m/s. */
  function advances({ touch, direction }: Closed, t: number): number {
    solvedAt(t);
    return touch.velocity[0] * direction[0] + touch.velocity[1] * direction[1];
  }

  function separationAt(pair: number, t: number): number | undefined {
    stateAt(t);
    return system.separation(pair, present.coordinates);
  }

  /** For pairs that are apart and whose features come and go: which one touches is found at the hit. */
  function separationWatch(pair: number, from: number, to: number): Watched {
    const value = (t: number) => separationAt(pair, t) ?? Number.POSITIVE_INFINITY;
    const difference = 1e-6 * (to - from);
    return {
      value,
      rate: (t) => value(Math.min(to, t + difference)) - value(Math.max(from, t - difference)),
      apply: () => {},
    };
  }

  function validityAt(feature: Feature, t: number): number | undefined {
    stateAt(t);
    return system.validity?.(feature, present.coordinates);
  }

  function validityWatch(feature: Feature, from: number, to: number): Watched {
    const value = (t: number) => validityAt(feature, t) ?? Number.POSITIVE_INFINITY;
    const difference = 1e-6 * (to - from);
    return {
      value,
      rate: (t) => value(Math.min(to, t + difference)) - value(Math.max(from, t - difference)),
      apply: ({ expired }) => expired.add(feature.key),
    };
  }

  function gapAt(feature: Feature, t: number): number {
    stateAt(t);
    return system.gap(feature, present.coordinates);
  }

  function clearanceAt(pair: number, t: number): number {
    stateAt(t);
    return system.clearance(pair, present.coordinates);
  }

  /** A bound on how far a pair can approach within a step, from its speeds at both ends. */
  function approachWithin(pair: number, from: number, to: number): number {
    stateAt(from);
    const first = system.approachBound(pair, present.speeds);
    stateAt(to);
    const second = system.approachBound(pair, present.speeds);
    return 2 * (to - from) * Math.max(first, second) + gapTolerance;
  }

  function forceScale(): number {
    let largest = 0;
    for (let i = 0; i < set.count; i++) largest = Math.max(largest, Math.abs(solution.forces[3 * i + 2]));
    return largest > 0 ? largest : 1;
  }

  const inside: StretchDetail = {
    ledgerAt: (t) => {
      stateAt(t);
      const friction = frictionLoss + between[nq + nu] - y[nq + nu];
      const applied = appliedWork + between[nq + nu + 1] - y[nq + nu + 1];
      return ledgerOf(t, present.coordinates, present.speeds, friction, applied);
    },
    contactForcesAt: (t) => {
      if (closed.length === 0) return [];
      solvedAt(t);
      return solvedForces();
    },
  };

  /**
   * One step of the integration; false where it was too stiff and contacts that creep were eased. The direction of a very slow slip turns ever faster, which no
   * explicit method follows: such a contact keeps its direction until it stops or has left the slow range.
   */
  function step(until: number): boolean {
    try {
      integrator.step(until);
      return true;
    } catch (error) {
      if (!(error instanceof SolverError)) throw error;
      let eased = false;
      for (const contact of closed) {
        if (contact.mode !== SLIP) continue;
        refreshTouch(system, contact.touch, q, u);
        if (slipSpeed(contact.touch) >= contactSpeed) continue;
        contact.mode = ONSET;
        eased = true;
      }
      if (!eased) throw error;
      return false;
    }
  }

  /** Follows the motion to the first event or the end; returns what has happened. */
  function segment(until: number, observe: SimulationObserver): Verdict | undefined {
    startIntegrator();
    for (;;) {
      const from = integrator.time;
      if (!step(until)) {
        startIntegrator();
        continue;
      }
      const to = integrator.time;
      betweenTime = Number.NaN;
      const list = watches(from, to);
      const found = firstEvents(list, from, to, samplesFor(from, to), TIME_TOLERANCE);
      const end = found.length > 0 ? found[0].time : to;
      observe.motion?.(
        from,
        end,
        (t, coordinates, speeds) => {
          stateAt(t);
          coordinates.set(present.coordinates);
          speeds.set(present.speeds);
        },
        inside,
      );
      stateAt(end);
      q.set(present.coordinates);
      u.set(present.speeds);
      frictionLoss += between[nq + nu] - y[nq + nu];
      appliedWork += between[nq + nu + 1] - y[nq + nu + 1];
      y[nq + nu] = between[nq + nu];
      y[nq + nu + 1] = between[nq + nu + 1];
      time = end;
      departing = new Set([...departing].filter((key) => system.gap(featureOf.get(key)!, q) <= gapTolerance));
      if (found.length > 0) {
        const verdict = { hits: new Set<string>(), slips: new Set<string>(), stops: new Set<string>(), expired: new Set<string>() };
        for (const { watch } of found) list[watch].apply(verdict);
        return verdict;
      }
      if (to >= until) return undefined;
      for (const contact of closed) turn(contact);
      if (drifted()) {
        project();
        startIntegrator();
      } else if (closed.some(({ mode }) => mode === HELD)) return NOTHING;
    }
  }

  /** Follows the direction of slip of a sliding contact. */
  function turn({ touch, mode, direction }: Closed): void {
    if (mode !== SLIP) return;
    refreshTouch(system, touch, q, u);
    const speed = slipSpeed(touch);
    if (speed === 0) return;
    direction[0] = touch.velocity[0] / speed;
    direction[1] = touch.velocity[1] / speed;
  }

  function drifted(): boolean {
    for (const { touch, mode } of closed) {
      refreshTouch(system, touch, q, u);
      if (Math.abs(touch.state.gap) > 0.1 * gapTolerance || Math.abs(touch.velocity[2]) > 1e-6 * contactSpeed) return true;
      if (sticks(mode) && slipSpeed(touch) > 1e-6 * contactSpeed) return true;
    }
    return false;
  }

  /** So many that no part of the step turns by more than about a radian. */
  function samplesFor(from: number, to: number): number {
    let fastest = 0;
    for (let pair = 0; pair < system.pairs.length; pair++) fastest = Math.max(fastest, system.approachBound(pair, u));
    const turns = ((to - from) * fastest) / system.size;
    return Math.max(SAMPLES, Math.min(1000, Math.ceil(2 * turns)));
  }

  function isResting(): boolean {
    if (system.changesUntil !== undefined && time < system.changesUntil) return false;
    for (let k = 0; k < nu; k++) if (Math.abs(u[k]) > 1e-9 * (1 + 1 / system.size)) return false;
    if (closed.length === 0) return false;
    accelerate(time, q, u);
    for (let k = 0; k < nu; k++) if (Math.abs(solution.accelerations[k]) > 1e-7 * (1 + freeRate())) return false;
    return true;
  }

  function advance(until: number, observe: SimulationObserver = {}): SimulationStatus {
    let verdict: Verdict = NOTHING;
    const recent: number[] = [];
    let standing = 0;
    while (status === "running" && time < until) {
      settle(verdict, observe);
      if (isResting()) {
        status = "rest";
        observe.event?.({ kind: "rest", time });
        break;
      }
      const started = time;
      const happened = segment(until, observe);
      if (happened === undefined) break;
      verdict = happened;
      standing = time > started ? 0 : standing + 1;
      if (standing > 1000)
        throw new SolverError(`the motion does not get past t = ${time}: its contacts change modes without end`, { time });
      recent.push(time);
      while (recent[0] < time - 0.1) recent.shift();
      if (recent.length > mostEvents) status = "too-many-events";
    }
    if (status === "rest" && time < until) time = until;
    return status;
  }

  function ledger(): RunLedger {
    return ledgerOf(time, q, u, frictionLoss, appliedWork);
  }

  function ledgerOf(t: number, coordinates: Float64Array, speeds: Float64Array, friction: number, applied: number): RunLedger {
    const now = system.kineticEnergy(coordinates, speeds) + system.potentialEnergy(t, coordinates);
    return {
      before: ledgerBefore,
      now,
      impactLoss,
      frictionLoss: friction,
      projectionLoss,
      appliedWork: applied,
      residual: ledgerBefore - now - impactLoss - friction - projectionLoss + applied,
    };
  }

  function contactForces(): ContactForce[] {
    if (closed.length === 0) return [];
    accelerate(time, q, u);
    return solvedForces();
  }

  function solvedForces(): ContactForce[] {
    return closed.map(({ touch, mode }, i) => {
      const force = [solution.forces[3 * i], solution.forces[3 * i + 1], solution.forces[3 * i + 2]] as const;
      const { tangent1, tangent2, normal, point } = touch.state;
      const world = (c: 0 | 1 | 2) => force[0] * tangent1[c] + force[1] * tangent2[c] + force[2] * normal[c];
      return {
        feature: touch.feature,
        point: [...point],
        force,
        worldForce: [world(0), world(1), world(2)],
        mode: mode === UNLOADED ? "unloaded" : sticks(mode) ? "stick" : "slip",
      };
    });
  }

  function checkpoint(): Checkpoint {
    return {
      time,
      coordinates: Array.from(q),
      speeds: Array.from(u),
      status,
      closed: closed.map(({ touch, mode, direction }) => ({ key: touch.feature.key, mode, direction: [direction[0], direction[1]] })),
      departing: [...departing],
      ledger: [ledgerBefore, impactLoss, frictionLoss, projectionLoss, appliedWork],
    };
  }

  return {
    get time() {
      return time;
    },
    get status() {
      return status;
    },
    coordinates: q,
    speeds: u,
    contactSpeed,
    tolerances: { contactSpeed, gapTolerance, relativeTolerance, mostEvents },
    advance,
    ledger,
    contactForces,
    checkpoint,
  };
}

function sticks(mode: number): boolean {
  return mode === STICK || mode === HELD;
}
