/**
 * Impacts that may be opened next, solved while the page has nothing else to do: those beside the one that is open, and first the ones
 * with the most contacts, whose law is slow until the browser has compiled it.
 */
import { useEffect } from "react";
import type { Opener } from "./opened.js";
import type { Run } from "./run.js";

const MANY_CONTACTS = 6;

const whenIdle = (work: () => void): (() => void) => {
  // Safari has no idle callbacks.
  if (typeof window.requestIdleCallback !== "function") {
    const timer = setTimeout(work, 200);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(work, { timeout: 2000 });
  return () => window.cancelIdleCallback(handle);
};

export function useReadyImpacts(open: Opener, run: Run, impact: number): void {
  useEffect(() => queued(heaviest(run), open), [open, run]);
  useEffect(() => queued([impact + 1, impact - 1], open), [open, impact]);
}

/** One in each idle moment. */
function queued(list: readonly number[], open: Opener): () => void {
  const left = [...list];
  let cancel = () => {};
  const next = () => {
    const index = left.shift();
    if (index === undefined) return;
    open(index);
    cancel = whenIdle(next);
  };
  cancel = whenIdle(next);
  return () => cancel();
}

function heaviest({ impacts }: Run): readonly number[] {
  const several = impacts.flatMap(({ contacts }, i) => (contacts.length > 1 ? [i] : []));
  return several.sort((a, b) => impacts[b]!.contacts.length - impacts[a]!.contacts.length).slice(0, MANY_CONTACTS);
}
