/** `carom new`: a study to start from, a template or a copy of an example. */
import { readFile, writeFile } from "node:fs/promises";
import { examples, likelyNames } from "../examples.js";
import { CommandFailure, systemReason } from "../failure.js";
import { templates, templateText } from "../templates.js";
import { table } from "../terminal/table.js";

export function listStarts(): string {
  const rows = templates.map(({ name, summary }) => [name, summary]);
  const names = examples().map(({ name }) => [name, "example"]);
  return table([{ title: "name" }, { title: "what it is" }], [...rows, ...names]);
}

/** Writes to the file, which must not exist, or to stdout. */
export async function start(name: string, file: string | undefined): Promise<void> {
  const text = await textOf(name);
  if (file === undefined) {
    process.stdout.write(text);
    return;
  }
  await writeFile(file, text, { flag: "wx" }).catch((error: NodeJS.ErrnoException) => {
    throw new CommandFailure(`${file}: ${error.code === "EEXIST" ? "exists already; carom does not overwrite it" : systemReason(error)}`);
  });
  process.stdout.write(`Written ${file}. Next: carom run ${file}\n`);
}

async function textOf(name: string): Promise<string> {
  const template = templates.find((candidate) => candidate.name === name);
  if (template !== undefined) return templateText(template);
  const example = examples().find((candidate) => candidate.name === name);
  if (example !== undefined) return readFile(example.file, "utf8");
  const names = [...templates, ...examples()].map((known) => known.name);
  throw new CommandFailure(`${name}: is neither a template nor an example; carom new --list names them${likelyNames(name, names)}`);
}
