/** Impacts that do not reach each other, told as one: one after the other. */
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import type { ContactHistory, ImpactEvent, ImpactHistory, ImpactOutcome } from "../outcome.js";

/** An island's own outcome, and where its contacts and components stand in the whole problem. */
export interface Part {
  readonly contacts: readonly number[];
  readonly components: readonly number[];
  readonly outcome: ImpactOutcome;
}

export function joinIslands(problem: ContactProblem, before: number, parts: readonly Part[]): ImpactOutcome {
  const impulse = problem.velocity.map(() => 0);
  const velocity = [...problem.velocity];
  const slip = problem.contacts.map(() => "untouched" as ImpactOutcome["slip"][number]);
  const events: ImpactEvent[] = [];
  const history = parts.some(({ outcome }) => outcome.history !== undefined) ? createColumns(problem.contacts.length) : undefined;
  let restitutionLoss = 0;
  let frictionLoss = 0;
  const place = (own: readonly number[], { components }: Part, whole: readonly number[]) => {
    const all = [...whole];
    components.forEach((at, k) => {
      all[at] = own[k];
    });
    return all;
  };
  for (const part of parts) {
    const { outcome, contacts } = part;
    const pushed = normalsOf(problem, impulse);
    for (const event of outcome.events) {
      if (event.kind === "end") continue;
      const { contact, ...rest } = event;
      events.push({
        ...rest,
        contact: contacts[contact ?? 0],
        impulse: place(event.impulse, part, impulse),
        velocity: place(event.velocity, part, velocity),
        frictionLoss: frictionLoss + event.frictionLoss,
      });
    }
    if (history !== undefined)
      appendColumns(history, part, outcome.history, { impulse, velocity, pushed, frictionLoss, restitutionLoss }, place);
    part.components.forEach((at, k) => {
      impulse[at] = outcome.impulse[k];
      velocity[at] = outcome.velocity[k];
    });
    contacts.forEach((contact, k) => {
      slip[contact] = outcome.slip[k];
    });
    restitutionLoss += outcome.energy.restitutionLoss;
    frictionLoss += outcome.energy.frictionLoss;
  }
  const work = impulse.reduce((sum, value, i) => sum + 0.5 * value * (problem.velocity[i] + velocity[i]), 0);
  const after = before + work;
  events.push({ kind: "end", normalImpulse: normalsOf(problem, impulse), impulse, velocity, storedEnergy: 0, frictionLoss });
  return {
    law: "proportional",
    impulse,
    velocity,
    events,
    energy: { before, after, restitutionLoss, frictionLoss, residual: before - after - restitutionLoss - frictionLoss },
    warnings: parts.flatMap(({ outcome }) => outcome.warnings.filter(({ code }) => code !== "not-approaching")),
    slip,
    ...(history === undefined ? {} : { history }),
  };
}

const normalsOf = ({ dimension }: ContactProblem, impulse: readonly number[]) =>
  impulse.reduce((sum, value, i) => (i % dimension === dimension - 1 ? sum + value : sum), 0);

type Columns = { -readonly [Name in keyof Required<Pick<ImpactHistory, ColumnName>>]: Required<ImpactHistory>[Name][number][] } & {
  readonly contacts: { phase: ContactHistory["phase"][number][]; mode: ContactHistory["mode"][number][] }[];
};
type ColumnName = "normalImpulse" | "impulse" | "velocity" | "storedEnergy" | "frictionLoss" | "mode" | "normalWork";

const createColumns = (contacts: number): Columns => ({
  normalImpulse: [],
  impulse: [],
  velocity: [],
  storedEnergy: [],
  frictionLoss: [],
  mode: [],
  normalWork: [],
  contacts: Array.from({ length: contacts }, () => ({ phase: [], mode: [] })),
});

/** What the parts before this one have left. */
interface Left {
  readonly impulse: readonly number[];
  readonly velocity: readonly number[];
  readonly pushed: number;
  readonly frictionLoss: number;
  readonly restitutionLoss: number;
}

function appendColumns(
  columns: Columns,
  part: Part,
  own: ImpactHistory | undefined,
  left: Left,
  place: (own: readonly number[], part: Part, whole: readonly number[]) => number[],
): void {
  own?.normalImpulse.forEach((total, row) => {
    columns.normalImpulse.push(left.pushed + total);
    columns.impulse.push(place(own.impulse[row], part, left.impulse));
    columns.velocity.push(place(own.velocity[row], part, left.velocity));
    columns.storedEnergy.push(own.storedEnergy[row]);
    columns.frictionLoss.push(left.frictionLoss + own.frictionLoss[row]);
    columns.mode.push(own.mode[row]);
    columns.normalWork.push((own.normalWork?.[row] ?? -own.storedEnergy[row]) - left.restitutionLoss);
    columns.contacts.forEach(({ phase, mode }, contact) => {
      const k = part.contacts.indexOf(contact);
      phase.push(k < 0 ? "open" : (own.contacts?.[k].phase[row] ?? "compression"));
      mode.push(k < 0 ? "open" : (own.contacts?.[k].mode[row] ?? own.mode[row]));
    });
  });
}
