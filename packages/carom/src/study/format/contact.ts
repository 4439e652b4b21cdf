/** What studies of several kinds say of a contact and of a body that touches. */
import { z } from "zod";
import { finite, line, positive } from "./fields.js";

export const material = {
  friction: finite.min(0, "is negative").describe("kinetic friction coefficient, >= 0"),
  restitution: finite
    .min(0, "is not between 0 and 1")
    .max(1, "is not between 0 and 1")
    .describe("coefficient of restitution, 0 to 1; what it is a ratio of depends on the law"),
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
