/**
 * The point of a simplex that is nearest to the origin, as shares of its corners.
 *
 * Every subset of corners that holds the newest one has a nearest point on the flat through it; of those whose shares are all positive the
 * one with the smallest norm is the answer. Trying them all, at most eight, needs no special case.
 */

/** At most four corners, three numbers each; shares of the corners. */
export interface Simplex {
  readonly corners: Float64Array;
  readonly shares: Float64Array;
  count: number;
  /** Best so far. */
  readonly best: Float64Array;
  square: number;
}

export function createSimplex(): Simplex {
  return { corners: new Float64Array(12), shares: new Float64Array(4), count: 0, best: new Float64Array(4), square: 0 };
}

/** Writes `best` and `square` for the corners there are, the last of them being new. */
export function nearestInSimplex(simplex: Simplex): void {
  const last = simplex.count - 1;
  simplex.square = Number.POSITIVE_INFINITY;
  const { shares } = simplex;
  shares.fill(0);
  shares[last] = 1;
  keep(simplex);
  for (let i = 0; i < last; i++) onSegment(simplex, i, last);
  for (let i = 0; i < last; i++) for (let j = i + 1; j < last; j++) onTriangle(simplex, i, j, last);
  if (last === 3) inside(simplex);
}

/** Takes the shares as the best, if their point is nearer to the origin. */
function keep(simplex: Simplex): void {
  const { corners, shares, count, best } = simplex;
  let x = 0;
  let y = 0;
  let z = 0;
  for (let k = 0; k < count; k++) {
    x += shares[k] * corners[3 * k];
    y += shares[k] * corners[3 * k + 1];
    z += shares[k] * corners[3 * k + 2];
  }
  const square = x * x + y * y + z * z;
  if (!(square < simplex.square)) return;
  simplex.square = square;
  for (let k = 0; k < 4; k++) best[k] = k < count ? shares[k] : 0;
}

function onSegment(simplex: Simplex, i: number, j: number): void {
  const { corners: w, shares } = simplex;
  let length = 0;
  let along = 0;
  for (let c = 0; c < 3; c++) {
    const difference = w[3 * i + c] - w[3 * j + c];
    length += difference * difference;
    along -= difference * w[3 * j + c];
  }
  const share = along / length;
  if (!(share > 0 && share < 1)) return;
  shares.fill(0);
  shares[i] = share;
  shares[j] = 1 - share;
  keep(simplex);
}

function onTriangle(simplex: Simplex, i: number, j: number, k: number): void {
  const { corners: w, shares } = simplex;
  let uu = 0;
  let uv = 0;
  let vv = 0;
  let u0 = 0;
  let v0 = 0;
  for (let c = 0; c < 3; c++) {
    const start = w[3 * k + c];
    const u = w[3 * i + c] - start;
    const v = w[3 * j + c] - start;
    uu += u * u;
    uv += u * v;
    vv += v * v;
    u0 -= u * start;
    v0 -= v * start;
  }
  const determinant = uu * vv - uv * uv;
  const first = (u0 * vv - v0 * uv) / determinant;
  const second = (v0 * uu - u0 * uv) / determinant;
  if (!(first > 0 && second > 0 && first + second < 1)) return;
  shares.fill(0);
  shares[i] = first;
  shares[j] = second;
  shares[k] = 1 - first - second;
  keep(simplex);
}

function inside(simplex: Simplex): void {
  const { corners: w, shares } = simplex;
  const p = volume(w, 3, 6, 9);
  const q = -volume(w, 0, 6, 9);
  const r = volume(w, 0, 3, 9);
  const s = -volume(w, 0, 3, 6);
  const sum = p + q + r + s;
  if (!(p / sum > 0 && q / sum > 0 && r / sum > 0 && s / sum > 0)) return;
  shares[0] = p / sum;
  shares[1] = q / sum;
  shares[2] = r / sum;
  shares[3] = s / sum;
  keep(simplex);
}

/** Six times the volume that three corners span with the origin. */
function volume(w: Float64Array, a: number, b: number, c: number): number {
  return (
    w[a] * (w[b + 1] * w[c + 2] - w[b + 2] * w[c + 1]) -
    w[a + 1] * (w[b] * w[c + 2] - w[b + 2] * w[c]) +
    w[a + 2] * (w[b] * w[c + 1] - w[b + 1] * w[c])
  );
}
