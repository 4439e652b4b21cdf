/**
 * The study file of kind `impact`: one impact.
 *
 *     { "carom": 1, "kind": "impact", "title": ..., "law": ..., "options": { ... },
 *       one of   "bodies":  rigid bodies by name                             contacts say between which, where, and along which normal
 *                "system":  mass matrix, contact Jacobian, speeds            contacts give the material only
 *                "problem": mobility and contact velocities                  contacts give the material only
 *       "contacts": [ ... ], "published": [ ... ] }
 *
 * The schema says what fields there are, of which type and range; what only physics can tell (an inertia no body can have, a mobility that
 * is not positive definite) is checked where the problem is built. Every error text completes the sentence "path: value ...".
 */
import { z } from "zod";
import { bodyName, material } from "../format/contact.js";
import { contactLawField, forcesField } from "../format/contact-law.js";
import { derivativesField } from "../format/derivatives.js";
import { fields, finite, oneOf, positive, text, vector } from "../format/fields.js";
import { foot, headOf } from "../format/head.js";
import { lawNames, lawOptions } from "../format/law.js";
import { density, inertia, orientation, position, shape } from "../format/shape.js";
import { withFoundContacts } from "./found-contacts.js";

/** The three ways to give the mechanical system. */
export const FORMS = ["bodies", "system", "problem"] as const;

const numbers = z.array(finite, "is not a list of numbers");
const matrix = z.array(numbers, "is not a list of rows");

const rigidBody = fields({
  mass: z.exactOptional(positive.describe("kg, > 0")),
  density: z.exactOptional(density.describe("kg/m^3, > 0; with `shape`, instead of `mass`")),
  inertia: z.exactOptional(inertia),
  shape: z.exactOptional(
    shape.describe("instead of `inertia`, or what is touched beside an `inertia` that is given, and where the centre of mass is"),
  ),
  position: position.describe("of the centre of mass (with `shape`: of the shape's origin), m, world axes"),
  orientation: z.exactOptional(orientation),
  velocity: z.exactOptional(vector.describe("of the centre of mass, m/s, world axes; default: at rest")),
  angularVelocity: z.exactOptional(vector.describe("rad/s, world axes; default: not turning")),
}).check((context) => {
  const { value, issues } = context;
  const complain = (field: string, message: string) =>
    issues.push({
      code: "custom",
      path: field === "" ? [] : [field],
      input: field === "" ? value : value[field as keyof typeof value],
      message,
    });
  if (value.inertia === undefined && value.shape === undefined) complain("", "has neither inertia nor shape");
  else if (value.inertia !== undefined && value.density !== undefined)
    complain("density", "is of no use beside inertia, which needs a mass");
  else if (value.inertia !== undefined && value.mass === undefined) complain("mass", "is given, but a mass is needed with inertia");
  else if (value.mass !== undefined && value.density !== undefined) complain("density", "is given besides mass; a body has one of the two");
  else if (value.shape !== undefined && value.shape.type !== "compound" && value.mass === undefined && value.density === undefined)
    complain("mass", "is given, but a mass or a density is needed with shape");
});

const fixedBody = fields({
  fixed: shape.describe("of a body that nothing can move: for contacts whose point and normal are left out"),
  position: position.describe("of the shape's origin, m, world axes"),
  orientation: z.exactOptional(orientation),
});
const plane = fields({
  plane: fields({
    normal: vector.describe("away from what is below it, any length"),
    point: z.exactOptional(vector.describe("a point of the plane, m; default: the origin")),
  }).describe("that nothing can move: for contacts whose point and normal are left out"),
});
const body = z.union([z.literal("fixed"), rigidBody, fixedBody, plane], 'is neither a body nor "fixed"');

const bodyContact = fields({
  between: z.tuple([text, text], "does not name two bodies").describe("names of the two bodies; the normal points into the first"),
  point: z.exactOptional(
    vector.describe("where they touch, m, world axes; default, without `normal` too: every place where their shapes touch"),
  ),
  normal: z.exactOptional(vector.describe("into the first body, world axes, any length; given together with `point`")),
  tangent: z.exactOptional(vector.describe("the direction tangent 1 shall have along the surface, world axes, any length")),
  ...material,
  contactLaw: z.exactOptional(contactLawField),
});
const contact = fields({ ...material, contactLaw: z.exactOptional(contactLawField) });

const places = z.exactOptional(
  z
    .array(
      fields({
        point: numbers.describe("m; planar: two numbers"),
        axes: matrix.describe("unit vectors in the order of the components: tangent 1, tangent 2, normal (planar: tangent, normal)"),
      }),
      "is not a list of places",
    )
    .describe("where each contact is; the law multipoint needs them where there are several contacts"),
);

const system = fields({
  massMatrix: matrix.describe("n x n, symmetric positive definite, by rows"),
  jacobian: matrix.describe(
    "contact velocity = jacobian * speeds: a row for each contact component (tangent 1, tangent 2, normal; planar: tangent, normal)",
  ),
  speeds: numbers.describe("n generalised speeds before impact"),
  places,
});

const problem = fields({
  mobility: matrix.describe("contact impulses to contact velocity changes, J M^-1 J^T, symmetric positive definite, 1/kg, by rows"),
  velocity: numbers.describe("contact velocities before impact (tangent 1, tangent 2, normal; planar: tangent, normal), m/s"),
  kineticEnergy: z.exactOptional(
    finite.min(0, "is negative").describe("of everything that moves, J; default: the part the contacts can reach"),
  ),
  places,
});

const picture = fields({
  bodies: z.record(
    bodyName,
    fields({
      shape,
      position: position.describe("of the shape's origin, m, world axes"),
      orientation: z.exactOptional(orientation),
    }),
    "is not an object of bodies by name",
  ),
  contacts: z.array(
    fields({
      between: z.tuple([text, text], "does not name two bodies").describe("names, of which the first has the normal pointing into it"),
      point: vector.describe("m, world axes"),
      normal: vector.describe("into the first body, world axes"),
    }),
    "is not a list of contacts",
  ),
}).describe("what to draw, bodies and places of contact in space; nothing is computed from it");

const head = {
  ...headOf("impact"),
  law: z.exactOptional(
    oneOf(lawNames()).describe(
      "the impact law; default, by contacts: frictional for one (compliant with a stiffnessRatio), multipoint for several of one " +
        "body, simultaneous elsewhere",
    ),
  ),
  options: z.exactOptional(fields(lawOptions)),
  derivatives: z.exactOptional(derivativesField),
};
const contactsOf = <Schema extends z.ZodType>(schema: Schema) => z.array(schema, "is not a list of contacts").min(1, "holds no contact");

const givenBodiesStudy = fields({
  ...head,
  bodies: z
    .record(bodyName, body, "is not an object of bodies by name")
    .describe('rigid bodies by name; "fixed" is one that nothing can move; it may have a shape or be a plane'),
  tablePlane: z.exactOptional(
    z.boolean("is neither true nor false").describe("holds the z velocity of every body at zero: balls on a table; default: false"),
  ),
  contacts: contactsOf(bodyContact),
  forces: z.exactOptional(forcesField),
  ...foot,
});
/** As the file has it; what is read has a point and a normal at every contact. */
export const bodiesStudySchema = givenBodiesStudy.transform((given): BodiesStudy => withFoundContacts(given));
export const systemStudySchema = fields({
  ...head,
  system,
  contacts: contactsOf(contact),
  picture: z.exactOptional(picture),
  forces: z.exactOptional(forcesField),
  ...foot,
});
export const problemStudySchema = fields({
  ...head,
  problem,
  contacts: contactsOf(contact),
  picture: z.exactOptional(picture),
  forces: z.exactOptional(forcesField),
  ...foot,
});

/** An impact of bodies, as a file gives it. */
export type GivenBodiesStudy = z.infer<typeof givenBodiesStudy>;
/** A body of an impact, as a file gives it: one that moves, or something fixed. */
export type GivenBody = z.infer<typeof body>;
type BodyContact = z.infer<typeof bodyContact>;
/** An impact of bodies. */
export type BodiesStudy = Omit<GivenBodiesStudy, "bodies" | "contacts"> & {
  /** By name. */
  readonly bodies: Record<string, GivenBody>;
  /** Every one with its point and normal. */
  readonly contacts: (Omit<BodyContact, "point" | "normal"> & Required<Pick<BodyContact, "point" | "normal">>)[];
};
/** An impact of a system in generalised coordinates. */
export type SystemStudy = z.infer<typeof systemStudySchema>;
/** An impact given by mobility and velocity. */
export type ProblemStudy = z.infer<typeof problemStudySchema>;
/** Bodies and contacts to be drawn beside a problem that has none. */
export type ImpactPicture = z.infer<typeof picture>;
/** A study of one impact, in one of the three forms. */
export type ImpactStudy = BodiesStudy | SystemStudy | ProblemStudy;
/** A rigid body as a study gives it: by inertia, by shape, or both. */
export type StudyBody = z.infer<typeof rigidBody>;
