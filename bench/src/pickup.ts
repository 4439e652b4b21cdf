/**
 * Soft bodies picked up by two fingers: the four of the source on meshes of its size, and how the two ways of following contacts converge
 * to each other.
 */
import { boxMesh, PICKUP_OBJECTS, type PickupScheme, type PickupSpec, pickup, pickupOf } from "carom/soft";
import type { Claim } from "./claims.js";
import { processorTime } from "./measure.js";
import { type LargeMeasured, largeClaims, measureLarge, printLarge } from "./pickup-large.js";
import { measureStiffness, printStiffness, type StiffnessMeasured, stiffnessClaims } from "./pickup-stiffness.js";
import type { PlotRow } from "./scale-plot.js";
import { digits, printHeading, printTable, small } from "./table.js";

interface PickedUp {
  readonly name: string;
  readonly nodes: number;
  readonly outcome: string;
  /** mm. */
  readonly depth: number;
  /** N. */
  readonly push: number;
  /** mJ. */
  readonly work: number;
  readonly strain: number;
  /** Worst of all checks. */
  readonly checks: number;
  readonly energyResidual: number;
  readonly rounds: number;
  readonly seconds: number;
}

interface Scheme {
  readonly steps: number;
  readonly scheme: PickupScheme;
  /** Over those of the finest. */
  readonly work: number;
  readonly push: number;
  readonly frictionLoss: number;
  /** Dissipation less friction times slip, over the work. */
  readonly unexplained: number;
  /** Worst of all checks. */
  readonly checks: number;
  readonly seconds: number;
}

export interface PickupMeasured {
  readonly objects: readonly PickedUp[];
  /** The tomato on finer and finer meshes. */
  readonly sizes: readonly PickedUp[];
  readonly schemes: readonly Scheme[];
  readonly stiffness: StiffnessMeasured;
  readonly large: LargeMeasured;
}

const DIVISIONS = [4, 6, 8, 10, 12];
const FINEST = 1024;
const STEPS = [8, 16, 32, 64, 128, 256];
/** From these on the steps, not the events between them, set how long stretches are. */
const FINE = 64;
const DEPTH = 0.004;

export function measurePickup(): PickupMeasured {
  return {
    objects: PICKUP_OBJECTS.map((name) => pickUp(name, pickupOf(name))),
    sizes: DIVISIONS.map((divisions) => pickUp(`${divisions} layers`, pickupOf("tomato", divisions))),
    schemes: measureSchemes(),
    stiffness: measureStiffness(),
    large: measureLarge(),
  };
}

function pickUp(name: string, spec: PickupSpec): PickedUp {
  const start = processorTime();
  const { outcome, leastDepth, checks, energyResidual, rounds } = pickup(spec);
  const seconds = (processorTime() - start) / 1e3;
  const record = leastDepth?.record;
  return {
    name,
    nodes: spec.mesh.nodes.length / 3,
    outcome,
    depth: (leastDepth?.depth ?? Number.NaN) * 1e3,
    push: record === undefined ? Number.NaN : 0.5 * (record.squeeze[0]! + record.squeeze[1]!),
    work: (record?.work ?? Number.NaN) * 1e3,
    strain: record?.strain ?? Number.NaN,
    checks: Math.max(...Object.values(checks)),
    energyResidual,
    rounds,
    seconds,
  };
}

/** The box of the tests squeezed by 4 mm, without lift tests. */
function squeezeBox(scheme: PickupScheme, steps: number) {
  const finger = { radius: 0.04, friction: 0.5 };
  const start = processorTime();
  const { squeeze, checks } = pickup({
    mesh: boxMesh({ size: [0.06, 0.06, 0.06], cells: [4, 4, 4] }),
    material: { youngModulus: 6e3, poissonRatio: 0.3 },
    weight: 0.489,
    tableFriction: 0.5,
    fingers: [
      { near: [0, 0.03, 0.03], ...finger },
      { near: [0.06, 0.03, 0.03], ...finger },
    ],
    step: DEPTH / steps,
    maximumDepth: DEPTH,
    liftTest: "none",
    scheme,
  });
  const { work, squeeze: pushes, frictionLoss, unexplained } = squeeze.at(-1)!;
  return {
    work,
    push: pushes[0]!,
    frictionLoss,
    unexplained: unexplained / work,
    checks: Math.max(...Object.values(checks)),
    seconds: (processorTime() - start) / 1e3,
  };
}

function measureSchemes(): Scheme[] {
  const finest = squeezeBox("event-driven", FINEST);
  return STEPS.flatMap((steps) =>
    (["implicit", "event-driven"] as const).map((scheme) => {
      const found = squeezeBox(scheme, steps);
      return {
        steps,
        scheme,
        work: found.work / finest.work - 1,
        push: found.push / finest.push - 1,
        frictionLoss: found.frictionLoss / finest.frictionLoss - 1,
        unexplained: found.unexplained,
        checks: found.checks,
        seconds: found.seconds,
      };
    }),
  );
}

/** Power of the step by which the error of the work falls on the finer runs. */
function rateOf(schemes: readonly Scheme[], scheme: PickupScheme): number {
  const of = schemes.filter((each) => each.scheme === scheme && each.steps >= FINE);
  const [first, last] = [of[0]!, of.at(-1)!];
  return Math.log2(Math.abs(first.work / last.work)) / Math.log2(last.steps / first.steps);
}

/** The tomato on finer and finer meshes. */
export function pickupPlotRows({ sizes }: PickupMeasured): PlotRow[] {
  return sizes.map(({ name, nodes, seconds }) => ({ kind: name, count: nodes, value: seconds }));
}

export function pickupClaims({ objects, schemes, stiffness, large }: PickupMeasured): Claim[] {
  const slowest = Math.max(...objects.map(({ seconds }) => seconds));
  const worst = Math.max(...[...objects, ...schemes].map(({ checks }) => checks));
  const residual = Math.max(...objects.map(({ energyResidual }) => Math.abs(energyResidual)));
  const rates = (["implicit", "event-driven"] as const).map((scheme) => rateOf(schemes, scheme));
  return [
    {
      claim: "pickup: tomato, orange, bun and football are lifted",
      measured: objects.map(({ outcome }) => outcome).join(", "),
      passed: objects.every(({ outcome }) => outcome === "lifted"),
    },
    { claim: "pickup: on meshes of the source's size in at most 20 s each", measured: `${digits(slowest)} s`, passed: slowest <= 20 },
    {
      claim: "pickup: equilibrium, cones and complementarity to 1e-9 at every step of both schemes",
      measured: small(worst),
      passed: worst <= 1e-9,
    },
    {
      claim: "pickup: the energy balance closes to 1e-3 of the work (error of the steps)",
      measured: small(residual),
      passed: residual <= 1e-3,
    },
    {
      claim: "pickup: energy lost is friction times slip, to 1e-4 of the work in the finest steps",
      measured: small(Math.max(...schemes.filter(({ steps }) => steps === STEPS.at(-1)).map(({ unexplained }) => Math.abs(unexplained)))),
      passed: schemes.every(({ steps, unexplained }) => steps !== STEPS.at(-1) || Math.abs(unexplained) <= 1e-4),
    },
    {
      claim: "pickup: both ways of following contacts converge to the same, at least as the step to the power 0.8",
      measured: rates.map((rate) => digits(rate, 2)).join(", "),
      passed: Math.min(...rates) >= 0.8,
    },
    ...stiffnessClaims(stiffness),
    ...largeClaims(large),
  ];
}

export function printPickup({ objects, sizes, schemes, stiffness, large }: PickupMeasured, claims: readonly Claim[]): void {
  printHeading("Pickup: the source's bodies on meshes of our own");
  printTable(
    ["", "nodes", "outcome", "depth, mm", "push, N", "work, mJ", "strain", "worst check", "energy balance", "rounds", "s"],
    objects.map((each) => [
      each.name,
      each.nodes,
      each.outcome,
      digits(each.depth, 4),
      digits(each.push),
      digits(each.work, 4),
      digits(each.strain, 2),
      small(each.checks),
      small(Math.abs(each.energyResidual)),
      each.rounds,
      digits(each.seconds),
    ]),
  );
  printHeading("Pickup: the tomato on finer and finer meshes");
  printTable(
    ["", "nodes", "outcome", "depth, mm", "work, mJ", "s"],
    sizes.map((each) => [each.name, each.nodes, each.outcome, digits(each.depth, 4), digits(each.work, 4), digits(each.seconds)]),
  );
  printHeading(`Pickup: a box squeezed by 4 mm, differences from ${FINEST} event-driven steps`);
  printTable(
    ["steps", "contacts", "work", "push", "friction loss", "energy not explained, of the work", "worst check", "s"],
    schemes.map(({ steps, scheme, work, push, frictionLoss, unexplained, checks, seconds }) => [
      steps,
      scheme,
      small(Math.abs(work)),
      small(Math.abs(push)),
      small(Math.abs(frictionLoss)),
      small(Math.abs(unexplained)),
      small(checks),
      digits(seconds),
    ]),
  );
  printStiffness(stiffness);
  printLarge(large);
  printTable(
    ["claim", "measured", "holds"],
    claims.map(({ claim, measured, passed }) => [claim, measured, passed ? "yes" : "NO"]),
  );
}
