/** The check for kinds of study that are listed by hand finds every way to list them, and lets the registries be. */
import { describe, expect, it } from "vitest";
import { listedKinds, memoryKept, namesInRegistry } from "./check-source.mjs";
import { sourceText } from "./source-files.mjs";

const kinds = namesInRegistry();
const found = (text) => listedKinds(sourceText("packages/somewhere/src/file.ts", text), kinds);

it("knows the kinds of the registry", () => {
  for (const kind of ["impact", "simulation", "elastic-rod"]) expect(kinds).toContain(kind);
});

describe("catches", () => {
  it.each([
    ["a list", 'const all = ["impact", "simulation", "pickup"];'],
    ["a list that is mostly kinds", 'const all = ["clatter", "batting", "other"];'],
    ["a union of types", 'type Soft = "pickup" | "rest-shape";'],
    ["an object that the compiler does not hold to Kind", 'const titles = { clatter: "Clatter", "elastic-rod": "Rod" };'],
    ["an object with any keys", "const views: Record<string, View> = { clatter, batting };"],
    ["a switch", 'switch (study.kind) { case "clatter": return 1; case "pickup": return 2; }'],
    ["a chain of comparisons", 'const soft = study.kind === "pickup" || study.kind === "rest-shape";'],
    ["comparisons far from each other", 'if (result.kind === "impact") a();\nfunction b() { return "batting" !== result.kind; }'],
  ])("%s", (_, text) => {
    expect(found(text)).toHaveLength(1);
  });
});

it("says where", () => {
  expect(found('\n\nconst all = ["impact", "simulation"];')).toEqual([
    "packages/somewhere/src/file.ts:3: names kinds of study by hand; ask the registry",
  ]);
});

describe("lets be", () => {
  it.each([
    ["a registry", "const rows = { impact, simulation, clatter } satisfies Record<Kind, Row>;"],
    ["a registry typed by kind", "const rows = { impact, pickup } satisfies { readonly [K in Kind]: Row<K> };"],
    ["rows for some kinds, by a declared type", "const rows: { readonly [K in Kind]?: Row<K> } = { impact, pickup };"],
    ["one kind", 'if (study.kind === "pickup") open();'],
    ["events of simulations and one kind", 'if (event.kind === "impact") a(); if (study.kind === "simulation") b();'],
    ["lists of other words", 'const parts = ["impact", "math", "mechanics"];'],
  ])("%s", (_, text) => {
    expect(found(text)).toEqual([]);
  });
});

describe("memory of a module", () => {
  const kept = (text) => memoryKept(sourceText("packages/somewhere/src/file.ts", text));

  it.each([
    "const leg = new Float64Array(2);\nfunction f(x) { leg[0] = x; }",
    "const known = new Map();\nexport const f = (x) => known.set(x, 1);",
    "const list: number[] = [];\nfunction f(x) { list.push(x); }",
    "const state = { count: 0 };\nfunction f() { state.count += 1; }",
    "const state = { count: 0 };\nfunction f() { state.count++; }",
    "const workspace = createWorkspace();",
  ])("is found: %s", (text) => {
    expect(kept(text)).toEqual([expect.stringMatching(/^packages\/somewhere\/src\/file\.ts:1: \w+ is memory of the module/)]);
  });

  it.each([
    "const TABLE = new Float64Array([1, 2]);\nconst f = (i) => TABLE[i];",
    'const NAMES = new Set(["a"]);\nconst f = (name) => NAMES.has(name);',
    "const NONE = createSolver(0);",
    "function f() { const own = new Float64Array(2); own[0] = 1; return own; }",
  ])("is not: %s", (text) => {
    expect(kept(text)).toEqual([]);
  });
});
