/**
 * The study format as JSON Schema, for editors that complete and check as one types. It knows fields, types and ranges; what only physics
 * can tell, and that a body has an inertia or a shape but not both, is left to `parseStudy` and `studyProblem`.
 */
import { z } from "zod";
import { KINDS, kindNamed } from "./kinds.js";

/** For editors and validators. */
export function studyJsonSchema(): Record<string, unknown> {
  const rows = KINDS.map((kind) => kindNamed(kind));
  return {
    title: "Carom study",
    description: `What to compute: ${rows.map(({ summary }) => summary).join("; or ")}.`,
    ...z.toJSONSchema(z.union(rows.flatMap(({ schemas }): readonly z.ZodType[] => schemas)), {
      io: "input",
      override: ({ jsonSchema }) => eitherFileOrLists(jsonSchema),
    }),
  };
}

/** A mesh as it is written has a file or lists; the reader puts the lists in the place of the file before it checks them. */
function eitherFileOrLists(schema: z.core.JSONSchema.BaseSchema): void {
  const { type, file, vertices, heights } = (schema.properties ?? {}) as Record<string, { const?: unknown } | undefined>;
  if (type?.const === "height-field" && file !== undefined && heights !== undefined) {
    schema.required = ["type", "cell"];
    schema.oneOf = [{ required: ["file"] }, { required: ["heights"] }];
  }
  if (type?.const !== "mesh" || file === undefined || vertices === undefined) return;
  schema.required = ["type"];
  schema.oneOf = [{ required: ["file"] }, { required: ["vertices", "triangles"] }];
}
