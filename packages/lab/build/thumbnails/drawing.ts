/** A thumbnail as data: paths by what they are, so that the page's own colours paint them. 300 by 158, no text inside. */
export const WIDTH = 300;
export const HEIGHT = 158;

/** What a path is: its class in the page. */
export type Ink = "ink" | "line" | "slip" | "stick" | "kept" | "created" | "lost" | "body" | "ghost" | "trail" | "ground" | "flow";

export interface Thumbnail {
  readonly paths: readonly { readonly ink: Ink; readonly d: string }[];
}

export type Point = readonly [number, number];

export interface Pen {
  line(ink: Ink, points: readonly Point[], closed?: boolean): void;
  circle(ink: Ink, at: Point, radius: number): void;
  /** With an open head. */
  arrow(ink: Ink, from: Point, to: Point): void;
  done(): Thumbnail;
}

const round = (value: number) => Number(value.toFixed(1));

/** A tenth of a pixel, as few letters as it takes. */
const short = (value: number) => String(round(value)).replace(/^(-?)0\./, "$1.");

/** A line by its steps: they are shorter than places, and there are many of them on the first page. */
function stepsOf(points: readonly Point[]): string {
  let at: Point = [0, 0];
  return points
    .map(([x, y], i) => {
      const from = at;
      at = [round(x), round(y)];
      const [dx, dy] = [short(at[0] - from[0]), short(at[1] - from[1])];
      return `${i === 0 ? "M" : "l"}${dx}${dy.startsWith("-") ? "" : " "}${dy}`;
    })
    .join("");
}

export function createPen(): Pen {
  const byInk = new Map<Ink, string[]>();
  const add = (ink: Ink, d: string) => {
    const list = byInk.get(ink);
    if (list === undefined) byInk.set(ink, [d]);
    else list.push(d);
  };
  const pen: Pen = {
    line: (ink, points, closed = false) => {
      const kept: Point[] = [];
      for (const [i, point] of points.entries()) {
        const last = kept[kept.length - 1];
        if (last === undefined || i === points.length - 1 || Math.hypot(point[0] - last[0], point[1] - last[1]) > 1.5) kept.push(point);
      }
      if (kept.length > 1) add(ink, stepsOf(kept) + (closed ? "Z" : ""));
    },
    circle: (ink, [x, y], radius) => {
      const r = round(radius);
      add(ink, `M${round(x - radius)} ${round(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`);
    },
    arrow: (ink, from, to) => {
      const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
      const length = Math.hypot(dx, dy);
      if (length < 4) return;
      const [ux, uy] = [dx / length, dy / length];
      const wing = (side: number): Point => [to[0] - 7 * ux - side * 4 * uy, to[1] - 7 * uy + side * 4 * ux];
      pen.line(ink, [from, to]);
      pen.line(ink, [wing(1), to, wing(-1)]);
    },
    done: () => ({ paths: [...byInk].map(([ink, list]) => ({ ink, d: list.join("") })) }),
  };
  return pen;
}

/** The equal scale at which all points lie inside the picture, and where they then are. Up is up. */
export function fit(points: readonly Point[], margin = 22): (point: Point) => Point {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const scale = Math.min((WIDTH - 2 * margin) / (right - left || 1e-9), (HEIGHT - 2 * margin) / (high - low || 1e-9));
  return ([x, y]) => [WIDTH / 2 + scale * (x - (left + right) / 2), HEIGHT / 2 - scale * (y - (low + high) / 2)];
}

/** What the gallery is told of an example. */
export interface Pictured {
  readonly thumbnail?: Thumbnail;
  /** What happened, for the story. */
  readonly facts: Readonly<Record<string, number>>;
}
