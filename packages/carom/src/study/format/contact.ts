/** What studies of several kinds say of a contact and of a body that touches. */
import { z } from "zod";
import { fields, finite, line, positive } from "./fields.js";

const coefficient = finite.min(0, "is not between 0 and 1").max(1, "is not between 0 and 1");

const table = fields({
  speed: z
    .array(finite.min(0, "is negative"), "is not a list of speeds")
    .min(1, "is empty")
    .describe("of approach, m/s, rising; between two of them by a straight line, beyond the ends as there"),
  value: z.array(coefficient, "is not a list of numbers").min(1, "is empty").describe("restitution at each speed, 0 to 1"),
});

const power = fields({
  speed: positive.describe("of approach, m/s, at which restitution is `value`"),
  value: coefficient.describe("0 to 1"),
  exponent: finite.describe("of the speed: e = value (v / speed)^exponent, at most 1; -0.25 where metals yield"),
});

export const material = {
  friction: finite.min(0, "is negative").describe("kinetic friction coefficient, >= 0"),
  restitution: z
    .union([coefficient, table, power], "is neither a number, nor a table of speed and value, nor a power with speed, value and exponent")
    .describe(
      "coefficient of restitution, 0 to 1, what it is a ratio of depends on the law; or how it depends on the normal speed of approach",
    ),
  staticFriction: z.exactOptional(
    finite
      .min(0, "is negative")
      .describe(
        "friction coefficient at rest, >= friction; acts only on slip that stops exactly, which in space a slip that turns seldom does: " +
          "where it passes rest closely the answer jumps; default: the same",
      ),
  ),
  stiffnessRatio: z.exactOptional(positive.describe("normal over tangential stiffness, > 0; absent: tangentially rigid")),
  stiffness: z.exactOptional(positive.describe("of this contact relative to the others of the same impact, > 0")),
  exponent: z.exactOptional(finite.min(1, "is below 1").describe("of the contact's force law, >= 1")),
  weight: z.exactOptional(
    positive.describe(
      "area or length that this contact stands for among several of one patch or edge, > 0; only ratios matter; default: 1",
    ),
  ),
  name: z.exactOptional(line.describe("what reports call this contact")),
};

export const bodyName = line.max(100, "is not a name: it has more than 100 characters");
