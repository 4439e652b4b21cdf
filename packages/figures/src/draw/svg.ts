/**
 * Elements in, text out.
 *
 * Figures are plain trees of elements, so they need no browser, and `svgText` writes them: it escapes as XML wants, rounds every coordinate
 * to two decimals and adds the theme's classes, so that the same result gives the same bytes everywhere.
 */
import { colour, fontFamily, themeClass } from "./theme.js";

const NAMESPACE = "http://www.w3.org/2000/svg";

/** Undefined attributes are left out. */
export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** Strings among the children are text. */
export interface SvgElement {
  readonly name: string;
  readonly attributes: Attributes;
  readonly children: readonly (SvgElement | string)[];
}

export function element(name: string, attributes: Attributes = {}, ...children: (SvgElement | string)[]): SvgElement {
  return { name, attributes, children };
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
export function svgDocument(size: SvgSize, label: string, children: readonly SvgElement[]): string {
  const { width, height } = size;
  const root = element(
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
    element("title", {}, label),
    element("rect", { class: "ground", width, height, fill: colour.paper }),
    ...children,
  );
  return svgText(root);
}

/** The element as XML text. */
export function svgText({ name, attributes, children }: SvgElement): string {
  const opening = name + attributesText(attributes);
  let content = "";
  for (const child of children) content += typeof child === "string" ? escapeText(child) : svgText(child);
  return content === "" ? `<${opening}/>` : `<${opening}>${content}</${name}>`;
}

/** By name, with the theme's classes. */
function attributesText(attributes: Attributes): string {
  const classes = classText(attributes);
  const names = Object.keys(attributes).filter((name) => name !== "class" && attributes[name] !== undefined);
  if (classes !== "" || attributes.class !== undefined) names.push("class");
  let text = "";
  for (const name of names.sort())
    text += ` ${name}="${name === "class" ? escapeText(classes) : attributeText(name, attributes[name] ?? "")}"`;
  return text;
}

function attributeText(name: string, value: string | number): string {
  if (GEOMETRY.has(name)) return escapeText(roundedNumbers(value));
  return typeof value === "number" ? String(value) : escapeText(value);
}

function classText({ class: own = "", fill = "", stroke = "" }: Attributes): string {
  const classes = [String(own), themeClass("fill", String(fill)), themeClass("stroke", String(stroke))];
  return classes.filter((text) => text !== undefined && text !== "").join(" ");
}

/** Text safe inside XML and HTML, as content or between double quotes. What XML cannot hold becomes U+FFFD. */
export function escapeText(text: string): string {
  // Nearly all texts are colours and numbers.
  if (PLAIN.test(text)) return text;
  return text.replace(NOT_TEXT, "\uFFFD").replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}

const PLAIN = /^[\w #.,()-]*$/;
/** Control characters but tab and line ends, halves of characters, and two code points XML forbids. */
const NOT_TEXT = /(?![\t\n\r])[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu;

const GEOMETRY = new Set("d points transform x y x1 y1 x2 y2 cx cy r rx ry width height dx dy viewBox stroke-width".split(" "));
const NUMBER = /-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi;

function roundedNumbers(value: string | number): string {
  if (typeof value === "number") return String(round(value));
  return value.replace(NUMBER, (number) => String(round(Number(number))));
}

/** To two decimals: finer than any screen. */
export function round(value: number): number {
  return Math.round(100 * value) / 100 + 0;
}
