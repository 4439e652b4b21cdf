/**
 * A ball bouncing on a level plane as a chain of impacts under the law `compliant`.
 *
 * Between two impacts the ball flies: its horizontal velocity and its spin stay, its vertical velocity comes back with the sign changed.
 * With restitution below 1 the bounces never end in number but do in time; this chain is cut off by count. Because an impact depends only
 * on the ratio of slip to approach (001 Theorem 3), late bounces are as rich as early ones, however slow.
 *
 * Source: 001 section 8.1.2.
 */
import { InvalidInputError } from "../../errors.js";
import type { Vec3 } from "../../math/vec3.js";
import type { ContactMaterial } from "../../mechanics/contact-problem.js";
import { type BodyVelocity, contactProblemFromBodies, velocitiesAfter } from "../../mechanics/from-bodies.js";
import type { RigidBody } from "../../mechanics/rigid-body.js";
import { type CompliantOptions, solveCompliant } from "../compliant.js";
import type { ImpactOutcome } from "../outcome.js";

/** A ball just before its first bounce on a level plane. */
export interface BouncingBall extends BodyVelocity {
  /** kg, > 0. */
  readonly mass: number;
  /** m, > 0. */
  readonly radius: number;
  /** About any axis through the centre, kg m^2. Default: that of a solid ball, 2/5 m r^2. */
  readonly moment?: number;
}

/** Just after a bounce. */
export interface Bounce extends BodyVelocity {
  /** What the law says of this bounce. */
  readonly outcome: ImpactOutcome;
}

/**
 * The first bounces of a ball that comes down on the plane z = 0 with the given velocity and spin (world axes, just before the first
 * bounce). Fewer than asked for if one of them leaves the ball on the plane.
 */
export function bounceBall(ball: BouncingBall, material: ContactMaterial, count: number, options: CompliantOptions = {}): Bounce[] {
  const { mass, radius, moment = 0.4 * mass * radius * radius } = ball;
  if (!(ball.velocity[2] < 0))
    throw new InvalidInputError("ball.velocity[2]", ball.velocity[2], "is not negative: the ball does not come down");
  const bounces: Bounce[] = [];
  let velocity: Vec3 = ball.velocity;
  let angularVelocity: Vec3 = ball.angularVelocity;
  while (bounces.length < count && velocity[2] < 0) {
    const body: RigidBody = { mass, inertia: [moment, moment, moment], position: [0, 0, radius], velocity, angularVelocity };
    const bodies = { ball: body, plane: "fixed" as const };
    const contacts = [{ ...material, between: ["ball", "plane"] as const, point: [0, 0, 0] as const, normal: [0, 0, 1] as const }];
    const outcome = solveCompliant(contactProblemFromBodies(bodies, contacts).problem, options);
    const { ball: after } = velocitiesAfter(bodies, contacts, outcome.impulse);
    bounces.push({ ...after, outcome });
    velocity = [after.velocity[0], after.velocity[1], -after.velocity[2]];
    angularVelocity = after.angularVelocity;
  }
  return bounces;
}
