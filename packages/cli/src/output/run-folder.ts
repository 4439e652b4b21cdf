/**
 * The folder of a simulation run: readable at any moment, also when the process is killed.
 *
 *     events.jsonl       one line for each event, written as it happens
 *     checkpoint.json    written under another name, then renamed: either the old one or the new one, never half of one
 *
 * A checkpoint holds all rows so far and may be large; it is written at the end of a stretch, but never so often that writing takes more
 * than a tenth of the time.
 */
import { closeSync, openSync, renameSync, writeSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { RecordedEvent } from "carom/simulation";
import type { RunCheckpoint, SimulationResult } from "carom/study";
import { CommandFailure, systemReason } from "../failure.js";
import { checkFolder, claimFolder, doing, type Files, MOVE, MOVE_OR_CHOOSE, unfinished, writeFolder } from "./folder.js";
import { compactPieces } from "./json-text.js";
import { type Manifest, readManifest, writeManifest, writtenFile } from "./manifest.js";

const EVENTS = "events.jsonl";
const CHECKPOINT = "checkpoint.json";
/** Part of the time that may go into checkpoints. */
const SHARE = 0.1;

export interface RunFolder {
  event(event: RecordedEvent): void;
  /** Takes and writes a checkpoint, unless the last one was too recent. */
  checkpoint(take: () => RunCheckpoint): void;
  /** Writes the results and removes the checkpoint, or leaves the one from which the run could go on. */
  finish(files: Files, left?: RunCheckpoint): Promise<void>;
}

/** What is written to while a run goes on. */
const GROWING = [EVENTS, CHECKPOINT];

/** Complains before anything is computed. */
export const checkRunFolder = (path: string, remedy = MOVE_OR_CHOOSE): Promise<void> =>
  checkFolder(path, [...GROWING, "result.json", "report.html"], remedy);

/** A new run; what an earlier one left there is removed once this one has its results. */
export async function openFolder(path: string, first: RunCheckpoint): Promise<RunFolder> {
  await claimFolder(path, GROWING);
  return runFolder(path, first);
}

/**
 * A run that goes on: events after the checkpoint are dropped, they will happen again. Whoever names the folder of a run says that these
 * two files are the run's, also where carom 0.1 began it and left no manifest.
 */
export async function continueFolder(path: string, checkpoint: RunCheckpoint): Promise<RunFolder> {
  await doing(path, async () => writeManifest(path, { ...(await readManifest(path)), ...unfinished(GROWING) }));
  await checkRunFolder(path, MOVE);
  return runFolder(path, checkpoint);
}

function runFolder(path: string, first: RunCheckpoint): RunFolder {
  let written = performance.now();
  let cost = 0;
  const lines = writing(path, () => {
    const opened = openSync(join(path, EVENTS), "w");
    for (const event of first.record.events) writeSync(opened, `${JSON.stringify(event)}\n`);
    return opened;
  });

  function write(checkpoint: RunCheckpoint): void {
    const from = performance.now();
    writing(path, () => {
      const temporary = join(path, `.${CHECKPOINT}`);
      const opened = openSync(temporary, "w");
      try {
        for (const piece of compactPieces(checkpoint)) writeSync(opened, piece);
        writeSync(opened, "\n");
      } finally {
        closeSync(opened);
      }
      renameSync(temporary, join(path, CHECKPOINT));
    });
    written = performance.now();
    cost = written - from;
  }

  write(first);
  return {
    event: (event) => {
      writing(path, () => writeSync(lines, `${JSON.stringify(event)}\n`));
    },
    checkpoint: (take) => {
      if (performance.now() - written >= cost / SHARE) write(take());
    },
    finish: (files, left) =>
      doing(path, async () => {
        closeSync(lines);
        if (left !== undefined) write(left);
        const events = { [EVENTS]: await writtenFile(join(path, EVENTS)) };
        await writeFolder(path, files, { ...events, ...unfinished([CHECKPOINT]) }, MOVE);
        if (left !== undefined) return;
        await rm(join(path, CHECKPOINT), { force: true });
        await writeManifest(path, withoutCheckpoint(await readManifest(path)));
      }),
  };
}

function withoutCheckpoint({ [CHECKPOINT]: _, ...files }: Manifest): Manifest {
  return files;
}

function writing<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw new CommandFailure(`${path}: ${systemReason(error)}`);
  }
}

/** The text of the checkpoint; undefined where there is none. */
export async function readCheckpoint(path: string): Promise<string | undefined> {
  return readFile(join(path, CHECKPOINT), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw new CommandFailure(`${join(path, CHECKPOINT)}: ${systemReason(error)}`);
  });
}

/** The result of a run that is over. */
export async function readResult(path: string): Promise<SimulationResult> {
  const text = await readFile(join(path, "result.json"), "utf8").catch(() => undefined);
  const result = text === undefined ? undefined : (JSON.parse(text) as SimulationResult);
  if (result?.kind !== "simulation") throw new CommandFailure(`${path}: holds no run of a simulation to go on with`);
  return result;
}
