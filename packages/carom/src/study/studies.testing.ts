/** Studies the tests of this folder share. */
import type { ImpactStudy } from "./impact/schema.js";
import { parseStudy } from "./parse.js";

/** A study of one impact. */
export function parseImpact(value: unknown): ImpactStudy {
  return parseStudy(value, "impact");
}

/** The slip-reversing rod of the front page, as a study of bodies. */
export function rodStudy() {
  return {
    carom: 1,
    kind: "impact",
    title: "Slip-reversing rod",
    bodies: {
      rod: { mass: 1, inertia: [1 / 12, 1 / 12, 1 / 12], position: [0, 0, 0.36355], velocity: [0.61697, 0, -1] },
      floor: "fixed",
    },
    contacts: [{ between: ["rod", "floor"], point: [-0.35355, 0, 0], normal: [0, 0, 1], friction: 0.5, restitution: 0.9 }],
  };
}

/** The same rod in the coordinates x, z and angle. */
export function rodSystem() {
  const { bodies: _, contacts: __, ...head } = rodStudy();
  return {
    ...head,
    system: {
      massMatrix: [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1 / 12],
      ],
      jacobian: [
        [1, 0, -0.36355],
        [0, 1, 0.35355],
      ],
      speeds: [0.61697, -1, 0],
    },
    contacts: [{ friction: 0.5, restitution: 0.9 }],
  };
}

/** The first figure of 000 chapter 2: mobility (2.12) and the inferred contact velocity. */
export function printedProblem() {
  return {
    carom: 1,
    kind: "impact",
    title: "Figure 2.5a",
    problem: {
      mobility: [
        [11.5984, -0.910367, 2.44236],
        [-0.910367, 9.90134, 1.95747],
        [2.44236, 1.95747, 2.59042],
      ],
      velocity: [-0.261988168, 0.386328061, -0.0771748],
    },
    contacts: [{ friction: 0.8, restitution: 0.95 }],
  };
}
