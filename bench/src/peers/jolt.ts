/**
 * Rod and balls in Jolt. Friction combines by the geometric mean and restitution by the maximum of two equal values.
 *
 * Jolt drops restitution below 1 m/s by default, exactly the rod's approach speed, so at default settings both its speeds are doubled.
 */
import initJolt from "jolt-physics/wasm-compat";
import { type BallsEngine, type BallsRun, type BallsWorld, FLOOR_HALF_WIDTH } from "./balls.js";
import { type CradleRow, cradleBalls, measureCradle } from "./cradle.js";
import { measureRod, type PeerRow, ROD, type RodRun, type RodWorld } from "./rod.js";
import { installedVersion } from "./versions.js";

type JoltModule = Awaited<ReturnType<typeof initJolt>>;
type Engine = InstanceType<JoltModule["JoltInterface"]>;

const FIXED_LAYER = 0;
export const MOVING_LAYER = 1;

function named() {
  return { engine: "Jolt", version: installedVersion("jolt-physics") };
}

export async function runJoltRod(): Promise<PeerRow[]> {
  const jolt = await initJolt();
  const common = named();
  return [
    measureRod({
      ...common,
      settings: "default",
      configuration:
        "time step 1/60 s, 10 velocity and 2 position iterations, slop 0.02 m, Baumgarte 0.2, speculative distance 0.02 m, " +
        "restitution cut-off 1 m/s (speeds doubled to be above it), damping 0",
      timeStep: 1 / 60,
      speed: 2,
      build: (run) => build(jolt, run, false),
    }),
    measureRod({
      ...common,
      settings: "best",
      configuration:
        "time step 1e-4 s, 100 velocity and 20 position iterations, slop 0 m, Baumgarte 0, restitution cut-off 0 m/s, damping 0",
      timeStep: 1e-4,
      speed: 1,
      build: (run) => build(jolt, run, true),
    }),
  ];
}

export async function runJoltCradle(): Promise<CradleRow[]> {
  const jolt = await initJolt();
  const common = named();
  return [
    measureCradle({
      ...common,
      settings: "default",
      configuration:
        "time step 1/240 s, 10 velocity and 2 position iterations, slop 0.02 m, Baumgarte 0.2, speculative distance 0.02 m, " +
        "restitution cut-off 1 m/s, damping 0",
      timeStep: 1 / 240,
      build: (run) => buildBalls(jolt, cradleBalls(run), false),
    }),
    measureCradle({
      ...common,
      settings: "best",
      configuration:
        "time step 1e-4 s, 100 velocity and 20 position iterations, slop 0 m, Baumgarte 0, restitution cut-off 0 m/s, damping 0",
      timeStep: 1e-4,
      build: (run) => buildBalls(jolt, cradleBalls(run), true),
    }),
  ];
}

function build(jolt: JoltModule, run: RodRun, best: boolean): RodWorld {
  const { reach, tipRadius, mass, inertia, friction, slip, approach } = ROD;
  const engine = createEngine(jolt, best);
  const bodies = engine.GetPhysicsSystem().GetBodyInterface();
  const upright = new jolt.Quat(0, 0, 0, 1);

  addFloor(jolt, bodies, 10, friction, run.restitution);

  // The body's origin is the centre of the tip; its centre of mass is moved away from it.
  const shape = new jolt.OffsetCenterOfMassShape(new jolt.SphereShape(tipRadius), new jolt.Vec3(reach, 0, reach));
  const settings = new jolt.BodyCreationSettings(
    shape,
    new jolt.RVec3(-reach, 0, tipRadius + run.gap),
    upright,
    jolt.EMotionType_Dynamic,
    MOVING_LAYER,
  );
  settings.mFriction = friction;
  settings.mRestitution = run.restitution;
  settings.mLinearDamping = 0;
  settings.mAngularDamping = 0;
  settings.mAllowSleeping = false;
  settings.mLinearVelocity = new jolt.Vec3(run.speed * slip, 0, -run.speed * approach);
  settings.mOverrideMassProperties = jolt.EOverrideMassProperties_MassAndInertiaProvided;
  settings.mMassPropertiesOverride.mMass = mass;
  settings.mMassPropertiesOverride.mInertia = jolt.Mat44.prototype.sScale(inertia);
  const rod = bodies.CreateBody(settings);
  bodies.AddBody(rod.GetID(), jolt.EActivation_Activate);
  return {
    step: () => engine.Step(run.timeStep, 1),
    velocity: () => triple(rod.GetLinearVelocity()),
    angularVelocity: () => triple(rod.GetAngularVelocity()),
    free: () => jolt.destroy(engine),
  };
}

export async function joltBalls(): Promise<BallsEngine[]> {
  const jolt = await initJolt();
  const common = named();
  return [
    {
      ...common,
      settings: "default",
      configuration:
        "10 velocity and 2 position iterations, slop 0.02 m, Baumgarte 0.2, speculative distance 0.02 m, restitution cut-off 1 m/s, " +
        "damping 0",
      build: (run) => buildBalls(jolt, run, false),
    },
    {
      ...common,
      settings: "best",
      configuration: "100 velocity and 20 position iterations, slop 0 m, Baumgarte 0, restitution cut-off 0 m/s, damping 0",
      build: (run) => buildBalls(jolt, run, true),
    },
  ];
}

function buildBalls(jolt: JoltModule, run: BallsRun, best: boolean): BallsWorld {
  const engine = createEngine(jolt, best, run.gravity);
  const bodies = engine.GetPhysicsSystem().GetBodyInterface();
  if (run.floor) addFloor(jolt, bodies, FLOOR_HALF_WIDTH, run.friction, run.restitution);
  const balls = run.balls.map(({ position, velocity, spin = [0, 0, 0] }) => {
    const settings = new jolt.BodyCreationSettings(
      new jolt.SphereShape(run.radius),
      new jolt.RVec3(...position),
      new jolt.Quat(0, 0, 0, 1),
      jolt.EMotionType_Dynamic,
      MOVING_LAYER,
    );
    settings.mFriction = run.friction;
    settings.mRestitution = run.restitution;
    settings.mLinearDamping = 0;
    settings.mAngularDamping = 0;
    settings.mAllowSleeping = false;
    settings.mLinearVelocity = new jolt.Vec3(...velocity);
    settings.mAngularVelocity = new jolt.Vec3(...spin);
    settings.mOverrideMassProperties = jolt.EOverrideMassProperties_CalculateInertia;
    settings.mMassPropertiesOverride.mMass = run.mass;
    const ball = bodies.CreateBody(settings);
    bodies.AddBody(ball.GetID(), jolt.EActivation_Activate);
    return ball;
  });
  return {
    step: () => engine.Step(run.timeStep, 1),
    positions: () => balls.map((ball) => triple(ball.GetPosition())),
    velocities: () => balls.map((ball) => triple(ball.GetLinearVelocity())),
    spins: () => balls.map((ball) => triple(ball.GetAngularVelocity())),
    free: () => jolt.destroy(engine),
  };
}

type Bodies = ReturnType<ReturnType<Engine["GetPhysicsSystem"]>["GetBodyInterface"]>;

function addFloor(jolt: JoltModule, bodies: Bodies, halfWidth: number, friction: number, restitution: number): void {
  const floor = new jolt.BodyCreationSettings(
    new jolt.BoxShape(new jolt.Vec3(halfWidth, halfWidth, 1), 0),
    new jolt.RVec3(0, 0, -1),
    new jolt.Quat(0, 0, 0, 1),
    jolt.EMotionType_Static,
    FIXED_LAYER,
  );
  floor.mFriction = friction;
  floor.mRestitution = restitution;
  bodies.AddBody(bodies.CreateBody(floor).GetID(), jolt.EActivation_DontActivate);
}

export function createEngine(jolt: JoltModule, best: boolean, gravity = 0): Engine {
  const pairs = new jolt.ObjectLayerPairFilterTable(2);
  pairs.EnableCollision(FIXED_LAYER, MOVING_LAYER);
  pairs.EnableCollision(MOVING_LAYER, MOVING_LAYER);
  const layers = new jolt.BroadPhaseLayerInterfaceTable(2, 2);
  layers.MapObjectToBroadPhaseLayer(FIXED_LAYER, new jolt.BroadPhaseLayer(0));
  layers.MapObjectToBroadPhaseLayer(MOVING_LAYER, new jolt.BroadPhaseLayer(1));
  const settings = new jolt.JoltSettings();
  settings.mObjectLayerPairFilter = pairs;
  settings.mBroadPhaseLayerInterface = layers;
  settings.mObjectVsBroadPhaseLayerFilter = new jolt.ObjectVsBroadPhaseLayerFilterTable(layers, 2, pairs, 2);
  const engine = new jolt.JoltInterface(settings);
  jolt.destroy(settings);
  const system = engine.GetPhysicsSystem();
  system.SetGravity(new jolt.Vec3(0, 0, -gravity));
  if (best) tighten(system);
  return engine;
}

function tighten(system: ReturnType<Engine["GetPhysicsSystem"]>): void {
  const settings = system.GetPhysicsSettings();
  settings.mNumVelocitySteps = 100;
  settings.mNumPositionSteps = 20;
  settings.mPenetrationSlop = 0;
  settings.mBaumgarte = 0;
  settings.mMinVelocityForRestitution = 0;
  system.SetPhysicsSettings(settings);
}

function triple(vector: InstanceType<JoltModule["Vec3"]>): [number, number, number] {
  return [vector.GetX(), vector.GetY(), vector.GetZ()];
}
