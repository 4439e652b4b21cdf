/**
 * Series as CSV: one heading line with the unit in each name, numbers with all their digits, no quotes needed.
 */
import type { ImpactEvent, ImpactHistory } from "carom/impact";
import type { ContactProblem } from "carom/mechanics";

/** The path against the growing normal impulse; of several contacts also what each of them does. */
export function historyCsv(history: ImpactHistory, problem: ContactProblem): string {
  const names = componentNames(problem);
  const further = [...workColumns(history), ...(problem.contacts.length > 1 ? contactColumns(history) : [])];
  return csv(
    [
      "normal_impulse_Ns",
      ...names.map((name) => `impulse_${name}_Ns`),
      ...names.map((name) => `velocity_${name}_m_per_s`),
      "stored_energy_J",
      "friction_loss_J",
      "mode",
      ...further.map(([name]) => name),
    ],
    history.normalImpulse.map((normalImpulse, row) => [
      normalImpulse,
      ...history.impulse[row]!,
      ...history.velocity[row]!,
      history.storedEnergy[row]!,
      history.frictionLoss[row]!,
      history.mode[row]!,
      ...further.map(([, values]) => values[row]!),
    ]),
  );
}

type NamedColumn = readonly [string, readonly (string | number)[]];

function workColumns({ normalWork }: ImpactHistory): NamedColumn[] {
  return normalWork === undefined ? [] : [["normal_work_J", normalWork]];
}

/** What only histories of several contacts have. */
function contactColumns({ contacts = [], tangentialEnergy }: ImpactHistory): NamedColumn[] {
  return [
    ...(tangentialEnergy === undefined ? [] : [["tangential_energy_J", tangentialEnergy] satisfies NamedColumn]),
    ...contacts.flatMap(({ phase, mode, storedEnergy }, i): NamedColumn[] => [
      [`phase_${i}`, phase],
      [`mode_${i}`, mode],
      ...(storedEnergy === undefined ? [] : [[`stored_energy_${i}_J`, storedEnergy] satisfies NamedColumn]),
    ]),
  ];
}

/** Events in order. The contact's place in the list is empty where an event belongs to all contacts. */
export function eventsCsv(events: readonly ImpactEvent[], problem: ContactProblem): string {
  const names = componentNames(problem);
  return csv(
    [
      "event",
      "contact",
      "normal_impulse_Ns",
      ...names.map((name) => `impulse_${name}_Ns`),
      ...names.map((name) => `velocity_${name}_m_per_s`),
      "stored_energy_J",
      "friction_loss_J",
    ],
    events.map((event) => [
      event.kind,
      event.contact ?? "",
      event.normalImpulse,
      ...event.impulse,
      ...event.velocity,
      event.storedEnergy,
      event.frictionLoss,
    ]),
  );
}

/** Names of the contact components in the problem's order; numbered where there are several contacts. */
export function componentNames({ dimension, contacts }: ContactProblem): string[] {
  const names = dimension === 3 ? ["tangent1", "tangent2", "normal"] : ["tangent", "normal"];
  return contacts.length === 1 ? names : contacts.flatMap((_, i) => names.map((name) => `${name}_${i}`));
}

export function csv(heading: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return `${[heading, ...rows].map((row) => row.join(",")).join("\n")}\n`;
}
