/** The playhead runs at an even speed over the screen; time slows where an impact is drawn wide. */
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { Axis, Moment } from "./axis.js";

/** How long a play through takes at least and at most, s. Between them it is as long as the run. */
const SHORTEST = 4;
const LONGEST = 14;

export function usePlay(axis: Axis, end: number, moment: RefObject<Moment>, show: (moment: Moment) => void) {
  const [playing, setPlaying] = useState(false);
  const frame = useRef(0);
  const parts = useRef({ axis, show });
  parts.current = { axis, show };

  const pause = useCallback(() => {
    cancelAnimationFrame(frame.current);
    frame.current = 0;
    setPlaying(false);
  }, []);

  const play = useCallback(() => {
    const seconds = Math.min(LONGEST, Math.max(SHORTEST, end));
    let last: number | undefined;
    const now = parts.current.axis;
    if (now.xOf(moment.current) >= now.right - 0.5) parts.current.show({ time: 0 });
    const step = (clock: number) => {
      const passed = last === undefined ? 0 : (clock - last) / 1000;
      last = clock;
      const { axis: present, show: draw } = parts.current;
      const x = present.xOf(moment.current) + (passed / seconds) * (present.right - present.left);
      draw(present.momentAt(x));
      if (x >= present.right) pause();
      else frame.current = requestAnimationFrame(step);
    };
    setPlaying(true);
    frame.current = requestAnimationFrame(step);
  }, [end, moment, pause]);

  useEffect(() => () => cancelAnimationFrame(frame.current), []);
  const toggle = useCallback(() => (frame.current === 0 ? play() : pause()), [play, pause]);
  return { playing, toggle, pause };
}
