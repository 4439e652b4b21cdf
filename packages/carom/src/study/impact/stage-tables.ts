/** Stages of an impact under the law `multipoint`: contacts that push together, one set after the other. */
import type { ImpactOutcome } from "../../impact/outcome.js";
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import { numberText } from "../format/numbers.js";
import type { ResultTable } from "../format/table.js";
import { contactName, contactNames } from "./words.js";

export function stageTables(problem: ContactProblem, { stages = [] }: ImpactOutcome): ResultTable[] {
  if (stages.length === 0) return [];
  return [
    {
      name: "stages",
      title: "Stages",
      use: "page",
      columns: [
        { name: "stage" },
        { name: "contacts" },
        { name: "restitution", digits: 3 },
        { name: "compression ends", unit: "N s", digits: 4 },
        { name: "ends", unit: "N s", digits: 4 },
        { name: "normal work in compression", unit: "J", digits: 3 },
        { name: "normal work at the end", unit: "J", digits: 3 },
        { name: "friction work", unit: "J", digits: 3 },
      ],
      rows: stages.map((stage, i) => [
        String(i + 1),
        contactNames(problem, stage.contacts),
        stage.restitution,
        stage.compressionImpulse,
        stage.finalImpulse,
        stage.compressionWork,
        stage.finalWork,
        stage.frictionWork,
      ]),
    },
    {
      name: "stage-modes",
      title: "What the contacts of each stage do",
      use: "page",
      columns: [{ name: "stage" }, { name: "from", unit: "N s", digits: 4 }, { name: "contacts" }],
      rows: stages.flatMap(({ contacts, phases }, i) =>
        phases.map(({ from, modes, criticalFriction }) => [
          String(i + 1),
          from,
          contacts.map((contact, k) => contactMode(contactName(problem, contact), modes[k], criticalFriction[k])).join("; "),
        ]),
      ),
    },
  ];
}

function contactMode(name: string, mode: "slip" | "stick", needed: number | null): string {
  return `${name} ${mode === "stick" ? "sticks" : "slips"}${needed === null ? "" : ` (needs a friction of ${numberText(needed)})`}`;
}
