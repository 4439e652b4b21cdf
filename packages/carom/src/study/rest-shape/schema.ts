/**
 * The study file of kind `rest-shape`: the shape of a soft body without gravity, from its shape on a table.
 *
 *     { "carom": 1, "kind": "rest-shape", "title": ..., "mesh": { ... }, "material": { "youngModulus": ..., "poissonRatio": ...,
 *       "density": ... }, "published": [ ... ] }
 */
import { z } from "zod";
import { count, fields, finite, oneOf, positive } from "../format/fields.js";
import { foot, headOf } from "../format/head.js";
import { elasticLaw, node, softMaterialFields, softMeshSchema, softModelFields } from "../format/soft-mesh.js";
import { softSkinSchema } from "../format/soft-skin.js";

const notNegative = finite.min(0, "is negative");

const solver = fields({
  method: z.exactOptional(oneOf(["newton", "fixed-point"]).describe("fixed-point: the source's iteration; default: newton")),
  relaxation: z.exactOptional(
    z
      .union([z.literal("automatic"), positive.max(1, "is above 1")], "is neither automatic nor a number above 0 and at most 1")
      .describe("of the fixed-point iteration, above 0 and at most 1; default: automatic, from 1 on halved where it has to be"),
  ),
  tolerance: z.exactOptional(
    positive.describe(
      "of the distance from a fixed point, 2-norm over all nodes, m; default: 1e-13 of the extent times the root of the number of nodes",
    ),
  ),
  linearSolver: z.exactOptional(
    oneOf(["factorisation", "conjugate-gradients"]).describe(
      "of systems with the stiffness; conjugate-gradients need less memory, and less time for one load on a large mesh; default: " +
        "factorisation, and for the sag of the shape found conjugate-gradients from 6000 unknowns on",
    ),
  ),
  maximumIterations: z.exactOptional(count.max(100_000, "is above 100000").describe("default: 25 for newton, 500 for fixed-point")),
}).check(({ value, issues }) => {
  if (value.relaxation !== undefined && value.method !== "fixed-point")
    issues.push({ code: "custom", path: ["relaxation"], input: value.relaxation, message: "is of no use without the method fixed-point" });
});

export const restShapeStudySchema = fields({
  ...headOf("rest-shape"),
  mesh: softMeshSchema.describe("the body as it is seen under gravity: tetrahedra; what is generated stands on z = 0"),
  skin: z.exactOptional(softSkinSchema),
  stuck: z.exactOptional(
    z
      .union([z.literal("base"), z.array(node, "is not a list of nodes")], "is neither base nor a list of nodes")
      .describe("nodes that the table holds, counted from 0; default: base, all nodes on the lowest plane"),
  ),
  ...softModelFields,
  material: fields({ ...softMaterialFields, law: elasticLaw, density: notNegative.describe("kg/m^3, >= 0") }).describe(
    "the same everywhere, isotropic",
  ),
  gravity: z.exactOptional(notNegative.describe("along -z, m/s^2; default: 9.81")),
  massModel: z.exactOptional(
    oneOf(["observed", "rest"]).describe("whether density is of the body as observed or at rest; default: observed"),
  ),
  volumeModel: z.exactOptional(
    oneOf(["rest", "observed"]).describe("volumes in the stiffness; observed: as some of the source's figures have it; default: rest"),
  ),
  stiffnessScale: z.exactOptional(positive.describe("factor on the stiffness; 0.5 is the source's, half of what is right; default: 1")),
  solver: z.exactOptional(solver),
  convergence: z.exactOptional(
    z.boolean("is neither true nor false").describe("analyse the fixed-point iteration at the solution; default: true up to 6000 unknowns"),
  ),
  flip: z.exactOptional(
    z
      .boolean("is neither true nor false")
      .describe("predict the body turned over and standing on its flat top, from the shape as observed and as recovered; default: false"),
  ),
  ...foot,
}).check(({ value, issues }) => {
  const { element = "linear", material, volumeModel, solver: how, convergence } = value;
  if (element === "linear" && (material.law ?? "linear") === "linear") return;
  const refuse = (path: string[], input: unknown) =>
    issues.push({ code: "custom", path, input, message: "is for linear elements with the linear law only" });
  if (volumeModel !== undefined) refuse(["volumeModel"], volumeModel);
  if (how?.method === "fixed-point") refuse(["solver", "method"], how.method);
  if (how?.linearSolver !== undefined) refuse(["solver", "linearSolver"], how.linearSolver);
  if (convergence === true) refuse(["convergence"], convergence);
});

/** A study of kind `rest-shape`. */
export type RestShapeStudy = z.infer<typeof restShapeStudySchema>;
