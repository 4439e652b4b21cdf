/** Motions that are known, as a tracker would have written them. */
import type { Quaternion } from "../../math/quaternion.js";
import { rotate } from "../../math/quaternion.js";
import { createRandom } from "../../math/random.js";
import type { Vec3 } from "../../math/vec3.js";
import { normalQuantile } from "../../sweep/sampling/normal.js";
import { parseStudy } from "../parse.js";
import { runSimulation } from "../simulation/run.js";
import type { SimulationStudy } from "../simulation/schema.js";
import type { FitResult, RecordingsFit } from "./result.js";
import { runFit } from "./run.js";

export const RATE = 150;

/** A ball, or a rounded cube whose centre of mass is off its middle, over a floor. */
export function ballStudy(friction: number, restitution: number): SimulationStudy {
  return parseStudy(
    {
      carom: 1,
      kind: "simulation",
      title: "ball",
      duration: 0.16,
      bodies: {
        ball: { shape: { type: "sphere", radius: 0.03 }, mass: 0.1, position: [0, 0, 0.1] },
        floor: { plane: { normal: [0, 0, 1] } },
      },
      contacts: [{ between: ["ball", "floor"], friction, restitution }],
      output: { rate: RATE },
    },
    "simulation",
  );
}

export interface Cube {
  readonly friction: number;
  readonly restitution: number;
  readonly inertia: number;
  readonly rounding: number;
  readonly offset: number;
}

export function cubeStudy({ friction, restitution, inertia, rounding, offset }: Cube, withCentre = true): SimulationStudy {
  const size = 0.1 - 2 * rounding;
  return parseStudy(
    {
      carom: 1,
      kind: "simulation",
      title: "cube",
      duration: 0.125,
      bodies: {
        cube: {
          shape: { type: "box", size: [size, size, size], rounding },
          mass: 0.4,
          inertia: [inertia, inertia, inertia],
          ...(withCentre ? { centre: [0, offset, 0] } : {}),
          position: [0, 0, 0.2],
        },
        floor: { plane: { normal: [0, 0, 1] } },
      },
      contacts: [{ between: ["cube", "floor"], friction, restitution }],
      output: { rate: RATE },
    },
    "simulation",
  );
}

export interface Start {
  readonly position: Vec3;
  readonly orientation: Quaternion;
  readonly velocity: Vec3;
  readonly angularVelocity: Vec3;
}

/** Quarter turns about x, by which a tracker may have called its axes. */
export const TURNS: readonly Quaternion[] = [
  [0, 0, 0, 1],
  [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
];

export const times = (q: Quaternion, p: Quaternion): Quaternion => [
  q[3] * p[0] + q[0] * p[3] + q[1] * p[2] - q[2] * p[1],
  q[3] * p[1] - q[0] * p[2] + q[1] * p[3] + q[2] * p[0],
  q[3] * p[2] + q[0] * p[1] - q[1] * p[0] + q[2] * p[3],
  q[3] * p[3] - q[0] * p[0] - q[1] * p[1] - q[2] * p[2],
];

/** What a tracker would write, as rows of a table: time, pose, velocity, spin in world axes. */
export function rowsOf(study: SimulationStudy, body: string, start: Start, label = 0): number[][] {
  const moving = { ...study.bodies[body], ...start } as SimulationStudy["bodies"][string];
  const { series } = runSimulation({ ...study, bodies: { ...study.bodies, [body]: moving } });
  const { position, orientation, velocity, angularVelocity } = series.bodies[body];
  const centre = ("centre" in moving ? (moving.centre as Vec3 | undefined) : undefined) ?? [0, 0, 0];
  const back: Quaternion = [-TURNS[label][0], 0, 0, TURNS[label][3]];
  const kept = series.time.map((time, k) => ({ time, k })).filter(({ time }) => Math.abs(time * RATE - Math.round(time * RATE)) < 1e-6);
  return kept.map(({ time, k }) => {
    const arm = rotate(orientation[k], centre);
    const spin = angularVelocity[k];
    const [x, y, z, w] = times(orientation[k], back);
    const tracked = velocity[k].map((value, c) => value - (spin[(c + 1) % 3] * arm[(c + 2) % 3] - spin[(c + 2) % 3] * arm[(c + 1) % 3]));
    return [time, ...position[k].map((value, c) => value - arm[c]), w, x, y, z, ...tracked, ...spin];
  });
}

export const NAMES = ["toss", "time", "x", "y", "z", "qw", "qx", "qy", "qz", "vx", "vy", "vz", "wx", "wy", "wz"];

export function csvOf(tosses: readonly (readonly (readonly number[])[])[], names = NAMES): string {
  return [names.join(","), ...tosses.flatMap((rows, toss) => rows.map((row) => [toss, ...row].join(",")))].join("\n");
}

export const BALLS: readonly Start[] = [1.2, 1.8, 2.4, 3].map((speed, i) => ({
  position: [0, 0, 0.16 + 0.01 * i],
  orientation: [0.5, 0.5, 0.5, 0.5],
  velocity: [speed, 0.2 * i, -0.8],
  angularVelocity: [3, -12 * i, 1],
}));

export const CUBES: readonly Start[] = [0, 1, 2, 3, 4, 5].map((i) => {
  const [a, b] = [0.35 + 0.11 * i, 0.5 + 0.07 * i];
  const q: Quaternion = times([Math.sin(a / 2), 0, 0, Math.cos(a / 2)], [0, Math.sin(b / 2), 0, Math.cos(b / 2)]);
  return {
    position: [0, 0, 0.22 + 0.004 * i],
    orientation: q,
    velocity: [0.8, 0.1 * i, -1.2],
    angularVelocity: [2 - i, 1 + 0.5 * i, 0.5 * i - 1],
  };
});

export function ballFit(csv: string, extra: object = {}): object {
  return {
    carom: 1,
    kind: "fit",
    title: "ball",
    base: ballStudy(0.3, 0.5),
    recordings: [{ csv, group: "toss", body: "ball" }],
    parameters: [
      { path: "contacts[0].friction", from: 0.01, to: 1, scale: "log" },
      { path: "contacts[0].restitution", from: 0.05, to: 0.95 },
    ],
    search: { points: 0 },
    ...extra,
  };
}

export function run(study: object): FitResult & { readonly fit: RecordingsFit } {
  const result = runFit(parseStudy(study, "fit"));
  if (result.fit.data === "bounces") throw new Error("not bounces");
  return result as FitResult & { readonly fit: RecordingsFit };
}

/** Normal noise on positions and orientations. */
export function shaken(tosses: readonly (readonly (readonly number[])[])[], length: number, angle: number): number[][][] {
  const random = createRandom(11);
  const normal = () => normalQuantile(Math.min(1 - 1e-12, Math.max(1e-12, random())));
  return tosses.map((rows) =>
    rows.map((row) => {
      const turn: Quaternion = [0.5 * angle * normal(), 0.5 * angle * normal(), 0.5 * angle * normal(), 1];
      const [x, y, z, w] = times(turn, [row[5], row[6], row[7], row[4]]);
      return [row[0], ...[1, 2, 3].map((c) => row[c] + length * normal()), w, x, y, z, ...row.slice(8)];
    }),
  );
}
