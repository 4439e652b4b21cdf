import { describe, expect, it } from "vitest";
import { InvalidInputError } from "../../errors.js";
import { laws } from "../../impact/registry.js";
import { chooseLaw } from "../choose-law.js";
import { compareStudy } from "../compare.js";
import { studyProblem } from "../impact/problem.js";
import { checkStudy, runStudy } from "../kinds.js";
import { parseImpact, printedProblem, rodStudy, rodSystem } from "../studies.testing.js";

function complaint(study: unknown): string {
  try {
    studyProblem(parseImpact(study));
  } catch (error) {
    if (error instanceof InvalidInputError) return error.message;
    throw error;
  }
  throw new Error("the study was accepted");
}

/** The rod by hand: anchors 2.3. The contact sticks for no instant, so every piece is a straight slide. */
function rodByHand(restitution: number) {
  const [x, z, friction, slip] = [0.35355, 0.36355, 0.5, 0.61697];
  const kn = 1 + 12 * x * x;
  const kt = 1 + 12 * z * z;
  const kc = -12 * x * z;
  const stop = slip / (friction * kt - kc);
  const velocity = -1 + (kn - friction * kc) * stop;
  const slope = kn + friction * kc;
  const stored = stop * (1 - 0.5 * (kn - friction * kc) * stop) + (velocity * velocity) / (2 * slope);
  const normal = stop - velocity / slope + restitution * Math.sqrt((2 * stored) / slope);
  const tangential = friction * (normal - 2 * stop);
  return { normal, tangential, slip: slip + kt * tangential + kc * normal, rebound: -1 + kc * tangential + kn * normal };
}

describe("runStudy", () => {
  it.each([1, 0.9, 0.5, 0])("agrees with the rod by hand at restitution %f, from bodies and from coordinates", (restitution) => {
    const expected = rodByHand(restitution);
    for (const study of [rodStudy(), rodSystem()]) {
      study.contacts[0].restitution = restitution;
      const { outcome } = runStudy(parseImpact(study));
      expect(outcome.impulse[0]).toBeCloseTo(expected.tangential, 12);
      expect(outcome.impulse.at(-1)).toBeCloseTo(expected.normal, 12);
      expect(outcome.velocity[0]).toBeCloseTo(expected.slip, 12);
      expect(outcome.velocity.at(-1)).toBeCloseTo(expected.rebound, 12);
    }
  });

  it("carries the impulse to the bodies: dV = I / m, dw = arm x I / J", () => {
    const { outcome, bodies, contacts } = runStudy(parseImpact(rodStudy()));
    const [tangential, , normal] = outcome.impulse as [number, number, number];
    expect(bodies!.rod!.before.velocity).toEqual([0.61697, 0, -1]);
    expect(bodies!.rod!.after.velocity[0]).toBeCloseTo(0.61697 + tangential, 13);
    expect(bodies!.rod!.after.velocity[2]).toBeCloseTo(-1 + normal, 13);
    expect(bodies!.rod!.after.angularVelocity[1]).toBeCloseTo(12 * (-0.36355 * tangential + 0.35355 * normal), 12);
    expect(bodies).not.toHaveProperty("floor");
    expect(contacts![0].normal).toEqual([0, 0, 1]);
    expect(contacts![0].impulse[2]).toBeCloseTo(normal, 14);
  });

  it("gives the same speeds in coordinates as the bodies have", () => {
    const bodies = runStudy(parseImpact(rodStudy())).bodies!.rod!.after;
    const { speeds } = runStudy(parseImpact(rodSystem()));
    [bodies.velocity[0], bodies.velocity[2], bodies.angularVelocity[1]].forEach((value, i) => {
      expect(speeds!.after[i]).toBeCloseTo(value, 12);
    });
  });

  it("reproduces the sheet's converged impulse of figure 2.5a", () => {
    const { outcome, analysis } = runStudy(parseImpact(printedProblem()));
    [-0.0033812, -0.0593373, 0.1012082].forEach((value, i) => {
      expect(Math.abs(outcome.impulse[i] - value)).toBeLessThan(2e-6);
    });
    expect(analysis!.criticalFriction).toBeCloseTo(0.3157, 4);
  });

  it("records a history only when asked", () => {
    const study = parseImpact(rodStudy());
    expect(runStudy(study).outcome.history).toBeUndefined();
    expect(runStudy(study, { history: true }).outcome.history!.normalImpulse.length).toBeGreaterThan(10);
  });

  it("builds a body from its shape: a solid ball has the mobility (7/2, 7/2, 1) / m", () => {
    const study = {
      ...rodStudy(),
      bodies: { ball: { shape: { type: "sphere", radius: 0.1 }, mass: 2, position: [0, 0, 0.1], velocity: [1, 0, -1] }, floor: "fixed" },
      contacts: [{ between: ["ball", "floor"], point: [0, 0, 0], normal: [0, 0, 2], friction: 0.1, restitution: 1 }],
    };
    const { mobility } = studyProblem(parseImpact(study));
    [3.5 / 2, 3.5 / 2, 1 / 2].forEach((value, i) => {
      expect(mobility[i][i]).toBeCloseTo(value, 14);
    });
  });

  it("solves by every method of the law frictional, and the converged ones agree", () => {
    const study = parseImpact(printedProblem());
    const reference = runStudy(study).outcome.impulse;
    for (const method of ["series", "taylor", "runge-kutta"] as const)
      runStudy(chooseLaw(study, { method })).outcome.impulse.forEach((value, i) => {
        expect(value).toBeCloseTo(reference[i], 10);
      });
  });

  it("has no method to choose under the other laws", () => {
    const study = parseImpact({ ...rodStudy(), law: "newton", options: { method: "taylor" } });
    expect(() => runStudy(study)).toThrow(/^options\.method: "taylor" is given for an option the law \w+ does not have/);
  });

  it("leaves bodies that part as they are, with a warning", () => {
    const study = rodStudy();
    study.bodies.rod.velocity = [0.5, 0, 1];
    const { outcome, bodies } = runStudy(parseImpact(study));
    expect(outcome.warnings.map(({ code }) => code)).toEqual(["not-approaching"]);
    expect(bodies!.rod!.after).toEqual({ velocity: [0.5, 0, 1], angularVelocity: [0, 0, 0] });
  });
});

describe("chooseLaw", () => {
  it("drops the options of the law it replaces", () => {
    const study = parseImpact({ ...rodStudy(), options: { method: "fixed-step", step: 0.001 } });
    expect(chooseLaw(study, { law: "newton" })).not.toHaveProperty("options");
    expect(chooseLaw(study, { law: "frictional" })).toMatchObject({ options: { method: "fixed-step", step: 0.001 } });
    expect(chooseLaw(study, { method: "taylor" })).toHaveProperty("options", { method: "taylor" });
    expect(chooseLaw(study, {})).toEqual(study);
  });

  it("knows by the contacts whose options they are and builds nothing, so that a run builds bodies and problem once", () => {
    const study = rodStudy();
    study.bodies.rod.inertia = [1, 1, 5];
    const impossible = { ...study, options: { method: "fixed-step", step: 0.001 } };
    const several = { ...impossible, contacts: [study.contacts[0], { ...study.contacts[0], point: [0.35355, 0, 0] }] };
    expect(() => runStudy(parseImpact(impossible))).toThrow("cannot belong to a rigid body");
    expect(chooseLaw(parseImpact(impossible), { law: "frictional" })).toHaveProperty("options");
    expect(chooseLaw(parseImpact(several), { law: "simultaneous" })).toHaveProperty("options");
    expect(chooseLaw(parseImpact(several), { law: "frictional" })).not.toHaveProperty("options");
  });
});

it("labels the impact and gives gradients under the law frictional only", () => {
  const study = parseImpact(printedProblem());
  const { classification, gradients } = runStudy(study);
  expect(classification).toMatchObject({ label: "S2", straightTolerance: 0.04, stoppedTolerance: 0.03 });
  expect(gradients?.available).toBe(true);
  expect(runStudy(chooseLaw(study, { law: "newton" }))).not.toHaveProperty("classification");
});

describe("compareStudy", () => {
  it("has one row for each law, equal to running the study under it", () => {
    const study = parseImpact(rodStudy());
    const { rows } = compareStudy(study);
    expect(rows.map(({ law }) => law)).toEqual(laws.map(({ name }) => name));
    for (const row of rows) {
      const run = () => runStudy(chooseLaw(study, { law: row.law })).outcome;
      if ("outcome" in row) expect({ ...run(), warnings: [] }).toEqual({ ...row.outcome, warnings: [] });
      else expect(run).toThrow(row.inapplicable);
    }
  });

  it("says why a law does not apply", () => {
    const study = rodStudy();
    study.contacts.push({ ...study.contacts[0], point: [0.35355, 0, 0] });
    const row = compareStudy(parseImpact(study)).rows.find(({ law }) => law === "frictional")!;
    expect("inapplicable" in row && row.inapplicable).toBe("it handles one contact and the problem has 2");
    expect(() => runStudy(chooseLaw(parseImpact(study), { law: "frictional" }))).toThrow(
      'law: "frictional" cannot be used here: it handles one contact and the problem has 2',
    );
  });
});

describe("studyProblem", () => {
  it("refuses what no rigid bodies could have", () => {
    const rod = rodStudy();
    const withBody = (body: object) => ({ ...rod, bodies: { ...rod.bodies, rod: { ...rod.bodies.rod, ...body } } });
    const withContact = (contact: object) => ({ ...rod, contacts: [{ ...rod.contacts[0], ...contact }] });
    expect(complaint(withBody({ inertia: [1, 1, 3] }))).toBe("bodies.rod.inertia: [1, 1, 3] cannot belong to a rigid body (1 + 1 < 3)");
    expect(
      complaint(
        withBody({
          inertia: [
            [1, 0.5, 0],
            [0, 1, 0],
            [0, 0, 1],
          ],
        }),
      ),
    ).toContain("the matrix is not symmetric");
    expect(complaint(withBody({ orientation: [0, 0, 0, 2] }))).toContain("bodies.rod.orientation: [0, 0, 0, 2] is not a unit quaternion");
    expect(complaint(withContact({ normal: [0, 0, 0] }))).toBe("contacts[0].normal: [0, 0, 0] has no direction");
    expect(complaint(withContact({ between: ["rod", "wall"] }))).toContain(
      'contacts[0].between[1]: "wall" is not one of the bodies (rod, floor)',
    );
    expect(complaint(withContact({ between: ["rod", "rod"] }))).toContain("cannot touch itself");
    expect(complaint({ ...withContact({ between: ["wall", "floor"] }), bodies: { floor: "fixed", wall: "fixed" } })).toContain(
      "are both fixed",
    );
    expect(complaint(withContact({ staticFriction: 0.2 }))).toBe("contacts[0].staticFriction: 0.2 is below friction (0.5)");
    const { mass, inertia: _, ...placed } = rod.bodies.rod;
    const shaped = { ...rod, bodies: { floor: "fixed", rod: { ...placed, mass, shape: { type: "rod", length: 1, radius: 0.2 } } } };
    expect(complaint(shaped)).toContain("bodies.rod.shape.radius: 0.2 is not thin against the length (1)");
    expect(complaint({ ...shaped, bodies: { ...shaped.bodies, rod: { ...shaped.bodies.rod, orientation: [1, 1, 0, 0] } } })).toContain(
      "bodies.rod.orientation: ",
    );
  });

  it("refuses what no mechanical system could have", () => {
    const printed = printedProblem();
    const withProblem = (problem: object) => ({ ...printed, problem: { ...printed.problem, ...problem } });
    const indefinite = [
      [1, 0, 2],
      [0, 1, 0],
      [2, 0, 1],
    ];
    expect(complaint(withProblem({ mobility: indefinite }))).toBe(
      "problem.mobility: [[1, 0, 2], [0, 1, 0], [2, 0, 1]] is not positive definite",
    );
    expect(complaint(withProblem({ mobility: [[1, 0]] }))).toContain("problem.mobility: ");
    expect(complaint(withProblem({ velocity: [1] }))).toContain("problem.velocity: [1] has neither 2 (planar) nor 3 (spatial) components");
    expect(complaint(withProblem({ kineticEnergy: 1e-6 }))).toMatch(/^problem\.kineticEnergy: 0\.000001 is less than the 0\.013/);
    expect(complaint({ ...printed, contacts: [{ friction: 0.8, restitution: 0.95, staticFriction: 0.1 }] })).toContain(
      "contacts[0].staticFriction: 0.1 is below",
    );

    const system = rodSystem();
    const withSystem = (change: object) => ({ ...system, system: { ...system.system, ...change } });
    expect(complaint(withSystem({ speeds: [1, 2] }))).toContain("system.massMatrix: ");
  });

  it("names numbers beyond all reason by the field they come from", () => {
    const [contact] = rodStudy().contacts;
    expect(complaint({ ...rodStudy(), contacts: [{ ...contact, point: [0, 0, 1e100] }] })).toMatch(
      /^contacts\[0\]: 1\.2\d*e\+201 is not between .* \(it is mobility\[0\]\[0\] of the contact problem\)$/,
    );
  });

  it("checks the law and its options as running does", () => {
    const study = parseImpact({ ...rodStudy(), law: "newton", options: { method: "taylor" } });
    const message = 'options.method: "taylor" is given for an option the law newton does not have';
    expect(() => checkStudy(study)).toThrow(message);
    expect(() => runStudy(study)).toThrow(message);
  });

  it("leaves a planar mobility that is singular to the law that takes it", () => {
    const system = rodSystem();
    const jacobian = [
      [1, 0, 0],
      [2, 0, 0],
    ];
    const study = parseImpact({ ...system, system: { ...system.system, jacobian } });
    expect(() => runStudy(chooseLaw(study, { law: "frictional" }))).toThrow(
      'law: "frictional" cannot be used here: it needs a positive definite mobility, and this one is singular; the law planar takes it',
    );
    expect(runStudy(chooseLaw(study, { law: "planar" })).outcome.law).toBe("planar");
  });
});

describe("several contacts", () => {
  const pair = (velocity: readonly number[], extra: object = {}) => ({
    carom: 1,
    kind: "impact",
    title: "Two rows that are the same row",
    contacts: [
      { friction: 0, restitution: 0.5 },
      { friction: 0, restitution: 0.5 },
    ],
    problem: {
      mobility: [
        [1, 0, 1, 0],
        [0, 1, 0, 1],
        [1, 0, 1, 0],
        [0, 1, 0, 1],
      ],
      velocity,
      ...extra,
    },
  });

  it("of one place move together: other velocities, and less energy than they stand for, are refused", () => {
    expect(runStudy(parseImpact(pair([0, -1, 0, -1]))).outcome.velocity[1]).toBeCloseTo(0.5, 9);
    expect(complaint(pair([0, -1, 0, -2]))).toContain("problem.velocity: [0, -1, 0, -2] is not what contacts with this mobility can have");
    expect(complaint(pair([0, -1, 0, -1], { kineticEnergy: 0.1 }))).toContain("problem.kineticEnergy: 0.1 is less than the 0.5 J");
  });

  it("between spheres: overlapping ones and a pair that touches twice are refused", () => {
    const sphere = (x: number) => ({
      shape: { type: "sphere", radius: 0.1 },
      mass: 1,
      position: [x, 0, 0],
      velocity: [x === 0 ? 1 : 0, 0, 0],
    });
    const contact = { between: ["b", "a"], point: [0.1, 0, 0], normal: [1, 0, 0], friction: 0, restitution: 1 };
    const study = (distance: number, contacts: readonly object[]) => ({
      carom: 1,
      kind: "impact",
      title: "Two spheres",
      bodies: { a: sphere(0), b: sphere(distance) },
      contacts,
    });
    expect(runStudy(parseImpact(study(0.2, [contact]))).bodies?.b.after.velocity[0]).toBeCloseTo(1, 12);
    expect(complaint(study(0.15, [contact]))).toContain("bodies.b.position: [0.15, 0, 0] makes it overlap a by 0.0500 m");
    expect(complaint(study(0.2, [contact, { ...contact, normal: [1, 1e-4, 0] }]))).toContain("touch in one point only");
  });
});
