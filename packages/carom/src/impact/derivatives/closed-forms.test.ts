/** Closed forms of the sheet's section 9 (O, T), homogeneity, limits, edges and bad input. */
import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random.js";
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import { problemFamilies, problemOf } from "../../testing/slip-families.js";
import { lawNamed } from "../registry.js";
import { createSlipContact } from "../slip/contact.js";
import { propagateCovariance } from "./covariance.js";
import { type ImpactDerivatives, impactDerivatives } from "./jacobian.js";
import { impactTangents } from "./tangents.js";

const by = ({ inputs, by: tangents }: ImpactDerivatives, path: string) => tangents[inputs.findIndex((input) => input.path === path)];

/** A solid ball of 0.5 kg, slipping along tangent 1. */
function ball(slip: number, dimension: 2 | 3 = 3): ContactProblem {
  const tangents = dimension === 3 ? [7, 7] : [7];
  return {
    dimension,
    contacts: [{ friction: 0.2, restitution: 0.7 }],
    mobility: [...tangents, 2].map((value, i, all) => all.map((_, j) => (i === j ? value : 0))),
    velocity: [slip, ...(dimension === 3 ? [0] : []), -2],
  };
}
/** The mobility is over the mass: dW/dm = -W/m. */
const heavier = ({ mobility }: ContactProblem) => ({ mobility: mobility.map((row) => row.map((value) => -value / 0.5)) });

const SINGLE = ["frictional", "poisson", "newton"] as const;

describe("an oblique ball", () => {
  const cases = [
    ...SINGLE.flatMap((law) => ([2, 3] as const).map((dimension) => ({ law, dimension }))),
    { law: "planar", dimension: 2 as const },
  ];
  it.each(cases)("$law, dimension $dimension: slides and sticks as in closed form", ({ law, dimension }) => {
    for (const { slip, tangential } of [
      { slip: 3, tangential: [0, 0.17, -1.7, -0.2, -0.68] },
      { slip: 1, tangential: [-1 / 7, 0, 0, 0, -2 / 7] },
    ]) {
      const problem = ball(slip, dimension);
      const derivatives = impactDerivatives(law, problem);
      const n = dimension - 1;
      const [{ impulse: byMass }] = impactTangents(law, problem, [heavier(problem)]).tangents;
      const found = [
        by(derivatives, "velocity[0]").impulse[0],
        by(derivatives, `velocity[${n}]`).impulse[0],
        by(derivatives, "contacts[0].friction").impulse[0],
        by(derivatives, "contacts[0].restitution").impulse[0],
        byMass[0],
      ];
      found.forEach((value, i) => {
        expect(value).toBeCloseTo(tangential[i], 12);
      });
      // The normal impulse is (1 + e) m |v_n|.
      expect(by(derivatives, `velocity[${n}]`).impulse[n]).toBeCloseTo(-0.85, 12);
      expect(by(derivatives, "contacts[0].restitution").impulse[n]).toBeCloseTo(1, 12);
      expect(byMass[n]).toBeCloseTo(3.4, 12);
      expect(derivatives.by.every(({ status }) => status === "exact")).toBe(true);
    }
  });
});

describe("the rod that turns back", () => {
  const rod: ContactProblem = {
    dimension: 2,
    contacts: [{ friction: 0.5, restitution: 0.9 }],
    mobility: [
      [2.58605281374239, -1.54242640687119],
      [-1.54242640687119, 2.5],
    ],
    velocity: [0.61697, -1],
  };
  const expected = {
    frictional: [
      [0.170676735982, 0.776536168011],
      [0.681180744922, 0.282749533019],
      [0.217906220825, 0.435812441649],
      [-0.564172738114, -0.422990765226],
    ],
    poisson: [
      [0.147498373977, 0.730179444002],
      [0.618532392223, 0.250166275641],
      [0.192152485264, 0.384304970527],
      [-0.651603703127, -0.59785269525],
    ],
    newton: [
      [0.234859284411, 0.90490126487],
      [0.966242738258, 0.596143325975],
      [0.289220163524, 0.578440327047],
      [-0.510007012146, -0.31465931329],
    ],
  };
  const cases = [...SINGLE.map((law) => ({ law, rows: expected[law] })), { law: "planar", rows: expected.frictional }];
  it.each(cases)("$law: has the impulse and the derivatives of the closed form to 1e-10", ({ law, rows }) => {
    const derivatives = impactDerivatives(law, rod);
    const found = [
      derivatives.impulse,
      by(derivatives, "contacts[0].friction").impulse,
      by(derivatives, "contacts[0].restitution").impulse,
      by(derivatives, "velocity[0]").impulse,
    ];
    found.forEach((pair, i) => {
      expect(Math.abs(pair[0] - rows[i][0])).toBeLessThan(1e-10);
      expect(Math.abs(pair[1] - rows[i][1])).toBeLessThan(1e-10);
    });
  });

  it.each(["frictional", "planar"])("%s: turns with the rod's angle, slip and approach kept", (law) => {
    // By the angle from the vertical. The arm is half the rod, turned, and a ball of 1 cm at its end that is not.
    const [x, z] = [-0.5 * Math.SQRT1_2, -0.5 * Math.SQRT1_2 - 0.01];
    const [dx, dz] = [-0.5 * Math.SQRT1_2, 0.5 * Math.SQRT1_2];
    const coupling = -12 * (dx * z + x * dz);
    const [{ impulse }] = impactTangents(law, rod, [
      {
        mobility: [
          [24 * z * dz, coupling],
          [coupling, 24 * x * dx],
        ],
      },
    ]).tangents;
    expect(Math.abs(impulse[0] + 0.819755773002)).toBeLessThan(1e-9);
    expect(Math.abs(impulse[1] + 1.4092929224)).toBeLessThan(1e-9);
  });
});

describe("edges", () => {
  const limit = 3.5 * 0.2 * 1.7 * 2;
  it.each(["frictional", "poisson", "newton", "planar"])("%s: slip that stops at the very end is one-sided for what moves it", (law) => {
    const at = impactDerivatives(law, ball(limit * (1 - 1e-12), 2));
    for (const path of ["velocity[0]", "velocity[1]", "contacts[0].friction", "contacts[0].restitution", "mobility[0][0]"]) {
      expect(by(at, path).status, path).toBe("one-sided");
      expect(at.edges[by(at, path).edge ?? 0].kind).toBe("stop-at-end");
    }
    const near = impactDerivatives(law, ball(limit * (1 + 1e-6), 2));
    expect(by(near, "velocity[0]")).toMatchObject({ status: "near", distance: expect.closeTo(limit * 1e-6, 9) });
    expect(by(impactDerivatives(law, ball(3, 2)), "velocity[0]")).toMatchObject({
      status: "exact",
      distance: expect.closeTo(3 - limit, 6),
    });
  });

  it.each(["frictional", "poisson", "newton", "planar"])(
    "%s: friction at what a stopped contact needs is one-sided by friction only",
    (law) => {
      const problem: ContactProblem = {
        dimension: 2,
        contacts: [{ friction: 0.25, restitution: 0.5 }],
        mobility: [
          [4, 1],
          [1, 3],
        ],
        velocity: [-0.1, -1],
      };
      const derivatives = impactDerivatives(law, problem);
      expect(by(derivatives, "contacts[0].friction").status).toBe("one-sided");
      expect(by(derivatives, "mobility[0][1]").status).toBe("one-sided");
      expect(by(derivatives, "velocity[1]").status).toBe("exact");
      expect(by(derivatives, "contacts[0].restitution").status).toBe("exact");
    },
  );

  it.each(["frictional", "poisson", "newton", "planar"])("%s: ends of the ranges of friction and restitution are one-sided", (law) => {
    const of = (friction: number, restitution: number) => impactDerivatives(law, { ...ball(3, 2), contacts: [{ friction, restitution }] });
    expect(by(of(0, 0.5), "contacts[0].friction")).toMatchObject({ status: "one-sided", impulse: [-1.5, 0] });
    expect(by(of(0.2, 0), "contacts[0].restitution").status).toBe("one-sided");
    expect(by(of(0.2, 0), "contacts[0].restitution").impulse[1]).toBeCloseTo(1, 12);
    expect(by(of(0.2, 1), "contacts[0].restitution").status).toBe("one-sided");
    expect(by(of(0.2, 0), "velocity[0]").status).toBe("exact");
  });

  it.each(["frictional", "poisson", "newton", "planar"])(
    "%s: bodies that do not approach have none, and say how near an impact is",
    (law) => {
      const problem = { ...ball(3, 2), velocity: [3, 0] };
      const derivatives = impactDerivatives(law, problem);
      expect(derivatives.by.every(({ impulse }) => impulse.every((value) => value === 0))).toBe(true);
      expect(by(derivatives, "velocity[1]").status).toBe("one-sided");
      expect(by(derivatives, "velocity[1]").velocity).toEqual([0, 1]);
      expect(by(derivatives, "velocity[0]").status).toBe("exact");
    },
  );

  it.each(["frictional", "poisson", "newton", "planar"])("%s: slip from rest that friction does not hold has none by the slip", (law) => {
    const problem: ContactProblem = {
      dimension: 2,
      contacts: [{ friction: 0.1, restitution: 0.5 }],
      mobility: [
        [4, 1],
        [1, 3],
      ],
      velocity: [0, -1],
    };
    const derivatives = impactDerivatives(law, problem);
    expect(by(derivatives, "velocity[0]")).toMatchObject({ status: "none", reason: expect.stringContaining("slip starts from rest") });
    expect(by(derivatives, "velocity[1]").status).toBe("exact");
    // One side at least is what differences say.
    const step = 1e-6;
    const there = lawNamed(law).solve({ ...problem, velocity: [0, -1 - step] }).impulse;
    there.forEach((value, i) => {
      expect((value - derivatives.impulse[i]) / -step).toBeCloseTo(by(derivatives, "velocity[1]").impulse[i], 6);
    });
  });
});

describe("recompression", () => {
  it("is an edge where friction that can jam turns the normal velocity", () => {
    // Found by looking through contacts that jam; what is claimed is checked by solving the impact on both sides of the edge.
    const family = problemFamilies.find(({ name }) => name === "jam")!;
    const random = createRandom(4);
    const contact = createSlipContact();
    let seen = 0;
    for (let i = 0; i < 4000 && seen < 1; i++) {
      family.draw(random, contact);
      contact.normalVelocity *= 0.05;
      contact.restitution = 0.9;
      const problem = problemOf(contact);
      const { edges, inputs } = impactDerivatives("frictional", problem);
      const edge = edges.find(({ kind }) => kind === "recompression");
      const column = inputs.findIndex(({ path }) => path === "velocity[2]");
      if (edge === undefined || edge.margin > 0.02 * -contact.normalVelocity || Math.abs(edge.change[column]) < 0.3) continue;
      seen++;
      const events = (factor: number) => {
        const step = (-factor * edge.margin) / edge.change[column];
        const [a, b, v] = problem.velocity;
        return lawNamed("frictional")
          .solve({ ...problem, velocity: [a, b, v + step] })
          .events.map(({ kind }) => kind)
          .join();
      };
      expect(events(2), `problem ${i}`).not.toBe(events(0));
      expect(events(0.5), `problem ${i}`).toBe(events(0));
    }
    expect(seen).toBe(1);
  });
});

describe("propagation of uncertainty", () => {
  it("of an oblique ball: variances of what goes in add up with the squares of the derivatives", () => {
    const { by: tangents } = impactDerivatives("frictional", ball(3, 2));
    const jacobian = [0, 1].map((k) => tangents.map(({ impulse }) => impulse[k]));
    const covariance = tangents.map((_, i) => tangents.map((__, j) => (i === j ? (i === 1 ? 0.04 : i === 5 ? 0.01 : 0) : 0)));
    // p_t by v_n and by friction: 0.17 and -1.7; p_n by v_n: -0.85.
    const [[tt, tn], [nt, nn]] = propagateCovariance(jacobian, covariance);
    expect(tt).toBeCloseTo(0.04 * 0.17 * 0.17 + 0.01 * 1.7 * 1.7, 12);
    expect(nn).toBeCloseTo(0.04 * 0.85 * 0.85, 12);
    expect(tn).toBeCloseTo(-0.04 * 0.17 * 0.85, 12);
    expect(nt).toBe(tn);
    expect(() => propagateCovariance([[1]], [[-1]])).toThrow("covariance[0][0]");
    expect(() => propagateCovariance([[1, 2]], [[1]])).toThrow("jacobian[0]");
  });
});

describe("bad changes", () => {
  const problem = ball(1);
  it.each([
    [{ velocity: [1, 2] }, "changes[0].velocity"],
    [{ velocity: [1, 2, Number.NaN] }, "changes[0].velocity[2]"],
    [{ mobility: [[1]] }, "changes[0].mobility"],
    [
      {
        mobility: [
          [1, 2, 0],
          [0, 1, 0],
          [0, 0, 1],
        ],
      },
      "changes[0].mobility[1][0]",
    ],
    [{ contacts: [{ staticFriction: 1 }] }, "changes[0].contacts[0].staticFriction"],
    [{ contacts: [{}, { friction: 1 }] }, "changes[0].contacts[1]"],
    [{ scale: 0 }, "changes[0].scale"],
  ])("%j is refused at its place", (change, path) => {
    expect(() => impactTangents("frictional", problem, [change])).toThrow(path);
  });
  it("a law that does not apply is refused", () => {
    expect(() => impactTangents("planar", problem, [])).toThrow('law: "planar" cannot be used');
  });
});
