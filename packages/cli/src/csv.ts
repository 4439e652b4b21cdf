/**
 * Series as CSV: one heading line with the unit in each name, numbers with all their digits, no quotes needed.
 */
import type { ImpactEvent, ImpactHistory } from "carom/impact";
import type { ContactProblem } from "carom/mechanics";

/** The path against the growing normal impulse. */
export function historyCsv(history: ImpactHistory, problem: ContactProblem): string {
  const names = componentNames(problem);
  return csv(
    [
      "normal_impulse_Ns",
      ...names.map((name) => `impulse_${name}_Ns`),
      ...names.map((name) => `velocity_${name}_m_per_s`),
      "stored_energy_J",
      "friction_loss_J",
      "mode",
    ],
    history.normalImpulse.map((normalImpulse, i) => [
      normalImpulse,
      ...history.impulse[i]!,
      ...history.velocity[i]!,
      history.storedEnergy[i]!,
      history.frictionLoss[i]!,
      history.mode[i]!,
    ]),
  );
}

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
      event.contact,
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

function csv(heading: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return `${[heading, ...rows].map((row) => row.join(",")).join("\n")}\n`;
}
