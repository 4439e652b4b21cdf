/**
 * What comes after the sequence of impacts at single ends or corners: an end that stays is a pivot, the other end slaps down, edges strike.
 * The sequences of carom/clatter cannot say; the simulator can, so the motion goes on there from where the sequence stopped.
 *
 * The rod becomes a capsule and the plate a box, both as thin as the simulator's digits allow, with the mass and inertia they had; the
 * floor has the same restitution and friction. A given impulse ratio or tangential restitution, and a restitution that changes with
 * speed, are no laws that the simulator has, so a motion with one of them is followed no further.
 */
import { plateInertia } from "../../clatter/plate-impact.js";
import type { PlateFall, PlateSequence } from "../../clatter/plate-sequence.js";
import type { RodFall, RodSequence } from "../../clatter/rod-sequence.js";
import { SolverError } from "../../errors.js";
import { conjugate, fromAxisAngle, IDENTITY, type Quaternion, rotate } from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import { createSimulation } from "../../simulation/loop/simulation.js";
import { type SceneBody, systemFromScene } from "../../simulation/scene/scene.js";
import type { ClatterAfter, ImpactAfter } from "./result.js";

/** Thickness of the simulated rod or plate, of its length. */
const THIN = 1e-6;
/** The motion is followed for as long as a fall over the length of the body takes, times this, or to rest. */
const FALLS = 20;
/** Impulses below this part of mass times impact speed are not told. */
const SMALL = 1e-9;

/** The endings after which the motion goes on with contacts that last or come together. */
const HANDED_OVER: ReadonlySet<string> = new Set(["sustained-contact", "accumulation", "flat", "edge"]);

/** The rest of a rod's motion; undefined where the sequence tells all of it. */
export function afterRod(fall: RodFall, { status, final }: RodSequence): ClatterAfter | undefined {
  const { mass = 1, length = 1, gravity = 0, impactSpeed, restitution, friction = 0, gravityModel, maximumTime } = fall;
  const { inertia = (mass * length * length) / 12 } = fall;
  if (!HANDED_OVER.has(status) || gravity === 0 || gravityModel === "position-only" || isPrescribed(fall)) return undefined;
  const radius = THIN * length;
  const body: SceneBody = {
    shape: { type: "capsule", radius, length },
    mass,
    inertia: [inertia, inertia, THIN * inertia],
    position: [0, 0, final.height + radius],
    // The capsule's axis is z; end B is where it points.
    orientation: fromAxisAngle([0, 1, 0], 0.5 * Math.PI - final.angle) ?? IDENTITY,
    velocity: [final.horizontalVelocity ?? 0, 0, final.verticalVelocity],
    angularVelocity: [0, -final.angularVelocity, 0],
  };
  return simulated(body, { restitution, friction, gravity, from: final.time, size: length, speed: impactSpeed, mass, maximumTime });
}

/** The rest of a plate's motion; undefined where the sequence tells all of it. */
export function afterPlate(fall: PlateFall, { status, final }: PlateSequence): ClatterAfter | undefined {
  const { mass = 1, length = 1, width, thickness = 0, gravity = 0, impactSpeed, restitution, friction = 0, maximumTime } = fall;
  if (!HANDED_OVER.has(status) || isPrescribed(fall)) return undefined;
  const thin = THIN * Math.min(length, width);
  const body: SceneBody = {
    shape: { type: "box", size: [length, width, thin] },
    mass,
    inertia: plateInertia({ mass, length, width, thickness }),
    position: [0, 0, lowestOf(final.orientation, [length, width, thin])],
    orientation: final.orientation,
    velocity: final.velocity,
    angularVelocity: final.angularVelocity,
  };
  const size = Math.max(length, width);
  return simulated(body, { restitution, friction, gravity, from: final.time, size, speed: impactSpeed, mass, maximumTime });
}

function isPrescribed({ impulseRatio, tangentialRestitution, exponents }: RodFall | PlateFall): boolean {
  return impulseRatio !== undefined || tangentialRestitution !== undefined || exponents !== undefined;
}

/** Height of the centre of a box of this size that touches the floor. */
function lowestOf(orientation: Quaternion, [x, y, z]: Vec3): number {
  const up = rotate(conjugate(orientation), [0, 0, 1]);
  return 0.5 * (Math.abs(up[0]) * x + Math.abs(up[1]) * y + Math.abs(up[2]) * z);
}

interface Given {
  readonly restitution: number;
  readonly friction: number;
  readonly gravity: number;
  readonly from: number;
  readonly size: number;
  readonly speed: number;
  readonly mass: number;
  readonly maximumTime: number | undefined;
}

function simulated(body: SceneBody, given: Given): ClatterAfter | undefined {
  const { restitution, friction, gravity, from, size, speed, mass, maximumTime } = given;
  const fallTime = gravity > 0 ? Math.sqrt((2 * size) / gravity) : size / speed;
  const duration = Math.min(FALLS * fallTime, (maximumTime ?? Number.POSITIVE_INFINITY) - from);
  if (!(duration > 0)) return undefined;
  const system = systemFromScene({
    bodies: { body, floor: { plane: { normal: [0, 0, 1] } } },
    gravity: [0, 0, -gravity],
    contacts: [{ between: ["body", "floor"], friction, restitution }],
  });
  const impacts: ImpactAfter[] = [];
  let restTime: number | undefined;
  const simulation = createSimulation(system, system.initialState());
  try {
    simulation.advance(duration, {
      event: ({ kind, time, impact }) => {
        if (kind === "rest") restTime = time;
        if (impact === undefined) return;
        const { impulse } = impact.outcome;
        const vertical = impulse.reduce((sum, value, i) => (i % 3 === 2 ? sum + value : sum), 0);
        const points = impulse.filter((value, i) => i % 3 === 2 && value > 0).length;
        if (vertical > SMALL * mass * speed) impacts.push({ time: from + time, impulse: vertical, points });
      },
    });
  } catch (error) {
    if (!(error instanceof SolverError)) throw error;
    return { from, until: from + simulation.time, status: "stopped", reason: error.message, impacts };
  }
  const { status, time } = simulation;
  const told = { rest: "rest", running: "moving", "too-many-events": "stopped", "work-limit": "stopped" } as const;
  return { from, until: from + (restTime ?? time), status: told[status], impacts };
}
