import { existsSync, readFileSync } from "node:fs";
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

const example = JSON.parse(readFileSync(new URL("../../../examples/batting-table-4-1.json", import.meta.url), "utf8"));
const study = (more: object = {}) => ({ ...example, published: undefined, ...more });
const run = (given: object, ...args: string[]) => carom(["run", folder.put("study.json", given), ...args], { cwd: folder.path });

describe("carom run on a batting study", () => {
  it("prints the hit, the miss, the time, the alternatives", () => {
    const { stdout, code } = run(study());
    expect(code).toBe(0);
    expect(stdout).toContain("A contact velocity of 6.91645 m/s");
    expect(stdout).toContain("through the target after 1.22160 s");
    expect(stdout).toMatch(/Computed forwards it misses by \d\.\de-1\d m/);
    expect(stdout).toMatch(/closed form, 1b +1\.221/);
    expect(stdout).toContain("least energy");
    expect(stdout).toContain("an ellipse at the target");
    expect(stdout).toMatch(/by centroids 0\.0598\d+ m off after 2 replacements and 6 rounds/);
  });

  it("tells the rim of the cone from the bounds of its search", () => {
    const resting = { ...example.object, velocity: [0, 0, 0], angularVelocity: [0, 0, 0] };
    const free = run(study({ object: resting, gravity: 0, triangles: undefined, target: [5, 0, 2.5] })).stdout;
    expect(free).toContain("Flights of any time are possible.");
    expect(free).toContain("an even longer flight would be");
    const { stdout } = run(study({ target: [-5, 0, 0], drag: 0.01, triangles: undefined }));
    expect(stdout).toMatch(/Not found: among \d+ flights with drag, of .* s, none was found/);
  });

  it("writes figures and a report", () => {
    expect(run(study(), "--out", "there").code).toBe(0);
    for (const name of [
      "result-study.json",
      "result.json",
      "hits.csv",
      "report.html",
      "trajectory.svg",
      "impulse-plane.svg",
      "spread.svg",
      "projection-plane.svg",
    ])
      expect(existsSync(join(folder.path, "there", name))).toBe(true);
    const result = JSON.parse(readFileSync(join(folder.path, "there/result.json"), "utf8"));
    expect(result.plan.hit.miss).toBeLessThan(1e-8);
    for (const figure of ["trajectory", "impulse-plane", "spread", "projection-plane"])
      expect(readFileSync(join(folder.path, `there/${figure}.svg`), "utf8")).not.toContain("NaN");
  });

  it("says why a target is out of reach, and what would help", () => {
    const { stdout, code } = run(study({ target: [-5, 0, 0] }));
    expect(code).toBe(0);
    expect(stdout).toMatch(/Not reachable: no impulse inside the friction cone .* turned\s+by\s+\d/s);
    expect(run(study({ limits: { contactSpeed: 2 } })).stdout).toContain(
      "the limits are in the way: the least it takes is a contact speed of 6.916 m/s",
    );
  });

  it.each([
    [study({ target: example.object.position }), "target: [0.316386, -0.0625, 0.327003] is where the object is"],
    [study({ mobility: undefined }), "object.inertia: nothing is given (it is required, or a shape, or mobility)"],
    [study({ objective: "flight-time" }), 'objective: "flight-time" needs a limit'],
    [study({ gravity: -1 }), "gravity: -1 is negative"],
    [study({ contact: { ...example.contact, restitution: 2 } }), "contact.restitution: 2 is not between 0 and 1"],
    [
      study({
        mobility: [
          [0, 0, 0],
          [0, 0, 0],
          [0, 0, 0],
        ],
      }),
      "mobility[0][0]: 0 is not positive",
    ],
    [study({ swing: 1 }), "swing: 1 is given for an unknown field"],
  ])("refuses what makes no sense: %#", (given, message) => {
    const { stderr, code } = run(given);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });
});
