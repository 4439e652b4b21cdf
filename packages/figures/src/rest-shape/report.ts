/** report.html of a rest-shape study: the sentence, the pictures, the numbers, how the iteration converges. */
import type { RestShapeResult } from "carom/study";
import type { Figure } from "../draw/figure.js";
import { percent, significant, withUnit } from "../draw/numbers.js";
import { reportPage, type Table } from "../draw/page.js";
import { inUnit, sizeUnits } from "../draw/size-units.js";

export function restShapeReport(result: RestShapeResult, figures: readonly Figure[]): string {
  return reportPage({
    title: result.title,
    sentence: headline(result),
    lead: story(result),
    warnings: result.warnings.map(({ message }) => message),
    figures,
    tables: [bodyTable(result), convergenceTable(result), flipTable(result)],
    footer: FOOTER,
  });
}

const FOOTER =
  "SI units where no other is given, z up. Linear elasticity on linear tetrahedra, a homogeneous isotropic material; nodes that touch the table are stuck. Numbers are rounded for reading; result.json has all digits, rest.vtu and observed.vtu are for ParaView.";

function headline({ status, largestDisplacement, observed }: RestShapeResult): string {
  if (status !== "converged") return "No shape without gravity was found.";
  return `Without gravity it would be up to ${inUnit(largestDisplacement, sizeUnits(observed).length)} away from where it is.`;
}

function story({ method, iterations, residual, sagsBackWithin, status }: RestShapeResult): string {
  if (status !== "converged") return `The search (${method}) ended after ${iterations} steps.`;
  return `${method === "newton" ? "Newton's method" : "The source's iteration"} took ${iterations} steps to ${withUnit(residual, "m", 2)} from a fixed point. Let sag again, the recovered shape is within ${withUnit(Math.max(sagsBackWithin, 1e-18), "m", 1)} of what was seen.`;
}

function bodyTable({ mesh, volumes, mass, largestStrain, norm, frictionNeeded, stuck, observed }: RestShapeResult): Table {
  const units = sizeUnits(observed);
  return {
    title: "The body",
    columns: ["", ""],
    rows: [
      ["nodes, tetrahedra", `${mesh.nodes}, ${mesh.tetrahedra}`],
      ["nodes that the table holds", String(stuck.length)],
      ["quality of the worst element", significant(mesh.worst, 3)],
      ["mass", withUnit(mass, "kg", 4)],
      ["volume as observed", inUnit(volumes.observed, units.volume, 4)],
      ["volume at rest", inUnit(volumes.rest, units.volume, 4)],
      ["norm of the displacement", inUnit(norm, units.length, 4)],
      ["largest strain", percent(largestStrain)],
      ...(frictionNeeded === undefined ? [] : [["friction that holds the base", significant(frictionNeeded, 3)]]),
    ],
  };
}

function convergenceTable({ convergence }: RestShapeResult): Table {
  if (convergence === undefined) return { title: "", columns: [], rows: [] };
  const { rate, highest, lowest, spectralRadius, norm1, normInfinity } = convergence;
  return {
    title: "The fixed-point iteration here",
    columns: ["", ""],
    rows: [
      ["real parts of its eigenvalues", `${significant(lowest, 4)} to ${significant(highest, 4)}`],
      ["spectral radius: its rate", significant(spectralRadius, 4)],
      ["2-norm of its Jacobian", significant(convergence.norm2, 4)],
      ...(norm1 === undefined ? [] : [["1-norm", significant(norm1.plain, 4)]]),
      ...(normInfinity === undefined ? [] : [["infinity-norm", significant(normInfinity.plain, 4)]]),
      ["converges for relaxations up to", rate.admissible === 0 ? "none" : significant(rate.admissible, 4)],
      ...(rate.best === undefined
        ? []
        : [["best relaxation, and its rate", `${significant(rate.best.relaxation, 4)}, ${significant(rate.best.rate, 4)}`]]),
    ],
  };
}

function flipTable({ flip, observed }: RestShapeResult): Table {
  if (flip === undefined) return { title: "", columns: [], rows: [] };
  const { length, volume: cubic } = sizeUnits(observed);
  const row = (name: string, { height, baseDiameter, topDiameter, volume }: (typeof flip)["rest"]) => [
    name,
    significant(height * length.perSi, 4),
    significant(topDiameter * length.perSi, 4),
    significant(baseDiameter * length.perSi, 4),
    significant(volume * cubic.perSi, 4),
  ];
  return {
    title: "Turned over",
    wide: true,
    columns: ["", `height, ${length.name}`, `top, ${length.name}`, `base, ${length.name}`, `volume, ${cubic.name}`],
    rows: [
      row("as observed", flip.observed),
      row("without gravity", flip.rest),
      row("turned over, from the observed shape", flip.fromObserved),
      row("turned over, from the recovered shape", flip.fromRest),
    ],
  };
}
