/** The frame around a soft body: what came out in a sentence, progress and cancel while it is computed, then what the view shows. */
import type { Study } from "carom/study";
import type { ReactNode } from "react";
import { ViewBar } from "../shell/view-bar.js";
import { More } from "../ui/more.js";
import { ProgressBar } from "../ui/progress-bar.js";
import { useEscape } from "../ui/use-escape.js";
import { Warnings } from "../ui/warnings.js";
import type { Computation } from "../views/use-result.js";
import type { Words } from "../views/words.js";

interface SoftPageProps {
  readonly study: Study;
  readonly subtitle: string;
  readonly className: string;
  readonly computation: Computation;
  /** While it runs. */
  readonly doing: string;
  /** What came out; absent before. */
  readonly told?: {
    readonly words: Words;
    /** In a line, under the sentence. */
    readonly story: string;
    /** Attributes of the page that hold results, in full. */
    readonly data: Readonly<Record<`data-${string}`, string | number | undefined>>;
  };
  readonly children: ReactNode;
}

export function SoftPage({ study, subtitle, className, computation, doing, told, children }: SoftPageProps) {
  const { running, progress, failure, cancelled, cancel } = computation;
  useEscape(running, cancel);
  const stale = running || failure !== undefined || cancelled;
  const now = stale ? undefined : told;
  return (
    <>
      <ViewBar study={study} subtitle={subtitle} />
      <main className={`scene-view soft-view ${className}${stale ? " stale" : ""}`} {...now?.data}>
        <header className="view-sentence">
          <h1 aria-live="polite">
            {failure !== undefined ? (
              <span className="view-error">{failure.message}</span>
            ) : running ? (
              doing
            ) : cancelled ? (
              "Cancelled."
            ) : (
              now?.words.sentence
            )}
          </h1>
          {now !== undefined && <p>{now.story}</p>}
          {now !== undefined && <Warnings texts={now.words.warnings} />}
        </header>
        {running && <ProgressBar progress={progress} onCancel={cancel} />}
        {children}
        {now !== undefined && (
          <More title="In full">
            <p>{now.words.details.join(" ")}</p>
          </More>
        )}
      </main>
    </>
  );
}
