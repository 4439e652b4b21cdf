import { type BattingStudy, runBatting } from "carom/study";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dragTo, example, type Lab, numbersOf, openLab, studyIn } from "./lab-page.js";

let lab: Lab;
let page: Page;
beforeAll(async () => {
  lab = await openLab();
  page = await lab.open("#/batting?example=batting-tetrahedron", { width: 1100, height: 900 });
});
afterAll(() => lab?.close());

const speed = async () => (await numbersOf(page, "main", "data-speed"))[0];

/** Of the bat's normal when its knob was dragged as below, degrees above the way to the target. */
const TILT = -85.24;

describe("the view of a hit", () => {
  it("shows the very plan of the library", async () => {
    await page.locator(".flight-picture.side .flight").waitFor();
    const { plan } = runBatting(example("batting-tetrahedron") as BattingStudy);
    if (plan.status !== "solved") throw new Error(plan.reason);
    expect(await speed()).toBe(plan.hit.contactSpeed);
    expect(await page.locator(".impulse-cone").count()).toBe(2);
    expect(await page.locator(".plane-picture .ellipse").count()).toBe(1);
    expect(await page.locator(".numbers tbody tr").count()).toBeGreaterThan(10);
  });

  it("lets the object fly to the target in space, tumbling as it was struck", async () => {
    const picture = () =>
      page.locator(".space-picture .thing .face").evaluateAll((faces) => faces.map((face) => face.getAttribute("d")).join(""));
    const time = page.getByRole("slider", { name: "Time of the flight" });
    await time.fill("1");
    await page.locator('[data-part="1"]').waitFor();
    const end = await picture();
    // At the end of its flight the object is drawn about the target.
    const [thing, ring] = await Promise.all(
      [".space-picture .thing", ".space-picture .ring-mark circle"].map(async (selector) => (await page.locator(selector).boundingBox())!),
    );
    const middle = (box: { x: number; y: number; width: number; height: number }) =>
      [box.x + box.width / 2, box.y + box.height / 2] as const;
    expect(Math.hypot(middle(thing!)[0] - middle(ring!)[0], middle(thing!)[1] - middle(ring!)[1])).toBeLessThan(thing!.width);
    await time.fill("0.5");
    await page.locator('[data-part="0.5"]').waitFor();
    expect(await picture()).not.toBe(end);
  });

  it("plans anew while the target is dragged", async () => {
    const before = await speed();
    await page.locator(".flight-picture.side .target .ring").scrollIntoViewIfNeeded();
    await dragTo(page, ".flight-picture.side .target .ring", { x: -60, y: -40 });
    await page.waitForFunction((old) => Number(document.querySelector("main")?.getAttribute("data-speed")) !== old, before);
    await page.waitForURL(/s=/);
    // What is drawn follows as fast as it can be computed, the address when the drag is over.
    const planned = () => {
      const { plan } = runBatting(studyIn(page.url()) as BattingStudy);
      return plan.status === "solved" ? plan.hit.contactSpeed : undefined;
    };
    await expect.poll(async () => planned() === (await speed()), { timeout: 10_000 }).toBe(true);
    const study = studyIn(page.url()) as BattingStudy;
    expect(study.target[2]).toBeGreaterThan(-2);
    expect(study.target[0]).toBeLessThan(5);
    expect((await numbersOf(page, "main", "data-miss"))[0]).toBeLessThan(1e-8);
  });

  it("turns the bat, until the target is out of its reach, and back", async () => {
    const knob = ".flight-picture.side .bat-handle .knob";
    // The pictures settle after the drag before: wait until the bat stays where it is.
    await page.locator(knob).hover();
    // A quarter turn and more: its face looks away from the target. The words above grow and move the picture, on a slow page also
    // between the pointer's steps: the bat follows the pointer all the same.
    const slowed = await page.context().newCDPSession(page);
    await slowed.send("Emulation.setCPUThrottlingRate", { rate: 10 });
    await dragTo(page, knob, { x: 90, y: 40 });
    await slowed.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    await page.getByRole("heading", { name: "would have to be turned by" }).waitFor({ timeout: 10_000 });
    const tilt = page.getByRole("slider", { name: "Tilt of the bat" });
    await expect.poll(async () => Number(await tilt.getAttribute("aria-valuenow"))).toBeCloseTo(TILT, 0);
    await page.getByRole("button", { name: "Turn the bat so that it reaches" }).click();
    await page.locator('main[data-status="solved"]').waitFor({ timeout: 10_000 });
    expect((await numbersOf(page, "main", "data-miss"))[0]).toBeLessThan(1e-8);
    expect(lab.problems).toEqual([]);
  });
});
