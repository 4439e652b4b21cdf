import { fruitMesh, meshSurface, writeObj } from "carom/soft";
import { type PickupStudy, runPickup } from "carom/study";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { example, type Lab, numbersOf, openLab, paintedPart, studyIn } from "./lab-page.js";

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
    expect(await page.locator(".frame-bar output").first().textContent()).toMatch(/^fingers up \d/);
    // Clay with a smooth skin, forces of both fingers and the weight as arrows; the mesh that carries it on request.
    expect(await paintedPart(page)).toBeGreaterThan(0.05);
    expect(await page.locator(".pickup-picture .stick-ink .arrow").count()).toBe(2);
    await page.locator(".pickup-picture text", { hasText: result.body.weight.toPrecision(3) }).waitFor();
    await page.getByRole("button", { name: "mesh", exact: true }).click();
    expect(await page.locator(".pickup-picture .facet").count()).toBeGreaterThan(30);
    await page.getByRole("button", { name: "skin", exact: true }).click();
    // Remarks on the mesh stand in one line, closed.
    expect(await page.locator(".view-sentence details").getAttribute("open")).toBeNull();
    expect(await page.locator(".view-sentence > .warning").count()).toBe(0);
  });

  it("goes back to rest under the slider, where only the table touches", async () => {
    await page.getByRole("slider", { name: /Depth of the squeeze/ }).focus();
    await page.keyboard.press("Home");
    await page.locator('[data-frame="0"]').waitFor();
    expect(await page.locator(".pickup-picture .contact").count()).toBe(5);
    expect(await page.locator(".frame-bar output").first().textContent()).toContain("0 mm deep");
    await page.keyboard.press("ArrowRight");
    await page.locator('[data-frame="1"]').waitFor();
    expect(await page.locator(".frame-bar output").first().textContent()).toContain("1.000 mm deep");
  });

  it("squeezes and lifts when a finger is pulled inwards", async () => {
    await page.getByRole("slider", { name: /Depth of the squeeze/ }).focus();
    await page.keyboard.press("End");
    await page.keyboard.press("Home");
    // At rest the fingers are not there yet: from the first step on they are in the hand.
    await page.keyboard.press("ArrowRight");
    const grip = page.locator(".finger-handle .disc").first();
    const box = (await grip.boundingBox())!;
    const pull = async (by: number) => {
      const now = (await grip.boundingBox())!;
      await page.mouse.move(now.x + now.width / 2, now.y + now.height / 2);
      await page.mouse.down();
      await page.mouse.move(now.x + now.width / 2 + by, now.y + now.height / 2, { steps: 4 });
      await page.mouse.up();
    };
    const inwards = box.x < 600 ? 1 : -1;
    await pull(24 * inwards);
    await page.locator('[data-frame="3"]').waitFor();
    await pull(-24 * inwards);
    await page.locator('[data-frame="1"]').waitFor();
  });

  it("turns when it is dragged, and by arrow keys", async () => {
    const place = () => page.locator(".pickup-picture .contact").first().getAttribute("cx");
    const before = await place();
    const box = (await page.locator(".pickup-picture").boundingBox())!;
    await page.mouse.move(box.x + 200, box.y + 100);
    await page.mouse.down();
    await page.mouse.move(box.x + 320, box.y + 130);
    await page.mouse.up();
    const dragged = await place();
    expect(dragged).not.toBe(before);
    await page.locator(".pickup-picture").focus();
    await page.keyboard.press("ArrowLeft");
    await expect.poll(place).not.toBe(dragged);
    await page.keyboard.press("ArrowRight");
    await expect.poll(place).toBe(dragged);
  });

  it("draws a skin that is dropped on it, and refuses one that does not fit", async () => {
    const fine = fruitMesh({ radius: 0.032, divisions: 9 });
    const { triangles } = meshSurface(fine);
    const drop = (text: string) =>
      page.evaluate((content) => {
        const files = new DataTransfer();
        files.items.add(new File([content], "scan.obj"));
        window.dispatchEvent(new DragEvent("drop", { dataTransfer: files, cancelable: true }));
      }, text);
    await drop(
      writeObj(
        fine.nodes.map((value) => 1000 * value),
        triangles,
      ),
    );
    await page
      .getByRole("alert")
      .getByText(/^scan\.obj: skin\.vertices\[\d+\]: .* m outside the mesh/)
      .waitFor(DONE);
    await page.getByRole("alert").getByRole("button", { name: "Close" }).click();
    await drop(writeObj(fine.nodes, triangles));
    await page.locator(`canvas.solid[data-triangles="${triangles.length / 3}"]`).waitFor(DONE);
    await page.locator("main[data-outcome=lifted]").waitFor(DONE);
    expect(await paintedPart(page)).toBeGreaterThan(0.08);
    expect(await page.locator(".pickup-picture .facet").count()).toBe(0);
    expect(await page.locator(".pickup-picture .contact").count()).toBeGreaterThan(2);
    await page.getByRole("button", { name: "mesh", exact: true }).click();
    expect(await page.locator("canvas.solid").count()).toBe(0);
    expect(await page.locator(".pickup-picture .facet").count()).toBeGreaterThan(30);
    await page.getByRole("button", { name: "Remove skin" }).click();
    await page.waitForURL(/s=/);
    expect((studyIn(page.url()) as PickupStudy).skin).toBeUndefined();
  });

  it("computes anew when a slider is let go, can be cancelled, and computes again", async () => {
    const friction = page.getByRole("slider", { name: "Friction" });
    await friction.focus();
    await page.keyboard.press("End");
    await page.locator(".run-progress").waitFor(DONE);
    await page.keyboard.press("Escape");
    await page.getByRole("heading", { name: "Cancelled." }).waitFor(DONE);
    await expect.poll(() => (studyIn(page.url()) as PickupStudy).fingers[0].friction).toBe(1.2);
    await page.keyboard.press("Home");
    await page.locator("main[data-outcome=strain]").waitFor(DONE);
    expect(lab.problems).toEqual([]);
  });
});
