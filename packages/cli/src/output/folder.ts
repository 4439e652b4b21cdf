/**
 * Writing results to a folder so that it holds either all of them or none: everything is written to a folder beside it first and
 * then moved. What an earlier result left there and this one does not have is removed; files that carom did not write are left alone, and
 * never overwritten.
 */
import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { CommandFailure, systemReason } from "../failure.js";

/** File names to contents. */
export type Files = Readonly<Record<string, string>>;

/** The file that tells a folder is ours. */
const MARK = "result.json";
/** Every file that some result has; what a new result lacks is removed, so that no figure of an earlier one stands beside it. */
const FIGURES = [
  "contact",
  "space-time",
  "bounces",
  "restitution-over-speed",
  "restitution-over-damping",
  "hodograph",
  "impulse-curve",
  "energy",
  "normal-velocity",
  "bundle",
  "step-size",
  "impulse-paths",
  "ledgers",
  "law-velocities",
  "law-impulses",
  "contact-graph",
  "body-velocities",
  "event-bars",
  "contact-impulses",
  "contact-velocities",
  "normal-work",
  "energy-in-time",
  "positions",
  "contact-modes",
  "plan",
  "trajectory",
  "impulse-plane",
  "spread",
  "projection-plane",
  "force-time",
  "force-indentation",
  "forces-in-time",
  "force-strobe",
  "stands",
  "impulses",
  "angles",
  "impulses-over-angle",
  "impulse-over-tilt",
  "shapes",
  "iterations",
  "cobweb",
  "turned-over",
  "grip",
  "contact-map",
  "forces",
  "liftable",
  "lift",
  "work-over-modulus",
];
/** Of simulations; a run that is not over has a checkpoint and no result yet. */
const CHECKPOINT = "checkpoint.json";
const SIMULATION = [CHECKPOINT, "events.jsonl", "series.csv", "contacts.csv"];
const OURS = [
  MARK,
  "report.html",
  "events.csv",
  "history.csv",
  "forces.csv",
  "impacts.csv",
  "hits.csv",
  "penalty.csv",
  "squeeze.csv",
  "contact.csv",
  "bounces.csv",
  "lift.csv",
  "rest.vtu",
  "observed.vtu",
  "turned-over.vtu",
  ...["observed", "rest", "turned-over", "grip", "lifted"].map((state) => `skin-${state}.obj`),
  ...SIMULATION,
  ...FIGURES.map((name) => `${name}.svg`),
];

/** Complains before anything is computed if the folder cannot be one to write to. */
export async function checkFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw new CommandFailure(`${folder}: ${systemReason(error)}`);
  });
  if (found !== undefined && !found.isDirectory()) throw new CommandFailure(`${folder}: is a file, not a directory`);
}

/** Makes the folder one to write these files to: refuses where it holds such files of others, removes what earlier results left there. */
export async function claimFolder(folder: string, names: readonly string[]): Promise<void> {
  await checkFolder(folder);
  const files = Object.fromEntries(names.map((name) => [name, ""]));
  await refuseForeign(folder, files);
  try {
    await mkdir(folder, { recursive: true });
    await removeEarlier(folder, {});
  } catch (error) {
    throw new CommandFailure(`${folder}: ${systemReason(error)}`);
  }
}

export async function writeFolder(folder: string, files: Files): Promise<void> {
  await checkFolder(folder);
  const target = resolve(folder);
  await refuseForeign(folder, files);
  let temporary: string | undefined;
  try {
    await mkdir(dirname(target), { recursive: true });
    temporary = await mkdtemp(join(dirname(target), `.${basename(target)}-`));
    for (const [name, content] of Object.entries(files)) await writeFile(join(temporary, name), content);
    await mkdir(target, { recursive: true });
    await removeEarlier(target, files);
    for (const name of Object.keys(files)) await rename(join(temporary, name), join(target, name));
  } catch (error) {
    throw new CommandFailure(`${folder}: ${systemReason(error)}`);
  } finally {
    if (temporary !== undefined) await rm(temporary, { recursive: true, force: true });
  }
}

async function removeEarlier(folder: string, files: Files): Promise<void> {
  if (!(await isOurs(folder))) return;
  for (const name of OURS) if (!(name in files)) await rm(join(folder, name), { force: true });
}

async function refuseForeign(folder: string, files: Files): Promise<void> {
  if (await isOurs(folder)) return;
  for (const name of Object.keys(files))
    if (await isThere(join(folder, name)))
      throw new CommandFailure(`${join(folder, name)}: exists and is not from carom; choose another directory`);
}

async function isOurs(folder: string): Promise<boolean> {
  for (const name of [MARK, CHECKPOINT]) {
    const text = await readFile(join(folder, name), "utf8").catch(() => "");
    if (/^\{\s*"carom":/.test(text)) return true;
  }
  return false;
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
