/**
 * Soft bodies: elements against each other and against meshes without end, and linear elasticity against the neo-Hookean law.
 */
import {
  ballMesh,
  bodyLoad,
  boxMesh,
  type ElasticLaw,
  type ElementKind,
  elasticResponse,
  equilibrium,
  errorEstimate,
  type Solid,
  solidOf,
  strainSummary,
} from "carom/soft";
import type { Claim } from "./claims.js";
import { digits, printHeading, printTable } from "./table.js";

const E = 1e5;

const percent = (share: number): string => `${digits(100 * share)} %`;

/** A cantilever under its weight: f . u with both elements, and the error that is estimated. */
interface ElementRow {
  readonly cells: string;
  readonly poissonRatio: number;
  readonly nodes: readonly [number, number];
  /** f . u over that of a mesh without end, less 1. */
  readonly errors: readonly [number, number];
  /** Of quadratic elements, by recovered stress. */
  readonly estimate: number;
}

/** What a law makes of a squeeze or a bending, against the neo-Hookean one. */
interface LawRow {
  readonly body: string;
  /** Largest principal strain and turn in 99 % of the volume, by the neo-Hookean law. */
  readonly strain: number;
  readonly turn: number;
  readonly linear: number;
  readonly corotational: number;
}

export interface SoftElementsMeasured {
  readonly elements: readonly ElementRow[];
  readonly laws: readonly LawRow[];
}

/**
 * f . u of the beam 100 x 20 x 20 mm without end, J, 9800 N/m^3, E = 1e5 Pa, by Poisson's ratio: meshes of 50,818 quadratic nodes,
 * extrapolated.
 */
const BEAM = new Map([
  [0.3, 6.0332e-3],
  [0.49, 5.8517e-3],
  [0.499, 5.8415e-3],
]);

export function measureSoftElements(): SoftElementsMeasured {
  const meshes = [
    [10, 2, 2],
    [20, 4, 4],
    [30, 6, 6],
  ] as const;
  return {
    elements: meshes.flatMap((cells) => [...BEAM.keys()].map((poissonRatio) => beam(cells, poissonRatio))),
    laws: [...[0.01, 0.02, 0.05, 0.1, 0.2, 0.3].map(cube), ...[0.02, 0.05, 0.1, 0.2].map(ball), ...[25, 60, 130, 300].map(cantilever)],
  };
}

const nodesWhere = ({ nodes }: Solid, is: (x: number, y: number, z: number) => boolean): number[] =>
  Array.from({ length: nodes.length / 3 }, (_, i) => i).filter((i) => is(nodes[3 * i]!, nodes[3 * i + 1]!, nodes[3 * i + 2]!));
const weight = (solid: Solid, density: number) =>
  bodyLoad(solid, (_x, _y, _z, out) => {
    out[2] = -density;
  });
const dot = (a: Float64Array, b: Float64Array): number => a.reduce((sum, value, i) => sum + value * b[i]!, 0);

function beam(cells: readonly [number, number, number], poissonRatio: number): ElementRow {
  const mesh = boxMesh({ size: [0.1, 0.02, 0.02], cells });
  const material = { youngModulus: E, poissonRatio };
  const response = elasticResponse("linear", material);
  const solved = (["linear", "quadratic"] as const).map((element: ElementKind) => {
    const solid = solidOf(mesh, element);
    const load = weight(solid, 9800);
    const held = nodesWhere(solid, (x) => x === 0);
    const { displacement } = equilibrium({ solid, response, load, held }, new Float64Array(load.length));
    return { solid, work: dot(load, displacement), displacement };
  });
  const [four, ten] = [solved[0]!, solved[1]!];
  const right = BEAM.get(poissonRatio)!;
  return {
    cells: cells.join(" x "),
    poissonRatio,
    nodes: [four.solid.nodes.length / 3, ten.solid.nodes.length / 3],
    errors: [four.work / right - 1, ten.work / right - 1],
    estimate: errorEstimate(ten.solid, response, material, ten.displacement).workError / ten.work,
  };
}

/** Force on the nodes that are pushed down, and the strain that the neo-Hookean law finds. */
function squeezed(body: string, solid: Solid, isTop: (z: number) => boolean, depth: number, height: number): LawRow {
  const held = nodesWhere(solid, (_x, _y, z) => z === 0 || isTop(z));
  const start = solid.nodes.map((value, row) => (row % 3 === 2 ? -depth * (isTop(value) ? 1 : value / height) : 0));
  const load = new Float64Array(start.length);
  const by = (law: ElasticLaw) => {
    const response = elasticResponse(law, { youngModulus: E, poissonRatio: 0.3 });
    const { reactions, displacement } = equilibrium({ solid, response, load, held }, start);
    return { displacement, value: held.reduce((sum, node) => sum - (solid.nodes[3 * node + 2]! > 0 ? reactions[3 * node + 2]! : 0), 0) };
  };
  return compared(body, solid, by);
}

function compared(body: string, solid: Solid, by: (law: ElasticLaw) => { displacement: Float64Array; value: number }): LawRow {
  const neo = by("neo-hooke");
  const { most, turn } = strainSummary(solid, neo.displacement, "neo-hooke");
  return { body, strain: most, turn, linear: by("linear").value / neo.value - 1, corotational: by("corotational").value / neo.value - 1 };
}

function cube(squeeze: number): LawRow {
  const solid = solidOf(boxMesh({ size: [0.06, 0.06, 0.06], cells: [4, 4, 4] }), "quadratic");
  return squeezed(`cube, bonded, by ${percent(squeeze)}`, solid, (z) => z > 0.0599999, 0.06 * squeeze, 0.06);
}

function ball(squeeze: number): LawRow {
  const solid = solidOf(ballMesh({ radius: 0.05, divisions: 5, baseRadius: 0.015, curved: true }), "quadratic");
  const height = Math.max(...solid.nodes.filter((_, row) => row % 3 === 2));
  return squeezed(`ball, bonded, by ${percent(squeeze)}`, solid, (z) => z > 0.955 * height, squeeze * height, height);
}

/** Sag of the tip of a beam that its weight, N/m^3, bends. */
function cantilever(density: number): LawRow {
  const solid = solidOf(boxMesh({ size: [0.1, 0.01, 0.01], cells: [10, 1, 1] }), "quadratic");
  const held = nodesWhere(solid, (x) => x === 0);
  const load = weight(solid, density * 9.81);
  const [tip] = nodesWhere(solid, (x, y, z) => x > 0.0999999 && y === 0 && z === 0);
  const by = (law: ElasticLaw) => {
    const response = elasticResponse(law, { youngModulus: E, poissonRatio: 0.3 });
    const { displacement } = equilibrium({ solid, response, load, held }, new Float64Array(load.length));
    return { displacement, value: displacement[3 * tip! + 2]! };
  };
  return compared(`beam bent by ${density} kg/m^3`, solid, by);
}

export function printSoftElements({ elements, laws }: SoftElementsMeasured): void {
  printHeading("Soft bodies: f . u of a cantilever (100 x 20 x 20 mm, its weight) against a mesh without end");
  printTable(
    ["cells", "Poisson's ratio", "linear: nodes", "error", "quadratic: nodes", "error", "estimated"],
    elements.map(({ cells, poissonRatio, nodes, errors, estimate }) => [
      cells,
      String(poissonRatio),
      String(nodes[0]),
      percent(errors[0]),
      String(nodes[1]),
      percent(errors[1]),
      percent(-estimate),
    ]),
  );
  printHeading("Soft bodies: force or sag by linear elasticity and by the corotational law, against the neo-Hookean one");
  printTable(
    ["body", "strain in 99 %", "turn, degrees", "linear", "corotational"],
    laws.map(({ body, strain, turn, linear, corotational }) => [
      body,
      digits(strain),
      digits((180 * turn) / Math.PI),
      percent(linear),
      percent(corotational),
    ]),
  );
}

export function softElementsClaims({ elements, laws }: SoftElementsMeasured): Claim[] {
  const ratios = elements.filter(({ poissonRatio }) => poissonRatio < 0.495).map(({ errors, estimate }) => estimate / -errors[1]);
  const small = laws.filter(({ strain, turn }) => strain <= 0.02 && turn <= Math.PI / 36);
  const worst = Math.max(...small.map(({ linear }) => Math.abs(linear)));
  return [
    {
      claim: "soft bodies: quadratic elements miss at most 2 % on the finest mesh, linear ones at least four times as much",
      measured: `${percent(Math.max(...elements.slice(-3).map(({ errors }) => -errors[1])))} on the finest mesh`,
      passed: elements.slice(-3).every(({ errors }) => -errors[1] <= 0.02) && elements.every(({ errors }) => errors[0] < 4 * errors[1]),
    },
    {
      claim: "soft bodies: the estimate is 0.6 to 1.6 of the error",
      measured: ratios.map((ratio) => digits(ratio)).join(", "),
      passed: ratios.every((ratio) => ratio > 0.6 && ratio < 1.6),
    },
    {
      claim: "soft bodies: up to a strain of 0.02 and a turn of 5 degrees linear elasticity is right to 2 %",
      measured: percent(worst),
      passed: small.length >= 2 && worst < 0.02,
    },
  ];
}
