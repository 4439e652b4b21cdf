/**
 * Figures and report for --out. The figures package is loaded only when they are asked for.
 */
import type {
  BattingResult,
  ClatterResult,
  ClatterSurvey,
  Comparison,
  ElasticRodResult,
  ImpactResult,
  PickupResult,
  RestShapeResult,
  SimulationResult,
  SimulationStudy,
} from "carom/study";
import type { Files } from "./output/folder.js";

export async function impactFiles(result: ImpactResult): Promise<Files> {
  const { impactFigures, impactReport } = await import("@carom/figures");
  const figures = impactFigures(result);
  return { ...svgFiles(figures), "report.html": impactReport(result, figures) };
}

export async function comparisonFiles(comparison: Comparison): Promise<Files> {
  const { comparisonFigures, comparisonReport } = await import("@carom/figures");
  const figures = comparisonFigures(comparison);
  return { ...svgFiles(figures), "report.html": comparisonReport(comparison, figures) };
}

export async function simulationFiles(result: SimulationResult, study: SimulationStudy): Promise<Files> {
  const { simulationFigures, simulationReport } = await import("@carom/figures");
  const figures = simulationFigures(result, study);
  return { ...svgFiles(figures), "report.html": simulationReport(result, figures) };
}

export async function clatterFiles(result: ClatterResult, survey: ClatterSurvey): Promise<Files> {
  const { clatterFigures, clatterReport } = await import("@carom/figures");
  const figures = clatterFigures(result, survey);
  return { ...svgFiles(figures), "report.html": clatterReport(result, figures) };
}

export async function battingFiles(result: BattingResult): Promise<Files> {
  const { battingFigures, battingReport } = await import("@carom/figures");
  const figures = battingFigures(result);
  return { ...svgFiles(figures), "report.html": battingReport(result, figures) };
}

export async function elasticRodFiles(result: ElasticRodResult): Promise<Files> {
  const { elasticRodFigures, elasticRodReport } = await import("@carom/figures");
  const figures = elasticRodFigures(result);
  return { ...svgFiles(figures), "report.html": elasticRodReport(result, figures) };
}

export async function pickupFiles(result: PickupResult): Promise<Files> {
  const { pickupFigures, pickupReport } = await import("@carom/figures");
  const figures = pickupFigures(result);
  return { ...svgFiles(figures), "report.html": pickupReport(result, figures) };
}

export async function restShapeFiles(result: RestShapeResult): Promise<Files> {
  const { restShapeFigures, restShapeReport } = await import("@carom/figures");
  const figures = restShapeFigures(result);
  return { ...svgFiles(figures), "report.html": restShapeReport(result, figures) };
}

function svgFiles(figures: readonly { readonly name: string; readonly svg: string }[]): Files {
  return Object.fromEntries(figures.map(({ name, svg }) => [`${name}.svg`, svg]));
}
