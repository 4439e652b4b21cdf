import { expect, it } from "vitest";
import { contactProblemFromBodies } from "../mechanics/from-bodies.js";
import { defaultLaw } from "./default-law.js";

const ball = (x: number) => ({ mass: 1, inertia: [0.4, 0.4, 0.4] as const, position: [x, 0, 1] as const, velocity: [0, 0, -1] as const });
const material = { friction: 0.3, restitution: 0.5 };
const onFloor = (name: string, x: number) => ({
  between: [name, "floor"] as const,
  point: [x, 0, 0] as const,
  normal: [0, 0, 1] as const,
  ...material,
});

it("goes by the contacts: one, several of one body, several bodies", () => {
  const bodies = { a: ball(0), b: ball(3), floor: "fixed" as const };
  const lawOf = (...contacts: ReturnType<typeof onFloor>[]) => defaultLaw(contactProblemFromBodies(bodies, contacts).problem);
  expect(lawOf(onFloor("a", 0.1))).toBe("frictional");
  expect(lawOf({ ...onFloor("a", 0.1), stiffnessRatio: 1.2 } as ReturnType<typeof onFloor>)).toBe("compliant");
  expect(lawOf(onFloor("a", 0.5), onFloor("a", -0.5))).toBe("proportional");
  const between = { between: ["a", "b"] as const, point: [1.5, 0, 1] as const, normal: [-1, 0, 0] as const, ...material };
  const several = [onFloor("a", 0), onFloor("b", 3), between];
  const lawWith = (restitution: number) =>
    defaultLaw(
      contactProblemFromBodies(
        bodies,
        several.map((contact) => ({ ...contact, restitution })),
      ).problem,
    );
  expect(lawWith(0.5)).toBe("simultaneous");
  expect(lawWith(0)).toBe("proportional");
});

it("does not go by which body of a pair is named first", () => {
  const bodies = { a: ball(0), floor: "fixed" as const };
  const flat = [onFloor("a", 0.5), onFloor("a", -0.5), onFloor("a", 0.1)];
  const turned = flat.map((contact, i) =>
    i === 1 ? { ...contact, between: ["floor", "a"] as const, normal: [0, 0, -1] as const } : contact,
  );
  expect(defaultLaw(contactProblemFromBodies(bodies, turned).problem)).toBe("proportional");
  // A ball between two others that move is not one body, whichever way round.
  const row = { a: ball(0), b: ball(2), c: ball(4) };
  const touch = (first: string, second: string, x: number, way: number) => ({
    between: [first, second] as const,
    point: [x, 0, 1] as const,
    normal: [way, 0, 0] as const,
    ...material,
  });
  for (const contacts of [
    [touch("a", "b", 1, -1), touch("b", "c", 3, -1)],
    [touch("a", "b", 1, -1), touch("c", "b", 3, 1)],
  ])
    expect(defaultLaw(contactProblemFromBodies(row, contacts).problem)).toBe("simultaneous");
});
