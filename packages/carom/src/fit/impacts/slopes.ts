/**
 * Exact derivatives of the velocities after an impact, of laws whose paths are differentiated.
 *
 * A number changes the contact problem, and with it the impulse p as the tangents of the law say, and what an impulse does to the body:
 *
 *     dv = dv(p) at a fixed p + v(dp)
 *
 * The way from the number to the problem is explicit and smooth, and is differentiated by differences of fourth order.
 */
import { InvalidInputError } from "../../errors.js";
import type { ImpactChange, MaterialChange } from "../../impact/derivatives/quantities.js";
import { impactTangents, isDifferentiated } from "../../impact/derivatives/tangents.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import { differenceSteps } from "../difference-steps.js";
import { type FitPoint, type Move, movedPoint } from "../tasks.js";
import type { Hit } from "./hit.js";

/** Per unit of a number. */
export interface VelocitySlope {
  readonly velocity: Vec3;
  readonly spin: Vec3;
}

type Weighted = readonly { readonly weight: number; readonly hit: Hit }[];

/** One for each move; undefined where the law has no derivative, or another place touches first with the number moved. */
export function velocitySlopes(
  hitAt: (point: FitPoint) => Hit,
  hit: Hit,
  law: string,
  point: FitPoint,
  moves: readonly Move[],
): (VelocitySlope | undefined)[] {
  if (!isDifferentiated(law)) return [];
  const around = moves.map((move) => hitsAround(hitAt, hit, point, move));
  const known = around.filter((each) => each !== undefined);
  const { impulse, tangents } = impactTangents(
    law,
    hit.problem,
    known.map((each) => problemChange(hit.problem, each)),
  );
  const still = hit.after(impulse.map(() => 0));
  return around.map((each) => {
    if (each === undefined) return undefined;
    const tangent = tangents[known.indexOf(each)];
    if (tangent.status === "none") return undefined;
    const driven = hit.after(tangent.impulse);
    let [velocity, spin] = [vec3.subtract(driven.velocity, still.velocity), vec3.subtract(driven.spin, still.spin)];
    for (const { weight, hit: other } of each) {
      const after = other.after(impulse);
      velocity = vec3.addScaled(velocity, after.velocity, weight);
      spin = vec3.addScaled(spin, after.spin, weight);
    }
    return { velocity, spin };
  });
}

function hitsAround(hitAt: (point: FitPoint) => Hit, { key }: Hit, point: FitPoint, move: Move): Weighted | undefined {
  try {
    const hits = differenceSteps(move.difference).map(({ by, weight }) => ({ weight, hit: hitAt(movedPoint(point, move, by)) }));
    return hits.every(({ hit }) => hit.key === key) ? hits : undefined;
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    return undefined;
  }
}

const MATERIAL = ["friction", "staticFriction", "restitution", "stiffnessRatio"] as const;

function problemChange({ velocity, mobility, contacts: [contact] }: ContactProblem, around: Weighted): ImpactChange {
  const sum = (of: (problem: ContactProblem) => number) => around.reduce((all, { weight, hit }) => all + weight * of(hit.problem), 0);
  const material: MaterialChange = Object.fromEntries(
    MATERIAL.filter((field) => contact[field] !== undefined).map((field) => [field, sum(({ contacts }) => contacts[0][field] ?? 0)]),
  );
  return {
    velocity: velocity.map((_, i) => sum((problem) => problem.velocity[i])),
    mobility: mobility.map((row, i) => row.map((_, j) => sum((problem) => 0.5 * (problem.mobility[i][j] + problem.mobility[j][i])))),
    contacts: [material],
  };
}
