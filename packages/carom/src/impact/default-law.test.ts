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
