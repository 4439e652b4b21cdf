/**
 * Tangents through an instant at which something happens.
 *
 *     g(x, p) = 0 on the flow f-, x+ = h(x-, p), flow f+ after          dt = -(g_x X + g_p)/g'
 *     Xe = X + f- dt          through h          X+ = result - f+ dt
 *
 * The event is told by what it was: a gap that closes, a slip that stops, friction at its limit, a load that ends. Where f- = f+ and
 * nothing jumps the shift does not matter to the state, only to the time of the event.
 *
 * Source: own study, derivatives of runs, section 2.
 */
import { sticks } from "../../contact/closed-contact.js";
import { HELD, SLIP, STICK, UNLOADED } from "../../contact/force-problem.js";
import { type ClusterAt, flowOf } from "./clusters-at.js";
import { type Column, type Direction, directionOf } from "./columns.js";
import { createFrozen, frozenSticks, type State } from "./frozen.js";
import { shiftBesideHeld } from "./held-margins.js";
import type { Cause, FoundEdge } from "./hits.js";
import { type ImpactAt, type ImpulseChanges, impulsesAlong } from "./impulse.js";
import type { ImpactEventTangents } from "./interface.js";
import { shiftsTogether } from "./joint-stop.js";
import { type MarginOf, marginChange } from "./margins.js";
import { type MaterialRates, materialsAlong } from "./materials.js";
import { lookedAt, type PassedImpact, type SettleSources } from "./seen-touches.js";
import type { TouchNumbers } from "./touches.js";

/** Adds the flow times a shift to each column. */
export function shiftColumns(columns: readonly Column[], flow: Direction, shift: Float64Array, sign: number): void {
  columns.forEach(({ coordinates, speeds }, j) => {
    if (shift[j] === 0) return;
    for (let k = 0; k < coordinates.length; k++) coordinates[k] += sign * shift[j] * flow.coordinates[k];
    for (let k = 0; k < speeds.length; k++) speeds[k] += sign * shift[j] * flow.speeds[k];
  });
}

/** Contacts that were closed and go on in another mode, or leave. */
export function modeCauses(
  sources: SettleSources,
  before: readonly ClusterAt[],
  state: State,
  after: ReadonlyMap<string, number>,
): Cause[] {
  return before.flatMap(({ cluster, at }) => {
    const causes = cluster.contacts.flatMap((contact, i): MarginOf[] => {
      const mode = after.get(contact.key);
      if (mode === undefined) return contact.mode === UNLOADED ? [] : [{ kind: "lift", contact, i }];
      if (contact.mode === UNLOADED || mode === UNLOADED) return [];
      const goesOn = contact.mode === mode && contact.stopped !== true;
      if (!frozenSticks(contact) && (sticks(mode) || (contact.mode === SLIP && !goesOn))) return [{ kind: "stop", contact, i }];
      if (frozenSticks(contact) && !sticks(mode)) return [{ kind: "slip", contact, i }];
      return [];
    });
    const mayTurn = cluster.contacts.some(({ mode }) => mode === HELD);
    const [turning, plain] = mayTurn ? [causesBesideHeld(causes), causes.filter(({ kind }) => kind === "stop")] : [[], causes];
    return [
      ...turning.map((what) => ({ kind: what.kind, key: what.contact.key, shift: shiftBesideHeld(sources, cluster, state, what) })),
      ...(plain.length === 0 ? [] : shiftsOf(sources, { cluster, at }, state, plain)),
    ];
  });
}

/** Those that tell when: what is held slips because nothing that sticks holds it any longer, or, if all does, by itself. */
function causesBesideHeld(causes: readonly MarginOf[]): readonly MarginOf[] {
  const own = causes.filter(({ kind, contact }) => kind !== "stop" && (kind === "lift" || contact.mode === STICK));
  return own.length > 0 ? own : causes.filter(({ kind }) => kind === "slip").slice(0, 1);
}

function shiftsOf(sources: SettleSources, { cluster, at }: ClusterAt, state: State, causes: readonly MarginOf[]): Cause[] {
  const { evaluator, columns, base } = sources;
  const change = createFrozen(cluster);
  const flow = flowOf(base, [{ cluster, at }]);
  evaluator.differentiate(cluster, state, at, flow, change);
  const rates = causes.map((cause) => marginChange(base, at, change, cause));
  const shifts = causes.map(() => new Float64Array(columns.length));
  const velocities = columns.map((column, j) => {
    const along = directionOf(column);
    evaluator.differentiate(cluster, state, at, along, change);
    causes.forEach((cause, c) => {
      shifts[c][j] = rates[c] === 0 ? Number.NaN : -marginChange(base, at, change, cause, along) / rates[c];
    });
    return change.velocities.slice();
  });
  shiftsTogether(sources, { cluster, at, state, causes, velocities, shifts })?.forEach((shift, j) => {
    if (shift !== undefined) for (const own of shifts) own[j] = shift;
  });
  const leftOf = (i: number) => {
    const [v1, v2] = [at.velocities[3 * i], at.velocities[3 * i + 1]];
    return Math.sqrt(v1 * v1 + v2 * v2);
  };
  return causes.map(({ kind, contact: { key }, i }, c) => ({
    kind,
    key,
    shift: shifts[c],
    ...(kind === "stop" ? { left: leftOf(i) } : {}),
  }));
}

/** Takes the columns, at the event, through an impact. */
export function throughImpact(
  sources: SettleSources,
  passed: PassedImpact,
  lasts: ReadonlySet<string>,
): { readonly tangents: ImpactEventTangents | undefined; readonly edges: FoundEdge[]; readonly after: Float64Array } {
  const { base, scales, columns, contactSpeed } = sources;
  const { impact, state, how } = passed;
  const directions = columns.map((column) => directionOf(column));
  const { keys, numbers, changes } = lookedAt(sources, passed, directions);
  const lasting = keys.map((key, i) => lasts.has(key) && Math.abs(impact.problem.velocity[3 * i + 2]) <= contactSpeed);
  const n = base.system.speedCount;
  const rows = 3 * keys.length;
  const { impulse } = impact.outcome;
  const at = { base, scales, impact, keys, state, how, lasting };
  const tangents = sources.tellsImpacts ? createImpactTangents() : undefined;
  const bounce = new Float64Array(columns.length);
  lasting.forEach((stays, i) => {
    if (stays) for (const change of changes) change.velocities[3 * i + 2] = 0;
  });
  const contacts = { base, keys, impact, rates: sources.rooms.rates };
  const materials = materialsAlong(contacts, changes, directions);
  const pushes = impulsesAlong(at, changes, directions, materials);
  for (let j = 0; j < columns.length; j++) {
    const { speeds } = columns[j];
    const change = changes[j];
    const { impulse: pushed } = pushes.changes[j];
    bounce[j] = toAnotherBounce(at, numbers, change, materials[j], pushed, contactSpeed);
    for (let r = 0; r < rows; r++)
      for (let k = 0; k < n; k++) speeds[k] += change.response[r * n + k] * impulse[r] + numbers.response[r * n + k] * pushed[r];
    if (tangents !== undefined) tellContacts(tangents, impulse, pushed, numbers, change);
  }
  const speeds = state.speeds.slice();
  for (let r = 0; r < rows; r++) for (let k = 0; k < n; k++) speeds[k] += numbers.response[r * n + k] * impulse[r];
  return { tangents, edges: edgesOfImpact(pushes, bounce), after: speeds };
}

/** @param bounce how much of each parameter makes one bounce more or fewer */
function edgesOfImpact({ changes, edges: own }: ImpulseChanges, bounce: Float64Array): FoundEdge[] {
  const edges: FoundEdge[] = [];
  const none = changes.map(({ uncertainty }) => !(uncertainty < UNSETTLED));
  if (none.includes(true)) edges.push({ kind: "impact-limit", distances: Float64Array.from(none, () => Number.POSITIVE_INFINITY), none });
  const ends = changes.map(({ oneSided }) => (oneSided ? 0 : Number.POSITIVE_INFINITY));
  if (ends.includes(0)) edges.push({ kind: "end-of-range", distances: Float64Array.from(ends) });
  if (isSomewhere(bounce)) edges.push({ kind: "last-bounce", distances: bounce });
  for (const { kind, margin, change, smooth } of own)
    if (change.some((rate) => distanceTo(margin, rate) < Number.POSITIVE_INFINITY))
      edges.push({ kind, smooth, distances: distancesTo(margin, change) });
  return edges;
}

function createImpactTangents(): { [Name in keyof ImpactEventTangents]: Float64Array[] } {
  return { point: [], normal: [], velocityBefore: [], velocityAfter: [], impulse: [], worldImpulse: [] };
}

/**
 * How much of a parameter makes one bounce more or fewer: an impact that is taken as the last, or no longer; or a contact that leaves, or
 * still approaches, so fast after it that it just does not, or does, stay closed.
 */
function toAnotherBounce(
  { impact, keys, how }: ImpactAt,
  numbers: TouchNumbers,
  change: TouchNumbers,
  materials: readonly MaterialRates[],
  pushed: ArrayLike<number>,
  contactSpeed: number,
): number {
  const { problem, outcome } = impact;
  const rows = 3 * keys.length;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < keys.length; i++) {
    const row = 3 * i + 2;
    const approach = -problem.velocity[row];
    if (!how.last && approach > contactSpeed) {
      const e = problem.contacts[i].restitution;
      least = Math.min(
        least,
        distanceTo(e * approach - contactSpeed, (materials[i].restitution ?? 0) * approach - e * change.velocities[row]),
      );
    }
    let after = problem.velocity[row];
    let rate = change.velocities[row];
    for (let s = 0; s < rows; s++) {
      const at = row * rows + s;
      after += numbers.mobility[at] * outcome.impulse[s];
      rate += change.mobility[at] * outcome.impulse[s] + numbers.mobility[at] * pushed[s];
    }
    least = Math.min(least, distanceTo(Math.abs(after) - contactSpeed, rate));
  }
  return least;
}

function isSomewhere(distances: Float64Array): boolean {
  for (const distance of distances) if (distance < Number.POSITIVE_INFINITY) return true;
  return false;
}

/** How much of each parameter takes a margin to zero. */
function distancesTo(margin: number, change: readonly number[]): Float64Array {
  const distances = new Float64Array(change.length);
  for (let j = 0; j < change.length; j++) distances[j] = distanceTo(margin, change[j]);
  return distances;
}

function distanceTo(margin: number, rate: number): number {
  return rate === 0 ? Number.POSITIVE_INFINITY : Math.abs(margin / rate);
}

/** Adds, along one column, what is recorded of each contact. `pushed`: change of the impulse; `change`: of the numbers. */
function tellContacts(
  tangents: { readonly [Name in keyof ImpactEventTangents]: Float64Array[] },
  impulse: readonly number[],
  pushed: ArrayLike<number>,
  numbers: TouchNumbers,
  change: TouchNumbers,
): void {
  const rows = impulse.length;
  const [point, normal, after, push, world] = [0, 0, 0, 0, 0].map(() => new Float64Array(rows));
  for (let r = 0; r < rows; r++) {
    const axis = r % 3;
    const from = 4 * (r - axis) + axis;
    point[r] = change.places[from];
    normal[r] = change.places[from + 9];
    push[r] = pushed[r];
    for (let a = 0; a < 3; a++) {
      const at = from + 3 * (a + 1);
      world[r] += change.places[at] * impulse[r - axis + a] + numbers.places[at] * pushed[r - axis + a];
    }
    after[r] = change.velocities[r];
    for (let s = 0; s < rows; s++) after[r] += change.mobility[r * rows + s] * impulse[s] + numbers.mobility[r * rows + s] * pushed[s];
  }
  tangents.point.push(point);
  tangents.normal.push(normal);
  tangents.velocityBefore.push(change.velocities.slice());
  tangents.velocityAfter.push(after);
  tangents.impulse.push(push);
  tangents.worldImpulse.push(world);
}

/** Differences of a law that agree no better than this are no derivative. */
const UNSETTLED = 1e-5;
