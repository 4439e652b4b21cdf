export { comparisonFigures } from "./comparison/figures.js";
export type { Figure } from "./figure.js";
export { type BundleOptions, bundleFigure } from "./impact/bundle.js";
export { impactFigures } from "./impact/figures.js";
export { comparisonReport } from "./report/comparison-report.js";
export { impactReport } from "./report/impact-report.js";
export { themeCss } from "./theme.js";
