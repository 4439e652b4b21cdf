/**
 * Work until a box can be lifted against its Young's modulus: on a coarse mesh, where hard bodies must be squeezed until three nodes touch
 * and the work grows with the modulus, and refined near the fingers, where it falls as in Hertz's contact.
 */
import { boxMesh, type PickupSpec, pickup, refineNear, type TetMesh } from "carom/soft";
import type { Claim } from "./claims.js";
import { processorTime } from "./measure.js";
import { digits, printHeading, printTable, small } from "./table.js";

interface StiffnessRow {
  readonly mesh: "coarse" | "refined";
  readonly nodes: number;
  /** Pa. */
  readonly youngModulus: number;
  /** mm. */
  readonly depth: number;
  /** mJ. */
  readonly work: number;
  readonly fingerNodes: number;
  /** Of Hertz's contact with a push of weight / (2 friction), mJ. */
  readonly hertz: number;
  readonly seconds: number;
}

export type StiffnessMeasured = readonly StiffnessRow[];

const WEIGHT = 0.423;
const RADIUS = 0.04;
const FRICTION = 0.5;
const POISSON = 0.3;
const TOUCHED = [
  [0, 0.03, 0.03],
  [0.06, 0.03, 0.03],
] as const;

/**
 * Young's moduli of the source's table 6.2, and the works, mJ, that a second implementation finds on the coarse mesh, with the stiffness
 * condensed to all surface nodes.
 */
const SECOND: readonly (readonly [number, number])[] = [
  [1e3, 4.134],
  [4e3, 2.352],
  [9e3, 2.203],
  [3e4, 7.278],
  [6e4, 14.502],
];
const HARD = [9e3, 3e4, 6e4];

export function measureStiffness(): StiffnessMeasured {
  const coarse = boxMesh({ size: [0.06, 0.06, 0.06], cells: [4, 4, 4] });
  const refined = refineNear(coarse, TOUCHED, { size: 0.006, reach: 0.012 });
  return [
    ...SECOND.map(([modulus]) => row("coarse", coarse, modulus, { step: 0.0005, depthTolerance: 0.0005 })),
    ...HARD.map((modulus) => row("refined", refined, modulus, { step: 0.00025, depthTolerance: 0.00005 })),
  ];
}

function row(
  name: StiffnessRow["mesh"],
  mesh: TetMesh,
  youngModulus: number,
  steps: Pick<PickupSpec, "step" | "depthTolerance">,
): StiffnessRow {
  const start = processorTime();
  const { leastDepth } = pickup({
    mesh,
    material: { youngModulus, poissonRatio: POISSON },
    weight: WEIGHT,
    tableFriction: FRICTION,
    fingers: TOUCHED.map((near) => ({ near, radius: RADIUS, friction: FRICTION })),
    ...steps,
    maximumDepth: 0.012,
    // A force on one node strains small elements much.
    strainLimit: 5,
    endAtGrip: true,
  });
  const { depth, record } = leastDepth!;
  const push = WEIGHT / (2 * FRICTION);
  const stiffness = ((4 / 3) * youngModulus * Math.sqrt(RADIUS)) / (1 - POISSON * POISSON);
  return {
    mesh: name,
    nodes: mesh.nodes.length / 3,
    youngModulus,
    depth: 1e3 * depth,
    work: 1e3 * record.work,
    fingerNodes: record.contacts.slice(1).reduce((sum, { stick, slip }) => sum + stick + slip, 0),
    hertz: 1e3 * 2 * 0.4 * push * (push / stiffness) ** (2 / 3),
    seconds: (processorTime() - start) / 1e3,
  };
}

export function stiffnessClaims(rows: StiffnessMeasured): Claim[] {
  const [coarse, refined] = (["coarse", "refined"] as const).map((mesh) => rows.filter((each) => each.mesh === mesh));
  const off = Math.max(...coarse!.map(({ work }, i) => Math.abs(work - SECOND[i]![1])));
  const power = (of: StiffnessMeasured) =>
    Math.log(of.at(-1)!.work / of[0]!.work) / Math.log(of.at(-1)!.youngModulus / of[0]!.youngModulus);
  const powers = [coarse!.slice(-3), refined!].map(power);
  const hertz = refined!.map(({ work, hertz }) => work / hertz);
  return [
    {
      claim: "pickup: work for five moduli as a second implementation finds it, 0.001 mJ",
      measured: `${small(off)} mJ`,
      passed: off <= 1e-3,
    },
    {
      claim: "pickup: on a coarse mesh work grows as the modulus; refined near the fingers it falls as its power -2/3 (to 0.05)",
      measured: powers.map((each) => digits(each)).join(", "),
      passed: Math.abs(powers[0]! - 1) < 0.05 && Math.abs(powers[1]! + 2 / 3) < 0.05,
    },
    {
      claim: "pickup: refined, the work is that of Hertz's contact to 15 %",
      measured: hertz.map((each) => digits(each)).join(", "),
      passed: hertz.every((each) => Math.abs(each - 1) <= 0.15),
    },
  ];
}

export function printStiffness(rows: StiffnessMeasured): void {
  printHeading("Pickup: work until a box can be lifted, by stiffness");
  printTable(
    ["mesh", "nodes", "Young's modulus, Pa", "depth, mm", "finger nodes", "work, mJ", "by Hertz", "s"],
    rows.map(({ mesh, nodes, youngModulus, depth, fingerNodes, work, hertz, seconds }) => [
      mesh,
      nodes,
      youngModulus,
      digits(depth),
      fingerNodes,
      digits(work, 4),
      digits(hertz, 4),
      digits(seconds),
    ]),
  );
}
