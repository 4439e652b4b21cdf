/** The examples of chapter 8 of 004 as contact problems, with their contact laws. */
import { cos, sin } from "../math/elementary.js";
import type { ContactProblem } from "../mechanics/contact-problem.js";
import { contactProblemFromBodies } from "../mechanics/from-bodies.js";
import { type ContactLaw, contactLaw } from "./contact-law.js";
import { materials } from "./materials.js";

const steel = materials["steel of the source"];
const ground = materials["ground of the source"];

export const sourceLaw = (radius: number, damping: number): ContactLaw =>
  contactLaw({ materials: [steel, ground], radii: [radius, "flat"], damping, yieldOnset: "fit" });

/** Example 1 has another ground. */
export const firstLaw = contactLaw({
  materials: [steel, { ...ground, poissonRatio: 0.3 }],
  radii: [0.001, "flat"],
  damping: 0.1,
  yieldOnset: "fit",
});
export const specimenLaw = contactLaw({
  materials: [{ youngsModulus: 70e9, poissonRatio: 0.3, yieldStrength: 2200e6, hardness: 290 }, ground],
  radii: [0.005, "flat"],
  damping: 1e4,
  yieldOnset: "fit",
});

interface Landing {
  readonly mass: number;
  readonly size: readonly [number, number, number];
  /** About the x axis, rad. */
  readonly roll: number;
  readonly velocity: readonly [number, number, number];
  readonly angularVelocity?: readonly [number, number, number];
  /** Corners of the cross-section, signs of y and z; x evenly from end to end. */
  readonly edges: readonly (readonly [number, number])[];
  readonly perEdge: number;
  readonly friction: number;
  readonly staticFriction: number;
  readonly restitution: number;
}

/** A block that lands on points of its edges. */
function landing({ mass, size, roll, velocity, angularVelocity, edges, perEdge, ...material }: Landing): ContactProblem {
  const [a, b, c] = size;
  const inertia = [(mass * (b * b + c * c)) / 12, (mass * (a * a + c * c)) / 12, (mass * (a * a + b * b)) / 12] as const;
  const [s, k] = [sin(roll), cos(roll)];
  const places = edges.flatMap(([y, z]) => {
    const [dy, dz] = [0.5 * (y * b * k - z * c * s), 0.5 * (y * b * s + z * c * k)];
    return Array.from({ length: perEdge }, (_, i) => [a * (i / (perEdge - 1) - 0.5), dy, dz] as const);
  });
  const height = -Math.min(...places.map(([, , z]) => z));
  const half = 0.5 * roll;
  const block = {
    mass,
    inertia,
    position: [0, 0, height] as const,
    orientation: [sin(half), 0, 0, cos(half)] as const,
    velocity,
    angularVelocity: angularVelocity ?? ([0, 0, 0] as const),
  };
  return contactProblemFromBodies(
    { block, ground: "fixed" },
    places.map(([x, y]) => ({ between: ["block", "ground"] as const, point: [x, y, 0] as const, normal: [0, 0, 1] as const, ...material })),
  ).problem;
}

const GRAVITY = 9.81;
const fallSpeed = (distance: number) => Math.sqrt(2 * GRAVITY * distance);

/** Steel block on one edge: two points. */
export function firstExample(): ContactProblem {
  const roll = Math.PI / 6;
  const drop = 1 - (0.4 * sin(roll) + 0.2 * cos(roll));
  return landing({
    mass: 0.6 * 0.8 * 0.4 * 7825,
    size: [0.6, 0.8, 0.4],
    roll,
    velocity: [0, 1, -fallSpeed(drop)],
    edges: [[-1, -1]],
    perEdge: 2,
    friction: 0.35,
    staticFriction: 0.6,
    restitution: 0.5,
  });
}

/** Block that tips over one edge and lands on the other: four points, two of which rest. */
export function thirdExample(): ContactProblem {
  const spin = -5.896814;
  return landing({
    mass: 0.25,
    size: [0.1, 0.2, 0.05],
    roll: 0,
    velocity: [0, -0.054522 - spin * 0.025, spin * 0.1],
    angularVelocity: [spin, 0, 0],
    edges: [
      [1, -1],
      [-1, -1],
    ],
    perEdge: 2,
    friction: 0.35,
    staticFriction: 0.6,
    restitution: 0.5,
  });
}

/** Block on one edge with several points. */
export function fourthExample(points: number): ContactProblem {
  const roll = -0.2;
  const drop = 1.5 - (0.75 * sin(0.2) + 0.5 * cos(0.2));
  return landing({
    mass: 2.5,
    size: [1.5, 1.5, 1],
    roll,
    velocity: [0, 0, -fallSpeed(drop)],
    edges: [[1, -1]],
    perEdge: points,
    friction: 0.4,
    staticFriction: 0.5,
    restitution: 0.5,
  });
}
