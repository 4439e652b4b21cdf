/** The same scenes with masses over three decades and stiffnesses over four: light balls rattle, stiff contacts ring beside soft ones. */
import type { Vec3 } from "../../math/vec3.js";
import type { RigidBody } from "../../mechanics/rigid-body.js";
import { type Random, scale } from "./random.js";
import { approaching, type SceneFamily, type SpatialScene } from "./scene.js";

/** On either side of one. */
const MASS_DECADES = 1.5;
const STIFFNESS_DECADES = 2;

export const harsh = (families: readonly SceneFamily<SpatialScene>[]): SceneFamily<SpatialScene>[] =>
  families.map(({ name, draw }) => ({ name: `harsh ${name}`, draw: (random) => harsher(draw(random), random) }));

function harsher({ bodies, contacts }: SpatialScene, random: Random): SpatialScene {
  return approaching(
    Object.fromEntries(
      Object.entries(bodies).map(([name, body]) => [name, body === "fixed" ? body : withMass(body, scale(random, MASS_DECADES))]),
    ),
    contacts.map((contact) => ({ ...contact, stiffness: scale(random, STIFFNESS_DECADES) })),
  );
}

/** Balls: one moment about every axis. */
function withMass(body: RigidBody, mass: number): RigidBody {
  const factor = mass / body.mass;
  const [a, b, c] = body.inertia as Vec3;
  return { ...body, mass, inertia: [a * factor, b * factor, c * factor] };
}
