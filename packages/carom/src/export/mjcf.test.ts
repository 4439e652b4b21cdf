import { describe, expect, it } from "vitest";
import * as mat3 from "../math/mat3.js";
import type { SceneLink } from "../simulation/mechanism/scene-link.js";
import { readMjcf } from "../simulation/mjcf/mjcf.js";
import { type Scene, systemFromScene } from "../simulation/scene/scene.js";
import { posesOf } from "../simulation/urdf/solids.js";
import { mjcfOf } from "./mjcf.js";

const s = Math.SQRT1_2;
const scene: Scene = {
  bodies: {
    "a <box> & co": { shape: { type: "box", size: [0.1, 0.2, 0.3] }, density: 700, position: [1 / 3, 0, 2], orientation: [0, s, 0, s] },
    ball: { shape: { type: "sphere", radius: 0.1 }, mass: 2, inertia: [0.01, 0.011, 0.012], position: [1, 1, 1] },
    arm: {
      joint: {
        type: "revolute",
        axis: [0, 1, 0],
        position: [0, 0, 1],
        orientation: [0, 0, s, s],
        limits: { lower: -1, upper: 2 },
        damping: 0.1,
        spring: { stiffness: 3, position: 0.2 },
      },
      shape: {
        type: "compound",
        parts: [
          { shape: { type: "capsule", radius: 0.02, length: 0.3 }, density: 800 },
          { shape: { type: "ellipsoid", halfAxes: [0.1, 0.05, 0.03] }, density: 500, position: [0.2, 0, 0.1] },
        ],
      },
      mass: 1.7,
      centre: [0.01, 0.02, 0.03],
      inertia: [
        [0.02, 0.001, 0],
        [0.001, 0.03, 0.002],
        [0, 0.002, 0.025],
      ],
    },
    hand: {
      joint: { type: "prismatic", parent: "arm", axis: [1, 0, 0], position: [0.3, 0, 0] },
      shape: { type: "cylinder", radius: 0.03, height: 0.2 },
      orientation: [s, 0, 0, s],
      mass: 0.4,
    },
    wrist: {
      joint: { type: "spherical", parent: "hand", position: [0.1, 0, 0] },
      shape: { type: "rod", radius: 0.01, length: 0.2 },
      density: 2700,
    },
    floor: { plane: { normal: [0, 1, 1], point: [0, 0, -1] } },
  },
  gears: [{ between: ["arm", "hand"], ratio: 0.1, offset: 0.05 }],
};

describe("a scene as MJCF", () => {
  const { text } = mjcfOf(scene, "all");
  const back = readMjcf(text);

  it("comes back with the same masses, inertias and poses, to 1e-12", () => {
    expect(back.name).toBe("all");
    const start = (of: Scene) => {
      const system = systemFromScene(of);
      const { coordinates, speeds } = system.initialState();
      return new Map(system.names.map((name, i) => [name, system.stateOf(i, coordinates, speeds)]));
    };
    const [before, after] = [start(scene), start({ bodies: back.bodies, gears: back.gears })];
    for (const [name, { position }] of before)
      position.forEach((value, c) => {
        expect(after.get(name)!.position[c]).toBeCloseTo(value, 12);
      });
    const { arm, hand } = back.bodies;
    expect(arm.mass).toBeCloseTo(1.7, 12);
    expect(arm.centre).toEqual([0.01, 0.02, 0.03]);
    expect(mat3.fromRows(arm.inertia as mat3.Rows3)).toEqual([0.02, 0.001, 0, 0.001, 0.03, 0.002, 0, 0.002, 0.025]);
    // A cylinder on its side: m r^2 / 2 about y.
    const rows = hand.inertia as mat3.Rows3;
    expect(rows[1][1]).toBeCloseTo((0.4 * 0.03 * 0.03) / 2, 14);
    expect(rows[0][0]).toBeCloseTo((0.4 * (3 * 0.03 * 0.03 + 0.2 * 0.2)) / 12, 14);
    const box = back.bodies["a <box> & co"];
    expect(box.mass).toBeCloseTo(4.2, 12);
    expect((box.inertia as mat3.Rows3)[2][2]).toBeCloseTo((4.2 * (0.01 + 0.04)) / 12, 14);
    expect((back.bodies.ball.inertia as mat3.Rows3).map((row, i) => row[i])).toEqual([0.01, 0.011, 0.012]);
  });

  it("keeps joints, stops, springs, gears and the floor", () => {
    expect(back.bodies.arm.joint).toMatchObject({
      type: "revolute",
      axis: [0, 1, 0],
      damping: 0.1,
      spring: { stiffness: 3, position: 0.2 },
    });
    expect(back.bodies.arm.joint.limits).toEqual({ lower: -1, upper: 2 });
    expect(back.gears).toEqual([{ between: ["arm", "hand"], ratio: 0.1, offset: 0.05 }]);
    const [{ plane }] = Object.values(back.planes);
    plane.normal.forEach((value, c) => {
      expect(value).toBeCloseTo([0, s, s][c], 12);
    });
    expect(mjcfOf({ bodies: back.bodies }, "all").text).toContain('type="capsule"');
  });

  it("has meshes in the file, which come back with their corners", () => {
    const corners = [
      [0, 0, 0],
      [0.1, 0, 0],
      [0, 0.2, 0],
      [0, 0, 1 / 7],
    ] as const;
    const shape = { type: "tetrahedron", vertices: corners } as const;
    const bodies = {
      stone: { shape, density: 2000, position: [0, 0, 1] },
      cone: { shape: { type: "cone", radius: 0.1, height: 0.2 }, mass: 1, position: [1, 0, 1] },
    } as const;
    const written = mjcfOf({ bodies }).text;
    const again = readMjcf(written, { corners: 64 });
    const { shape: read, mass, centre } = again.bodies.stone;
    expect((read as unknown as { vertices: number[][] }).vertices.map((corner) => corner.join(" ")).sort()).toEqual(
      corners.map((corner) => corner.join(" ")).sort(),
    );
    expect(mass).toBeCloseTo((2000 * 0.1 * 0.2) / 7 / 6, 12);
    expect(centre?.[2]).toBeCloseTo(1 / 28, 12);
    // By its own moments, not by those of its flat sides.
    expect((again.bodies.cone.inertia as mat3.Rows3)[2][2]).toBeCloseTo(0.3 * 0.01, 14);
  });

  it("refuses by name what MJCF has no equal for", () => {
    const ground = {
      fixed: {
        type: "height-field",
        cell: [1, 1],
        heights: [
          [0, 0],
          [0, 0],
        ],
      },
      position: [0, 0, 0],
    } as const;
    expect(() => mjcfOf({ bodies: { ground } })).toThrow(/bodies\.ground\.fixed\.type: "height-field" cannot be written as MJCF/);
    const loops = [{ type: "revolute", between: ["arm", "world"] }] as const;
    expect(() => mjcfOf({ ...scene, loops })).toThrow(/loops\[0\]\.type: "revolute" cannot be written as MJCF/);
  });

  it("tells what MJCF cannot say, once for all that it is true of", () => {
    const ball = { shape: { type: "sphere", radius: 0.1 }, mass: 1 } as const;
    const arm = (parent: string) => ({
      ...ball,
      joint: { type: "revolute", parent, limits: { lower: 0 }, start: { position: 0.5, speed: 1 }, motor: { effort: 1 } } as const,
    });
    const { account } = mjcfOf({
      bodies: {
        a: arm("world"),
        b: arm("a"),
        c: { ...ball, position: [1, 0, 0], velocity: [1, 0, 0] },
        d: { plane: { normal: [0, 0, 1] } },
      },
      contacts: [{ between: ["c", "d"], friction: 0.5, restitution: 0.5 }],
      loads: [{ type: "constant", body: "c", force: [1, 0, 0] }],
    });
    expect(account).toEqual([
      "a, b: the motor of its joint is left out",
      "a, b: where its joint starts is left out: it is drawn at zero",
      "a, b, c: velocities at the beginning are left out",
      "contacts: restitution is left out: MuJoCo has none",
      "loads: left out",
      "a, b: without stop on one side, which MJCF wants: it has one at 1000000",
    ]);
    expect(mjcfOf({ bodies: { c: { ...ball, position: [1, 0, 0] } } }).account).toEqual([]);
  });
});

it("surfaces that weigh nothing are written so", () => {
  const pad = { joint: { type: "fixed", parent: "arm" }, shape: { type: "sphere", radius: 0.1 } } as const;
  const arm = { joint: { type: "free" }, shape: { type: "sphere", radius: 0.1 }, mass: 2 } as const;
  const { text } = mjcfOf({ bodies: { arm, pad } });
  expect(text).toContain('<geom name="pad" type="sphere" size="0.1" mass="0"/>');
  expect(readMjcf(text, { base: "free" }).mass).toBe(2);
});

it("writes free links that hang on something into the world, so that a scene of MJCF comes back", () => {
  const shapes = '<geom type="box" size="1 1 0.1"/><body name="b" pos="0 0 1"><freejoint/><geom size="0.1"/></body>';
  const { bodies } = readMjcf(`<mujoco><worldbody>${shapes}</worldbody></mujoco>`, { position: [1, 2, 3] });
  const back = readMjcf(mjcfOf({ bodies }).text).bodies;
  expect(bodies.b.joint.parent).toBe("ground");
  expect(posesOf(back).get("b")).toEqual({ position: [1, 2, 4] });
  expect(back.b.mass).toBe(bodies.b.mass);
});

it("writes joints of links without mass with those of what they carry, as MuJoCo wants them", () => {
  const joints = '<joint name="x" type="slide" axis="1 0 0"/><joint name="y" axis="0 1 0" pos="0 0 0.1"/><joint name="z" axis="0 0 1"/>';
  const text = `<mujoco><worldbody><body name="b" pos="0 0 1" euler="30 0 0">${joints}<geom size="0.1"/></body></worldbody></mujoco>`;
  const { bodies, mass } = readMjcf(text);
  const written = mjcfOf({ bodies });
  expect(written.text.match(/<body/g)).toHaveLength(1);
  expect(written.account.join()).not.toMatch(/no mass/);
  const back = readMjcf(written.text);
  expect(back.mass).toBe(mass);
  // Every joint at 0.3.
  const moved = ({ joint, ...link }: SceneLink) => ({ ...link, joint: { ...joint, start: { position: 0.3 } } });
  const posed = (links: typeof bodies) => posesOf(Object.fromEntries(Object.entries(links).map(([name, link]) => [name, moved(link)])));
  const [a, b] = [bodies, back.bodies].map((links) => posed(links).get("b"));
  for (let c = 0; c < 3; c++) expect(b?.position?.[c]).toBeCloseTo(a?.position?.[c] ?? 9, 12);
  for (let c = 0; c < 4; c++) expect(b?.orientation?.[c]).toBeCloseTo(a?.orientation?.[c] ?? 9, 12);
});

describe("what touches", () => {
  const ball = { shape: { type: "sphere", radius: 0.1 }, mass: 1 } as const;
  const dumbbell = {
    shape: {
      type: "compound",
      parts: [
        { shape: { type: "sphere", radius: 0.1 }, density: 1000 },
        { shape: { type: "sphere", radius: 0.1 }, density: 1000, position: [0.5, 0, 0] },
      ],
    },
    position: [0, 2, 1],
  } as const;
  const bodies: Scene["bodies"] = {
    a: { ...ball, position: [0, 0, 1] },
    b: { ...ball, position: [1, 0, 1] },
    hinge: { ...ball, joint: { type: "revolute", parent: "wall", position: [0, 0, 1] } },
    wall: { ...ball, joint: { type: "fixed", position: [-3, 0, 0] } },
    floor: { plane: { normal: [0, 0, 1] } },
  };
  // What stands is read as one ground.
  const known = (name: string) => ({ "ground plane": "floor", ground: "wall" })[name] ?? name;
  const pairsOf = (contacts: Scene["contacts"]) =>
    new Map((contacts ?? []).map(({ between, friction }) => [between.map(known).sort().join(" "), friction]));
  const readBack = (scene: Scene) => pairsOf(readMjcf(mjcfOf(scene).text).contacts);

  it("comes back with the friction of each pair, and nothing else touches", () => {
    const contacts = [
      { between: ["a", "floor"], friction: 0.3, restitution: 0 },
      { between: ["b", "a"], friction: 0, restitution: 0 },
      { between: ["hinge", "b"], friction: 1 / 3, restitution: 0 },
    ] as const;
    expect(readBack({ bodies, contacts })).toEqual(pairsOf(contacts));
    expect(readBack({ bodies })).toEqual(new Map());
  });

  it("has one friction for all that is not listed, and keeps apart what a joint joins", () => {
    const contacts = [{ between: ["a", "b"], friction: 0.7, restitution: 0 }] as const;
    const all = ["a b", "a floor", "a hinge", "a wall", "b floor", "b hinge", "b wall", "floor hinge"];
    const expected = new Map(all.map((pair) => [pair, pair === "a b" ? 0.7 : 0.2]));
    expect(readBack({ bodies, contacts, material: { friction: 0.2, restitution: 0 } })).toEqual(expected);
  });

  it("names every part of a body, also where another body is called so", () => {
    const scene: Scene = {
      bodies: { dumbbell, "dumbbell 2": { ...ball, position: [0, 0, 1] }, floor: bodies.floor },
      contacts: [{ between: ["dumbbell", "floor"], friction: 0.4, restitution: 0 }],
    };
    const { text } = mjcfOf(scene);
    expect(text).toContain('<pair geom1="dumbbell" geom2="floor" friction="0.4 0.4"/>');
    expect(text).toContain(`<pair geom1="dumbbell 2'" geom2="floor" friction="0.4 0.4"/>`);
    expect(readBack(scene)).toEqual(new Map([["dumbbell floor", 0.4]]));
  });

  it("tells what MJCF has no equal for", () => {
    const material = { friction: 0.2, staticFriction: 0.3, restitution: 0, stiffnessRatio: 1.2 };
    expect(mjcfOf({ bodies, material }).account).toEqual([
      "contacts: static friction is left out: what sticks is held by as much as slides",
      "contacts: how they yield is left out",
    ]);
  });
});
