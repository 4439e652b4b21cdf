/** A fit: what was found in words, its figures and its tables. */
import { drawn } from "@carom/figures";
import { kindNamed, type StudyOf } from "carom/study";
import { useMemo } from "react";
import { ViewBar } from "../shell/view-bar.js";
import { ResultFigures } from "../ui/result-figures.js";
import { ResultHeader } from "../ui/result-header.js";
import { useResult } from "../views/use-result.js";
import type { ViewProps } from "../views/view.js";
import { wordsOf } from "../views/words.js";

export function FitView({ study }: ViewProps<StudyOf<"fit">>) {
  const { result, failure } = useResult(study);
  const figures = useMemo(() => (result === undefined ? [] : drawn(study, result).figures), [study, result]);
  const tables = useMemo(() => (result === undefined ? [] : kindNamed("fit").tables(result)), [result]);
  return (
    <>
      <ViewBar study={study} subtitle={result === undefined ? "a fit" : result.fit.data} />
      <main className="column-view fit-view">
        <ResultHeader words={result === undefined ? undefined : wordsOf(result)} failure={failure?.message} />
        <ResultFigures figures={figures} tables={tables} />
      </main>
    </>
  );
}
