/** The work of the normal impulses in each stage of the law `multipoint`, as its pictures need it. */
import type { Course, StageSpan } from "./course.js";

/** One stage's work, from zero: clock of the whole impact and work so far in this stage. */
export interface StageWork {
  readonly span: StageSpan;
  readonly points: readonly (readonly [number, number])[];
}

/** The work of each stage, cut from the history where stages meet and begun at zero. */
export function stageWorks({ history: { normalWork }, total, stages, last }: Course): StageWork[] {
  if (normalWork === undefined) return [];
  const tolerance = 1e-9 * last;
  let row = 0;
  return stages.map((span) => {
    const before = normalWork[row];
    const points: [number, number][] = [[span.from, 0]];
    while (row < total.length - 1 && total[row + 1] <= span.to + tolerance) {
      row++;
      points.push([total[row], normalWork[row] - before]);
    }
    return { span, points };
  });
}

/** Work at an impulse between two of the points, along the straight line. */
export function workAt(points: readonly (readonly [number, number])[], impulse: number): number {
  const next = Math.max(
    1,
    points.findIndex(([at]) => at >= impulse),
  );
  const [a, b] = [points[next - 1], points[Math.min(next, points.length - 1)]];
  return b[0] > a[0] ? a[1] + ((b[1] - a[1]) * (impulse - a[0])) / (b[0] - a[0]) : b[1];
}
