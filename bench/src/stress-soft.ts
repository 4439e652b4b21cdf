/**
 * Random soft bodies on a table: all kinds of meshes, leaning, some refined near a point; moduli over three decades, from bodies too soft
 * for their weight to hard ones.
 *
 * Every recovery must end; nothing may be infinite or NaN; a shape that was found must sag back to what was seen, to 1e-9 of its extent
 * while strains are below 0.3; and where the automatic fixed-point iteration converges too it must find the same shape.
 */

import { createRandom } from "carom/math";
import {
  ballMesh,
  baseNodes,
  boxMesh,
  ellipsoidMesh,
  fruitMesh,
  frustumMesh,
  meshBounds,
  meshExtent,
  recoverRestShape,
  refineNear,
  restNodes,
  type SaggingBody,
  sagAt,
  sagProblem,
  type TetMesh,
  tubeMesh,
} from "carom/soft";
import { percentile } from "./statistics.js";
import { printHeading, printTable, small } from "./table.js";

const SHOWN = 5;
const LARGE_STRAIN = 0.3;

export function softCampaign(count: number, seed: number): number {
  printHeading(`Soft bodies: ${count} random shapes without gravity, seed ${seed}`);
  const outcomes = new Map<string, number>();
  const times: number[] = [];
  const failed: string[] = [];
  for (let n = 0; n < count; n++) {
    const from = performance.now();
    const { outcome, complaints } = examine(drawBody(createRandom(1000 * seed + n)));
    times.push(performance.now() - from);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    for (const complaint of complaints) failed.push(`body ${n}: ${complaint}`);
  }
  printTable(
    ["outcome", "bodies"],
    [...outcomes].sort(([, a], [, b]) => b - a),
  );
  console.log(`Milliseconds of a body: median ${small(percentile(times, 0.5))}, max ${small(Math.max(...times))}.`);
  for (const line of failed.slice(0, SHOWN)) console.log(line);
  console.log(`\n${failed.length} failures in ${count} bodies.`);
  return failed.length > 0 ? 1 : 0;
}

function drawBody(random: () => number): SaggingBody {
  const between = (low: number, high: number) => low + (high - low) * random();
  const whole = (low: number, high: number) => Math.floor(between(low, high + 1));
  const radius = between(0.01, 0.1);
  const makers: (() => TetMesh)[] = [
    () =>
      boxMesh({
        size: [radius * between(0.3, 2), radius * between(0.3, 2), radius * between(0.3, 4)],
        cells: [whole(1, 3), whole(1, 3), whole(2, 6)],
      }),
    () => ballMesh({ radius, divisions: whole(2, 5), baseRadius: radius * between(0.05, 0.6) }),
    () =>
      ellipsoidMesh({
        radii: [radius, radius * between(0.5, 1.5), radius * between(0.5, 1.5)],
        divisions: whole(2, 5),
        baseRadius: radius * between(0.05, 0.6),
      }),
    () =>
      fruitMesh({
        radius,
        aspect: between(0.5, 1.5),
        hollow: between(0, 0.4),
        taper: between(0, 0.4),
        divisions: whole(2, 5),
        baseRadius: radius * between(0.1, 0.6),
      }),
    () =>
      tubeMesh({
        innerRadius: radius * between(0.3, 0.9),
        outerRadius: radius,
        height: radius * between(0.5, 4),
        cells: [whole(1, 2), whole(6, 14), whole(2, 6)],
      }),
    () =>
      frustumMesh({
        bottomRadius: radius,
        topRadius: radius * between(0.3, 1.5),
        height: radius * between(0.3, 4),
        rings: whole(1, 3),
        layers: whole(1, 6),
      }),
  ];
  let mesh = makers[whole(0, makers.length - 1)]!();
  if (random() < 0.2) {
    const { high } = meshBounds(mesh.nodes);
    mesh = refineNear(mesh, [[high[0] * random(), high[1] * random(), high[2] * random()]], { size: 0.35 * radius, reach: 0.3 * radius });
  }
  const nodes = mesh.nodes.slice();
  const lean = between(-0.2, 0.2);
  for (let at = 0; at < nodes.length; at += 3) nodes[at]! += lean * nodes[at + 2]!;
  return {
    mesh: { nodes, tetrahedra: mesh.tetrahedra },
    stuck: baseNodes(mesh),
    material: { youngModulus: 10 ** between(3, 6), poissonRatio: between(-0.3, 0.48) },
    density: between(1, 2000),
    gravity: 9.81,
    massModel: random() < 0.5 ? "observed" : "rest",
  };
}

function examine(body: SaggingBody): { readonly outcome: string; readonly complaints: string[] } {
  const complaints: string[] = [];
  try {
    const problem = sagProblem(body);
    const extent = meshExtent(body.mesh.nodes);
    const { status, displacement } = recoverRestShape(problem);
    if (displacement.some((value) => !Number.isFinite(value))) complaints.push(`${status}, with what is no number`);
    if (status !== "converged") return { outcome: "no shape", complaints };
    const { mesh, largestStrain } = sagAt(problem, restNodes(problem, displacement));
    const off = mesh.nodes.reduce((most, value, i) => Math.max(most, Math.abs(value - body.mesh.nodes[i]!)), 0) / extent;
    if (largestStrain > LARGE_STRAIN) return { outcome: "found, strained beyond 0.3", complaints };
    if (off > 1e-9) complaints.push(`sags back to ${small(off)} of its extent only`);
    const fixed = recoverRestShape(problem, { method: "fixed-point", tolerance: 1e-9 * extent, maximumIterations: 150 });
    if (fixed.status !== "converged") return { outcome: "found, by Newton only", complaints };
    const apart = displacement.reduce((most, value, i) => Math.max(most, Math.abs(value - fixed.displacement[i]!)), 0) / extent;
    if (apart > 1e-6) complaints.push(`the two methods are ${small(apart)} of its extent apart`);
    return { outcome: "found, by both methods", complaints };
  } catch (error) {
    complaints.push(error instanceof Error ? error.message : String(error));
    return { outcome: "error", complaints };
  }
}
