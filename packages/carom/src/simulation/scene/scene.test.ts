import { describe, expect, it } from "vitest";
import { InvalidInputError } from "../../errors.js";
import type { Vec3 } from "../../math/vec3.js";
import { type Scene, type SceneBody, systemFromScene } from "./scene.js";

const material = { friction: 0.3, restitution: 0.5 };
const bar = (size: Vec3, position: Vec3): SceneBody => ({ shape: { type: "box", size }, mass: 1, position });

describe("bodies that overlap at the beginning", () => {
  it("are refused where two bars cross and no corner of one is in the other", () => {
    const bodies = { along: bar([1, 0.1, 0.1], [0, 0, 1]), across: bar([0.1, 1, 0.1], [0, 0, 1.05]) };
    expect(() => systemFromScene({ bodies, material })).toThrow(InvalidInputError);
    expect(() => systemFromScene({ bodies, material })).toThrow(
      'bodies.along.position: "along" overlaps across by 0.0500 m at the beginning',
    );
  });

  it("are taken where the bars only touch", () => {
    const bodies = { along: bar([1, 0.1, 0.1], [0, 0, 1]), across: bar([0.1, 1, 0.1], [0, 0, 1.1]) };
    expect(
      systemFromScene({ bodies, material }).separation(0, systemFromScene({ bodies, material }).initialState().coordinates),
    ).toBeCloseTo(0, 12);
  });

  it("are refused where one is inside the other", () => {
    const bodies = { inner: bar([0.1, 0.1, 0.1], [0, 0, 0]), outer: bar([1, 1, 1], [0, 0, 0]) };
    expect(() => systemFromScene({ bodies, material })).toThrow("bodies.inner.position");
  });
});

describe("the separation of two boxes", () => {
  it.each([0.5, 0.1, 0.01])("that lie one above the other, %s m apart, is their distance", (gap) => {
    const system = systemFromScene({
      bodies: { high: bar([0.4, 0.4, 0.2], [0, 0, 0.2 + gap]), low: bar([0.2, 0.2, 0.2], [0, 0, 0]) },
      material,
    });
    expect(system.separation(0, system.initialState().coordinates)).toBeCloseTo(gap, 12);
  });
});

it("says that joints cannot hang on ground, moved or not", () => {
  const hung = (motion: object): Scene => ({
    bodies: {
      belt: { plane: { normal: [0, 0, 1] }, ...motion },
      link: { joint: { type: "revolute", parent: "belt" }, mass: 1, inertia: [1, 1, 1] },
    },
  });
  expect(() => systemFromScene(hung({ motion: { type: "steady", velocity: [1, 0, 0] } }))).toThrow(
    'bodies.link.joint.parent: "belt" is ground that is moved: joints cannot hang on it',
  );
  expect(() => systemFromScene(hung({}))).toThrow('bodies.link.joint.parent: "belt" is ground: joints cannot hang on it');
});
