/** Every figure of a simulation that has something to show. */
import type { SimulationResult, SimulationStudy } from "carom/study";
import type { Figure } from "../draw/figure.js";
import { sensitivitiesFigure } from "../draw/sensitivities.js";
import { contactModesFigure } from "./contact-modes.js";
import { energyInTimeFigure } from "./energy.js";
import { forceStrobeFigure } from "./force-strobe.js";
import { forcesInTimeFigure } from "./forces.js";
import { jointAnglesFigure, jointSlidesFigure } from "./joints.js";
import { planFigure } from "./plan.js";
import { positionsFigure } from "./positions.js";
import { strobeFigure } from "./strobe.js";

/** @param study that the result is of; bodies are drawn only where it is given, for a result does not know their shapes */
export function simulationFigures(result: SimulationResult, study?: SimulationStudy): Figure[] {
  const seen = study === undefined ? [] : [strobeFigure(study, result), forceStrobeFigure(study, result)];
  const inTime = [
    energyInTimeFigure,
    positionsFigure,
    jointAnglesFigure,
    jointSlidesFigure,
    forcesInTimeFigure,
    contactModesFigure,
    planFigure,
    sensitivitiesFigure,
  ].flatMap((draw) => {
    const figure = draw(result);
    return figure === undefined ? [] : [figure];
  });
  return [...seen.filter((figure) => figure !== undefined), ...inTime];
}
