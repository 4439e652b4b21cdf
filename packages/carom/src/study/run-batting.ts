/**
 * Running a study of kind `batting`, and the quantities of its source.
 */
import { closedFormHits, publishedApproach } from "../batting/closed-form.js";
import { impulseCones } from "../batting/cones.js";
import { createDeparture, flightPath, solutionCurve } from "../batting/flight.js";
import type { HitLimits } from "../batting/limits.js";
import { closedFormPlans, type HitPlan, hitFamily, type PlannedHit, planHit } from "../batting/plan.js";
import { naturalTime } from "../batting/reach.js";
import { type HitSensitivity, hitSensitivity } from "../batting/sensitivity.js";
import { type Bat, type FlyingObject, type Hit, type HitTask, readHit } from "../batting/task.js";
import { boundingTriangles, crossingOf, projectionPlane, type TriangleUpdate } from "../batting/triangle.js";
import { checkForward } from "../batting/verify.js";
import { InvalidInputError } from "../errors.js";
import { exp, log } from "../math/elementary.js";
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { fromFrame, toFrame } from "../mechanics/contact-frame.js";
import { principalInertia, type RigidBody } from "../mechanics/rigid-body.js";
import { bodyFromShape } from "../mechanics/shapes/index.js";
import type { BattingStudy } from "./batting-schema.js";

/** What hits can do whose slip starts along an invariant direction. World axes. */
export interface BattingCone {
  /** Angle of the slip from tangent 1, rad. */
  readonly angle: number;
  readonly kind: "centripetal" | "centrifugal";
  /** Impulse per normal impulse while it slides, and once slip has stopped. */
  readonly slide: Vec3;
  readonly afterStop: Vec3;
}

/** A point of the solution curve. */
export interface CurvePoint {
  /** s. */
  readonly flightTime: number;
  /** Impulse that sends the object to the target in this time, N s, along tangent 1, tangent 2 and normal. */
  readonly impulse: Vec3;
}

/** The source's iteration. */
export interface TriangleRun {
  readonly status: "solved" | "no bounding triangle" | "target lost" | "too many rounds";
  /** Velocities tried once the target was bounded. */
  readonly rounds: number;
  /** Corners turned over before. */
  readonly replacements: number;
  /** Distance of the last crossing from the target in the projection plane, m. */
  readonly miss?: number;
  /** m/s, world axes. */
  readonly contactVelocity?: Vec3;
  /** Where the corners of each triangle cross the projection plane, m from the target: right and up. */
  readonly triangles: readonly (readonly (readonly [number, number])[])[];
}

export interface BattingResult {
  /** Format version. */
  readonly carom: 1;
  readonly kind: "batting";
  /** Of the study. */
  readonly title: string;
  /** Of the object's centre of mass at the hit, m, world axes. */
  readonly start: Vec3;
  /** Where bat and object touch, m, world axes. */
  readonly contactPoint: Vec3;
  /** m, world axes. */
  readonly target: Vec3;
  /** m/s^2. */
  readonly gravity: number;
  /** 1/m. */
  readonly drag: number;
  readonly friction: number;
  /** Axes of the contact, world axes. */
  readonly frame: { readonly tangent1: Vec3; readonly tangent2: Vec3; readonly normal: Vec3 };
  /** In contact axes, 1/kg. */
  readonly mobility: readonly (readonly number[])[];
  readonly plan: HitPlan;
  /** Every hit in closed form, slowest first. */
  readonly closedForm: readonly PlannedHit[];
  /** Hits spread over the flight times that can be had, by flight time. */
  readonly family: readonly PlannedHit[];
  /** Positions of the planned flight, m, world axes, in equal times. */
  readonly path?: readonly Vec3[];
  /** How far the plan may miss. */
  readonly sensitivity?: HitSensitivity;
  readonly cones: readonly BattingCone[];
  /** By flight time. */
  readonly curve: readonly CurvePoint[];
  /** Where the study asks for them. */
  readonly triangles?: { readonly centroid: TriangleRun; readonly midpoint: TriangleRun };
}

const PATH_POINTS = 61;
const FAMILY = 12;
const CURVE_POINTS = 121;
const CURVE_POINTS_WITH_DRAG = 41;

/** Throws InvalidInputError where running the study would, without planning anything. */
export function checkBatting(study: BattingStudy): Hit {
  return readHit(taskOf(study));
}

/** Plans the hit of a study. */
export function runBatting(study: BattingStudy): BattingResult {
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
    ...(study.triangles === undefined
      ? {}
      : { triangles: { centroid: triangleRun(hit, study, "centroid"), midpoint: triangleRun(hit, study, "midpoint") } }),
  };
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
  const { contact, target, gravity, drag, mobility } = study;
  return {
    object: objectOf(study.object),
    ...(study.bat === undefined ? {} : { bat: batOf(study.bat) }),
    contact,
    target,
    ...(gravity === undefined ? {} : { gravity }),
    ...(drag === undefined ? {} : { drag }),
    ...(mobility === undefined ? {} : { mobility }),
  };
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

/**
 * Quantities of a study by name: `sourceCurve` the solution curve in the source's form, I_y = lateral[0] + lateral[1] I_x and
 * I_z = (vertical[0] + vertical[1] I_x + vertical[2] I_x^2)/(I_x + m V_x); `sourceCase1a` the source's approach speed for the hit of case 1a and how far it misses;
 * `planeMiss["x, y, z"]` how far a contact velocity (world axes) misses in the projection plane; `objectMoments`, `batMoments` principal moments.
 */
export function battingQuantity(name: string, study: BattingStudy, key: string | number | undefined): unknown {
  if (!["sourceCurve", "sourceCase1a", "planeMiss", "objectMoments", "batMoments"].includes(name)) return undefined;
  const hit = checkBatting(study);
  if (name === "sourceCurve") return sourceCurve(hit);
  if (name === "sourceCase1a") return sourceCase1a(hit);
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

function momentsOf(body: FlyingObject | Bat | undefined): readonly number[] | undefined {
  if (body?.inertia === undefined || body.mass === undefined) return undefined;
  return [...principalInertia(body as RigidBody).moments].sort((a, b) => a - b);
}
