/**
 * Carom inside a cannon-es step loop: cannon-es finds the contact and moves the bodies, Carom says how they leave it.
 *
 *     node examples/cannon-es/resolve-contact.mjs
 *
 * How it works. A shape with `collisionResponse = false` is still tested for contacts, but cannon-es puts no equation for them into its
 * solver. Its event "preStep" comes after the solver and before the positions move: there the contact geometry and the velocities belong to
 * the same instant, and velocities written there are the ones the bodies move on with.
 */
import { argv } from "node:process";
import { pathToFileURL } from "node:url";
import { Body, ContactMaterial, Material, Plane, Sphere, Vec3, World } from "cannon-es";
import { contactProblemFromBodies, solveFrictional, velocitiesAfter } from "carom";

/**
 * Lets Carom resolve the contacts of these shapes, each by itself.
 *
 * @param {World} world
 * @param {readonly import("cannon-es").Shape[]} shapes whose contacts Carom shall resolve
 * @param {{ friction: number, restitution: number }} material of those contacts
 * @param {(outcome: import("carom").ImpactOutcome) => void} [onImpact] is told of every impact
 */
export function resolveWithCarom(world, shapes, material, onImpact = () => {}) {
  for (const shape of shapes) shape.collisionResponse = false;
  world.addEventListener("preStep", () => {
    for (const contact of world.contacts) {
      if (!shapes.includes(contact.si) && !shapes.includes(contact.sj)) continue;
      const outcome = resolveContact(contact, material);
      if (outcome !== undefined) onImpact(outcome);
    }
  });
}

/**
 * Velocities before impact in, velocities after impact back. Undefined if the bodies do not approach.
 *
 * @param {import("cannon-es").ContactEquation} contact
 * @param {{ friction: number, restitution: number }} material
 */
export function resolveContact(contact, material) {
  const { bi, bj, ni, ri } = contact;
  // cannon-es: the normal points from bi to bj. Carom: into the first body. So bj is the first.
  const bodies = { first: toCarom(bj), second: toCarom(bi) };
  const place = { between: ["first", "second"], point: bi.position.vadd(ri).toArray(), normal: ni.toArray(), ...material };
  const { problem } = contactProblemFromBodies(bodies, [place]);
  if (problem.velocity[2] >= 0) return undefined;

  const outcome = solveFrictional(problem);
  const after = velocitiesAfter(bodies, [place], outcome.impulse);
  fromCarom(after.first, bj);
  fromCarom(after.second, bi);
  return outcome;
}

/** @param {Body} body */
function toCarom(body) {
  if (body.type !== Body.DYNAMIC) return "fixed";
  return {
    mass: body.mass,
    inertia: body.inertia.toArray(),
    position: body.position.toArray(),
    orientation: body.quaternion.toArray(),
    velocity: body.velocity.toArray(),
    angularVelocity: body.angularVelocity.toArray(),
  };
}

/** @param {Body} body */
function fromCarom(motion, body) {
  if (motion === undefined) return;
  body.velocity.set(...motion.velocity);
  body.angularVelocity.set(...motion.angularVelocity);
}

/**
 * A free rod at 45 degrees (1 kg, 1 m, round tip) slides down onto the floor; friction stops the tip and turns its slip round inside the
 * impact.
 *
 * @param {number} restitution
 * @param {number} gap of the tip above the floor, m
 */
export function rodOverFloor(restitution, gap = 0.005) {
  const friction = 0.5;
  const reach = Math.SQRT1_2 / 2;
  const tipRadius = 0.01;
  const rubber = new Material();
  const world = new World();
  world.addContactMaterial(new ContactMaterial(rubber, rubber, { friction, restitution }));
  const floor = new Body({ mass: 0, material: rubber, shape: new Plane() });
  world.addBody(floor);
  const tip = new Sphere(tipRadius);
  const rod = new Body({ mass: 1, material: rubber, linearDamping: 0, angularDamping: 0 });
  rod.addShape(tip, new Vec3(-reach, 0, -reach));
  rod.position.set(0, 0, reach + tipRadius + gap);
  rod.velocity.set(0.61697, 0, -1);
  world.addBody(rod);
  // Shapes set the inertia of their bounding box; a rod's is m l^2 / 12 across its axis.
  rod.inertia.set(1 / 12, 1 / 12, 1 / 12);
  rod.invInertia.set(12, 12, 12);
  rod.updateInertiaWorld(true);
  return { world, rod, tip, material: { friction, restitution } };
}

/** @param {Body} body */
export function kineticEnergy({ mass, velocity, angularVelocity, inertia, quaternion }) {
  const spin = quaternion.inverse().vmult(angularVelocity);
  return 0.5 * mass * velocity.lengthSquared() + 0.5 * spin.dot(inertia.vmul(spin));
}

/** Kinetic energy after the impact over before, by cannon-es alone and with Carom in its loop. */
function energyRatio(restitution, withCarom) {
  const { world, rod, tip, material } = rodOverFloor(restitution);
  const before = kineticEnergy(rod);
  if (withCarom) resolveWithCarom(world, [tip], material);
  for (let step = 0; step < 10; step++) world.step(1 / 60);
  return kineticEnergy(rod) / before;
}

if (import.meta.url === pathToFileURL(argv[1] ?? "").href) {
  console.log("A rod strikes the floor: kinetic energy after / before\n");
  console.log("restitution   cannon-es alone   with Carom in its loop");
  for (const restitution of [1, 0.9, 0.5]) {
    const [alone, carom] = [false, true].map((withCarom) => energyRatio(restitution, withCarom).toFixed(4));
    console.log(`${restitution.toFixed(1).padStart(11)}${alone.padStart(18)}${carom.padStart(25)}`);
  }
}
