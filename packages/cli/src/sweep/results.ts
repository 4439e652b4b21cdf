/** What is left of a sweep that is done: runs.parquet, summary.json, kept runs, figures, report.html and manifest.json. */
import { csvText, joinedRows, kindNamed, type SweepResult, type SweepRows, summarise } from "carom/study";
import { CommandFailure } from "../failure.js";
import type { Files } from "../output/folder.js";
import { writeFolder } from "../output/folder.js";
import { jsonText } from "../output/json-text.js";
import { readManifest, writeManifest } from "../output/manifest.js";
import { csvFiles } from "../output/result-files.js";
import { hashOf } from "./chunk.js";
import type { Executed } from "./execute.js";
import { bytesOf, columnsOf, parquetPieces } from "./parquet.js";
import { HEADER, removeChunks, type SweepRun } from "./run-folder.js";

/** @param executed with the rows of all chunks, in their order */
export async function writeResults(run: SweepRun, { parts, machines, busy }: Executed, csv: boolean): Promise<SweepResult> {
  const rows = joinedRows(parts);
  const summary = summarise(run.plan, rows);
  const { drawn } = await import("@carom/figures");
  const { figures, report } = drawn(run.plan.study, summary);
  const files: Files = {
    "summary.json": `${jsonText(summary)}\n`,
    "runs.parquet": parquetPieces(rows),
    ...(csv ? { "runs.csv": runsCsv(rows) } : {}),
    "result-study.json": `${jsonText(run.plan.study)}\n`,
    ...Object.fromEntries(summary.kept.map(({ which, study }, i) => [`kept-${i + 1}-${which}.json`, `${jsonText(study)}\n`])),
    ...csvFiles(kindNamed("sweep").tables(summary)),
    ...Object.fromEntries(figures.map(({ name, svg }) => [`${name}.svg`, svg])),
    "report.html": report,
  };
  const { version, studyHash, chunks, plan } = run;
  const about = {
    sweep: {
      version,
      study: studyHash,
      seed: plan.study.seed ?? 1,
      runs: plan.runs,
      rows: contentHash(rows),
      chunks: chunks.map(({ id, from, to }) => ({ id, from, to })),
      machines,
      ...(busy === undefined ? {} : { busy }),
    },
  };
  // Until the results are there, the chunks and what they are of stay.
  await writeFolder(run.folder, files, { [HEADER]: {} }, undefined, about).catch((error: unknown) => {
    if (!(error instanceof CommandFailure)) throw error;
    throw new CommandFailure(`${error.message}; every run is kept, and carom sweep --resume ${run.folder} goes on`, error.exitCode);
  });
  await removeChunks(run);
  const { [HEADER]: _, ...listed } = await readManifest(run.folder);
  await writeManifest(run.folder, listed, about);
  return summary;
}

/** Of all columns, whatever the file they are in. */
function contentHash(rows: SweepRows): string {
  const parts = columnsOf(rows).map((column) =>
    column.type === "number" ? hashOf(bytesOf(column.values)) : hashOf(JSON.stringify([column.texts, hashOf(bytesOf(column.codes))])),
  );
  return hashOf(JSON.stringify([rows.from, rows.count, ...columnsOf(rows).map(({ name }) => name), ...parts]));
}

function runsCsv(rows: SweepRows): string {
  const columns = columnsOf(rows);
  const cell = (i: number, row: number) => {
    const column = columns[i];
    if (column.type === "text") return column.texts[column.codes[row]];
    return Number.isNaN(column.values[row]) ? "" : column.values[row];
  };
  return csvText({
    columns: [{ name: "run" }, ...columns.map(({ name }) => ({ name }))],
    rows: Array.from({ length: rows.count }, (_, row) => [rows.from + row, ...columns.map((_, i) => cell(i, row))]),
  });
}
