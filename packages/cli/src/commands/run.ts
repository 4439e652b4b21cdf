/** `carom run`: one study of any kind, as text, as JSON, or as a folder of files. */
import { chooseLaw, chooseMotion, kindNamed, METHODS, type Method, type MotionChoice, type Study } from "carom/study";
import { CommandFailure, NOT_COMPUTED, within } from "../failure.js";
import { emit, type OutputOptions } from "../output/emit.js";
import { checkFolder } from "../output/folder.js";
import { resultFiles } from "../output/result-files.js";
import { readStudy } from "../study-file.js";
import { terminalKind } from "../summaries/kinds.js";
import { resultSummary } from "../summaries/summary.js";
import { progressLine } from "../terminal/progress.js";

export interface RunCommandOptions extends OutputOptions, MotionChoice {
  /** Instead of the study's law. */
  readonly law?: string;
  /** Instead of the study's method: of its law, or of its motion. */
  readonly method?: string;
  /** Folder of an interrupted simulation, instead of a study. */
  readonly resume?: string;
}

export async function run(file: string | undefined, options: RunCommandOptions): Promise<void> {
  const { resume } = options;
  if (resume !== undefined) {
    const { out, law, method, stepError, verify } = options;
    if ([file, out, law, method, stepError, verify].some((given) => given !== undefined))
      throw new CommandFailure(
        "--resume goes on with a run as it was begun: it takes no study, --out, --law, --method, --step-error or --verify",
      );
    return (await import("./run-simulation.js")).resumeSimulation(resume, options);
  }
  if (file === undefined) throw new CommandFailure("run needs a study file, or --resume and the folder of an interrupted run");
  if (options.out !== undefined) await checkFolder(options.out);
  const given = await readStudy(file);
  const study = await within(file, () => chosen(given, options));
  const { run: own = runKind } = terminalKind(study.kind);
  return own(file, study, options);
}

function chosen(study: Study, { law, method, stepError, verify }: RunCommandOptions): Study {
  const ofLaw = METHODS.find((name): name is Method => name === method);
  const underLaw =
    law === undefined && ofLaw === undefined ? study : chooseLaw(study, { ...(law && { law }), ...(ofLaw && { method: ofLaw }) });
  return chooseMotion(underLaw, {
    ...(method === undefined || ofLaw !== undefined ? {} : { method }),
    ...(stepError === undefined ? {} : { stepError }),
    ...(verify === undefined ? {} : { verify }),
  });
}

/** Runs a study of any kind to its end at once. */
async function runKind(file: string, study: Study, options: OutputOptions): Promise<void> {
  const tell = progressLine();
  const history = options.json === true || options.out !== undefined;
  const result = await within(file, () => kindNamed(study.kind).run(study, { history, progress: ({ text }) => tell(text) }));
  tell(undefined);
  await emit(options, {
    result,
    summary: () => resultSummary(result),
    files: () => within(file, () => resultFiles(study, result)),
    hint: reportHint(study),
  });
  // What was found is told all the same; that it is not what was asked for is for scripts to see.
  if (kindNamed(study.kind).shortfall?.(result) !== undefined) process.exitCode = NOT_COMPUTED;
}

export function reportHint({ kind }: Study): string {
  return `open report.html there${terminalKind(kind).hint ?? ""}`;
}
