/**
 * Running a study of kind `clatter`.
 */
import { type FloorFall, followPlateOnFloor } from "../../clatter/floor-run.js";
import { plateInertia, plateOrientation } from "../../clatter/plate-impact.js";
import { followPlate, type PlateSequence } from "../../clatter/plate-sequence.js";
import { followRod } from "../../clatter/rod-sequence.js";
import { surveyPlate, surveyRod } from "../../clatter/survey.js";
import { InvalidInputError } from "../../errors.js";
import { solveFrictional } from "../../impact/frictional.js";
import { rotate } from "../../math/quaternion.js";
import { norm, subtract, type Vec3 } from "../../math/vec3.js";
import { fromFrame } from "../../mechanics/contact-frame.js";
import { dampingFromRestitution } from "../../mechanics/damping.js";
import { contactProblemFromBodies } from "../../mechanics/from-bodies.js";
import { checkSignal, type RunOptions } from "../format/kind.js";
import type { ClatterResult, ClatterSurvey, PressedFloor } from "./result.js";
import type { ClatterStudy } from "./schema.js";

type Fall = { readonly impactSpeed?: number | undefined; readonly dropHeight?: number | undefined; readonly gravity?: number | undefined };

function speedOf({ impactSpeed, dropHeight = 0, gravity = 0 }: Fall): number {
  return impactSpeed ?? Math.sqrt(2 * gravity * dropHeight);
}

/** Throws InvalidInputError where `runClatter` would: it takes no longer to follow the fall. */
export function checkClatter(study: ClatterStudy): void {
  runClatter(study);
}

/** Follows the rod or plate of a study. */
export function runClatter(study: ClatterStudy, { signal }: RunOptions = {}): ClatterResult {
  checkSignal(signal);
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

export type PlateStudy = NonNullable<ClatterStudy["plate"]>;

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
export function rigidCorner(box: FloorFall, restitution: number, friction: number): Vec3 {
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
