import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InvalidInputError } from "../../errors.js";
import { convexHull } from "../../geometry/convex-hull.js";
import * as quaternion from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { massProperties } from "../../mechanics/shapes/index.js";
import { between } from "../../testing/between.js";
import { readXml } from "../../xml.js";
import { createSimulation } from "../loop/simulation.js";
import { type Scene, systemFromScene } from "../scene/scene.js";
import { fromRollPitchYaw } from "./fields.js";
import { meshFilesOf, readUrdf } from "./urdf.js";

const INERTIAL = '<inertial><mass value="2"/><inertia ixx="0.1" iyy="0.2" izz="0.15" ixy="0" ixz="0" iyz="0"/></inertial>';
const robot = (...parts: readonly string[]) => `<?xml version="1.0"?>\n<robot name="arm">\n${parts.join("\n")}\n</robot>`;
const joint = (inside: string, type = "revolute", ends = '<parent link="base"/><child link="tip"/>') =>
  `<joint name="elbow" type="${type}">${ends}${inside}</joint>`;
const two = (inside: string, type?: string) => robot('<link name="base"/>', `<link name="tip">${INERTIAL}</link>`, joint(inside, type));

describe("the XML reader", () => {
  it("reads elements, attributes and characters, and passes over the rest", () => {
    const root = readXml(
      '\uFEFF<?xml version="1.0"?>\n<!-- <a> -->\n<a x="1 &lt; 2 &#65;&#x42;" y=\'"\'>text<b/>\n<![CDATA[<c>]]><b z="&amp;"/></a>\n',
    );
    expect(root.name).toBe("a");
    expect([...root.attributes]).toEqual([
      ["x", "1 < 2 AB"],
      ["y", '"'],
    ]);
    expect(root.children.map(({ name, line }) => [name, line])).toEqual([
      ["b", 3],
      ["b", 4],
    ]);
  });

  it.each([
    ['<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;">]>\n<robot name="&lol2;"/>', "line 1", "document types or entities"],
    ['<a>\n<!ENTITY x "y"></a>', "line 2", "document types or entities"],
    ['<a x="&bomb;"/>', "line 1", "is not a character"],
    ['<a x="&lt"/>', "line 1", "is not a character"],
    ["<a>\n<b>\n</a>", "line 3", "is not the end of <b> of line 2"],
    ["<a>\n<b/>", "line 2", "of line 1 has no end"],
    ["<a>\n<b", "line 2", "is not finished: the file is cut short"],
    ['<a>\n<b x="1', "line 2", "is not finished: the file is cut short"],
    ["<a>\n</a", "line 2", "is not finished: the file is cut short"],
    ["<a/></a>", "line 1", "closes nothing"],
    ["<a/>\n<b/>", "line 2", "second outermost element"],
    ["<a x=1/>", "line 1", "neither an attribute"],
    ['<a x="1" x="2"/>', "line 1", "twice"],
    ['<a x="1/>', "line 1", "without an end"],
    ["<a><!-- ", "line 1", "a comment that does not end"],
    ["", "line 1", "is empty"],
    ["solid stl", "line 1", "this is not XML"],
    ["<a>".repeat(2001), "line 1", "more than 2000 elements deep"],
    [`<a>${"<b/>".repeat(50_001)}</a>`, "line 1", "elements are more than a file may have"],
  ])("refuses %.40s", (text, path, message) => {
    let complaint: unknown;
    try {
      readXml(text);
    } catch (error) {
      complaint = error;
    }
    expect(complaint).toBeInstanceOf(InvalidInputError);
    expect((complaint as Error).message).toContain(message);
    expect((complaint as Error).message.startsWith(`${path}: `)).toBe(true);
  });

  it("never fails in another way, whatever it is given", () => {
    const pieces = ["<", ">", "/", "a", '"', "=", " ", "&", ";", "!", "-", "?", "\n", "[", "]", "<a", "</a>", 'x="1"'];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 40 }), (list) => {
        try {
          readXml(list.join(""));
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidInputError);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe("joints", () => {
  const limit = '<limit lower="-1" upper="2" effort="5" velocity="1"/>';
  it.each([
    ["revolute", limit, { type: "revolute", axis: [1, 0, 0], limits: { lower: -1, upper: 2 } }],
    ["continuous", '<axis xyz="0 0 2"/>', { type: "revolute", axis: [0, 0, 2] }],
    [
      "prismatic",
      `${limit}<axis xyz="0 1 0"/><dynamics damping="0.5" friction="0.25"/>`,
      { type: "prismatic", axis: [0, 1, 0], limits: { lower: -1, upper: 2 }, damping: 0.5, friction: { effort: 0.25 } },
    ],
    ["floating", "", { type: "free" }],
    ["spherical", '<dynamics damping="0.5"/>', { type: "spherical", damping: 0.5 }],
  ])("%s", (type, inside, expected) => {
    const { bodies, joints } = readUrdf(two(`<origin xyz="1 2 3"/>${inside}`, type));
    expect(bodies.tip.joint).toEqual({ parent: "base", position: [1, 2, 3], ...expected });
    expect(joints).toEqual({ elbow: "tip" });
  });

  it("planar becomes three, which move in the plane alone", () => {
    const { bodies, account } = readUrdf(two('<axis xyz="0 0 1"/><origin xyz="0 0 1"/>', "planar"));
    expect(Object.keys(bodies)).toEqual(["base", "tip/x", "tip/y", "tip"]);
    expect(account.join()).toContain("became two prismatic joints and a revolute one");
    const system = systemFromScene({ bodies, gravity: [0.5, -1, -9.81] });
    const simulation = createSimulation(system, system.initialState());
    simulation.advance(1);
    const { position } = system.stateOf(system.names.indexOf("tip"), simulation.coordinates, simulation.speeds);
    [0.25, -0.5, 1].forEach((value, k) => {
      expect(Math.abs(position[k] - value)).toBeLessThan(1e-9);
    });
  });

  it("begin at zero, or at the limit nearest to it, or where they are told to", () => {
    const text = two('<limit lower="0.5" upper="2"/>');
    expect(readUrdf(text).bodies.tip.joint.start).toEqual({ position: 0.5 });
    expect(readUrdf(text, { positions: { elbow: 1.5 }, limitRestitution: 0.3 }).bodies.tip.joint).toMatchObject({
      start: { position: 1.5 },
      limits: { lower: 0.5, upper: 2, restitution: 0.3 },
    });
  });

  it("hang on a root that stands, that flies, or that is the world", () => {
    const heavy = two(limit).replace('<link name="base"/>', `<link name="base">${INERTIAL}</link>`);
    const flying = readUrdf(heavy, { base: "free", position: [0, 0, 2] });
    expect(flying.bodies.base.joint).toEqual({ type: "free", start: { position: [0, 0, 2] } });
    expect(flying.bodies.tip.joint.parent).toBe("base");
    const world = readUrdf(
      robot(
        '<link name="world"/>',
        `<link name="tip">${INERTIAL}</link>`,
        joint(limit, "revolute", '<parent link="world"/><child link="tip"/>'),
      ),
    );
    expect(Object.keys(world.bodies)).toEqual(["tip"]);
    expect(world.bodies.tip.joint.parent).toBe("world");
  });
});

describe("links", () => {
  it("have the inertia of their own axes, whatever the axes it is given in", () => {
    const angles = between(-3, 3);
    fc.assert(
      fc.property(angles, angles, angles, (roll, pitch, yaw) => {
        const [x, y, z] = [roll, pitch, yaw].map((angle) => [Math.cos(angle), Math.sin(angle)]);
        // Rz Ry Rx by hand.
        const rotation = [
          [z[0] * y[0], z[0] * y[1] * x[1] - z[1] * x[0], z[0] * y[1] * x[0] + z[1] * x[1]],
          [z[1] * y[0], z[1] * y[1] * x[1] + z[0] * x[0], z[1] * y[1] * x[0] - z[0] * x[1]],
          [-y[1], y[0] * x[1], y[0] * x[0]],
        ];
        const turn = fromRollPitchYaw([roll, pitch, yaw]);
        [0, 1, 2].forEach((k) => {
          const unit = [0, 1, 2].map((c) => (c === k ? 1 : 0)) as unknown as Vec3;
          quaternion.rotate(turn, unit).forEach((value, row) => {
            expect(Math.abs(value - rotation[row][k])).toBeLessThan(1e-13);
          });
        });
        const text =
          `<link name="base"><inertial><origin xyz="0.1 0 0.2" rpy="${roll} ${pitch} ${yaw}"/><mass value="3"/><inertia ixx="0.1" ` +
          `iyy="0.2" izz="0.25" ixy="0" ixz="0" iyz="0"/></inertial></link>`;
        const { centre, inertia, mass } = readUrdf(robot(text)).bodies.base;
        expect([centre, mass]).toEqual([[0.1, 0, 0.2], 3]);
        const moments = [0.1, 0.2, 0.25];
        for (let i = 0; i < 3; i++)
          for (let j = 0; j < 3; j++) {
            const expected = moments.reduce((sum, moment, k) => sum + moment * rotation[i][k] * rotation[j][k], 0);
            expect(Math.abs((inertia as unknown as number[][])[i][j] - expected)).toBeLessThan(1e-13);
          }
      }),
      { numRuns: 30 },
    );
  });

  it("touch with boxes, balls, cylinders and several of them", () => {
    const collision = (shape: string, origin = "") => `<collision>${origin}<geometry>${shape}</geometry></collision>`;
    const shapeOf = (...parts: string[]) => {
      const {
        joint: _joint,
        mass: _mass,
        centre: _centre,
        inertia: _inertia,
        ...surface
      } = readUrdf(robot(`<link name="base">${INERTIAL}${parts.join("")}</link>`)).bodies.base;
      return surface;
    };
    expect(shapeOf(collision('<box size="1 2 3"/>', '<origin xyz="0 0 1"/>'))).toEqual({
      shape: { type: "box", size: [1, 2, 3] },
      position: [0, 0, 1],
    });
    expect(shapeOf(collision('<cylinder radius="0.5" length="2"/>'))).toEqual({ shape: { type: "cylinder", radius: 0.5, height: 2 } });
    expect(shapeOf(collision('<sphere radius="1"/>'), collision('<sphere radius="2"/>', '<origin xyz="1 0 0"/>'))).toEqual({
      shape: {
        type: "compound",
        parts: [{ shape: { type: "sphere", radius: 1 } }, { shape: { type: "sphere", radius: 2 }, position: [1, 0, 0] }],
      },
    });
  });

  it("touch with the convex hulls of meshes", () => {
    const corners = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z) => [x, y, z])));
    const obj = [...corners, [0, 0, 0], [0.5, 0.2, -1]].map((point) => `v ${point.join(" ")}`).join("\n");
    const stl =
      `solid cube\nfacet normal 0 0 1\nouter loop\n${corners.map((point) => `vertex ${point.join(" ")}`).join("\n")}` +
      `\nendloop\nendfacet\nendsolid`;
    const text = robot(
      `<link name="base">${INERTIAL}<collision><geometry><mesh filename="a.obj" scale="1 1 -2"/></geometry></collision></link>`,
    );
    expect(meshFilesOf(text)).toEqual(["a.obj"]);
    for (const mesh of [obj, stl]) {
      const { shape } = readUrdf(text, { meshes: new Map([["a.obj", mesh]]) }).bodies.base;
      if (shape?.type !== "mesh") throw new Error("not a mesh");
      expect(shape.vertices).toHaveLength(8);
      // Closed, and wound the right way round: the solid inside has the volume of a box.
      expect(Math.abs(massProperties(shape, { density: 1 }, "shape").mass - 16)).toBeLessThan(1e-12);
    }
    expect(() => readUrdf(text)).toThrow(/a\.obj" is a mesh that was not found/);
    const flat = readUrdf(text, { meshes: new Map([["a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0"]]) });
    expect(flat.account.join()).toContain("a.obj is flat or empty: it is left out");
    expect(() => readUrdf(text, { meshes: new Map([["a.obj", "v 0 0 zero\n"]]) })).toThrow(/^line 3, .*a\.obj, line 1/);
    expect(() => readUrdf(text, { meshes: new Map([["a.obj", "\0\0\0binary"]]) })).toThrow("is not a mesh that is known");
  });
});

describe("a convex hull", () => {
  it("holds every point, and its corners are among them", () => {
    const coordinate = between(-1, 1);
    fc.assert(
      fc.property(fc.array(fc.tuple(coordinate, coordinate, coordinate), { minLength: 8, maxLength: 60 }), (points) => {
        const hull = convexHull(points);
        if (hull === undefined) return;
        const { vertices, triangles } = hull;
        // Closed: Euler's formula for triangles.
        expect(triangles.length).toBe(2 * vertices.length - 4);
        for (const [a, b, c] of triangles) {
          const normal = vec3.cross(vec3.subtract(vertices[b], vertices[a]), vec3.subtract(vertices[c], vertices[a]));
          for (const point of points) expect(vec3.dot(normal, vec3.subtract(point, vertices[a]))).toBeLessThan(1e-8);
        }
      }),
      { numRuns: 20 },
    );
  });

  it("of many points keeps the most telling corners, and says what is left outside", () => {
    const ball = Array.from({ length: 2000 }, (_, i): Vec3 => {
      const [height, turn] = [1 - (2 * i + 1) / 2000, 2.399963 * i];
      const across = Math.sqrt(1 - height * height);
      return [across * Math.cos(turn), across * Math.sin(turn), height];
    });
    const hull = convexHull(ball, 64)!;
    expect(hull.vertices).toHaveLength(64);
    expect(hull.outside).toBeGreaterThan(0.01);
    expect(hull.outside).toBeLessThan(0.12);
  });
});

describe("what is not a robot", () => {
  const base = '<link name="base"/>';
  const tip = `<link name="tip">${INERTIAL}</link>`;
  const limit = '<limit lower="-1" upper="1"/>';
  it.each([
    ["<sdf/>", 'line 1: "<sdf>" is not <robot>'],
    [robot(), "links: a robot needs one"],
    [robot("<link/>"), "line 3, link"],
    [robot(base, base), 'line 4, link base: "base" is the name of line 3 too'],
    [robot(base, tip), 'line 4, link tip: "tip" is not joined to base'],
    [robot(base, tip, joint(limit, "hinge")), 'joint elbow@type: "hinge" is not one of fixed'],
    [two(`${limit}<axis xyz="0 0 0"/>`), "joint elbow/axis@xyz: [0, 0, 0] has no direction"],
    [two(`${limit}<axis xyz="0 1"/>`), 'joint elbow/axis@xyz: "0 1" are not three numbers'],
    [two(`${limit}<mimic joint="other"/>`), 'joint elbow/mimic@joint: "other" is not a joint of this robot'],
    [two(`${limit}<mimic joint="elbow"/>`), '"elbow -> elbow" go round: nobody leads'],
    [robot(base, tip, joint(limit, "revolute", '<parent link="base"/><child link="hand"/>')), '"hand" is not a link of this robot'],
    [robot(base, tip, joint(limit, "revolute", '<parent link="base"/>')), "joint elbow/child@link: nothing is given"],
    [robot(base, tip, joint(limit), joint(limit).replace("elbow", "again")), "is the child of joint elbow too"],
    [
      robot(
        base,
        '<link name="a"/>',
        '<link name="b"/>',
        joint("", "fixed", '<parent link="a"/><child link="b"/>'),
        joint("", "fixed", '<parent link="b"/><child link="a"/>').replace("elbow", "back"),
      ),
      "hangs on itself: joints go round",
    ],
    [robot(`<link name="base">${INERTIAL.replace('mass value="2"', 'mass value="two"')}</link>`), '"two" is not a number'],
    [robot(`<link name="base">${INERTIAL.replace('mass value="2"', 'mass value="-2"')}</link>`), "-2 is negative"],
    [robot('<link name="base"><collision><geometry><torus/></geometry></collision></link>'), "is not a shape"],
    [robot('<link name="base"><collision><geometry><box size="1 -1 1"/></geometry></collision></link>'), "are not three sizes"],
  ])("%#", (text, message) => {
    expect(() => readUrdf(text)).toThrow(InvalidInputError);
    expect(() => readUrdf(text)).toThrow(message);
  });
});

it("moves as the mechanism that it describes", () => {
  const link = (name: string) =>
    `<link name="${name}"><inertial><origin xyz="0 0 -0.5"/><mass value="1"/><inertia ixx="0.0834" iyy="0.0834" izz="0.0001" ixy="0" ` +
    `ixz="0" iyz="0"/></inertial>` +
    '<collision><origin xyz="0 0 -0.5"/><geometry><box size="0.02 0.02 1"/></geometry></collision></link>';
  const hinge = (name: string, parent: string, child: string, z: number) =>
    `<joint name="${name}" type="continuous"><parent link="${parent}"/><child link="${child}"/><origin xyz="0 0 ${z}"/>` +
    `<axis xyz="0 1 0"/></joint>`;
  const text = robot(
    '<link name="world"/>',
    link("upper"),
    link("lower"),
    hinge("shoulder", "world", "upper", 2.2),
    hinge("elbow", "upper", "lower", -1),
  );
  const { bodies } = readUrdf(text, { positions: { shoulder: 1.2, elbow: 0.5 } });
  const byHand: Scene["bodies"] = Object.fromEntries(
    (["upper", "lower"] as const).map((name, i) => [
      name,
      {
        joint: {
          type: "revolute",
          axis: [0, 1, 0],
          parent: i === 0 ? "world" : "upper",
          position: [0, 0, i === 0 ? 2.2 : -1],
          start: { position: i === 0 ? 1.2 : 0.5 },
        },
        mass: 1,
        centre: [0, 0, -0.5],
        inertia: [0.0834, 0.0834, 0.0001],
        shape: { type: "box", size: [0.02, 0.02, 1] },
        position: [0, 0, -0.5],
      },
    ]),
  );
  const end = (links: Scene["bodies"]) => {
    const floor = { plane: { normal: [0, 0, 1] } } as const;
    const system = systemFromScene({
      bodies: { ...links, floor },
      contacts: [{ between: ["lower", "floor"], friction: 0.3, restitution: 0.5 }],
    });
    const simulation = createSimulation(system, system.initialState());
    simulation.advance(1);
    expect(Math.abs(simulation.ledger().residual)).toBeLessThan(1e-7);
    return [...simulation.coordinates];
  };
  expect(end(bodies)).toEqual(end(byHand));
});

describe("names and sizes that trip programs", () => {
  const link = (name: string) => `<link name="${name}">${INERTIAL}</link>`;
  const turning = (name: string, parent: string, child: string, type = "continuous") =>
    `<joint name="${name}" type="${type}"><parent link="${parent}"/><child link="${child}"/><axis xyz="0 0 1"/></joint>`;

  it("keeps links and joints that are called as what every object has, and refuses the link that no study can hold", () => {
    const { bodies, joints } = readUrdf(
      robot(
        link("a"),
        link("valueOf"),
        link("constructor"),
        turning("toString", "a", "valueOf"),
        turning("__proto__", "valueOf", "constructor"),
      ),
    );
    expect(Object.entries(bodies).map(([name, body]) => [name, "start" in body.joint])).toEqual([
      ["a", false],
      ["valueOf", false],
      ["constructor", false],
    ]);
    expect(Object.entries(joints)).toEqual([
      ["toString", "valueOf"],
      ["__proto__", "constructor"],
    ]);
    expect(() => readUrdf(robot(link("a"), link("__proto__"), turning("j", "a", "__proto__")))).toThrow(
      'line 4, link __proto__: "__proto__" cannot be used as a name: rename the link',
    );
  });

  it.each(["b/x", "b/y"])("refuses a link %s beside those that a planar joint makes", (name) => {
    expect(() => readUrdf(robot(link("a"), link("b"), link(name), turning("j", "a", "b", "planar"), turning("k", "b", name)))).toThrow(
      `line 5, link ${name}: "${name}" is the name of a link that the planar joint j (line 6) makes`,
    );
  });

  it("reads a chain that is longer than calls can nest, parents first, and finds what goes round in one", () => {
    const count = 5000;
    const links = Array.from({ length: count }, (_, i) => `<link name="l${i}"/>`);
    const fixed = (i: number, parent: number) =>
      `<joint name="j${i}" type="fixed"><parent link="l${parent}"/><child link="l${i}"/></joint>`;
    const text = robot(...links, ...Array.from({ length: count - 1 }, (_, i) => fixed(i + 1, i)));
    const { bodies, frames } = readUrdf(text);
    expect(Object.keys(bodies)).toEqual(["l0"]);
    expect(Object.keys(frames)).toEqual(Array.from({ length: count - 1 }, (_, i) => `l${i + 1}`));
    const round = robot(...links, ...Array.from({ length: count - 1 }, (_, i) => fixed(i + 1, i === 0 ? count - 1 : i)));
    expect(() => readUrdf(round)).toThrow('link l1: "l1" hangs on itself');
  });

  it("keeps the order of the file among the links of one parent", () => {
    const names = ["c", "b", "d"];
    const { bodies } = readUrdf(
      robot(link("a"), ...names.map(link), link("e"), ...names.map((n) => turning(`j${n}`, "a", n)), turning("je", "c", "e")),
    );
    expect(Object.keys(bodies)).toEqual(["a", "c", "e", "b", "d"]);
  });
});
