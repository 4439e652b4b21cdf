/**
 * Every force law by name. A new one is a file and a row here; studies, the command, figures and the tests of all laws read this list.
 */
import { InvalidInputError, SolverError } from "../../errors.js";
import { flores } from "./flores.js";
import { hertz } from "./hertz.js";
import { huntCrossley } from "./hunt-crossley.js";
import { kelvinVoigt } from "./kelvin-voigt.js";
import { kogutEtsion } from "./kogut-etsion.js";
import { lankaraniNikravesh } from "./lankarani-nikravesh.js";
import type { CentralHit, ForceHit, ForceLaw, ForceParameter, ForceParameters, HitSurfaces } from "./law.js";

/** In the order in which they are shown. */
export const forceLaws = {
  hertz,
  "kelvin-voigt": kelvinVoigt,
  "hunt-crossley": huntCrossley,
  "lankarani-nikravesh": lankaraniNikravesh,
  flores,
  "kogut-etsion": kogutEtsion,
} satisfies Record<string, ForceLaw>;

/** Name of a force law. */
export type ForceLawName = keyof typeof forceLaws;

/** Their names, in the order in which they are shown. */
export const forceLawNames = Object.keys(forceLaws) as [ForceLawName, ...ForceLawName[]];

/** A law with those of its parameters that do not follow from the surfaces. */
export type ForceLawChoice = { readonly law: ForceLawName } & ForceParameters;

/** The law of that name; throws InvalidInputError naming those there are. */
export function forceLawNamed(name: string, path = "law"): ForceLaw {
  const found = forceLawNames.find((known) => known === name);
  if (found === undefined) throw new InvalidInputError(path, name, `is not a force law; there are ${forceLawNames.join(", ")}`);
  return forceLaws[found];
}

/** How a hit is told. */
export interface ForceHitOptions {
  /** What parameters follow from that are not given. Default: none; then all without a default must be given. */
  readonly surfaces?: HitSurfaces;
  /** Rows of pressing together, and of parting, at least. Default: 48. */
  readonly rows?: number;
  /** Of the choice, for complaints. Default: none. */
  readonly path?: string;
}

const ROWS = 48;

/** A hit by a force law: what restitution it gives, how hard and how long it presses, force over time and over approach. */
export function forceHit(choice: ForceLawChoice, hit: CentralHit, options: ForceHitOptions = {}): ForceHit {
  const { path = "", rows = ROWS } = options;
  const parameters = forceParameters(choice, hit, options);
  const result = under(path, () => forceLawNamed(choice.law).hit(parameters, hit, rows));
  const { restitution, duration, peakForce, deepestApproach, finalApproach, loss } = result;
  if (![restitution, duration, peakForce, deepestApproach, finalApproach, loss].every(Number.isFinite))
    throw new SolverError(`the hit by ${choice.law} has numbers that no double can hold`, { duration, peakForce, deepestApproach, loss });
  return result;
}

/** All parameters of a law for a hit: those given, those with a default, those that follow from the surfaces. */
export function forceParameters(choice: ForceLawChoice, hit: CentralHit, { surfaces, path = "" }: ForceHitOptions = {}): ForceParameters {
  const { law: name, ...given } = choice;
  const at = (parameter: string) => joined(path, parameter);
  const law = forceLawNamed(name, at("law"));
  checkHit(hit);
  for (const [parameter, value] of Object.entries(given))
    if (law.parameters[parameter] === undefined)
      throw new InvalidInputError(at(parameter), value, `is given, but ${name} has only ${Object.keys(law.parameters).join(", ")}`);
  const known = { ...fallbacks(law), ...given };
  checkParameters(law, known, at);
  const missing = Object.keys(law.parameters).filter((parameter) => known[parameter] === undefined);
  if (missing.length === 0) return known;
  if (surfaces === undefined)
    throw new InvalidInputError(at(missing[0]), undefined, "is given, and there are no surfaces that it follows from");
  const complete = under(path, () => law.fromSurfaces(surfaces, hit, known));
  checkParameters(law, complete, at);
  return complete;
}

const joined = (path: string, parameter: string) => (path === "" ? parameter : `${path}.${parameter}`);

/** A law complains of its parameters by name; a study wants to know where they stand. */
function under<Result>(path: string, call: () => Result): Result {
  try {
    return call();
  } catch (error) {
    if (error instanceof InvalidInputError) throw new InvalidInputError(joined(path, error.path), error.value, error.expected);
    throw error;
  }
}

function checkParameters(law: ForceLaw, values: ForceParameters, at: (parameter: string) => string): void {
  for (const [parameter, value] of Object.entries(values)) checkParameter(law.parameters[parameter], value, at(parameter));
}

function fallbacks({ parameters }: ForceLaw): ForceParameters {
  return Object.fromEntries(
    Object.entries(parameters).flatMap(([name, { fallback }]) => (fallback === undefined ? [] : [[name, fallback]])),
  );
}

function checkHit({ mass, speed }: CentralHit): void {
  if (!(Number.isFinite(mass) && mass > 0)) throw new InvalidInputError("mass", mass, "is not a finite number > 0");
  if (!(Number.isFinite(speed) && speed > 0)) throw new InvalidInputError("speed", speed, "is not a finite number > 0");
}

const WITHIN: Readonly<Record<string, (value: number) => boolean>> = {
  "> 0": (value) => value > 0,
  ">= 0": (value) => value >= 0,
  "0 to 1": (value) => value >= 0 && value <= 1,
  "above 0, at most 1": (value) => value > 0 && value <= 1,
};

function checkParameter({ range }: ForceParameter, value: number | string, path: string): void {
  if (typeof range !== "string") {
    if (!range.includes(String(value))) throw new InvalidInputError(path, value, `is not one of ${range.join(", ")}`);
  } else if (!(typeof value === "number" && Number.isFinite(value) && WITHIN[range](value)))
    throw new InvalidInputError(path, value, `is not a finite number ${range}`);
}
