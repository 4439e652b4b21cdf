/** A study that asks for its motion to be computed otherwise. */

import type { MotionChoice } from "../format/kind.js";
import { parseWith } from "../format/parse.js";
import { type SimulationStudy, simulationStudySchema } from "./schema.js";

/** Throws InvalidInputError where it cannot be asked for. */
export function computedBy(study: SimulationStudy, { method, stepError, verify }: MotionChoice): SimulationStudy {
  return parseWith<SimulationStudy>(simulationStudySchema, {
    ...study,
    ...(method === undefined ? {} : { method }),
    ...(stepError === undefined ? {} : { tolerances: { ...study.tolerances, stepError } }),
    ...(verify === undefined ? {} : { verify }),
  });
}
