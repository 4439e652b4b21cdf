/**
 * Which contacts of a planar stage stick and which slip from here on.
 *
 * A contact that moves along its tangent slips that way. One at rest sticks if the impulse direction this gives keeps it inside its
 * friction cone, |C_t| <= mu_s C_n; otherwise it starts to slip to one side, if the slip then grows to that side. Contacts on one line move
 * together and choose together. All combinations are tried, those with the most sticking lines first, and among equals the one that loses
 * least to friction is taken. Every contact has to push, C_n >= 0.
 *
 * Points of one line that all stick could share their load in many ways, and the shortest direction is only one of them. If it asks too
 * much of the friction at some point, the shares of sliding, C_n in proportion to 1/mu_s, are tried before the body is let slide: they hold
 * whenever friction as a whole does.
 *
 * Where no combination is left, sticking is kept if all contacts push then (`forced`), or else those that would pull most are dropped.
 *
 * Letters of 004: C direction, mu_s mu_k friction, |C_t|/C_n critical friction. Source: 004 eq. (3.22), (3.29), (3.30); the order of
 * choices and the dropping of contacts are ours.
 */
import { SolverError } from "../../errors.js";
import { impulseDirection, SLIP, STICK } from "./direction.js";
import { rateOf } from "./rate.js";
import type { StageRun } from "./stage.js";
import { approachingLeast, dropContacts, pullingMost, type Touching } from "./touching.js";
import { losesAlike, losesLess, type Trial } from "./trial.js";

/** What is constant until a mode changes, per unit of the sum of normal impulses. */
export interface Heading {
  readonly modes: Uint8Array;
  /** C. */
  readonly direction: Float64Array;
  /** M C: of the contact velocities. */
  readonly rate: Float64Array;
  /** Friction each contact at rest needs in order to stick, not a number for one that moves. */
  readonly needed: Float64Array;
  /** Contacts at rest that stick although friction cannot hold them. */
  readonly forced: readonly number[];
}

/** A share below zero by no more than this, or a friction ratio above its limit by this fraction, is rounding. */
const ROUNDING = 1e-11;
/** Eight lines at rest at once have more combinations than this. What has not been found by then is taken not to be there. */
const MOST_TRIALS = 5000;

/** Chooses from the velocities of the run, in which a contact at rest has a tangential velocity of exactly zero. May drop contacts. */
export function chooseHeading(run: StageRun): Heading {
  const { touching } = run;
  for (;;) {
    const lines = linesAtRest(run);
    const sticking = attempt(run, lines, new Int8Array(lines.length));
    const chosen = sticking !== undefined && isAdmissible(sticking) ? sticking : (stickingAsInSliding(run, lines) ?? leastLoss(run, lines));
    if (chosen !== undefined) return headingOf(run, chosen, sticking, lines, []);
    if (sticking !== undefined && sticking.pulling.length === 0 && lines.length > 0)
      return headingOf(run, sticking, sticking, lines, sticking.escaping);
    if (touching.pushingCount === 1)
      throw new SolverError("no impulse direction is admissible", { normalImpulse: run.state.normalImpulse });
    const pulling = sticking?.pulling ?? [];
    dropContacts(touching, pulling.length > 0 ? pulling : approachingLeast(touching, run.state.velocity));
  }
}

/** Contacts with friction that push and are at rest, those on one line together. */
function linesAtRest({ touching, state }: StageRun): number[][] {
  const { count, friction, pushing, plane } = touching;
  const lines = new Map<number, number[]>();
  for (let i = 0; i < count; i++) {
    if (pushing[i] === 0 || friction[i] === 0 || state.velocity[2 * i] !== 0) continue;
    const line = lines.get(plane[i]);
    if (line === undefined) lines.set(plane[i], [i]);
    else line.push(i);
  }
  return [...lines.values()];
}

/** One combination of modes and what comes of it. */
interface PlanarTrial extends Trial {
  /** Whether every contact that starts to slip slips to the side it was given. */
  readonly parts: boolean;
}

/** The line of each place in `lines` sticks (0) or slips to a side (1, -1). Undefined where no direction exists. */
function attempt(run: StageRun, lines: readonly (readonly number[])[], sides: Int8Array): PlanarTrial | undefined {
  const { touching, state } = run;
  const { size, count } = touching;
  const modes = new Uint8Array(count).fill(SLIP);
  const velocity = state.velocity.slice();
  lines.forEach((line, l) => {
    for (const i of line) {
      if (sides[l] === 0) modes[i] = STICK;
      velocity[2 * i] = sides[l] * tangentSide(touching, i);
    }
  });
  const direction = new Float64Array(size);
  if (!impulseDirection(touching, modes, velocity, direction)) return undefined;
  return judge(run, lines, sides, modes, direction);
}

/** To which side of its normal the tangent of a contact points, 1 or -1: contacts on one line may be told with either. */
function tangentSide({ axes }: Touching, i: number): number {
  return axes[4 * i] * axes[4 * i + 3] - axes[4 * i + 1] * axes[4 * i + 2] < 0 ? -1 : 1;
}

/** All contacts at rest on one line, sharing as they would in sliding; undefined if they are not or cannot. */
function stickingAsInSliding(run: StageRun, lines: readonly (readonly number[])[]): PlanarTrial | undefined {
  const { touching } = run;
  const { size, count, pushing, staticFriction, mobility } = touching;
  if (lines.length !== 1 || !touching.onePlane || lines[0].length < touching.pushingCount) return undefined;
  const direction = new Float64Array(size);
  const modes = new Uint8Array(count).fill(SLIP);
  let sum = 0;
  for (const i of lines[0]) sum += 1 / staticFriction[i];
  // Every contact moves alike and has the same tangential impulse, each along its own tangent: one row says what it is.
  const first = lines[0][0];
  const row = 2 * first * size;
  const along = (i: number) => tangentSide(touching, i) * tangentSide(touching, first);
  let normal = 0;
  let tangential = 0;
  for (const i of lines[0]) {
    modes[i] = STICK;
    direction[2 * i + 1] = 1 / staticFriction[i] / sum;
    normal += mobility[row + 2 * i + 1] * direction[2 * i + 1];
    tangential += mobility[row + 2 * i] * along(i);
  }
  for (let i = 0; i < count; i++) if (pushing[i] === 1) direction[2 * i] = (-normal / tangential) * along(i);
  const trial = judge(run, lines, new Int8Array(1), modes, direction);
  return isAdmissible(trial) ? trial : undefined;
}

/** What comes of a direction. */
function judge(
  { touching, state }: StageRun,
  lines: readonly (readonly number[])[],
  sides: Int8Array,
  modes: Uint8Array,
  direction: Float64Array,
): PlanarTrial {
  const { count, pushing, friction, staticFriction } = touching;
  const pulling = pullingMost(touching, direction, ROUNDING);
  const escaping = lines.flat().filter((i) => modes[i] === STICK && !isHeld(direction, i, staticFriction[i]));
  if (pulling.length === 0) for (let i = 0; i < count; i++) if (direction[2 * i + 1] <= 0) direction[2 * i] = direction[2 * i + 1] = 0;

  const rate = rateOf(touching, modes, direction);
  let loss = 0;
  let lossToCome = 0;
  for (let i = 0; i < count; i++) {
    if (pushing[i] === 0 || friction[i] === 0) continue;
    loss -= direction[2 * i] * state.velocity[2 * i];
    lossToCome -= direction[2 * i] * rate[2 * i];
  }
  const parts = lines.every((line, l) => sides[l] === 0 || line.every((i) => sides[l] * tangentSide(touching, i) * rate[2 * i] >= 0));
  return { modes, direction, rate, pulling, escaping, parts, loss, lossToCome };
}

function isHeld(direction: Float64Array, i: number, staticFriction: number): boolean {
  return Math.abs(direction[2 * i]) <= staticFriction * direction[2 * i + 1] * (1 + ROUNDING) + ROUNDING;
}

function isAdmissible({ pulling, escaping, parts }: PlanarTrial): boolean {
  return pulling.length === 0 && escaping.length === 0 && parts;
}

/**
 * The admissible combination with the fewest lines that slip, at least one, and the least loss; undefined if there is none. Where several
 * lose alike, what slips in any of them slips, if that is admissible too: equal contacts do not differ by their places in a list.
 */
function leastLoss(run: StageRun, lines: readonly (readonly number[])[]): PlanarTrial | undefined {
  let trials = 0;
  for (let slipping = 1; slipping <= lines.length; slipping++) {
    const found: { readonly sides: Int8Array; readonly trial: PlanarTrial }[] = [];
    for (const sides of combinations(lines.length, slipping)) {
      if (++trials > MOST_TRIALS) break;
      const trial = attempt(run, lines, sides);
      if (trial !== undefined && isAdmissible(trial)) found.push({ sides, trial });
    }
    if (found.length === 0) continue;
    const best = found.reduce((least, other) => (losesLess(other.trial, least.trial) ? other : least));
    const equal = found.filter(({ trial }) => losesAlike(trial, best.trial));
    const together = equal.length > 1 ? attempt(run, lines, unionOf(equal.map(({ sides }) => sides))) : undefined;
    if (together !== undefined && isAdmissible(together)) return together;
    run.ambiguous ||= equal.length > 1;
    return best.trial;
  }
  return undefined;
}

/** What slips to one side in some of the combinations, and to the other in none. */
function unionOf(combinations: readonly Int8Array[]): Int8Array {
  return combinations[0].map((_, l) => {
    const sides = combinations.map((sides) => sides[l]).filter((side) => side !== 0);
    return sides.length > 0 && sides.every((side) => side === sides[0]) ? sides[0] : 0;
  });
}

/** All ways in which `slipping` of `count` lines slip to either side. */
function* combinations(count: number, slipping: number): Generator<Int8Array> {
  if (slipping > count) return;
  if (count === 0) {
    yield new Int8Array(0);
    return;
  }
  for (const side of [0, 1, -1]) {
    if (side !== 0 && slipping === 0) break;
    for (const rest of combinations(count - 1, side === 0 ? slipping : slipping - 1)) yield Int8Array.of(side, ...rest);
  }
}

function headingOf(
  { touching }: StageRun,
  { modes, direction, rate }: PlanarTrial,
  sticking: PlanarTrial | undefined,
  lines: readonly (readonly number[])[],
  forced: readonly number[],
): Heading {
  const needed = new Float64Array(touching.count).fill(Number.NaN);
  for (const i of lines.flat()) {
    const from = modes[i] === STICK ? direction : sticking?.direction;
    if (from !== undefined && from[2 * i + 1] > 0) needed[i] = Math.abs(from[2 * i]) / from[2 * i + 1];
  }
  return { modes, direction, rate, needed, forced };
}
