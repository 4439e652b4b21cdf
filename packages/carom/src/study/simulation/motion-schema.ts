/** How planes and fixed bodies of a simulation are moved, in study files. */
import { z } from "zod";
import { count, fields, finite, notOfType, oneOf, positive, text, vector } from "../format/fields.js";

const rows = (what: string) => z.exactOptional(z.array(finite, "is not a list of numbers").describe(what));
const column = z.union([count, text], "is neither the number nor the name of a column");
const pointOnAxis = vector.describe("on the axis of a turn, m, world axes, as it is at t = 0; default: the origin");
const MOTION_TYPES = ["series", "sine", "steady"];

const one = z.discriminatedUnion(
  "type",
  [
    fields({
      type: z.literal("series"),
      direction: z.exactOptional(vector.describe("world axes, any length; one of `direction` and `axis`")),
      axis: z.exactOptional(vector.describe("turned about this, world axes, any length; the lists are then in rad, rad/s or rad/s^2")),
      point: z.exactOptional(pointOnAxis),
      times: z.exactOptional(
        z
          .array(finite, "is not a list of numbers")
          .describe("of the rows, s, ascending from 0 (accelerations also from later on); one of `times` and `step`"),
      ),
      step: z.exactOptional(positive.describe("between rows, s; the first is at 0")),
      accelerations: rows(
        "m/s^2 (about an axis rad/s^2), straight from row to row, none before the first and after the last, from rest; one of the three",
      ),
      velocities: rows("m/s or rad/s, straight from row to row"),
      displacements: rows("m or rad, by a natural cubic spline"),
      file: z.exactOptional(text.describe("a CSV beside the study, which the command reads in place of the lists")),
      quantity: z.exactOptional(
        oneOf(["accelerations", "velocities", "displacements"]).describe("what the file's column is; default: accelerations"),
      ),
      column: z.exactOptional(column.describe("of the file, by number from 1 or by name; default: 2, or 1 with `step`")),
      timeColumn: z.exactOptional(column.describe("of the file; default: 1; not read with `step`")),
      scale: z.exactOptional(finite.describe("that the column is multiplied by, such as 9.81 for one in g; default: 1")),
    }).check(({ value, issues }) => {
      if (value.file !== undefined)
        issues.push({
          code: "custom",
          path: ["file"],
          input: value.file,
          message: "is a file that was not read: the command reads it from beside the study; elsewhere give times and accelerations",
        });
    }),
    fields({
      type: z.literal("sine"),
      amplitude: z.exactOptional(vector.describe("m, world axes; one of `amplitude` and `angle`")),
      angle: z.exactOptional(vector.describe("rad, turned to and fro about an axis along it, world axes")),
      point: z.exactOptional(pointOnAxis),
      frequency: positive.describe("Hz, > 0"),
      phase: z.exactOptional(finite.describe("rad; default: 0, which begins at full speed; a quarter turn begins at rest")),
    }),
    fields({
      type: z.literal("steady"),
      velocity: z.exactOptional(vector.describe("m/s, world axes; one of `velocity` and `angularVelocity`")),
      angularVelocity: z.exactOptional(vector.describe("rad/s, world axes")),
      point: z.exactOptional(pointOnAxis),
    }),
  ],
  notOfType("a motion", MOTION_TYPES),
);

export const motion = z
  .union([one, z.array(one, "is not a list of motions")], "is neither a motion nor a list of motions")
  .describe("how it is moved, whatever the bodies do; turns are done one after the other, displacements added then; default: not at all");
