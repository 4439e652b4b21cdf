/**
 * The scene in cannon-es, at its defaults but for one thing: it bounds friction by gravity, so without gravity it has to be told a bound,
 * or there is no friction.
 */
import { Body, ContactMaterial, Material, Plane, Sphere, Vec3, World } from "cannon-es";
import { type Film, filmed, STEP } from "./film.js";
import type { EngineScene } from "./scene.js";

export function cannonFilm(scene: EngineScene): Film {
  const world = new World({ frictionGravity: new Vec3(0, 0, -9.82) });
  const material = new Material("all");
  world.addContactMaterial(new ContactMaterial(material, material, { friction: scene.friction, restitution: scene.restitution }));
  if (scene.floor) {
    const floor = new Body({ mass: 0, material });
    floor.addShape(new Plane());
    world.addBody(floor);
  }
  const bodies = scene.bodies.map(({ mass, inertia, position, orientation, velocity, ball }) => {
    const body = new Body({ mass, material, linearDamping: 0, angularDamping: 0 });
    body.addShape(new Sphere(ball.radius), new Vec3(...ball.at));
    body.position.set(...position);
    body.quaternion.set(...orientation);
    body.velocity.set(...velocity);
    world.addBody(body);
    // After addBody, because shapes set the inertia of their bounding box.
    body.inertia.set(inertia, inertia, inertia);
    body.invInertia.set(1 / inertia, 1 / inertia, 1 / inertia);
    body.updateInertiaWorld(true);
    return body;
  });
  return filmed(
    scene,
    bodies.map((body) => ({
      position: () => body.position.toArray(),
      orientation: () => body.quaternion.toArray(),
      velocity: () => body.velocity.toArray(),
      angularVelocity: () => body.angularVelocity.toArray(),
    })),
    () => world.step(STEP),
    { engine: "cannon-es", version: __CANNON_VERSION__, settings: "its defaults, 1/60 s steps, frictionGravity 9.82 m/s²" },
  );
}
