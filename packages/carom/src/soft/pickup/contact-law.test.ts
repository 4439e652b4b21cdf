import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { between } from "../../testing/between.js";
import { contactEquations, pushedEquations, pushOf } from "./contact-law.js";

const RADIUS = 0.04;
const FRICTION = 0.5;
const SCALE = 100;

/** Residual at a place seen from the centre of a finger (or over the table), slip counted from `from`. */
function residualAt(place: readonly number[], force: readonly number[], from: readonly number[], table: boolean) {
  const out = contactEquations();
  const f = Float64Array.from(force);
  const distance = Math.hypot(place[0], place[1], place[2]);
  const normal = table ? Float64Array.of(0, 0, 1) : Float64Array.from(place, (x) => x / distance);
  const gap = table ? place[2] : distance - RADIUS;
  const push = pushOf(f, 0, normal, gap, SCALE);
  const slip = Float64Array.from(place, (x, i) => x - from[i]);
  const sticks = push > 0 && pushedEquations(f, 0, normal, push, slip, FRICTION, table ? 0 : 1 / distance, SCALE, out);
  return { ...out, push, sticks, normal, slip };
}

describe("derivatives", () => {
  it.each([true, false])("are those of the residual (table: %s)", (table) => {
    const kinds = new Set<boolean>();
    fc.assert(
      fc.property(fc.array(between(-1, 1), { minLength: 8, maxLength: 8 }), (n) => {
        const place = table ? [0, 0, 1e-4 * n[0]] : [0.01 * n[0], 0.01 * n[1], RADIUS];
        const from = place.map((x, i) => x - 2e-3 * n[2 + i]);
        const force = [0.3 * n[5], 0.3 * n[6], 0.6 + 0.3 * n[7]];
        const here = residualAt(place, force, from, table);
        fc.pre(here.push > 0.05);
        const out = { byPosition: here.byPosition.slice(), byForce: here.byForce.slice() };
        kinds.add(here.sticks);
        for (let j = 0; j < 3; j++)
          for (const [what, unit, matrix] of [
            ["place", 1e-7, out.byPosition],
            ["force", 1e-6, out.byForce],
          ] as const) {
            const moved = (sign: number) => (what === "place" ? place : force).map((x, i) => (i === j ? x + sign * unit : x));
            const at = (sign: number) =>
              what === "place" ? residualAt(moved(sign), force, from, table) : residualAt(place, moved(sign), from, table);
            const [up, down] = [at(1), at(-1)];
            fc.pre(up.sticks === here.sticks && down.sticks === here.sticks);
            for (let i = 0; i < 3; i++)
              expect(Math.abs((up.residual[i] - down.residual[i]) / (2 * unit) - matrix[3 * i + j])).toBeLessThan(
                1e-5 * (what === "place" ? SCALE : 1) * 10,
              );
          }
      }),
      { numRuns: 60 },
    );
    expect(kinds.size).toBe(2);
  });
});

it("is zero exactly where the laws of Signorini and Coulomb hold", () => {
  const size = (force: readonly number[], slip: readonly number[], gap: number) => {
    const { residual, push } = residualAt([slip[0], slip[1], gap], force, [0, 0, 0], true);
    return push > 0 ? Math.hypot(...residual) : Math.hypot(...force);
  };
  expect(size([0.3, 0, 1], [0, 0], 0)).toBeLessThan(1e-15);
  expect(size([0.5, 0, 1], [-1e-3, 0], 0)).toBeLessThan(1e-15);
  expect(size([0, 0, 0], [1e-3, 0], 1e-3)).toBe(0);
  // Slip along the friction, slip inside the cone, friction beyond it, a pull, a push at a distance, penetration.
  expect(size([0.5, 0, 1], [1e-3, 0], 0)).toBeGreaterThan(0.01);
  expect(size([0.3, 0, 1], [-1e-3, 0], 0)).toBeGreaterThan(0.01);
  expect(size([0.6, 0, 1], [0, 0], 0)).toBeGreaterThan(0.01);
  expect(size([0, 0, -0.1], [0, 0], 0)).toBeGreaterThan(0.01);
  expect(size([0, 0, 0.1], [0, 0], 5e-4)).toBeGreaterThan(0.01);
  expect(size([0, 0, 0], [0, 0], -5e-4)).toBeGreaterThan(0.01);
});
