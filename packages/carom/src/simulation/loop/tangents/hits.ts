/**
 * Gaps that close: when, along each column, and how near they are to grazing.
 *
 *     dt = -(g_x X + g_p)/g'          grazing: g'^2/(2 g'') from there
 */
import type { Direction } from "./columns.js";
import { directionOf } from "./columns.js";
import type { State } from "./frozen.js";
import type { RunEdge } from "./interface.js";
import type { SeenTouches, SettleSources } from "./seen-touches.js";
import { changesOfTouches, ROOM, readTouches } from "./touches.js";

/** What tells when something happens: derivatives of its time, one for each column. */
export interface Cause {
  readonly kind: "hit" | "stop" | "slip" | "lift";
  readonly key: string;
  readonly shift: Float64Array;
  /** Of a slip that stops, what is left of it, m/s. */
  readonly left?: number;
}

export type FoundEdge = Pick<RunEdge, "kind" | "distances" | "none" | "smooth">;

/** Of touching features, those that approach faster than `slowest`: gaps that have closed, when, and how near they were to grazing. */
export function hitCauses(
  sources: SettleSources,
  touching: readonly string[],
  state: State,
  flow: Direction,
  slowest: number,
): { readonly causes: Cause[]; readonly edges: FoundEdge[] } {
  const { base, columns, rooms } = sources;
  const velocities = rooms.numbers(touching.length, ROOM.first);
  readTouches(base, touching, state, velocities);
  const keys = touching.filter((_, i) => velocities.velocities[3 * i + 2] < -slowest);
  if (keys.length === 0) return { causes: [], edges: [] };
  const course = rooms.numbers(keys.length, ROOM.second);
  const approaches = touching.flatMap((_, i) => (velocities.velocities[3 * i + 2] < -slowest ? [velocities.velocities[3 * i + 2]] : []));
  const changesAlong = changesOfTouches(sources, keys, state);
  changesAlong.all(flow, course);
  const brakings = keys.map((_, i) => course.velocities[3 * i + 2]);
  const gaps = columns.map((column) => {
    const own = new Float64Array(keys.length);
    changesAlong.gaps(directionOf(column), own);
    return own;
  });
  return causesOf(
    columns.length,
    keys.map((key, i) => ({ key, approach: approaches[i], braking: brakings[i], gapAlong: (j) => gaps[j][i] })),
  );
}

/** The same of touches that have been looked at. */
export function hitCausesSeen(
  { columns }: SettleSources,
  { keys, numbers, course, changes }: SeenTouches,
  touching: readonly string[],
  slowest: number,
): { readonly causes: Cause[]; readonly edges: FoundEdge[] } {
  const places = touching.map((key) => keys.indexOf(key)).filter((i) => numbers.velocities[3 * i + 2] < -slowest);
  return causesOf(
    columns.length,
    places.map((i) => ({
      key: keys[i],
      approach: numbers.velocities[3 * i + 2],
      braking: course.velocities[3 * i + 2],
      gapAlong: (j) => changes[j].gaps[i],
    })),
  );
}

/** A gap that closes: its rate, that of its rate, and how it changes along a column. */
interface ClosingGap {
  readonly key: string;
  readonly approach: number;
  readonly braking: number;
  gapAlong(column: number): number;
}

function causesOf(columns: number, closing: readonly ClosingGap[]): { readonly causes: Cause[]; readonly edges: FoundEdge[] } {
  const causes: Cause[] = [];
  const edges: FoundEdge[] = [];
  for (const { key, approach, braking, gapAlong } of closing) {
    const shift = new Float64Array(columns);
    const distances = new Float64Array(columns);
    let grazes = false;
    for (let j = 0; j < columns; j++) {
      const gap = gapAlong(j);
      shift[j] = -gap / approach;
      const mayGraze = braking > 0 && gap !== 0;
      distances[j] = mayGraze ? Math.abs((approach * approach) / (2 * braking * gap)) : Number.POSITIVE_INFINITY;
      grazes ||= distances[j] < Number.POSITIVE_INFINITY;
    }
    causes.push({ kind: "hit", key, shift });
    if (grazes) edges.push({ kind: "grazing", distances });
  }
  return { causes, edges };
}
