/** What moves the playhead: play and pause, the hand, steps from impact to impact. */
import { useCallback, useEffect } from "react";
import { wantsNoMotion } from "../ui/reduced-motion.js";
import type { ViewProps } from "../views/view.js";
import type { Axis, Moment } from "./axis.js";
import type { Run } from "./run.js";
import type { OpenImpacts } from "./use-opening.js";
import { usePlay } from "./use-play.js";
import type { Playhead } from "./use-playhead.js";

/** Where the playhead stands in an impact that is opened, as a part of its impulse. */
const MIDDLE = 0.56;

export interface Playback {
  readonly playing: boolean;
  readonly toggle: () => void;
  /** To the next impact or the one before. */
  readonly step: (sense: 1 | -1) => void;
  readonly openAt: (impact: number) => void;
  readonly onMoment: (moment: Moment) => void;
}

export function usePlayback(
  run: Run,
  axis: Axis,
  { moment, show }: Playhead,
  { impact, setImpact, opening, setOpening, opened, touched }: OpenImpacts,
  onQuery: ViewProps["onQuery"],
): Playback {
  const { playing, toggle: playOrPause, pause } = usePlay(axis, run.end, moment, show);

  // At first, and when an impact is opened: in the middle of it. Where axes change, the same moment on the new ones.
  useEffect(() => {
    const first = run.impacts[impact];
    const { time, inside } = moment.current;
    if (!touched.current && first !== undefined)
      show(opened.has(impact) && opening === "this" ? { time: first.time, inside: { impact, part: MIDDLE } } : { time: first.time });
    else show(inside !== undefined && !opened.has(inside.impact) ? { time } : moment.current);
  }, [show, opened, impact, opening, run, moment, touched]);

  const openAt = useCallback(
    (index: number) => {
      if (run.impacts[index] === undefined) return;
      pause();
      touched.current = true;
      setImpact(index);
      setOpening((before) => (before === "none" ? "this" : before));
      // Where it is not open yet, the picture follows once it is.
      show({ time: run.impacts[index].time, inside: { impact: index, part: MIDDLE } });
      onQuery({ event: String(index + 1) });
    },
    [run, pause, onQuery, show, setImpact, setOpening, touched],
  );
  const onMoment = useCallback(
    (next: Moment) => {
      pause();
      touched.current = true;
      show(next);
    },
    [pause, show, touched],
  );
  const step = useCallback(
    (sense: 1 | -1) => {
      const { time, inside } = moment.current;
      if (inside !== undefined) return openAt(inside.impact + sense);
      const after = run.impacts.findIndex((one) => one.time > time + 1e-12);
      const next = after < 0 ? run.impacts.length : after;
      openAt(sense > 0 ? next : next - 1);
    },
    [run, openAt, moment],
  );
  const toggle = useCallback(() => {
    touched.current = true;
    if (wantsNoMotion()) step(1);
    else playOrPause();
  }, [step, playOrPause, touched]);
  return { playing, toggle, step, openAt, onMoment };
}
