/** Every figure of a clatter study that has something to show. */
import type { ClatterResult, ClatterSurvey } from "carom/study";
import type { Figure } from "../figure.js";
import { impulseBarsFigure, rodStandsFigure } from "./sequence.js";
import { plateImpulsesFigure, rodAnglesFigure, rodImpulsesFigure } from "./survey.js";

export function clatterFigures(result: ClatterResult, survey: ClatterSurvey, document: Document): Figure[] {
  return [
    rodStandsFigure(result, document),
    impulseBarsFigure(result, document),
    rodAnglesFigure(survey, document),
    rodImpulsesFigure(survey, document),
    plateImpulsesFigure(survey, document),
  ].filter((figure) => figure !== undefined);
}
