/**
 * The derivatives that a study of one impact asks for.
 *
 * From the numbers of the study to the contact problem the way is explicit and smooth: mobility, velocities and energy are differentiated
 * by extrapolated differences, which leave eleven digits. From there to the impulse the law is differentiated (impact/derivatives/), and
 * from the impulse to the bodies everything is linear.
 */
import { InvalidInputError } from "../../errors.js";
import type { ImpactChange, ImpactEdge, ImpactTangent } from "../../impact/derivatives/quantities.js";
import { impactTangents } from "../../impact/derivatives/tangents.js";
import { extrapolatedDifference } from "../../math/extrapolated-difference.js";
import { applyPseudoInverse, symmetricEigen } from "../../math/symmetric-eigen.js";
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import { restitutionChanges } from "../../mechanics/restitution.js";
import type { DerivativeEntry, ImpactDerivativeTable } from "../format/derivative-result.js";
import { pathSteps } from "../format/path.js";
import { type Input, inputAt } from "./derivative-inputs.js";
import { type BuiltImpact, buildImpact } from "./problem.js";
import type { ImpactResult } from "./result.js";
import type { ImpactStudy } from "./schema.js";

/** Derivatives of a result by what its study says. */
export function studyDerivatives(study: ImpactStudy, result: ImpactResult): ImpactDerivativeTable | undefined {
  const { derivatives } = study;
  if (derivatives === undefined) return undefined;
  const inputs = derivatives.by.map((path, i) => inputAt(study, path, `derivatives.by[${i}]`));
  refuseTwice(derivatives.by, "derivatives.by");
  refuseTwice(derivatives.of, "derivatives.of");
  const built = buildImpact(study);
  const rows = derivatives.of.flatMap((path, i) => rowsAt(result, path, `derivatives.of[${i}]`));
  const changes = inputs.map((input) => changeOf(study, built, result.outcome.impulse, input));
  const { tangents, edges } = impactTangents(
    result.outcome.law,
    built.problem,
    changes.map(({ change }) => change),
  );
  const moves = changes.map(({ moved, energyBefore }, c) => completeMove(built, moved, energyBefore, tangents[c]));
  const status = tangents.map((tangent) => entryOf(tangent, edges));
  const entries = rows.map(() => status);
  return {
    rows: rows.map((path) => ({ name: path, unit: unitOf(path), value: readNumber(result, path) })),
    columns: inputs.map(({ path, unit, value, scale }) => ({ name: path, unit, value, scale })),
    matrix: rows.map((path) => moves.map((move, c) => (status[c].status === "none" ? null : readNumber(move, path)))),
    entries,
    edges,
  };
}

/** The same for every number that the column changes. */
function entryOf({ status, edge, distance, reason, error }: ImpactTangent, edges: readonly ImpactEdge[]): DerivativeEntry {
  return {
    status,
    ...(edge === undefined ? {} : { kind: edges[edge].kind }),
    ...(distance === undefined ? {} : { distance }),
    ...(reason === undefined ? {} : { reason }),
    ...(error === undefined ? {} : { error }),
  };
}

function refuseTwice(paths: readonly string[], where: string): void {
  paths.forEach((path, i) => {
    if (paths.indexOf(path) < i) throw new InvalidInputError(`${where}[${i}]`, path, `is listed twice (${where}[${paths.indexOf(path)}])`);
  });
}

/** What of a result depends on what goes in. */
const ROOTS = ["outcome.impulse", "outcome.velocity", "outcome.energy", "bodies", "contacts", "speeds.after"];
const ENERGIES = ["before", "after", "restitutionLoss", "frictionLoss", "springLoss"];

/** All numbers at a path into the result. */
function rowsAt(result: ImpactResult, path: string, where: string): string[] {
  const steps = pathSteps(path);
  const isKnown = ROOTS.some((root) => path === root || path.startsWith(`${root}.`) || path.startsWith(`${root}[`));
  if (steps === undefined || !isKnown)
    throw new InvalidInputError(where, path, `is nothing that has derivatives; there are ${ROOTS.join(", ")} and what is in them`);
  let value: unknown = result;
  for (const step of steps) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step))
      throw new InvalidInputError(where, path, `is not in the result (no ${step})`);
    value = (value as Record<string | number, unknown>)[step];
  }
  const found = numbersIn(value, path).filter(
    (each) =>
      !(each.includes(".before.") || /\.position\[|\.(tangent[12]|normal)\[/.test(each)) &&
      !(each.startsWith("outcome.energy.") && !ENERGIES.includes(each.slice("outcome.energy.".length))),
  );
  if (found.length === 0) throw new InvalidInputError(where, path, "holds no number that the impact changes");
  return found;
}

function numbersIn(value: unknown, path: string): string[] {
  if (typeof value === "number") return [path];
  if (Array.isArray(value)) return value.flatMap((each: unknown, i) => numbersIn(each, `${path}[${i}]`));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => numbersIn(each, `${path}.${key}`));
}

function unitOf(path: string): string {
  if (path.startsWith("outcome.energy")) return "J";
  if (path.includes("mpulse")) return "N s";
  if (path.includes("angularVelocity")) return "rad/s";
  return path.startsWith("speeds") ? "" : "m/s";
}

interface StudyChange {
  readonly change: ImpactChange;
  readonly energyBefore: number;
  /** Of bodies and speeds after impact at the same impulse. */
  readonly moved: Moved;
}

type Moved = ReturnType<BuiltImpact["moved"]>;

/** Of the first step, in parts of the input's scale. */
const FIRST_STEP = 1e-2;

/** What a unit of the input changes before the law is asked. */
function changeOf(study: ImpactStudy, built: BuiltImpact, impulse: readonly number[], input: Input): StudyChange {
  const { scale } = input;
  const still = linearPart(
    built,
    impulse.map(() => 0),
  );
  if (input.material !== undefined) return { change: { contacts: input.material, scale }, energyBefore: 0, moved: still };
  const there = (distance: number) => {
    const { problem, moved } = buildImpact(input.moved(study, distance));
    return [...problem.mobility.flat(), ...problem.velocity, problem.kineticEnergy ?? 0, ...flat(moved(impulse))];
  };
  const found = extrapolatedDifference(there, FIRST_STEP * scale)!.value;
  const size = built.problem.velocity.length;
  const mobility = built.problem.velocity.map((_, i) => found.slice(i * size, (i + 1) * size));
  const velocity = found.slice(size * size, size * size + size);
  const bySpeed = restitutionChanges(study.contacts, built.problem.velocity, built.problem.dimension, velocity);
  return {
    change: {
      mobility: mobility.map((row, i) => row.map((value, j) => 0.5 * (value + mobility[j][i]))),
      velocity,
      ...(bySpeed.every((value) => value === 0) ? {} : { contacts: bySpeed.map((restitution) => ({ restitution })) }),
      scale,
    },
    energyBefore: energyBeforeOf(built.problem, found, size),
    moved: unflat(still, found.slice(size * size + size + 1)),
  };
}

/** Where the problem has no energy of its own it is that of the contacts, v . W^-1 v/2: dv . y - y . dW y/2 with W y = v. */
function energyBeforeOf({ kineticEnergy, mobility, velocity }: ContactProblem, found: readonly number[], size: number): number {
  if (kineticEnergy !== undefined) return found[size * size + size];
  const push = applyPseudoInverse(symmetricEigen(Float64Array.from(mobility.flat()), size), velocity);
  let sum = 0;
  for (let i = 0; i < size; i++) {
    sum += found[size * size + i] * push[i];
    for (let j = 0; j < size; j++) sum -= 0.5 * push[i] * found[i * size + j] * push[j];
  }
  return sum;
}

/** Numbers of a moved system, in a fixed order. */
function flat(value: unknown): number[] {
  if (typeof value === "number") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(flat);
}

/** The same shape with other numbers. */
function unflat<Shape>(shape: Shape, numbers: readonly number[]): Shape {
  let next = 0;
  const fill = (value: unknown): unknown => {
    if (typeof value === "number") return numbers[next++];
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fill(each)]));
  };
  return fill(shape) as Shape;
}

/** What an impulse does to bodies and speeds, without what they had before. */
function linearPart({ moved }: BuiltImpact, impulse: readonly number[]): Moved {
  const [some, none] = [moved(impulse), moved(impulse.map(() => 0))];
  const zero = flat(none);
  return unflat(
    some,
    flat(some).map((value, i) => value - zero[i]),
  );
}

/** Everything that a result has of it, changed: at the same impulse, and by the change of the impulse. */
function completeMove(built: BuiltImpact, moved: Moved, energyBefore: number, tangent: ImpactTangent): unknown {
  const pushed = flat(linearPart(built, tangent.impulse));
  const { change, restitutionLoss, frictionLoss, springLoss } = tangent.energy;
  return {
    ...unflat(
      moved,
      flat(moved).map((value, i) => value + pushed[i]),
    ),
    outcome: {
      impulse: tangent.impulse,
      velocity: tangent.velocity,
      energy: { before: energyBefore, after: energyBefore + change, restitutionLoss, frictionLoss, springLoss: springLoss ?? 0 },
    },
  };
}

function readNumber(root: unknown, path: string): number {
  let value = root;
  for (const step of pathSteps(path) ?? []) value = (value as Record<string | number, unknown>)[step];
  return value as number;
}
