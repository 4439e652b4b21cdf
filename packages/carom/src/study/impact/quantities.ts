/**
 * Quantities that sources print and a result does not hold, by the name under which a row of `published` asks for them.
 *
 * A quantity is a value, or an object or list to go on into: `label`, `bundle.notReaching[15]`, `shapes.tetrahedron.principalMoments[0]`.
 */
import { InvalidInputError } from "../../errors.js";
import { solveFrictional } from "../../impact/frictional.js";
import { followSlipByEuler } from "../../impact/slip/euler.js";
import { classifySlip } from "../../impact/slip/labels.js";
import { createSlipPath, SLIP_STOP } from "../../impact/slip/path.js";
import { slipContactOf } from "../../impact/slip/solve.js";
import { followSlipByTaylor } from "../../impact/slip/taylor.js";
import { cos, sin } from "../../math/elementary.js";
import { conjugate, rotate } from "../../math/quaternion.js";
import { norm, subtract, type Vec3 } from "../../math/vec3.js";
import { unitOrientation } from "../../mechanics/rigid-body.js";
import { type MassProperties, massProperties } from "../../mechanics/shapes/index.js";
import { travelOnTable } from "./ball-on-table.js";
import { fitPin } from "./bowling-pin.js";
import { isMovingBody } from "./moving-body.js";
import type { ImpactResult } from "./result.js";
import type { ImpactStudy as Study } from "./schema.js";

export interface Quantity {
  /** One line for lists. */
  readonly summary: string;
  readonly evaluate: (study: Study, result: ImpactResult) => unknown;
}

export const quantities: Readonly<Record<string, Quantity>> = {
  label: {
    summary: "the source's name for the case (S1, L2a, ...), with the tolerances of slip/labels.ts",
    evaluate: (_study, { problem }) => classifySlip(problem).label,
  },
  steps: { summary: "how many steps the study's Euler method takes", evaluate: countSteps },
  error: {
    summary: "norm of the difference between the impulse and that of the converged method, N s",
    evaluate: (_study, { problem, outcome }) => norm(subtract(triple(outcome.impulse), triple(solveFrictional(problem).impulse))),
  },
  centrifugal: {
    summary: "how many invariant directions lead away from rest",
    evaluate: (_study, { analysis }) => analysis?.invariantDirections.filter(({ kind }) => kind === "centrifugal").length,
  },
  bundle: { summary: "the same impact with slip of unit speed in every direction", evaluate: (_study, result) => followBundle(result) },
  shapes: { summary: "mass properties of the bodies given by a shape, in shape axes", evaluate: shapesOf },
  pinFit: {
    summary: "how near the mobility comes to that of the source's bowling pin and ball, whose orientations it does not print",
    evaluate: (_study, { problem }) => fitPin(problem.mobility),
  },
  signs: {
    summary: "the signs of the bodies' velocities along x after impact, in the order of the bodies, such as --0++",
    evaluate: (_study, { bodies = {} }) =>
      Object.values(bodies)
        .map(({ after }) => signOf(after.velocity[0]))
        .join(""),
  },
  travel: { summary: "how far each ball goes on the source's billiard cloth before it rests, m", evaluate: travelsOf },
  spin: { summary: "angular velocities before and after in body axes, rad/s, and the norm of their difference", evaluate: spinOf },
};

function triple(values: readonly number[]): Vec3 {
  return values.length === 3 ? (values as unknown as Vec3) : [values[0], 0, values[1]];
}

function countSteps({ options = {} }: Study, { problem }: ImpactResult): number {
  const { method, ...rest } = options;
  if (method !== "fixed-step" && method !== "fixed-step-straight" && method !== "curvature-step")
    throw new InvalidInputError("published", method ?? "series", "is not an Euler method: it has no steps to count");
  return followSlipByEuler(slipContactOf(problem), createSlipPath(), "energetic", { method, ...rest });
}

interface Bundle {
  /**
   * By how many curves are drawn, in equal angles from the first invariant direction: how many do not come to rest before the impact ends.
   */
  readonly notReaching: readonly number[];
  /** Part of all directions that do not come to rest before the impact ends. */
  readonly shareNotReaching: number;
}

const MOST_CURVES = 24;
const ALL_DIRECTIONS = 720;

function followBundle({ problem, analysis }: ImpactResult): Bundle {
  const contact = slipContactOf(problem);
  const path = createSlipPath();
  const first = analysis?.invariantDirections[0]?.angle ?? 0;
  const comesToRest = (angle: number) => {
    contact.slip1 = cos(angle);
    contact.slip2 = sin(angle);
    followSlipByTaylor(contact, path, "energetic");
    return path.kinds.subarray(0, path.count).includes(SLIP_STOP);
  };
  const notReaching = (curves: number) => {
    let count = 0;
    for (let i = 0; i < curves; i++) if (!comesToRest(first + (2 * Math.PI * i) / curves)) count++;
    return count;
  };
  return {
    notReaching: Array.from({ length: MOST_CURVES + 1 }, (_, curves) => notReaching(curves)),
    shareNotReaching: notReaching(ALL_DIRECTIONS) / ALL_DIRECTIONS,
  };
}

function shapesOf(study: Study): Record<string, MassProperties> {
  const found: [string, MassProperties][] = [];
  for (const [name, body] of Object.entries("bodies" in study ? study.bodies : {})) {
    if (!isMovingBody(body) || body.shape === undefined || body.inertia !== undefined) continue;
    const { mass, density, shape } = body;
    found.push([name, massProperties(shape, { ...(mass === undefined ? {} : { mass }), ...(density === undefined ? {} : { density }) })]);
  }
  return Object.fromEntries(found);
}

function signOf(value: number): string {
  return value > 0 ? "+" : value < 0 ? "-" : "0";
}

function travelsOf(study: Study, { bodies = {} }: ImpactResult): Record<string, number> {
  const found = Object.entries(bodies).flatMap(([name, { after }]): [string, number][] => {
    const body = "bodies" in study ? study.bodies[name] : undefined;
    if (body === undefined || !isMovingBody(body) || body.mass === undefined || body.inertia === undefined) return [];
    const moment = body.inertia[0];
    return typeof moment === "number" ? [[name, travelOnTable(after, Math.sqrt((2.5 * moment) / body.mass))]] : [];
  });
  return Object.fromEntries(found);
}

interface Spin {
  readonly before: Vec3;
  readonly after: Vec3;
  /** Norm of the difference, rad/s. */
  readonly change: number;
}

function spinOf(study: Study, { bodies = {} }: ImpactResult): Record<string, Spin> {
  const found = Object.entries(bodies).map(([name, { before, after }]): [string, Spin] => {
    const body = "bodies" in study ? study.bodies[name] : undefined;
    const orientation = body !== undefined && isMovingBody(body) ? body.orientation : undefined;
    const toBody = conjugate(unitOrientation(orientation));
    return [
      name,
      {
        before: rotate(toBody, before.angularVelocity),
        after: rotate(toBody, after.angularVelocity),
        change: norm(subtract(after.angularVelocity, before.angularVelocity)),
      },
    ];
  });
  return Object.fromEntries(found);
}
