/** The arrow of a velocity: pulled along the surface that the body touches, or in the upright plane that faces who looks. */
import { significant } from "@carom/figures/geometry";
import { Vector3 } from "three";
import { decimalsOf, rounded, roundedVector } from "../scene/place.js";
import type { Triple } from "../scene/world.js";
import { withMotion } from "../text/gestures.js";
import type { Change, Grip, Handle, Pointer } from "./handle.js";

/** Snaps, degrees and px. */
const NEAR_ANGLE = 6;
const NEAR_ZERO = 6;
/** Of the vector beyond the digits of its length, so that it stays along what it goes along. */
const MORE_DIGITS = 4;

export function velocityOf({ world, entity: { name } }: Pick<Grip, "world" | "entity">): Vector3 {
  const body = world.study.bodies[name];
  return new Vector3(...((body !== undefined && "velocity" in body ? (body.velocity as Triple | undefined) : undefined) ?? [0, 0, 0]));
}

/** How far the arrow's foot is from the centre, m: it begins at the rim. */
function rimOf({ entity, view }: Grip): number {
  return Math.max(1.2 * entity.reach, 16 * view.pixel(entity.position));
}

function planeOf({ touches, view }: Grip): Vector3 {
  const [ground] = touches;
  if (ground !== undefined) return ground.normal;
  const facing = new Vector3(view.back.x, view.back.y, 0);
  return facing.lengthSq() > 0.05 ? facing.normalize() : view.back;
}

/** Down a slope, straight up in the air; undefined where no direction is told apart. */
function toldDirection(grip: Grip, direction: Vector3): { direction: Vector3; word: string } | undefined {
  const [ground] = grip.touches;
  const up = new Vector3(0, 0, 1);
  const near = Math.cos((NEAR_ANGLE * Math.PI) / 180);
  if (ground === undefined) {
    const sense = Math.sign(direction.dot(up)) || 1;
    return Math.abs(direction.dot(up)) > near
      ? { direction: up.multiplyScalar(sense), word: sense > 0 ? "straight up" : "straight down" }
      : undefined;
  }
  const fall = up.clone().negate().addScaledVector(ground.normal, ground.normal.z);
  if (fall.length() < 1e-6) return undefined;
  fall.normalize();
  const along = direction.dot(fall);
  return Math.abs(along) > near
    ? { direction: fall.multiplyScalar(Math.sign(along)), word: `${along > 0 ? "down" : "up"} ${ground.name}` }
    : undefined;
}

/** What a velocity means where the body is. */
export function velocityWords(grip: Pick<Grip, "world" | "entity" | "touches">): string {
  const velocity = velocityOf(grip);
  const speed = velocity.length();
  if (speed === 0) return "at rest";
  const [ground] = grip.touches;
  const away = ground === undefined ? 0 : velocity.dot(ground.normal) / speed;
  const where =
    ground === undefined
      ? Math.abs(velocity.z) > 0.999 * speed
        ? velocity.z > 0
          ? "straight up"
          : "straight down"
        : "in the air"
      : Math.abs(away) < 1e-3
        ? `along ${ground.name}`
        : away > 0
          ? `off ${ground.name}`
          : `into ${ground.name}`;
  return `${significant(speed, 3)} m/s ${where}`;
}

export function velocityHandle(grip: Grip): Handle {
  const { text, entity, view, scales } = grip;
  const velocity = velocityOf(grip);
  const speed = velocity.length();
  const normal = planeOf(grip);
  const rim = rimOf(grip);
  const rest = view.right.clone().addScaledVector(normal, -view.right.dot(normal)).normalize();
  const direction = speed > 0 ? velocity.clone().divideScalar(speed) : rest;
  const at = entity.position.clone().addScaledVector(direction, rim + speed * scales.velocity);
  const pixel = view.pixel(entity.position);
  const decimals = decimalsOf(pixel / scales.velocity);
  const write = (to: Vector3): string =>
    withMotion(text, entity.name, "velocity", to.length() < 10 ** -decimals / 2 ? [0, 0, 0] : roundedVector(to, decimals + MORE_DIGITS));

  function drag({ x, y, alt }: Pointer): Change {
    const place = view.onPlane(x, y, entity.position, alt ? view.back : normal);
    if (place === undefined) return { text };
    const arm = place.sub(entity.position);
    const length = arm.length() - rim;
    if (length < NEAR_ZERO * pixel) return { text: write(new Vector3()), word: "none" };
    const told = alt ? undefined : toldDirection(grip, arm.clone().normalize());
    const way = told?.direction ?? arm.normalize();
    const word = told?.word ?? (grip.touches[0] === undefined || alt ? undefined : `along ${grip.touches[0].name}`);
    const next = way.clone().multiplyScalar(rounded(length / scales.velocity, decimals));
    return { text: write(next), ...(word === undefined ? {} : { word }) };
  }

  function nudge(right: number, up: number): Change {
    const above = normal.clone().cross(rest).normalize();
    if (above.dot(view.up) < 0) above.negate();
    const step = 10 ** -Math.min(2, decimals);
    const next = velocity
      .clone()
      .addScaledVector(rest, right * step)
      .addScaledVector(above, up * step);
    return { text: write(next) };
  }

  const [strong, ...plain] = velocityWords(grip).split(/(?<=m\/s) /);
  return {
    id: "velocity",
    label: `velocity of ${entity.name}`,
    value: Number(speed.toPrecision(4)),
    valueText: speed === 0 ? "at rest" : velocityWords(grip).replace("m/s", "metres a second"),
    at,
    lines: [{ points: [entity.position, at], className: speed > 0 ? "arrow" : "arrow idle" }],
    ...(speed > 0 ? { words: [strong, plain.join(" ")] as const } : {}),
    drag,
    nudge,
  };
}
