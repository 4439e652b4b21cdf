import { describe, expect, it } from "vitest";
import { readUrdf } from "../../simulation/urdf/urdf.js";
import { kindNamed, runStudy } from "../kinds.js";
import { filesNamedIn, parseStudy, parseStudyText } from "../parse.js";
import { dropSweep } from "./drop.js";
import type { DropStudy } from "./drop-schema.js";
import type { NumberSummary, TextSummary } from "./result.js";

/** A change that is undefined takes the field away. */
const drop = (change: object = {}) => {
  const body = { shape: { type: "box", size: [0.1, 0.06, 0.02] }, mass: 0.2 };
  const contactLaw = { materials: ["soda-lime glass", "soda-lime glass"], radii: [0.003, "flat"] };
  const given = {
    body,
    height: 0.5,
    floor: { friction: 0.3, restitution: 0.3, contactLaw },
    points: { middle: [0, 0, 0], corner: [0.05, 0.03, 0.01] },
    impacts: 2,
    ...change,
  };
  const own = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return parseStudy({ carom: 1, kind: "sweep", title: "A block that falls", drop: own, runs: 8 }, "sweep");
};

describe("a drop test", () => {
  const whole = runStudy(drop());
  const { measures, entries, failed, words, kept } = whole;
  const withShares = (count: number): TextSummary => {
    const text = measures["strikes first"] as TextSummary;
    const [share] = Object.values(text.shares);
    return { ...text, shares: Object.fromEntries(Array.from({ length: count }, (_, i) => [`a${i}`, share!])) };
  };

  it("runs all drops, and tells impulses, forces, shocks and what strikes first", () => {
    expect(failed).toBe(0);
    expect(entries.map(({ name }) => name)).toEqual(["orientation"]);
    expect((measures["peak force"] as NumberSummary).count).toBe(8);
    expect(Object.keys((measures["strikes first"] as TextSummary).shares).every((name) => name.startsWith("body/floor: "))).toBe(true);
    expect(words?.count).toBe(8);
    expect(kept.map(({ which }) => which)).toEqual(["largest", "smallest", "median"]);
  });

  it("its headline is how hard it falls, not which of many corners strikes", () => {
    const many = { ...whole, measures: { ...measures, "strikes first": withShares(6) } };
    expect(kindNamed("sweep").sentence(many)).toMatch(/^8 runs over 1 entry: peak force is \S+ N on average/);
    expect(kindNamed("sweep").sentence({ ...many, measures: { ...measures, "strikes first": withShares(2) } })).toMatch(/: a0 .* %, a1 /);
  });

  it("the middle is shaken by force over mass, a corner differently", () => {
    const [middle, corner] = ["middle", "corner"].map((name) => measures[`peak at ${name}`] as NumberSummary);
    // Forces of the corner that strikes and friction: never less than the normal part alone over all runs.
    const force = measures["peak force"] as NumberSummary;
    expect(middle.most.value).toBeGreaterThanOrEqual((force.most.value / 0.2 / 9.80665) * (1 - 1e-6));
    expect(corner.mean).not.toBeCloseTo(middle.mean, 3);
    expect((measures["response at middle, 100 Hz"] as NumberSummary).mean).toBeLessThan(
      (measures["response at middle, 1000 Hz"] as NumberSummary).mean,
    );
  });

  it("is read from the text of a file, as the command does", () => {
    expect(parseStudyText(JSON.stringify(drop()), "sweep")).toEqual(drop());
  });

  it("without a contact law has impulses and no forces; a cone keeps what points down", () => {
    const floor = { friction: 0, restitution: 0 };
    const flat = runStudy(drop({ floor, orientations: { about: [0, 0, 0, 1], within: 1e-6 }, height: 0.51 }));
    expect(Object.keys(flat.measures)).toEqual(["first impulse", "second impulse", "strikes first"]);
    // All but flat: the first corner that touches takes what a corner of a falling block takes, m v / (1 + m (x^2 / Jy + y^2 / Jx)).
    const [x, y, z, m] = [0.05, 0.03, 0.01, 0.2];
    const [jx, jy] = [(m * (4 * y * y + 4 * z * z)) / 12, (m * (4 * x * x + 4 * z * z)) / 12];
    const speed = Math.sqrt(2 * 9.81 * 0.5);
    const { mean } = flat.measures["first impulse"] as NumberSummary;
    expect(mean / ((m * speed) / (1 + m * ((x * x) / jy + (y * y) / jx)))).toBeCloseTo(1, 2);
  });

  it("of several heights: each equally often, the impulse in proportion to the speed of the fall", () => {
    const ball = { body: { shape: { type: "sphere", radius: 0.05 }, mass: 0.2 }, points: undefined };
    const { table = {}, failed } = runStudy(drop({ ...ball, height: [0.25, 0.65], floor: { friction: 0, restitution: 0 }, impacts: 1 }));
    expect(failed).toBe(0);
    expect(table.height?.filter((height) => height === 0.25)).toHaveLength(4);
    table.height?.forEach((height, i) => {
      expect(table["first impulse"]?.[i]).toBeCloseTo(0.2 * Math.sqrt(2 * 9.81 * ((height as number) - 0.05)), 10);
    });
  });

  const half = (shift: number) => ({ shape: { type: "box", size: [0.05, 0.06, 0.02] }, position: [shift, 0, 0], mass: 0.1 });
  const hinged = {
    body: undefined,
    points: undefined,
    bodies: {
      case: { joint: { type: "free" }, ...half(-0.025) },
      lid: { joint: { type: "fixed", parent: "case" }, ...half(0.025) },
    },
  };

  it("of a mechanism: two halves that are fixed to each other fall as the whole block does", () => {
    const given = { floor: { friction: 0.3, restitution: 0.3 }, impacts: 2 };
    const [whole, halves] = [drop({ ...given, points: undefined }), drop({ ...given, ...hinged })].map((study) => runStudy(study));
    const values = ({ table = {} }: typeof whole) => [...table["first impulse"]!, ...table["second impulse"]!] as number[];
    expect(halves.failed).toBe(0);
    values(halves).forEach((value, i) => {
      expect(value).toBeCloseTo(values(whole)[i]!, 7);
    });
  });

  it("of a mechanism whose links are of several materials", () => {
    const soft = { friction: 0.3, restitution: 0 };
    const base = dropSweep(drop({ ...hinged, materials: { lid: soft } }) as DropStudy).base as { contacts: { restitution: number }[] };
    expect(base.contacts.map(({ restitution }) => restitution)).toEqual([0.3, 0]);
    expect(() => drop({ ...hinged, materials: { led: soft } })).toThrow("drop.materials.led");
    expect(() => drop({ ...hinged, points: { middle: [0, 0, 0] } })).toThrow("accelerations of links are not computed");
    expect(() => drop({ bodies: hinged.bodies })).toThrow("is given besides bodies; one of the two falls");
    expect(() => drop({ ...hinged, bodies: { lid: hinged.bodies.lid } })).toThrow("has 0 links with a free joint");
  });

  it("of a robot as a file has it, with a joint that follows another", () => {
    const joint = (name: string, more: string) => `<joint name="${name}" type="revolute"><parent link="base"/><child link="${name} arm"/>
      <axis xyz="0 1 0"/><limit lower="-1" upper="1"/>${more}</joint>
      <link name="${name} arm"><inertial><mass value="0.1"/><inertia ixx="1e-4" iyy="1e-4" izz="1e-4" ixy="0" ixz="0" iyz="0"/></inertial>
      <collision><origin xyz="0 0 0.1"/><geometry><sphere radius="0.01"/></geometry></collision></link>`;
    const { bodies, gears } = readUrdf(
      `<robot name="r"><link name="base"><inertial><mass value="1"/><inertia ixx="1e-2" iyy="1e-2" izz="1e-2" ixy="0" ixz="0" iyz="0"/>
      </inertial><collision><geometry><sphere radius="0.05"/></geometry></collision></link>
      ${joint("left", "")}${joint("right", '<mimic joint="left" multiplier="-1"/>')}</robot>`,
      { base: "free" },
    );
    expect(gears).toHaveLength(1);
    const study = drop({
      body: undefined,
      points: undefined,
      bodies,
      gears,
      floor: { friction: 0, restitution: 0.5 },
      height: 1,
      impacts: 1,
    });
    expect((dropSweep(study as DropStudy).base as { gears: unknown }).gears).toEqual(gears);
    expect(runStudy(study)).toMatchObject({ failed: 0, measures: { "first impulse": { count: expect.any(Number) } } });
    expect(() => drop({ gears })).toThrow("drop.gears: ");
  });

  it("has clear errors", () => {
    expect(() => drop({ height: 0 })).toThrow("drop.height: 0 is not positive");
    expect(() => drop({ orientations: { within: 1 } })).toThrow("drop.orientations.about: nothing is given (it is required)");
  });
});

/** A cube of 2 cm about its centre. */
const CUBE = `${[0, 1, 2, 3, 4, 5, 6, 7].map((i) => `v ${[1, 2, 4].map((bit) => ((i & bit) === 0 ? -0.01 : 0.01)).join(" ")}`).join("\n")}
f 1 3 4 2
f 5 6 8 7
f 1 2 6 5
f 3 7 8 4
f 1 5 7 3
f 2 4 8 6
`;

it.each([
  ["a body", (shape: object) => ({ body: { shape, mass: 0.1 } })],
  ["a link", (shape: object) => ({ bodies: { cube: { joint: { type: "free" }, shape, mass: 0.1 } } })],
])("%s may be a mesh from a file beside the study, and falls as the same box does", (_, what) => {
  const text = (shape: object) =>
    JSON.stringify({
      carom: 1,
      kind: "sweep",
      title: "A cube that falls",
      drop: { ...what(shape), height: 0.2, floor: { friction: 0.3, restitution: 0.3 } },
      runs: 4,
    });
  const mesh = text({ type: "mesh", file: "cube.obj" });
  expect(filesNamedIn(mesh)).toEqual(["cube.obj"]);
  const impulse = (study: Parameters<typeof runStudy>[0]) => {
    const { measures, failed } = runStudy(study) as unknown as { failed: number; measures: Record<string, NumberSummary> };
    expect(failed).toBe(0);
    return measures["first impulse"]!.mean;
  };
  const box = impulse(parseStudyText(text({ type: "box", size: [0.02, 0.02, 0.02] })));
  expect(impulse(parseStudyText(mesh, new Map([["cube.obj", CUBE]])))).toBeCloseTo(box, 10);
});
