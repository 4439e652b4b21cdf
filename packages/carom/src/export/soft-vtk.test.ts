import { describe, expect, it } from "vitest";
import { parseStudy } from "../study/parse.js";
import { runPickup } from "../study/pickup/run.js";
import { runRestShape } from "../study/rest-shape/run.js";
import { readXml, type XmlElement } from "../xml.js";
import { softVtkFiles } from "./soft-vtk.js";
import type { NamedFile } from "./vtu.js";

const textOf = async (files: readonly NamedFile[], name: string) => {
  const { content } = files.find((file) => file.name === name)!;
  let text = "";
  for await (const piece of typeof content === "string" ? [content] : content) text += piece;
  return text;
};
const named = (element: XmlElement, name: string) => element.children.find((child) => child.name === name)!;

/** A reader of its own: arrays of a grid by their names, as many numbers as the piece says. */
async function gridOf(files: readonly NamedFile[], name: string) {
  const piece = named(named(readXml(await textOf(files, name)), "UnstructuredGrid"), "Piece");
  const arrays = piece.children.flatMap((part) =>
    part.children.map(
      ({ attributes, text }) => [attributes.get("Name")!, text.trim() === "" ? [] : text.trim().split(/\s+/).map(Number)] as const,
    ),
  );
  const count = (what: string) => Number(piece.attributes.get(what));
  return { points: count("NumberOfPoints"), cells: count("NumberOfCells"), arrays: Object.fromEntries(arrays) as Record<string, number[]> };
}

const stepsOf = async (files: readonly NamedFile[], name: string) =>
  named(readXml(await textOf(files, name)), "Collection").children.map(({ attributes }) => [
    Number(attributes.get("timestep")),
    attributes.get("file"),
  ]);

describe("soft bodies for ParaView", () => {
  const material = { youngModulus: 2e4, poissonRatio: 0.3 };
  const mesh = { type: "box", size: [0.04, 0.04, 0.06], cells: [2, 2, 3] };

  it("rest shape: tetrahedra with their displacements and what the table carries", async () => {
    const study = parseStudy({ carom: 1, kind: "rest-shape", title: "Jelly", mesh, material: { ...material, density: 1000 }, flip: true });
    const result = runRestShape(study as never);
    const files = softVtkFiles(result);
    expect(await stepsOf(files, "body.pvd")).toEqual([
      [0, "body-0.vtu"],
      [1, "body-1.vtu"],
      [2, "body-2.vtu"],
    ]);
    const [observed, rest] = await Promise.all([0, 1].map((step) => gridOf(files, `body-${step}.vtu`)));
    expect(observed.points).toBe(result.observed.length);
    expect(observed.cells).toBe(result.tetrahedra.length);
    expect(observed.arrays.connectivity).toEqual(result.tetrahedra.flat());
    expect(observed.arrays.types.every((type) => type === 10)).toBe(true);
    expect(observed.arrays.offsets.at(-1)).toBe(4 * observed.cells);
    observed.arrays.Points.forEach((value, i) => {
      expect(value - observed.arrays.displacement[i]).toBeCloseTo(rest.arrays.Points[i], 15);
    });
    // The table carries the weight.
    const carried = observed.arrays.reaction.filter((_, i) => i % 3 === 2).reduce((sum, value) => sum + value, 0);
    expect(carried).toBeCloseTo(1000 * 0.04 * 0.04 * 0.06 * 9.81, 6);
  });

  it("pickup: the body's surface, the fingers as balls, contacts with their forces", async () => {
    const finger = (x: number) => ({ near: [x, 0.02, 0.03], radius: 0.03, friction: 0.8 });
    const study = parseStudy({
      carom: 1,
      kind: "pickup",
      title: "Jelly",
      mesh,
      material,
      weight: 0.2,
      table: { friction: 0.5 },
      fingers: [finger(0), finger(0.04)],
      squeeze: { step: 0.001, maximumDepth: 0.01 },
    });
    const result = runPickup(study as never);
    const files = softVtkFiles(result);
    const steps = (await stepsOf(files, "body.pvd")).length;
    expect(steps).toBe(1 + (result.shapes.grip === undefined ? 0 : 1) + (result.shapes.lifted === undefined ? 0 : 1));
    expect(steps).toBeGreaterThan(1);
    const grip = await gridOf(files, "body-1.vtu");
    const own = result.surface.nodes.length;
    expect(grip.arrays.Points.slice(0, 3 * own)).toEqual(result.shapes.grip!.places.flat());
    expect(new Set(grip.arrays.body)).toEqual(new Set([0, 1, 2]));
    const touching = await gridOf(files, "contacts-1.vtu");
    expect(touching.points).toBe(result.shapes.grip!.contacts.length);
    expect(touching.arrays.force).toEqual(result.shapes.grip!.contacts.flatMap(({ force }) => force));
    expect(touching.arrays.obstacle).toEqual(result.shapes.grip!.contacts.map(({ obstacle }) => obstacle));
  });
});
