/**
 * The cradle in MuJoCo. It has no coefficient of restitution: a contact is a spring with a damper, critically damped by default. Its manual says to bounce by
 * taking the damper out (`solref` with a negative stiffness and no damping), so that is a row of its own.
 */
import loadMujoco, { type MainModule } from "@mujoco/mujoco";
import { CRADLE, type CradleRow, type CradleRun, type CradleWorld, measureCradle } from "./cradle.js";
import { installedVersion } from "./versions.js";

const WITHOUT_DAMPER = (stiffness: number) => `${-stiffness} 0`;

export async function runMujocoCradle(): Promise<CradleRow[]> {
  const mujoco = await loadMujoco();
  const version = installedVersion("@mujoco/mujoco");
  return [
    measureCradle({
      engine: "MuJoCo",
      version,
      settings: "default",
      configuration: "time step 1/240 s, solref 0.02 1 (critically damped)",
      timeStep: 1 / 240,
      build: (run) => build(mujoco, run, "0.02 1"),
    }),
    measureCradle({
      engine: "MuJoCo",
      version,
      settings: "no damper",
      configuration: "time step 1/240 s, solref -1e4 0",
      timeStep: 1 / 240,
      build: (run) => build(mujoco, run, WITHOUT_DAMPER(1e4)),
    }),
    measureCradle({
      engine: "MuJoCo",
      version,
      settings: "best",
      configuration:
        "time step 1e-5 s, solref -1e7 0 (a contact takes a hundred steps and is over before the ball struck has crossed 1 mm)",
      timeStep: 1e-5,
      build: (run) => build(mujoco, run, WITHOUT_DAMPER(1e7)),
    }),
  ];
}

function build(mujoco: MainModule, run: CradleRun, spring: string): CradleWorld {
  const { radius, mass } = CRADLE;
  const balls = run.positions.map(
    (x) => `<body pos="${x} 0 0"><freejoint/><geom type="sphere" size="${radius}" mass="${mass}" condim="1" solref="${spring}"/></body>`,
  );
  const model = mujoco.MjModel.from_xml_string(
    `<mujoco><option timestep="${run.timeStep}" gravity="0 0 0"/><worldbody>${balls.join("")}</worldbody></mujoco>`,
  );
  const data = new mujoco.MjData(model);
  // A view of the engine's memory, which may move: not kept.
  const speeds = () => data.qvel as Float64Array;
  speeds()[0] = run.speed;
  return {
    step: () => mujoco.mj_step(model, data),
    // A free joint has six velocities; the first is that of the centre along the line.
    velocities: () => run.positions.map((_, i) => speeds()[6 * i]!),
    free: () => {
      data.delete();
      model.delete();
    },
  };
}
