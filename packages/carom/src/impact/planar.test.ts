import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InvalidInputError, SolverError } from "../errors.js";
import type { Contact, ContactProblem } from "../mechanics/contact-problem.js";
import { contactProblemFromCoordinates, speedsAfter } from "../mechanics/from-coordinates.js";
import { systemAt } from "../mechanics/mechanism.js";
import { doublePendulum } from "../mechanics/mechanisms/double-pendulum.js";
import { contactProblem } from "../testing/problems.js";
import { solveFrictional } from "./frictional.js";
import { solveNewton } from "./newton.js";
import type { EventKind, ImpactOutcome } from "./outcome.js";
import { planar, solvePlanar } from "./planar.js";
import { NORMAL_IMPULSE, PLANAR_BRANCHES, PLANAR_SIZE, planarImpact, TANGENTIAL_IMPULSE } from "./slip/planar.js";

const RUNS = { numRuns: 10_000, seed: 20_261_115 };
/** For claims that take several solutions or long recordings. */
const FEWER_RUNS = { ...RUNS, numRuns: 2000 };

/** Evenly over an interval: unlike fast-check's doubles no denormal numbers, whose rounding is not relative. */
const uniform = (min: number, max: number) => fc.integer({ min: 0, max: 1e9 }).map((k) => min + (max - min) * (k / 1e9));
const unit = uniform(-1, 1);
/** Ten to a power. */
const decades = (from: number, to: number) => uniform(from, to).map((power) => 10 ** power);

const pendulum = doublePendulum({ floor: 1.75, gravity: 9.81 });

/** The double pendulum's tip at an instant, under one law. */
function strike(q: readonly number[], u: readonly number[], material: Contact, solve = solvePlanar) {
  const system = systemAt(pendulum, q, u);
  const problem = contactProblemFromCoordinates(system, [material]);
  const outcome = solve(problem);
  return { problem, outcome, speeds: speedsAfter(system, outcome.impulse) };
}

function problemOf(mobility: readonly [number, number, number], velocity: readonly [number, number], material: Contact): ContactProblem {
  const [a, b, c] = mobility;
  const rows = [
    [a, b],
    [b, c],
  ];
  return { dimension: 2, contacts: [material], mobility: rows, velocity };
}

const at = (outcome: ImpactOutcome, kind: EventKind) => outcome.events.find((event) => event.kind === kind)!;
const kinds = (outcome: ImpactOutcome) => outcome.events.map((event) => event.kind);
const norm = (v: readonly number[]) => Math.hypot(...v);
const distance = (a: readonly number[], b: readonly number[]) => norm(a.map((x, i) => x - b[i]));

/** Printed with ten decimals. */
function expectPrinted(actual: readonly number[], printed: readonly number[], digit = 1e-10): void {
  expect(actual.length).toBe(printed.length);
  actual.forEach((value, i) => {
    expect(Math.abs(value - printed[i])).toBeLessThanOrEqual(0.6 * digit);
  });
}

describe("the worked examples of the sheet", () => {
  // Spec sheet of 002, section 4, as printed there: computed by two independent prototypes.
  const examples = [
    {
      q: [-0.9, -1.2],
      u: [-2.6, 2.0],
      mu: 0.2,
      e: 0.8,
      W: [2.3153070833, -1.0794227411, 1.4147559041],
      v0: [-2.554575585, -1.3132782547],
      p_norm: 1.0954288368,
      branch: "sliding|normal-pause",
      Ec: -0.7193014355,
      pn: 1.9717719062,
      pt: 0.3943543812,
      u_after: [-1.0689592683, -2.328310365],
      v_after: [-3.7698995287, 1.0506226038],
      K: [4.8493057152, 3.3433149634],
      slip: "slides",
    },
    {
      q: [-0.9, -1.2],
      u: [-0.1, 2.9],
      mu: 0.6,
      e: 0.5,
      W: [2.3153070833, -1.0794227411, 1.4147559041],
      v0: [2.3386535357, -1.4757300897],
      p_tan: 0.9473575762,
      p_norm: 0.715536878,
      branch: "sliding|normal-pause|restitution-stick",
      Ec: -0.5279696506,
      pn: 1.0885228526,
      pt: -0.5026016733,
      u_after: [0.5619736311, -1.0719415308],
      v_after: [0.0, 0.6067837186],
      K: [1.2626032477, 0.2019636662],
      slip: "sticks",
    },
    {
      q: [-0.9, -1.2],
      u: [-0.4, 2.2],
      mu: 0.2,
      e: 0.8,
      W: [2.3153070833, -1.0794227411, 1.4147559041],
      v0: [1.2404460961, -1.1573669756],
      p_tan: 0.804187252,
      p_norm: 0.7097622127,
      branch: "sliding|normal-pause|restitution-reverse",
      Ec: -0.4107276728,
      pn: 1.3412548379,
      pt: -0.0534239332,
      u_after: [0.5596246308, -1.4509457296],
      v_after: [-0.3310276886, 0.7978482337],
      K: [0.5162178751, 0.250822395],
      slip: "restarts",
    },
    {
      q: [-1.0, -0.8],
      u: [-2.5, 1.3],
      mu: 0.6,
      e: 0.5,
      W: [2.8771891278, -0.8052083722, 0.7789141152],
      v0: [-3.2722946191, -1.078113251],
      p_tan: 3.5525746229,
      branch: "sliding|compression-stick|normal-pause",
      Ec: -1.964205484,
      pn: 4.9338560358,
      pt: 2.5181093368,
      u_after: [1.0009688523, -1.865874428],
      v_after: [0.0, 0.7373341375],
      K: [5.4517267307, 0.491051371],
      slip: "sticks",
    },
    {
      q: [-0.9, -1.2],
      u: [-0.9, 2.8],
      mu: 0.4,
      e: 0.8,
      W: [2.3153070833, -1.0794227411, 1.4147559041],
      v0: [0.935103578, -1.5186565702],
      p_tan: 0.4662589521,
      branch: "sliding|compression-reverse|normal-pause",
      Ec: -0.7273988686,
      pn: 2.1085743128,
      pt: 0.4704225634,
      u_after: [0.7496560028, -1.7216015651],
      v_after: [-0.2517667934, 0.9566765751],
      K: [0.8318507866, 0.4000910166],
      slip: "restarts",
    },
  ];

  it.each(examples)("$branch", (example) => {
    const { problem, outcome, speeds } = strike(example.q, example.u, { friction: example.mu, restitution: example.e });
    const [[a, b], [, c]] = problem.mobility;
    expectPrinted([a, b, c], example.W);
    expectPrinted(problem.velocity, example.v0);
    expect(outcome.branch).toBe(example.branch);
    expectPrinted(outcome.impulse, [example.pt, example.pn]);
    expectPrinted(outcome.velocity, example.v_after);
    expectPrinted(speeds, example.u_after);
    expectPrinted([outcome.energy.before, outcome.energy.after], example.K);
    // Lost in restitution: (1 - e^2) of what compression stored.
    expectPrinted([outcome.energy.restitutionLoss], [-(1 - example.e ** 2) * example.Ec]);
    if (example.p_tan !== undefined) expectPrinted([at(outcome, "slip-stop").normalImpulse], [example.p_tan]);
    if (example.p_norm !== undefined) expectPrinted([at(outcome, "compression-end").normalImpulse], [example.p_norm]);
    expect(outcome.slip).toEqual([example.slip]);
    expect(outcome.warnings).toEqual([]);
    expect(Math.abs(outcome.energy.residual)).toBeLessThan(1e-14);
  });

  it("Newton's rule gains 44 % where the energetic rule loses 60 %", () => {
    const material = { friction: 0.5, restitution: 0.8 };
    const energetic = strike([-1.4, -0.6], [-0.4, 1.8], material);
    expectPrinted([energetic.outcome.energy.before, energetic.outcome.energy.after], [0.2022394, 0.0800864], 1e-7);
    expectPrinted(energetic.speeds, [0.4391933, -0.9151684], 1e-7);
    const newton = strike([-1.4, -0.6], [-0.4, 1.8], material, solveNewton);
    expectPrinted([newton.outcome.energy.after], [0.2916823], 1e-7);
    expect(newton.outcome.energy.after / newton.outcome.energy.before).toBeCloseTo(1.44, 2);
    expect(newton.outcome.warnings.map(({ code }) => code)).toContain("energy-gain");
  });
});

describe("three dimensions (section 6 of the sheet): the same mathematics, hence the law frictional", () => {
  const examples = [
    {
      mobility: [
        [2, 0.3, 0.5],
        [0.3, 1, -0.2],
        [0.5, -0.2, 1.2],
      ],
      velocity: [1, -0.5, -1],
      material: { friction: 0.4, restitution: 0.6 },
      impulse: [-0.5436982119, 0.3504014731, 1.6195699161],
      after: [0.8275089761, -0.6366219737, 0.6015544987],
    },
    {
      mobility: [
        [2, 0.3, 1.1],
        [0.3, 1, -0.5],
        [1.1, -0.5, 1.4],
      ],
      velocity: [-0.3, 0.2, -1],
      material: { friction: 0.3, restitution: 0.6 },
      impulse: [-0.2372341786, 0.0886697886, 1.3013535218],
      after: [0.6836214533, -0.4331772259, 0.5166024397],
    },
  ];

  it.each(examples)("gives the printed impulse $impulse", ({ mobility, velocity, material, impulse, after }) => {
    for (const method of ["series", "taylor", "runge-kutta"] as const) {
      const outcome = solveFrictional({ dimension: 3, contacts: [material], mobility, velocity }, { method });
      expectPrinted(outcome.impulse, impulse);
      expectPrinted(outcome.velocity, after);
    }
  });

  it("is planar where nothing leads out of the plane", () => {
    fc.assert(
      fc.property(planarProblem, uniform(0.1, 10), (problem, across) => {
        const [[a, b], [, c]] = problem.mobility;
        const spatial: ContactProblem = {
          ...problem,
          dimension: 3,
          mobility: [
            [a, 0, b],
            [0, across, 0],
            [b, 0, c],
          ],
          velocity: [problem.velocity[0], 0, problem.velocity[1]],
        };
        const [t1, t2, n] = solveFrictional(spatial).impulse;
        expect(t2).toBe(0);
        const flat = solvePlanar(problem).impulse;
        expect(distance([t1, n], flat)).toBeLessThanOrEqual(1e-10 * norm(flat));
      }),
      RUNS,
    );
  });
});

const draw = fc.record({
  a: decades(-2, 2),
  c: decades(-2, 2),
  // Coupling over its largest value: anywhere, none, and close to singular.
  coupling: fc.oneof(
    uniform(-0.999, 0.999),
    fc.constant(0),
    decades(-7, -3).map((gap) => 1 - gap),
    decades(-7, -3).map((gap) => gap - 1),
  ),
  slip: fc.oneof(
    uniform(-3, 3),
    fc.constant(0),
    fc.tuple(unit, decades(-10, -2)).map(([x, size]) => x * size),
  ),
  approach: decades(-2, 1),
  friction: fc.oneof(uniform(0, 1.5), uniform(0, 10), fc.constant(0)),
  restitution: fc.oneof(uniform(0, 1), fc.constant(0), fc.constant(1)),
});

/** Problems of every branch, jam and near-singular ones among them. Slip in units that make both mobilities alike. */
const planarProblem = draw.map(({ a, c, coupling, slip, approach, friction, restitution }) =>
  problemOf([a, coupling * Math.sqrt(a * c), c], [slip * approach * Math.sqrt(a / c), -approach], { friction, restitution }),
);

const parts = (problem: ContactProblem) => {
  const [[a, b], [, c]] = problem.mobility;
  const { friction, restitution, staticFriction = friction } = problem.contacts[0];
  return { a, b, c, slip: problem.velocity[0], approach: -problem.velocity[1], friction, staticFriction, restitution };
};

/**
 * The same impact by marching: forward in normal impulse from event to event with the quadratic formula on signs alone, knowing no branches.
 * The sheet's second prototype in a few lines.
 */
function march(problem: ContactProblem): number[] {
  const { a, b, c, approach, friction, staticFriction, restitution } = parts(problem);
  let slip = problem.velocity[0];
  let v = -approach;
  let stored = 0;
  let [tangential, normal] = [0, 0];
  let compressing = true;
  let direction = Math.sign(slip);
  for (let event = 0; event < 10; event++) {
    const sticks = slip === 0 && Math.abs(b / a) <= staticFriction;
    if (slip === 0) direction = Math.sign(b);
    const ratio = friction === 0 ? 0 : sticks ? -b / a : -friction * direction;
    const rate = b + ratio * a;
    const slope = c + ratio * b;
    const toStop = friction > 0 && slip !== 0 && slip * rate < 0 ? -slip / rate : Number.POSITIVE_INFINITY;
    const toPause = compressing && slope > 0 ? -v / slope : Number.POSITIVE_INFINITY;
    const toEnd = compressing ? Number.POSITIVE_INFINITY : (2 * stored) / (v + Math.sqrt(v * v + 2 * slope * stored));
    const x = Math.min(toStop, toPause, toEnd);
    normal += x;
    tangential += ratio * x;
    stored -= x * (v + 0.5 * slope * x);
    v = x === toPause ? 0 : v + slope * x;
    slip = x === toStop || sticks ? 0 : slip + rate * x;
    if (x === toEnd) return [tangential, normal];
    if (x === toPause) {
      compressing = false;
      stored *= restitution ** 2;
      if (restitution === 0) return [tangential, normal];
    }
  }
  throw new Error("the march does not end");
}

/** Slip that is not zero but below what counts as zero here: the impulse is the same, its name is not. */
function isAtRest(problem: ContactProblem): boolean {
  const { a, c, slip, approach } = parts(problem);
  return slip !== 0 && Math.abs(slip) < 2e-12 * approach * Math.sqrt(a / c);
}

describe("against other methods", () => {
  it("equals frictional on planar data to 1e-10", () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(planarProblem, (problem) => {
        const outcome = solvePlanar(problem);
        const other = solveFrictional(problem);
        seen.add(outcome.branch!);
        expect(distance(outcome.impulse, other.impulse)).toBeLessThanOrEqual(1e-10 * norm(other.impulse));
        expect(distance(outcome.velocity, other.velocity)).toBeLessThanOrEqual(1e-10 * (norm(problem.velocity) + norm(other.velocity)));
        if (!isAtRest(problem)) expect(outcome.slip).toEqual(other.slip);
        expect(outcome.energy.frictionLoss).toBeCloseTo(other.energy.frictionLoss, 9);
      }),
      RUNS,
    );
    // Every branch that a regular mobility allows was met.
    expect([...seen].sort()).toEqual(PLANAR_BRANCHES.filter((name) => name !== "none" && !name.endsWith("LOCK")).sort());
  });

  it("equals an event-driven march to rounding", () => {
    fc.assert(
      fc.property(planarProblem, (problem) => {
        const expected = march(problem);
        expect(distance(solvePlanar(problem).impulse, expected)).toBeLessThanOrEqual(1e-10 * norm(expected));
      }),
      RUNS,
    );
  });

  it("equals frictional in its events, too", () => {
    fc.assert(
      fc.property(planarProblem, (problem) => {
        const ours = solvePlanar(problem);
        const theirs = solveFrictional(problem);
        if (isAtRest(problem)) return;
        // Pauses that coincide may come in either order.
        const stop = at(ours, "slip-stop");
        const pause = at(ours, "compression-end").normalImpulse;
        if (stop !== undefined && Math.abs(stop.normalImpulse - pause) < 1e-9 * pause) return;
        const end = ours.impulse[1];
        if (stop !== undefined && Math.abs(stop.normalImpulse - end) < 1e-9 * end) return;
        expect(kinds(ours)).toEqual(kinds(theirs));
        ours.events.forEach((event, i) => {
          expect(distance(event.impulse, theirs.events[i].impulse)).toBeLessThanOrEqual(1e-9 * norm(ours.impulse));
          expect(Math.abs(event.storedEnergy - theirs.events[i].storedEnergy)).toBeLessThanOrEqual(1e-9 * ours.energy.before);
        });
      }),
      RUNS,
    );
  });

  it("the core gives the law's answer and writes nothing else", () => {
    const out = new Float64Array(PLANAR_SIZE + 1).fill(7);
    fc.assert(
      fc.property(planarProblem, (problem) => {
        const { a, b, c, slip, approach, friction, restitution } = parts(problem);
        const branch = planarImpact(a, b, c, slip, -approach, friction, friction, restitution, out);
        const outcome = solvePlanar(problem);
        expect(PLANAR_BRANCHES[branch]).toBe(outcome.branch);
        expect([out[TANGENTIAL_IMPULSE], out[NORMAL_IMPULSE]]).toEqual(outcome.impulse);
        expect(out[PLANAR_SIZE]).toBe(7);
      }),
      RUNS,
    );
  });
});

describe("invariants", () => {
  it("loses energy, gives back e^2, stays in the cone, separates", () => {
    fc.assert(
      fc.property(planarProblem, (problem) => {
        const { friction, restitution: e } = parts(problem);
        const { energy, impulse, velocity, events } = solvePlanar(problem);
        expect(energy.after).toBeLessThanOrEqual(energy.before * (1 + 1e-12));
        expect(Math.abs(energy.residual)).toBeLessThanOrEqual(1e-10 * energy.before);
        expect(energy.frictionLoss).toBeGreaterThanOrEqual(0);
        const stored = events.find(({ kind }) => kind === "compression-end")!.storedEnergy;
        expect(Math.abs(e * e * energy.restitutionLoss - (1 - e * e) * stored)).toBeLessThanOrEqual(1e-12 * energy.before);
        expect(Math.abs(impulse[0])).toBeLessThanOrEqual(friction * impulse[1] * (1 + 1e-12));
        expect(impulse[1]).toBeGreaterThan(0);
        expect(velocity[1]).toBeGreaterThanOrEqual(0);
        expect(velocity[1] === 0).toBe(e === 0);
        expect(events.at(-1)!.kind).toBe("end");
        expect(events.at(-1)!.impulse).toEqual(impulse);
      }),
      RUNS,
    );
  });

  it("changes the velocity by mobility times impulse", () => {
    fc.assert(
      fc.property(planarProblem, (problem) => {
        const { impulse, velocity } = solvePlanar(problem);
        const expected = problem.mobility.map((row, i) => problem.velocity[i] + row[0] * impulse[0] + row[1] * impulse[1]);
        const scale = norm(problem.velocity) + norm(problem.mobility.map((row) => norm(row))) * norm(impulse);
        expect(distance(velocity, expected)).toBeLessThanOrEqual(1e-12 * scale);
      }),
      RUNS,
    );
  });

  it("without friction and with e = 1 keeps all energy, and without a change of slip gives -e times the approach", () => {
    fc.assert(
      fc.property(planarProblem, (problem) => {
        const { approach, restitution, c } = parts(problem);
        const smooth = solvePlanar({ ...problem, contacts: [{ friction: 0, restitution: 1 }] });
        expect(smooth.energy.after).toBeCloseTo(smooth.energy.before, 9);
        expect(smooth.impulse[0]).toBe(0);
        expect(smooth.impulse[1]).toBeCloseTo((2 * approach) / c, 9);
        const outcome = solvePlanar(problem);
        if (outcome.branch === "sliding|normal-pause" || outcome.branch!.startsWith("start"))
          expect(Math.abs(outcome.velocity[1] - restitution * approach)).toBeLessThanOrEqual(1e-13 * approach);
      }),
      RUNS,
    );
  });

  it("scales with the velocity and the mass, and mirrors with the tangent", () => {
    fc.assert(
      fc.property(planarProblem, fc.integer({ min: -6, max: 6 }), (problem, power) => {
        const factor = 2 ** power;
        const { impulse, velocity, energy } = solvePlanar(problem);
        const faster = solvePlanar({ ...problem, velocity: problem.velocity.map((v) => v * factor) });
        expect(faster.impulse).toEqual(impulse.map((p) => p * factor));
        expect(faster.velocity).toEqual(velocity.map((v) => v * factor));
        expect(faster.energy.after).toBe(energy.after * factor * factor);
        const heavier = solvePlanar({ ...problem, mobility: problem.mobility.map((row) => row.map((w) => w / factor)) });
        expect(heavier.impulse).toEqual(impulse.map((p) => p * factor));
        expect(heavier.velocity).toEqual(velocity);
        const { a, b, c, slip, approach } = parts(problem);
        const mirrored = solvePlanar({ ...problem, ...problemOf([a, -b, c], [-slip, -approach], problem.contacts[0]) });
        expect(distance(mirrored.impulse, [-impulse[0], impulse[1]])).toBe(0);
        expect(distance(mirrored.velocity, [-velocity[0], velocity[1]])).toBe(0);
        expect(mirrored.branch).toBe(solvePlanar(problem).branch);
      }),
      FEWER_RUNS,
    );
  });

  it("does not depend on the generalised coordinates, and M (u after - u) = J^T p", () => {
    const entries = fc.array(unit, { minLength: 9, maxLength: 9 });
    fc.assert(
      fc.property(entries, entries, entries, (m, j, t) => {
        const square = (x: readonly number[], diagonal: number) =>
          [0, 1, 2].map((i) => [0, 1, 2].map((k) => x[3 * i + k] + (i === k ? diagonal : 0)));
        const multiply = (x: number[][], y: number[][]) =>
          x.map((row) => y[0].map((_, k) => row.reduce((sum, value, i) => sum + value * y[i][k], 0)));
        const transpose = (x: number[][]) => x[0].map((_, k) => x.map((row) => row[k]));
        const root = square(m, 2);
        const massMatrix = multiply(transpose(root), root);
        const jacobian = [
          [1 + j[0], j[1], j[2]],
          [j[3], 1.5 + j[4], j[5]],
        ];
        const speeds = [j[6], j[7] - 2, j[8]];
        const contact = { friction: 0.6, restitution: 0.7 };
        const system = { massMatrix, jacobian, speeds };
        const problem = contactProblemFromCoordinates(system, [contact]);
        const [[a, b], [, c]] = problem.mobility;
        if (problem.velocity[1] > -0.01 || a * c - b * b < 0.01 * a * c) return;
        const outcome = solvePlanar(problem);

        const after = speedsAfter(system, outcome.impulse);
        const change = massMatrix.map((row) => row.reduce((sum, value, i) => sum + value * (after[i] - speeds[i]), 0));
        const impulse = [0, 1, 2].map((k) => jacobian[0][k] * outcome.impulse[0] + jacobian[1][k] * outcome.impulse[1]);
        expect(distance(change, impulse)).toBeLessThanOrEqual(1e-12 * (1 + norm(impulse)));

        // u = T w with T near twice the unit matrix, hence regular; w from its inverse by Cramer's rule.
        const change3 = square(
          t.map((value) => 0.5 * value),
          2,
        );
        const [[p, q, r], [s, x, y], [z, f, g]] = change3;
        const determinant = p * (x * g - y * f) - q * (s * g - y * z) + r * (s * f - x * z);
        const replaced = (k: number) => change3.map((row, i) => row.map((value, col) => (col === k ? speeds[i] : value)));
        const solved = [0, 1, 2].map((k) => {
          const [[p1, q1, r1], [s1, x1, y1], [z1, f1, g1]] = replaced(k);
          return (p1 * (x1 * g1 - y1 * f1) - q1 * (s1 * g1 - y1 * z1) + r1 * (s1 * f1 - x1 * z1)) / determinant;
        });
        const other = {
          massMatrix: multiply(transpose(change3), multiply(massMatrix, change3)),
          jacobian: multiply(jacobian, change3),
          speeds: solved,
        };
        const otherOutcome = solvePlanar(contactProblemFromCoordinates(other, [contact]));
        expect(distance(otherOutcome.impulse, outcome.impulse)).toBeLessThanOrEqual(1e-9 * norm(outcome.impulse));
      }),
      FEWER_RUNS,
    );
  });

  it("is continuous in the slip across every border between branches", () => {
    const borders = new Set<string>();
    fc.assert(
      fc.property(planarProblem, uniform(-3, 3), (problem, target) => {
        const { a, b, c, approach, slip } = parts(problem);
        const solveAt = (value: number) => solvePlanar({ ...problem, ...problemOf([a, b, c], [value, -approach], problem.contacts[0]) });
        let [left, right] = [slip, target * approach * Math.sqrt(a / c)];
        let [first, last] = [solveAt(left), solveAt(right)];
        if (first.branch === last.branch) return;
        for (let i = 0; i < 60; i++) {
          const middle = 0.5 * (left + right);
          const outcome = solveAt(middle);
          if (outcome.branch === first.branch) [left, first] = [middle, outcome];
          else [right, last] = [middle, outcome];
        }
        borders.add([first.branch, last.branch].sort().join(" and "));
        expect(distance(first.impulse, last.impulse)).toBeLessThanOrEqual(1e-7 * norm(first.impulse));
      }),
      FEWER_RUNS,
    );
    expect(borders.size).toBeGreaterThanOrEqual(6);
  });

  it("tends to a bilateral stick as friction grows", () => {
    fc.assert(
      fc.property(planarProblem, (problem) => {
        const { a, b, c, slip, approach, restitution } = parts(problem);
        // With the coupling driving the bodies together while slip is taken away; the other way it may throw them apart at once.
        const drawn = Math.abs(slip) * Math.abs(b);
        const stuck = -approach - drawn / a;
        const outcome = solvePlanar(problemOf([a, Math.abs(b), c], [Math.abs(slip), -approach], { friction: 1e12, restitution }));
        const kept = c - b * (b / a);
        // Slip is removed within no normal impulse by -slip/a; then a direct impact with the mobility that is left.
        expect(Math.abs(outcome.velocity[1] + restitution * stuck)).toBeLessThanOrEqual(1e-5 * Math.abs(stuck));
        expect(Math.abs(outcome.impulse[1] * kept + (1 + restitution) * stuck)).toBeLessThanOrEqual(1e-5 * Math.abs(stuck));
        expect(outcome.velocity[0]).toBe(0);
      }),
      FEWER_RUNS,
    );
  });

  it("holds what every law holds, on the planar part of the common problems", () => {
    fc.assert(
      fc.property(contactProblem, fc.constantFrom(0.25, 1, 8), (spatial, factor) => {
        const [[b11, , d1], , [, , n]] = spatial.mobility;
        const problem = problemOf([b11, d1, n], [spatial.velocity[0], spatial.velocity[2]], spatial.contacts[0]);
        const { friction, restitution, approach } = parts(problem);
        const outcome = solvePlanar(problem, { history: true });
        const numbers = [
          ...outcome.impulse,
          ...outcome.velocity,
          ...outcome.events.flatMap((event) => [...event.impulse, ...event.velocity, event.storedEnergy, event.frictionLoss]),
          ...Object.values(outcome.energy),
        ];
        expect(numbers.every(Number.isFinite)).toBe(true);
        expect(outcome.events.at(-1)!.kind).toBe("end");
        expect(Math.abs(outcome.energy.residual)).toBeLessThanOrEqual(1e-10 * outcome.energy.before);
        expect(outcome.velocity[1]).toBeGreaterThanOrEqual(0);
        const { history } = outcome;
        expect(history!.impulse.filter(([t, p]) => Math.abs(t) > (friction * (1 + 1e-9) + 1e-12) * p)).toEqual([]);
        expect(history!.normalImpulse.every((value, i, all) => i === 0 || value >= all[i - 1] * (1 - 1e-14))).toBe(true);
        expect(history!.normalImpulse.at(-1)).toBeCloseTo(outcome.impulse[1], 9);
        const faster = solvePlanar({ ...problem, velocity: problem.velocity.map((v) => v * factor) });
        const scaled = outcome.impulse.map((p) => p * factor);
        expect(distance(faster.impulse, scaled)).toBeLessThanOrEqual(1e-14 * norm(scaled));
        const smooth = solvePlanar({ ...problem, contacts: [{ friction: 0, restitution }] });
        expect(smooth.impulse[0]).toBe(0);
        expect(Math.abs(smooth.impulse[1] - ((1 + restitution) * approach) / n)).toBeLessThanOrEqual(1e-13 * smooth.impulse[1]);
        const plastic = solvePlanar({ ...problem, contacts: [{ friction, restitution: 0 }] });
        expect(plastic.velocity[1]).toBe(0);
      }),
      FEWER_RUNS,
    );
  });
});

describe("special cases", () => {
  it("jam: friction pushes the bodies together until slip stops, by hand", () => {
    // Slip falls by 2 and the normal velocity by 1/2 per unit of impulse: at 0.5 slip is zero and the normal velocity -1.25. Then it sticks (0.3 <= 0.5)
    // with the slope 1 - 0.9 = 0.1, so compression takes 12.5 more; its work is 0.5 (1 + 1.25) / 2 + 1.25^2 / 0.2 = 8.375.
    const outcome = solvePlanar(problemOf([10, 3, 1], [1, -1], { friction: 0.5, restitution: 0.6 }));
    const back = 0.6 * Math.sqrt((2 * 8.375) / 0.1);
    expect(outcome.branch).toBe("sliding|compression-stick|normal-pause");
    expect(at(outcome, "slip-stop").velocity).toEqual([0, -1.25]);
    expect(at(outcome, "compression-end").normalImpulse).toBeCloseTo(13, 11);
    expect(outcome.impulse[1]).toBeCloseTo(13 + back, 11);
    expect(outcome.impulse[0]).toBeCloseTo(-0.25 - 0.3 * (12.5 + back), 11);
    expect(outcome.velocity[1]).toBeCloseTo(0.1 * back, 12);
    expect(outcome.energy.restitutionLoss).toBeCloseTo((1 - 0.36) * 8.375, 12);
  });

  it("jam always ends in a stick during compression", () => {
    fc.assert(
      fc.property(planarProblem, uniform(1, 5), (problem, times) => {
        const { a, b, c, slip, approach, restitution } = parts(problem);
        if (Math.abs(b) < 1e-3 * Math.sqrt(a * c) || Math.abs(slip) < 1e-9) return;
        const friction = (times * c) / Math.abs(b);
        const outcome = solvePlanar(problemOf([a, b, c], [Math.abs(slip) * Math.sign(b), -approach], { friction, restitution }));
        expect(outcome.branch).toBe("sliding|compression-stick|normal-pause");
        expect(at(outcome, "slip-stop").velocity[1]).toBeLessThanOrEqual(-approach);
        expect(outcome.energy.after).toBeLessThanOrEqual(outcome.energy.before * (1 + 1e-12));
      }),
      FEWER_RUNS,
    );
  });

  it("a tie of both pauses: either order, one answer", () => {
    fc.assert(
      fc.property(planarProblem, (problem) => {
        const { a, b, c, approach, friction, restitution } = parts(problem);
        const rate = b - friction * a;
        const slope = c - friction * b;
        if (friction === 0 || !(rate < -1e-3 * a) || !(slope > 1e-3 * c)) return;
        const tie = (-rate * approach) / slope;
        const [early, late] = [1 - 1e-13, 1 + 1e-13].map((factor) =>
          solvePlanar(problemOf([a, b, c], [tie * factor, -approach], { friction, restitution })),
        );
        // Near a singular mobility the impulse is that much more sensitive to the velocity.
        const sensitivity = ((a * c) / (a * c - b * b)) * (1 + slope / c);
        expect(distance(early.impulse, late.impulse)).toBeLessThanOrEqual(1e-11 * sensitivity * norm(early.impulse));
        expect(at(early, "slip-stop").velocity[1]).toBeCloseTo(0, 9);
      }),
      FEWER_RUNS,
    );
    // In round numbers: W = [[2, 0], [0, 1]], both pauses at 1; without coupling it sticks there and bounces with e.
    const exact = solvePlanar(problemOf([2, 0, 1], [1, -1], { friction: 0.5, restitution: 0.5 }));
    expect(exact.branch).toBe("sliding|normal-pause|restitution-stick");
    expect(exact.impulse).toEqual([-0.5, 1.5]);
    expect(exact.velocity).toEqual([0, 0.5]);
    expect(kinds(exact)).toEqual(["compression-end", "slip-stop", "end"]);
  });

  it("nothing moves along the tangent: friction changes nothing", () => {
    const outcome = solvePlanar(problemOf([0, 0, 2], [0, -3], { friction: 0.7, restitution: 0.5 }));
    expect(outcome.impulse).toEqual([0, 2.25]);
    expect(outcome.velocity).toEqual([0, 1.5]);
    expect(outcome.energy).toEqual({ before: 2.25, after: 0.5625, restitutionLoss: 1.6875, frictionLoss: 0, residual: 0 });
    expect(outcome.slip).toEqual(["frictionless"]);
    expect(solvePlanar(problemOf([0, 0, 2], [4, -3], { friction: 0.7, restitution: 0.5 })).velocity).toEqual([4, 1.5]);
    expect(() => solvePlanar(problemOf([0, 0.1, 2], [0, -3], { friction: 0.7, restitution: 0.5 }))).toThrow(
      "has a negative determinant: no mass matrix gives it",
    );
  });

  it("starts from rest: sticks if friction can hold, else slips the way the coupling drives it", () => {
    const stick = solvePlanar(problemOf([2, 0.5, 1], [0, -1], { friction: 0.3, restitution: 0.5 }));
    expect(stick.branch).toBe("start-stick|normal-pause");
    expect(kinds(stick)).toEqual(["compression-end", "end"]);
    expect(stick.impulse[1]).toBeCloseTo(1.5 / 0.875, 13);
    expect(stick.impulse[0]).toBeCloseTo((-0.25 * 1.5) / 0.875, 13);
    expect(stick.velocity[0]).toBe(0);
    const slip = solvePlanar(problemOf([2, 0.5, 1], [0, -1], { friction: 0.2, restitution: 0.5 }));
    expect(slip.branch).toBe("start-slip|normal-pause");
    expect(kinds(slip)).toEqual(["slip-start", "compression-end", "end"]);
    expect(slip.slip).toEqual(["restarts"]);
    // Slip grows by 0.5 - 0.2 * 2 and the normal velocity by 1 - 0.2 * 0.5 per unit of impulse.
    expect(slip.impulse[1]).toBeCloseTo(1.5 / 0.9, 13);
    expect(slip.velocity[0]).toBeCloseTo((0.1 * 1.5) / 0.9, 13);
  });

  it("static friction decides only whether a stopped contact sticks", () => {
    const material = { friction: 0.2, restitution: 0.5 };
    const reverse = solvePlanar(problemOf([2, -0.5, 1], [0.3, -1], material));
    const stick = solvePlanar(problemOf([2, -0.5, 1], [0.3, -1], { ...material, staticFriction: 0.25 }));
    expect(reverse.branch).toBe("sliding|compression-reverse|normal-pause");
    expect(stick.branch).toBe("sliding|compression-stick|normal-pause");
    expect(at(stick, "slip-stop")).toEqual(at(reverse, "slip-stop"));
    expect(stick.warnings.map(({ code }) => code)).toEqual(["static-friction"]);
    expect(reverse.velocity[0]).toBeLessThan(0);
    expect(stick.velocity[0]).toBe(0);
    expect(Math.abs(stick.impulse[0])).toBeLessThanOrEqual(0.25 * stick.impulse[1]);
    fc.assert(
      fc.property(planarProblem, uniform(1, 3), (problem, times) => {
        const { friction, restitution } = parts(problem);
        const still: ContactProblem = { ...problem, contacts: [{ friction, restitution, staticFriction: friction * times }] };
        const outcome = solvePlanar(still);
        const other = solveFrictional(still);
        expect(distance(outcome.impulse, other.impulse)).toBeLessThanOrEqual(1e-10 * norm(other.impulse));
        expect(outcome.energy.after).toBeLessThanOrEqual(outcome.energy.before * (1 + 1e-12));
        const bound = outcome.slip[0] === "sticks" ? friction * times : friction;
        expect(Math.abs(outcome.impulse[0])).toBeLessThanOrEqual(bound * outcome.impulse[1] * (1 + 1e-12));
      }),
      RUNS,
    );
  });

  it("slip that is zero up to rounding counts as zero, which matters with static friction", () => {
    // A coupling of 0.25 is held by static friction only; the slightest slip its way would slide on.
    const material = { friction: 0.2, staticFriction: 0.3, restitution: 0.5 };
    expect(solvePlanar(problemOf([2, 0.5, 1], [1e-14, -1], material)).branch).toBe("start-stick|normal-pause");
    expect(solvePlanar(problemOf([2, 0.5, 1], [1e-9, -1], material)).branch).toBe("sliding|normal-pause");
  });

  it("is untouched where the bodies do not approach", () => {
    const outcome = solvePlanar(problemOf([2, 0.5, 1], [1, 0.2], { friction: 0.2, restitution: 0.5 }));
    expect(outcome.branch).toBe("none");
    expect(outcome.velocity).toEqual([1, 0.2]);
    expect(outcome.warnings.map(({ code }) => code)).toEqual(["not-approaching"]);
    const out = new Float64Array(PLANAR_SIZE);
    expect(planarImpact(2, 0.5, 1, 1, 0, 0.2, 0.2, 0.5, out)).toBe(0);
    expect(Array.from(out.subarray(0, 4))).toEqual([0, 0, 1, 0]);
  });

  it("draws both values of the stored energy where compression ends", () => {
    const { history, events } = solvePlanar(problemOf([2, -0.5, 1], [0.3, -1], { friction: 0.2, restitution: 0.5 }), { history: true });
    const pause = history!.normalImpulse.findIndex((value, i, all) => i > 0 && value === all[i - 1] && history!.velocity[i][1] === 0);
    expect(history!.storedEnergy[pause]).toBeCloseTo(0.25 * history!.storedEnergy[pause - 1], 12);
    expect(history!.storedEnergy.at(-1)).toBeCloseTo(0, 12);
    expect(history!.frictionLoss.at(-1)).toBeCloseTo(events.at(-1)!.frictionLoss, 12);
    const columns = Object.values(history!).map((column) => column.length);
    expect(new Set(columns).size).toBe(1);
  });
});

describe("a singular mobility", () => {
  /** A rigid pointer on one hinge: mobility (tangent, normal)^T (tangent, normal) / inertia. */
  const pointer = (tangent: number, normal: number, speed: number, material: Contact) =>
    contactProblemFromCoordinates({ massMatrix: [[2]], jacobian: [[tangent], [normal]], speeds: [speed] }, [material]);

  it("locks where friction can hold: the mechanism stops and its energy is gone", () => {
    const outcome = solvePlanar(pointer(0.3, 1, -2, { friction: 4, restitution: 0.9 }));
    expect(outcome.branch).toBe("sliding|normal-pause|LOCK");
    expect(outcome.velocity[1]).toBe(0);
    expect(outcome.velocity[0]).toBeCloseTo(0, 14);
    expect(outcome.energy.before).toBe(4);
    expect(outcome.energy.after).toBeCloseTo(0, 14);
    expect(Math.abs(outcome.energy.residual)).toBeLessThan(1e-14);
    expect(outcome.warnings.map(({ code }) => code)).toEqual(["near-singular", "lock"]);
    expect(outcome.slip).toEqual(["sticks"]);
    expect(kinds(outcome)).toEqual(["compression-end", "slip-stop", "end"]);
  });

  it("reverses where friction cannot hold, with sqrt(k2 / k1) less than e", () => {
    // Friction acts with the normal impulse on the way in and against it on the way out: slopes c + mu |b| and c - mu |b|.
    const outcome = solvePlanar(pointer(0.5, 1, -2, { friction: 0.4, restitution: 0.9 }));
    expect(outcome.slip).toEqual(["restarts"]);
    expect(outcome.velocity[1]).toBeCloseTo(0.9 * 2 * Math.sqrt(0.8 / 1.2), 12);
    expect(outcome.velocity[0]).toBeCloseTo(0.5 * outcome.velocity[1], 12);
    expect(outcome.energy.after).toBeCloseTo(outcome.velocity[1] ** 2, 12);
  });

  it("does one or the other for any pointer, and the velocity stays in reach", () => {
    fc.assert(
      fc.property(
        uniform(-3, 3).filter((tangent) => Math.abs(tangent) > 1e-6),
        decades(-1, 1),
        uniform(0, 3).filter((friction) => friction > 1e-6),
        uniform(0, 1),
        (tangent, normal, friction, restitution) => {
          const needed = Math.abs(normal / tangent);
          if (Math.abs(needed - friction) < 1e-9 * needed) return;
          const problem = pointer(tangent, normal, -1.7, { friction, restitution });
          const { velocity, energy, branch } = solvePlanar(problem);
          const coupling = friction * Math.abs(tangent);
          const expected = needed > friction ? restitution * normal * 1.7 * Math.sqrt((normal - coupling) / (normal + coupling)) : 0;
          expect(Math.abs(velocity[1] - expected)).toBeLessThanOrEqual(1e-7 * normal);
          expect(Math.abs(velocity[0] * normal - velocity[1] * tangent)).toBeLessThanOrEqual(1e-7 * normal * (1 + Math.abs(tangent)));
          if (restitution > 1e-6) expect(branch!.endsWith("LOCK")).toBe(needed <= friction);
          expect(energy.after).toBeLessThanOrEqual(energy.before);
          expect(Math.abs(energy.residual)).toBeLessThanOrEqual(1e-12 * energy.before);
        },
      ),
      RUNS,
    );
  });

  it("a double pendulum stretched straight locks, and keeps the motion that the tip does not feel", () => {
    const { problem, outcome, speeds } = strike([-1.1, 0], [-1, 0.7], { friction: 2.2, restitution: 0.8 });
    const [[a, b], [, c]] = problem.mobility;
    expect(a * c - b * b).toBeCloseTo(0, 13);
    expect(outcome.branch).toBe("sliding|normal-pause|LOCK");
    // The tip of a straight pendulum moves with 2 u1 + u2: that is stopped, the rest is not.
    expect(2 * speeds[0] + speeds[1]).toBeCloseTo(0, 12);
    expect(outcome.energy.after).toBeCloseTo(outcome.energy.before - problem.velocity[1] ** 2 / (2 * c), 12);
    expect(Math.abs(speeds[0])).toBeGreaterThan(0.1);
  });

  it("warns where it is only nearly singular, and never gains energy there", () => {
    const bends = [1e-3, 1e-5, 3e-6, 1e-6, 3e-7, 1e-7, 1e-8, 1e-10];
    for (const bend of bends) {
      for (const [u1, u2] of [
        [-1, 0.7],
        [-0.2, 0.3],
        [1, -4],
      ]) {
        const { outcome } = strike([-1.1, bend], [u1, u2], { friction: 2.2, restitution: 0.8 });
        if (outcome.branch === "none") continue;
        const { before, after } = outcome.energy;
        expect(after).toBeLessThanOrEqual(before * (1 + 1e-9));
        expect(after).toBeGreaterThanOrEqual(0);
        expect(outcome.velocity[1]).toBeGreaterThanOrEqual(0);
        expect(outcome.warnings.some(({ code }) => code === "near-singular")).toBe(bend <= 1e-5);
      }
    }
  });

  it("refuses velocities that such a mechanism cannot have, and the core says that it wedges", () => {
    const material = { friction: 2, restitution: 0.5 };
    expect(() => solvePlanar(problemOf([1, 1, 1], [-0.2, -1], material))).toThrow("velocity: [-0.2, -1] is not a multiple of [1, 1]");
    expect(() => planarImpact(1, 1, 1, 0.2, -1, 2, 2, 0.5, new Float64Array(PLANAR_SIZE))).toThrow(SolverError);
    expect(() => planarImpact(1, 1, 1, 0, -1, 2, 2, 0.5, new Float64Array(PLANAR_SIZE))).toThrow("the contact wedges");
  });
});

describe("bad input", () => {
  const good = problemOf([2, 0.5, 1], [1, -1], { friction: 0.2, restitution: 0.5 });

  it.each([
    ["contacts[0].friction: -0.1 is negative", { contacts: [{ friction: -0.1, restitution: 0.5 }] }],
    ["contacts[0].staticFriction: 0.1 is below friction", { contacts: [{ friction: 0.2, staticFriction: 0.1, restitution: 0.5 }] }],
    ["contacts[0].restitution: 1.2 is not between 0 and 1", { contacts: [{ friction: 0.2, restitution: 1.2 }] }],
    ["velocity: [1] does not have 2 components", { velocity: [1] }],
    ["velocity[0]: NaN is not a finite number", { velocity: [Number.NaN, -1] }],
    [
      "mobility: [[1, 2], [2, 1]] has a negative determinant",
      {
        mobility: [
          [1, 2],
          [2, 1],
        ],
      },
    ],
    [
      "mobility[1][1]: 0 is not positive",
      {
        mobility: [
          [1, 0],
          [0, 0],
        ],
      },
    ],
    [
      "mobility[1][1]: 0 is not positive",
      {
        mobility: [
          [0, 0],
          [0, 0],
        ],
      },
    ],
    [
      "mobility[0][0]: -1 is not positive",
      {
        mobility: [
          [-1, 0],
          [0, 1],
        ],
      },
    ],
    [
      "mobility[1][0]: 0.4 differs from [0][1]",
      {
        mobility: [
          [2, 0.5],
          [0.4, 1],
        ],
      },
    ],
    ["mobility[0]: [0] does not have 2 numbers", { mobility: [[0], [0, 1]] }],
    ["dimension: 4 is neither 2 (planar) nor 3 (spatial)", { dimension: 4 as 2 }],
  ])("%s", (message, change) => {
    expect(() => solvePlanar({ ...good, ...change })).toThrow(InvalidInputError);
    expect(() => solvePlanar({ ...good, ...change })).toThrow(message);
  });

  it("says why it does not apply", () => {
    const spatial: ContactProblem = {
      dimension: 3,
      contacts: good.contacts,
      mobility: [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ],
      velocity: [0, 0, -1],
    };
    expect(planar.inapplicable(good)).toBeUndefined();
    expect(planar.inapplicable(spatial)).toBe("it handles planar contacts and the problem is spatial; frictional handles both");
    expect(() => solvePlanar(spatial)).toThrow("dimension: 3 cannot be solved by planar");
    const two = { ...good, contacts: [...good.contacts, ...good.contacts] };
    expect(planar.inapplicable(two)).toBe("it handles one contact and the problem has 2");
  });

  it("names material fields that it does not use", () => {
    const { warnings } = solvePlanar({ ...good, contacts: [{ friction: 0.2, restitution: 0.5, stiffnessRatio: 1 }] });
    expect(warnings).toEqual([{ code: "unused-field", message: "planar does not use contacts[0].stiffnessRatio" }]);
  });
});
