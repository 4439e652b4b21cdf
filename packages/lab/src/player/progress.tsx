import { significant } from "@carom/figures/geometry";
import { useEffect, useRef, useState } from "react";
import type { Progress } from "../worker/messages.js";

/** Nothing is said of what is over at once, ms. */
const QUIET = 150;

/** A thin line that grows with true progress, and Cancel. */
export function RunProgress({
  progress,
  duration,
  onCancel,
}: {
  readonly progress: Progress | undefined;
  readonly duration: number;
  readonly onCancel: () => void;
}) {
  const started = useRef(performance.now());
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), QUIET);
    return () => clearTimeout(timer);
  }, []);
  if (!late) return null;
  const { time = 0, impacts = 0 } = progress ?? {};
  const part = Math.min(1, time / duration);
  const passed = (performance.now() - started.current) / 1000;
  const left = part > 0.03 ? `, about ${Math.max(1, Math.round((passed * (1 - part)) / part))} s left` : "";
  return (
    <div className="run-progress" role="status">
      <progress value={part} max="1" aria-label="Computed so far" />
      <p>
        {significant(time, 3)} s of {significant(duration, 3)} s, impact {impacts}
        {left}
      </p>
      <button type="button" className="text-button" onClick={onCancel}>
        Cancel (Esc)
      </button>
    </div>
  );
}
