/** `carom run` on a study of kind `rest-shape`: the shape of a soft body without gravity, as text, as JSON, or as a folder with meshes for ParaView and figures. */
import { writeSurface, writeVtu } from "carom/soft";
import { type RestShapeResult, type RestShapeStudy, runRestShape } from "carom/study";
import { within } from "./failure.js";
import { restShapeFiles } from "./figures.js";
import { checkFolder, type Files, writeFolder } from "./output/folder.js";
import { jsonText } from "./output/json-text.js";
import { pc } from "./terminal/colour.js";
import { column, number } from "./terminal/numbers.js";
import { paragraph, right, table } from "./terminal/table.js";

export interface RestShapeOutput {
  readonly json?: boolean;
  readonly out?: string;
}

export async function runRestShapeStudy(file: string, study: RestShapeStudy, { json, out }: RestShapeOutput): Promise<void> {
  if (out !== undefined) await checkFolder(out);
  const result = await within(file, () => runRestShape(study));
  if (out !== undefined)
    await writeFolder(out, {
      "result.json": `${jsonText(result)}\n`,
      "history.csv": historyCsv(result),
      ...meshFiles(result),
      ...(await within(file, () => restShapeFiles(result))),
    });
  process.stdout.write(`${json ? jsonText(result) : restShapeSummary(result)}\n`);
  if (out !== undefined)
    (json ? process.stderr : process.stdout).write(`\nWritten to ${out}: open report.html there, or rest.vtu in ParaView.\n`);
}

export function restShapeSummary(result: RestShapeResult): string {
  return [
    pc.bold(result.title),
    paragraph(story(result)),
    `${pc.bold("The body")}\n${bodyTable(result)}`,
    ...convergenceTable(result),
    ...flipTable(result),
    ...result.warnings.map(({ message }) => paragraph(`${pc.yellow("Warning:")} ${message}.`)),
  ].join("\n\n");
}

const ENDINGS = {
  converged: "",
  diverged: "lost the body",
  "inverted-element": "turned an element over",
  "maximum-iterations": "used up its steps",
} as const;

function story(result: RestShapeResult): string {
  const { status, method, iterations, residual, largestDisplacement, volumes, sagsBackWithin, load } = result;
  const way = method === "newton" ? "Newton's method" : "The source's iteration";
  if (status !== "converged")
    return `No shape without gravity was found: ${way.replace("The", "the")} ${ENDINGS[status]} after ${iterations} steps${method === "newton" ? `, with ${number(100 * load)} % of gravity reached` : ""}.`;
  return [
    `Without gravity the body would be up to ${number(largestDisplacement)} m away from where it is seen, its volume ${number(volumes.rest)} m^3 instead of ${number(volumes.observed)} m^3.`,
    `${way} took ${iterations} steps, to ${number(residual)} m from a fixed point.`,
    `Let sag again, the recovered shape is within ${number(sagsBackWithin)} m of what was seen.`,
  ].join(" ");
}

function bodyTable({ mesh, stuck, mass, norm, largestStrain, frictionNeeded, oneTetrahedron }: RestShapeResult): string {
  const rows: [string, number | undefined, string][] = [
    ["nodes", mesh.nodes, ""],
    ["tetrahedra", mesh.tetrahedra, ""],
    ["quality of the worst of them", mesh.worst, ""],
    ["nodes that the table holds", stuck.length, ""],
    ["mass", mass, "kg"],
    ["norm of the displacement", norm, "m"],
    ["largest strain", largestStrain, ""],
    ["friction that holds the base", frictionNeeded, ""],
    ["displacement by the closed form", oneTetrahedron?.displacement, "m"],
    ["density up to which there is a shape", oneTetrahedron?.densityLimit, "kg/m^3"],
  ];
  return table(
    [{ title: "" }, right(""), { title: "" }],
    rows.flatMap(([name, value, unit]) =>
      value === undefined ? [] : [[name, Number.isInteger(value) ? String(value) : number(value), unit]],
    ),
  );
}

function convergenceTable({ convergence }: RestShapeResult): string[] {
  if (convergence === undefined) return [];
  const { rate, highest, lowest, spectralRadius, norm2, norm1, normInfinity, isComplete } = convergence;
  const rows: [string, string][] = [
    [`eigenvalues${isComplete ? "" : " (the outer ones)"}, real parts`, `${number(lowest)} to ${number(highest)}`],
    ["spectral radius, its rate", number(spectralRadius)],
    ["2-norm of its Jacobian", number(norm2)],
    ...(norm1 === undefined ? [] : [["1-norm", number(norm1.plain)] satisfies [string, string]]),
    ...(normInfinity === undefined ? [] : [["infinity-norm", number(normInfinity.plain)] satisfies [string, string]]),
    ["case of the table", rate.case],
    [
      "relaxations that converge",
      rate.admissible === 0 ? "none" : rate.admissible === 1 ? "all up to 1" : `below ${number(rate.admissible)}`,
    ],
    ...(rate.best === undefined
      ? []
      : [["best relaxation, and its rate", `${number(rate.best.relaxation)}, ${number(rate.best.rate)}`] satisfies [string, string]]),
  ];
  return [`${pc.bold("The fixed-point iteration, at the solution")}\n${table([{ title: "" }, right("")], rows)}`];
}

function flipTable({ flip }: RestShapeResult): string[] {
  if (flip === undefined) return [];
  const rows = [
    ["as observed", flip.observed],
    ["without gravity", flip.rest],
    ["turned over, from the observed shape", flip.fromObserved],
    ["turned over, from the recovered shape", flip.fromRest],
  ] as const;
  const cells = (["height", "topDiameter", "baseDiameter", "volume"] as const).map((field) => column(rows.map(([, each]) => each[field])));
  const text = table(
    [{ title: "" }, ...["height", "top", "base", "volume"].map(right)],
    [["", "m", "m", "m", "m^3"], ...rows.map(([name], i) => [name, ...cells.map((each) => each[i]!)])],
  );
  return [`${pc.bold("Turned over, standing on its former top")}\n${text}`];
}

function historyCsv({ history }: RestShapeResult): string {
  const rows = history.map(({ load, norm, residual, step, relaxation, stretch }, i) =>
    [i + 1, load, norm, residual, step, relaxation, stretch ?? ""].join(","),
  );
  return `${["step,load,norm_m,residual_m,step_m,relaxation,stretch", ...rows].join("\n")}\n`;
}

function meshFiles({ tetrahedra, observed, rest, displacement, flip, skin }: RestShapeResult): Files {
  const elements = Int32Array.from(tetrahedra.flat());
  const field = { nodes: { displacement: displacement.flat() } };
  const mesh = (nodes: readonly (readonly number[])[]) => ({ nodes: Float64Array.from(nodes.flat()), tetrahedra: elements });
  return {
    "rest.vtu": writeVtu(mesh(rest), field),
    "observed.vtu": writeVtu(mesh(observed), field),
    ...(flip === undefined ? {} : { "turned-over.vtu": writeVtu(mesh(flip.fromRest.nodes)) }),
    ...(skin === undefined ? {} : skinFiles(skin.triangles, { observed: skin.observed, rest: skin.rest, "turned-over": skin.turnedOver })),
  };
}

/** A skin as .obj, one file for each state that there is. */
export function skinFiles(
  triangles: readonly (readonly number[])[],
  states: Readonly<Record<string, readonly (readonly number[])[] | undefined>>,
): Files {
  const faces = Int32Array.from(triangles.flat());
  return Object.fromEntries(
    Object.entries(states).flatMap(([name, vertices]) =>
      vertices === undefined
        ? []
        : [[`skin-${name}.obj`, writeSurface({ vertices: Float64Array.from(vertices.flat()), triangles: faces })]],
    ),
  );
}
