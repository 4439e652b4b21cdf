/** Planar bodies for the tests of `multipoint`: contact points and normals from the centre of mass, speeds x, y and angle. */
import type { Contact, ContactProblem } from "../../mechanics/contact-problem.js";
import { contactProblemFromCoordinates, type GeneralisedSystem, speedsAfter } from "../../mechanics/from-coordinates.js";

export interface PlanarBody {
  readonly mass: number;
  readonly moment: number;
  /** x, y, nx, ny of each contact; the tangent is the normal turned clockwise. */
  readonly touches: readonly (readonly [number, number, number, number])[];
  readonly speeds: readonly [number, number, number];
}

export function systemOf({ mass, moment, touches, speeds }: PlanarBody): GeneralisedSystem {
  const axes = touches.map(([, , nx, ny]) => [
    [ny, -nx],
    [nx, ny],
  ]);
  return {
    massMatrix: [
      [mass, 0, 0],
      [0, mass, 0],
      [0, 0, moment],
    ],
    jacobian: touches.flatMap(([x, y], i) => axes[i].map(([dx, dy]) => [dx, dy, dy * x - dx * y])),
    speeds,
    places: touches.map(([x, y], i) => ({ point: [x, y], axes: axes[i] })),
  };
}

/** All contacts of one material, or one for each. */
export function planarProblem(body: PlanarBody, material: Contact | readonly Contact[]): ContactProblem {
  const materials = Array.isArray(material) ? (material as readonly Contact[]) : body.touches.map(() => material as Contact);
  return contactProblemFromCoordinates(systemOf(body), materials);
}

export const motionAfter = (body: PlanarBody, impulse: readonly number[]) => speedsAfter(systemOf(body), impulse);

/** A block 2 a wide standing `height` below its centre of mass on points spread evenly over its base. */
export function block(
  points: number,
  speeds: PlanarBody["speeds"],
  { a = 0.5, height = 0.3, mass = 2, moment = 0.2, shift = 0 } = {},
): PlanarBody {
  const touches = Array.from({ length: points }, (_, i) => [shift - a + (2 * a * i) / (points - 1), -height, 0, 1] as const);
  return { mass, moment, touches, speeds };
}

/** The rocking block of 004 Table 4.1. */
export const rockingBlock: PlanarBody = {
  mass: 2.5,
  moment: (2.5 * (0.1087 ** 2 + 0.0645 ** 2)) / 12,
  touches: [
    [-0.1087 / 2, -0.0645 / 2, 0, 1],
    [0.1087 / 2, -0.0645 / 2, 0, 1],
  ],
  speeds: [0.344, -0.5, -9.199],
};

/** The ball of 004 Fig. 4.10 as it reaches floor and wall. */
export const ballInCorner: PlanarBody = {
  mass: 1,
  moment: 0.125,
  touches: [
    [0, -0.5, 0, 1],
    [0.5, 0, -1, 0],
  ],
  speeds: [8, -4.43, 0],
};
