/**
 * Many bodies dropped at once into a pit, and what is asked of every run with them by steps: it ends, gains no energy, overlaps hardly,
 * closes its ledger, loses no body and no number. Scene n is drawn from its own numbers, so one can be run again alone.
 */
import { createRandom } from "../math/random.js";
import * as vec3 from "../math/vec3.js";
import type { Scene, SceneBody, SceneContact, ScenePlane } from "../simulation/scene/scene.js";
import type { StepStatistics } from "../simulation/steps/run-state.js";
import { createStepper } from "../simulation/steps/stepper.js";
import type { StepOptions } from "../simulation/steps/tolerances.js";
import { canMeet, directionOf, orientationOf, shapeOf } from "./thrown-scenes.js";

/** s. */
export const DENSE_DURATION = 2;
const [FEWEST, MOST] = [5, 60];
/** Distance of the places where bodies begin, m: more than two of the largest bodies need. */
const CELL = 0.46;
/** Part of the scenes in which all bodies are of one kind. */
const ALIKE = 0.4;

/** 5 to 60 bodies of all kinds over a floor, within four walls or in the open; friction 0 to 1.5, restitution 0 to 1. */
export function denseScene(seed: number, mostBodies = MOST): Scene {
  const random = createRandom(seed);
  const between = (low: number, high: number) => low + (high - low) * random();
  const count = FEWEST + Math.floor((mostBodies - FEWEST + 1) * random());
  const columns = count < 12 ? 1 : 2;
  const shape = random() < ALIKE ? shapeOf(random) : undefined;
  const bodies: Record<string, SceneBody> = {};
  for (let i = 0; i < count; i += 1) {
    const [x, y, layer] = [i % columns, Math.floor(i / columns) % columns, Math.floor(i / (columns * columns))];
    bodies[`body${i}`] = {
      shape: shape ?? shapeOf(random),
      density: between(200, 4000),
      position: [CELL * x, CELL * y, 0.25 + CELL * layer],
      orientation: orientationOf(random),
      velocity: [between(-1, 1), between(-1, 1), between(-2, 0.5)],
      angularVelocity: vec3.scale(directionOf(random), between(0, 10)),
    };
  }
  const [friction, restitution] = [random() < 0.1 ? 0 : between(0, 1.5), random() < 0.1 ? 0 : between(0, 1)];
  const material = () => ({ friction: friction * between(0.5, 1), restitution: restitution * between(0.5, 1) });
  const lean = between(0, 0.3);
  const far = CELL * (columns - 1) + 0.3;
  const wall = (x: number, y: number, point: number): ScenePlane => ({
    plane: { normal: [x, y, lean], point: [x === 0 ? 0 : point, y === 0 ? 0 : point, 0] },
  });
  const walls = { left: wall(1, 0, -0.3), right: wall(-1, 0, far), front: wall(0, 1, -0.3), back: wall(0, -1, far) };
  const ground: Record<string, ScenePlane> = { floor: { plane: { normal: [0, 0, 1] } }, ...(random() < 0.7 ? walls : {}) };
  const names = Object.keys(bodies);
  const contacts: SceneContact[] = names.flatMap((name, i) => [
    ...Object.keys(ground).map((other) => ({ between: [name, other] as const, ...material() })),
    ...names
      .slice(i + 1)
      .filter((other) => canMeet(bodies[name].shape, bodies[other].shape))
      .map((other) => ({ between: [name, other] as const, ...material() })),
  ]);
  return { bodies: { ...bodies, ...ground }, contacts };
}

/** How a stepped run of a dense scene ended. */
export interface DenseRun {
  /** How many. */
  readonly bodies: number;
  /** `stopped`: it took too long. */
  readonly status: "finished" | "rest" | "stopped";
  /** Where it was when it ended, s. */
  readonly time: number;
  /** What must not be. */
  readonly complaints: readonly string[];
  /** Largest rise of the energy over the lowest before it, in the energy at the beginning. */
  readonly rise: number;
  /** What the ledger leaves unexplained, the same. */
  readonly residual: number;
  /** Deepest overlap at any time, in sizes. */
  readonly overlap: number;
  /** What the steps were like. */
  readonly statistics: StepStatistics;
}

/** Of the energy at the beginning. */
const RISE = 1e-6;
const RESIDUAL = 1e-8;
/** In sizes. */
const OVERLAP = 1e-3;
/** m: nothing gets farther from where it began within the duration. */
const LOST = 50;

/** Thrown to stop a run that takes too long. */
const OVER = new Error("it takes too long");

/** `isOver`: asked after every frame whether to give up. */
export function runDense(
  scene: Scene,
  duration = DENSE_DURATION,
  options: StepOptions = {},
  isOver: () => boolean = () => false,
): DenseRun {
  const stepper = createStepper(scene, options);
  const start = stepper.energy();
  let [lowest, rise] = [start, 0];
  let stopped = false;
  try {
    stepper.advance(duration, () => {
      const now = stepper.energy();
      rise = Math.max(rise, (now - lowest) / start);
      lowest = Math.min(lowest, now);
      if (isOver()) throw OVER;
    });
  } catch (error) {
    if (error !== OVER) throw error;
    stopped = true;
  }
  const { ledger, statistics, coordinates, speeds } = stepper;
  const { impactLoss, frictionLoss, steppingLoss, projectionLoss, appliedWork } = ledger;
  const residual = Math.abs(start - stepper.energy() + appliedWork - impactLoss - frictionLoss - steppingLoss - projectionLoss) / start;
  const overlap = statistics.deepest / stepper.size;
  const complaints: string[] = [];
  if (stopped) complaints.push(`it takes too long, at ${stepper.time.toPrecision(3)} s`);
  if (!(rise <= RISE)) complaints.push(`energy rises by ${rise.toPrecision(3)}`);
  if (!(residual <= RESIDUAL)) complaints.push(`the ledger is off by ${residual.toPrecision(3)}`);
  if (!(overlap <= OVERLAP)) complaints.push(`bodies overlap by ${overlap.toPrecision(3)} sizes`);
  if (!coordinates.every((value) => Math.abs(value) < LOST) || !speeds.every(Number.isFinite))
    complaints.push("a body or a number is lost");
  return {
    bodies: coordinates.length / 7,
    status: stopped ? "stopped" : stepper.atRest ? "rest" : "finished",
    time: stepper.time,
    complaints,
    rise,
    residual,
    overlap,
    statistics: { ...statistics },
  };
}
