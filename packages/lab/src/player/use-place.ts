/** Where in a run one is and how one looks, as words of an address: read from a link once, and told to whoever makes one. */
import { type RefObject, useEffect, useRef } from "react";
import { momentText, parseMoment } from "../take/place.js";
import type { Run } from "./run.js";
import type { OpenImpacts } from "./use-opening.js";
import type { Playback } from "./use-playback.js";
import type { Playhead } from "./use-playhead.js";

/** The moment `m` and the camera `c`. */
export type Place = Readonly<Record<string, string>>;

interface PlaceProps {
  readonly run: Run;
  /** What the address says. */
  readonly m: string | undefined;
  readonly open: OpenImpacts;
  readonly playhead: Playhead;
  readonly playback: Playback;
  readonly place: RefObject<(() => Place) | undefined>;
}

export function usePlace({ run, m, open: { setImpact, setOpening }, playhead, playback: { onMoment }, place }: PlaceProps): void {
  const { moment, stage } = playhead;
  useEffect(() => {
    place.current = () => {
      const camera = stage.current?.camera();
      return { m: momentText(moment.current), ...(camera === undefined ? {} : { c: camera }) };
    };
    return () => {
      place.current = undefined;
    };
  }, [place, moment, stage]);

  const followed = useRef<string>(undefined);
  useEffect(() => {
    if (m === undefined || followed.current === m) return;
    const wanted = parseMoment(m, run);
    // A run that is still computed may come to it.
    if (wanted === undefined || (run.result === undefined && wanted.time >= run.end)) return;
    followed.current = m;
    if (wanted.inside !== undefined) {
      setImpact(wanted.inside.impact);
      setOpening("this");
    }
    onMoment(wanted);
  }, [m, run, onMoment, setImpact, setOpening]);
}
