/** Changes of the study by hand: at most one a frame, until what is held is let go. */
import type { ContactProblem } from "carom/mechanics";
import type { ImpactStudy } from "carom/study";
import { useCallback, useMemo, useRef, useState } from "react";
import { useLaws } from "../laws/brought-laws.js";
import { useFrameCall } from "../ui/use-frame.js";
import { type MaterialField, withContactVelocity, withMaterial } from "./edit.js";
import { lawOf } from "./model.js";
import { otherStarts, type Start } from "./starts.js";
import type { Shown } from "./use-inspected.js";

export interface Edits {
  /** Whether something is held. */
  readonly holding: boolean;
  readonly onVelocity: (velocity: readonly number[]) => void;
  readonly onMaterial: (field: MaterialField, value: number) => void;
  /** What was held is let go. */
  readonly onSettle: () => void;
}

/** @param study the present one; `shown` is the last that could be solved, from which velocities start */
export function useEdits(study: ImpactStudy, shown: Shown, onStudy: (study: ImpactStudy) => void): Edits {
  const [holding, setHolding] = useState(false);
  const apply = useFrameCall((next: ImpactStudy) => onStudy(next));
  const change = (next: ImpactStudy) => {
    setHolding(true);
    apply(next);
  };
  const onSettle = useCallback(() => {
    apply.flush();
    setHolding(false);
  }, [apply]);
  return {
    holding,
    onVelocity: (velocity) => change(withContactVelocity(shown.study, shown.inspected.problem, velocity)),
    onMaterial: (field, value) => change(withMaterial(study, field, value)),
    onSettle,
  };
}

/** Other starts that are worth a try: looked for when nothing is held, for this mobility and material. */
export function useStarts(problem: ContactProblem, study: ImpactStudy, holding: boolean): readonly Start[] {
  const law = lawOf(study, problem);
  const solver = useLaws([law])(law === "compliant" ? "frictional" : law);
  const key = JSON.stringify([problem.mobility, problem.contacts, holding, solver?.name]);
  const starts = useMemo(() => (holding || solver === undefined ? undefined : otherStarts(problem, solver)), [key]);
  const kept = useRef(starts ?? []);
  if (starts !== undefined) kept.current = starts;
  return kept.current;
}

/** The end of the approach slider: a round number beyond what was first there, moved only when nothing is held. */
export function useFastest(velocity: readonly number[], holding: boolean): number {
  const kept = useRef(1);
  if (holding) return kept.current;
  const speed = Math.max(Math.abs(velocity[velocity.length - 1]), 0.6 * Math.hypot(...velocity));
  if (speed > 0.98 * kept.current || speed < 0.1 * kept.current) {
    const power = 10 ** Math.floor(Math.log10(speed || 1));
    kept.current = power * ([1, 1.2, 1.5, 2, 3, 4, 5, 6, 8, 10].find((factor) => factor * power > 1.02 * speed) ?? 10);
  }
  return kept.current;
}
