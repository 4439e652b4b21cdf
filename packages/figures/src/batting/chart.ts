/** A frame with equal scales on both axes, ticks and titles: what the pictures of a hit are drawn in. */
import { createPlacer, type Placer, textWidth } from "../draw/labels.js";
import { word } from "../draw/marks.js";
import { niceTicks, tickText } from "../draw/numbers.js";
import { element, linePath, type Point, type SvgElement, svgDocument } from "../draw/svg.js";
import { colour } from "../draw/theme.js";

const WIDTH = 600;
const MARGIN = { left: 58, right: 24, top: 32, bottom: 42 };
const TALLEST = 420;
const LOWEST = 140;

export interface Chart {
  readonly placer: Placer;
  /** To pixels. */
  readonly to: (point: Point) => Point;
  /** Pixels per unit. */
  readonly scale: number;
  /** Draws a line through points in units. */
  readonly line: (points: readonly Point[], attributes: Readonly<Record<string, string | number>>, closed?: boolean) => SvgElement;
  readonly dot: (at: Point, fill: string, kind: string, radius?: number) => SvgElement;
  /** A word beside a point, where there is room. */
  readonly name: (at: Point, text: string, fill?: string) => SvgElement;
  /** The whole SVG document. */
  readonly finish: (label: string, marks: readonly SvgElement[]) => string;
}

/** A chart that shows all these points. Several figures may stand in one page, so what a figure refers to carries its name. */
export function createChart(figure: string, shown: readonly Point[], [across, up]: readonly [string, string]): Chart {
  const finite = shown.filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y));
  const range = (axis: 0 | 1) =>
    [Math.min(...finite.map((point) => point[axis])), Math.max(...finite.map((point) => point[axis]))] as const;
  const [x0, x1] = range(0);
  const [y0, y1] = range(1);
  const pad = 0.07 * Math.max(x1 - x0, y1 - y0, 1e-12);
  const room = WIDTH - MARGIN.left - MARGIN.right;
  const scale = Math.min(room / (x1 - x0 + 2 * pad), TALLEST / (y1 - y0 + 2 * pad));
  const frame = { x: MARGIN.left, y: MARGIN.top, width: room, height: Math.max(LOWEST, (y1 - y0 + 2 * pad) * scale) };
  const [middleX, middleY] = [(x0 + x1) / 2, (y0 + y1) / 2];
  const to = ([x, y]: Point): Point => [
    frame.x + frame.width / 2 + (x - middleX) * scale,
    frame.y + frame.height / 2 - (y - middleY) * scale,
  ];
  const placer = createPlacer(frame);
  const ticks = (axis: 0 | 1) => {
    const half = (axis === 0 ? frame.width : frame.height) / scale / 2;
    const middle = axis === 0 ? middleX : middleY;
    return niceTicks(middle - half, middle + half, axis === 0 ? 6 : 5);
  };
  const [xs, ys] = [ticks(0), ticks(1)];
  const bottom = frame.y + frame.height;
  const axes = [
    word([frame.x, 22], up),
    word([frame.x, bottom + 34], across),
    element("rect", { ...frame, fill: "none", stroke: colour.line }),
    ...xs.values.flatMap((value) => {
      const [x] = to([value, middleY]);
      return [
        element("path", { d: `M${x},${bottom}v4`, fill: "none", stroke: colour.line2 }),
        word([x, bottom + 17], tickText(value, xs.step), { size: 11, fill: colour.ink3, anchor: "middle" }),
      ];
    }),
    ...ys.values.map((value) =>
      word([frame.x - 8, to([middleX, value])[1] + 4], tickText(value, ys.step), { size: 11, fill: colour.ink3, anchor: "end" }),
    ),
  ];
  const inside = element("clipPath", { id: `${figure}-frame` }, element("rect", frame as unknown as Record<string, number>));
  return {
    placer,
    to,
    scale,
    line: (points, attributes, closed = false) => {
      const drawn = points.map(to);
      placer.avoid(drawn);
      return element("path", { d: linePath(drawn, closed), fill: "none", "clip-path": `url(#${figure}-frame)`, ...attributes });
    },
    dot: (at, fill, kind, radius = 3.6) => {
      const [cx, cy] = to(at);
      return element("circle", { class: kind, cx, cy, r: radius, fill, stroke: colour.ink1, "stroke-width": 1.25 });
    },
    name: (at, text, fill = colour.ink1) => {
      const { box } = placer.place(to(at), textWidth(text, 11, 600), 14);
      return word([box.x, box.y + 11], text, { size: 11, weight: 600, fill, halo: true });
    },
    finish: (label, marks) =>
      svgDocument({ width: WIDTH, height: bottom + MARGIN.bottom }, label, [element("defs", {}, inside), ...axes, ...marks]),
  };
}

/** A cross at the target. */
export function targetMark({ to }: Chart, at: Point): SvgElement {
  const [x, y] = to(at);
  return element(
    "g",
    { class: "target" },
    element("circle", { cx: x, cy: y, r: 7, fill: "none", stroke: colour.created, "stroke-width": 1.5 }),
    element("path", { d: `M${x - 10},${y}h20M${x},${y - 10}v20`, fill: "none", stroke: colour.created, "stroke-width": 1.25 }),
  );
}
