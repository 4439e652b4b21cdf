/**
 * The cube in MuJoCo: a box, or eight balls where its corners are rounded. It has no coefficient of restitution: a contact is a spring with
 * a damper, whose damping is that of a linear oscillator which gives back the part of the speed that is asked for.
 */
import loadMujoco, { type MainModule } from "@mujoco/mujoco";
import { quaternion, vec3 } from "carom/math";
import { installedVersion } from "../peers/versions.js";
import { type CubeRun, type CubeWorld, cornersOf, cubeMotion, type RealityEngine } from "./cube.js";

/** 1/s^2: a contact takes about 8 ms. */
const STIFFNESS = 1.5e5;

export async function mujocoCube(): Promise<RealityEngine> {
  const mujoco = await loadMujoco();
  return {
    engine: "MuJoCo",
    version: installedVersion("@mujoco/mujoco"),
    configuration: `four steps a frame, box or eight balls, solref -${STIFFNESS} and the damping for the restitution`,
    motion: cubeMotion((run) => build(mujoco, run)),
  };
}

/** e = exp(-pi z / sqrt(1 - z^2)). */
function dampingRatio(restitution: number): number {
  const decay = -Math.log(Math.max(1e-3, restitution));
  return decay / Math.sqrt(Math.PI * Math.PI + decay * decay);
}

function build(mujoco: MainModule, run: CubeRun): CubeWorld {
  const { half, rounding, mass, inertia, centre, friction, restitution, gravity } = run;
  const damping = 2 * Math.sqrt(STIFFNESS) * dampingRatio(restitution);
  const contact = `condim="3" friction="${friction} 0 0" solref="${-STIFFNESS} ${-damping}"`;
  const geoms =
    rounding > 0
      ? cornersOf(run).map((corner) => `<geom type="sphere" size="${rounding}" pos="${corner.join(" ")}" ${contact}/>`)
      : [`<geom type="box" size="${half.join(" ")}" ${contact}/>`];
  const [x, y, z, w] = run.orientation;
  const model = mujoco.MjModel.from_xml_string(
    `<mujoco><option timestep="0.001" gravity="${gravity.join(" ")}"/><worldbody><geom type="plane" size="0 0 1" ${contact}/>` +
      `<body pos="${run.position.join(" ")}" quat="${w} ${x} ${y} ${z}"><freejoint/>` +
      `<inertial pos="${centre.join(" ")}" mass="${mass}" diaginertia="${inertia} ${inertia} ${inertia}"/>` +
      `${geoms.join("")}</body></worldbody></mujoco>`,
  );
  const data = new mujoco.MjData(model);
  const arm = quaternion.rotate(run.orientation, centre);
  // Velocity of the middle in world axes, spin in body axes.
  const velocity = vec3.subtract(run.velocity, vec3.cross(run.spin, arm));
  const spin = quaternion.rotate(quaternion.conjugate(run.orientation), run.spin);
  (data.qvel as Float64Array).set([...velocity, ...spin]);
  return {
    step: (time) => {
      model.opt.timestep = time;
      mujoco.mj_step(model, data);
    },
    pose: () => {
      const q = data.qpos as Float64Array;
      return { position: [q[0], q[1], q[2]], orientation: [q[4], q[5], q[6], q[3]] };
    },
    free: () => {
      data.delete();
      model.delete();
    },
  };
}
