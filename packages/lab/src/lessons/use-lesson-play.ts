/** The moment of a step: where it stands, or plays from one place to another, or where the hand has put it. */
import { useCallback, useEffect, useRef, useState } from "react";
import type { Moment } from "../player/axis.js";
import { impulseOf } from "../player/run.js";
import { wantsNoMotion } from "../ui/reduced-motion.js";
import type { Seen, Step } from "./lesson.js";
import { hitsBetween, type Sound } from "./sound.js";
import { between, momentOf, playLength, type Told } from "./told.js";

export interface LessonPlay {
  readonly moment: Moment;
  readonly playing: boolean;
  readonly replay: () => void;
  /** By hand: a play ends. */
  readonly hold: (moment: Moment) => void;
}

const START: Moment = { time: 0 };

/** @param key another one when another thing is to be shown: then it plays anew */
export function useLessonPlay(told: Told | undefined, step: Step, seen: Seen, key: string, sound: Sound | undefined): LessonPlay {
  const [moment, setMoment] = useState<Moment>(START);
  const [playing, setPlaying] = useState(false);
  const frame = useRef(0);
  const noise = useRef(sound);
  noise.current = sound;

  const stop = useCallback(() => {
    cancelAnimationFrame(frame.current);
    frame.current = 0;
    setPlaying(false);
  }, []);

  const play = useCallback(() => {
    stop();
    if (told === undefined) return;
    const inside = step.view === "impact";
    if (seen.play === undefined) {
      setMoment(momentOf(told, seen.at ?? (step.zoom === undefined ? 0 : step.zoom.around), inside));
      return;
    }
    const [from, to] = [momentOf(told, seen.play.from, inside), momentOf(told, seen.play.to, inside)];
    if (wantsNoMotion()) {
      setMoment(to);
      return;
    }
    const seconds = playLength(from, to);
    const hits = told.run.impacts.map((impact) => [impact.time, impulseOf(impact)] as const);
    let start: number | undefined;
    let last = from;
    setMoment(from);
    setPlaying(true);
    const draw = (now: number) => {
      start ??= now;
      const part = Math.min(1, (now - start) / 1000 / seconds);
      const next = between(from, to, part);
      for (const loudness of hitsBetween(hits, last.time - (part === 0 ? 1e-9 : 0), next.time)) noise.current?.knock(loudness);
      last = next;
      setMoment(next);
      if (part < 1) frame.current = requestAnimationFrame(draw);
      else stop();
    };
    frame.current = requestAnimationFrame(draw);
  }, [told, step, seen, stop]);

  const latest = useRef(play);
  latest.current = play;
  const ready = told !== undefined;
  // Once for each step and each answer, and not for every change of a number by hand.
  useEffect(() => {
    void key;
    if (ready) latest.current();
    return () => cancelAnimationFrame(frame.current);
  }, [key, ready]);

  const hold = useCallback(
    (next: Moment) => {
      stop();
      setMoment(next);
    },
    [stop],
  );
  return { moment, playing, replay: play, hold };
}
