/**
 * Figures and report for --out. The figures package and a document to draw in are loaded only when they are asked for.
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
import type { Files } from "./output-folder.js";

export async function impactFiles(result: ImpactResult): Promise<Files> {
  const [{ impactFigures, impactReport }, document] = await Promise.all([import("@carom/figures"), blankDocument()]);
  const figures = impactFigures(result, document);
  return { ...svgFiles(figures), "report.html": impactReport(result, figures) };
}

export async function comparisonFiles(comparison: Comparison): Promise<Files> {
  const [{ comparisonFigures, comparisonReport }, document] = await Promise.all([import("@carom/figures"), blankDocument()]);
  const figures = comparisonFigures(comparison, document);
  return { ...svgFiles(figures), "report.html": comparisonReport(comparison, figures) };
}

export async function simulationFiles(result: SimulationResult, study: SimulationStudy): Promise<Files> {
  const [{ simulationFigures, simulationReport }, document] = await Promise.all([import("@carom/figures"), blankDocument()]);
  const figures = simulationFigures(result, document, study);
  return { ...svgFiles(figures), "report.html": simulationReport(result, figures) };
}

export async function clatterFiles(result: ClatterResult, survey: ClatterSurvey): Promise<Files> {
  const [{ clatterFigures, clatterReport }, document] = await Promise.all([import("@carom/figures"), blankDocument()]);
  const figures = clatterFigures(result, survey, document);
  return { ...svgFiles(figures), "report.html": clatterReport(result, figures) };
}

export async function battingFiles(result: BattingResult): Promise<Files> {
  const [{ battingFigures, battingReport }, document] = await Promise.all([import("@carom/figures"), blankDocument()]);
  const figures = battingFigures(result, document);
  return { ...svgFiles(figures), "report.html": battingReport(result, figures) };
}

export async function elasticRodFiles(result: ElasticRodResult): Promise<Files> {
  const [{ elasticRodFigures, elasticRodReport }, document] = await Promise.all([import("@carom/figures"), blankDocument()]);
  const figures = elasticRodFigures(result, document);
  return { ...svgFiles(figures), "report.html": elasticRodReport(result, figures) };
}

export async function pickupFiles(result: PickupResult): Promise<Files> {
  const [{ pickupFigures, pickupReport }, document] = await Promise.all([import("@carom/figures"), blankDocument()]);
  const figures = pickupFigures(result, document);
  return { ...svgFiles(figures), "report.html": pickupReport(result, figures) };
}

export async function restShapeFiles(result: RestShapeResult): Promise<Files> {
  const [{ restShapeFigures, restShapeReport }, document] = await Promise.all([import("@carom/figures"), blankDocument()]);
  const figures = restShapeFigures(result, document);
  return { ...svgFiles(figures), "report.html": restShapeReport(result, figures) };
}

async function blankDocument(): Promise<Document> {
  const { parseHTML } = await import("linkedom");
  return parseHTML("<!doctype html><html><body></body></html>").document;
}

function svgFiles(figures: readonly { readonly name: string; readonly svg: string }[]): Files {
  return Object.fromEntries(figures.map(({ name, svg }) => [`${name}.svg`, svg]));
}
