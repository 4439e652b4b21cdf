/** What the tangent of a contact does through an impact, in words: one bar for each thing it does. */
import type { Track } from "./track.js";

export interface SlipBar {
  readonly mode: "slip" | "stick";
  /** `sticks`; `slips`, or `slips forward` and `slips back` where it turns round. */
  readonly name: string;
  /** Normal impulse, N s. */
  readonly from: number;
  readonly to: number;
}

/** Slip slower than this part of its fastest has no direction to tell. */
const STILL = 1e-9;

/** Slip that goes against where it went at first is another bar. */
export function slipBars(track: Track): SlipBar[] {
  const [x0, y0] = track.start.slip;
  const fastest = Math.max(...track.stretches.flatMap(({ samples }) => samples.map(({ slip }) => Math.hypot(...slip))));
  const bars: { mode: "slip" | "stick"; back: boolean; from: number; to: number }[] = [];
  for (const { mode, samples } of track.stretches)
    samples.forEach(({ slip, normalImpulse }, i) => {
      const last = bars[bars.length - 1];
      const along = slip[0] * x0 + slip[1] * y0;
      const told = Math.hypot(...slip) > STILL * fastest;
      const back = mode === "slip" && (told ? along < 0 : last?.mode === "slip" && last.back);
      if (last !== undefined && (i === 0 || last.mode === mode)) last.to = normalImpulse;
      if (last === undefined || last.mode !== mode || last.back !== back)
        bars.push({ mode, back, from: last?.to ?? normalImpulse, to: normalImpulse });
    });
  const turns = bars.some(({ back }) => back);
  return bars
    .filter(({ from, to }) => to > from)
    .map(({ mode, back, from, to }) => ({
      mode,
      name: mode === "stick" ? "sticks" : back ? "slips back" : turns ? "slips forward" : "slips",
      from,
      to,
    }));
}
