/**
 * Many bodies in contact beside the engines: every scene in a process of its own, by steps at a `stepError` of 1e-3, and by Rapier, Jolt
 * and MuJoCo at their default settings with 120 steps a second. Each runs it three times, fewer where that takes more than ten seconds.
 * What an engine takes for a short scene differs by a factor of two from one process to the next: where a claim hangs on it, there are five
 * processes, and the median counts.
 *
 *     cold        processor time of a simulated second in the first run, which has to be compiled on the way
 *     time        the same in the last one
 *     overlap     the deepest at any of the times looked at, in sizes (the largest distance of a surface from its centre of mass)
 *     gain        the largest rise of the energy over the lowest before it, in the energy at the beginning
 *     height      of the last body of stacks, at the end, less what it is at rest, m
 *
 * All are judged by the same geometry, that of the library, from the places that the engine gives. Carom is stopped after a minute of
 * processor time; its time is then that of what it came to.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { createSimulation, type Scene, systemFromScene } from "carom/simulation";
import type { Claim } from "./claims.js";
import { DENSE_SCENES, type DenseScene } from "./dense-scenes.js";
import { type CrowdWorld, crowdEngines } from "./peers/crowd.js";
import type { PlotRow } from "./scale-plot.js";
import { median } from "./statistics.js";
import { digits, printHeading, printTable, ratio, small } from "./table.js";

const STEP_ERROR = 1e-3;
const TIME_STEP = 1 / 120;
/** Between two looks, s. */
const LOOK = 0.05;
/** Processor time of a run, s, and of all before the last one. */
const LONGEST = 60;
const PATIENCE = 10;
const RUNS = 3;
const PROCESSES = 5;

/** Times the processor time of Rapier that were allowed. */
const MOST_OVER_RAPIER: Readonly<Record<string, number>> = {
  "stack of 20 at rest": 1,
  "pyramid of 36 at rest": 1,
  "20 dominoes": 8,
  "heap of 10": 8,
  "heap of 20": 8,
  "50 balls": 10,
  "200 balls": 10,
};

export interface DenseRow {
  readonly scene: string;
  readonly engine: string;
  readonly bodies: number;
  /** s; less than the duration where the run was stopped. */
  readonly reached: number;
  /** s of processor time a simulated second, in the first run and in the last. */
  readonly cold: number;
  readonly time: number;
  readonly overlap: number;
  readonly gain: number;
  readonly height?: number;
}

/** `part`: of the names of the scenes that are run. */
export function measureDense(part: string): DenseRow[] {
  return DENSE_SCENES.filter(({ name }) => name.includes(part)).flatMap(({ name }) => {
    const runs = Array.from({ length: name in MOST_OVER_RAPIER ? PROCESSES : 1 }, () => inProcess(name));
    const medianOf = (engine: number, of: "cold" | "time") => median(runs.map((rows) => rows[engine]![of]));
    return runs[0]!.map((row, engine) => ({ ...row, cold: medianOf(engine, "cold"), time: medianOf(engine, "time") }));
  });
}

function inProcess(scene: string): DenseRow[] {
  const program = fileURLToPath(new URL("./dense-process.js", import.meta.url));
  const { stdout } = spawnSync(process.execPath, [program, scene], { stdio: ["ignore", "pipe", "inherit"], encoding: "utf8" });
  return JSON.parse(stdout) as DenseRow[];
}

/** A scene in this process, by all. */
export async function measureScene(scene: DenseScene): Promise<DenseRow[]> {
  const engines = await crowdEngines();
  return [
    repeated(() => runCarom(scene)),
    ...engines.map(({ engine, version, build }) => repeated(() => runEngine(scene, `${engine} ${version}`, build(scene, TIME_STEP)))),
  ];
}

/** The last of several runs, with the time of the first. */
function repeated(run: () => Omit<DenseRow, "cold">): DenseRow {
  let last = run();
  const cold = last.time;
  let spent = last.time * last.reached;
  for (let done = 1; done < RUNS && spent < PATIENCE; done++) {
    last = run();
    spent += last.time * last.reached;
  }
  return { ...last, cold };
}

export function sceneOf({ bodies, pit, friction, restitution }: DenseScene): Scene {
  const members = bodies.map(({ radius, size = [0, 0, 0], ...body }, i): [string, Scene["bodies"][string]] => [
    `body ${i}`,
    { ...body, shape: radius === undefined ? { type: "box", size } : { type: "sphere", radius } },
  ]);
  const wall = (x: number, y: number, half: number) => ({ plane: { normal: [x, y, 0], point: [-x * half, -y * half, 0] } }) as const;
  const walls = pit === undefined ? {} : { left: wall(1, 0, pit), right: wall(-1, 0, pit), front: wall(0, 1, pit), back: wall(0, -1, pit) };
  return {
    bodies: { ...Object.fromEntries(members), floor: { plane: { normal: [0, 0, 1] } }, ...walls },
    material: { friction, restitution },
  };
}

function runCarom(scene: DenseScene): Omit<DenseRow, "cold"> {
  const system = systemFromScene(sceneOf(scene));
  const simulation = createSimulation(system, system.initialState(), { method: "steps", stepError: STEP_ERROR });
  const judge = createJudge(scene, system);
  let [time, seconds] = [0, 0];
  while (time < scene.duration - 1e-9 && seconds < LONGEST) {
    time = Math.min(scene.duration, time + LOOK);
    seconds += timed(() => simulation.advance(time));
    judge.look(simulation.coordinates, simulation.speeds);
  }
  return judge.row("Carom", time, seconds);
}

function runEngine(scene: DenseScene, engine: string, world: CrowdWorld): Omit<DenseRow, "cold"> {
  const judge = createJudge(scene, systemFromScene(sceneOf(scene)));
  const looks = Math.round(scene.duration / LOOK);
  let seconds = 0;
  for (let look = 0; look < looks; look++) {
    seconds += timed(() => {
      for (let step = 0; step < LOOK / TIME_STEP - 1e-9; step++) world.step();
    });
    judge.look(Float64Array.from(world.places().flat()), Float64Array.from(world.speeds().flat()));
  }
  world.free();
  return judge.row(engine, scene.duration, seconds);
}

/** Processor time, s. */
export function timed(job: () => void): number {
  const start = process.cpuUsage();
  job();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
}

/** Looks at states and remembers the worst. */
function createJudge({ name, bodies, height }: DenseScene, system: ReturnType<typeof systemFromScene>) {
  const energyOf = (coordinates: Float64Array, speeds: Float64Array) =>
    system.kineticEnergy(coordinates, speeds) + system.potentialEnergy(0, coordinates);
  const initial = system.initialState();
  const start = energyOf(initial.coordinates, initial.speeds);
  let [lowest, gain, deepest, top] = [start, 0, 0, 0];
  return {
    look: (coordinates: Float64Array, speeds: Float64Array) => {
      const energy = energyOf(coordinates, speeds);
      gain = Math.max(gain, energy - lowest);
      lowest = Math.min(lowest, energy);
      deepest = Math.max(deepest, overlapOf(system, coordinates));
      top = coordinates[7 * (bodies.length - 1) + 2]!;
    },
    row: (engine: string, reached: number, seconds: number): Omit<DenseRow, "cold"> => ({
      scene: name,
      engine,
      bodies: bodies.length,
      reached,
      time: seconds / reached,
      overlap: deepest / system.size,
      gain: gain / start,
      ...(height === undefined ? {} : { height: top - height }),
    }),
  };
}

/** The deepest overlap of any pair, m. */
function overlapOf(system: ReturnType<typeof systemFromScene>, coordinates: Float64Array): number {
  let deepest = 0;
  for (let pair = 0; pair < system.pairs.length; pair++) {
    if (system.clearance(pair, coordinates) > 0) continue;
    const separation = system.separation(pair, coordinates);
    if (separation !== undefined) deepest = Math.max(deepest, -separation);
    else for (const feature of system.features(pair)) deepest = Math.max(deepest, -system.gap(feature, coordinates));
  }
  return deepest;
}

export function denseClaims(rows: readonly DenseRow[]): Claim[] {
  const ours = rows.filter(({ engine }) => engine === "Carom");
  const worst = (of: (row: DenseRow) => number) => ours.reduce((most, row) => Math.max(most, of(row)), 0);
  const [overlap, gain, height] = [worst((row) => row.overlap), worst((row) => row.gain), worst((row) => Math.abs(row.height ?? 0))];
  return [
    { claim: "no overlap above 1e-3 sizes in dense scenes", measured: small(overlap), passed: overlap <= 1e-3 },
    { claim: "no gain of energy above 1e-6 in dense scenes", measured: small(gain), passed: gain <= 1e-6 },
    { claim: "stacks stand within 1e-6 m of their height", measured: `${small(height)} m`, passed: height <= 1e-6 },
    ...ours.flatMap((row) => speedClaims(row, rows)),
  ];
}

/** One of the first run, with what both have to compile on the way, and one of the last. */
function speedClaims(row: DenseRow, rows: readonly DenseRow[]): Claim[] {
  const most = MOST_OVER_RAPIER[row.scene];
  if (most === undefined) return [];
  const allowed = most === 1 ? "Rapier's time" : `${most} times Rapier's time`;
  return (["cold", "time"] as const).map((of) => {
    const measured = overRapier(row, rows, of);
    const claim = `${row.scene}: at most ${allowed} in the ${of === "cold" ? "first" : "last"} run`;
    return { claim, measured: ratio(measured), passed: measured <= most };
  });
}

function overRapier(row: DenseRow, rows: readonly DenseRow[], of: "cold" | "time"): number {
  const rapier = rows.find(({ scene, engine }) => scene === row.scene && engine.startsWith("Rapier"));
  return row[of] / (rapier?.[of] ?? Number.NaN);
}

export function printDense(rows: readonly DenseRow[]): void {
  printHeading("Many bodies in contact");
  printTable(
    [
      "scene",
      "engine",
      "simulated s",
      "first run, s per s",
      "over Rapier",
      "last run",
      "over Rapier",
      "overlap, sizes",
      "energy gain",
      "height, m",
    ],
    rows.map((row) => [
      row.scene,
      row.engine,
      digits(row.reached, 2),
      digits(row.cold),
      ratio(overRapier(row, rows, "cold")),
      digits(row.time),
      ratio(overRapier(row, rows, "time")),
      small(row.overlap),
      small(row.gain),
      row.height === undefined ? "" : small(row.height),
    ]),
  );
}

/** Cost of balls against their number. */
export function densePlotRows(rows: readonly DenseRow[]): PlotRow[] {
  return rows
    .filter(({ scene }) => scene.endsWith("balls"))
    .map(({ engine, bodies, time }) => ({ kind: engine.split(" ")[0]!, count: bodies, value: time }));
}
