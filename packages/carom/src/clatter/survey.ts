/**
 * The same fall from every angle: how the angles and impulses of a rod's first three impacts, and the first impulse of a plate, change with
 * the angle at which it strikes.
 *
 * Impulses are over mass times speed. A curve ends where its impact ceases to exist; that angle is found by halving, for the curve is steep
 * there (the impulse falls like a root).
 *
 * Source: 003 figures 2.4 to 2.7 and 4.3 to 4.5, which this draws anew.
 */
import { InvalidInputError } from "../errors.js";
import { dampingFromRestitution } from "../mechanics/damping.js";
import type { YieldingFloor } from "./floor.js";
import { pressPlate } from "./floor-run.js";
import { followPlate, type PlateFall } from "./plate-sequence.js";
import { printedThirdImpulse } from "./rod-impact.js";
import { followRod, type RodFall } from "./rod-sequence.js";
import { tangentOf } from "./tangential.js";

/** The impacts of a rod at one angle of a survey. */
export interface SurveyedRod {
  /** Of the first impact, rad. */
  readonly angle: number;
  /** Of the impacts that follow, rad: none, one or two. */
  readonly angles: readonly number[];
  /** Of the first impact and those that follow, over mass and speed. */
  readonly impulses: readonly number[];
  /** Which ends strike, in order, such as `ABA`. */
  readonly ends: string;
  /** The last or the first row of an impact that ceases or begins to exist there. */
  readonly isLimit?: true;
  /** The third as the source's tables have it for a uniform rod. */
  readonly printedThirdImpulse?: number;
}

/** Angles looked at, evenly spread over a right angle. */
const COUNT = 180;
const HALVINGS = 40;

/** In the order of the first angle. */
export function surveyRod(fall: Omit<RodFall, "angle" | "maximumImpacts" | "maximumTime">): SurveyedRod[] {
  const { mass = 1, impactSpeed } = fall;
  if (!(impactSpeed > 0)) throw new InvalidInputError("impactSpeed", impactSpeed, "is not positive");
  const look = (angle: number): SurveyedRod => {
    const { impacts } = followRod({ ...fall, angle, maximumImpacts: 3 });
    const angles = impacts.slice(1).map((impact) => impact.angle);
    return {
      angle,
      angles,
      ends: impacts.map(({ end }) => end).join(""),
      impulses: impacts.map(({ impulse }) => impulse / (mass * impactSpeed)),
      ...(angles.length < 2 || tangentOf(fall) !== undefined || fall.exponents !== undefined
        ? {}
        : { printedThirdImpulse: printedThirdImpulse(fall.restitution, angle, angles[0], angles[1]) }),
    };
  };
  const rows = Array.from({ length: COUNT }, (_, i) => look(((i + 0.5) * 0.5 * Math.PI) / COUNT));
  return rows.flatMap((row, i) => {
    const next = rows[i + 1];
    if (next === undefined || next.angles.length === row.angles.length) return [row];
    return [row, ...edge(look, row, next)];
  });
}

/** The last and the first of two neighbours between which an impact begins or ceases to exist. */
function edge(look: (angle: number) => SurveyedRod, from: SurveyedRod, to: SurveyedRod): SurveyedRod[] {
  let [low, high] = [from, to];
  for (let n = 0; n < HALVINGS; n++) {
    const middle = look(0.5 * (low.angle + high.angle));
    if (middle.angles.length === low.angles.length) low = middle;
    else high = middle;
  }
  return [
    { ...low, isLimit: true },
    { ...high, isLimit: true },
  ];
}

/** The impacts of a plate at one tilt and roll of a survey. */
export interface SurveyedPlate {
  /** rad. */
  readonly tilt: number;
  /** First impulse over mass and speed. */
  readonly impulse: number;
}

/** Plates over a grid of tilts and rolls. */
export interface PlateSurvey {
  /** Of impacts. */
  readonly impacts: readonly SurveyedPlate[];
  /** Of contacts with a floor that yields, where one is given. */
  readonly pressed: readonly SurveyedPlate[];
}

const DEGREE = Math.PI / 180;
const MOST_TILT = 80;
const PRESSED_EVERY = 5;

/** Tilts up to 80 degrees, as the source has them. Damping of the floor: what gives the restitution, unless it has one of its own. */
export function surveyPlate(
  fall: Omit<PlateFall, "tilt" | "angularVelocity" | "maximumImpacts" | "maximumTime">,
  floor?: YieldingFloor & { readonly steps?: number },
): PlateSurvey {
  const { mass = 1, length = 1, width, thickness = 0, roll, impactSpeed, restitution } = fall;
  const unit = mass * impactSpeed;
  const impacts = Array.from({ length: MOST_TILT + 1 }, (_, i) => {
    const tilt = Math.max(i, 0.01) * DEGREE;
    return { tilt, impulse: followPlate({ ...fall, tilt, maximumImpacts: 1 }).impacts[0].impulse / unit };
  });
  if (floor === undefined) return { impacts, pressed: [] };
  const { steps, ...yielding } = floor;
  const damping = floor.damping ?? (dampingFromRestitution(restitution) * floor.stiffness) / impactSpeed;
  const pressed = Array.from({ length: MOST_TILT / PRESSED_EVERY }, (_, i) => {
    const tilt = (i + 1) * PRESSED_EVERY * DEGREE;
    const box = { mass, length, width, thickness, roll, tilt, impactSpeed, floor: { ...yielding, damping } };
    return { tilt, impulse: pressPlate({ ...box, ...(steps === undefined ? {} : { steps }) }).impulse[2] / unit };
  });
  return { impacts, pressed };
}
