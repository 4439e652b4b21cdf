/**
 * Running a study of kind `clatter`, and the quantities of its source's tables.
 */

import { type FloorContact, type FloorFall, type FloorStatus, followPlateOnFloor, pressPlate } from "../clatter/floor-run.js";
import { plateInertia, plateOrientation } from "../clatter/plate-impact.js";
import { followPlate, type PlateSequence } from "../clatter/plate-sequence.js";
import { printedThirdImpulse, uniformImpacts } from "../clatter/rod-impact.js";
import { equalImpulsesAngle, flatImpulses, impactLimit, secondAngle, thirdAngle } from "../clatter/rod-limits.js";
import { followRod, type RodSequence } from "../clatter/rod-sequence.js";
import { type PlateSurvey, type SurveyedRod, surveyPlate, surveyRod } from "../clatter/survey.js";
import { InvalidInputError } from "../errors.js";
import { solveFrictional } from "../impact/frictional.js";
import { log } from "../math/elementary.js";
import { rotate } from "../math/quaternion.js";
import { norm, subtract, type Vec3 } from "../math/vec3.js";
import { fromFrame } from "../mechanics/contact-frame.js";
import { dampingFromRestitution } from "../mechanics/damping.js";
import { contactProblemFromBodies } from "../mechanics/from-bodies.js";
import type { ClatterStudy } from "./clatter-schema.js";

/** The fall on a yielding floor, beside the impacts. Its own fields are those of the first contact. */
export interface PressedFloor extends FloorContact {
  /** As used, N s/m^4. */
  readonly damping: number;
  /** As used. */
  readonly friction: number;
  /** Vertical impulse of the first contact over that of the first impact. */
  readonly impulseRatio: number;
  /** What the first contact tends to as the floor stiffens: the corner of the box under the law `frictional`, with this friction. N s, world axes. */
  readonly rigidImpulse: Vec3;
  /** Norm of the difference between the first contact's impulse and `rigidImpulse`, over that of `rigidImpulse`. */
  readonly difference: number;
  /** Why the contacts end. */
  readonly status: FloorStatus;
  /** As many as were asked for. */
  readonly contacts: readonly FloorContact[];
}

export interface ClatterResult {
  /** Format version. */
  readonly carom: 1;
  readonly kind: "clatter";
  /** Of the study. */
  readonly title: string;
  /** Speed of the first impact, as given or from the drop height, m/s. */
  readonly impactSpeed: number;
  /** Of a rod. */
  readonly rod?: RodSequence;
  /** Of a plate. */
  readonly plate?: PlateSequence;
  /** Where the study asks for it. */
  readonly floor?: PressedFloor;
}

type Fall = { readonly impactSpeed?: number | undefined; readonly dropHeight?: number | undefined; readonly gravity?: number | undefined };

function speedOf({ impactSpeed, dropHeight = 0, gravity = 0 }: Fall): number {
  return impactSpeed ?? Math.sqrt(2 * gravity * dropHeight);
}

/** Follows the rod or plate of a study. */
export function runClatter(study: ClatterStudy): ClatterResult {
  const { title, rod, plate } = study;
  const head = { carom: 1, kind: "clatter", title } as const;
  if (rod !== undefined) {
    const { dropHeight: _dropHeight, ...fall } = rod;
    const impactSpeed = speedOf(rod);
    return { ...head, impactSpeed, rod: at("rod", () => followRod({ ...fall, impactSpeed })) };
  }
  if (plate === undefined) throw new InvalidInputError("rod", undefined, "is given: a clatter study has a rod or a plate");
  const { dropHeight: _dropHeight, floor, ...fall } = plate;
  const impactSpeed = speedOf(plate);
  const sequence = at("plate", () => followPlate({ ...fall, impactSpeed }));
  return {
    ...head,
    impactSpeed,
    plate: sequence,
    ...(floor === undefined ? {} : { floor: at("plate", () => pressed({ ...fall, impactSpeed }, floor, sequence)) }),
  };
}

/** The same fall from every angle, for figures. */
export interface ClatterSurvey {
  readonly kind: "rod" | "plate";
  /** Of the study, rad: the first angle of a rod, the tilt of a plate. */
  readonly angle: number;
  readonly restitution: number;
  /** Of a rod: without gravity, and with that of the study if it has any. */
  readonly rods: readonly { readonly name: string; readonly rows: readonly SurveyedRod[] }[];
  /** Of a plate, by its roll, rad. */
  readonly plates: readonly { readonly roll: number; readonly survey: PlateSurvey }[];
}

/** Takes up to a second: a floor that yields is pressed at sixteen tilts. */
export function surveyClatter({ rod, plate }: ClatterStudy): ClatterSurvey {
  if (rod !== undefined) {
    const { dropHeight: _dropHeight, maximumImpacts: _impacts, maximumTime: _time, angle, gravity = 0, ...fall } = rod;
    const given = { ...fall, impactSpeed: speedOf(rod) };
    const rods = [{ name: "without gravity", rows: surveyRod(given) }];
    if (gravity > 0) rods.push({ name: "with gravity", rows: surveyRod({ ...given, gravity }) });
    return { kind: "rod", angle, restitution: rod.restitution, rods, plates: [] };
  }
  if (plate === undefined) throw new InvalidInputError("rod", undefined, "is given: a clatter study has a rod or a plate");
  const { dropHeight: _dropHeight, floor, tilt, angularVelocity: _spin, maximumImpacts: _impacts, maximumTime: _time, ...fall } = plate;
  const survey = surveyPlate({ ...fall, impactSpeed: speedOf(plate) }, floor);
  return { kind: "plate", angle: tilt, restitution: plate.restitution, rods: [], plates: [{ roll: plate.roll, survey }] };
}

type PlateStudy = NonNullable<ClatterStudy["plate"]>;

function pressed(
  fall: Omit<PlateStudy, "floor" | "dropHeight" | "impactSpeed"> & { readonly impactSpeed: number },
  { stiffness, damping, friction = 0, contacts: most = 1, steps }: NonNullable<PlateStudy["floor"]>,
  { impacts }: PlateSequence,
): PressedFloor {
  const { mass = 1, length = 1, width, thickness, tilt, roll, impactSpeed, restitution, heading = 0, gravity = 0 } = fall;
  if (thickness === undefined || thickness === 0)
    throw new InvalidInputError("thickness", thickness, "is given, which a floor that yields needs");
  if (fall.angularVelocity !== undefined)
    throw new InvalidInputError("floor", fall.angularVelocity, "is for a plate that does not turn before its first impact");
  if (damping === undefined && restitution === 0)
    throw new InvalidInputError("floor.damping", damping, "is given, and no damping takes all: a restitution of 0 needs one of your own");
  // Damping in proportion to the depth gives the same restitution for every shape.
  const used = damping ?? (dampingFromRestitution(restitution) * stiffness) / impactSpeed;
  const box: FloorFall = {
    mass,
    length,
    width,
    thickness,
    heading,
    tilt,
    roll,
    impactSpeed,
    gravity,
    floor: { stiffness, damping: used, friction },
    ...(steps === undefined ? {} : { steps }),
  };
  const { status, contacts } = followPlateOnFloor(box, most);
  const [contact] = contacts;
  if (contact === undefined) throw new InvalidInputError("floor", stiffness, "lets the plate stay down after its first touch");
  const rigidImpulse = rigidCorner(box, restitution, friction);
  return {
    ...contact,
    damping: used,
    friction,
    impulseRatio: contact.impulse[2] / impacts[0].impulse,
    rigidImpulse,
    difference: norm(subtract(contact.impulse, rigidImpulse)) / norm(rigidImpulse),
    status,
    contacts,
  };
}

/** The impulse on the lowest corner of a box that does not turn, under the law `frictional`, N s, world axes. */
function rigidCorner(box: FloorFall, restitution: number, friction: number): Vec3 {
  const { mass, length, width, thickness, impactSpeed } = box;
  const orientation = plateOrientation(box.heading ?? 0, box.tilt, box.roll);
  const arms = [-1, 1].flatMap((x) =>
    [-1, 1].flatMap((y) => [-1, 1].map((z) => rotate(orientation, [0.5 * x * length, 0.5 * y * width, 0.5 * z * thickness]))),
  );
  const arm = arms.reduce((least, each) => (each[2] < least[2] ? each : least));
  const { problem, frames } = contactProblemFromBodies(
    {
      plate: { mass, inertia: plateInertia(box), position: [0, 0, 0], orientation, velocity: [0, 0, -impactSpeed] },
      floor: "fixed",
    },
    [{ between: ["plate", "floor"], point: arm, normal: [0, 0, 1], friction, restitution }],
  );
  const { impulse } = solveFrictional(problem);
  return fromFrame(frames[0], [impulse[0], impulse[1], impulse[2]]);
}

/** Names the field inside the study. */
function at<T>(field: string, compute: () => T): T {
  try {
    return compute();
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    throw new InvalidInputError(`${field}.${error.path}`, error.value, error.expected);
  }
}

const DEGREE = Math.PI / 180;

/** What the source tabulates for a uniform rod that strikes at an angle: angles in degrees, impulses over mass and speed. */
export interface TabulatedRod {
  readonly second?: { readonly angle: number; readonly impulse: number };
  readonly third?: { readonly angle: number; readonly impulse: number; readonly printedImpulse: number };
}

/**
 * Quantities of a study by name. Of a rod: `uniform["20"]` the row of a table at 20 degrees without gravity, `falling["20"]` with the source's gravity of g l / v^2 = 1/2, `consistent["20"]` with that gravity done right;
 * `limits` in degrees; `flat` the impulses of a rod that falls flat. Of a plate: `corner["20"]["-45"]` the first impulse over m v of a thin plate at a tilt of 20 and a roll of -45 degrees, `pressed["20"]["1e10"]` the first
 * impulse on a floor of that stiffness over it, `stiffening` how the impulse tends to that of a rigid floor.
 */
export function clatterQuantity(name: string, { rod, plate }: ClatterStudy, key: string | number | undefined): unknown {
  if (plate !== undefined) return plateQuantity(name, plate, key);
  if (rod === undefined) return undefined;
  const { restitution } = rod;
  if (name === "uniform") return { [String(key)]: tabulated(restitution, Number(key) * DEGREE) };
  if (name === "falling") return { [String(key)]: tabulatedFalling(restitution, Number(key) * DEGREE, "position-only") };
  if (name === "consistent") return { [String(key)]: tabulatedFalling(restitution, Number(key) * DEGREE, "consistent") };
  if (name === "flat") return flatImpulses(restitution);
  if (name !== "limits") return undefined;
  return {
    second: impactLimit(2, restitution) / DEGREE,
    third: impactLimit(3, restitution) / DEGREE,
    equalImpulses: equalImpulsesAngle(restitution) / DEGREE,
  };
}

const ROLLS = [-30, -45, -60] as const;
const STIFFNESSES = ["1e10", "1e12"] as const;

function plateQuantity(name: string, plate: PlateStudy, key: string | number | undefined): unknown {
  const tilt = Number(key) * DEGREE;
  if (name === "corner") return { [String(key)]: Object.fromEntries(ROLLS.map((roll) => [roll, thinCorner(plate, tilt, roll * DEGREE)])) };
  if (name === "pressed") {
    const box = boxOf(plate, tilt);
    const impulse = followPlate({ ...box, restitution: 1, maximumImpacts: 1 }).impacts[0].impulse;
    const ratio = (stiffness: string) => pressPlate({ ...box, floor: { stiffness: Number(stiffness) } }).impulse[2] / impulse;
    return { [String(key)]: Object.fromEntries(STIFFNESSES.map((stiffness) => [stiffness, ratio(stiffness)])) };
  }
  if (name !== "stiffening") return undefined;
  const error = (friction: number, stiffness: number) => {
    const box = { ...boxOf(plate, plate.tilt), floor: { stiffness, friction } };
    const rigid = rigidCorner(box, 1, friction);
    return norm(subtract(pressPlate(box).impulse, rigid)) / norm(rigid);
  };
  const rate = (friction: number) => log(error(friction, 1e12) / error(friction, 1e16)) / log(1e4);
  return { rate: rate(0), rateWithFriction: rate(0.3) };
}

function boxOf({ mass = 1, length = 1, width, thickness = 0, roll }: PlateStudy, tilt: number) {
  return { mass, length, width, thickness, roll, tilt, impactSpeed: 1, steps: 400 };
}

function thinCorner({ mass = 1, length = 1, width, restitution }: PlateStudy, tilt: number, roll: number): { impulse: number } {
  const { impacts } = followPlate({ mass, length, width, tilt, roll, impactSpeed: 1, restitution, maximumImpacts: 1 });
  return { impulse: impacts[0].impulse / mass };
}

function tabulated(restitution: number, angle: number): TabulatedRod {
  const second = secondAngle(restitution, angle);
  if (second === undefined) return {};
  const third = thirdAngle(restitution, angle);
  const { impulse } = uniformImpacts(restitution, angle, second, third);
  return rowOf(restitution, [angle, second, third], impulse);
}

/** Speed squared over g l for a drop from one length. */
const DROP = 2;

function tabulatedFalling(restitution: number, angle: number, gravityModel: "consistent" | "position-only"): TabulatedRod {
  const fall = { angle, restitution, impactSpeed: 1, gravity: 1 / DROP, gravityModel, maximumImpacts: 3 } as const;
  const { impacts } = followRod(fall);
  return rowOf(
    restitution,
    impacts.map((impact) => impact.angle),
    impacts.map((impact) => impact.impulse),
  );
}

function rowOf(restitution: number, [first, second, third]: readonly (number | undefined)[], impulse: readonly number[]): TabulatedRod {
  if (first === undefined || second === undefined) return {};
  return {
    second: { angle: second / DEGREE, impulse: impulse[1] },
    ...(third === undefined
      ? {}
      : {
          third: {
            angle: third / DEGREE,
            impulse: impulse[2],
            printedImpulse: printedThirdImpulse(restitution, first, second, third),
          },
        }),
  };
}
