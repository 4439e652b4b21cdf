/** The cube in Jolt: a box, or eight balls where its corners are rounded. */
import initJolt from "jolt-physics/wasm-compat";
import { createEngine } from "../peers/jolt.js";
import { installedVersion } from "../peers/versions.js";
import { type CubeRun, type CubeWorld, cornersOf, cubeMotion, type RealityEngine } from "./cube.js";
import type { TouchNumber } from "./touch.js";

type JoltModule = Awaited<ReturnType<typeof initJolt>>;

const FIXED_LAYER = 0;
const MOVING_LAYER = 1;

/** How far off contacts are foreseen, and what they are let overlap, m; the speed below which nothing bounces, m/s. */
const TOUCH: readonly TouchNumber[] = [
  { name: "foreseen", from: 1e-4, to: 0.02, usual: 0.02 },
  { name: "overlap", from: 1e-5, to: 0.02, usual: 0.02 },
  { name: "bounces from", from: 0.01, to: 2, usual: 1 },
];

export async function joltCube(): Promise<RealityEngine> {
  const jolt = await initJolt();
  const engine = createEngine(jolt, false);
  return {
    engine: "Jolt",
    version: installedVersion("jolt-physics"),
    configuration: "four steps a frame, box or eight balls at the corners, damping 0, defaults otherwise",
    motion: cubeMotion(TOUCH, (run) => build(jolt, engine, run)),
    touch: TOUCH,
  };
}

/** Bodies come and go in one engine, whose memory does not grow: whatever is made for a run is given back. */
function build(jolt: JoltModule, engine: ReturnType<typeof createEngine>, run: CubeRun): CubeWorld {
  const made: object[] = [];
  const kept = <T extends object>(thing: T): T => {
    made.push(thing);
    return thing;
  };
  const vector = (values: readonly [number, number, number]) => kept(new jolt.Vec3(...values));
  const system = engine.GetPhysicsSystem();
  system.SetGravity(vector(run.gravity));
  const settings = system.GetPhysicsSettings();
  const [foreseen, overlap, bouncesFrom] = run.touch as [number, number, number];
  settings.mSpeculativeContactDistance = foreseen;
  settings.mPenetrationSlop = overlap;
  settings.mMinVelocityForRestitution = bouncesFrom;
  system.SetPhysicsSettings(settings);
  const bodies = system.GetBodyInterface();
  const bodyWith = (shape: InstanceType<JoltModule["ShapeSettings"]>, moves: boolean) => {
    const settings = kept(new jolt.BodyCreationSettings());
    settings.SetShapeSettings(shape);
    settings.mMotionType = moves ? jolt.EMotionType_Dynamic : jolt.EMotionType_Static;
    settings.mObjectLayer = moves ? MOVING_LAYER : FIXED_LAYER;
    settings.mFriction = run.friction;
    settings.mRestitution = run.restitution;
    settings.mLinearDamping = 0;
    settings.mAngularDamping = 0;
    settings.mAllowSleeping = false;
    return settings;
  };
  const ground = bodyWith(new jolt.BoxShapeSettings(vector([10, 10, 1]), 0), false);
  ground.mPosition = kept(new jolt.RVec3(0, 0, -1));
  const floor = bodies.CreateBody(ground);
  bodies.AddBody(floor.GetID(), jolt.EActivation_DontActivate);
  const thrown = bodyWith(new jolt.OffsetCenterOfMassShapeSettings(vector(run.centre), shapeOf(jolt, run, vector)), true);
  thrown.mPosition = kept(new jolt.RVec3(...run.position));
  thrown.mRotation = kept(new jolt.Quat(...run.orientation));
  thrown.mLinearVelocity = vector(run.velocity);
  thrown.mAngularVelocity = vector(run.spin);
  thrown.mOverrideMassProperties = jolt.EOverrideMassProperties_MassAndInertiaProvided;
  thrown.mMassPropertiesOverride.mMass = run.mass;
  thrown.mMassPropertiesOverride.mInertia = jolt.Mat44.prototype.sScale(run.inertia);
  const cube = bodies.CreateBody(thrown);
  bodies.AddBody(cube.GetID(), jolt.EActivation_Activate);
  return {
    step: (time) => engine.Step(time, 1),
    pose: () => {
      const [place, turned] = [cube.GetPosition(), cube.GetRotation()];
      return {
        position: [place.GetX(), place.GetY(), place.GetZ()],
        orientation: [turned.GetX(), turned.GetY(), turned.GetZ(), turned.GetW()],
      };
    },
    free: () => {
      for (const body of [cube, floor]) {
        const id = body.GetID();
        bodies.RemoveBody(id);
        bodies.DestroyBody(id);
      }
      for (const thing of made) jolt.destroy(thing);
    },
  };
}

/** Jolt's convex radius rounds nothing that meets a plane, so rounded corners are balls. Settings of shapes are counted, not destroyed. */
function shapeOf(jolt: JoltModule, run: CubeRun, vector: (values: readonly [number, number, number]) => InstanceType<JoltModule["Vec3"]>) {
  if (run.rounding === 0) return new jolt.BoxShapeSettings(vector(run.half), 0);
  const whole = new jolt.StaticCompoundShapeSettings();
  const level = new jolt.Quat(0, 0, 0, 1);
  for (const corner of cornersOf(run)) whole.AddShape(vector(corner), level, new jolt.SphereShapeSettings(run.rounding), 0);
  jolt.destroy(level);
  return whole;
}
