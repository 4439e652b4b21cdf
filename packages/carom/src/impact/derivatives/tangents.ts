/**
 * Derivatives of one impact along given changes of its problem.
 *
 * A law gives the change dp of the impulse; the rest is common to all. With the mobility W, the velocity v before and v' = v + W p after:
 *
 *     dv' = dv + dW p + W dp          d(energy after - before) = p . dv + v' . dp + p . dW p/2
 *
 * and the friction loss is what the other losses leave of that.
 */
import { InvalidInputError } from "../../errors.js";
import { type ContactProblem, checkContactProblem } from "../../mechanics/contact-problem.js";
import { lawNamed } from "../registry.js";
import { differenceTangents } from "./by-differences.js";
import { judge, type Scaled } from "./edges.js";
import { type InputTangents, type LawTangents, missing, type RawTangent, type RawTangents } from "./law-tangents.js";
import { planarTangents } from "./planar-law.js";
import type { ImpactChange, ImpactEdge, ImpactTangent } from "./quantities.js";
import { slipLawTangents } from "./slip-laws.js";

/** Derivatives of an impact along changes of what goes into it. */
export interface ImpactTangents {
  /** Name of the law. */
  readonly law: string;
  /** The impulse itself, N s, in contact components. */
  readonly impulse: readonly number[];
  /** One for each change that was asked for. */
  readonly tangents: readonly ImpactTangent[];
  /** What is near, with its margins; `change` of each has one number for each change that was asked for. */
  readonly edges: readonly ImpactEdge[];
}

const slipLaws = {
  frictional: slipLawTangents("frictional", "energetic"),
  poisson: slipLawTangents("poisson", "poisson"),
  newton: slipLawTangents("newton", "newton"),
} as const;

/** The laws whose paths are differentiated. The others are by differences. */
const lawTangents: Readonly<Record<string, LawTangents>> = {
  frictional: slipLaws.frictional.along,
  planar: planarTangents,
  poisson: slipLaws.poisson.along,
  newton: slipLaws.newton.along,
};

/** Whether the path of a law is differentiated, and not the law by differences. */
export function isDifferentiated(law: string): boolean {
  return Object.hasOwn(lawTangents, law);
}

/** The laws that have a short way to the derivatives by every number of a problem. */
const inputTangents: Readonly<Record<string, InputTangents>> = {
  frictional: slipLaws.frictional.byInputs,
  poisson: slipLaws.poisson.byInputs,
  newton: slipLaws.newton.byInputs,
};

/**
 * How impulse, velocity after and energies of an impact change along each of the given changes of its problem, per unit of its parameter.
 * @param law name of the law, as in lawNamed
 */
export function impactTangents(law: string, problem: ContactProblem, changes: readonly ImpactChange[]): ImpactTangents {
  checkContactProblem(problem);
  checkLaw(law, problem);
  changes.forEach((change, i) => {
    checkChange(problem, change, `changes[${i}]`);
  });
  const raw = rawTangents(law, problem, changes);
  return {
    law,
    impulse: raw.impulse,
    tangents: raw.tangents.map((tangent, i) => complete(problem, raw, tangent, changes[i], i)),
    edges: raw.edges,
  };
}

/** The impulse alone, of changes that are known to be right. */
export function rawTangents(law: string, problem: ContactProblem, changes: readonly ImpactChange[]): RawTangents {
  const differentiate = lawTangents[law] ?? differenceTangents(lawNamed(law));
  return differentiate(problem, changes);
}

function checkLaw(law: string, problem: ContactProblem): void {
  const reason = lawNamed(law).inapplicable(problem);
  if (reason !== undefined) throw new InvalidInputError("law", law, `cannot be used on this problem: ${reason}`);
}

/**
 * The same by every number of the problem, each for itself, in the order of jacobian.ts and of the scales of these; undefined where the law
 * has no short way to them.
 */
export function tangentsByInputs(law: string, problem: ContactProblem, inputs: readonly Scaled[]): ImpactTangents | undefined {
  const differentiate = inputTangents[law];
  if (differentiate === undefined) return undefined;
  try {
    const { impulse, tangents, edges } = differentiate(problem, inputs);
    return { law, impulse, tangents, edges };
  } catch (error) {
    checkLaw(law, problem);
    throw error;
  }
}

function complete(problem: ContactProblem, raw: RawTangents, tangent: RawTangent, change: ImpactChange, column: number): ImpactTangent {
  if ("reason" in tangent) return missing(problem, tangent.reason);
  const { mobility } = problem;
  const { impulse } = raw;
  const moved = change.mobility === undefined ? impulse.map(() => 0) : change.mobility.map((row) => dot(row, impulse));
  const before = change.velocity ?? impulse.map(() => 0);
  const after = problem.velocity.map((v, i) => v + dot(mobility[i], impulse));
  const energyChange = dot(impulse, before) + dot(after, tangent.impulse) + 0.5 * dot(impulse, moved);
  const { springLoss } = tangent;
  return {
    impulse: tangent.impulse,
    velocity: before.map((value, i) => value + moved[i] + dot(mobility[i], tangent.impulse)),
    energy: {
      change: energyChange,
      restitutionLoss: tangent.restitutionLoss,
      frictionLoss: -energyChange - tangent.restitutionLoss - (springLoss ?? 0),
      ...(springLoss === undefined ? {} : { springLoss }),
    },
    ...(tangent.error === undefined ? {} : { error: tangent.error }),
    ...judge(raw.edges, column, change.scale ?? 1),
  };
}

/** Relative asymmetry of a change of the mobility that is still taken for rounding. */
const SYMMETRY_TOLERANCE = 1e-9;

function checkChange({ velocity, contacts }: ContactProblem, change: ImpactChange, path: string): void {
  const size = velocity.length;
  if (change.velocity !== undefined) checkNumbers(change.velocity, size, `${path}.velocity`);
  const { mobility } = change;
  if (mobility !== undefined) {
    if (!Array.isArray(mobility) || mobility.length !== size)
      throw new InvalidInputError(`${path}.mobility`, mobility, `does not have ${size} rows`);
    mobility.forEach((row: readonly number[], i) => {
      checkNumbers(row, size, `${path}.mobility[${i}]`);
    });
    const largest = mobility.flat().reduce((most: number, value: number) => Math.max(most, Math.abs(value)), 0);
    for (let i = 0; i < size; i++)
      for (let j = 0; j < i; j++)
        if (Math.abs(mobility[i][j] - mobility[j][i]) > SYMMETRY_TOLERANCE * largest)
          throw new InvalidInputError(`${path}.mobility[${i}][${j}]`, mobility[i][j], `differs from [${j}][${i}] (${mobility[j][i]})`);
  }
  change.contacts?.forEach((material, i) => {
    if (i >= contacts.length)
      throw new InvalidInputError(`${path}.contacts[${i}]`, material, `is one more than the ${contacts.length} there are`);
    for (const [field, value] of Object.entries(material)) {
      if (!Number.isFinite(value)) throw new InvalidInputError(`${path}.contacts[${i}].${field}`, value, "is not a finite number");
      if ((field === "staticFriction" || field === "stiffnessRatio") && contacts[i][field] === undefined && value !== 0)
        throw new InvalidInputError(
          `${path}.contacts[${i}].${field}`,
          value,
          `changes what the contact does not have: contacts[${i}] has no ${field}`,
        );
    }
  });
  if (change.scale !== undefined && !(Number.isFinite(change.scale) && change.scale > 0))
    throw new InvalidInputError(`${path}.scale`, change.scale, "is not a finite number > 0");
}

function checkNumbers(values: readonly number[], count: number, path: string): void {
  if (!Array.isArray(values) || values.length !== count) throw new InvalidInputError(path, values, `does not have ${count} numbers`);
  values.forEach((value, i) => {
    if (!Number.isFinite(value)) throw new InvalidInputError(`${path}[${i}]`, value, "is not a finite number");
  });
}

function dot(a: readonly number[], b: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
