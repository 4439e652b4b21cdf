/**
 * What islands did in a frame, each by itself one after the other, so that it can be told afterwards in the order of time, as the event
 * regime tells it: stretches of motion, and events between them.
 */
import type { ContactForce, RunLedger, SimulationEvent, SimulationObserver } from "../loop/interface.js";
import { energyOf } from "../loop/ledger.js";
import { readState, STATE, writeBetween } from "./between.js";
import { type HeldContact, heldContacts, resolvedImpact } from "./held.js";
import type { StepObserver } from "./observe.js";
import type { Island, RunState, StepLedger } from "./run-state.js";

/** What a frame adds to the ledger, J. */
export interface FrameLosses extends StepLedger {
  appliedWork: number;
}

/** One step of an island, or a flight. */
interface Segment {
  readonly bodies: readonly number[];
  readonly from: number;
  readonly to: number;
  /** States of the bodies at both ends; of a flight the end is where the frame ends. */
  readonly before: Float64Array;
  readonly after: Float64Array;
  /** The part that flies. */
  readonly flight: number | undefined;
  readonly contacts: readonly HeldContact[];
  readonly losses: FrameLosses;
  /** Rates of two of them at the beginning, W; they grow as a parabola, as energy does in a step. */
  readonly rates: Pick<FrameLosses, "frictionLoss" | "steppingLoss">;
}

/** How long nothing has changed at the contacts of a run: neither a mode, nor by an impact of several pairs. */
export interface Calm {
  /** s. */
  since: number;
  steps: number;
}

export interface Trail extends StepObserver {
  readonly calm: Calm;
  /** Of each body: the places it holds as the first of their bodies. */
  readonly held: (readonly HeldContact[])[];
  /** Work so far: one for each step, and one more for each place that pushes. */
  work: number;
  /** Forgets the last frame; the next begins at the present state. */
  begin(run: RunState): void;
  /** Tells the frame that has just ended, on top of the ledger before it; returns what it adds. */
  tell(run: RunState, observe: SimulationObserver, ledger: RunLedger): FrameLosses;
}

const noStepLosses = (): StepLedger => ({ impactLoss: 0, frictionLoss: 0, steppingLoss: 0, projectionLoss: 0 });
const noLosses = (): FrameLosses => ({ ...noStepLosses(), appliedWork: 0 });

/** The frame that is being told. */
interface Frame {
  from: number;
  readonly segments: Segment[];
  readonly ofBody: Segment[][];
  readonly events: SimulationEvent[];
  /** Lost at an instant: by impacts. */
  readonly hits: { readonly time: number; readonly loss: number }[];
  /** Of the ledger of the run, as far as it is accounted for. */
  readonly seen: StepLedger;
  /** Places that are held now, of bodies that did not move in it. */
  readonly held: readonly (readonly HeldContact[])[];
}

export function createTrail(run: RunState): Trail {
  const none: readonly HeldContact[] = [];
  const held: (readonly HeldContact[])[] = run.system.names.map(() => none);
  const frame: Frame = { from: 0, segments: [], ofBody: held.map(() => []), events: [], hits: [], seen: { ...run.ledger }, held };
  const calm: Calm = { since: 0, steps: 0 };
  const disturb = (time: number) => {
    calm.since = time;
    calm.steps = 0;
  };
  const change = (bodies: readonly number[], now: readonly HeldContact[], time: number) => {
    const events = changesOf(
      bodies.flatMap((body) => held[body]),
      now,
      time,
    );
    if (events.length > 0) disturb(time);
    frame.events.push(...events);
    for (const body of bodies) held[body] = now.filter((contact) => contact.body === body);
  };
  const trail: Trail = {
    calm,
    held,
    work: 0,
    step: (state, island, h) => {
      const contacts = heldContacts(state);
      change(island.bodies, contacts, state.time);
      const losses = { ...lossesSince(frame.seen, state), appliedWork: workOf(state, island, h) };
      losses.frictionLoss += state.pending.friction;
      losses.steppingLoss += state.pending.stepping;
      account(frame.seen, losses);
      addSegment(frame, state, island, { to: state.time + h, flight: undefined, contacts, losses, rates: lossRates(state) });
      calm.steps += 1;
      trail.work += 1 + contacts.length;
    },
    flight: (state, island, until) => {
      change(island.bodies, none, state.time);
      addSegment(frame, state, island, { to: until, flight: island.parts[0], contacts: none, losses: noLosses(), rates: noLosses() });
      trail.work += 1;
    },
    impact: (state, impact) => {
      const resolved = resolvedImpact(state, impact);
      const { time } = state;
      frame.events.push({ kind: "impact", time, impact: resolved });
      const { impactLoss } = lossesSince(frame.seen, state);
      frame.hits.push({ time, loss: impactLoss });
      frame.seen.impactLoss += impactLoss;
      if (new Set(resolved.touches.map(({ feature }) => feature.pair)).size > 1) disturb(time);
      trail.work += 1 + impact.contacts.length;
    },
    rest: (state, { bodies }) => change(bodies, heldContacts(state), state.time),
    begin: (state) => {
      frame.from = state.time;
      frame.segments.length = frame.events.length = frame.hits.length = 0;
      for (const list of frame.ofBody) list.length = 0;
      // Sums begin anew with every frame, so that a run that is resumed at one adds up to the same bits.
      Object.assign(state.ledger, noStepLosses());
      Object.assign(frame.seen, state.ledger);
    },
    tell: (state, observe, ledger) => tell(frame, state, observe, ledger),
  };
  return trail;
}

function lossesSince(seen: StepLedger, { ledger }: RunState): StepLedger {
  return {
    impactLoss: ledger.impactLoss - seen.impactLoss,
    frictionLoss: ledger.frictionLoss - seen.frictionLoss,
    steppingLoss: ledger.steppingLoss - seen.steppingLoss,
    projectionLoss: ledger.projectionLoss - seen.projectionLoss,
  };
}

function account(seen: StepLedger, losses: StepLedger): void {
  for (const name of ["impactLoss", "frictionLoss", "steppingLoss", "projectionLoss"] as const) seen[name] += losses[name];
}

/** Work of loads without a potential over a step, by the trapezoid rule. */
function workOf({ system, time, coordinates, speeds, nextCoordinates, nextSpeeds }: RunState, { parts }: Island, h: number): number {
  const power = system.appliedPower(time, coordinates, speeds, parts) + system.appliedPower(time + h, nextCoordinates, nextSpeeds, parts);
  return 0.5 * h * power;
}

function lossRates({ contacts, rows, force }: RunState): Segment["rates"] {
  const rates = { frictionLoss: 0, steppingLoss: 0 };
  for (let i = 0; i < contacts.count; i += 1) {
    if (rows[i] < 0) continue;
    const at = 3 * contacts.ids[i];
    rates.frictionLoss -= force[at] * contacts.velocity[3 * i] + force[at + 1] * contacts.velocity[3 * i + 1];
    rates.steppingLoss -= force[at + 2] * contacts.velocity[3 * i + 2];
  }
  return rates;
}

function addSegment(
  { segments, ofBody }: Frame,
  { time, coordinates, speeds, nextCoordinates, nextSpeeds }: RunState,
  { bodies }: Island,
  more: Pick<Segment, "to" | "flight" | "contacts" | "losses" | "rates">,
): void {
  const before = new Float64Array(STATE * bodies.length);
  const after = new Float64Array(STATE * bodies.length);
  bodies.forEach((body, i) => {
    readState(coordinates, speeds, body, before, STATE * i);
    readState(nextCoordinates, nextSpeeds, body, after, STATE * i);
  });
  const segment = { bodies, from: time, before, after, ...more };
  segments.push(segment);
  for (const body of bodies) ofBody[body].push(segment);
}

function changesOf(before: readonly HeldContact[], now: readonly HeldContact[], time: number): SimulationEvent[] {
  if (before.length === 0 && now.length === 0) return [];
  const was = new Map(before.map(({ feature, mode }) => [feature.key, mode]));
  const events: SimulationEvent[] = [];
  for (const { feature, mode } of now) {
    const old = was.get(feature.key);
    if (old === undefined) events.push({ kind: "contact", time, feature: feature.key });
    else if (old !== mode && (mode === "stick" || mode === "slip")) events.push({ kind: mode, time, feature: feature.key });
    was.delete(feature.key);
  }
  for (const key of was.keys()) events.push({ kind: "leave", time, feature: key });
  return events;
}

function tell(frame: Frame, run: RunState, observe: SimulationObserver, base: RunLedger): FrameLosses {
  const { system } = run;
  endFlights(frame, run);
  const stateAt = (time: number, coordinates: Float64Array, speeds: Float64Array) => writeState(frame, run, time, coordinates, speeds);
  const [q, u] = [new Float64Array(system.coordinateCount), new Float64Array(system.speedCount)];
  const inside = {
    ledgerAt: (time: number) => {
      stateAt(time, q, u);
      return addLosses(base, lossesUntil(frame, time), energyOf(system, time, q, u));
    },
    contactForcesAt: (time: number) => {
      stateAt(time, q, u);
      return forcesAt(frame, time, q);
    },
  };
  let from = frame.from;
  for (const event of [...frame.events].sort((a, b) => a.time - b.time)) {
    if (event.time > from) observe.motion?.(from, event.time, stateAt, inside);
    from = Math.max(from, event.time);
    observe.event?.(event);
  }
  if (from < run.time) observe.motion?.(from, run.time, stateAt, inside);
  const losses = lossesUntil(frame, run.time);
  // What fell asleep has lost the rest.
  losses.projectionLoss += lossesSince(frame.seen, run).projectionLoss;
  return losses;
}

/** A flight ends where its bodies are when the frame does. */
function endFlights({ segments }: Frame, { coordinates, speeds, system }: RunState): void {
  for (const { bodies, from, to, before, after, losses, flight } of segments) {
    if (flight === undefined) continue;
    bodies.forEach((body, i) => {
      readState(coordinates, speeds, body, after, STATE * i);
    });
    const [q, u] = [coordinates.slice(), speeds.slice()];
    const ended = system.appliedPower(to, q, u, [flight]);
    writeBack(bodies, before, q, u);
    losses.appliedWork = 0.5 * (to - from) * (system.appliedPower(from, q, u, [flight]) + ended);
  }
}

function writeBack(bodies: readonly number[], states: Float64Array, q: Float64Array, u: Float64Array): void {
  bodies.forEach((body, i) => {
    q.set(states.subarray(STATE * i, STATE * i + 7), 7 * body);
    u.set(states.subarray(STATE * i + 7, STATE * (i + 1)), 6 * body);
  });
}

function writeState({ ofBody }: Frame, { system, coordinates, speeds }: RunState, time: number, q: Float64Array, u: Float64Array): void {
  q.set(coordinates);
  u.set(speeds);
  const known = new Set(ofBody.map((list) => list.find(({ from, to }) => from <= time && time < to)));
  for (const segment of known) {
    if (segment === undefined) continue;
    const { bodies, from, to, flight } = segment;
    if (flight !== undefined && system.flight?.(flight) !== undefined) writeFlight(system, segment, flight, time, q, u);
    else
      bodies.forEach((body, i) => {
        writeBetween({ ...segment, at: STATE * i, h: to - from }, (time - from) / (to - from), body, q, u);
      });
  }
}

function writeFlight(
  system: RunState["system"],
  { bodies, before, from }: Segment,
  part: number,
  time: number,
  q: Float64Array,
  u: Float64Array,
): void {
  writeBack(bodies, before, q, u);
  const { coordinates: places, speeds: rates } = (system.parts ?? [])[part];
  const start = Float64Array.from([...places.map((k) => q[k]), ...rates.map((k) => u[k])]);
  const end = new Float64Array(start.length);
  system.flight?.(part)?.stateAt(start, time - from, end);
  places.forEach((k, i) => {
    q[k] = end[i];
  });
  rates.forEach((k, i) => {
    u[k] = end[places.length + i];
  });
}

function lossesUntil({ segments, hits }: Frame, time: number): FrameLosses {
  const sum = noLosses();
  for (const { from, to, losses, rates } of segments) {
    if (time < from) continue;
    const part = time >= to ? 1 : (time - from) / (to - from);
    sum.projectionLoss += part * losses.projectionLoss;
    sum.appliedWork += part * losses.appliedWork;
    for (const name of ["frictionLoss", "steppingLoss"] as const) {
      const even = rates[name] * (to - from);
      sum[name] += part === 1 ? losses[name] : part * even + part * part * (losses[name] - even);
    }
  }
  for (const hit of hits) if (hit.time <= time) sum.impactLoss += hit.loss;
  return sum;
}

function forcesAt({ ofBody, held }: Frame, time: number, q: Float64Array): ContactForce[] {
  const covering = ofBody.map((list) => list.find(({ from, to }) => from <= time && time < to) ?? list.at(-1));
  return covering.flatMap((segment, body) => {
    const own = segment?.contacts.filter((contact) => contact.body === body) ?? held[body];
    return own.map((contact) => forceOf(contact, segment === undefined ? undefined : wayOf(segment, body, q)));
  });
}

/** How far a body has gone since the beginning of a step. */
function wayOf({ bodies, before }: Segment, body: number, q: Float64Array): readonly [number, number, number] {
  const at = STATE * bodies.indexOf(body);
  return [q[7 * body] - before[at], q[7 * body + 1] - before[at + 1], q[7 * body + 2] - before[at + 2]];
}

/** As it is told; the place goes with the first body. */
export function forceOf({ feature, mode, point, force, worldForce }: HeldContact, way: readonly number[] = [0, 0, 0]): ContactForce {
  return { feature, mode, point: [point[0] + way[0], point[1] + way[1], point[2] + way[2]], force, worldForce };
}

/** A ledger with what came after it. */
export function addLosses(ledger: RunLedger, losses: FrameLosses, now: number): RunLedger {
  const { before } = ledger;
  const impactLoss = ledger.impactLoss + losses.impactLoss;
  const frictionLoss = ledger.frictionLoss + losses.frictionLoss;
  const projectionLoss = ledger.projectionLoss + losses.projectionLoss;
  const appliedWork = ledger.appliedWork + losses.appliedWork;
  const steppingLoss = (ledger.steppingLoss ?? 0) + losses.steppingLoss;
  const residual = before - now - impactLoss - frictionLoss - projectionLoss - steppingLoss + appliedWork;
  return { before, now, impactLoss, frictionLoss, projectionLoss, steppingLoss, appliedWork, residual };
}
