/** Shapes without gravity: cost against the size of the mesh, up to ten thousand nodes. */
import { ballMesh, baseNodes, boxMesh, recoverRestShape, restNodes, sagAt, sagProblem, type TetMesh } from "carom/soft";
import type { Claim } from "./claims.js";
import type { PlotRow } from "./scale-plot.js";
import { digits, printHeading, printTable, small } from "./table.js";

interface RecoveredMesh {
  readonly kind: string;
  readonly nodes: number;
  readonly status: string;
  readonly steps: number;
  readonly factorisations: number;
  /** Largest difference between what was seen and the recovered shape sagged again, m. */
  readonly sagsBack: number;
  /** Processor time of the recovery, s. */
  readonly seconds: number;
  /** Of letting it sag again, s: one factorisation and two solves. */
  readonly sag: number;
  /** Of the process at the end, MB. */
  readonly memory: number;
}

export interface RestShapeMeasured {
  readonly meshes: readonly RecoveredMesh[];
}

const BOXES = [6, 9, 13, 21];
const BALLS = [6, 9, 13];

export function measureRestShapes(): RestShapeMeasured {
  return {
    meshes: [
      ...BOXES.map((cells) => recover("box", boxMesh({ size: [0.1, 0.1, 0.1], cells: [cells, cells, cells] }), 1e4)),
      ...BALLS.map((divisions) => recover("ball on a facet", ballMesh({ radius: 0.05, divisions, baseRadius: 0.02 }), 1e5)),
    ],
  };
}

const cpu = (): number => process.cpuUsage().user / 1e6;

function recover(kind: string, mesh: TetMesh, youngModulus: number): RecoveredMesh {
  const material = { youngModulus, poissonRatio: 0.4 };
  const start = cpu();
  const problem = sagProblem({ mesh, stuck: baseNodes(mesh), material, density: 1000, gravity: 9.81 });
  const { displacement, status, iterations, factorisations } = recoverRestShape(problem);
  const seconds = cpu() - start;
  const recovered = cpu();
  const again = sagAt(problem, restNodes(problem, displacement)).mesh.nodes;
  const sagTime = cpu() - recovered;
  let sagsBack = 0;
  for (let i = 0; i < again.length; i++) sagsBack = Math.max(sagsBack, Math.abs(again[i]! - mesh.nodes[i]!));
  return {
    kind,
    nodes: mesh.nodes.length / 3,
    status,
    steps: iterations,
    factorisations,
    sagsBack,
    seconds,
    sag: sagTime,
    memory: process.memoryUsage().rss / 2 ** 20,
  };
}

/** Power of the number of nodes by which the cost grows, over the upper half of the sizes. */
function exponentOf(meshes: readonly RecoveredMesh[], kind: string): number {
  const of = meshes.filter((each) => each.kind === kind).slice(-3);
  const [first, last] = [of[0]!, of.at(-1)!];
  return Math.log2(last.seconds / first.seconds) / Math.log2(last.nodes / first.nodes);
}

export function restShapeClaims({ meshes }: RestShapeMeasured): Claim[] {
  const largest = meshes.reduce((a, b) => (b.nodes > a.nodes ? b : a));
  const worst = Math.max(...meshes.map(({ sagsBack }) => sagsBack));
  const memory = Math.max(...meshes.map((each) => each.memory));
  return [
    {
      claim: "rest shape: all found by Newton in at most 6 steps",
      measured: `${Math.max(...meshes.map(({ steps }) => steps))} steps`,
      passed: meshes.every(({ status, steps }) => status === "converged" && steps <= 6),
    },
    { claim: "rest shape: sagged again they are within 1e-10 m of what was seen", measured: `${small(worst)} m`, passed: worst <= 1e-10 },
    {
      claim: "rest shape: a mesh of at least 10 000 nodes in at most 30 s of processor time",
      measured: `${largest.nodes} nodes, ${digits(largest.seconds)} s`,
      passed: largest.nodes >= 10_000 && largest.seconds <= 30,
    },
    { claim: "rest shape: in at most 2 GB", measured: `${digits(memory)} MB`, passed: memory <= 2048 },
    {
      claim: "rest shape: cost grows at most as the number of nodes to the power 2.3",
      measured: ["box", "ball on a facet"].map((kind) => digits(exponentOf(meshes, kind), 2)).join(", "),
      passed: ["box", "ball on a facet"].every((kind) => exponentOf(meshes, kind) <= 2.3),
    },
  ];
}

export const restShapePlotRows = ({ meshes }: RestShapeMeasured): PlotRow[] =>
  meshes.map(({ kind, nodes, seconds }) => ({ kind, count: nodes, value: seconds }));

export function printRestShapes({ meshes }: RestShapeMeasured, claims: readonly Claim[]): void {
  printHeading("Shapes without gravity: cost against the size of the mesh");
  printTable(
    ["", "nodes", "steps", "factorisations", "sags back, m", "recovery, s", "one sag, s", "memory, MB"],
    meshes.map((each) => [
      each.kind,
      each.nodes,
      each.steps,
      each.factorisations,
      small(each.sagsBack),
      digits(each.seconds),
      digits(each.sag),
      digits(each.memory),
    ]),
  );
  printTable(
    ["claim", "measured", "holds"],
    claims.map(({ claim, measured, passed }) => [claim, measured, passed ? "yes" : "NO"]),
  );
}
