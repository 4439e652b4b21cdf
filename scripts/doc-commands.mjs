// The commands that pages show without running them: blocks of ```sh, indented blocks, and code within a sentence. Each must be a command
// that there is, with options that it has: of carom, by what it says for --help; of npm run, by package.json; of node, by the file.
// Studies of examples/ that are named must be there. What stands after "$ " in ```console is run (generate-doc-output.mjs).
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./source-files.mjs";

const CAROM = join(root, "packages/cli/bin/carom.js");
/** Where the explanation of a command begins: a comment, or words a few spaces to the right. */
const EXPLANATION = /\s+#\s.*$|\s{3,}\S.*$/;

/** What is wrong with the commands of a page; the texts of --help are asked for once and kept in the map. */
export function wrongCommands(page, text, helps) {
  return commandsOf(text).flatMap((command) => complaintsAbout(command, helps).map((complaint) => `${page}: "${command}": ${complaint}`));
}

/** Commands that a page shows, each on its own. */
export function commandsOf(text) {
  const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block]) => block.split("\n"));
  const prose = text.replace(/^```[\s\S]*?^```$/gm, "");
  const indented = prose.split("\n").filter((line) => line.startsWith("    "));
  const inSentences = [...prose.replace(/^ {4}.*$/gm, "").matchAll(/`([^`]+)`/g)].map(([, code]) => code.replace(/\s+/g, " "));
  return [...blocks, ...indented, ...inSentences]
    .flatMap((line) =>
      line
        .trim()
        .replace(EXPLANATION, "")
        .split(/&&|;|\|/),
    )
    .map((command) => command.trim().replace(/^npx carom/, "carom"))
    .filter((command) => /^(carom|npm run|node (?=\S+\/))\s*\S/.test(command));
}

function complaintsAbout(command, helps) {
  const [program, first, ...rest] = command.split(/\s+/);
  const missing = rest
    .filter((word) => /^examples\/[a-z][^*]+\.json$/.test(word) && !existsSync(join(root, word)))
    .map((file) => `no ${file}`);
  if (program === "node") return existsSync(join(root, first)) ? missing : [`there is no ${first}`];
  if (program === "npm") {
    const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const script = rest.find((word) => !word.startsWith("-"));
    return script === undefined || script in scripts ? missing : [`package.json has no script ${script}`];
  }
  const isCommand = /^[a-z]+$/.test(first);
  const help = helpOf(isCommand ? first : undefined, helps);
  if (help === undefined) return [`carom has no command ${first}`];
  const options = (isCommand ? rest : [first, ...rest]).flatMap((word) => /^--?[a-z][\w-]*/.exec(word) ?? []);
  return [...missing, ...options.filter((option) => !new RegExp(`(^|[\\s,])${option}\\b`, "m").test(help)).map((option) => `no ${option}`)];
}

/** What carom, or one of its commands, says of itself; nothing where there is no such command, for which the help is that of carom. */
function helpOf(command, helps) {
  const name = command ?? "";
  if (!helps.has(name)) {
    const { stdout } = spawnSync(process.execPath, [CAROM, ...(command === undefined ? [] : [command]), "--help"], { encoding: "utf8" });
    helps.set(name, new RegExp(`^Usage: carom (\\w+\\|)?${command ?? "\\["}`).test(stdout) ? stdout : undefined);
  }
  return helps.get(name);
}
