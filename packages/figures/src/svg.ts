/**
 * Elements in, text out.
 *
 * Figures are built as elements of whatever Document is given (a browser's, linkedom's) and written by
 * `svgText`, not by outerHTML: it escapes as XML wants, rounds every coordinate to two decimals and adds the theme's classes, so that the same result
 * gives the same bytes everywhere.
 */
import { themeClass } from "./theme.js";

const NAMESPACE = "http://www.w3.org/2000/svg";

export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** Makes an SVG element; undefined attributes are left out. */
export type Pen = (name: string, attributes?: Attributes, ...children: (Node | string)[]) => SVGElement;

export function penFor(document: Document): Pen {
  return (name, attributes = {}, ...children) => {
    const element = document.createElementNS(NAMESPACE, name) as SVGElement;
    for (const [key, value] of Object.entries(attributes)) if (value !== undefined) element.setAttribute(key, String(value));
    element.append(...children);
    return element;
  };
}

export type Point = readonly [number, number];

/** The `d` of a line through points. Points closer than a tenth of a pixel to the last one drawn are left out. */
export function linePath(points: readonly Point[], closed = false): string {
  const kept: Point[] = [];
  points.forEach((point, i) => {
    const last = kept[kept.length - 1];
    if (last === undefined || i === points.length - 1 || Math.abs(point[0] - last[0]) + Math.abs(point[1] - last[1]) > 0.1)
      kept.push(point);
  });
  return kept.map(([x, y], i) => `${i === 0 ? "M" : "L"}${round(x)},${round(y)}`).join("") + (closed ? "Z" : "");
}

export interface SvgSize {
  readonly width: number;
  readonly height: number;
}

/** A whole SVG document. `label` is read to those who do not see the picture. */
export function svgDocument(pen: Pen, size: SvgSize, label: string, fontFamily: string, paper: string, children: readonly Node[]): string {
  const { width, height } = size;
  const root = pen(
    "svg",
    {
      xmlns: NAMESPACE,
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: "img",
      "font-family": fontFamily,
      "font-size": 12,
      "font-feature-settings": '"tnum"',
    },
    pen("title", {}, label),
    pen("rect", { class: "ground", width, height, fill: paper }),
    ...children,
  );
  return svgText(root);
}

const ELEMENT = 1;
const TEXT = 3;

/** The element as XML text. */
export function svgText(element: Element): string {
  const name = element.localName;
  const attributes = new Map<string, string>();
  for (const { name: key, value } of Array.from(element.attributes)) attributes.set(key, GEOMETRY.has(key) ? roundedNumbers(value) : value);
  const classes = [
    attributes.get("class"),
    ...(["fill", "stroke"] as const).map((property) => themeClass(property, attributes.get(property) ?? "")),
  ];
  const classText = classes.filter((text) => text !== undefined && text !== "").join(" ");
  if (classText !== "") attributes.set("class", classText);
  // Documents list attributes in different orders; names do not.
  const opening = [...attributes]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => ` ${key}="${escapeText(value)}"`)
    .join("");
  const content = Array.from(element.childNodes).map(nodeText).join("");
  return content === "" ? `<${name}${opening}/>` : `<${name}${opening}>${content}</${name}>`;
}

function nodeText(node: Node): string {
  if (node.nodeType === ELEMENT) return svgText(node as Element);
  return node.nodeType === TEXT ? escapeText(node.textContent ?? "") : "";
}

/** Text safe inside XML and HTML, as content or between double quotes. What XML cannot hold becomes U+FFFD. */
export function escapeText(text: string): string {
  return text.replace(NOT_TEXT, "\uFFFD").replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}

/** Control characters but tab and line ends, halves of characters, and two code points XML forbids. */
const NOT_TEXT = /(?![\t\n\r])[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu;

const GEOMETRY = new Set("d points transform x y x1 y1 x2 y2 cx cy r rx ry width height dx dy viewBox stroke-width".split(" "));
const NUMBER = /-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi;

function roundedNumbers(value: string): string {
  return value.replace(NUMBER, (number) => String(round(Number(number))));
}

/** To two decimals: finer than any screen. */
export function round(value: number): number {
  return Math.round(100 * value) / 100 + 0;
}
