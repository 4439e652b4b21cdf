/**
 * What events save: a ball and a rod that fall on a floor with friction, by events and with penalty contact, at equal accuracy.
 *
 * Error: distance of the centre of mass at the end from a run by events with much tighter tolerances. By events it is what it is, below
 * every accuracy asked for; with penalty contact it falls with stiffness, creeping speed and tolerance, so the cheapest of a grid of
 * settings that reaches each accuracy is taken. The published ratio is 20 (Uchida, Sherman and Delp 2015, with an explicit method with
 * error control as here).
 */
import { createPenaltyRun, createSimulation, type PenaltyOptions, type Scene, systemFromScene } from "carom/simulation";
import type { Claim } from "./claims.js";
import { passesIn, ratioOf, timeRounds } from "./measure.js";
import { median } from "./statistics.js";
import { digits, printHeading, printTable, small } from "./table.js";

interface PenaltyScene {
  readonly name: string;
  readonly scene: Scene;
  readonly duration: number;
}

export interface PenaltyRow {
  readonly scene: string;
  /** Asked for, m. */
  readonly accuracy: number;
  /** By events, m and ms. */
  readonly eventError: number;
  readonly eventTime: number;
  /** With penalty contact; undefined where no setting reaches the accuracy. */
  readonly penalty?: PenaltyOptions & { readonly error: number; readonly steps: number; readonly time: number; readonly ratio: number };
}

const FLOOR = { plane: { normal: [0, 0, 1] } } as const;
const ANGLE = 0.6;
const SCENES: readonly PenaltyScene[] = [
  {
    name: "ball, 6 impacts",
    duration: 3,
    scene: {
      bodies: { ball: { shape: { type: "sphere", radius: 0.1 }, mass: 1, position: [0, 0, 1.1], velocity: [1, 0, 0] }, floor: FLOOR },
      contacts: [{ between: ["ball", "floor"], friction: 0.3, restitution: 0.8 }],
    },
  },
  {
    name: "rod, 3 impacts",
    duration: 0.8,
    scene: {
      bodies: {
        rod: {
          shape: { type: "capsule", radius: 0.02, length: 1 },
          mass: 1,
          position: [0, 0, 1],
          orientation: [0, Math.sin(ANGLE), 0, Math.cos(ANGLE)],
        },
        floor: FLOOR,
      },
      contacts: [{ between: ["rod", "floor"], friction: 0.8, restitution: 1 }],
    },
  },
];
const ACCURACIES = [1e-2, 1e-3, 1e-4];
/** The claim is about this one. */
const CLAIMED = 1e-4;
const LEAST_RATIO = 20;
const STIFFNESSES = [1e8, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];
const CREEPS = [1e-2, 1e-3, 1e-4, 1e-5];
const TOLERANCES = [1e-6, 1e-8];
const MOST_STEPS = 100_000;
/** Milliseconds of processor time that a timed job takes at least. */
const LEAST_TIME = 30;

/** Built once: both ways begin from the same system, and its making is not timed. */
interface BuiltScene {
  readonly name: string;
  readonly duration: number;
  readonly system: ReturnType<typeof systemFromScene>;
}

type Triple = readonly [number, number, number];

function byEvents({ system, duration }: BuiltScene, options: Parameters<typeof createSimulation>[2] = {}): Triple {
  const simulation = createSimulation(system, system.initialState(), options);
  simulation.advance(duration);
  return centre(simulation.coordinates);
}

function byPenalty({ system, duration }: BuiltScene, options: PenaltyOptions): { readonly end: Triple; readonly steps: number } {
  const run = createPenaltyRun(system, system.initialState(), options);
  run.advance(duration);
  return { end: centre(run.coordinates), steps: run.work.acceptedSteps + run.work.rejectedSteps };
}

function centre(coordinates: Float64Array): Triple {
  return [coordinates[0]!, coordinates[1]!, coordinates[2]!];
}

function distance(a: Triple, b: Triple): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

interface Setting extends PenaltyOptions {
  readonly error: number;
  readonly steps: number;
}

/** Settings that get to the end, with their errors; slower and slower creep, which is what costs, until the finest accuracy is reached. */
function tried(scene: BuiltScene, exact: Triple): Setting[] {
  const found: Setting[] = [];
  for (const creep of CREEPS) {
    for (const relativeTolerance of TOLERANCES)
      for (const stiffness of STIFFNESSES) {
        try {
          const { end, steps } = byPenalty(scene, { creep, relativeTolerance, stiffness, mostSteps: MOST_STEPS });
          found.push({ creep, relativeTolerance, stiffness, error: distance(end, exact), steps });
        } catch {
          // Too many steps: no setting to be taken.
        }
      }
    if (found.some(({ error }) => error <= Math.min(...ACCURACIES))) break;
  }
  return found;
}

export function measurePenalty(rounds: number): PenaltyRow[] {
  return SCENES.flatMap((given) => {
    const scene: BuiltScene = { ...given, system: systemFromScene(given.scene) };
    const exact = byEvents(scene, { relativeTolerance: 1e-13, contactSpeed: 1e-8, gapTolerance: 1e-12 });
    const eventError = distance(byEvents(scene), exact);
    const settings = tried(scene, exact);
    return ACCURACIES.map((accuracy): PenaltyRow => {
      const [cheapest] = settings.filter(({ error }) => error <= accuracy).sort((a, b) => a.steps - b.steps);
      const jobs = [() => byEvents(scene), ...(cheapest === undefined ? [] : [() => byPenalty(scene, cheapest)])];
      const passes = jobs.map((job) => passesIn(LEAST_TIME, job));
      const times = timeRounds(
        jobs.map((job, j) => () => {
          for (let k = 0; k < passes[j]!; k++) job();
        }),
        rounds,
      ).map((list, j) => list.map((time) => time / passes[j]!));
      const row = { scene: scene.name, accuracy, eventError, eventTime: median(times[0]!) };
      if (cheapest === undefined) return row;
      return { ...row, penalty: { ...cheapest, time: median(times[1]!), ratio: ratioOf(times[1]!, times[0]!) } };
    });
  });
}

export function penaltyClaims(rows: readonly PenaltyRow[]): Claim[] {
  return SCENES.map(({ name }) => {
    const { penalty } = rows.find(({ scene, accuracy }) => scene === name && accuracy === CLAIMED)!;
    return {
      claim: `${name}: penalty contact takes at least ${LEAST_RATIO} times as long as events for an error of ${CLAIMED} m`,
      measured: penalty === undefined ? "no setting gets there" : `${digits(penalty.ratio)} times`,
      passed: penalty === undefined || penalty.ratio >= LEAST_RATIO,
    };
  });
}

export function printPenalty(rows: readonly PenaltyRow[], claims: readonly Claim[]): void {
  printHeading("Events beside penalty contact (Hertz with damping, friction rounded off): the cheapest setting for each accuracy");
  printTable(
    ["scene", "accuracy, m", "events: error", "ms", "penalty: stiffness", "creep", "tolerance", "error", "steps", "ms", "times as long"],
    rows.map(({ scene, accuracy, eventError, eventTime, penalty }) => [
      scene,
      small(accuracy),
      small(eventError),
      digits(eventTime),
      ...(penalty === undefined
        ? ["none gets there", "", "", "", "", "", ""]
        : [
            small(penalty.stiffness),
            small(penalty.creep!),
            small(penalty.relativeTolerance!),
            small(penalty.error),
            penalty.steps,
            digits(penalty.time),
            digits(penalty.ratio),
          ]),
    ]),
  );
  printTable(
    ["claim", "measured", ""],
    claims.map(({ claim, measured, passed }) => [claim, measured, passed ? "holds" : "FAILS"]),
  );
}
