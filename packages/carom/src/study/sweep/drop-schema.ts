/**
 * The drop test as a ready form of a sweep: a body, a height, orientations, a floor.
 *
 *     { "carom": 1, "kind": "sweep", "title": ..., "drop": { "body": { "shape": ..., "mass": ... }, "height": 1,
 *       "floor": { "friction": 0.3, "restitution": 0.4, "contactLaw": ... }, "points": { "camera": [x, y, z] } }, "runs": 256 }
 *
 * or, instead of `body`, links of a mechanism by name, one of them with a free joint:
 *
 *     "bodies": { "case": { "joint": { "type": "free" }, "shape": ... }, "lid": { "joint": ... } }, "materials": { "lid": ... }
 */
import { z } from "zod";
import { bodyName, material } from "../format/contact.js";
import { contactLawField } from "../format/contact-law.js";
import { count, fields, line, positive, quaternion, vector } from "../format/fields.js";
import { foot, headOf } from "../format/head.js";
import { density, inertia, shape } from "../format/shape.js";
import { gear, link } from "../simulation/link-schema.js";
import { limitsField, seedField } from "./schema.js";

const { name: _name, ...floorMaterial } = material;
const floorContact = fields({ ...floorMaterial, contactLaw: z.exactOptional(contactLawField) });

export const dropStudySchema = fields({
  ...headOf("sweep"),
  drop: fields({
    body: z.exactOptional(
      fields({
        shape,
        mass: z.exactOptional(positive.describe("kg, > 0")),
        density: z.exactOptional(density.describe("kg/m^3, > 0, instead of `mass`")),
        inertia: z.exactOptional(inertia.describe("instead of what the shape would have; about the centre of mass in shape axes, kg m^2")),
      }).describe("what falls: one rigid body"),
    ),
    bodies: z.exactOptional(
      z
        .record(bodyName, link, "is not an object of links by name")
        .describe("what falls: a mechanism, links as in simulations; one of them has a free joint; links do not touch each other"),
    ),
    gears: z.exactOptional(z.array(gear, "is not a list of gears").describe("joints of the mechanism that move in proportion")),
    materials: z.exactOptional(
      z
        .record(bodyName, floorContact, "is not an object of materials by link")
        .describe("of links whose contact with the floor is another than `floor`"),
    ),
    height: z
      .union([positive, z.array(positive, "is not a list of heights").min(1, "is empty")], "is neither a height nor a list of heights")
      .describe(
        "of the origin of the shape, or of the link with the free joint, over the floor where it is let go, m, > 0; " +
          "a list: each equally often",
      ),
    orientations: z.exactOptional(
      fields({
        about: quaternion.describe("what points down there points down here to `within`, with any turn about the vertical"),
        within: positive.max(Math.PI, "is more than half a turn").describe("half-angle, rad"),
      }).describe("default: all rotations, equally likely"),
    ),
    floor: floorContact.describe("with a contactLaw there are forces"),
    points: z.exactOptional(
      z
        .record(line, vector, "is not an object of points by name")
        .describe("where accelerations are wanted, of one rigid body, shape axes, m; needs a contactLaw"),
    ),
    impacts: z.exactOptional(
      count
        .max(10, "is above 10")
        .describe("how many impacts are told; default: 3; what comes later than 40 ms after the fall is not computed"),
    ),
    gravity: z.exactOptional(positive.describe("m/s^2; default: 9.81")),
  })
    .check(({ value, issues }) => {
      const complain = (path: readonly string[], message: string) =>
        issues.push({ code: "custom", path: [...path], input: value[path[0] as keyof typeof value], message });
      const { body, bodies, materials = {}, points } = value;
      if ((body === undefined) === (bodies === undefined)) {
        complain(["body"], body === undefined ? "or bodies is needed: what falls" : "is given besides bodies; one of the two falls");
        return;
      }
      if (bodies === undefined) {
        if (value.gears !== undefined) complain(["gears"], "is of joints, and one body falls");
        if (value.materials !== undefined) complain(["materials"], "is of links, and one body falls: its material is that of floor");
        return;
      }
      const free = Object.values(bodies).filter(({ joint }) => joint.type === "free");
      if (free.length !== 1) complain(["bodies"], `has ${free.length} links with a free joint, and one is let go`);
      if (Object.hasOwn(bodies, "floor")) complain(["bodies", "floor"], "is the name of the floor");
      if (points !== undefined) complain(["points"], "is of one rigid body; accelerations of links are not computed");
      for (const name of Object.keys(materials))
        if (bodies[name]?.shape === undefined) complain(["materials", name], "is no link with a shape");
    })
    .describe("a drop test"),
  runs: count.describe("drops; powers of two are best"),
  seed: seedField,
  limits: limitsField,
  ...foot,
});

/** A drop test. */
export type DropStudy = z.infer<typeof dropStudySchema>;
