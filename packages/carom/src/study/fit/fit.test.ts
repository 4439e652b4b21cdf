import { describe, expect, it } from "vitest";
import { labelSequence } from "../../fit/poses/labels.js";
import { scoreOf } from "../../fit/program.js";
import { createRandom } from "../../math/random.js";
import { parseStudy, parseStudyText } from "../parse.js";
import type { SimulationStudy } from "../simulation/schema.js";
import { BALLS, ballFit, ballStudy, csvOf, NAMES, rowsOf, run, shaken } from "./known-motions.testing.js";
import { readRecordings } from "./recordings.js";
import { prepareFit, runFit } from "./run.js";
import { fitSentence } from "./words.js";

describe("a fit of balls", () => {
  const truth = ballStudy(0.12, 0.7);
  const tosses = BALLS.map((start) => rowsOf(truth, "ball", start));

  it("finds friction and restitution that made the motion, to 1e-8, and writes the study that has them", () => {
    const { fit } = run(ballFit(csvOf(tosses), { search: { points: 6, starts: 2 } }));
    const [friction, restitution] = fit.parameters;
    expect(Math.abs(friction.value - 0.12)).toBeLessThan(1e-8);
    expect(Math.abs(restitution.value - 0.7)).toBeLessThan(1e-8);
    expect(fit.minima.length).toBe(1);
    const study = parseStudy(fit.study, "simulation");
    expect(study.contacts?.[0].friction).toBe(friction.value);
  });

  it("does not depend on the order of recordings, and twice the recordings halve variances unless they share a block", () => {
    const noisy = shaken(tosses, 2e-5, 1e-4);
    const ids = noisy.map((_, i) => i);
    const text = (order: readonly number[]) =>
      [NAMES.join(","), ...order.flatMap((i) => noisy[i].map((row) => [i, ...row].join(",")))].join("\n");
    const forth = run(ballFit(text(ids)));
    expect(JSON.stringify(run(ballFit(text([...ids].reverse()))))).toBe(JSON.stringify(forth));
    const twice = run(ballFit(csvOf([...noisy, ...noisy])));
    const [one, two] = [forth.fit.parameters[1].errors.sandwich ?? 0, twice.fit.parameters[1].errors.sandwich ?? 0];
    // V = A^-1 (sum g g^T) A^-1 n / (n - p): half of it, and 8/6 over 4/2.
    expect(two / one).toBeCloseTo(Math.sqrt(0.5 * (8 / 6 / (4 / 2))), 3);
  });

  it("names what nothing tells: friction where all impacts grip, with the least that grips", () => {
    const gripping = BALLS.map((start) =>
      rowsOf(ballStudy(0.8, 0.7), "ball", { ...start, velocity: [0.4, 0, -1.5], angularVelocity: [0, 0, 0] }),
    );
    const { fit } = run(ballFit(csvOf(gripping)));
    const [friction, restitution] = fit.parameters;
    expect(friction.determined).toBe(false);
    expect(Math.abs(restitution.value - 0.7)).toBeLessThan(1e-7);
    expect(fit.notDetermined[0].combination).toHaveProperty("contacts[0].friction");
    expect(fit.notDetermined[0].whatWouldTell).toMatch(/slide/);
    // Grips where |u| <= mu (1 + e) |c| (1 + r^2 / K) with K = 0.4 r^2: from the fastest slip over the slowest approach.
    const approach = Math.sqrt(1.5 ** 2 + 2 * 9.81 * (0.16 - 0.03));
    expect(friction.flat?.[0]).toBeGreaterThan(0.8 * (0.4 / (1.7 * approach * 3.5)));
    expect(friction.flat?.[0]).toBeLessThan(1.2 * (0.4 / (1.7 * approach * 3.5)));
  });
});

describe("what else may be asked", () => {
  const noisy = shaken(
    BALLS.map((start) => rowsOf(ballStudy(0.12, 0.7), "ball", start)),
    2e-5,
    2e-4,
  );

  it("laws, folds, floor, profiles, other horizons, whole refits", () => {
    const { fit } = run(
      ballFit(csvOf(noisy), {
        laws: ["poisson"],
        folds: 2,
        noiseFloor: true,
        profiles: 3,
        spread: [0.05],
        bootstrap: { resamples: 100, refits: 3 },
        horizon: 0.04,
      }),
    );
    const [friction, restitution] = fit.parameters;
    for (const { value, interval, quoted, profile, errors } of [friction, restitution]) {
      const [low, high] = interval ?? [0, 0];
      expect(low).toBeLessThan(value);
      expect(quoted?.[0]).toBeLessThanOrEqual(low);
      expect(quoted?.[1]).toBeGreaterThanOrEqual(high);
      // Least in the middle, and about the same on either side.
      const costs = profile?.map(({ cost }) => cost) ?? [];
      expect(costs[1]).toBeLessThan(Math.min(costs[0], costs[2]));
      expect(errors.refits).toBeGreaterThan(0);
    }
    // One impact of a ball is the same under both laws: slip neither turns nor stops while it is pressed.
    expect(fit.comparison?.map(({ law }) => law)).toEqual(["default", "poisson"]);
    expect(Math.abs(fit.comparison?.[1].costDifference.mean ?? 1)).toBeLessThan(1e-3);
    expect(fit.scores.folds?.recordings).toBe(4);
    expect(fit.scores.folds?.mean).toBeLessThan(0.01);
    const { start, bias, scatter } = fit.noiseFloor ?? {};
    expect(start?.mean).toBeGreaterThan(0);
    expect(bias?.mean).toBeGreaterThan(start?.mean ?? 1);
    expect(scatter?.mean).toBeGreaterThanOrEqual(0);
  });

  it("starts within their errors, values of each recording, a late value", () => {
    const tosses = BALLS.map((start) => rowsOf(ballStudy(0.12, 0.7), "ball", start));
    const [friction, restitution] = (ballFit("") as { readonly parameters: readonly object[] }).parameters;
    const free = run(ballFit(csvOf(tosses), { start: "free", horizon: 0.04 })).fit.parameters;
    expect(Math.abs(free[0].value - 0.12)).toBeLessThan(1e-6);
    const own = run(
      ballFit(csvOf(tosses), { parameters: [friction, { ...restitution, per: "recording", prior: [0.7, 0.2] }], horizon: 0.04 }),
    ).fit.parameters;
    expect(own.length).toBe(1);
    expect(Math.abs(own[0].value - 0.12)).toBeLessThan(1e-6);
    const polish = { horizon: 0.04, scales: [0.003, 0.04], paths: ["contacts[0].friction"] };
    const late = run(ballFit(csvOf(tosses), { polish, horizon: 0.04 })).fit.parameters;
    expect(late[0].polished).toBe(true);
    expect(Math.abs(late[0].value - 0.12)).toBeLessThan(0.01);
    expect(late[0].early).toBeUndefined();
    const [both] = run(ballFit(csvOf(tosses), { polish: { ...polish, again: true, every: 2 }, horizon: 0.04 })).fit.parameters;
    expect(Math.abs((both.early ?? 0) - 0.12)).toBeLessThan(1e-8);
    expect(Math.abs(0.5 * ((both.interval?.[0] ?? 0) + (both.interval?.[1] ?? 0)) - 0.12)).toBeLessThan(1e-8);
    expect(Math.abs(both.value - 0.12)).toBeLessThan(0.001);
    expect(both.quoted?.[0]).toBeLessThanOrEqual(both.value);
    expect(both.quoted?.[1]).toBeGreaterThanOrEqual(both.value);
  });

  it("half of the recordings held back", () => {
    const { fit } = run(ballFit(csvOf(noisy), { split: { held: 0.5, seed: 3 }, horizon: 0.04 }));
    expect([fit.recordings, fit.held, fit.scores.held?.recordings]).toEqual([2, 2, 2]);
    expect(fit.scores.held?.mean).toBeLessThan(0.01);
  });
});

it("friction of balls that neither slide nor spin does nothing, and is named", () => {
  const dropped = BALLS.map((start, i) =>
    rowsOf(ballStudy(0.12, 0.7), "ball", { ...start, velocity: [0, 0, -0.5 - 0.1 * i], angularVelocity: [0, 0, 0] }),
  );
  const { fit } = run(ballFit(csvOf(dropped), { horizon: 0.04 }));
  expect(fit.parameters[0].determined).toBe(false);
  expect(fit.parameters[1].determined).toBe(true);
  expect(Math.abs(fit.parameters[1].value - 0.7)).toBeLessThan(1e-8);
  expect(fit.notDetermined.map(({ combination }) => Object.keys(combination))).toEqual([["contacts[0].friction"]]);
  expect(fit.notDetermined[0].whatWouldTell).toMatch(/slid/);
});

describe("suspicions", () => {
  const truth = ballStudy(0.12, 0.7);
  const tosses = BALLS.map((start) => rowsOf(truth, "ball", { ...start, angularVelocity: [4, 7, 2] }));
  const codesOf = (csv: string, extra: object = {}) => {
    const study = { ...ballFit(csv), recordings: [{ csv, group: "toss", body: "ball", ...extra }] };
    return prepareFit(parseStudy(study, "fit")).suspicions.map(({ code }) => code);
  };
  const changed = (change: (row: readonly number[]) => readonly number[]) => csvOf(tosses.map((rows) => rows.map((row) => change(row))));

  it("has none of good data", () => {
    expect(codesOf(csvOf(tosses))).toEqual([]);
  });

  it("names spins in other axes, in degrees, and quaternions in another order", () => {
    expect(codesOf(csvOf(tosses), { spinAxes: "body" })).toContain("spin-axes");
    expect(codesOf(changed((row) => [...row.slice(0, 11), ...row.slice(11).map((value) => (180 / Math.PI) * value)]))).toContain(
      "spin-unit",
    );
    expect(codesOf(changed(([time, x, y, z, qw, qx, qy, qz, ...rest]) => [time, x, y, z, qx, qy, qz, qw, ...rest]))).toContain(
      "quaternion-order",
    );
  });

  it("names lengths in millimetres, a wrong rate, a scale, another way up, a floor elsewhere", () => {
    const lengths = (factor: number) => changed((row) => row.map((value, i) => (i >= 1 && i < 4 ? factor * value : value)));
    expect(() => codesOf(lengths(1000))).toThrow(/length-unit/);
    expect(codesOf(lengths(0.97))).toContain("scale");
    expect(codesOf(changed(([time, ...rest]) => [time / 1.3, ...rest]))).toContain("rate");
    expect(() => codesOf(changed(([time, x, y, z, ...rest]) => [time, z, y, x + 1, ...rest]))).toThrow(/up-axis/);
  });

  it("names no flight, no contact, too few, rows without numbers", () => {
    expect(() => codesOf(csvOf(tosses.map((rows) => rows.filter(([time]) => time > 0.09))))).toThrow(/no-flight|no-contact/);
    expect(() => codesOf(csvOf(tosses.map((rows) => rows.slice(0, 8))))).toThrow(/no-contact/);
    expect(codesOf(csvOf(tosses.slice(0, 1)))).toContain("too-few");
    const [head, first, second, ...rest] = csvOf(tosses).split("\n");
    const broken = second
      .split(",")
      .map((cell, i) => (i === 2 ? "lost" : cell))
      .join(",");
    expect(codesOf([head, first, broken, ...rest].join("\n"))).toContain("not-a-number");
  });

  it("names lengths a thousand times too short, which no other rate makes of them", () => {
    const short = changed((row) => row.map((value, i) => (i >= 1 && i < 4 ? value / 1000 : value)));
    expect(() => codesOf(short)).toThrow(/length-unit: free fall is 0\.001 times gravity.*1000 times too short/);
  });

  it("says first that the data look wrong, and none of the errors of one recording, which has nothing to scatter against", () => {
    const csv = csvOf(tosses.slice(0, 1));
    const result = run({ ...ballFit(csv), recordings: [{ csv, group: "toss", body: "ball", spinAxes: "body" }], horizon: 0.04 });
    expect(fitSentence(result)).toMatch(/^The data look wrong \(spin-axes: see the warnings\)\. Taken as they are: from 1 recording/);
    for (const { standardError, errors } of result.fit.parameters)
      expect([standardError, errors.sandwich, errors.bootstrap]).toEqual([null, null, null]);
  });

  it("says what stands between the columns where these are no commas", () => {
    expect(() => codesOf(csvOf(tosses).replaceAll(",", ";"))).toThrow(/has semicolons between its columns: write commas/);
    expect(() => codesOf(csvOf(tosses).replaceAll(",", "\t"))).toThrow(/has tabs between its columns/);
    expect(() => codesOf(csvOf(tosses).replaceAll(",", " "))).toThrow(/has blanks between its columns/);
    expect(() => codesOf(csvOf(tosses).replaceAll(",", "   "))).toThrow(/has blanks between its columns/);
    // One column with a name of two words.
    expect(() => codesOf("bounce times\n0.1\n0.2")).toThrow(/a file without a column time/);
  });

  it("refuses one number of the base as two parameters", () => {
    const [friction, ...others] = (ballFit("") as { readonly parameters: readonly [{ readonly path: string }, ...object[]] }).parameters;
    const parameters = [friction, ...others, { ...friction, name: "another" }];
    expect(() => run({ ...ballFit(csvOf(tosses)), parameters })).toThrow(
      `parameters[${parameters.length - 1}].path: "${friction.path}" is that of parameters[0]`,
    );
  });

  it("says where a column is missing and where time goes back", () => {
    expect(() =>
      codesOf(
        csvOf(
          tosses,
          NAMES.map((name) => (name === "qw" ? "q0" : name)),
        ),
      ),
    ).toThrow(/columns\.qw: "qw" is not a column of the file \(missing-column\)/);
    const renamed = (from: string, to: string) =>
      csvOf(
        tosses,
        NAMES.map((name) => (name === from ? to : name)),
      );
    expect(() => codesOf(renamed("vy", "side"))).toThrow(/"vy" is not a column of the file \(missing-column\)/);
    expect(() => codesOf(renamed("vy", "vx"))).toThrow(/"vx" is the name of two columns of the file/);
    const [head, first, second, ...rest] = csvOf(tosses).split("\n");
    expect(() => codesOf([head, second, first, ...rest].join("\n"))).toThrow(/line 3 is not after/);
    expect(() => codesOf([head, first.replaceAll(",", ",x"), second.replaceAll(",", ",x")].join("\n"))).toThrow(/no number.*line 2/);
  });
});

it("motions that cannot be computed are named, and not in the errors of the others", () => {
  const score = scoreOf(["a", "b", "c"], [[0.1, 0.2, 0.3], [], [0.5, 0.4, 0.5]], [1, 2, 3]);
  expect(score).toMatchObject({ recordings: 3, failed: ["b"], flippers: ["c"] });
  expect(score.mean).toBeCloseTo(0.3, 15);
  expect(scoreOf(["a"], [[0.1, 0.2, 0.3]], [1])).not.toHaveProperty("failed");
  expect(scoreOf(["a", "b"], [[], []], [1, 2])).toMatchObject({ mean: Number.NaN, position: [Number.NaN, Number.NaN], failed: ["a", "b"] });
});

it("the cheapest sequence of labels is the cheapest of all", () => {
  const random = createRandom(5);
  for (let round = 0; round < 20; round++) {
    const costs = Array.from({ length: 6 }, () => Array.from({ length: 4 }, () => 4 * random()));
    const changes = Array.from({ length: 6 }, () => 3 * random());
    const costOf = (labels: readonly number[]) =>
      labels.reduce((sum, label, r) => sum + costs[r][label] + (r > 0 && label !== labels[r - 1] ? changes[r] : 0), 0);
    let least = Number.POSITIVE_INFINITY;
    for (let code = 0; code < 4 ** 6; code++)
      least = Math.min(least, costOf(Array.from({ length: 6 }, (_, r) => Math.floor(code / 4 ** r) % 4)));
    expect(costOf(labelSequence(costs, changes).labels)).toBeCloseTo(least, 12);
  }
});

it("single impacts of a ball give back friction and restitution", () => {
  const [friction, restitution, radius] = [0.15, 0.6, 0.03];
  // Sheet 11: slides where |u| > mu (1 + e) |c| (1 + r^2 / K), K = 0.4 r^2; then p_t = mu p_n.
  const rows = [0.5, 1, 2, 4].map((slip, i) => {
    const [vx, vz] = [slip, -1 - 0.2 * i];
    const normal = (1 + restitution) * -vz;
    const tangential = -Math.min(friction * normal, slip / 3.5);
    // Arm (0, 0, -r): w changes by r x p / K, about y: -r p_x / K.
    return [vx, 0, vz, 0, 0, 0, vx + tangential, 0, vz + normal, 0, (-radius * tangential) / (0.4 * radius * radius), 0];
  });
  const csv = ["vx,vy,vz,wx,wy,wz,vx2,vy2,vz2,wx2,wy2,wz2", ...rows.map((row) => row.join(","))].join("\n");
  const { base, parameters } = ballFit("") as { readonly base: object; readonly parameters: object };
  const { fit } = run({
    carom: 1,
    kind: "fit",
    title: "impacts",
    base,
    parameters,
    impacts: { csv, body: "ball" },
    search: { points: 8, starts: 1 },
  });
  expect(Math.abs(fit.parameters[0].value - friction)).toBeLessThan(1e-8);
  expect(Math.abs(fit.parameters[1].value - restitution)).toBeLessThan(1e-8);
});

it("single impacts are found in recorded poses", () => {
  const csv = csvOf(BALLS.map((start) => rowsOf(ballStudy(0.12, 0.7), "ball", start)));
  const { base, parameters } = ballFit("") as { readonly base: object; readonly parameters: object };
  const impacts = { csv, body: "ball", poses: true, group: "toss" };
  const { fit } = run({ carom: 1, kind: "fit", title: "impacts", base, parameters, impacts, search: { points: 0 } });
  expect(fit.recordings).toBe(4);
  const { subject, sources } = prepareFit(parseStudy({ carom: 1, kind: "fit", title: "impacts", base, parameters, impacts }, "fit"));
  expect(subject.ids).toEqual(sources?.map((toss) => `${toss}.1`));
  expect(Math.abs(fit.parameters[0].value - 0.12)).toBeLessThan(1e-6);
  expect(Math.abs(fit.parameters[1].value - 0.7)).toBeLessThan(1e-6);
});

it("single impacts are found in poses of a ball whose centre of mass is off its middle", () => {
  const eccentric = (study: SimulationStudy, centre?: readonly number[]) => {
    const ball = { ...study.bodies.ball, inertia: [4e-5, 4e-5, 4e-5], ...(centre === undefined ? {} : { centre }) };
    return { ...study, bodies: { ...study.bodies, ball } } as unknown as SimulationStudy;
  };
  const csv = csvOf(BALLS.map((start) => rowsOf(eccentric(ballStudy(0.12, 0.7), [0.006, 0, 0.003]), "ball", start)));
  const { base, parameters } = ballFit("") as { readonly base: SimulationStudy; readonly parameters: readonly object[] };
  const study = {
    carom: 1,
    kind: "fit",
    title: "impacts",
    base: eccentric(base),
    parameters,
    impacts: { csv, body: "ball", poses: true, group: "toss" },
    tracked: { offset: [0.006, 0, 0.003] },
    search: { points: 0 },
  };
  const { fit } = run(study);
  expect(fit.recordings).toBe(4);
  expect(Math.abs(fit.parameters[0].value - 0.12)).toBeLessThan(1e-6);
  expect(Math.abs(fit.parameters[1].value - 0.7)).toBeLessThan(1e-6);
  const moving = { ...study, parameters: [...parameters, { path: "tracked.offset[0]", from: 0, to: 0.01 }] };
  expect(() => run(moving)).toThrow(/moves the centre of mass/);
});

it("what a tracker says of a body that lies flat is taken off its angles", () => {
  const csv = "frame,x,z,angle\n0,0,0.1,-0.033\n1,0,0.1,0.467\n";
  const [{ orientations }] = readRecordings([{ csv, body: "square", rate: 250, restAngle: -0.033 }]).recordings;
  // From x to z: about -y.
  for (const [k, angle] of [0, 0.5].entries())
    for (const [c, value] of [0, -Math.sin(angle / 2), 0, Math.cos(angle / 2)].entries())
      expect(Math.abs(orientations[k][c] - value)).toBeLessThan(1e-15);
});

it("bounces are a fit of their own", () => {
  const study = { carom: 1, kind: "fit", title: "bounces", bounces: { file: "t.csv" } };
  const parsed = parseStudyText(JSON.stringify(study), "fit", new Map([["t.csv", "time\n0\n1\n1.6\n1.96\n2.176\n"]]));
  const { fit } = runFit(parsed);
  expect(fit.data === "bounces" && Math.abs(fit.restitution.value - 0.6)).toBeLessThan(1e-10);
});
