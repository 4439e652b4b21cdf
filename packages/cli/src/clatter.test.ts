import { readFileSync } from "node:fs";
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

const rod = (more: object = {}) => ({
  carom: 1,
  kind: "clatter",
  title: "Rod",
  rod: { angle: 0.35, impactSpeed: 1, restitution: 1, ...more },
});
const run = (study: object, ...args: string[]) => carom(["run", folder.put("study.json", study), ...args], { cwd: folder.path });

describe("carom run on a clatter study", () => {
  it("tells the impacts", () => {
    const { stdout, code } = run(rod());
    expect(code).toBe(0);
    expect(stdout).toContain("3 impacts; number 2 is the hardest, 1.84412 times the first.");
    expect(stdout).toMatch(/end A .*\n.*end B .*\n.*end A /);
    expect(stdout).toContain("Then it has left the floor for good.");
  });

  it("gives the whole result as JSON, and a folder with a table", () => {
    const result = JSON.parse(
      run(rod({ gravity: 9.81, impactSpeed: undefined, dropHeight: 1, restitution: 0.5, maximumImpacts: 30 }), "--json").stdout,
    );
    expect(result.kind).toBe("clatter");
    expect(result.impactSpeed).toBeCloseTo(Math.sqrt(19.62), 14);
    expect(result.rod.impacts).toHaveLength(30);
    expect(run(rod(), "--out", "there").code).toBe(0);
    const csv = readFileSync(join(folder.path, "there/impacts.csv"), "utf8").trim().split("\n");
    expect(csv[0]).toMatch(/^place,time_s,angle_deg/);
    expect(csv).toHaveLength(4);
    expect(readFileSync(join(folder.path, "there/report.html"), "utf8")).toContain("3 impacts; number 2 is the hardest");
    expect(readFileSync(join(folder.path, "there/impulses-over-angle.svg"), "utf8")).toMatch(/^<svg/);
  });

  it.each([
    [{ ...rod(), rod: undefined }, "rod: nothing is given: a clatter study has a rod or a plate"],
    [rod({ angle: 0 }), "rod.angle: 0 is not above 0"],
    [rod({ restitution: 2 }), "rod.restitution: 2 is not between 0 and 1"],
    [rod({ gravity: 9.81 }), "rod.maximumImpacts: nothing is given, nor maximumTime nor restSpeed"],
    [rod({ dropHeight: 1 }), "rod.dropHeight: 1 is given besides impactSpeed"],
    [rod({ mess: 1 }), "rod.mess: 1 is given for an unknown field"],
    [{ ...rod(), law: "newton" }, 'law: "newton" is given for an unknown field'],
  ])("refuses what makes no sense: %#", (study, message) => {
    const { stderr, code } = run(study);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });

  it("has no law to choose", () => {
    const { stderr, code } = run(rod(), "--law", "newton");
    expect(stderr).toContain("is of no use to a study of kind clatter");
    expect(code).toBe(2);
  });
});
