/** Every figure of a clatter study that has something to show. */
import type { ClatterResult, ClatterSurvey } from "carom/study";
import type { Figure } from "../draw/figure.js";
import { impulseBarsFigure, rodStandsFigure } from "./sequence.js";
import { plateImpulsesFigure, rodAnglesFigure, rodImpulsesFigure } from "./survey.js";

export function clatterFigures(result: ClatterResult, survey: ClatterSurvey): Figure[] {
  return [
    rodStandsFigure(result),
    impulseBarsFigure(result),
    rodAnglesFigure(survey),
    rodImpulsesFigure(survey),
    plateImpulsesFigure(survey),
  ].filter((figure) => figure !== undefined);
}
