/**
 * Balls and boxes over a floor or in a pit, in Rapier, Jolt and MuJoCo at their default settings.
 */
import RAPIER from "@dimforge/rapier3d-compat";
import loadMujoco from "@mujoco/mujoco";
import initJolt from "jolt-physics/wasm-compat";
import type { DenseBody, DenseScene } from "../dense-scenes.js";
import { createEngine, MOVING_LAYER } from "./jolt.js";
import { installedVersion } from "./versions.js";

type Numbers = readonly number[];

/** An engine's world: steps, and the bodies as it has them. */
export interface CrowdWorld {
  step(): void;
  /** Of each body: position and orientation (x, y, z, w). */
  places(): Numbers[];
  /** Of each body: velocity and angular velocity, world axes. */
  speeds(): Numbers[];
  free(): void;
}

export interface CrowdEngine {
  readonly engine: string;
  readonly version: string;
  readonly build: (scene: DenseScene, timeStep: number) => CrowdWorld;
}

const GRAVITY = 9.81;
/** Half the width of floor and walls, m. */
const WIDE = 20;
const UPRIGHT = [0, 0, 0, 1] as const;
const STILL = [0, 0, 0] as const;

/** Boxes that stand for the floor and the walls: centre and half size. */
function ground({ pit }: DenseScene): { readonly centre: Numbers; readonly half: Numbers }[] {
  const floor = { centre: [0, 0, -1], half: [WIDE, WIDE, 1] };
  if (pit === undefined) return [floor];
  const walls = [-1, 1].flatMap((side) => [
    { centre: [side * (pit + 1), 0, 0], half: [1, WIDE, WIDE] },
    { centre: [0, side * (pit + 1), 0], half: [WIDE, 1, WIDE] },
  ]);
  return [floor, ...walls];
}

export async function crowdEngines(): Promise<CrowdEngine[]> {
  await RAPIER.init();
  const [jolt, mujoco] = [await initJolt(), await loadMujoco()];
  return [
    { engine: "Rapier", version: installedVersion("@dimforge/rapier3d-compat"), build: buildRapier },
    { engine: "Jolt", version: installedVersion("jolt-physics"), build: (scene, timeStep) => buildJolt(jolt, scene, timeStep) },
    { engine: "MuJoCo", version: installedVersion("@mujoco/mujoco"), build: (scene, timeStep) => buildMujoco(mujoco, scene, timeStep) },
  ];
}

function buildRapier(scene: DenseScene, timeStep: number): CrowdWorld {
  const world = new RAPIER.World({ x: 0, y: 0, z: -GRAVITY });
  world.timestep = timeStep;
  const surface = (collider: RAPIER.ColliderDesc) => collider.setFriction(scene.friction).setRestitution(scene.restitution);
  for (const { centre, half } of ground(scene))
    world.createCollider(
      surface(RAPIER.ColliderDesc.cuboid(half[0]!, half[1]!, half[2]!).setTranslation(centre[0]!, centre[1]!, centre[2]!)),
    );
  const bodies = scene.bodies.map(
    ({ radius, size = STILL, mass, position, orientation = UPRIGHT, velocity = STILL, angularVelocity = STILL }) => {
      const [x, y, z, w] = orientation;
      const body = world.createRigidBody(
        RAPIER.RigidBodyDesc.dynamic()
          .setTranslation(...position)
          .setRotation({ x, y, z, w })
          .setLinvel(...velocity)
          .setAngvel({ x: angularVelocity[0], y: angularVelocity[1], z: angularVelocity[2] }),
      );
      const shape =
        radius === undefined ? RAPIER.ColliderDesc.cuboid(size[0] / 2, size[1] / 2, size[2] / 2) : RAPIER.ColliderDesc.ball(radius);
      world.createCollider(surface(shape.setMass(mass)), body);
      return body;
    },
  );
  const triple = ({ x, y, z }: RAPIER.Vector) => [x, y, z];
  return {
    step: () => world.step(),
    places: () =>
      bodies.map((body) => {
        const { x, y, z, w } = body.rotation();
        return [...triple(body.translation()), x, y, z, w];
      }),
    speeds: () => bodies.map((body) => [...triple(body.linvel()), ...triple(body.angvel())]),
    free: () => world.free(),
  };
}

function buildJolt(jolt: Awaited<ReturnType<typeof initJolt>>, scene: DenseScene, timeStep: number): CrowdWorld {
  const engine = createEngine(jolt, false, GRAVITY);
  const bodies = engine.GetPhysicsSystem().GetBodyInterface();
  const shapeOf = ({ radius, size = STILL }: Pick<DenseBody, "radius" | "size">) =>
    radius === undefined ? new jolt.BoxShape(new jolt.Vec3(size[0] / 2, size[1] / 2, size[2] / 2), 0) : new jolt.SphereShape(radius);
  for (const { centre, half } of ground(scene)) {
    const size = [2 * half[0]!, 2 * half[1]!, 2 * half[2]!] as const;
    const place = new jolt.RVec3(centre[0]!, centre[1]!, centre[2]!);
    const settings = new jolt.BodyCreationSettings(shapeOf({ size }), place, new jolt.Quat(0, 0, 0, 1), jolt.EMotionType_Static, 0);
    settings.mFriction = scene.friction;
    settings.mRestitution = scene.restitution;
    bodies.AddBody(bodies.CreateBody(settings).GetID(), jolt.EActivation_DontActivate);
  }
  const members = scene.bodies.map((member) => {
    const { mass, position, orientation = UPRIGHT, velocity = STILL, angularVelocity = STILL } = member;
    const settings = new jolt.BodyCreationSettings(
      shapeOf(member),
      new jolt.RVec3(...position),
      new jolt.Quat(...orientation),
      jolt.EMotionType_Dynamic,
      MOVING_LAYER,
    );
    settings.mFriction = scene.friction;
    settings.mRestitution = scene.restitution;
    settings.mLinearVelocity = new jolt.Vec3(...velocity);
    settings.mAngularVelocity = new jolt.Vec3(...angularVelocity);
    settings.mOverrideMassProperties = jolt.EOverrideMassProperties_CalculateInertia;
    settings.mMassPropertiesOverride.mMass = mass;
    const body = bodies.CreateBody(settings);
    bodies.AddBody(body.GetID(), jolt.EActivation_Activate);
    return body;
  });
  const triple = (v: { GetX(): number; GetY(): number; GetZ(): number }) => [v.GetX(), v.GetY(), v.GetZ()];
  return {
    step: () => engine.Step(timeStep, 1),
    places: () =>
      members.map((body) => [...triple(body.GetCenterOfMassPosition()), ...triple(body.GetRotation()), body.GetRotation().GetW()]),
    speeds: () => members.map((body) => [...triple(body.GetLinearVelocity()), ...triple(body.GetAngularVelocity())]),
    free: () => jolt.destroy(engine),
  };
}

function buildMujoco(mujoco: Awaited<ReturnType<typeof loadMujoco>>, scene: DenseScene, timeStep: number): CrowdWorld {
  const contact = `condim="3" friction="${scene.friction} 0 0"`;
  const geom = (shape: string, more: string) => `<geom ${shape} ${contact} ${more}/>`;
  const fixed = ground(scene).map(({ centre, half }) => geom(`type="box" size="${half.join(" ")}"`, `pos="${centre.join(" ")}"`));
  const bodies = scene.bodies.map(({ radius, size = STILL, mass, position, orientation = UPRIGHT }) => {
    const [x, y, z, w] = orientation;
    const shape = radius === undefined ? `type="box" size="${size.map((side) => side / 2).join(" ")}"` : `type="sphere" size="${radius}"`;
    return `<body pos="${position.join(" ")}" quat="${w} ${x} ${y} ${z}"><freejoint/>${geom(shape, `mass="${mass}"`)}</body>`;
  });
  const model = mujoco.MjModel.from_xml_string(
    `<mujoco><option timestep="${timeStep}" gravity="0 0 ${-GRAVITY}"/><size memory="512M"/>` +
      `<worldbody>${fixed.join("")}${bodies.join("")}</worldbody></mujoco>`,
  );
  const data = new mujoco.MjData(model);
  const rates = () => data.qvel as Float64Array;
  const places = () => data.qpos as Float64Array;
  const inBody = ({ orientation = UPRIGHT, angularVelocity = STILL }: DenseBody) =>
    turned([-orientation[0], -orientation[1], -orientation[2], orientation[3]], angularVelocity);
  scene.bodies.forEach((body, i) => {
    rates().set([...(body.velocity ?? STILL), ...inBody(body)], 6 * i);
  });
  const placeOf = (i: number) => {
    const [x, y, z, w, a, b, c] = places().subarray(7 * i, 7 * i + 7);
    return [x!, y!, z!, a!, b!, c!, w!];
  };
  return {
    step: () => mujoco.mj_step(model, data),
    places: () => scene.bodies.map((_, i) => placeOf(i)),
    // The engine gives spin in the axes of the body.
    speeds: () =>
      scene.bodies.map((_, i) => {
        const [u, v, w, a, b, c] = rates().subarray(6 * i, 6 * i + 6);
        return [u!, v!, w!, ...turned(placeOf(i).slice(3), [a!, b!, c!])];
      }),
    free: () => {
      data.delete();
      model.delete();
    },
  };
}

/** A vector turned by a quaternion (x, y, z, w). */
function turned(quaternion: Numbers, vector: Numbers): Numbers {
  const [x, y, z, w] = quaternion as [number, number, number, number];
  const [a, b, c] = vector as [number, number, number];
  const [u, v, t] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  return [a + w * u + y * t - z * v, b + w * v + z * u - x * t, c + w * t + x * v - y * u];
}
