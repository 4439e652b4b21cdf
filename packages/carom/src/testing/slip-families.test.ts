import { describe, expect, it } from "vitest";
import { canJam, createSlipContact, type SlipContact } from "../impact/slip/contact.js";
import { createRandom } from "../math/random.js";
import { problemFamilies } from "./slip-families.js";

function draw(name: string, count = 300): SlipContact[] {
  const family = problemFamilies.find((candidate) => candidate.name === name)!;
  const random = createRandom(42);
  return Array.from({ length: count }, () => {
    const contact = createSlipContact();
    family.draw(random, contact);
    return contact;
  });
}

const speedOf = ({ slip1, slip2 }: SlipContact) => Math.hypot(slip1, slip2);

describe("problem families", () => {
  it.each(problemFamilies)("$name: positive definite, approaching, the same for the same seed", ({ name }) => {
    const contacts = draw(name);
    for (const contact of contacts) {
      expect(contact.b11 * contact.b22 - contact.b12 ** 2).toBeGreaterThan(0);
      expect(contact.stickSlope).toBeGreaterThan(0);
      expect(contact.normalVelocity).toBeLessThan(0);
      expect(contact.friction).toBeGreaterThanOrEqual(0);
      expect(contact.restitution).toBeGreaterThanOrEqual(0);
      expect(contact.restitution).toBeLessThanOrEqual(1);
    }
    expect(draw(name)).toEqual(contacts);
  });

  it("jams in the family jam only, degenerate ones aside", () => {
    for (const { name } of problemFamilies) if (name !== "degenerate") expect(draw(name).every(canJam), name).toBe(name === "jam");
  });

  it("is off the limit of sticking by 1e-12 to 1e-1 of the friction", () => {
    const offsets = draw("at the limit of sticking").map(({ hold1, hold2, friction }) => Math.abs(Math.hypot(hold1, hold2) / friction - 1));
    expect(Math.max(...offsets)).toBeLessThan(0.101);
    expect(Math.min(...offsets)).toBeLessThan(1e-10);
  });

  it("is slow in the normal direction when grazing and along the surface when steep", () => {
    const grazing = draw("grazing").map((contact) => -contact.normalVelocity);
    expect(Math.max(...grazing)).toBeLessThan(0.1);
    expect(Math.min(...grazing)).toBeLessThan(1e-4);
    const steep = draw("steep").map(speedOf);
    expect(Math.max(...steep)).toBeLessThan(0.1);
    expect(Math.min(...steep)).toBeLessThan(1e-4);
  });
});
