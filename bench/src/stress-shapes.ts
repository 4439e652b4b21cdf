/**
 * Distances and first touches of every two kinds of shapes, half of them rounded.
 *
 * A pair is measured where it is drawn and brought to gaps of 1e-3, 1e-6 and 1e-9 m: the bounds must meet, and the gap must be the one that
 * was made. Then the second shape is thrown at the first, both turning: where sampling finds them overlapping, the touch must have been
 * found before, with a gap of rounding. Costs are of the public functions, which read the shapes anew each time.
 */
import { closestPoints, firstTouch, gapBetween, type MovingShape, type PlacedShape, type Pose } from "carom/geometry";
import { quaternion, vec3 } from "carom/math";
import { createShapeDraw, SHAPE_KINDS, type ShapeDraw, type ShapeKind } from "carom/testing";
import { printHeading, printTable, small } from "./table.js";

/** Of the size, which is about 4 m at most. */
const GAP_ERROR = 4e-12;
/** s. */
const TIME_ERROR = 1e-9;
const DURATION = 2;
const SAMPLES = 200;
const SHOWN = 5;

interface Tally {
  gaps: number;
  touches: number;
  worstGap: number;
  worstTime: number;
  gapMicroseconds: number;
  touchMicroseconds: number;
  readonly failed: string[];
}

export function shapeCampaign(count: number, seed: number): number {
  printHeading(`Shapes: ${count} pairs for each two kinds, seed ${seed}`);
  const failed: string[] = [];
  const rows: (string | number)[][] = [];
  for (const [i, first] of SHAPE_KINDS.entries())
    for (const second of SHAPE_KINDS.slice(i)) {
      const tally = examine(createShapeDraw(seed + 1000 * rows.length), first, second, count);
      failed.push(...tally.failed);
      const gapCost = Math.round(tally.gapMicroseconds / tally.gaps);
      const touchCost = Math.round(tally.touchMicroseconds / count);
      rows.push([`${first}, ${second}`, tally.gaps, small(tally.worstGap), gapCost, tally.touches, small(tally.worstTime), touchCost]);
    }
  printTable(["pair", "gaps", "worst (m)", "µs", "touches", "worst (s)", "µs"], rows);
  for (const line of failed.slice(0, SHOWN)) console.log(line);
  console.log(`\n${failed.length} failures.`);
  return failed.length > 0 ? 1 : 0;
}

function examine(draw: ShapeDraw, first: ShapeKind, second: ShapeKind, count: number): Tally {
  const tally: Tally = { gaps: 0, touches: 0, worstGap: 0, worstTime: 0, gapMicroseconds: 0, touchMicroseconds: 0, failed: [] };
  for (let k = 0; k < count; k++) {
    const shapes = [draw.shape(first, k % 2 === 0), draw.shape(second, k % 4 < 2)] as const;
    measure(draw, { shape: shapes[0] }, { shape: shapes[1] }, tally);
    throwAt(draw, { shape: shapes[0] }, { shape: shapes[1] }, tally);
  }
  return tally;
}

function measure(draw: ShapeDraw, first: PlacedShape, second: PlacedShape, tally: Tally): void {
  const a: PlacedShape = { ...first, orientation: draw.orientation() };
  const position = vec3.scale(draw.unit(), draw.between(3, 4));
  const b: PlacedShape = { ...second, orientation: draw.orientation(), position };
  const far = closestPoints(a, b);
  for (const gap of [far.gap, 1e-3, 1e-6, 1e-9]) {
    const moved = { ...b, position: vec3.addScaled(position, far.normal, far.gap - gap) };
    const from = performance.now();
    const answer = closestPoints(a, moved);
    tally.gapMicroseconds += 1000 * (performance.now() - from);
    tally.gaps++;
    const error = Math.max(Math.abs(answer.gap - gap), answer.accuracy);
    tally.worstGap = Math.max(tally.worstGap, error);
    if (!(error <= GAP_ERROR)) tally.failed.push(`gap ${gap} off by ${error}: ${JSON.stringify([a, moved])}`);
  }
}

function throwAt(draw: ShapeDraw, first: PlacedShape, second: PlacedShape, tally: Tally): void {
  const from = draw.unit();
  const a: MovingShape = { ...first, orientation: draw.orientation(), angularVelocity: vec3.scale(draw.unit(), 4) };
  const b: MovingShape = {
    ...second,
    position: vec3.scale(from, 5),
    orientation: draw.orientation(),
    velocity: vec3.addScaled(vec3.scale(from, -draw.between(3, 6)), draw.unit(), draw.between(0, 1.5)),
    angularVelocity: vec3.scale(draw.unit(), draw.between(0, 6)),
  };
  const start = performance.now();
  const hit = firstTouch(a, b, DURATION);
  tally.touchMicroseconds += 1000 * (performance.now() - start);
  if (hit !== undefined) tally.touches++;
  const complain = (text: string) => tally.failed.push(`${text}: ${JSON.stringify([a, b])}`);
  if (hit !== undefined && Math.abs(hit.gap) > GAP_ERROR) complain(`a touch with a gap of ${hit.gap}`);
  const gapAt = gapAlong(a, b);
  const sampled = firstOverlap(gapAt);
  if (sampled === undefined) return;
  if (hit === undefined) complain(`a touch before ${sampled} s is missed`);
  else if (hit.time > sampled - DURATION / SAMPLES) {
    const error = Math.abs(hit.time - bisected(gapAt, sampled));
    tally.worstTime = Math.max(tally.worstTime, error);
    if (error > TIME_ERROR) complain(`time off by ${error}`);
  }
}

type GapAt = (time: number) => number;

function gapAlong(a: MovingShape, b: MovingShape): GapAt {
  const gap = gapBetween(a.shape, b.shape);
  return (time) => gap(poseAt(a, time), poseAt(b, time));
}

function poseAt({ position = [0, 0, 0], velocity = [0, 0, 0], orientation, angularVelocity = [0, 0, 0] }: MovingShape, time: number): Pose {
  const turn = quaternion.fromAxisAngle(angularVelocity, vec3.norm(angularVelocity) * time) ?? quaternion.IDENTITY;
  return {
    position: vec3.addScaled(position, velocity, time),
    orientation: quaternion.multiply(turn, orientation ?? quaternion.IDENTITY),
  };
}

function firstOverlap(gapAt: GapAt): number | undefined {
  for (let i = 0; i <= SAMPLES; i++) if (gapAt((i * DURATION) / SAMPLES) <= 0) return (i * DURATION) / SAMPLES;
  return undefined;
}

function bisected(gapAt: GapAt, sampled: number): number {
  let [apart, closed] = [sampled - DURATION / SAMPLES, sampled];
  for (let i = 0; i < 50; i++) {
    const middle = (apart + closed) / 2;
    if (gapAt(middle) > 0) apart = middle;
    else closed = middle;
  }
  return closed;
}
