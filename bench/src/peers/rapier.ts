/** Rod and balls in Rapier. Coefficients combine by the average of two equal values. */
import RAPIER from "@dimforge/rapier3d-compat";
import { type BallsEngine, type BallsRun, type BallsWorld, FLOOR_HALF_WIDTH } from "./balls.js";
import { type CradleRow, cradleBalls, measureCradle } from "./cradle.js";
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
      build: (run) => buildBalls(cradleBalls(run), false),
    }),
    measureCradle({
      engine: "Rapier",
      version,
      settings: "best",
      configuration: "time step 1e-4 s, 40 solver iterations with 10 inner ones, allowed error 0 m, 8 continuous-collision substeps",
      timeStep: 1e-4,
      build: (run) => buildBalls(cradleBalls(run), true),
    }),
  ];
}

export async function rapierBalls(): Promise<BallsEngine[]> {
  await RAPIER.init();
  const version = installedVersion("@dimforge/rapier3d-compat");
  const common = { engine: "Rapier", version };
  return [
    {
      ...common,
      settings: "default",
      configuration: "4 solver iterations, allowed error 0.005 m, prediction distance 0.02 m",
      build: (run) => buildBalls(run, false),
    },
    {
      ...common,
      settings: "best",
      configuration: "40 solver iterations with 10 inner ones, allowed error 0 m, 8 continuous-collision substeps",
      build: (run) => buildBalls(run, true),
    },
  ];
}

function emptyWorld(timeStep: number, best: boolean, gravity = 0): RAPIER.World {
  const world = new RAPIER.World({ x: 0, y: 0, z: -gravity });
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

function surface(collider: RAPIER.ColliderDesc, friction: number, restitution: number): RAPIER.ColliderDesc {
  return collider
    .setFriction(friction)
    .setFrictionCombineRule(RAPIER.CoefficientCombineRule.Average)
    .setRestitution(restitution)
    .setRestitutionCombineRule(RAPIER.CoefficientCombineRule.Average);
}

function buildBalls(run: BallsRun, best: boolean): BallsWorld {
  const { friction, restitution } = run;
  const world = emptyWorld(run.timeStep, best, run.gravity);
  if (run.floor)
    world.createCollider(
      surface(RAPIER.ColliderDesc.cuboid(FLOOR_HALF_WIDTH, FLOOR_HALF_WIDTH, 1).setTranslation(0, 0, -1), friction, restitution),
    );
  const balls = run.balls.map(({ position, velocity, spin = [0, 0, 0] }) => {
    const ball = world.createRigidBody(
      RAPIER.RigidBodyDesc.dynamic()
        .setTranslation(...position)
        .setLinvel(...velocity)
        .setAngvel({ x: spin[0], y: spin[1], z: spin[2] })
        .setCanSleep(false)
        .setCcdEnabled(best),
    );
    world.createCollider(surface(RAPIER.ColliderDesc.ball(run.radius).setMass(run.mass), friction, restitution), ball);
    return ball;
  });
  return {
    step: () => world.step(),
    positions: () => balls.map((ball) => triple(ball.translation())),
    velocities: () => balls.map((ball) => triple(ball.linvel())),
    spins: () => balls.map((ball) => triple(ball.angvel())),
    free: () => world.free(),
  };
}

function build(run: RodRun, best: boolean): RodWorld {
  const { reach, tipRadius, mass, inertia, friction, slip, approach } = ROD;
  const world = emptyWorld(run.timeStep, best);
  world.createCollider(surface(RAPIER.ColliderDesc.cuboid(10, 10, 1).setTranslation(0, 0, -1), friction, run.restitution));
  const rod = world.createRigidBody(
    RAPIER.RigidBodyDesc.dynamic()
      .setTranslation(0, 0, reach + tipRadius + run.gap)
      .setLinvel(run.speed * slip, 0, -run.speed * approach)
      .setAdditionalMassProperties(mass, { x: 0, y: 0, z: 0 }, { x: inertia, y: inertia, z: inertia }, { x: 0, y: 0, z: 0, w: 1 })
      .setCanSleep(false)
      .setCcdEnabled(best),
  );
  world.createCollider(
    surface(RAPIER.ColliderDesc.ball(tipRadius).setTranslation(-reach, 0, -reach).setDensity(0), friction, run.restitution),
    rod,
  );
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
