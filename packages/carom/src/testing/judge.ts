/**
 * What must hold of the outcome of an impact with several contacts, whatever the law; the tests and the stress campaign ask the same.
 *
 * - Every number is finite. The impact ends once, and the normal impulse of all contacts only grows from event to event.
 * - velocity after = velocity before + mobility * impulse.
 * - The energy after, worked out here from impulse and velocities, is the one reported; it is no more than before; the ledger closes and no
 *   loss is negative.
 * - A contact pushes and does not pull, and its impulse lies in its friction cone, unless the law warns that it had to keep one at rest
 *   beyond it (`forced-stick`). One that was never pushed has no impulse at all and is called untouched.
 * - At the end no contact approaches: every normal velocity is >= 0 but for 1e-9 of the fastest contact velocity before. That is all
 *   complementarity can ask for of an impact with restitution: a contact that has pushed may separate.
 */
import type { ImpactOutcome } from "../impact/outcome.js";
import type { ContactProblem } from "../mechanics/contact-problem.js";

/** What judge finds. */
export interface Verdict {
  /** What is wrong, as sentences; none if nothing is. */
  readonly complaints: readonly string[];
  /** Residual of the energy ledger relative to the energy before. */
  readonly ledger: number;
  /** Largest approach velocity left, relative to the fastest contact velocity before. */
  readonly approach: number;
}

/** Relative to the energy before. */
const LEDGER = 1e-10;
const GAIN = 1e-12;
/** Relative to the speed before, or to what the impulse makes of it. */
const VELOCITY = 1e-11;
const APPROACH = 1e-9;
/** Relative to the impulse of all contacts. */
const IMPULSE = 1e-11;

/** Looks at everything that must hold of an outcome. */
export function judge(problem: ContactProblem, outcome: ImpactOutcome): Verdict {
  const complaints: string[] = [];
  const complain = (wrong: boolean, what: () => string) => {
    if (wrong) complaints.push(what());
  };
  const { mobility, velocity: before, dimension, contacts } = problem;
  const { impulse, velocity: after, energy, events } = outcome;
  const count = contacts.length;
  const normal = (v: readonly number[], contact: number) => v[contact * dimension + dimension - 1];
  const tangents = (v: readonly number[], contact: number) => v.slice(contact * dimension, contact * dimension + dimension - 1);

  complain(!everyNumber(outcome).every(Number.isFinite), () => "a number is not finite");
  const ends = events.filter(({ kind }) => kind === "end").length;
  complain(ends !== 1 || events.at(-1)?.kind !== "end", () => `the impact ends ${ends} times`);
  complain(events.at(-1)?.contact !== (count === 1 ? 0 : undefined), () => "the end is not of all contacts");
  const total = Math.max(sumOf(range(count).map((i) => Math.abs(normal(impulse, i)))), Number.MIN_VALUE);
  let grown = 0;
  for (const event of events) {
    const sum = sumOf(range(count).map((i) => normal(event.impulse, i)));
    complain(sum < grown - IMPULSE * total, () => `the normal impulse falls at an event ${event.kind}`);
    grown = Math.max(grown, sum);
  }

  const speed = Math.max(...before.map(Math.abs));
  const size = Math.max(speed, ...mobility.map((row) => sumOf(row.map((w, j) => Math.abs(w * impulse[j])))));
  const off = Math.max(...mobility.map((row, i) => Math.abs(after[i] - before[i] - sumOf(row.map((w, j) => w * impulse[j])))));
  complain(!(off <= VELOCITY * size), () => `velocities are off by ${(off / size).toExponential(1)}`);

  const work = 0.5 * sumOf(impulse.map((p, i) => p * (before[i] + after[i])));
  complain(
    !(Math.abs(energy.before + work - energy.after) <= GAIN * energy.before),
    () => "the energy after is not that of the velocities after",
  );
  complain(!(work <= GAIN * energy.before), () => `energy grows by ${(work / energy.before).toExponential(1)}`);
  const ledger = Math.abs(energy.residual) / energy.before;
  complain(!(ledger <= LEDGER), () => `the ledger is off by ${ledger.toExponential(1)}`);
  const booked = energy.before - energy.after - energy.restitutionLoss - energy.frictionLoss - (energy.springLoss ?? 0);
  complain(!(Math.abs(booked - energy.residual) <= 1e-14 * energy.before), () => "the residual is not what is left in the ledger");
  for (const name of ["restitutionLoss", "frictionLoss", "springLoss"] as const)
    complain((energy[name] ?? 0) < -LEDGER * energy.before, () => `${name} is negative: ${energy[name]}`);

  const forced = outcome.warnings.some(({ code }) => code === "forced-stick");
  range(count).forEach((i) => {
    const { friction, staticFriction = friction } = contacts[i];
    const push = normal(impulse, i);
    const drag = Math.sqrt(sumOf(tangents(impulse, i).map((p) => p * p)));
    complain(!(push >= -IMPULSE * total), () => `contact ${i} pulls: ${push}`);
    complain(
      !forced && !(drag <= staticFriction * push * (1 + 1e-9) + IMPULSE * total),
      () => `contact ${i} leaves its friction cone: ${drag} > ${staticFriction} * ${push}`,
    );
    complain(
      (outcome.slip[i] === "untouched") !== (push === 0 && drag === 0),
      () => `contact ${i} is called ${outcome.slip[i]} with the impulse ${push}`,
    );
  });
  const approach = Math.max(0, ...range(count).map((i) => -normal(after, i))) / speed;
  complain(!(approach <= APPROACH), () => `a contact still approaches: ${approach.toExponential(1)} of the speed before`);
  return { complaints, ledger, approach };
}

export function everyNumber({ impulse, velocity, events, energy, stages = [] }: ImpactOutcome): number[] {
  return [
    ...impulse,
    ...velocity,
    ...events.flatMap((event) => [event.normalImpulse, ...event.impulse, ...event.velocity, event.storedEnergy, event.frictionLoss]),
    ...Object.values(energy),
    ...stages.flatMap((stage) => [
      stage.compressionImpulse,
      stage.finalImpulse,
      stage.compressionWork,
      stage.finalWork,
      stage.frictionWork,
    ]),
  ];
}

const range = (count: number) => Array.from({ length: count }, (_, i) => i);
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
