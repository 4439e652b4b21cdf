/** Where the energy goes in an impact of one contact. */
import type { ImpactResult } from "carom/study";
import type { Figure } from "../../draw/figure.js";
import { drawAxis, marginsFor, PANEL_WIDTH } from "../../draw/panel.js";
import { svgDocument } from "../../draw/svg.js";
import { drawEnergyBand, ENERGY_TITLE, energyCaption } from "../energy-band.js";
import { IMPULSE_AXIS } from "../impulse-axis.js";
import { samplesOf, type Track } from "./track.js";

/** Undefined where there is no energy to be shared out. */
export function energyFigure(result: ImpactResult, track: Track): Figure | undefined {
  if (!(track.energyBefore > 0)) return undefined;
  const { panel, elements } = drawEnergyBand(result, { ...track, samples: samplesOf(track) }, marginsFor([], []));
  const height = panel.frame.y + panel.frame.height + 42;
  const caption = energyCaption(result);
  const svg = svgDocument({ width: PANEL_WIDTH, height }, `${ENERGY_TITLE}. ${caption}`, [
    ...elements,
    ...drawAxis(panel, track.end.normalImpulse, IMPULSE_AXIS),
  ]);
  return { name: "energy", title: ENERGY_TITLE, caption, svg };
}
