import type { ChildProcess } from "node:child_process";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launch, startLab } from "./chromium.js";
import { widthOf } from "./lab-page.js";

let lab: { url: string; process: ChildProcess };
let browser: Browser;
let page: Page;
const problems: string[] = [];

beforeAll(async () => {
  lab = await startLab();
  browser = await launch();
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on(
    "request",
    (request) => !request.url().startsWith(lab.url) && !request.url().startsWith("data:") && problems.push(`asked for ${request.url()}`),
  );
  await page.goto(lab.url);
});

afterAll(async () => {
  await browser?.close();
  lab?.process.kill();
});

const row = async (id: string) => {
  const element = page.locator(`[id="${id}"]`);
  return {
    energy: Number(await element.getAttribute("data-energy")),
    slip: Number(await element.getAttribute("data-slip")),
    text: await element.innerText(),
  };
};

describe("the first page", () => {
  it("is served on this machine only", () => {
    expect(new URL(lab.url).hostname).toMatch(/^(localhost|127\.0\.0\.1)$/);
  });

  it("carries its policy twice: in the page for any host, and as a header of this one", async () => {
    const response = await fetch(lab.url);
    const meta = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(await response.text())?.[1].replaceAll("&#39;", "'");
    expect(response.headers.get("content-security-policy")).toBe(`${meta}; frame-ancestors 'none'`);
    expect(meta).toContain("script-src 'self' 'wasm-unsafe-eval'; style-src 'self';");
  });

  it("computes the front-page table in the browser", async () => {
    const carom = await row("frictional");
    expect(carom.energy).toBeCloseTo(0.9186, 4);
    expect(carom.slip).toBeCloseTo(-0.1503, 3);
    expect(carom.text).toMatch(/kept 91\.9\s%/);
    expect((await row("newton")).energy).toBeCloseTo(1.0824, 4);
    expect((await row("newton")).text).toMatch(/108\.2\s%/);
    expect((await row("poisson")).energy).toBeCloseTo(0.8711, 4);
  });

  it("says in words that Newton's rule makes energy", async () => {
    expect(await page.locator(".warning").innerText()).toMatch(/8\.24 % more energy/);
  });

  it("follows the restitution switch, also from the keyboard", async () => {
    await page.getByLabel("0.9").check();
    expect((await row("frictional")).energy).toBeCloseTo(0.878, 4);
    await page.keyboard.press("ArrowRight");
    expect((await row("frictional")).energy).toBeCloseTo(0.7597, 4);
    await page.getByLabel("1.0").check();
  });

  it("shows every measured engine with its version", async () => {
    for (const engine of ["Rapier", "Jolt", "cannon-es"])
      expect(await page.locator(".row", { hasText: engine }).count()).toBeGreaterThan(0);
  });

  it("lists its keys on ?", async () => {
    await page.keyboard.press("?");
    expect(await page.locator(".help").innerText()).toContain("light or dark");
    // Only those that do something here.
    expect(await page.locator(".help").innerText()).not.toContain("impact");
    await page.keyboard.press("Escape");
    expect(await page.locator(".help").count()).toBe(0);
  });

  it("has a dark theme and fits a phone", async () => {
    await page.getByRole("button", { name: "Use the dark theme" }).click();
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe("rgb(15, 18, 21)");
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => widthOf(page)).toBeLessThanOrEqual(390);
  });

  it("asks for nothing from elsewhere and reports no error", () => {
    expect(problems).toEqual([]);
  });
});
