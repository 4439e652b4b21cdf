import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../math/random.js";
import { isPositiveSemidefinite } from "../math/solve.js";
import { checkContactProblem } from "../mechanics/contact-problem.js";
import { sceneOf } from "./arbitrary-scenes.js";
import { oneBodyFamilies, type Scene, sceneFamilies } from "./scenes.js";

const COUNT = 150;
const normals = ({ problem: { velocity, dimension } }: Scene) => velocity.filter((_, i) => i % dimension === dimension - 1);

describe.each(sceneFamilies)("$name", ({ draw }) => {
  const random = createRandom(1);
  const scenes = Array.from({ length: COUNT }, () => draw(random));

  it("is a valid problem of one to twelve contacts, one of which approaches, from any numbers", () => {
    for (const { problem } of scenes) {
      checkContactProblem(problem);
      expect(isPositiveSemidefinite(problem.mobility)).toBe(true);
      expect(problem.places!.length).toBe(problem.contacts.length);
      expect(problem.contacts.length).toBeLessThanOrEqual(12);
    }
    for (const scene of scenes) expect(Math.min(...normals(scene))).toBeLessThan(0);
  });

  it("is the same for the same numbers, and simple for zeros", () => {
    expect(draw(createRandom(7))).toEqual(draw(createRandom(7)));
    const { problem } = draw(() => 0);
    checkContactProblem(problem);
    expect(problem.contacts.every(({ friction, restitution }) => friction === 0 && restitution === 1)).toBe(true);
  });
});

describe("the scenes together", () => {
  const random = createRandom(2);
  const scenes = sceneFamilies.flatMap(({ draw }) => Array.from({ length: COUNT }, () => draw(random)));
  const share = (test: (scene: Scene) => boolean) => scenes.filter(test).length / scenes.length;

  it("hold what breaks solvers, often enough", () => {
    const speed = (scene: Scene) => Math.max(...scene.problem.velocity.map(Math.abs));
    const masses = (scene: Scene) =>
      "bodies" in scene ? Object.values(scene.bodies).flatMap((body) => (body === "fixed" ? [] : [body.mass])) : [1];
    expect(share((scene) => normals(scene).some((v) => Math.abs(v) < 1e-12 * speed(scene)))).toBeGreaterThan(0.2);
    expect(share((scene) => normals(scene).some((v) => v > 1e-6 * speed(scene)))).toBeGreaterThan(0.2);
    expect(share((scene) => new Set(scene.problem.contacts.map(({ restitution }) => restitution)).size > 1)).toBeGreaterThan(0.2);
    expect(share((scene) => scene.problem.contacts.length > 6)).toBeGreaterThan(0.1);
    expect(share((scene) => Math.max(...masses(scene)) > 1e3 * Math.min(...masses(scene)))).toBeGreaterThan(0.05);
    expect(share(({ problem }) => problem.contacts.every(({ friction }) => friction === 0))).toBeGreaterThan(0.1);
    expect(share(({ problem }) => problem.contacts.some(({ exponent }) => exponent === 1.5))).toBeGreaterThan(0.1);
    // Closed loops and redundant contacts: more normals than the bodies have ways to move, or dependent ones.
    const normalBlock = ({ problem: { mobility, dimension } }: Scene) =>
      mobility.filter((_, i) => i % dimension === dimension - 1).map((row) => row.filter((_, j) => j % dimension === dimension - 1));
    const dependent = (scene: Scene) => {
      const block = normalBlock(scene);
      return !isPositiveSemidefinite(block.map((row, i) => row.map((x, j) => (i === j ? x * (1 - 1e-6) : x))));
    };
    expect(share(dependent)).toBeGreaterThan(0.1);
  });

  it("come as arbitraries that shrink to a simpler scene", () => {
    const failing = fc.check(
      fc.property(sceneOf(oneBodyFamilies), ({ problem }) => problem.contacts.length < 4),
      { numRuns: 200 },
    );
    expect(failing.failed).toBe(true);
    const smallest = failing.counterexample![0];
    expect(smallest.problem.contacts.length).toBe(4);
    expect(smallest.problem.contacts.every(({ friction }) => friction === 0)).toBe(true);
  });
});
