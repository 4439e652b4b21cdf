/** Everything a user can get wrong ends with 2, one line on stderr that says what and where, nothing on stdout, and no file written. */
import { mkdirSync, openSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { laws } from "carom/impact";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { carom, type Folder, rodStudy, temporaryFolder } from "./command.testing.js";

const lawNames = laws.map(({ name }) => name).join(", ");

let folder: Folder;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => folder.remove());

/** The line without the newline, after checking that it is one and that nothing else happened. */
function complaint(args: readonly string[]): string {
  const before = readdirSync(folder.path).sort();
  const { stdout, stderr, code } = carom(args, { cwd: folder.path });
  expect({ stdout, code }).toEqual({ stdout: "", code: 2 });
  expect(stderr).toMatch(/^carom: [^\n]+\n$/);
  expect(readdirSync(folder.path).sort()).toEqual(before);
  return stderr.trimEnd();
}

function body(change: object) {
  const study = rodStudy();
  return { ...study, bodies: { ...study.bodies, rod: { ...study.bodies.rod, ...change } } };
}

function contact(change: object) {
  const study = rodStudy();
  return { ...study, contacts: [{ ...study.contacts[0], ...change }] };
}

describe("a study that is wrong", () => {
  /** What run said about each file. */
  const said = new Map<string, string>();
  const text = JSON.stringify(rodStudy());
  it.each<[string, string | object, string]>([
    ["mass not positive", body({ mass: -1 }), "bodies.rod.mass: -1 is not positive"],
    ["mass zero", body({ mass: 0 }), "bodies.rod.mass: 0 is not positive"],
    ["inertia not positive", body({ inertia: [1, 1, -1] }), "bodies.rod.inertia: [1, 1, -1] cannot belong to a rigid body"],
    [
      "inertia against the triangle inequality",
      body({ inertia: [1, 1, 3] }),
      "bodies.rod.inertia: [1, 1, 3] cannot belong to a rigid body (1 + 1 < 3)",
    ],
    [
      "inertia not symmetric",
      body({
        inertia: [
          [1, 0.5, 0],
          [0, 1, 0],
          [0, 0, 1],
        ],
      }),
      "the matrix is not symmetric",
    ],
    [
      "inertia not definite",
      body({
        inertia: [
          [1, 2, 0],
          [2, 1, 0],
          [0, 0, 1],
        ],
      }),
      "cannot belong to a rigid body",
    ],
    ["orientation not unit", body({ orientation: [0, 0, 1, 1] }), "bodies.rod.orientation: [0, 0, 1, 1] is not a unit quaternion"],
    ["zero normal", contact({ normal: [0, 0, 0] }), "contacts[0].normal: [0, 0, 0] has no direction"],
    ["restitution above 1", contact({ restitution: 1.4 }), "contacts[0].restitution: 1.4 is not between 0 and 1"],
    ["restitution below 0", contact({ restitution: -0.1 }), "contacts[0].restitution: -0.1 is not between 0 and 1"],
    ["friction below 0", contact({ friction: -0.5 }), "contacts[0].friction: -0.5 is negative"],
    ["both immovable", { ...rodStudy(), bodies: { rod: "fixed", floor: "fixed" } }, "are both fixed: nothing can move at this contact"],
    ["an unknown body", contact({ between: ["rod", "wall"] }), 'contacts[0].between[1]: "wall" is not one of the bodies (rod, floor)'],
    ["malformed JSON", `${text.slice(0, -1)},}`, `(line 1, column ${text.length + 1}): expected a name in double quotes`],
    ["an empty file", "", "holds no study: it is empty"],
    ["not an object", "[1, 2]", "[1, 2] is not a study: a study is an object"],
    ["a wrong type", contact({ friction: "0.5" }), 'contacts[0].friction: "0.5" is not a finite number'],
    ["an unknown field", contact({ mu: 0.5 }), "contacts[0].mu: 0.5 is given for an unknown field; there are between"],
    ["a missing field", contact({ friction: undefined }), "contacts[0].friction: nothing is given (it is required)"],
    ["NaN", text.replace('"friction":0.5', '"friction":NaN'), "contacts[0].friction: NaN is not a finite number (line 1,"],
    ["Infinity", text.replace('"friction":0.5', '"friction":Infinity'), "contacts[0].friction: Infinity is not a finite number (line 1,"],
    ["1e400", text.replace('"mass":1', '"mass":1e400'), "bodies.rod.mass: Infinity is not a finite number (1e400 at line 1,"],
    [
      "two bodies of one name",
      text.replace('"floor":"fixed"', '"floor":"fixed","rod":"fixed"'),
      'bodies.rod: "rod" is there twice in the same object (line 1,',
    ],
    ["deep nesting", '{"bodies":'.repeat(100_000), "opens more than 64 levels"],
    ["another version", { ...rodStudy(), carom: 7 }, "carom: 7 is not a format version this carom reads; it reads 1"],
    [
      "another kind",
      { ...rodStudy(), kind: "collision" },
      'kind: "collision" is not a kind of study this carom runs; it runs impact, simulation, clatter, elastic-rod, batting, ' +
        "rest-shape, pickup",
    ],
    ["no form", { ...rodStudy(), bodies: undefined }, "bodies: nothing is given: a study has one of bodies, system, problem"],
    ["two forms", { ...rodStudy(), problem: {} }, "problem: {} is given besides bodies"],
    ["an unknown law", { ...rodStudy(), law: "stronge" }, `law: "stronge" is not one of ${lawNames}`],
  ])("because of %s", (name, study, expected) => {
    const file = folder.put(`${name.replaceAll(" ", "-")}.json`, study);
    const line = complaint(["run", file, "--out", "results"]);
    expect(line).toContain(`carom: ${file}: `);
    expect(line).toContain(expected);
    said.set(file, line);
  });

  it("is refused by validate in the same words, all in one run", () => {
    const { stdout, stderr, code } = carom(["validate", ...said.keys()], { cwd: folder.path });
    expect({ stdout, code }).toEqual({ stdout: "", code: 2 });
    expect(stderr.trimEnd().split("\n")).toEqual([...said.values()]);
    expect(said.size).toBeGreaterThan(25);
  });

  it("is refused by compare as well", () => {
    const file = folder.put("compare.json", contact({ restitution: 2 }));
    expect(complaint(["compare", file, "--json", "--out", "results"])).toBe(
      "carom: compare.json: contacts[0].restitution: 2 is not between 0 and 1",
    );
  });

  it("is refused by compare where it is neither an impact nor a simulation, with what to do", () => {
    folder.put("clatter.json", {
      carom: 1,
      kind: "clatter",
      title: "Rod",
      rod: { mass: 1, length: 1, angle: 0.3, restitution: 0.5, impactSpeed: 1 },
    });
    expect(complaint(["compare", "clatter.json"])).toMatch(/^carom: clatter\.json: is a study of kind clatter; .*: use carom run$/);
  });

  it("keeps --json free of anything but results", () => {
    const file = folder.put("json.json", contact({ restitution: 2 }));
    expect(complaint(["run", file, "--json"])).toContain("is not between 0 and 1");
  });
});

describe("a file that is wrong", () => {
  it("because it is missing", () => {
    expect(complaint(["run", "nowhere.json"])).toBe("carom: nowhere.json: there is no such file");
  });

  it("because it is a directory", () => {
    mkdirSync(join(folder.path, "studies"));
    expect(complaint(["run", "studies"])).toBe("carom: studies: is a directory, not a file");
  });

  it("because it is huge: it is refused unread", () => {
    const file = join(folder.path, "huge.json");
    openSync(file, "w");
    truncateSync(file, 3 * 1024 ** 3);
    const started = Date.now();
    expect(complaint(["run", "huge.json"])).toBe(
      `carom: huge.json: ${3 * 1024 ** 3} bytes are more than a study file may have (${64 * 1024 ** 2})`,
    );
    expect(Date.now() - started).toBeLessThan(20_000);
  });

  it("because it is not text", () => {
    writeFileSync(join(folder.path, "binary.json"), Uint8Array.from([0x7b, 0xff, 0xfe, 0x00]));
    expect(complaint(["run", "binary.json"])).toBe("carom: binary.json: is not UTF-8 text");
  });

  it("because a part of its path is a file", () => {
    folder.put("good.json", rodStudy());
    expect(complaint(["run", "good.json/inside.json"])).toBe(
      "carom: good.json/inside.json: a part of this path is a file, not a directory",
    );
  });
});

describe("an output folder that is wrong", () => {
  it("because it is a file", () => {
    folder.put("good.json", rodStudy());
    folder.put("taken", "mine");
    expect(complaint(["run", "good.json", "--out", "taken"])).toBe("carom: taken: is a file, not a directory");
    expect(complaint(["run", "good.json", "--out", "taken/inside"])).toBe(
      "carom: taken/inside: a part of this path is a file, not a directory",
    );
    expect(readFileSync(join(folder.path, "taken"), "utf8")).toBe("mine");
  });

  it("because it holds files of the same names that carom did not write", () => {
    folder.put("good.json", rodStudy());
    mkdirSync(join(folder.path, "foreign"));
    writeFileSync(join(folder.path, "foreign/events.csv"), "mine");
    expect(complaint(["run", "good.json", "--out", "foreign"])).toContain(
      "events.csv: exists, and no manifest.json there says that carom wrote it; move it, or choose another directory",
    );
    expect(readdirSync(join(folder.path, "foreign"))).toEqual(["events.csv"]);
    expect(readFileSync(join(folder.path, "foreign/events.csv"), "utf8")).toBe("mine");
  });
});

describe("a command line that is wrong", () => {
  it.each([
    [["fly"], "unknown command 'fly'"],
    [["run"], "run needs a study file"],
    [["run", "good.json", "--jsn"], "unknown option '--jsn'"],
    [["run", "good.json", "more.json"], "too many arguments"],
    [["run", "good.json", "--law", "stronge"], `Allowed choices are ${lawNames}`],
    [["run", "good.json", "--method", "magic"], "Allowed choices are series, taylor"],
    [
      ["run", "good.json", "--law", "newton", "--method", "taylor"],
      'good.json: options.method: "taylor" is given for an option the law newton does not have',
    ],
    [["lab", "--port", "99999"], "It is not a port: 1 to 65535."],
    [["reproduce", "no-such-example"], "no-such-example: is not an example; there are"],
    [
      ["new", "slip-rod"],
      "slip-rod: is neither a template nor an example; carom new --list names them; did you mean slip-reversing-rod or",
    ],
    [["new", "ball-gripz"], "carom new --list names them; did you mean ball-grips?"],
    [["reproduce", "ball-gripz"], "; did you mean ball-grips?"],
    [["run", "good.json", "--law", "newtn"], "; did you mean newton?"],
    [["rnu", "good.json"], "unknown command 'rnu'; did you mean run?"],
    [["new", "bodies", "good.json"], "good.json: exists already; carom does not overwrite it"],
    [["new", "bodies", "nowhere/at-all.json"], "nowhere/at-all.json: there is no such file"],
  ])("carom %j", (args, expected) => {
    folder.put("good.json", rodStudy());
    expect(complaint(args)).toContain(expected);
  });
});

it("says of which event derivatives are asked that did not happen", () => {
  const study = {
    carom: 1,
    kind: "simulation",
    title: "a ball in flight",
    bodies: {
      ball: { shape: { type: "sphere", radius: 0.1 }, mass: 1, position: [0, 0, 1] },
      floor: { plane: { normal: [0, 0, 1] } },
    },
    contacts: [{ between: ["ball", "floor"], friction: 0, restitution: 0.5 }],
    duration: 0.1,
    derivatives: { of: ["events[3].time"], by: ["gravity[2]"] },
  };
  writeFileSync(join(folder.path, "no-event.json"), JSON.stringify(study));
  expect(complaint(["run", "no-event.json"])).toBe(
    'carom: no-event.json: derivatives.of: "events[3].time" is of an event that does not happen: there are 0',
  );
});
