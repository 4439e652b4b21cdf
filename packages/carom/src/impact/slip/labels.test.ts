import { describe, expect, it } from "vitest";
import { InvalidInputError } from "../../errors.js";
import { createRandom } from "../../math/random.js";
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import { problemFamilies } from "../../testing/slip-families.js";
import { solveFrictional } from "../frictional.js";
import { createSlipContact, type SlipContact } from "./contact.js";
import { invariantDirections } from "./directions.js";
import { classifySlip } from "./labels.js";
import { contactOf, icosaTetra, pinBall, problemOf, variation, variations } from "./published.test.data.js";

function problem({ b11, b12, b22, d1, d2, normal, slip1, slip2, normalVelocity, friction, restitution }: SlipContact): ContactProblem {
  const mobility = [
    [b11, b12, d1],
    [b12, b22, d2],
    [d1, d2, normal],
  ];
  return { dimension: 3, contacts: [{ friction, restitution }], mobility, velocity: [slip1, slip2, normalVelocity] };
}

describe("the source's figures", () => {
  it.each(variations)("figure $figure is case $label", (figure) => {
    expect(classifySlip(problemOf(variation(figure))).label).toBe(figure.label);
  });

  it("the bowling pin is case L1", () => {
    expect(classifySlip(problemOf(pinBall)).label).toBe("L1");
  });

  it("figure 2.8 passes the origin at 0.0044: with a tighter tolerance for stopped it is no S1", () => {
    const figure = problemOf(variation(variations.find(({ figure: name }) => name === "2.8")!));
    const start = Math.hypot(figure.velocity[0], figure.velocity[1]);
    expect(classifySlip(figure, { stopped: 0.0045 / start }).label).toBe("S1");
    expect(classifySlip(figure, { stopped: 0.0043 / start }).label).not.toBe("S1");
    expect(solveFrictional(figure).slip).toEqual(["slides"]);
  });

  it("reports where and with which tolerances", () => {
    const { at, straightTolerance, stoppedTolerance } = classifySlip(problemOf(icosaTetra));
    expect([straightTolerance, stoppedTolerance]).toEqual([0.04, 0.03]);
    // Between the end of compression and the end, before the stop of the exact path.
    const { events } = solveFrictional(problemOf(icosaTetra));
    const byKind = (kind: string) => events.find((event) => event.kind === kind)!.normalImpulse;
    expect(at).toBeGreaterThan(byKind("compression-end"));
    expect(at).toBeLessThan(byKind("slip-stop"));
    expect(at).toBeGreaterThan(0.9 * byKind("slip-stop"));
  });
});

describe("labels", () => {
  it("say what the exact path does, once the tolerances are tight", () => {
    const contact = createSlipContact();
    const random = createRandom(41);
    const seen = new Set<string>();
    for (let i = 0; i < 200; i++) {
      problemFamilies[0].draw(random, contact);
      const { label } = classifySlip(problem(contact), { straight: 1e-9, stopped: 1e-9 });
      seen.add(label);
      const { events } = solveFrictional(problem(contact));
      const stop = events.findIndex(({ kind }) => kind === "slip-stop");
      const compression = events.findIndex(({ kind }) => kind === "compression-end");
      const expected = stop < 0 ? ["N", "L2b", "L4"] : stop < compression ? ["S1", "L1"] : ["S2", "L2a", "L3"];
      expect(expected).toContain(label);
    }
    expect([...seen].sort()).toEqual(expect.arrayContaining(["L1", "N", "S1", "S2"]));
  });

  it("start straight on an invariant direction, on a repelling one to rounding only", () => {
    for (const { direction, stability } of invariantDirections(contactOf(icosaTetra))) {
      const towards = (angle: number) => {
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        return problemOf({ ...icosaTetra, velocity: [c * direction[0] - s * direction[1], s * direction[0] + c * direction[1], -0.2] });
      };
      expect(classifySlip(towards(0)).at).toBe(0);
      expect(classifySlip(towards(0)).label.startsWith("L")).toBe(true);
      const beside = classifySlip(towards(1e-3));
      if (stability === "attracting") expect(beside.at).toBe(0);
      else expect(beside.at).toBeGreaterThan(0.01);
    }
  });

  it("without slip is S1; without friction or coupling a straight slide to the end", () => {
    expect(classifySlip(problemOf({ ...icosaTetra, velocity: [0, 0, -1] }))).toMatchObject({ label: "S1", at: 0 });
    const diagonal = [
      [3.5, 0, 0],
      [0, 3.5, 0],
      [0, 0, 1],
    ] as const;
    expect(classifySlip(problemOf({ mobility: diagonal, velocity: [1, 2, -1], friction: 0, restitution: 0.5 })).label).toBe("L2b");
    // A ball stops during compression, during restitution, or not: p_stop = 2 m |slip| / (7 friction), p_c = 1, p_end = 1.5.
    const ball = (slip: number) =>
      classifySlip(problemOf({ mobility: diagonal, velocity: [slip, 0, -1], friction: 0.2, restitution: 0.5 })).label;
    expect([ball(0.69), ball(0.71), ball(1.04), ball(1.06)]).toEqual(["L1", "L2a", "L2a", "L2b"]);
  });

  it("works for jams", () => {
    const contact = createSlipContact();
    const random = createRandom(43);
    for (let i = 0; i < 100; i++) {
      problemFamilies[4].draw(random, contact);
      expect(["N", "S1", "S2", "L1", "L2a", "L2b", "L3", "L4"]).toContain(classifySlip(problem(contact)).label);
    }
  });

  it("refuses what it cannot label", () => {
    expect(() => classifySlip(problemOf({ ...icosaTetra, velocity: [1, 0, 0.1] }))).toThrow("approaching");
    expect(() => classifySlip(problemOf(icosaTetra), { straight: 0 })).toThrow(InvalidInputError);
    expect(() => classifySlip(problemOf(icosaTetra), { stopped: 1 })).toThrow(InvalidInputError);
  });
});
