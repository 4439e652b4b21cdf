/**
 * The drop test as a ready form of a sweep: a body, a height, orientations, a floor.
 *
 *     { "carom": 1, "kind": "sweep", "title": ..., "drop": { "body": { "shape": ..., "mass": ... }, "height": 1,
 *       "floor": { "friction": 0.3, "restitution": 0.4, "contactLaw": ... }, "points": { "camera": [x, y, z] } }, "runs": 256 }
 */
import { z } from "zod";
import { material } from "../format/contact.js";
import { contactLawField } from "../format/contact-law.js";
import { count, fields, line, positive, quaternion, vector } from "../format/fields.js";
import { foot, headOf } from "../format/head.js";
import { density, inertia, shape } from "../format/shape.js";
import { limitsField, seedField } from "./schema.js";

const { name: _name, ...floorMaterial } = material;

export const dropStudySchema = fields({
  ...headOf("sweep"),
  drop: fields({
    body: fields({
      shape,
      mass: z.exactOptional(positive.describe("kg, > 0")),
      density: z.exactOptional(density.describe("kg/m^3, > 0, instead of `mass`")),
      inertia: z.exactOptional(inertia.describe("instead of what the shape would have; about the centre of mass in shape axes, kg m^2")),
    }).describe("what falls"),
    height: positive.describe("of the shape's origin over the floor where it is let go, m, > 0"),
    orientations: z.exactOptional(
      fields({
        about: quaternion.describe("what points down there points down here to `within`, with any turn about the vertical"),
        within: positive.max(Math.PI, "is more than half a turn").describe("half-angle, rad"),
      }).describe("default: all rotations, equally likely"),
    ),
    floor: fields({ ...floorMaterial, contactLaw: z.exactOptional(contactLawField) }).describe("with a contactLaw there are forces"),
    points: z.exactOptional(
      z
        .record(line, vector, "is not an object of points by name")
        .describe("where accelerations are wanted, shape axes, m; needs a contactLaw"),
    ),
    impacts: z.exactOptional(
      count
        .max(10, "is above 10")
        .describe("how many impacts are told; default: 3; what comes later than 40 ms after the fall is not computed"),
    ),
    gravity: z.exactOptional(positive.describe("m/s^2; default: 9.81")),
  }).describe("a drop test"),
  runs: count.describe("drops; powers of two are best"),
  seed: seedField,
  limits: limitsField,
  ...foot,
});

/** A drop test. */
export type DropStudy = z.infer<typeof dropStudySchema>;
