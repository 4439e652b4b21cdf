/**
 * Links, loops and gears of a study of kind `simulation`: fields, types and ranges. What only the whole mechanism can tell (parents that
 * form no tree, loops that do not close) is checked by `systemFromScene`.
 */
import { z } from "zod";
import type { JointType } from "../../simulation/mechanism/links.js";
import type { LoopType } from "../../simulation/mechanism/scene-link.js";
import { fields, finite, oneOf, positive, quaternion, text, vector } from "../format/fields.js";
import { density, inertia, shape } from "../format/shape.js";

const notNegative = finite.min(0, "is negative");
const JOINT_TYPES = ["revolute", "prismatic", "spherical", "fixed", "free"] as const satisfies readonly JointType[];
const LOOP_TYPES = ["revolute", "prismatic", "spherical", "fixed"] as const satisfies readonly LoopType[];
const axis = z.exactOptional(vector.describe("of revolute and prismatic joints, joint axes, any length; default: [0, 0, 1]"));

const limits = fields({
  lower: z.exactOptional(finite.describe("rad or m; default: none")),
  upper: z.exactOptional(finite.describe("rad or m; default: none")),
  restitution: z.exactOptional(
    finite.min(0, "is not between 0 and 1").max(1, "is not between 0 and 1").describe("0 to 1, energetic; default: 0"),
  ),
});

const motor = z.union(
  [
    fields({ effort: finite.describe("torque or force all the time, N m or N") }),
    fields({
      times: z
        .array(finite, "is not a list of numbers")
        .min(1, "is empty")
        .describe("s, ascending; between two of them the effort goes straight"),
      efforts: z.array(finite, "is not a list of numbers").describe("one for each time, N m or N"),
    }),
  ],
  "is neither an effort nor times with efforts",
);

const motion = z.discriminatedUnion(
  "type",
  [
    fields({ type: z.literal("steady"), speed: finite.describe("rad/s or m/s") }),
    fields({
      type: z.literal("sine"),
      amplitude: finite.describe("rad or m"),
      frequency: positive.describe("Hz, > 0"),
      phase: z.exactOptional(finite.describe("rad; default: 0, which begins at full speed; a quarter turn begins at rest")),
    }),
    fields({
      type: z.literal("series"),
      times: z.exactOptional(z.array(finite, "is not a list of numbers").describe("s, ascending from 0; one of `times` and `step`")),
      step: z.exactOptional(positive.describe("between rows, s; the first is at 0")),
      positions: z.exactOptional(
        z.array(finite, "is not a list of numbers").describe("rad or m, by a natural cubic spline; what counts is the way from the first"),
      ),
      speeds: z.exactOptional(z.array(finite, "is not a list of numbers").describe("rad/s or m/s, straight from row to row")),
    }),
  ],
  "is not a motion: its type is not one of steady, sine, series",
);

const start = fields({
  position: z.exactOptional(
    z
      .union([finite, vector], "is neither a number nor a list of 3 numbers")
      .describe("rad or m; of free joints that of the link's origin, joint axes, m; default: 0, or as loops close"),
  ),
  near: z.exactOptional(finite.describe("instead of `position`: about where loops are to close, rad or m")),
  speed: z.exactOptional(finite.describe("rad/s or m/s; default: 0, or as loops close")),
  orientation: z.exactOptional(
    quaternion.describe("of spherical and free joints, unit quaternion [x, y, z, w], link to joint; default: not turned"),
  ),
  velocity: z.exactOptional(vector.describe("of free joints: of the link's origin, joint axes, m/s; default: at rest")),
  angularVelocity: z.exactOptional(vector.describe("of spherical and free joints, joint axes, rad/s; default: not turning")),
});

const joint = fields({
  type: oneOf(JOINT_TYPES),
  parent: z.exactOptional(text.describe('name of a link, of another body that moves, or "world"; default: "world"')),
  position: z.exactOptional(vector.describe("of the joint's frame, axes of the parent's frame, m; default: the parent's origin")),
  orientation: z.exactOptional(quaternion.describe("unit quaternion [x, y, z, w], joint to parent; default: not turned")),
  axis,
  limits: z.exactOptional(limits.describe("of revolute and prismatic joints: stops")),
  spring: z.exactOptional(
    fields({
      stiffness: positive.describe("N m/rad or N/m, > 0"),
      position: z.exactOptional(finite.describe("without force, rad or m; default: 0")),
    }).describe("of revolute and prismatic joints"),
  ),
  damping: z.exactOptional(notNegative.describe("against moving, N m s/rad or N s/m, >= 0; default: 0")),
  friction: z.exactOptional(
    fields({
      effort: positive.describe("N m or N, > 0"),
      creep: z.exactOptional(positive.describe("speed below which it falls off, rad/s or m/s, > 0; default: 0.01")),
    }).describe("of revolute and prismatic joints: against moving, as large however fast"),
  ),
  motor: z.exactOptional(motor.describe("of revolute and prismatic joints")),
  motion: z.exactOptional(motion.describe("of revolute and prismatic joints: how it is moved from where it starts, whatever acts on it")),
  start: z.exactOptional(start.describe("where the joint is at the beginning and how it moves")),
});

export const link = fields({
  joint: joint.describe("on what the link hangs and how it can move against it"),
  shape: z.exactOptional(shape.describe("what can touch; default: nothing")),
  position: z.exactOptional(vector.describe("of the shape's origin, link axes, m; default: the link's origin")),
  orientation: z.exactOptional(quaternion.describe("unit quaternion [x, y, z, w], shape to link; default: link axes")),
  mass: z.exactOptional(positive.describe("kg, > 0; default, without shape or with a fixed joint: none")),
  density: z.exactOptional(density.describe("kg/m^3, > 0, instead of `mass`")),
  centre: z.exactOptional(vector.describe("of mass, link axes, m; needs `inertia`; default: the shape's, or the link's origin")),
  inertia: z.exactOptional(
    inertia.describe(
      "instead of what the shape would have; about the centre of mass in link axes, kg m^2; needs `mass`; all zeros: a point",
    ),
  ),
  points: z.exactOptional(
    fields({
      grid: z.exactOptional(z.int("is not a whole number").min(2, "is below 2").max(100, "is above 100")),
      ring: z.exactOptional(z.int("is not a whole number").min(3, "is below 3").max(1000, "is above 1000")),
    }).describe("how flat faces are stood for by points"),
  ),
});

const frame = fields({
  position: z.exactOptional(vector.describe("link axes, m; default: the link's origin")),
  orientation: z.exactOptional(quaternion.describe("unit quaternion [x, y, z, w], frame to link; default: not turned")),
});

export const loop = fields({
  between: z.tuple([text, text], "does not name two ends").describe('names of bodies that move, or "world"'),
  type: oneOf(LOOP_TYPES),
  frames: z.exactOptional(z.tuple([frame, frame], "is not a list of two frames").describe("of the joint, in the two; default: their own")),
  axis: z.exactOptional(vector.describe("of revolute and prismatic joints, the same in both frames, any length; default: [0, 0, 1]")),
});

export const gear = fields({
  between: z.tuple([text, text], "does not name two links").describe("links whose joints move in proportion"),
  ratio: finite.describe("of the second over the first, rad or m per rad or m; negative: the other way round"),
  offset: z.exactOptional(finite.describe("of the second where the first is at zero, rad or m; default: as the joints start")),
});
