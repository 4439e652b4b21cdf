import { boxMesh, frustumMesh, meshBounds, meshSurface, type TetMesh, writeMsh, writeObj } from "carom/soft";
import { type RestShapeStudy, runRestShape } from "carom/study";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { example, goTo, type Lab, numbersOf, openLab, paintedPart, studyIn } from "./lab-page.js";

let lab: Lab;
let page: Page;
beforeAll(async () => {
  lab = await openLab();
  page = await lab.open("#/rest-shape?example=rest-shape-tower", { width: 1100, height: 950 });
});
afterAll(() => lab?.close());

const open = (files: Readonly<Record<string, string>>) =>
  page
    .getByLabel("Open a mesh (.msh, .vtu) or a skin (.obj)")
    .setInputFiles(Object.entries(files).map(([name, text]) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) })));
const inMillimetres = ({ nodes, tetrahedra }: TetMesh): TetMesh => ({ nodes: nodes.map((value) => 1000 * value), tetrahedra });

describe("the view of a shape without gravity", () => {
  it("shows the very shape of the library, computed beside the page", async () => {
    await page.locator('main[data-status="converged"]').waitFor({ timeout: 20_000 });
    const { norm, iterations } = runRestShape({ ...(example("rest-shape-tower") as RestShapeStudy), convergence: false });
    expect((await numbersOf(page, "main", "data-norm"))[0]).toBe(norm);
    expect(await paintedPart(page)).toBeGreaterThan(0.05);
    await page.getByText("How it was found").click();
    expect(await page.getByLabel("Step of the solver").getAttribute("max")).toBe(String(iterations));
    expect(await page.locator(".number-rows").textContent()).toContain("it diverges");
  });

  it("sags as much as gravity asks for: in proportion, and over to where it hangs", async () => {
    const { observed, rest } = runRestShape({ ...(example("rest-shape-tower") as RestShapeStudy), convergence: false });
    const height = (gravity: number) => {
      const z = observed.map((node, i) => rest[i]![2]! + gravity * (node[2]! - rest[i]![2]!));
      return Math.max(...z) - Math.min(...z);
    };
    const slider = page.getByRole("slider", { name: "Gravity", exact: true });
    const shown = async () => Number((await page.locator(".heights b").textContent())!.match(/[\d.]+/)![0]);
    const unit = (await page.locator(".heights b").textContent())!.includes("mm") ? 1e3 : 1e2;
    for (const [value, tolerance] of [
      ["0", 0.006],
      ["-1", 0.006],
      ["0.5", 0.006],
      ["1", 0.006],
    ] as const) {
      await slider.fill(value);
      await page.locator(`[data-gravity="${Number(value)}"]`).waitFor();
      expect(Math.abs((await shown()) / (unit * height(Number(value))) - 1)).toBeLessThan(tolerance);
    }
    expect(await page.locator(".shapes-picture .way").count()).toBeGreaterThan(10);
    await page.getByRole("button", { name: "mesh", exact: true }).click();
    await slider.fill("0");
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
    await page.getByLabel("Step of the solver").focus();
    await page.keyboard.press("ArrowLeft");
    await page.locator(`[data-step="${Number(await page.getByLabel("Step of the solver").getAttribute("max")) - 1}"]`).waitFor();
    await page.keyboard.press("Home");
    await page.locator('[data-step="0"]').waitFor();
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

  it("opens a mesh that takes long, shows how far it is, and ends when it is cancelled", async () => {
    await open({ "large.msh": writeMsh(boxMesh({ size: [0.1, 0.1, 0.1], cells: [16, 16, 16] })) });
    await page
      .locator(".run-progress")
      .getByText(/^step \d+$/)
      .waitFor({ timeout: 20_000 });
    await page.getByRole("button", { name: "Cancel (Esc)" }).click();
    await page.getByRole("heading", { name: "Cancelled." }).waitFor();
    expect(await page.locator(".run-progress").count()).toBe(0);
  });
});

describe("a mesh of one's own without gravity", () => {
  it("refuses files that are wrong, and computes a mesh and its skin from millimetres", async () => {
    await open({ "wrong.msh": "solid" });
    await page.getByRole("alert").getByText("wrong.msh: 1 lines are no .msh file: none of them is $MeshFormat.").waitFor();
    const cake = frustumMesh({ bottomRadius: 0.031, topRadius: 0.025, height: 0.031, rings: 2, layers: 2 });
    const fine = frustumMesh({ bottomRadius: 0.031, topRadius: 0.025, height: 0.031, rings: 8, layers: 8 });
    const { triangles } = meshSurface(fine);
    await open({ "one.msh": writeMsh(cake), "two.msh": writeMsh(cake) });
    await page.getByRole("alert").getByText("A study has one mesh, and these are 2: one.msh, two.msh.").waitFor();
    await open({ "cake.obj": writeObj(inMillimetres(fine).nodes, triangles), "cake.msh": writeMsh(inMillimetres(cake)) });
    const { low, high } = meshBounds(inMillimetres(cake).nodes);
    const size = [0, 1, 2].map((axis) => (high[axis]! - low[axis]!).toPrecision(3)).join(" × ");
    await page.getByText(`body ${size} m`, { exact: true }).waitFor();
    // Taken for metres: the unit that was meant reads them again.
    await page.getByRole("button", { name: "mm", exact: true }).click();
    await page.getByText(`body ${size} mm`, { exact: true }).waitFor();
    expect(await page.locator(".title").textContent()).toBe("cake");
    await page.locator("main[data-status=converged]").waitFor({ timeout: 20_000 });
    expect(await page.locator(`canvas.solid[data-triangles="${triangles.length / 3}"]`).count()).toBe(1);
    expect(await paintedPart(page)).toBeGreaterThan(0.08);
    // The outline of the shape without gravity goes once round: its ends meet.
    const d = (await page.locator(".shapes-picture .without").getAttribute("d")) ?? "";
    const ends = new Map<string, number>();
    for (const [, point] of d.matchAll(/[ML](-?[\d.]+,-?[\d.]+)/g)) ends.set(point!, (ends.get(point!) ?? 0) + 1);
    expect(ends.size).toBeGreaterThan(30);
    for (const count of ends.values()) expect(count % 2).toBe(0);
    const rows = (flat: ArrayLike<number>, width: number) =>
      Array.from({ length: flat.length / width }, (_, i) => Array.from({ length: width }, (__, k) => flat[width * i + k]!));
    const nodes = Array.from(inMillimetres(cake).nodes, (value) => 0.001 * value);
    const mesh = { type: "tetrahedra", nodes: rows(nodes, 3), tetrahedra: rows(cake.tetrahedra, 4) };
    // Still by the plain iteration, which does well with a cake.
    const solver = { method: "fixed-point", relaxation: 1, tolerance: 1e-6, maximumIterations: 100 };
    const study = { ...example("rest-shape-tower"), mesh, solver, convergence: false } as unknown as RestShapeStudy;
    expect((await numbersOf(page, "main", "data-norm"))[0]).toBe(runRestShape(study).norm);
  });

  it("opens a study together with the files that it names", async () => {
    const cake = boxMesh({ size: [0.03, 0.03, 0.03], cells: [2, 2, 2] });
    const study = {
      ...example("rest-shape-tower"),
      title: "Dropped with its files",
      mesh: { type: "file", file: "meshes/cube.msh", scale: 0.001 },
      skin: { type: "file", file: "cube.obj" },
    };
    const files = {
      "cube.obj": writeObj(cake.nodes, meshSurface(cake).triangles),
      "study.json": JSON.stringify(study),
      "cube.msh": writeMsh(inMillimetres(cake)),
    };
    await page.evaluate((texts) => {
      const dropped = new DataTransfer();
      for (const [name, text] of Object.entries(texts)) dropped.items.add(new File([text], name));
      window.dispatchEvent(new DragEvent("drop", { dataTransfer: dropped, cancelable: true }));
    }, files);
    await page.locator(".title", { hasText: "Dropped with its files" }).waitFor();
    await page.locator("main[data-status=converged]").waitFor({ timeout: 20_000 });
    expect(await page.locator('canvas.solid[data-triangles="48"]').count()).toBe(1);
    expect(lab.problems).toEqual([]);
  });

  it("opens an example where the address names none, and a mesh in place of a body that is turned over", async () => {
    await goTo(page, "#/rest-shape");
    await page.locator(".title", { hasText: (example("rest-shape-gelatin-right") as RestShapeStudy).title }).waitFor();
    await goTo(page, "#/rest-shape?example=rest-shape-gelatin");
    await page.locator(".title", { hasText: (example("rest-shape-gelatin") as RestShapeStudy).title }).waitFor();
    await open({ "cube.msh": writeMsh(boxMesh({ size: [0.03, 0.03, 0.03], cells: [2, 2, 2] })) });
    await page.locator(".title", { hasText: "cube" }).waitFor();
    await page.locator("main[data-status=converged]").waitFor({ timeout: 20_000 });
    await expect.poll(() => (page.url().includes("s=") ? (studyIn(page.url()) as RestShapeStudy).flip : "not yet")).toBeUndefined();
    await page.keyboard.press("e");
    await page.locator(".study-drawer").waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".study-drawer").waitFor({ state: "detached" });
    expect(lab.problems).toEqual([]);
  });
});
