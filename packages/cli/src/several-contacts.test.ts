import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { ImpactOutcome } from "carom/impact";
import type { ContactProblem } from "carom/mechanics";
import { type Comparison, compareStudy, type ImpactResult, kindNamed, parseStudy, runStudy } from "carom/study";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { temporaryFolder } from "./command.testing.js";
import { writeFolder } from "./output/folder.js";
import { comparisonFiles, csvFiles, resultFiles } from "./output/result-files.js";
import { comparisonSummary } from "./summaries/comparison.js";
import { resultSummary } from "./summaries/summary.js";

const zero = [0, 0, 0] as const;

/** `count` contacts of which contact i carries i + 1 N s, and as many events as asked for. */
function result(count: number, events: number): ImpactResult {
  const problem: ContactProblem = {
    dimension: 3,
    contacts: Array.from({ length: count }, (_, i) => ({ friction: 0.1, restitution: 0.5, ...(i === 1 ? { name: "second" } : {}) })),
    mobility: Array.from({ length: 3 * count }, (_, i) => Array.from({ length: 3 * count }, (_, j) => (i === j ? 1 : 0))),
    velocity: Array.from({ length: count }, () => [0.1, 0, -1]).flat(),
    kineticEnergy: 2,
  };
  const impulse = Array.from({ length: count }, (_, i) => [-0.1 * (i + 1), 0, i + 1]).flat();
  const velocity = Array.from({ length: count }, () => [0, 0, 0.5]).flat();
  const event = (i: number): ImpactOutcome["events"][number] => ({
    kind: i === events - 1 ? "end" : i % 2 === 0 ? "contact-close" : "compression-end",
    ...(i === events - 1 ? {} : { contact: i % count }),
    normalImpulse: i,
    impulse,
    velocity,
    storedEnergy: 0.25,
    frictionLoss: 0.125,
  });
  const column = <T>(value: T) => [value, value, value];
  return {
    carom: 1,
    kind: "impact",
    title: "Many",
    problem,
    outcome: {
      law: "simultaneous",
      impulse,
      velocity,
      events: Array.from({ length: events }, (_, i) => event(i)),
      energy: { before: 2, after: 1, frictionLoss: 0.25, restitutionLoss: 0.75, residual: 0 },
      warnings: [],
      slip: problem.contacts.map((_, i) => (i === 0 ? "untouched" : "slides")),
      history: {
        normalImpulse: [0, 1, 1],
        impulse: column(impulse),
        velocity: column(velocity),
        storedEnergy: column(0.5),
        frictionLoss: column(0),
        mode: column("slip" as const),
        normalWork: [0, -0.5, -0.25],
        contacts: problem.contacts.map(() => ({
          phase: column("open" as const),
          mode: column("open" as const),
          storedEnergy: column(0.125),
        })),
      },
    },
    bodies: Object.fromEntries(
      Array.from({ length: count }, (_, i) => [
        `ball${i + 1}`,
        { position: zero, before: { velocity: zero, angularVelocity: zero }, after: { velocity: [i, 0, 0], angularVelocity: zero } },
      ]),
    ),
  };
}

// Wide enough for every table in one piece.
beforeAll(() => {
  vi.stubEnv("COLUMNS", "200");
});
afterAll(() => {
  vi.unstubAllEnvs();
});

describe("the summary of an impact with several contacts", () => {
  const lines = (text: string) => text.split("\n");

  it("has a line for each contact, body and event where they fit", () => {
    const text = resultSummary(result(3, 5));
    expect(text.replaceAll("\n", " ")).toContain("Computed under the law simultaneous.");
    expect(lines(text).filter((line) => /^ {2}(contact \d|second) .* (slides|does not push)$/.test(line))).toHaveLength(3);
    expect(text).toMatch(/\n {2}contact 3 +3\.00000 +0\.300000 +-1\.00000 +0\.500000 +0\.100000 +0 +slides\n/);
    expect(text).toMatch(/\n {2}ball3 +before .*\n +after +2\.00000 +0 +0 /);
    expect(text).toMatch(/\n {2}compression ends +second +6\.00000 +1\.00000 +0 +0\.500000 /);
    expect(text).toMatch(/\n {2}the impact ends +all +6\.00000 +0\.25\d* +0\.125\d*\n/);
    expect(text).toMatch(/lost to friction +-0\.25\d* +-12\.50/);
    expect(text).not.toContain("more; --out");
  });

  it("cuts long lists and counts what is missing", () => {
    const text = resultSummary(result(50, 400));
    expect(text).toContain("49 of 50 contacts push");
    // Contacts; bodies, two lines each; events.
    for (const missing of [30, 80, 380]) expect(text).toContain(`... and ${missing} more; --out and --json have all of them`);
    expect(lines(text).length).toBeLessThan(100);
    // The largest impulses and the fastest bodies are kept, and the end.
    expect(text).toMatch(/\n {2}contact 50 +50\.0000 /);
    expect(text).not.toMatch(/\n {2}contact 30 +\d/);
    expect(text).toMatch(/\n {2}ball50 +before/);
    expect(text).toMatch(/\n {2}the impact ends /);
  });

  it("tells the stages of the law multipoint", () => {
    const { outcome, ...rest } = result(3, 3);
    const stage = {
      contacts: [0, 1, 2],
      restitution: -0.5,
      compressionImpulse: 2,
      finalImpulse: 1,
      compressionWork: -1,
      finalWork: -0.75,
      frictionWork: -0.125,
      phases: [],
    };
    const text = resultSummary({ ...rest, outcome: { ...outcome, law: "multipoint", stages: [stage, { ...stage, contacts: [1] }] } });
    expect(text).toMatch(/\n {2}1 +all contacts +-0\.500\d* +2\.00000 +1\.00000 +-1\.00000 +-0\.750000 +-0\.125000\n/);
    expect(text).toMatch(/\n {2}2 +second +-0\.500/);
  });

  it("compares laws contact by contact", () => {
    const { problem, outcome } = result(30, 3);
    const comparison: Comparison = {
      carom: 1,
      kind: "comparison",
      title: "Many",
      problem,
      rows: [
        { law: "simultaneous", summary: "springs", outcome },
        { law: "multipoint", summary: "shares", outcome: { ...outcome, law: "multipoint" } },
        { law: "newton", summary: "one", inapplicable: "it handles one contact" },
      ],
    };
    const text = comparisonSummary(comparison);
    expect(text).toMatch(/\n {2}simultaneous .* 50\.00 +12\.50 +37\.50\n/);
    expect(text).toMatch(/\n {2}simultaneous, multipoint: \S/);
    expect(text).toContain("normal impulse, multipoint");
    expect(text).toMatch(/\n {2}contact 30 +30\.0000 +30\.0000 +0\.500000 +0\.500000\n/);
    expect(text).toContain("... and 10 more; --out and --json have all of them");
    expect(text).toContain("newton does not apply: it handles one contact");
  });
});

describe("CSV of several contacts", () => {
  const files = csvFiles(kindNamed("impact").tables(result(2, 3)));
  const table = (name: string) =>
    [...(files[name] as Iterable<string>)]
      .join("")
      .trimEnd()
      .split("\n")
      .map((line) => line.split(","));

  it("has columns for what each contact does", () => {
    const [heading, ...rows] = table("history.csv");
    expect(heading!.slice(-7)).toEqual([
      "normal_work_J",
      "phase_0",
      "mode_0",
      "stored_energy_0_J",
      "phase_1",
      "mode_1",
      "stored_energy_1_J",
    ]);
    expect(rows.map((row) => row.slice(-7))).toEqual([
      ["0", "open", "open", "0.125", "open", "open", "0.125"],
      ["-0.5", "open", "open", "0.125", "open", "open", "0.125"],
      ["-0.25", "open", "open", "0.125", "open", "open", "0.125"],
    ]);
    for (const row of rows) expect(row).toHaveLength(heading!.length);
  });

  it("leaves the contact empty where an event belongs to all", () => {
    const [heading, ...rows] = table("events.csv");
    const contact = heading!.indexOf("contact");
    expect(rows.map((row) => row[contact])).toEqual(["0", "1", ""]);
    for (const row of rows) expect(row).toHaveLength(heading!.length);
  });
});

describe("a folder of results", () => {
  const ball = (x: number, velocity: readonly number[]) => ({ mass: 0.17, inertia: [6e-5, 6e-5, 6e-5], position: [x, 0, 0], velocity });
  const contact = (between: readonly string[], x: number) => ({
    between,
    point: [x, 0, 0],
    normal: [-1, 0, 0],
    friction: 0.1,
    restitution: 0.9,
  });
  const balls = {
    carom: 1,
    kind: "impact",
    title: "Three balls",
    bodies: { a: ball(0, [1, 0, 0]), b: ball(0.06, [0, 0, 0]), c: ball(0.12, [0, 0, 0]) },
    contacts: [contact(["a", "b"], 0.03), contact(["b", "c"], 0.09)],
  };
  const corner = (x: number) => ({ between: ["block", "floor"], point: [x, 0, 0], normal: [0, 0, 1], friction: 0.3, restitution: 0.5 });
  const block = {
    carom: 1,
    kind: "impact",
    title: "A block",
    law: "multipoint",
    bodies: { block: { mass: 1, inertia: [0.01, 0.01, 0.01], position: [0, 0, 0.1], velocity: [0.2, 0, -1] }, floor: "fixed" },
    contacts: [corner(-0.1), corner(0.1)],
  };
  const folder = temporaryFolder();
  afterAll(() => folder.remove());

  it("holds nothing of an earlier result, whatever pictures it had", async () => {
    const target = join(folder.path, "turns");
    const seen = new Set<string>();
    for (const study of [balls, block].map((value) => parseStudy(value, "impact"))) {
      for (const files of [
        await resultFiles(study, runStudy(study, { history: true })),
        await comparisonFiles(compareStudy(study, { history: true })),
      ]) {
        await writeFolder(target, { "result.json": '{"carom": 1}', ...files });
        expect(readdirSync(target).sort()).toEqual(["manifest.json", "result.json", ...Object.keys(files)].sort());
        for (const name of Object.keys(files)) seen.add(name);
      }
    }
    await writeFolder(target, { "result.json": '{"carom": 1}' });
    expect(readdirSync(target).sort()).toEqual(["manifest.json", "result.json"]);
    for (const name of ["contact-graph.svg", "event-bars.svg", "normal-work.svg", "law-impulses.svg"]) expect(seen).toContain(name);
  });
});
