/** What there is to say about stretches that went by steps. */
import type { SteppedStretch } from "../../simulation/loop/interface.js";
import { counted, numberText } from "../format/numbers.js";
import type { ResultTable } from "../format/table.js";
import type { SimulationResult, SimulationWarning } from "./result.js";

/** Of a run that reached `time`, s. */
export function steppedWarnings(stepped: readonly SteppedStretch[], time: number): SimulationWarning[] {
  if (stepped.length === 0) return [];
  const during = stepped.reduce((sum, { from, to }) => sum + to - from, 0);
  const asked = stepped.every(({ reason }) => reason === "asked for");
  const share = time > 0 ? Math.round((100 * during) / time) : 100;
  const open = stepped.reduce((sum, { notConverged }) => sum + notConverged, 0);
  const solves = stepped.reduce((sum, { solves: some }) => sum + some, 0);
  const unexamined = stepped.reduce((sum, { unexamined: frames }) => sum + frames, 0);
  const residual = stepped.reduce((most, { largestResidual }) => Math.max(most, largestResidual), 0);
  return [
    ...(asked
      ? []
      : [
          {
            code: "stepped" as const,
            message:
              `${share} % of the time went by steps, ${stepped.length === 1 ? "from" : "first from"} t = ` +
              `${numberText(stepped[0].from)} s on: ${stepped[0].reason}; \`verify\` says how far places can be trusted`,
          },
        ]),
    ...(open === 0
      ? []
      : [
          {
            code: "not-converged" as const,
            message:
              `${open} of ${counted(solves, "contact problem")} within steps stayed above their tolerance; the largest residual is ` +
              `${residual.toPrecision(2)} m/s`,
          },
        ]),
    ...(unexamined === 0
      ? []
      : [
          {
            code: "not-converged" as const,
            message:
              `${counted(unexamined, "frame")} of steps ${unexamined === 1 ? "stands" : "stand"} as at the twelfth attempt, ` +
              "though bodies may have gone through each other; `longestStep` makes frames shorter",
          },
        ]),
  ];
}

export function steppedTables({ stepped = [] }: SimulationResult): ResultTable[] {
  if (stepped.length === 0) return [];
  return [
    {
      name: "stepped",
      title: "Stretches by steps",
      use: "both",
      columns: [
        { name: "from", unit: "s", digits: 5 },
        { name: "to", unit: "s", digits: 5 },
        { name: "steps" },
        { name: "shortest", unit: "s", digits: 2 },
        { name: "longest", unit: "s", digits: 2 },
        { name: "impacts" },
        { name: "taken together" },
        { name: "not converged" },
        { name: "largest residual", unit: "m/s", digits: 2 },
        { name: "errors of steps", unit: "m", digits: 2 },
        { name: "deepest overlap", unit: "m", digits: 2 },
        { name: "why" },
      ],
      rows: stepped.map((stretch) => [
        stretch.from,
        stretch.to,
        String(stretch.steps),
        stretch.shortest,
        stretch.longest,
        String(stretch.impacts),
        String(stretch.merged),
        String(stretch.notConverged),
        stretch.largestResidual,
        stretch.estimatedError,
        stretch.deepest,
        stretch.reason,
      ]),
    },
  ];
}

/** How far the run at a tenth of the tolerances agrees, in a sentence. */
export function verificationSentence({ verification, time }: SimulationResult): string[] {
  if (verification === undefined) return [];
  const { differsFrom, body, within, largest } = verification;
  const same = `${numberText(within)} m`;
  return [
    differsFrom === null
      ? `At a tenth of the tolerances all places agree to ${same} until t = ${numberText(time)} s (largest difference ` +
        `${largest.toPrecision(2)} m).`
      : `At a tenth of the tolerances places agree to ${same} until t = ${numberText(differsFrom)} s, where ${body} is elsewhere; the ` +
        `largest difference is ${largest.toPrecision(2)} m.`,
  ];
}
