/** The rod and the cradle in Rapier. Coefficients combine by the average of two equal values. */
import RAPIER from "@dimforge/rapier3d-compat";
import { CRADLE, type CradleRow, type CradleRun, type CradleWorld, measureCradle } from "./cradle.js";
import { measureRod, type PeerRow, ROD, type RodRun, type RodWorld } from "./rod.js";
import { installedVersion } from "./versions.js";

export async function runRapierRod(): Promise<PeerRow[]> {
  await RAPIER.init();
  const version = installedVersion("@dimforge/rapier3d-compat");
  return [
    measureRod({
      engine: "Rapier",
      version,
      settings: "default",
      configuration: "time step 1/60 s, 4 solver iterations, allowed error 0.005 m, prediction distance 0.02 m",
      timeStep: 1 / 60,
      speed: 1,
      build: (run) => build(run, false),
    }),
    measureRod({
      engine: "Rapier",
      version,
      settings: "best",
      configuration: "time step 1e-4 s, 40 solver iterations with 10 inner ones, allowed error 0 m, 8 continuous-collision substeps",
      timeStep: 1e-4,
      speed: 1,
      build: (run) => build(run, true),
    }),
  ];
}

export async function runRapierCradle(): Promise<CradleRow[]> {
  await RAPIER.init();
  const version = installedVersion("@dimforge/rapier3d-compat");
  return [
    measureCradle({
      engine: "Rapier",
      version,
      settings: "default",
      configuration: "time step 1/240 s, 4 solver iterations, allowed error 0.005 m, prediction distance 0.02 m",
      timeStep: 1 / 240,
      build: (run) => buildCradle(run, false),
    }),
    measureCradle({
      engine: "Rapier",
      version,
      settings: "best",
      configuration: "time step 1e-4 s, 40 solver iterations with 10 inner ones, allowed error 0 m, 8 continuous-collision substeps",
      timeStep: 1e-4,
      build: (run) => buildCradle(run, true),
    }),
  ];
}

function emptyWorld(timeStep: number, best: boolean): RAPIER.World {
  const world = new RAPIER.World({ x: 0, y: 0, z: 0 });
  world.timestep = timeStep;
  if (best) {
    const parameters = world.integrationParameters;
    parameters.numSolverIterations = 40;
    parameters.numInternalPgsIterations = 10;
    parameters.normalizedAllowedLinearError = 0;
    parameters.maxCcdSubsteps = 8;
  }
  return world;
}

function buildCradle(run: CradleRun, best: boolean): CradleWorld {
  const world = emptyWorld(run.timeStep, best);
  const balls = run.positions.map((x, i) => {
    const ball = world.createRigidBody(
      RAPIER.RigidBodyDesc.dynamic()
        .setTranslation(x, 0, 0)
        .setLinvel(i === 0 ? run.speed : 0, 0, 0)
        .setCanSleep(false)
        .setCcdEnabled(best),
    );
    world.createCollider(RAPIER.ColliderDesc.ball(CRADLE.radius).setMass(CRADLE.mass).setFriction(0).setRestitution(1), ball);
    return ball;
  });
  return {
    step: () => world.step(),
    velocities: () => balls.map((ball) => ball.linvel().x),
    free: () => world.free(),
  };
}

function build(run: RodRun, best: boolean): RodWorld {
  const { reach, tipRadius, mass, inertia, friction, slip, approach } = ROD;
  const world = emptyWorld(run.timeStep, best);
  const surface = (collider: RAPIER.ColliderDesc) =>
    collider
      .setFriction(friction)
      .setFrictionCombineRule(RAPIER.CoefficientCombineRule.Average)
      .setRestitution(run.restitution)
      .setRestitutionCombineRule(RAPIER.CoefficientCombineRule.Average);
  world.createCollider(surface(RAPIER.ColliderDesc.cuboid(10, 10, 1).setTranslation(0, 0, -1)));
  const rod = world.createRigidBody(
    RAPIER.RigidBodyDesc.dynamic()
      .setTranslation(0, 0, reach + tipRadius + run.gap)
      .setLinvel(run.speed * slip, 0, -run.speed * approach)
      .setAdditionalMassProperties(mass, { x: 0, y: 0, z: 0 }, { x: inertia, y: inertia, z: inertia }, { x: 0, y: 0, z: 0, w: 1 })
      .setCanSleep(false)
      .setCcdEnabled(best),
  );
  world.createCollider(surface(RAPIER.ColliderDesc.ball(tipRadius).setTranslation(-reach, 0, -reach).setDensity(0)), rod);
  return {
    step: () => world.step(),
    velocity: () => triple(rod.linvel()),
    angularVelocity: () => triple(rod.angvel()),
    free: () => world.free(),
  };
}

function triple({ x, y, z }: RAPIER.Vector): [number, number, number] {
  return [x, y, z];
}
