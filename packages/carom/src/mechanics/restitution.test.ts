import { describe, expect, it } from "vitest";
import { contactProblemFromBodies } from "./from-bodies.js";
import { checkPairMaterial, type Restitution, resolvedContacts, restitutionAt, restitutionChanges } from "./restitution.js";

const table = { speed: [0.5, 1, 3], value: [0.9, 0.7, 0.5] };
const power = { speed: 2, value: 0.6, exponent: -0.25 };

describe("restitution by speed of approach", () => {
  it.each([
    [0.4, 0],
    [0.4, 7],
  ])("a number %s is the same at %s m/s", (value, speed) => {
    expect(restitutionAt(value, speed)).toBe(value);
  });

  it("follows a table by straight lines, and stays as at its ends", () => {
    expect(restitutionAt(table, 0)).toBe(0.9);
    expect(restitutionAt(table, 0.5)).toBe(0.9);
    expect(restitutionAt(table, 0.75)).toBeCloseTo(0.8, 15);
    expect(restitutionAt(table, 2.5)).toBeCloseTo(0.55, 15);
    expect(restitutionAt(table, 50)).toBe(0.5);
    expect(restitutionAt(table, -1)).toBe(0.9);
  });

  it("follows a power, at most 1", () => {
    expect(restitutionAt(power, 2)).toBe(0.6);
    expect(restitutionAt(power, 32)).toBeCloseTo(0.3, 15);
    expect(restitutionAt(power, 1e-3)).toBe(1);
    expect(restitutionAt(power, 0)).toBe(1);
    expect(restitutionAt({ speed: 1, value: 0.5, exponent: 1 }, 0)).toBe(0);
  });

  it.each<[string, Restitution]>([
    ["table", table],
    ["power", power],
  ])("a contact of a cradle that does not approach has the speed of the one that does (%s)", (_, restitution) => {
    const balls = [0, 1, 2].map((i) => ({
      mass: 1,
      inertia: [0.1, 0.1, 0.1] as const,
      position: [i, 0, 0] as const,
      velocity: [i === 0 ? 2.5 : 0, 0, 0] as const,
    }));
    const { problem } = contactProblemFromBodies({ a: balls[0], b: balls[1], c: balls[2] }, [
      { between: ["a", "b"], point: [0.5, 0, 0], normal: [-1, 0, 0], friction: 0, restitution },
      { between: ["b", "c"], point: [1.5, 0, 0], normal: [-1, 0, 0], friction: 0, restitution },
    ]);
    const expected = restitutionAt(restitution, 2.5);
    expect(problem.contacts.map((contact) => contact.restitution)).toEqual([expected, expected]);
  });

  it("changes with velocities as differences of it do", () => {
    const contacts = [power, table, 0.3, power].map((restitution) => ({ friction: 0, restitution }));
    const velocity = [0, -1.7, 0, -2.2, 0, -1, 0, 0.4];
    const change = [1, 0.3, -1, -0.8, 0.2, 0.5, 0.1, 2];
    const at = (h: number) =>
      resolvedContacts(
        contacts,
        velocity.map((v, i) => v + h * change[i]),
        2,
      );
    restitutionChanges(contacts, velocity, 2, change).forEach((value, i) => {
      expect(Math.abs(value - (at(1e-5)[i].restitution - at(-1e-5)[i].restitution) / 2e-5)).toBeLessThan(1e-9);
    });
  });

  it.each<[object, RegExp]>([
    [{ speed: [1, 1], value: [0.5, 0.4] }, /restitution\.speed\[1\]: 1 is not above the speed before it \(1\)/],
    [{ speed: [0, 1], value: [0.5] }, /restitution\.value: .* does not have one number for each of 2 speeds/],
    [{ speed: [-1], value: [0.5] }, /restitution\.speed\[0\]: -1 is not a finite number >= 0/],
    [{ speed: [1], value: [1.5] }, /restitution\.value\[0\]: 1.5 is not between 0 and 1/],
    [{ speed: 0, value: 0.5, exponent: -0.2 }, /restitution\.speed: 0 is not a finite number > 0/],
    [{ speed: 1, value: 0.5, exponent: Number.NaN }, /restitution\.exponent: NaN is not a finite number/],
  ])("refuses %j", (restitution, message) => {
    expect(() => checkPairMaterial({ friction: 0, restitution: restitution as Restitution }, "contacts[0]")).toThrow(message);
  });
});
