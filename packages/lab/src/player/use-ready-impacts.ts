/** Impacts beside the one that is open, which may be opened next: solved while the page has nothing else to do. */
import { useEffect } from "react";
import type { Opener } from "./opener.js";

const whenIdle = (work: () => void): (() => void) => {
  // Safari has no idle callbacks.
  if (typeof window.requestIdleCallback !== "function") {
    const timer = setTimeout(work, 200);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(work, { timeout: 2000 });
  return () => window.cancelIdleCallback(handle);
};

/** @param ask of an opener: the same function as long as the run is the same */
export function useReadyImpacts(ask: Opener["ask"], impact: number): void {
  useEffect(() => queued([impact + 1, impact - 1], ask), [ask, impact]);
}

/** One in each idle moment. */
function queued(list: readonly number[], ask: Opener["ask"]): () => void {
  const left = [...list];
  let cancel = () => {};
  const next = () => {
    const index = left.shift();
    if (index === undefined) return;
    void ask(index);
    cancel = whenIdle(next);
  };
  cancel = whenIdle(next);
  return () => cancel();
}
