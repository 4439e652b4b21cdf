/** What a step draws over the bodies: arrows, arcs and sectors, with words, as places in the scene. */
import { significant } from "@carom/figures/geometry";
import { contactFrame, fromFrame } from "carom/mechanics";
import { Quaternion, Vector3 } from "three";
import { stateAt } from "../inspector/cursor.js";
import type { Moment } from "../player/axis.js";
import { hardestContact } from "../player/run.js";
import { type Told, trackIn } from "./told.js";

type Triple = readonly [number, number, number];

export interface DrawnArrow {
  readonly kind: "arrow";
  readonly name: string;
  readonly from: Triple;
  readonly to: Triple;
  readonly words: string;
  readonly className: string;
}

export interface DrawnSector {
  readonly kind: "sector";
  readonly name: string;
  readonly foot: Triple;
  /** Points along its rim. */
  readonly rim: readonly Triple[];
  readonly words: string;
  readonly className: string;
}

export interface DrawnArc {
  readonly kind: "arc";
  readonly name: string;
  readonly points: readonly Triple[];
  readonly words: string;
  readonly className: string;
}

export type DrawnMark = DrawnArrow | DrawnSector | DrawnArc;

/** The longest arrow, as a part of the size of the scene. */
const LONGEST = 0.32;

/** @param radius of the scene, m */
export function marksAt(told: Told, moment: Moment, names: readonly string[], radius: number): DrawnMark[] {
  return names.flatMap((name) => {
    const [kind, body] = name.split(":", 2);
    switch (kind) {
      case "velocity":
        return velocityMark(told, moment, body, radius);
      case "spin":
        return spinMark(told, moment, body, radius);
      case "slip":
        return slipMark(told, moment, radius);
      case "cone":
        return coneMark(told, moment, radius);
      case "needed":
        return neededMark(told, moment, radius);
      default:
        return [];
    }
  });
}

/** Of a body right now; inside an impact that is not over, as before it. */
function rowAt({ run, motion }: Told, { time, inside }: Moment): number {
  const row = motion.rowAt(time);
  const instant = run.series.time[row] === time;
  return instant && (inside === undefined || inside.part < 1) ? Math.max(0, row - 1) : row;
}

function poseOf({ motion }: Told, time: number, body: string): { readonly place: Vector3; readonly turn: Quaternion } {
  const [place, turn] = [new Vector3(), new Quaternion()];
  motion.pose(body, time, place, turn);
  return { place, turn };
}

function fastestOf({ run }: Told): number {
  return Object.values(run.series.bodies).reduce(
    (most, { velocity }) => velocity.reduce((best, one) => Math.max(best, Math.hypot(...one)), most),
    1e-12,
  );
}

function velocityMark(told: Told, moment: Moment, body: string, radius: number): DrawnMark[] {
  const velocity = told.run.series.bodies[body]?.velocity[rowAt(told, moment)];
  if (velocity === undefined) return [];
  const speed = Math.hypot(...velocity);
  const fastest = fastestOf(told);
  if (speed < 1e-3 * fastest) return [];
  const { place } = poseOf(told, moment.time, body);
  const tip = place.clone().addScaledVector(new Vector3(...velocity), (LONGEST * radius * Math.max(0.3, speed / fastest)) / speed);
  return [
    {
      kind: "arrow",
      name: `velocity of ${body}`,
      from: place.toArray(),
      to: tip.toArray(),
      words: `${significant(speed, 3)} m/s`,
      className: "mark-ink",
    },
  ];
}

/** An arc about the axis of the spin, three quarters of a turn at most. */
function spinMark(told: Told, moment: Moment, body: string, radius: number): DrawnMark[] {
  const spin = told.run.series.bodies[body]?.angularVelocity[rowAt(told, moment)];
  if (spin === undefined || Math.hypot(...spin) < 1e-6) return [];
  const { place } = poseOf(told, moment.time, body);
  const axis = new Vector3(...spin).normalize();
  const side = new Vector3(0, 0, 1).addScaledVector(axis, -axis.z);
  if (side.length() < 1e-6) side.set(1, 0, 0);
  side.setLength(0.42 * radius);
  const points = Array.from({ length: 25 }, (_, i) => {
    const angle = (1.5 * Math.PI * i) / 24 - 0.75 * Math.PI;
    return side.clone().applyAxisAngle(axis, angle).add(place).toArray();
  });
  return [{ kind: "arc", name: `spin of ${body}`, points, words: `${significant(Math.hypot(...spin), 3)} rad/s`, className: "mark-ink" }];
}

/** The contact that matters at a moment: of the open impact, or of the only one. */
function contactAt(told: Told, moment: Moment) {
  const { run, opened, impact: single } = told;
  const index = moment.inside?.impact ?? opened?.impact ?? 0;
  const impact = run.impacts[index];
  if (impact === undefined) return undefined;
  const contact = hardestContact(impact);
  const given = single?.contacts[0]?.tangent;
  const frame = contactFrame(contact.normal, given);
  return { impact, contact, world: (parts: Triple) => new Vector3(...fromFrame(frame, parts)), foot: footAt(told, moment, impact.time) };
}

/** The touching point, taken along by the first body while the two are apart. */
function footAt(told: Told, { time }: Moment, instant: number): Vector3 {
  const impact = told.run.impacts.find((one) => one.time === instant)!;
  const { point, between } = hardestContact(impact);
  const body = between.find((name) => told.motion.bodies.includes(name));
  if (body === undefined || time === instant) return new Vector3(...point);
  const then = poseOf(told, instant, body);
  const now = poseOf(told, time, body);
  return new Vector3(...point).sub(then.place).applyQuaternion(then.turn.conjugate()).applyQuaternion(now.turn).add(now.place);
}

function slipMark(told: Told, moment: Moment, radius: number): DrawnMark[] {
  const found = contactAt(told, moment);
  if (found === undefined) return [];
  const { impact, contact, world, foot } = found;
  const track = trackIn(told);
  const part = moment.inside?.part ?? (moment.time > impact.time ? 1 : 0);
  const slip =
    track === undefined ? (part < 1 ? contact.velocityBefore : contact.velocityAfter) : stateAt(track, part * track.end.normalImpulse).slip;
  const speed = Math.hypot(slip[0], slip[1]);
  const most = Math.max(
    Math.hypot(contact.velocityBefore[0], contact.velocityBefore[1]),
    Math.hypot(contact.velocityAfter[0], contact.velocityAfter[1]),
  );
  if (speed < 1e-3 * most)
    return [{ kind: "arrow", name: "slip", from: foot.toArray(), to: foot.toArray(), words: "stands still", className: "mark-slip" }];
  const tip = foot.clone().add(world([slip[0], slip[1], 0]).setLength(LONGEST * radius * Math.max(0.22, speed / most)));
  return [
    {
      kind: "arrow",
      name: "slip",
      from: foot.toArray(),
      to: tip.toArray(),
      words: `slides ${significant(speed, 3)} m/s`,
      className: "mark-slip",
    },
  ];
}

/** What friction would have to do to hold a contact that has stopped, for each unit of the normal push: along the tangents. */
function needed(mobility: readonly (readonly number[])[]): readonly [number, number] | undefined {
  if (mobility.length === 2) return [-mobility[0][1] / mobility[0][0], 0];
  const [[a, b, u], [c, d, v]] = mobility;
  const determinant = a * d - b * c;
  if (!(Math.abs(determinant) > 0)) return undefined;
  return [-(d * u - b * v) / determinant, -(a * v - c * u) / determinant];
}

interface Held {
  readonly foot: Vector3;
  /** Unit, along which friction holds. */
  readonly side: Vector3;
  readonly normal: Vector3;
  readonly ratio: number;
  readonly friction: number;
}

function heldAt(told: Told, moment: Moment): Held | undefined {
  const problem = told.opened?.inside.problem ?? told.inspected?.problem;
  const found = contactAt(told, moment);
  if (problem === undefined || problem.contacts.length !== 1 || found === undefined) return undefined;
  const hold = needed(problem.mobility);
  if (hold === undefined) return undefined;
  const ratio = Math.hypot(...hold);
  const side = ratio > 1e-9 ? found.world([hold[0], hold[1], 0]).normalize() : found.world([1, 0, 0]);
  return { foot: found.foot, side, normal: found.world([0, 0, 1]), ratio, friction: problem.contacts[0].friction };
}

function coneMark(told: Told, moment: Moment, radius: number): DrawnMark[] {
  const held = heldAt(told, moment);
  if (held === undefined) return [];
  const { foot, side, normal, friction } = held;
  const half = Math.atan(friction);
  const rim = Array.from({ length: 25 }, (_, i) => {
    const angle = -half + (2 * half * i) / 24;
    const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
    return foot
      .clone()
      .addScaledVector(side, 0.5 * radius * sine)
      .addScaledVector(normal, 0.5 * radius * cosine)
      .toArray();
  });
  return [
    {
      kind: "sector",
      name: "cone",
      foot: foot.toArray(),
      rim,
      words: `what friction can do: ${significant(friction, 3)} of the push`,
      className: "mark-slip",
    },
  ];
}

function neededMark(told: Told, moment: Moment, radius: number): DrawnMark[] {
  const held = heldAt(told, moment);
  if (held === undefined) return [];
  const { foot, side, normal, ratio } = held;
  const tip = foot.clone().add(
    normal
      .clone()
      .addScaledVector(side, ratio)
      .setLength(0.62 * radius),
  );
  return [
    {
      kind: "arrow",
      name: "needed",
      from: foot.toArray(),
      to: tip.toArray(),
      words: `needed to hold: ${significant(ratio, 3)}`,
      className: "mark-needed",
    },
  ];
}
