/**
 * Equal balls that touch, and one more that strikes them: the scenes on which laws for several contacts are measured.
 */

import type { ContactMaterial, ContactProblem } from "carom";
import { type Bodies, type BodyContact, contactProblemFromBodies, velocitiesAfter } from "carom/mechanics";

export interface BallScene {
  readonly bodies: Bodies;
  readonly contacts: readonly BodyContact[];
  readonly problem: ContactProblem;
  /** kg, of every ball. */
  readonly mass: number;
  /** m/s, of the ball that strikes. */
  readonly speed: number;
}

type Place = readonly [number, number];

const RADIUS = 0.03;
const MASS = 0.17;
const SPEED = 1;
const INERTIA = 0.4 * MASS * RADIUS * RADIUS;
/** Relative distance below which two balls touch. */
const TOUCHING = 1e-9;

/** The first of `count` balls in line strikes the others. */
export function chain(count: number, material: ContactMaterial): BallScene {
  return struck(
    Array.from({ length: count }, (_, i) => [2 * RADIUS * i, 0]),
    material,
  );
}

/** A triangular rack of so many rows, struck at its apex. */
export function rack(rows: number, material: ContactMaterial): BallScene {
  const places: Place[] = [[-2 * RADIUS, 0]];
  for (let row = 0; row < rows; row++) for (let i = 0; i <= row; i++) places.push([row * Math.sqrt(3) * RADIUS, (2 * i - row) * RADIUS]);
  return struck(places, material);
}

/** Rows and columns of `side` balls each, struck between the two middle balls of the first row (`side` is even). */
export function squareGrid(side: number, material: ContactMaterial): BallScene {
  const places: Place[] = [[-Math.sqrt(3) * RADIUS, (side - 1) * RADIUS]];
  for (let row = 0; row < side; row++) for (let i = 0; i < side; i++) places.push([2 * RADIUS * row, 2 * RADIUS * i]);
  return struck(places, material);
}

/** As a square grid, but every second row moved by half a ball and the rows close to each other: every ball inside has six neighbours. */
export function closePacking(side: number, material: ContactMaterial): BallScene {
  const places: Place[] = [[-Math.sqrt(3) * RADIUS, (side - 1) * RADIUS]];
  for (let row = 0; row < side; row++)
    for (let i = 0; i < side; i++) places.push([Math.sqrt(3) * RADIUS * row, 2 * RADIUS * i + (row % 2) * RADIUS]);
  return struck(places, material);
}

/** The first ball moves along x, the others rest. */
function struck(places: readonly Place[], material: ContactMaterial): BallScene {
  const bodies = Object.fromEntries(
    places.map(([x, y], i) => [
      name(i),
      {
        mass: MASS,
        inertia: [INERTIA, INERTIA, INERTIA] as const,
        position: [x, y, 0] as const,
        velocity: [i === 0 ? SPEED : 0, 0, 0] as const,
      },
    ]),
  );
  const contacts: BodyContact[] = [];
  places.forEach(([x, y], i) => {
    for (let j = 0; j < i; j++) {
      const [x0, y0] = places[j]!;
      const apart = Math.hypot(x - x0, y - y0);
      if (apart > 2 * RADIUS * (1 + TOUCHING)) continue;
      contacts.push({
        ...material,
        between: [name(i), name(j)],
        point: [(x + x0) / 2, (y + y0) / 2, 0],
        normal: [x - x0, y - y0, 0],
      });
    }
  });
  return { bodies, contacts, problem: contactProblemFromBodies(bodies, contacts).problem, mass: MASS, speed: SPEED };
}

const name = (i: number) => `ball ${i}`;

/** Along x, in the order of the balls, over the speed of the one that struck. */
export function velocityRatios({ bodies, contacts, speed }: BallScene, impulse: readonly number[]): number[] {
  return Object.values(velocitiesAfter(bodies, contacts, impulse)).map(({ velocity }) => velocity[0] / speed);
}
