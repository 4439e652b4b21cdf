import { InvalidInputError } from "../errors.js";
import type { RunOptions } from "./format/kind.js";
import { compareLaws } from "./impact/compare.js";
import type { Comparison } from "./impact/result.js";
import type { Study } from "./kinds.js";

/** One impact under every law there is; a law that cannot be used on it says why. */
export function compareStudy(study: Study, options: Pick<RunOptions, "history"> = {}): Comparison {
  if (study.kind !== "impact")
    throw new InvalidInputError("kind", study.kind, "is not a single impact, whose laws could be compared; runStudy computes it");
  return compareLaws(study, options);
}
