/**
 * Many bodies dropped at once into a pit, and what is asked of every run with them by steps: it ends, gains no energy, overlaps hardly,
 * closes its ledger, loses no body and no number. Scene n is drawn from its own numbers, so one can be run again alone.
 */
import { createRandom } from "../math/random.js";
import * as vec3 from "../math/vec3.js";
import type { SceneLink } from "../simulation/mechanism/scene-link.js";
import type { Scene, SceneBody, SceneContact, ScenePlane } from "../simulation/scene/scene.js";
import type { StepStatistics } from "../simulation/steps/run-state.js";
import { createStepper, type Stepper } from "../simulation/steps/stepper.js";
import type { StepOptions } from "../simulation/steps/tolerances.js";
import { thrownMechanism } from "./thrown-mechanisms.js";
import { canMeet, directionOf, orientationOf, shapeOf } from "./thrown-scenes.js";

/** s. */
export const DENSE_DURATION = 2;
const [FEWEST, MOST] = [5, 60];
/** Distance of the places where bodies begin, m: more than two of the largest bodies need. */
const CELL = 0.46;
/** Part of the scenes in which all bodies are of one kind, and of those in which a mechanism falls on them. */
const ALIKE = 0.4;
const LINKED = 0.25;
/** How far the base of that begins above the others, m: more than its links reach down. */
const ABOVE = 1.6;

/**
 * 5 to 60 bodies of all kinds over a floor, within four walls or in the open; friction 0 to 1.5, restitution 0 to 1; in every fourth a
 * mechanism of two to five links.
 */
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
  const top = 0.25 + CELL * Math.floor((count - 1) / (columns * columns));
  // Drawn from numbers of its own, so that the bodies are those of the seed whether or not there is one.
  const isLinked = createRandom(-1 - seed)() < LINKED;
  const mechanism = isLinked ? mechanismAbove(seed, [0.5 * CELL * (columns - 1), top + ABOVE]) : {};
  const members = { ...bodies, ...mechanism };
  const names = Object.keys(members);
  const isPair = (first: string, second: string) => {
    const [one, other] = [members[first].shape, members[second].shape];
    return !(first in mechanism && second in mechanism) && one !== undefined && other !== undefined && canMeet(one, other);
  };
  const contacts: SceneContact[] = names.flatMap((name, i) => [
    ...Object.keys(ground).map((other) => ({ between: [name, other] as const, ...material() })),
    ...names
      .slice(i + 1)
      .filter((other) => isPair(name, other))
      .map((other) => ({ between: [name, other] as const, ...material() })),
  ]);
  return { bodies: { ...members, ...ground }, contacts };
}

/** The bodies of a thrown mechanism, with its base over the middle of the pit. */
function mechanismAbove(seed: number, [middle, height]: readonly [number, number]): Record<string, SceneBody | SceneLink> {
  const bodies: Record<string, SceneBody | SceneLink> = {};
  for (const [name, body] of Object.entries(thrownMechanism(seed).bodies)) {
    if (!("shape" in body)) continue;
    bodies[name] = "joint" in body ? body : { ...body, position: [middle, middle, height] };
  }
  return bodies;
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
/** m: nothing gets farther from where it began than its speeds take it, and this. */
const LOST = 1;

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
  const travels = createTravels(stepper, freeBodies(scene));
  try {
    stepper.advance(duration, () => {
      const now = stepper.energy();
      travels.follow();
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
  if (travels.isLost() || !coordinates.every(Number.isFinite) || !speeds.every(Number.isFinite))
    complaints.push("a body or a number is lost");
  return {
    bodies: Object.values(scene.bodies).filter((body) => "shape" in body).length,
    status: stopped ? "stopped" : stepper.atRest ? "rest" : "finished",
    time: stepper.time,
    complaints,
    rise,
    residual,
    overlap,
    statistics: { ...statistics },
  };
}

/** Bodies without joints, whose coordinates are the first ones. */
function freeBodies(scene: Scene): number {
  return Object.values(scene.bodies).filter((body) => "shape" in body && !("joint" in body)).length;
}

/** How far bodies have got, and how far their speeds at the frames would have taken them. */
function createTravels(stepper: Stepper, bodies: number): { follow(): void; isLost(): boolean } {
  const { coordinates, speeds } = stepper;
  const begun = coordinates.slice(0, 7 * bodies);
  const ways = new Float64Array(bodies);
  const speedOf = (body: number) => vec3.norm([speeds[6 * body], speeds[6 * body + 1], speeds[6 * body + 2]]);
  const before = ways.map((_, body) => speedOf(body));
  let time = stepper.time;
  return {
    follow() {
      for (let body = 0; body < bodies; body++) {
        const speed = speedOf(body);
        ways[body] += (stepper.time - time) * Math.max(speed, before[body]);
        before[body] = speed;
      }
      time = stepper.time;
    },
    isLost() {
      this.follow();
      const off = (body: number, c: number) => coordinates[7 * body + c] - begun[7 * body + c];
      return ways.some((way, body) => !(vec3.norm([off(body, 0), off(body, 1), off(body, 2)]) <= way + LOST));
    },
  };
}
