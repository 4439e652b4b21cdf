/**
 * Scenes of many bodies in contact that every engine can build: balls and boxes over a floor, within walls or in the open.
 */
import { createRandom } from "carom/math";

type Triple = readonly [number, number, number];

/** A ball has a radius, a box a size, m. */
export interface DenseBody {
  readonly radius?: number;
  readonly size?: Triple;
  /** kg. */
  readonly mass: number;
  readonly position: Triple;
  /** x, y, z, w. Default: not turned. */
  readonly orientation?: readonly [number, number, number, number];
  readonly velocity?: Triple;
  readonly angularVelocity?: Triple;
}

export interface DenseScene {
  readonly name: string;
  readonly bodies: readonly DenseBody[];
  /** Half the width of a pit with upright walls around the origin, m. Absent: the floor alone. */
  readonly pit?: number;
  readonly friction: number;
  readonly restitution: number;
  /** s. */
  readonly duration: number;
  /** Height of the centre of the last body when all rests, m, where that is known. */
  readonly height?: number;
}

/** Balls of 0.04 m and 0.2 kg in layers over a pit 0.3 m wide, 0.6 m from 200 on, 1.2 m from 1,000 on. */
export function ballsInPit(count: number, duration: number): DenseScene {
  const radius = 0.04;
  const half = count < 200 ? 0.15 : count < 1000 ? 0.3 : 0.6;
  const random = createRandom(7);
  const perSide = Math.floor((2 * half - 0.004) / (2 * radius + 0.004));
  const pitch = (2 * half - 2 * radius - 0.004) / (perSide - 1);
  const jitter = () => 0.002 * (random() - 0.5);
  const bodies = Array.from({ length: count }, (_, i): DenseBody => {
    const [x, y, z] = [i % perSide, Math.floor(i / perSide) % perSide, Math.floor(i / (perSide * perSide))];
    const start = -half + radius + 0.002;
    return { radius, mass: 0.2, position: [start + pitch * x + jitter(), start + pitch * y + jitter(), 0.1 + 0.09 * z + jitter()] };
  });
  return { name: `${count} balls`, bodies, pit: half, friction: 0.3, restitution: 0.3, duration };
}

const CUBE: Triple = [0.2, 0.2, 0.2];

/** Boxes of 0.2 m on each other, so far apart that they fall, or at rest. */
function stack(count: number, apart: number): DenseScene {
  const bodies = Array.from(
    { length: count },
    (_, i): DenseBody => ({ size: CUBE, mass: 1, position: [0, 0, 0.1 + 0.2 * i + apart * (i + 1)] }),
  );
  const name = `stack of ${count}${restingWhere(apart)}`;
  return { name, bodies, friction: 0.5, restitution: 0, duration: 2, height: 0.2 * count - 0.1 };
}

/** Rows of boxes, each one shorter than that below, so far apart that they fall, or at rest. */
function pyramid(rows: number, apart: number): DenseScene {
  const bodies = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: rows - row }, (_, i): DenseBody => {
      const x = 0.21 * (i - (rows - row - 1) / 2);
      return { size: CUBE, mass: 1, position: [x, 0, 0.1 + 0.2 * row + apart * (row + 1)] };
    }),
  ).flat();
  const name = `pyramid of ${bodies.length}${restingWhere(apart)}`;
  return { name, bodies, friction: 0.5, restitution: 0, duration: 2, height: 0.2 * rows - 0.1 };
}

const restingWhere = (apart: number) => (apart === 0 ? " at rest" : "");

/** Bricks in bond, hit by a ball of 2 kg at 4 m/s. */
function wall(columns: number, rows: number): DenseScene {
  const bricks = Array.from({ length: columns * rows }, (_, k): DenseBody => {
    const [i, row] = [k % columns, Math.floor(k / columns)];
    return {
      size: [0.2, 0.1, 0.1],
      mass: 1,
      position: [0.2 * (i - (columns - 1) / 2) + (row % 2 === 0 ? -0.05 : 0.05), 0, 0.05 + 0.1 * row],
    };
  });
  const ball: DenseBody = { radius: 0.1, mass: 2, position: [0, -0.6, 0.3], velocity: [0, 4, 0] };
  return { name: `wall ${columns} x ${rows} hit`, bodies: [...bricks, ball], friction: 0.4, restitution: 0.1, duration: 1 };
}

/** The first turns about its front edge. */
export function dominoes(count: number): DenseScene {
  const [thickness, width, height] = [0.0075, 0.024, 0.048];
  const bodies = Array.from({ length: count }, (_, i): DenseBody => {
    const motion = i === 0 ? { angularVelocity: [0, 4, 0] as const, velocity: [2 * height, 0, 2 * thickness] as const } : {};
    return { size: [thickness, width, height], mass: 0.01, position: [0.02 * i, 0, height / 2], ...motion };
  });
  return { name: `${count} dominoes`, bodies, friction: 0.3, restitution: 0, duration: count > 20 ? 2 : 1.5 };
}

/** Boxes of 0.2 x 0.15 x 0.1 m dropped in four columns, turned at random. */
export function heap(count: number): DenseScene {
  const random = createRandom(3);
  const bodies = Array.from({ length: count }, (_, i): DenseBody => {
    const turn = [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5] as const;
    const length = Math.hypot(...turn);
    const position = [0.3 * (i % 2), 0.3 * (Math.floor(i / 2) % 2), 0.2 + 0.3 * Math.floor(i / 4)] as const;
    const orientation = [turn[0] / length, turn[1] / length, turn[2] / length, turn[3] / length] as const;
    return { size: [0.2, 0.15, 0.1], mass: 1, position, orientation };
  });
  return { name: `heap of ${count}`, bodies, friction: 0.4, restitution: 0.2, duration: 2 };
}

export const DENSE_SCENES: readonly DenseScene[] = [
  stack(20, 0),
  pyramid(8, 0),
  stack(20, 0.002),
  pyramid(8, 0.001),
  dominoes(20),
  dominoes(50),
  heap(10),
  heap(20),
  heap(50),
  wall(4, 5),
  ballsInPit(10, 1),
  ballsInPit(50, 1),
  ballsInPit(200, 0.6),
  ballsInPit(1000, 0.4),
];

/** What the event loop is measured by: each to a time that it reaches in seconds. */
export const EVENT_SCENES: readonly DenseScene[] = [
  { ...dominoes(5), duration: 0.43 },
  { ...ballsInPit(10, 0.55) },
  { ...heap(5), duration: 0.4 },
  { ...wall(3, 3), duration: 0.16 },
];
