/** What gestures write into a text: the characters of a value and nothing else. */
import { describe, expect, it } from "vitest";
import { numberTyped } from "../src/build/text/expression.js";
import { abandoned, begun, changed, ended, historyOf, redone, undone } from "../src/build/text/history.js";
import { lineOf, placeAt, withNameAt, withoutAt, withValueAt } from "../src/build/text/json-edit.js";
import { removed, renamed } from "../src/build/text/names.js";

const TEXT = `{ "a": 1.50,
   "list": [1, 2,   3],
  "in": {"x": "}\\"],", "y": [ ]}
}`;

describe("a change of the text", () => {
  it("replaces a value and leaves every other character", () => {
    expect(withValueAt(TEXT, ["a"], 2)).toBe(TEXT.replace("1.50", "2"));
    expect(withValueAt(TEXT, ["list", 2], -4)).toBe(TEXT.replace("   3]", "   -4]"));
    expect(withValueAt(TEXT, ["in", "y"], 7)).toBe(TEXT.replace("[ ]", "7"));
    expect(placeAt(TEXT, ["in", "z"])).toBeUndefined();
  });

  it("puts a new field at the end, laid out as the others are", () => {
    expect(withValueAt(TEXT, ["in", "z"], 1)).toBe(TEXT.replace("[ ]}", '[ ], "z": 1}'));
    expect(withValueAt('{\n  "a": 1\n}\n', ["b"], [1, 2])).toBe('{\n  "a": 1,\n  "b": [1, 2]\n}\n');
    expect(withValueAt("{}", ["b", "c"], 1)).toBe('{\n  "b": {\n    "c": 1\n  }\n}');
    expect(JSON.parse(withValueAt(TEXT, ["list", 3], 9)).list).toEqual([1, 2, 3, 9]);
  });

  it("takes a field away with its comma, wherever it stands, and puts it back", () => {
    for (const path of [["a"], ["list"], ["in"], ["in", "x"], ["in", "y"], ["list", 0], ["list", 1], ["list", 2]]) {
      const without = JSON.parse(withoutAt(TEXT, path)) as Record<string, unknown>;
      const value = JSON.parse(TEXT) as Record<string, unknown>;
      const outer = path.length === 1 ? value : (value[path[0]] as Record<string, unknown>);
      if (Array.isArray(outer)) outer.splice(Number(path[1]), 1);
      else delete outer[path[path.length - 1]];
      expect(without).toEqual(value);
    }
    expect(withoutAt('{"a": 1}', ["a"])).toBe("{}");
  });

  it("renames a field, and finds lines", () => {
    expect(withNameAt(TEXT, ["in"], 'o"ut')).toBe(TEXT.replace('"in"', '"o\\"ut"'));
    expect(lineOf(TEXT, placeAt(TEXT, ["in"])!.from)).toBe(3);
  });
});

it("renames and removes a body everywhere that names it", () => {
  const study = {
    bodies: { a: { shape: {}, position: [0, 0, 0] }, b: { joint: { parent: "a" } }, c: { plane: {} } },
    contacts: [{ between: ["a", "c"] }, { between: ["b", "c"] }],
    loads: [{ type: "constant", body: "a" }],
  };
  const text = JSON.stringify(study, undefined, 2);
  const named = renamed(text, JSON.parse(text), "a", "first");
  expect(named).toBe(text.replaceAll('"a"', '"first"'));
  // The link that hung on it goes with it, and so does everything of the link.
  expect(JSON.parse(removed(text, "a"))).toEqual({ bodies: { c: study.bodies.c } });
});

it("makes one step of a gesture, none of one that was taken back", () => {
  let history = begun(historyOf("0"));
  for (const text of ["1", "2", "3"]) history = changed(history, text);
  history = ended(history);
  expect(history).toEqual({ text: "3", past: ["0"], future: [] });
  expect(abandoned(changed(begun(history), "4"))).toEqual(history);
  expect(undone(history)).toEqual({ text: "0", past: [], future: ["3"] });
  expect(redone(undone(history))).toEqual(history);
  expect(undone(undone(history)).text).toBe("0");
  expect(changed(undone(history), "5")).toEqual({ text: "5", past: ["0"], future: [] });
});

describe("what is typed into a field", () => {
  it.each([
    ["12 cm", "length", 0.12],
    ["30 deg", "angle", Math.PI / 6],
    ["2 g", "mass", 0.002],
    ["2*pi/3", "angle", (2 * Math.PI) / 3],
    ["−0.5", "speed", -0.5],
    ["1,5", "length", 1.5],
    ["-(1 + 2) / 4 m", "length", -0.75],
    ["sqrt(2)", "share", Math.SQRT2],
    ["60 rpm", "spin", 2 * Math.PI],
    ["1e-3", "length", 1e-3],
  ] as const)("%s is a %s", (typed, measure, value) => {
    const read = numberTyped(typed, measure);
    expect("value" in read ? read.value : Number.NaN).toBeCloseTo(value, 14);
  });

  it.each([
    ["", "type a number"],
    ["3 kg", "kg is no unit here"],
    ["(1", "not closed"],
    ["1/0", "not a finite number"],
    ["wide", "is not a number"],
  ])("%j is said to be wrong", (typed, words) => {
    const read = numberTyped(typed, "length");
    expect("message" in read ? read.message : "").toContain(words);
  });
});
