/**
 * Derivatives of an impact along random changes of all of its numbers at once, held to extrapolated differences: for laws with springs and
 * laws for several contacts, which are themselves differentiated by differences, from other steps than here.
 */
import { SolverError } from "../errors.js";
import { differencedLaw, movedProblem } from "../impact/derivatives/by-differences.js";
import type { ImpactChange, ImpactTangent, MaterialChange } from "../impact/derivatives/quantities.js";
import { impactTangents } from "../impact/derivatives/tangents.js";
import type { ImpactOutcome } from "../impact/outcome.js";
import { lawNamed } from "../impact/registry.js";
import { extrapolatedDifference } from "../math/extrapolated-difference.js";
import type { ContactProblem } from "../mechanics/contact-problem.js";

/** How one problem came out. */
export interface DirectionComparison {
  /** Largest error over the changes whose differences settle, relative to the derivative. */
  readonly worst: number;
  /** Changes that were compared. */
  readonly compared: number;
  /** Changes for which as large an error is told, or whose differences drown in rounding or do not settle with none or one side told. */
  readonly explained: number;
  /** What is wrong. */
  readonly failed: readonly string[];
}

/** Of the differences; none of the steps of the law's own differences is among those. */
const FIRST_STEP = 1.3e-3;
const SETTLED = 2e-9;
const TOLERATED = 1e-8;
/** Differences that settle to no more than this are drowned in rounding, and tell the derivative to so many times what they leave open. */
const DROWNED = 1e-6;
const OPEN = 3;
/** A derivative is measured against itself, but at least against this part of what a change of the whole impulse would be. */
const SMALL_COLUMN = 0.05;

/**
 * Along a change of the velocities, one of the mobility and one of the materials; or along their sum, `at once`: with random weights, so
 * that what is wrong with any of them shows, at a third of the cost.
 */
export function alongRandomChanges(
  law: string,
  problem: ContactProblem,
  random: () => number,
  how: "apart" | "at once" = "apart",
): DirectionComparison {
  const { solve } = differencedLaw(lawNamed(law));
  const outcome = solve(problem);
  const apart = randomChanges(problem, random);
  const changes = how === "apart" ? apart : { all: Object.assign({}, ...Object.values(apart)) as ImpactChange };
  const { tangents } = impactTangents(law, problem, Object.values(changes));
  const failed: string[] = [];
  let [worst, compared, explained] = [0, 0, 0];
  Object.entries(changes).forEach(([name, change], i) => {
    const verdict = compare(solve, problem, outcome, change, tangents[i]);
    if (verdict.kind === "compared") {
      compared++;
      worst = Math.max(worst, verdict.error);
    } else if (verdict.kind === "explained") explained++;
    else failed.push(`${name}: ${verdict.why}`);
  });
  return { worst, compared, explained, failed };
}

type Verdict =
  | { readonly kind: "compared"; readonly error: number }
  | { readonly kind: "explained" }
  | { readonly kind: "failed"; readonly why: string };

function compare(
  solve: (problem: ContactProblem) => ImpactOutcome,
  problem: ContactProblem,
  outcome: ImpactOutcome,
  change: ImpactChange,
  { status, impulse, error = 0 }: ImpactTangent,
): Verdict {
  const kinds = ({ events }: ImpactOutcome) => events.map(({ kind, contact }) => `${kind}${contact ?? ""}`).join();
  const difference = extrapolatedDifference((distance) => {
    const moved = solvedOrNot(() => solve(movedProblem(problem, change, distance)));
    return moved !== undefined && kinds(moved) === kinds(outcome) ? moved.impulse : undefined;
  }, FIRST_STEP);
  const reference = Math.max(norm(difference?.value ?? impulse), SMALL_COLUMN * norm(outcome.impulse));
  // A step of the law's own differences may reach an edge that those here do not, and the other way round.
  if (difference === undefined || status === "none") return { kind: "explained" };
  const spread = difference.spread / reference;
  const off = norm(difference.value.map((value, k) => value - impulse[k])) / reference;
  const told = Math.max(TOLERATED, error / reference);
  if (spread <= SETTLED && off <= TOLERATED) return { kind: "compared", error: off };
  const isDrowned = spread > SETTLED && spread <= DROWNED && off <= OPEN * spread;
  const isOneSided = spread > SETTLED && status === "one-sided";
  return isOneSided || isDrowned || off <= told
    ? { kind: "explained" }
    : { kind: "failed", why: `${off} off, differences settle to ${spread}, ${error / reference} is told` };
}

/** A neighbour that a law for several contacts cannot follow to its end, and says so, tells no difference. */
function solvedOrNot(solve: () => ImpactOutcome): ImpactOutcome | undefined {
  try {
    return solve();
  } catch (error) {
    if (error instanceof SolverError) return undefined;
    throw error;
  }
}

/** So that one of each is a large change; the mobility stays one that the same bodies could have. */
function randomChanges(problem: ContactProblem, random: () => number): Readonly<Record<string, ImpactChange>> {
  const { velocity, mobility, contacts, dimension } = problem;
  const signed = () => 2 * random() - 1;
  const around = velocity.map(signed).map((value, i) => {
    const first = dimension * Math.floor(i / dimension);
    return 0.5 * value * norm(velocity.slice(first, first + dimension));
  });
  const size = mobility.reduce((most, row, i) => Math.max(most, row[i]), 0);
  const masses = mobility.map(() => mobility.map(() => (0.3 * signed()) / (size * mobility.length)));
  const half = product(mobility, masses);
  const spread = product(half, mobility);
  return {
    velocity: { velocity: around },
    mobility: { mobility: spread.map((row, i) => row.map((value, j) => value + spread[j][i])) },
    material: {
      contacts: contacts.map(
        ({ friction, restitution, staticFriction, stiffnessRatio }): MaterialChange => ({
          friction: 0.3 * friction * signed(),
          ...(staticFriction === undefined ? {} : { staticFriction: 0 }),
          restitution: 0.3 * Math.min(restitution, 1 - restitution) * signed(),
          ...(stiffnessRatio === undefined ? {} : { stiffnessRatio: 0.3 * stiffnessRatio * signed() }),
        }),
      ),
    },
  };
}

function product(a: readonly (readonly number[])[], b: readonly (readonly number[])[]): number[][] {
  return a.map((row) => b[0].map((_, j) => row.reduce((sum, value, k) => sum + value * b[k][j], 0)));
}

function norm(values: readonly number[]): number {
  return Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
}
