/**
 * Every law by name. A new law is a row here; the invariant tests, the command and the lab read this list.
 */
import { didYouMean } from "../did-you-mean.js";
import { InvalidInputError } from "../errors.js";
import { compliant } from "./compliant.js";
import { frictional } from "./methods.js";
import { multipoint } from "./multipoint.js";
import { newton } from "./newton.js";
import type { CommonOptions, ImpactLaw } from "./outcome.js";
import { planar } from "./planar.js";
import { poisson } from "./poisson.js";
import { proportional } from "./proportional.js";
import { simultaneous } from "./simultaneous.js";

/** In the order in which they are shown. */
export const laws: readonly ImpactLaw<CommonOptions>[] = [
  frictional,
  compliant,
  planar,
  proportional,
  simultaneous,
  multipoint,
  poisson,
  newton,
];

/** The law of that name; throws InvalidInputError naming those there are. */
export function lawNamed(name: string, path = "law"): ImpactLaw<CommonOptions> {
  const law = laws.find((candidate) => candidate.name === name);
  const names = laws.map((known) => known.name);
  if (law === undefined) throw new InvalidInputError(path, name, `is not a law; there are ${names.join(", ")}${didYouMean(name, names)}`);
  return law;
}
