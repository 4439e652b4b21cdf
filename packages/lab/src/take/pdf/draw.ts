/** Elements of a figure as operators of a PDF's page. What figures are made of is drawn, and nothing else: no script, no style sheet. */
import type { Typesetter } from "./fonts.js";
import { IDENTITY, type Matrix, parseTransform, times } from "./matrix.js";
import { number } from "./objects.js";
import { ellipseOperators, pathOperators, rectOperators } from "./path.js";

/** Attributes that elements take over from what they are in. */
const TAKEN_OVER = [
  "fill",
  "stroke",
  "stroke-width",
  "fill-opacity",
  "stroke-opacity",
  "stroke-linecap",
  "stroke-linejoin",
  "stroke-dasharray",
  "font-size",
  "font-weight",
  "text-anchor",
] as const;
type Style = Readonly<Record<(typeof TAKEN_OVER)[number], string>>;

export const FIRST_STYLE: Style = {
  fill: "#000000",
  stroke: "none",
  "stroke-width": "1",
  "fill-opacity": "1",
  "stroke-opacity": "1",
  "stroke-linecap": "butt",
  "stroke-linejoin": "miter",
  "stroke-dasharray": "none",
  "font-size": "12",
  "font-weight": "400",
  "text-anchor": "start",
};

/** What the page needs besides its operators, by the names that these use. */
export interface Resources {
  /** Opacities of fill and stroke. */
  readonly opacities: Map<string, string>;
  /** Patterns and where each is used. */
  readonly patterns: Map<string, { readonly name: string; readonly element: Element; readonly matrix: Matrix }>;
}

export interface Drawing {
  readonly text: Typesetter;
  readonly resources: Resources;
  /** Elements by their `id`. */
  readonly named: ReadonlyMap<string, Element>;
}

interface Place {
  readonly style: Style;
  /** From here to the page. */
  readonly matrix: Matrix;
  readonly opacity: number;
}

export function drawChildren(drawing: Drawing, element: Element, place: Place): string {
  return [...element.children].map((child) => drawOne(drawing, child, place)).join("\n");
}

export function firstPlace(matrix: Matrix): Place {
  return { style: FIRST_STYLE, matrix, opacity: 1 };
}

const NOT_DRAWN = new Set(["title", "desc", "metadata", "defs", "style", "clippath", "pattern", "marker"]);

function drawOne(drawing: Drawing, element: Element, around: Place): string {
  const name = element.tagName.toLowerCase();
  if (NOT_DRAWN.has(name)) return "";
  const style = styleOf(element, around.style);
  const own = name === "svg" ? viewport(element) : parseTransform(element.getAttribute("transform"));
  const opacity = around.opacity * Number(element.getAttribute("opacity") ?? 1);
  const place: Place = { style, matrix: times(around.matrix, own), opacity };
  const content =
    name === "g" || name === "svg"
      ? drawChildren(drawing, element, place)
      : name === "text"
        ? drawText(drawing, element, place)
        : drawShape(drawing, shapeOf(element), place, element);
  const clip = clipOf(drawing, element);
  const moved = own === IDENTITY ? "" : `${own.map(number).join(" ")} cm`;
  const framed = name === "svg" ? `${frameOf(element)} re W n` : "";
  return ["q", moved, framed, clip, content, "Q"].filter((part) => part !== "").join("\n");
}

function styleOf(element: Element, before: Style): Style {
  const own = TAKEN_OVER.flatMap((name) => {
    const value = element.getAttribute(name);
    return value === null ? [] : [[name, value] as const];
  });
  return own.length === 0 ? before : { ...before, ...Object.fromEntries(own) };
}

const numberIn = (element: Element, name: string) => Number.parseFloat(element.getAttribute(name) ?? "0") || 0;

const boxOf = (element: Element) => (element.getAttribute("viewBox") ?? "").split(/[\s,]+/).map(Number);

/** A picture in the picture: its own frame, filled without changing its shape. */
function viewport(element: Element): Matrix {
  const [x, y] = [numberIn(element, "x"), numberIn(element, "y")];
  const box = boxOf(element);
  if (box.length !== 4) return [1, 0, 0, 1, x, y];
  const [left, top, wide, high] = box;
  const [width, height] = [numberIn(element, "width") || wide, numberIn(element, "height") || high];
  const scale = Math.min(width / wide, height / high);
  return [scale, 0, 0, scale, x + (width - scale * wide) / 2 - scale * left, y + (height - scale * high) / 2 - scale * top];
}

function frameOf(element: Element): string {
  const box = boxOf(element);
  return (box.length === 4 ? box : [0, 0, numberIn(element, "width"), numberIn(element, "height")]).map(number).join(" ");
}

const idIn = (text: string | null) => /url\(#([^)]+)\)/.exec(text ?? "")?.[1];

function clipOf({ named }: Drawing, element: Element): string {
  const clip = named.get(idIn(element.getAttribute("clip-path")) ?? "");
  if (clip === undefined) return "";
  return `${[...clip.children].map(shapeOf).join("\n")}\nW n`;
}

function shapeOf(element: Element): string {
  const at = (name: string) => numberIn(element, name);
  switch (element.tagName.toLowerCase()) {
    case "path":
      return pathOperators(element.getAttribute("d") ?? "");
    case "rect":
      return rectOperators(at("x"), at("y"), at("width"), at("height"), at("rx"));
    case "circle":
      return ellipseOperators(at("cx"), at("cy"), at("r"), at("r"));
    case "ellipse":
      return ellipseOperators(at("cx"), at("cy"), at("rx"), at("ry"));
    case "line":
      return `${number(at("x1"))} ${number(at("y1"))} m\n${number(at("x2"))} ${number(at("y2"))} l`;
    case "polyline":
    case "polygon":
      return pathOperators(`M${element.getAttribute("points") ?? ""}${element.tagName.toLowerCase() === "polygon" ? "Z" : ""}`);
    default:
      return "";
  }
}

function drawShape(drawing: Drawing, shape: string, place: Place, element: Element): string {
  if (shape === "") return "";
  const { style } = place;
  const fills = style.fill !== "none";
  const strokes = style.stroke !== "none" && Number.parseFloat(style["stroke-width"]) > 0;
  if (!fills && !strokes) return "";
  const odd = element.getAttribute("fill-rule") === "evenodd" ? "*" : "";
  const paint = fills && strokes ? `B${odd}` : fills ? `f${odd}` : "S";
  return [inks(drawing, place, fills, strokes), shape, paint].join("\n");
}

/** Colours, opacities and lines. */
function inks({ resources, named }: Drawing, { style, matrix, opacity }: Place, fills: boolean, strokes: boolean): string {
  const rows: string[] = [];
  const hatch = named.get(idIn(style.fill) ?? "");
  if (fills) {
    if (hatch === undefined) rows.push(`${colour(style.fill)} rg`);
    else rows.push("/Pattern cs", `/${patternName(resources, hatch, matrix)} scn`);
  }
  if (strokes) {
    const dashes = style["stroke-dasharray"] === "none" ? "" : (style["stroke-dasharray"].match(/[\d.]+/g) ?? []).join(" ");
    rows.push(
      `${colour(style.stroke)} RG`,
      `${number(Number.parseFloat(style["stroke-width"]))} w`,
      `${Math.max(0, ["butt", "round", "square"].indexOf(style["stroke-linecap"]))} J`,
      `${Math.max(0, ["miter", "round", "bevel"].indexOf(style["stroke-linejoin"]))} j`,
      `[${dashes}] 0 d`,
    );
  }
  const seen = [style["fill-opacity"], style["stroke-opacity"]].map((value) => number(opacity * Number(value)));
  if (seen.some((value) => value !== "1")) rows.push(`/${opacityName(resources, seen)} gs`);
  return rows.join("\n");
}

function colour(text: string): string {
  const [, long] = /^#([0-9a-f]{6})$/i.exec(text) ?? [];
  const [, short] = /^#([0-9a-f]{3})$/i.exec(text) ?? [];
  const digits = long ?? (short === undefined ? (text === "white" ? "ffffff" : "000000") : [...short].map((one) => one + one).join(""));
  return [0, 2, 4].map((at) => number(Number.parseInt(digits.slice(at, at + 2), 16) / 255)).join(" ");
}

function opacityName({ opacities }: Resources, [fill, stroke]: readonly string[]): string {
  const content = `<< /Type /ExtGState /ca ${fill} /CA ${stroke} >>`;
  const name = opacities.get(content) ?? `G${opacities.size}`;
  opacities.set(content, name);
  return name;
}

function patternName({ patterns }: Resources, element: Element, matrix: Matrix): string {
  const key = `${element.getAttribute("id")} ${matrix.map(number).join(" ")}`;
  const known = patterns.get(key);
  if (known !== undefined) return known.name;
  const name = `P${patterns.size}`;
  patterns.set(key, { name, element, matrix: times(matrix, parseTransform(element.getAttribute("patternTransform"))) });
  return name;
}

/** Words, one after the other. */
interface Piece {
  readonly text: string;
  readonly style: Style;
  readonly dx: number;
}

function drawText(drawing: Drawing, element: Element, place: Place): string {
  const pieces = piecesOf(element, place.style);
  const width = pieces.reduce((sum, piece) => sum + piece.dx + widthOf(drawing, piece), 0);
  const anchor = place.style["text-anchor"];
  let x = numberIn(element, "x") + numberIn(element, "dx") - (anchor === "end" ? width : anchor === "middle" ? width / 2 : 0);
  const y = numberIn(element, "y") + numberIn(element, "dy");
  const halo = place.style.stroke !== "none";
  const rows: string[] = [];
  for (const piece of pieces) {
    x += piece.dx;
    const own: Place = { ...place, style: piece.style };
    // What lies behind the letters comes first.
    if (halo) rows.push(lettersOf(drawing, piece, own, [x, y], "halo"));
    rows.push(lettersOf(drawing, piece, own, [x, y], "ink"));
    x += widthOf(drawing, piece);
  }
  return rows.join("\n");
}

function piecesOf(element: Element, style: Style, dx = 0): Piece[] {
  const pieces: Piece[] = [];
  for (const node of element.childNodes) {
    if (node.nodeType === 3) {
      const text = (node.textContent ?? "").replace(/[\t\n\r ]+/g, " ");
      if (text !== "") pieces.push({ text, style, dx: pieces.length === 0 ? dx : 0 });
    } else if (node.nodeType === 1 && (node as Element).tagName.toLowerCase() === "tspan") {
      const inner = node as Element;
      pieces.push(...piecesOf(inner, styleOf(inner, style), numberIn(inner, "dx")));
    }
  }
  return pieces;
}

const sizeOf = ({ style }: Pick<Piece, "style">) => Number.parseFloat(style["font-size"]);

function widthOf({ text: typesetter }: Drawing, piece: Piece): number {
  return sizeOf(piece) * typesetter.runs(piece.text, piece.style["font-weight"]).reduce((sum, { width }) => sum + width, 0);
}

function lettersOf(drawing: Drawing, piece: Piece, place: Place, [left, y]: readonly [number, number], what: "halo" | "ink"): string {
  const size = sizeOf(piece);
  let x = left;
  const rows = drawing.text.runs(piece.text, piece.style["font-weight"]).map(({ font, digits, scale, rise, width }) => {
    const matrix = `1 0 0 -1 ${number(x)} ${number(y - rise * size)} Tm`;
    x += size * width;
    return `/F${font} ${number(size * scale)} Tf ${matrix} <${digits}> Tj`;
  });
  return ["q", inks(drawing, place, what === "ink", what === "halo"), "BT", `${what === "halo" ? 1 : 0} Tr`, ...rows, "ET", "Q"].join("\n");
}
