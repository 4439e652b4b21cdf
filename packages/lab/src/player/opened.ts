/** The inside of one impact: the same problem under the same law once more, this time with its path. */
import { courseOf, type Track, trackOf } from "@carom/figures/geometry";
import type { ImpactEvent, ImpactLaw } from "carom/impact";
import type { ContactProblem } from "carom/mechanics";
import type { SimulationStudy } from "carom/study";
import type { LawAt } from "../laws/brought-laws.js";
import { impulseOf, type Run } from "./run.js";

/** What a contact does between two normal impulses of all contacts, N s. */
export interface ModeBar {
  readonly from: number;
  readonly to: number;
  readonly mode: "slip" | "stick";
}

/** What is drawn of it; plain and small, so that it can come from a worker. */
export interface Inside {
  readonly events: readonly ImpactEvent[];
  /** Normal impulse of all contacts at the end, N s. */
  readonly last: number;
  /** Of each contact of the problem. */
  readonly modes: readonly (readonly ModeBar[])[];
  /** Of a single contact. */
  readonly track?: Track;
}

export interface OpenedImpact extends Inside {
  readonly problem: ContactProblem;
}

/** Relative difference between the recorded impulse and this one that is rounding. */
const SAME = 1e-9;

/**
 * @param impulse that was recorded, of all contacts, N s
 * @returns undefined where the impact was not simply this problem under this law (a jam, a stuck law replaced)
 */
export function insideOf(
  problem: ContactProblem,
  law: ImpactLaw,
  options: SimulationStudy["options"],
  impulse: number,
): Inside | undefined {
  try {
    const outcome = law.solve(problem, { history: true, ...options });
    const size = problem.dimension;
    const total = problem.contacts.reduce((sum, _, i) => sum + Math.max(0, outcome.impulse[size * (i + 1) - 1]), 0);
    if (!(Math.abs(total - impulse) <= SAME * Math.max(total, impulse))) return undefined;
    const { events } = outcome;
    const track = trackOf(problem, outcome);
    if (track !== undefined) {
      const bars = track.stretches.map(({ mode, samples }) => ({
        from: samples[0].normalImpulse,
        to: samples[samples.length - 1].normalImpulse,
        mode,
      }));
      return { events, last: track.end.normalImpulse, modes: [joined(bars)], track };
    }
    const course = courseOf(problem, outcome);
    const modes = problem.contacts.map((_, contact) => {
      const own = course?.contacts.find(({ index }) => index === contact)?.stretches ?? [];
      return joined(own.map(({ first, last, mode }) => ({ from: course!.total[first], to: course!.total[last], mode })));
    });
    return { events, last: course?.last ?? 0, modes };
  } catch {
    return undefined;
  }
}

/** Neighbours that do the same as one. */
function joined(stretches: readonly (Omit<ModeBar, "mode"> & { readonly mode: ModeBar["mode"] | "open" })[]): ModeBar[] {
  const bars: ModeBar[] = [];
  for (const { from, to, mode } of stretches) {
    const last = bars[bars.length - 1];
    if (mode === "open" || to <= from) continue;
    if (last?.mode === mode && last.to === from) bars[bars.length - 1] = { ...last, to };
    else bars.push({ from, to, mode });
  }
  return bars;
}

/** What an impact of a run is solved from; undefined where its problem was not kept. */
export function askedOf(run: Run, index: number, study: SimulationStudy) {
  const problem = run.problems[index];
  const recorded = run.impacts[index];
  if (problem === undefined || recorded === undefined) return undefined;
  return {
    problem,
    law: recorded.law,
    options: study.law === recorded.law ? study.options : undefined,
    impulse: impulseOf(recorded),
  };
}

/** Undefined where it cannot be opened, or where its law is still on its way. */
export function openImpact(run: Run, index: number, study: SimulationStudy, lawAt: LawAt): OpenedImpact | undefined {
  const asked = askedOf(run, index, study);
  const law = asked && lawAt(asked.law);
  if (asked === undefined || law === undefined) return undefined;
  const inside = insideOf(asked.problem, law, asked.options, asked.impulse);
  return inside && { problem: asked.problem, ...inside };
}
