/** What a run came to in the library's words, and its hardest impact. */
import { significant } from "@carom/figures/geometry";
import { counted, unitsOfImpact } from "carom/study";
import { readable } from "../ui/readable.js";
import { hardestContact, impulseOf, type Run } from "./run.js";

export interface Finding {
  readonly title: string;
  readonly facts: string;
  /** Place of the hardest impact. */
  readonly hardest?: number;
}

export function findingOf(run: Run): Finding {
  const { impacts, result } = run;
  const title = result === undefined ? `${counted(impacts.length, "impact")} so far.` : readable(result.sentence);
  if (impacts.length === 0) return { title, facts: "" };
  const hardest = impacts.reduce((best, impact, i) => (impulseOf(impact) > impulseOf(impacts[best]) * (1 + 1e-9) ? i : best), 0);
  return { title, facts: factsOf(run, hardest), hardest };
}

function factsOf({ impacts, series }: Run, hardest: number): string {
  const impact = impacts[hardest];
  const contact = hardestContact(impact);
  const pushing = impact.contacts.filter(({ impulse }) => impulse[2] > 0).length;
  const where = pushing > 1 ? `${pushing} contacts at once` : contact.contact.split(":")[0].replace("/", " on ");
  const which = impacts.length === 1 ? "" : `Impact ${hardest + 1} is the hardest: `;
  const units = unitsOfImpact(contact, series.joints);
  // The contact that is pushed hardest need not approach itself: others press it.
  const alike = impact.contacts.filter((other) => unitsOfImpact(other, series.joints).speed === units.speed);
  const approach = Math.max(...alike.map(({ velocityBefore }) => -velocityBefore[2]));
  const size = `${significant(approach, 3)} ${units.speed}, ${significant(impulseOf(impact), 3)} ${units.impulse}`;
  return `${which}${where}, ${size} at ${significant(impact.time, 4)} s.`;
}
