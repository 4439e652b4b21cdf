import type { HitPlan, PlannedHit } from "../../batting/plan.js";
import type { HitSensitivity } from "../../batting/sensitivity.js";
import type { Vec3 } from "../../math/vec3.js";

/** What hits can do whose slip starts along an invariant direction. World axes. */
export interface BattingCone {
  /** Angle of the slip from tangent 1, rad. */
  readonly angle: number;
  /** Whether slip along its direction slows down or speeds up. */
  readonly kind: "centripetal" | "centrifugal";
  /** Impulse per normal impulse while it slides, and once slip has stopped. */
  readonly slide: Vec3;
  /** Impulse per normal impulse once slip has stopped. */
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
  /** How it ended. */
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

/** A turn of the bat about the contact after which there is a hit in closed form. */
export interface BattingTurn {
  /** The least found, rad; 0 where there is one as it is. */
  readonly angle: number;
  /** Unit vector, world axes. */
  readonly axis: Vec3;
  /** Of the turned bat, into the object, world axes. */
  readonly normal: Vec3;
  /** The slowest hit in closed form then. */
  readonly hit: PlannedHit;
}

/** What running a study of kind `batting` returns. */
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
  /** Of the contact. */
  readonly friction: number;
  /** Axes of the contact, world axes. */
  readonly frame: { readonly tangent1: Vec3; readonly tangent2: Vec3; readonly normal: Vec3 };
  /** In contact axes, 1/kg. */
  readonly mobility: readonly (readonly number[])[];
  /** The hit, or why there is none. */
  readonly plan: HitPlan;
  /** Every hit in closed form, slowest first. */
  readonly closedForm: readonly PlannedHit[];
  /** Hits spread over the flight times that can be had, by flight time. */
  readonly family: readonly PlannedHit[];
  /** Positions of the planned flight, m, world axes, in equal times. */
  readonly path?: readonly Vec3[];
  /** How far the plan may miss. */
  readonly sensitivity?: HitSensitivity;
  /** One for each direction of slip that friction does not turn. */
  readonly cones: readonly BattingCone[];
  /** By flight time. */
  readonly curve: readonly CurvePoint[];
  /** Where the study asks for it: the least turn that makes a closed form, or `none` of those looked at. */
  readonly closedFormTurn?: BattingTurn | "none";
  /** Where the study asks for them. */
  readonly triangles?: { readonly centroid: TriangleRun; readonly midpoint: TriangleRun };
}
