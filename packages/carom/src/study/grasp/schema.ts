/**
 * The study file of kind `grasp`: a hand of fingers of any form takes a soft body from a table, carries it and puts it down.
 *
 *     { "carom": 1, "kind": "grasp", "title": ..., "mesh": { ... }, "material": { "youngModulus": ..., "poissonRatio": ..., "law": ... },
 *       "weight": ..., "table": { "friction": ... },
 *       "fingers": [ { "shape": { "type": "pad", ... }, "at": [ ... ], "direction": [ ... ], "friction": ... }, ... ],
 *       "close": { "push": ... }, "carry": [ { "turn": { ... } }, { "acceleration": [ ... ] } ], "putDown": true, "search": { ... } }
 */
import { z } from "zod";
import { count, fields, finite, notOfType, oneOf, positive, vector } from "../format/fields.js";
import { foot, headOf } from "../format/head.js";
import { elasticLaw, softMaterialFields, softMeshSchema, softModelFields } from "../format/soft-mesh.js";

const notNegative = finite.min(0, "is negative");
const flag = z.boolean("is neither true nor false");
const rounding = positive.describe("of all edges, m, > 0 and at most half the least side");
const padSize = vector.describe("thickness along the way in which it closes, width, height, m");

const shape = z
  .discriminatedUnion(
    "type",
    [
      fields({ type: z.literal("ball"), radius: positive.describe("m, > 0") }),
      fields({ type: z.literal("pad"), size: padSize, rounding }).describe("flat, with rounded edges"),
      fields({
        type: z.literal("cylinder"),
        radius: positive.describe("m, > 0"),
        length: positive.describe("between the centres of its round ends, m, > 0"),
      }).describe("upright"),
      fields({
        type: z.literal("groove"),
        angle: finite.gt(0, "is not between 0 and pi").lt(Math.PI, "is not between 0 and pi").describe("between its sides, rad"),
        size: padSize.describe("of each side: thickness, width from the edge outward, height, m"),
        rounding,
      }).describe("two pads that open towards the body, with an upright edge"),
    ],
    notOfType("a finger", ["ball", "pad", "cylinder", "groove"]),
  )
  .describe("form of a finger");

const finger = fields({
  shape,
  at: vector.describe("a point on the line along which it closes, m"),
  direction: vector.describe("in which it closes, any length"),
  up: z.exactOptional(vector.describe("what is up for the finger; default: z, or x where it closes along z")),
  roll: z.exactOptional(finite.describe("turn about the way in which it closes, rad; default: 0")),
  tilt: z.exactOptional(finite.describe("turn about its own level axis, rad: a pad that is not square to its way; default: 0")),
  friction: notNegative.describe("0 to 1000"),
  stiffness: z.exactOptional(positive.describe("of the finger along its direction, N/m; default: rigid")),
});

const close = fields({
  distance: z.exactOptional(positive.describe("by which every finger goes from where it touches, m; or `push`")),
  push: z.exactOptional(positive.describe("mean push of the fingers along their directions, N, kept up afterwards; or `distance`")),
  untilLiftable: z.exactOptional(flag.describe("with `distance`: only as far as it takes to lift the body; default: false")),
  steps: z.exactOptional(count.max(1000, "is above 1000").describe("default: 10")),
});

const grid = (of: string) => fields({ from: finite.describe(of), to: finite.describe(of), count: count.max(100, "is above 100") });

export const graspStudySchema = fields({
  ...headOf("grasp"),
  mesh: softMeshSchema.describe("the body without gravity, standing on the table z = 0: tetrahedra; what is generated stands there"),
  ...softModelFields,
  material: fields({
    ...softMaterialFields,
    law: elasticLaw,
    density: z.exactOptional(notNegative.describe("kg/m^3, > 0; or `weight`")),
  }).describe("the same everywhere, isotropic"),
  weight: z.exactOptional(positive.describe("N, > 0; or the density of the material")),
  gravity: z.exactOptional(positive.describe("along -z, m/s^2; default: 9.81")),
  table: fields({ friction: notNegative.describe("0 to 1000") }),
  fingers: z.array(finger, "is not a list of fingers").min(2, "are fewer than 2").max(20, "are more than 20").describe("of one hand"),
  close: close.describe("how far the hand closes"),
  lift: z.exactOptional(flag.describe("whether the body is lifted then; default: true")),
  carry: z.exactOptional(
    z
      .array(
        fields({
          turn: z.exactOptional(
            fields({ axis: vector.describe("in the world"), angle: finite.describe("rad, added to what the hand was turned before") }),
          ),
          acceleration: z.exactOptional(vector.describe("of the hand in the world at the end of this part, m/s^2; default: none")),
        }),
        "is not a list",
      )
      .max(100, "are more than 100")
      .describe("parts of the way of the hand, one after the other, so slow that the body follows"),
  ),
  putDown: z.exactOptional(flag.describe("whether the body is put down and the hand opened; default: false")),
  strainLimit: z.exactOptional(positive.describe("strain in 99 % of the volume at which the grasp ends; default: 0.5")),
  search: z.exactOptional(
    fields({
      goal: oneOf(["work", "strain", "margin"]).describe("least work until the grip, least strain, or most friction left"),
      heights: grid("by which the hand is set higher, m"),
      turns: grid("by which it is turned about the vertical through the middle of the body, rad"),
      improve: z.exactOptional(
        z.int("is not a whole number").min(0, "is negative").max(10, "is above 10").describe("halvings; default: 2"),
      ),
      poseError: z.exactOptional(
        fields({ height: notNegative.describe("m"), turn: notNegative.describe("rad") }).describe("that every place must bear"),
      ),
    }).describe("looks for the best place of the hand first, and grasps there"),
  ),
  ...foot,
}).check(({ value, issues }) => {
  const complain = (path: (string | number)[], input: unknown, message: string) => issues.push({ code: "custom", path, input, message });
  const { weight, material, close: closing, lift, carry, putDown } = value;
  if (weight === undefined && material.density === undefined)
    complain(["weight"], weight, "is given (it is required, or a density of the material)");
  if (weight !== undefined && material.density !== undefined)
    complain(["weight"], weight, "is given besides a density: a body has one of the two");
  if ((closing.push === undefined) === (closing.distance === undefined))
    complain(["close", "push"], closing.push, "is given (it is required, or distance, and not both)");
  if (closing.untilLiftable !== undefined && closing.distance === undefined)
    complain(["close", "untilLiftable"], closing.untilLiftable, "is of no use without a distance");
  if (lift === false && (carry !== undefined || putDown === true)) complain(["lift"], lift, "is false, but the body is to be carried");
});

/** A study of kind `grasp`. */
export type GraspStudy = z.infer<typeof graspStudySchema>;
