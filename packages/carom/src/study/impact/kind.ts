import { InvalidInputError } from "../../errors.js";
import type { StudyKind } from "../format/kind.js";
import { checkSpelling } from "../format/parse.js";
import { impactDetails, impactWarnings } from "./details.js";
import { quantities } from "./quantities.js";
import type { ImpactResult } from "./result.js";
import { checkImpact, lawOfOptions, runImpact } from "./run.js";
import { bodiesStudySchema, FORMS, type ImpactStudy, problemStudySchema, systemStudySchema } from "./schema.js";
import { describeOutcome } from "./sentence.js";
import { impactTables } from "./tables.js";
import { impactWord } from "./word.js";

const ONE_FORM = `a study has one of ${FORMS.join(", ")}`;
const FORM_SCHEMAS = { bodies: bodiesStudySchema, system: systemStudySchema, problem: problemStudySchema };

export const impact: StudyKind<ImpactStudy, ImpactResult> = {
  kind: "impact",
  summary: "one impact, by bodies, by generalised coordinates or by its mobility",
  schemas: [bodiesStudySchema, systemStudySchema, problemStudySchema],
  formOf,
  usesLaw: true,
  lawOfOptions,
  check: checkImpact,
  run: runImpact,
  quantity: (name, study, _key, result) => (Object.hasOwn(quantities, name) ? quantities[name].evaluate(study, result) : undefined),
  word: impactWord,
  sentence: ({ outcome, problem }) => describeOutcome(outcome, problem),
  details: impactDetails,
  warnings: impactWarnings,
  tables: impactTables,
};

function formOf(given: Readonly<Record<string, unknown>>) {
  const [form, second] = FORMS.filter((name) => given[name] !== undefined);
  if (form === undefined) {
    checkSpelling(given, FORMS, ONE_FORM);
    throw new InvalidInputError("bodies", undefined, `is given: ${ONE_FORM}`);
  }
  if (second !== undefined) throw new InvalidInputError(second, given[second], `is given besides ${form}: ${ONE_FORM}`);
  return FORM_SCHEMAS[form];
}
