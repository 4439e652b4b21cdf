/** What touches in a scene of MJCF, and with which friction; the rules are MuJoCo's (Computation, contact parameters). */
import { describe, expect, it } from "vitest";
import type { Vec3 } from "../../math/vec3.js";
import { createSimulation } from "../loop/simulation.js";
import type { SceneLink } from "../mechanism/scene-link.js";
import { systemFromScene } from "../scene/scene.js";
import { dropRobot } from "../urdf/drop.js";
import { readMjcf } from "./mjcf.js";

const model = (inside: string, head = "") => `<mujoco model="m">${head}<worldbody>${inside}</worldbody></mujoco>`;
const ball = (name: string, place: string, geom = "") =>
  `<body name="${name}" pos="${place}"><freejoint/><geom name="${name} g" size="0.1" ${geom}/></body>`;
const PLANE = '<geom name="floor" type="plane" size="1 1 1"/>';
const strict = (text: string) => readMjcf(text, { strict: true });
const lift = ({ joint }: SceneLink) => (joint.start?.position as Vec3 | undefined)?.[2];
const frictions = (text: string, options = {}) =>
  Object.fromEntries((readMjcf(text, options).contacts ?? []).map(({ between, friction }) => [between.join(" "), friction]));

describe("a scene with a floor of its own", () => {
  it("runs on it: bodies fall as far as they can, and stop", () => {
    const { bodies, planes, contacts = [] } = strict(model(`${PLANE}${ball("a", "0 0 0.6")}${ball("b", "0.5 0 0.1")}`));
    expect(contacts).toEqual([
      { between: ["a", "ground plane"], friction: 1, restitution: 0 },
      { between: ["b", "ground plane"], friction: 1, restitution: 0 },
      { between: ["a", "b"], friction: 1, restitution: 0 },
    ]);
    const system = systemFromScene({ bodies: { ...bodies, ...planes }, contacts });
    const simulation = createSimulation(system, system.initialState());
    const impacts: number[] = [];
    simulation.advance(1, { event: ({ kind, time }) => kind === "impact" && impacts.push(time) });
    expect(impacts[0]).toBeCloseTo(Math.sqrt((2 * 0.5) / 9.81), 9);
    const { coordinates, speeds } = simulation.checkpoint();
    const at = system.stateOf(1, Float64Array.from(coordinates), Float64Array.from(speeds)).position;
    expect(at[2]).toBeCloseTo(0.1, 8);
  });

  it("moves with surfaces of two materials as with one, where they come to the same", () => {
    const end = (second: string) => {
      const foot = `<geom type="capsule" fromto="0.2 -0.1 0 0.2 0.1 0" size="0.05" ${second}/>`;
      const body = `<body name="a" pos="0 0 0.4" euler="0 20 10"><freejoint/><geom type="box" size="0.1 0.1 0.1"/>${foot}</body>`;
      const { bodies, planes, contacts = [] } = strict(model(PLANE + body));
      const system = systemFromScene({ bodies: { ...bodies, ...planes }, contacts });
      const simulation = createSimulation(system, system.initialState());
      simulation.advance(0.4);
      const { coordinates, speeds } = simulation.checkpoint();
      const { position, orientation } = system.stateOf(1, Float64Array.from(coordinates), Float64Array.from(speeds));
      return { count: Object.keys(bodies).length, place: [...position, ...(orientation ?? [])] };
    };
    const [one, two] = [end(""), end('priority="1"')];
    expect([one.count, two.count]).toEqual([2, 3]);
    two.place.forEach((value, i) => {
      expect(value).toBeCloseTo(one.place[i], 9);
    });
  });

  it("touches what stands besides, each with its own friction", () => {
    const table = '<body name="table" pos="2 0 0"><geom type="box" size="0.5 0.5 0.5" friction="2"/></body>';
    const walls = '<geom type="box" size="0.1 1 1" pos="-2 0 1" friction="0.2"/><geom type="box" size="0.1 1 1" pos="-3 0 1"/>';
    expect(frictions(model(`${PLANE}${walls}${table}${ball("a", "0 0 1", 'friction="0.6"')}`))).toEqual({
      "a ground plane": 1,
      "ground a": 0.6,
      "ground/2 a": 1,
      "ground/table a": 2,
    });
  });

  it("leaves out what overlaps deeply at the beginning, with its line, and refuses it where nothing may change", () => {
    const text = model(`\n${PLANE}\n${ball("a", "0 0 -1")}\n${ball("b", "0.15 0 1")}${ball("c", "0 0 1")}`);
    const { contacts, account } = readMjcf(text);
    expect(contacts?.map(({ between }) => between.join(" "))).toEqual(["b ground plane", "c ground plane", "a b", "a c"]);
    expect(account.join("\n")).toMatch(/line 3, body a: it overlaps ground plane \(by 1\.10 m\) at the beginning: they do not touch/);
    expect(account.join("\n")).toMatch(/line 4, body b: it overlaps c at the beginning/);
    expect(() => strict(text)).toThrow(/it overlaps ground plane.*\(refused: --strict\)/);
  });

  it("moves what is free out of what it overlaps a little, from below, and tells it", () => {
    const text = model(`\n${PLANE}\n${ball("b", "0 0 0.288")}\n${ball("a", "0 0 0.09")}`);
    const { bodies, planes, contacts = [], account } = readMjcf(text);
    // A foot 10 mm inside its floor stands on it; the ball above is lifted by what it overlaps the first by then.
    expect(lift(bodies.a)).toBeCloseTo(0.01, 12);
    expect(lift(bodies.b)).toBeCloseTo(0.012, 12);
    expect(contacts).toHaveLength(3);
    expect(account.join("\n")).toMatch(
      /line 4, body a: it overlaps ground plane by 0\.0100 m at the beginning: it begins \[0, 0, 0\.01\] m from/,
    );
    expect(() => strict(text)).toThrow(/it begins \[0, 0, 0\.01\] m from .*\(refused: --strict\)/);
    const system = systemFromScene({ bodies: { ...bodies, ...planes }, contacts });
    const simulation = createSimulation(system, system.initialState());
    simulation.advance(0.1);
    const { coordinates, speeds } = simulation.checkpoint();
    expect(system.stateOf(1, Float64Array.from(coordinates), Float64Array.from(speeds)).position[2]).toBeCloseTo(0.3, 9);
  });

  it("does not move what a loop ties to something else, and moves what hangs on a body with it", () => {
    const leg = '<body name="leg" pos="0 0 -0.2"><joint/><geom size="0.05" mass="1"/></body>';
    const free = `<body name="a" pos="0 0 0.24"><freejoint/><geom size="0.1" mass="1"/>${leg}</body>`;
    expect(lift(readMjcf(model(`${PLANE}${free}`)).bodies.a)).toBeCloseTo(0.01, 12);
    const tied = readMjcf(`<mujoco><worldbody>${PLANE}${free}</worldbody><equality><weld body1="a"/></equality></mujoco>`);
    expect(tied.bodies.a.joint.start).toBeUndefined();
    expect(tied.account.join("\n")).toMatch(/body leg: it overlaps ground plane/);
  });

  it("is called otherwise where a body has its name, and so is a floor that is put there", () => {
    const scene = readMjcf(model(`${PLANE}${ball("ground", "0 0 1")}${ball("floor", "1 0 1")}`));
    expect(Object.keys(scene.planes)).toEqual(["ground 2 plane"]);
    expect(dropRobot(scene, { height: 1 }).floor).toBe("floor 2");
  });
});

describe("friction", () => {
  it("is the greater of two, 1 where none is given, or what is asked for; of two priorities that of the higher", () => {
    const two = (first: string, second: string) => model(ball("a", "0 0 0", first) + ball("b", "1 0 0", second));
    expect(frictions(two("", ""))).toEqual({ "a b": 1 });
    expect(frictions(two("", ""), { friction: 0.3 })).toEqual({ "a b": 0.3 });
    expect(frictions(two('friction="0.2 0.1 0.1"', 'friction="0.4"'))).toEqual({ "a b": 0.4 });
    expect(frictions(two('friction="0.2" priority="1"', 'friction="0.4"'))).toEqual({ "a b": 0.2 });
    expect(frictions(two('friction="0.2" priority="1"', 'friction="0.4" priority="2"'))).toEqual({ "a b": 0.4 });
    expect(() => readMjcf(two('friction="-1"', ""))).toThrow(/geom a g@friction: -1 is negative/);
  });

  it("is none where both have one dimension, or the one that counts", () => {
    const two = (first: string, second: string) => frictions(model(ball("a", "0 0 0", first) + ball("b", "1 0 0", second)));
    expect(two('condim="1"', 'condim="1"')).toEqual({ "a b": 0 });
    expect(two('condim="1"', "")).toEqual({ "a b": 1 });
    expect(two('condim="1" priority="1"', "")).toEqual({ "a b": 0 });
  });

  it("against turning and rolling is left out: told with its line, refused where nothing may change", () => {
    expect(() => strict(model(`\n${ball("a", "0 0 0", 'condim="6"')}`))).toThrow(/line 2, geom a g@condim: friction against turning/);
    const pair = '<contact><pair geom1="a g" geom2="b g" condim="4"/></contact>';
    expect(() => strict(model(ball("a", "0 0 0") + ball("b", "1 0 0"), pair))).toThrow(/pair@condim: friction against turning/);
  });
});

describe("<contact>", () => {
  const scene = (contact: string, a = "", b = "") =>
    model(PLANE + ball("a", "0 0 1", a) + ball("b", "1 0 1", b), `<contact>${contact}</contact>`);

  it("pairs touch whatever bits say, with a friction of their own", () => {
    const none = 'contype="0" conaffinity="0"';
    expect(frictions(scene("", none, none))).toEqual({});
    expect(frictions(scene('<pair geom1="floor" geom2="a g"/>', `${none} friction="0.3"`, none))).toEqual({ "a ground plane": 1 });
    expect(frictions(scene('<pair geom1="b g" geom2="a g" friction="0.4 0.4"/>', none, none))).toEqual({ "a b": 0.4 });
    expect(frictions(scene('<pair geom1="b g" geom2="a g" friction="0.4" condim="1"/>', none, none))).toEqual({ "a b": 0 });
    expect(() => strict(scene('<pair geom1="b g" geom2="a g" friction="0.4 0.6"/>'))).toThrow(/friction is 0.4 in all directions, not 0.6/);
  });

  it("excludes keep bodies apart, also those that are welded into one with others", () => {
    expect(frictions(scene('<exclude body1="a" body2="b"/>'))).toEqual({ "a ground plane": 1, "b ground plane": 1 });
    expect(frictions(scene('<exclude body1="world" body2="b"/>'))).toEqual({ "a ground plane": 1, "a b": 1 });
    const welded = '<body name="c" pos="0 0 2"><freejoint/><geom size="0.1"/><body name="d" pos="0 0 1"><geom size="0.1"/></body></body>';
    const text = model(welded + ball("a", "1 0 1"), '<contact><exclude body1="d" body2="a"/></contact>');
    expect(frictions(text)).toEqual({ "c a": 1 });
  });
});

describe("joints", () => {
  const arm = (inside: string) =>
    model(`${inside}<body name="a" pos="0 0 1"><joint/><geom size="0.1"/>
    <body name="b" pos="1 0 0"><joint/><joint axis="1 0 0"/><geom size="0.1"/></body></body>`);

  it("keep bodies that they join from touching, but not from ground that they hang on", () => {
    expect(frictions(arm(PLANE))).toEqual({ "a ground plane": 1, "b ground plane": 1 });
    expect(frictions(arm('<geom type="box" size="0.1 0.1 0.1"/>'))).toEqual({ "ground a": 1, "ground b": 1 });
  });
});

describe("dropped", () => {
  it("on a floor that is like the ground of the file: bodies that miss it fall through, friction is that of the pair", () => {
    const ground = '<geom type="plane" size="1 1 1" contype="2" conaffinity="2" friction="0.8"/>';
    const text = model(`${ground}${ball("a", "0 0 1")}${ball("b", "1 0 1", 'contype="3" friction="0.5"')}`);
    const { contacts, account } = dropRobot(readMjcf(text, { base: "free" }), { height: 0 });
    expect(contacts).toEqual([
      { between: ["b", "floor"], friction: 0.8, restitution: 0 },
      { between: ["a", "b"], friction: 1, restitution: 0 },
    ]);
    expect(account).toContain("these do not touch the ground of the file, nor the floor: a");
  });

  it("with the friction of bodies where the file has no ground", () => {
    const text = model(ball("a", "0 0 1", 'friction="0.3"') + ball("b", "1 0 1") + ball("c", "2 0 1", 'condim="1"'));
    const { contacts } = dropRobot(readMjcf(text, { base: "free" }), { height: 0 });
    expect(contacts.slice(0, 3).map(({ friction }) => friction)).toEqual([0.3, 1, 0]);
  });

  it("with pairs and excludes of the ground of the file", () => {
    const none = 'contype="0" conaffinity="0"';
    const text = model(
      `${PLANE}${ball("a", "0 0 1", none)}${ball("b", "1 0 1")}${ball("c", "2 0 1")}`,
      '<contact><pair geom1="floor" geom2="a g" friction="0.4"/><exclude body1="world" body2="c"/></contact>',
    );
    const { contacts } = dropRobot(readMjcf(text, { base: "free" }), { height: 0 });
    expect(contacts.map(({ between, friction }) => `${between.join(" ")} ${friction}`)).toEqual(["a floor 0.4", "b floor 1", "b c 1"]);
  });

  it("free bodies beside a body that stood, with each other", () => {
    const text = model(`<body name="a" pos="0 0 1"><geom size="0.1"/></body>${ball("b", "0 0 2")}`);
    const { contacts } = dropRobot(readMjcf(text, { base: "free" }), { height: 0 });
    expect(contacts.map(({ between }) => between.join(" "))).toEqual(["a floor", "b floor", "a b"]);
  });
});

it.each([
  [ball("a", "0 0 0", 'condim="2"'), /@condim: 2 is not one of 1, 3, 4, 6/],
  [ball("a", "0 0 0", 'contype="4294967296"'), /@contype: 4294967296 is not a whole number of 32 bits/],
  [ball("a", "0 0 0", 'conaffinity="0.5"'), /@conaffinity: 0.5 is not a whole number of 32 bits/],
  ['<body name="a"><freejoint/><geom name="x" size="1"/><geom name="x" size="1"/></body>', /"x" is the name of another shape too/],
])("refuses what MuJoCo refuses: %s", (inside, message) => {
  expect(() => readMjcf(model(inside))).toThrow(message);
});

it("has no contacts where the file switches them off", () => {
  expect(strict(model(PLANE + ball("a", "0 0 1"), '<option><flag contact="disable"/></option>')).contacts).toEqual([]);
});
