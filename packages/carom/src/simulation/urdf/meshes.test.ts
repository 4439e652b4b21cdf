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
});
