import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random.js";
import { problemFamilies } from "../../testing/slip-families.js";
import { completeSlipContact, createSlipContact, type SlipContact } from "./contact.js";
import { COMPRESSION_END, createSlipPath, END, EVENT_SIZE, SLIP_START, SLIP_STOP, type SlipPath, type SlipState } from "./path.js";
import { followSlipBySeries } from "./series.js";
import { followSlipByTaylor } from "./taylor.js";

/** Problems of each family; benchmarks and stress runs draw many more. */
const COUNT = 400;

const path = createSlipPath();
const reference = createSlipPath();

function follow(contact: SlipContact): SlipState {
  followSlipBySeries(contact, path);
  return path.state;
}

function followExactly(contact: SlipContact): SlipState {
  followSlipByTaylor(contact, reference, "energetic", { order: 26, tolerance: 1e-15 });
  return reference.state;
}

function difference(a: SlipState, b: SlipState): number {
  const size = Math.hypot(b.impulse1, b.impulse2, b.normalImpulse);
  return Math.hypot(a.impulse1 - b.impulse1, a.impulse2 - b.impulse2, a.normalImpulse - b.normalImpulse) / size;
}

/** Kinetic energy that the contact can change: v . W^-1 v/2. */
function energyBefore({ b11, b12, b22, slip1, slip2, normalVelocity, hold1, hold2, stickSlope }: SlipContact): number {
  const rest = normalVelocity - hold1 * slip1 - hold2 * slip2;
  return (
    0.5 * ((b22 * slip1 * slip1 - 2 * b12 * slip1 * slip2 + b11 * slip2 * slip2) / (b11 * b22 - b12 * b12) + (rest * rest) / stickSlope)
  );
}

function energyChange(
  { b11, b12, b22, d1, d2, normal, ...contact }: SlipContact,
  { impulse1: x, impulse2: y, normalImpulse: z }: SlipState,
): number {
  const linear = contact.slip1 * x + contact.slip2 * y + contact.normalVelocity * z;
  return linear + 0.5 * (b11 * x * x + 2 * b12 * x * y + b22 * y * y + normal * z * z) + z * (d1 * x + d2 * y);
}

function eachOf(name: string, check: (contact: SlipContact, index: number) => void, count = COUNT): void {
  const random = createRandom(20240601);
  const contact = createSlipContact();
  const family = problemFamilies.find((candidate) => candidate.name === name)!;
  for (let i = 0; i < count; i++) {
    family.draw(random, contact);
    check(contact, i);
  }
}

function contactOf(values: Partial<SlipContact>): SlipContact {
  const contact = Object.assign(createSlipContact(), { b11: 1, b22: 1, normal: 1 }, values);
  contact.staticFriction = values.staticFriction ?? contact.friction;
  return completeSlipContact(contact);
}

const eventsOf = ({ kinds, count }: SlipPath) => [...kinds.subarray(0, count)];

/** The largest value over the problems of a family, and where it was found. */
function worstOf(name: string, measure: (contact: SlipContact) => number, count = COUNT): { value: number; problem: number } {
  const worst = { value: 0, problem: -1 };
  eachOf(
    name,
    (contact, problem) => {
      const value = measure(contact);
      if (!(value <= worst.value)) Object.assign(worst, { value, problem });
    },
    count,
  );
  return worst;
}

/** Events that do not depend on whether a slip of 1e-17 has stopped. */
const mainEvents = (followed: SlipPath) =>
  eventsOf(followed)
    .filter((kind) => kind !== SLIP_STOP && kind !== SLIP_START)
    .join(" ");

describe.each(problemFamilies)("series method, $name", ({ name }) => {
  it("gives the impulse and the events of the Taylor method to 1e-11", () => {
    const worst = worstOf(name, (contact) => {
      const error = difference(follow(contact), followExactly(contact));
      return mainEvents(path) === mainEvents(reference) ? error : Number.POSITIVE_INFINITY;
    });
    expect(worst.value, `problem ${worst.problem}`).toBeLessThan(1e-11);
  });

  it("closes the energy ledger to 1e-12 and gains no energy", () => {
    const worst = worstOf(name, (contact) => {
      const { frictionLoss, restitutionLoss, storedEnergy, ...state } = follow(contact);
      if (frictionLoss < 0 || storedEnergy !== 0) return Number.POSITIVE_INFINITY;
      const change = energyChange(contact, path.state);
      return (
        Math.max(Math.abs(change + frictionLoss + restitutionLoss), change, -state.normalVelocity * state.normalImpulse) /
        energyBefore(contact)
      );
    });
    expect(worst.value, `problem ${worst.problem}`).toBeLessThan(1e-12);
  });

  it("ends with the velocity that follows from the impulse, in the friction cone, after events in order", () => {
    const worst = worstOf(name, (contact) => {
      const { b11, b12, b22, d1, d2, normal, slip1, slip2, normalVelocity, friction } = contact;
      const { impulse1: x, impulse2: y, normalImpulse: z, ...after } = follow(contact);
      const off = Math.hypot(
        slip1 + b11 * x + b12 * y + d1 * z - after.slip1,
        slip2 + b12 * x + b22 * y + d2 * z - after.slip2,
        normalVelocity + d1 * x + d2 * y + normal * z - after.normalVelocity,
      );
      const kinds = eventsOf(path);
      const ordered = kinds.every((_, k) => k === 0 || path.numbers[k * EVENT_SIZE] >= path.numbers[(k - 1) * EVENT_SIZE] * (1 - 1e-12));
      if (kinds.indexOf(END) !== kinds.length - 1 || !ordered) return Number.POSITIVE_INFINITY;
      return Math.max(off / Math.hypot(slip1, slip2, normalVelocity), (Math.hypot(x, y) - friction * z) / Math.hypot(x, y, z));
    });
    expect(worst.value, `problem ${worst.problem}`).toBeLessThan(1e-12);
  });
});

describe("series method, what the benchmarks claim", () => {
  it("is within 1e-12 of the Taylor method on 99 of 100 generic problems", () => {
    const errors: number[] = [];
    eachOf("generic", (contact) => errors.push(difference(follow(contact), followExactly(contact))), 1000);
    errors.sort((a, b) => a - b);
    expect(errors[990]).toBeLessThan(1e-12);
  });
});

describe("series method, closed forms", () => {
  it("solves the ball: straight slip that may stop", () => {
    for (const [slip, friction, restitution] of [
      [2, 0.1, 0.8],
      [0.2, 0.4, 0.5],
      [1, 1, 0],
    ] as const) {
      const state = follow(
        contactOf({ b11: 3.5, b22: 3.5, normal: 1, slip1: 0.6 * slip, slip2: -0.8 * slip, normalVelocity: -1, friction, restitution }),
      );
      const normalImpulse = 1 + restitution;
      const tangential = Math.min(friction * normalImpulse, slip / 3.5);
      expect(state.normalImpulse).toBeCloseTo(normalImpulse, 14);
      expect(state.impulse1).toBeCloseTo(-0.6 * tangential, 14);
      expect(state.impulse2).toBeCloseTo(0.8 * tangential, 14);
    }
  });

  it("returns -e times the normal velocity if there is no coupling", () => {
    const worst = worstOf("generic", (contact) => {
      contact.d1 = contact.d2 = 0;
      const state = follow(completeSlipContact(contact));
      const velocity = state.normalVelocity / contact.normalVelocity + contact.restitution;
      const impulse = (state.normalImpulse * contact.normal) / contact.normalVelocity + 1 + contact.restitution;
      return Math.max(Math.abs(velocity), Math.abs(impulse));
    });
    expect(worst.value, `problem ${worst.problem}`).toBeLessThan(1e-12);
  });

  it("follows the isotropic curve: r sin(a) = C tan(a/2)^n with n = friction b/|d|, a the angle from d", () => {
    const contact = contactOf({
      b11: 2,
      b22: 2,
      normal: 3,
      d1: 1,
      friction: 0.7,
      restitution: 0.6,
      slip1: -0.3,
      slip2: 0.9,
      normalVelocity: -0.5,
    });
    const constantAt = (slip1: number, slip2: number) => slip2 / (slip2 / (Math.hypot(slip1, slip2) + slip1)) ** 1.4;
    follow(contact);
    expect(eventsOf(path)).toEqual([COMPRESSION_END, END]);
    for (let k = 0; k < path.count; k++) {
      const at = k * EVENT_SIZE;
      expect(constantAt(path.numbers[at + 3], path.numbers[at + 4])).toBeCloseTo(constantAt(-0.3, 0.9), 13);
    }
  });

  it("reproduces the converged impulse of the source's truncated icosahedron on a tetrahedron (000, figure 2.3)", () => {
    const state = follow(
      contactOf({
        b11: 11.5984,
        b12: -0.910367,
        b22: 9.90134,
        d1: 2.44236,
        d2: 1.95747,
        normal: 2.59042,
        slip1: -0.261988168,
        slip2: 0.386328061,
        normalVelocity: -0.0771748,
        friction: 0.8,
        restitution: 0.95,
      }),
    );
    expect(state.impulse1).toBeCloseTo(-0.0033812, 6);
    expect(state.impulse2).toBeCloseTo(-0.0593373, 6);
    expect(state.normalImpulse).toBeCloseTo(0.1012082, 6);
    expect(eventsOf(path)).toEqual([COMPRESSION_END, SLIP_STOP, END]);
    expect(path.stuck).toBe(true);
  });
});

describe("series method, symmetries", () => {
  it("gives the same bits whatever it has followed before", () => {
    const contacts: SlipContact[] = [];
    for (const { name } of problemFamilies) eachOf(name, (contact) => contacts.push({ ...contact }), COUNT);
    const alone = contacts.map((contact) => ({ ...follow(contact) }));
    const random = createRandom(5);
    contacts.forEach((contact, i) => {
      follow(contacts[Math.floor(random() * contacts.length)]);
      expect(follow(contact)).toEqual(alone[i]);
    });
  });

  it("scales with the velocity and inversely with the mobility", () => {
    const worst = worstOf("generic", (contact) => {
      const { ...before } = follow(contact);
      for (const key of ["slip1", "slip2", "normalVelocity"] as const) contact[key] *= 1000;
      for (const key of ["b11", "b12", "b22", "d1", "d2", "normal"] as const) contact[key] *= 0.01;
      const { ...after } = follow(completeSlipContact(contact));
      for (const key of ["impulse1", "impulse2", "normalImpulse"] as const) after[key] *= 1e-5;
      return difference(after, before) + Math.abs((after.frictionLoss * 1e-8) / before.frictionLoss - 1);
    });
    expect(worst.value, `problem ${worst.problem}`).toBeLessThan(1e-11);
  });

  it("turns with the tangents", () => {
    let angle = 0;
    const worst = worstOf("generic", (contact) => {
      const { ...before } = follow(contact);
      angle++;
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const { b11, b12, b22, d1, d2, slip1, slip2 } = contact;
      contact.b11 = c * c * b11 - 2 * c * s * b12 + s * s * b22;
      contact.b22 = s * s * b11 + 2 * c * s * b12 + c * c * b22;
      contact.b12 = c * s * (b11 - b22) + (c * c - s * s) * b12;
      [contact.d1, contact.d2] = [c * d1 - s * d2, s * d1 + c * d2];
      [contact.slip1, contact.slip2] = [c * slip1 - s * slip2, s * slip1 + c * slip2];
      const after = follow(completeSlipContact(contact));
      return difference(after, {
        ...before,
        impulse1: c * before.impulse1 - s * before.impulse2,
        impulse2: s * before.impulse1 + c * before.impulse2,
      });
    });
    expect(worst.value, `problem ${worst.problem}`).toBeLessThan(1e-11);
  });
});

describe("series method, hard cases", () => {
  it("follows several compression periods", () => {
    const random = createRandom(4);
    let several = 0;
    eachOf(
      "jam",
      (contact) => {
        contact.normalVelocity *= 10 ** (-3 * random());
        contact.restitution = Math.sqrt(random());
        const state = follow(contact);
        if (path.compressions === 1) return;
        several++;
        const { compressions } = path;
        expect(difference(state, followExactly(contact))).toBeLessThan(1e-11);
        expect(reference.compressions).toBe(compressions);
      },
      8000,
    );
    expect(several).toBeGreaterThan(5);
  });

  it("keeps its digits when the tangent block is nearly singular", () => {
    const random = createRandom(11);
    const size = () => 10 ** (2 * random() - 1) * (random() < 0.5 ? -1 : 1);
    let singular = 0;
    for (let i = 0; i < 1000; i++) {
      // W = L L^T
      const [l11, l21, l22, l31, l32, l33] = [size(), size(), size(), size(), size(), size()] as const;
      const contact = contactOf({
        b11: l11 * l11,
        b12: l11 * l21,
        b22: l21 * l21 + l22 * l22,
        d1: l11 * l31,
        d2: l21 * l31 + l22 * l32,
        normal: l31 * l31 + l32 * l32 + l33 * l33,
        slip1: random() - 0.5,
        slip2: random() - 0.5,
        normalVelocity: -random(),
        friction: 2 * random(),
        restitution: random(),
      });
      if (contact.stickSlope < 1e-6 * contact.normal) continue;
      if ((contact.b11 + contact.b22) ** 2 > 1e4 * l11 * l11 * l22 * l22) singular++;
      expect(difference(follow(contact), followExactly(contact)), `problem ${i}`).toBeLessThan(1e-10);
    }
    expect(singular).toBeGreaterThan(50);
  });

  it("gives back the little that a small restitution leaves", () => {
    for (const restitution of [1e-3, 1e-6, 1e-9]) {
      const measure = (contact: SlipContact) => {
        contact.restitution = restitution;
        return difference(follow(contact), followExactly(contact));
      };
      expect(worstOf("generic", measure, 100).value).toBeLessThan(1e-11);
    }
  });

  it("shows points of the path in order, each with the slip that follows from its impulse", () => {
    for (const { name } of problemFamilies) {
      eachOf(
        name,
        (contact) => {
          const { ...plain } = follow(contact);
          const points: SlipState[] = [];
          const observed = createSlipPath();
          observed.observe = (state) => points.push({ ...state });
          followSlipBySeries(contact, observed);
          expect(difference(observed.state, plain)).toBeLessThan(1e-14);
          const { b11, b12, b22, d1, d2, slip1, slip2, normalVelocity } = contact;
          const speed = Math.hypot(slip1, slip2, normalVelocity);
          let last = 0;
          let off = 0;
          for (const { normalImpulse: z, impulse1: x, impulse2: y, ...point } of points) {
            if (z < last * (1 - 1e-12) || point.storedEnergy < -1e-12 * energyBefore(contact)) off = Number.POSITIVE_INFINITY;
            last = z;
            off = Math.max(
              off,
              Math.hypot(slip1 + b11 * x + b12 * y + d1 * z - point.slip1, slip2 + b12 * x + b22 * y + d2 * z - point.slip2) / speed,
            );
          }
          expect(off).toBeLessThan(1e-11);
          expect(last).toBeCloseTo(plain.normalImpulse, 12);
        },
        20,
      );
    }
  });
});
