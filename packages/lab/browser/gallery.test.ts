import { readdirSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { repository } from "./chromium.js";
import { example, goTo, type Lab, openLab } from "./lab-page.js";

let lab: Lab;
let page: Page;
const loaded = new Map<string, string>();
/** Any view that has something to show. */
const SHOWN = [
  ".inspector[data-impulse]",
  ".many[data-impulse]",
  ".clatter[data-impulses]",
  ".batting",
  ".elastic-rod[data-restitution]",
  ".player[data-end]",
  ".sweep-view",
  ".fit-view",
  ".run-progress",
].join(", ");
beforeAll(async () => {
  lab = await openLab();
  page = await lab.browser.newPage({ viewport: { width: 800, height: 600 } });
  page.on("console", (message) => message.type() === "error" && lab.problems.push(`${page.url()}: ${message.text()}`));
  page.on("pageerror", (error) => lab.problems.push(`${page.url()}: ${error}`));
  page.on("response", (response) => loaded.set(new URL(response.url()).pathname, response.request().resourceType()));
  await page.goto(lab.url);
  await page.locator(".card").first().waitFor();
});
afterAll(() => lab?.close());

describe("the gallery", () => {
  it("loads at most 300 kB of scripts, styles and fonts at first, and nothing that is only needed later", async () => {
    await page.waitForLoadState("networkidle");
    const dist = join(repository, "packages/lab/dist");
    let total = 0;
    for (const [path] of loaded) {
      if (!/\.(js|css|woff2)$/.test(path)) continue;
      const content = await readFile(join(dist, path));
      // Fonts are packed already.
      total += path.endsWith(".woff2") ? statSync(join(dist, path)).size : gzipSync(content).length;
      expect(path).not.toMatch(/katex|editor|rapier|cannon|plot|inspector|player|three/i);
    }
    console.log(`first load: ${(total / 1000).toFixed(0)} kB packed`);
    expect(total).toBeGreaterThan(100_000);
    expect(total).toBeLessThanOrEqual(300_000);
  });

  it("shows every example once, each with a picture and a line, in no empty group", async () => {
    await page.locator(".group .text-button").evaluateAll((buttons) => {
      for (const button of buttons) (button as HTMLButtonElement).click();
    });
    const files = readdirSync(join(repository, "examples"))
      .filter((file) => file.endsWith(".json"))
      .map((file) => file.slice(0, -".json".length));
    await expect.poll(() => page.locator(".card[data-example]").count()).toBe(files.length);
    const shown = await page
      .locator(".card[data-example]")
      .evaluateAll((cards) => cards.map((card) => (card as HTMLElement).dataset.example));
    expect([...shown].sort()).toEqual(files.sort());
    expect(await page.locator(".card[data-example]", { has: page.locator(".thumbnail path") }).count()).toBe(files.length);
    expect(
      await page.locator(".card .words span").evaluateAll((lines) => lines.every((line) => (line.textContent ?? "").length > 10)),
    ).toBe(true);
    expect(await page.locator(".group:not(.start)", { hasNot: page.locator(".card") }).count()).toBe(0);
    expect(await page.getByText("Other studies").count()).toBe(0);
  });

  it("leads from the address of one view to that of another, whose first study it opens", async () => {
    for (const [hash, shown] of [
      ["#/clatter", ".clatter[data-impulses]"],
      ["#/rod", ".elastic-rod[data-restitution]"],
      ["#/impact", ".inspector[data-impulse]"],
      ["#/take", ".desk-sheet img"],
    ] as const) {
      await goTo(page, hash);
      await page.locator(shown).waitFor();
      expect(new URL(page.url()).hash.split("?")[0]).toBe(hash);
    }
    await goTo(page, "#/");
    await page.locator(".card").first().waitFor();
  });

  it("opens every example in its view, with a name on every control", { timeout: 240_000 }, async () => {
    const cards = await page
      .locator(".card[data-example]")
      .evaluateAll((list) => list.map((card) => (card as HTMLAnchorElement).getAttribute("href")!));
    for (const address of cards) {
      await goTo(page, address);
      const title = example(address.split("example=")[1]).title;
      await page.locator(".top-bar .title", { hasText: title }).first().waitFor();
      await page.locator(SHOWN).first().waitFor();
      const { errors, unnamed } = await page.evaluate(() => ({
        errors: document.querySelectorAll(".view-error").length,
        unnamed: [...document.querySelectorAll<HTMLElement>("button, a[href], input, select, textarea, [role=slider], [tabindex]")]
          .filter((control) => {
            const labels = (control as HTMLInputElement).labels ?? [];
            const words = [control.getAttribute("aria-label"), control.textContent, ...[...labels].map((label) => label.textContent)];
            return !words.some((text) => text !== null && text.trim() !== "");
          })
          .map((control) => control.outerHTML.slice(0, 100)),
      }));
      expect(errors, address).toBe(0);
      expect(unnamed, address).toEqual([]);
    }
    expect(lab.problems).toEqual([]);
  });
});
