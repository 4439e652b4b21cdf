import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { carom, type Folder, temporaryFolder } from "./command.testing.js";

let folder: Folder;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => {
  folder.remove();
});

const box = (more: object = {}) => ({
  carom: 1,
  kind: "pickup",
  title: "Box",
  mesh: { type: "box", size: [0.06, 0.06, 0.06], cells: [2, 4, 4] },
  material: { youngModulus: 6000, poissonRatio: 0.3 },
  weight: 0.489,
  table: { friction: 0.6 },
  fingers: [
    { near: [0, 0.03, 0.03], radius: 0.04, friction: 0.6 },
    { near: [0.06, 0.03, 0.03], radius: 0.04, friction: 0.6 },
  ],
  squeeze: { step: 0.001, maximumDepth: 0.006, depthTolerance: 0.001 },
  ...more,
});
const run = (study: object, ...args: string[]) => carom(["run", folder.put("study.json", study), ...args], { cwd: folder.path });

describe("carom run on a pickup", () => {
  it("tells what it takes, and writes a folder", () => {
    const skin = {
      type: "triangles",
      vertices: [
        [0, 0, 0.06],
        [0.06, 0, 0.06],
        [0, 0.06, 0.06],
      ],
      triangles: [[0, 1, 2]],
    };
    const { stdout, code } = run(box({ skin }), "--out", "there");
    expect(code).toBe(0);
    expect(stdout).toContain("The fingers pick it up.\n\nThe body weighs 0.489000 N");
    expect(stdout.replaceAll("\n", " ")).toMatch(/It takes a depth of [\d.]+ mm a finger/);
    expect(stdout).toContain("How well the laws hold");
    expect(readdirSync(join(folder.path, "there")).sort()).toEqual([
      "contact-map.svg",
      "contacts.csv",
      "energy.svg",
      "forces.svg",
      "grip.svg",
      "lift.csv",
      "lift.svg",
      "liftable.svg",
      "manifest.json",
      "report.html",
      "result-study.json",
      "result.json",
      "skin-grip.obj",
      "skin-lifted.obj",
      "skin-rest.obj",
      "squeeze.csv",
    ]);
    const [heading, ...rows] = readFileSync(join(folder.path, "there", "squeeze.csv"), "utf8")
      .trim()
      .split("\n");
    expect(readFileSync(join(folder.path, "there", "skin-lifted.obj"), "utf8")).toMatch(/^(v \S+ \S+ \S+\n){3}f 1 2 3\n$/);
    for (const row of rows) expect(row.split(",")).toHaveLength(heading!.split(",").length);
  });

  it("refuses fingers that make no sense, by name", () => {
    const [first, second] = box().fingers;
    const { stderr, code } = run(box({ fingers: [{ ...first, near: undefined, node: 0 }, second] }));
    expect(code).toBe(2);
    expect(stderr).toContain("fingers[0].node: 0 is on the table, where no finger gets");
  });
});
