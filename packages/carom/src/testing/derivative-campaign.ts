/**
 * Derivatives of an impact held to extrapolated differences of the law itself, and every column whose differences do not settle to a
 * reported edge.
 */
import { impactDerivatives } from "../impact/derivatives/jacobian.js";
import type { ImpactTangent } from "../impact/derivatives/quantities.js";
import { solveFrictionalBy } from "../impact/methods.js";
import type { ImpactOutcome } from "../impact/outcome.js";
import { lawNamed } from "../impact/registry.js";
import { type ExtrapolatedDifference, extrapolatedDifference } from "../math/extrapolated-difference.js";
import type { ContactProblem } from "../mechanics/contact-problem.js";

/** How one problem came out. */
export interface DerivativeComparison {
  /** Largest error over the columns whose differences settle, relative to the column. */
  readonly worst: number;
  /** Number of these columns. */
  readonly compared: number;
  /** Columns whose differences do not settle though no edge is near. */
  readonly unexplained: readonly string[];
  /** Columns whose differences do not settle and for which an edge is reported. */
  readonly explained: number;
}

/** Of the differences, in units of the scale. */
const FIRST_STEP = 2e-3;
/** Differences settle if two extrapolations agree to this fraction of the column. */
const SETTLED = 2e-9;
/** An error above this is an error. */
const TOLERATED = 1e-8;
/** Ten times the farthest point at which a difference looks, in units of its scale: closer edges spoil its extrapolation. */
const REACH = 1e-2;
/**
 * A column is measured against itself, but at least against this part of what a change of the whole impulse would be: below that the
 * rounding of the impulse, divided by the steps, hides it.
 */
const SMALL_COLUMN = 0.05;

/**
 * Compares all columns of the law's derivatives at the problem. The fast series of `frictional` are good to 13 digits or so; where
 * their differences do not settle or do not agree, those of its Taylor series are asked.
 */
export function againstDifferences(law: string, problem: ContactProblem): DerivativeComparison {
  const plain = lawNamed(law).solve;
  const solvers = law === "frictional" ? [plain, (given: ContactProblem) => solveFrictionalBy(given, { method: "taylor" })] : [plain];
  const outcome = plain(problem);
  const kinds = ({ events }: ImpactOutcome) => events.map(({ kind }) => kind).join();
  const events = kinds(outcome);
  const { inputs, by, edges } = impactDerivatives(law, problem);
  const size = norm(outcome.impulse);
  const unexplained: string[] = [];
  let [worst, compared, explained] = [0, 0, 0];
  inputs.forEach(({ path }, i) => {
    const tangent = by[i];
    const scale = differenceScale(problem, path);
    const reference = Math.max(norm(tangent.impulse), (SMALL_COLUMN * size) / scale);
    let difference: ExtrapolatedDifference | undefined;
    let error = Number.POSITIVE_INFINITY;
    for (const solve of tangent.status === "none" ? [] : solvers) {
      difference = extrapolatedDifference((distance) => {
        const moved = moveInput(problem, path, distance);
        const there = moved === undefined ? undefined : solve(moved);
        return there !== undefined && kinds(there) === events ? there.impulse : undefined;
      }, FIRST_STEP * scale);
      if (difference === undefined) break;
      error = farthest(tangent.impulse, difference.value) / reference;
      if (Math.max(difference.spread / reference, error) <= SETTLED) break;
    }
    if (difference === undefined || difference.spread > SETTLED * reference) {
      if (isExplained(tangent, edges, i, scale)) explained++;
      else unexplained.push(path);
      return;
    }
    // Differences may settle on a wrong value across an edge that is closer than their steps.
    if (error > TOLERATED && isExplained(tangent, edges, i, scale)) {
      explained++;
      return;
    }
    compared++;
    worst = Math.max(worst, error);
  });
  return { worst, compared, unexplained, explained };
}

function farthest(a: readonly number[], b: readonly number[]): number {
  return a.reduce((most, value, k) => Math.max(most, Math.abs(value - b[k])), 0);
}

function isExplained(tangent: ImpactTangent, edges: ReturnType<typeof impactDerivatives>["edges"], column: number, scale: number): boolean {
  if (tangent.status === "none" || tangent.status === "one-sided") return true;
  return edges.some(({ margin, change, smooth }) => margin <= REACH * scale * Math.abs(change[column]) || (smooth && margin === 0));
}

/** Steps may not take the slower of slip and approach through zero, nor a value out of its range. */
function differenceScale({ velocity, mobility, dimension, contacts }: ContactProblem, path: string): number {
  const [, i, j] = /(\d+)\](?:\[(\d+)\])?/.exec(path) ?? [];
  if (path.startsWith("mobility")) return Math.sqrt(mobility[Number(i)][Number(i)] * mobility[Number(j)][Number(j)]);
  if (path.startsWith("velocity")) {
    const approach = Math.abs(velocity[dimension - 1]);
    const slip = norm(velocity.slice(0, dimension - 1));
    return slip > 0 ? Math.min(slip, approach) : approach;
  }
  if (path.endsWith("riction")) return contacts[Number(i)].friction || 1;
  return 1;
}

/** The problem with one of its inputs moved; undefined where that is no problem. */
function moveInput(problem: ContactProblem, path: string, distance: number): ContactProblem | undefined {
  const [, first, second] = /(\d+)\](?:\[(\d+)\])?/.exec(path) ?? [];
  const [i, j] = [Number(first), Number(second)];
  if (path.startsWith("velocity")) return { ...problem, velocity: problem.velocity.map((v, k) => (k === i ? v + distance : v)) };
  if (path.startsWith("mobility")) {
    const mobility = problem.mobility.map((row, r) =>
      row.map((value, c) => ((r === i && c === j) || (r === j && c === i) ? value + distance : value)),
    );
    return { ...problem, mobility };
  }
  const field = path.slice(path.lastIndexOf(".") + 1) as "friction" | "restitution" | "staticFriction" | "stiffnessRatio";
  const contacts = problem.contacts.map((contact, k) => (k === i ? { ...contact, [field]: (contact[field] ?? 0) + distance } : contact));
  const { friction, staticFriction = friction, restitution } = contacts[i];
  const isValid = friction >= 0 && staticFriction >= friction && restitution >= 0 && restitution <= 1;
  return isValid ? { ...problem, contacts } : undefined;
}

function norm(values: readonly number[]): number {
  return Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
}
