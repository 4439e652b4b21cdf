/**
 * Two bodies of given kinds of shape that fly and spin steadily towards each other, as moving-pairs.ts, for all kinds and roundings. Their
 * distance for brute force is found by simplices on farthest points alone, which shares nothing with the pieces that detection works with.
 */
import { closestPoints } from "../geometry/closest-points.js";
import { convexHull } from "../geometry/convex-hull.js";
import { findNearest } from "../geometry/find-nearest.js";
import { createFinder, type Finder, placeFinder } from "../geometry/finder.js";
import { pow } from "../math/elementary.js";
import type { Quaternion } from "../math/quaternion.js";
import * as quaternion from "../math/quaternion.js";
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { massAndCentre } from "../mechanics/shapes/index.js";
import type { InitialState } from "../simulation/loop/run.js";
import { type Scene, systemFromScene } from "../simulation/scene/scene.js";
import type { SceneSystem } from "../simulation/system/scene-system.js";
import { coreRadius, distanceOf, drawSolid, farthest, reachOf, type Solid } from "./convex-solids.js";
import type { MovingPair } from "./moving-pairs.js";
import { createShapeDraw, type ShapeDraw, type ShapeKind } from "./random-shapes.js";
import { normalMisfit } from "./touching-places.js";

/**
 * How a pair is thrown: turning as it likes; past each other, so that it hardly touches; with flat pieces along each other; or nearly so.
 */
export type Throw = "any" | "graze" | "parallel" | "tilted";

/** All of them. */
export const THROWS: readonly Throw[] = ["any", "graze", "parallel", "tilted"];

/** A pair of shapes in flight, with bounds of its distance that nothing of detection enters. */
export interface MovingShapes extends MovingPair {
  /** How far the two are apart along a direction, from the second to the first, at a time: never more than their distance, m. */
  readonly apartAlong: (way: Vec3, time: number) => number;
  /** No point of the two is accelerated by more against the other, m/s^2. */
  readonly bending: number;
  /** The direction along which they are farthest apart at a time, about: by simplices. */
  readonly wayAt: (time: number) => Vec3;
  /** The same as the library has it. */
  readonly hintAt: (time: number) => Vec3;
  /**
   * How far a place is from touching both with this normal, into the first, at a time: m or rad, whichever is more; where the second is
   * turned about a point, if need be.
   */
  readonly misfit: (time: number, point: Vec3, normal: Vec3, turned?: Turn) => number;
  /** The turn by which flat pieces are not along each other at a time, rad; zero where they are, or are not thrown at each other. */
  readonly tiltAt: (time: number) => Vec3;
}

/** A turn about a point. */
export interface Turn {
  readonly about: Vec3;
  readonly turn: Quaternion;
}

interface FlyingBody {
  readonly shape: Solid;
  readonly mass: number;
  readonly inertia: Vec3;
  readonly position: Vec3;
  readonly orientation: Quaternion;
  readonly velocity: Vec3;
  readonly angularVelocity: Vec3;
}

/** The pair of a seed. */
export function movingShapes(first: ShapeKind, second: ShapeKind, seed: number, how: Throw = "any"): MovingShapes {
  return shapeThrows(first, second, seed)(how);
}

/** The two shapes of a seed, thrown anew with every call; surfaces are read once for all throws. */
export function shapeThrows(first: ShapeKind, second: ShapeKind, seed: number): (how: Throw) => MovingShapes {
  const draw = createShapeDraw(seed);
  const shapes = [drawSolid(draw, first, draw.between(0, 1) < 0.5), drawSolid(draw, second, draw.between(0, 1) < 0.5)] as const;
  const centres = shapes.map((shape) => massAndCentre(shape, { mass: 1 }).centre);
  const finder = createFinder(shapes[0], shapes[1]);
  let system: SceneSystem | undefined;
  return (how) => {
    const { thrown, tilt = vec3.ZERO } = THROWN_HOW[how](draw, shapes);
    const bodies = begunApart(thrown, (given) => inFlight({ shapes, centres, finder }, given).separation(0));
    const scene: Scene = { gravity: [0, 0, 0], material: { friction: 0, restitution: 1 }, bodies: { first: bodies[0], second: bodies[1] } };
    const begin = () => {
      system ??= systemFromScene(scene);
      return { system, state: stateOf(bodies, centres) };
    };
    const { angularVelocity } = bodies[1];
    const tiltAt = (time: number) =>
      quaternion.rotate(quaternion.fromAxisAngle(angularVelocity, vec3.norm(angularVelocity) * time) ?? quaternion.IDENTITY, tilt);
    return { begin, duration: 3, tiltAt, ...inFlight({ shapes, centres, finder }, bodies) };
  };
}

/** Earlier on their way where they overlap, as often as it takes. */
function begunApart(bodies: readonly FlyingBody[], separation: (bodies: readonly FlyingBody[]) => number): readonly FlyingBody[] {
  let begun = bodies;
  for (let tries = 0; tries < 20 && !(separation(begun) > 0); tries++)
    begun = begun.map((body) => ({ ...body, position: vec3.addScaled(body.position, body.velocity, -EARLIER) }));
  return begun;
}

/** As a system of the two has it: of centres of mass. */
function stateOf(bodies: readonly FlyingBody[], centres: readonly Vec3[]): InitialState {
  const coordinates = bodies.flatMap(({ position, orientation }, i) => [
    ...vec3.add(position, quaternion.rotate(orientation, centres[i])),
    ...orientation,
  ]);
  return { coordinates, speeds: bodies.flatMap(({ velocity, angularVelocity }) => [...velocity, ...angularVelocity]) };
}

/** Places and bounds of two bodies that fly and turn steadily about their centres of mass. */
function inFlight(
  { shapes, centres, finder }: { readonly shapes: Two; readonly centres: readonly Vec3[]; readonly finder: Finder },
  bodies: readonly FlyingBody[],
): Omit<MovingShapes, "begin" | "duration" | "tiltAt"> {
  const poseAt = (i: number, time: number) => {
    const { position, orientation, velocity, angularVelocity } = bodies[i];
    const rate = vec3.norm(angularVelocity);
    const turn = quaternion.multiply(quaternion.fromAxisAngle(angularVelocity, rate * time) ?? quaternion.IDENTITY, orientation);
    const centre = vec3.addScaled(vec3.add(position, quaternion.rotate(orientation, centres[i])), velocity, time);
    return { turn, back: quaternion.conjugate(turn), centre };
  };
  /** Farthest point of the core of a body along a direction, at a time. */
  const support = (i: number, time: number) => {
    const { turn, back, centre } = poseAt(i, time);
    return (direction: Vec3): Vec3 =>
      vec3.add(centre, quaternion.rotate(turn, vec3.subtract(farthest(shapes[i], quaternion.rotate(back, direction)), centres[i])));
  };
  const radii = shapes.reduce((sum, shape) => sum + coreRadius(shape), 0);
  const reaches = shapes.map((shape, i) => reachOf(shape, centres[i]));
  const rates = bodies.map(({ angularVelocity }) => vec3.norm(angularVelocity));
  const closing = vec3.norm(vec3.subtract(bodies[0].velocity, bodies[1].velocity));
  const distanceAt = (time: number) => distanceOf(support(0, time), support(1, time));
  return {
    separation: (time) => distanceAt(time).upper - radii,
    apartAlong: (way, time) => vec3.dot(way, vec3.subtract(support(0, time)(vec3.scale(way, -1)), support(1, time)(way))) - radii,
    bending: rates.reduce((sum, rate, i) => sum + rate * rate * reaches[i], 0),
    wayAt: (time) => distanceAt(time).direction,
    hintAt: (time) => {
      const [a, b] = [0, 1].map((i) => {
        const { turn, centre } = poseAt(i, time);
        return { position: vec3.subtract(centre, quaternion.rotate(turn, centres[i])), orientation: turn };
      });
      placeFinder(finder, a, b);
      findNearest(finder);
      return vec3.scale(finder.normal, -1);
    },
    misfit: (time, point, normal, turned) => {
      const misfitOf = (i: number, place: Vec3, outward: Vec3) => {
        const { back, centre } = poseAt(i, time);
        const local = vec3.add(quaternion.rotate(back, vec3.subtract(place, centre)), centres[i]);
        return normalMisfit(shapes[i], local, quaternion.rotate(back, outward), NEAR);
      };
      const { about, turn } = turned ?? { about: vec3.ZERO, turn: quaternion.IDENTITY };
      const back = quaternion.conjugate(turn);
      const before = vec3.add(about, quaternion.rotate(back, vec3.subtract(point, about)));
      return Math.max(misfitOf(0, point, vec3.scale(normal, -1)), misfitOf(1, before, quaternion.rotate(back, normal)));
    },
    approachBound: closing + rates.reduce((sum, rate, i) => sum + rate * reaches[i], 0),
  };
}

/** m: nearer than this to the end of a piece is at it. */
const NEAR = 1e-8;
/** s, m/s: when those that graze are nearest, about, and how fast they pass. */
const MEETING = 1;
/** s: by how much those begin earlier that would overlap. */
const EARLIER = 0.5;
const SPEED = 2;

type Two = readonly [Solid, Solid];

const bodyOf = (shape: Solid, motion: Pick<FlyingBody, "position" | "orientation" | "velocity" | "angularVelocity">): FlyingBody => ({
  shape,
  mass: 1,
  inertia: [1, 1, 1],
  ...motion,
});

/** Towards each other, both turning. */
function thrown(draw: ShapeDraw, shapes: Two): FlyingBody[] {
  const spin = draw.between(0, 1) < 0.33 ? 30 : 5;
  const apart = vec3.scale(draw.unit(), 5);
  return shapes.map((shape, i) => {
    const toward = vec3.scale(apart, (i === 0 ? 1 : -1) * draw.between(0.2, 0.6));
    return bodyOf(shape, {
      position: i === 0 ? vec3.ZERO : apart,
      orientation: draw.orientation(),
      velocity: vec3.addScaled(toward, draw.unit(), draw.between(0, 0.5)),
      angularVelocity: vec3.scale(draw.unit(), draw.between(0, spin)),
    });
  });
}

/** Not turning: sideways past a place where they would touch, a little too near or too far for that. */
function passing(draw: ShapeDraw, shapes: Two): FlyingBody[] {
  const turns = [draw.orientation(), draw.orientation()] as const;
  const far = vec3.scale(draw.unit(), 5);
  const [a, b] = [
    { shape: shapes[0], orientation: turns[0] },
    { shape: shapes[1], orientation: turns[1], position: far },
  ];
  const { gap, normal } = closestPoints(a, b);
  const depth = (draw.between(0, 1) < 0.3 ? -1 : 1) * pow(10, draw.between(-7, -2));
  const nearest = vec3.addScaled(far, normal, gap + depth);
  const sideways = vec3.normalize(vec3.cross(normal, draw.unit())) ?? normal;
  const velocity = vec3.addScaled(vec3.scale(sideways, SPEED), normal, SPEED * draw.between(-0.01, 0.01));
  return [
    bodyOf(shapes[0], { position: vec3.ZERO, orientation: turns[0], velocity: vec3.ZERO, angularVelocity: vec3.ZERO }),
    bodyOf(shapes[1], {
      position: vec3.addScaled(nearest, velocity, -MEETING),
      orientation: turns[1],
      velocity,
      angularVelocity: vec3.ZERO,
    }),
  ];
}

/** A flat piece of each across the way on which they meet, not turning but about it. */
function aligned(draw: ShapeDraw, shapes: Two): FlyingBody[] {
  const way: Vec3 = [0, 0, 1];
  const across = (): Vec3 => [draw.between(-0.4, 0.4), draw.between(-0.4, 0.4), 0];
  const spin = draw.between(0, 1) < 0.5 ? 0 : draw.between(-3, 3);
  return shapes.map((shape, i) => {
    const towards: Vec3 = i === 0 ? way : vec3.scale(way, -1);
    const flat = turnBetween(flatDirection(draw, shape), towards);
    const quarter = Math.floor(draw.between(0, 4)) * (Math.PI / 2);
    return bodyOf(shape, {
      position: i === 0 ? vec3.ZERO : vec3.add(vec3.scale(way, 5), across()),
      orientation: quaternion.multiply(quaternion.fromAxisAngle(way, quarter) ?? quaternion.IDENTITY, flat),
      velocity: i === 0 ? vec3.ZERO : vec3.add(vec3.scale(way, -draw.between(1.5, 4)), vec3.scale(across(), draw.between(0, 1))),
      angularVelocity: vec3.scale(way, spin),
    });
  });
}

/** The same, one of them turned out of the way by an angle of any size. */
function tilted(draw: ShapeDraw, shapes: Two): Thrown {
  const [first, second] = aligned(draw, shapes);
  const axis = vec3.normalize([draw.between(-1, 1), draw.between(0.1, 1), 0]) ?? vec3.ZERO;
  const angle = pow(10, draw.between(-11, -2));
  const turn = quaternion.fromAxisAngle(axis, angle) ?? quaternion.IDENTITY;
  return { thrown: [first, { ...second, orientation: quaternion.multiply(turn, second.orientation) }], tilt: vec3.scale(axis, angle) };
}

interface Thrown {
  readonly thrown: readonly FlyingBody[];
  /** By which flat pieces are not along each other, rad. */
  readonly tilt?: Vec3;
}

const THROWN_HOW: Readonly<Record<Throw, (draw: ShapeDraw, shapes: Two) => Thrown>> = {
  any: (draw, shapes) => ({ thrown: thrown(draw, shapes) }),
  graze: (draw, shapes) => ({ thrown: passing(draw, shapes) }),
  parallel: (draw, shapes) => ({ thrown: aligned(draw, shapes) }),
  tilted,
};

/** Out of a flat piece of a shape, or where it has none out of the middle of a round one; its own axes. */
function flatDirection(draw: ShapeDraw, shape: Solid): Vec3 {
  const sign = draw.between(0, 1) < 0.5 ? -1 : 1;
  const axes: readonly Vec3[] = [
    [sign, 0, 0],
    [0, sign, 0],
    [0, 0, sign],
  ];
  const some = axes[Math.floor(draw.between(0, 3))];
  if (shape.type === "cone") {
    const slant = Math.sqrt(shape.radius * shape.radius + shape.height * shape.height);
    return sign < 0 ? [0, 0, -1] : [shape.height / slant, 0, shape.radius / slant];
  }
  if (shape.type !== "mesh" && shape.type !== "tetrahedron") return some;
  const hull = convexHull(shape.vertices);
  if (hull === undefined) return some;
  const [a, b, c] = hull.triangles[Math.floor(draw.between(0, hull.triangles.length))].map((corner) => hull.vertices[corner]);
  return vec3.normalize(vec3.cross(vec3.subtract(b, a), vec3.subtract(c, a))) ?? some;
}

/** The turn that takes one unit vector to another. */
function turnBetween(from: Vec3, to: Vec3): Quaternion {
  const [x, y, z] = vec3.cross(from, to);
  const w = 1 + vec3.dot(from, to);
  if (w > 1e-9) return quaternion.normalize([x, y, z, w]) ?? quaternion.IDENTITY;
  const side = vec3.normalize(vec3.cross(from, Math.abs(from[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0])) ?? from;
  return quaternion.fromAxisAngle(side, Math.PI) ?? quaternion.IDENTITY;
}
