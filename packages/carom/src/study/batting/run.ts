import { impulseCones } from "../../batting/cones.js";
import { createDeparture, flightPath, solutionCurve } from "../../batting/flight.js";
import type { HitLimits } from "../../batting/limits.js";
import { closedFormPlans, hitFamily, type PlannedHit, planHit } from "../../batting/plan.js";
import { naturalTime } from "../../batting/reach.js";
import { hitSensitivity } from "../../batting/sensitivity.js";
import type { RoundSurface } from "../../batting/surfaces.js";
import { type Bat, type BatContact, type FlyingObject, type Hit, type HitTask, readHit } from "../../batting/task.js";
import { boundingTriangles, type TriangleUpdate } from "../../batting/triangle.js";
import { turnToClosedForm } from "../../batting/turn.js";
import { InvalidInputError } from "../../errors.js";
import { exp, log } from "../../math/elementary.js";
import { rotate } from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { fromFrame, toFrame } from "../../mechanics/contact-frame.js";
import { unitOrientation } from "../../mechanics/rigid-body.js";
import { bodyFromShape } from "../../mechanics/shapes/index.js";
import { checkSignal, type RunOptions } from "../format/kind.js";
import type { BattingResult, BattingTurn, CurvePoint, TriangleRun } from "./result.js";
import type { BattingStudy } from "./schema.js";

const PATH_POINTS = 61;
const FAMILY = 12;
const CURVE_POINTS = 121;
const CURVE_POINTS_WITH_DRAG = 41;

/** Throws InvalidInputError where running the study would, without planning anything. */
export function checkBatting(study: BattingStudy): Hit {
  return readHit(taskOf(study));
}

/** Plans the hit of a study. */
export function runBatting(study: BattingStudy, { signal }: RunOptions = {}): BattingResult {
  checkSignal(signal);
  const hit = checkBatting(study);
  const { title, objective, errors } = study;
  const limits: HitLimits = study.limits ?? {};
  const plan = planHit(hit, { ...(objective === undefined ? {} : { objective }), limits });
  const planned = plan.status === "solved" ? plan.hit : undefined;
  const { frame, task } = hit;
  const world = (vector: Vec3) => fromFrame(frame, vector);
  return {
    carom: 1,
    kind: "batting",
    title,
    start: task.object.position,
    contactPoint: task.contact.point,
    target: task.target,
    gravity: hit.gravity,
    drag: hit.drag,
    friction: task.contact.friction,
    frame,
    mobility: hit.problem.mobility,
    plan,
    closedForm: closedFormPlans(hit, limits),
    family: plan.reachable.length === 0 || hit.contact.friction === 0 ? [] : hitFamily(hit, FAMILY),
    ...(planned === undefined
      ? {}
      : {
          path: flightPath(hit, toFrame(frame, planned.departure), planned.flightTime, PATH_POINTS).map((place) =>
            vec3.add(task.object.position, world(place)),
          ),
          sensitivity: hitSensitivity(hit, planned, errors),
        }),
    cones: impulseCones(hit.contact).map(({ angle, kind, slide, afterStop }) => ({
      angle,
      kind,
      slide: world(slide),
      afterStop: world(afterStop),
    })),
    curve: curveOf(hit, planned),
    ...(study.closedFormTurn === undefined ? {} : { closedFormTurn: turnOf(hit, study.closedFormTurn) }),
    ...(study.triangles === undefined
      ? {}
      : { triangles: { centroid: triangleRun(hit, study, "centroid"), midpoint: triangleRun(hit, study, "midpoint") } }),
  };
}

function turnOf(hit: Hit, options: NonNullable<BattingStudy["closedFormTurn"]>): BattingTurn | "none" {
  const turn = turnToClosedForm(hit, options);
  if (turn === undefined) return "none";
  const { angle, axis, hit: turned } = turn;
  const [slowest] = closedFormPlans(turned);
  return slowest === undefined ? "none" : { angle, axis, normal: turned.frame.normal, hit: slowest };
}

/** From a tenth of the planned flight time to ten times that; with drag, where extremes take any speed, from a third to three times. */
function curveOf(hit: Hit, planned: PlannedHit | undefined): CurvePoint[] {
  const curve = solutionCurve(hit);
  const departure = createDeparture();
  const [widest, points] = hit.drag > 0 ? [3, CURVE_POINTS_WITH_DRAG] : [10, CURVE_POINTS];
  const middle = log(planned?.flightTime ?? naturalTime(hit));
  return Array.from({ length: points }, (_, i) => exp(middle + log(widest) * ((2 * i) / (points - 1) - 1))).flatMap((flightTime) =>
    curve(flightTime, departure) ? [{ flightTime, impulse: vec3.copy(departure.impulse) }] : [],
  );
}

function triangleRun(hit: Hit, { triangles = {} }: BattingStudy, update: TriangleUpdate): TriangleRun {
  const { guesses, tolerance, seed } = triangles;
  const start = guesses?.map((velocity) => toFrame(hit.frame, velocity));
  const run = boundingTriangles(hit, {
    update,
    ...(start === undefined ? {} : { guesses: [start[0], start[1], start[2]] as const }),
    ...(tolerance === undefined ? {} : { tolerance }),
    ...(seed === undefined ? {} : { seed }),
  });
  return {
    status: run.status,
    rounds: run.triangles.length,
    replacements: run.replacements,
    ...(run.miss === undefined ? {} : { miss: run.miss }),
    ...(run.last === undefined ? {} : { contactVelocity: fromFrame(hit.frame, run.last.velocity) }),
    triangles: run.triangles.map((corners) => corners.map(({ crossing }) => crossing)),
  };
}

function taskOf(study: BattingStudy): HitTask {
  const { target, gravity, drag, mobility } = study;
  return {
    object: objectOf(study.object),
    ...(study.bat === undefined ? {} : { bat: batOf(study.bat) }),
    contact: contactOf(study),
    target,
    ...(gravity === undefined ? {} : { gravity }),
    ...(drag === undefined ? {} : { drag }),
    ...(mobility === undefined ? {} : { mobility }),
  };
}

/** With the curvature of both surfaces, where both have shapes whose curvature is known. */
function contactOf({ contact, object, bat }: BattingStudy): BatContact {
  const [ofObject, ofBat] = [surfaceOf(object, contact.normal), bat === undefined ? undefined : surfaceOf(bat, contact.normal)];
  return ofObject === undefined || ofBat === undefined ? contact : { ...contact, surfaces: { object: ofObject, bat: ofBat } };
}

/** Normals less than this from across the axis (sine) meet the side of a cylinder or capsule. */
const SIDE = 0.1;

function surfaceOf({ shape, orientation }: Pick<BattingStudy["object"], "shape" | "orientation">, normal: Vec3): RoundSurface | undefined {
  if (shape === undefined) return undefined;
  if (shape.type === "sphere") return { radius: shape.radius };
  if (shape.type === "box") return {};
  if (shape.type !== "cylinder" && shape.type !== "capsule") return undefined;
  const axis = rotate(unitOrientation(orientation), [0, 0, 1]);
  if (Math.abs(vec3.dot(axis, vec3.normalize(normal) ?? vec3.ZERO)) < SIDE) return { radius: shape.radius, axis };
  return shape.type === "cylinder" ? {} : { radius: shape.radius };
}

function objectOf({ shape, density, mass, inertia, ...placement }: BattingStudy["object"]): FlyingObject {
  if (shape !== undefined)
    return bodyFromShape(
      shape,
      { ...placement, ...(mass === undefined ? {} : { mass }), ...(density === undefined ? {} : { density }) },
      "object.shape",
    );
  if (mass === undefined) throw new InvalidInputError("object.mass", undefined, "is given (it is required)");
  return { ...placement, mass, ...(inertia === undefined ? {} : { inertia }) };
}

function batOf({ shape, density, mass, inertia, ...placement }: NonNullable<BattingStudy["bat"]>): Bat {
  if (shape === undefined) return { ...placement, ...(mass === undefined ? {} : { mass }), ...(inertia === undefined ? {} : { inertia }) };
  const body = bodyFromShape(
    shape,
    { ...placement, ...(mass === undefined ? {} : { mass }), ...(density === undefined ? {} : { density }) },
    "bat.shape",
  );
  const { velocity: _velocity, angularVelocity: _spin, ...still } = body;
  return still;
}
