/** The cursor of the impact: a part of its normal impulse, held by the hand, run by Space, and kept in the address. */
import type { Track } from "@carom/figures/geometry";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { isTyping } from "../shell/keys.js";
import { wantsNoMotion } from "../ui/reduced-motion.js";
import type { ViewProps } from "../views/view.js";
import { type At, stateAt } from "./cursor.js";

/** Where the cursor stands at first, as a part of the impulse of the whole impact. */
const FIRST = 0.56;
/** A play through the impact takes so long, s. */
const PLAY = 3;

export interface ImpactCursor {
  /** The state there; undefined where the law records no path. */
  readonly at: At | undefined;
  /** To a normal impulse, N s. */
  readonly move: (impulse: number) => void;
}

/** @param query what the address says of it */
export function useImpactCursor(track: Track | undefined, query: string | undefined, onQuery: ViewProps["onQuery"]): ImpactCursor {
  const asked = clamp(query === undefined ? FIRST : Number(query));
  const [cursor, setCursor] = useState(Number.isFinite(asked) ? asked : FIRST);
  const at = useMemo(() => (track === undefined ? undefined : stateAt(track, cursor * track.end.normalImpulse)), [track, cursor]);
  const move = useCallback(
    (impulse: number) => {
      if (track !== undefined) setCursor(clamp(impulse / track.end.normalImpulse));
    },
    [track],
  );
  useEffect(() => {
    const timer = setTimeout(() => onQuery({ p: cursor === FIRST ? undefined : cursor.toFixed(4) }), 300);
    return () => clearTimeout(timer);
  }, [cursor, onQuery]);
  usePlay(setCursor, track);
  return { at, move };
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}

/** Space runs the cursor through the impact, at even speed. */
function usePlay(setCursor: (fraction: (before: number) => number) => void, track: Track | undefined): void {
  const playing = useRef(0);
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (event.key !== " " || isTyping(event) || event.target instanceof HTMLButtonElement) return;
      event.preventDefault();
      if (wantsNoMotion()) {
        const events = track?.marks.map(({ sample }) => sample.normalImpulse / track.end.normalImpulse) ?? [];
        setCursor((before) => events.find((event) => event > before + 1e-9) ?? 0);
        return;
      }
      if (playing.current !== 0) {
        cancelAnimationFrame(playing.current);
        playing.current = 0;
        return;
      }
      let last: number | undefined;
      const step = (now: number) => {
        const passed = last === undefined ? 0 : (now - last) / 1000 / PLAY;
        last = now;
        let done = false;
        setCursor((before) => {
          const from = before >= 1 && passed === 0 ? 0 : before;
          done = from + passed >= 1;
          return Math.min(1, from + passed);
        });
        playing.current = done ? 0 : requestAnimationFrame(step);
      };
      playing.current = requestAnimationFrame(step);
    };
    window.addEventListener("keydown", key);
    return () => {
      window.removeEventListener("keydown", key);
      cancelAnimationFrame(playing.current);
    };
  }, [setCursor, track]);
}
