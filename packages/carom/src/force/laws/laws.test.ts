import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createIntegrator } from "../../math/ode/index.js";
import { contactLaw } from "../contact-law.js";
import { materials } from "../materials.js";
import { forceHitsAt } from "./at-contact.js";
import type { CentralHit, ForceLaw, ForceParameters } from "./law.js";
import { type ForceLawChoice, type ForceLawName, forceHit, forceLawNamed, forceLawNames, forceParameters } from "./registry.js";

const close = (actual: number, expected: number, relative: number) =>
  expect(Math.abs(actual - expected), `${actual} is not ${expected}`).toBeLessThanOrEqual(relative * Math.abs(expected));

const steel = materials["steel 1020"]!;
const contact = contactLaw({ materials: [steel, steel], radii: [0.0125, "flat"] });
/** Every law by itself, its parameters from the surfaces. */
const steelHit = (law: ForceLawName, hit: CentralHit, restitution = 0.7, given: ForceParameters = {}) =>
  forceHit({ law, ...given }, hit, { surfaces: { contact, restitution } });
const ball: CentralHit = { mass: 0.0642, speed: 0.4 };

/** A choice of each law, from weak to strong losses. */
const CHOICES: readonly (readonly [string, ForceLawChoice])[] = [
  ["hertz", { law: "hertz", stiffness: 3e9 }],
  ["kelvin-voigt", { law: "kelvin-voigt", stiffness: 2e7, damping: 200 }],
  ["kelvin-voigt, overdamped", { law: "kelvin-voigt", stiffness: 2e7, damping: 5000 }],
  ["kelvin-voigt, sticky", { law: "kelvin-voigt", stiffness: 2e7, damping: 500, end: "approach" }],
  ["hunt-crossley", { law: "hunt-crossley", stiffness: 3e9, dissipation: 0.3 }],
  ["hunt-crossley, linear", { law: "hunt-crossley", stiffness: 2e7, exponent: 1, dissipation: 2 }],
  ["hunt-crossley, strong", { law: "hunt-crossley", stiffness: 3e9, dissipation: 20 }],
  ["lankarani-nikravesh", { law: "lankarani-nikravesh", stiffness: 3e9, restitution: 0.5 }],
  ["flores", { law: "flores", stiffness: 3e9, restitution: 0.5 }],
  ["flores, soft", { law: "flores", stiffness: 3e9, restitution: 0.1 }],
  ["kogut-etsion, elastic", { law: "kogut-etsion", stiffness: 3e9, yieldApproach: 1e-4 }],
  ["kogut-etsion, under the surface", { law: "kogut-etsion", stiffness: 3e9, yieldApproach: 5e-6 }],
  ["kogut-etsion", { law: "kogut-etsion", stiffness: 3e9, yieldApproach: 2e-7 }],
  ["kogut-etsion, printed", { law: "kogut-etsion", stiffness: 3e9, yieldApproach: 2e-7, joints: "printed" }],
];

/** The same hit by following the force in time: no closed form, no quadrature. Restarted at each corner of the force. */
function followed(law: ForceLaw, parameters: ForceParameters, { mass, speed }: CentralHit, corners: readonly number[]) {
  const scale = law.hit(parameters, { mass, speed }, 8);
  const [length, time] = [scale.deepestApproach, scale.duration];
  let deepest: number | undefined;
  const forceAt = (y: Float64Array) =>
    law.force(parameters, {
      approach: y[0] * length,
      rate: y[1] * speed,
      impactSpeed: speed,
      ...(deepest === undefined ? {} : { deepest }),
    });
  const derivative = (_: number, y: Float64Array, out: Float64Array) => {
    out[0] = (y[1] * speed * time) / length;
    out[1] = (-forceAt(y) * time) / (mass * speed);
    out[2] = (forceAt(y) * y[1] * time) / (mass * speed);
  };
  const run = (start: Float64Array, from: number, value: (y: Float64Array) => number, direction: 1 | -1) => {
    const integrator = createIntegrator(
      {
        dimension: 3,
        relativeTolerance: 1e-12,
        absoluteTolerance: 1e-15,
        events: [{ value: (_: number, y: Float64Array) => value(y), direction, terminal: true }],
      },
      derivative,
    );
    integrator.start(from, start);
    integrator.advance(from + 10);
    return { t: integrator.time, y: Float64Array.from(integrator.state) };
  };
  let at = { t: 0, y: Float64Array.from([0, 1, 0]) };
  for (const corner of corners.filter((depth) => depth < length)) at = run(at.y, at.t, (y) => y[0] - corner / length, 1);
  at = run(at.y, at.t, (y) => y[1], -1);
  const most = at.y[0] * length;
  deepest = most;
  // Where the force ends: at the approach that is left, or where it would pull.
  const free = scale.finalApproach > 0 && !("yieldApproach" in parameters);
  const { stiffness, damping } = parameters as { stiffness: number; damping: number };
  const end = free
    ? run(at.y, at.t, (y) => stiffness * y[0] * length + damping * y[1] * speed, -1)
    : run(at.y, at.t, (y) => y[0] - scale.finalApproach / length, -1);
  return { deepest: most, duration: end.t * time, restitution: -end.y[1], work: mass * speed * speed * end.y[2] };
}

describe.each(CHOICES)("force law %s", (_, choice) => {
  const law = forceLawNamed(choice.law);
  const parameters = forceParameters(choice, ball);
  const hit = forceHit(choice, ball);

  it("is what following its force in time gives, and loses (1 - e^2) m v^2/2: the work of the force over the loop", () => {
    const corners = choice.law === "kogut-etsion" ? [1, 6].map((r) => r * Number(choice.yieldApproach)) : [];
    const second = followed(law, parameters, ball, corners);
    close(hit.restitution, second.restitution, 1e-10);
    close(hit.duration, second.duration, 1e-10);
    close(hit.deepestApproach, second.deepest, 1e-10);
    close(law.restitution(parameters, ball), hit.restitution, 1e-15);
    const energy = 0.5 * ball.mass * ball.speed * ball.speed;
    expect(Math.abs(hit.loss - energy * (1 - hit.restitution ** 2))).toBeLessThan(1e-14 * energy);
    expect(Math.abs(second.work - hit.loss)).toBeLessThan(1e-10 * energy);
  });

  it("has rows that are on its force, its largest force among them, and their impulse stops the mass and turns it", () => {
    const fine = forceHit(choice, ball, { rows: 800 });
    const deepestRow = fine.approach.indexOf(Math.max(...fine.approach));
    let off = 0;
    for (let i = 1; i < fine.force.length - 1; i++) {
      const [approach, rate] = [fine.approach[i], fine.rate[i]];
      const deepest = i > deepestRow ? fine.deepestApproach : approach;
      off = Math.max(off, Math.abs(fine.force[i] - law.force(parameters, { approach, rate, impactSpeed: ball.speed, deepest })));
    }
    expect(off).toBeLessThan(1e-9 * fine.peakForce);
    expect(Math.min(...fine.force) >= 0).toBe(!law.pulls(parameters));
    expect(fine.time.every((t, i) => i === 0 || t > fine.time[i - 1])).toBe(true);
    close(Math.max(...fine.force), fine.peakForce, 1e-5);
    expect(Math.max(...fine.force)).toBeLessThanOrEqual(fine.peakForce * (1 + 1e-14));
    close(Math.max(...fine.approach), fine.deepestApproach, 1e-14);
    close(fine.approach.at(-1) ?? -1, fine.finalApproach, 1e-14);
    close(fine.time.at(-1) ?? -1, fine.duration, 1e-14);
    close(fine.rate.at(-1) ?? 0, -fine.restitution * ball.speed, 1e-13);
    const impulse = fine.time.slice(1).reduce((sum, t, i) => sum + 0.5 * (fine.force[i + 1] + fine.force[i]) * (t - fine.time[i]), 0);
    close(impulse, ball.mass * ball.speed * (1 + fine.restitution), 1e-5);
  });

  it("does not depend on the number of rows", () => {
    const other = forceHit(choice, ball, { rows: 7 });
    for (const name of ["restitution", "duration", "peakForce", "deepestApproach", "finalApproach", "loss"] as const)
      close(other[name], hit[name], 1e-11);
  });
});

describe("all force laws", () => {
  it.each(forceLawNames)("%s: scales with units of mass, length and time", (law) => {
    const choice = CHOICES.find(([name]) => name === law)?.[1] as ForceLawChoice;
    const parameters = forceParameters(choice, ball) as Readonly<Record<string, number>>;
    const exponent = law === "kelvin-voigt" ? 1 : 1.5;
    const hit = forceHit(choice, ball);
    fc.assert(
      fc.property(fc.integer({ min: -12, max: 12 }), fc.integer({ min: -12, max: 12 }), fc.integer({ min: -12, max: 12 }), (a, b, c) => {
        const [m, l, t] = [10 ** a, 10 ** b, 10 ** c];
        const newton = (m * l) / (t * t);
        const units: Readonly<Record<string, number>> = {
          stiffness: newton / l ** exponent,
          damping: (newton * t) / l,
          dissipation: t / l,
          yieldApproach: l,
        };
        const scaled = Object.fromEntries(
          Object.entries(parameters).map(([name, value]) => [name, units[name] === undefined ? value : value * units[name]]),
        );
        const other = forceHit({ ...scaled, law }, { mass: ball.mass * m, speed: (ball.speed * l) / t });
        close(other.restitution, hit.restitution, 1e-12);
        close(other.duration / t, hit.duration, 1e-12);
        close(other.peakForce / newton, hit.peakForce, 1e-12);
        close(other.deepestApproach / l, hit.deepestApproach, 1e-12);
        close(other.loss / (newton * l), hit.loss, 1e-11);
      }),
      { numRuns: 60, seed: 19 },
    );
  });

  it("never push where surfaces do not touch, and never pull unless they say so", () => {
    const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
    fc.assert(
      fc.property(number(-1e-5, 5e-5), number(-2, 2), number(0, 5e-5), (approach, rate, more) => {
        for (const [, choice] of CHOICES) {
          const [law, parameters] = [forceLawNamed(choice.law), forceParameters(choice, ball)];
          const force = law.force(parameters, { approach, rate, impactSpeed: 0.4, deepest: approach + more });
          if (approach <= 0) expect(force).toBe(0);
          if (!law.pulls(parameters)) expect(force).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: 300, seed: 7 },
    );
  });

  it("press harder the deeper and the faster, while surfaces are pressed together", () => {
    const number = (max: number) => fc.double({ min: 1e-9, max, noNaN: true });
    fc.assert(
      fc.property(number(5e-5), number(5e-5), number(2), number(2), (a, b, slow, fast) => {
        for (const [, choice] of CHOICES) {
          const [law, parameters] = [forceLawNamed(choice.law), forceParameters(choice, ball)];
          const force = (approach: number, rate: number) => law.force(parameters, { approach, rate, impactSpeed: 0.4 });
          const [near, deep] = [Math.min(a, b), Math.max(a, b)];
          expect(force(deep, slow)).toBeGreaterThanOrEqual(force(near, slow));
          expect(force(deep, Math.max(slow, fast))).toBeGreaterThanOrEqual(force(deep, Math.min(slow, fast)));
        }
      }),
      { numRuns: 300, seed: 8 },
    );
  });

  it("press longer and softer for heavier and slower hits; peak force and depth rise with the speed", () => {
    for (const [, choice] of CHOICES) {
      const hits = [0.05, 0.1, 0.2, 0.4, 0.8].map((speed) => forceHit(choice, { ...ball, speed }));
      for (let i = 1; i < hits.length; i++) {
        expect(hits[i].peakForce).toBeGreaterThan(hits[i - 1].peakForce);
        expect(hits[i].deepestApproach).toBeGreaterThan(hits[i - 1].deepestApproach);
        expect(hits[i].restitution).toBeLessThanOrEqual(hits[i - 1].restitution * (1 + 1e-14));
      }
      if (choice.damping !== undefined) continue;
      expect(forceHit(choice, { ...ball, mass: 2 * ball.mass }).duration).toBeGreaterThan(hits[3].duration);
    }
  });

  it("take what is not given from the surfaces: damping for the restitution of the contact", () => {
    for (const restitution of [0.95, 0.7, 0.3, 0.05]) {
      for (const law of ["kelvin-voigt", "hunt-crossley"] as const) close(steelHit(law, ball, restitution).restitution, restitution, 1e-12);
      for (const given of [{ end: "approach" }, { stiffness: 1e6 }])
        close(steelHit("kelvin-voigt", ball, restitution, given).restitution, restitution, 1e-12);
      close(steelHit("hunt-crossley", ball, restitution, { exponent: 2 }).restitution, restitution, 1e-12);
    }
    for (const law of ["kelvin-voigt", "hunt-crossley", "lankarani-nikravesh", "flores"] as const) {
      expect(steelHit(law, ball, 1).restitution).toBe(1);
      close(steelHit(law, ball, 1).deepestApproach, steelHit("hertz", ball).deepestApproach, 1e-13);
    }
    close(steelHit("hunt-crossley", ball, 1, { exponent: 1 }).deepestApproach, steelHit("hertz", ball).deepestApproach, 1e-13);
    expect(forceParameters({ law: "kogut-etsion" }, ball, { surfaces: { contact, restitution: 1 } })).toEqual({
      stiffness: contact.hertz,
      yieldApproach: contact.plasticity?.yieldIndentation,
      joints: "joined",
    });
  });

  it("refuse what cannot be", () => {
    const { plasticity: _, ...elastic } = contact;
    const complaints: readonly (readonly [() => unknown, string])[] = [
      [() => forceHit({ law: "hertz", stiffness: 0 }, ball), "stiffness: 0 is not a finite number > 0"],
      [() => forceHit({ law: "hertz" }, ball), "stiffness: nothing is given, and there are no surfaces"],
      [() => forceHit({ law: "hertz", damping: 1 }, ball), "damping: 1 is given, but hertz has only stiffness"],
      [() => forceHit({ law: "hertz", stiffness: 1 }, { mass: 0, speed: 1 }), "mass: 0 is not"],
      [() => forceHit({ law: "hertz", stiffness: 1 }, { mass: 1, speed: -1 }), "speed: -1 is not"],
      [() => forceLawNamed("hooke"), 'law: "hooke" is not a force law; there are hertz, kelvin-voigt'],
      [() => forceHit({ law: "flores", stiffness: 1, restitution: 0 }, ball), "restitution: 0 is not a finite number above 0, at most 1"],
      [() => forceHit({ law: "kelvin-voigt", stiffness: 1, damping: 1, end: "soon" }, ball), 'end: "soon" is not one of force, approach'],
      [() => forceHit({ law: "kelvin-voigt", stiffness: 1, damping: 9, end: "approach" }, ball), "never part"],
      [() => steelHit("hunt-crossley", ball, 0), "dissipation: nothing is given, and it does not follow from a restitution of 0"],
      [
        () => forceHit({ law: "kogut-etsion" }, ball, { surfaces: { contact: elastic, restitution: 1 } }),
        "no material has a yieldStrength",
      ],
    ];
    for (const [call, message] of complaints) expect(call).toThrow(message);
  });
});

describe("what is said of parameters", () => {
  const problem = {
    dimension: 3 as const,
    contacts: [{ friction: 0, restitution: 0.7 }],
    mobility: [
      [50, 0, 0],
      [0, 50, 0],
      [0, 0, 15],
    ],
    velocity: [0, 0, -0.5],
  };

  it("kogut-etsion warns where yield would begin deeper than the ball is large: 2 cm of a soft, strong material", () => {
    const soft = { youngsModulus: 1e6, poissonRatio: 0.49, yieldStrength: 1.5e7 };
    const codes = (material: typeof soft) => {
      const surfaces = contactLaw({ materials: [material, material], radii: [0.02, "flat"] });
      const { hits } = forceHitsAt(problem, surfaces, [{ law: "kogut-etsion" }])!;
      return hits[0].warnings.map(({ code }) => code);
    };
    expect(codes(soft)).toEqual(["late-yield"]);
    expect(codes({ ...soft, yieldStrength: 1e5 })).toEqual([]);
  });

  it("kelvin-voigt names the damping that was given, and the critical one", () => {
    const choice = { law: "kelvin-voigt", stiffness: 1e6, damping: 900, end: "approach" } as const;
    expect(() => forceHit(choice, { mass: 0.0664, speed: 0.5 })).toThrow("damping: 900 is not below the critical 515 N s/m");
  });
});
