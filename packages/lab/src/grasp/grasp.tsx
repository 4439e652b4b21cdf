/** A grasp: what happened in words, its figures and its tables. */
import { drawn } from "@carom/figures";
import { kindNamed, type StudyOf } from "carom/study";
import { useMemo } from "react";
import { ViewBar } from "../shell/view-bar.js";
import { LateProgress } from "../ui/progress-bar.js";
import { ResultFigures } from "../ui/result-figures.js";
import { ResultHeader } from "../ui/result-header.js";
import { useEscape } from "../ui/use-escape.js";
import { useResult } from "../views/use-result.js";
import type { ViewProps } from "../views/view.js";
import { wordsOf } from "../views/words.js";

export function GraspView({ study }: ViewProps<StudyOf<"grasp">>) {
  const { result, failure, running, progress, cancel } = useResult(study);
  useEscape(running, cancel);
  const figures = useMemo(() => (result === undefined ? [] : drawn(study, result).figures), [study, result]);
  const tables = useMemo(() => (result === undefined ? [] : kindNamed("grasp").tables(result)), [result]);
  return (
    <>
      <ViewBar study={study} subtitle="a hand and a soft body" />
      <main className="column-view grasp-view" data-running={running} data-outcome={result?.outcome}>
        <ResultHeader words={result === undefined ? undefined : wordsOf(result)} failure={failure?.message} />
        {running && <LateProgress progress={progress} onCancel={cancel} />}
        <ResultFigures figures={figures} tables={tables} />
      </main>
    </>
  );
}
