/** Forces inside an impact, as text and as CSV. */
import type { ImpactForces } from "carom/force";
import type { ContactProblem } from "carom/mechanics";
import { componentNames, csv } from "./csv.js";
import { contactName } from "./summaries/several-contacts.js";
import { pc } from "./terminal/colour.js";
import { column, number } from "./terminal/numbers.js";
import { right, table } from "./terminal/table.js";

/** More contacts than these are not listed: forces.csv and result.json have them all. */
const MOST_CONTACTS = 12;

/** None where the contacts have no contact law. */
export function forceSummary(forces: ImpactForces | undefined, problem: ContactProblem): string[] {
  if (forces === undefined || forces.time.length === 0) return [];
  const shown = forces.contacts.slice(0, MOST_CONTACTS);
  const more = forces.contacts.length - shown.length;
  const columns = [
    column(shown.map(({ peakForce }) => peakForce)),
    column(shown.map(({ peakTime }) => peakTime)),
    column(shown.map(({ deepestIndentation }) => deepestIndentation)),
    column(shown.map(({ permanentIndentation }) => permanentIndentation)),
    column(shown.map(({ patchRadius }) => patchRadius)),
  ];
  const names = ["peak force", "at", "deepest", "left", "patch radius"];
  const text = table(
    [{ title: "" }, ...names.map(right), { title: "regime" }],
    [
      ["", "N", "s", "m", "m", "m", ""],
      ...shown.map(({ regime }, i) => [
        problem.contacts.length === 1 ? "contact" : contactName(problem, i),
        ...columns.map((cells) => cells[i]!),
        regime,
      ]),
    ],
  );
  const rest = more > 0 ? `\n  and ${more} more` : "";
  return [`${pc.bold("Forces")}, over ${number(forces.duration)} s\n${text}${rest}`];
}

/** Forces, impulses and indentations of every contact against time. */
export function forcesCsv(forces: ImpactForces, problem: ContactProblem): string {
  const names = componentNames(problem);
  const each = problem.contacts.map((_, i) => (problem.contacts.length === 1 ? "" : `_${i}`));
  return csv(
    [
      "time_s",
      "normal_impulse_Ns",
      ...names.map((name) => `impulse_${name}_Ns`),
      ...names.map((name) => `force_${name}_N`),
      ...each.map((suffix) => `local_normal_force${suffix}_N`),
      ...each.map((suffix) => `indentation${suffix}_m`),
    ],
    forces.time.map((time, row) => [
      time,
      forces.normalImpulse[row]!,
      ...forces.impulse[row]!,
      ...forces.contacts.flatMap(({ force }) => force[row]!),
      ...forces.contacts.map(({ localForce }) => localForce[row]![problem.dimension - 1]!),
      ...forces.contacts.map(({ indentation }) => indentation[row]!),
    ]),
  );
}
