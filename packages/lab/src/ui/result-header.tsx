/** What came out, in a sentence, what is to be added to it, and warnings. */
import type { ReactNode } from "react";
import type { Words } from "../views/words.js";
import { Warning } from "./warning.js";

interface ResultHeaderProps {
  /** Absent: nothing came out yet. */
  readonly words: Words | undefined;
  /** Why the study as it is now cannot be computed. */
  readonly failure: string | undefined;
  /** After the details. */
  readonly children?: ReactNode;
}

/** Measures have the names of the study, which begin small. */
const begun = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

export function ResultHeader({ words, failure, children }: ResultHeaderProps) {
  return (
    <header className="view-sentence">
      <h1 aria-live="polite">
        {failure === undefined ? (words?.sentence ?? "Computing …") : <span className="view-error">{failure}</span>}
      </h1>
      {words !== undefined && (
        <p>
          {words.details.map(begun).join(" ")} {children}
        </p>
      )}
      {words?.warnings.map((text) => (
        <Warning key={text} text={`${text}.`} />
      ))}
    </header>
  );
}
