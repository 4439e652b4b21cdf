/** The cube in Rapier. */
import RAPIER from "@dimforge/rapier3d-compat";
import { installedVersion } from "../peers/versions.js";
import { type CubeRun, type CubeWorld, cubeMotion, type RealityEngine } from "./cube.js";
import type { TouchNumber } from "./touch.js";

/** How far off contacts are foreseen, and what they are let overlap without a push, m. */
const TOUCH: readonly TouchNumber[] = [
  { name: "foreseen", from: 1e-4, to: 0.02, usual: 0.02 },
  { name: "overlap", from: 1e-5, to: 0.02, usual: 5e-3 },
];

export async function rapierCube(): Promise<RealityEngine> {
  await RAPIER.init();
  return {
    engine: "Rapier",
    version: installedVersion("@dimforge/rapier3d-compat"),
    configuration: "four steps a frame, rounded cuboid, defaults otherwise",
    motion: cubeMotion(TOUCH, build),
    touch: TOUCH,
  };
}

function build(run: CubeRun): CubeWorld {
  const { half, rounding, mass, inertia, centre, friction, restitution, gravity } = run;
  const world = new RAPIER.World({ x: gravity[0], y: gravity[1], z: gravity[2] });
  const [foreseen, overlap] = run.touch as [number, number];
  world.integrationParameters.normalizedPredictionDistance = foreseen;
  world.integrationParameters.normalizedAllowedLinearError = overlap;
  const surface = (collider: RAPIER.ColliderDesc) =>
    collider
      .setFriction(friction)
      .setFrictionCombineRule(RAPIER.CoefficientCombineRule.Average)
      .setRestitution(restitution)
      .setRestitutionCombineRule(RAPIER.CoefficientCombineRule.Average);
  world.createCollider(surface(RAPIER.ColliderDesc.cuboid(10, 10, 1).setTranslation(0, 0, -1)));
  const [x, y, z, w] = run.orientation;
  const cube = world.createRigidBody(
    RAPIER.RigidBodyDesc.dynamic()
      .setTranslation(...run.position)
      .setRotation({ x, y, z, w })
      .setLinvel(...run.velocity)
      .setAngvel({ x: run.spin[0], y: run.spin[1], z: run.spin[2] })
      .setAdditionalMassProperties(
        mass,
        { x: centre[0], y: centre[1], z: centre[2] },
        { x: inertia, y: inertia, z: inertia },
        { x: 0, y: 0, z: 0, w: 1 },
      )
      .setCanSleep(false),
  );
  const [a, b, c] = half.map((each) => each - rounding);
  const shape = rounding > 0 ? RAPIER.ColliderDesc.roundCuboid(a, b, c, rounding) : RAPIER.ColliderDesc.cuboid(a, b, c);
  world.createCollider(surface(shape.setDensity(0)), cube);
  return {
    step: (time) => {
      world.timestep = time;
      world.step();
    },
    pose: () => {
      const [place, turn] = [cube.translation(), cube.rotation()];
      return { position: [place.x, place.y, place.z], orientation: [turn.x, turn.y, turn.z, turn.w] };
    },
    free: () => world.free(),
  };
}
