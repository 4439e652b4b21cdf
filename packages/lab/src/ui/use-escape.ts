import { useEffect } from "react";

/** What Escape would end, the latest last. */
const open: (() => void)[] = [];

/** Not what somebody else has answered: the editor's list of completions, say. */
function answer(event: KeyboardEvent): void {
  if (event.key === "Escape" && !event.defaultPrevented) open.at(-1)?.();
}

/** Escape ends what is running or open, the latest first. */
export function useEscape(running: boolean, end: () => void): void {
  useEffect(() => {
    if (!running) return;
    if (open.length === 0) window.addEventListener("keydown", answer);
    open.push(end);
    return () => {
      open.splice(open.lastIndexOf(end), 1);
      if (open.length === 0) window.removeEventListener("keydown", answer);
    };
  }, [running, end]);
}
