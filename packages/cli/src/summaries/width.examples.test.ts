/** What the command says of every example fits a terminal of 80 columns, and one of 120. */
import { compareStudy, runStudy, type Study } from "carom/study";
import { afterEach, describe, expect, it, vi } from "vitest";
import { examples } from "../examples.js";
import { readStudy } from "../study-file.js";
import { comparisonSummary } from "./comparison.js";
import { resultSummary } from "./summary.js";

afterEach(() => {
  vi.unstubAllEnvs();
});

/** The beginning of a simulation has all its tables. */
const PART = 0.05;
/** These compute for seconds and have the tables of the others of their kind. */
const SLOW = new Set(["pickup-box", "pickup-football", "rest-shape-ball", "rest-shape-gelatin"]);

function begun(study: Study): Study {
  // Derivatives may be of what happens later.
  return study.kind === "simulation" && study.derivatives === undefined ? { ...study, duration: PART * study.duration } : study;
}

describe("no line is wider than the terminal", () => {
  it.each(examples().filter(({ name }) => !SLOW.has(name)))("$name", async ({ file }) => {
    const study = begun(await readStudy(file));
    const result = runStudy(study);
    const comparison = study.kind === "impact" ? compareStudy(study) : undefined;
    for (const width of [80, 120]) {
      vi.stubEnv("COLUMNS", String(width));
      const text = `${resultSummary(result)}\n${comparison === undefined ? "" : comparisonSummary(comparison)}`;
      expect(text.split("\n").filter((line) => line.length > width)).toEqual([]);
    }
  });
});
