import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { carom, temporaryFolder } from "./command.testing.js";

const folder = temporaryFolder();
afterAll(folder.remove);

const rod = (more: object = {}) => ({
  carom: 1,
  kind: "elastic-rod",
  title: "Rod",
  rod: { length: 1, material: "steel", area: 1e-4, gravity: 9.81, dropHeight: 0.1, ...more },
});
const run = (study: object, ...args: string[]) => carom(["run", folder.put("study.json", study), ...args], { cwd: folder.path });

describe("carom run on an elastic rod", () => {
  it("tells the bounce, and writes a folder", () => {
    const { stdout, code } = run(rod({ bounces: { maximumBounces: 2, cells: 50 } }), "--out", "there");
    expect(code).toBe(0);
    expect(stdout).toContain("as the first wave comes back");
    expect(stdout.replaceAll("\n", " ")).toMatch(/Restitution is 1\.00000 by momentum and 0\.99999\d by energy/);
    expect(stdout).toContain("Bounce after bounce");
    expect(readdirSync(join(folder.path, "there")).sort()).toEqual([
      "bounces.csv",
      "bounces.svg",
      "contact.csv",
      "contact.svg",
      "energy.svg",
      "manifest.json",
      "report.html",
      "restitution-over-damping.svg",
      "restitution-over-speed.svg",
      "result-study.json",
      "result.json",
      "space-time.svg",
    ]);
  });

  it("says why there is no bounce", () => {
    const { stdout, code } = run({ ...rod(), rod: { length: 1, waveSpeed: 1, damping: 0.3, gravity: 1, impactSpeed: 1.9 } });
    expect(code).toBe(0);
    expect(stdout).toContain("The rod stays on the floor: what vibrates is too weak to lift it against its weight.");
    expect(stdout).toContain("pass through itself");
  });

  it("refuses what is no fall, by name", () => {
    const { stderr, code } = run(rod({ dropHeight: undefined, impactSpeed: 0 }));
    expect(code).toBe(2);
    expect(stderr).toContain("rod.impactSpeed: 0 is no impact: the rod stands on the floor");
  });
});
