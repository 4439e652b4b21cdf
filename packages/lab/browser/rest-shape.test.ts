import { type RestShapeStudy, runRestShape } from "carom/study";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { example, type Lab, numbersOf, openLab, studyIn } from "./lab-page.js";

let lab: Lab;
let page: Page;
beforeAll(async () => {
  lab = await openLab();
  page = await lab.open("#/rest-shape?example=rest-shape-tower", { width: 1100, height: 950 });
});
afterAll(() => lab?.close());

describe("the view of a shape without gravity", () => {
  it("shows the very shape of the library, computed beside the page", async () => {
    await page.locator('main[data-status="converged"]').waitFor({ timeout: 20_000 });
    const { norm, iterations } = runRestShape({ ...(example("rest-shape-tower") as RestShapeStudy), convergence: false });
    expect((await numbersOf(page, "main", "data-norm"))[0]).toBe(norm);
    expect(await page.locator(".shapes-picture .facet").count()).toBeGreaterThan(50);
    expect(await page.getByLabel("step of the solver").getAttribute("max")).toBe(String(iterations));
    expect(await page.locator(".numbers").textContent()).toContain("it diverges");
  });

  it("goes back step by step to what is seen", async () => {
    const facet = () =>
      page.locator(".shapes-picture .facet").evaluateAll((paths) =>
        paths
          .map((path) => path.getAttribute("d"))
          .sort()
          .join(""),
      );
    const found = await facet();
    await page.getByLabel("step of the solver").fill("0");
    await page.locator('output[data-step="0"]').waitFor();
    const seen = await facet();
    expect(seen).not.toBe(found);
    // At step 0 clay and wire are the same shape.
    const wire = await page.locator(".shapes-picture .wire").getAttribute("d");
    expect(
      [...(wire ?? "").matchAll(/M[^Z]*Z/g)]
        .map(([path]) => path)
        .sort()
        .join(""),
    ).toBe(seen);
  });

  it("loses the tower by the plain iteration, and says so", async () => {
    await page.getByRole("button", { name: "plain iteration" }).click();
    await page.locator('main[data-status="inverted-element"]').waitFor({ timeout: 20_000 });
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toContain("No shape without gravity was found");
    expect((studyIn(page.url()) as RestShapeStudy).solver?.method).toBe("fixed-point");
  });
});
