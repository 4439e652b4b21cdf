import { expect, it } from "vitest";
import { commandsOf, wrongCommands } from "./doc-commands.mjs";

const PAGE = `Try \`carom run ball.json --json\`, and \`npx carom
validate ball.json\`; \`carom\` alone is a name.

    carom run ball.json --out there     writes a folder
    x = 1

\`\`\`sh
npm ci && npm run build   # everything
node scripts/check-source.mjs
\`\`\`

\`\`\`console
$ npx carom run --wrong
\`\`\`
`;
const HELPS = new Map([
  ["run", "Usage: carom run [options]\n  --json\n  --out <dir>\n"],
  ["validate", "Usage: carom validate"],
  ["fly", undefined],
]);

it("finds commands in blocks and sentences, without what is said of them, and leaves those that are run", () => {
  expect(commandsOf(PAGE)).toEqual([
    "npm run build",
    "node scripts/check-source.mjs",
    "carom run ball.json --out there",
    "carom run ball.json --json",
    "carom validate ball.json",
  ]);
  expect(wrongCommands("page", PAGE, HELPS)).toEqual([]);
});

it("complains of commands, options, scripts and files that there are not", () => {
  const wrong = (command) => wrongCommands("page", `\`${command}\``, HELPS);
  expect(wrong("carom run ball.json --jsn")).toEqual(['page: "carom run ball.json --jsn": no --jsn']);
  expect(wrong("carom run ball.json --js")).toHaveLength(1);
  expect(wrong("carom fly")).toEqual(['page: "carom fly": carom has no command fly']);
  expect(wrong("npm run biuld")).toHaveLength(1);
  expect(wrong("node scripts/none.mjs")).toHaveLength(1);
  expect(wrong("carom run examples/none.json")).toHaveLength(1);
});
