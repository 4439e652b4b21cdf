/** The keys of the player. */
import { useEffect } from "react";
import { isTyping, type KeyRow, useKeyList } from "../shell/keys.js";
import type { Axis } from "./axis.js";
import type { OpenImpacts } from "./use-opening.js";
import type { Playback } from "./use-playback.js";
import type { Playhead } from "./use-playhead.js";

/** Parts of the axis by which an arrow moves; with Alt. */
const STEP = 0.005;
const FINE_STEP = 0.0005;

const LIST: readonly KeyRow[] = [
  ["Space", "play or pause"],
  ["← →", "move the cursor; with Shift to the next impact, with Alt a tenth of the way"],
  ["Home, End", "beginning, end"],
  ["[ ]", "previous and next impact"],
  ["O", "open or close time at this impact"],
  ["Enter", "this impact in the inspector"],
  ["F, 0", "camera goes with the next body; camera home"],
];

interface Keys {
  readonly axis: Axis;
  /** Of the run, s. */
  readonly end: number;
  readonly playhead: Playhead;
  readonly playback: Playback;
  readonly setOpening: OpenImpacts["setOpening"];
  readonly followNext: () => void;
  /** The impact at which time is open, in the inspector. */
  readonly inspect: () => void;
}

export function usePlayerKeys({ axis, end, playhead, playback, setOpening, followNext, inspect }: Keys): void {
  useKeyList(LIST);
  const { moment, stage } = playhead;
  const { toggle, step, onMoment } = playback;
  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || isTyping(event)) return;
      const by = event.altKey ? FINE_STEP : STEP;
      const move = (part: number) => onMoment(axis.momentAt(axis.xOf(moment.current) + part * (axis.right - axis.left)));
      const act: Record<string, () => void> = {
        " ": toggle,
        ArrowRight: () => (event.shiftKey ? step(1) : move(by)),
        ArrowLeft: () => (event.shiftKey ? step(-1) : move(-by)),
        Home: () => onMoment({ time: 0 }),
        End: () => onMoment({ time: end }),
        "[": () => step(-1),
        "]": () => step(1),
        o: () => setOpening((before) => (before === "none" ? "this" : "none")),
        f: followNext,
        Enter: inspect,
        "0": () => stage.current?.home(),
      };
      const action = act[event.key];
      if (action === undefined || (/^( |Enter)$/.test(event.key) && isPressed(event.target))) return;
      event.preventDefault();
      action();
    };
    window.addEventListener("keydown", keys);
    return () => window.removeEventListener("keydown", keys);
  }, [axis, end, moment, stage, toggle, step, onMoment, setOpening, followNext, inspect]);
}

/** What a key presses that has the focus. */
function isPressed(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("button, a, summary, [role=menuitem], [role=menuitemcheckbox]") !== null;
}
