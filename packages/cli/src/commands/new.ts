/** `carom new`: a study to start from, a template or a copy of an example. */
import { readFile, writeFile } from "node:fs/promises";
import { didYouMean, KINDS } from "carom/study";
import { examples } from "../examples.js";
import { CommandFailure, systemReason } from "../failure.js";
import { templates, templateText } from "../templates.js";
import { pc } from "../terminal/colour.js";
import { wrap } from "../terminal/table.js";
import { terminalWidth } from "../terminal/width.js";

/** chain-3 before chain-10. */
const BY_NUMBERS = new Intl.Collator("en", { numeric: true });

/** Templates, then examples with their titles, by kind. */
export async function listStarts(): Promise<string> {
  const found = await Promise.all(examples().map(async ({ name, file }) => ({ name, ...head(await readFile(file, "utf8")) })));
  found.sort((a, b) => BY_NUMBERS.compare(a.name, b.name));
  const groups: [string, Start[]][] = [
    ["Templates", templates.map(({ name, summary }) => ({ name, title: summary }))],
    ...KINDS.map((kind): [string, Start[]] => [`Examples of kind ${kind}`, found.filter((example) => example.kind === kind)]),
  ];
  const width = Math.max(...groups.flatMap(([, starts]) => starts.map(({ name }) => name.length)));
  return groups
    .filter(([, starts]) => starts.length > 0)
    .map(([title, starts]) => `${pc.bold(title)}\n${starts.map((start) => listed(start, width)).join("\n")}`)
    .join("\n\n");
}

interface Start {
  readonly name: string;
  readonly title: string;
}

/** What the list shows of a study: examples are sound, so nothing is checked. */
function head(text: string): { readonly kind: string; readonly title: string } {
  const { kind, title } = JSON.parse(text) as { kind: string; title: string };
  return { kind, title };
}

/** A line, or several where the title is long. */
function listed({ name, title }: Start, width: number): string {
  const [first, ...others] = wrap(title, Math.max(20, terminalWidth() - width - 4));
  return [`  ${name.padEnd(width)}  ${first}`, ...others.map((line) => `${" ".repeat(width + 4)}${line}`)].join("\n");
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
  throw new CommandFailure(`${name}: is neither a template nor an example; carom new --list names them${didYouMean(name, names)}`);
}
