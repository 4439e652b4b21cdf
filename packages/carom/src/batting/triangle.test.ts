import { describe, expect, it } from "vitest";
import { createRandom } from "../math/random.js";
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { toFrame } from "../mechanics/contact-frame.js";
import { sourceTarget, sourceTask } from "../testing/hit-tasks.js";
import { aimAt, readHit } from "./task.js";
import { boundingTriangles, crossingOf, projectionPlane, type Shot } from "./triangle.js";

const hit = readHit(sourceTask("table"));
const printed: Vec3[] = [
  [-6.1782, 4.8004, -5.299],
  [-3.3301, 2.0125, -4.232],
  [-5.0622, 1.0023, -5.232],
];
const guesses = printed.map((velocity) => toFrame(hit.frame, velocity)) as [Vec3, Vec3, Vec3];

/** Shares of three velocities that make up a fourth in their plane. */
function sharesOf([a, b, c]: readonly [Shot, Shot, Shot], velocity: Vec3): number[] {
  const [u, w, p] = [b, c, { velocity }].map((shot) => vec3.subtract(shot.velocity, a.velocity));
  const normal = vec3.cross(u, w);
  const area = vec3.dot(normal, normal);
  const second = vec3.dot(vec3.cross(p, w), normal) / area;
  const third = vec3.dot(vec3.cross(u, p), normal) / area;
  return [1 - second - third, second, third];
}

describe("bounding triangles", () => {
  it("turns two of the printed velocities over and then closes in", () => {
    const runs = (["centroid", "midpoint"] as const).map((update) => boundingTriangles(hit, { update, guesses }));
    expect(runs.map(({ status, replacements, triangles }) => [status, replacements, triangles.length])).toEqual([
      ["solved", 2, 6],
      ["solved", 2, 4],
    ]);
  });

  it("stays in the hull of where it starts, holds the target, and misses by what it says", () => {
    const random = createRandom(6);
    let solved = 0;
    for (let i = 0; i < 40; i++) {
      const aimed = aimAt(hit, sourceTarget(random));
      const run = boundingTriangles(aimed, { seed: i + 1, update: i % 2 === 0 ? "centroid" : "midpoint", tolerance: 0.01 });
      if (run.status !== "solved") continue;
      solved++;
      const last = run.last!;
      for (const share of sharesOf(run.triangles[0], last.velocity)) expect(share).toBeGreaterThan(-1e-9);
      const crossing = crossingOf(aimed, projectionPlane(aimed), last.velocity)!;
      expect(Math.hypot(...crossing)).toBeCloseTo(run.miss!, 14);
      expect(run.miss!).toBeLessThanOrEqual(0.01);
    }
    expect(solved).toBeGreaterThan(15);
  });

  it("says that there is none where nothing can reach the target", () => {
    expect(boundingTriangles(aimAt(hit, [-5, 0, 0])).status).not.toBe("solved");
  });
});
