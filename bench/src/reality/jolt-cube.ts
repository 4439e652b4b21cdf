/** The cube in Jolt: a box with its convex radius. */
import initJolt from "jolt-physics/wasm-compat";
import { createEngine } from "../peers/jolt.js";
import { installedVersion } from "../peers/versions.js";
import { type CubeRun, type CubeWorld, cubeMotion, type RealityEngine } from "./cube.js";

type JoltModule = Awaited<ReturnType<typeof initJolt>>;

const FIXED_LAYER = 0;
const MOVING_LAYER = 1;

export async function joltCube(): Promise<RealityEngine> {
  const jolt = await initJolt();
  const engine = createEngine(jolt, false);
  return {
    engine: "Jolt",
    version: installedVersion("jolt-physics"),
    configuration: "four steps a frame, box with convex radius, damping 0, defaults otherwise",
    motion: cubeMotion((run) => build(jolt, engine, run)),
  };
}

/** Bodies come and go in one engine, whose memory is large. */
function build(jolt: JoltModule, engine: ReturnType<typeof createEngine>, run: CubeRun): CubeWorld {
  const system = engine.GetPhysicsSystem();
  const gravity = new jolt.Vec3(...run.gravity);
  system.SetGravity(gravity);
  jolt.destroy(gravity);
  const bodies = system.GetBodyInterface();
  const settled = (settings: InstanceType<JoltModule["BodyCreationSettings"]>) => {
    settings.mFriction = run.friction;
    settings.mRestitution = run.restitution;
    settings.mLinearDamping = 0;
    settings.mAngularDamping = 0;
    settings.mAllowSleeping = false;
    return settings;
  };
  const level = new jolt.Quat(0, 0, 0, 1);
  const floorShape = new jolt.BoxShape(new jolt.Vec3(10, 10, 1), 0);
  const floor = bodies.CreateBody(
    settled(new jolt.BodyCreationSettings(floorShape, new jolt.RVec3(0, 0, -1), level, jolt.EMotionType_Static, FIXED_LAYER)),
  );
  bodies.AddBody(floor.GetID(), jolt.EActivation_DontActivate);
  const box = new jolt.BoxShapeSettings(new jolt.Vec3(...run.half), run.rounding);
  const shape = new jolt.OffsetCenterOfMassShapeSettings(new jolt.Vec3(...run.centre), box).Create().Get();
  const turn = new jolt.Quat(...run.orientation);
  const settings = settled(
    new jolt.BodyCreationSettings(shape, new jolt.RVec3(...run.position), turn, jolt.EMotionType_Dynamic, MOVING_LAYER),
  );
  settings.mLinearVelocity = new jolt.Vec3(...run.velocity);
  settings.mAngularVelocity = new jolt.Vec3(...run.spin);
  settings.mOverrideMassProperties = jolt.EOverrideMassProperties_MassAndInertiaProvided;
  settings.mMassPropertiesOverride.mMass = run.mass;
  settings.mMassPropertiesOverride.mInertia = jolt.Mat44.prototype.sScale(run.inertia);
  const cube = bodies.CreateBody(settings);
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
    },
  };
}
