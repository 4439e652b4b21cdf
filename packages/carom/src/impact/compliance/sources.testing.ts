/** The two bodies of the source's section 8, built by hand as contact problems: a ball and a pencil on a table, components x, y, z. */
import type { ContactMaterial, ContactProblem } from "../../mechanics/contact-problem.js";

/** 001 eq. (83): the ball's contact. */
export const TABLE: ContactMaterial = { friction: 0.4, restitution: 0.5, stiffnessRatio: 17 / 14 };

/** A ball of mass 1 and radius 1 with velocity V and angular velocity omega just before it meets the table. */
export function ball(material: ContactMaterial, [vx, vy, vz]: readonly number[], [wx, wy]: readonly number[]): ContactProblem {
  return {
    dimension: 3,
    contacts: [material],
    mobility: [
      [3.5, 0, 0],
      [0, 3.5, 0],
      [0, 0, 1],
    ],
    velocity: [vx - wy, vy + wx, vz],
  };
}

/** Velocity and angular velocity (x, y) of the ball after an impulse. */
export function ballAfter(
  velocity: readonly number[],
  spin: readonly number[],
  impulse: readonly number[],
): { velocity: number[]; spin: number[] } {
  return { velocity: velocity.map((v, i) => v + impulse[i]), spin: [spin[0] + 2.5 * impulse[1], spin[1] - 2.5 * impulse[0]] };
}

const HEIGHT = 3;
const TIP = 0.5;
const CYLINDER = HEIGHT / (HEIGHT + TIP / 3);
/** From the tip to the centre of mass. */
export const PENCIL_ARM = (6 * HEIGHT ** 2 + 12 * HEIGHT * TIP + 3 * TIP ** 2) / (12 * HEIGHT + 4 * TIP);

/** Moment of the pencil about an axis across it: as printed, 001 eq. (85), or with the cone's parallel axis put right. */
export function pencilMoment(radius: number, formula: "printed" | "corrected"): number {
  const h = PENCIL_ARM;
  const cylinder = CYLINDER * ((3 * radius ** 2 + HEIGHT ** 2) / 12 + (HEIGHT / 2 + TIP - h) ** 2);
  const cone =
    formula === "printed"
      ? 0.6 * (radius ** 2 / 4 + TIP ** 2) + h ** 2
      : (3 / 20) * radius ** 2 + (3 / 80) * TIP ** 2 + (h - (3 / 4) * TIP) ** 2;
  return cylinder + (1 - CYLINDER) * cone;
}

/** The pencil of 001 section 8.2 at 60 degrees, mass 1, with its velocities of the source. */
export function pencil(
  moment: number,
  material: ContactMaterial = { friction: 0.8, restitution: 0.5, stiffnessRatio: 17 / 14 },
): ContactProblem {
  const [s, c] = [Math.sin(Math.PI / 3), Math.cos(Math.PI / 3)];
  const h = PENCIL_ARM;
  const k = h ** 2 / moment;
  return {
    dimension: 3,
    contacts: [material],
    mobility: [
      [1 + k * s * s, 0, -k * s * c],
      [0, 1 + k, 0],
      [-k * s * c, 0, 1 + k * c * c],
    ],
    velocity: pencilVelocity(),
  };
}

/** V + R (omega x r), omega and r in body axes; R turns about y by 30 degrees. */
function pencilVelocity(): number[] {
  const [s, c] = [Math.sin(Math.PI / 3), Math.cos(Math.PI / 3)];
  const [wx, wy] = [-1, -0.5];
  const h = PENCIL_ARM;
  // omega x (0, 0, -h)
  const body = [-wy * h, wx * h, 0];
  return [-5 * Math.cos(Math.PI / 6) + s * body[0] + c * body[2], body[1], -5 * Math.sin(Math.PI / 6) - c * body[0] + s * body[2]];
}

/** Velocity and body-axes angular velocity of the pencil after an impulse: domega = Q^-1 (r x R^T I). */
export function pencilAfter(moment: number, impulse: readonly number[]): { velocity: number[]; angularVelocity: number[] } {
  const [s, c] = [Math.sin(Math.PI / 3), Math.cos(Math.PI / 3)];
  const h = PENCIL_ARM;
  const body = [s * impulse[0] - c * impulse[2], impulse[1], c * impulse[0] + s * impulse[2]];
  const velocity = [-5 * Math.cos(Math.PI / 6) + impulse[0], impulse[1], -5 * Math.sin(Math.PI / 6) + impulse[2]];
  return { velocity, angularVelocity: [-1 + (h * body[1]) / moment, -0.5 - (h * body[0]) / moment, -0.5] };
}
