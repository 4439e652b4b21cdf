/**
 * Rod and balls in cannon-es. The pair's coefficients are those of its contact material, so nothing is combined.
 *
 * cannon-es bounds friction by friction * mass * |gravity|, not by the force at the contact. Without gravity the bound is zero, and its
 * documentation says to set `frictionGravity` then. All settings here do, with Earth's gravity, as does the lab's page of engines; at best
 * settings the tip sticks well inside that bound, so a larger value changes nothing. Without it the best settings give the frictionless
 * answer: energy 1.0000, 0.9450, 0.7827 and slip -0.617 (measured once, docs/benchmarks.md).
 *
 * It takes balls that just touch for apart, so at best settings the cradle's balls strike one after the other; pressed together by 1e-12 m
 * they give -0.6 and four times 0.4.
 */
import { Body, ContactMaterial, type GSSolver, Material, Plane, Sphere, Vec3, World } from "cannon-es";
import type { BallsEngine, BallsRun, BallsWorld } from "./balls.js";
import { type CradleRow, cradleBalls, measureCradle } from "./cradle.js";
import { measureRod, type PeerRow, ROD, type RodRun, type RodWorld } from "./rod.js";
import { installedVersion } from "./versions.js";

export function runCannonRod(): PeerRow[] {
  const version = installedVersion("cannon-es");
  return [
    measureRod({
      engine: "cannon-es",
      version,
      settings: "default",
      configuration:
        "time step 1/60 s, 10 iterations, contact stiffness 1e7 and relaxation 3, frictionGravity 9.82 m/s^2 so that friction acts",
      timeStep: 1 / 60,
      speed: 1,
      build: (run) => build(run, false),
    }),
    measureRod({
      engine: "cannon-es",
      version,
      settings: "best",
      configuration:
        "time step 1e-4 s, 100 iterations, tolerance 0, contact and friction stiffness 1e15 and relaxation 1e6 (no position " +
        "correction), frictionGravity 9.82 m/s^2 so that friction acts",
      timeStep: 1e-4,
      speed: 1,
      build: (run) => build(run, true),
    }),
  ];
}

export function runCannonCradle(): CradleRow[] {
  const version = installedVersion("cannon-es");
  return [
    measureCradle({
      engine: "cannon-es",
      version,
      settings: "default",
      configuration: "time step 1/240 s, 10 iterations, contact stiffness 1e7 and relaxation 3",
      timeStep: 1 / 240,
      build: (run) => buildBalls(cradleBalls(run), false),
    }),
    measureCradle({
      engine: "cannon-es",
      version,
      settings: "best",
      configuration: "time step 1e-4 s, 100 iterations, tolerance 0, contact stiffness 1e15 and relaxation 1e6 (no position correction)",
      timeStep: 1e-4,
      build: (run) => buildBalls(cradleBalls(run), true),
    }),
  ];
}

export function cannonBalls(): BallsEngine[] {
  const common = { engine: "cannon-es", version: installedVersion("cannon-es") };
  return [
    {
      ...common,
      settings: "default",
      configuration: "10 iterations, contact stiffness 1e7 and relaxation 3",
      build: (run) => buildBalls(run, false),
    },
    {
      ...common,
      settings: "best",
      configuration: "100 iterations, tolerance 0, contact stiffness 1e15 and relaxation 1e6 (no position correction)",
      build: (run) => buildBalls(run, true),
    },
  ];
}

interface Surface {
  readonly friction: number;
  readonly restitution: number;
}

/** A world of one material. */
function emptyWorld(material: Material, { friction, restitution }: Surface, best: boolean, weightless: boolean): World {
  const world = new World(best || weightless ? { frictionGravity: new Vec3(0, 0, -9.82) } : {});
  const rigid = {
    contactEquationStiffness: 1e15,
    contactEquationRelaxation: 1e6,
    frictionEquationStiffness: 1e15,
    frictionEquationRelaxation: 1e6,
  };
  world.addContactMaterial(new ContactMaterial(material, material, { friction, restitution, ...(best ? rigid : {}) }));
  if (best) {
    const solver = world.solver as GSSolver;
    solver.iterations = 100;
    solver.tolerance = 0;
  }
  return world;
}

function buildBalls(run: BallsRun, best: boolean): BallsWorld {
  const material = new Material("ball");
  const world = emptyWorld(material, run, best, run.gravity === 0);
  world.gravity.set(0, 0, -run.gravity);
  if (run.floor) {
    const floor = new Body({ mass: 0, material });
    floor.addShape(new Plane());
    world.addBody(floor);
  }
  const balls = run.balls.map(({ position, velocity, spin = [0, 0, 0] }) => {
    const ball = new Body({ mass: run.mass, material, linearDamping: 0, angularDamping: 0 });
    ball.addShape(new Sphere(run.radius));
    ball.position.set(...position);
    ball.velocity.set(...velocity);
    ball.angularVelocity.set(...spin);
    world.addBody(ball);
    return ball;
  });
  return {
    step: () => world.step(run.timeStep),
    positions: () => balls.map((ball) => ball.position.toArray()),
    velocities: () => balls.map((ball) => ball.velocity.toArray()),
    spins: () => balls.map((ball) => ball.angularVelocity.toArray()),
    free: () => {},
  };
}

function build(run: RodRun, best: boolean): RodWorld {
  const { reach, tipRadius, mass, inertia, friction, slip, approach } = ROD;
  const material = new Material("rod and floor");
  const world = emptyWorld(material, { friction, restitution: run.restitution }, best, true);
  const floor = new Body({ mass: 0, material });
  floor.addShape(new Plane());
  world.addBody(floor);

  const rod = new Body({ mass, material, linearDamping: 0, angularDamping: 0 });
  rod.addShape(new Sphere(tipRadius), new Vec3(-reach, 0, -reach));
  rod.position.set(0, 0, reach + tipRadius + run.gap);
  rod.velocity.set(run.speed * slip, 0, -run.speed * approach);
  world.addBody(rod);
  // After addBody, because shapes set the inertia of their bounding box.
  rod.inertia.set(inertia, inertia, inertia);
  rod.invInertia.set(1 / inertia, 1 / inertia, 1 / inertia);
  rod.updateInertiaWorld(true);
  return {
    step: () => world.step(run.timeStep),
    velocity: () => rod.velocity.toArray(),
    angularVelocity: () => rod.angularVelocity.toArray(),
    free: () => {},
  };
}
