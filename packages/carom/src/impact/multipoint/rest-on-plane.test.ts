import { describe, expect, it } from "vitest";
import { type Quadratic, quadraticSystemRoots } from "../../math/macaulay.js";
import { createRandom } from "../../math/random.js";
import { contactProblemFromBodies } from "../../mechanics/from-bodies.js";
import { SLIP } from "./direction.js";
import { readMotion, refineStart, slipGroup, slipStarts, writeMotion } from "./rest-on-plane.js";
import { type Touching, touchingOf } from "./touching.js";

type Random = () => number;

/** A box in a random attitude over the floor, on points at random. */
function boxOn(count: number, friction: (random: Random) => number, random: Random): Touching {
  const [a, b, c, mass] = [0.2 + random(), 0.2 + random(), 0.2 + random(), 0.5 + 2 * random()];
  const turn = [0, 1, 2, 3].map(() => 2 * random() - 1);
  const length = Math.hypot(...turn);
  const orientation = turn.map((value) => value / length) as unknown as readonly [number, number, number, number];
  const inertia = [mass * (b * b + c * c), mass * (c * c + a * a), mass * (a * a + b * b)].map((value) => value / 12);
  const body = {
    mass,
    inertia: inertia as unknown as readonly [number, number, number],
    orientation,
    position: [0.1, -0.05, 0.3] as const,
  };
  const contacts = Array.from({ length: count }, () => ({
    between: ["body", "floor"] as const,
    point: [random() - 0.5, random() - 0.5, 0] as const,
    normal: [0, 0, 1] as const,
    friction: friction(random),
    restitution: 0,
  }));
  const { problem } = contactProblemFromBodies({ body, floor: "fixed" }, contacts);
  return touchingOf(
    problem,
    contacts.map((_, i) => i),
  );
}

const all = (touching: Touching) => Array.from({ length: touching.count }, (_, i) => i);
const slipping = (touching: Touching) => new Uint8Array(touching.count).fill(SLIP);
const still = (touching: Touching) => new Float64Array(touching.size);
const apart = (a: ArrayLike<number>, b: ArrayLike<number>) => Math.hypot(...Array.from(a, (value, k) => value - b[k]));
const low = (random: Random) => 0.02 + 0.2 * random();

describe("the motion of contacts on one plane", () => {
  it("is read back as it was written, and is that of a rigid body", () => {
    const random = createRandom(1);
    const touching = boxOn(5, low, random);
    const group = slipGroup(touching, all(touching));
    const velocity = still(touching);
    const motion = [0.3, -0.7, 1.1];
    writeMotion(group, motion, velocity);
    const back = new Float64Array(3);
    readMotion(group, velocity, back);
    expect(apart(back, motion)).toBeLessThan(1e-14);
    // Points of a rigid body keep their distances: the velocity difference is at right angles to the line between them.
    const world = (i: number) =>
      [0, 1, 2].map((k) => velocity[3 * i] * touching.axes[9 * i + k] + velocity[3 * i + 1] * touching.axes[9 * i + 3 + k]);
    for (let i = 1; i < 5; i++) {
      const stretch = [0, 1, 2].reduce(
        (sum, k) => sum + (world(i)[k] - world(0)[k]) * (touching.points[3 * i + k] - touching.points[k]),
        0,
      );
      expect(Math.abs(stretch)).toBeLessThan(1e-14);
    }
  });
});

describe("leaving rest on one plane", () => {
  it("goes along the axis of symmetry of body and contacts, without turning", () => {
    // The centre of mass is ahead of the four contacts: pushed up behind it, the body pitches forward and kicks back with its base.
    const contacts = [-1, 1].flatMap((x) =>
      [-1, 1].map((y) => ({
        between: ["body", "floor"] as const,
        point: [0.1 * x, 0.2 * y, 0] as const,
        normal: [0, 0, 1] as const,
        friction: 0.1,
        restitution: 0,
      })),
    );
    const body = { mass: 1, inertia: [0.1, 0.1, 0.1] as const, position: [0.3, 0, 0.4] as const };
    const touching = touchingOf(contactProblemFromBodies({ body, floor: "fixed" }, contacts).problem, [0, 1, 2, 3]);
    const starts = slipStarts(touching, slipping(touching), still(touching), slipGroup(touching, [0, 1, 2, 3]));
    expect(starts).toHaveLength(1);
    const [{ direction, rate }] = starts;
    for (let i = 0; i < 4; i++) {
      const along = touching.axes.subarray(9 * i, 9 * i + 6);
      const [x, y] = [0, 1].map((k) => rate[3 * i] * along[k] + rate[3 * i + 1] * along[3 + k]);
      // |dv_x| = h x_c/I - mu (1/m + h^2/I) per normal impulse, with the centre of mass at (x_c, h) from the contacts' middle; planar, by
      // hand.
      expect(-x).toBeCloseTo((0.4 * 0.3) / 0.1 - 0.1 * (1 + 0.16 / 0.1), 13);
      expect(Math.abs(y)).toBeLessThan(1e-14);
      expect(direction[3 * i + 2]).toBeCloseTo(0.25, 14);
    }
  });

  it("repeats its own motion: every contact gets faster in proportion to its speed, and 60 other starts find no other way", () => {
    const random = createRandom(3);
    let found = 0;
    for (let n = 0; n < 25; n++) {
      const touching = boxOn(2 + (n % 4), low, random);
      const group = slipGroup(touching, all(touching));
      const starts = slipStarts(touching, slipping(touching), still(touching), group);
      found += starts.length;
      for (const { motion, rate, direction, growth } of starts) {
        const slip = still(touching);
        writeMotion(group, motion, slip);
        let loss = 0;
        for (let at = 0; at < touching.size; at++) {
          if (at % 3 === 2) continue;
          expect(Math.abs(rate[at] - growth * slip[at])).toBeLessThan(1e-11 * Math.max(...rate.map(Math.abs)));
          loss -= direction[at] * rate[at];
        }
        expect(growth).toBeGreaterThan(0);
        expect(loss).toBeGreaterThan(0);
      }
      for (let k = 0; k < 60; k++) {
        const motion = [2 * random() - 1, 2 * random() - 1, 2 * random() - 1];
        const other = refineStart(
          touching,
          slipping(touching),
          still(touching),
          group,
          motion.map((value) => value / Math.hypot(...motion)),
        );
        if (other !== undefined) expect(starts.some((start) => apart(start.motion, other.motion) < 1e-6)).toBe(true);
      }
    }
    expect(found).toBeGreaterThan(10);
  });

  it("does not happen where friction holds", () => {
    const touching = boxOn(4, () => 20, createRandom(4));
    expect(slipStarts(touching, slipping(touching), still(touching), slipGroup(touching, all(touching)))).toEqual([]);
  });

  /**
   * The cross-check by Macaulay's matrix. The source's four parallelism conditions have a whole curve of solutions and no friction in them.
   * With the shares of the solution taken as given, the tangential impulses are C_t,i = G_i w with three unknowns w (rigid sharing), the
   * motion they cause is z = z_n + A w, and parallelism w x z = 0 (two independent combinations) with the friction limit |G_1 w| = mu_1 c_1
   * at one contact are three quadratics with isolated roots.
   */
  it("with its shares given, is a root of the parallelism conditions, and the only one that keeps all friction limits", () => {
    const random = createRandom(5);
    let checked = 0;
    for (let n = 0; n < 12; n++) {
      const touching = boxOn(3, low, random);
      const group = slipGroup(touching, [0, 1, 2]);
      const { fields } = group;
      const [start] = slipStarts(touching, slipping(touching), still(touching), group);
      if (start === undefined) continue;
      const motionOf = (impulse: Float64Array) => {
        const rate = still(touching);
        for (let row = 0; row < 9; row++) for (let c = 0; c < 9; c++) rate[row] += touching.mobility[row * 9 + c] * impulse[c];
        const motion = new Float64Array(3);
        readMotion(group, rate, motion);
        return motion;
      };
      const normals = start.direction.map((value, at) => (at % 3 === 2 ? value : 0));
      const push = motionOf(normals);
      const columns = [0, 1, 2].map((f) => {
        const field = still(touching);
        writeMotion(
          group,
          [0, 1, 2].map((g) => (g === f ? 1 : 0)),
          field,
        );
        return motionOf(field);
      });
      // (w x (z_n + A w))_k as a quadratic in w.
      const parallel = [0, 1, 2].map((k): Quadratic => {
        const [i, j] = [(k + 1) % 3, (k + 2) % 3];
        const square = [0, 1, 2].map((row) => [0, 1, 2].map((f) => (row === i ? columns[f][j] : row === j ? -columns[f][i] : 0)));
        const linear = [0, 0, 0];
        linear[i] = push[j];
        linear[j] = -push[i];
        return { square, linear, constant: 0 };
      });
      const limit = (i: number): Quadratic => {
        const rows = [0, 1].map((c) => [0, 1, 2].map((f) => fields[(2 * i + c) * 3 + f]));
        const most = touching.friction[i] * start.direction[3 * i + 2];
        return {
          square: [0, 1, 2].map((f) => [0, 1, 2].map((g) => rows[0][f] * rows[0][g] + rows[1][f] * rows[1][g])),
          linear: [0, 0, 0],
          constant: -most * most,
        };
      };
      const combined = (a: number, b: number): Quadratic => ({
        square: parallel[0].square.map((row, f) =>
          row.map((value, g) => value + a * parallel[1].square[f][g] + b * parallel[2].square[f][g]),
        ),
        linear: parallel[0].linear.map((value, f) => value + a * parallel[1].linear[f] + b * parallel[2].linear[f]),
        constant: 0,
      });
      const roots = quadraticSystemRoots([combined(0.7, -0.4), combined(-0.3, 1.2), limit(0)])!;
      const own = new Float64Array(3);
      readMotion(group, start.direction, own);
      const size = Math.hypot(...own);
      expect(Math.min(...roots.map((root) => apart(root, own)))).toBeLessThan(1e-9 * size);

      const value = ({ square, linear, constant }: Quadratic, w: readonly number[]) =>
        square.reduce((sum, row, f) => sum + w[f] * (linear[f] + row.reduce((part, entry, g) => part + entry * w[g], 0)), constant);
      const scale = Math.hypot(...push) * size;
      const kept = roots.filter((w) => {
        const z = push.map((entry, k) => entry + columns.reduce((sum, column, f) => sum + column[k] * w[f], 0));
        const opposed = w[0] * z[0] + w[1] * z[1] + w[2] * z[2] < 0;
        return (
          opposed &&
          parallel.every((each) => Math.abs(value(each, w)) < 1e-9 * scale) &&
          [1, 2].every((i) => Math.abs(value(limit(i), w)) < 1e-9 * size * size)
        );
      });
      expect(kept).toHaveLength(1);
      checked++;
    }
    expect(checked).toBeGreaterThan(5);
  });
});
