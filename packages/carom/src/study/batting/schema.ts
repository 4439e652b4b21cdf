/**
 * The study file of kind `batting`: the hit that sends a flying object through a target.
 *
 *     { "carom": 1, "kind": "batting", "title": ..., "object": { ... }, "bat": { ... }, "contact": { ... }, "target": [x, y, z],
 *       "objective": ..., "limits": { ... }, "errors": { ... }, "triangles": { ... }, "published": [ ... ] }
 */
import { z } from "zod";
import { OBJECTIVES } from "../../batting/plan.js";
import { fields, finite, oneOf, positive, quaternion, vector } from "../format/fields.js";
import { foot, headOf } from "../format/head.js";
import { density, inertia, shape } from "../format/shape.js";

const notNegative = finite.min(0, "is negative");
const placement = {
  position: vector.describe("of the centre of mass (with `shape`: of the shape's origin), m, world axes"),
  orientation: z.exactOptional(quaternion.describe("unit quaternion [x, y, z, w], body to world; default: body axes are world axes")),
};
const masses = {
  mass: z.exactOptional(positive.describe("kg, > 0")),
  density: z.exactOptional(density.describe("kg/m^3, > 0; with `shape`, instead of `mass`")),
  inertia: z.exactOptional(inertia),
  shape: z.exactOptional(shape.describe("instead of `inertia`")),
};

const object = fields({
  ...masses,
  ...placement,
  velocity: z.exactOptional(vector.describe("of the centre of mass just before the hit, m/s, world axes; default: at rest")),
  angularVelocity: z.exactOptional(vector.describe("just before the hit, rad/s, world axes; default: not turning")),
});

const bat = fields({ ...masses, ...placement });

const contact = fields({
  point: vector.describe("where bat and object touch, m, world axes"),
  normal: vector.describe("into the object, world axes, any length"),
  tangent: z.exactOptional(vector.describe("the direction tangent 1 shall have along the surface, world axes, any length")),
  friction: notNegative.describe("friction coefficient, >= 0"),
  restitution: finite.min(0, "is not between 0 and 1").max(1, "is not between 0 and 1").describe("energetic restitution, 0 to 1"),
});

const limits = fields({
  contactSpeed: z.exactOptional(positive.describe("most relative speed at the contact, m/s, > 0; default: 1e4")),
  batSpeed: z.exactOptional(positive.describe("most speed of the bat's centre of mass, m/s, > 0")),
  batSpin: z.exactOptional(notNegative.describe("most angular speed of the bat, rad/s")),
});

const errors = fields({
  friction: z.exactOptional(notNegative.describe("standard deviation; default: 0.02")),
  restitution: z.exactOptional(notNegative.describe("standard deviation; default: 0.02")),
  contactPoint: z.exactOptional(
    notNegative.describe("standard deviation of where the object meets the bat, along either tangent, m; default: 0.002"),
  ),
  batAngle: z.exactOptional(notNegative.describe("standard deviation about either tangent, rad; default: 0.01")),
  batVelocity: z.exactOptional(notNegative.describe("standard deviation along each axis of the contact, m/s; default: 0")),
  objectVelocity: z.exactOptional(notNegative.describe("standard deviation of the object's velocity along each axis, m/s; default: 0")),
  objectSpin: z.exactOptional(notNegative.describe("standard deviation of its angular velocity about each axis, rad/s; default: 0")),
  timing: z.exactOptional(notNegative.describe("standard deviation of the time at which the bat comes, s; default: 0")),
});

const triangles = fields({
  guesses: z.exactOptional(
    z
      .tuple([vector, vector, vector], "is not a list of 3 velocities")
      .describe("contact velocities to begin with, m/s, world axes; default: random"),
  ),
  tolerance: z.exactOptional(
    positive.describe("distance from the target in the projection plane that will do, m; default: 0.15, the source's"),
  ),
  seed: z.exactOptional(z.int("is not a whole number").positive("is not positive").describe("of random guesses; default: 1")),
});

const closedFormTurn = fields({
  most: z.exactOptional(positive.describe("most turn, rad, at most half a turn; default: a right angle")),
  contactSpeed: z.exactOptional(
    positive.describe("most contact speed of a hit that counts, m/s; default: four times that of a sensible flight"),
  ),
});

export const battingStudySchema = fields({
  ...headOf("batting"),
  object: object.describe("what flies and is hit"),
  bat: z.exactOptional(
    bat.describe("what hits it, without its motion, which is looked for; without mass and shape the hit does not slow it"),
  ),
  contact,
  mobility: z.exactOptional(
    z
      .tuple([vector, vector, vector], "is not a list of 3 rows")
      .describe("in contact axes (tangent 1, tangent 2, normal), 1/kg, instead of that of object and bat"),
  ),
  target: vector.describe("what the object's centre of mass shall fly through, m, world axes"),
  gravity: z.exactOptional(notNegative.describe("m/s^2, downwards along z; default: 9.81")),
  drag: z.exactOptional(notNegative.describe("quadratic drag in flight, deceleration over speed squared, 1/m; default: 0")),
  objective: z.exactOptional(oneOf(OBJECTIVES).describe("what shall be least; flight-time needs a limit; default: contact-speed")),
  limits: z.exactOptional(limits.describe("that the hit has to keep")),
  errors: z.exactOptional(errors.describe("how well things are known: how far the hit may miss")),
  triangles: z.exactOptional(triangles.describe("the source's bounding triangles once more, for comparison")),
  closedFormTurn: z.exactOptional(
    closedFormTurn.describe("looks for the least turn of the bat about the contact after which a hit in closed form exists; needs bodies"),
  ),
  ...foot,
}).check(({ value, issues }) => {
  const complain = (path: (string | number)[], input: unknown, message: string) => issues.push({ code: "custom", path, input, message });
  for (const name of ["object", "bat"] as const) {
    const body = value[name];
    if (body === undefined) continue;
    if (body.shape !== undefined && body.inertia !== undefined)
      complain([name, "shape"], body.shape, "is given besides inertia; a body has one of the two");
    if (body.density !== undefined && body.shape === undefined) complain([name, "density"], body.density, "is of no use without a shape");
    if (body.density !== undefined && body.mass !== undefined)
      complain([name, "density"], body.density, "is given besides mass; a body has one of the two");
  }
  const { object: flying, bat: hitting, mobility } = value;
  if (value.closedFormTurn !== undefined && mobility !== undefined)
    complain(["closedFormTurn"], value.closedFormTurn, "is given besides mobility, which a turn of the bat changes");
  if (flying.mass === undefined && flying.shape === undefined) complain(["object", "mass"], undefined, "is given (it is required)");
  if (mobility !== undefined) return;
  if (flying.shape === undefined && flying.inertia === undefined)
    complain(["object", "inertia"], undefined, "is given (it is required, or a shape, or mobility)");
  if (hitting === undefined) complain(["bat"], undefined, "is given (it is required, or mobility)");
});

/** A study of kind `batting`. */
export type BattingStudy = z.infer<typeof battingStudySchema>;
