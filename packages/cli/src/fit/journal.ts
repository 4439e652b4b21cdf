/**
 * The answers of a fit so far, one line for each list of tasks: the hash of the tasks, then the answers. A fit that is gone on with asks
 * the same tasks again and finds their answers here; a line that was cut off, and what follows it, is computed anew.
 */
import { createHash } from "node:crypto";
import { appendFile, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FitAnswer, FitTask } from "carom/fit";
import { doing } from "../output/folder.js";

/** In the folder of a fit that is not done. */
export const JOURNAL = "answers.jsonl";
export const HEADER = "fit.json";

export interface Journal {
  /** The answers to these tasks, where they are known. */
  known(tasks: readonly FitTask[]): readonly FitAnswer[] | undefined;
  add(tasks: readonly FitTask[], answers: readonly FitAnswer[]): Promise<void>;
}

const hashOf = (tasks: readonly FitTask[]) => createHash("sha256").update(JSON.stringify(tasks)).digest("hex").slice(0, 32);

/** @param resume whether answers that are there are used */
export async function openJournal(folder: string, resume: boolean): Promise<Journal> {
  const file = join(folder, JOURNAL);
  const lines = resume ? await linesOf(file) : [];
  // Only whole lines: the next one begins where the last whole one ends.
  await doing(folder, () => writeFile(file, lines.map((line) => `${line}\n`).join("")));
  let place = 0;
  return {
    known: (tasks) => {
      if (place >= lines.length) return undefined;
      const [hash, answers] = JSON.parse(lines[place]) as [string, (number | null)[][]];
      if (hash !== hashOf(tasks)) {
        place = lines.length;
        return undefined;
      }
      place++;
      return answers.map((answer) => answer.map((value) => value ?? Number.NaN));
    },
    add: (tasks, answers) => doing(folder, () => appendFile(file, `${JSON.stringify([hashOf(tasks), answers])}\n`)),
  };
}

async function linesOf(file: string): Promise<string[]> {
  const text = await readFile(file, "utf8").catch(() => "");
  const lines = text.split("\n").slice(0, -1);
  const broken = lines.findIndex((line) => {
    try {
      return !Array.isArray(JSON.parse(line));
    } catch {
      return true;
    }
  });
  return broken < 0 ? lines : lines.slice(0, broken);
}

export async function removeJournal(folder: string): Promise<void> {
  await rm(join(folder, JOURNAL), { force: true });
  await rm(join(folder, HEADER), { force: true });
}
