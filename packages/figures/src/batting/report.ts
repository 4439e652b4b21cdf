/** report.html of a planned hit: the sentence, the numbers, the pictures, the alternatives. */
import type { BattingResult } from "carom/study";
import type { Figure } from "../draw/figure.js";
import { significant, withUnit } from "../draw/numbers.js";
import { reportPage, sentence, type Table } from "../report/page.js";
import { NAMES } from "./spread.js";

export function battingReport(result: BattingResult, figures: readonly Figure[]): string {
  const { title, plan, sensitivity } = result;
  return reportPage({
    title,
    sentence: headline(result),
    warnings: plan.warnings,
    keyTables: [hitTable(result), batTable(result)],
    figures,
    tables: [alternativesTable(result), errorTable(sensitivity?.rows ?? [])],
    footer: FOOTER,
  });
}

const FOOTER =
  "SI units, world axes, z up. Every hit listed was computed forwards once more by the law frictional and its flight; the miss is the distance of the object’s centre of mass from the target at the flight time. Numbers are rounded for reading; result.json has all digits.";

function headline({ plan }: BattingResult): string {
  if (plan.status !== "solved") return sentence(plan.reason);
  const { contactSpeed, flightTime, miss } = plan.hit;
  return `Meet the object with ${withUnit(contactSpeed, "m/s")}: it flies ${withUnit(flightTime, "s")} and passes the target within ${withUnit(Math.max(miss, 1e-15), "m", 1)}.`;
}

const vector = (name: string, values: readonly number[]) => [name, ...values.map((value) => significant(value, 5))];

function hitTable({ plan }: BattingResult): Table {
  const hit = plan.status === "solved" ? plan.hit : plan.nearest;
  const rows =
    hit === undefined
      ? []
      : [
          vector("contact velocity, m/s", hit.contactVelocity),
          vector("impulse on the object, N\u2009s", hit.impulse),
          vector("velocity after the hit, m/s", hit.departure),
          vector("velocity at the target, m/s", hit.arrival),
        ];
  return { title: plan.status === "solved" ? "The hit" : "The nearest hit", columns: ["", "x", "y", "z"], rows };
}

function batTable({ plan }: BattingResult): Table {
  const bat = (plan.status === "solved" ? plan.hit : plan.nearest)?.bat;
  const motions = [
    ["without spin", bat?.translation],
    ["least norm", bat?.leastNorm],
    ["least energy", bat?.leastEnergy],
    ["within the limits", bat?.limited],
  ] as const;
  return {
    title: "Motions of the bat",
    columns: ["", "velocity, m/s", "spin, rad/s", "energy, J"],
    rows: motions.flatMap(([name, motion]) =>
      motion === undefined
        ? []
        : [
            [
              name,
              motion.velocity.map((value) => significant(value, 4)).join(", "),
              motion.angularVelocity.map((value) => significant(value, 4)).join(", "),
              motion.energy === undefined ? "" : significant(motion.energy, 4),
            ],
          ],
    ),
  };
}

function alternativesTable({ closedForm, family }: BattingResult): Table {
  return {
    title: "Other hits",
    columns: ["", "flight, s", "contact speed, m/s", "miss, m"],
    rows: [...closedForm, ...family].map(({ method, case: name, flightTime, contactSpeed, miss }) => [
      method === "closed form" ? `closed form, case ${name}` : "iterative",
      significant(flightTime, 4),
      significant(contactSpeed, 4),
      miss.toExponential(1),
    ]),
  };
}

function errorTable(rows: NonNullable<BattingResult["sensitivity"]>["rows"]): Table {
  return {
    title: "How far it misses",
    columns: ["one standard deviation of", "", "miss, m"],
    rows: rows.map(({ what, error, miss }) => [NAMES[what] ?? what, significant(error), significant(miss)]),
  };
}
