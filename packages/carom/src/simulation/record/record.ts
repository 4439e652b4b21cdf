/**
 * What a run leaves behind, as plain data: rows at even times, every event, and what the impact laws had to say.
 *
 * Rows are read off the interpolation of the motion while it is told, so their rate cannot change it. A row at the instant of an event
 * shows the state after it. The last row is the end of the run, wherever that is.
 */

import type { EnergyLedger, ImpactWarning, SlipOutcome } from "../../impact/outcome.js";
import { lawNamed } from "../../impact/registry.js";
import type { ResolvedImpact } from "../impacts/resolve-impacts.js";
import type { ContactForce, ContactMode, RunLedger, Simulation, SimulationEvent, SimulationObserver } from "../loop/simulation.js";
import type { SceneSystem } from "../system/scene-system.js";

type Triple = readonly [number, number, number];

/** One body along the rows. */
export interface BodySeries {
  /** Of the centre of mass, m, world axes. */
  readonly position: readonly Triple[];
  /** Unit quaternion [x, y, z, w], body to world. */
  readonly orientation: readonly (readonly [number, number, number, number])[];
  /** Of the centre of mass, m/s. */
  readonly velocity: readonly Triple[];
  /** rad/s, world axes. */
  readonly angularVelocity: readonly Triple[];
}

/** One revolute or prismatic joint along the rows. */
export interface JointSeries {
  /** Whether its value is an angle, rad, or a length, m. */
  readonly type: "revolute" | "prismatic";
  /** rad or m. */
  readonly position: readonly number[];
  /** rad/s or m/s. */
  readonly speed: readonly number[];
}

/** Along the rows, J; losses and work since the beginning. */
export interface EnergySeries {
  /** J. */
  readonly kinetic: readonly number[];
  /** Of gravity and springs. */
  readonly potential: readonly number[];
  /** Kinetic and potential, J. */
  readonly total: readonly number[];
  /** Lost in impacts so far, J. */
  readonly impactLoss: readonly number[];
  /** Lost to sliding between impacts so far, J. */
  readonly frictionLoss: readonly number[];
  /** Work of loads without a potential. */
  readonly appliedWork: readonly number[];
  /** Taken out (negative: put in) by bringing the state back onto its contacts. */
  readonly projectionLoss: readonly number[];
  /** Lost within steps so far, J. Only of runs that were stepped. */
  readonly steppingLoss?: readonly number[];
}

/** A closed contact at one row. */
export interface ContactRow {
  /** Place of the row in `time`. */
  readonly row: number;
  /** The pair and the place on it, such as `ball/floor: ball`. */
  readonly contact: string;
  /** Whether it sticks, slips or carries nothing. */
  readonly mode: ContactMode;
  /** m, world axes. */
  readonly point: Triple;
  /** On the first body, N, world axes; at the stop of a joint that turns a moment, N m. */
  readonly force: Triple;
  /** N; N m at the stop of a joint that turns. */
  readonly normalForce: number;
}

/** What was recorded against time. */
export interface SimulationSeries {
  /** s, ascending. */
  readonly time: readonly number[];
  /** By name. */
  readonly bodies: Readonly<Record<string, BodySeries>>;
  /** By the names of their links. Only of scenes with joints. */
  readonly joints?: Readonly<Record<string, JointSeries>>;
  /** Where the energy is and where it went. */
  readonly energy: EnergySeries;
  /** Only contacts that are closed at a row have an entry. */
  readonly contacts: readonly ContactRow[];
}

/**
 * One touching place in an impact. Components: tangent 1, tangent 2, normal. The stop of a joint is one without tangents; where the joint
 * turns its velocities are rad/s, its impulses N m s.
 */
export interface RecordedImpactContact {
  /** Its name: the pair and the feature. */
  readonly contact: string;
  /** The bodies, by name. */
  readonly between: readonly [string, string];
  /** m, world axes. */
  readonly point: Triple;
  /** Into the first body. */
  readonly normal: Triple;
  /** First body minus second, m/s, in contact components. */
  readonly velocityBefore: Triple;
  /** Along tangent 1, tangent 2 and normal, m/s. */
  readonly velocityAfter: Triple;
  /** On the first body, N s, in contact components. */
  readonly impulse: Triple;
  /** The same in world axes. */
  readonly worldImpulse: Triple;
  /** What its slip did. */
  readonly slip: SlipOutcome;
}

/** Forces inside an impact: equal-length rows from its first instant to its last. */
export interface RecordedForces {
  /** s. The clock of the run stands still meanwhile. */
  readonly duration: number;
  /** s, since the instant of the impact; ascending, twice where forces jump. */
  readonly time: readonly number[];
  /** Of all contacts so far, N s, row by row. */
  readonly normalImpulse: readonly number[];
  /** In the order of the contacts of the impact. */
  readonly contacts: readonly {
    /** N, row by row. */
    readonly normalForce: readonly number[];
    /** With friction, on the first body, N, world axes, row by row. */
    readonly force: readonly Triple[];
    /** m, row by row. */
    readonly indentation: readonly number[];
    /** N. */
    readonly peakForce: number;
    /** m. */
    readonly deepestIndentation: number;
    /** What stays pressed in, m. */
    readonly permanentIndentation: number;
    /** How far it was pressed in. */
    readonly regime: "elastic" | "elastic-plastic" | "plastic";
  }[];
}

/** Forces of an impact, where they can be told, and what to warn of. */
export interface ToldForces {
  /** Forces inside the impact. */
  readonly forces?: RecordedForces;
  /** What a reader of them should know. */
  readonly warnings: readonly Pick<RecordedWarning, "code" | "message">[];
}

/** An impact, as it is recorded. */
export interface RecordedImpact {
  readonly kind: "impact";
  /** s. */
  readonly time: number;
  /** That resolved it. */
  readonly law: string;
  /** Taken without restitution: it ends a sequence of bounces too slow to follow. */
  readonly last: boolean;
  /** Everything that touches at this instant. */
  readonly contacts: readonly RecordedImpactContact[];
  /** Where its energy went. */
  readonly energy: EnergyLedger;
  /** Only where all pairs that touch have a contact law, and the impact is of one contact or of several of one body. */
  readonly forces?: RecordedForces;
}

/** A contact that changes what it does, as it is recorded. */
export interface RecordedChange {
  /** `contact`: closed from here on; `leave`: open again; `stick`, `slip`: how it goes on. */
  readonly kind: "contact" | "leave" | "stick" | "slip";
  /** s. */
  readonly time: number;
  /** Its name: the pair and the feature. */
  readonly contact: string;
}

/** The moment from which everything rests. */
export interface RecordedRest {
  readonly kind: "rest";
  /** s. */
  readonly time: number;
}

/** The moment from which on bodies move by steps, or by events again. */
export interface RecordedRegime {
  readonly kind: "regime";
  /** s. */
  readonly time: number;
  /** How it goes on. */
  readonly regime: "events" | "steps";
  /** Why. */
  readonly reason: string;
  /** Which bodies and links, by name. */
  readonly bodies: readonly string[];
}

/** What is recorded of an event. */
export type RecordedEvent = RecordedImpact | RecordedChange | RecordedRest | RecordedRegime;

/** Something that a reader of the record should know. */
export interface RecordedWarning {
  /** Stable name for programs. */
  readonly code:
    | ImpactWarning["code"]
    | "deep-indentation"
    | "negative-indentation"
    | "momentum-mismatch"
    | "pulling-share"
    | "not-monotone"
    | "other-unloading"
    | "long-impact"
    | "no-forces"
    | "other-law"
    | "calmed-slip"
    | "locked-contacts"
    | "large-projection";
  /** Of the first time. */
  readonly message: string;
  /** How often. */
  readonly count: number;
  /** Of the first time, s. */
  readonly time: number;
}

/** What was recorded of a run. */
export interface SimulationRecord {
  /** Against time. */
  readonly series: SimulationSeries;
  /** In order. */
  readonly events: readonly RecordedEvent[];
  /** What impact laws and the loop warned of, each kind once. */
  readonly warnings: readonly RecordedWarning[];
}

/** What is recorded, and how often. */
export interface RecorderOptions {
  /** Rows per second. */
  readonly rate: number;
  /** The law that was asked for: where another one had to be used, that is a warning. */
  readonly law?: string;
  /** Of an impact, where they can be told. */
  readonly forces?: (impact: ResolvedImpact) => ToldForces;
  /** Told every event as it is recorded, an impact with the problem it was and its outcome. */
  readonly event?: (event: RecordedEvent, impact?: ResolvedImpact) => void;
}

/** Records a run; its observer is what `advance` takes. */
export interface Recorder {
  /** For `advance`. */
  readonly observer: SimulationObserver;
  /** What there is so far; it grows. */
  readonly record: SimulationRecord;
  /** Adds the last row, at the present state of the simulation. To be called once. */
  finish(): void;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] extends readonly (infer Item)[] ? Item[] : T[Key] };

interface Growing {
  readonly time: number[];
  readonly bodies: Record<string, Mutable<BodySeries>>;
  readonly joints?: Record<string, Mutable<JointSeries>>;
  readonly energy: Mutable<Required<Omit<EnergySeries, "steppingLoss">>> & { steppingLoss?: number[] };
  readonly contacts: ContactRow[];
}

/** @param resume the record of a checkpoint, to be gone on with */
export function createRecorder(system: SceneSystem, simulation: Simulation, options: RecorderOptions, resume?: SimulationRecord): Recorder {
  const { rate } = options;
  const series = resume === undefined ? emptySeries(system) : (structuredCopy(resume.series) as Growing);
  const events: RecordedEvent[] = [...(resume?.events ?? [])];
  const warnings: RecordedWarning[] = [...(resume?.warnings ?? [])];
  const coordinates = new Float64Array(system.coordinateCount);
  const speeds = new Float64Array(system.speedCount);

  function addRow(time: number, q: Float64Array, u: Float64Array, ledger: RunLedger, forces: readonly ContactForce[]): void {
    const row = series.time.length;
    series.time.push(time);
    system.names.forEach((name, i) => {
      const body = series.bodies[name];
      const { position, orientation, velocity, angularVelocity } = system.stateOf(i, q, u);
      body.position.push(position);
      body.orientation.push(orientation);
      body.velocity.push(velocity);
      body.angularVelocity.push(angularVelocity);
    });
    for (const { name, coordinate, speed } of system.joints) {
      series.joints?.[name].position.push(q[coordinate]);
      series.joints?.[name].speed.push(u[speed]);
    }
    const kinetic = system.kineticEnergy(q, u);
    const potential = system.potentialEnergy(time, q);
    const { impactLoss, frictionLoss, appliedWork, projectionLoss, steppingLoss } = ledger;
    const now = { kinetic, potential, total: kinetic + potential, impactLoss, frictionLoss, appliedWork, projectionLoss };
    for (const [name, value] of Object.entries(now)) series.energy[name as keyof typeof now].push(value);
    if (steppingLoss !== undefined) {
      series.energy.steppingLoss ??= new Array<number>(row).fill(0);
      series.energy.steppingLoss.push(steppingLoss);
    }
    for (const { feature, mode, point, worldForce, force } of forces)
      series.contacts.push({ row, contact: feature.key, mode, point, force: worldForce, normalForce: force[2] });
  }

  function addEvent(event: RecordedEvent, impact: ResolvedImpact | undefined): void {
    events.push(event);
    options.event?.(event, impact);
  }

  function warn(code: RecordedWarning["code"], message: string, time: number): void {
    const known = warnings.findIndex((warning) => warning.code === code);
    if (known < 0) warnings.push({ code, message, count: 1, time });
    else warnings[known] = { ...warnings[known], count: warnings[known].count + 1 };
  }

  const observer: SimulationObserver = {
    warning: warn,
    event: (event) => {
      const { time, impact } = event;
      const told = impact === undefined ? undefined : options.forces?.(impact);
      for (const { code, message } of told?.warnings ?? []) warn(code, message, time);
      addEvent(recorded(event, system, told?.forces), impact);
      if (impact === undefined) return;
      for (const { code, message } of impact.outcome.warnings) warn(code, message, time);
      if (impact.replaced !== undefined) {
        const { law, reason } = impact.replaced;
        warn("other-law", `an impact was resolved by ${impact.outcome.law} instead of ${law}, which could not finish: ${reason}`, time);
      } else if (options.law !== undefined && impact.outcome.law !== options.law) {
        const reason = lawNamed(options.law).inapplicable(impact.problem) ?? "it does not apply";
        warn("other-law", `an impact was resolved by ${impact.outcome.law} instead of ${options.law}: ${reason}`, time);
      }
    },
    motion: (_from, to, stateAt, inside) => {
      for (;;) {
        const time = series.time.length / rate;
        // The end of a stretch is the beginning of the next one, which knows what happens there.
        if (!(time < to)) return;
        stateAt(time, coordinates, speeds);
        addRow(time, coordinates, speeds, inside.ledgerAt(time), inside.contactForcesAt(time));
      }
    },
  };

  function finish(): void {
    const last = events.at(-1);
    const time = simulation.status === "rest" && last?.kind === "rest" ? last.time : simulation.time;
    addRow(time, simulation.coordinates, simulation.speeds, simulation.ledger(), simulation.contactForces());
  }

  return { observer, record: { series, events, warnings }, finish };
}

function emptySeries({ names, joints }: SceneSystem): Growing {
  const ofJoints = Object.fromEntries(joints.map(({ name, type }) => [name, { type, position: [], speed: [] }]));
  return {
    time: [],
    ...(joints.length === 0 ? {} : { joints: ofJoints }),
    bodies: Object.fromEntries(names.map((name) => [name, { position: [], orientation: [], velocity: [], angularVelocity: [] }])),
    energy: { kinetic: [], potential: [], total: [], impactLoss: [], frictionLoss: [], appliedWork: [], projectionLoss: [] },
    contacts: [],
  };
}

/** Plain data, copied so that what was given stays as it is. */
const structuredCopy = (series: SimulationSeries) => JSON.parse(JSON.stringify(series)) as SimulationSeries;

function recorded(event: SimulationEvent, system: SceneSystem, forces: RecordedForces | undefined): RecordedEvent {
  const { kind, time, feature, impact, regime = "events", reason = "", bodies = [] } = event;
  if (kind === "regime") return { kind, time, regime, reason, bodies };
  if (impact !== undefined) return recordedImpact(time, impact, system, forces);
  if (kind === "rest" || kind === "impact" || feature === undefined) return { kind: "rest", time };
  return { kind, time, contact: feature };
}

function recordedImpact(time: number, impact: ResolvedImpact, system: SceneSystem, forces: RecordedForces | undefined): RecordedImpact {
  const { touches, problem, outcome, last } = impact;
  return {
    kind: "impact",
    time,
    law: outcome.law,
    last,
    contacts: touches.map(({ feature, state: { point, tangent1, tangent2, normal } }, i) => {
      const impulse = triple(outcome.impulse, 3 * i);
      const world = (c: 0 | 1 | 2) => impulse[0] * tangent1[c] + impulse[1] * tangent2[c] + impulse[2] * normal[c];
      return {
        contact: feature.key,
        between: system.pairs[feature.pair].between,
        point: [...point],
        normal: [...normal],
        velocityBefore: triple(problem.velocity, 3 * i),
        velocityAfter: triple(outcome.velocity, 3 * i),
        impulse,
        worldImpulse: [world(0), world(1), world(2)],
        slip: outcome.slip[i],
      };
    }),
    energy: outcome.energy,
    ...(forces === undefined ? {} : { forces }),
  };
}

const triple = (values: ArrayLike<number>, at: number): Triple => [values[at], values[at + 1], values[at + 2]];
