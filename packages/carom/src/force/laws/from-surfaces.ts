/** What force laws take from two surfaces. */
import { InvalidInputError } from "../../errors.js";
import { pow } from "../../math/elementary.js";
import type { ContactLaw } from "../contact-law.js";
import { hertzEstimate } from "../estimate.js";
import type { CentralHit, HitSurfaces } from "./law.js";

/** Stiffness, N/m^exponent, of the spring that an undamped hit presses in as deep as Hertz's. */
export function springAsDeepAsHertz(contact: ContactLaw, { mass, speed }: CentralHit, exponent: number): number {
  const { indentation } = hertzEstimate(contact, mass, speed);
  return (0.5 * (exponent + 1) * mass * speed * speed) / pow(indentation, exponent + 1);
}

/** The restitution that a parameter which is not given is chosen for. No finite damping gives 0. */
export function surfaceRestitution({ restitution }: HitSurfaces, parameter: string): number {
  if (!(restitution > 0 && restitution <= 1))
    throw new InvalidInputError(
      parameter,
      undefined,
      `is given, and it does not follow from a restitution of ${restitution}, which is not above 0 and at most 1`,
    );
  return restitution;
}
