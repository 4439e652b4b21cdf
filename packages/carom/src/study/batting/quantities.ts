/**
 * What sources of `batting` print and its result does not hold.
 */
import { closedFormHits, publishedApproach } from "../../batting/closed-form.js";
import { impulseCones } from "../../batting/cones.js";
import { solutionCurve } from "../../batting/flight.js";
import { reachableTimes } from "../../batting/reach.js";
import { aimAt, type Bat, type FlyingObject, type Hit } from "../../batting/task.js";
import { crossingOf, projectionPlane } from "../../batting/triangle.js";
import { checkForward } from "../../batting/verify.js";
import { createRandom } from "../../math/random.js";
import * as vec3 from "../../math/vec3.js";
import { fromFrame, toFrame } from "../../mechanics/contact-frame.js";
import { principalInertia, type RigidBody } from "../../mechanics/rigid-body.js";
import { checkBatting } from "./run.js";
import type { BattingStudy } from "./schema.js";

/**
 * Quantities of a study by name: `sourceCurve` the solution curve in the source's form, I_y = lateral[0] + lateral[1] I_x and
 * I_z = (vertical[0] + vertical[1] I_x + vertical[2] I_x^2)/(I_x + m V_x); `sourceCase1a` the source's approach speed for the hit of case
 * 1a and how far it misses; `planeMiss["x, y, z"]` how far a contact velocity (world axes) misses in the projection plane; `objectMoments`,
 * `batMoments` principal moments; `targets["1000"]` so many random targets of the source's square, x = 5 and y, z from -4 to 4: which share
 * of them can be reached, and has a closed form.
 */
export function battingQuantity(name: string, study: BattingStudy, key: string | number | undefined): unknown {
  if (!["sourceCurve", "sourceCase1a", "planeMiss", "objectMoments", "batMoments", "targets"].includes(name)) return undefined;
  const hit = checkBatting(study);
  if (name === "sourceCurve") return sourceCurve(hit);
  if (name === "sourceCase1a") return sourceCase1a(hit);
  if (name === "targets") return { [String(key)]: targetShares(hit, Number(key)) };
  if (name === "planeMiss") return { [String(key)]: planeMiss(hit, String(key)) };
  return momentsOf(name === "objectMoments" ? hit.task.object : hit.task.bat);
}

function sourceCurve({ mass, frame, displacement, before, gravity }: Hit): {
  readonly lateral: readonly number[];
  readonly vertical: readonly number[];
} {
  const [x, y, z] = fromFrame(frame, displacement);
  const [u, v, w] = vec3.scale(fromFrame(frame, before), mass);
  return {
    lateral: [(y / x) * u - v, y / x],
    vertical: [(z / x) * u * u - w * u + 0.5 * x * gravity * mass * mass, 2 * (z / x) * u - w, z / x],
  };
}

function sourceCase1a(hit: Hit): { readonly approach: number; readonly right: number; readonly miss: number } | undefined {
  const found = closedFormHits(hit).find((candidate) => candidate.case === "1a");
  const cone = impulseCones(hit.contact).find(({ angle }) => angle === found?.angle);
  if (found === undefined || cone === undefined) return undefined;
  const approach = publishedApproach(hit.contact, cone, found.stopImpulse, found.restImpulse);
  const { miss } = checkForward(hit, [found.velocity[0], found.velocity[1], -approach], found.flightTime);
  return { approach, right: -found.velocity[2], miss };
}

function planeMiss(hit: Hit, key: string): number | undefined {
  const [x, y, z] = key.split(",").map(Number);
  const crossing = crossingOf(hit, projectionPlane(hit), toFrame(hit.frame, [x, y, z]));
  return crossing === undefined ? undefined : Math.sqrt(crossing[0] * crossing[0] + crossing[1] * crossing[1]);
}

function targetShares(hit: Hit, count: number): { readonly reachable: number; readonly closedForm: number } {
  const random = createRandom(1);
  let [reachable, closedForm] = [0, 0];
  for (let i = 0; i < count; i++) {
    const aimed = aimAt(hit, [5, -4 + 8 * random(), -4 + 8 * random()]);
    if (reachableTimes(aimed, solutionCurve(aimed)).length > 0) reachable++;
    if (closedFormHits(aimed).length > 0) closedForm++;
  }
  return { reachable: reachable / count, closedForm: closedForm / count };
}

function momentsOf(body: FlyingObject | Bat | undefined): readonly number[] | undefined {
  if (body?.inertia === undefined || body.mass === undefined) return undefined;
  return [...principalInertia(body as RigidBody).moments].sort((a, b) => a - b);
}
