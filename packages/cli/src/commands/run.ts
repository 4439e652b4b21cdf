/** `carom run`: one study, as text, as JSON, or as a folder of files. */
import { chooseLaw, type ImpactResult, type Method, runStudy } from "carom/study";
import { eventsCsv, historyCsv } from "../csv.js";
import { CommandFailure, within } from "../failure.js";
import { impactFiles } from "../figures.js";
import { forcesCsv } from "../forces.js";
import { checkFolder, type Files, writeFolder } from "../output/folder.js";
import { jsonText } from "../output/json-text.js";
import { readStudy } from "../study-file.js";
import { resultSummary } from "../summaries/impact.js";

export interface OutputOptions {
  /** The whole result as JSON on stdout instead of the summary. */
  readonly json?: boolean;
  /** Folder for result.json, CSV series, figures and report.html. */
  readonly out?: string;
}

export interface RunCommandOptions extends OutputOptions {
  /** Instead of the study's law. */
  readonly law?: string;
  /** Instead of the study's method. */
  readonly method?: Method;
  /** Folder of an interrupted simulation, instead of a study. */
  readonly resume?: string;
}

export async function run(file: string | undefined, options: RunCommandOptions): Promise<void> {
  const { resume, json } = options;
  if (resume !== undefined) {
    if (file !== undefined || options.out !== undefined || options.law !== undefined || options.method !== undefined)
      throw new CommandFailure("--resume goes on with a run as it was begun: it takes no study, --out, --law or --method");
    return (await import("../simulation.js")).resumeSimulation(resume, { ...(json === undefined ? {} : { json }) });
  }
  if (file === undefined) throw new CommandFailure("run needs a study file, or --resume and the folder of an interrupted run");
  if (options.out !== undefined) await checkFolder(options.out);
  const given = await readStudy(file);
  const study = await within(file, () => chooseLaw(given, options));
  if (study.kind === "simulation") return (await import("../simulation.js")).runSimulationStudy(file, study, options);
  if (study.kind === "batting") return (await import("../batting.js")).runBattingStudy(file, study, options);
  if (study.kind === "pickup") return (await import("../pickup.js")).runPickupStudy(file, study, options);
  if (study.kind === "rest-shape") return (await import("../rest-shape.js")).runRestShapeStudy(file, study, options);
  if (study.kind === "elastic-rod") return (await import("../elastic-rod.js")).runElasticRodStudy(file, study, options);
  if (study.kind === "clatter") return (await import("../clatter.js")).runClatterStudy(file, study, options);
  const wantsHistory = options.json === true || options.out !== undefined;
  const result = await within(file, () => runStudy(study, { history: wantsHistory }));
  if (options.out !== undefined)
    await writeFolder(options.out, { ...resultFiles(result), ...(await within(file, () => impactFiles(result))) });
  process.stdout.write(`${options.json ? jsonText(result) : resultSummary(result)}\n`);
  tellFolder(options);
}

/** On stderr where stdout is JSON for a program. */
export function tellFolder({ json, out }: OutputOptions): void {
  if (out !== undefined) (json ? process.stderr : process.stdout).write(`\nWritten to ${out}: open report.html there.\n`);
}

function resultFiles(result: ImpactResult): Files {
  const { problem, outcome } = result;
  return {
    "result.json": `${jsonText(result)}\n`,
    "events.csv": eventsCsv(outcome.events, problem),
    ...(outcome.history === undefined ? {} : { "history.csv": historyCsv(outcome.history, problem) }),
    ...(result.forces === undefined ? {} : { "forces.csv": forcesCsv(result.forces, problem) }),
  };
}
