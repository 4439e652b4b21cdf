/** A fit: measured beside computed, what is left between them, and what the numbers are worth. */
import { drawn } from "@carom/figures";
import { kindNamed, type StudyOf } from "carom/study";
import { useMemo, useState } from "react";
import { ViewBar } from "../shell/view-bar.js";
import { More } from "../ui/more.js";
import { ProgressBar } from "../ui/progress-bar.js";
import { ResultFigures } from "../ui/result-figures.js";
import { useEscape } from "../ui/use-escape.js";
import { Warnings } from "../ui/warnings.js";
import { useResult } from "../views/use-result.js";
import type { ViewProps } from "../views/view.js";
import { wordsOf } from "../views/words.js";
import { FittedPanel } from "./fitted-panel.js";
import { Differences, MotionPicture } from "./motion-picture.js";
import { motionsOf } from "./motions.js";
import "./fit.css";

export function FitView({ study }: ViewProps<StudyOf<"fit">>) {
  const { result, failure, running, progress, cancel } = useResult(study);
  useEscape(running, cancel);
  const figures = useMemo(() => (result === undefined ? [] : drawn(study, result).figures), [study, result]);
  const tables = useMemo(() => (result === undefined ? [] : kindNamed("fit").tables(result)), [result]);
  const words = useMemo(() => (result === undefined ? undefined : wordsOf(result)), [result]);
  const motions = useMemo(() => (result === undefined ? [] : motionsOf(result.fit)), [result]);
  const [chosen, choose] = useState(0);
  const motion = motions[Math.min(chosen, motions.length - 1)];
  return (
    <>
      <ViewBar study={study} subtitle={result === undefined ? "a fit" : result.fit.data} />
      <main className={`scene-view fit-view${failure === undefined ? "" : " stale"}`} data-done={!running}>
        <div className="fit-columns">
          <div className="fit-left">
            <header className="view-sentence">
              <h1 aria-live="polite">
                {failure === undefined ? (words?.sentence ?? "Fitting …") : <span className="view-error">{failure.message}</span>}
              </h1>
              {words !== undefined && <p>{words.details.join(" ")}</p>}
              {words !== undefined && <Warnings texts={words.warnings} />}
            </header>
            {running && <ProgressBar progress={progress} onCancel={cancel} />}
            {motion !== undefined && (
              <>
                <MotionPicture motion={motion} />
                {motions.length > 1 && (
                  <fieldset className="films">
                    <legend>Recording</legend>
                    {motions.map(({ name }, i) => (
                      <button
                        key={name}
                        type="button"
                        className="bar-button"
                        aria-pressed={motion === motions[i]}
                        onClick={() => choose(i)}
                      >
                        {name}
                      </button>
                    ))}
                  </fieldset>
                )}
                <Differences motion={motion} />
              </>
            )}
          </div>
          {result !== undefined && (
            <aside className="fit-panel" aria-label="What was found">
              <FittedPanel fit={result.fit} />
            </aside>
          )}
        </div>
        {result !== undefined && (
          <More title="Figures and tables" open={motion === undefined}>
            <ResultFigures figures={figures} tables={tables} />
          </More>
        )}
      </main>
    </>
  );
}
