/**
 * Contacts that are closed: touches that last, each with a mode.
 */

import { atan2, cos, sin } from "../../math/elementary.js";
import * as vec3 from "../../math/vec3.js";
import { layAxis, tangentAxis } from "../free-bodies/kinematics.js";
import { HELD, ONSET, STICK, UNLOADED } from "./force-problem.js";
import type { Thresholds } from "./tolerances.js";
import { slipSpeed, type Touch } from "./touch.js";

/** As it is told to others. */
export type ContactMode = "stick" | "slip" | "unloaded";

/** A touch that lasts, with how it goes on. */
export interface ClosedContact {
  readonly touch: Touch;
  /** One of force-problem.ts. */
  mode: number;
  /** Direction of slip at the last accepted state, along the two tangents. */
  readonly direction: [number, number];
  /** The world axis that the first of these tangents follows, which jumps where a normal passes between two. Absent: that of now. */
  axis?: 0 | 1;
  /** Of one that is held: how its direction turned lately, and goes on to turn. Absent: not known. */
  turn?: DirectionTurn;
  /** Sticks whatever friction it needs, because there are no forces with the friction it has. */
  readonly locked: boolean;
  /** Taken to be at rest along the surface when its mode was chosen: what slip it has is taken out. */
  readonly rested: boolean;
  /** Without load, and no other contact holds it closed: the slightest acceleration opens or loads it. */
  readonly loose: boolean;
  /** Keys of other features at its place, which it stands for. */
  twins: readonly string[];
}

/** A direction that turns evenly: rad/s from the first tangent to the second, from a time on, s. */
export interface DirectionTurn {
  readonly rate: number;
  readonly since: number;
}

/** Makes the present slip, of this speed, the direction of a contact. */
export function pointAlongSlip(contact: ClosedContact, speed: number): void {
  const { touch, direction } = contact;
  direction[0] = touch.velocity[0] / speed;
  direction[1] = touch.velocity[1] / speed;
  contact.axis = tangentAxis(touch.state.normal);
}

/** The direction of a contact along the tangents that a touch of it has now. */
export function directionAlong(
  { direction, axis }: ClosedContact,
  { state: { normal, tangent1, tangent2 } }: Touch,
): readonly [number, number] {
  if (axis === undefined || axis === tangentAxis(normal)) return direction;
  const first: [number, number, number] = [0, 0, 0];
  layAxis(normal, axis, first);
  const second = vec3.cross(normal, first);
  const slip = vec3.addScaled(vec3.scale(first, direction[0]), second, direction[1]);
  return [vec3.dot(slip, tangent1), vec3.dot(slip, tangent2)];
}

/** Turns a direction, along two tangents, by what it has turned since it was found. */
export function turnTo(direction: [number, number], turn: DirectionTurn | undefined, time: number): void {
  if (turn === undefined || turn.rate === 0) return;
  const angle = turn.rate * (time - turn.since);
  const [c, s] = [cos(angle), sin(angle)];
  const [d1, d2] = direction;
  direction[0] = c * d1 - s * d2;
  direction[1] = s * d1 + c * d2;
}

/** From here on the direction stays as it is at this time. */
export function stopTurn(contact: ClosedContact, time: number): void {
  turnTo(contact.direction, contact.turn, time);
  delete contact.turn;
}

/** Angle, rad, beyond which a direction has not turned but is another one. */
const LARGEST_TURN = 0.3;

/** How the direction of one that stays held turns, from the direction expected at this time, which it was left with, and that found. */
export function followTurn(was: ClosedContact, now: ClosedContact, time: number): void {
  if (was.turn === undefined || !(time > was.turn.since)) return;
  const [d1, d2] = directionAlong(was, now.touch);
  const cosine = d1 * now.direction[0] + d2 * now.direction[1];
  const angle = atan2(d1 * now.direction[1] - d2 * now.direction[0], cosine);
  const rate = was.turn.rate + angle / (time - was.turn.since);
  if (Math.abs(rate * (time - was.turn.since)) < LARGEST_TURN) now.turn = { rate, since: time };
}

/** Keys of the features that closed contacts stand for. */
export function closedKeys(closed: readonly ClosedContact[]): Set<string> {
  return new Set(closed.flatMap(({ touch, twins }) => [touch.feature.key, ...twins]));
}

/** Cosine of the angle between where a contact that was held moves and where friction lets it go, above which it slips there. */
const ALIGNED = 0.9;
/** Part of the rate without forces below which a contact without load neither leaves nor is pressed. */
export const STILL = 1e-6;
export function sticks(mode: number): boolean {
  return mode === STICK || mode === HELD;
}

/** As it is told to others. */
export function modeName(mode: number): ContactMode {
  return mode === UNLOADED ? "unloaded" : sticks(mode) ? "stick" : "slip";
}

/**
 * Whether a contact that stuck, was held, or has begun to slip, is carried another way, ever so slowly: it goes on as from rest. Slip this
 * slow turns to where forces drive it in less time than matters, and following that turn is stiff.
 */
export function isCarried(was: ClosedContact | undefined, touch: Touch, thresholds: Thresholds): boolean {
  if (was === undefined || !(was.mode === ONSET || sticks(was.mode))) return false;
  return slipSpeed(touch) < thresholds.contactSpeed && !beginsToSlip(was, touch, thresholds);
}

/**
 * Whether a contact that rested has begun to slip, and still so slowly that its velocity does not tell the direction. One that others carry
 * against the direction it was to slip in has not, nor one that was held and is carried elsewhere than where its friction let it go.
 */
export function beginsToSlip(was: ClosedContact | undefined, touch: Touch, { contactSpeed, restSlip }: Thresholds): boolean {
  if (was === undefined || (was.mode !== ONSET && was.mode !== HELD)) return false;
  const { velocity } = touch;
  const square = velocity[0] * velocity[0] + velocity[1] * velocity[1];
  if (square >= contactSpeed * contactSpeed || square <= restSlip * restSlip) return false;
  const direction = directionAlong(was, touch);
  const along = velocity[0] * direction[0] + velocity[1] * direction[1];
  return was.mode === HELD ? along > ALIGNED * Math.sqrt(square) : along > -restSlip;
}
