/** How far a run is: a thin line that grows with true progress, words, and Cancel. */
import type { RunProgress } from "carom/study";
import { useEffect, useRef, useState } from "react";

interface ProgressBarProps {
  /** Absent: nothing is known yet. */
  readonly progress: RunProgress | undefined;
  readonly onCancel: () => void;
}

export function ProgressBar({ progress, onCancel }: ProgressBarProps) {
  const started = useRef(performance.now());
  const part = progress?.part;
  const passed = (performance.now() - started.current) / 1000;
  const left = part !== undefined && part > 0.03 ? `, about ${Math.max(1, Math.round((passed * (1 - part)) / part))} s left` : "";
  return (
    <div className="run-progress" role="status">
      <progress value={part} max="1" aria-label="Computed so far" />
      <p>
        {progress?.text ?? "computing"}
        {left}
      </p>
      <button type="button" className="text-button" onClick={onCancel}>
        Cancel (Esc)
      </button>
    </div>
  );
}

/** Nothing is said of what is over at once, ms. */
const QUIET = 150;

export function LateProgress(props: ProgressBarProps) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), QUIET);
    return () => clearTimeout(timer);
  }, []);
  return late ? <ProgressBar {...props} /> : null;
}
