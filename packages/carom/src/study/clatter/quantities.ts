/**
 * What sources of `clatter` print and its result does not hold.
 */
import { pressPlate } from "../../clatter/floor-run.js";
import { followPlate } from "../../clatter/plate-sequence.js";
import { printedThirdImpulse, uniformImpacts } from "../../clatter/rod-impact.js";
import { equalImpulsesAngle, flatImpulses, impactLimit, secondAngle, thirdAngle } from "../../clatter/rod-limits.js";
import { followRod } from "../../clatter/rod-sequence.js";
import { log } from "../../math/elementary.js";
import { norm, subtract } from "../../math/vec3.js";
import { type PlateStudy, rigidCorner } from "./run.js";
import type { ClatterStudy } from "./schema.js";

const DEGREE = Math.PI / 180;

/** What the source tabulates for a uniform rod that strikes at an angle: angles in degrees, impulses over mass and speed. */
export interface TabulatedRod {
  readonly second?: { readonly angle: number; readonly impulse: number };
  readonly third?: { readonly angle: number; readonly impulse: number; readonly printedImpulse: number };
}

/**
 * Quantities of a study by name. Of a rod: `uniform["20"]` the row of a table at 20 degrees without gravity, `falling["20"]` with the
 * source's gravity of g l / v^2 = 1/2, `consistent["20"]` with that gravity done right; `limits` in degrees; `flat` the impulses of a rod
 * that falls flat. Of a plate: `corner["20"]["-45"]` the first impulse over m v of a thin plate at a tilt of 20 and a roll of -45 degrees,
 * `pressed["20"]["1e10"]` the first impulse on a floor of that stiffness over it, `stiffening` how the impulse tends to that of a rigid
 * floor.
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
