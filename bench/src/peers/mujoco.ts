/**
 * Balls in MuJoCo. It has no coefficient of restitution: a contact is a spring with a damper, critically damped by default. Its manual says
 * to bounce by taking the damper out (`solref` with a negative stiffness and no damping), so that is a row of its own.
 */
import loadMujoco, { type MainModule } from "@mujoco/mujoco";
import type { BallsEngine, BallsRun, BallsWorld } from "./balls.js";
import { type CradleRow, cradleBalls, measureCradle } from "./cradle.js";
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
      build: (run) => build(mujoco, cradleBalls(run), "0.02 1"),
    }),
    measureCradle({
      engine: "MuJoCo",
      version,
      settings: "no damper",
      configuration: "time step 1/240 s, solref -1e4 0",
      timeStep: 1 / 240,
      build: (run) => build(mujoco, cradleBalls(run), WITHOUT_DAMPER(1e4)),
    }),
    measureCradle({
      engine: "MuJoCo",
      version,
      settings: "best",
      configuration:
        "time step 1e-5 s, solref -1e7 0 (a contact takes a hundred steps and is over before the ball struck has crossed 1 mm)",
      timeStep: 1e-5,
      build: (run) => build(mujoco, cradleBalls(run), WITHOUT_DAMPER(1e7)),
    }),
  ];
}

/** Stiffness of a contact that bounces at a time step of 1/240 s: it takes seven steps. */
const BOUNCING = 1e4;

export async function mujocoBalls(): Promise<BallsEngine[]> {
  const mujoco = await loadMujoco();
  const common = { engine: "MuJoCo", version: installedVersion("@mujoco/mujoco") };
  return [
    {
      ...common,
      settings: "default",
      configuration: "solref 0.02 1 (critically damped; it has no restitution)",
      build: (run) => build(mujoco, run, "0.02 1"),
    },
    {
      ...common,
      settings: "best",
      configuration: "solref -1e4 and the damping that a linear spring and damper need for the restitution asked for",
      build: (run) => build(mujoco, run, `${-BOUNCING} ${-2 * Math.sqrt(BOUNCING) * dampingRatio(run.restitution)}`),
    },
  ];
}

/** Of a linear spring and damper that gives back this part of the speed: e = exp(-pi z / sqrt(1 - z^2)). */
function dampingRatio(restitution: number): number {
  const decay = -Math.log(restitution);
  return decay / Math.sqrt(Math.PI * Math.PI + decay * decay);
}

function build(mujoco: MainModule, run: BallsRun, spring: string): BallsWorld {
  const material = run.friction > 0 ? `condim="3" friction="${run.friction} 0 0"` : `condim="1"`;
  const contact = `${material} solref="${spring}"`;
  const floor = run.floor ? `<geom type="plane" size="0 0 1" ${contact}/>` : "";
  const balls = run.balls.map(
    ({ position }) =>
      `<body pos="${position.join(" ")}"><freejoint/><geom type="sphere" size="${run.radius}" mass="${run.mass}" ${contact}/></body>`,
  );
  const model = mujoco.MjModel.from_xml_string(
    `<mujoco><option timestep="${run.timeStep}" gravity="0 0 ${-run.gravity}"/><worldbody>${floor}${balls.join("")}</worldbody></mujoco>`,
  );
  const data = new mujoco.MjData(model);
  // Views of the engine's memory, which may move: not kept. A free joint has seven coordinates and six velocities.
  const speeds = () => data.qvel as Float64Array;
  const places = () => data.qpos as Float64Array;
  const three = (values: Float64Array, from: number) => [values[from]!, values[from + 1]!, values[from + 2]!] as const;
  run.balls.forEach(({ velocity, spin = [0, 0, 0] }, i) => {
    speeds().set([...velocity, ...spin], 6 * i);
  });
  return {
    step: () => mujoco.mj_step(model, data),
    positions: () => run.balls.map((_, i) => three(places(), 7 * i)),
    velocities: () => run.balls.map((_, i) => three(speeds(), 6 * i)),
    // The engine gives spin in the axes of the ball.
    spins: () => run.balls.map((_, i) => turned(places().subarray(7 * i + 3, 7 * i + 7), three(speeds(), 6 * i + 3))),
    free: () => {
      data.delete();
      model.delete();
    },
  };
}

/** A vector turned by a quaternion (w, x, y, z). */
function turned(
  [w, x, y, z]: ArrayLike<number> & Iterable<number>,
  [a, b, c]: readonly [number, number, number],
): [number, number, number] {
  const u = 2 * (y! * c - z! * b);
  const v = 2 * (z! * a - x! * c);
  const t = 2 * (x! * b - y! * a);
  return [a + w! * u + y! * t - z! * v, b + w! * v + z! * u - x! * t, c + w! * t + x! * v - y! * u];
}
