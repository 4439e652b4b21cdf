/**
 * Derivatives of the laws whose path is not differentiated: `compliant`, and the laws for several contacts.
 *
 * Central differences of the law itself along each change, extrapolated to step zero twice from different first steps. They are taken only
 * between impacts with the same events; where these differ on one side, the other side is asked. What the two extrapolations leave open,
 * or what the rounding of every event makes over the shortest step if that is more, is the estimate of the error. Where the former is not
 * small, the impulse has no derivative that these steps could see: contacts that touch without approaching, events that coincide, laws that
 * jump.
 */
import { InvalidInputError, SolverError } from "../../errors.js";
import { extrapolatedDifference, SHORTEST } from "../../math/extrapolated-difference.js";
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import { solveCompliantClosely } from "../compliant.js";
import type { ImpactLaw, ImpactOutcome } from "../outcome.js";
import type { LawTangents, RawTangent } from "./law-tangents.js";
import type { ImpactChange, ImpactEdge } from "./quantities.js";

/** First step, as a part of the scale of a change. */
const FIRST_STEP = 2e-3;
/** What two extrapolations may differ by, relative to the column, or to this part of the whole impulse per scale. */
const SETTLED = 1e-7;
const SMALL_COLUMN = 0.05;

/** What differences are taken of: a law, or a closer way to its outcomes. */
export type DifferencedLaw = Pick<ImpactLaw, "name"> & { readonly solve: (problem: ContactProblem) => ImpactOutcome };

const CLOSER: Readonly<Record<string, DifferencedLaw["solve"]>> = { compliant: solveCompliantClosely };

/** The law of that name as differences see it. */
export function differencedLaw({ name, solve }: ImpactLaw): DifferencedLaw {
  return { name, solve: CLOSER[name] ?? ((problem) => solve(problem)) };
}

/** What each event of an impact may add to the rounding of its impulse, relative. */
const ROUNDING = 2.2e-16;

/** A law by differences. */
export function differenceTangents(given: ImpactLaw): LawTangents {
  const law = differencedLaw(given);
  return (problem, changes) => {
    const outcome = law.solve(problem);
    const tangents = changes.map((change) => differentiate(law, problem, outcome, change));
    return { impulse: outcome.impulse, tangents: tangents.map(({ tangent }) => tangent), edges: edgesOf(tangents) };
  };
}

interface Differentiated {
  readonly tangent: RawTangent;
  /** Whether only one side has the same events. */
  readonly oneSided: boolean;
}

/** Impulse, restitution loss and spring loss in one list. */
type Values = readonly number[];

function differentiate(law: DifferencedLaw, problem: ContactProblem, outcome: ImpactOutcome, change: ImpactChange): Differentiated {
  const kinds = ({ events }: ImpactOutcome) => events.map(({ kind, contact }) => `${kind}${contact ?? ""}`).join();
  const events = kinds(outcome);
  const { scale, size } = scaleOf(problem, change, outcome);
  if (scale === 0)
    return {
      tangent: tangentOf(
        outcome,
        valuesOf(outcome).map(() => 0),
      ),
      oneSided: false,
    };
  // Where one side has other events, the points that both have seen are not solved again.
  const known = new Map<number, Values | undefined>([[0, valuesOf(outcome)]]);
  const at = (distance: number): Values | undefined => {
    if (known.has(distance)) return known.get(distance);
    const moved = solveMoved(law, problem, change, distance);
    const values = moved !== undefined && kinds(moved) === events ? valuesOf(moved) : undefined;
    known.set(distance, values);
    return values;
  };
  const step = FIRST_STEP * scale;
  const both = extrapolatedDifference(at, step);
  const found = both ?? extrapolatedDifference(at, step, "up") ?? extrapolatedDifference(at, step, "down");
  if (found === undefined)
    return {
      tangent: { reason: `${law.name}: the impact goes another way within ${FIRST_STEP} of the scale on either side` },
      oneSided: false,
    };
  const column = norm(found.value.slice(0, outcome.impulse.length));
  const reference = Math.max(column, (SMALL_COLUMN * size) / scale);
  if (!(found.spread <= SETTLED * reference))
    return {
      tangent: { reason: `${law.name}: differences do not settle, to ${(found.spread / reference).toExponential(0)} of the derivative` },
      oneSided: false,
    };
  const error = Math.max(found.spread, (ROUNDING * outcome.events.length * size) / (step * SHORTEST));
  return { tangent: { ...tangentOf(outcome, found.value), error }, oneSided: both === undefined };
}

function valuesOf({ impulse, energy }: ImpactOutcome): number[] {
  return [...impulse, energy.restitutionLoss, energy.springLoss ?? 0];
}

function tangentOf({ energy }: ImpactOutcome, values: Values): RawTangent & { readonly impulse: readonly number[] } {
  const count = values.length - 2;
  return {
    impulse: values.slice(0, count),
    restitutionLoss: values[count],
    ...(energy.springLoss === undefined ? {} : { springLoss: values[count + 1] }),
  };
}

/** How far a change may go: a step of it may be no large part of any number that it moves. And the size of the impulse. */
function scaleOf(
  problem: ContactProblem,
  change: ImpactChange,
  { impulse }: ImpactOutcome,
): { readonly scale: number; readonly size: number } {
  let rate = 0;
  const { velocity, mobility, contacts, dimension } = problem;
  const fastest = velocity.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  change.velocity?.forEach((value, i) => {
    const contact = velocity.slice(dimension * Math.floor(i / dimension), dimension * (Math.floor(i / dimension) + 1));
    const own = norm(contact);
    rate = Math.max(rate, Math.abs(value) / (own > 1e-9 * fastest ? own : fastest));
  });
  change.mobility?.forEach((row, i) => {
    row.forEach((value, j) => {
      rate = Math.max(rate, Math.abs(value) / Math.sqrt(mobility[i][i] * mobility[j][j]));
    });
  });
  change.contacts?.forEach((material, i) => {
    for (const field of ["friction", "restitution", "stiffnessRatio"] as const) {
      const value = contacts[i][field] ?? 0;
      rate = Math.max(rate, Math.abs(material[field] ?? 0) / (field === "restitution" || value === 0 ? 1 : value));
    }
  });
  return { scale: rate > 0 ? 1 / rate : 0, size: norm(impulse) };
}

/** The law with the problem moved; undefined where there is no such problem. */
function solveMoved(law: DifferencedLaw, problem: ContactProblem, change: ImpactChange, distance: number): ImpactOutcome | undefined {
  try {
    return law.solve(movedProblem(problem, change, distance));
  } catch (error) {
    if (error instanceof InvalidInputError || error instanceof SolverError) return undefined;
    throw error;
  }
}

/** The problem at some distance along a change. */
export function movedProblem(problem: ContactProblem, change: ImpactChange, distance: number): ContactProblem {
  const { mobility, velocity, contacts } = change;
  const { kineticEnergy: _, ...rest } = problem;
  return {
    ...rest,
    ...(velocity === undefined ? {} : { velocity: problem.velocity.map((value, i) => value + distance * velocity[i]) }),
    ...(mobility === undefined
      ? {}
      : { mobility: problem.mobility.map((row, i) => row.map((value, j) => value + distance * 0.5 * (mobility[i][j] + mobility[j][i]))) }),
    ...(contacts === undefined
      ? {}
      : {
          contacts: problem.contacts.map((contact, i) => {
            const fields = Object.entries(contacts[i] ?? {}) as [keyof typeof contact, number][];
            return {
              ...contact,
              ...Object.fromEntries(fields.map(([field, value]) => [field, Number(contact[field]) + distance * value])),
            };
          }),
        }),
  };
}

function norm(values: Values): number {
  return Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
}

/** Columns with one side only are at an edge of a kind that differences cannot name. */
function edgesOf(columns: readonly Differentiated[]): ImpactEdge[] {
  if (!columns.some(({ oneSided }) => oneSided)) return [];
  return [
    { kind: "other-events", contact: 0, margin: 0, unit: "1", change: columns.map(({ oneSided }) => (oneSided ? 1 : 0)), smooth: false },
  ];
}
