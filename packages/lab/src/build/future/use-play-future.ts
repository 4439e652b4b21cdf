/** The clock of what is built: at the beginning one builds; elsewhere one sees what will happen. */
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { wantsNoMotion } from "../../ui/reduced-motion.js";
import type { Foreseen } from "../../worker/foresee.js";
import type { StageControl } from "../stage/build-stage.js";

export interface PlayFuture {
  readonly playing: boolean;
  /** s. */
  readonly time: number;
  readonly show: (time: number) => void;
  readonly toggle: () => void;
  /** Back to the beginning, to build. */
  readonly rewind: () => void;
  readonly playhead: RefObject<SVGGElement | null>;
}

/** @param seen undefined while it is not of the study as it is */
export function usePlayFuture(seen: Foreseen | undefined, stage: RefObject<StageControl | null>): PlayFuture {
  const [time, setTime] = useState(0);
  const [playing, setPlaying] = useState(false);
  const playhead = useRef<SVGGElement>(null);
  const frame = useRef(0);
  const known = useRef(seen);
  known.current = seen;

  const show = useCallback(
    (next: number) => {
      setTime(next);
      stage.current?.showAt(next);
    },
    [stage],
  );
  const stop = useCallback(() => {
    cancelAnimationFrame(frame.current);
    frame.current = 0;
    setPlaying(false);
  }, []);
  const rewind = useCallback(() => {
    stop();
    show(0);
  }, [stop, show]);

  // What is changed is built: the clock goes back to the beginning.
  useEffect(() => {
    if (seen === undefined) rewind();
  }, [seen, rewind]);
  useEffect(() => stop, [stop]);

  const toggle = useCallback(() => {
    if (frame.current !== 0) return stop();
    const end = known.current?.time ?? 0;
    if (end === 0) return;
    if (wantsNoMotion()) return show(time >= end ? 0 : end);
    let now = time >= end ? 0 : time;
    let last: number | undefined;
    const step = (clock: number) => {
      now += last === undefined ? 0 : (clock - last) / 1000;
      last = clock;
      const until = known.current?.time ?? 0;
      show(Math.min(now, until));
      if (now >= until) stop();
      else frame.current = requestAnimationFrame(step);
    };
    setPlaying(true);
    frame.current = requestAnimationFrame(step);
  }, [time, show, stop]);
  return { playing, time, show, toggle, rewind, playhead };
}
