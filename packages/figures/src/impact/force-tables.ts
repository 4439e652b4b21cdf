/** Numbers of forces inside an impact, for reports. */
import type { ImpactResult } from "carom/study";
import { significant } from "../draw/numbers.js";
import type { Table } from "../report/page.js";
import { contactName } from "./contact-name.js";

/** None where the contacts have no contact law. */
export function forceTables({ problem, forces }: ImpactResult): Table[] {
  if (forces === undefined || forces.time.length === 0) return [];
  return [
    {
      title: `Forces: the impact takes ${significant(forces.duration)}\u2009s`,
      columns: ["", "peak force, N", "at, s", "deepest, m", "left, m", "regime", "patch radius, m"],
      rows: forces.contacts.map((contact, i) => [
        problem.contacts.length === 1 ? "contact" : contactName(problem, i),
        significant(contact.peakForce, 4),
        significant(contact.peakTime),
        significant(contact.deepestIndentation),
        significant(contact.permanentIndentation),
        contact.regime,
        significant(contact.patchRadius),
      ]),
    },
  ];
}
