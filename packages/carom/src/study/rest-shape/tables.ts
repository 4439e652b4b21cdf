/**
 * The numbers of a body without gravity: the body, how the fixed-point iteration converges, the body turned over; for files the search step
 * by step.
 */
import { sizeUnits } from "../format/size-units.js";
import type { ResultColumn, ResultTable } from "../format/table.js";
import type { RestShapeResult } from "./result.js";

export function restShapeTables(result: RestShapeResult): ResultTable[] {
  return [bodyTable(result), ...convergenceTables(result), ...flipTables(result), historyTable(result)];
}

function bodyTable(result: RestShapeResult): ResultTable {
  const { mesh, stuck, mass, volumes, norm, largestStrain, strain, meshError, frictionNeeded, oneTetrahedron, observed } = result;
  const { length, volume } = sizeUnits(observed);
  const closed = oneTetrahedron?.displacement;
  const rows: [string, string | number | undefined, string][] = [
    ["nodes", String(mesh.nodes), ""],
    ["tetrahedra", String(mesh.tetrahedra), ""],
    ["quality of the worst of them", mesh.worst, ""],
    ["nodes that the table holds", String(stuck.length), ""],
    ["mass", mass, "kg"],
    ["volume as observed", volumes.observed * volume.perSi, volume.name],
    ["volume at rest", volumes.rest * volume.perSi, volume.name],
    ["norm of the displacement", norm * length.perSi, length.name],
    ["largest strain", 100 * largestStrain, "%"],
    ["strain in all but 1 % of the volume", 100 * strain.most, "%"],
    ["turn in all but 1 % of the volume", (180 * strain.turn) / Math.PI, "degrees"],
    ["error of the mesh, of displacements", meshError === undefined ? undefined : 100 * meshError, "%"],
    ["friction that holds the base", frictionNeeded, ""],
    ["displacement by the closed form", closed === undefined ? undefined : closed * length.perSi, length.name],
    ["density up to which there is a shape", oneTetrahedron?.densityLimit, "kg/m^3"],
  ];
  return {
    name: "body",
    title: "The body",
    use: "page",
    columns: [{ name: "" }, { name: "", digits: 4 }, { name: "" }],
    rows: rows.flatMap(([name, value, unit]) => (value === undefined ? [] : [[name, value, unit]])),
  };
}

function convergenceTables({ convergence }: RestShapeResult): ResultTable[] {
  if (convergence === undefined) return [];
  const { rate, highest, lowest, spectralRadius, norm2, norm1, normInfinity, isComplete, relaxations } = convergence;
  const known = isComplete ? "" : ", of the outer ones";
  const admissible = rate.admissible === 0 ? "none" : rate.admissible === 1 ? "all up to 1" : rate.admissible;
  return [
    {
      name: "convergence",
      title: "The fixed-point iteration, at the solution",
      use: "page",
      columns: [{ name: "" }, { name: "", digits: 4 }],
      rows: [
        [`least real part of its eigenvalues${known}`, lowest],
        [`largest real part of its eigenvalues${known}`, highest],
        ["spectral radius: its rate", spectralRadius],
        ["2-norm of its Jacobian", norm2],
        ...(norm1 === undefined ? [] : [["1-norm", norm1.plain]]),
        ...(normInfinity === undefined ? [] : [["infinity-norm", normInfinity.plain]]),
        ["case of the table", rate.case],
        [typeof admissible === "number" ? "converges for relaxations below" : "relaxations that converge", admissible],
        ...(rate.best === undefined
          ? []
          : [
              ["best relaxation", rate.best.relaxation],
              ["rate of the best relaxation", rate.best.rate],
            ]),
      ],
    },
    {
      name: "relaxations",
      title: "The fixed-point iteration against its relaxation",
      use: "file",
      columns: ["relaxation", "rate", ...(isComplete ? ["norm_2", "norm_1", "norm_infinity"] : [])].map((name) => ({ name })),
      rows: relaxations.map(({ relaxation, rate: own, norm2: two, norm1: one, normInfinity: infinite }) =>
        [relaxation, own, two, one, infinite].filter((value) => value !== undefined),
      ),
    },
  ];
}

function flipTables({ flip, observed }: RestShapeResult): ResultTable[] {
  if (flip === undefined) return [];
  const { length, volume: cubic } = sizeUnits(observed);
  const row = (name: string, { height, topDiameter, baseDiameter, volume }: (typeof flip)["rest"]) => [
    name,
    ...[height, topDiameter, baseDiameter].map((value) => value * length.perSi),
    volume * cubic.perSi,
  ];
  const along = (name: string): ResultColumn => ({ name, unit: length.name, digits: 4 });
  return [
    {
      name: "turned-over",
      title: "Turned over, standing on its former top",
      use: "page",
      columns: [{ name: "" }, along("height"), along("top"), along("base"), { name: "volume", unit: cubic.name, digits: 4 }],
      rows: [
        row("as observed", flip.observed),
        row("without gravity", flip.rest),
        row("turned over, from the observed shape", flip.fromObserved),
        row("turned over, from the recovered shape", flip.fromRest),
      ],
    },
  ];
}

function historyTable({ history }: RestShapeResult): ResultTable {
  return {
    name: "history",
    title: "The search",
    use: "file",
    columns: [
      { name: "step" },
      { name: "load" },
      ...["norm", "residual", "step"].map((name) => ({ name, unit: "m" })),
      { name: "relaxation" },
      { name: "stretch" },
    ],
    rows: history.map(({ load, norm, residual, step, relaxation, stretch }, i) => [
      i + 1,
      load,
      norm,
      residual,
      step,
      relaxation,
      stretch ?? "",
    ]),
  };
}
