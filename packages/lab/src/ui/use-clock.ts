/** A clock from 0 to 1 that a hand can hold and that runs by itself. */
import { useCallback, useEffect, useRef, useState } from "react";
import { wantsNoMotion } from "./reduced-motion.js";

export interface Clock {
  /** 0 to 1. */
  readonly part: number;
  readonly playing: boolean;
  readonly toggle: () => void;
  /** By hand: it stops. */
  readonly hold: (part: number) => void;
}

/** @param seconds that a run takes @param first where it stands at first */
export function useClock(seconds: number, first = 0): Clock {
  const [part, setPart] = useState(first);
  const [playing, setPlaying] = useState(false);
  const frame = useRef(0);
  const stop = useCallback(() => {
    cancelAnimationFrame(frame.current);
    frame.current = 0;
    setPlaying(false);
  }, []);
  const hold = useCallback(
    (next: number) => {
      stop();
      setPart(Math.min(1, Math.max(0, next)));
    },
    [stop],
  );
  const toggle = useCallback(() => {
    if (frame.current !== 0) return stop();
    if (wantsNoMotion()) {
      setPart((before) => (before >= 1 ? 0 : Math.min(1, before + 0.1)));
      return;
    }
    let last: number | undefined;
    const step = (now: number) => {
      const passed = last === undefined ? 0 : (now - last) / 1000 / seconds;
      const begins = last === undefined;
      last = now;
      let done = false;
      setPart((before) => {
        const from = begins && before >= 1 ? 0 : before;
        done = from + passed >= 1;
        return Math.min(1, from + passed);
      });
      frame.current = requestAnimationFrame((next) => (done ? stop() : step(next)));
    };
    setPlaying(true);
    frame.current = requestAnimationFrame(step);
  }, [seconds, stop]);
  useEffect(() => () => cancelAnimationFrame(frame.current), []);
  return { part, playing, toggle, hold };
}
