/** The scene in Rapier, at its defaults. Coefficients combine by the average of two equal values. */
import RAPIER from "@dimforge/rapier3d-compat";
import { type Film, filmed, STEP } from "./film.js";
import type { EngineScene, Triple } from "./scene.js";

const triple = ({ x, y, z }: RAPIER.Vector): Triple => [x, y, z];

export async function rapierFilm(scene: EngineScene): Promise<Film> {
  await RAPIER.init();
  const world = new RAPIER.World({ x: 0, y: 0, z: 0 });
  world.timestep = STEP;
  const surface = (collider: RAPIER.ColliderDesc) =>
    collider
      .setFriction(scene.friction)
      .setFrictionCombineRule(RAPIER.CoefficientCombineRule.Average)
      .setRestitution(scene.restitution)
      .setRestitutionCombineRule(RAPIER.CoefficientCombineRule.Average);
  if (scene.floor) world.createCollider(surface(RAPIER.ColliderDesc.cuboid(10, 10, 1).setTranslation(0, 0, -1)));
  const bodies = scene.bodies.map(({ mass, inertia, position, orientation: [x, y, z, w], velocity, ball }) => {
    const body = world.createRigidBody(
      RAPIER.RigidBodyDesc.dynamic()
        .setTranslation(...position)
        .setRotation({ x, y, z, w })
        .setLinvel(...velocity)
        .setAdditionalMassProperties(mass, { x: 0, y: 0, z: 0 }, { x: inertia, y: inertia, z: inertia }, { x: 0, y: 0, z: 0, w: 1 })
        .setCanSleep(false),
    );
    world.createCollider(
      surface(
        RAPIER.ColliderDesc.ball(ball.radius)
          .setTranslation(...ball.at)
          .setDensity(0),
      ),
      body,
    );
    return body;
  });
  const film = filmed(
    scene,
    bodies.map((body) => ({
      position: () => triple(body.translation()),
      orientation: () => {
        const { x, y, z, w } = body.rotation();
        return [x, y, z, w];
      },
      velocity: () => triple(body.linvel()),
      angularVelocity: () => triple(body.angvel()),
    })),
    () => world.step(),
    { engine: "Rapier", version: __RAPIER_VERSION__, settings: "its defaults, 1/60 s steps" },
  );
  world.free();
  return film;
}
