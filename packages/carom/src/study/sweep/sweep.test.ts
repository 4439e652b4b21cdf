import { describe, expect, it } from "vitest";
import { InvalidInputError } from "../../errors.js";
import { checkStudy, runStudy } from "../kinds.js";
import { filesNamedIn, parseStudy, parseStudyText } from "../parse.js";
import { simulationWord } from "../simulation/word.js";
import { planSweep } from "../sweep-plan.js";
import { joinedRows, type NumberColumn } from "./columns.js";
import { inputColumns, studyOfRun } from "./plan.js";
import type { NumberSummary, TextSummary } from "./result.js";
import { runPart } from "./runs.js";
import type { SweepStudy } from "./schema.js";
import { summarise } from "./summarise.js";
import { sweepTables } from "./tables.js";

const IMPACT = {
  carom: 1,
  kind: "impact",
  title: "one contact",
  problem: {
    mobility: [
      [3, 0.2, 0.4],
      [0.2, 4, -0.3],
      [0.4, -0.3, 2],
    ],
    velocity: [0.5, 0.1, -1],
  },
  contacts: [{ friction: 0.3, restitution: 0.6 }],
};

const sweep = (change: Record<string, unknown> = {}): SweepStudy =>
  parseStudy(
    {
      carom: 1,
      kind: "sweep",
      title: "t",
      base: IMPACT,
      vary: [
        { path: "contacts[0].friction", name: "friction", from: 0.1, to: 0.6 },
        { path: "problem.velocity[2]", name: "approach", distribution: { type: "normal", mean: -1, deviation: 0.2 } },
      ],
      sampler: { type: "sobol", runs: 64 },
      measure: [
        { what: "outcome.impulse[2]", name: "impulse", unit: "N s" },
        { what: "outcome.slip[0]", name: "slip" },
      ],
      ...change,
    } as unknown,
    "sweep",
  ) as SweepStudy;

const complaint = (change: Record<string, unknown>): string => {
  try {
    runStudy(sweep(change));
  } catch (error) {
    if (error instanceof InvalidInputError) return error.message;
    throw error;
  }
  return "";
};

describe("runs", () => {
  it("are the same however a sweep is cut, and so is what they tell", () => {
    const plan = planSweep(sweep());
    const whole = runPart(plan, 0, 64);
    const cut = joinedRows([runPart(plan, 0, 5), runPart(plan, 5, 6), runPart(plan, 6, 64)]);
    expect(cut).toEqual(whole);
    expect(JSON.stringify(summarise(plan, cut))).toBe(JSON.stringify(summarise(plan, whole)));
  });

  it("are those of the studies they stand for", () => {
    const plan = planSweep(sweep());
    const { measures } = runPart(plan, 7, 8);
    const alone = runStudy(parseStudy(studyOfRun(plan, 7), "impact"));
    expect((measures[0] as NumberColumn).values[0]).toBe(alone.outcome.impulse[2]);
  });

  it.each(["sobol", "latin-hypercube", "random"])("of %s do not move when an entry is added", (type) => {
    const entry = { path: "contacts[0].restitution", from: 0, to: 1 };
    const before = inputColumns(planSweep(sweep({ sampler: { type, runs: 16 } })), 0, 16);
    const after = inputColumns(planSweep(sweep({ sampler: { type, runs: 16 }, vary: [...sweep().vary, entry] })), 0, 16);
    expect(after.slice(0, 2)).toEqual(before);
    const otherSeed = inputColumns(planSweep(sweep({ sampler: { type, runs: 16 }, seed: 2 })), 0, 16);
    expect(otherSeed[0]).not.toEqual(before[0]);
  });

  it("of a Latin hypercube have one value in each part of every entry", () => {
    const [friction] = inputColumns(planSweep(sweep({ sampler: { type: "latin-hypercube", runs: 50 } })), 0, 50) as NumberColumn[];
    const parts = [...friction.values].map((value) => Math.floor((50 * (value - 0.1)) / 0.5));
    expect(parts.sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, i) => i));
  });

  it("of a grid have every combination, the last entry fastest, with both ends", () => {
    const vary = [
      { path: "contacts[0].friction", values: [0.1, 0.2] },
      { path: "contacts[0].restitution", from: 0.01, to: 1, count: 3, scale: "logarithmic" },
    ];
    const [friction, restitution] = inputColumns(planSweep(sweep({ vary, sampler: { type: "grid" } })), 0, 6) as NumberColumn[];
    expect([...friction.values]).toEqual([0.1, 0.1, 0.1, 0.2, 0.2, 0.2]);
    expect(restitution.values[1]).toBeCloseTo(0.1, 14);
    expect([restitution.values[0], restitution.values[2]]).toEqual([0.01, 1]);
  });

  it("vary texts too: one impact under several laws", () => {
    const base = { ...IMPACT, law: "frictional" };
    const { table } = runStudy(sweep({ base, vary: [{ path: "law", values: ["frictional", "newton"] }], sampler: { type: "grid" } }));
    expect(table?.law).toEqual(["frictional", "newton"]);
    expect(table?.impulse?.[0]).not.toBe(table?.impulse?.[1]);
  });

  it("fail one by one, with a reason that runs share and the run it first came in", () => {
    const { failed, failures, measures, table } = runStudy(
      sweep({ vary: [{ path: "contacts[0].restitution", from: 0.5, to: 1.5, count: 5 }], sampler: { type: "grid" } }),
    );
    expect(failed).toBe(2);
    expect(failures).toEqual({ "contacts[0].restitution is not between 0 and 1": { count: 2, runs: [3, 4] } });
    expect((measures.impulse as NumberSummary).count).toBe(3);
    expect(table?.impulse?.[4]).toBeNull();
  });

  it("end where they take too long or have too many events", () => {
    const fall = {
      carom: 1,
      kind: "simulation",
      title: "a ball",
      duration: 1,
      bodies: { ball: { shape: { type: "sphere", radius: 0.1 }, mass: 1, position: [0, 0, 0.3] }, floor: { plane: { normal: [0, 0, 1] } } },
      contacts: [{ between: ["ball", "floor"], friction: 0, restitution: 0.8 }],
    };
    const given = { base: fall, vary: [{ path: "bodies.ball.position[2]", from: 0.2, to: 0.4, count: 2 }], sampler: { type: "grid" } };
    const measure = [{ what: "impactCount" }];
    expect(Object.keys(runStudy(sweep({ ...given, measure, limits: { events: 2 } })).failures)).toEqual(["has more than 2 events"]);
    let now = 0;
    const late = runPart(planSweep(sweep({ ...given, measure, limits: { seconds: 1 } })), 0, 1, { clock: () => now++ });
    expect(late.failure.texts).toEqual(["takes longer than 1 s"]);
  });
});

describe("what is drawn", () => {
  it("correlated normals have their means and covariance", () => {
    const vary = [
      {
        paths: ["problem.velocity[0]", "problem.velocity[2]"],
        mean: [0.5, -1],
        covariance: [
          [0.04, 0.015],
          [0.015, 0.01],
        ],
      },
    ];
    const [x, z] = inputColumns(planSweep(sweep({ vary, sampler: { type: "sobol", runs: 4096 } })), 0, 4096) as NumberColumn[];
    const mean = (values: ArrayLike<number>) => Array.from(values).reduce((sum, value) => sum + value, 0) / 4096;
    expect(mean(x.values)).toBeCloseTo(0.5, 3);
    expect(mean(x.values.map((value, i) => (value - 0.5) * (z.values[i] + 1)))).toBeCloseTo(0.015, 3);
    expect(mean(z.values.map((value) => (value + 1) ** 2))).toBeCloseTo(0.01, 3);
  });

  it("a column of a CSV file, and a base in a file of its own with its folder", () => {
    const text = JSON.stringify({
      ...sweep(),
      base: "parts/one.json",
      vary: [{ path: "contacts[0].friction", distribution: { type: "column", file: "mu.csv", column: "mu" } }],
    });
    expect(filesNamedIn(text)).toEqual(["parts/one.json", "mu.csv"]);
    const files = new Map([
      ["parts/one.json", JSON.stringify(IMPACT)],
      ["mu.csv", "name,mu\na,0.2\nb,0.4\n"],
    ]);
    const { table } = runStudy(parseStudyText(text, "sweep", files));
    expect(new Set(table?.["contacts[0].friction"])).toEqual(new Set([0.2, 0.4]));
    expect(() => parseStudyText(text, "sweep", new Map([...files, ["mu.csv", "mu\nx\n"]]))).toThrow("has no number in column mu (row 1)");
    expect(() => runStudy(parseStudyText(text, "sweep"))).toThrow('base: "parts/one.json" is a file that was not read');
  });
});

describe("what runs tell", () => {
  it("Sobol indices of an impact in closed form: impulse (1 + e) v / W, e and v independent", () => {
    const base = {
      ...IMPACT,
      contacts: [{ friction: 0, restitution: 0.5 }],
      problem: {
        mobility: [
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 2],
        ],
        velocity: [0, 0, -1],
      },
    };
    const vary = [
      { path: "contacts[0].restitution", name: "e", from: 0.2, to: 1 },
      { path: "problem.velocity[2]", name: "v", from: -3, to: -1 },
    ];
    const { measures, runs, points } = runStudy(sweep({ base, vary, sampler: { type: "sobol", runs: 512, sensitivity: true } }));
    expect([runs, points]).toEqual([2048, 512]);
    const { sobol } = measures.impulse as NumberSummary;
    // Means of 1 + e and v, and their variances (b - a)^2 / 12.
    const [me, mv, ve, vv] = [1.6, 2, 0.64 / 12, 4 / 12];
    const variance = ve * mv * mv + vv * me * me + ve * vv;
    const exact = {
      e: [(ve * mv * mv) / variance, (ve * mv * mv + ve * vv) / variance],
      v: [(vv * me * me) / variance, (vv * me * me + ve * vv) / variance],
    };
    for (const name of ["e", "v"] as const) {
      const { first, firstInterval, total, totalInterval } = sobol![name];
      const [s, t] = exact[name];
      expect(Math.abs(first - s)).toBeLessThan(0.02);
      expect(Math.abs(total - t)).toBeLessThan(0.02);
      expect(firstInterval[0] <= s && s <= firstInterval[1]).toBe(true);
      expect(totalInterval[0] <= t && t <= totalInterval[1]).toBe(true);
    }
  });

  it("mean and quantiles of a closed form: v uniform, impulse (1 + e) v / W", () => {
    const base = { ...IMPACT, contacts: [{ friction: 0, restitution: 0.5 }] };
    const { measures } = runStudy(
      sweep({ base, vary: [{ path: "problem.velocity[2]", from: -3, to: -1 }], sampler: { type: "sobol", runs: 1024 } }),
    );
    const { mean, quantiles, least, most } = measures.impulse as NumberSummary;
    expect(mean).toBeCloseTo((1.5 * 2) / 2, 4);
    // Points are one in each of 1024 parts.
    expect(Math.abs((quantiles.find(({ part }) => part === 0.95)?.value ?? 0) - (1.5 * 2.9) / 2)).toBeLessThan(1.5 / 1024);
    expect(least.value).toBeGreaterThan(0.75);
    expect(most.value).toBeLessThan(2.25);
  });

  it("words, classes, the runs next to a change, and the kept runs, which give what they are kept for", () => {
    const measure = [
      { what: "outcome.velocity[2]", name: "rebound" },
      { what: "outcome.velocity[2]", name: "fast", classes: { at: [0.6], names: ["slow", "fast"] } },
    ];
    const result = runStudy(
      sweep({ measure, vary: [{ path: "problem.velocity[2]", name: "v", from: -2, to: 0, count: 41 }], sampler: { type: "grid" } }),
    );
    const fast = result.measures.fast as TextSummary;
    // e = 0.6 and almost no jam: the rebound is 0.6 at v = -1.
    expect(Object.keys(fast.shares)).toEqual(["slow", "fast"]);
    expect(fast.changes[0].runs[1] - fast.changes[0].runs[0]).toBe(1);
    expect(Object.keys(result.words?.shares ?? {})).toContain("untouched");
    for (const { study, value, which } of result.kept) {
      const alone = runStudy(parseStudy(study, "impact"));
      expect(alone.outcome.velocity[2]).toBe(value);
      if (which === "smallest") expect(value).toBe(0);
    }
  });

  it("a map has one cell for each two levels of a grid", () => {
    const vary = [
      { path: "contacts[0].friction", name: "f", from: 0, to: 1, count: 4 },
      { path: "contacts[0].restitution", name: "e", from: 0, to: 1, count: 3 },
    ];
    const { maps, table } = runStudy(sweep({ vary, sampler: { type: "grid" } }));
    const map = maps.find(({ measure }) => measure === "impulse");
    expect(map?.cells[2][1]).toBe(table?.impulse?.[1 * 3 + 2]);
    expect(map?.xEdges).toHaveLength(5);
  });
});

describe("bad sweeps", () => {
  it.each<[string, Record<string, unknown>]>([
    [
      'vary[0].path: "contacts[0].frictoin" names no field of the base: there is no frictoin in contacts[0] of the base' +
        "; did you mean friction?",
      { vary: [{ path: "contacts[0].frictoin", from: 0, to: 1 }] },
    ],
    [
      'vary[0].path: "contacts[3].friction" names no field of the base: there is no 3 in contacts of the base',
      { vary: [{ path: "contacts[3].friction", from: 0, to: 1 }] },
    ],
    ['vary[0].path: "a b" is not a path such as contacts[0].friction', { vary: [{ path: "a b", from: 0, to: 1 }] }],
    ["vary: [] is empty: nothing is varied", { vary: [] }],
    ["vary[0].values: [] is empty", { vary: [{ path: "contacts[0].friction", values: [] }] }],
    [
      "vary[0].count: nothing is given, and the sampler grid needs it",
      { vary: [{ path: "contacts[0].friction", from: 0, to: 1 }], sampler: { type: "grid" } },
    ],
    [
      'vary[0].distribution: "contacts[0].friction" is drawn from, and a grid has values; use sobol, latin-hypercube or random',
      { vary: [{ path: "contacts[0].friction", distribution: { type: "normal", mean: 0, deviation: 1 } }], sampler: { type: "grid" } },
    ],
    ["vary[0].to: 0 is not above from (1)", { vary: [{ path: "contacts[0].friction", from: 1, to: 0 }] }],
    [
      ["vary[0].distribution.from: 90 and to (91) hold nothing of a normal distribution", "about 0 with the deviation 1"].join(" "),
      { vary: [{ path: "contacts[0].friction", distribution: { type: "truncated-normal", mean: 0, deviation: 1, from: 90, to: 91 } }] },
    ],
    [
      "vary[0].distribution.deviation: 0 is not positive",
      { vary: [{ path: "contacts[0].friction", distribution: { type: "normal", mean: 0, deviation: 0 } }] },
    ],
    ["vary[0].from: NaN is not a finite number", { vary: [{ path: "contacts[0].friction", from: Number.NaN, to: 1 }] }],
    [
      'vary[0].path: "contacts" is not a number in the base ([{"friction":0.3,"restitution":0.6}])',
      { vary: [{ path: "contacts", from: 0, to: 1 }] },
    ],
    [
      'vary[1].path: "contacts[0].friction" is varied already, by vary[0]',
      {
        vary: [
          { path: "contacts[0].friction", from: 0, to: 1 },
          { path: "contacts[0].friction", from: 0, to: 2, name: "x" },
        ],
      },
    ],
    [
      'vary[0].path: "problem.velocity" is not a list of 4 numbers in the base, which an orientation has',
      { vary: [{ path: "problem.velocity", distribution: { type: "orientation" } }] },
    ],
    [
      "vary[0].covariance: [[1, 2], [2, 1]] is not positive definite: no numbers go together so",
      {
        vary: [
          {
            paths: ["contacts[0].friction", "contacts[0].restitution"],
            mean: [0, 0],
            covariance: [
              [1, 2],
              [2, 1],
            ],
          },
        ],
      },
    ],
    ['measure[0].what: "outcome.impuls[2]" is not in the result (no impuls)', { measure: [{ what: "outcome.impuls[2]" }] }],
    ["base.contacts[0].friction: -1 is negative", { base: { ...IMPACT, contacts: [{ friction: -1, restitution: 0.6 }] } }],
    [
      'base.kind: "sweep" is not a kind of study this carom runs; it runs impact, simulation, clatter, elastic-rod, batting, ' +
        "rest-shape, pickup, grasp",
      { base: { ...IMPACT, kind: "sweep" } },
    ],
    ['sampler: "sobol" gives 1000000000000 runs, more than 4294967296', { sampler: { type: "sobol", runs: 1e12 } }],
    ['keep[0].measure: "nothing" is not one of the measures (impulse, slip)', { keep: [{ measure: "nothing", which: "largest" }] }],
  ])("%s", (expected, change) => {
    expect(complaint(change)).toBe(expected);
  });

  it("are found before anything runs, where nothing has to run to find them", () => {
    expect(() => checkStudy(sweep({ vary: [{ path: "contacts[0].x", from: 0, to: 1 }] }))).toThrow(InvalidInputError);
    checkStudy(sweep());
  });
});

describe("words", () => {
  const ends = (...contacts: string[]) => ({
    events: contacts.map((contact) => ({ kind: "impact", contacts: [{ contact, slip: "sticks", normalImpulse: 1 }] })),
  });
  const word = (...contacts: string[]) => simulationWord(ends(...contacts) as unknown as Parameters<typeof simulationWord>[0]);

  it("tell once what happens several times in a row, and nothing less", () => {
    expect(word("a", "b", "b", "b", "a")).toBe("a sticks > b sticks, 3 times > a sticks");
    expect(word("a", "b", "a", "b")).toBe("a sticks > b sticks > a sticks > b sticks");
  });

  it("are shown short, and written to files whole", () => {
    const result = runStudy(sweep({ measure: [{ what: "outcome.impulse[2]", name: "impulse" }] }));
    const [text] = Object.keys(result.words?.shares ?? {});
    const share = result.words!.shares[text!]!;
    const many = {
      ...result,
      words: { ...result.words!, shares: Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`${i} ${"x".repeat(300)}`, share])) },
    };
    const own = sweepTables(many).filter(({ name }) => name === "words");
    expect(own.map(({ use, rows }) => [use, rows.length])).toEqual([
      ["file", 40],
      ["page", 12],
    ]);
    expect(own[0]!.rows[39]![0]).toHaveLength(303);
    expect(own[1]!.rows[11]![0]).toMatch(/^11 x+\.\.\.$/);
    expect(own[1]!.title).toContain("the first 12 of 40");
  });
});
