/**
 * What turning slip (curve.ts) looks like at given impulses: velocities and impulse direction there, the slope of the state, and the
 * functions whose zeros end a stretch.
 */
import { STICK } from "../direction.js";
import { readMotion, type SlipGroup } from "../rest-on-plane.js";
import { finalWork, impulseLeft, type StageRun, type StageStop } from "../stage.js";
import { spatialDirection } from "./direction.js";
import { coneMargin, ROUNDING } from "./modes.js";
import { createSettler, type Settler } from "./settle.js";
import { speedOf } from "./straight.js";

/** A share below this is none. */
export const NO_SHARE = 1e-9;

/**
 * A stretch of turning slip: where it began, how it moves, and what was seen of it last. In the units of curve.ts unless it says otherwise.
 */
export interface Sight {
  readonly run: StageRun;
  readonly stop: StageStop;
  readonly count: number;
  /** Components of all contacts; the state of the integrator has the impulses, then the normal work, then the friction work. */
  readonly size: number;
  readonly v0: Float64Array;
  readonly v: Float64Array;
  readonly mobility: Float64Array;
  readonly direction: Float64Array;
  readonly motion: Float64Array;
  modes: Uint8Array;
  /** Groups that are integrated, and those that are slow, with their speeds. */
  fast: readonly SlipGroup[];
  slow: Settler;
  speeds: number[];
  /** Whether the slow groups have lost the directions they followed. */
  lost: boolean;
  stopped: SlipGroup | undefined;
  /** How far outside its friction cone each sticking contact may come. */
  readonly allowance: Float64Array;
  /** The units of the header, in units of the problem. */
  readonly unit: { readonly speed: number; readonly impulse: number; readonly work: number };
  /** The state where the stretch began, in units of the problem. */
  readonly base: { normalImpulse: number; normalWork: number; frictionWork: number; readonly impulse: Float64Array };
  /** The impulses looked at last, and whether an impulse direction exists there: several events look at one state. */
  readonly seen: Float64Array;
  exists: boolean;
}

/** For the stretches of a stage, of which none has begun; `speed` is the unit of velocity. */
export function createSight(run: StageRun, stop: StageStop, speed: number): Sight {
  const { touching } = run;
  const { count, size } = touching;
  let largest = 0;
  for (let n = 2; n < size; n += 3) largest = Math.max(largest, touching.mobility[n * size + n]);
  const impulse = speed / largest;
  return {
    run,
    stop,
    count,
    size,
    v0: new Float64Array(size),
    v: new Float64Array(size),
    mobility: touching.mobility.map((value) => value / largest),
    direction: new Float64Array(size),
    motion: new Float64Array(3),
    modes: run.modes,
    fast: [],
    slow: createSettler(touching, run.modes, []),
    speeds: [],
    lost: false,
    stopped: undefined,
    allowance: new Float64Array(count),
    unit: { speed, impulse, work: impulse * speed },
    base: { normalImpulse: 0, normalWork: 0, frictionWork: 0, impulse: new Float64Array(size) },
    seen: new Float64Array(size),
    exists: false,
  };
}

/** Velocities and C at impulses y. Slow groups go on from the directions they were last in: for them every look is a new one. */
export function look(sight: Sight, y: Float64Array): boolean {
  const { size, seen } = sight;
  let same = sight.slow.groups.length === 0;
  for (let at = 0; at < size; at++) {
    same &&= seen[at] === y[at];
    seen[at] = y[at];
  }
  if (!same) sight.exists = lookAnew(sight, y);
  return sight.exists;
}

function lookAnew(sight: Sight, y: Float64Array): boolean {
  const { size, v0, mobility, v, direction, run, modes, slow } = sight;
  for (let row = 0; row < size; row++) {
    let sum = v0[row];
    for (let column = 0; column < size; column++) sum += mobility[row * size + column] * y[column];
    v[row] = sum;
  }
  return slow.groups.length === 0 ? spatialDirection(run.touching, modes, v, direction) : lookSlowly(sight);
}

/** The same where planes are slow: their directions are those they settle in. */
function lookSlowly(sight: Sight): boolean {
  const { v, direction, slow, speeds } = sight;
  slow.groups.forEach((group, g) => {
    speeds[g] = motionOf(sight, group, v);
  });
  sight.lost = !(slow.settle(v) && slow.follow(v, speeds));
  if (sight.lost) return spatialDirection(sight.run.touching, sight.modes, v, direction);
  direction.set(slow.direction);
  return true;
}

/** Speed of a plane in terms of its motion. */
export function motionOf(sight: Sight, group: SlipGroup, velocity: Float64Array): number {
  const { motion } = sight;
  readMotion(group, velocity, motion);
  let square = 0;
  for (let f = 0; f < group.freedoms; f++) square += motion[f] * motion[f];
  return Math.sqrt(square);
}

/** The slope of the state over t. Not a number where no impulse direction exists. */
export function derivative(sight: Sight, y: Float64Array, slope: Float64Array): void {
  const { size, v, direction } = sight;
  if (!look(sight, y)) {
    slope.fill(Number.NaN);
    return;
  }
  let inverse = 0;
  for (const group of sight.fast) inverse += 1 / speedOf(group, v);
  const rho = inverse > 0 ? 1 / inverse : 1;
  let normal = 0;
  let tangential = 0;
  for (let at = 0; at < size; at++) {
    slope[at] = rho * direction[at];
    if (at % 3 === 2) normal += v[at] * direction[at];
    else if (sight.modes[(at - (at % 3)) / 3] !== STICK) tangential += v[at] * direction[at];
  }
  slope[size] = rho * normal;
  slope[size + 1] = rho * tangential;
}

/** Rises through zero where the work turns: where it stops falling in compression, and where it stops rising after that. */
export function turning(sight: Sight, y: Float64Array): number {
  const { size, v, direction } = sight;
  look(sight, y);
  let sum = 0;
  for (let n = 2; n < size; n += 3) sum += v[n] * direction[n];
  return sight.run.compressing ? sum : -sum;
}

/** Slip of the slow planes along the directions they were let go in or taken over in; falls through zero where one stops. */
export function slowest(sight: Sight, y: Float64Array): number {
  const { v, motion, slow } = sight;
  if (slow.groups.length === 0 || !look(sight, y)) return 1;
  let least = 1;
  slow.groups.forEach((group, g) => {
    readMotion(group, v, motion);
    let along = 0;
    for (let f = 0; f < group.freedoms; f++) along += motion[f] * slow.motions[g][f];
    if (along < least) {
      least = along;
      sight.stopped = group;
    }
  });
  return least;
}

/** What is left until the stage is over; falls through zero there. */
export function margin(sight: Sight, y: Float64Array): number {
  const { size, base, unit, run, stop } = sight;
  if (stop.at === "impulse") {
    let reached = 0;
    for (let n = 2; n < size; n += 3) if (stop.contact === "all" || n === 3 * stop.contact + 2) reached += y[n];
    return impulseLeft(stop, base, 3) / unit.impulse - reached;
  }
  const work = base.normalWork / unit.work + y[size];
  if (stop.at === "work") return run.compressing ? work - stop.work / unit.work : 1;
  return run.compressing ? 1 : finalWork(run, stop.restitution) / unit.work - work;
}

/** The smallest share of a contact, which must not be negative. On one plane it never is while everything slips. */
export function leastShare(sight: Sight, y: Float64Array): number {
  const { direction, count, run, modes } = sight;
  const { pushing, onePlane } = run.touching;
  if (onePlane && !modes.includes(STICK)) return 1;
  if (!look(sight, y)) return -1;
  let least = 1;
  for (let i = 0; i < count; i++) if (pushing[i] === 1) least = Math.min(least, direction[3 * i + 2] + ROUNDING);
  return least;
}

/** How far the sticking contact that is nearest to it is inside the edge of its friction cone. */
export function coneLeft(sight: Sight, y: Float64Array): number {
  const { direction, count, allowance, run, modes } = sight;
  const { pushing, staticFriction } = run.touching;
  if (!modes.includes(STICK) || !look(sight, y)) return 1;
  let least = 1;
  for (let i = 0; i < count; i++)
    if (pushing[i] === 1 && modes[i] === STICK) least = Math.min(least, coneMargin(direction, i, staticFriction[i]) + allowance[i]);
  return least;
}

/** Contacts whose shares have come to an end, and all that have with them. */
export function pullingAt(sight: Sight, y: Float64Array): number[] {
  const { direction } = sight;
  look(sight, y);
  const { pushing } = sight.run.touching;
  return Array.from(direction.keys()).flatMap((at) =>
    at % 3 === 2 && pushing[(at - 2) / 3] === 1 && direction[at] < NO_SHARE ? [(at - 2) / 3] : [],
  );
}
