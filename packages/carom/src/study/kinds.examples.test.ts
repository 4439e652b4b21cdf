/** Every row of the registry is whole: it has examples, a schema with its name, and words and numbers for what they give. */
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { csvText } from "./format/table.js";
import { KINDS, kindNamed, runStudy, type Study } from "./kinds.js";
import { parseStudyText } from "./parse.js";

/** Vite reads the files; the library itself knows no file system. */
const files = (import.meta as unknown as { glob(pattern: string, options: object): Record<string, string> }).glob(
  "../../../../examples/*.json",
  { query: "?raw", import: "default", eager: true },
);
const studies: Study[] = Object.values(files).map((text) => parseStudyText(text));

/** More examples of one kind tell nothing new, and the longest take minutes. */
const MOST_EXAMPLES = 3;

describe.each(KINDS)("%s", (kind) => {
  const row = kindNamed(kind);
  const own = studies.filter((study) => study.kind === kind);

  it("is listed under its name, which its schemas ask for", () => {
    expect(row.kind).toBe(kind);
    for (const schema of row.schemas) {
      const { properties = {} } = z.toJSONSchema(schema, { io: "input" });
      expect(properties.kind).toMatchObject({ const: kind });
    }
  });

  it("has examples, and words and numbers for them", () => {
    expect(own.length).toBeGreaterThan(0);
    const shortest = [...own].sort((a, b) => JSON.stringify(a).length - JSON.stringify(b).length);
    for (const study of shortest.slice(0, MOST_EXAMPLES)) {
      row.check(study);
      const result = runStudy(study, { history: true });
      expect(row.sentence(result)).toMatch(/^[A-Z0-9].*[.]$/);
      for (const words of [...(row.details?.(result) ?? []), ...(row.warnings?.(result) ?? [])]) expect(words).not.toMatch(/undefined|NaN/);
      const tables = row.tables(result, study);
      expect(tables.length).toBeGreaterThan(0);
      expect(new Set(tables.map(({ name }) => name)).size).toBe(tables.length);
      for (const { title, columns, rows, use } of tables) {
        expect(title).not.toBe("");
        expect(["file", "page", "both"]).toContain(use);
        for (const cells of rows) expect(cells).toHaveLength(columns.length);
        expect(csvText({ columns, rows })).not.toMatch(/undefined|NaN/);
      }
      if (tables.every(({ rows }) => rows.length === 0)) expect.fail(`${study.title} has only empty tables`);
    }
  });
});
