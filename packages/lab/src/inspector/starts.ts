/**
 * Other starts of the same contact, named by what happens: one of each kind that a coarse look around finds.
 */
import type { ImpactLaw, ImpactOutcome } from "carom/impact";
import type { ContactProblem } from "carom/mechanics";
import { InvalidInputError } from "carom/study";

export interface Start {
  readonly name: string;
  /** Contact velocity before impact, m/s. */
  readonly velocity: readonly number[];
}

const DIRECTIONS = 32;
/** Slip speeds and approach speeds, as parts of the speed of the study. */
const SLIPS = [0.25, 0.5, 1];
const APPROACHES = [0.15, 0.5, 1];

export type Ending = "Sticks early" | "Sticks late" | "Never stops" | "Turns around";
const ORDER: readonly Ending[] = ["Sticks late", "Sticks early", "Never stops", "Turns around"];

export function endingOf({ slip, events }: Pick<ImpactOutcome, "slip" | "events">): Ending | undefined {
  if (slip[0] === "slides") return "Never stops";
  if (slip[0] === "restarts") return "Turns around";
  if (slip[0] !== "sticks") return undefined;
  const stop = events.findIndex(({ kind }) => kind === "slip-stop");
  const turn = events.findIndex(({ kind }) => kind === "compression-end");
  return stop < 0 ? undefined : turn >= 0 && turn < stop ? "Sticks late" : "Sticks early";
}

/**
 * None where the mobility is singular: such a contact moves along one line only.
 * @param solver the study's law, or one that slips and sticks alike and is quicker
 */
export function otherStarts(problem: ContactProblem, solver: ImpactLaw): Start[] {
  try {
    return foundStarts(problem, solver);
  } catch (error) {
    if (error instanceof InvalidInputError) return [];
    throw error;
  }
}

function foundStarts(problem: ContactProblem, solver: ImpactLaw): Start[] {
  if (problem.contacts[0].friction === 0 || solver.inapplicable(problem) !== undefined) return [];
  const speed = Math.hypot(...problem.velocity);
  const found = new Map<Ending, { readonly velocity: readonly number[]; readonly clear: number }>();
  for (const slip of SLIPS)
    for (const approach of APPROACHES)
      for (let i = 0; i < DIRECTIONS; i++) {
        const angle = (2 * Math.PI * i) / DIRECTIONS;
        if (problem.dimension === 2 && i % (DIRECTIONS / 2) !== 0) continue;
        const tangents = problem.dimension === 3 ? [slip * Math.cos(angle), slip * Math.sin(angle)] : [slip * Math.cos(angle)];
        const velocity = [...tangents, -approach].map((part) => rounded(part * speed, speed));
        const outcome = solver.solve({ ...withoutEnergy(problem), velocity });
        const ending = endingOf(outcome);
        if (ending === undefined) continue;
        const clear = clarity(ending, outcome);
        if (clear > (found.get(ending)?.clear ?? 0)) found.set(ending, { velocity, clear });
      }
  return ORDER.flatMap((name) => {
    const start = found.get(name);
    return start === undefined ? [] : [{ name, velocity: start.velocity }];
  });
}

/** How plainly a start shows its ending: where on the impulse axis slip stops, or how much slip is left at the end. */
function clarity(ending: Ending, { events, velocity }: ImpactOutcome): number {
  const stop = events.find(({ kind }) => kind === "slip-stop")?.normalImpulse ?? 0;
  const end = events[events.length - 1]?.normalImpulse ?? 1;
  const part = stop / end;
  if (ending === "Never stops") return Math.hypot(...velocity.slice(0, -1));
  return 1.01 - Math.abs(part - (ending === "Sticks early" ? 0.3 : ending === "Sticks late" ? 0.75 : 0.35));
}

function withoutEnergy({ kineticEnergy: _energy, ...problem }: ContactProblem): ContactProblem {
  return problem;
}

/** To two significant digits of the scale: starts are chosen by people. */
function rounded(value: number, scale: number): number {
  const step = 10 ** (Math.floor(Math.log10(scale)) - 2);
  return Number((Math.round(value / step) * step).toPrecision(12));
}
