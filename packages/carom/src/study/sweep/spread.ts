/** Means and covariances of what is varied, for what follows from derivatives. */
import { InvalidInputError } from "../../errors.js";
import { momentsOf } from "../../sweep/sampling/distributions.js";
import type { PlannedEntry } from "./entries.js";
import type { SweepStudy } from "./schema.js";

/** Means, and the covariance of the numbers of one entry; entries are independent of each other. */
export interface Spread {
  readonly mean: readonly number[];
  readonly covariance: readonly (readonly number[])[];
}

/** Throws InvalidInputError where an entry has no spread. */
export function checkFirstOrder(study: SweepStudy, entries: readonly PlannedEntry[]): void {
  if (study.firstOrder !== true) return;
  if (study.sampler.type === "grid")
    throw new InvalidInputError("firstOrder", true, "needs a sampler that draws; a grid covers, and has no spread");
  entries.forEach((entry, i) => {
    if (spreadOf(entry) === undefined)
      throw new InvalidInputError(
        `vary[${i}]`,
        entry.name,
        "has no mean and covariance, which firstOrder needs: a range or a distribution of numbers",
      );
  });
}

export function spreadOf({ single, normal }: PlannedEntry): Spread | undefined {
  if (normal !== undefined) return normal;
  if (single === undefined) return undefined;
  const { mean, variance } = momentsOf(single);
  return { mean: [mean], covariance: [[variance]] };
}
