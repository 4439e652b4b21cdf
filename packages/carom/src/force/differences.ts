/**
 * Derivatives of a path at its rows, from the rows around.
 *
 * The polynomial through up to eight rows of a stretch without jumps gives them. Rows of a history are not even: an integration that begins
 * anew takes steps a hair long beside long ones, and rows a hair apart tell a third derivative by their rounding alone, which on the long
 * interval beside would be seen. So the rows of a polynomial are apart by some part of the longer interval. Source: Fornberg, Math. Comp.
 * 51 (1988) 699-706.
 */

/** First, second and third derivatives by p of all columns. */
export type Slopes = readonly [Float64Array, Float64Array, Float64Array];

/** Rows of a polynomial. */
const MOST = 8;
/** And where the path bends too sharply between rows for so many. */
const FEW = 3;
/** Rows of a polynomial are apart by this part of the longer interval beside its row, or more. */
const APART = 0.3;

/** Columns of values along a path, and room to differentiate them. */
export interface Columns {
  readonly breaks: Float64Array;
  /** `width` columns of each row. */
  readonly values: Float64Array;
  readonly width: number;
  /** Rows of the polynomial in hand and where they are. */
  readonly rows: Int32Array;
  readonly points: Float64Array;
  /** Of each of these rows in the derivative of order 0 to 3. */
  readonly weights: Float64Array;
}

export function createColumns(breaks: Float64Array, values: Float64Array, width: number): Columns {
  return { breaks, values, width, rows: new Int32Array(MOST), points: new Float64Array(MOST), weights: new Float64Array(4 * MOST) };
}

/** First and last row of a stretch. */
export interface Stretch {
  readonly low: number;
  readonly high: number;
}

/**
 * Derivatives of all columns at a row, written from an offset on. Through fewer rows where the path bends too sharply between them for
 * many, as it does where slips of several contacts are about to stop.
 */
export function differences(columns: Columns, stretch: Stretch, row: number, out: Slopes, at: number): void {
  fit(columns, stretch, row, MOST, out, at);
  if (row > stretch.low && row < stretch.high && swings(columns, stretch, row, out[0], at)) fit(columns, stretch, row, FEW, out, at);
}

function fit(columns: Columns, stretch: Stretch, row: number, most: number, out: Slopes, at: number): void {
  const { breaks, values, width, rows, weights } = columns;
  const count = takeRows(columns, stretch, row, most);
  weigh(columns, count, breaks[row]);
  for (let k = 0; k < width; k++) {
    // Differences from the row itself: a straight line has no bend by rounding.
    const here = values[row * width + k];
    for (let order = 1; order <= 3; order++) {
      let sum = 0;
      for (let j = 0; j < count; j++) sum += weights[order * MOST + j] * (values[rows[j] * width + k] - here);
      out[order - 1][at + k] = sum;
    }
  }
}

/** Takes the rows nearest to one, itself and as many on either side as there are. Returns how many. */
function takeRows({ breaks, rows, points }: Columns, { low, high }: Stretch, row: number, most: number): number {
  const left = row > low ? breaks[row] - breaks[row - 1] : 0;
  const right = row < high ? breaks[row + 1] - breaks[row] : 0;
  const apart = APART * Math.max(left, right);
  let count = 0;
  let below = 0;
  let before = row;
  let after = row;
  for (let next = row; next >= low && next <= high && count < most; ) {
    rows[count] = next;
    points[count] = breaks[next];
    count++;
    if (next < row) below++;
    if (next === before) before = nextRow(breaks, low, high, before, -1, apart);
    if (next === after) after = nextRow(breaks, low, high, after, 1, apart);
    next = after > high || (before >= low && 2 * below < count) ? before : after;
  }
  return count;
}

/** The next row to one side that is far enough away; outside the stretch if there is none. */
function nextRow(breaks: Float64Array, low: number, high: number, row: number, step: -1 | 1, apart: number): number {
  let next = row + step;
  while (next >= low && next <= high && Math.abs(breaks[next] - breaks[row]) < apart) next += step;
  return next;
}

/** Weights of the values at `points` in the derivatives, of order 0 to 3, of the polynomial through them. */
function weigh({ points, weights }: Columns, count: number, x: number): void {
  weights.fill(0);
  weights[0] = 1;
  let c1 = 1;
  let c4 = points[0] - x;
  for (let i = 1; i < count; i++) {
    let c2 = 1;
    const c5 = c4;
    c4 = points[i] - x;
    for (let j = 0; j < i; j++) {
      const c3 = points[i] - points[j];
      c2 *= c3;
      if (j === i - 1) {
        for (let k = 3; k >= 1; k--)
          weights[k * MOST + i] = (c1 * (k * weights[(k - 1) * MOST + i - 1] - c5 * weights[k * MOST + i - 1])) / c2;
        weights[i] = (-c1 * c5 * weights[i - 1]) / c2;
      }
      for (let k = 3; k >= 1; k--) weights[k * MOST + j] = (c4 * weights[k * MOST + j] - k * weights[(k - 1) * MOST + j]) / c3;
      weights[j] = (c4 * weights[j]) / c3;
    }
    c1 = c2;
  }
}

/** Differences of secants below this are rounding. */
const STRAIGHT = 1e-7;

/**
 * Whether a slope is further outside the secants to both neighbours than secants change from one interval to the next. At the row itself
 * they need not: where the path bends the other way from here on, they hardly do.
 */
function swings({ breaks, values, width }: Columns, { low, high }: Stretch, row: number, slope: Float64Array, at: number): boolean {
  const secant = (from: number, k: number) =>
    (values[(from + 1) * width + k] - values[from * width + k]) / (breaks[from + 1] - breaks[from]);
  for (let k = 0; k < width; k++) {
    const left = secant(row - 1, k);
    const right = secant(row, k);
    let change = Math.abs(right - left);
    if (row - 1 > low) change = Math.max(change, Math.abs(left - secant(row - 2, k)));
    if (row + 1 < high) change = Math.max(change, Math.abs(secant(row + 1, k) - right));
    const slack = change + STRAIGHT * Math.max(Math.abs(left), Math.abs(right));
    if (slope[at + k] < Math.min(left, right) - slack || slope[at + k] > Math.max(left, right) + slack) return true;
  }
  return false;
}
