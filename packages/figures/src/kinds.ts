/**
 * What is drawn of each kind of study: a new kind is a folder beside this file and a row here, and the compiler names a kind that has none.
 */
import { type Kind, type ResultOf, type Study, type StudyOf, surveyClatter } from "carom/study";
import { battingFigures } from "./batting/figures.js";
import { battingReport } from "./batting/report.js";
import { clatterFigures } from "./clatter/figures.js";
import { clatterReport } from "./clatter/report.js";
import type { Figure } from "./draw/figure.js";
import { elasticRodFigures } from "./elastic-rod/figures.js";
import { elasticRodReport } from "./elastic-rod/report.js";
import { fitFigures } from "./fit/figures.js";
import { fitReport } from "./fit/report.js";
import { graspFigures } from "./grasp/figures.js";
import { graspReport } from "./grasp/report.js";
import { impactFigures } from "./impact/figures.js";
import { impactReport } from "./impact/report.js";
import { pickupFigures } from "./pickup/figures.js";
import { pickupReport } from "./pickup/report.js";
import { restShapeFigures } from "./rest-shape/figures.js";
import { restShapeReport } from "./rest-shape/report.js";
import { simulationFigures } from "./simulation/figures.js";
import { simulationReport } from "./simulation/report.js";
import { sweepFigures } from "./sweep/figures.js";
import { sweepReport } from "./sweep/report.js";

export interface FigureKind<K extends Kind> {
  /** Those that have something to show, in the order of the report. */
  readonly figures: (result: ResultOf<K>, study: StudyOf<K>) => readonly Figure[];
  /** The whole of report.html. */
  readonly report: (result: ResultOf<K>, figures: readonly Figure[]) => string;
}

const figureKinds = {
  impact: { figures: impactFigures, report: impactReport },
  simulation: { figures: simulationFigures, report: simulationReport },
  clatter: { figures: (result, study) => clatterFigures(result, surveyClatter(study)), report: clatterReport },
  "elastic-rod": { figures: elasticRodFigures, report: elasticRodReport },
  batting: { figures: battingFigures, report: battingReport },
  "rest-shape": { figures: restShapeFigures, report: restShapeReport },
  pickup: { figures: pickupFigures, report: pickupReport },
  grasp: { figures: graspFigures, report: graspReport },
  sweep: { figures: sweepFigures, report: sweepReport },
  fit: { figures: fitFigures, report: fitReport },
} satisfies { readonly [K in Kind]: FigureKind<K> };

/** What a folder of results shows to people. */
export interface Drawn {
  readonly figures: readonly Figure[];
  /** A whole page: no script, no request. */
  readonly report: string;
}

/** The figures and the report of a result, whatever its kind. */
export function drawn<S extends Study>(study: S, result: ResultOf<S["kind"]>): Drawn {
  // A name and its row belong together, which the compiler cannot follow through a variable.
  const row = figureKinds[study.kind] as unknown as FigureKind<Kind>;
  const figures = row.figures(result, study);
  return { figures, report: row.report(result, figures) };
}
