/**
 * The four bodies of the source, by its weights, stiffnesses and friction, on meshes of our own of about its size. Its meshes, finger
 * radii, directions and steps are not printed: sizes are ours, chosen such that densities are those of the things.
 *
 * Source: 000 Table 6.1 (490, 600, 658 and 875 nodes).
 */
import { ballMesh, ellipsoidMesh, fruitMesh } from "../mesh/generate.js";
import type { TetMesh } from "../mesh/mesh.js";
import type { PickupSpec } from "./pickup-run.js";

/** Objects of the source, by name. */
export const PICKUP_OBJECTS = ["tomato", "orange", "bun", "football"] as const;
/** One of them. */
export type PickupObject = (typeof PICKUP_OBJECTS)[number];

interface Thing {
  /** N. */
  readonly weight: number;
  /** Pa. */
  readonly youngModulus: number;
  readonly poissonRatio: number;
  /** Of table and fingers. */
  readonly friction: number;
  /** Layers from the centre to the surface. */
  readonly divisions: number;
  readonly mesh: (divisions: number) => TetMesh;
  /** Where the fingers touch: half the width, and the height, m. */
  readonly grip: readonly [number, number];
  /** Of the fingers, m. */
  readonly radius: number;
  readonly squeeze: Pick<PickupSpec, "step" | "maximumDepth" | "strainLimit">;
}

const THINGS: Readonly<Record<PickupObject, Thing>> = {
  tomato: {
    weight: 1.246,
    youngModulus: 1e5,
    poissonRatio: 0.4,
    friction: 0.32,
    divisions: 7,
    mesh: (divisions) => fruitMesh({ radius: 0.032, divisions }),
    grip: [0.032, 0.026],
    radius: 0.02,
    squeeze: { step: 0.0005, maximumDepth: 0.008 },
  },
  orange: {
    weight: 1.868,
    youngModulus: 1.4e5,
    poissonRatio: 0.4,
    friction: 0.34,
    divisions: 7,
    mesh: (divisions) => ballMesh({ radius: 0.036, divisions }),
    grip: [0.036, 0.035],
    radius: 0.02,
    squeeze: { step: 0.0005, maximumDepth: 0.008 },
  },
  bun: {
    weight: 0.467,
    youngModulus: 2e3,
    poissonRatio: 0.2,
    friction: 0.4,
    divisions: 7,
    mesh: (divisions) => ellipsoidMesh({ radii: [0.045, 0.045, 0.03], divisions, baseRadius: 0.03 }),
    // Below its widest place: above it the fingers press it down.
    grip: [0.045, 0.02],
    radius: 0.04,
    // Far beyond linear theory, as the source's own numbers are: a push of half a newton on 2 kPa.
    squeeze: { step: 0.001, maximumDepth: 0.02, strainLimit: 1 },
  },
  football: {
    weight: 0.489,
    youngModulus: 6e3,
    poissonRatio: 0.3,
    friction: 0.5,
    divisions: 8,
    mesh: (divisions) => ellipsoidMesh({ radii: [0.05, 0.035, 0.035], divisions }),
    grip: [0.035, 0.034],
    radius: 0.03,
    squeeze: { step: 0.0005, maximumDepth: 0.015, strainLimit: 2 },
  },
};

/** A pickup of one of them across its middle. Fewer `divisions` make a coarser mesh. */
export function pickupOf(name: PickupObject, divisions?: number): PickupSpec {
  const { weight, youngModulus, poissonRatio, friction, mesh, grip, radius, squeeze, divisions: usual } = THINGS[name];
  const [halfWidth, height] = grip;
  return {
    mesh: mesh(divisions ?? usual),
    material: { youngModulus, poissonRatio },
    weight,
    tableFriction: friction,
    fingers: [-1, 1].map((side) => ({ near: [0, side * halfWidth, height] as const, radius, friction })),
    ...squeeze,
  };
}
