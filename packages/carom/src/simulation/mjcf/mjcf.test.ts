import { describe, expect, it } from "vitest";
import { massProperties } from "../../mechanics/shapes/index.js";
import { systemFromScene } from "../scene/scene.js";
import { dropRobot } from "../urdf/drop.js";
import { includedFilesOf, mjcfMeshesOf, readMjcf } from "./mjcf.js";

const model = (inside: string, head = "") => `<mujoco model="m">${head}<worldbody>${inside}</worldbody></mujoco>`;
const INERTIAL = '<inertial pos="0 0 0" mass="2" diaginertia="0.1 0.2 0.15"/>';

describe("MJCF", () => {
  it("reads joints with their anchors, ranges in degrees, and several joints of a body as a chain", () => {
    const { bodies, joints, account } = readMjcf(
      model(`<body name="a" pos="1 0 0">${INERTIAL}<joint name="x" type="slide" axis="1 0 0"/>
        <joint name="y" pos="0 0 0.5" axis="0 1 0" range="-90 45" ref="10" damping="0.1" stiffness="3" springref="20" frictionloss="0.2"/>
        <body name="b" pos="0 0 1"><geom size="0.1"/></body></body>`),
    );
    expect(joints).toEqual({ x: "a/x", y: "a" });
    expect(bodies["a/x"].joint).toMatchObject({ type: "prismatic", parent: "world", position: [1, 0, 0] });
    const { joint, centre, mass } = bodies.a;
    const degree = Math.PI / 180;
    expect(joint).toMatchObject({ type: "revolute", parent: "a/x", position: [0, 0, 0.5], damping: 0.1, friction: { effort: 0.2 } });
    expect(joint.limits?.lower).toBeCloseTo(-100 * degree, 14);
    expect(joint.limits?.upper).toBeCloseTo(35 * degree, 14);
    expect(joint.spring).toEqual({ stiffness: 3, position: expect.closeTo(10 * degree, 14) });
    // The ball of water, a metre above the body and half a metre above the anchor, is part of it.
    const ball = (4 / 3) * Math.PI * 1e-3 * 1000;
    expect(mass).toBeCloseTo(2 + ball, 12);
    expect(centre?.[2]).toBeCloseTo((2 * -0.5 + ball * 0.5) / (2 + ball), 12);
    expect(account[0]).toContain("1 of them merged into others, 2 joints that move");
  });

  it("gives a geom that is written many times its mass as often and its surface once", () => {
    const box = '<geom type="box" size="0.1 0.2 0.3" density="500"/>';
    const { bodies } = readMjcf(model(`<body name="a"><freejoint/>${box.repeat(1000)}<geom size="0.1" pos="0 0 1"/></body>`));
    const { shape, mass } = bodies.a;
    expect(shape).toMatchObject({ type: "compound", parts: [{ shape: { type: "box" } }, { shape: { type: "sphere" } }] });
    expect(mass).toBeCloseTo(1000 * 500 * 0.2 * 0.4 * 0.6 + (4 / 3) * Math.PI * 1e-3 * 1000, 8);
  });

  it("takes attributes from classes, the nearest childclass and the element itself", () => {
    const head = `<compiler angle="radian"/><default><geom size="0.1" density="1000"/><joint damping="1"/>
      <default class="leg"><joint axis="1 0 0" damping="2"/>
      <default class="foot"><geom type="box" size="0.1 0.2 0.3"/></default></default></default>`;
    const { bodies } = readMjcf(
      model('<body name="a" childclass="leg"><joint name="j"/><geom/><geom class="foot" pos="0 0 1" mass="3"/></body>', head),
    );
    expect(bodies.a.joint).toMatchObject({ axis: [1, 0, 0], damping: 2 });
    const { mass } = massProperties({ type: "sphere", radius: 0.1 }, { density: 1000 });
    expect(bodies.a.mass).toBeCloseTo(mass + 3, 12);
    expect(() => readMjcf(model('<body name="a"><geom class="leg" size="1"/></body>'))).toThrow(
      /line 1, body a\/geom@class: "leg" is not a class/,
    );
  });

  it("turns by every way that it has", () => {
    const s = Math.SQRT1_2;
    const turns = ['quat="1 0 0 1"', 'axisangle="0 0 1 90"', 'euler="0 0 90"', 'xyaxes="0 1 0 -1 0 0"'];
    for (const turn of turns) {
      const { bodies } = readMjcf(model(`<body name="a" ${turn}><freejoint/>${INERTIAL}</body>`));
      bodies.a.joint.orientation?.forEach((value, i) => {
        expect(value).toBeCloseTo([0, 0, s, s][i], 14);
      });
    }
    const capsule = readMjcf(model('<body name="a"><freejoint/><geom type="capsule" size="0.1" fromto="0 0 0 1 0 0"/></body>')).bodies.a;
    expect(capsule.shape).toEqual({ type: "capsule", radius: 0.1, length: 1 });
    expect(capsule.position).toEqual([0.5, 0, 0]);
  });

  it("makes gears, loops and motors of equalities and actuators, and tells what it leaves out", () => {
    const text = model(
      `<body name="a"><joint name="p"/>${INERTIAL}<body name="b" pos="1 0 0"><joint name="q"/>${INERTIAL}</body></body>
       <body name="c" pos="0 1 0"><joint name="r" armature="0.1"/>${INERTIAL}</body>`,
      `<equality><joint joint1="q" joint2="p" polycoef="0.1 -2 0 0 0"/><connect body1="b" body2="c" anchor="0 0.5 0"/></equality>
       <actuator><motor joint="p"/><position joint="r" kp="10" kv="1" gear="2"/></actuator>
       <contact><exclude body1="a" body2="c"/></contact>`,
    );
    const { gears, loops, bodies, account } = readMjcf(text);
    expect(gears).toEqual([{ between: ["a", "b"], ratio: -2, offset: 0.1 }]);
    expect(loops).toMatchObject([
      { type: "spherical", between: ["b", "c"], frames: [{ position: [0, 0.5, 0] }, { position: [1, -0.5, 0] }] },
    ]);
    expect(bodies.a.joint.motor).toEqual({ effort: 0 });
    expect(bodies.c.joint).toMatchObject({ spring: { stiffness: 40 }, damping: 4 });
    expect(account.join("\n")).toMatch(/body c\/joint r: its armature, 0\.1, is left out/);
    expect(() => readMjcf(text, { strict: true })).toThrow(/armature.*\(refused: --strict\)/);
  });

  it("brings in files, and names those that are missing or go round", () => {
    const text = '<mujoco><include file="robot.xml"/></mujoco>';
    expect(includedFilesOf(text)).toEqual(["robot.xml"]);
    const robot = '<mujoco><asset><mesh file="a.stl"/></asset><worldbody><body name="a"><geom mesh="a"/></body></worldbody></mujoco>';
    expect(mjcfMeshesOf(text, new Map([["robot.xml", robot]]))).toEqual(["a.stl"]);
    expect(() => readMjcf(text)).toThrow(/include@file: "robot.xml" is a file that was not found/);
    const inner = '<mujoco><include file="parts/a.xml"/></mujoco>';
    const part = '<mujocoinclude><worldbody><include file="b.xml"/></worldbody></mujocoinclude>';
    const body = '<mujocoinclude><body name="deep"><freejoint/><geom size="0.1"/></body></mujocoinclude>';
    expect(includedFilesOf(inner, new Map([["parts/a.xml", part]]))).toEqual(["parts/b.xml", "b.xml"]);
    for (const name of ["parts/b.xml", "b.xml"])
      expect(
        readMjcf(inner, {
          files: new Map([
            ["parts/a.xml", part],
            [name, body],
          ]),
        }).bodies,
      ).toHaveProperty("deep");
    expect(() => readMjcf(text, { files: new Map([["robot.xml", text]]) })).toThrow(/robot.xml -> robot.xml" go round/);
  });

  it("stands on its own ground, and falls on a floor without it", () => {
    const text = model(
      `<geom type="plane" size="1 1 1"/><body name="a" pos="0 0 1"><freejoint/><geom type="box" size="0.1 0.1 0.1"/></body>`,
    );
    const scene = readMjcf(text);
    expect(Object.values(scene.planes)).toEqual([{ plane: { normal: [0, 0, 1], point: [0, 0, 0] } }]);
    const dropped = dropRobot(readMjcf(text, { base: "free" }), { height: 0.5, friction: 0.5, restitution: 0 });
    const system = systemFromScene({ bodies: dropped.bodies, contacts: dropped.contacts });
    const { coordinates, speeds } = system.initialState();
    expect(system.stateOf(0, coordinates, speeds).position[2]).toBeCloseTo(0.6, 12);
  });
});
