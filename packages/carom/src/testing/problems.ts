/**
 * Arbitrary single-contact problems for the invariant tests: two random bodies (one may be fixed), with the near-degenerate situations that
 * break solvers drawn on purpose, not by luck.
 */
import fc from "fast-check";
import { analyseSlip } from "../impact/slip/analysis.js";
import type { Vec3 } from "../math/vec3.js";
import type { ContactProblem } from "../mechanics/contact-problem.js";
import { contactProblemFromBodies } from "../mechanics/from-bodies.js";
import type { Body } from "../mechanics/rigid-body.js";
import { between } from "./between.js";

const unit = between(-1, 1);
const vector = fc.tuple(unit, unit, unit);
/** Ten to a power. */
const decades = (from: number, to: number) => between(from, to).map((power) => 10 ** power);

/** A box of random size and attitude whose mass spans three decades, so that a pair spans 10^6 with `heavy`. */
const body = fc.record({
  mass: decades(-1.5, 1.5),
  size: fc.tuple(decades(-1, 0), decades(-1, 0), decades(-1, 0)),
  turn: fc.tuple(unit, unit, unit, unit),
  arm: vector,
});

type BodyDraw = typeof body extends fc.Arbitrary<infer T> ? T : never;

const situations = [
  "any",
  "at rest",
  "on an invariant direction",
  "beside an invariant direction",
  "friction at the limit of sticking",
  "coupling along a principal axis",
  "no coupling",
  "isotropic",
  "planar",
] as const;

export interface Draw {
  readonly first: BodyDraw;
  readonly second: BodyDraw | "fixed";
  readonly heavy: number;
  readonly friction: number;
  readonly restitution: number;
  readonly velocity: readonly [number, number, number];
  readonly situation: (typeof situations)[number];
  readonly offset: number;
  readonly choice: number;
}

const draw: fc.Arbitrary<Draw> = fc.record({
  first: body,
  second: fc.oneof(body, fc.constant("fixed" as const)),
  heavy: fc.oneof(fc.constant(1), decades(-3, 3)),
  friction: fc.oneof(fc.constant(0), between(0, 10), between(0, 1.5)),
  restitution: fc.oneof(fc.constant(0), fc.constant(1), between(0, 1)),
  velocity: fc.tuple(
    unit,
    unit,
    fc.oneof(
      between(-1, -1e-6),
      decades(-6, 0).map((speed) => -speed),
    ),
  ),
  situation: fc.constantFrom(...situations),
  offset: fc.oneof(
    fc.constant(0),
    fc.tuple(decades(-13, -1), fc.constantFrom(-1, 1)).map(([size, sign]) => size * sign),
  ),
  choice: fc.nat(3),
});

export const contactProblem: fc.Arbitrary<ContactProblem> = draw.map(buildProblem);

function buildProblem(d: Draw): ContactProblem {
  const bodies = { first: bodyOf(d.first, 1), second: d.second === "fixed" ? ("fixed" as const) : bodyOf(d.second, d.heavy) };
  const contact = {
    between: ["first", "second"] as const,
    point: [0, 0, 0] as const,
    normal: [0, 0, 1] as const,
    friction: d.friction,
    restitution: d.restitution,
  };
  const { problem } = contactProblemFromBodies(bodies, [contact]);
  const mobility = problem.mobility.map((row) => [...row]);
  const velocity = [...d.velocity] as number[];
  let { friction } = d;
  const build = (): ContactProblem => ({ dimension: 3, contacts: [{ friction, restitution: d.restitution }], mobility, velocity });
  const couple = (d1: number, d2: number) => {
    mobility[0][2] = mobility[2][0] = d1;
    mobility[1][2] = mobility[2][1] = d2;
  };

  switch (d.situation) {
    case "any":
      break;
    case "at rest":
      velocity[0] = velocity[1] = 0;
      break;
    case "no coupling":
      couple(0, 0);
      break;
    case "isotropic": {
      mobility[0][1] = mobility[1][0] = 0;
      mobility[0][0] = mobility[1][1] = Math.max(mobility[0][0], mobility[1][1]);
      couple(0.5 * mobility[0][2], 0.5 * mobility[1][2]);
      break;
    }
    case "planar":
      mobility[0][1] = mobility[1][0] = 0;
      couple(mobility[0][2] * 0.9, 0);
      velocity[1] = 0;
      break;
    case "coupling along a principal axis": {
      // Turning the off-diagonal away makes the tangents principal axes.
      mobility[0][1] = mobility[1][0] = 0;
      couple(0.9 * mobility[0][2], d.offset * Math.sqrt(mobility[1][1] * mobility[2][2]) * 0.1);
      break;
    }
    case "friction at the limit of sticking":
      friction = analyseSlip(build()).criticalFriction * (1 + d.offset * 0.1);
      break;
    case "on an invariant direction":
    case "beside an invariant direction": {
      const directions = analyseSlip(build()).invariantDirections;
      if (directions.length === 0) break;
      const repelling = directions.filter((direction) => direction.stability === "repelling");
      const pool = repelling.length > 0 && d.choice > 0 ? repelling : directions;
      const [c, s] = pool[d.choice % pool.length].direction;
      const turn = d.situation === "on an invariant direction" ? 0 : d.offset;
      const speed = Math.sqrt(velocity[0] ** 2 + velocity[1] ** 2);
      velocity[0] = speed * (c - turn * s);
      velocity[1] = speed * (s + turn * c);
    }
  }
  return build();
}

function bodyOf({ mass, size, turn, arm }: BodyDraw, factor: number): Body {
  const [a, b, c] = size;
  const m = mass * factor;
  const length = Math.sqrt(turn[0] ** 2 + turn[1] ** 2 + turn[2] ** 2 + turn[3] ** 2);
  const orientation = length > 1e-3 ? turn.map((value) => value / length) : [0, 0, 0, 1];
  return {
    mass: m,
    inertia: [(m / 12) * (b * b + c * c), (m / 12) * (c * c + a * a), (m / 12) * (a * a + b * b)],
    orientation: orientation as unknown as readonly [number, number, number, number],
    position: arm.map((component, i) => 0.5 * component * size[i]) as unknown as Vec3,
  };
}
