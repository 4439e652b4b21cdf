/** Every number of every lesson is computed anew: one that has moved fails. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { lawNamed } from "carom/impact";
import { parseStudyText, type Study } from "carom/study";
import { describe, expect, it } from "vitest";
import type { WatchedOf } from "../worker/messages.js";
import { watch } from "../worker/watch.js";
import { evaluate, filledIn, groupsOf, withSettings, written } from "./facts.js";
import { type Lesson, namesIn, parseLesson } from "./lesson.js";
import { marksAt } from "./marks.js";
import { momentOf, toldOf } from "./told.js";

const FOLDER = fileURLToPath(new URL("../../lessons", import.meta.url));
const EXAMPLES = fileURLToPath(new URL("../../../../examples", import.meta.url));

const lessons = readdirSync(FOLDER).map((file): [string, Lesson] => [file, parseLesson(readFileSync(join(FOLDER, file), "utf8"))]);

function studyNamed({ studies }: Lesson, name: string): object {
  const { published: _, ...study } = (
    name.startsWith("#") ? studies![name.slice(1)] : JSON.parse(readFileSync(join(EXAMPLES, `${name}.json`), "utf8"))
  ) as { published?: unknown };
  return study;
}

/** As the page computes them, each once. */
const results = new Map<string, { readonly study: Study; readonly result: WatchedOf }>();

function computed(input: object): { readonly study: Study; readonly result: WatchedOf } {
  const text = JSON.stringify(input);
  const known = results.get(text);
  if (known !== undefined) return known;
  const study = parseStudyText(text);
  const made = { study, result: watch(study, () => {}) };
  results.set(text, made);
  return made;
}

it("are six", () => expect(lessons.map(([name]) => name)).toHaveLength(6));

describe.each(lessons)("%s", (_, lesson) => {
  it("says what is computed", () => {
    for (const { study, settings, facts } of groupsOf(lesson, Object.keys(lesson.facts))) {
      const { result } = computed(withSettings(studyNamed(lesson, study), ...settings));
      for (const [name, { what, value }] of facts) {
        const found = evaluate(result as never, what);
        expect(Math.abs(found - value), `${name}: ${found} instead of ${value}`).toBeLessThanOrEqual(
          1e-6 * Math.max(1e-6, Math.abs(value)),
        );
      }
    }
  });

  it("uses every fact", () => {
    const used = new Set(lesson.steps.flatMap(({ say, more = "", ask }) => namesIn(`${say} ${more} ${ask?.because ?? ""}`)));
    for (const name of namesIn(lesson.line)) used.add(name);
    expect(Object.keys(lesson.facts).filter((name) => !used.has(name))).toEqual([]);
  });

  it("has a picture for every step and every answer, and finds the moments and marks that it names", () => {
    for (const step of lesson.steps) {
      const base = studyNamed(lesson, step.study ?? lesson.study);
      const own = step.study === undefined ? lesson.set : undefined;
      for (const seen of [step, ...(step.ask === undefined ? [] : [step.then ?? {}])]) {
        const { study, result } = computed(withSettings(base, own, step.set, seen === step ? undefined : seen.set));
        const told = toldOf(study, result as never, step.open, { compared: [], lawAt: lawNamed });
        expect(told.opened !== undefined, step.title).toBe(step.open !== undefined);
        const inside = step.view === "impact";
        for (const place of [seen.at, seen.play?.from, seen.play?.to]) {
          if (place === undefined) continue;
          const moment = momentOf(told, place, inside);
          if (typeof place === "string" && place !== "end") expect(moment.inside?.part, `${step.title}: ${place}`).toBeLessThan(1);
          expect(Number.isFinite(moment.time)).toBe(true);
        }
        const moment = momentOf(told, seen.play?.from ?? seen.at ?? 0, inside);
        for (const mark of seen.mark ?? [])
          if (/^(velocity|spin):/.test(mark)) expect(told.motion.bodies, `${step.title}: ${mark}`).toContain(mark.split(":")[1]);
        for (const drawn of marksAt(told, moment, seen.mark ?? [], 1)) expect(JSON.stringify(drawn)).not.toContain("null");
      }
    }
  });
});

describe("sentences", () => {
  it("have a true minus, a space that does not break, and no minus before nothing", () => {
    expect(written(-0.15027, { digits: 3, unit: "m/s" })).toBe("\u22120.150\u00a0m/s");
    expect(written(-0.0001, { digits: 2 })).toBe("0.00");
    expect(written(-0.5, { times: 100, digits: 0, unit: "%", absolute: true })).toBe("50\u00a0%");
  });

  it("take the computed number, and the recorded one until there is one", () => {
    const [, lesson] = lessons.find(([name]) => name.startsWith("rod"))!;
    expect(filledIn("{needed}", lesson, new Map())).toBe("0.596");
    expect(filledIn("{needed}", lesson, new Map([["needed", 0.7]]))).toBe("0.700");
  });
});

describe("a lesson that is wrong", () => {
  const good = { carom: 1, kind: "lesson", title: "t", line: "l", minutes: 1, study: "s", facts: {}, steps: [{ title: "a", say: "b" }] };
  it.each([
    [{ kind: "impact" }, "no lesson"],
    [{ steps: [] }, "steps: [] is not at least one step"],
    [{ steps: [{ title: "a", say: "{x} there" }] }, '"{x}" is not the name of a fact'],
    [{ steps: [{ title: "a", say: "b", open: 0 }] }, "steps[0].open: 0 is not an impact, counted from 1"],
    [{ steps: [{ title: "a", say: "b", at: null }] }, "steps[0].at: null is not seconds or the name of an event"],
    [{ steps: [{ title: "a", say: "b", ask: { choices: ["x", "y"], answer: 3, because: "z" } }] }, "steps[0].ask.answer: 3 is not 1 to 2"],
    [{ facts: { x: { what: "a.b", value: "1" } } }, 'facts.x.value: "1" is not a number'],
  ])("%j is told: %s", (change, words) => {
    expect(() => parseLesson(JSON.stringify({ ...good, ...change }))).toThrow(words);
  });

  it("cannot reach out of the study", () => {
    expect(() => withSettings({ a: {} }, { "__proto__.x": 1 })).toThrow("is no path of this study");
    expect(() => withSettings({ a: {} }, { "b.c": 1 })).toThrow("b.c is no path of this study");
  });
});
