/** `carom fit`: a study of kind fit, its tasks answered on the threads of this machine, its answers kept so that it can be gone on with. */
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { FitAnswer, FitTask } from "carom/fit";
import { type FitRun, parseStudy, type StudyOf, startFit } from "carom/study";
import { Piscina } from "piscina";
import { CommandFailure, NOT_COMPUTED, systemReason, within } from "../failure.js";
import { HEADER, JOURNAL, type Journal, openJournal, removeJournal } from "../fit/journal.js";
import { emit } from "../output/emit.js";
import { checkFolder, claimFolder, doing, type Files, writeFolder } from "../output/folder.js";
import { jsonText } from "../output/json-text.js";
import { resultFiles } from "../output/result-files.js";
import { readStudy } from "../study-file.js";
import { resultSummary } from "../summaries/summary.js";
import { progressLine } from "../terminal/progress.js";

export interface FitOptions {
  readonly out?: string;
  readonly resume?: string;
  readonly workers?: number;
  readonly json?: boolean;
}

/** Tasks that go to a thread at once: each takes some milliseconds. */
const TOGETHER = 8;
/** Fewer tasks than these are answered here. */
const FEW = 2;

export async function fit(file: string | undefined, options: FitOptions, version: string): Promise<void> {
  const { folder, study, resumed } = options.resume === undefined ? await begun(file, options) : await goneOn(file, options, version);
  const run = await within(file ?? folder, () => startFit(study));
  if (!resumed) await open(folder, study, version);
  const journal = await openJournal(folder, resumed);
  await drive(run, study, journal, { folder, threads: options.workers ?? study.workers ?? availableParallelism() });
  const result = run.result();
  const write = async (out: string, files: Files) => {
    // Until the results are there, the answers stay.
    await writeFolder(out, files, { [HEADER]: {}, [JOURNAL]: {} });
    await removeJournal(out);
  };
  await emit(
    { out: folder, ...(options.json === undefined ? {} : { json: options.json }) },
    { result, summary: () => resultSummary(result), files: () => within(folder, () => resultFiles(study, result)), hint: HINT },
    write,
  );
}

const HINT = "open report.html there; fitted-study.json is the base with the fitted values";

interface Begun {
  readonly folder: string;
  readonly study: StudyOf<"fit">;
  readonly resumed: boolean;
}

async function begun(file: string | undefined, { out }: FitOptions): Promise<Begun> {
  if (file === undefined) throw new CommandFailure("fit needs a study file, or --resume and the folder of an interrupted fit");
  if (out === undefined) throw new CommandFailure("fit needs --out and a folder for its results");
  await checkFolder(out);
  const study = await readStudy(file);
  if (study.kind !== "fit") throw new CommandFailure(`${file}: kind: "${study.kind}" is not fit; carom run runs it`);
  return { folder: resolve(out), study, resumed: false };
}

async function goneOn(file: string | undefined, { resume, out }: FitOptions, version: string): Promise<Begun> {
  if (file !== undefined || out !== undefined)
    throw new CommandFailure("--resume goes on with a fit as it was begun: it takes no study and no --out");
  const folder = resolve(resume as string);
  const header = join(folder, HEADER);
  const text = await readFile(header, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new CommandFailure(
      error.code === "ENOENT" ? `${folder}: holds no fit to go on with (no ${HEADER})` : `${header}: ${systemReason(error)}`,
    );
  });
  const given = JSON.parse(text) as { readonly version?: string; readonly study?: unknown };
  if (given.version !== version)
    throw new CommandFailure(
      `${header}: the fit was begun by carom ${given.version}, and this is ${version}: another version may give other bits`,
    );
  const study = await within(header, () => parseStudy(given.study, "fit"));
  return { folder, study, resumed: true };
}

async function open(folder: string, study: StudyOf<"fit">, version: string): Promise<void> {
  await claimFolder(folder, [HEADER, JOURNAL]);
  await doing(folder, () => writeFile(join(folder, HEADER), `${jsonText({ carom: 1, kind: "fit-run", version, study })}\n`));
}

/** Beside this module, in the bundle, or built from the sources that a test runs. */
function threadFile(): string {
  const candidates = ["../fit/fit-thread.js", "./fit-thread.js", "../../dist/fit/fit-thread.js"].map((name) =>
    fileURLToPath(new URL(name, import.meta.url)),
  );
  return candidates.find((each) => existsSync(each)) ?? candidates[0];
}

async function drive(
  run: FitRun,
  study: StudyOf<"fit">,
  journal: Journal,
  { folder, threads }: { readonly folder: string; readonly threads: number },
): Promise<void> {
  const tell = progressLine();
  const started = performance.now();
  let done = 0;
  let stopped = false;
  const interrupt = () => {
    stopped = true;
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, interrupt);
  const pool =
    threads > 1
      ? new Piscina({ filename: threadFile(), name: "compute", minThreads: threads, maxThreads: threads, workerData: { study } })
      : undefined;
  try {
    for (let { tasks } = run; tasks !== undefined; { tasks } = run) {
      const known = journal.known(tasks);
      const answers = known ?? (await answersTo(run, tasks, pool));
      if (known === undefined) await journal.add(tasks, answers);
      run.answered(answers);
      done += tasks.length;
      tell(`${done} motions compared, ${(done / Math.max(1e-3, (performance.now() - started) / 1000)).toPrecision(3)}/s`);
      if (stopped) throw new CommandFailure(`stopped after ${done} motions; carom fit --resume ${folder} goes on`, NOT_COMPUTED);
    }
  } finally {
    tell(undefined);
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.removeListener(signal, interrupt);
    await pool?.destroy();
  }
}

async function answersTo(run: FitRun, tasks: readonly FitTask[], pool: Piscina | undefined): Promise<readonly FitAnswer[]> {
  if (pool === undefined || tasks.length < FEW) {
    // Between tasks others may have their turn, so that Ctrl-C is heard.
    await new Promise((next) => setImmediate(next));
    return tasks.map((task) => run.answer(task));
  }
  const parts = Array.from({ length: Math.ceil(tasks.length / TOGETHER) }, (_, i) => tasks.slice(i * TOGETHER, (i + 1) * TOGETHER));
  const answers = (await Promise.all(parts.map((part) => pool.run(part)))) as FitAnswer[][];
  return answers.flat();
}
