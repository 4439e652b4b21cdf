import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random.js";
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import { problemFamilies } from "../../testing/slip-families.js";
import { solveFrictional } from "../frictional.js";
import { solveMultipoint } from "../multipoint.js";
import { createSlipContact } from "../slip/contact.js";
import { followPlanar } from "./planar.js";
import { touchingOf } from "./touching.js";

/** Random problems of one family of spatial contacts. */
function* drawn(name: string, count: number, seed: number): Generator<ContactProblem> {
  const random = createRandom(seed);
  const family = problemFamilies.find((candidate) => candidate.name === name)!;
  const c = createSlipContact();
  for (let n = 0; n < count; n++) {
    family.draw(random, c);
    yield {
      dimension: 3,
      contacts: [{ friction: c.friction, restitution: c.restitution }],
      mobility: [
        [c.b11, c.b12, c.d1],
        [c.b12, c.b22, c.d2],
        [c.d1, c.d2, c.normal],
      ],
      velocity: [c.slip1, c.slip2, c.normalVelocity],
    };
  }
}

const withRestitution = (problem: ContactProblem, restitution: number): ContactProblem => ({
  ...problem,
  contacts: [{ ...problem.contacts[0], restitution }],
});

describe("one contact", () => {
  it.each(problemFamilies.map(({ name }) => name))("is frictional to 1e-12 where compressed once: %s", (name) => {
    for (const problem of drawn(name, 40, 1)) {
      const reference = solveFrictional(problem);
      if (reference.events.filter(({ kind }) => kind === "compression-end").length > 1) continue;
      const outcome = solveMultipoint(problem);
      const largest = Math.max(...reference.impulse.map(Math.abs));
      outcome.impulse.forEach((value, i) => {
        expect(Math.abs(value - reference.impulse[i])).toBeLessThanOrEqual(1e-12 * largest);
      });
      const fastest = Math.max(...problem.velocity.map(Math.abs));
      outcome.velocity.forEach((value, i) => {
        expect(Math.abs(value - reference.velocity[i])).toBeLessThanOrEqual(1e-11 * fastest);
      });
      expect(outcome.slip).toEqual(reference.slip);
      expect(outcome.events.map(({ kind }) => kind)).toEqual(reference.events.map(({ kind }) => kind));
      expect(outcome.energy.before).toBe(reference.energy.before);
    }
  });

  it("pressed together again, loses 1 - e^2 of the deepest compression and no more", () => {
    let repeated = 0;
    for (const jam of drawn("jam", 1500, 10)) {
      const { restitution } = jam.contacts[0];
      // A slow approach is over before the slip is, and the slip can press again.
      const problem = { ...jam, velocity: [jam.velocity[0], jam.velocity[1], jam.velocity[2] / 30] };
      if (restitution === 0 || restitution === 1) continue;
      const reference = solveFrictional(problem);
      if (reference.events.filter(({ kind }) => kind === "compression-end").length < 2) continue;
      repeated++;
      const { energy, events, stages, warnings, impulse } = solveMultipoint(problem);
      expect(warnings.map(({ code }) => code)).toContain("repeated-compression");
      // With e = 1 nothing is lost: minus the stored energy is the work at each event of the same path.
      const whole = solveFrictional(withRestitution(problem, 1)).events;
      const works = events.slice(0, -1).map((_, k) => -whole[k].storedEnergy);
      events.slice(0, -1).forEach(({ kind, normalImpulse }, k) => {
        expect(kind).toBe(whole[k].kind);
        expect(Math.abs(normalImpulse - whole[k].normalImpulse)).toBeLessThanOrEqual(1e-12 * impulse[2]);
      });
      const deepest = Math.min(...works);
      const lost = energy.before - energy.after - energy.frictionLoss;
      expect(Math.abs(lost + (1 - restitution * restitution) * deepest)).toBeLessThanOrEqual(1e-11 * energy.before);
      expect(Math.abs(energy.residual)).toBeLessThanOrEqual(1e-11 * energy.before);
      expect(Math.abs(stages![0].compressionWork - deepest)).toBeLessThanOrEqual(1e-13 * energy.before);
      // Less is lost than by frictional, and so the impact lasts longer.
      expect(impulse[2]).toBeGreaterThanOrEqual(reference.impulse[2]);
    }
    expect(repeated).toBeGreaterThan(3);
  });

  it("in the plane is what the planar path of several contacts gives with one", () => {
    for (const name of ["generic", "at the limit of sticking", "grazing", "steep"])
      for (const { mobility: m, velocity: v, contacts } of drawn(name, 40, 2)) {
        const problem: ContactProblem = {
          dimension: 2,
          contacts,
          mobility: [
            [m[0][0], m[0][2]],
            [m[2][0], m[2][2]],
          ],
          velocity: [v[0], v[2]],
        };
        const { impulse } = solveMultipoint(problem);
        const stop = { at: "restitution", restitution: contacts[0].restitution } as const;
        const { state } = followPlanar(touchingOf(problem, [0]), problem.velocity, stop, Math.hypot(v[0], v[2]));
        const off = Math.hypot(state.impulse[0] - impulse[0], state.impulse[1] - impulse[1]);
        expect(off).toBeLessThanOrEqual(1e-11 * Math.hypot(...impulse));
      }
  });
});
