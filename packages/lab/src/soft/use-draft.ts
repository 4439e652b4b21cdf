import { useState } from "react";

export interface Draft<S> {
  /** The study as it was opened: what sliders take their range from. */
  readonly first: S;
  /** With what is dragged now. */
  readonly shown: S;
  readonly change: (study: S) => void;
  /** The drag has ended. */
  readonly settle: () => void;
}

/** A study that takes time: a drag computes once, at its end. */
export function useDraft<S>(study: S, onStudy: (study: S) => void): Draft<S> {
  const [first] = useState(study);
  const [draft, setDraft] = useState<S>();
  const settle = () => {
    if (draft === undefined) return;
    onStudy(draft);
    setDraft(undefined);
  };
  return { first, shown: draft ?? study, change: setDraft, settle };
}
