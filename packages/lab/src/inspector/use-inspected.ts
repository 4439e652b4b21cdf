/** The study solved, as it changes: beside the page where its method may take any time, and the last good one where it cannot be solved. */
import type { ImpactStudy } from "carom/study";
import { useMemo, useRef } from "react";
import { lawNames, useLaws } from "../laws/brought-laws.js";
import { useResult } from "../views/use-result.js";
import { problemOf } from "./edit.js";
import { type Inspected, inspect, lawOf } from "./model.js";

export interface Shown {
  readonly study: ImpactStudy;
  readonly inspected: Inspected;
}

type Solved = { readonly inspected: Inspected } | { readonly message: string };

/** Instead of a message, while there is nothing yet. */
export const COMPUTING = "computing";

/** Methods with steps of their own may take any time: they are computed beside the page. */
function isLive({ options = {} }: ImpactStudy): boolean {
  return (
    options.step === undefined && !["fixed-step", "fixed-step-straight", "curvature-step", "impulse-step"].includes(options.method ?? "")
  );
}

/** None where the study cannot be built, which is told elsewhere. */
function ownLaw(study: ImpactStudy): string[] {
  try {
    return [study.law ?? lawOf(study, problemOf(study))];
  } catch {
    return [];
  }
}

/** All pictures are shares of the energy. */
function withEnergy(inspected: Inspected): Solved {
  const { energy, warnings } = inspected.chosen.outcome;
  if (energy.before > 0) return { inspected };
  if (warnings.length > 0) return { message: inspected.sentence };
  return { message: "Nothing moves, or so slowly that no energy is left of it in numbers of the computer: there is nothing to draw." };
}

/**
 * @param compared laws that stand beside the study's own
 * @returns the last study that could be solved, and why the present one could not
 */
export function useInspected(
  study: ImpactStudy,
  compared: readonly string[],
): { readonly shown: Shown | undefined; readonly message: string | undefined } {
  const live = isLive(study);
  const beside = useResult(live ? undefined : study);
  const needed = useMemo(() => [...compared, ...ownLaw(study)], [study, compared]);
  const lawAt = useLaws(needed);
  const solved = useMemo((): Solved => {
    try {
      if (needed.some((name) => lawNames.includes(name) && lawAt(name) === undefined)) return { message: COMPUTING };
      if (live) return withEnergy(inspect(study, compared, lawAt));
      if (beside.failure !== undefined) return { message: beside.failure.message };
      if (beside.result === undefined) return { message: COMPUTING };
      return withEnergy(inspect(study, compared, lawAt, beside.result.outcome));
    } catch (error) {
      return { message: error instanceof Error ? error.message : String(error) };
    }
  }, [study, compared, needed, lawAt, live, beside.failure, beside.result]);
  const lastGood = useRef<Shown>(undefined);
  if ("inspected" in solved) lastGood.current = { inspected: solved.inspected, study };
  return { shown: lastGood.current, message: "message" in solved ? solved.message : undefined };
}
