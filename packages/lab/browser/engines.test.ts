import { recordedPeers } from "@carom/figures/peers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Lab, openLab, widthOf } from "./lab-page.js";

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab?.close());

it("runs the rod and the touching balls in Rapier and cannon-es beside Carom, in the page", async () => {
  const page = await lab.open("#/engines", { width: 1000, height: 700 });
  const energies = async () => {
    await expect.poll(() => page.locator(".engine-stage[data-energy]").count(), { timeout: 20_000 }).toBe(3);
    return Object.fromEntries(
      await page
        .locator(".engine-stage")
        .evaluateAll((stages) =>
          stages.map((stage) => [(stage as HTMLElement).dataset.engine, Number((stage as HTMLElement).dataset.energy)]),
        ),
    ) as Record<string, number>;
  };
  const rod = await energies();
  // The same answer as the front page's, here from the simulator.
  expect(rod.Carom).toBeCloseTo(0.9186, 4);
  // By one protocol with the front page, whose numbers were measured in Node.
  for (const engine of ["Rapier", "cannon-es"]) {
    const recorded = recordedPeers.rows.find((row) => row.engine === engine && row.settings === "default")!;
    expect(rod[engine]).toBeCloseTo(recorded.results.find(({ restitution }) => restitution === 1)!.energyRatio, 2);
  }
  expect(rod.Rapier).toBeCloseTo(1, 2);
  expect(await page.locator("h1").innerText()).toBe("cannon-es makes energy from nothing.");
  await page.getByLabel("touching balls").check({ force: true });
  await page.locator(".view-sentence", { hasText: "One ball strikes four" }).waitFor();
  const balls = await energies();
  expect(balls.Carom).toBeCloseTo(1, 9);
  expect(Math.abs(balls.Rapier - 1)).toBeGreaterThan(0.05);
  await page.getByRole("button", { name: "Play" }).click();
  await page.getByRole("button", { name: "Pause" }).click();
  // Back again: films of one scene must not be drawn with the bodies of another.
  await page.getByLabel("the rod").check({ force: true });
  await page.locator(".view-sentence", { hasText: "A free rod" }).waitFor();
  expect(await energies()).toEqual(rod);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => widthOf(page)).toBeLessThanOrEqual(390);
  expect(lab.problems).toEqual([]);
});
