/**
 * Two scenes that tell engines apart: a rod whose tip slips, stops and slips back within one hit, and a ball that strikes four touching
 * ones. No gravity, so that kinetic energy is all the energy there is.
 */
import { parseStudy, type SimulationStudy } from "carom/study";

export type Triple = readonly [number, number, number];
export type Turn = readonly [number, number, number, number];

export interface SceneBody {
  readonly name: string;
  readonly mass: number;
  /** About every axis, kg m^2. */
  readonly inertia: number;
  readonly position: Triple;
  readonly orientation: Turn;
  readonly velocity: Triple;
  /** A ball about this point of the body, body axes from the centre of mass: what touches. */
  readonly ball: { readonly at: Triple; readonly radius: number };
  /** A line to be drawn, body axes. */
  readonly line?: readonly [Triple, Triple];
}

export interface EngineScene {
  readonly name: string;
  readonly story: string;
  readonly bodies: readonly SceneBody[];
  readonly floor: boolean;
  readonly friction: number;
  readonly restitution: number;
  /** s. */
  readonly duration: number;
  readonly study: SimulationStudy;
  /** What the picture shows: x from, to; z from, to, m. */
  readonly view: readonly [number, number, number, number];
}

const ROD = { length: 1, radius: 0.01, inertia: 1 / 12, slip: 0.61697, gap: 0.2, friction: 0.5 };
/** 45 degrees about y. */
const SLANTED: Turn = [0, Math.sin(Math.PI / 8), 0, Math.cos(Math.PI / 8)];

export function rodScene(restitution: number): EngineScene {
  const { length, radius, inertia, slip, gap, friction } = ROD;
  const height = (length / 2) * Math.SQRT1_2 + radius + gap;
  const position: Triple = [0, 0, height];
  const velocity: Triple = [slip, 0, -1];
  // Ends before the other end comes down: only the tip can touch in the engines.
  const duration = 0.44;
  return {
    name: "The rod",
    story: "A free rod at 45° slides into the floor, friction 0.5. Inside the hit its tip stops and slips back.",
    bodies: [
      {
        name: "rod",
        mass: 1,
        inertia,
        position,
        orientation: SLANTED,
        velocity,
        ball: { at: [0, 0, -length / 2], radius },
        line: [
          [0, 0, -length / 2],
          [0, 0, length / 2],
        ],
      },
    ],
    floor: true,
    friction,
    restitution,
    duration,
    view: [-0.6, 1.1, -0.08, 1.1],
    study: checked({
      title: "The rod, in time",
      duration,
      bodies: {
        rod: {
          shape: { type: "capsule", length, radius },
          mass: 1,
          inertia: [inertia, inertia, inertia],
          position,
          orientation: SLANTED,
          velocity,
        },
        floor: { plane: { normal: [0, 0, 1] } },
      },
      contacts: [{ between: ["rod", "floor"], friction, restitution }],
    }),
  };
}

const BALL = { radius: 0.05, mass: 1, count: 5, gap: 0.15 };

export function cradleScene(restitution: number): EngineScene {
  const { radius, mass, count, gap } = BALL;
  const inertia = 0.4 * mass * radius * radius;
  const bodies = Array.from(
    { length: count },
    (_, i): SceneBody => ({
      name: `ball ${i + 1}`,
      mass,
      inertia,
      position: [i === 0 ? -gap : 2 * radius * i, 0, 0],
      orientation: [0, 0, 0, 1],
      velocity: [i === 0 ? 1 : 0, 0, 0],
      ball: { at: [0, 0, 0], radius },
    }),
  );
  const duration = 0.5;
  return {
    name: "Touching balls",
    story: "One ball strikes four that touch, without friction. Newton’s cradle in one impact.",
    bodies,
    floor: false,
    friction: 0,
    restitution,
    duration,
    view: [-0.35, 0.85, -0.25, 0.25],
    study: checked({
      title: "Touching balls, in time",
      duration,
      bodies: Object.fromEntries(
        bodies.map(({ name, position, velocity }) => [name, { shape: { type: "sphere", radius }, mass, position, velocity }]),
      ),
      material: { friction: 0, restitution },
    }),
  };
}

function checked(fields: object): SimulationStudy {
  return parseStudy({ carom: 1, kind: "simulation", gravity: [0, 0, 0], output: { rate: 480 }, ...fields }, "simulation");
}
