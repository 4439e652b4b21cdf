import { describe, expect, it } from "vitest";
import { luFactor, luSolve } from "../../math/lu.js";
import { createRandom } from "../../math/random.js";
import { gripOfBox } from "./box.testing.js";
import { complianceAmong } from "./compliance.js";
import { type CondensedStiffness, condenser } from "./condensed-stiffness.js";

const { body } = gripOfBox().scene;
const count = body.surface.nodes.length;
const sprung = [...new Set(body.springs.map(({ node }) => node))];

/** The inverse of the compliance among the nodes, column by column, less the springs. */
function direct(nodes: readonly number[]): Float64Array {
  const width = 3 * nodes.length;
  const factors = complianceAmong(body, nodes, nodes);
  const pivots = new Int32Array(width);
  expect(luFactor(factors, width, pivots)).toBe(true);
  const inverse = new Float64Array(width * width);
  for (let column = 0; column < width; column++) {
    const unit = new Float64Array(width);
    unit[column] = 1;
    luSolve(factors, width, pivots, unit);
    unit.forEach((value, row) => {
      inverse[row * width + column] = value;
    });
  }
  for (const { node, axis, stiffness } of body.springs) inverse[(3 * nodes.indexOf(node) + axis) * (width + 1)] -= stiffness;
  return inverse;
}

/** Largest difference from the direct inverse, over its largest number. */
function offDirect({ nodes, stiffness, stride }: CondensedStiffness): number {
  const expected = direct(nodes);
  const width = 3 * nodes.length;
  let [off, largest] = [0, 0];
  for (let row = 0; row < width; row++)
    for (let column = 0; column < width; column++) {
      largest = Math.max(largest, Math.abs(expected[row * width + column]));
      off = Math.max(off, Math.abs(stiffness[row * stride + column] - expected[row * width + column]));
    }
  return off / largest;
}

/** Nodes of the surface, each with the same chance. */
const drawn = (random: () => number, chance: number): number[] =>
  Array.from({ length: count }, (_, node) => node).filter(() => random() < chance);

describe("the stiffness condensed to nodes that come and go", () => {
  it.each([1, 2, 3])("is the inverse of the compliance among them, to 1e-12, round after round (seed %d)", (seed) => {
    const random = createRandom(seed);
    const condensed = condenser(body, body.springs);
    const needed = new Set(drawn(random, 0.4));
    for (let round = 0; round < 40; round++) {
      // Mostly a few, now and then many: those are taken away one by one, or all is made anew.
      const chance = round % 8 === 7 ? 0.3 : 0.04;
      for (const node of drawn(random, chance)) if (!needed.delete(node)) needed.add(node);
      const found = condensed(needed);
      expect(new Set(found.nodes).size).toBe(found.nodes.length);
      expect([...needed, ...sprung].every((node) => found.nodes.includes(node))).toBe(true);
      expect(offDirect(found)).toBeLessThan(1e-12);
    }
  });

  it("keeps what it has where nothing new is needed, and lets go of many that are not", () => {
    const condensed = condenser(body, body.springs);
    const all = Array.from({ length: count }, (_, node) => node);
    condensed(all);
    expect(condensed(all.slice(2)).nodes).toHaveLength(count);
    const fewer = condensed(all.slice(0, Math.floor(count / 2)));
    expect(fewer.nodes).toHaveLength(new Set([...all.slice(0, Math.floor(count / 2)), ...sprung]).size);
    expect(offDirect(fewer)).toBeLessThan(1e-12);
  });

  it("does not drift in more than a thousand changes", () => {
    const random = createRandom(7);
    const condensed = condenser(body, body.springs);
    const needed = new Set(drawn(random, 0.5));
    condensed(needed);
    let worst = 0;
    for (let round = 0; round < 400; round++) {
      const node = Math.floor(random() * count);
      if (!needed.delete(node)) needed.add(node);
      for (const other of drawn(random, 0.02)) if (!needed.delete(other)) needed.add(other);
      const found = condensed(needed);
      if (round % 40 === 39) worst = Math.max(worst, offDirect(found));
    }
    expect(worst).toBeLessThan(1e-12);
  });
});
