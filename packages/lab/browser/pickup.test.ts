import { type PickupStudy, runPickup } from "carom/study";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { example, type Lab, numbersOf, openLab, studyIn } from "./lab-page.js";

let lab: Lab;
let page: Page;
beforeAll(async () => {
  lab = await openLab();
  page = await lab.open("#/pickup?example=pickup-tomato", { width: 1200, height: 950 });
});
afterAll(() => lab?.close());

const DONE = { timeout: 30_000 };

describe("the view of a pickup", () => {
  it("shows the very grip of the library, computed in a worker", async () => {
    await page.locator('main[data-outcome="lifted"]').waitFor(DONE);
    const result = runPickup(example("pickup-tomato") as PickupStudy);
    expect((await numbersOf(page, "main", "data-depth"))[0]).toBe(result.leastDepth!.depth);
    // It ends lifted: the nodes that touch are those of the fingers.
    const lifted = result.shapes.lifted!.contacts;
    expect(await page.locator(".pickup-picture .contact").count()).toBe(lifted.length);
    expect(await page.locator(".pickup-picture .contact.slip").count()).toBe(lifted.filter(({ mode }) => mode === "slip").length);
    expect(await page.locator(".pickup-picture .facet").count()).toBeGreaterThan(30);
  });

  it("goes back to rest under the slider, where only the table touches", async () => {
    const slider = page.getByRole("slider", { name: /depth of the squeeze/ });
    await slider.fill("0");
    await page.locator('output[data-frame="0"]').waitFor();
    expect(await page.locator(".pickup-picture .contact").count()).toBe(5);
    expect(await page.locator(".frame-bar output").textContent()).toContain("0 mm deep");
  });

  it("turns when it is dragged", async () => {
    const place = () => page.locator(".pickup-picture .contact").first().getAttribute("cx");
    const before = await place();
    const box = (await page.locator(".pickup-picture").boundingBox())!;
    await page.mouse.move(box.x + 200, box.y + 100);
    await page.mouse.down();
    await page.mouse.move(box.x + 320, box.y + 130);
    await page.mouse.up();
    expect(await place()).not.toBe(before);
  });

  it("computes anew when a slider is let go, and can be cancelled", async () => {
    const friction = page.getByRole("slider", { name: /Friction/ });
    await friction.focus();
    await page.keyboard.press("End");
    await page.locator(".run-progress").waitFor(DONE);
    await page.keyboard.press("Escape");
    await page.getByRole("heading", { name: "Cancelled." }).waitFor(DONE);
    await page.waitForURL(/s=/);
    expect((studyIn(page.url()) as PickupStudy).fingers[0].friction).toBe(1.2);
    expect(lab.problems).toEqual([]);
  });
});
