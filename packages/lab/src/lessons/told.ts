/** What a step shows: a run, or one impact as a run, with the moments that its words name. */
import type { Track } from "@carom/figures/geometry";
import { analyseSlip, type SlipAnalysis } from "carom/impact";
import type { BodiesStudy, ImpactStudy, Kind, SimulationStudy, Study, StudyOf } from "carom/study";
import { type Inspected, inspect } from "../inspector/model.js";
import type { LawAt } from "../laws/brought-laws.js";
import type { Moment } from "../player/axis.js";
import { type Motion, motionOf } from "../player/motion.js";
import { type OpenedImpact, openImpact } from "../player/opened.js";
import { type Run, runOf } from "../player/run.js";
import type { WatchedOf } from "../worker/messages.js";
import { impactRun } from "./impact-run.js";
import type { Place } from "./lesson.js";

export interface Told {
  /** As it was computed. */
  readonly study: Study;
  /** As the scene draws it. */
  readonly scene: SimulationStudy;
  readonly run: Run;
  readonly motion: Motion;
  /** When the lesson's clock says 0, s of the run. */
  readonly zero: number;
  /** Whether it goes on in time by itself; else it is one impact, with free motion before and after. */
  readonly lasts: boolean;
  /** Of one impact. */
  readonly impact?: BodiesStudy;
  /** Where time is open. */
  readonly opened?: { readonly impact: number; readonly inside: OpenedImpact; readonly analysis?: SlipAnalysis };
  /** Of an impact with one contact: everything that the inspector draws. */
  readonly inspected?: Inspected;
}

/** What is known of laws where a step is told. */
export interface ToldLaws {
  /** Those that stand beside the study's own. */
  readonly compared: readonly string[];
  /** Has these and those of `lawsIn`. */
  readonly lawAt: LawAt;
}

interface Teller<S extends Study> {
  readonly tell: (study: S, result: WatchedOf<S["kind"]>, open: number | undefined, laws: ToldLaws) => Told;
  /** Names of the laws under which a result was computed. */
  readonly laws: (result: WatchedOf<S["kind"]>) => readonly string[];
}

/** Kinds that a lesson can show. */
const tellers = {
  simulation: { tell: tellRun, laws: (result) => wholeRun(result)?.impacts.map(({ law }) => law) ?? [] },
  impact: { tell: tellImpact, laws: ({ outcome }) => [outcome.law] },
} satisfies { readonly [K in Kind]?: Teller<StudyOf<K>> };

/** A name and its row belong together, which the compiler cannot follow through a variable. */
function tellerOf<S extends Study>(kind: S["kind"]): Teller<S> | undefined {
  return Object.hasOwn(tellers, kind) ? (tellers[kind as keyof typeof tellers] as unknown as Teller<S>) : undefined;
}

/**
 * Throws an Error with a sentence where there is nothing to draw.
 * @param open the impact at which time opens, counted from 1
 */
export function toldOf<S extends Study>(study: S, result: WatchedOf<S["kind"]>, open: number | undefined, laws: ToldLaws): Told {
  const teller = tellerOf<S>(study.kind);
  if (teller === undefined) throw new Error(`A lesson shows impacts of bodies and simulations, not a study of kind ${study.kind}.`);
  return teller.tell(study, result, open, laws);
}

/** Names of the laws under which what is shown was computed. */
export function lawsIn(result: WatchedOf): readonly string[] {
  return tellerOf(result.kind)?.laws(result) ?? [];
}

function wholeRun(result: WatchedOf<"simulation">): Run | undefined {
  return runOf({ result, running: false, cancelled: false, cancel: () => {} });
}

function tellRun(study: SimulationStudy, result: WatchedOf<"simulation">, open: number | undefined, { lawAt }: ToldLaws): Told {
  const run = wholeRun(result);
  if (run === undefined) throw new Error("There is no run to show.");
  return { study, scene: study, run, motion: motionOf(run), zero: 0, lasts: true, ...openedIn(run, study, open, lawAt) };
}

function tellImpact(study: ImpactStudy, result: WatchedOf<"impact">, open: number | undefined, laws: ToldLaws): Told {
  if (!("bodies" in study)) throw new Error("This impact has no bodies: there is nothing to draw.");
  const { run, scene, instant } = impactRun(study, result);
  const one = study.contacts.length === 1 ? { inspected: inspect(study, laws.compared, laws.lawAt, result.outcome) } : {};
  const opened = openedIn(run, { ...scene, ...lawOf(study) }, open, laws.lawAt);
  return { study, scene, run, motion: motionOf(run), zero: instant, lasts: false, impact: study, ...opened, ...one };
}

function lawOf({ law, options }: ImpactStudy): Pick<SimulationStudy, "law" | "options"> {
  return { ...(law === undefined ? {} : { law }), ...(options === undefined ? {} : { options }) } as Pick<
    SimulationStudy,
    "law" | "options"
  >;
}

function openedIn(run: Run, study: SimulationStudy, open: number | undefined, lawAt: LawAt): Pick<Told, "opened"> {
  const inside = open === undefined ? undefined : openImpact(run, open - 1, study, lawAt);
  if (inside === undefined || open === undefined) return {};
  const analysis = inside.problem.contacts.length === 1 ? analysed(inside) : undefined;
  return { opened: { impact: open - 1, inside, ...(analysis === undefined ? {} : { analysis }) } };
}

function analysed({ problem }: OpenedImpact): SlipAnalysis | undefined {
  try {
    return analyseSlip(problem);
  } catch {
    return undefined;
  }
}

/** The path of the impact that is open, or of the only one. */
export function trackIn({ opened, inspected }: Told): Track | undefined {
  return opened?.inside.track ?? inspected?.chosen.track;
}

/** Where a word or a number of the lesson is. Inside an open impact 0 is its beginning. */
export function momentOf(told: Told, place: Place, inside: boolean): Moment {
  const { run, zero, opened } = told;
  const impact = opened?.impact ?? 0;
  const time = run.impacts[impact]?.time ?? zero;
  const within = (part: number): Moment => ({ time, inside: { impact, part } });
  const open = inside || opened !== undefined;
  if (place === "end") return open ? within(1) : { time: run.end };
  if (typeof place === "string") return within(partOf(told, place));
  if (open && place === 0) return within(0);
  return { time: Math.min(run.end, Math.max(0, zero + place)) };
}

/** Part of the impulse of the impact at which an event is; its end where there is none. */
function partOf(told: Told, event: string): number {
  const events = told.opened?.inside.events ?? told.inspected?.chosen.outcome.events ?? [];
  const whole = trackIn(told)?.end.normalImpulse ?? 0;
  const found = events.find(({ kind }) => kind === event);
  return found === undefined || whole === 0 ? 1 : Math.min(1, found.normalImpulse / whole);
}

/** Moments on the way from one to another, by parts of it. */
export function between(from: Moment, to: Moment, part: number): Moment {
  const mix = (a: number, b: number) => a + (b - a) * part;
  if (to.inside !== undefined) {
    const start = from.inside?.part ?? 0;
    return { time: to.time, inside: { impact: to.inside.impact, part: mix(start, to.inside.part) } };
  }
  return { time: mix(from.time, to.time) };
}

/** How long a play takes, s. */
export function playLength(from: Moment, to: Moment): number {
  if (to.inside !== undefined) return 2.4;
  return Math.min(7, Math.max(1.8, 1.5 * (to.time - from.time)));
}
