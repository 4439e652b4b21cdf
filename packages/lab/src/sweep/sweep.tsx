/** A sweep: what was found in words, its map, what points down in a drop test, which way runs went; any run opens as a study. */
import { drawn } from "@carom/figures";
import { kindNamed, parseStudyText, planSweep, type ResultOf, type StudyOf, studyOfRun } from "carom/study";
import { useCallback, useMemo, useState } from "react";
import { viewFor } from "../kinds.js";
import { go } from "../shell/route.js";
import { ViewBar } from "../shell/view-bar.js";
import { queryFor } from "../study/kept-files.js";
import { LateProgress } from "../ui/progress-bar.js";
import { ResultFigures } from "../ui/result-figures.js";
import { ResultHeader } from "../ui/result-header.js";
import { useEscape } from "../ui/use-escape.js";
import { useResult } from "../views/use-result.js";
import type { ViewProps } from "../views/view.js";
import { wordsOf } from "../views/words.js";
import { flatMaps, MapView } from "./map-view.js";
import { Sequences } from "./sequences.js";
import { dotsOf, SpherePicture } from "./sphere-picture.js";
import "./sweep.css";

/** Figures that the pictures above them show already. */
const SHOWN = /^(?:map|sphere)-/;

export function SweepView({ study }: ViewProps<StudyOf<"sweep">>) {
  const { result, failure, running, progress, cancel } = useResult(study);
  const [more, setMore] = useState(false);
  const figures = useMemo(
    () => (result === undefined || !more ? [] : drawn(study, result).figures.filter(({ name }) => !SHOWN.test(name))),
    [study, result, more],
  );
  const onRun = useCallback(
    async (run: number) => {
      const next = parseStudyText(JSON.stringify(studyOfRun(planSweep(study), run)));
      const view = viewFor(next);
      if (view !== undefined) go({ path: view.path, query: await queryFor(next, `run-${run}.json`) });
    },
    [study],
  );
  // The coarse one opens no run: its numbers count another grid's.
  const shown = result ?? progress?.coarse;
  const maps = useMemo(() => (shown === undefined ? [] : flatMaps(shown)), [shown]);
  const drops = useMemo(() => (result === undefined ? undefined : dropsOf(result)), [result]);
  useEscape(running, cancel);
  const tables = useMemo(() => (result === undefined ? [] : kindNamed("sweep").tables(result)), [result]);
  return (
    <>
      <ViewBar study={study} subtitle={result === undefined ? "a sweep" : `${result.runs} runs`} />
      <main className="column-view sweep-view">
        <ResultHeader words={result === undefined ? undefined : wordsOf(result)} failure={failure?.message} />
        {running && <LateProgress progress={progress} onCancel={cancel} />}
        {shown !== undefined && maps.length > 0 && <MapView result={shown} maps={maps} {...(shown === result ? { onRun } : {})} />}
        <div className={drops === undefined ? undefined : "drop-view"}>
          {drops !== undefined && <SpherePicture {...drops} onRun={onRun} />}
          {result?.words !== undefined && <Sequences words={result.words} onRun={onRun} />}
        </div>
        {result !== undefined && (
          <p>
            <button type="button" className="text-button" aria-expanded={more} onClick={() => setMore(!more)}>
              {more ? "fewer figures" : "distributions, shares and what they depend on"}
            </button>
          </p>
        )}
        <ResultFigures figures={figures} tables={tables} />
      </main>
    </>
  );
}

/** The first number that was measured of all drops. */
function dropsOf(result: ResultOf<"sweep">) {
  for (const [measure, summary] of Object.entries(result.measures)) {
    const dots = summary.type === "number" ? dotsOf(result, measure) : undefined;
    if (dots !== undefined) return { dots, measure, unit: summary.type === "number" ? summary.unit : undefined };
  }
  return undefined;
}
