/**
 * Scenes of many bodies that Carom runs alone, by steps at a `stepError` of 1e-3 (or by `auto`, as said): with mechanisms, leaning and
 * moved ground and all kinds of shapes.
 */
import { readFileSync } from "node:fs";
import { createRandom } from "carom/math";
import { createSimulation, type Scene, systemFromScene } from "carom/simulation";
import { parseStudyText } from "carom/study";
import type { Claim } from "./claims.js";
import { sceneOf } from "./dense.js";
import { dominoes, heap } from "./dense-scenes.js";
import { digits, printHeading, printTable, small } from "./table.js";

type Bodies = Scene["bodies"];
type Quaternion = readonly [number, number, number, number];

interface LoneScene {
  readonly name: string;
  readonly scene: Scene;
  /** s. */
  readonly duration: number;
  /** Whether something is moved into what cannot give way: then overlap is only told. */
  readonly jams?: boolean;
  /** Default: "steps". */
  readonly method?: "steps" | "auto";
}

const STEP_ERROR = 1e-3;
/** Between two looks, s, and how many there are at most. */
const LOOK = 0.02;
const MOST_LOOKS = 500;
/** Processor time, s. */
const LONGEST = 60;
const floor = { plane: { normal: [0, 0, 1] } } as const;

function many(count: number, bodyOf: (i: number) => Bodies[string]): Bodies {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`body ${i}`, bodyOf(i)]));
}

function turnOf(random: () => number): Quaternion {
  const [x, y, z, w] = [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5];
  const length = Math.hypot(x, y, z, w);
  return [x / length, y / length, z / length, w / length];
}

/** Balls of 0.02 m fall through a hole 0.1 m wide between four boards that lean by 45 degrees, onto the floor 0.2 m below. */
function hopper(count: number): LoneScene {
  const random = createRandom(5);
  const half = Math.PI / 8;
  const board = (x: number, y: number) => ({
    fixed: { type: "box" as const, size: [x === 0 ? 0.6 : 0.4, x === 0 ? 0.4 : 0.6, 0.02] as const },
    position: [x * (0.05 + 0.2 * Math.SQRT1_2), y * (0.05 + 0.2 * Math.SQRT1_2), 0.2 + 0.2 * Math.SQRT1_2] as const,
    orientation: [y * Math.sin(half), -x * Math.sin(half), 0, Math.cos(half)] as const,
  });
  const balls = many(count, (i) => ({
    shape: { type: "sphere", radius: 0.02 },
    mass: 0.05,
    position: [
      0.05 * ((i % 4) - 1.5) + 0.002 * random(),
      0.05 * ((Math.floor(i / 4) % 4) - 1.5) + 0.002 * random(),
      0.35 + 0.05 * Math.floor(i / 16),
    ],
  }));
  const boards = { east: board(1, 0), west: board(-1, 0), north: board(0, 1), south: board(0, -1) };
  return {
    name: `hopper with ${count} balls`,
    scene: { bodies: { ...balls, floor, ...boards }, material: { friction: 0.3, restitution: 0.3 } },
    duration: 1.5,
  };
}

/** Rods on spherical joints, which fall with one end down; neighbours do not touch each other. */
function chain(count: number): LoneScene {
  const bodies = many(count, (i) => ({
    shape: { type: "capsule", radius: 0.01, length: 0.06 },
    mass: 0.05,
    position: [0.04, 0, 0],
    orientation: [0, Math.SQRT1_2, 0, Math.SQRT1_2],
    joint:
      i === 0
        ? { type: "free", start: { position: [-0.04 * count, 0, 0.6], orientation: [0, -0.2, 0, Math.sqrt(0.96)] } }
        : { type: "spherical", parent: `body ${i - 1}`, position: [0.08, 0, 0] },
  }));
  const names = Object.keys(bodies);
  const material = { friction: 0.4, restitution: 0.1 };
  return {
    name: `chain of ${count} links`,
    scene: {
      bodies: { ...bodies, floor },
      contacts: names.flatMap((name, i) => [
        { between: [name, "floor"], ...material },
        ...names.slice(i + 2).map((other) => ({ between: [name, other] as const, ...material })),
      ]),
    },
    duration: 1.2,
  };
}

/** Dice of 16 mm thrown at a wall. */
function dice(count: number): LoneScene {
  const random = createRandom(9);
  const spin = () => 20 * (random() - 0.5);
  const bodies = many(count, (i) => ({
    shape: { type: "box", size: [0.016, 0.016, 0.016] },
    mass: 0.005,
    position: [0.03 * (i % 4), 0.03 * (Math.floor(i / 4) % 5), 0.15 + 0.03 * Math.floor(i / 20)],
    orientation: turnOf(random),
    velocity: [1.5, 0.2 * random(), -0.5],
    angularVelocity: [spin(), spin(), spin()],
  }));
  const wall = { plane: { normal: [-1, 0, 0], point: [0.5, 0, 0] } } as const;
  return {
    name: `${count} dice`,
    scene: { bodies: { ...bodies, floor, wall }, material: { friction: 0.4, restitution: 0.4 } },
    duration: 2,
  };
}

/** Balls, boxes, capsules, cylinders, cones and ellipsoids dropped into a pit 0.36 m wide. */
function mixed(count: number): LoneScene {
  const random = createRandom(11);
  const shapes = [
    { type: "sphere", radius: 0.03 },
    { type: "box", size: [0.06, 0.05, 0.04] },
    { type: "capsule", radius: 0.02, length: 0.05 },
    { type: "cylinder", radius: 0.025, height: 0.06 },
    { type: "cone", radius: 0.03, height: 0.06 },
    { type: "ellipsoid", halfAxes: [0.035, 0.025, 0.02] },
  ] as const;
  const bodies = many(count, (i) => ({
    shape: shapes[i % shapes.length]!,
    density: 800,
    position: [0.11 * ((i % 3) - 1), 0.11 * ((Math.floor(i / 3) % 3) - 1), 0.1 + 0.11 * Math.floor(i / 9)],
    orientation: turnOf(random),
  }));
  const wall = (x: number, y: number) => ({ plane: { normal: [x, y, 0], point: [-0.18 * x, -0.18 * y, 0] } }) as const;
  const walls = { left: wall(1, 0), right: wall(-1, 0), front: wall(0, 1), back: wall(0, -1) };
  return {
    name: `${count} mixed shapes`,
    scene: { bodies: { ...bodies, floor, ...walls }, material: { friction: 0.4, restitution: 0.2 } },
    duration: 1,
  };
}

/** An arm that is turned down presses a ball on the floor, with friction 1.2: it cannot get out. */
function wedge(): LoneScene {
  return {
    name: "ball wedged by an arm",
    scene: {
      bodies: {
        ball: { shape: { type: "sphere", radius: 0.05 }, mass: 0.5, position: [0.25, 0, 0.05] },
        arm: {
          shape: { type: "box", size: [0.5, 0.1, 0.02] },
          mass: 1,
          position: [0.25, 0, 0],
          joint: {
            type: "revolute",
            axis: [0, 1, 0],
            position: [0, 0, 0.2],
            motion: { type: "steady", speed: 0.5 },
            start: { position: -0.1 },
          },
        },
        floor,
      },
      material: { friction: 1.2, restitution: 0.2 },
    },
    duration: 1,
    jams: true,
  };
}

/** Newton's cradle of the examples, with a restitution of 0.95, for ten minutes: each ball hangs on a spring m g / l. */
function cradle(): LoneScene {
  const [radius, mass, stiffness] = [0.011, 0.0437, (0.0437 * 9.81) / 0.185];
  const place = (i: number) => 2 * radius * i;
  const bodies = many(5, (i) => ({
    shape: { type: "sphere", radius },
    mass,
    position: [place(i) - (i === 0 ? 0.078 : 0), 0, 0],
  }));
  const names = Object.keys(bodies);
  return {
    name: "cradle for ten minutes",
    scene: {
      bodies,
      gravity: [0, 0, 0],
      contacts: names.slice(1).map((name, i) => ({ between: [names[i]!, name], friction: 0, restitution: 0.95 })),
      loads: names.map((name, i) => ({
        type: "spring",
        between: [name, "world"],
        points: [
          [0, 0, 0],
          [place(i), 0, 0],
        ],
        stiffness,
      })),
    },
    duration: 600,
    method: "auto",
  };
}

/** An example as it is, but by steps. */
function example(file: string, name: string): LoneScene {
  const study = parseStudyText(readFileSync(new URL(`../../examples/${file}.json`, import.meta.url), "utf8"));
  if (study.kind !== "simulation") throw new Error(`${file} is not a simulation`);
  return { name, scene: study as Scene, duration: study.duration };
}

/** Ten dominoes, as slippery or rough as is said. */
function dominoesWith(friction: number): LoneScene {
  return { name: `10 dominoes, friction ${friction}`, scene: sceneOf({ ...dominoes(10), friction }), duration: 1.5 };
}

function boxes(count: number): LoneScene {
  return { name: `heap of ${count} boxes`, scene: sceneOf(heap(count)), duration: 2 };
}

const LONE_SCENES: readonly (() => LoneScene)[] = [
  () => hopper(50),
  () => hopper(200),
  () => chain(30),
  () => dice(20),
  () => mixed(30),
  wedge,
  cradle,
  () => boxes(3),
  () => boxes(5),
  () => dominoesWith(0.2),
  () => dominoesWith(0.5),
  () => example("sim-dense-cards", "card house"),
  () => example("mechanism-gripper", "gripper lifts a box"),
  () => example("sim-moving-drum", "ball in a turning drum"),
];

export interface LoneRow {
  readonly scene: string;
  readonly bodies: number;
  /** s. */
  readonly duration: number;
  readonly reached: number;
  readonly status: string;
  /** Processor time of the whole, s. */
  readonly time: number;
  /** Before it was undone, in sizes. */
  readonly overlap: number;
  /** In the energy at the beginning. */
  readonly gain: number;
  /** m/s. */
  readonly residual: number;
  readonly jams: boolean;
}

export function measureDenseAlone(part: string): LoneRow[] {
  return LONE_SCENES.map((make) => make())
    .filter(({ name }) => name.includes(part))
    .map(run);
}

function run({ name, scene, duration, jams = false, method = "steps" }: LoneScene): LoneRow {
  const system = systemFromScene(scene);
  const simulation = createSimulation(system, system.initialState(), { method, stepError: STEP_ERROR });
  // Without what motors did.
  const energy = () =>
    system.kineticEnergy(simulation.coordinates, simulation.speeds) +
    system.potentialEnergy(simulation.time, simulation.coordinates) -
    simulation.ledger().appliedWork;
  const start = energy();
  const begun = process.cpuUsage();
  const seconds = () => {
    const { user, system: kernel } = process.cpuUsage(begun);
    return (user + kernel) / 1e6;
  };
  const look = Math.max(LOOK, duration / MOST_LOOKS);
  let [lowest, gain] = [start, 0];
  while (simulation.time < duration - 1e-9 && simulation.status === "running" && seconds() < LONGEST) {
    simulation.advance(Math.min(duration, simulation.time + look));
    gain = Math.max(gain, energy() - lowest);
    lowest = Math.min(lowest, energy());
  }
  const [stretch] = simulation.stepped ?? [];
  return {
    scene: name,
    bodies: Object.values(scene.bodies).filter((body) => "shape" in body).length,
    duration,
    reached: simulation.status === "rest" ? duration : simulation.time,
    status: simulation.status,
    time: seconds(),
    overlap: (stretch?.deepest ?? 0) / system.size,
    gain: gain / Math.abs(start),
    residual: stretch?.largestResidual ?? 0,
    jams,
  };
}

export function denseAloneClaims(rows: readonly LoneRow[]): Claim[] {
  const finished = rows.filter(({ reached, duration }) => reached >= duration - 1e-9).length;
  const overlap = rows.filter(({ jams }) => !jams).reduce((most, row) => Math.max(most, row.overlap), 0);
  return [
    {
      claim: "dense scenes of all kinds finish within a minute each",
      measured: `${finished} of ${rows.length}`,
      passed: finished === rows.length,
    },
    { claim: "no overlap above 1e-3 sizes in them", measured: small(overlap), passed: overlap <= 1e-3 },
  ];
}

export function printDenseAlone(rows: readonly LoneRow[]): void {
  printHeading("Many bodies of all kinds, by steps");
  printTable(
    ["scene", "bodies", "simulated s", "s", "overlap, sizes", "energy gain", "residual, m/s"],
    rows.map((row) => [
      row.status === "rest" ? `${row.scene}, to rest` : row.scene,
      row.bodies,
      digits(row.reached, 2),
      digits(row.time),
      small(row.overlap),
      small(row.gain),
      small(row.residual),
    ]),
  );
}
