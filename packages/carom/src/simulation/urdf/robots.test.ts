/** Robots as people write them: each row of the census of public files, small enough to be seen through. */
import { describe, expect, it } from "vitest";
import { InvalidInputError } from "../../errors.js";
import type { Vec3 } from "../../math/vec3.js";
import { createSimulation } from "../loop/simulation.js";
import { createTreeDynamics } from "../mechanism/dynamics.js";
import type { SceneLink } from "../mechanism/scene-link.js";
import { createTree } from "../mechanism/tree.js";
import { systemFromScene } from "../scene/scene.js";
import { UrdfError } from "./account.js";
import { dropRobot } from "./drop.js";
import type { UrdfOptions } from "./robot.js";
import { readUrdf } from "./urdf.js";

const inertial = (mass: number, [x, y, z]: Vec3 = [0.1, 0.2, 0.15], origin = "") =>
  `<inertial>${origin}<mass value="${mass}"/><inertia ixx="${x}" iyy="${y}" izz="${z}"/></inertial>`;
const collision = (shape: string, origin = "") => `<collision>${origin}<geometry>${shape}</geometry></collision>`;
const link = (name: string, inside = "") => `<link name="${name}">${inside}</link>`;
const joint = (name: string, type: string, parent: string, child: string, inside = "") =>
  `<joint name="${name}" type="${type}"><parent link="${parent}"/><child link="${child}"/>${inside}</joint>`;
const robot = (...parts: readonly string[]) => `<robot name="r">\n${parts.join("\n")}\n</robot>`;
const AXIS = '<axis xyz="0 0 1"/>';
const LIMIT = '<limit lower="-1" upper="1"/>';
const told = (text: string, options?: UrdfOptions) => readUrdf(text, options).account.join("\n");
const complaints = (text: string, options?: UrdfOptions): readonly string[] => {
  try {
    readUrdf(text, options);
  } catch (error) {
    if (error instanceof UrdfError) return error.complaints;
    throw error;
  }
  return [];
};

describe("fixed joints", () => {
  it("merge links: masses, centres and inertias are those of both, names stay as frames", () => {
    const { bodies, frames, account } = readUrdf(
      robot(
        link("base"),
        link("arm", inertial(2, [0.02, 0.02, 0.02]) + collision('<sphere radius="0.1"/>')),
        link("hand", inertial(1, [0.01, 0.01, 0.01]) + collision('<box size="0.1 0.1 0.1"/>')),
        link("tip"),
        joint("turn", "continuous", "base", "arm", AXIS),
        joint("weld", "fixed", "arm", "hand", '<origin xyz="0.3 0 0" rpy="0 0 1.5707963267948966"/>'),
        joint("mark", "fixed", "hand", "tip", '<origin xyz="0.1 0 0"/>'),
      ),
    );
    expect(Object.keys(bodies)).toEqual(["base", "arm"]);
    const { mass, centre, inertia, shape } = bodies.arm;
    expect(mass).toBe(3);
    expect(centre?.[0]).toBeCloseTo(0.1, 15);
    // Parallel axes: 2 (0.1)^2 + 1 (0.2)^2.
    const rows = inertia as unknown as number[][];
    [0.03, 0.03 + 0.06, 0.03 + 0.06].forEach((moment, k) => {
      expect(rows[k][k]).toBeCloseTo(moment, 15);
    });
    expect(shape?.type).toBe("compound");
    expect(frames.hand).toMatchObject({ body: "arm", position: [0.3, 0, 0] });
    // A tenth along x of the hand, which is y of the arm.
    expect(frames.tip.position?.[0]).toBeCloseTo(0.3, 15);
    expect(frames.tip.position?.[1]).toBeCloseTo(0.1, 15);
    expect(account[0]).toBe("4 links, 2 of them merged into others, 1 joint that moves, 3.00000 kg, 0 repairs");
  });

  it("leave the mass matrix as it is with every link by itself", () => {
    const names = ["a", "b", "c", "d"];
    const at = (i: number) => `<origin xyz="${0.1 * i} ${0.2 - 0.1 * i} 0.3" rpy="${0.3 * i} 0.2 ${-0.4 * i}"/>`;
    const types = ["continuous", "fixed", "prismatic", "fixed"];
    const parents = ["base", "a", "b", "c"];
    const text = robot(
      link("base"),
      ...names.map((name, i) => link(name, inertial(1 + i, [0.1, 0.2, 0.15], '<origin xyz="0.1 0 0.2" rpy="0.5 0 0.1"/>'))),
      ...names.map((name, i) => joint(`j${name}`, types[i], parents[i], name, `${at(i + 1)}<axis xyz="1 2 3"/><limit effort="1"/>`)),
    );
    const matrixOf = (links: Readonly<Record<string, SceneLink>>) => {
      const tree = createTree(
        Object.entries(links).map(([name, { joint: own, mass = 0, centre, inertia }]) => ({
          name,
          parent: own.parent ?? "world",
          joint: own,
          mass,
          ...(centre === undefined ? {} : { centre }),
          ...(inertia === undefined ? {} : { inertia: inertia as readonly [Vec3, Vec3, Vec3] }),
        })),
      );
      tree.place(Float64Array.of(0.7, -0.3));
      const matrix = new Float64Array(4);
      createTreeDynamics(tree).massMatrix(matrix);
      return [...matrix];
    };
    // Each link read as the end of a robot of its own, then hung together as the file has it.
    const apart = Object.fromEntries(
      names.map((name, i) => {
        const one = robot(
          link("base"),
          link(name, inertial(1 + i, [0.1, 0.2, 0.15], '<origin xyz="0.1 0 0.2" rpy="0.5 0 0.1"/>')),
          joint(
            "j",
            types[i] === "prismatic" ? "prismatic" : "continuous",
            "base",
            name,
            `${at(i + 1)}<axis xyz="1 2 3"/><limit effort="1"/>`,
          ),
        );
        const { joint: own, ...rest } = readUrdf(one).bodies[name];
        const { axis: _axis, ...frame } = own;
        return [
          name,
          {
            ...rest,
            joint: types[i] === "fixed" ? { ...frame, type: "fixed" as const, parent: parents[i] } : { ...own, parent: parents[i] },
          },
        ];
      }),
    );
    const { base, ...merged } = readUrdf(text).bodies;
    expect(Object.keys(merged)).toEqual(["a", "c"]);
    const [one, other] = [matrixOf({ base, ...merged }), matrixOf({ base, ...apart })];
    one.forEach((value, k) => {
      expect(Math.abs(value - other[k])).toBeLessThan(1e-12 * Math.abs(other[0]));
    });
  });

  it("are what limits without a way between them make, wherever that is", () => {
    const text = robot(
      link("base", inertial(1)),
      link("tip", inertial(1)),
      joint("j", "prismatic", "base", "tip", '<axis xyz="0 0 2"/><limit lower="0.5" upper="0.5"/>'),
    );
    expect(readUrdf(text).frames.tip).toEqual({ body: "base", position: [0, 0, 0.5] });
    expect(told(text)).toContain("line 4, joint j/limit: lower and upper are both 0.5: the joint is fixed");
  });
});

describe("masses", () => {
  const moving = (inside: string, ...more: string[]) =>
    robot(link("base"), link("arm", inside), ...more, joint("j", "continuous", "base", "arm", AXIS));
  const BALL = collision('<sphere radius="0.1"/>');
  const VOLUME = (4 / 3) * Math.PI * 0.001;

  it("that no link has are those of water in the shapes, told first", () => {
    const { bodies, account, mass } = readUrdf(moving(BALL));
    expect(bodies.arm.mass).toBeCloseTo(1000 * VOLUME, 12);
    expect(account[0]).toBe("no masses in this file: 1000 kg/m3 assumed from the shapes, 4.19 kg in all; --density to change");
    expect(readUrdf(moving(BALL), { density: 500 }).mass).toBeCloseTo(mass / 2, 12);
    expect(complaints(moving(BALL), { strict: true })[0]).toMatch(/^line 3, link arm: no mass is given, and it moves.*refused: --strict/);
  });

  it("that some links have give the others their mean density", () => {
    const text = moving(BALL, link("other", inertial(8 * VOLUME) + BALL), joint("k", "continuous", "arm", "other", AXIS));
    expect(readUrdf(text).bodies.arm.mass).toBeCloseTo(8 * VOLUME, 12);
    expect(told(text)).toContain("the mean of the links that have a mass");
  });

  it("of zero are none, and what is drawn stands for what touches", () => {
    const zero = moving(`<inertial><mass value="0"/></inertial>${BALL}`);
    expect(told(zero)).toContain("line 3, link arm/inertial/mass: the mass is 0, and the link has a shape: it counts as not given");
    const drawn = moving(BALL.replaceAll("collision", "visual"));
    expect(readUrdf(drawn).bodies.arm.mass).toBeCloseTo(1000 * VOLUME, 12);
    expect(readUrdf(drawn).bodies.arm.shape).toBeUndefined();
    expect(told(drawn)).toContain("no link has a collision shape: it falls through everything");
    expect(readUrdf(drawn, { collide: "visual" }).bodies.arm.shape?.type).toBe("sphere");
  });

  it("are not needed between joints, and joints without any beyond them are held", () => {
    const text = robot(
      link("base"),
      link("cross"),
      link("arm", inertial(1)),
      link("knob"),
      joint("x", "continuous", "base", "cross", '<axis xyz="1 0 0"/>'),
      joint("y", "continuous", "cross", "arm", '<axis xyz="0 1 0"/>'),
      joint("z", "continuous", "arm", "knob", AXIS),
    );
    const { bodies, frames, account } = readUrdf(text);
    expect(Object.keys(bodies)).toEqual(["base", "cross", "arm"]);
    expect(frames.knob).toEqual({ body: "arm" });
    expect(account.join()).toContain("joint z: nothing beyond it has a mass or a shape: the joint is fixed");
    expect(systemFromScene({ bodies }).speedCount).toBe(2);
  });

  it("cannot tell two joints about one line apart: one of them is held", () => {
    const text = robot(
      link("base"),
      link("ring"),
      link("arm", inertial(1, [0.1, 0.2, 0.15], '<origin xyz="1 0 0"/>')),
      joint("outer", "continuous", "base", "ring", AXIS),
      joint("inner", "continuous", "ring", "arm", AXIS),
    );
    expect(systemFromScene({ bodies: readUrdf(text).bodies }).speedCount).toBe(1);
    expect(told(text)).toContain("nothing resists its motion");
  });
});

describe("inertias", () => {
  const one = (moments: Vec3, more = "") => robot(link("base", inertial(2, moments) + more));
  const momentsOf = (text: string, options?: UrdfOptions) =>
    (readUrdf(text, options).bodies.base.inertia as unknown as number[][]).map((row, k) => row[k]);

  it("that break the triangle rule by a little become the nearest that do not", () => {
    const text = one([1, 1, 2.03]);
    momentsOf(text).forEach((moment, k) => {
      expect(moment).toBeCloseTo([1.01, 1.01, 2.02][k], 12);
    });
    expect(told(text)).toMatch(
      /no body has the moments 1\.00, 1\.00, 2\.03 kg m2: the nearest that one can have are taken, moved by 0\.49 %/,
    );
    expect(complaints(text, { strict: true })).toHaveLength(1);
  });

  it("that are far off, or zero, are those of the shape, or of a ball of water", () => {
    const box = collision('<box size="0.1 0.2 0.3"/>');
    const expected = [0.04 + 0.09, 0.01 + 0.09, 0.01 + 0.04].map((sum) => (2 / 12) * sum);
    for (const moments of [[1, 1, 5] as const, [0, 0, 0] as const, [-1, 1, 1] as const])
      momentsOf(one(moments, box)).forEach((moment, k) => {
        expect(moment).toBeCloseTo(expected[k], 14);
      });
    const radius = Math.cbrt((3 * 2) / (4 * Math.PI * 1000));
    for (const moment of momentsOf(one([0, 0, 0]))) expect(moment).toBeCloseTo(0.4 * 2 * radius * radius, 14);
    momentsOf(one([1, 1, 1], box), { inertia: "shapes" }).forEach((moment, k) => {
      expect(moment).toBeCloseTo(expected[k], 14);
    });
  });

  it("that are dummies are taken, and told", () => {
    const text = one([1, 1, 1], collision('<box size="0.1 0.2 0.3"/>'));
    expect(momentsOf(text)).toEqual([1, 1, 1]);
    expect(told(text)).toContain("its radius of gyration, 0.707 m, is larger than the link (0.187 m)");
  });
});

describe("joints that follow", () => {
  const fingers = (mimic: string, third = "") =>
    robot(
      link("palm"),
      ...["a", "b", "c"].map((name) => link(name, inertial(1, [0.01, 0.01, 0.01], '<origin xyz="0.1 0 0"/>'))),
      joint("lead", "revolute", "palm", "a", AXIS + LIMIT),
      joint("second", "revolute", "palm", "b", AXIS + LIMIT + mimic),
      joint("third", "revolute", "palm", "c", AXIS + LIMIT + third),
    );

  it("are gears through chains to the one that leads, and begin where it says", () => {
    const { gears, bodies } = readUrdf(
      fingers('<mimic joint="lead" multiplier="-0.5" offset="0.1"/>', '<mimic joint="second" multiplier="2" offset="0.25"/>'),
      { positions: { lead: 0.2 } },
    );
    expect(gears).toEqual([
      { between: ["a", "b"], ratio: -0.5, offset: 0.1 },
      { between: ["a", "c"], ratio: -1, offset: 0.45 },
    ]);
    // At zero, which need not be said.
    expect(bodies.b.joint.start).toBeUndefined();
    expect(bodies.c.joint.start?.position).toBeCloseTo(0.25, 15);
    const system = systemFromScene({ bodies, gears, gravity: [1, 0, 0] });
    const simulation = createSimulation(system, system.initialState());
    simulation.advance(0.3);
    const [first, second, third] = simulation.coordinates;
    expect(Math.abs(first)).toBeGreaterThan(0.01);
    expect(second).toBeCloseTo(-0.5 * first + 0.1, 10);
    expect(third).toBeCloseTo(-first + 0.45, 10);
  });

  it("give their limits to the one that leads", () => {
    const { bodies } = readUrdf(fingers('<mimic joint="lead" multiplier="2"/>'));
    expect(bodies.a.joint.limits).toEqual({ lower: -0.5, upper: 0.5 });
    expect(bodies.b.joint.limits).toBeUndefined();
  });

  it("stand where nothing leads them, and are named where they go round", () => {
    expect(readUrdf(fingers('<mimic joint="lead" multiplier="0" offset="0.5"/>')).frames.b.body).toBe("palm");
    expect(complaints(fingers('<mimic joint="third"/>', '<mimic joint="second"/>'))).toEqual([
      expect.stringContaining('"third -> second -> third" go round: nobody leads'),
      expect.stringContaining('"second -> third -> second" go round: nobody leads'),
    ]);
  });
});

describe("what other files have", () => {
  const BODY = inertial(1) + collision('<sphere radius="0.1"/>');
  it("limits in the wrong order, or none", () => {
    const at = (limit: string) => robot(link("a", BODY), link("b", BODY), joint("j", "revolute", "a", "b", AXIS + limit));
    expect(readUrdf(at('<limit lower="1" upper="-1"/>')).bodies.b.joint.limits).toEqual({ lower: -1, upper: 1 });
    expect(told(at('<limit lower="1" upper="-1"/>'))).toContain("lower 1 is above upper -1: they are swapped");
    expect(readUrdf(at('<limit effort="1"/>')).bodies.b.joint.limits).toBeUndefined();
    expect(told(at(""))).toContain("line 4, joint j/limit: neither lower nor upper is given: it has no stops");
  });

  it("shapes of size 0, planes, capsules, empty collisions", () => {
    const text = robot(
      link("a", collision('<plane normal="0 0 1"/>', '<origin xyz="0 0 1"/>')),
      link("b", `${inertial(1) + collision('<sphere radius="0"/>') + collision('<capsule radius="0.1" length="0.3"/>')}<collision/>`),
      joint("j", "continuous", "a", "b", AXIS),
    );
    const { bodies, planes, account } = readUrdf(text);
    expect(planes).toEqual({ "a plane": { plane: { normal: [0, 0, 1], point: [0, 0, 1] } } });
    expect(bodies.b.shape).toEqual({ type: "capsule", radius: 0.1, length: 0.3 });
    expect(account.join()).toContain("line 3, link b/collision/geometry/sphere: its size is 0: it is left out");
    expect(account.join()).toContain("line 3, link b/collision[2]: it holds no shape and is left out");
  });

  it("a world root with --free, named or not, in the file or not", () => {
    const fixed = robot(link("world"), link("a", BODY), joint("j", "fixed", "world", "a", '<origin xyz="0 0 1"/>'));
    const { bodies, frames } = readUrdf(fixed, { base: "free", position: [1, 0, 0] });
    expect(bodies.a.joint).toEqual({ type: "free", start: { position: [1, 0, 1] } });
    expect(frames.world.position).toEqual([0, 0, -1]);
    expect(told(fixed, { base: "free" })).toContain("link a: the root is the ground: with --free this link is free instead");
    const turning = robot(link("a", BODY), joint("j", "continuous", "world", "a", AXIS));
    expect(readUrdf(turning).bodies.a.joint).toMatchObject({ type: "revolute", parent: "world" });
    expect(readUrdf(turning, { base: "free" }).bodies.a.joint).toMatchObject({ type: "free" });
    const dummy = robot(
      link("stand"),
      link("slide"),
      link("a", BODY),
      joint("x", "prismatic", "stand", "slide", LIMIT),
      joint("j", "continuous", "slide", "a"),
    );
    expect(Object.keys(readUrdf(dummy, { base: "free" }).bodies)).toEqual(["a"]);
  });

  it("friction of Gazebo and Bullet", () => {
    const { materials } = readUrdf(
      robot(
        link("a", `${BODY}<contact><lateral_friction value="0.7"/><restitution value="0.3"/></contact>`),
        link("b", BODY),
        joint("j", "continuous", "a", "b", AXIS),
        '<gazebo reference="b"><mu1>0.9</mu1></gazebo>',
      ),
    );
    expect(materials).toEqual({ a: { friction: 0.7, restitution: 0.3 }, b: { friction: 0.9 } });
  });

  it("friction across, joints that begin elsewhere and joints that --free loses: with --strict they are refused", () => {
    const strict = (options: UrdfOptions, ...parts: readonly string[]) =>
      complaints(robot(...parts), { strict: true, ...options }).join("\n");
    const mu = (inside: string) => strict({}, link("a", BODY), `<gazebo reference="a">${inside}</gazebo>`);
    expect(mu("<mu1>0.5</mu1><mu2>0.6</mu2>")).toMatch(/gazebo a\/mu2: friction is 0\.5 in all directions, not 0\.6 across the first/);
    expect(mu("<mu2>0.6</mu2>")).toMatch(/without mu1 it is left out/);
    expect(mu("<mu1>0.5</mu1><mu2>0.5</mu2>")).toBe("");
    const bent = joint("j", "revolute", "a", "b", '<limit lower="0.5" upper="1"/>');
    expect(strict({}, link("a", BODY), link("b", BODY), bent)).toMatch(/zero is outside of it: the joint begins at 0\.5/);
    const planar = (type: string) => strict({ base: "free" }, link("world"), link("a", BODY), joint("j", type, "world", "a", AXIS));
    expect(planar("planar")).toMatch(/joint j: the root is the ground: with --free the link a is free instead/);
    expect(planar("floating")).toBe("");
  });

  it("links of one body with different friction as surfaces of their own", () => {
    const { bodies, materials } = readUrdf(
      robot(
        link("leg", BODY),
        link("foot", collision('<sphere radius="0.1"/>')),
        joint("j", "fixed", "leg", "foot"),
        '<gazebo reference="foot"><mu1>0.9</mu1></gazebo>',
      ),
      { base: "free" },
    );
    expect(bodies["leg/foot"]).toEqual({ joint: { type: "fixed", parent: "leg" }, shape: { type: "sphere", radius: 0.1 } });
    expect(materials).toEqual({ "leg/foot": { friction: 0.9 } });
  });

  it("masses that no number can hold, by the names of their links", () => {
    const heavy = '<inertial><mass value="1e308"/><inertia ixx="1" iyy="1" izz="1"/></inertial>';
    const two = (type: string) => robot(link("a", heavy), link("b", heavy), joint("j", type, "a", "b", AXIS));
    expect(() => readUrdf(two("fixed"))).toThrow(/^line \d+, links a, b: Infinity kg, or their moments, are more than numbers can hold$/);
    expect(() => readUrdf(two("continuous"), { base: "free" })).toThrow(
      /^line \d+, links a, b: Infinity kg are more than numbers can hold$/,
    );
  });

  it("a robot that only stands: what it weighs", () => {
    expect(readUrdf(robot(link("a", BODY))).account[0]).toMatch(/, 0 kg that moves, \d\.\d+ kg that stands, 0 repairs$/);
    expect(readUrdf(robot(link("a", BODY)), { base: "free" }).account[0]).not.toContain("stands");
  });

  it("macros that nobody expanded: one sentence", () => {
    for (const text of [
      '<robot name="r"><xacro:include filename="a"/></robot>',
      `<robot name="r"><xacro:include filename="a"/>${link("a", BODY)}</robot>`,
      `<robot name="r">${link("a", `<xacro:if value="true">${BODY}</xacro:if>`)}</robot>`,
      `<robot name="r">${link("a", `<inertial><mass value="$${"{m}"}"/></inertial>`)}</robot>`,
    ])
      expect(() => readUrdf(text)).toThrow(/is not expanded: this is a xacro file; expand it first with `xacro/);
  });

  it("everything that is wrong at once, in the order of the lines", () => {
    const list = complaints(
      robot(
        link("a", '<inertial><mass value="heavy"/></inertial>'),
        link("b", collision("<torus/>")),
        link("c"),
        joint("j", "hinge", "a", "b"),
        joint("k", "continuous", "a", "nobody", '<axis xyz="0 0 0"/>'),
      ),
    );
    expect(list.map((line) => line.split(":")[0])).toEqual([
      "line 2, link a/inertial/mass@value",
      "line 3, link b/collision/geometry/torus",
      "line 4, link c",
      "line 5, joint j@type",
      "line 6, joint k/child@link",
      "line 6, joint k/axis@xyz",
    ]);
    expect(() => readUrdf("<robot/>")).toThrow(InvalidInputError);
  });
});

describe("a robot that is dropped", () => {
  const text = robot(
    link("trunk", inertial(2, [0.02, 0.02, 0.02]) + collision('<box size="0.4 0.2 0.1"/>')),
    ...["left", "right"].map((side) =>
      link(side, inertial(0.5, [0.002, 0.002, 0.001]) + collision('<sphere radius="0.05"/>', '<origin xyz="0 0 -0.3"/>')),
    ),
    link("tail", inertial(0.1, [0.001, 0.001, 0.001]) + collision('<sphere radius="0.05"/>', '<origin xyz="0 0.1 -0.3"/>')),
    joint(
      "hip left",
      "revolute",
      "trunk",
      "left",
      `<origin xyz="0 0.1 0"/><axis xyz="0 1 0"/>${LIMIT}<dynamics damping="0.05" friction="0.02"/>`,
    ),
    joint("hip right", "revolute", "trunk", "right", `<origin xyz="0 -0.1 0"/><axis xyz="0 1 0"/><limit lower="0.5" upper="1"/>`),
    joint("root", "revolute", "trunk", "tail", `<axis xyz="0 1 0"/>${LIMIT}`),
  );
  const drop = dropRobot(readUrdf(text, { base: "free" }), { height: 0.5, friction: 0.6, restitution: 0.1 });

  it("has its lowest point at the height that is asked for", () => {
    expect(drop.bodies.trunk).toMatchObject({ joint: { type: "free" } });
    const start = (drop.bodies.trunk as { joint: { start: { position: Vec3 } } }).joint.start;
    expect(start.position[2]).toBeCloseTo(0.5 + 0.35, 9);
  });

  it("lists what may touch: the floor, and what neither joints nor overlaps keep apart", () => {
    expect(drop.contacts.map(({ between }) => between.join(" "))).toEqual([
      "trunk floor",
      "left floor",
      "right floor",
      "tail floor",
      "left right",
      "right tail",
    ]);
    expect(drop.account).toEqual(["these overlap at the beginning and do not touch each other: left and tail"]);
  });

  it("leaves out every pair that a scene would refuse, however small the overlap, and keeps what only touches", () => {
    // Boxes of 0.1 m, the second and third beside the first: each hangs on the trunk, none on another.
    const beside = (overlap: number) => {
      const box = (name: string) => link(name, inertial(1) + collision('<box size="0.1 0.1 0.1"/>'));
      const at = (name: string, x: number) => joint(name, "continuous", "trunk", name, `<origin xyz="${x} 0.5 0"/>${AXIS}`);
      const boxes = robot(
        link("trunk", inertial(3) + collision('<sphere radius="0.1"/>')),
        box("a"),
        box("b"),
        at("a", 0),
        at("b", 0.1 - overlap),
      );
      return dropRobot(readUrdf(boxes, { base: "free" }), { height: 0.3, friction: 0.6, restitution: 0.1 });
    };
    for (const overlap of [1e-2, 1e-4, 6.5e-6, 1e-7]) {
      const falls = beside(overlap);
      expect(falls.account, String(overlap)).toEqual(["these overlap at the beginning and do not touch each other: a and b"]);
      expect(() => systemFromScene(falls)).not.toThrow();
    }
    for (const overlap of [0, 1e-12, -1e-6]) {
      const falls = beside(overlap);
      expect(falls.account, String(overlap)).toEqual([]);
      expect(falls.contacts).toContainEqual({ between: ["a", "b"], friction: 0.6, restitution: 0.1 });
      expect(() => systemFromScene(falls)).not.toThrow();
    }
  });

  it("falls, lands and keeps its energy in order", () => {
    const system = systemFromScene(drop);
    const simulation = createSimulation(system, system.initialState());
    // The first foot is down after sqrt(2 h / g).
    const landing = Math.sqrt((2 * 0.5) / 9.81);
    const kinds: string[] = [];
    simulation.advance(landing + 0.01, { event: ({ kind, time }) => kinds.push(`${kind} ${time.toFixed(6)}`) });
    // One leg begins at its stop.
    expect(kinds.find((kind) => kind.startsWith("impact"))).toBe(`impact ${landing.toFixed(6)}`);
    expect(Math.abs(simulation.ledger().residual)).toBeLessThan(1e-6);
  });
});
