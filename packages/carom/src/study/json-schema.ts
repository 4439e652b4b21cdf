/**
 * The study format as JSON Schema, for editors that complete and check as one types. It knows fields, types and ranges; what only physics
 * can tell, and that a body has an inertia or a shape but not both, is left to `parseStudy` and `studyProblem`.
 */
import { z } from "zod";
import { battingStudySchema } from "./batting-schema.js";
import { clatterStudySchema } from "./clatter-schema.js";
import { elasticRodStudySchema } from "./elastic-rod-schema.js";
import { pickupStudySchema } from "./pickup-schema.js";
import { restShapeStudySchema } from "./rest-shape-schema.js";
import { bodiesStudySchema, problemStudySchema, systemStudySchema } from "./schema.js";
import { simulationStudySchema } from "./simulation-schema.js";

/** For editors and validators. */
export function studyJsonSchema(): Record<string, unknown> {
  const schema = z.toJSONSchema(
    z.union([
      bodiesStudySchema,
      systemStudySchema,
      problemStudySchema,
      simulationStudySchema,
      clatterStudySchema,
      elasticRodStudySchema,
      battingStudySchema,
      restShapeStudySchema,
      pickupStudySchema,
    ]),
    {
      io: "input",
    },
  );
  return {
    title: "Carom study",
    description:
      "What to compute: one impact, by bodies, by generalised coordinates or by its mobility; or bodies in time; or a rod or plate that clatters on the floor; or an elastic rod that bounces; or the hit that sends a flying object to a target; or the shape of a soft body without gravity; or how two fingers pick one up.",
    ...schema,
  };
}
