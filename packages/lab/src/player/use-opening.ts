/** At which impacts time is open, and their insides. */
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { type Axis, axisOf } from "./axis.js";
import { clockOf } from "./impact-clock.js";
import type { OpenedImpact } from "./opened.js";
import type { Opener } from "./opener.js";
import type { Run } from "./run.js";

export type Opening = "none" | "this" | "every";

/** Of more impacts than these only the hardest are opened. */
const MOST_OPEN = 8;

export interface OpenImpacts {
  readonly opening: Opening;
  readonly setOpening: (change: Opening | ((before: Opening) => Opening)) => void;
  /** The chosen impact, by its place in the run. */
  readonly impact: number;
  readonly setImpact: (impact: number) => void;
  /** Of those at which time is open and which can be solved by themselves. */
  readonly opened: ReadonlyMap<number, OpenedImpact>;
  /** Whether time will be open at an impact as soon as its inside has come. */
  readonly isToCome: (impact: number) => boolean;
  /** Whether the user has chosen anything: then nothing is chosen for them. */
  readonly touched: RefObject<boolean>;
}

/** @param hardest impact of the run, so far */
export function useOpening(opener: Opener, run: Run, hardest: number | undefined): OpenImpacts {
  const [impact, setImpact] = useState(hardest ?? 0);
  // While a run is still being computed, its hardest impact is another one every moment; once the user has chosen, it stays.
  const touched = useRef(false);
  const [known, setKnown] = useState(hardest);
  if (known !== hardest) {
    setKnown(hardest);
    if (!touched.current && hardest !== undefined) setImpact(hardest);
  }
  const [opening, setOpening] = useState<Opening>(run.impacts.length === 0 ? "none" : "this");
  const wanted = useMemo(() => (opening === "none" ? [] : opening === "this" ? [impact] : hardestOf(run)), [run, opening, impact]);
  const { ask } = opener;
  useEffect(() => {
    for (const index of wanted) void ask(index);
  }, [wanted, ask]);
  const opened = useMemo(() => {
    const found = new Map<number, OpenedImpact>();
    for (const index of wanted) {
      const inside = opener.at(index);
      if (inside !== undefined) found.set(index, inside);
    }
    return found;
  }, [opener, wanted]);
  const isToCome = useCallback((index: number) => wanted.includes(index) && opener.isToCome(index), [opener, wanted]);
  return { opening, setOpening, impact, setImpact, opened, isToCome, touched };
}

function hardestOf({ impacts }: Run): number[] {
  const size = (i: number) => impacts[i].contacts.reduce((sum, { impulse }) => sum + Math.max(0, impulse[2]), 0);
  return [...impacts.keys()].sort((a, b) => size(b) - size(a)).slice(0, MOST_OPEN);
}

/** The axis on which these impacts are open; beside it there is room for names where the page is wide enough. */
export function openAxis(run: Run, opened: OpenImpacts["opened"], width: number, phone: boolean): Axis {
  const open = [...opened.keys()]
    .sort((a, b) => a - b)
    .map((index) => {
      const { time, forces } = run.impacts[index];
      return { impact: index, time, ...(forces === undefined ? {} : { clock: clockOf(forces) }) };
    });
  return axisOf(run.end, open, phone ? 0 : 108, width - (phone ? 0 : 132));
}
