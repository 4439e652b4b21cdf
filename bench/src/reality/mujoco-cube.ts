/**
 * The cube in MuJoCo: a box, or eight balls where its corners are rounded. It has no coefficient of restitution: a contact is a spring with
 * a damper, whose damping is that of a linear oscillator which gives back the part of the speed that is asked for. Friction has the cone
 * that is round: the default, a pyramid, is weaker along some directions than along others, and more tosses end otherwise.
 */
import loadMujoco, { type MainModule, type MjData, type MjModel } from "@mujoco/mujoco";
import { quaternion, vec3 } from "carom/math";
import { installedVersion } from "../peers/versions.js";
import { type CubeRun, type CubeWorld, cornersOf, cubeMotion, type RealityEngine } from "./cube.js";
import type { TouchNumber } from "./touch.js";

/** Stiffness over mass, 1/s^2: as usual a contact takes about 8 ms. Damping is told by the restitution. */
const STIFFNESS = { name: "stiffness", from: 2e3, to: 6e5, usual: 1.5e5 };
const TOUCH: readonly TouchNumber[] = [STIFFNESS];

export async function mujocoCube(): Promise<RealityEngine> {
  const mujoco = await loadMujoco();
  const kept = keptModels(mujoco);
  return {
    engine: "MuJoCo",
    version: installedVersion("@mujoco/mujoco"),
    configuration: `four steps a frame, box or eight balls, elliptic cones, solref -${STIFFNESS.usual} and the damping for the restitution`,
    motion: cubeMotion(TOUCH, (run) => build(mujoco, kept(run.rounding > 0), run)),
    touch: TOUCH,
  };
}

/** e = exp(-pi z / sqrt(1 - z^2)). */
function dampingRatio(restitution: number): number {
  const decay = -Math.log(Math.max(1e-3, restitution));
  return decay / Math.sqrt(Math.PI * Math.PI + decay * decay);
}

/** A model with all its places for numbers, and the state of one cube in it. */
interface Kept {
  readonly model: MjModel;
  readonly data: MjData;
}

/** Made once for boxes and once for balls, because compiling takes longer than a toss; every number of a run is written into it. */
function keptModels(mujoco: MainModule): (rounded: boolean) => Kept {
  const made = new Map<boolean, Kept>();
  return (rounded) => {
    const known = made.get(rounded);
    if (known !== undefined) return known;
    const geoms = rounded ? Array.from({ length: 8 }, () => `<geom type="sphere" size="1"/>`) : [`<geom type="box" size="1 1 1"/>`];
    // A centre of mass in the middle would be compiled as staying there. The trees of bounding boxes are those of the compiled sizes:
    // without them all pairs are looked at.
    const model = mujoco.MjModel.from_xml_string(
      `<mujoco><option cone="elliptic"><flag midphase="disable"/></option>` +
        `<default><geom condim="3" friction="1 0 0" solref="-1 -1"/></default>` +
        `<worldbody><geom type="plane" size="0 0 1"/><body><freejoint/><inertial pos="0.1 0.1 0.1" mass="1" diaginertia="1 1 1"/>` +
        `${geoms.join("")}</body></worldbody></mujoco>`,
    );
    const kept = { model, data: new mujoco.MjData(model) };
    made.set(rounded, kept);
    return kept;
  };
}

function build(mujoco: MainModule, { model, data }: Kept, run: CubeRun): CubeWorld {
  const { half, rounding, mass, inertia, centre, friction, restitution, gravity } = run;
  const [stiffness] = run.touch as [number];
  const damping = 2 * Math.sqrt(stiffness) * dampingRatio(restitution);
  const corners = rounding > 0 ? cornersOf(run) : [];
  const array = (values: unknown) => values as Float64Array;
  // The floor is geom 0 and body 0.
  for (let geom = 0; geom <= Math.max(1, corners.length); geom++) {
    array(model.geom_friction)[3 * geom] = friction;
    array(model.geom_solref).set([-stiffness, -damping], 2 * geom);
  }
  corners.forEach((corner, i) => {
    array(model.geom_pos).set(corner, 3 * (i + 1));
    array(model.geom_size)[3 * (i + 1)] = rounding;
    array(model.geom_rbound)[i + 1] = rounding;
  });
  if (corners.length === 0) {
    array(model.geom_size).set(half, 3);
    array(model.geom_rbound)[1] = Math.hypot(...half);
  }
  array(model.body_mass)[1] = mass;
  array(model.body_inertia).set([inertia, inertia, inertia], 3);
  array(model.body_ipos).set(centre, 3);
  array(model.opt.gravity).set(gravity);
  mujoco.mj_setConst(model, data);
  mujoco.mj_resetData(model, data);
  const [x, y, z, w] = run.orientation;
  array(data.qpos).set([...run.position, w, x, y, z]);
  const arm = quaternion.rotate(run.orientation, centre);
  // Velocity of the middle in world axes, spin in body axes.
  const velocity = vec3.subtract(run.velocity, vec3.cross(run.spin, arm));
  const spin = quaternion.rotate(quaternion.conjugate(run.orientation), run.spin);
  array(data.qvel).set([...velocity, ...spin]);
  return {
    step: (time) => {
      model.opt.timestep = time;
      mujoco.mj_step(model, data);
    },
    pose: () => {
      const q = array(data.qpos);
      return { position: [q[0], q[1], q[2]], orientation: [q[4], q[5], q[6], q[3]] };
    },
    free: () => {},
  };
}
