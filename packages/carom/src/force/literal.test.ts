/**
 * The same forces by another way: everything integrated in the impulse, as the source writes it, with the slip followed anew and nothing of
 * path.ts and clock.ts in use. The ends, where 1/f has no bound, are bridged by what forces do there: f = k delta^(3/2) at the beginning, a
 * power 3/5 of the impulse that is left at the end.
 */
import { describe, expect, it } from "vitest";
import { solveFrictional } from "../impact/frictional.js";
import { solveMultipoint } from "../impact/multipoint.js";
import type { ImpactOutcome } from "../impact/outcome.js";
import { createIntegrator } from "../math/ode/index.js";
import type { ContactProblem } from "../mechanics/contact-problem.js";
import { type ContactLaw, dampingForce, stiffnessForce } from "./contact-law.js";
import { firstExample, firstLaw, fourthExample, sourceLaw, thirdExample } from "./examples.testing.js";
import { impactForces } from "./forces.js";

/** What an event is at an impulse: normal velocities and normal shares of its contacts. */
type Base = (p: number) => { readonly velocity: readonly number[]; readonly share: readonly number[] };

interface Event {
  readonly base: Base;
  readonly breaks: readonly number[];
  /** Where the independent contact stops; at the end: it does not. */
  readonly stop: number;
  readonly end: number;
  readonly independent: number;
}

interface Ending {
  readonly time: number;
  readonly indentation: readonly number[];
  readonly peak: number;
}

const FIRST = 1e-11;
const LAST = 1e-8;

function literal(event: Event, law: ContactLaw, start: readonly number[]): Ending {
  const { base, breaks, stop, end, independent } = event;
  const count = start.length;
  const rate = (p: number) => base(p).velocity.reduce((sum, v, i) => sum + v * base(p).share[i], 0);
  const workBetween = (from: number, to: number) => {
    let work = 0;
    const marks = [from, ...breaks.filter((p) => p > from && p < to), to];
    for (let m = 0; m + 1 < marks.length; m++) {
      // Simpson: exact for the products of the piecewise linear velocities, and fine enough for those that turn.
      const steps = 200;
      const h = (marks[m + 1] - marks[m]) / steps;
      const inside = 1e-12 * (marks[m + 1] - marks[m]);
      for (let k = 0; k < steps; k++) {
        const a = Math.max(marks[m] + inside, marks[m] + k * h);
        const b = Math.min(marks[m + 1] - inside, marks[m] + (k + 1) * h);
        work += (h / 6) * (rate(a) + 4 * rate(marks[m] + (k + 0.5) * h) + rate(b));
      }
    }
    return work;
  };
  let y = [0, ...start, 0];
  const loading = (delta: number, v: number) => stiffnessForce(law, delta) + dampingForce(law, -v);
  let p = 0;
  if (start[independent] === 0 && law.damping === 0) {
    const { velocity, share } = base(1e-12 * end);
    p = FIRST * end;
    const delta = ((2.5 * -velocity[independent] * share[independent] * p) / law.hertz) ** 0.4;
    const time = delta / -velocity[independent];
    y = [time, ...start.map((d, i) => d - velocity[i] * time), 0];
  }
  const follow = (to: number, force: (p: number, y: ArrayLike<number>) => number) => {
    const scale = y.map((value, i) => (i === 0 ? 1e-3 : 1e-5) + Math.abs(value));
    for (const mark of [...breaks.filter((b) => b > p && b < to), to]) {
      const integrator = createIntegrator(
        { dimension: count + 2, relativeTolerance: 1e-12, absoluteTolerance: scale.map((s) => 1e-14 * s) },
        (at, state, out) => {
          const inside = Math.min(Math.max(at, p + 1e-13 * end), mark - 1e-13 * end);
          const { velocity, share } = base(inside);
          const dt = share[independent] / force(inside, state);
          out[0] = dt;
          for (let i = 0; i < count; i++) out[i + 1] = -velocity[i] * dt;
          out[count + 1] = rate(inside);
        },
      );
      integrator.start(p, y);
      integrator.advance(mark);
      y = Array.from(integrator.state);
      p = mark;
    }
  };
  follow(stop, (at, state) => loading(state[independent + 1], base(at).velocity[independent]));
  const peak = stiffnessForce(law, y[independent + 1]);
  if (stop >= end) return { time: y[0], indentation: y.slice(1, count + 1), peak };
  const whole = workBetween(stop, end);
  const before = y[count + 1];
  const unloading = (_: number, state: ArrayLike<number>) => peak * ((whole - (state[count + 1] - before)) / whole) ** 0.6;
  const rest = LAST * (end - stop);
  follow(end - rest, unloading);
  const { velocity, share } = base(end - rest);
  const last = peak * ((rate(end - 0.5 * rest) * rest) / whole) ** 0.6;
  const tail = (2.5 * share[independent] * rest) / last;
  return { time: y[0] + tail, indentation: start.map((_, i) => y[i + 1] - velocity[i] * tail), peak };
}

/** Velocities and shares on straight lines between rows of a history: exact where friction does not turn. */
function straight(
  problem: ContactProblem,
  { history }: ImpactOutcome,
  contacts: readonly number[],
  from: number,
  to: number,
): Pick<Event, "base" | "breaks"> {
  if (history === undefined) throw new Error("no history");
  const { dimension } = problem;
  const rows = history.normalImpulse.flatMap((p, row) => (p >= from - 1e-13 * to && p <= to * (1 + 1e-13) ? [row] : []));
  const distinct = rows.filter((row, i) => i === 0 || history.normalImpulse[row] > history.normalImpulse[rows[i - 1]] + 1e-13 * to);
  const at = distinct.map((row) => history.normalImpulse[row] - from);
  const normals = contacts.map((contact) => (contact + 1) * dimension - 1);
  const base: Base = (p) => {
    let i = 0;
    while (i < at.length - 2 && p > at[i + 1]) i++;
    const x = (p - at[i]) / (at[i + 1] - at[i]);
    const [a, b] = [distinct[i], distinct[i + 1]];
    return {
      velocity: normals.map((n) => history.velocity[a][n] * (1 - x) + history.velocity[b][n] * x),
      share: normals.map((n) => (history.impulse[b][n] - history.impulse[a][n]) / (at[i + 1] - at[i])),
    };
  };
  return { base, breaks: at };
}

/** One contact whose slip turns all the way: the slip followed by Runge-Kutta in small steps, interpolated by cubics. */
function turning(problem: ContactProblem, end: number): Pick<Event, "base" | "breaks"> {
  const { mobility, velocity, contacts } = problem;
  const steps = 1000;
  const h = end / steps;
  const slope = (v: readonly number[]) => {
    const speed = Math.sqrt(v[0] * v[0] + v[1] * v[1]);
    const c = [(-contacts[0].friction * v[0]) / speed, (-contacts[0].friction * v[1]) / speed, 1];
    return mobility.map((row) => row[0] * c[0] + row[1] * c[1] + row[2] * c[2]);
  };
  const path = [[...velocity]];
  for (let k = 0; k < steps; k++) {
    const v = path[k];
    const k1 = slope(v);
    const k2 = slope(v.map((x, i) => x + 0.5 * h * k1[i]));
    const k3 = slope(v.map((x, i) => x + 0.5 * h * k2[i]));
    const k4 = slope(v.map((x, i) => x + h * k3[i]));
    path.push(v.map((x, i) => x + (h / 6) * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i])));
  }
  const base: Base = (p) => {
    const k = Math.min(steps - 1, Math.floor(p / h));
    const x = p / h - k;
    const [a, b] = [path[k][2], path[k + 1][2]];
    const [da, db] = [h * slope(path[k])[2], h * slope(path[k + 1])[2]];
    const v = a + x * (da + x * (3 * (b - a) - 2 * da - db + x * (da + db - 2 * (b - a))));
    return { velocity: [v], share: [1] };
  };
  return { base, breaks: [] };
}

function compare(actual: readonly number[], expected: readonly number[]): void {
  actual.forEach((value, i) => {
    expect(Math.abs(value - expected[i])).toBeLessThanOrEqual(1e-7 * Math.abs(expected[i]));
  });
}

const third = sourceLaw(0.01, 0);
const { plasticity: __, ...elastic } = third;
const small = sourceLaw(1e-4, 0);
/** Elastic only, transition, plastic; each with and without damping. */
const laws: [string, ContactLaw][] = [
  ["elastic", elastic],
  ["elastic, damped", { ...elastic, damping: 300 }],
  ["transition", third],
  ["transition, damped", { ...third, damping: 300 }],
  ["plastic", small],
  ["plastic, damped", { ...small, damping: 3 }],
];

describe("forces by the literal integration in the impulse", () => {
  const mobility = [
    [4, 0.5, -0.6],
    [0.5, 6, 0.4],
    [-0.6, 0.4, 5],
  ];
  const hits: [string, ContactProblem][] = [
    ["head on", { dimension: 3, contacts: [{ friction: 0, restitution: 0.5 }], mobility, velocity: [0, 0, -1] }],
    ["slip that turns", { dimension: 3, contacts: [{ friction: 0.3, restitution: 0.7 }], mobility, velocity: [1.5, -2, -1] }],
    ["slip that turns, elastic", { dimension: 3, contacts: [{ friction: 0.2, restitution: 1 }], mobility, velocity: [-1, 1.5, -2] }],
  ];
  it.each(hits.flatMap(([hit, problem]) => laws.map(([name, law]) => [hit, name, problem, law] as const)))(
    "%s, %s",
    (hit, name, problem, law) => {
      const outcome = solveFrictional(problem, { history: true });
      expect(outcome.slip).toEqual([hit === "head on" ? "frictionless" : "slides"]);
      const { contacts, duration } = impactForces(problem, outcome, [law]);
      const end = outcome.impulse[2];
      const stop = outcome.events.find(({ kind }) => kind === "compression-end")?.normalImpulse ?? end;
      const path = hit === "head on" ? straight(problem, outcome, [0], 0, end) : turning(problem, end);
      const expected = literal({ ...path, stop, end, independent: 0 }, law, [0]);
      compare([duration], [expected.time]);
      const { permanentIndentation, deepestIndentation, regime } = contacts[0];
      // The last hit is twice as fast, and goes through the transition.
      const through = hit === "slip that turns, elastic" ? "plastic" : "elastic-plastic";
      expect(regime).toBe(name.startsWith("transition") ? through : name.replace(", damped", ""));
      expect(Math.abs(permanentIndentation - expected.indentation[0])).toBeLessThanOrEqual(1e-7 * deepestIndentation);
      compare(
        [
          contacts[0].localForce.reduce(
            (most, row, i) => (contacts[0].indentation[i] === contacts[0].deepestIndentation ? row[2] : most),
            0,
          ),
        ],
        [expected.peak],
      );
    },
  );

  it.each([
    ["example 1, which stops slipping on the way", firstExample(), firstLaw],
    ["example 3, of two events", thirdExample(), sourceLaw(0.01, 10)],
    ["example 3 without damping", thirdExample(), third],
    ["example 4 with 3 points", fourthExample(3), sourceLaw(0.1875, 10)],
    ["example 4 with 5 points, without damping", fourthExample(5), sourceLaw(0.1875, 0)],
  ])("%s", (name, problem, law) => {
    const outcome = solveMultipoint(problem, { history: true });
    const laws = problem.contacts.map(() => law);
    const { contacts, duration, events } = impactForces(problem, outcome, laws);
    const carried = problem.contacts.map(() => 0);
    let before = 0;
    let time = 0;
    (outcome.stages ?? []).forEach((stage, s) => {
      const path = straight(problem, outcome, stage.contacts, before, before + stage.finalImpulse);
      const independent = stage.contacts.indexOf(events[s].independent);
      const end = stage.finalImpulse;
      // Where its velocity passes through zero, on straight lines.
      const velocity = (p: number) => path.base(p).velocity[independent];
      let stop = end;
      for (let i = 0; i + 1 < path.breaks.length; i++) {
        const [a, b] = [path.breaks[i], path.breaks[i + 1]];
        if (velocity(a) < 0 && velocity(b) >= 0)
          stop = Math.min(stop, a - (velocity(a + 1e-15 * end) * (b - a)) / (velocity(b) - velocity(a + 1e-15 * end)));
      }
      if (stop > end * (1 - 1e-11)) stop = end;
      const expected = literal(
        { ...path, stop, end, independent },
        law,
        stage.contacts.map((contact) => carried[contact]),
      );
      stage.contacts.forEach((contact, i) => {
        carried[contact] = expected.indentation[i];
      });
      time += expected.time;
      before += end;
    });
    expect(outcome.stages).toHaveLength(name.startsWith("example 3") ? 2 : 1);
    compare([duration], [time]);
    compare(
      contacts.map(({ permanentIndentation }) => permanentIndentation),
      carried,
    );
  });
});
