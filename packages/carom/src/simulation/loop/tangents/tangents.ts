/**
 * The derivatives of a run: columns that travel with the state, from stretch to stretch and through every event.
 *
 * The loop tells what it does (interface.ts); nothing here changes the motion. Each cluster's columns move when its motion ends, over the
 * whole of it.
 *
 * Source: own study, derivatives of runs.
 */

import { rowsIn } from "../../../math/rows.js";
import type { ClosedContact } from "../../contact/closed-contact.js";
import { ONSET } from "../../contact/force-problem.js";
import type { Touch } from "../../contact/touch.js";
import type { ImpactChoice, ResolvedImpact } from "../../impacts/resolve-impacts.js";
import type { MechanicalSystem } from "../../system/mechanical-system.js";
import type { SystemTangents } from "../../system/system-tangents.js";
import type { Cluster } from "../cluster.js";
import type { GapShare } from "../cluster-watch.js";
import type { SimulationEvent } from "../interface.js";
import type { Run } from "../run.js";
import { type Column, type Lens, lensOf, type MovedSystem, massesOf, type TangentColumn, type WeightedLens } from "./columns.js";
import { moveColumns } from "./flow.js";
import { createFrozenEvaluator, type FrozenCluster, frozenCluster, type State } from "./frozen.js";
import type { RunEdge, RunTangents, TangentEvent, TangentHooks } from "./interface.js";
import { expectMiss, type Miss, type MissSources, missesOf, passMiss } from "./misses.js";
import { withOnsets } from "./onset.js";
import { projectColumns } from "./project.js";
import { scalesOf } from "./scales.js";
import type { SettleSources } from "./seen-touches.js";
import type { FlowSources, Stretch } from "./stretch.js";
import { type Pending, throughSettle } from "./through-settle.js";
import { createTouchRooms } from "./touches.js";

/** What may be told to a run that is to be differentiated. */
export interface TangentOptions {
  /** The parameters. */
  readonly columns: readonly TangentColumn[];
  /** Times, s, at which derivatives of the state are wanted, ascending. Default: none. */
  readonly times?: readonly number[];
  /** Whether derivatives of what is recorded of impacts are wanted. Default: true. */
  readonly impacts?: boolean;
}

/** Derivatives as they grow, told by the loop. */
export interface GrowingTangents extends TangentHooks {
  readonly now: RunTangents;
  /** An event that was told to the observer. */
  event(event: SimulationEvent): void;
}

/** What the tangents of a run remember. */
export interface TangentMemory extends FlowSources, SettleSources, MissSources {
  readonly choice: ImpactChoice;
  readonly times: readonly number[];
  readonly stretches: Map<Cluster, Stretch>;
  /** Stretches that have ended without anything happening since: their columns are not moved yet, because most of them just go on. */
  readonly ended: EndedStretch[];
  /** Moves the columns of stretches that have ended. */
  moveEnded(): void;
  /** Last directions of slips that have come to rest at the present instant. */
  readonly stopped: Map<string, readonly [number, number]>;
  /** Turns of slips that begin, two numbers column by column, by the keys of their contacts. */
  readonly onsets: Map<string, readonly Float64Array[]>;
  readonly events: TangentEvent[];
  readonly edges: RunEdge[];
  readonly misses: Miss[];
  readonly clock: number[];
  readonly samples: RunTangents["samples"];
  /** The last event of each part, and how it shifts. */
  readonly latest: Map<number, { readonly time: number; readonly shift: Float64Array }>;
  /** Told since what was settled last. */
  told: SimulationEvent[];
  pending: Pending | undefined;
  broken: RunTangents["broken"];
  /** What is settled now is settled at a time that does not depend on the state. */
  fixed: boolean;
}

/** A stretch that has come to an end. */
interface EndedStretch {
  readonly stretch: Stretch;
  readonly to: State;
}

export function createTangents(
  system: MechanicalSystem,
  { columns: given, times = [], impacts = true }: TangentOptions,
  run: { readonly relativeTolerance: number; readonly contactSpeed: number; readonly impact: ImpactChoice },
): GrowingTangents {
  const base = lensOf(system);
  const scales = scalesOf(system);
  const known = system.tangents?.();
  const columns = given.map((column) => columnOf(base, known, column));
  const memory: TangentMemory = {
    base,
    scales,
    rooms: createTouchRooms(base, impacts),
    columns,
    tellsImpacts: impacts,
    evaluator: withOnsets(createFrozenEvaluator(base, scales)),
    relativeTolerance: run.relativeTolerance,
    contactSpeed: run.contactSpeed,
    choice: run.impact,
    times,
    stretches: new Map(),
    ended: [],
    moveEnded: () => moveEnded(memory),
    flights: new Map(),
    rows: createRows(),
    stopped: new Map(),
    resting: undefined,
    onsets: new Map(),
    events: [],
    edges: [],
    misses: [],
    clock: [],
    samples: times.map(() => ({
      coordinates: columns.map(() => new Float64Array(system.coordinateCount)),
      speeds: columns.map(() => new Float64Array(system.speedCount)),
    })),
    latest: new Map(),
    told: [],
    pending: undefined,
    broken: undefined,
    fixed: true,
  };
  return new Growing(memory);
}

/**
 * Classes, as those of the loop whose numbers are read anew each time: V8 keeps the getters of a literal, and with them the whole run,
 * until it collects everything.
 */
class Growing implements GrowingTangents {
  readonly now: RunTangents;
  readonly #memory: TangentMemory;

  constructor(memory: TangentMemory) {
    this.#memory = memory;
    this.now = new Grown(memory);
  }

  begin(at: Run, cluster: Cluster): void {
    begin(this.#memory, at, cluster);
  }

  end(at: Run, cluster: Cluster): void {
    end(this.#memory, at, cluster);
  }

  missed(gap: readonly GapShare[], clusters: readonly Cluster[], state: State): void {
    if (this.#memory.broken === undefined) expectMiss(this.#memory, gap, clusters, state);
  }

  settling(at: Run, clusters: readonly Cluster[]): void {
    this.#memory.pending = {
      state: stateOf(at),
      clusters: clusters.map(frozenCluster),
      departing: new Set(at.departing),
      projections: [],
      impacts: [],
    };
  }

  impacts(impacts: readonly ResolvedImpact[]): void {
    if (this.#memory.pending !== undefined) this.#memory.pending.impacts = impacts;
  }

  projected({ time, coordinates, speeds }: Run, touches: readonly Touch[], holds: (i: number) => boolean): void {
    const memory = this.#memory;
    const keys = touches.map(({ feature }) => feature.key);
    const held = touches.map((_, i) => holds(i));
    if (memory.pending !== undefined) memory.pending.projections.push({ keys, holds: held, speeds: speeds.slice() });
    else {
      moveEnded(memory);
      projectColumns(memory, { keys, holds: held }, { time, coordinates, speeds });
    }
  }

  breakOff(time: number, reason: string): void {
    moveEnded(this.#memory);
    breakOff(this.#memory, time, reason);
  }

  settled(at: Run, clusters: readonly Cluster[], closed: readonly ClosedContact[]): void {
    throughSettle(this.#memory, at, clusters, closed);
  }

  event(event: SimulationEvent): void {
    const memory = this.#memory;
    memory.clock.push(event.time);
    // Rest and changes of the regime are not settled.
    if (event.kind === "rest" || event.kind === "regime") memory.events.push({ shift: restShift(memory) });
    else memory.told.push(event);
  }

  get fixed() {
    return this.#memory.fixed;
  }

  set fixed(value: boolean) {
    this.#memory.fixed = value;
  }
}

/** The derivatives as they are when they are asked for. */
class Grown implements RunTangents {
  readonly events: RunTangents["events"];
  readonly edges: RunTangents["edges"];
  readonly #memory: TangentMemory;
  readonly #coordinates: RunTangents["coordinates"];
  readonly #speeds: RunTangents["speeds"];

  constructor(memory: TangentMemory) {
    this.events = memory.events;
    this.edges = memory.edges;
    this.#memory = memory;
    this.#coordinates = memory.columns.map(({ coordinates }) => coordinates);
    this.#speeds = memory.columns.map(({ speeds }) => speeds);
  }

  get coordinates() {
    moveEnded(this.#memory);
    return this.#coordinates;
  }

  get speeds() {
    moveEnded(this.#memory);
    return this.#speeds;
  }

  get samples() {
    moveEnded(this.#memory);
    return this.#memory.samples;
  }

  get broken() {
    moveEnded(this.#memory);
    return this.#memory.broken;
  }
}

function columnOf(base: Lens, tangents: SystemTangents | undefined, given: TangentColumn): Column {
  const { coordinates = [], speeds = [], moved = [], inProportion, only = "all", scale = 1 } = given;
  const { coordinateCount, speedCount } = base.system;
  const lensesOf = (systems: readonly MovedSystem[]): readonly WeightedLens[] =>
    systems.map(({ weight, system, motion }) => ({ weight, lens: system === undefined ? base : lensOf(system, motion), changes: only }));
  const lenses = lensesOf(moved);
  const few = inProportion === undefined ? lenses : lensesOf(inProportion);
  const [q, u] = [new Float64Array(coordinateCount), new Float64Array(speedCount)];
  q.set(coordinates);
  u.set(speeds);
  return {
    coordinates: q,
    speeds: u,
    moved: lenses,
    inProportion: few,
    masses: massesOf(tangents, few),
    pairs: only === "materials" ? pairsOfOtherMaterial(base, lenses) : undefined,
    scale,
  };
}

/** What of a material acts while bodies touch: all but the restitution. */
const LASTING = ["friction", "staticFriction", "stiffnessRatio", "stiffness", "exponent", "weight"] as const;

function pairsOfOtherMaterial({ system: { pairs } }: Lens, moved: readonly WeightedLens[]): ReadonlySet<number> {
  const differs = (pair: number) =>
    moved.some(({ lens }) => {
      const [one, other] = [pairs[pair].material, lens.system.pairs[pair].material];
      return LASTING.some((field) => one[field] !== other[field]);
    });
  return new Set(pairs.map((_, pair) => pair).filter(differs));
}

/** Rows of a length, made when they are asked for first. */
function createRows(): (place: number, length: number) => Float64Array {
  const known: Float64Array[][] = [];
  return (place, length) => {
    known[length] ??= [];
    known[length][place] ??= new Float64Array(length);
    return known[length][place];
  };
}

function stateOf({ time, coordinates, speeds }: Run): State {
  return { time, coordinates: coordinates.slice(), speeds: speeds.slice() };
}

/** Everything rests from the last event on. */
function restShift({ latest, columns }: TangentMemory): Float64Array {
  const last = [...latest.values()].reduce(
    (found, one) => (found === undefined || one.time > found.time ? one : found),
    undefined as { readonly time: number; readonly shift: Float64Array } | undefined,
  );
  return last?.shift ?? new Float64Array(columns.length);
}

export function breakOff(memory: TangentMemory, time: number, reason: string): void {
  memory.broken ??= { time, reason };
}

function begin(memory: TangentMemory, run: Run, cluster: Cluster): void {
  const { columns, stretches } = memory;
  if (memory.broken !== undefined) return;
  const frozen = frozenCluster(cluster);
  const going = cluster.asleep ? undefined : goesOn(memory, frozen, run.time);
  if (going !== undefined) {
    stretches.set(cluster, going);
    return;
  }
  moveEnded(memory);
  if (cluster.asleep) for (const { speeds } of columns) for (const place of frozen.speeds) speeds[place] = 0;
  const turns = frozen.contacts.length === 0 ? [] : turnsAtOnset(memory, frozen);
  stretches.set(cluster, { cluster: frozen, from: stateOf(run), flight: cluster.flight, turns, to: undefined, misses: [] });
}

/** How slips that begin turn: two numbers for each contact, column by column. */
function turnsAtOnset({ columns, onsets }: TangentMemory, { contacts }: FrozenCluster): Float64Array[] {
  const row = rowsIn(2 * contacts.length * columns.length);
  return columns.map((_, j) => {
    const all = row(2 * contacts.length);
    contacts.forEach(({ key, mode }, i) => {
      const known = mode === ONSET ? onsets.get(key) : undefined;
      if (known !== undefined) all.set(known[j], 2 * i);
    });
    return all;
  });
}

/** The stretch that a cluster goes on with as if it had not ended, if there is one; it is taken out of those that have. */
function goesOn({ ended }: TangentMemory, { parts, contacts }: FrozenCluster, time: number): Stretch | undefined {
  const found = ended.findIndex(
    ({ stretch: { cluster }, to }) =>
      to.time === time &&
      cluster.parts.length === parts.length &&
      cluster.parts.every((part, k) => part === parts[k]) &&
      cluster.contacts.length === contacts.length &&
      cluster.contacts.every(({ key, mode }, i) => key === contacts[i].key && mode === contacts[i].mode),
  );
  return found < 0 ? undefined : ended.splice(found, 1)[0].stretch;
}

function end(memory: TangentMemory, run: Run, cluster: Cluster): void {
  const { stretches, times, ended } = memory;
  const { time } = run;
  const stretch = stretches.get(cluster);
  stretches.delete(cluster);
  const passed = missesOf(memory, cluster, time);
  if (stretch === undefined || memory.broken !== undefined) return;
  if (cluster.asleep || time === stretch.from.time) {
    times.forEach((at, index) => {
      if (at >= stretch.from.time && at <= time) sample(memory, stretch.cluster, index);
    });
    for (const miss of passed) passMiss(memory, miss, stretch.cluster);
    return;
  }
  stretch.misses.push(...passed);
  ended.push({ stretch, to: stateOf(run) });
}

function moveEnded(memory: TangentMemory): void {
  const { times, ended } = memory;
  for (const { stretch, to } of ended.splice(0)) {
    if (memory.broken !== undefined) return;
    const { cluster, from, flight, turns, misses } = stretch;
    // Not by spreading: V8 gives each such copy a shape of its own.
    const whole: Stretch = { cluster, from, flight, turns, to, misses };
    const stops = [
      ...times.map((at, index) => ({ at, read: () => sample(memory, cluster, index) })),
      ...misses.map((miss) => ({ at: miss.state.time, read: () => passMiss(memory, miss, cluster) })),
    ];
    const inside = stops.filter(({ at }) => at >= from.time && at <= to.time).sort((a, b) => a.at - b.at);
    try {
      const stopped = moveColumns(memory, whole, [...inside.map(({ at }) => at), to.time], (_, k) => inside[k]?.read());
      for (const [key, direction] of stopped) memory.stopped.set(key, direction);
    } catch (error) {
      // What happens where the stretch ends is not known either.
      breakOff(memory, stretch.from.time, `the tangents could not be followed: ${(error as Error).message}`);
    }
  }
}

function sample({ columns, samples }: TangentMemory, { coordinates, speeds }: FrozenCluster, index: number): void {
  columns.forEach((column, j) => {
    for (const k of coordinates) samples[index].coordinates[j][k] = column.coordinates[k];
    for (const k of speeds) samples[index].speeds[j][k] = column.speeds[k];
  });
}
