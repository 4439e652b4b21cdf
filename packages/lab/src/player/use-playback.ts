/** What moves the playhead: play and pause, the hand, steps from impact to impact. */
import { useCallback, useEffect, useRef } from "react";
import { wantsNoMotion } from "../ui/reduced-motion.js";
import type { ViewProps } from "../views/view.js";
import type { Axis, Moment } from "./axis.js";
import { type Run, strikersOf } from "./run.js";
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
  /** Opens time at an impact; closes it where that is the one that is open. */
  readonly press: (impact: number) => void;
  readonly onMoment: (moment: Moment) => void;
}

/** @param address what it says besides the study, and what writes to it; `event` is an impact, counted from 1 */
export function usePlayback(
  run: Run,
  axis: Axis,
  { moment, show, stage }: Playhead,
  { impact, setImpact, opening, setOpening, opened, isToCome, touched }: OpenImpacts,
  { query: { event }, onQuery }: Pick<ViewProps, "query" | "onQuery">,
): Playback {
  const { playing, toggle: playOrPause, pause } = usePlay(axis, run.end, moment, show);

  // At first, and when an impact is opened: in the middle of it. Where axes change, the same moment on the new ones.
  useEffect(() => {
    const first = run.impacts[impact];
    const { time, inside } = moment.current;
    if (!touched.current && first !== undefined)
      show(opened.has(impact) && opening === "this" ? { time: first.time, inside: { impact, part: MIDDLE } } : { time: first.time });
    else show(inside !== undefined && !opened.has(inside.impact) && !isToCome(inside.impact) ? { time } : moment.current);
  }, [show, opened, isToCome, impact, opening, run, moment, touched]);

  /** What the address said last that was followed, or was written there from here. */
  const answered = useRef<string>(undefined);
  const openAt = useCallback(
    (index: number) => {
      if (run.impacts[index] === undefined) return;
      pause();
      touched.current = true;
      setImpact(index);
      setOpening((before) => (before === "none" ? "this" : before));
      // Where it is not open yet, the picture follows once it is.
      show({ time: run.impacts[index].time, inside: { impact: index, part: MIDDLE } });
      stage.current?.look(strikersOf(run.impacts[index]));
      answered.current = String(index + 1);
      onQuery({ event: answered.current });
    },
    [run, pause, onQuery, show, stage, setImpact, setOpening, touched],
  );
  // The address names an impact: at once, or as soon as the run has come to it.
  useEffect(() => {
    if (event === undefined || event === answered.current || run.impacts[Number(event) - 1] === undefined) return;
    openAt(Number(event) - 1);
  }, [event, run, openAt]);
  const press = useCallback(
    (index: number) => {
      if (opening !== "this" || impact !== index || !opened.has(index)) return openAt(index);
      setOpening("none");
      show({ time: run.impacts[index].time });
    },
    [run, opening, impact, opened, openAt, setOpening, show],
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
      // On one that is closed, or that cannot be opened: past it.
      if (!opened.has(impact) && run.impacts[impact]?.time === time) return openAt(impact + sense);
      const after = run.impacts.findIndex((one) => one.time > time - 1e-12);
      const next = after < 0 ? run.impacts.length : after;
      openAt(sense > 0 ? next : next - 1);
    },
    [run, openAt, moment, opened, impact],
  );
  const toggle = useCallback(() => {
    touched.current = true;
    if (wantsNoMotion()) step(1);
    else {
      if (!playing) stage.current?.overview();
      playOrPause();
    }
  }, [step, playing, playOrPause, stage, touched]);
  return { playing, toggle, step, press, onMoment };
}
