import { type ElasticRodStudy, runElasticRod } from "carom/study";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { example, type Lab, numbersOf, openLab, studyIn } from "./lab-page.js";

let lab: Lab;
let page: Page;
beforeAll(async () => {
  lab = await openLab();
  page = await lab.open("#/rod?example=elastic-rod-damped", { width: 1100, height: 800 });
});
afterAll(() => lab?.close());

describe("the elastic rod", () => {
  it("shows the very numbers of the library, and its waves", async () => {
    await page.locator(".space-time canvas").waitFor();
    const { bounce } = runElasticRod(example("elastic-rod-damped") as ElasticRodStudy);
    expect(await numbersOf(page, "main", "data-bounce")).toEqual([bounce!.bounceTime]);
    expect(await numbersOf(page, "main", "data-restitution")).toEqual([bounce!.momentumRestitution]);
    // Behind the first front the rod is compressed, before it there is nothing.
    const shades = await page.evaluate(() => {
      const canvas = document.querySelector<HTMLCanvasElement>(".space-time canvas")!;
      const { width, height } = canvas;
      const alpha = (x: number, y: number) => canvas.getContext("2d")!.getImageData(x, height - 1 - y, 1, 1).data[3];
      return { behind: alpha(Math.floor(0.15 * width), 2), ahead: alpha(3, height - 2) };
    });
    expect(shades.behind).toBeGreaterThan(100);
    expect(shades.ahead).toBe(0);
  });

  it("moves its cursors with the time, and its study with the sliders", async () => {
    await page.locator(".time-range").fill("80");
    const places = await page
      .locator(".elastic-rod .cursor")
      .evaluateAll((marks) => marks.map((mark) => mark.getBoundingClientRect().left));
    expect(places).toHaveLength(2);
    expect(places[0]).toBeCloseTo(places[1], 0);
    await page.getByRole("slider", { name: "Damping" }).fill("1.2");
    await page.getByRole("heading", { name: "The rod stays on the floor" }).waitFor();
    await page.waitForURL(/s=/);
    expect((studyIn(page.url()) as ElasticRodStudy).rod.damping).toBeCloseTo(0.6, 12);
    expect(lab.problems).toEqual([]);
  });
});
