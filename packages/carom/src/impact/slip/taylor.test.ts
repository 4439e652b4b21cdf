import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random.js";
import { type ProblemFamily, problemFamilies } from "../../testing/slip-families.js";
import { completeSlipContact, createSlipContact, type SlipContact } from "./contact.js";
import { invariantDirections } from "./directions.js";
import { COMPRESSION_RESTART, createSlipPath, EVENT_SIZE, SLIP_STOP, type SlipPath } from "./path.js";
import { followSlipByRungeKutta } from "./runge-kutta.js";
import { followSlipByTaylor, TAYLOR_DEFAULTS } from "./taylor.js";

const path = createSlipPath();
const other = createSlipPath();

function impulse({ state }: SlipPath): [number, number, number] {
  return [state.impulse1, state.impulse2, state.normalImpulse];
}

/** Relative distance of the impulses in `path` and `other`. */
function difference(): number {
  const [a, b] = [impulse(path), impulse(other)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) / Math.hypot(...a);
}

function kinds({ kinds: all, count }: SlipPath): number[] {
  return [...all.subarray(0, count)];
}

/** Half v . W^-1 . v. */
function energyBefore({ b11, b12, b22, slip1, slip2, normalVelocity, hold1, hold2, stickSlope }: SlipContact): number {
  const tangential = (b22 * slip1 * slip1 - 2 * b12 * slip1 * slip2 + b11 * slip2 * slip2) / (b11 * b22 - b12 * b12);
  const free = normalVelocity - hold1 * slip1 - hold2 * slip2;
  return 0.5 * (tangential + (free * free) / stickSlope);
}

function eachOf(family: ProblemFamily, count: number, seed: number, check: (contact: SlipContact) => void): void {
  const random = createRandom(seed);
  const contact = createSlipContact();
  for (let i = 0; i < count; i++) {
    family.draw(random, contact);
    check(contact);
  }
}

describe.each(problemFamilies)("Taylor series on the family '$name'", (family) => {
  it("agree with Runge-Kutta of order 8, event by event", () => {
    eachOf(family, 100, 101, (contact) => {
      followSlipByTaylor(contact, path);
      followSlipByRungeKutta(contact, other, "energetic", { method: "dop853", tolerance: 1e-13 });
      expect(kinds(path)).toEqual(kinds(other));
      // Runge-Kutta loses digits by interpolation where the events are; the next test asks for more.
      expect(difference()).toBeLessThan(2e-10);
    });
  });

  it("do not depend on order and step, and close the energy ledger, to rounding", () => {
    eachOf(family, 200, 202, (contact) => {
      followSlipByTaylor(contact, other, "energetic", { order: 18, tolerance: 1e-16 });
      followSlipByTaylor(contact, path);
      expect(kinds(path)).toEqual(kinds(other));
      expect(difference()).toBeLessThan(1e-14);
      const { state } = path;
      const change =
        0.5 *
        (state.impulse1 * (contact.slip1 + state.slip1) +
          state.impulse2 * (contact.slip2 + state.slip2) +
          state.normalImpulse * (contact.normalVelocity + state.normalVelocity));
      expect(Math.abs(change + state.frictionLoss + state.restitutionLoss)).toBeLessThan(1e-14 * energyBefore(contact));
    });
  });
});

describe("Taylor series", () => {
  it("reach rest where the closed form for an isotropic tangent block says", () => {
    // d along axis 1, a = angle of the slip, t = tan(a/2), n = friction b / |d| > 1:   r = C t^n / sin a   and
    // impulse until rest = C / (2 |d|) (t^(n-1) / (n-1) + t^(n+1) / (n+1)).
    fc.assert(
      fc.property(
        fc.double({ min: 0.05, max: 3, noNaN: true }),
        fc.double({ min: 1.1, max: 6, noNaN: true }),
        fc.double({ min: 0.1, max: 1, noNaN: true }),
        (angle, exponent, d1) => {
          const b = 2;
          const friction = (exponent * d1) / b;
          const contact = completeSlipContact(
            Object.assign(createSlipContact(), {
              b11: b,
              b22: b,
              d1,
              normal: 10,
              slip1: Math.cos(angle),
              slip2: Math.sin(angle),
              normalVelocity: -1e4,
              friction,
              staticFriction: friction,
              restitution: 0.5,
            }),
          );
          const t = Math.tan(angle / 2);
          const rest = (Math.sin(angle) / (2 * d1)) * (1 / t / (exponent - 1) + t / (exponent + 1));
          followSlipByTaylor(contact, path);
          expect(path.kinds[0]).toBe(SLIP_STOP);
          expect(path.numbers[0] / rest).toBeCloseTo(1, 12);
        },
      ),
    );
  });

  it("reach rest where the closed form without coupling says: planar and principal slides", () => {
    const contact = completeSlipContact(
      Object.assign(createSlipContact(), {
        b11: 2,
        b22: 5,
        normal: 1,
        slip2: -0.6,
        normalVelocity: -3,
        friction: 0.4,
        staticFriction: 0.4,
        restitution: 1,
      }),
    );
    followSlipByTaylor(contact, path);
    expect(path.kinds[0]).toBe(SLIP_STOP);
    expect(path.numbers[0]).toBeCloseTo(0.6 / (0.4 * 5), 14);
    expect(path.state.normalImpulse).toBeCloseTo(6, 13);
  });

  it("are homogeneous: velocities times c make impulses times c, energies times c^2; mobility times c makes impulses over c", () => {
    eachOf(problemFamilies[0], 100, 7, (contact) => {
      followSlipByTaylor(contact, path);
      const scaled = completeSlipContact({
        ...contact,
        slip1: 8 * contact.slip1,
        slip2: 8 * contact.slip2,
        normalVelocity: 8 * contact.normalVelocity,
      });
      followSlipByTaylor(scaled, other);
      impulse(other).forEach((value, i) => {
        expect(value).toBeCloseTo(8 * impulse(path)[i], 12);
      });
      expect(other.state.frictionLoss).toBeCloseTo(64 * path.state.frictionLoss, 11);
      const stiff = {
        b11: contact.b11 * 4,
        b12: contact.b12 * 4,
        b22: contact.b22 * 4,
        d1: contact.d1 * 4,
        d2: contact.d2 * 4,
        normal: contact.normal * 4,
      };
      followSlipByTaylor(completeSlipContact({ ...contact, ...stiff }), other);
      impulse(other).forEach((value, i) => {
        expect(4 * value).toBeCloseTo(impulse(path)[i], 13);
      });
    });
  });

  it("never cross an invariant direction", () => {
    eachOf(problemFamilies[0], 100, 8, (contact) => {
      const rays = invariantDirections(contact).map(({ direction }) => direction);
      const signs = new Map<number, number>();
      let stopped = false;
      let crossings = 0;
      path.observe = ({ slip1, slip2 }) => {
        const speed = Math.hypot(slip1, slip2);
        if (speed < 1e-9) stopped = true;
        if (stopped) return;
        rays.forEach(([z1, z2], i) => {
          const side = (z1 * slip2 - z2 * slip1) / speed;
          if (Math.abs(side) < 1e-12 || z1 * slip1 + z2 * slip2 < 0) return;
          if ((signs.get(i) ?? Math.sign(side)) !== Math.sign(side)) crossings++;
          signs.set(i, Math.sign(side));
        });
      };
      followSlipByTaylor(contact, path);
      path.observe = undefined;
      expect(crossings).toBe(0);
    });
  });

  it("keep friction within its cone and the normal velocity at its events at zero", () => {
    for (const family of problemFamilies)
      eachOf(family, 50, 9, (contact) => {
        let excess = 0;
        path.observe = ({ impulse1, impulse2, normalImpulse }) => {
          excess = Math.max(excess, Math.hypot(impulse1, impulse2) - contact.friction * normalImpulse * (1 + 1e-12));
        };
        followSlipByTaylor(contact, path);
        path.observe = undefined;
        expect(excess).toBe(0);
        for (let i = 0; i < path.count; i++) if (path.kinds[i] <= COMPRESSION_RESTART) expect(path.numbers[i * EVENT_SIZE + 5]).toBe(0);
        expect(path.state.normalVelocity).toBeGreaterThanOrEqual(0);
      });
  });

  it("compress again where friction jams a grazing contact, and give back e^2 of all that was stored", () => {
    let repeated = 0;
    eachOf(problemFamilies.find(({ name }) => name === "jam")!, 3000, 10, (contact) => {
      // A slow approach is over before the slip is, and the slip can press again.
      contact.normalVelocity /= 30;
      followSlipByTaylor(contact, path);
      if (path.compressions === 1) return;
      repeated++;
      followSlipByRungeKutta(contact, other, "energetic", { method: "dop853", tolerance: 1e-13 });
      expect(kinds(other)).toEqual(kinds(path));
      expect(difference()).toBeLessThan(1e-9);
      // Work done on the spring while compressing, from the stored energy before each loss.
      let stored = 0;
      let before = 0;
      for (let i = 0; i < path.count; i++) {
        const energy = path.numbers[i * EVENT_SIZE + 6];
        if (path.kinds[i] === COMPRESSION_RESTART) before = energy;
        // After the loss: energy = before + e^2 * period.
        if (path.kinds[i] === 0 && contact.restitution > 0) stored += (energy - before) / contact.restitution ** 2;
        if (path.kinds[i] === 0) before = 0;
      }
      expect(path.state.restitutionLoss).toBeCloseTo((1 - contact.restitution ** 2) * stored, 10);
    });
    expect(repeated).toBeGreaterThan(3);
  });

  it("finish where friction just holds and there is next to no slip: the impulse is that of a contact at rest", () => {
    eachOf(problemFamilies[0], 300, 14, (contact) => {
      const shrink = 1e-9 / Math.hypot(contact.slip1, contact.slip2);
      contact.slip1 *= shrink;
      contact.slip2 *= shrink;
      contact.normalVelocity = -1;
      contact.friction = contact.staticFriction = Math.hypot(contact.hold1, contact.hold2) * (1 + 1e-13);
      followSlipByTaylor(contact, path);
      const { hold1, hold2, stickSlope, restitution } = contact;
      const normal = (1 + restitution) / stickSlope;
      const [i1, i2, n] = impulse(path);
      expect(Math.hypot(i1 + hold1 * normal, i2 + hold2 * normal, n - normal) / normal).toBeLessThan(1e-5);
    });
  });

  it("finish where friction turns a grazing slip into a hard approach", () => {
    eachOf(problemFamilies.find(({ name }) => name === "jam")!, 300, 15, (contact) => {
      contact.normalVelocity *= 1e-9;
      followSlipByTaylor(contact, path);
      followSlipByTaylor(contact, other, "energetic", { order: 18, tolerance: 1e-16 });
      expect(difference()).toBeLessThan(1e-12);
    });
  });

  it("take a handful of steps: the defaults are no luxury", () => {
    expect(TAYLOR_DEFAULTS.tolerance).toBeLessThanOrEqual(1e-15);
    let points = 0;
    path.observe = () => points++;
    eachOf(problemFamilies[0], 100, 12, (contact) => followSlipByTaylor(contact, path));
    path.observe = undefined;
    // 12 points are drawn for each step; straight pieces add 24 for each of at most three stretches.
    expect(points / 100).toBeLessThan(12 * 20);
  });
});
