import { useEffect } from "react";

/** Escape ends what is running. */
export function useEscape(running: boolean, cancel: () => void): void {
  useEffect(() => {
    if (!running) return;
    const key = (event: KeyboardEvent) => event.key === "Escape" && cancel();
    window.addEventListener("keydown", key);
    return () => window.removeEventListener("keydown", key);
  }, [running, cancel]);
}
