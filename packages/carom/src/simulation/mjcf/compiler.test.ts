/** What <compiler> and <option> say; numbers that are no closed forms are MuJoCo's own (3.14). */
import { describe, expect, it } from "vitest";
import type * as mat3 from "../../math/mat3.js";
import { systemFromScene } from "../scene/scene.js";
import { dropRobot } from "../urdf/drop.js";
import { readMjcf } from "./mjcf.js";

const model = (inside: string, head = "") => `<mujoco model="m">${head}<worldbody>${inside}</worldbody></mujoco>`;
const inertial = (mass: number, moments: string, at = "0 0 0") => `<inertial pos="${at}" mass="${mass}" diaginertia="${moments}"/>`;
const strict = (text: string) => readMjcf(text, { strict: true });

describe("masses", () => {
  const text = (head: string) =>
    model(
      `<body name="a"><freejoint/>${inertial(0.1, "0.1 0.2 0.3")}</body><body name="b"><freejoint/>${inertial(3, "1 1 1")}</body>`,
      head,
    );

  it("are at least boundmass, moments at least boundinertia", () => {
    const { bodies } = strict(text('<compiler boundmass="0.5" boundinertia="0.15"/>'));
    expect(bodies.a).toMatchObject({
      mass: 0.5,
      inertia: [
        [0.15, 0, 0],
        [0, expect.closeTo(0.2, 14), 0],
        [0, 0, expect.closeTo(0.3, 14)],
      ],
    });
    expect(bodies.b).toMatchObject({
      mass: 3,
      inertia: [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ],
    });
  });

  it("stand in the frame around them, and only once in a body", () => {
    const one = `<frame pos="1 2 3" euler="0 0 90">${inertial(2, "1 2 2.5", "1 0 0")}</frame>`;
    const { centre, inertia } = strict(model(`<body name="a"><freejoint/>${one}</body>`)).bodies.a;
    expect(centre).toEqual([1, 3, 3].map((value) => expect.closeTo(value, 14)));
    expect((inertia as mat3.Rows3).map((row, i) => row[i])).toEqual([2, 1, 2.5].map((value) => expect.closeTo(value, 14)));
    expect(() => strict(model(`<body name="a"><freejoint/>${one}${one}</body>`))).toThrow(/a body has one inertial/);
  });

  it("of bodies without any are boundmass as well", () => {
    const welded = model(
      `<body name="a"><freejoint/>${inertial(1, "1 1 1")}<body name="b" pos="2 0 0"/></body>`,
      '<compiler boundmass="0.5"/>',
    );
    // Two points on a line: the reduced mass times the distance squared.
    const { mass, centre, inertia } = strict(welded).bodies.a;
    expect([mass, centre?.[0]]).toEqual([1.5, expect.closeTo(2 / 3, 14)]);
    expect((inertia as mat3.Rows3).map((row, i) => row[i])).toEqual([1, 1 + 4 / 3, 1 + 4 / 3].map((value) => expect.closeTo(value, 13)));
  });

  it("add up to settotalmass, after the bounds, inertias with them", () => {
    const { bodies, mass, account } = strict(text('<compiler boundmass="1" settotalmass="8"/>'));
    expect(mass).toBeCloseTo(8, 14);
    expect(bodies.a.mass).toBeCloseTo(2, 14);
    expect(bodies.b.inertia).toEqual([
      [2, 0, 0],
      [0, 2, 0],
      [0, 0, 2],
    ]);
    expect(account).toContain("line 1, compiler@settotalmass: masses and inertias are 2.00000 times those of the bodies");
  });

  it("are balanced where no body could have them and the file says so", () => {
    const wrong = `<body name="a"><freejoint/>${inertial(1, "1 1 4")}</body>`;
    expect(() => strict(model(wrong))).toThrow(/no body has the moments/);
    const { bodies } = strict(model(wrong, '<compiler balanceinertia="true"/>'));
    expect(bodies.a.inertia?.flat().map((value) => Math.round(value * 1e12) / 1e12 + 0)).toEqual([2, 0, 0, 0, 2, 0, 0, 0, 2]);
  });

  it("of meshes are by tetrahedra, exact, of the hull or of the shell, as the mesh says", () => {
    // An L of five cubes, whose hull has seven cubes' volume.
    const corners = [0, 1].flatMap((z) => [0, 0, z, 3, 0, z, 3, 1, z, 1, 1, z, 1, 3, z, 0, 3, z]);
    const caps = [2, 3, 4, 5].flatMap((k) => [0, k, k - 1, 6, 5 + k, 6 + k]);
    const sides = [0, 1, 2, 3, 4, 5].flatMap((k) => [k, (k + 1) % 6, 6 + ((k + 1) % 6), k, 6 + ((k + 1) % 6), 6 + k]);
    const read = (inertia: string, geom = 'density="1"') =>
      strict(
        model(
          `<body name="a"><freejoint/><geom type="mesh" mesh="m" ${geom}/></body>`,
          `<asset><mesh name="m" ${inertia} vertex="${corners.join(" ")}" face="${[...caps, ...sides].join(" ")}"/></asset>`,
        ),
      ).bodies.a;
    const trace = ({ inertia }: ReturnType<typeof read>) => (inertia as mat3.Rows3).reduce((sum, row, i) => sum + row[i], 0);
    // 5 cubes with their centres at 0.5, 1.5, 2.5 along either leg.
    const exact = read('inertia="exact"');
    expect(exact.mass).toBeCloseTo(5, 13);
    expect(exact.centre?.map((value) => Math.round(value * 1e12) / 1e12)).toEqual([1.1, 1.1, 0.5]);
    expect(trace(exact)).toBeCloseTo(15.3, 12);
    expect(read('inertia="convex"').mass).toBeCloseTo(7, 13);
    expect(read('inertia="shell"').mass).toBeCloseTo(22, 12);
    for (const legacy of [read(""), read('inertia="legacy"')]) {
      expect(legacy.mass).toBeCloseTo(5.322547508988188, 12);
      expect(trace(legacy)).toBeCloseTo(7.454608707160514 + 5.978479712378017 + 2.341717079014646, 12);
      expect(legacy.centre?.[0]).toBeCloseTo(1.1209553158705703, 13);
    }
    expect(read("", 'mass="2"').mass).toBeCloseTo(2, 13);
  });

  it("of meshes are of the mesh moved by refpos, turned by refquat and then scaled, as parts too", () => {
    const brick = [0, 1].flatMap((x) => [0, 1].flatMap((y) => [0, 1].map((z) => [x, 2 * y, 4 * z].join(" ")))).join(" ");
    const read = (attributes: string) =>
      strict(
        model(
          '<body name="a"><freejoint/><geom type="mesh" mesh="m" density="1"/></body>',
          `<asset><mesh name="m" inertia="convex" vertex="${brick}" refpos="0.1 0.2 0.3" ${attributes}/></asset>`,
        ),
      ).bodies.a;
    const rounded = (list: readonly number[] = []) => list.map((value) => Math.round(value * 1e12) / 1e12 + 0);
    // (0.5, 1, 2) less refpos, a quarter turn back about z, y three times: a brick of 2, 3 and 4 m with 24 kg.
    const uneven = read('scale="1 3 1" refquat="1 0 0 1"');
    expect(uneven.mass).toBeCloseTo(24, 12);
    expect(rounded(uneven.centre)).toEqual([0.8, -1.2, 1.7]);
    expect(rounded(uneven.inertia?.flat())).toEqual([50, 0, 0, 0, 40, 0, 0, 0, 26]);
    expect(rounded(read('scale="2 2 2" refquat="1 0 0 1"').centre)).toEqual([1.6, -0.8, 3.4]);
    expect(rounded(read('scale="2 3 4"').centre)).toEqual([0.8, 2.4, 6.8]);
    // An L of 2 m by 1 m: a quarter turn back makes x of y, and minus y of x.
    const foot = "0 0 0 2 0 0 2 0.5 0 1 0.5 0 1 1 0 0 1 0".split(" ").map(Number);
    const corners = [...foot, ...foot.map((value, i) => (i % 3 === 2 ? 1 : value))].join(" ");
    const caps = [0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 5];
    const top = caps.map((corner) => corner + 6);
    const bottom = caps.map((_, i) => caps[i % 3 === 1 ? i + 1 : i % 3 === 2 ? i - 1 : i]);
    const sides = [0, 1, 2, 3, 4, 5].flatMap((k) => [k, (k + 1) % 6, 6 + ((k + 1) % 6), k, 6 + ((k + 1) % 6), 6 + k]);
    const faces = [...bottom, ...top, ...sides].join(" ");
    const mesh = `<mesh name="m" scale="1 3 1" refquat="1 0 0 1" vertex="${corners}" face="${faces}"/>`;
    const text = model('<body name="a"><freejoint/><geom type="mesh" mesh="m"/></body>', `<asset>${mesh}</asset>`);
    const { shape } = readMjcf(text, { parts: 4 }).bodies.a;
    const points = shape?.type === "compound" ? shape.parts.flatMap((part) => (part.shape.type === "mesh" ? part.shape.vertices : [])) : [];
    const most = (c: number) => [Math.min(...points.map((point) => point[c])), Math.max(...points.map((point) => point[c]))];
    expect([0, 1].map((c) => rounded(most(c)))).toEqual([
      [0, 1],
      [-6, 0],
    ]);
  });
});

describe("gravity", () => {
  const body = '<body name="a" pos="0 0 1"><freejoint/><geom size="0.1" mass="2"/></body>';

  it("is that of the option, the last of several, and can be switched off", () => {
    expect(strict(model(body)).gravity).toBeUndefined();
    expect(strict(model(body, '<option gravity="0 0 -1"/><option gravity="1 2 -3"/>')).gravity).toEqual([1, 2, -3]);
    expect(strict(model(body, '<option gravity="1 2 -3"><flag gravity="disable"/></option>')).gravity).toEqual([0, 0, 0]);
  });

  it("does not pull what gravcomp carries", () => {
    const text = model(
      `<body name="a" gravcomp="0.5"><freejoint/>${inertial(2, "1 1 1")}
        <body name="b" pos="1 0 0" gravcomp="1">${inertial(1, "1 1 1")}</body></body>`,
      '<option gravity="0 0 -10"/>',
    );
    const { bodies, loads, gravity } = strict(text);
    // 1 kg of 2 at the first, 1 kg at the second, a metre away; the centre of all is a third of the way.
    expect(loads).toEqual([{ type: "constant", body: "a", force: [0, 0, 20], point: [expect.closeTo(0.5 - 1 / 3, 14), 0, 0] }]);
    const floats = strict(model('<body name="a" gravcomp="1"><freejoint/><geom size="0.1"/></body>'));
    const system = systemFromScene({ bodies: floats.bodies, loads: floats.loads ?? [] });
    const { coordinates, speeds } = system.initialState();
    expect(system.stateOf(0, coordinates, speeds).position).toEqual([0, 0, 0]);
    expect(floats.loads?.[0].force?.[2]).toBeCloseTo(9.81 * (floats.bodies.a.mass ?? 0), 12);
    expect(Object.keys(bodies)).toEqual(["a"]);
    expect(gravity).toEqual([0, 0, -10]);
  });
});

describe("bits of shapes", () => {
  const ball = (name: string, x: number, bits: string) =>
    `<body name="${name}" pos="${x} 0 0"><freejoint/><geom size="0.1" ${bits}/></body>`;
  const pairs = (text: string) =>
    dropRobot(readMjcf(text, { base: "free" }), { height: 0, friction: 0, restitution: 0 })
      .contacts.map(({ between }) => between.join(" "))
      .filter((pair) => !pair.includes("floor"));

  it("say which bodies touch each other", () => {
    const bits = 'contype="1" conaffinity="0"';
    expect(pairs(model(ball("a", 0, "") + ball("b", 1, bits) + ball("c", 2, bits)))).toEqual(["a b", "a c"]);
    expect(pairs(model(ball("a", 0, 'contype="2" conaffinity="4"') + ball("b", 1, 'contype="8" conaffinity="2"')))).toEqual(["a b"]);
  });

  it("that differ within a body make surfaces of their own, which weigh nothing", () => {
    const two =
      '<body name="c" pos="3 0 0"><freejoint/><geom size="0.1"/><geom size="0.1" pos="0 0 1" contype="2" conaffinity="2"/></body>';
    const { bodies, contacts } = strict(model(ball("a", 0, "") + two));
    expect(bodies["c/2"]).toEqual({ joint: { type: "fixed", parent: "c" }, shape: { type: "sphere", radius: 0.1 }, position: [0, 0, 1] });
    expect(bodies.c.mass).toBeCloseTo(2 * (bodies.a.mass ?? 0), 12);
    expect(contacts?.map(({ between }) => between.join(" "))).toEqual(["a c"]);
  });
});

describe("words", () => {
  it.each([
    ['<compiler angle="radians"/>', /compiler@angle: "radians" is not one of radian, degree/],
    ['<compiler autolimits="yes"/>', /compiler@autolimits: "yes" is not one of true, false/],
    ['<compiler inertiafromgeom="on"/>', /compiler@inertiafromgeom: "on" is not one of auto, true, false/],
    ['<option><flag gravity="off"/></option>', /option\/flag@gravity: "off" is not one of enable, disable/],
  ])("that MuJoCo does not have are refused: %s", (head, message) => {
    expect(() => readMjcf(model('<body name="a"><freejoint/><geom size="0.1"/></body>', head))).toThrow(message);
  });

  it("of defaults are one set for all actuators, and one for all equalities", () => {
    const body = '<body name="a"><joint name="j"/><geom size="0.1"/></body><body name="b"><freejoint/><geom size="0.1"/></body>';
    const text = model(
      body,
      `<default><general gear="3"/><equality active="false"/></default><equality><weld body1="b" body2="a"/></equality>
       <actuator><position joint="j" kp="10"/></actuator>`,
    );
    const { bodies, loops } = readMjcf(text);
    expect(bodies.a.joint.spring).toEqual({ stiffness: 90 });
    expect(loops).toBeUndefined();
  });
});

it("servos pull to where the file counts zero, joined with the joint's own spring", () => {
  const body = (joint: string) => `<body name="a"><joint name="j" ${joint}/><geom size="0.1"/></body>`;
  const spring = (joint: string, servo: string) =>
    readMjcf(model(body(joint), `<compiler angle="radian"/><actuator>${servo}</actuator>`)).bodies.a.joint.spring;
  // Drawn at ref: zero of the file is ref before it.
  expect(spring('ref="0.5"', '<position joint="j" kp="10"/>')).toEqual({ stiffness: 10, position: -0.5 });
  expect(spring('type="slide" ref="0.5"', '<general joint="j" biastype="affine" biasprm="0 -8 0"/>')).toEqual({
    stiffness: 8,
    position: -0.5,
  });
  expect(spring("", '<position joint="j" kp="10"/>')).toEqual({ stiffness: 10 });
  // Without force where 6 (0.9 - q) = 2 (q - 0), less 0.5 of the place where it is drawn.
  const both = spring('ref="0.5" stiffness="6" springref="0.9"', '<position joint="j" kp="2"/>');
  expect(both).toEqual({ stiffness: 8, position: expect.closeTo((6 * 0.9) / 8 - 0.5, 14) });
  expect(spring('ref="0.5" stiffness="6" springref="0.9"', '<velocity joint="j" kv="2"/>')).toEqual({ stiffness: 6, position: 0.9 - 0.5 });
});

it.each([
  [
    '<body name="a"><joint name="j"/><geom size="1"/></body><body name="b"><joint name="j"/><geom size="1"/></body>',
    /"j" is the name of another joint/,
  ],
  ['<body name="a"><geom size="1"/><body name="b"><freejoint/><geom size="1"/></body></body>', /is the only joint of a body of the world/],
  ['<body name="a"><freejoint/><joint/><geom size="1"/></body>', /is the only joint of a body of the world/],
  ['<body name="a" pos="1 2 3 4"><freejoint/><geom size="1"/></body>', /body a@pos: "1 2 3 4" are not 3 numbers/],
  ['<body name="a" quat="1 0 0 0" euler="1 2 3"><freejoint/><geom size="1"/></body>', /body a@euler: "quat and euler" are two turns/],
  ['<joint/><body name="a"><freejoint/><geom size="1"/></body>', /"<joint>" is none of the world, which stands/],
  ['<body name="a"><freejoint/><inertial pos="0 0 0" diaginertia="1 1 1"/></body>', /inertial@mass: nothing is given/],
])("refuses what MuJoCo refuses: %s", (inside, message) => {
  expect(() => readMjcf(model(inside))).toThrow(message);
});

it("turns by what an element says itself before what its class says", () => {
  const text = model(
    '<body name="a"><freejoint/><geom euler="0 0 90"/></body>',
    '<default><geom type="box" size="0.1 0.2 0.3" quat="1 1 0 0" density="1000"/></default>',
  );
  // 48 kg, with sides of 0.2, 0.4 and 0.6 m; x and y change places.
  const { inertia } = strict(text).bodies.a;
  expect((inertia as mat3.Rows3).map((row, i) => row[i])).toEqual(
    [4 * (0.04 + 0.36), 4 * (0.16 + 0.36), 4 * 0.2].map((m) => expect.closeTo(m, 12)),
  );
});

it("has stops by ranges as MuJoCo has them", () => {
  const joint = (words: string, head = "") =>
    readMjcf(model(`<body name="a"><joint ${words}/><geom size="1"/></body>`, `<compiler angle="radian"/>${head}`));
  expect(joint('range="-1 1"').bodies.a.joint.limits).toEqual({ lower: -1, upper: 1 });
  expect(joint('range="0 0"').bodies.a.joint).not.toHaveProperty("limits");
  expect(joint('range="1 -1"').account.join("\n")).toContain("in the wrong order: it has no stops");
  expect(joint('range="-1 1"', '<compiler autolimits="false"/>').account.join("\n")).toContain("autolimits is false");
  expect(() => joint('range="0 0" limited="true"')).toThrow(/@range: "0 0" are in the wrong order/);
  expect(joint('type="free"', '<default><joint limited="true"/></default>').bodies.a.joint.type).toBe("free");
});

it("reads a thousand bodies inside each other", () => {
  const depth = 1000;
  const one = (k: number) => `<body name="b${k}" pos="0 0 0.1"><joint axis="0 1 0"/><geom size="0.01"/>`;
  const text = model(`${Array.from({ length: depth }, (_, k) => one(k)).join("")}${"</body>".repeat(depth)}`);
  expect(Object.keys(strict(text).bodies)).toHaveLength(depth);
});

it.each(["body", "frame"])("reads %ss that are as deep as elements may be", (kind) => {
  const depth = 1990;
  const deep = `${`<${kind} pos="0 0 0.1">`.repeat(depth)}<geom size="0.01"/>${`</${kind}>`.repeat(depth)}`;
  expect(strict(model(`<body name="a"><freejoint/>${deep}</body>`)).bodies.a.centre?.[2]).toBeCloseTo(0.1 * depth, 9);
});

it("names the file of a line that another one includes", () => {
  const files = new Map([["legs.xml", '<mujocoinclude>\n<body name="a" poss="1"><freejoint/><geom size="0.1"/></body></mujocoinclude>']]);
  const text = model('<include file="legs.xml"/>');
  expect(readMjcf(text, { files }).account).toContainEqual(expect.stringMatching(/^line 2 of legs\.xml, body a@poss: /));
  expect(() => readMjcf(text, { files: new Map([["legs.xml", "<a>\n<b></a>"]]) })).toThrow(/^line 2 of legs\.xml: /);
});

describe("shells", () => {
  it.each([
    ['type="sphere" size="0.2"', 0.5026548245743669, [0.013404128655316455, 0.013404128655316455, 0.013404128655316455]],
    ['type="box" size="0.1 0.2 0.3"', 0.88, [0.05413333333333334, 0.042133333333333335, 0.024266666666666666]],
    ['type="cylinder" size="0.1 0.3"', 0.439822971502571, [0.019006635554218245, 0.019006635554218245, 0.004084070449666731]],
    ['type="capsule" size="0.1 0.3"', 0.5026548245743669, [0.029112091923265415, 0.029112091923265415, 0.004607669225265031]],
    ['type="box" size="0.1 0.2 0.3" mass="2"', 2, [0.12303030303030303, 0.09575757575757576, 0.05515151515151516]],
  ])("weigh as MuJoCo weighs them: %s", (geom, mass, moments) => {
    const { bodies } = strict(model(`<body name="a"><freejoint/><geom ${geom} density="1" shellinertia="true"/></body>`));
    expect(bodies.a.mass).toBeCloseTo(mass, 14);
    moments.forEach((moment, i) => {
      expect((bodies.a.inertia as mat3.Rows3)[i][i]).toBeCloseTo(moment, 14);
    });
  });

  it("of ellipsoids are filled, told", () => {
    const text = model('<body name="a"><freejoint/><geom type="ellipsoid" size="1 2 3" shellinertia="true"/></body>');
    expect(() => strict(text)).toThrow(/@shellinertia: its mass is taken to fill it.*\(refused: --strict\)/);
  });
});

it("springs and dampers by time constants and ratios are those that MuJoCo finds", () => {
  const inner = `<body name="b" pos="0.5 0 0"><joint name="k" axis="0 1 0" ref="0.3" springdamper="0.2 1.2"/>
    <geom size="0.1" pos="0.1 0 0.2"/></body>`;
  const outer = `<body name="a"><joint name="j" springdamper="0.5 0.7" armature="0.03"/>
    <geom type="box" size="0.1 0.2 0.3" pos="0.3 0 0"/>${inner}</body>`;
  const servos = '<actuator><position joint="j" kp="50" dampratio="0.8" gear="3"/><position joint="k" kp="20" dampratio="1"/></actuator>';
  const { bodies } = readMjcf(model(outer, `<compiler angle="radian"/>${servos}`));
  const [first, second] = [bodies.a.joint, bodies.b.joint];
  expect(first.spring?.stiffness).toBeCloseTo(54.48750722075305 + 9 * 50, 10);
  expect(first.damping).toBeCloseTo(26.69887853816899 + 9 * 9.74316919249018, 10);
  expect(second.spring?.stiffness).toBeCloseTo(3.926990816987242 + 20, 10);
  expect(second.damping).toBeCloseTo(2.2619467105846516 + 4.253889242173239, 10);
  // Both rest where the file counts 0, which is ref before where it is drawn.
  expect(second.spring?.position).toBeCloseTo(-0.3, 12);
  expect(() => readMjcf(model(outer, '<actuator><position joint="j" kv="1" dampratio="1"/></actuator>'))).toThrow(/besides kv/);
});
