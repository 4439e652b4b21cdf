/**
 * Columns through one instant at which clusters were settled: shift, impacts, contacts, shift back; and what was near.
 */
import type { ClosedContact } from "../../contact/closed-contact.js";
import { ONSET, SLIP, STICK } from "../../contact/force-problem.js";
import type { ResolvedImpact } from "../../impacts/resolve-impacts.js";
import type { Cluster } from "../cluster.js";
import type { Run } from "../run.js";
import { type ClusterAt, evaluateClusters, flowOf } from "./clusters-at.js";
import { type Direction, directionOf, inMaterials } from "./columns.js";
import { createFrozen, type FrozenCluster, frozenCluster, type LastDirections, type State } from "./frozen.js";
import { groupsOf, type SettledGroup } from "./groups.js";
import { type Cause, type FoundEdge, hitCauses, hitCausesSeen } from "./hits.js";
import type { ImpactEventTangents } from "./interface.js";
import { SAME_SHIFT } from "./joint-stop.js";
import { opensFast } from "./misses.js";
import { turnOnsets } from "./onset.js";
import { type Projected, projectColumns } from "./project.js";
import { spanOf } from "./scales.js";
import { type PassedImpact, type SeenTouches, seeTouches } from "./seen-touches.js";
import { modeCauses, shiftColumns, throughImpact } from "./settle.js";
import type { TangentMemory } from "./tangents.js";

/** An instant that is being settled. */
export interface Pending {
  /** Before anything is done. */
  readonly state: State;
  /** As they came. */
  readonly clusters: readonly FrozenCluster[];
  /** Keys of features that were leaving already. */
  readonly departing: ReadonlySet<string>;
  /** In turn, each with the speeds that it left. */
  readonly projections: (Projected & { readonly speeds: Float64Array })[];
  impacts: readonly ResolvedImpact[];
}

/** Derivatives of the time of an instant; not known: nothing tells when it is. */
interface Shift {
  readonly shift: Float64Array;
  readonly known: boolean;
}

/** A slip of less, m/s, has gone through rest. */
const STOPPED = 1e-9;
/** Part of the accelerations by which they jump. */
const JUMP = 1e-6;
/** Part of `contactSpeed` with which contacts that close approach at least. */
const APPROACHES = 1e-6;
/** Events of one instant, in the order in which they tell when it is. */
const ORDER: readonly Cause["kind"][] = ["hit", "stop", "slip", "lift"];

export function throughSettle(memory: TangentMemory, run: Run, clusters: readonly Cluster[], closed: readonly ClosedContact[]): void {
  const { columns, events, edges, pending, told } = memory;
  memory.pending = undefined;
  memory.told = [];
  const still = new Float64Array(columns.length);
  const tellStill = () => {
    for (const _ of told) events.push({ shift: still });
  };
  if (pending === undefined || memory.broken !== undefined) {
    tellStill();
    return;
  }
  const whole = { pending, clusters, closed, told };
  const happened = whatHappened(memory, whole);
  const grazed = memory.fixed ? [] : grazedBy(run, pending, happened);
  if (grazed.length > 0) noteGrazes(memory, grazed, pending);
  // Where nothing has happened all go on as they did.
  if (!happened.hasChanged && !happened.begins && told.length === 0 && !memory.fixed) return;
  memory.moveEnded();
  if (memory.broken !== undefined) {
    memory.stopped.clear();
    tellStill();
    return;
  }
  const first = events.length;
  for (const _ of told) events.push({ shift: still });
  for (const group of groupsOf(memory.base, whole)) {
    const { tangents, shift, found } = settleGroup(memory, run, group, group === whole ? happened : whatHappened(memory, group));
    let impact = 0;
    for (const event of group.told) {
      const own = event.impact === undefined || !memory.tellsImpacts ? undefined : tangents[impact++];
      events[first + told.indexOf(event)] = own === undefined ? { shift } : { shift, impact: own };
    }
    const event = group.told.length > 0 ? first + told.indexOf(group.told[0]) : Math.max(0, first - 1);
    // Not by spreading: V8 gives each such copy a shape of its own.
    for (const { kind, distances, none, smooth } of found) edges.push({ kind, distances, none, smooth, event, time: run.time });
  }
  memory.stopped.clear();
}

type Happened = ReturnType<typeof whatHappened>;

/** Modes of a group now, what was closed before, what has hit, whether that changes anything, and whether slip begins. */
function whatHappened(memory: TangentMemory, { pending, closed }: SettledGroup) {
  const modes = new Map<string, number>();
  for (const { touch, mode } of closed) modes.set(touch.feature.key, mode);
  const lasts = keysBefore(pending);
  const hits = hitsOf(memory, pending, lasts, closed);
  const hasChanged = pending.impacts.length > 0 || hits.length > 0 || hasOtherModes(pending.clusters, modes);
  const begins = closed.some(({ touch, mode }) => mode === ONSET && !memory.onsets.has(touch.feature.key));
  return { modes, lasts, hits, hasChanged, begins };
}

function keysBefore({ clusters }: Pending): ReadonlySet<string> {
  if (clusters.every(({ contacts }) => contacts.length === 0)) return NO_KEYS;
  const keys = new Set<string>();
  for (const { contacts } of clusters) for (const { key } of contacts) keys.add(key);
  return keys;
}

const NO_KEYS: ReadonlySet<string> = new Set();

/** Moves the columns of a group to its instant, through it, and back. */
function settleGroup(
  memory: TangentMemory,
  run: Run,
  { pending, clusters }: SettledGroup,
  { modes, lasts, hits, hasChanged }: Happened,
): { readonly tangents: readonly (ImpactEventTangents | undefined)[]; readonly shift: Float64Array; readonly found: readonly FoundEdge[] } {
  const { columns } = memory;
  const { state, impacts } = pending;
  const came = pending.clusters.map((cluster) => withStops(cluster, memory.stopped));
  const rested = hits.length === 0 && impacts.length === 0 ? restedFrom(pending, came, modes) : state;
  const before = hasChanged ? evaluateClusters(memory.evaluator, came, rested) : [];
  const course = flowOf(memory.base, before);
  const found: FoundEdge[] = [];
  const isSeen = impacts.length > 0 && hits.every((key) => impacts[0].touches.some(({ feature }) => feature.key === key));
  const seen = isSeen ? seeTouches(memory, impacts[0], state, course) : undefined;
  const when =
    hasChanged && !memory.fixed
      ? shiftOf(memory, { keys: hits, seen, course }, before, rested, modes, found)
      : { shift: new Float64Array(columns.length), known: true };
  shiftColumns(columns, course, when.shift, 1);
  const { tangents, speeds } = throughImpacts(memory, pending, lasts, { seen, shift: when.shift }, found);
  const after = { time: run.time, coordinates: run.coordinates, speeds: run.speeds };
  let arrived = rested === state ? speeds : rested.speeds;
  for (const projected of pending.projections) {
    projectColumns(memory, projected, after, arrived);
    arrived = projected.speeds;
  }
  goOn(memory, clusters, { after, before: course, when, hasChanged, found });
  const parts = clusters.flatMap((cluster) => cluster.parts);
  if (hasChanged && !memory.fixed) noteOrder(memory, run.time, parts, when.shift, found);
  return { tangents, shift: when.shift, found };
}

/**
 * A state in which slips come to rest, without what the run left of them and takes away: on the way there they are zero then, and the flow
 * does not jump by what is left.
 */
function restedFrom({ state, projections }: Pending, clusters: readonly FrozenCluster[], modes: ReadonlyMap<string, number>): State {
  const ends = clusters.flatMap(({ contacts }) => contacts.filter(({ key, mode }) => mode === SLIP && modes.get(key) === STICK));
  const last = projections.at(-1);
  if (last === undefined || ends.length === 0 || ends.some(({ stopped }) => stopped !== true)) return state;
  const { time, coordinates } = state;
  return { time, coordinates, speeds: last.speeds };
}

/** Features whose gaps have just closed and open again, bodies that hardly approached: without an impact. */
function grazedBy({ departing }: Run, { departing: known, impacts }: Pending, { modes, lasts }: Happened): string[] {
  const isStruck = (key: string) => impacts.some(({ touches }) => touches.some(({ feature }) => feature.key === key));
  const found: string[] = [];
  for (const key of departing) if (!known.has(key) && !lasts.has(key) && !modes.has(key) && !isStruck(key)) found.push(key);
  return found;
}

/** How near they are to not touching at all, or to an impact that counts. */
function noteGrazes(memory: TangentMemory, open: readonly string[], { clusters, state }: Pending): void {
  const keys = open.filter((key) => opensFast(memory, [{ key, share: 1 }], clusters, state));
  if (keys.length === 0) return;
  memory.moveEnded();
  const course = flowOf(memory.base, evaluateClusters(memory.evaluator, clusters, state));
  const { edges } = hitCauses(memory, keys, state, course, Number.NEGATIVE_INFINITY);
  for (const { kind, distances } of edges) memory.edges.push({ kind, distances, event: memory.events.length, time: state.time });
}

/** A cluster with the last directions of slips that have come to rest. */
function withStops(cluster: FrozenCluster, stopped: LastDirections): FrozenCluster {
  if (!cluster.contacts.some(({ key, mode }) => mode === SLIP && stopped.has(key))) return cluster;
  return {
    ...cluster,
    contacts: cluster.contacts.map((contact) => {
      const last = contact.mode === SLIP ? stopped.get(contact.key) : undefined;
      return last === undefined ? contact : { ...contact, direction: [last[0], last[1]], stopped: true };
    }),
  };
}

/** Features whose gaps have just closed: those that approached, and were not closed. */
function hitsOf(
  { contactSpeed }: TangentMemory,
  { impacts }: Pending,
  lasts: ReadonlySet<string>,
  closed: readonly ClosedContact[],
): readonly string[] {
  if (impacts.length === 0 && closed.length === 0) return NO_HITS;
  const hits = new Set<string>();
  const seen = new Set<string>();
  for (const { touches, problem } of impacts)
    touches.forEach(({ feature: { key } }, i) => {
      if (seen.has(key)) return;
      seen.add(key);
      if (!lasts.has(key) && problem.velocity[3 * i + 2] < -contactSpeed) hits.add(key);
    });
  const found = [...hits];
  for (const { touch } of closed) {
    const { key } = touch.feature;
    if (!lasts.has(key) && !seen.has(key)) found.push(key);
  }
  return found;
}

const NO_HITS: readonly string[] = [];

function hasOtherModes(clusters: readonly FrozenCluster[], modes: ReadonlyMap<string, number>): boolean {
  return clusters.some(({ contacts }) => contacts.some(({ key, mode }) => modes.get(key) !== mode));
}

/** Gaps that have just closed, by their keys, the flow up to there, and their touches where they have been looked at. */
interface Hits {
  readonly keys: readonly string[];
  readonly course: Direction;
  readonly seen: SeenTouches | undefined;
}

/** When the instant is, along each column. */
function shiftOf(
  memory: TangentMemory,
  { keys, course, seen }: Hits,
  before: readonly ClusterAt[],
  state: State,
  modes: ReadonlyMap<string, number>,
  found: FoundEdge[],
): Shift {
  const { columns, scales, contactSpeed } = memory;
  const least = APPROACHES * contactSpeed;
  const hits = seen === undefined ? hitCauses(memory, keys, state, course, least) : hitCausesSeen(memory, seen, keys, least);
  found.push(...hits.edges);
  const causes = hits.causes.length > 0 ? hits.causes : modeCauses(memory, before, state, modes);
  const [first] = [...causes].sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
  if (first === undefined || first.shift.some((value) => !Number.isFinite(value)))
    return { shift: new Float64Array(columns.length), known: false };
  if (causes.length === 1) return { shift: first.shift, known: true };
  const alike = causes.filter(({ kind }) => kind === first.kind);
  const none = columns.map((_, j) => {
    const span = Math.max(spanOf(columns[j], scales), Math.abs(first.shift[j]));
    return alike.some(({ shift }) => Math.abs(shift[j] - first.shift[j]) > SAME_SHIFT * span);
  });
  if (alike.length > 1 && none.includes(true))
    found.push({ kind: "tie", distances: Float64Array.from(none, (is) => (is ? 0 : Number.POSITIVE_INFINITY)), none });
  // Slips that end as too slow to count, below what counts as slip, do so one by one: the slowest has told the instant.
  const slowest = alike.reduce((least, one) => ((one.left ?? 0) < (least.left ?? 0) ? one : least), first);
  if ((slowest.left ?? 0) > STOPPED) return { shift: slowest.shift.map((own, j) => (none[j] ? first.shift[j] : own)), known: true };
  // Each of them tells the same instant, with rounding of its own: that of the corners of a block is opposite at opposite corners.
  const mean = first.shift.map((own, j) => (none[j] ? own : alike.reduce((sum, { shift }) => sum + shift[j], 0) / alike.length));
  return { shift: mean, known: true };
}

function throughImpacts(
  memory: TangentMemory,
  { state, impacts }: Pending,
  lasts: ReadonlySet<string>,
  first: Pick<PassedImpact, "seen" | "shift">,
  found: FoundEdge[],
): { readonly tangents: readonly (ImpactEventTangents | undefined)[]; readonly speeds: Float64Array } {
  const { time, coordinates } = state;
  const speeds = state.speeds.slice();
  const all = impacts.map((impact, i) => {
    const how = { speeds: speeds.slice(), last: impact.last, contactSpeed: memory.contactSpeed, choice: memory.choice };
    const seen = i === 0 ? first.seen : undefined;
    const passed = { impact, state: { time, coordinates, speeds: how.speeds }, how, seen, shift: first.shift };
    const { tangents, edges, after } = throughImpact(memory, passed, lasts);
    found.push(...edges);
    speeds.set(after);
    return tangents;
  });
  return { tangents: all, speeds };
}

interface After {
  readonly after: State;
  readonly before: Direction;
  readonly when: Shift;
  readonly hasChanged: boolean;
  readonly found: FoundEdge[];
}

/** Slips that begin, margins of contacts that have come to stick, and the flow after the event. */
function goOn(memory: TangentMemory, clusters: readonly Cluster[], { after, before, when, hasChanged, found }: After): void {
  const { base, columns, onsets, evaluator } = memory;
  const frozen = clusters.map(frozenCluster);
  const begins = frozen.some(({ contacts }) => contacts.some(({ mode, key }) => mode === ONSET && !onsets.has(key)));
  if (!hasChanged && !begins) return;
  const ahead = evaluateClusters(evaluator, frozen, after);
  for (const { cluster, at } of ahead) {
    const isNew = cluster.contacts.some(({ key, mode }) => mode === ONSET && !onsets.has(key));
    const turns = (isNew ? columns : []).map((column, j) => {
      const out = new Float64Array(2 * cluster.contacts.length);
      turnOnsets(evaluator, cluster, after, at, directionOf(column, when.shift[j]), out);
      return out;
    });
    cluster.contacts.forEach(({ key, mode }, i) => {
      if (mode !== ONSET) onsets.delete(key);
      else if (!onsets.has(key))
        onsets.set(
          key,
          turns.map((all) => all.slice(2 * i, 2 * i + 2)),
        );
    });
  }
  const course = flowOf(base, ahead);
  if (!when.known && !memory.fixed && jumps(before, course, ahead))
    found.push({ kind: "no-derivative", distances: new Float64Array(columns.length), none: columns.map(() => true) });
  shiftColumns(columns, course, when.shift, -1);
  if (hasChanged) for (const one of ahead) noteFriction(memory, one, after, found);
}

/** Whether speeds or accelerations jump from one flow to the other. */
function jumps(before: Direction, after: Direction, clusters: readonly ClusterAt[]): boolean {
  const places = clusters.flatMap(({ cluster }) => cluster.speeds);
  const most = places.reduce((sum, k) => Math.max(sum, Math.abs(before.speeds[k]), Math.abs(after.speeds[k])), 0);
  return places.some((k) => Math.abs(after.speeds[k] - before.speeds[k]) > JUMP * most);
}

/**
 * How near contacts that stick are to slipping: the margin of their cones, by how fast it changes with each parameter. One that others hold
 * at the edge of its cone does not slip there.
 */
function noteFriction({ base, columns, evaluator }: TangentMemory, { cluster, at }: ClusterAt, state: State, found: FoundEdge[]): void {
  const held = cluster.contacts.flatMap(({ mode }, i) => (mode === STICK ? [i] : []));
  if (held.length === 0) return;
  const change = createFrozen(cluster);
  const distances = new Float64Array(columns.length).fill(Number.POSITIVE_INFINITY);
  columns.forEach((column, j) => {
    evaluator.differentiate(cluster, state, at, directionOf(column), change);
    for (const i of held) {
      const pair = base.features.withKey(cluster.contacts[i].key)?.pair ?? 0;
      const { material } = base.system.pairs[pair];
      const limit = material.staticFriction ?? material.friction;
      const [f1, f2, fn] = at.forces.subarray(3 * i, 3 * i + 3);
      const along = Math.sqrt(f1 * f1 + f2 * f2);
      const rate = limit * change.forces[3 * i + 2] - (along > 0 ? (f1 * change.forces[3 * i] + f2 * change.forces[3 * i + 1]) / along : 0);
      const own = inMaterials(column.moved).reduce(
        (sum, { weight, lens }) =>
          sum + weight * (lens.system.pairs[pair].material.staticFriction ?? lens.system.pairs[pair].material.friction),
        0,
      );
      const total = Math.abs(rate + own * fn);
      if (total > 0) distances[j] = Math.min(distances[j], Math.abs(limit * fn - along) / total);
    }
  });
  if (distances.some((distance) => distance < Number.POSITIVE_INFINITY)) found.push({ kind: "friction-limit", distances });
}

/** Two events of the same bodies could come in the other order. */
function noteOrder(
  { latest, columns }: TangentMemory,
  time: number,
  parts: readonly number[],
  shift: Float64Array,
  found: FoundEdge[],
): void {
  const distances = new Float64Array(columns.length).fill(Number.POSITIVE_INFINITY);
  for (const part of parts) {
    const earlier = latest.get(part);
    if (earlier !== undefined && time > earlier.time)
      for (let j = 0; j < distances.length; j++) {
        const rate = Math.abs(shift[j] - earlier.shift[j]);
        if (rate > 0) distances[j] = Math.min(distances[j], (time - earlier.time) / rate);
      }
    latest.set(part, { time, shift });
  }
  if (distances.some((distance) => distance < Number.POSITIVE_INFINITY)) found.push({ kind: "tie", distances });
}
