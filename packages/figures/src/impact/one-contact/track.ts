/**
 * The history of an impact cut at its events: what every picture of kind `impact` is drawn from.
 *
 * A stretch lies between two events; on it the phase (compression or restitution) and the mode (slip or stick) are constant. So is the
 * energy lost to restitution: it jumps at events only, and follows there from
 *
 *     before = kinetic + stored + friction loss + restitution loss + spring loss,        kinetic = before + I . (v_before + v) / 2.
 *
 * What tangential springs hold counts as stored; what they lose jumps at events too, after restitution has taken its part.
 */
import type { EventKind, ImpactEvent, ImpactHistory, ImpactOutcome } from "carom/impact";
import type { ContactProblem } from "carom/mechanics";
import { EVENT_WORDS } from "carom/study";
import type { Pair } from "./contact.js";

export interface Sample {
  readonly normalImpulse: number;
  readonly tangentialImpulse: Pair;
  readonly slip: Pair;
  readonly normalVelocity: number;
  /** Of everything that moves, J. */
  readonly kineticEnergy: number;
  readonly storedEnergy: number;
  readonly frictionLoss: number;
  readonly restitutionLoss: number;
  /** Lost by tangential springs; zero where there are none. */
  readonly springLoss: number;
}

export interface Stretch {
  readonly phase: "compression" | "restitution";
  readonly mode: "slip" | "stick";
  readonly samples: readonly Sample[];
}

/** An event, or two that are one to the eye: slip that stops and starts again in the same instant has turned. */
export interface Mark {
  readonly letter: "c" | "a" | "s" | "t" | "o" | "x" | "e" | "r";
  readonly word: string;
  readonly sample: Sample;
}

export interface Track {
  readonly start: Sample;
  readonly end: Sample;
  readonly stretches: readonly Stretch[];
  readonly marks: readonly Mark[];
  readonly stuckAtEnd: boolean;
  /**
   * Whether the contact gives along the surface. Then a contact that sticks still has a tangential velocity, and slip does not follow the
   * rigid flow.
   */
  readonly springs: boolean;
  /** The ledger's 100 %, J. */
  readonly energyBefore: number;
}

/** Impulses closer than this fraction of the last one are the same event. */
const SAME_IMPULSE = 1e-11;

/** The track of a single-contact impact; undefined if the bodies never touched, there are several contacts, or no history. */
export function trackOf(problem: ContactProblem, outcome: ImpactOutcome): Track | undefined {
  const history = problem.contacts.length === 1 && outcome.events.length > 0 ? outcome.history : undefined;
  if (history === undefined) return undefined;
  const read = reader(problem, outcome);
  const springs = outcome.energy.springLoss !== undefined;
  const start = read({ normalImpulse: 0, impulse: problem.velocity.map(() => 0), velocity: problem.velocity, frictionLoss: 0 }, NO_LOSS);
  const last = outcome.events[outcome.events.length - 1];
  const tolerance = SAME_IMPULSE * last.normalImpulse;

  const stretches: Stretch[] = [];
  const afterEvent: Sample[] = [];
  let phase: Stretch["phase"] = "compression";
  let from = start;
  for (const event of outcome.events) {
    const before = read(event, from);
    if (event.normalImpulse - from.normalImpulse > tolerance) {
      const inside = rowsBetween(history, from.normalImpulse + tolerance, event.normalImpulse - tolerance);
      const first = history.normalImpulse.findIndex((impulse) => impulse > from.normalImpulse + tolerance);
      const rows = inside.map((i) => read(row(history, i), from));
      stretches.push({ phase, mode: history.mode[first] ?? "slip", samples: [from, ...rows, before] });
    }
    if (event.kind === "compression-end") phase = "restitution";
    if (event.kind === "compression-restart") phase = "compression";
    const storedEnergy = event.storedEnergy + (event.tangentialEnergy ?? 0);
    const lost = outcome.energy.before - before.kineticEnergy - storedEnergy - event.frictionLoss;
    const springLoss = springs ? Math.max(0, lost - outcome.energy.restitutionLoss) : 0;
    from = { ...before, storedEnergy, restitutionLoss: lost - springLoss, springLoss };
    afterEvent.push(from);
  }
  const stuckAtEnd = outcome.slip[0] === "sticks";
  return {
    start,
    end: from,
    stretches,
    marks: marksOf(outcome.events, afterEvent, tolerance, stuckAtEnd),
    stuckAtEnd,
    springs,
    energyBefore: outcome.energy.before,
  };
}

type Losses = Pick<Sample, "restitutionLoss" | "springLoss">;

const NO_LOSS: Losses = { restitutionLoss: 0, springLoss: 0 };

type Row = Pick<ImpactEvent, "normalImpulse" | "impulse" | "velocity" | "frictionLoss">;

function row(history: ImpactHistory, i: number): Row {
  return {
    normalImpulse: history.normalImpulse[i],
    impulse: history.impulse[i],
    velocity: history.velocity[i],
    frictionLoss: history.frictionLoss[i],
  };
}

function rowsBetween(history: ImpactHistory, from: number, to: number): number[] {
  const found: number[] = [];
  history.normalImpulse.forEach((impulse, i) => {
    if (impulse > from && impulse < to) found.push(i);
  });
  return found;
}

/** Rows to samples. What is stored is what the balance leaves, so that it is right on both sides of a jump. */
function reader(problem: ContactProblem, outcome: ImpactOutcome): (row: Row, losses: Losses) => Sample {
  const planar = problem.dimension === 2;
  const n = problem.dimension - 1;
  return ({ normalImpulse, impulse, velocity, frictionLoss }, { restitutionLoss, springLoss }) => {
    const work = impulse.reduce((sum, value, i) => sum + 0.5 * value * (problem.velocity[i] + velocity[i]), 0);
    const kineticEnergy = outcome.energy.before + work;
    return {
      normalImpulse,
      tangentialImpulse: planar ? [impulse[0], 0] : [impulse[0], impulse[1]],
      slip: planar ? [velocity[0], 0] : [velocity[0], velocity[1]],
      normalVelocity: velocity[n],
      kineticEnergy,
      storedEnergy: outcome.energy.before - kineticEnergy - frictionLoss - restitutionLoss - springLoss,
      frictionLoss,
      restitutionLoss,
      springLoss,
    };
  };
}

/** Of laws for several contacts; with a single one they say only that it begins and ends. */
const OF_SEVERAL: ReadonlySet<EventKind> = new Set(["contact-open", "contact-close", "stage-end"]);

function marksOf(events: readonly ImpactEvent[], samples: readonly Sample[], tolerance: number, stuckAtEnd: boolean): Mark[] {
  const marks: Mark[] = [];
  events.forEach((event, i) => {
    if (OF_SEVERAL.has(event.kind)) return;
    const sample = samples[i];
    const previous = marks[marks.length - 1];
    if (event.kind === "slip-start" && previous?.letter === "s" && event.normalImpulse - previous.sample.normalImpulse <= tolerance)
      marks[marks.length - 1] = { letter: "t", word: "slip turns", sample };
    else marks.push({ ...eventName(event.kind), ...(event.kind === "end" && stuckAtEnd ? { word: "ends stuck" } : {}), sample });
  });
  return marks;
}

/** The letter of each kind of event, the same in every picture. */
const LETTERS: Readonly<Record<EventKind, Mark["letter"]>> = {
  "compression-end": "c",
  "compression-restart": "a",
  "slip-stop": "s",
  "slip-start": "t",
  "contact-open": "o",
  "contact-close": "x",
  "stage-end": "e",
  end: "r",
};

/** The letter and the word of an event. The end needs no more: a picture is of one impact. */
export function eventName(kind: EventKind): Pick<Mark, "letter" | "word"> {
  return { letter: LETTERS[kind], word: kind === "end" ? "end" : EVENT_WORDS[kind] };
}

/** All samples in order. */
export function samplesOf(track: Track): readonly Sample[] {
  return track.stretches.flatMap((stretch) => stretch.samples);
}

/** Slip speeds below this fraction of the approach speed are rest to the eye. */
const REST = 1e-12;

export function isRest(track: Track, speed: number): boolean {
  return !(speed > REST * Math.abs(track.start.normalVelocity));
}

export function speedOf(sample: Sample): number {
  return Math.hypot(sample.slip[0], sample.slip[1]);
}
