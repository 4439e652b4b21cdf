/** Every figure of a simulation that has something to show. */
import type { SimulationResult } from "carom/study";
import type { Figure } from "../figure.js";
import { contactModesFigure } from "./contact-modes.js";
import { energyInTimeFigure } from "./energy.js";
import { jointAnglesFigure, jointSlidesFigure } from "./joints.js";
import { planFigure } from "./plan.js";
import { positionsFigure } from "./positions.js";

export function simulationFigures(result: SimulationResult, document: Document): Figure[] {
  return [energyInTimeFigure, positionsFigure, jointAnglesFigure, jointSlidesFigure, contactModesFigure, planFigure].flatMap((draw) => {
    const figure = draw(result, document);
    return figure === undefined ? [] : [figure];
  });
}
