/** Every study in examples/ runs, and every verdict about a published figure holds. */
import { describe, expect, it } from "vitest";
import { type Kind, type ResultOf, runStudy, type Study, type StudyOf, type StudyResult } from "./kinds.js";
import { parseStudyText } from "./parse.js";
import { evaluatePublished } from "./published.js";

/** Vite reads the files; the library itself knows no file system. */
const files = (import.meta as unknown as { glob(pattern: string, options: object): Record<string, string> }).glob(
  "../../../../examples/*.json",
  {
    query: "?raw",
    import: "default",
    eager: true,
  },
);
const examples = Object.entries(files).map(([path, text]) => ({ name: path.replace(/^.*\/|\.json$/g, ""), text }));

it("there are examples", () => {
  expect(examples.length).toBeGreaterThan(10);
});

/** What the result of every example must hold, by its kind, besides its published figures. */
const HOLDS: { readonly [K in Kind]?: (study: StudyOf<K>, result: ResultOf<K>) => void } = {
  simulation: (_study, { ledger, warnings, series, stepped }) => {
    // Energy never rises, but by what loads put in.
    const { total, appliedWork } = series.energy;
    const own = total.map((value, row) => value - appliedWork[row]);
    const scale = total.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    const rise = own.slice(1).reduce((most, value, row) => Math.max(most, value - own[row]), 0);
    expect(rise).toBeLessThanOrEqual(1e-9 * scale);
    expect(Math.abs(ledger.residual)).toBeLessThan(1e-9 * (Math.abs(ledger.before) + ledger.impactLoss + ledger.frictionLoss));
    // A heap is told with its doubts: hits that a law gave up, problems above their tolerance. How far above is bounded.
    if (stepped === undefined) expect(warnings).toEqual([]);
    else expect(Math.max(...stepped.map(({ largestResidual }) => largestResidual))).toBeLessThan(1e-5);
  },
  batting: (_study, { plan, closedForm, family }) => {
    for (const { miss } of [...(plan.status === "solved" ? [plan.hit] : []), ...closedForm, ...family]) expect(miss).toBeLessThan(1e-8);
  },
  "rest-shape": ({ gravity = 9.81, solver }, { reactions, mass, status, sagsBackWithin, mesh }) => {
    expect(reactions.reduce((sum, [, , z]) => sum + z, 0)).toBeCloseTo(mass * gravity, 10);
    // The source's iteration stops where its rule says; ours goes to rounding.
    if (status === "converged" && solver?.tolerance === undefined) expect(sagsBackWithin).toBeLessThan(1e-10 * mesh.longestEdge);
  },
  pickup: (_study, { checks, energyResidual, lift, body, outcome, scheme }) => {
    // The event-driven scheme drifts by the square of its steps between events.
    expect(Math.max(...Object.values(checks))).toBeLessThan(scheme === "implicit" ? 1e-9 : 1e-2);
    // Unexplained energy is the error of the steps.
    expect(Math.abs(energyResidual)).toBeLessThan(1e-3);
    const held = lift.at(-1)?.fingerForces.reduce((sum, [, , z]) => sum + z, 0) ?? 0;
    if (outcome === "lifted") expect(held / body.weight).toBeCloseTo(1, 9);
  },
  grasp: (_study, { records, body, outcome, shapes }) => {
    // All weight is carried, at rest and at the end, and nothing is lost.
    for (const { contacts } of [shapes.rest, shapes.end])
      expect(contacts.reduce((sum, { force }) => sum + force[2], 0) / body.weight).toBeCloseTo(1, 6);
    expect(["held", "put-down", "closed"]).toContain(outcome);
    expect(records.every(({ work, energy }) => Number.isFinite(work + energy))).toBe(true);
  },
  "elastic-rod": (_study, { series: { energyTotal, energyTranslational, energyVibrational } }) => {
    energyTotal.forEach((total, i) => {
      expect(Math.abs(total - energyTranslational[i] - energyVibrational[i])).toBeLessThan(1e-11 * energyTotal[0]);
      if (i > 0) expect(total).toBeLessThanOrEqual(energyTotal[i - 1] + 1e-12 * energyTotal[0]);
    });
  },
  clatter: (_study, { rod, plate }) => {
    for (const impact of [...(rod?.impacts ?? []), ...(plate?.impacts ?? [])]) expect(impact.impulse).toBeGreaterThan(0);
  },
  impact: (_study, { outcome }) => {
    // The sources' own rules for several contacts need not close, and say so.
    if (outcome.slip.length > 1 || outcome.law === "simultaneous")
      if (outcome.warnings.some(({ code }) => code === "published-rule" || code === "fixed-step")) return;
    expect(Math.abs(outcome.energy.residual)).toBeLessThan(1e-12 * outcome.energy.before);
  },
};

/** Simulations by `auto` that are not meant to show steps. */
const isCalm = (name: string, study: Study) =>
  study.kind === "simulation" && (study.method ?? "auto") === "auto" && !name.startsWith("sim-dense-");

describe.each(examples)("$name", ({ name, text }) => {
  const study = parseStudyText(text);
  const result = runStudy(study);

  it("runs, and what its kind promises holds", () => {
    const holds = HOLDS[study.kind] as ((study: Study, result: StudyResult) => void) | undefined;
    holds?.(study, result);
    if (!isCalm(name, study)) return;
    // No body steps, and the run is the one by events to the last bit.
    expect((result as ResultOf<"simulation">).stepped).toBeUndefined();
    expect(JSON.stringify(runStudy({ ...study, method: "events" } as Study))).toBe(JSON.stringify(result));
  });

  it("has a title, a description and figures to hold it to", () => {
    expect(study.description?.length ?? 0).toBeGreaterThan(40);
    expect(study.published?.length ?? 0).toBeGreaterThan(0);
  });

  const rows = evaluatePublished(study, result);
  it.each(rows)("$what: $published is $verdict", ({ ours, agrees, holds, verdict, computed, note, source }) => {
    expect({ ours, agrees, holds }).toEqual({ ours, agrees: verdict !== "not reproduced", holds: true });
    // A disagreement needs a reason, and so does the use of a rule that is not ours.
    if (verdict !== "reproduced") expect(note).not.toBe("");
    if (computed) expect(verdict).toBe("reproduced");
    expect(source).not.toBe("");
  });
});
