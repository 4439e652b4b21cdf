/**
 * Which contacts of a spatial stage stick and which slip from here on.
 *
 * Contacts on one plane of a rigid body have one planar motion, and if two of them are at rest all are. On the plane of the reference
 * contact, if there is one, a single contact at rest is the centre about which the others turn; it has no share of the load (direction.ts)
 * and needs no mode, so modes belong to that plane as a whole. On another plane the shares do not depend on the speeds, and a contact at
 * rest may stick while the others there turn about it. What stops or starts separately is a group: the plane of the reference, any other
 * plane that is at rest, and every single contact of other planes that move.
 *
 * What moves slips. All groups at rest stick if that keeps each contact inside its friction cone, |C_t| <= mu_s C_n. Otherwise one of them
 * starts to slip while the others stick: a single contact along an isocline (isoclines.ts), several as rest-on-plane.ts finds it. Where all
 * contacts rest on one plane, other ways to share the load are tried before (stick-on-plane.ts). If no single group can, several start
 * together. Every contact has to push, C_n >= 0; among equals the way that loses least to friction is taken. Where nothing is left,
 * sticking is kept if all contacts push then (`forced`), or else those that would pull most are dropped.
 *
 * Letters of 004: C direction, mu_s mu_k friction, |C_t|/C_n critical friction. Source: 004 eq. (5.14), (5.20), (5.24)-(5.47); the order of
 * choices and the dropping of contacts are ours.
 */
import { SolverError } from "../../../errors.js";
import { cos, sin } from "../../../math/elementary.js";
import { SLIP, STICK } from "../direction.js";
import { isoclines, type SlipResponse } from "../isoclines.js";
import { rateOf } from "../rate.js";
import { refineStart, type SlipGroup, slipGroup, slipStarts } from "../rest-on-plane.js";
import type { StageRun } from "../stage.js";
import { stickOnPlane } from "../stick-on-plane.js";
import { approachingLeast, dropContacts, pullingMost, type Touching } from "../touching.js";
import { losesAlike, losesLess, type Trial } from "../trial.js";
import { spatialDirection } from "./direction.js";
import { startsTogether } from "./start-together.js";

/** What begins at a change of modes. */
export interface SpatialHeading {
  readonly modes: Uint8Array;
  /** Contacts with friction that push, in groups that stop and start separately. */
  readonly groups: readonly SlipGroup[];
  /** C and M C at the beginning. */
  readonly direction: Float64Array;
  readonly rate: Float64Array;
  /** Friction each contact at rest needs in order to stick, not a number for one that moves. */
  readonly needed: Float64Array;
  /** Contacts at rest that stick although friction cannot hold them. */
  readonly forced: readonly number[];
}

/** A share below zero by no more than this, or a friction ratio above its limit by this fraction, is rounding. */
export const ROUNDING = 1e-11;

/** Chooses from the velocities of the run, in which what is at rest has tangential velocities of exactly zero. May drop contacts. */
export function chooseSpatialHeading(run: StageRun): SpatialHeading {
  const { touching } = run;
  for (;;) {
    const groups = groupsOf(run);
    const resting = groups.filter((group) => isAtRest(run, group));
    const sticking = attempt(run, resting, []);
    const chosen = sticking !== undefined && isAdmissible(sticking) ? sticking : (restOnOnePlane(run, resting) ?? leastLoss(run, resting));
    if (chosen !== undefined) return headingOf(run, groups, resting, chosen, sticking, []);
    if (sticking !== undefined && sticking.pulling.length === 0 && resting.length > 0)
      return headingOf(run, groups, resting, sticking, sticking, sticking.escaping);
    if (touching.pushingCount === 1)
      throw new SolverError("no impulse direction is admissible", { normalImpulse: run.state.normalImpulse });
    const pulling = sticking?.pulling ?? [];
    dropContacts(touching, pulling.length > 0 ? pulling : approachingLeast(touching, run.state.velocity));
  }
}

function groupsOf(run: StageRun): SlipGroup[] {
  const { touching, state } = run;
  const { count, friction, pushing, plane, reference, onePlane } = touching;
  // On one plane contacts without friction carry everything, and the others, which carry nothing, have no modes.
  if (onePlane && friction.some((value, i) => value === 0 && pushing[i] === 1)) return [];
  const planes = new Map<number, number[]>();
  for (let i = 0; i < count; i++) {
    if (pushing[i] === 0 || friction[i] === 0) continue;
    const known = planes.get(plane[i]);
    if (known === undefined) planes.set(plane[i], [i]);
    else known.push(i);
  }
  return [...planes].flatMap(([number, contacts]) =>
    (reference >= 0 && number === plane[reference]) || contacts.every((i) => isResting(state.velocity, i))
      ? [slipGroup(touching, contacts)]
      : contacts.map((i) => slipGroup(touching, [i])),
  );
}

function isResting(velocity: Float64Array, i: number): boolean {
  return velocity[3 * i] === 0 && velocity[3 * i + 1] === 0;
}

function isAtRest({ state }: StageRun, { contacts }: SlipGroup): boolean {
  return contacts.every((i) => isResting(state.velocity, i));
}

/** Everything at rest sticks but for what slips; `slipping` and the direction it causes come from a search, or nothing slips. */
function attempt(run: StageRun, resting: readonly SlipGroup[], slipping: readonly SlipGroup[], found?: Float64Array): Trial | undefined {
  const { touching, state } = run;
  const { size, count, staticFriction } = touching;
  const modes = modesOf(touching, resting, slipping);
  const direction = found?.slice() ?? new Float64Array(size);
  if (found === undefined && !spatialDirection(touching, modes, state.velocity, direction)) return undefined;

  const pulling = pullingMost(touching, direction, ROUNDING);
  const escaping = resting
    .flatMap(({ contacts }) => contacts)
    .filter((i) => modes[i] === STICK && coneMargin(direction, i, staticFriction[i]) < 0);
  if (pulling.length === 0) for (let i = 0; i < count; i++) if (direction[3 * i + 2] <= 0) direction.fill(0, 3 * i, 3 * i + 3);
  const rate = rateOf(touching, modes, direction);
  let loss = 0;
  let lossToCome = 0;
  for (let at = 0; at < size; at++) {
    if (at % 3 === 2) continue;
    loss -= direction[at] * state.velocity[at];
    lossToCome -= direction[at] * rate[at];
  }
  return { modes, direction, rate, pulling, escaping, loss, lossToCome };
}

function modesOf({ count }: Touching, resting: readonly SlipGroup[], slipping: readonly SlipGroup[]): Uint8Array {
  const modes = new Uint8Array(count).fill(SLIP);
  for (const group of resting) if (!slipping.includes(group)) for (const i of group.contacts) modes[i] = STICK;
  return modes;
}

/** How far inside its friction cone a sticking contact is, negative outside. */
export function coneMargin(direction: Float64Array, i: number, staticFriction: number): number {
  const [x, y, normal] = [direction[3 * i], direction[3 * i + 1], direction[3 * i + 2]];
  return staticFriction * normal * (1 + ROUNDING) + ROUNDING - Math.sqrt(x * x + y * y);
}

function isAdmissible({ pulling, escaping }: Trial): boolean {
  return pulling.length === 0 && escaping.length === 0;
}

/** All contacts at rest on one plane: another way to share the load that holds, or the one way in which rest is left. */
function restOnOnePlane(run: StageRun, resting: readonly SlipGroup[]): Trial | undefined {
  if (resting.length !== 1) return undefined;
  const rest = stickOnPlane(run.touching, resting[0]);
  if (rest === undefined) return undefined;
  const slipping = rest.holds ? [] : resting;
  const direction = rest.holds
    ? rest.direction
    : refineStart(run.touching, modesOf(run.touching, resting, resting), run.state.velocity.slice(), resting[0], rest.motion)?.direction;
  const trial = direction === undefined ? undefined : attempt(run, resting, slipping, direction);
  return trial !== undefined && isAdmissible(trial) ? trial : undefined;
}

/**
 * The admissible start of one group, or else of several at once, with the least loss; undefined if there is none. Where several lose alike,
 * what slips in any of them slips, if that is admissible too: equal contacts do not differ by their places in a list.
 */
function leastLoss(run: StageRun, resting: readonly SlipGroup[]): Trial | undefined {
  for (let count = 1; count <= resting.length; count++) {
    const found = combinations(resting, count).flatMap((several) =>
      admissibleStarts(run, resting, several).map((trial) => ({ several, trial })),
    );
    if (found.length === 0) continue;
    const best = found.reduce((least, other) => (losesLess(other.trial, least.trial) ? other : least));
    const equal = found.filter(({ trial }) => losesAlike(trial, best.trial));
    if (equal.length === 1) return best.trial;
    const union = resting.filter((group) => equal.some(({ several }) => several.includes(group)));
    const together = union.length > count ? admissibleStarts(run, resting, union) : [];
    run.ambiguous ||= together.length !== 1;
    return together.length === 0 ? best.trial : together.reduce((least, other) => (losesLess(other, least) ? other : least));
  }
  return undefined;
}

/** All ways in which these groups leave rest while the others at rest stick. */
function admissibleStarts(run: StageRun, resting: readonly SlipGroup[], several: readonly SlipGroup[]): Trial[] {
  const directions =
    several.length === 1
      ? startsOf(run, resting, several[0])
      : startsTogether(run.touching, modesOf(run.touching, resting, several), run.state.velocity, several);
  return directions.flatMap((direction) => {
    const trial = attempt(run, resting, several, direction);
    return trial !== undefined && isAdmissible(trial) ? [trial] : [];
  });
}

function combinations<T>(from: readonly T[], count: number): T[][] {
  if (count === 0) return [[]];
  return from.flatMap((first, i) => combinations(from.slice(i + 1), count - 1).map((rest) => [first, ...rest]));
}

/** Impulse directions with which the group leaves rest while the others at rest stick. */
function startsOf(run: StageRun, resting: readonly SlipGroup[], group: SlipGroup): Float64Array[] {
  const { touching, state } = run;
  const modes = modesOf(touching, resting, [group]);
  const velocity = state.velocity.slice();
  if (group.contacts.length === 1) {
    const response = responseOf(touching, modes, velocity, group.contacts[0]);
    if (response !== undefined) {
      return isoclines(response, touching.friction[group.contacts[0]])
        .filter(({ radialRate }) => radialRate > 0)
        .flatMap(({ direction }) => refineStart(touching, modes, velocity, group, direction)?.direction ?? []);
    }
  }
  return slipStarts(touching, modes, velocity, group).map(({ direction }) => direction);
}

/** Agreement with the linear response in a fourth direction that three others do not force. */
const LINEAR = 1e-8;
/** An own share this small leaves nothing to divide by. */
const NO_SHARE = 1e-6;

/**
 * How the slip of contact i answers its own impulse, with the others following as their modes say. Linear, so three slip directions give
 * it; a fourth checks that. Undefined where the others do not follow from contact i alone.
 */
function responseOf(touching: Touching, modes: Uint8Array, velocity: Float64Array, i: number): SlipResponse | undefined {
  const { size, mobility, friction } = touching;
  const direction = new Float64Array(size);
  /** Change of the slip per normal impulse of the contact when it slips at this angle. */
  const answer = (angle: number): readonly [number, number] | undefined => {
    velocity[3 * i] = cos(angle);
    velocity[3 * i + 1] = sin(angle);
    if (!spatialDirection(touching, modes, velocity, direction) || Math.abs(direction[3 * i + 2]) < NO_SHARE) return undefined;
    let [x, y] = [0, 0];
    for (let column = 0; column < size; column++) {
      x += mobility[3 * i * size + column] * direction[column];
      y += mobility[(3 * i + 1) * size + column] * direction[column];
    }
    return [x / direction[3 * i + 2], y / direction[3 * i + 2]];
  };
  const response: [number, number, number, number, number, number] = [0, 0, 0, 0, 0, 0];
  for (let k = 0; k < 3; k++) {
    const angle = 0.3 + (2 * Math.PI * k) / 3;
    const change = answer(angle);
    if (change === undefined) return undefined;
    for (let c = 0; c < 2; c++) {
      response[3 * c] -= ((2 / 3) * change[c] * cos(angle)) / friction[i];
      response[3 * c + 1] -= ((2 / 3) * change[c] * sin(angle)) / friction[i];
      response[3 * c + 2] += change[c] / 3;
    }
  }
  const check = answer(1.5);
  if (check === undefined) return undefined;
  const scale = response.reduce((sum, value) => sum + Math.abs(value), 0);
  const isLinear = check.every((value, c) => {
    const expected = response[3 * c + 2] - friction[i] * (response[3 * c] * cos(1.5) + response[3 * c + 1] * sin(1.5));
    return Math.abs(value - expected) <= LINEAR * scale;
  });
  return isLinear ? response : undefined;
}

function headingOf(
  { touching }: StageRun,
  groups: readonly SlipGroup[],
  resting: readonly SlipGroup[],
  { modes, direction, rate }: Trial,
  sticking: Trial | undefined,
  forced: readonly number[],
): SpatialHeading {
  const needed = new Float64Array(touching.count).fill(Number.NaN);
  for (const i of resting.flatMap(({ contacts }) => contacts)) {
    const from = modes[i] === STICK ? direction : sticking?.direction;
    if (from === undefined || !(from[3 * i + 2] > 0)) continue;
    needed[i] = Math.sqrt(from[3 * i] * from[3 * i] + from[3 * i + 1] * from[3 * i + 1]) / from[3 * i + 2];
  }
  return { modes, groups, direction, rate, needed, forced };
}
