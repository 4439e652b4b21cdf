/**
 * What a study says of the derivatives it wants: of which numbers of its result, by which numbers of the study.
 */
import { z } from "zod";
import { fields, text } from "./fields.js";

const paths = z.array(text.min(1, "is empty"), "is not a list of paths").min(1, "holds no path");

/** The field `derivatives`. */
export const derivativesField = fields({
  of: paths.describe("paths into the result, such as outcome.impulse[2] or bodies.rod.after.velocity; a list stands for all its numbers"),
  by: paths.describe(
    "paths into the study, such as bodies.rod.mass, contacts[0].friction or problem.mobility[0][1]; bodies.rod.rotation[i] is a turn " +
      "about the world axis i",
  ),
}).describe("how the result changes with what went into it");

/** What derivatives a study asks for. */
export type DerivativesRequest = z.infer<typeof derivativesField>;
