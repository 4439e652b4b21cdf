/**
 * What is differentiated: numbers of the state at the end or at a time, of an event, of where bounces accumulate.
 *
 *     end, at[0.5]                    everything that moves; or one of it: end.bodies.cube.velocity[2], at[0.5].joints.arm.position
 *     end.energy.kinetic              J; also potential, total
 *     events[3].time                  s; of an impact also contacts[0].worldImpulse[2], impulse, velocityBefore, velocityAfter, point,
 *                                     normal
 *     accumulations[0].time           s
 *     ledger.impactLoss               J, of all impacts until the end; also frictionLoss, of sliding between them
 */
import { didYouMean } from "../../../did-you-mean.js";
import { InvalidInputError } from "../../../errors.js";
import type { Load } from "../../../simulation/free-bodies/loads.js";
import type { SceneSystem } from "../../../simulation/system/scene-system.js";
import { type Steps, stepsOf } from "./path.js";
import { unitAt } from "./units.js";

/** A number of the state at the end, or at one of the times asked for. */
export interface StateRow {
  readonly of: "state";
  readonly name: string;
  readonly unit: string;
  /** Place in the times; absent: at the end. */
  readonly sample?: number;
  readonly what: StateNumber;
}

/** Which number of a state. */
export type StateNumber =
  | { readonly kind: "position" | "rotation" | "velocity" | "angularVelocity"; readonly body: number; readonly axis: number }
  | { readonly kind: "joint"; readonly place: number; readonly isSpeed: boolean }
  | { readonly kind: "kinetic" | "potential" | "total" };

/** A number of an event. */
export interface EventRow {
  readonly of: "event";
  readonly name: string;
  readonly unit: string;
  readonly event: number;
  /** Absent: its time. */
  readonly impact?: { readonly contact: number; readonly field: ImpactField; readonly axis: number };
}

export interface AccumulationRow {
  readonly of: "accumulation";
  readonly name: string;
  readonly unit: string;
  readonly accumulation: number;
}

/** What the run has lost until its end. */
export interface LedgerRow {
  readonly of: "ledger";
  readonly name: string;
  readonly unit: string;
  readonly loss: Loss;
}

export type Row = StateRow | EventRow | AccumulationRow | LedgerRow;

const IMPACT_FIELDS = ["point", "normal", "velocityBefore", "velocityAfter", "impulse", "worldImpulse"] as const;
export type ImpactField = (typeof IMPACT_FIELDS)[number];
const BODY_FIELDS = ["position", "rotation", "velocity", "angularVelocity"] as const;
const ENERGIES = ["kinetic", "potential", "total"] as const;
const LOSSES = ["impactLoss", "frictionLoss"] as const;
export type Loss = (typeof LOSSES)[number];

/** Rows, and the times, ascending, at which the state is needed. */
export function rowsOf(system: SceneSystem, of: readonly string[], duration: number): { readonly rows: Row[]; readonly times: number[] } {
  const moments = of.map((name, i) => momentOf(name, `derivatives.of[${i}]`, duration));
  const times = [...new Set(moments.flatMap(({ time }) => (time === undefined ? [] : [time])))].sort((a, b) => a - b);
  const rows = of.flatMap((name, i) => oneOf(system, name, `derivatives.of[${i}]`, moments[i], times));
  const seen = new Set<string>();
  rows.forEach(({ name }) => {
    if (seen.has(name)) throw new InvalidInputError("derivatives.of", name, "is named twice");
    seen.add(name);
  });
  return { rows, times };
}

interface Moment {
  /** What comes after `end` or `at[...]`; absent: it is neither. */
  readonly rest?: string;
  /** Absent: the end. */
  readonly time?: number;
  readonly prefix: string;
}

function momentOf(name: string, field: string, duration: number): Moment {
  const at = /^at\[([^\]]*)\](.*)$/s.exec(name);
  if (at === null) return name === "end" || name.startsWith("end.") ? { rest: name.slice(3), prefix: "end" } : { prefix: "" };
  const time = Number(at[1]);
  if (at[1].trim() === "" || !(time >= 0 && time <= duration))
    throw new InvalidInputError(field, name, `is not at a time between 0 and the duration (${duration} s)`);
  return { rest: at[2], time, prefix: `at[${at[1]}]` };
}

function oneOf(system: SceneSystem, name: string, field: string, moment: Moment, times: readonly number[]): Row[] {
  if (moment.rest !== undefined) {
    const sample = moment.time === undefined ? {} : { sample: times.indexOf(moment.time) };
    return stateNumbers(system, moment.rest, name, field).map(({ path, what }) => ({
      of: "state",
      name: `${moment.prefix}.${path}`,
      unit: what.kind === "joint" ? jointUnit(system, what.place, what.isSpeed) : unitAt(path.split(/[.[\]]/)),
      ...sample,
      what,
    }));
  }
  const event = /^events\[(\d+)\]\.(.+)$/s.exec(name);
  if (event !== null) return eventRows(Number(event[1]), event[2], name, field);
  const accumulation = /^accumulations\[(\d+)\]\.time$/.exec(name);
  if (accumulation !== null) return [{ of: "accumulation", name, unit: "s", accumulation: Number(accumulation[1]) }];
  const loss = LOSSES.find((one) => name === `ledger.${one}`);
  if (loss !== undefined) return [lossRow(system, name, loss, field)];
  const known = ["end", "at[TIME]", "events[N].time", "accumulations[N].time", ...LOSSES.map((one) => `ledger.${one}`)];
  throw new InvalidInputError(
    field,
    name,
    `is nothing to differentiate; there are ${known.join(", ")} and what is inside${didYouMean(name, known)}`,
  );
}

/** What of a joint does work that has no potential. */
const WORKING = ["damping", "friction", "motor", "motion"] as const;

/** What sliding takes is what is missing in the balance, so nothing else may put energy in or take it out that is not counted. */
function lossRow({ scene, driven }: SceneSystem, name: string, loss: Loss, field: string): LedgerRow {
  if (loss === "frictionLoss") {
    const joints = Object.values(scene?.bodies ?? {}).flatMap((body) => ("joint" in body ? [body.joint] : []));
    // Zero is enough to be named: it may be what the derivative is by.
    const isSpring = (load: Load) => load.type === "spring" && load.damping === undefined;
    const works =
      joints.some((joint) => WORKING.some((field) => joint[field] !== undefined)) ||
      scene?.loads?.some((load) => !isSpring(load)) === true ||
      (driven ?? []).length > 0;
    if (works) throw new InvalidInputError(field, name, "has no derivative where loads, moved ground or joints do work besides it");
  }
  return { of: "ledger", name, unit: unitAt([loss]), loss };
}

function jointUnit({ joints }: SceneSystem, place: number, isSpeed: boolean): string {
  const joint = joints.find(({ coordinate, speed }) => (isSpeed ? speed : coordinate) === place);
  return `${joint?.type === "prismatic" ? "m" : "rad"}${isSpeed ? "/s" : ""}`;
}

interface NamedNumber {
  readonly path: string;
  readonly what: StateNumber;
}

function stateNumbers(system: SceneSystem, rest: string, name: string, field: string): NamedNumber[] {
  const bodies = movingNames(system);
  if (rest === "") {
    const free = freeNames(system);
    return [
      ...bodies.flatMap((body, i) => (free.has(body) ? BODY_FIELDS.flatMap((what) => axesOf(body, i, what)) : [])),
      ...system.joints.flatMap((joint) => ["position", "speed"].map((what) => jointNumber(joint, what))),
    ];
  }
  const steps = stepsOf(rest.slice(1), [...bodies, ...system.joints.map((joint) => joint.name)]);
  const [root, of, what, axis] = steps ?? [];
  if (root === "energy" && ENERGIES.includes(of as (typeof ENERGIES)[number]) && steps?.length === 2)
    return [{ path: `energy.${of}`, what: { kind: of as (typeof ENERGIES)[number] } }];
  if (root === "bodies") return bodyNumbers(bodies, steps ?? [], name, field);
  const joint = root === "joints" ? system.joints.find((one) => one.name === of) : undefined;
  if (joint !== undefined && (what === "position" || what === "speed") && axis === undefined) return [jointNumber(joint, what)];
  const joints = system.joints.map((one) => one.name);
  throw new InvalidInputError(
    field,
    name,
    `is not in the state: there are bodies.NAME.${BODY_FIELDS.join("|")}, joints.NAME.position|speed (${joints.join(", ") || "none"}), ` +
      `energy.${ENERGIES.join("|")}`,
  );
}

function bodyNumbers(bodies: readonly string[], [, of, what, axis, ...deeper]: Steps, name: string, field: string): NamedNumber[] {
  const i = bodies.indexOf(String(of));
  if (i < 0) throw new InvalidInputError(field, name, `names none of the bodies that move (${bodies.join(", ")})${didYouMean(of, bodies)}`);
  const kinds = what === undefined ? BODY_FIELDS : BODY_FIELDS.filter((kind) => kind === what);
  if (kinds.length === 0) throw new InvalidInputError(field, name, `is none of ${BODY_FIELDS.join(", ")}${didYouMean(what, BODY_FIELDS)}`);
  const numbers = kinds.flatMap((kind) => axesOf(String(of), i, kind));
  if (axis === undefined) return numbers;
  if (typeof axis !== "number" || axis > 2 || deeper.length > 0)
    throw new InvalidInputError(field, name, "has no such place: there are [0], [1] and [2]");
  return [numbers[axis]];
}

/** Bodies and links; ground that is moved goes as it is told. */
function movingNames({ names, scene }: SceneSystem): readonly string[] {
  return names.filter((name) => {
    const body = scene?.bodies[name];
    return body === undefined || !("plane" in body || "fixed" in body);
  });
}

/** Bodies without joints: their states are numbers of their own. */
export function freeNames({ names, mechanisms = [] }: SceneSystem): Set<string> {
  const held = new Set(mechanisms.flatMap(({ links }) => links));
  return new Set(names.filter((_, i) => !held.has(i)));
}

function axesOf(body: string, i: number, kind: (typeof BODY_FIELDS)[number]): NamedNumber[] {
  return [0, 1, 2].map((axis) => ({ path: `bodies.${body}.${kind}[${axis}]`, what: { kind, body: i, axis } }));
}

function jointNumber({ name, coordinate, speed }: SceneSystem["joints"][number], what: string): NamedNumber {
  const isSpeed = what === "speed";
  return { path: `joints.${name}.${what}`, what: { kind: "joint", place: isSpeed ? speed : coordinate, isSpeed } };
}

function eventRows(event: number, rest: string, name: string, field: string): EventRow[] {
  if (rest === "time") return [{ of: "event", name, unit: "s", event }];
  const match = /^contacts\[(\d+)\]\.([A-Za-z]+)(?:\[(\d)\])?$/.exec(rest);
  const what = IMPACT_FIELDS.find((one) => one === match?.[2]);
  if (match === null || what === undefined || Number(match[3] ?? 0) > 2)
    throw new InvalidInputError(
      field,
      name,
      `is not of an event: there are time and, of impacts, contacts[N].${IMPACT_FIELDS.join("|")}[0..2]`,
    );
  const axes = match[3] === undefined ? [0, 1, 2] : [Number(match[3])];
  const stem = match[3] === undefined ? name : name.slice(0, -3);
  return axes.map((axis) => ({
    of: "event",
    name: `${stem}[${axis}]`,
    unit: unitAt([what]),
    event,
    impact: { contact: Number(match[1]), field: what, axis },
  }));
}
