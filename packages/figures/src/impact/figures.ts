/** Every picture of an impact. */
import type { ImpactResult } from "carom/study";
import type { Figure } from "../draw/figure.js";
import { sensitivitiesFigure } from "../draw/sensitivities.js";
import { forceLawFigures } from "./force-laws.js";
import { forceFigures } from "./forces.js";
import { bundleFigure, canBundle } from "./one-contact/bundle.js";
import { energyFigure } from "./one-contact/energy.js";
import { hodographFigure } from "./one-contact/hodograph.js";
import { impulseCurveFigure } from "./one-contact/impulse-curve.js";
import { motionFigure } from "./one-contact/motion.js";
import { stepSizeFigure } from "./one-contact/step-size.js";
import { isRest, speedOf, trackOf } from "./one-contact/track.js";
import { severalContactsFigures } from "./several-contacts/figures.js";
import { withHistory } from "./with-history.js";

/**
 * Hodograph, impulse curve, energy, velocities, bundle and step sizes, as far as they apply. An impact of several contacts has pictures of
 * its own; bodies that do not approach have none. Where the contact gives along the surface there is no bundle and there are no step sizes:
 * they show the rigid flow. A result without a history is solved once more for its path.
 */
export function impactFigures(result: ImpactResult): Figure[] {
  const { problem, outcome } = result;
  const sensitivities = sensitivitiesFigure(result);
  if (problem.contacts.length > 1)
    return [...forceFigures(result), ...severalContactsFigures(result), ...(sensitivities === undefined ? [] : [sensitivities])];
  const track = trackOf(problem, withHistory(problem, outcome));
  if (track === undefined) return [];
  const slip = speedOf(track.start);
  const speed = isRest(track, slip) ? Math.abs(track.start.normalVelocity) : slip;
  const figures = [
    hodographFigure(result, track),
    impulseCurveFigure(result, track),
    energyFigure(result, track),
    motionFigure(track),
    canBundle(problem) && !track.springs ? bundleFigure(problem, { speed }) : undefined,
    track.springs ? undefined : stepSizeFigure(result, track),
  ];
  return [...figures.slice(0, 1), ...forceFigures(result), ...forceLawFigures(result), ...figures.slice(1), sensitivities].filter(
    (figure) => figure !== undefined,
  );
}
