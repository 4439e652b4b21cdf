/**
 * Random soft bodies in random grips: boxes, balls and frusta, hard and soft, light and heavy, fingers of all sizes, one in three so low
 * that they reach nodes on the table, rough and smooth. Meshes have 27 to 231 nodes, and every tenth 512 to 819.
 *
 * Every squeeze is followed by implicit increments and from event to event. In both, every accepted state must obey every law of
 * equilibrium and contact to 1e-10, friction must never give energy, and no number may be lost; where both come to the same depth their
 * works may differ by the error of their steps, 3 %. No squeeze may take 30 s of a processor.
 */

import { createRandom } from "carom/math";
import {
  ballMesh,
  boxMesh,
  frustumMesh,
  InvalidInputError,
  meshBounds,
  type PickupRun,
  type PickupScheme,
  type PickupSpec,
  pickup,
  type TetMesh,
} from "carom/soft";
import { percentile } from "./statistics.js";
import { printHeading, printTable, small } from "./table.js";

const SHOWN = 5;
const STEPS = 8;
const TOLERANCE = 1e-10;
const APART = 0.03;
/** Of a processor, for one squeeze. */
const MOST_SECONDS = 30;
/** One mesh of so many is fine: some 600 nodes. */
const EVERY = 10;
const FINE = 500;

export function pickupCampaign(count: number, seed: number): number {
  printHeading(`Pickup: ${count} random grips by two schemes, seed ${seed}`);
  const outcomes = new Map<string, number>();
  const checks: number[] = [];
  const apart: number[] = [];
  const failed: string[] = [];
  let [stretches, fallbacks] = [0, 0];
  const seconds: number[] = [];
  const onFine: { nodes: number; seconds: number }[] = [];
  for (let n = 0; n < count; n++) {
    const spec = drawGrip(createRandom(1000 * seed + n), n % EVERY === EVERY - 1);
    const complain = (complaint: string) => failed.push(`grip ${n}: ${complaint}`);
    try {
      const [implicit, events] = (["implicit", "event-driven"] as const).map((scheme) => squeezed(spec, scheme, complain, seconds));
      const nodes = spec.mesh.nodes.length / 3;
      if (nodes > FINE) onFine.push({ nodes, seconds: Math.max(...seconds.slice(-2)) });
      const outcome = implicit!.outcome === events!.outcome ? implicit!.outcome : `${implicit!.outcome}; by events ${events!.outcome}`;
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      checks.push(...[implicit!, events!].map(worst));
      stretches += events!.increments;
      fallbacks += events!.fallbacks;
      const [first, second] = [implicit!.squeeze.at(-1), events!.squeeze.at(-1)];
      if (first === undefined || second === undefined || first.depth !== second.depth) continue;
      apart.push(Math.abs(second.work / first.work - 1));
      if (!(apart.at(-1)! < APART)) complain(`works differ by ${small(apart.at(-1)!)}`);
    } catch (error) {
      if (error instanceof InvalidInputError) outcomes.set("refused", (outcomes.get("refused") ?? 0) + 1);
      else complain(error instanceof Error ? error.message : String(error));
    }
  }
  printTable(
    ["outcome", "grips"],
    [...outcomes].sort(([, a], [, b]) => b - a),
  );
  console.log(`Worst violation of a law: median ${small(percentile(checks, 0.5))}, max ${small(Math.max(0, ...checks))}.`);
  console.log(`Works apart: median ${small(percentile(apart, 0.5))}, max ${small(Math.max(0, ...apart))}.`);
  console.log(`Of ${stretches} stretches between events ${fallbacks} were ended by an implicit increment.`);
  console.log(
    `A squeeze took ${percentile(seconds, 0.5).toFixed(2)} s of a processor in the median, ${Math.max(0, ...seconds).toFixed(1)} at most.`,
  );
  if (onFine.length > 0) {
    const nodes = onFine.map((each) => each.nodes);
    const longest = Math.max(...onFine.map((each) => each.seconds));
    console.log(
      `${onFine.length} of the grips are on ${Math.min(...nodes)} to ${Math.max(...nodes)} nodes; there ${longest.toFixed(1)} s at most.`,
    );
  }
  for (const line of failed.slice(0, SHOWN)) console.log(line);
  console.log(`\n${failed.length} failures in ${count} grips.`);
  return failed.length > 0 ? 1 : 0;
}

const worst = ({ checks }: PickupRun): number => Math.max(...Object.values(checks));

function squeezed(spec: PickupSpec, scheme: PickupScheme, complain: (complaint: string) => void, seconds: number[]): PickupRun {
  const before = process.cpuUsage();
  const run = pickup({ ...spec, scheme });
  const { user, system } = process.cpuUsage(before);
  seconds.push(1e-6 * (user + system));
  if (!(seconds.at(-1)! < MOST_SECONDS)) complain(`${scheme}: ${seconds.at(-1)!.toFixed(1)} s of a processor`);
  if (!(worst(run) <= TOLERANCE)) complain(`${scheme}: a law is violated by ${small(worst(run))}`);
  let lost = 0;
  for (const { frictionLoss, work, energy, depth } of run.squeeze) {
    if (!Number.isFinite(work + energy + frictionLoss)) complain(`${scheme}: no number at a depth of ${depth} m`);
    if (frictionLoss < lost - 1e-12 * Math.abs(work)) complain(`${scheme}: friction gives energy at a depth of ${depth} m`);
    lost = frictionLoss;
  }
  return run;
}

function drawGrip(random: () => number, isFine: boolean): PickupSpec {
  const between = (low: number, high: number) => low + (high - low) * random();
  const whole = (low: number, high: number) => Math.floor(between(low, high + 1));
  const cells = () => (isFine ? whole(7, 8) : whole(2, 4));
  const radius = between(0.01, 0.05);
  const makers: (() => TetMesh)[] = [
    () =>
      boxMesh({
        size: [radius * between(1, 2), radius * between(1, 2), radius * between(1, 2)],
        cells: [cells(), cells(), cells()],
      }),
    () => ballMesh({ radius, divisions: isFine ? 7 : whole(3, 5) }),
    () =>
      frustumMesh({
        bottomRadius: radius,
        topRadius: radius * between(0.6, 1.3),
        height: radius * between(0.7, 1.5),
        rings: isFine ? 5 : 2,
        layers: isFine ? whole(5, 8) : whole(2, 4),
      }),
  ];
  const mesh = makers[whole(0, makers.length - 1)]!();
  const { low, high } = meshBounds(mesh.nodes);
  const height = high[2] - low[2];
  const at = height * (random() < 0.33 ? between(0.15, 0.3) : between(0.3, 0.7));
  const y = 0.5 * (low[1] + high[1]) + between(-0.1, 0.1) * (high[1] - low[1]);
  const finger = { radius: height * between(0.2, 1.2), friction: between(0.1, 1.2) };
  const youngModulus = 10 ** between(3, 6);
  return {
    mesh,
    material: { youngModulus, poissonRatio: between(0, 0.45) },
    weight: between(0.003, 0.06) * youngModulus * height * height,
    tableFriction: between(0.1, 1.2),
    fingers: [
      { near: [low[0], y, at], ...finger },
      { near: [high[0], y, at], ...finger },
    ],
    step: (0.08 * height) / STEPS,
    maximumDepth: 0.08 * height,
    liftTest: "none",
  };
}
