import { type ImpactStudy, runSimulation, runStudy, type SimulationStudy } from "carom/study";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { example, goTo, type Lab, openLab } from "./lab-page.js";

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab?.close());

describe("forces inside impacts", () => {
  it("open in the player as a curve over the time of the impact, with the library's peak", async () => {
    const page = await lab.open("#/run?example=sim-drop-force", { width: 1000, height: 640 });
    const inside = page.locator(".force-inside");
    await inside.waitFor();
    const [first] = runSimulation(example("sim-drop-force") as SimulationStudy).events.filter(({ kind }) => kind === "impact");
    if (first?.kind !== "impact" || first.forces === undefined) throw new Error("no forces");
    expect(Number(await inside.getAttribute("data-peak"))).toBe(first.forces.contacts[0]!.peakForce);
    expect(await page.locator(".timeline").textContent()).toContain("against the time of impact 1 of 35");

    await goTo(page, "#/impact?example=force-steel-ball");
    const plot = page.getByRole("region", { name: "Force" });
    await plot.waitFor();
    const { forces } = runStudy(example("force-steel-ball") as ImpactStudy);
    expect(await plot.textContent()).toContain(`peak ${Math.round(forces!.contacts[0]!.peakForce)}`);
    // The cursor goes where it is put: at the middle of an elastic impact the force is at its peak.
    const box = (await plot.locator("svg").boundingBox())!;
    const half = (box.width - 44 - 124 - 24) / 2;
    await page.mouse.click(box.x + 44 + half / 2, box.y + 60);
    await expect.poll(async () => (await plot.locator("header").textContent())?.replace(/\D/g, "").slice(0, 2)).toBe("27");
    expect(lab.problems).toEqual([]);
  });
});
