/** The magnet against closed forms: what is dropped touches, to rounding, and no deeper. */
import { Quaternion, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { dropped, laidOn } from "../src/build/scene/place.js";
import { touchesOf } from "../src/build/scene/touch.js";
import { type Entity, worldOf } from "../src/build/scene/world.js";

const SLOPE = Math.PI / 9;
const TURN = [0, Math.sin(SLOPE / 2), 0, Math.cos(SLOPE / 2)];

const world = worldOf(
  JSON.stringify({
    bodies: {
      floor: { plane: { normal: [0, 0, 1] } },
      globe: { shape: { type: "sphere", radius: 0.3 }, position: [5, 0, 0.3] },
      ramp: { fixed: { type: "box", size: [1, 0.4, 0.05] }, position: [0, 0, 0.4], orientation: TURN },
    },
  }),
);

const body = (shape: Entity["shape"], reach: number): Entity => ({
  name: "new",
  kind: "body",
  ...(shape === undefined ? {} : { shape }),
  position: new Vector3(),
  orientation: new Quaternion(),
  reach,
});
const ball = body({ type: "sphere", radius: 0.05 }, 0.05);
const box = body({ type: "box", size: [0.1, 0.1, 0.06] }, 0.1);
const level = new Quaternion();

describe("what is dropped", () => {
  it("comes to lie on the floor at its radius, or half its height", () => {
    expect(dropped(world, ball, new Vector3(-3, 1, 2), level, 0).position.z).toBeCloseTo(0.05, 11);
    expect(dropped(world, box, new Vector3(-3, 1, 2), level, 0).position.z).toBeCloseTo(0.03, 11);
  });

  it.each([0, 0.1, 0.2, 0.34])("touches a globe %d m beside its top where the centres are two radii apart", (x) => {
    const { position, touch } = dropped(world, ball, new Vector3(5 + x, 0, 2), level, 0);
    expect(touch?.name).toBe("globe");
    expect(position.z).toBeCloseTo(0.3 + Math.sqrt(0.35 ** 2 - x ** 2), 10);
  });

  it("goes past a globe that it does not meet", () => {
    expect(dropped(world, ball, new Vector3(5.36, 0, 2), level, 0).touch?.name).toBe("floor");
  });

  it("begins above everything where it would begin inside", () => {
    expect(dropped(world, ball, new Vector3(5, 0, 0.3), level, 0).position.z).toBeCloseTo(0.65, 10);
  });
});

describe("what is laid on a slope", () => {
  const normal = new Vector3(Math.sin(SLOPE), 0, Math.cos(SLOPE));
  const top = new Vector3(0, 0, 0.4).addScaledVector(normal, 0.025);
  const spot = top.clone().add(new Vector3(Math.cos(SLOPE), 0, -Math.sin(SLOPE)).multiplyScalar(0.2));
  const over = (position: Vector3) => position.clone().sub(top).dot(normal);

  it("is a radius over it, and its places along the ground have the digits of the hand", () => {
    const { position, touch } = laidOn(world, ball, { point: spot, normal }, 3, new Vector3(0, 0, 1));
    expect(touch?.name).toBe("ramp");
    expect(over(position)).toBeCloseTo(0.05, 10);
    expect(position.x).toBe(Number(position.x.toFixed(3)));
  });

  it("lies flat where it lay flat before", () => {
    const { position, orientation } = laidOn(world, box, { point: spot, normal }, 3, new Vector3(0, 0, 1));
    expect(new Vector3(0, 0, 1).applyQuaternion(orientation).distanceTo(normal)).toBeLessThan(1e-12);
    expect(over(position)).toBeCloseTo(0.03, 10);
    const [touch] = touchesOf(world, { ...box, position, orientation }, 1e-9);
    expect(Math.abs(touch.gap)).toBeLessThan(1e-10);
  });

  it("stands before a wall and against it", () => {
    const wall = new Vector3(1, 0, 0);
    const { position, touch } = laidOn(world, ball, { point: new Vector3(5.3, 0, 0.3), normal: wall }, 3);
    expect(touch?.name).toBe("globe");
    expect(position.z).toBeCloseTo(0.05, 10);
    expect(position.x).toBeCloseTo(5 + Math.sqrt(0.35 ** 2 - 0.25 ** 2), 10);
  });
});
