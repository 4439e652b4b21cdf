export { sweptConesFigure, tenTargetsFigure } from "./batting/source.js";
export { plateImpulsesFigure, rodAnglesFigure, rodImpulsesFigure, type SurveyOptions } from "./clatter/survey.js";
export type { Figure } from "./draw/figure.js";
export { elasticRodSourceFigures } from "./elastic-rod/source.js";
export { comparisonFigures } from "./impact/comparison/figures.js";
export { comparisonReport } from "./impact/comparison/report.js";
export { type NamedResult, normalWorkOverlayFigure } from "./impact/several-contacts/normal-work-overlay.js";
export { type Drawn, drawn } from "./kinds.js";
export { heatMap, type MapLine } from "./sweep/heat-map.js";
