/** Studies in examples/meshes/, which read mesh files beside them. */
import { expect, it } from "vitest";
import type { Compound } from "../../mechanics/shapes/index.js";
import { parseStudyText } from "../parse.js";
import { evaluatePublished } from "../published.js";

const glob = (import.meta as unknown as { glob(pattern: string, options: object): Record<string, string> }).glob(
  "../../../../../examples/meshes/*",
  { query: "?raw", import: "default", eager: true },
);
const files = new Map(Object.entries(glob).map(([path, text]) => [path.replace(/^.*\//, ""), text]));
const read = (name: string) => parseStudyText(files.get(name) ?? "", "simulation", files);

it("a mug of eight parts lands when and where the sum of eight boxes says", () => {
  const study = read("mug-lands.json");
  expect((study.bodies.mug as { shape: Compound }).shape.parts).toHaveLength(8);
  const rows = evaluatePublished(study);
  expect(rows.length).toBeGreaterThan(3);
  for (const { what, holds, ours } of rows) expect({ what, holds, ours }).toMatchObject({ holds: true });
});

it.each(["ground-slope.json", "ground-gutter.json"])("ground from files: %s", (name) => {
  const rows = evaluatePublished(read(name));
  expect(rows.length).toBeGreaterThan(2);
  for (const { what, holds, ours } of rows) expect({ what, holds, ours }).toMatchObject({ holds: true });
});

it("a peg falls into a hole of five parts, strikes its wall and rests on its bottom", () => {
  const study = read("peg-in-hole.json");
  expect((study.bodies.block as { fixed: Compound }).fixed.parts).toHaveLength(5);
  const rows = evaluatePublished(study);
  expect(rows.length).toBeGreaterThan(3);
  for (const { what, holds, ours } of rows) expect({ what, holds, ours }).toMatchObject({ holds: true });
});
