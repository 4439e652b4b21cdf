import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InvalidInputError } from "../../errors.js";
import { LONGEST_TEXT, pathText, readJson } from "./read-json.js";

/** The complaint about a text that must not be read. */
function complaint(text: string): InvalidInputError {
  try {
    readJson(text);
  } catch (error) {
    if (error instanceof InvalidInputError) return error;
    throw error;
  }
  throw new Error("the text was read");
}

describe("readJson", () => {
  it("reads what JSON.stringify writes, spaced or not", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(undefined, 1, "\t", "\r\n "), (value, space) => {
        const text = JSON.stringify(value, undefined, space === "\r\n " ? undefined : space);
        fc.pre(!text.includes("__proto__"));
        expect(readJson(text)).toEqual(JSON.parse(text));
        expect(readJson(` \r\n\t${text}\n`)).toEqual(JSON.parse(text));
      }),
    );
  });

  it("refuses whatever JSON.parse refuses", () => {
    const garbled = fc
      .tuple(fc.jsonValue({ maxDepth: 3 }), fc.nat(), fc.constantFrom("", ",", "}", "[", '"', "\\", "e", "-", "x", ":"))
      .map(([value, at, mark]) => {
        const text = JSON.stringify(value);
        const place = at % (text.length + 1);
        return text.slice(0, place) + mark + text.slice(place + 1);
      });
    fc.assert(
      fc.property(garbled, (text) => {
        let parsed = true;
        try {
          JSON.parse(text);
        } catch {
          parsed = false;
        }
        if (!parsed) expect(() => readJson(text)).toThrow(InvalidInputError);
      }),
    );
  });

  it("skips a byte order mark", () => {
    expect(readJson("\uFEFF[1]")).toEqual([1]);
  });

  it.each([
    ["", "holds no study: it is empty"],
    ['{\n  "a": 1,\n}', "(line 3, column 1): expected a name in double quotes"],
    ['{\n  "a": 1\n  "b": 2 }', '(line 3, column 3): expected "," or "}" (the object began at line 1, column 1)'],
    ["[1, 2", 'expected "," or "]" (the list began at line 1, column 1)'],
    ["{} {}", "expected nothing more"],
    ["// hello\n{}", "JSON has no comments"],
    ["{'a': 1}", "JSON strings stand in double quotes"],
    ['{"a": "one\ntwo"}', "is not a JSON string (line 1, column 7)"],
    ['"endless', "never ends (it began at line 1, column 1)"],
    ["[01]", 'expected "," or "]"'],
    ["[1.]", 'expected "," or "]"'],
    ["[tru]", '"tru" is not JSON here'],
  ])("says where %j goes wrong", (text, expected) => {
    expect(complaint(text).message).toContain(expected);
  });

  it("finds two equal names, wherever they are, and where the second stands", () => {
    const { path, message } = complaint('{ "bodies": {\n "rod": 1,\n "r\\u006fd": 2 } }');
    expect(path).toBe("bodies.rod");
    expect(message).toContain("is there twice in the same object (line 3, column 2)");
    expect(readJson('{ "a": { "x": 1 }, "b": { "x": 1 } }')).toEqual({ a: { x: 1 }, b: { x: 1 } });
  });

  it.each(["1e400", "-1e400", "1e999999"])("does not let %s become infinite", (digits) => {
    const { path, message } = complaint(`{ "contacts": [{ "friction": ${digits} }] }`);
    expect(path).toBe("contacts[0].friction");
    expect(message).toContain(`is not a finite number (${digits} at line 1, column 30)`);
  });

  it.each(["NaN", "Infinity", "-Infinity"])("names %s as what it is", (word) => {
    expect(complaint(`{ "mass": ${word} }`).message).toBe(`mass: ${word} is not a finite number (line 1, column 11)`);
  });

  it("stops at a depth no study has, before the stack does", () => {
    expect(complaint("[".repeat(1_000_000)).message).toContain("opens more than 64 levels at line 1, column 65");
    expect(complaint('{"a":'.repeat(100_000)).message).toContain("opens more than 64 levels");
    expect(readJson(`${"[".repeat(64)}${"]".repeat(64)}`)).toBeDefined();
  });

  it("refuses a text longer than any study", () => {
    expect(complaint(" ".repeat(LONGEST_TEXT + 1)).message).toContain(`${LONGEST_TEXT + 1} characters are more than a study may have`);
  });

  it("refuses the one name that is not stored like the others", () => {
    expect(complaint('{ "bodies": { "__proto__": 1 } }').path).toBe("bodies.__proto__");
  });
});

describe("pathText", () => {
  it("quotes names that would not read as one step", () => {
    expect(pathText(["bodies", "rod", "inertia", 2])).toBe("bodies.rod.inertia[2]");
    expect(pathText(["bodies", "a.b", "mass"])).toBe('bodies["a.b"].mass');
    expect(pathText(["bodies", "a\nb"])).toBe('bodies["a\\nb"]');
  });
});
