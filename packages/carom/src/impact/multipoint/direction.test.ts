import { describe, expect, it } from "vitest";
import { nullSpaceOf } from "../../math/null-space.js";
import { createRandom } from "../../math/random.js";
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import { contactProblemFromBodies } from "../../mechanics/from-bodies.js";
import { commonPlaneFamilies, cornerFamilies, planarFamilies } from "../../testing/scenes.js";
import { impulseDirection, SLIP, STICK } from "./direction.js";
import { ballInCorner, block, planarProblem } from "./planar-body.test.data.js";
import { dropContacts, type Touching, touchingOf } from "./touching.js";

const all = (problem: ContactProblem) =>
  touchingOf(
    problem,
    problem.contacts.map((_, i) => i),
    0,
  );

function directionOf(touching: Touching, modes: readonly number[], velocity: readonly number[]): number[] | undefined {
  const direction = new Float64Array(touching.size);
  return impulseDirection(touching, Uint8Array.from(modes), velocity, direction) ? [...direction] : undefined;
}

const normalsOf = ({ dimension }: { readonly dimension: number }, direction: readonly number[]) =>
  direction.filter((_, k) => k % dimension === dimension - 1);

/**
 * The rows of H as the source has them, one friction row for each tangent of each contact and one sharing row for each contact besides the
 * reference.
 */
function constraintRows(touching: Touching, modes: readonly number[], velocity: readonly number[]): number[][] {
  const { dimension, size, count, friction, reference, sharing, mobility } = touching;
  const rows: number[][] = [];
  for (let i = 0; i < count; i++) {
    const at = i * dimension;
    const speed = Math.hypot(...velocity.slice(at, at + dimension - 1));
    for (let k = at; k < at + dimension - 1; k++) {
      const row = new Array<number>(size).fill(0);
      if (modes[i] === STICK && friction[i] > 0) row.splice(0, size, ...mobility.subarray(k * size, (k + 1) * size));
      else {
        row[k] = 1;
        row[at + dimension - 1] = (friction[i] * velocity[k]) / speed;
      }
      rows.push(row);
    }
    if (i !== reference) rows.push([...sharing.subarray(i * size, (i + 1) * size)]);
  }
  return rows;
}

/** C = N N^T g / (g . N N^T g) from a basis of the null space, as the formula stands. */
function byFormula(rows: readonly (readonly number[])[], touching: Touching): number[] {
  const { size, dimension } = touching;
  const g = Array.from({ length: size }, (_, k) => (k % dimension === dimension - 1 ? 1 : 0));
  const sum = new Array<number>(size).fill(0);
  for (const vector of nullSpaceOf(rows, size)) {
    const along = vector.reduce((total, value, k) => total + value * g[k], 0);
    vector.forEach((value, k) => {
      sum[k] += value * along;
    });
  }
  const inside = sum.reduce((total, value, k) => total + value * g[k], 0);
  return sum.map((value) => value / inside);
}

const material = { friction: 0.35, restitution: 0.5 };

describe("on one plane", () => {
  it("a planar block that slides has equal shares, to the last bit", () => {
    for (const count of [2, 3, 5]) {
      const problem = planarProblem(block(count, [0.4, -1, 2]), material);
      const direction = directionOf(all(problem), new Array(count).fill(SLIP), problem.velocity)!;
      const shares = normalsOf(problem, direction);
      expect(new Set(shares).size).toBe(1);
      expect(shares[0]).toBeCloseTo(1 / count, 15);
      for (let i = 0; i < count; i++) expect(direction[2 * i]).toBeCloseTo(-Math.sign(problem.velocity[2 * i]) * 0.35 * shares[i], 15);
    }
  });

  it("without friction shares are equal, and a contact without friction takes them from those that have some", () => {
    const smooth = { friction: 0, restitution: 0.5 };
    const problem = planarProblem(block(4, [0.4, -1, 2]), smooth);
    expect(directionOf(all(problem), [SLIP, SLIP, SLIP, SLIP], problem.velocity)).toEqual([0, 0.25, 0, 0.25, 0, 0.25, 0, 0.25]);
    const mixed = planarProblem(block(3, [0.4, -1, 2]), [material, smooth, smooth]);
    expect(directionOf(all(mixed), [SLIP, STICK, SLIP], mixed.velocity)).toEqual([0, 0, 0, 0.5, 0, 0.5]);
  });

  it.each(commonPlaneFamilies)("sliding shares |v_t| / friction satisfy every row of H: $name", ({ draw }) => {
    const random = createRandom(11);
    let tested = 0;
    for (let n = 0; n < 100; n++) {
      const { problem } = draw(random);
      const touching = all(problem);
      const { velocity, contacts } = problem;
      const speeds = contacts.map((_, i) => Math.hypot(velocity[3 * i], velocity[3 * i + 1]));
      if (Math.min(...speeds) < 1e-3 || contacts.some(({ friction }) => friction === 0)) continue;
      tested++;
      const modes = contacts.map(() => SLIP);
      const direction = directionOf(touching, modes, velocity)!;
      const off = constraintRows(touching, modes, velocity).map((row) => row.reduce((sum, value, k) => sum + value * direction[k], 0));
      expect(Math.max(...off.map(Math.abs))).toBeLessThanOrEqual(1e-12);
      const total = speeds.reduce((sum, speed, i) => sum + speed / contacts[i].friction, 0);
      normalsOf(problem, direction).forEach((share, i) => {
        expect(share).toBeCloseTo(speeds[i] / contacts[i].friction / total, 12);
      });
    }
    expect(tested).toBeGreaterThan(10);
  });

  it("four corners that stick leave six directions free, and the shortest shares alike", () => {
    const [a, b, c] = [0.3, 0.2, 0.1];
    const box = { mass: 2, inertia: [0.05, 0.1, 0.13], position: [0, 0, c], velocity: [0, 0, -1] } as const;
    const contacts = [1, -1].flatMap((x) =>
      [1, -1].map((y) => ({ between: ["box", "floor"], point: [x * a, y * b, 0], normal: [0, 0, 1], ...material }) as const),
    );
    const { problem } = contactProblemFromBodies({ box, floor: "fixed" }, contacts);
    const touching = all(problem);
    const modes = [STICK, STICK, STICK, STICK];
    expect(nullSpaceOf(constraintRows(touching, modes, problem.velocity), 12).length).toBe(6);
    const direction = directionOf(touching, modes, problem.velocity)!;
    direction.forEach((value, k) => {
      expect(value).toBeCloseTo(k % 3 === 2 ? 0.25 : 0, 14);
    });
  });
});

describe("on several planes", () => {
  it("the ball in a corner has the published directions", () => {
    const problem = planarProblem(ballInCorner, material);
    const touching = all(problem);
    const perWall = (modes: number[], slips: number[]) => {
      const direction = directionOf(touching, modes, [slips[0], 0, slips[1], 0])!;
      return direction.map((value) => value / direction[3]);
    };
    // The wall's tangent points up in the source as it does here; its normal, here into the ball, points into the wall there.
    for (const [modes, slips, expected] of [
      [
        [SLIP, SLIP],
        [1, -1],
        [-0.726923, 2.076923, 0.35, 1],
      ],
      [
        [SLIP, STICK],
        [1, 0],
        [-0.466667, 1.333333, -0.133333, 1],
      ],
      [
        [SLIP, STICK],
        [-1, 0],
        [0.182609, 0.521739, -0.295652, 1],
      ],
    ] as const)
      perWall([...modes], [...slips]).forEach((value, k) => {
        expect(value).toBeCloseTo(expected[k], 6);
      });
  });

  it.each([...cornerFamilies, ...commonPlaneFamilies, ...planarFamilies.slice(0, 3)])(
    "is the formula with the null space of H, whatever sticks: $name",
    ({ draw }) => {
      const random = createRandom(12);
      let tested = 0;
      for (let n = 0; n < 40; n++) {
        const { problem } = draw(random);
        const touching = all(problem);
        if (touching.count === 1) continue;
        // Any slip will do for the rows, and one that is not rigid leaves no closed form to fall back on.
        const velocity = problem.velocity.map(() => random() - 0.5);
        const modes = problem.contacts.map(({ friction }) => (friction > 0 && random() < 0.6 ? STICK : SLIP));
        if (!modes.includes(STICK)) continue;
        const direction = directionOf(touching, modes, velocity);
        const expected = byFormula(constraintRows(touching, modes, velocity), touching);
        if (direction === undefined || Math.max(...expected.map(Math.abs)) > 1e3) continue;
        tested++;
        const size = Math.max(...expected.map(Math.abs));
        expect(Math.max(...direction.map((value, k) => Math.abs(value - expected[k])))).toBeLessThanOrEqual(1e-9 * size);
      }
      expect(tested).toBeGreaterThan(10);
    },
  );

  it("contacts that do not push have no part in it", () => {
    const corner = planarProblem({ ...ballInCorner, touches: [...ballInCorner.touches, [-0.5, 0, 1, 0]] }, material);
    const touching = all(corner);
    dropContacts(touching, [2]);
    const two = planarProblem(ballInCorner, material);
    const modes = [SLIP, STICK, SLIP];
    const direction = directionOf(touching, modes, corner.velocity)!;
    const expected = directionOf(all(two), modes.slice(0, 2), two.velocity)!;
    expect(direction.slice(4)).toEqual([0, 0]);
    direction.slice(0, 4).forEach((value, k) => {
      expect(value).toBeCloseTo(expected[k], 14);
    });
  });
});

describe("alone", () => {
  it("a contact slides along the edge of its cone and sticks by what leaves its slip unchanged", () => {
    const problem: ContactProblem = {
      dimension: 3,
      contacts: [material],
      mobility: [
        [11.5984, -0.910367, 2.44236],
        [-0.910367, 9.90134, 1.95747],
        [2.44236, 1.95747, 2.59042],
      ],
      velocity: [-0.3, 0.4, -1],
    };
    const touching = all(problem);
    expect(directionOf(touching, [SLIP], problem.velocity)).toEqual([0.35 * 0.6, -0.35 * 0.8, 1]);
    const stuck = directionOf(touching, [STICK], problem.velocity)!;
    for (const k of [0, 1]) expect(problem.mobility[k].reduce((sum, value, j) => sum + value * stuck[j], 0)).toBeCloseTo(0, 14);
  });
});
