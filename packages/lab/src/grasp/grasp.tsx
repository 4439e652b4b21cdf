/** A grasp: what happened in words, its figures and its tables. */
import { drawn } from "@carom/figures";
import { kindNamed, type StudyOf } from "carom/study";
import { useMemo } from "react";
import { ViewBar } from "../shell/view-bar.js";
import { ResultFigures } from "../ui/result-figures.js";
import { ResultHeader } from "../ui/result-header.js";
import { useResult } from "../views/use-result.js";
import type { ViewProps } from "../views/view.js";
import { wordsOf } from "../views/words.js";

export function GraspView({ study }: ViewProps<StudyOf<"grasp">>) {
  const { result, failure } = useResult(study);
  const figures = useMemo(() => (result === undefined ? [] : drawn(study, result).figures), [study, result]);
  const tables = useMemo(() => (result === undefined ? [] : kindNamed("grasp").tables(result)), [result]);
  return (
    <>
      <ViewBar study={study} subtitle="a hand and a soft body" />
      <main className="column-view grasp-view" data-outcome={result?.outcome}>
        <ResultHeader words={result === undefined ? undefined : wordsOf(result)} failure={failure?.message} />
        <ResultFigures figures={figures} tables={tables} />
      </main>
    </>
  );
}
