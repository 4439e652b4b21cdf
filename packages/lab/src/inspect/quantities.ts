/** Every number of a run that can be a row of its timeline: against time, or a stem at each impact. */
import { significant } from "@carom/figures/geometry";
import type { RecordedImpact, RecordedImpactContact } from "carom/simulation";
import type { Run } from "../player/run.js";

export interface Row {
  /** Of the address: `speed:ball`. */
  readonly id: string;
  readonly title: string;
  /** Whose it is, where it is somebody's. */
  readonly owner: string;
  readonly unit: string;
  readonly kind: "curve" | "stems";
  readonly points: readonly (readonly [time: number, value: number])[];
}

interface Quantity {
  readonly words: string;
  readonly unit: string;
  readonly row: (run: Run, name: string) => Row["points"] | undefined;
  readonly kind: Row["kind"];
}

const length = ([x, y, z]: readonly number[]) => Math.hypot(x, y, z);
const slip = ([x, y]: readonly number[]) => Math.hypot(x, y);

function ofBody(value: (body: Run["series"]["bodies"][string], row: number) => number): Quantity["row"] {
  return ({ series: { time, bodies } }, name) => {
    const body = bodies[name];
    return body === undefined ? undefined : time.map((when, row) => [when, value(body, row)] as const);
  };
}

/** A contact by its name, or all contacts of a pair. */
const belongs = (contact: string, name: string) => contact === name || contact.startsWith(`${name}: `);

export function impactContact(impact: RecordedImpact, name: string): RecordedImpactContact | undefined {
  const own = impact.contacts.filter(({ contact, impulse }) => belongs(contact, name) && impulse[2] > 0);
  return own.length === 0 ? undefined : own.reduce((best, one) => (one.impulse[2] > best.impulse[2] ? one : best));
}

function atImpacts(value: (contact: RecordedImpactContact, impact: RecordedImpact) => number | undefined): Quantity["row"] {
  return ({ impacts }, name) =>
    impacts.flatMap((impact) => {
      const contact = impactContact(impact, name);
      const number = contact === undefined ? undefined : value(contact, impact);
      return number === undefined ? [] : [[impact.time, number] as const];
    });
}

const QUANTITIES: Readonly<Record<string, Quantity>> = {
  speed: { words: "speed", unit: "m/s", kind: "curve", row: ofBody(({ velocity }, row) => length(velocity[row])) },
  height: { words: "height", unit: "m", kind: "curve", row: ofBody(({ position }, row) => position[row][2]) },
  x: { words: "x", unit: "m", kind: "curve", row: ofBody(({ position }, row) => position[row][0]) },
  y: { words: "y", unit: "m", kind: "curve", row: ofBody(({ position }, row) => position[row][1]) },
  spin: { words: "spin", unit: "rad/s", kind: "curve", row: ofBody(({ angularVelocity }, row) => length(angularVelocity[row])) },
  joint: {
    words: "joint",
    unit: "°",
    kind: "curve",
    row: ({ series: { time, joints } }, name) => {
      const joint = joints?.[name];
      return joint === undefined
        ? undefined
        : time.map((when, row) => [when, joint.position[row] * (joint.type === "revolute" ? 180 / Math.PI : 1)]);
    },
  },
  push: {
    words: "push",
    unit: "N",
    kind: "curve",
    row: ({ series: { time, contacts } }, name) => {
      const sums = new Float64Array(time.length);
      for (const { row, contact, normalForce } of contacts) if (belongs(contact, name)) sums[row] += normalForce;
      return time.map((when, row) => [when, sums[row]]);
    },
  },
  impulse: { words: "normal impulse", unit: "N s", kind: "stems", row: atImpacts(({ impulse }) => impulse[2]) },
  friction: { words: "friction impulse", unit: "N s", kind: "stems", row: atImpacts(({ impulse }) => slip(impulse)) },
  approach: { words: "approach", unit: "m/s", kind: "stems", row: atImpacts(({ velocityBefore }) => Math.max(0, -velocityBefore[2])) },
  leave: { words: "leaving", unit: "m/s", kind: "stems", row: atImpacts(({ velocityAfter }) => Math.max(0, velocityAfter[2])) },
  slides: { words: "slip before", unit: "m/s", kind: "stems", row: atImpacts(({ velocityBefore }) => slip(velocityBefore)) },
  slipped: { words: "slip after", unit: "m/s", kind: "stems", row: atImpacts(({ velocityAfter }) => slip(velocityAfter)) },
  lost: { words: "energy lost", unit: "J", kind: "stems", row: atImpacts((_, { energy }) => energy.before - energy.after) },
  peak: {
    words: "peak force",
    unit: "N",
    kind: "stems",
    row: atImpacts(
      ({ contact }, { forces, contacts }) => forces?.contacts[contacts.findIndex((one) => one.contact === contact)]?.peakForce,
    ),
  },
  kinetic: {
    words: "kinetic energy",
    unit: "J",
    kind: "curve",
    row: ({ series: { time, energy } }) => time.map((when, row) => [when, energy.kinetic[row]]),
  },
  potential: {
    words: "height energy",
    unit: "J",
    kind: "curve",
    row: ({ series: { time, energy } }) => time.map((when, row) => [when, energy.potential[row]]),
  },
};

/** `box/floor: corner 3` as `corner 3`, `box/floor` as `box on floor`. */
function ownerOf(name: string): string {
  return /: (.+)$/.exec(name)?.[1] ?? name.replace("/", " on ");
}

/** Undefined where a run has no such number. */
export function rowOf(run: Run, id: string): Row | undefined {
  const at = id.indexOf(":");
  const [what, name] = at < 0 ? [id, ""] : [id.slice(0, at), id.slice(at + 1)];
  const quantity = Object.hasOwn(QUANTITIES, what) ? QUANTITIES[what] : undefined;
  const points = quantity?.row(run, name);
  if (quantity === undefined || points === undefined || points.length === 0) return undefined;
  const slides = what === "joint" && run.series.joints?.[name]?.type === "prismatic";
  return {
    id,
    title: quantity.words,
    owner: ownerOf(name),
    unit: slides ? "m" : quantity.unit,
    kind: quantity.kind,
    points,
  };
}

/** A number in the panel, and the row that it can become. */
export interface PanelNumber {
  readonly id: string;
  readonly words: string;
  readonly text: string;
}

function told(run: Run, id: string, words: string, textOf: (row: Row) => string): PanelNumber[] {
  const row = rowOf(run, id);
  return row === undefined ? [] : [{ id, words, text: textOf(row) }];
}

const most = ({ points, unit }: Row) => {
  const [time, value] = points.reduce((best, point) => (Math.abs(point[1]) > Math.abs(best[1]) ? point : best));
  return `${significant(value, 3)} ${unit} at ${significant(time, 3)} s`;
};
const last = ({ points, unit }: Row) => `${significant(points[points.length - 1][1], 3)} ${unit}`;

export function bodyNumbers(run: Run, name: string): PanelNumber[] {
  return [
    ...told(run, `speed:${name}`, "Fastest", most),
    ...told(run, `spin:${name}`, "Most spin", most),
    ...told(run, `height:${name}`, "Highest", most),
    ...told(run, `x:${name}`, "x at the end", last),
    ...told(run, `y:${name}`, "y at the end", last),
    ...told(run, `joint:${name}`, "Joint at the end", last),
  ];
}

export function contactNumbers(run: Run, name: string): PanelNumber[] {
  return [
    ...told(run, `impulse:${name}`, "Hardest impulse", most),
    ...told(run, `peak:${name}`, "Peak force", most),
    ...told(run, `approach:${name}`, "Fastest approach", most),
    ...told(run, `push:${name}`, "Most push between impacts", most),
    ...told(run, `slides:${name}`, "Most slip before", most),
    ...told(run, `slipped:${name}`, "Most slip after", most),
    ...told(run, `lost:${name}`, "Most energy lost", most),
  ];
}

export function runNumbers(run: Run): PanelNumber[] {
  return [...told(run, "kinetic", "Most kinetic energy", most), ...told(run, "potential", "Height energy at the end", last)];
}

/** Of one impact, at its hardest contact. */
export function impactNumbers(run: Run, index: number): PanelNumber[] {
  const impact = run.impacts[index];
  const contact = impact.contacts.reduce((best, one) => (one.impulse[2] > best.impulse[2] ? one : best));
  const { contact: name, velocityBefore, velocityAfter, impulse } = contact;
  const number = (what: string, words: string, text: string) => ({ id: `${what}:${name}`, words, text });
  const speed = (value: number) => `${significant(value, 3)} m/s`;
  const force = impact.forces?.contacts[impact.contacts.indexOf(contact)];
  return [
    ...(force === undefined
      ? []
      : [number("peak", `Peak force, in ${significant(1e6 * impact.forces!.duration, 3)} µs`, `${significant(force.peakForce, 3)} N`)]),
    number("impulse", "Normal impulse", `${significant(impulse[2], 4)} N s`),
    number("friction", "Friction impulse", `${significant(slip(impulse), 4)} N s`),
    number("approach", "Approach", speed(Math.max(0, -velocityBefore[2]))),
    number("leave", "Leaves with", speed(Math.max(0, velocityAfter[2]))),
    number("slides", "Slip before", speed(slip(velocityBefore))),
    number("slipped", "Slip after", speed(slip(velocityAfter))),
    number("lost", "Energy lost", `${significant(impact.energy.before - impact.energy.after, 3)} J`),
  ];
}
