/** `carom compare`: the same impact under every law, or a simulation beside penalty contact. */
import { compareStudy } from "carom/study";
import { CommandFailure, within } from "../failure.js";
import { comparisonFiles } from "../figures.js";
import { checkFolder, writeFolder } from "../output/folder.js";
import { jsonText } from "../output/json-text.js";
import { readStudy } from "../study-file.js";
import { comparisonSummary } from "../summaries/comparison.js";
import { type OutputOptions, tellFolder } from "./run.js";

/** Of penalty contact. */
export interface PenaltyChoice {
  readonly stiffness?: readonly number[];
  readonly creep?: number;
}

export async function compare(file: string, options: OutputOptions & PenaltyChoice): Promise<void> {
  if (options.out !== undefined) await checkFolder(options.out);
  const study = await readStudy(file);
  if (study.kind === "simulation") return (await import("./compare-penalty.js")).comparePenalty(file, study, options);
  if (options.stiffness !== undefined || options.creep !== undefined)
    throw new CommandFailure("--stiffness and --creep are for simulations, which are compared with penalty contact");
  const wantsHistory = options.json === true || options.out !== undefined;
  const comparison = await within(file, () => compareStudy(study, { history: wantsHistory }));
  if (options.out !== undefined)
    await writeFolder(options.out, {
      "result.json": `${jsonText(comparison)}\n`,
      ...(await within(file, () => comparisonFiles(comparison))),
    });
  process.stdout.write(`${options.json ? jsonText(comparison) : comparisonSummary(comparison)}\n`);
  tellFolder(options);
}
