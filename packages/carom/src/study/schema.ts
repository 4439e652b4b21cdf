/**
 * The study file: what to compute, as one JSON object.
 *
 *     { "carom": 1, "kind": "impact", "title": ..., "law": ..., "options": { ... },
 *       one of   "bodies":  rigid bodies by name                             contacts say between which, where, and along which normal
 *                "system":  mass matrix, contact Jacobian, speeds            contacts give the material only
 *                "problem": mobility and contact velocities                  contacts give the material only
 *       "contacts": [ ... ], "published": [ ... ] }
 *
 * The schema says what fields there are, of which type and range; what only physics can tell (an inertia no body can have, a mobility that is
 * not positive definite) is checked where the problem is built. Every error text completes the sentence "path: value ...".
 */
import { z } from "zod";
import type { CompliantOptions } from "../impact/compliant.js";
import type { FrictionalOptions } from "../impact/methods.js";
import type { MultipointOptions } from "../impact/multipoint.js";
import { laws } from "../impact/registry.js";
import type { SimultaneousOptions } from "../impact/simultaneous.js";
import type { Part } from "../mechanics/shapes/index.js";
import type { BattingStudy } from "./batting-schema.js";
import type { ClatterStudy } from "./clatter-schema.js";
import { contactLawField, forcesField } from "./contact-law-schema.js";
import type { ElasticRodStudy } from "./elastic-rod-schema.js";
import { count, fields, finite, line, oneOf, positive, quaternion, text, vector } from "./fields.js";
import type { PickupStudy } from "./pickup-schema.js";
import type { RestShapeStudy } from "./rest-shape-schema.js";
import type { SimulationStudy } from "./simulation-schema.js";

export { count, fields, finite, line, oneOf, positive, quaternion, text, vector } from "./fields.js";

/** Versions of the format that this library reads. */
export const VERSIONS = [1] as const;
/** Kinds of study that this library runs. */
export const KINDS = ["impact", "simulation", "clatter", "elastic-rod", "batting", "rest-shape", "pickup"] as const;
/** The three ways to give the mechanical system. */
export const FORMS = ["bodies", "system", "problem"] as const;

export type Method = NonNullable<FrictionalOptions["method"] | SimultaneousOptions["method"]>;
/** Ways of solving under the laws that have several; each law says which it takes. */
export const METHODS = Object.keys({
  series: true,
  taylor: true,
  "runge-kutta": true,
  "fixed-step": true,
  "fixed-step-straight": true,
  "curvature-step": true,
  "impulse-step": true,
} satisfies Record<Method, true>) as [Method, ...Method[]];

const numbers = z.array(finite, "is not a list of numbers");
const matrix = z.array(numbers, "is not a list of rows");

const position = vector.describe("m, world axes");
const orientation = quaternion.describe("unit quaternion [x, y, z, w], body to world; default: body axes are world axes");
export const density = positive.describe("kg/m^3, > 0");
const length = positive.describe("m, > 0");

const solids = [
  fields({ type: z.literal("sphere"), radius: length }),
  fields({
    type: z.literal("box"),
    size: z.tuple([length, length, length], "is not a list of 3 numbers").describe("edge lengths along x, y, z, m"),
  }),
  fields({ type: z.literal("cylinder"), radius: length, height: length.describe("along z, m, > 0") }),
  fields({ type: z.literal("cone"), radius: length, height: length.describe("from the base at z = 0 to the tip, m, > 0") }),
  fields({
    type: z.literal("capsule"),
    radius: length,
    length: length.describe("between the centres of the two half balls, along z, m, > 0"),
  }),
  fields({ type: z.literal("rod"), length: length.describe("along z, m, > 0"), radius: length.describe("at most length / 20, m, > 0") }),
  fields({
    type: z.literal("tetrahedron"),
    vertices: z.tuple([vector, vector, vector, vector], "is not a list of 4 points").describe("m"),
  }),
  fields({
    type: z.literal("mesh"),
    vertices: z.array(vector, "is not a list of points").describe("m"),
    triangles: z
      .array(vector, "is not a list of triangles")
      .describe("three places in `vertices` each, counter-clockwise as seen from outside"),
  }),
] as const;
const compound = fields({
  type: z.literal("compound"),
  get parts(): z.ZodArray<z.ZodType<Part>> {
    return z.array(part, "is not a list of parts").describe("rigidly joined; a hollow part takes material away");
  },
});
const SHAPE_TYPES = [...solids.map(({ shape }) => shape.type.value), "compound"].join(", ");
export const shape = z.discriminatedUnion("type", [...solids, compound], `is not a shape: its type is not one of ${SHAPE_TYPES}`);
const part = fields({
  shape,
  position: z.exactOptional(position.describe("of the part's origin in the compound's axes, m")),
  orientation: z.exactOptional(quaternion.describe("unit quaternion [x, y, z, w], part to compound")),
  density: z.exactOptional(density),
  mass: z.exactOptional(positive.describe("kg, > 0, instead of a density")),
  hollow: z.exactOptional(z.boolean("is neither true nor false")),
});

export const inertia = z
  .union([vector, z.tuple([vector, vector, vector], "is not a list of 3 rows")], "is neither three principal moments nor a 3 x 3 matrix")
  .describe("about the centre of mass in body axes, kg m^2: three principal moments, or a 3 x 3 matrix by rows");

const rigidBody = fields({
  mass: z.exactOptional(positive.describe("kg, > 0")),
  density: z.exactOptional(density.describe("kg/m^3, > 0; with `shape`, instead of `mass`")),
  inertia: z.exactOptional(inertia),
  shape: z.exactOptional(shape.describe("instead of `inertia`")),
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
  else if (value.inertia !== undefined && value.shape !== undefined)
    complain("shape", "is given besides inertia; a body has one of the two");
  else if (value.inertia !== undefined && value.density !== undefined) complain("density", "is of no use without a shape");
  else if (value.inertia !== undefined && value.mass === undefined) complain("mass", "is given, but a mass is needed with inertia");
  else if (value.mass !== undefined && value.density !== undefined) complain("density", "is given besides mass; a body has one of the two");
  else if (value.shape !== undefined && value.shape.type !== "compound" && value.mass === undefined && value.density === undefined)
    complain("mass", "is given, but a mass or a density is needed with shape");
});

const body = z.union([z.literal("fixed"), rigidBody], 'is neither a body nor "fixed"');

export const material = {
  friction: finite.min(0, "is negative").describe("kinetic friction coefficient, >= 0"),
  restitution: finite
    .min(0, "is not between 0 and 1")
    .max(1, "is not between 0 and 1")
    .describe("coefficient of restitution, 0 to 1; what it is a ratio of depends on the law"),
  staticFriction: z.exactOptional(finite.min(0, "is negative").describe("friction coefficient at rest, >= friction; default: the same")),
  stiffnessRatio: z.exactOptional(positive.describe("normal over tangential stiffness, > 0; absent: tangentially rigid")),
  stiffness: z.exactOptional(positive.describe("of this contact relative to the others of the same impact, > 0")),
  exponent: z.exactOptional(finite.min(1, "is below 1").describe("of the contact's force law, >= 1")),
  name: z.exactOptional(line.describe("what reports call this contact")),
};

const bodyContact = fields({
  between: z.tuple([text, text], "does not name two bodies").describe("names of the two bodies; the normal points into the first"),
  point: vector.describe("where they touch, m, world axes"),
  normal: vector.describe("into the first body, world axes, any length"),
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

const RESTITUTION_SLIPS = ["coulomb", "published"] as const satisfies readonly CompliantOptions["restitutionSlip"][];
const RECOMPRESSIONS = ["phase", "force"] as const satisfies readonly SimultaneousOptions["recompression"][];
const REACTIVATIONS = ["velocity", "gap"] as const satisfies readonly SimultaneousOptions["reactivation"][];
const FRICTION_RULES = ["coulomb", "published"] as const satisfies readonly SimultaneousOptions["friction"][];
const CHAINS = ["rigid", "freeze"] as const satisfies readonly MultipointOptions["chain"][];
const NORMAL_WORKS = ["true", "published"] as const satisfies readonly MultipointOptions["normalWork"][];
const TERMINATIONS = ["energetic", "poisson"] as const satisfies readonly MultipointOptions["termination"][];

const coefficient = finite.min(-1, "is not between -1 and 1").max(1, "is not between -1 and 1");

/** Of all laws; each law says which it takes. */
export const lawOptions = {
  method: z.exactOptional(
    oneOf(METHODS).describe("how the laws frictional, compliant and simultaneous are solved; default: the law's converged method"),
  ),
  step: z.exactOptional(
    positive.describe("normal impulse of a step of the methods fixed-step, fixed-step-straight and impulse-step, N s, > 0"),
  ),
  directionTolerance: z.exactOptional(
    positive.max(1, "is above 1").describe("sine below which fixed-step-straight and curvature-step take slip for straight; default: 0.08"),
  ),
  restitutionSlip: z.exactOptional(
    oneOf(RESTITUTION_SLIPS).describe(
      "compliant: friction of slip in restitution; published: the rule behind the source's figures; default: coulomb",
    ),
  ),
  recompression: z.exactOptional(
    oneOf(RECOMPRESSIONS).describe(
      "simultaneous: what a contact keeps that is compressed again during restitution, its energy (phase) or its force; default: phase",
    ),
  ),
  reactivation: z.exactOptional(
    oneOf(REACTIVATIONS).describe(
      "simultaneous: an opened contact pushes again as soon as it is approached (velocity) or when its gap has closed (gap); default: velocity",
    ),
  ),
  friction: z.exactOptional(
    oneOf(FRICTION_RULES).describe(
      "simultaneous with impulse-step; published: slip never stops, the rule behind the source's table; default: coulomb",
    ),
  ),
  maximumEvents: z.exactOptional(count.describe("simultaneous: events after which it gives up with a warning; default: 100000")),
  restitution: z.exactOptional(
    z
      .union([coefficient, z.array(coefficient, "is not a list").min(1, "is empty")], "is neither a number nor a list of numbers")
      .describe(
        "multipoint: the one energetic coefficient, -1 to 1; a list: entry i for stages of i + 1 contacts, the last for more; default: that of the contacts",
      ),
  ),
  chain: z.exactOptional(
    oneOf(CHAINS).describe(
      "multipoint: what contacts that take no part in a stage do, move with the body (rigid) or keep their velocity (freeze); default: rigid",
    ),
  ),
  normalWork: z.exactOptional(
    z
      .enum(NORMAL_WORKS, 'is neither the text "true" nor "published"')
      .describe("multipoint: published is the source's eq. (3.11), which is not the normal work; default: true"),
  ),
  termination: z.exactOptional(oneOf(TERMINATIONS).describe("multipoint: by normal work or by impulse; default: energetic")),
  reference: z.exactOptional(
    z
      .int("is not a whole number")
      .min(0, "is negative")
      .describe("multipoint: place of the contact that the impulses of the others are tied to"),
  ),
  maximumStages: z.exactOptional(
    count.describe("multipoint: stages after which the rest is taken without restitution, with a warning; default: 100"),
  ),
};
/** Names of all options of laws. */
export const LAW_OPTIONS = Object.keys(lawOptions) as (keyof typeof lawOptions)[];

/** What `carom reproduce` may conclude about a published figure. */
export const VERDICTS = ["reproduced", "reproduced with the source's own rule", "not reproduced"] as const;

const published = fields({
  what: text
    .min(1, "is empty")
    .describe(
      "path into the result, such as outcome.impulse[2], analysis.criticalFriction, bodies.rod.after.velocity[0] or analysis.invariantDirections.length; " +
        "or one of the quantities label, steps, error, centrifugal, bundle, shapes, spin, signs, travel, pinFit, such as shapes.tetrahedron.principalMoments[0]; " +
        "or the quotient of two, such as outcome.energy.after / outcome.energy.before",
    ),
  value: z.union([finite, text, z.boolean()], "is neither a number nor a text").describe("as printed, in SI units"),
  tolerance: z.exactOptional(
    finite
      .min(0, "is negative")
      .describe("largest |ours - value| that agrees, in the unit of the value; needed for a number, useless for a text"),
  ),
  source: text
    .min(1, "is empty")
    .describe("where it is printed: work, page or equation; for a value of our own, the second method that holds it"),
  verdict: oneOf(VERDICTS),
  note: z.exactOptional(text.describe("why they differ, or under which rule they agree")),
  computed: z.exactOptional(
    z.literal(true, "is not true (leave it out)").describe("the value is our own, by a second method, not a printed one"),
  ),
  law: z.exactOptional(oneOf(lawNames()).describe("compute this row under another law than the study's")),
  ...lawOptions,
}).check(({ value, issues }) => {
  const complain = (message: string) => issues.push({ code: "custom", path: ["tolerance"], input: value.tolerance, message });
  if (typeof value.value === "number" && value.tolerance === undefined) complain("is given, but a number is compared within a tolerance");
  if (typeof value.value !== "number" && value.tolerance !== undefined) complain("is of no use: the value is not a number");
});

export function lawNames(): readonly [string, ...string[]] {
  return laws.map(({ name }) => name) as [string, ...string[]];
}

export const head = {
  $schema: z.exactOptional(text.describe("where editors find this schema; carom does not read it")),
  carom: z.literal(VERSIONS).describe("format version"),
  kind: z.literal("impact"),
  title: line.describe("what reports call the study"),
  description: z.exactOptional(text.describe("a few sentences for people: where the study comes from, what to look at")),
  law: z.exactOptional(oneOf(lawNames()).describe("the impact law; default: frictional for one contact, simultaneous for several")),
  options: z.exactOptional(fields(lawOptions)),
};
export const foot = {
  published: z.exactOptional(
    z.array(published, "is not a list").describe("figures to compare with, read by carom reproduce and the tests"),
  ),
};
const contactsOf = <Schema extends z.ZodType>(schema: Schema) => z.array(schema, "is not a list of contacts").min(1, "holds no contact");

export const bodyName = line.max(100, "is not a name: it has more than 100 characters");

export const bodiesStudySchema = fields({
  ...head,
  bodies: z
    .record(bodyName, body, "is not an object of bodies by name")
    .describe('rigid bodies by name; "fixed" is one that nothing can move'),
  tablePlane: z.exactOptional(
    z.boolean("is neither true nor false").describe("holds the z velocity of every body at zero: balls on a table; default: false"),
  ),
  contacts: contactsOf(bodyContact),
  forces: z.exactOptional(forcesField),
  ...foot,
});
export const systemStudySchema = fields({
  ...head,
  system,
  contacts: contactsOf(contact),
  forces: z.exactOptional(forcesField),
  ...foot,
});
export const problemStudySchema = fields({
  ...head,
  problem,
  contacts: contactsOf(contact),
  forces: z.exactOptional(forcesField),
  ...foot,
});

export type BodiesStudy = z.infer<typeof bodiesStudySchema>;
export type SystemStudy = z.infer<typeof systemStudySchema>;
export type ProblemStudy = z.infer<typeof problemStudySchema>;
/** A study of one impact, in one of the three forms. */
export type ImpactStudy = BodiesStudy | SystemStudy | ProblemStudy;
/** A study as parseStudy returns it. */
export type Study = ImpactStudy | SimulationStudy | ClatterStudy | ElasticRodStudy | BattingStudy | RestShapeStudy | PickupStudy;
/** A rigid body as a study gives it: by inertia or by shape. */
export type StudyBody = z.infer<typeof rigidBody>;
export type PublishedFigure = z.infer<typeof published>;
export type Verdict = (typeof VERDICTS)[number];
