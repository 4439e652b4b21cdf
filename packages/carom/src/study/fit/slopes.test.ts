/** Exact derivatives of what a fit compares, against extrapolated differences of the same. */
import { describe, expect, it } from "vitest";
import type { FitPoint, Move } from "../../fit/tasks.js";
import { parseStudy } from "../parse.js";
import { BALLS, ballFit, ballStudy, CUBES, csvOf, cubeStudy, rowsOf } from "./known-motions.testing.js";
import { prepareFit } from "./run.js";

const TRUTH = { friction: 0.2, restitution: 0.4, inertia: 8e-4, rounding: 0.005, offset: 0.006 };

/** The largest error of the exact derivative along a move, in the largest of it, over the rows before anything else may happen. */
function errorAlong(subject: ReturnType<typeof prepareFit>["subject"], point: FitPoint, move: Move, small: number): number {
  const centre = subject.misfit(point);
  const [slope] = subject.slopes?.(point, centre, [move]) ?? [];
  if (slope === undefined) throw new Error(`no slope along ${move.of} ${move.place}`);
  const at = (by: number) =>
    subject.misfit({ ...point, [move.of]: point[move.of].map((value, i) => (i === move.place ? value + by : value)) }).residuals;
  const [h1, h2] = [small, 2 * small].map((h) => ({ up: at(h), down: at(-h), h }));
  let [most, error] = [0, 0];
  for (let i = 0; i < Math.min(h1.up.length, subject.width * slope.until); i++) {
    const [near, far] = [h1, h2].map(({ up, down, h }) => (up[i] - down[i]) / (2 * h));
    most = Math.max(most, Math.abs(slope.values[i]));
    error = Math.max(error, Math.abs(slope.values[i] - (4 * near - far) / 3));
  }
  expect(most).toBeGreaterThan(0);
  return error / most;
}

describe("of tosses of a cube", () => {
  const tosses = CUBES.map((start) => rowsOf(cubeStudy(TRUTH), "cube", start));
  const also = (path: string, factor: number, from = 0) =>
    [0, 1, 2].slice(from).map((i) => ({ path: `bodies.cube.${path}[${i}]`, factor }));
  const { subject, plan } = prepareFit(
    parseStudy(
      {
        carom: 1,
        kind: "fit",
        title: "cube",
        base: cubeStudy(TRUTH, false),
        recordings: [{ csv: csvOf(tosses), group: "toss", body: "cube" }],
        tracked: { offset: [0, 0.006, 0] },
        start: "free",
        parameters: [
          { path: "contacts[0].friction", from: 0.05, to: 0.6 },
          { path: "contacts[0].restitution", from: 0.05, to: 0.8 },
          { path: "bodies.cube.inertia[0]", also: also("inertia", 1, 1), from: 4e-4, to: 2e-3 },
          { path: "bodies.cube.shape.rounding", also: also("shape.size", -2), from: 0.0005, to: 0.012 },
          { path: "tracked.offset[1]", from: 0, to: 0.012 },
          { path: "gravity[2]", from: -10, to: -9 },
        ],
      },
      "fit",
    ),
  );
  // Away from the truth, so that the vector of the rotation between computed and measured is not zero.
  const values = [0.22, 0.35, 7.6e-4, 0.0045, 0.005, -9.75];
  const point = (recording: number): FitPoint => ({
    recording,
    label: 0,
    law: 0,
    values,
    own: plan.own[recording].map((_, i) => (i < 6 ? 1e-4 : 2e-3)),
    horizon: 4,
  });

  it.each(values.map((_, place) => place))("by value %i", (place) => {
    const { difference } = plan.parameters[place];
    for (const recording of [0, 3])
      expect(
        errorAlong(subject, point(recording), { of: "values", place, difference: [-difference, difference] }, 0.05 * difference),
      ).toBeLessThan(1e-6);
  });

  it("by all twelve numbers of a start", () => {
    for (const place of plan.own[0].keys())
      expect(errorAlong(subject, point(1), { of: "own", place, difference: [-1e-5, 1e-5] }, 1e-5)).toBeLessThan(1e-6);
  });

  it("at a bound, where only one side can be computed", () => {
    const end = { ...point(0), values: values.map((value, i) => (i === 3 ? 0.0005 : value)) };
    const centre = subject.misfit(end);
    const along = (difference: readonly [number, number]) => subject.slopes?.(end, centre, [{ of: "values", place: 3, difference }])[0];
    const [oneSided, both] = [along([0, 5e-5]), along([-5e-5, 5e-5])];
    for (const [i, value] of both?.values.entries() ?? []) expect(Math.abs((oneSided?.values[i] ?? 1) - value)).toBeLessThan(1e-6);
  });
});

it("a cube that comes down on a face, at several places at once, has differences only", () => {
  const flat = { ...CUBES[0], orientation: [0, 0, 0, 1] as const, angularVelocity: [0, 0, 0] as const };
  const tosses = [0, 1, 2].map((i) => rowsOf(cubeStudy({ ...TRUTH, offset: 0 }), "cube", { ...flat, velocity: [0.1 * i, 0, -1] }));
  const { subject } = prepareFit(
    parseStudy(
      {
        carom: 1,
        kind: "fit",
        title: "flat",
        base: cubeStudy({ ...TRUTH, offset: 0 }),
        recordings: [{ csv: csvOf(tosses), group: "toss", body: "cube" }],
        parameters: [{ path: "contacts[0].restitution", from: 0.05, to: 0.8 }],
      },
      "fit",
    ),
  );
  const point: FitPoint = { recording: 1, label: 0, law: 0, values: [0.4], own: [], horizon: 4 };
  const centre = subject.misfit(point);
  expect(centre.events.some(({ places }) => places > 1)).toBe(true);
  expect(subject.slopes?.(point, centre, [{ of: "values", place: 0, difference: [-0.01, 0.01] }])).toEqual([]);
});

it.each([undefined, "poisson", "newton"])("of single impacts under the law %s", (law) => {
  const csv = csvOf(BALLS.map((start) => rowsOf(ballStudy(0.12, 0.7), "ball", start)));
  const { base, parameters } = ballFit("") as { readonly base: object; readonly parameters: readonly object[] };
  const study = {
    carom: 1,
    kind: "fit",
    title: "impacts",
    base: { ...base, ...(law === undefined ? {} : { law }) },
    parameters: [...parameters, { path: "bodies.ball.shape.radius", from: 0.02, to: 0.04 }],
    impacts: { csv, body: "ball", poses: true, group: "toss" },
  };
  const { subject } = prepareFit(parseStudy(study, "fit"));
  for (const recording of subject.ids.keys())
    for (const place of [0, 1, 2]) {
      const point: FitPoint = { recording, label: 0, law: 0, values: [0.11, 0.65, 0.03], own: [], horizon: null };
      expect(errorAlong(subject, point, { of: "values", place, difference: [-1e-3, 1e-3] }, 1e-4)).toBeLessThan(1e-7);
    }
});

it("no law goes below what a free impulse leaves of an impact, and the right one leaves nothing", () => {
  const csv = csvOf(BALLS.map((start) => rowsOf(ballStudy(0.12, 0.7), "ball", start)));
  const { base } = ballFit("") as { readonly base: object };
  const radius = { path: "bodies.ball.shape.radius", from: 0.02, to: 0.04 };
  const parameters = [
    { path: "contacts[0].friction", from: 0.02, to: 0.6 },
    { path: "contacts[0].restitution", from: 0.05, to: 0.95 },
    radius,
  ];
  const study = { carom: 1, kind: "fit", title: "impacts", base, parameters, impacts: { csv, body: "ball", poses: true, group: "toss" } };
  const { subject, plan } = prepareFit(parseStudy(study, "fit"));
  const at = (recording: number, values: readonly number[]): FitPoint => ({ recording, label: 0, law: 0, values, own: [], horizon: null });
  for (const recording of subject.ids.keys()) {
    const [friction, restitution, size] = plan.begin;
    // Whatever friction and restitution: the impulse is free.
    expect(subject.bound?.(at(recording, [0.05, 0.2, size]))).toBeLessThan(1e-6);
    expect(subject.bound?.(at(recording, [friction, restitution, size]))).toBeLessThan(1e-6);
    // Too short an arm: spin and velocity do not change together.
    const [wrong, [misfit]] = [
      at(recording, [friction, restitution, 0.02]),
      subject.score?.(at(recording, [friction, restitution, 0.02])) ?? [],
    ];
    const bound = subject.bound?.(wrong) ?? 0;
    expect(misfit).toBeGreaterThanOrEqual(bound);
    // The left over is at right angles to every impulse: another law's impulse leaves as much or more.
    expect(subject.score?.(at(recording, [0.3, 0.9, 0.02]))[0]).toBeGreaterThanOrEqual(bound);
  }
  expect(Math.max(...subject.ids.map((_, i) => subject.bound?.(at(i, [0.12, 0.7, 0.02])) ?? 0))).toBeGreaterThan(1e-3);
});
