/** What is drawn of a fall is what was computed: at every hit the point that is struck is on the floor, and none is below it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type ClatterStudy, parseStudyText, runClatter } from "carom/study";
import { describe, expect, it } from "vitest";
import { fallOf } from "./fall.js";

const EXAMPLES = fileURLToPath(new URL("../../../../examples", import.meta.url));
const names = readdirSync(EXAMPLES).filter((name) => /^clatter-.*\.json$/.test(name));

describe.each(names)("%s", (name) => {
  const study = parseStudyText(readFileSync(join(EXAMPLES, name), "utf8")) as ClatterStudy;
  const fall = fallOf(study, runClatter(study))!;

  it("strikes the floor where the result says", () => {
    expect(fall.hits.length).toBeGreaterThan(0);
    // Gravity that does not speed the rod up keeps no parabola.
    const exact = study.rod?.gravityModel !== "position-only";
    for (const { time, point } of fall.hits) {
      const heights = fall.points(time).map(({ z }) => z);
      expect(heights[point]).toBeCloseTo(Math.min(...heights), 9);
      expect(Math.abs(heights[point])).toBeLessThan(1e-9 * fall.size);
      const before = fall.points(time - 1e-9 * fall.span[1])[point].z;
      if (exact) expect(Math.abs(before)).toBeLessThan(1e-5 * fall.size);
    }
  });

  it("keeps its size", () => {
    for (const part of [0, 0.31, 0.77, 1]) {
      const [first, second] = fall.points(fall.span[0] + part * (fall.span[1] - fall.span[0]));
      expect(first.distanceTo(second)).toBeCloseTo(study.rod === undefined ? study.plate!.width : (study.rod.length ?? 1), 9);
    }
  });
});
