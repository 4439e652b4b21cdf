/**
 * The contacts of an impact as numbers without units, with the mobility stored sparsely.
 *
 * Velocities are in units of the largest approach speed and the mobility in units of its largest normal element, both rounded to powers of
 * two, so that a problem scaled by a power of two is the same problem to the last bit. Stiffnesses are scaled so that the fastest contact
 * alone has k W = 1: its impact lasts of the order of one unit of the fictitious time. None of this changes an outcome; only ratios of
 * stiffness matter.
 *
 * Rows are the components that matter: the normals of all contacts first (row = contact), then the tangents of those contacts that have
 * friction. Contacts that share no body have no common element, so a column holds few.
 *
 * Letters: k stiffness, p exponent, e restitution, mu friction, W mobility, x compression, K stiffness now, E stored energy.
 * Source: 000 section 3.2, eq. (3.1) to (3.5), with the fictitious time of simultaneous.ts in place of its primary impulse.
 */
import { InvalidInputError } from "../../errors.js";
import { pow } from "../../math/elementary.js";
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import { CLEARLY_SLIPS, IDLE_IMPULSE } from "./tolerances.js";

export interface System {
  /** Contacts. */
  readonly count: number;
  /** Components that are followed. */
  readonly rows: number;
  /** Tangential components of each contact that are followed: none without friction, else 1 (planar) or 2. */
  readonly tangents: Uint8Array;
  /** Row of the first tangent of each contact, if it has any. */
  readonly firstTangent: Int32Array;
  /** Place of each row among the components of the problem. */
  readonly component: Int32Array;
  /** Elements of column j: from start[j] up to start[j + 1]. */
  readonly start: Int32Array;
  readonly index: Int32Array;
  readonly value: Float64Array;
  readonly diagonal: Float64Array;
  /** Before the impact. */
  readonly velocity: Float64Array;
  readonly friction: Float64Array;
  readonly staticFriction: Float64Array;
  readonly restitution: Float64Array;
  /** In compression. */
  readonly stiffness: Float64Array;
  /** In restitution: that of compression over e^(2p), which keeps the force where compression ends. */
  readonly hardStiffness: Float64Array;
  /** Of the tangential springs; 0 for a contact with rigid tangents. */
  readonly tangentialStiffness: Float64Array;
  /** Of the force law, the same for all contacts. */
  readonly exponent: number;
  /** Compression that a contact alone would reach at the largest approach speed. */
  readonly depth: Float64Array;
  /** Compression below which a contact at rest along the surface is not asked for friction; see tolerances.ts. */
  readonly idleDepth: Float64Array;
  /** Below this a slip is rounding. */
  readonly slipRounding: number;
  /** Above this a slip tells of itself that its contact slides, however little it is pressed. */
  readonly clearSlip: number;
  /** Units: m/s, N s, J. */
  readonly speedUnit: number;
  readonly impulseUnit: number;
  readonly energyUnit: number;
}

/** An element this small beside its diagonal elements is rounding of a right angle. */
const ROUNDING = 1e-15;
/** Restitution below this gives back less than rounding. */
const PLASTIC = 1e-14;
/** Friction below this moves nothing by more than rounding. */
const FRICTIONLESS = 1e-16;
/**
 * A tangential velocity below this fraction of the largest approach speed is rest, and below that fraction of the largest slip it is
 * rounding.
 */
const REST = 1e-12;
const SLIP_ROUNDING = 8 * Number.EPSILON;

/** Reads a checked problem, in which at least one contact approaches. */
export function readSystem(problem: ContactProblem): System {
  const { dimension, contacts, mobility, velocity } = problem;
  const count = contacts.length;
  const exponent = commonExponent(problem);
  const tangents = Uint8Array.from(contacts, ({ friction, staticFriction = friction }) =>
    staticFriction > FRICTIONLESS ? dimension - 1 : 0,
  );
  const firstTangent = new Int32Array(count);
  const component: number[] = contacts.map((_, c) => c * dimension + dimension - 1);
  for (let c = 0; c < count; c++) {
    firstTangent[c] = component.length;
    for (let i = 0; i < tangents[c]; i++) component.push(c * dimension + i);
  }
  const rows = component.length;
  const speedUnit = powerOfTwoBelow(largest(contacts.map((_, c) => -velocity[component[c]])));
  const mobilityUnit = powerOfTwoBelow(largest(contacts.map((_, c) => mobility[component[c]][component[c]])));
  const sparse = readMobility(mobility, component, mobilityUnit);
  const diagonal = Float64Array.from(component, (i) => mobility[i][i] / mobilityUnit);
  const given = Float64Array.from(contacts, ({ stiffness = 1 }) => stiffness);
  const fastest = largest(Array.from(given, (k, c) => k * diagonal[c]));
  const stiffness = given.map((k) => k / fastest);
  const restitution = Float64Array.from(contacts, (contact) => (contact.restitution < PLASTIC ? 0 : contact.restitution));
  const scaled = Float64Array.from(component, (i) => velocity[i] / speedUnit);
  const largestSlip = scaled.subarray(count).reduce((most, v) => Math.max(most, Math.abs(v)), 0);
  const slipRounding = REST + SLIP_ROUNDING * largestSlip;
  return {
    count,
    rows,
    tangents,
    firstTangent,
    component: Int32Array.from(component),
    ...sparse,
    diagonal,
    velocity: scaled,
    friction: Float64Array.from(contacts, (contact) => contact.friction),
    staticFriction: Float64Array.from(contacts, (contact) => contact.staticFriction ?? contact.friction),
    restitution,
    stiffness,
    hardStiffness: stiffness.map((k, c) => (restitution[c] > 0 ? k / pow(restitution[c], 2 * exponent) : k)),
    tangentialStiffness: stiffness.map((k, c) => {
      const ratio = contacts[c].stiffnessRatio;
      return ratio === undefined ? 0 : k / ratio;
    }),
    exponent,
    depth: stiffness.map((k, c) => pow(1 / (k * diagonal[c]), 1 / (exponent + 1))),
    idleDepth: stiffness.map((k, c) => pow(((exponent + 1) * IDLE_IMPULSE) / (k * diagonal[c]), 1 / (exponent + 1))),
    slipRounding,
    clearSlip: CLEARLY_SLIPS * slipRounding,
    speedUnit,
    impulseUnit: speedUnit / mobilityUnit,
    energyUnit: (speedUnit / mobilityUnit) * speedUnit,
  };
}

function commonExponent({ contacts }: ContactProblem): number {
  const exponent = contacts[0].exponent ?? 1;
  contacts.forEach((contact, i) => {
    if ((contact.exponent ?? 1) !== exponent)
      throw new InvalidInputError(
        `contacts[${i}].exponent`,
        contact.exponent ?? 1,
        `is not that of contacts[0] (${exponent}): all contacts of an impact need the same force law`,
      );
    if (contact.stiffnessRatio !== undefined && exponent !== 1)
      throw new InvalidInputError(
        `contacts[${i}].stiffnessRatio`,
        contact.stiffnessRatio,
        "cannot be used with an exponent other than 1: tangential springs are linear",
      );
  });
  return exponent;
}

function readMobility(mobility: ContactProblem["mobility"], component: readonly number[], unit: number) {
  const rows = component.length;
  const start = new Int32Array(rows + 1);
  const index: number[] = [];
  const value: number[] = [];
  for (let j = 0; j < rows; j++) {
    const column = component[j];
    const columnRow = mobility[column];
    for (let i = 0; i < rows; i++) {
      const row = component[i];
      const element = 0.5 * (columnRow[row] + mobility[row][column]);
      if (element === 0) continue;
      if (i !== j && element * element <= ROUNDING * ROUNDING * columnRow[column] * mobility[row][row]) continue;
      index.push(i);
      value.push(element / unit);
    }
    start[j + 1] = index.length;
  }
  return { start, index: Int32Array.from(index), value: Float64Array.from(value) };
}

function largest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}

function powerOfTwoBelow(value: number): number {
  let power = 1;
  while (power > value) power /= 2;
  while (2 * power <= value) power *= 2;
  return power;
}

/** K |x|^p with the sign of x. */
export function springForce(stiffness: number, x: number, exponent: number): number {
  if (exponent === 1) return stiffness * x;
  const size = Math.abs(x);
  const power = exponent === 1.5 ? size * Math.sqrt(size) : size > 0 ? pow(size, exponent) : 0;
  return x < 0 ? -stiffness * power : stiffness * power;
}

/** What a spring holds: K x^(p+1) / (p+1). */
export function springEnergy(stiffness: number, x: number, exponent: number): number {
  return (springForce(stiffness, x, exponent) * x) / (exponent + 1);
}

/** Compression at which a spring holds this energy. */
export function compressionFor(energy: number, stiffness: number, exponent: number): number {
  return exponent === 1 ? Math.sqrt((2 * energy) / stiffness) : pow(((exponent + 1) * energy) / stiffness, 1 / (exponent + 1));
}

/** out += force * column. */
export function addColumn({ start, index, value }: System, column: number, force: number, out: Float64Array): void {
  if (force === 0) return;
  const end = start[column + 1];
  for (let k = start[column]; k < end; k++) out[index[k]] += value[k] * force;
}
