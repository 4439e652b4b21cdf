/** The figures of a hit. */
import type { BattingResult } from "carom/study";
import type { Figure } from "../draw/figure.js";
import { impulsePlaneFigure } from "./impulse-plane.js";
import { projectionPlaneFigure } from "./projection-plane.js";
import { spreadFigure } from "./spread.js";
import { trajectoryFigure } from "./trajectory.js";

export function battingFigures(result: BattingResult): Figure[] {
  return [trajectoryFigure, impulsePlaneFigure, spreadFigure, projectionPlaneFigure].flatMap((draw) => draw(result) ?? []);
}
