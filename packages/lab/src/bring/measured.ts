/**
 * A measured motion from a CSV: times, and places of bodies.
 *
 *     columns   `time` or `t` first, then `NAME.x`, `NAME y`, `NAME_z (mm)`; plain `x`, `y`, `z` are of the one that is named by nobody
 *     units     in brackets or after the name: s, ms; m, cm, mm. Without: s and m
 *     rows      whose time or places are no numbers are passed over and counted
 */

export interface MeasuredMotion {
  readonly name: string;
  /** s, ascending. */
  readonly times: Float64Array;
  /** By body: three numbers a row; what no column says is NaN. */
  readonly places: ReadonlyMap<string, Float64Array>;
  /** What was read, in words. */
  readonly account: readonly string[];
}

const MOST_ROWS = 100_000;
const TIMES: Readonly<Record<string, number>> = { s: 1, ms: 0.001, us: 1e-6 };
const LENGTHS: Readonly<Record<string, number>> = { m: 1, cm: 0.01, mm: 0.001 };

interface Column {
  readonly index: number;
  readonly body: string;
  readonly axis: number;
  readonly scale: number;
  readonly unit: string;
}

/** @param bodies names of those that move; the first is meant by columns without a name. Throws an Error with a sentence. */
export function measuredMotion(text: string, name: string, bodies: readonly string[]): MeasuredMotion {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "" && !line.startsWith("#"));
  if (lines.length < 3) throw new Error("a measured motion has a line of names and at least two rows");
  if (lines.length > MOST_ROWS) throw new Error(`${lines.length} rows are more than can be laid over a motion (${MOST_ROWS})`);
  const separator = [";", "\t", ","].find((one) => lines[0].includes(one)) ?? ",";
  const heads = lines[0].split(separator).map((head) => head.trim().replace(/^"|"$/g, ""));
  const time = timeColumn(heads);
  const columns = heads.flatMap((head, index) => placeColumn(head, index, bodies) ?? []);
  const example = bodies[0] ?? "ball";
  if (columns.length === 0)
    throw new Error(`no column is called as a place of a body: expected ${example}.x, ${example}.y, ${example}.z (or x, y, z)`);
  const rows = lines.slice(1).map((line) => line.split(separator).map((cell) => (cell.trim() === "" ? Number.NaN : Number(cell))));
  const good = rows.filter((row) => Number.isFinite(row[time.index]) && columns.some(({ index }) => Number.isFinite(row[index])));
  if (good.length < 2) throw new Error("fewer than two rows hold numbers");
  good.sort((a, b) => a[time.index] - b[time.index]);
  const start = good[0][time.index] * time.scale;
  const times = Float64Array.from(good, (row) => row[time.index] * time.scale - (start > 10 ? start : 0));
  const places = new Map<string, Float64Array>();
  for (const { body } of columns) if (!places.has(body)) places.set(body, new Float64Array(3 * good.length).fill(Number.NaN));
  for (const { index, body, axis, scale } of columns) {
    const list = places.get(body)!;
    good.forEach((row, i) => {
      list[3 * i + axis] = row[index] * scale;
    });
  }
  const named = [...places.keys()].join(", ");
  return {
    name,
    times,
    places,
    account: [
      `${good.length} rows of ${named}, ${times[0].toPrecision(3)} to ${times[times.length - 1].toPrecision(4)} s`,
      `in ${[...new Set(columns.map(({ unit }) => unit))].join(" and ")}${start > 10 ? "; the first row is taken for the beginning" : ""}`,
      ...(rows.length > good.length ? [`${rows.length - good.length} rows without numbers were passed over`] : []),
    ],
  };
}

/** The unit in brackets or at the end of a name. */
function unitIn(head: string, units: Readonly<Record<string, number>>, otherwise: string): { plain: string; unit: string } {
  const [, bare, unit] = /^(.*?)[\s_]*[[(]\s*([a-zµ]+)\s*[\])]$/i.exec(head) ?? /^(.*)[\s_/]([a-zµ]+)$/i.exec(head) ?? [];
  return bare !== undefined && unit !== undefined && Object.hasOwn(units, unit)
    ? { plain: bare.trim(), unit }
    : { plain: head, unit: otherwise };
}

function timeColumn(heads: readonly string[]): { readonly index: number; readonly scale: number } {
  for (const [index, head] of heads.entries()) {
    const { plain, unit } = unitIn(head, TIMES, "s");
    if (/^(t|time|zeit|seconds)$/i.test(plain)) return { index, scale: TIMES[unit] };
  }
  throw new Error(`no column is called time or t, but ${heads.slice(0, 6).join(", ")}`);
}

function placeColumn(head: string, index: number, bodies: readonly string[]): Column | undefined {
  const { plain, unit } = unitIn(head, LENGTHS, "m");
  const [, body, axis] = /^(?:(.+?)[\s._/:-]*)?([xyz])$/i.exec(plain) ?? [];
  if (axis === undefined) return undefined;
  const found = body === undefined || body === "" ? bodies[0] : bodies.find((name) => name.toLowerCase() === body.trim().toLowerCase());
  return found === undefined ? undefined : { index, body: found, axis: "xyz".indexOf(axis.toLowerCase()), scale: LENGTHS[unit], unit };
}

export interface Difference {
  readonly body: string;
  /** m: root of the mean square, and most. */
  readonly mean: number;
  readonly most: number;
  /** When it is most, s. */
  readonly at: number;
}

/** Of the measured from the computed places, where both are known. @param placeAt writes the computed place of a body's origin */
export function differences(
  { times, places }: MeasuredMotion,
  end: number,
  placeAt: (body: string, time: number) => readonly [number, number, number] | undefined,
): Difference[] {
  return [...places].flatMap(([body, list]) => {
    let [sum, count, most, at] = [0, 0, 0, 0];
    times.forEach((time, i) => {
      if (time < 0 || time > end) return;
      const place = placeAt(body, time);
      if (place === undefined) return;
      const away = [0, 1, 2].reduce(
        (square, axis) => square + (Number.isNaN(list[3 * i + axis]) ? 0 : (list[3 * i + axis] - place[axis]) ** 2),
        0,
      );
      sum += away;
      count++;
      if (away > most) [most, at] = [away, time];
    });
    return count === 0 ? [] : [{ body, mean: Math.sqrt(sum / count), most: Math.sqrt(most), at }];
  });
}
