/**
 * The study file of kind `pickup`: a soft body is squeezed by two fingers and lifted from a table.
 *
 *     { "carom": 1, "kind": "pickup", "title": ..., "mesh": { ... }, "material": { "youngModulus": ..., "poissonRatio": ... },
 *       "weight": ...,
 *       "table": { "friction": ... }, "fingers": [ { "near": [ ... ], "radius": ..., "friction": ... }, { ... } ],
 *         "squeeze": { "step": ..., "maximumDepth": ... }, "published": [ ... ] }
 */
import { z } from "zod";
import { count, fields, finite, oneOf, positive, vector } from "../format/fields.js";
import { foot, headOf } from "../format/head.js";
import { elasticLaw, softMaterialFields, softMeshSchema, softModelFields } from "../format/soft-mesh.js";
import { softSkinSchema } from "../format/soft-skin.js";

const notNegative = finite.min(0, "is negative");
const flag = z.boolean("is neither true nor false");

const node = z.int("is not a whole number").min(0, "is negative");

const finger = fields({
  near: z.exactOptional(vector.describe("the finger first touches the surface node nearest to this point, m; or `node`")),
  node: z.exactOptional(
    z.int("is not a whole number").min(0, "is negative").describe("the node that it first touches, counted from 0; or `near`"),
  ),
  radius: positive.describe("of the ball, m, > 0"),
  friction: notNegative.describe("0 to 1000"),
  direction: z.exactOptional(vector.describe("in which it squeezes, any length; default: level, towards the node of the other finger")),
});

const squeeze = fields({
  step: positive.describe("of each finger, m, > 0"),
  maximumDepth: positive.describe("at which the squeeze is given up, m, > 0"),
  scheme: z.exactOptional(
    oneOf(["implicit", "event-driven"]).describe("how contacts are followed; event-driven: as the source does; default: implicit"),
  ),
  liftTest: z.exactOptional(
    oneOf(["virtual", "hypothetical", "none"]).describe(
      "that decides: raise the fingers on trial, or hold them and let the weight come back without the table; none: squeeze " +
        "only; default: virtual",
    ),
  ),
  allTests: z.exactOptional(flag.describe("make all three lift tests at every step; default: false")),
  depthTolerance: z.exactOptional(positive.describe("to which the least depth is found, m; default: an eighth of the step")),
  strainLimit: z.exactOptional(positive.describe("principal strain at which the squeeze is given up; default: 0.5")),
  goOn: z.exactOptional(flag.describe("squeeze on to the maximal depth, and do not lift; default: false")),
});

export const pickupStudySchema = fields({
  ...headOf("pickup"),
  mesh: softMeshSchema.describe("the body without gravity, standing on the table z = 0: tetrahedra; what is generated stands there"),
  skin: z.exactOptional(softSkinSchema),
  ...softModelFields,
  material: fields({
    ...softMaterialFields,
    law: elasticLaw,
    density: z.exactOptional(notNegative.describe("kg/m^3, >= 0; or `weight`")),
  }).describe("the same everywhere, isotropic; laws other than linear need the implicit scheme and the virtual lift test"),
  weight: z.exactOptional(notNegative.describe("N, >= 0; or the density of the material")),
  gravity: z.exactOptional(notNegative.describe("along -z, m/s^2, with a density; default: 9.81")),
  table: fields({
    friction: notNegative.describe("0 to 1000"),
    triangle: z.exactOptional(
      z
        .tuple([node, node, node], "is not a list of three nodes")
        .describe("nodes on which the check of force closure takes the body to stand, as the source does; default: all on the table"),
    ),
  }),
  fingers: z.tuple([finger, finger], "is not a list of two fingers").describe("balls that move as they are told, whatever the forces"),
  squeeze,
  lift: z.exactOptional(
    fields({ step: positive.describe("of the fingers, up, m") }).describe(
      "how the body is lifted, also on trial; default: in steps of half of weight / (Young's modulus x size)",
    ),
  ),
  restSteps: z.exactOptional(count.max(1000, "is above 1000").describe("in which gravity grows before the fingers come; default: 5")),
  stiffnessScale: z.exactOptional(positive.describe("factor on the stiffness; 0.5 is the source's, half of what is right; default: 1")),
  moduli: z.exactOptional(
    z
      .array(positive, "is not a list of numbers")
      .min(1, "is empty")
      .max(40, "are more than 40")
      .describe("Young's moduli, Pa, for each of which the work until it can be lifted is found besides"),
  ),
  ...foot,
}).check(({ value, issues }) => {
  const complain = (path: (string | number)[], input: unknown, message: string) => issues.push({ code: "custom", path, input, message });
  const { weight, gravity, material, fingers } = value;
  if (weight === undefined && material.density === undefined)
    complain(["weight"], weight, "is given (it is required, or a density of the material)");
  if (weight !== undefined && material.density !== undefined)
    complain(["weight"], weight, "is given besides a density: a body has one of the two");
  if (weight !== undefined && gravity !== undefined) complain(["gravity"], gravity, "is of no use with a weight");
  fingers.forEach(({ near, node }, i) => {
    if (near === undefined && node === undefined) complain(["fingers", i, "near"], near, "is given (it is required, or node)");
    if (near !== undefined && node !== undefined)
      complain(["fingers", i, "node"], node, "is given besides near: a finger has one of the two");
  });
});

/** A study of kind `pickup`. */
export type PickupStudy = z.infer<typeof pickupStudySchema>;
