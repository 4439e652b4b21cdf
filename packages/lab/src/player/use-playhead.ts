/** The present moment and everything that shows it, moved without drawing anything else anew. */
import { significant } from "@carom/figures/geometry";
import { type RefObject, useCallback, useRef } from "react";
import type { Axis, Moment } from "./axis.js";
import type { Run } from "./run.js";
import type { StageControl } from "./stage-view.js";

export interface Playhead {
  readonly moment: RefObject<Moment>;
  readonly show: (moment: Moment) => void;
  readonly stage: RefObject<StageControl | null>;
  /** Its line in the timeline. */
  readonly line: RefObject<SVGGElement | null>;
  readonly clock: RefObject<HTMLSpanElement | null>;
  readonly slider: RefObject<HTMLDivElement | null>;
}

export function usePlayhead(run: Run, axis: Axis, phone: boolean): Playhead {
  const moment = useRef<Moment>({ time: 0 });
  const stage = useRef<StageControl>(null);
  const line = useRef<SVGGElement>(null);
  const clock = useRef<HTMLSpanElement>(null);
  const slider = useRef<HTMLDivElement>(null);
  const show = useCallback(
    (next: Moment) => {
      moment.current = next;
      stage.current?.show(next);
      line.current?.setAttribute("transform", `translate(${axis.xOf(next).toFixed(2)},0)`);
      if (clock.current !== null) clock.current.textContent = clockText(run, axis, next, phone);
      slider.current?.setAttribute("aria-valuenow", next.time.toPrecision(6));
      slider.current?.setAttribute("aria-valuetext", clockText(run, axis, next));
    },
    [run, axis, phone],
  );
  return { moment, show, stage, line, clock, slider };
}

/** Inside an impact, how far it has come: in microseconds where it has a clock of its own, else by the part of its impulse. */
function clockText({ impacts }: Run, { segments }: Axis, { time, inside }: Moment, short = false): string {
  if (inside === undefined) return `${time.toFixed(4)} s`;
  const open = segments.find((segment) => segment.kind === "impact" && segment.impact === inside.impact);
  const clock = open?.kind === "impact" ? open.clock : undefined;
  const { forces } = impacts[inside.impact];
  if (clock !== undefined && forces !== undefined)
    return `${time.toFixed(4)} s + ${significant(1e6 * forces.duration * clock.timeAt(inside.part), 3)} µs`;
  const part = `${time.toFixed(4)} s + ${Math.round(100 * inside.part)} %`;
  return short ? part : `${part} of impact ${inside.impact + 1}`;
}
