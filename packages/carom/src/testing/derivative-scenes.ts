/**
 * Random scenes whose runs are differentiated, and derivatives of runs by extrapolated differences, for holding others to.
 *
 * A difference counts where the runs on both sides go through the same events, two extrapolations from different first steps agree, and the
 * parameter has no edge within the steps.
 */

import { extrapolatedDifference } from "../math/extrapolated-difference.js";
import { createRandom } from "../math/random.js";
import { parseStudy } from "../study/parse.js";
import { numberAt, stepsOf, withNumber } from "../study/simulation/derivatives/path.js";
import type { SimulationResult } from "../study/simulation/result.js";
import { runSimulation } from "../study/simulation/run.js";
import type { SimulationStudy } from "../study/simulation/schema.js";

type Random = () => number;
const between = (random: Random, least: number, most: number) => least + (most - least) * random();
const vectorIn = (random: Random, reach: number) => [0, 1, 2].map(() => between(random, -reach, reach));
const pick = <Item>(random: Random, items: readonly Item[]): Item => items[Math.floor(random() * items.length)];

/** One scene of a seed: 1 to 5 bodies in flight, on the floor, on an incline, on a moved table, or joints with stops. */
export function derivativeScene(seed: number): SimulationStudy {
  const random = createRandom(seed);
  for (let k = 0; k < 8; k++) random();
  const kind = pick(random, ["thrown", "thrown", "floor", "incline", "table", "pair", "pendulum", "chain"] as const);
  const scene = { thrown, floor: onFloor, incline, table, pair, pendulum, chain }[kind](random);
  const study = { carom: 1, kind: "simulation", title: `derivatives of scene ${seed}: ${kind}`, method: "events", ...scene };
  return parseStudy({ ...study, tolerances: { relativeTolerance: 1e-12 } }) as SimulationStudy;
}

interface Made {
  readonly bodies: Readonly<Record<string, object>>;
  readonly contacts: readonly object[];
  readonly gravity?: readonly number[];
  readonly duration: number;
  readonly derivatives: { readonly of: readonly string[]; readonly by: readonly string[] };
}

const FLOOR = { plane: { normal: [0, 0, 1] } };

function shapeOf(random: Random): { readonly shape: object; readonly size: string } {
  if (random() < 0.4) return { shape: { type: "sphere", radius: between(random, 0.03, 0.1) }, size: "shape.radius" };
  return { shape: { type: "box", size: [0, 1, 2].map(() => between(random, 0.08, 0.3)) }, size: `shape.size[${Math.floor(3 * random())}]` };
}

function orientationIn(random: Random): number[] {
  const given = [0, 1, 2, 3].map(() => between(random, -1, 1));
  const length = Math.sqrt(given.reduce((sum, value) => sum + value * value, 0));
  return given.map((value) => value / length);
}

function materialIn(random: Random): { readonly friction: number; readonly restitution: number } {
  return { friction: between(random, 0.05, 0.8), restitution: between(random, 0.1, 0.9) };
}

function thrown(random: Random): Made {
  const count = 1 + Math.floor(3 * random());
  const names = Array.from({ length: count }, (_, i) => `b${i}`);
  const sizes: string[] = [];
  const bodies: Record<string, object> = { floor: FLOOR };
  names.forEach((name, i) => {
    const { shape, size } = shapeOf(random);
    sizes.push(size);
    bodies[name] = {
      shape,
      mass: between(random, 0.3, 2),
      position: [0.6 * i, between(random, -0.1, 0.1), between(random, 0.3, 0.7)],
      orientation: orientationIn(random),
      velocity: [between(random, -1, 1) - 0.8 * i, between(random, -0.5, 0.5), between(random, -1, 1)],
      angularVelocity: vectorIn(random, 4),
    };
  });
  const contacts = names.flatMap((name, i) => [
    { between: [name, "floor"], ...materialIn(random) },
    ...names.slice(i + 1).map((other) => ({ between: [name, other], ...materialIn(random) })),
  ]);
  return { bodies, contacts, duration: between(random, 0.3, 0.8), derivatives: { of: ["end"], by: parametersIn(random, "b0", sizes[0]) } };
}

function parametersIn(random: Random, name: string, size: string): string[] {
  const all = [
    `bodies.${name}.position[2]`,
    `bodies.${name}.velocity[${Math.floor(3 * random())}]`,
    `bodies.${name}.angularVelocity[${Math.floor(3 * random())}]`,
    `bodies.${name}.mass`,
    `bodies.${name}.${size}`,
    "contacts[0].friction",
    "contacts[0].restitution",
    "gravity[2]",
  ];
  const first = Math.floor(random() * all.length);
  return [all[first], all[(first + 3) % all.length], all[(first + 5) % all.length]];
}

/** Slides, turns and comes to rest, or rolls. */
function onFloor(random: Random): Made {
  const isBall = random() < 0.5;
  const size = [between(random, 0.2, 0.4), between(random, 0.2, 0.4), between(random, 0.05, 0.15)];
  const radius = between(random, 0.04, 0.1);
  const body = {
    shape: isBall ? { type: "sphere", radius } : { type: "box", size },
    mass: between(random, 0.5, 3),
    position: [0, 0, isBall ? radius : size[2] / 2],
    velocity: [between(random, 0.5, 1.5), between(random, -0.5, 0.5), 0],
    angularVelocity: isBall ? vectorIn(random, 10) : [0, 0, between(random, -2, 2)],
  };
  const by = ["bodies.b.velocity[0]", "bodies.b.angularVelocity[2]", "contacts[0].friction", "bodies.b.velocity[1]"];
  return {
    bodies: { floor: FLOOR, b: body },
    contacts: [{ between: ["b", "floor"], friction: between(random, 0.1, 0.5), restitution: 0 }],
    duration: between(random, 0.2, 1.2),
    derivatives: { of: ["end"], by },
  };
}

function incline(random: Random): Made {
  const made = onFloor(random);
  const angle = between(random, 0.1, 0.5);
  const gravity = [-9.81 * angle, 9.81 * between(random, -0.1, 0.1), -9.81];
  return {
    ...made,
    gravity,
    derivatives: { of: ["end"], by: ["bodies.b.velocity[0]", "contacts[0].friction", "gravity[0]", "gravity[2]"] },
  };
}

function table(random: Random): Made {
  const radius = between(random, 0.04, 0.1);
  const motion = {
    type: "sine",
    amplitude: [0, 0, between(random, 0.005, 0.02)],
    frequency: between(random, 2, 6),
    phase: between(random, 0, 6),
  };
  return {
    bodies: {
      table: { plane: { normal: [0, 0, 1] }, motion },
      b: {
        shape: { type: "sphere", radius },
        mass: 1,
        position: [0, 0, radius + between(random, 0.02, 0.2)],
        velocity: [between(random, -1, 1), 0, 0],
        angularVelocity: vectorIn(random, 5),
      },
    },
    contacts: [{ between: ["b", "table"], friction: between(random, 0.05, 0.5), restitution: between(random, 0.3, 0.8) }],
    duration: between(random, 0.3, 0.7),
    derivatives: {
      of: ["end"],
      by: ["bodies.b.position[2]", "bodies.table.motion.amplitude[2]", "bodies.table.motion.frequency", "contacts[0].friction"],
    },
  };
}

function pair(random: Random): Made {
  const balls = [0, 1, 2].slice(0, 2 + Math.floor(2 * random())).map((i) => [
    `b${i}`,
    {
      shape: { type: "sphere", radius: between(random, 0.05, 0.12) },
      mass: between(random, 0.3, 2),
      position: [0.5 * i, between(random, -0.05, 0.05), between(random, -0.05, 0.05)],
      velocity: [1.5 - 1.5 * i, between(random, -0.1, 0.1), 0],
      angularVelocity: vectorIn(random, 5),
    },
  ]);
  const names = balls.map(([name]) => name as string);
  const contacts = names.flatMap((name, i) => names.slice(i + 1).map((other) => ({ between: [name, other], ...materialIn(random) })));
  return {
    bodies: Object.fromEntries(balls) as Record<string, object>,
    contacts,
    gravity: [0, 0, 0],
    duration: between(random, 0.4, 0.9),
    derivatives: { of: ["end"], by: ["bodies.b0.position[1]", "bodies.b0.velocity[0]", "bodies.b1.mass", "bodies.b0.shape.radius"] },
  };
}

/** A rod on a hinge that strikes its stop. */
function pendulum(random: Random): Made {
  const length = between(random, 0.3, 0.8);
  const link = {
    joint: {
      type: "revolute",
      axis: [0, 1, 0],
      limits: { lower: 0, restitution: between(random, 0.2, 0.8) },
      damping: between(random, 0, 0.05),
      start: { position: between(random, 0.5, 1.2), speed: between(random, -1, 1) },
    },
    mass: between(random, 0.5, 2),
    centre: [0, 0, -length],
    inertia: [0.01, 0.01, 0.005],
  };
  return {
    bodies: { rod: link },
    contacts: [],
    duration: between(random, 0.4, 1.2),
    derivatives: {
      of: ["end"],
      by: ["bodies.rod.joint.start.position", "bodies.rod.centre[2]", "bodies.rod.joint.limits.restitution", "bodies.rod.joint.damping"],
    },
  };
}

/** Two links with a ball at the end that strikes the floor. */
function chain(random: Random): Made {
  const [upper, lower] = [between(random, 0.3, 0.5), between(random, 0.3, 0.5)];
  const hinge = (position: readonly number[], start: number) => ({
    type: "revolute",
    axis: [0, 1, 0],
    position,
    start: { position: start, speed: between(random, -1, 1) },
  });
  const radius = 0.05;
  return {
    bodies: {
      floor: { plane: { normal: [0, 0, 1], point: [0, 0, -(upper + lower) * between(random, 0.75, 0.9)] } },
      one: { joint: hinge([0, 0, 0], between(random, 0.9, 1.4)), mass: 1, centre: [0, 0, -upper / 2], inertia: [0.01, 0.01, 0.002] },
      two: {
        joint: { ...hinge([0, 0, -upper], between(random, -0.5, 0.5)), parent: "one" },
        shape: { type: "sphere", radius },
        position: [0, 0, -lower],
        mass: between(random, 0.5, 2),
      },
    },
    contacts: [{ between: ["two", "floor"], ...materialIn(random) }],
    duration: between(random, 0.3, 0.7),
    derivatives: {
      of: ["end"],
      by: ["bodies.one.joint.start.position", "bodies.two.mass", "bodies.two.position[2]", "contacts[0].friction"],
    },
  };
}

/** What a run came to, in the order of the rows of `end`; turns as quaternions from where they were. */
export function endOf(result: SimulationResult): number[] {
  return [
    ...Object.values(result.bodies).flatMap(({ position, velocity, angularVelocity, orientation }) => [
      ...position,
      ...velocity,
      ...angularVelocity,
      ...orientation,
    ]),
    ...Object.values(result.joints ?? {}).flatMap(({ position, speed }) => [position, speed]),
  ];
}

/** The names of what happened, in order. */
function eventsOf({ events, status }: SimulationResult): string {
  const names = events.map((event) =>
    event.kind === "impact" ? `impact ${event.contacts.map(({ contact }) => contact).join(" ")}` : event.kind,
  );
  return `${status} ${names.join("; ")}`;
}

/** How one parameter of a scene was judged. */
export interface DerivativeVerdict {
  /** Of the parameter. */
  readonly path: string;
  /** `agrees`, `differs`, `none` (no derivative given) or `unsettled` (differences do not settle). */
  readonly verdict: "agrees" | "differs" | "none" | "unsettled";
  /** Largest difference of the two, relative to the largest derivative of its kind. */
  readonly error: number;
  /** Nearest edge, in steps of the difference. */
  readonly edge: number;
  /** What it is. */
  readonly kind: string;
  /** The one that differs most. */
  readonly row?: string;
}

/** Part of the scale of a parameter that differences go. */
const REACH = 1e-3;
/** Part of the derivative by which two extrapolations may differ. */
const SETTLED = 3e-8;

/** Holds the derivatives of a scene by each of its parameters to differences. */
export function judgeDerivatives(study: SimulationStudy, within = 1e-7): DerivativeVerdict[] {
  const { derivatives: _derivatives, ...plain } = study;
  const result = runSimulation(study);
  const told = eventsOf(result);
  const { rows = [], columns = [], matrix = [], entries = [] } = result.derivatives ?? {};
  return columns.map(({ name }, j): DerivativeVerdict => {
    const steps = stepsOf(name, Object.keys(study.bodies)) ?? [];
    const withDefaults = { gravity: [0, 0, -9.81], ...plain } as SimulationStudy;
    const value = numberAt(withDefaults, steps, name, "by");
    const scale = Math.max(Math.abs(value), name.includes("gravity") ? 9.81 : 0.1);
    const entry = entries.reduce(
      (worst, row) =>
        row[j].distance !== undefined && row[j].distance < worst.distance ? { distance: row[j].distance, kind: row[j].kind ?? "" } : worst,
      {
        distance: Number.POSITIVE_INFINITY,
        kind: "",
      },
    );
    const edge = entry.distance / (REACH * scale);
    const base = { path: name, edge, kind: entry.kind };
    if (matrix.some((row) => row[j] === null))
      return { ...base, verdict: "none", error: 0, kind: entries.map((row) => row[j].kind ?? row[j].reason ?? "")[0] };
    const difference = extrapolatedDifference((step) => {
      const moved = runSimulation(withNumber(withDefaults, steps, value + step));
      return eventsOf(moved) === told ? rowValues(rows, moved, result) : undefined;
    }, REACH * scale);
    if (difference === undefined) return { ...base, verdict: "unsettled", error: 0 };
    const { scales, usual } = rowScales(rows, difference.value);
    if (difference.spread > SETTLED * usual) return { ...base, verdict: "unsettled", error: difference.spread / usual };
    const errors = matrix.map((row, i) => Math.abs((row[j] ?? 0) - difference.value[i]) / scales[i]);
    const error = errors.reduce((worst, one) => Math.max(worst, one), 0);
    return { ...base, verdict: error <= within ? "agrees" : "differs", error, row: rows[errors.indexOf(error)]?.name ?? "" };
  });
}

/** What counts as large, by unit: a length, a turn, a speed, a spin. */
const UNITS: Readonly<Record<string, number>> = { m: 0.1, rad: 1, "m/s": 1, "rad/s": 10 };
/** Of the largest derivative, measured so: below it those of one kind are rounding of the runs. */
const SMALL = 1e-3;

/** The largest derivative of each kind, and of all. */
function rowScales(
  rows: readonly { readonly name: string; readonly unit: string }[],
  values: readonly number[],
): { readonly scales: readonly number[]; readonly usual: number } {
  const most = new Map<string, number>();
  rows.forEach(({ unit }, i) => {
    most.set(unit, Math.max(most.get(unit) ?? 0, Math.abs(values[i])));
  });
  const usual = rows.reduce((largest, { unit }, i) => Math.max(largest, Math.abs(values[i]) / (UNITS[unit] ?? 1)), 1e-6);
  return { scales: rows.map(({ unit }) => Math.max(most.get(unit) ?? 0, SMALL * usual * (UNITS[unit] ?? 1))), usual };
}

/** Values of the rows of `end` in a moved run; turns from where the run was. */
function rowValues(rows: readonly { readonly name: string }[], moved: SimulationResult, from: SimulationResult): number[] {
  return rows.map(({ name }) => {
    const [, body, what, axis] = /^end\.bodies\.(.+)\.(\w+)\[(\d)\]$/.exec(name) ?? [];
    if (body === undefined) {
      const [, joint, field] = /^end\.joints\.(.+)\.(\w+)$/.exec(name) ?? [];
      return (moved.joints?.[joint] as Readonly<Record<string, number>> | undefined)?.[field] ?? Number.NaN;
    }
    if (what !== "rotation") return moved.bodies[body][what as "position"][Number(axis)];
    const [x, y, z, w] = from.bodies[body].orientation;
    const [a, b, c, d] = moved.bodies[body].orientation;
    const sign = a * x + b * y + c * z + d * w < 0 ? -1 : 1;
    const turn = [a * w - d * x - b * z + c * y, b * w - d * y - c * x + a * z, c * w - d * z - a * y + b * x];
    return 2 * sign * turn[Number(axis)];
  });
}
