import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { goTo, type Lab, numbersOf, openLab } from "./lab-page.js";

let lab: Lab;
let page: Page;
beforeAll(async () => {
  lab = await openLab();
  const context = await lab.browser.newContext({ viewport: { width: 1300, height: 800 } });
  // As a browser without a graphics card, or whose owner forbids WebGL, answers.
  await context.addInitScript(() => {
    const original = HTMLCanvasElement.prototype.getContext as (this: HTMLCanvasElement, kind: string, ...rest: unknown[]) => unknown;
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
      return /webgl/.test(kind) ? null : original.call(this, kind, ...rest);
    } as typeof HTMLCanvasElement.prototype.getContext;
  });
  page = await context.newPage();
  page.on("console", (message) => message.type() === "error" && lab.problems.push(message.text()));
  page.on("pageerror", (error) => lab.problems.push(String(error)));
  await page.goto(`${lab.url}#/impact?example=slip-reversing-rod`);
});
afterAll(() => lab?.close());

describe("without WebGL", () => {
  it("the inspector says so in place of the bodies, and everything else follows the knob", async () => {
    await page.getByText("This browser has no WebGL").waitFor();
    expect(await page.locator("canvas").count()).toBe(0);
    const before = await numbersOf(page, ".inspector", "data-impulse");
    await page.locator(".knob").focus();
    await page.keyboard.press("Shift+ArrowLeft");
    await expect.poll(() => numbersOf(page, ".inspector", "data-impulse")).not.toEqual(before);
    for (const plot of [".hodograph .slip-path", ".plots .band.kinetic", ".law-rows .kept"])
      expect(await page.locator(plot).count(), plot).toBeGreaterThan(0);
  });

  it("the player says so, and its timeline and clock are moved", async () => {
    await goTo(page, "#/run?example=sim-phone-drop");
    await page.locator(".timeline").waitFor();
    await page.getByText("This browser has no WebGL").waitFor();
    await page.keyboard.press("Home");
    await page.keyboard.press("]");
    await expect.poll(() => page.locator(".clock").innerText()).toContain("of impact 1");
    expect(await page.locator(".open-ground").count()).toBe(1);
  });

  it("leaves no error in the console", () => {
    expect(lab.problems).toEqual([]);
  });
});
