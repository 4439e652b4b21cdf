/** Meshes of robots: with fewer corners, and as convex parts. */
import { describe, expect, it } from "vitest";
import { cellMesh } from "../../geometry/mesh-parts/cells.testing.js";
import type { Vec3 } from "../../math/vec3.js";
import type { Mesh } from "../../mechanics/shapes/index.js";
import type { SceneLink } from "../mechanism/scene-link.js";
import { dropRobot } from "./drop.js";
import { readUrdf } from "./urdf.js";

const robot = (mesh: string) => `<robot name="r"><link name="base"><collision><geometry>${mesh}</geometry></collision></link></robot>`;

describe("meshes with many corners", () => {
  it("touch with the corners asked for, and weigh as with all of them", () => {
    const round = Array.from({ length: 2000 }, (_, i): Vec3 => {
      const [height, turn] = [1 - (2 * i + 1) / 2000, 2.399963 * i];
      const across = Math.sqrt(1 - height * height);
      return [across * Math.cos(turn), across * Math.sin(turn), height];
    });
    const meshes = new Map([["ball.obj", round.map((point) => `v ${point.join(" ")}`).join("\n")]]);
    const text = robot('<mesh filename="ball.obj"/>');
    const read = (corners?: number) => readUrdf(text, { base: "free", meshes, ...(corners === undefined ? {} : { corners }) });
    const [few, some, all] = [read(12), read(), read(64)];
    expect([few, some, all].map(({ bodies }) => (bodies.base.shape as Mesh).vertices.length)).toEqual([12, 24, 64]);
    for (const { mass } of [few, some]) expect(Math.abs(mass - all.mass)).toBeLessThan(1e-9 * all.mass);
    // Every corner lies on the unit ball, so that what a hull leaves outside is what its lowest face lacks of 1.
    expect(some.account.join("\n")).toMatch(/has 24 corners, and the mesh reaches 0\.\d+ m outside/);
    expect(() => read(100)).toThrow("corners: 100 is not a whole number from 4 to 64");
  });
});

describe("meshes with dents", () => {
  const { corners, triangles } = cellMesh(
    [
      [0, 1, 2, 3],
      [0, 1],
      [0, 2, 3],
    ],
    (i, _j, k) => i !== 1 || k === 1,
  );
  const lines = [
    ...corners.map((corner) => `v ${corner.join(" ")}`),
    ...triangles.map((triangle) => `f ${triangle.map((i) => i + 1).join(" ")}`),
  ];
  const meshes = new Map([
    ["u.obj", lines.join("\n")],
    ["open.obj", lines.slice(0, -1).join("\n")],
  ]);
  const table = (file: string) => robot(`<mesh filename="${file}" scale="0.1 0.1 0.1"/>`);

  it("touch by their parts where asked for, and weigh as they are", () => {
    const made = readUrdf(table("u.obj"), { base: "free", meshes, parts: 8, density: 1000 });
    expect(made.bodies.base.shape).toMatchObject({ type: "compound", parts: [{}, {}, {}] });
    expect(made.mass).toBeCloseTo(7, 9);
    expect(made.account.join("\n")).toContain("u.obj touches by 3 convex parts, which add");
    // The hull fills the room between the legs.
    expect(readUrdf(table("u.obj"), { base: "free", meshes, density: 1000 }).mass).toBeCloseTo(9, 9);
    const { bodies } = dropRobot(made, { height: 0.5, friction: 0.5, restitution: 0 });
    expect((bodies.base as SceneLink).joint.start?.position).toEqual([0, 0, 0.5]);
  });

  it("that are open touch by their hulls, and it is told why", () => {
    const { bodies, account } = readUrdf(table("open.obj"), { base: "free", meshes, parts: 8 });
    expect(bodies.base.shape?.type).toBe("mesh");
    expect(account.join("\n")).toContain("open.obj is not closed: 3 of its edges have a triangle on one side only: it touches by its hull");
    expect(() => readUrdf(table("u.obj"), { meshes, parts: 0 })).toThrow("parts: 0 is not a whole number from 1 to 256");
  });

  it("are told to be filled where their hull is what touches, and refused where nothing may change", () => {
    expect(() => readUrdf(table("u.obj"), { meshes, strict: true })).toThrow(
      /u\.obj has dents, and touches by its hull.*refused: --strict/,
    );
    const box = new Map([["box.obj", lines.filter((line) => line.startsWith("v")).join("\n")]]);
    expect(() => readUrdf(table("box.obj"), { meshes: box, strict: true })).not.toThrow();
  });

  it("without a corner inside are seen by their volume", () => {
    // A cube whose lid is folded down along a diagonal: all corners are those of the hull.
    const folded = [
      ...["0 0 0", "1 0 0", "1 1 0", "0 1 0", "0 0 1", "1 0 0.6", "1 1 1", "0 1 0.6"].map((corner) => `v ${corner}`),
      ...["1 3 2", "1 4 3", "1 2 6", "1 6 5", "2 3 7", "2 7 6", "3 4 8", "3 8 7", "4 1 5", "4 5 8", "5 6 8", "6 7 8"].map(
        (face) => `f ${face}`,
      ),
    ].join("\n");
    expect(() => readUrdf(table("lid.obj"), { meshes: new Map([["lid.obj", folded]]), strict: true })).toThrow(/lid\.obj has dents/);
  });
});

it("meshes that are hardly in metres are told, unless the file gives their scale", () => {
  const tyre = ["0 0 0", "880 0 0", "0 880 0", "0 0 200"].map((corner) => `v ${corner}`).join("\n");
  const meshes = new Map([["tyre.obj", `${tyre}\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4`]]);
  const read = (scale: string, strict = false) => readUrdf(robot(`<mesh filename="tyre.obj" ${scale}/>`), { meshes, strict });
  expect(read("").account.join("\n")).toMatch(/line 1, .*: tyre\.obj is 880 m long: in another unit\? Give its scale: 0\.001/);
  expect(() => read("", true)).toThrow(/880 m long/);
  expect(read('scale="0.001 0.001 0.001"').account.join("\n")).not.toMatch(/another unit/);
  expect(() => read('scale="1 1 1"', true)).not.toThrow();
});
