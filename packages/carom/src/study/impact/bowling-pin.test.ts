import { describe, expect, it } from "vitest";
import { type Mat3, toRows } from "../../math/mat3.js";
import { fromAxisAngle, multiply, normalize, type Quaternion } from "../../math/quaternion.js";
import { createRandom } from "../../math/random.js";
import { BALL, fitPin, mobilityOf, PIN } from "./bowling-pin.js";

/** 000 section 2.6.4. */
const PRINTED = [
  [1.55465, 0.00238675, -0.360808],
  [0.00238675, 5.15191, -0.00313296],
  [-0.360808, -0.00313296, 1.105],
];

const random = createRandom(7);

function anyOrientation(): Quaternion {
  return normalize([random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5])!;
}

function difference(a: Mat3): number {
  return Math.hypot(...a.map((value, i) => value - PRINTED.flat()[i]));
}

describe("the fit of the bowling pin's orientation", () => {
  it("finds an orientation under which a mobility comes out, if there is one", () => {
    for (let i = 0; i < 100; i++) {
      const mobility = mobilityOf({ pin: { ...PIN, orientation: anyOrientation() }, ball: BALL });
      expect(fitPin(toRows(mobility)).residual).toBeLessThan(1e-13);
    }
  });

  it("comes within 2.3e-4 of the printed mobility, and no other orientation of the pin does better", () => {
    const { residual, orientation } = fitPin(PRINTED);
    expect(residual).toBeCloseTo(2.312e-4, 7);
    const turned = (turn: Quaternion) => difference(mobilityOf({ pin: { ...PIN, orientation: turn }, ball: BALL }));
    const best = turned(orientation);
    for (let i = 0; i < 300; i++) expect(turned(anyOrientation())).toBeGreaterThan(best);
    for (const axis of [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ] as const)
      for (const angle of [-1e-4, 1e-4]) expect(turned(multiply(fromAxisAngle(axis, angle)!, orientation))).toBeGreaterThan(best);
  });

  it("sees a mobility that these bodies cannot have", () => {
    // A tenth of the normal mobility too much, or the sign of the coupling.
    expect(fitPin([PRINTED[0], PRINTED[1], [-0.360808, -0.00313296, 1.2155]]).residual).toBeGreaterThan(5e-3);
    const [[xx, xy, xz], , [, , zz]] = PRINTED as [number[], number[], number[]];
    expect(
      fitPin([
        [xx, xy, -xz],
        [xy, 5.15191, -0.00313296],
        [-xz, -0.00313296, zz],
      ]).residual,
    ).toBeGreaterThan(0.05);
    // An eigenvalue out of its interval must not give a number that is none.
    const { residual, orientation } = fitPin(PRINTED.map((row) => row.map((value) => 10 * value)));
    expect(residual).toBeGreaterThan(0.1);
    expect(orientation.every(Number.isFinite)).toBe(true);
  });

  it("reads 1/m1 + 1/m2 off the mobility whatever the orientations of both bodies", () => {
    for (let i = 0; i < 100; i++) {
      const mobility = mobilityOf({ pin: { ...PIN, orientation: anyOrientation() }, ball: { ...BALL, orientation: anyOrientation() } });
      expect(fitPin(toRows(mobility)).inverseMass).toBeCloseTo(1 / PIN.mass + 1 / BALL.mass, 12);
    }
    expect(fitPin(PRINTED).inverseMass).toBeCloseTo(0.77032, 5);
  });

  it("is for one spatial contact", () => {
    expect(() => fitPin([[1]])).toThrow("pinFit");
  });
});
