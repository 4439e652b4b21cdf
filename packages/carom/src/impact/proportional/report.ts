/** From the run of an impact to numbers with units: events, history, outcome. */
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import { createHistory } from "../history.js";
import type { ContactHistory, EventKind, ImpactEvent, ImpactHistory, SlipOutcome } from "../outcome.js";
import { IDLE, STICK } from "./rates.js";
import { normalOf, type Observer, type Run, stored, toGiveBack } from "./run.js";
import type { System } from "./system.js";

export interface Recording {
  readonly observer: Observer;
  readonly events: ImpactEvent[];
  readonly history: ImpactHistory | undefined;
}

export function createRecording(problem: ContactProblem, system: System, wantsHistory: boolean): Recording {
  const events: ImpactEvent[] = [];
  const columns = {
    ...createHistory(),
    normalWork: [] as number[],
    contacts: problem.contacts.map(() => ({ phase: [] as Phase[], mode: [] as Mode[] })),
  };
  const event = (run: Run, kind: EventKind, contact?: number) => {
    events.push({
      kind,
      ...(contact === undefined ? {} : { contact }),
      normalImpulse: contact === undefined ? normalImpulse(run) : run.impulse[normalOf(run, contact)] * system.impulseUnit,
      impulse: Array.from(run.impulse, (value) => value * system.impulseUnit),
      velocity: Array.from(run.velocity, (value) => value * system.speedUnit),
      storedEnergy: kind === "end" ? 0 : storedEnergy(run),
      frictionLoss: run.frictionLoss * system.energyUnit,
    });
  };
  const point = (run: Run) => appendPoint(columns, run);
  const mark = () => {
    const [told, drawn] = [events.length, columns.normalImpulse.length];
    return () => {
      events.length = told;
      const { contacts, ...own } = columns;
      for (const column of [...Object.values(own), ...contacts.flatMap(({ phase, mode }) => [phase, mode])]) column.length = drawn;
    };
  };
  return { observer: wantsHistory ? { event, mark, point } : { event, mark }, events, history: wantsHistory ? columns : undefined };
}

type Phase = ContactHistory["phase"][number];
type Mode = ContactHistory["mode"][number];
type Columns = ReturnType<typeof createHistory> & { readonly normalWork: number[]; readonly contacts: { phase: Phase[]; mode: Mode[] }[] };

function appendPoint(columns: Columns, run: Run): void {
  const { system } = run;
  const total = normalImpulse(run);
  const energy = storedEnergy(run);
  const modes = columns.contacts.map((_, i): Mode => modeOf(run, i));
  const last = columns.normalImpulse.length - 1;
  const known =
    columns.normalImpulse[last] === total &&
    columns.storedEnergy[last] === energy &&
    modes.every((mode, i) => columns.contacts[i].mode[last] === mode);
  if (known) return;
  columns.normalImpulse.push(total);
  columns.impulse.push(Array.from(run.impulse, (value) => value * system.impulseUnit));
  columns.velocity.push(Array.from(run.velocity, (value) => value * system.speedUnit));
  columns.storedEnergy.push(energy);
  columns.frictionLoss.push(run.frictionLoss * system.energyUnit);
  columns.normalWork.push((run.restitutionWork - stored(run)) * system.energyUnit);
  columns.mode.push(modes.includes("slip") ? "slip" : "stick");
  columns.contacts.forEach(({ phase, mode }, i) => {
    phase.push(modes[i] === "open" ? "open" : run.compressing ? "compression" : "restitution");
    mode.push(modes[i]);
  });
}

function modeOf({ pushing, rates }: Run, i: number): Mode {
  if (pushing[i] === 0) return "open";
  return rates.modes[i] === STICK ? "stick" : "slip";
}

function normalImpulse(run: Run): number {
  let sum = 0;
  for (let i = 0; i < run.system.count; i++) sum += run.impulse[normalOf(run, i)];
  return sum * run.system.impulseUnit;
}

/** In the springs that the contacts together stand for: all that was stored, then what is left of what is given back, J. */
function storedEnergy(run: Run): number {
  const energy = run.compressing ? stored(run) : toGiveBack(run) - run.restitutionWork;
  return Math.max(0, energy) * run.system.energyUnit;
}

/** How the slip of each contact went. */
export function slipOutcomes(run: Run): SlipOutcome[] {
  const { system, lastMode, rested, impulse } = run;
  return Array.from({ length: system.count }, (_, i) => {
    if (lastMode[i] === IDLE || impulse[normalOf(run, i)] === 0) return "untouched";
    if (system.friction[i] === 0) return "frictionless";
    if (lastMode[i] === STICK) return "sticks";
    return rested[i] === 1 ? "restarts" : "slides";
  });
}
