/** How much script a page is sent, packed, until it has drawn what was asked for and everything that follows by itself. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { repository } from "../browser/chromium.js";
import { type Lab, openLab } from "../browser/lab-page.js";

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab?.close());

/** Brought when they are opened, whatever the view: they are no part of its budget, and of none but the one that opens them. */
const ASKED_FOR = { katex: /\/katex-/, editor: /\/editor-/, rapier: /\/rapier-/, cannon: /\/cannon-/ } as const;
type Asked = keyof typeof ASKED_FOR;

interface Sent {
  /** Packed, bytes, without what is asked for apart. */
  readonly page: number;
  readonly asked: readonly Asked[];
}

const packed = async (path: string) => gzipSync(await readFile(join(repository, "packages/lab/dist", path))).length;

async function sent(address: string, shown: string): Promise<Sent> {
  const context = await lab.browser.newContext({ viewport: { width: 800, height: 600 } });
  const page = await context.newPage();
  const scripts = new Set<string>();
  // Those of the page's own thread: the worker has its own.
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith(".js") && !pathname.includes("worker")) scripts.add(pathname);
  });
  await page.goto(lab.url + address);
  await page.locator(shown).first().waitFor();
  // What a result asks for is asked for in a moment.
  await page.waitForTimeout(300);
  await page.waitForLoadState("networkidle");
  await context.close();
  const names = Object.keys(ASKED_FOR) as Asked[];
  const own = [...scripts].filter((path) => !names.some((name) => ASKED_FOR[name].test(path)));
  const sizes = await Promise.all(own.map(packed));
  return {
    page: sizes.reduce((sum, size) => sum + size, 0),
    asked: names.filter((name) => [...scripts].some((path) => ASKED_FOR[name].test(path))),
  };
}

const PLAYED = ".player[data-impacts]";

/** Address, what shows that it is there, most bytes, what it brings that is asked for apart. */
const BUDGETS: readonly (readonly [string, string, number, readonly Asked[]])[] = [
  ["", ".card", 190_000, []],
  ["#/build?example=sim-ball-bounce-and-roll", ".build[data-done=true]", 420_000, []],
  ["#/run?example=sim-phone-drop", PLAYED, 420_000, []],
  // Several balls at once: it brings the law of the longest code.
  ["#/run?example=sim-break-follow", PLAYED, 420_000, []],
  ["#/impact?example=slip-reversing-rod", ".inspector[data-impulse]", 420_000, ["katex"]],
  ["#/tell/rod-turns-back", ".lesson canvas", 432_000, []],
  ["embed.html#example=sim-ball-to-rest&parts=stage,time,say", '.embed[data-ready="true"] canvas', 260_000, []],
  ["embed.html#example=slip-reversing-rod", '.embed[data-ready="true"] canvas', 260_000, []],
];

it.each(BUDGETS)("%j and what it shows is sent in time", async (address, shown, most, asked) => {
  const found = await sent(address, shown);
  console.log(`${address || "gallery"}: ${(found.page / 1000).toFixed(0)} kB of packed scripts (at most ${most / 1000})`);
  // Anything less would not be the whole page.
  expect(found.page).toBeGreaterThan(100_000);
  expect(found.page).toBeLessThanOrEqual(most);
  expect(found.asked).toEqual(asked);
});

it("brings the engines to the view that runs them, and to no other", async () => {
  const { asked } = await sent("#/engines", ".engine-stage[data-energy]");
  expect(asked).toEqual(["rapier", "cannon"]);
});
