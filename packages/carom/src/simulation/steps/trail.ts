/**
 * What islands did in a frame, each by itself one after the other, so that it can be told afterwards in the order of time, as the event
 * regime tells it: stretches of motion, and events between them.
 */
import type { ContactForce, RunLedger, SimulationEvent, SimulationObserver } from "../loop/interface.js";
import { energyOf } from "../loop/ledger.js";
import { stateOf, writeBetween, writeMechanismBetween, writeState as writeNode } from "./between.js";
import { type HeldContact, heldContacts, heldOnCourse } from "./held.js";
import type { StepObserver } from "./observe.js";
import { type Island, type RunState, type StepLedger, setClock } from "./run-state.js";

/** What a frame adds to the ledger, J. */
export type FrameLosses = Omit<StepLedger, "residual">;

/** One step of an island, or a flight. */
interface Segment {
  /** Nodes. */
  readonly bodies: readonly number[];
  readonly from: number;
  readonly to: number;
  /** States of its nodes at both ends; the end of a flight is not kept. */
  readonly before: readonly Float64Array[];
  after: readonly Float64Array[];
  /** The part that flies, in closed form. */
  readonly flight: number | undefined;
  readonly contacts: readonly HeldContact[];
  losses: FrameLosses;
  /** Rates of two of them at the beginning, W; they grow as a parabola, as energy does in a step. */
  readonly rates: Pick<FrameLosses, "frictionLoss" | "steppingLoss">;
}

/** How long nothing has changed at the contacts of a run: neither a mode, nor by an impact of several pairs. */
export interface Calm {
  /** s. */
  since: number;
  steps: number;
}

/** A frame that has been computed, for whoever tells it together with what moved otherwise meanwhile. */
export interface FrameReport {
  /** In the order of time. */
  events(): readonly SimulationEvent[];
  /** Writes the states of what stepped in the frame; the others are left as they are. */
  stateAt(time: number, coordinates: Float64Array, speeds: Float64Array): void;
  lossesUntil(time: number): FrameLosses;
  forcesAt(time: number): ContactForce[];
  /** All of it. */
  losses(): FrameLosses;
}

export interface Trail extends StepObserver {
  readonly calm: Calm;
  /** Of each node: since when nothing has changed at its contacts, s. */
  readonly quietSince: Float64Array;
  /** Of each node: the places it holds as the first of the two. */
  readonly held: (readonly HeldContact[])[];
  /** Work so far: one for each step, and one more for each place that pushes. */
  work: number;
  /** Forgets the last frame; the next begins at the present state. `isTold`: whether anyone will ask how bodies moved in it, and why. */
  begin(run: RunState, isTold: boolean): void;
  /** Tells the frame that has just ended, on top of the ledger before it; returns what it adds. */
  tell(run: RunState, observe: SimulationObserver, ledger: RunLedger): FrameLosses;
  /** Of the frame that is being computed or was, whichever it is when it is asked. */
  report(run: RunState): FrameReport;
}

const noLosses = (): FrameLosses => ({ impactLoss: 0, frictionLoss: 0, steppingLoss: 0, projectionLoss: 0, appliedWork: 0 });
const NAMES = ["impactLoss", "frictionLoss", "steppingLoss", "projectionLoss", "appliedWork"] as const;

/** The frame that is being told. */
interface Frame {
  from: number;
  isTold: boolean;
  readonly segments: Segment[];
  readonly ofBody: Segment[][];
  readonly events: SimulationEvent[];
  /** Of impacts, at an instant. */
  readonly hits: { readonly time: number; readonly losses: FrameLosses }[];
  /** Of the ledger of the run, as far as it is accounted for. */
  readonly seen: FrameLosses;
  /** Places that are held now, of bodies that did not move in it. */
  readonly held: readonly (readonly HeldContact[])[];
}

export function createTrail(run: RunState): Trail {
  const none: readonly HeldContact[] = [];
  const held: (readonly HeldContact[])[] = Array.from({ length: run.nodes.count }, () => none);
  const frame: Frame = { from: 0, isTold: true, segments: [], ofBody: held.map(() => []), events: [], hits: [], seen: noLosses(), held };
  const calm: Calm = { since: 0, steps: 0 };
  const quietSince = new Float64Array(run.nodes.count);
  const disturb = (bodies: Iterable<number>, time: number) => {
    calm.since = time;
    calm.steps = 0;
    for (const body of bodies) quietSince[body] = time;
  };
  const change = (bodies: readonly number[], now: readonly HeldContact[], time: number) => {
    const before = bodies.length === 1 ? held[bodies[0]] : bodies.flatMap((body) => held[body]);
    for (const body of bodies) held[body] = bodies.length === 1 ? now : now.filter((contact) => contact.body === body);
    if (isSame(before, now)) return;
    const events = changesOf(before, now, time);
    if (events.length > 0) disturb(bodies, time);
    frame.events.push(...events);
  };
  const trail: Trail = {
    calm,
    quietSince,
    held,
    work: 0,
    step: (state, island, h) => {
      const contacts = heldContacts(state);
      change(island.bodies, contacts, state.time);
      const segment = addSegment(frame, state, island, { to: state.time + h, flight: undefined, contacts, rates: lossRates(state) });
      calm.steps += 1;
      trail.work += 1 + contacts.length;
      return () => {
        segment.after = island.bodies.map((node) => stateOf(state.nodes, node, state.coordinates, state.speeds));
        segment.losses = lossesSince(frame.seen, state);
        account(frame.seen, segment.losses);
      };
    },
    course: (state, body) => {
      const from = state.courses.since[body];
      const contacts = heldOnCourse(state, body);
      const before = frame.isTold ? [stateOf(state.nodes, body, state.coordinates, state.speeds)] : [];
      return (to) => {
        if (!(to > from)) return;
        change([body], contacts, from);
        trail.work += 1 + contacts.length;
        if (!frame.isTold) return;
        const after = [stateOf(state.nodes, body, state.coordinates, state.speeds)];
        const segment: Segment = {
          bodies: [body],
          from,
          to,
          before,
          after,
          losses: noLosses(),
          flight: undefined,
          contacts,
          rates: noLosses(),
        };
        frame.segments.push(segment);
        frame.ofBody[body].push(segment);
      };
    },
    stepped: (state, from, to) => {
      const losses = lossesSince(frame.seen, state);
      account(frame.seen, losses);
      const span = to - from;
      const rates = { frictionLoss: losses.frictionLoss / span, steppingLoss: losses.steppingLoss / span };
      frame.segments.push({ bodies: [], from, to, before: [], after: [], losses, flight: undefined, contacts: none, rates });
      calm.steps += 1;
    },
    flight: (state, island, until) => {
      change(island.bodies, none, state.time);
      addSegment(frame, state, island, { to: until, flight: island.parts[0], contacts: none, rates: noLosses() });
      trail.work += 1;
    },
    impact: (state, places, ask) => {
      const { time } = state;
      if (frame.isTold) frame.events.push({ kind: "impact", time, impact: ask() });
      const losses = lossesSince(frame.seen, state);
      frame.hits.push({ time, losses });
      account(frame.seen, losses);
      const pairs = new Set(places);
      const nodes = [...pairs].flatMap((pair) => [state.surfaces.bodies[2 * pair], state.surfaces.bodies[2 * pair + 1]]);
      if (pairs.size > 1)
        disturb(
          nodes.filter((node) => node >= 0),
          time,
        );
      trail.work += 1 + places.length;
    },
    rest: (state, { bodies }) => change(bodies, heldContacts(state), state.time),
    mark: () => markOf(frame, trail),
    begin: (state, isTold) => {
      frame.from = state.time;
      frame.isTold = isTold;
      frame.segments.length = frame.events.length = frame.hits.length = 0;
      for (const list of frame.ofBody) list.length = 0;
      // Sums begin anew with every frame, so that a run that is resumed at one adds up to the same bits.
      Object.assign(state.ledger, noLosses(), { residual: 0 });
      Object.assign(frame.seen, noLosses());
    },
    tell: (state, observe, ledger) => tell(frame, state, observe, ledger),
    report: (state) => reportOf(frame, state),
  };
  return trail;
}

/** Returns what forgets all that is told from now on, but for the work it was. */
function markOf({ segments, ofBody, events, hits, seen }: Frame, { calm, quietSince, held }: Trail): () => void {
  const lists: readonly (readonly [unknown[], number])[] = [segments, events, hits, ...ofBody].map((list) => [list, list.length]);
  const [losses, quiet, times, places] = [{ ...seen }, { ...calm }, quietSince.slice(), [...held]];
  return () => {
    for (const [list, length] of lists) list.length = length;
    Object.assign(seen, losses);
    Object.assign(calm, quiet);
    quietSince.set(times);
    held.splice(0, held.length, ...places);
  };
}

function lossesSince(seen: FrameLosses, { ledger }: RunState): FrameLosses {
  const losses = noLosses();
  for (const name of NAMES) losses[name] = ledger[name] - seen[name];
  return losses;
}

function account(sum: FrameLosses, losses: FrameLosses): void {
  for (const name of NAMES) sum[name] += losses[name];
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
  { time, nodes, coordinates, speeds }: RunState,
  { bodies }: Island,
  more: Pick<Segment, "to" | "flight" | "contacts" | "rates">,
): Segment {
  const before = bodies.map((node) => stateOf(nodes, node, coordinates, speeds));
  const segment: Segment = { bodies, from: time, before, after: before, losses: noLosses(), ...more };
  segments.push(segment);
  for (const body of bodies) ofBody[body].push(segment);
  return segment;
}

/** The same places in the same order and modes, as they nearly always are. */
function isSame(before: readonly HeldContact[], now: readonly HeldContact[]): boolean {
  if (before.length !== now.length) return false;
  for (let i = 0; i < now.length; i += 1) if (before[i].feature.key !== now[i].feature.key || before[i].mode !== now[i].mode) return false;
  return true;
}

function changesOf(before: readonly HeldContact[], now: readonly HeldContact[], time: number): SimulationEvent[] {
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

function reportOf(frame: Frame, run: RunState): FrameReport {
  const { nodes, system } = run;
  const [q, u] = [new Float64Array(system.coordinateCount), new Float64Array(system.speedCount)];
  return {
    events: () => [...frame.events].sort((a, b) => a.time - b.time),
    stateAt: (time, coordinates, speeds) => {
      writeState(frame, run, time, q, u);
      frame.ofBody.forEach((list, node) => {
        if (list.length > 0) writeNode(nodes, node, stateOf(nodes, node, q, u), coordinates, speeds);
      });
    },
    lossesUntil: (time) => lossesUntil(frame, time),
    forcesAt: (time) => {
      writeState(frame, run, time, q, u);
      return forcesAt(frame, nodes.bodyCount, time, q);
    },
    losses: () => allLosses(frame, run),
  };
}

/** What fell asleep has lost the rest. */
function allLosses(frame: Frame, run: RunState): FrameLosses {
  const losses = lossesUntil(frame, run.time);
  account(losses, lossesSince(frame.seen, run));
  return losses;
}

function tell(frame: Frame, run: RunState, observe: SimulationObserver, base: RunLedger): FrameLosses {
  const { system } = run;
  const stateAt = (time: number, coordinates: Float64Array, speeds: Float64Array) => writeState(frame, run, time, coordinates, speeds);
  const [q, u] = [new Float64Array(system.coordinateCount), new Float64Array(system.speedCount)];
  const inside = {
    ledgerAt: (time: number) => {
      stateAt(time, q, u);
      return addLosses(base, lossesUntil(frame, time), energyOf(system, time, q, u));
    },
    contactForcesAt: (time: number) => {
      stateAt(time, q, u);
      return forcesAt(frame, run.nodes.bodyCount, time, q);
    },
  };
  let from = frame.from;
  for (const event of [...frame.events].sort((a, b) => a.time - b.time)) {
    if (event.time > from) observe.motion?.(from, event.time, stateAt, inside);
    from = Math.max(from, event.time);
    observe.event?.(event);
  }
  if (from < run.time) observe.motion?.(from, run.time, stateAt, inside);
  return allLosses(frame, run);
}

function writeState({ ofBody }: Frame, run: RunState, time: number, q: Float64Array, u: Float64Array): void {
  const { system, nodes, coordinates, speeds } = run;
  q.set(coordinates);
  u.set(speeds);
  setClock(system, q, time);
  const known = new Set(ofBody.map((list) => list.find(({ from, to }) => from <= time && time < to)));
  for (const segment of known) {
    if (segment === undefined) continue;
    const { bodies, from, to, flight, before, after } = segment;
    if (flight !== undefined) {
      writeFlight(run, segment, flight, time, [q, u]);
      continue;
    }
    const [h, part] = [to - from, (time - from) / (to - from)];
    bodies.forEach((node, i) => {
      const ends = { before: before[i], after: after[i], h };
      if (node < nodes.bodyCount) writeBetween(ends, part, node, q, u);
      else writeMechanismBetween(system, nodes, node, ends, part, [q, u]);
    });
  }
}

function writeFlight(
  { system, nodes }: RunState,
  { bodies, before, from }: Segment,
  part: number,
  time: number,
  [q, u]: readonly [Float64Array, Float64Array],
): void {
  bodies.forEach((node, i) => {
    writeNode(nodes, node, before[i], q, u);
  });
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
  for (const hit of hits) if (hit.time <= time) account(sum, hit.losses);
  return sum;
}

function forcesAt({ ofBody, held }: Frame, bodyCount: number, time: number, q: Float64Array): ContactForce[] {
  const covering = ofBody.map((list) => list.find(({ from, to }) => from <= time && time < to) ?? list.at(-1));
  return covering.flatMap((segment, body) => {
    const own = segment?.contacts.filter((contact) => contact.body === body) ?? held[body];
    // Where on its way the link of a mechanism is, is not kept.
    const moves = segment !== undefined && body < bodyCount;
    return own.map((contact) => forceOf(contact, moves ? wayOf(segment, body, q) : undefined));
  });
}

/** How far a body has gone since the beginning of a step. */
function wayOf({ bodies, before }: Segment, body: number, q: Float64Array): readonly [number, number, number] {
  const [x, y, z] = before[bodies.indexOf(body)];
  return [q[7 * body] - x, q[7 * body + 1] - y, q[7 * body + 2] - z];
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
