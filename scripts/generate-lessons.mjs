// Writes the lessons of the lab as pages of docs/lessons: what is said, the questions, and the answers on a sheet of their own for
// teachers. Numbers are the recorded ones, which the lab's tests hold to what is computed. With --check it only says whether they are
// current.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./source-files.mjs";

const source = join(root, "packages/lab/lessons");
const folder = join(root, "docs/lessons");
const lessons = readdirSync(source)
  .filter((file) => file.endsWith(".json"))
  .sort()
  .map((file) => ({ name: file.replace(/\.json$/, ""), ...JSON.parse(readFileSync(join(source, file), "utf8")) }));

const pages = Object.fromEntries([["index.md", overview()], ...lessons.map((lesson) => [`${lesson.name}.md`, sheet(lesson)])]);
const isCheck = process.argv.includes("--check");
mkdirSync(folder, { recursive: true });
const stale = Object.entries(pages).filter(
  ([file, text]) => !existsSync(join(folder, file)) || readFileSync(join(folder, file), "utf8") !== text,
);
if (isCheck && stale.length > 0) {
  console.error(`docs/lessons: ${stale.map(([file]) => file).join(", ")} not current: run node scripts/generate-lessons.mjs`);
  process.exit(1);
}
for (const [file, text] of stale) writeFileSync(join(folder, file), text);
console.log(`${lessons.length} lessons in docs/lessons`);

function overview() {
  const rows = lessons.map(
    ({ name, title, line, minutes, steps, facts }) =>
      `| [${title}](${name}.md) | ${filled(line, facts)} | ${minutes} | ${steps.filter(({ ask }) => ask !== undefined).length} |`,
  );
  return `# Lessons and work sheets

Each lesson is played in the [lab](../lab.md), step by step, with the computation beside it; here is its text as a sheet to print, with the
questions first and the answers for teachers on a page of their own. Every number is computed: the lab's tests recompute all of them.

| lesson | in one line | minutes | questions |
|---|---|---|---|
${rows.join("\n")}

Print a page from the browser: navigation is left out, and the answers begin on a new page, so that they can be kept back. [A lesson for
class](../tutorials/lesson.md) goes through one of them, from the plan to numbers of your own.
`;
}

/** A sentence with the numbers in it. */
function filled(text, facts) {
  return text.replace(/\{(\w+)\}/g, (_, fact) => written(facts[fact]));
}

function sheet({ title, line, minutes, study, set, facts, steps, name }) {
  const told = (text) => filled(text, facts);
  const questions = steps.filter(({ ask }) => ask !== undefined);
  const body = steps.map((step, i) => {
    const { say, more, ask } = step;
    const text = more === undefined ? "" : `\n\n${told(more)}`;
    if (ask === undefined) return `**${i + 1}. ${told(say)}**${text}`;
    const choices = (ask.choices ?? []).map((choice, k) => `- [ ] ${"abcdefgh"[k]}) ${told(choice)}`).join("\n");
    return `**${i + 1}. ${told(say)}**${text}\n\n${choices || "Your answer: ______________________"}`;
  });
  const answers = steps.flatMap(({ say, ask }, i) => (ask === undefined ? [] : [`- **${i + 1}. ${told(say)}** ${answer(ask, told)}`]));
  const changed =
    set === undefined
      ? ""
      : `, with ${Object.entries(set)
          .map(([path, value]) => `\`${path}\` ${JSON.stringify(value)}`)
          .join(", ")}`;
  return wrapped(`# ${title}

${told(line)} About ${minutes} minutes, ${steps.length} steps, ${questions.length} questions.

Name: ______________________

${body.join("\n\n")}

<div class="teacher"></div>

## For teachers

In the lab: \`carom lab\`, then [the lesson](http://127.0.0.1:4173/#/tell/${name}) "${title}".
Study: [\`${study}\`](../../examples/${study}.json)${changed}.
The file of the lesson: [\`packages/lab/lessons/${name}.json\`](../../packages/lab/lessons/${name}.json).

${answers.join("\n")}
`);
}

function answer({ answer: right, choices = [], because }, told) {
  const chosen = typeof right === "number" && choices.length > 0 ? `${"abcdefgh"[right - 1]}) ${told(choices[right - 1])}. ` : "";
  return `${chosen}${because === undefined ? "" : told(because)}`.trim();
}

/** As the lab writes a fact. */
function written(fact) {
  if (fact === undefined) throw new Error("a lesson names a fact that it does not have");
  const { value, as: { digits = 3, unit = "", times = 1, absolute = false } = {} } = fact;
  const number = (absolute ? Math.abs(value) : value) * times;
  return `${number.toFixed(digits)}${unit === "" ? "" : ` ${unit}`}`.replace(/^-/, "−");
}

/** Lines of at most 140 characters; what a list begins is not broken into a new item. */
function wrapped(text) {
  return text
    .split("\n")
    .map((line) => {
      if (line.length <= 140 || line.startsWith("|")) return line;
      const indent = line.startsWith("- [ ] ") ? "      " : line.startsWith("- ") ? "  " : "";
      const lines = [""];
      for (const word of line.split(" ")) {
        const last = lines[lines.length - 1];
        if (last !== "" && last.length + word.length + 1 > 140 && !/^([-+*>#|=]|\d+[.)]$)/.test(word)) lines.push(`${indent}${word}`);
        else lines[lines.length - 1] = last === "" ? word : `${last} ${word}`;
      }
      return lines.join("\n");
    })
    .join("\n");
}
