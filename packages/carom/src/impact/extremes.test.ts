/** Numbers at the edge of what there is: the answer, or an error that says what is wrong. */
import { describe, expect, it } from "vitest";
import { SolverError } from "../errors.js";
import type { ContactProblem } from "../mechanics/contact-problem.js";
import { contactProblemFromCoordinates } from "../mechanics/from-coordinates.js";
import { runStudy } from "../study/kinds.js";
import { parseStudy } from "../study/parse.js";
import { solveCompliant } from "./compliant.js";
import { solveFrictional } from "./frictional.js";
import { solveFrictionalBy } from "./methods.js";
import { planar, solvePlanar } from "./planar.js";

const MOBILITY = [
  [3, 0.5, 0.4],
  [0.5, 2, -0.3],
  [0.4, -0.3, 1],
];
const spatial = (velocity: readonly number[], more: object = {}): ContactProblem => ({
  dimension: 3,
  contacts: [{ friction: 0.4, restitution: 0.5, ...more }],
  mobility: MOBILITY,
  velocity,
});

/** Slip along z to the end: p = (1 + e) |v_n| / (W_nn - mu d . z). */
function slidingImpulse(approach: number): number[] {
  const speed = Math.sqrt(0.3 * 0.3 + 0.1 * 0.1);
  const [z1, z2] = [0.3 / speed, 0.1 / speed];
  const normal = (1.5 * approach) / (1 - 0.4 * (0.4 * z1 - 0.3 * z2));
  return [-0.4 * z1 * normal, -0.4 * z2 * normal, normal];
}

describe("an approach of next to nothing", () => {
  it.each([1e-60, 1e-100, 1e-155])("of %s m/s beside a slip slides to the end under compliant and by runge-kutta", (approach) => {
    const velocity = [0.3, 0.1, -approach];
    const outcomes = [
      solveCompliant(spatial(velocity, { stiffnessRatio: 1.2 })),
      solveFrictionalBy(spatial(velocity), { method: "runge-kutta" }),
      solveFrictional(spatial(velocity)),
    ];
    for (const { impulse, energy } of outcomes) {
      slidingImpulse(approach).forEach((value, i) => {
        expect(impulse[i] / value).toBeCloseTo(1, 10);
      });
      expect(Math.abs(energy.residual)).toBeLessThan(1e-12 * energy.before);
    }
  });

  it("of 1e-155 m/s without anything faster is that of 1 m/s", () => {
    for (const slip of [0, 0.3]) {
      const plain = solveCompliant(spatial([slip, 0, -1], { stiffnessRatio: 1.2 }));
      const slow = solveCompliant(spatial([slip * 1e-155, 0, -1e-155], { stiffnessRatio: 1.2 }));
      plain.impulse.forEach((value, i) => {
        expect(slow.impulse[i] / 1e-155).toBeCloseTo(value, 12);
      });
    }
  });

  it("that runge-kutta cannot follow is no bad input", () => {
    // Friction presses the bodies together: the impact is made by the slip, and has no scale in common with the approach.
    const jams = {
      ...spatial([-0.3, 0.1, -1e-160], { friction: 8 }),
      mobility: [[3, 0.5, 1.2], ...MOBILITY.slice(1)].map((row) => [...row]),
    };
    jams.mobility[2][0] = 1.2;
    jams.velocity = [0.3, 0.1, -1e-160];
    expect(() => solveFrictionalBy(jams, { method: "runge-kutta" })).toThrow(SolverError);
  });
});

describe("planar", () => {
  const sliding = (friction: number): ContactProblem => ({
    dimension: 2,
    contacts: [{ friction, restitution: 0.5 }],
    mobility: [
      [3, 0.5],
      [0.5, 1],
    ],
    velocity: [0.3, -1],
  });

  it("with a friction of 1e308 stops slip at once", () => {
    const { impulse, energy } = solvePlanar(sliding(1e308));
    solvePlanar(sliding(1e20)).impulse.forEach((value, i) => {
      expect(impulse[i]).toBeCloseTo(value, 14);
    });
    expect(Math.abs(energy.residual)).toBeLessThan(1e-15);
  });

  it("takes a contact that cannot move along its tangent, from a study and from coordinates", () => {
    const study = (changes: object) =>
      parseStudy({ carom: 1, kind: "impact", title: "Slider", law: "planar", contacts: [{ friction: 0.4, restitution: 0.5 }], ...changes });
    const mobility = [
      [0, 0],
      [0, 0.25],
    ];
    const system = { massMatrix: [[4]], jacobian: [[0], [1]], speeds: [-1] };
    for (const form of [{ problem: { mobility, velocity: [0, -1] } }, { system }]) {
      expect(runStudy(study(form))).toMatchObject({ outcome: { impulse: [0, 6] } });
    }
    const problem = contactProblemFromCoordinates(system, [{ friction: 0.4, restitution: 0.5 }]);
    expect(planar.inapplicable(problem)).toBeUndefined();
    expect(solvePlanar(problem).velocity).toEqual([0, 0.5]);
  });
});

it("frictional warns of a mobility that is nearly singular, and says what its ledger leaves open", () => {
  const r = Math.sqrt(1 - 1e-12);
  const nearly = (coupling: number): ContactProblem => ({
    ...spatial([-coupling, 0.1, -1], { friction: 0.9 }),
    mobility: [
      [1, 0, coupling],
      [0, 1, 0],
      [coupling, 0, 1],
    ],
  });
  const { warnings } = solveFrictional(nearly(r));
  expect(warnings.find(({ code }) => code === "near-singular")?.message).toMatch(
    /condition number about \de\+12.*the energy ledger is open by/,
  );
  expect(solveFrictional(nearly(0.9)).warnings).toEqual([]);
});
