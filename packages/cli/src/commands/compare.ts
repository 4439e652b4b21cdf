/** `carom compare`: the same impact under every law; a simulation beside penalty contact. */
import { compareStudy } from "carom/study";
import { CommandFailure, within } from "../failure.js";
import { emit } from "../output/emit.js";
import { checkFolder } from "../output/folder.js";
import { comparisonFiles } from "../output/result-files.js";
import { readStudy } from "../study-file.js";
import { comparisonSummary } from "../summaries/comparison.js";
import { type CompareOptions, terminalKind } from "../summaries/kinds.js";

export async function compare(file: string, options: CompareOptions): Promise<void> {
  if (options.out !== undefined) await checkFolder(options.out);
  const study = await readStudy(file);
  const own = terminalKind(study.kind).compare;
  if (own !== undefined) return own(file, study, options);
  if (study.kind !== "impact")
    throw new CommandFailure(
      `${file}: is a study of kind ${study.kind}; carom compare is for one impact, under every law, and for a simulation, beside penalty ` +
        "contact: use carom run",
    );
  if (options.stiffness !== undefined || options.creep !== undefined)
    throw new CommandFailure("--stiffness and --creep are for simulations, which are compared with penalty contact");
  const history = options.json === true || options.out !== undefined;
  const comparison = await within(file, () => compareStudy(study, { history }));
  await emit(options, {
    result: comparison,
    summary: () => comparisonSummary(comparison),
    files: () => within(file, () => comparisonFiles(comparison)),
    hint: "open report.html there",
  });
}
