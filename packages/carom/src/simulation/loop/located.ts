/**
 * Errors of a run with when and where they happened: the time, the bodies and the contacts.
 */
import { InvalidInputError, SolverError } from "../../errors.js";
import type { MechanicalSystem } from "../system/mechanical-system.js";

/** Contacts that are named; of more, how many. */
const MOST_NAMED = 4;

/** Where an error happened. */
export interface ErrorPlace {
  readonly system: MechanicalSystem;
  /** s. */
  readonly time: number;
  /** What touched. */
  readonly features: readonly { readonly pair: number; readonly key: string }[];
}

/**
 * An error that ends a run, with its place after what it says. A law that refuses the mobility or the energy that the motion came to cannot
 * go on, whereas what else is refused the user must change. Errors that are placed, and others, are returned as they are.
 */
export function located(error: unknown, { system, time, features }: ErrorPlace): unknown {
  const where = `at t = ${time} s${contactsOf(system, features)}`;
  if (error instanceof InvalidInputError && /^(mobility|kineticEnergy)/.test(error.path))
    return new SolverError(`the law does not take these contacts: ${error.path} ${error.expected}, ${where}`, { time });
  if (!(error instanceof SolverError) || error.constructor !== SolverError || error.reached.time !== undefined) return error;
  return new SolverError(`${error.message}, ${where}`, { ...error.reached, time });
}

function contactsOf({ pairs }: MechanicalSystem, features: ErrorPlace["features"]): string {
  if (features.length === 0) return "";
  const bodies = [...new Set(features.map(({ pair }) => pairs[pair].between.join(" and ")))];
  const keys = features.map(({ key }) => key);
  const more = (list: readonly string[]) => (list.length > MOST_NAMED ? `, and ${list.length - MOST_NAMED} more` : "");
  const shown = (list: readonly string[]) => `${list.slice(0, MOST_NAMED).join(", ")}${more(list)}`;
  return ` between ${shown(bodies)} (${shown(keys)})`;
}
