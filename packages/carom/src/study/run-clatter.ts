/**
 * Running a study of kind `clatter`, and the quantities of its source's tables.
 */
import { dampingFromRestitution } from "../clatter/damping.js";
import { type FloorContact, pressPlate } from "../clatter/floor-run.js";
import { followPlate, type PlateSequence } from "../clatter/plate-sequence.js";
import { printedThirdImpulse, uniformImpacts } from "../clatter/rod-impact.js";
import { equalImpulsesAngle, flatImpulses, impactLimit, secondAngle, thirdAngle } from "../clatter/rod-limits.js";
import { followRod, type RodSequence } from "../clatter/rod-sequence.js";
import { InvalidInputError } from "../errors.js";
import type { ClatterStudy } from "./clatter-schema.js";

/** The first corner pressed on a yielding floor, beside its impact. */
export interface PressedFloor extends FloorContact {
  /** As used, N s/m^4. */
  readonly damping: number;
  /** Vertical impulse over that of the impact. */
  readonly impulseRatio: number;
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

type PlateStudy = NonNullable<ClatterStudy["plate"]>;

function pressed(
  fall: Omit<PlateStudy, "floor" | "dropHeight" | "impactSpeed"> & { readonly impactSpeed: number },
  { stiffness, damping, steps }: NonNullable<PlateStudy["floor"]>,
  { impacts }: PlateSequence,
): PressedFloor {
  const { mass = 1, length = 1, width, thickness, tilt, roll, impactSpeed, restitution, heading = 0, gravity = 0 } = fall;
  if (thickness === undefined || thickness === 0)
    throw new InvalidInputError("thickness", thickness, "is given, which a floor that yields needs");
  if (fall.angularVelocity !== undefined)
    throw new InvalidInputError("floor", fall.angularVelocity, "is for a plate that does not turn before its first impact");
  // Damping in proportion to the depth gives the same restitution for every shape.
  const used = damping ?? (dampingFromRestitution(restitution) * stiffness) / impactSpeed;
  const contact = pressPlate({
    mass,
    length,
    width,
    thickness,
    heading,
    tilt,
    roll,
    impactSpeed,
    gravity,
    floor: { stiffness, damping: used },
    ...(steps === undefined ? {} : { steps }),
  });
  return { ...contact, damping: used, impulseRatio: contact.impulse[2] / impacts[0].impulse };
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
 * Quantities of a rod's study by name: `uniform["20"]` the row of a table at 20 degrees without gravity, `falling["20"]` with the source's gravity of g l / v^2 = 1/2; `limits` in degrees;
 * `flat` the impulses of a rod that falls flat.
 */
export function clatterQuantity(name: string, { rod }: ClatterStudy, key: string | number | undefined): unknown {
  if (rod === undefined) return undefined;
  const { restitution } = rod;
  if (name === "uniform") return { [String(key)]: tabulated(restitution, Number(key) * DEGREE) };
  if (name === "falling") return { [String(key)]: tabulatedFalling(restitution, Number(key) * DEGREE) };
  if (name === "flat") return flatImpulses(restitution);
  if (name !== "limits") return undefined;
  return {
    second: impactLimit(2, restitution) / DEGREE,
    third: impactLimit(3, restitution) / DEGREE,
    equalImpulses: equalImpulsesAngle(restitution) / DEGREE,
  };
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

function tabulatedFalling(restitution: number, angle: number): TabulatedRod {
  const fall = { angle, restitution, impactSpeed: 1, gravity: 1 / DROP, gravityModel: "position-only", maximumImpacts: 3 } as const;
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
