import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { between } from "../../testing/between.js";
import { type FingerShape, fingerBoxes, nearestBox, surfacePoint } from "./finger-shape.js";
import { lawAt, nodeContact, nodeLaw } from "./node-law.js";

const SHAPES: readonly FingerShape[] = [
  { type: "ball", radius: 0.02 },
  { type: "pad", size: [0.01, 0.03, 0.04], rounding: 0.002 },
  { type: "cylinder", radius: 0.01, length: 0.05 },
  { type: "groove", angle: 1.6, size: [0.01, 0.03, 0.04], rounding: 0.001 },
];

describe("a finger's surface", () => {
  it.each(SHAPES)("$type begins where its point is, and nothing of it lies before", (shape) => {
    const boxes = fingerBoxes(shape, { direction: [0.6, 0, 0.8] });
    const out = surfacePoint();
    nearestBox(boxes, 0.6 * 0.1, 0, 0.8 * 0.1, out);
    // A ball, a pad and a cylinder touch at their point; the edge of a groove lies behind it, its rims reach to it.
    if (shape.type === "groove") expect(out.gap).toBeGreaterThan(0.09);
    else expect(out.gap).toBeCloseTo(0.1, 12);
  });

  it.each(SHAPES)("$type has gaps whose slope is the normal, and normals whose slope is the bend", (shape) => {
    const boxes = fingerBoxes(shape, { direction: [1, 2, 0.5], roll: 0.4, tilt: 0.1 });
    const far = between(-0.06, 0.06);
    fc.assert(
      fc.property(far, far, far, (x, y, z) => {
        const at = surfacePoint();
        nearestBox(boxes, x, y, z, at);
        fc.pre(at.gap > 1e-4);
        const h = 1e-7;
        for (let j = 0; j < 3; j++) {
          const [up, down] = [surfacePoint(), surfacePoint()];
          const step = [0, 1, 2].map((i) => (i === j ? h : 0));
          nearestBox(boxes, x + step[0], y + step[1], z + step[2], up);
          nearestBox(boxes, x - step[0], y - step[1], z - step[2], down);
          // On the seam of two boxes, or of a flat and a round part, slopes jump.
          fc.pre([0, 1, 2].every((i) => Math.abs(up.normal[i] - 2 * at.normal[i] + down.normal[i]) < 1e-8));
          expect((up.gap - down.gap) / (2 * h)).toBeCloseTo(at.normal[j], 6);
          for (let i = 0; i < 3; i++) expect((up.normal[i] - down.normal[i]) / (2 * h)).toBeCloseTo(at.bend[3 * i + j], 4);
        }
      }),
      { numRuns: 60, seed: 1 },
    );
  });

  it("of a groove looks to the middle: its edge is at the size of a flank times the cosine behind the point", () => {
    const boxes = fingerBoxes({ type: "groove", angle: Math.PI / 2, size: [0.01, 0.03, 0.04], rounding: 0.001 }, { direction: [1, 0, 0] });
    const out = surfacePoint();
    nearestBox(boxes, -0.03 * Math.SQRT1_2 + 0.01, 0, 0, out);
    expect(out.gap).toBeCloseTo(0.01 * Math.SQRT1_2, 12);
  });

  it("is refused where it is none", () => {
    expect(() => fingerBoxes({ type: "ball", radius: 0 }, { direction: [1, 0, 0] })).toThrow("finger.shape.radius");
    expect(() => fingerBoxes(SHAPES[1], { direction: [0, 0, 0] })).toThrow("finger.direction");
    expect(() => fingerBoxes(SHAPES[1], { direction: [1, 0, 0], up: [2, 0, 0] })).toThrow("finger.up");
    expect(() => fingerBoxes({ ...SHAPES[1], rounding: 0.006 } as FingerShape, { direction: [1, 0, 0] })).toThrow("finger.shape.rounding");
    expect(() => fingerBoxes({ ...SHAPES[3], angle: 4 } as FingerShape, { direction: [1, 0, 0] })).toThrow("finger.shape.angle");
  });
});

it("the law of a node has the slopes that differences find, stuck and slipping, on any surface", () => {
  const boxes = fingerBoxes(SHAPES[2], { direction: [1, 0.3, 0.2] });
  const part = between(-1, 1);
  fc.assert(
    fc.property(part, part, part, part, part, part, between(0.05, 1.2), (x, y, z, fx, fy, fz, friction) => {
      const evaluate = (place: readonly number[], force: readonly number[]) => {
        const point = surfacePoint();
        nearestBox(boxes, place[0], place[1], place[2], point);
        const contact = nodeContact();
        contact.force.set(force);
        contact.normal.set(point.normal);
        contact.bend.set(point.bend);
        contact.slip.set(place.map((value, i) => value - [0.03, 0.01, 0][i]));
        contact.gap = point.gap;
        contact.friction = friction;
        const law = nodeLaw();
        return { pushed: lawAt(contact, 40, law), law };
      };
      const place = [0.02 + 0.01 * x, 0.01 * y, 0.01 * z];
      const force = [0.4 * fx + 0.4, 0.4 * fy, 0.4 * fz];
      const { law, pushed } = evaluate(place, force);
      const h = 1e-7;
      for (let j = 0; j < 3; j++) {
        const moved = (of: readonly number[], by: number) => of.map((value, i) => (i === j ? value + by : value));
        const pairs = [
          [evaluate(moved(place, h), force), evaluate(moved(place, -h), force), law.byPosition],
          [evaluate(place, moved(force, h)), evaluate(place, moved(force, -h)), law.byForce],
        ] as const;
        for (const [up, down, slopes] of pairs) {
          fc.pre(up.pushed === pushed && down.pushed === pushed);
          for (let i = 0; i < 3; i++) {
            const slope = (up.law.residual[i] - down.law.residual[i]) / (2 * h);
            const bends = Math.abs(up.law.residual[i] - 2 * law.residual[i] + down.law.residual[i]);
            fc.pre(bends < 1e-8);
            expect(slope).toBeCloseTo(slopes[3 * i + j], 3);
          }
        }
      }
    }),
    { numRuns: 200, seed: 1 },
  );
});
