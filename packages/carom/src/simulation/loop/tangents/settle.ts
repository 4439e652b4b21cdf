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
import { rowsIn } from "../../../math/rows.js";
import { sticks } from "../../contact/closed-contact.js";
import { SLIP, UNLOADED } from "../../contact/force-problem.js";
import { type Column, type Direction, directionOf, type Lens } from "./columns.js";
import { createFrozen, type Frozen, type FrozenCluster, frozenSticks, type State } from "./frozen.js";
import type { Cause, FoundEdge } from "./hits.js";
import { type ImpactAt, impulsesAlong } from "./impulse.js";
import type { ImpactEventTangents } from "./interface.js";
import { type MaterialRates, materialsAlong } from "./materials.js";
import { lookedAt, type PassedImpact, type SettleSources } from "./seen-touches.js";
import type { TouchNumbers } from "./touches.js";

/** A cluster at an instant. */
export interface ClusterAt {
  readonly cluster: FrozenCluster;
  readonly at: Frozen;
}

export function evaluateClusters({ evaluator }: SettleSources, clusters: readonly FrozenCluster[], state: State): ClusterAt[] {
  return clusters.map((cluster) => {
    const at = createFrozen(cluster);
    evaluator.evaluate(cluster, state, at);
    return { cluster, at };
  });
}

/** The flow of time of some clusters, as a direction of the whole system. */
export function flowOf({ base: { system } }: SettleSources, clusters: readonly ClusterAt[]): Direction {
  const flow = { coordinates: new Float64Array(system.coordinateCount), speeds: new Float64Array(system.speedCount), time: 1, moved: [] };
  for (const { cluster, at } of clusters) {
    cluster.coordinates.forEach((place, k) => {
      flow.coordinates[place] = at.rates[k];
    });
    cluster.speeds.forEach((place, k) => {
      flow.speeds[place] = at.accelerations[k];
    });
  }
  return flow;
}

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
    const causes = cluster.contacts.flatMap((contact, i): (Omit<Cause, "shift"> & { readonly i: number })[] => {
      const mode = after.get(contact.key);
      const { key } = contact;
      if (mode === undefined) return contact.mode === UNLOADED ? [] : [{ kind: "lift", key, i }];
      if (contact.mode === UNLOADED || mode === UNLOADED) return [];
      const goesOn = contact.mode === mode && contact.stopped !== true;
      if (!frozenSticks(contact) && (sticks(mode) || (contact.mode === SLIP && !goesOn))) return [{ kind: "stop", key, i }];
      if (frozenSticks(contact) && !sticks(mode)) return [{ kind: "slip", key, i }];
      return [];
    });
    return causes.length === 0 ? [] : shiftsOf(sources, { cluster, at }, state, causes);
  });
}

function shiftsOf(
  sources: SettleSources,
  { cluster, at }: ClusterAt,
  state: State,
  causes: readonly (Omit<Cause, "shift"> & { readonly i: number })[],
): Cause[] {
  const { evaluator, columns, base } = sources;
  const change = createFrozen(cluster);
  const value = (kind: Cause["kind"], key: string, i: number, along?: Direction): number => {
    const [f1, f2] = [at.forces[3 * i], at.forces[3 * i + 1]];
    if (kind === "lift") return change.forces[3 * i + 2];
    if (kind === "stop") return change.velocities[3 * i] * at.directions[2 * i] + change.velocities[3 * i + 1] * at.directions[2 * i + 1];
    const pair = base.features.withKey(key)?.pair ?? 0;
    const limit = ({ system }: Lens) => system.pairs[pair].material.staticFriction ?? system.pairs[pair].material.friction;
    const friction = along === undefined ? 0 : along.moved.reduce((sum, { weight, lens }) => sum + weight * limit(lens), 0);
    const held = Math.sqrt(f1 * f1 + f2 * f2);
    // Of friction less held/pressed: the limit is found a billionth of the load beyond, and a mass that changes all loads alike moves none.
    const pressed = at.forces[3 * i + 2];
    return (
      friction * pressed + (held / pressed) * change.forces[3 * i + 2] - (f1 * change.forces[3 * i] + f2 * change.forces[3 * i + 1]) / held
    );
  };
  const flow = flowOf(sources, [{ cluster, at }]);
  evaluator.differentiate(cluster, state, at, flow, change);
  const rates = causes.map(({ kind, key, i }) => value(kind, key, i));
  const shifts = causes.map(() => new Float64Array(columns.length));
  columns.forEach((column, j) => {
    const along = directionOf(column);
    evaluator.differentiate(cluster, state, at, along, change);
    causes.forEach(({ kind, key, i }, c) => {
      shifts[c][j] = rates[c] === 0 ? Number.NaN : -value(kind, key, i, along) / rates[c];
    });
  });
  const leftOf = (i: number) => {
    const [v1, v2] = [at.velocities[3 * i], at.velocities[3 * i + 1]];
    return Math.sqrt(v1 * v1 + v2 * v2);
  };
  return causes.map(({ kind, key, i }, c) => ({ kind, key, shift: shifts[c], ...(kind === "stop" ? { left: leftOf(i) } : {}) }));
}

/** Takes the columns, at the event, through an impact. */
export function throughImpact(
  sources: SettleSources,
  passed: PassedImpact,
  lasts: ReadonlySet<string>,
): { readonly tangents: ImpactEventTangents; readonly edges: FoundEdge[]; readonly after: Float64Array } {
  const { base, scales, columns, contactSpeed } = sources;
  const { impact, state, how } = passed;
  const directions = columns.map((column) => directionOf(column));
  const { keys, numbers, changes } = lookedAt(sources, passed, directions);
  const lasting = keys.map((key, i) => lasts.has(key) && Math.abs(impact.problem.velocity[3 * i + 2]) <= contactSpeed);
  const n = base.system.speedCount;
  const rows = 3 * keys.length;
  const { impulse } = impact.outcome;
  const at = { base, scales, impact, keys, state, how, lasting };
  const tangents = { point: [], normal: [], velocityBefore: [], velocityAfter: [], impulse: [], worldImpulse: [] } as {
    [Name in keyof ImpactEventTangents]: Float64Array[];
  };
  const row = rowsIn(3 * columns.length);
  const nowhere = () => row(columns.length).fill(Number.POSITIVE_INFINITY);
  const limit = { kind: "impact-limit" as const, distances: nowhere(), none: [] as boolean[] };
  const range = { kind: "end-of-range" as const, distances: nowhere() };
  const last = { kind: "last-bounce" as const, distances: nowhere() };
  lasting.forEach((stays, i) => {
    if (stays) for (const change of changes) change.velocities[3 * i + 2] = 0;
  });
  const contacts = { base, keys, impact, rates: sources.rooms.rates };
  const materials = directions.map((along, j) => materialsAlong(contacts, changes[j], along));
  const pushes = impulsesAlong(at, changes, directions, materials);
  for (let j = 0; j < columns.length; j++) {
    const { speeds } = columns[j];
    const change = changes[j];
    const { impulse: pushed, uncertainty, oneSided } = pushes.changes[j];
    limit.none[j] = !(uncertainty < UNSETTLED);
    if (oneSided) range.distances[j] = 0;
    last.distances[j] = toAnotherBounce(at, numbers, change, materials[j], pushed, contactSpeed);
    for (let r = 0; r < rows; r++)
      for (let k = 0; k < n; k++) speeds[k] += change.response[r * n + k] * impulse[r] + numbers.response[r * n + k] * pushed[r];
    if (sources.tellsImpacts) tellContacts(tangents, impulse, pushed, numbers, change);
  }
  const isSomewhere = ({ distances }: FoundEdge) => distances.some((distance) => distance < Number.POSITIVE_INFINITY);
  const speeds = state.speeds.map((speed, k) => impulse.reduce((sum, value, r) => sum + numbers.response[r * n + k] * value, speed));
  const ofLaw = pushes.edges.map(
    ({ kind, margin, change, smooth }): FoundEdge => ({
      kind,
      smooth,
      distances: distancesTo(margin, change),
    }),
  );
  const edges = [...(limit.none.includes(true) ? [limit] : []), ...[range, last, ...ofLaw].filter(isSomewhere)];
  return { tangents, edges, after: speeds };
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
  const note = (margin: number, rate: number) => {
    if (rate !== 0) least = Math.min(least, Math.abs(margin / rate));
  };
  for (let i = 0; i < keys.length; i++) {
    const row = 3 * i + 2;
    const approach = -problem.velocity[row];
    if (!how.last && approach > contactSpeed) {
      const e = problem.contacts[i].restitution;
      note(e * approach - contactSpeed, (materials[i].restitution ?? 0) * approach - e * change.velocities[row]);
    }
    let [after, rate] = [problem.velocity[row], change.velocities[row]];
    for (let s = 0; s < rows; s++) {
      const at = row * rows + s;
      after += numbers.mobility[at] * outcome.impulse[s];
      rate += change.mobility[at] * outcome.impulse[s] + numbers.mobility[at] * pushed[s];
    }
    note(Math.abs(after) - contactSpeed, rate);
  }
  return least;
}

/** How much of each parameter takes a margin to zero. */
function distancesTo(margin: number, change: readonly number[]): Float64Array {
  const distances = new Float64Array(change.length);
  for (let j = 0; j < change.length; j++) distances[j] = change[j] === 0 ? Number.POSITIVE_INFINITY : Math.abs(margin / change[j]);
  return distances;
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
