/** Every view, in both themes and on a phone, without a violation that axe finds: names, roles, contrast, landmarks, order of headings. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { goTo, type Lab, openLab } from "./lab-page.js";
import { VIEWS } from "./views.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const LOOKS = [
  ["light", 1440],
  ["dark", 1440],
  ["light", 390],
] as const;

let lab: Lab;
let page: Page;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab?.close());

/** What axe complains of: the rule, and where. */
async function violations(): Promise<string[]> {
  const { violations: found } = await page.evaluate<AxeResults>("axe.run(document, { resultTypes: ['violations'] })");
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = "" }) => `${id} at ${target.join(" ")}: ${failureSummary.split("\n").at(-1)?.trim()}`),
  );
}

describe.each(LOOKS)("%s, %i px", (theme, width) => {
  beforeAll(async () => {
    page = await lab.browser.newPage({ viewport: { width, height: 900 }, colorScheme: theme });
    await page.goto(lab.url);
    await page.evaluate(AXE);
  });
  afterAll(() => page?.close());

  it.each(VIEWS)("%s", async (hash, shown) => {
    await goTo(page, hash);
    await page.locator(shown).first().waitFor();
    expect(await violations()).toEqual([]);
  });
});
