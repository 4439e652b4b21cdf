/** A problem, with what it was built from. */
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import type { Bodies, BodyContact } from "../../mechanics/from-bodies.js";
import { contactProblemFromBodies } from "../../mechanics/from-bodies.js";
import type { GeneralisedSystem } from "../../mechanics/from-coordinates.js";
import { contactProblemFromCoordinates } from "../../mechanics/from-coordinates.js";
import type { Random } from "./random.js";

/** Bodies and where they touch, in space. */
export interface SpatialScene {
  /** What laws take. */
  readonly problem: ContactProblem;
  /** The bodies it is made of. */
  readonly bodies: Bodies;
  /** And where they touch. */
  readonly contacts: readonly BodyContact[];
}

/** A planar system in generalised coordinates. */
export interface PlanarScene {
  /** What laws take. */
  readonly problem: ContactProblem;
  /** The coordinates it is made of. */
  readonly system: GeneralisedSystem;
}

/** A scene with one to twelve contacts. */
export type Scene = SpatialScene | PlanarScene;

/** Scenes of one sort. */
export interface SceneFamily<Kind extends Scene = Scene> {
  /** For titles and complaints. */
  readonly name: string;
  /** A scene from numbers uniform in [0, 1). */
  readonly draw: (random: Random) => Kind;
}

/**
 * The scene, or the one in which everything moves the other way: in one of them a contact approaches, unless nothing moves along any
 * normal.
 */
export function approaching(bodies: Bodies, contacts: readonly BodyContact[]): SpatialScene {
  const { problem } = contactProblemFromBodies(bodies, contacts);
  if (approaches(problem)) return { problem, bodies, contacts };
  const reversed = Object.fromEntries(
    Object.entries(bodies).map(([name, body]) => [
      name,
      body === "fixed" ? body : { ...body, velocity: turnedBack(body.velocity), angularVelocity: turnedBack(body.angularVelocity) },
    ]),
  );
  return { problem: contactProblemFromBodies(reversed, contacts).problem, bodies: reversed, contacts };
}

export function approachingPlanar(system: GeneralisedSystem, contacts: ContactProblem["contacts"]): PlanarScene {
  const problem = contactProblemFromCoordinates(system, contacts);
  if (approaches(problem)) return { problem, system };
  const reversed = { ...system, speeds: system.speeds.map((speed) => -speed) };
  return { problem: contactProblemFromCoordinates(reversed, contacts), system: reversed };
}

/** Whether a contact comes nearer by more than rounding. */
function approaches({ velocity, dimension }: ContactProblem): boolean {
  const fastest = Math.max(...velocity.map(Math.abs));
  return velocity.some((v, i) => i % dimension === dimension - 1 && v < -1e-6 * fastest);
}

const turnedBack = (v: readonly [number, number, number] = [0, 0, 0]) => [-v[0], -v[1], -v[2]] as const;
