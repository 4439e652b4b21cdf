/**
 * Contact that lasts, for every two kinds of shapes: a body that a spring draws onto another that stands, so that it slides or rolls over
 * it from piece to piece for as long as one likes. There is no gravity; the spring has no length at rest and is fastened in the middle of
 * the one that stands.
 */
import { SolverError } from "../errors.js";
import { closestPoints, gapBetween } from "../geometry/closest-points.js";
import * as quaternion from "../math/quaternion.js";
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { massAndCentre } from "../mechanics/shapes/index.js";
import type { ContactForce, RunLedger } from "../simulation/loop/interface.js";
import { createSimulation } from "../simulation/regime/simulation.js";
import { type Scene, systemFromScene } from "../simulation/scene/scene.js";
import { drawSolid, type Solid } from "./convex-solids.js";
import { createShapeDraw, type ShapeKind } from "./random-shapes.js";

/** How it goes: without friction, with a little of it, or with so much that it rolls. */
export type PressedMotion = "glide" | "slide" | "roll";

/** All of them. */
export const PRESSED_MOTIONS: readonly PressedMotion[] = ["glide", "slide", "roll"];

const FRICTION: Readonly<Record<PressedMotion, number>> = { glide: 0, slide: 0.1, roll: 1 };
/** N/m on 1 kg: about the weight of it at the distance of a metre. */
const STIFFNESS = 10;
/** m/s. */
const SPEED = 0.5;
/** m: how far above the other it begins. */
const ABOVE = 1e-3;

/** Two bodies, one of which is drawn onto the other. */
export interface PressedPair {
  /** Bodies `first`, which moves, and `second`. */
  readonly scene: Scene;
  /** Their distance at a state of the first, m: by nearest points, not by features. */
  readonly gap: (coordinates: ArrayLike<number>) => number;
  /** Coefficient of the pair. */
  readonly friction: number;
}

/** The pair of a seed. */
export function pressedPair(first: ShapeKind, second: ShapeKind, motion: PressedMotion, seed: number): PressedPair {
  const draw = createShapeDraw(seed);
  const solid = (kind: ShapeKind) => thin(drawSolid(draw, kind, draw.between(0, 1) < 0.5));
  const shapes = [solid(first), solid(second)] as const;
  const [orientation, standing] = [draw.orientation(), draw.orientation()];
  const ground = { shape: shapes[1], orientation: standing, position: vec3.ZERO };
  const far = vec3.scale(draw.unit(), 5);
  const { gap, normal } = closestPoints(ground, { shape: shapes[0], orientation, position: far });
  const position = vec3.addScaled(far, normal, gap - ABOVE);
  const touching = closestPoints(ground, { shape: shapes[0], orientation, position });
  const { centre } = massAndCentre(shapes[0], { mass: 1 });
  const arm = vec3.subtract(touching.secondPoint, vec3.add(position, quaternion.rotate(orientation, centre)));
  const velocity = vec3.scale(vec3.normalize(vec3.cross(touching.normal, draw.unit())) ?? vec3.ZERO, SPEED);
  // w x arm = -v, where the arm is along the normal; else nearly so.
  const rolling = vec3.scale(vec3.cross(velocity, arm), 1 / vec3.dot(arm, arm));
  const scene: Scene = {
    gravity: [0, 0, 0],
    material: { friction: FRICTION[motion], restitution: 0 },
    bodies: {
      first: {
        shape: shapes[0],
        mass: 1,
        position,
        orientation,
        velocity,
        angularVelocity: motion === "roll" ? rolling : vec3.scale(draw.unit(), draw.between(0, 2)),
      },
      second: { fixed: shapes[1], position: vec3.ZERO, orientation: standing },
    },
    loads: [{ type: "spring", between: ["first", "world"], stiffness: STIFFNESS, points: [vec3.ZERO, vec3.ZERO] }],
  };
  const between = gapBetween(shapes[1], shapes[0]);
  return {
    scene,
    friction: FRICTION[motion],
    gap: (coordinates) => {
      const turn = [coordinates[3], coordinates[4], coordinates[5], coordinates[6]] as const;
      const middle: Vec3 = [coordinates[0], coordinates[1], coordinates[2]];
      return between(ground, { orientation: turn, position: vec3.subtract(middle, quaternion.rotate(turn, centre)) });
    },
  };
}

/** Rods whose mass is that of a line. */
const thin = (shape: Solid): Solid => (shape.type === "rod" ? { ...shape, radius: Math.min(shape.radius, shape.length / 20) } : shape);

/** How the run of a pressed pair went. */
export interface PressedRun {
  /** Where it was when it ended, s. */
  readonly time: number;
  /** Part of the time in which something pressed. */
  readonly pressed: number;
  /** Whether a part of it went by steps. */
  readonly stepped: boolean;
  /** What must not be. */
  readonly complaints: readonly string[];
}

/** s. */
const DURATION = 1;
/** Looks within a stretch of motion, at equal times; none at its ends, where contacts begin and end. */
const LOOKS = 3;
/**
 * Of bodies of a metre or two, m: how far what presses may be apart; how far features that come and go between looks may let solids overlap
 * before that is an event, a hundred gap tolerances; what steps allow of both.
 */
const [ACROSS, INSIDE, STEPPED] = [1e-8, 2e-7, 1e-3];
/**
 * Of the energy at the beginning: by how much it may grow from look to look and by how much the ledger may fail to account for it; the
 * first where it goes by steps, within which states are between those that keep the books.
 */
const [ENERGY, STEPPED_ENERGY] = [1e-8, 1e-4];
/** N: less is not pressed. */
const PRESSED = 1e-6;
/** m/s: what sticks slips less; of bodies of a metre or two. */
const HELD = 1e-6;
/** Part of what friction can be at most that is rounding. */
const RUBBING = 1e-6;

/** Thrown to stop a run that takes too long. */
const OVER = new SolverError("it takes too long", {});

/** Runs a pair and looks at it all the way. `isOver`: asked whether to give up. */
export function runPressed({ scene, gap, friction }: PressedPair, isOver: () => boolean, duration = DURATION): PressedRun {
  const system = systemFromScene(scene);
  const simulation = createSimulation(system, system.initialState());
  const complaints = new Set<string>();
  const [coordinates, speeds] = [new Float64Array(system.coordinateCount), new Float64Array(system.speedCount)];
  let [pressed, steps, last] = [0, false, Number.POSITIVE_INFINITY];
  const see = (time: number, forces: readonly ContactForce[], { before, now, appliedWork }: RunLedger) => {
    const apart = gap(coordinates);
    const hasForce = forces.some(({ force }) => force[2] > PRESSED);
    if (apart < -(steps ? STEPPED : INSIDE)) complaints.add(`it is inside by ${(-apart).toExponential(1)} m at ${time.toFixed(3)} s`);
    if (hasForce && apart > (steps ? STEPPED : ACROSS))
      complaints.add(`it presses across ${apart.toExponential(1)} m at ${time.toFixed(3)} s`);
    if (!steps) for (const force of forces) for (const what of frictionFaults(force, friction, coordinates, speeds)) complaints.add(what);
    const energy = (now - appliedWork) / before;
    if (energy > last + (steps ? STEPPED_ENERGY : ENERGY))
      complaints.add(`energy grows by ${(energy - last).toExponential(1)} at ${time.toFixed(3)} s`);
    last = energy;
    return hasForce;
  };
  try {
    simulation.advance(duration, {
      event: (event) => {
        if (isOver()) throw OVER;
        if (event.kind !== "regime") return;
        steps = event.regime === "steps";
        // The last state that was looked at may be one between those of steps; the ledger has the whole.
        last = Number.POSITIVE_INFINITY;
      },
      motion: (from, to, stateAt, inside) => {
        if (isOver()) throw OVER;
        for (let k = 1; k <= LOOKS; k++) {
          const time = from + (k / (LOOKS + 1)) * (to - from);
          stateAt(time, coordinates, speeds);
          if (see(time, inside.contactForcesAt(time), inside.ledgerAt(time))) pressed += (to - from) / LOOKS;
        }
      },
    });
  } catch (error) {
    if (!(error instanceof SolverError)) throw error;
    complaints.add(error.message);
  }
  const { before, residual } = simulation.ledger();
  if (complaints.size === 0 && !(Math.abs(residual) <= ENERGY * before))
    complaints.add(`the ledger lacks ${(residual / before).toExponential(1)}`);
  return { time: simulation.time, pressed: pressed / duration, stepped: simulation.stepped.length > 0, complaints: [...complaints] };
}

/**
 * What is wrong with the friction of a place, by the motion of the body there: less than the most only where it rolls or sticks, against
 * the slip where it slides, and never more than the most. The other body stands.
 */
function frictionFaults(
  { point, force, worldForce }: ContactForce,
  friction: number,
  coordinates: ArrayLike<number>,
  speeds: ArrayLike<number>,
): string[] {
  const most = friction * force[2];
  if (!(force[2] > PRESSED)) return [];
  const arm = vec3.subtract(point, [coordinates[0], coordinates[1], coordinates[2]]);
  const turning = vec3.cross([speeds[3], speeds[4], speeds[5]], arm);
  const velocity = vec3.add([speeds[0], speeds[1], speeds[2]], turning);
  const [slip, along] = [vec3.norm(velocity), Math.sqrt(force[0] * force[0] + force[1] * force[1])];
  const faults: string[] = [];
  if (along > (1 + RUBBING) * most + PRESSED) faults.push("friction is more than it can be");
  if (slip > HELD && along < (1 - RUBBING) * most - PRESSED) faults.push(`it slips by ${slip.toExponential(1)} m/s where friction holds`);
  // The normal does no work: what touches does not part.
  if (slip > HELD && vec3.dot(velocity, worldForce) > -(1 - RUBBING) * most * slip + force[2] * HELD)
    faults.push(`friction is not against the slip of ${slip.toExponential(1)} m/s`);
  return faults;
}
