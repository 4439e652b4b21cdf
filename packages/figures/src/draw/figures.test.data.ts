/** What tests ask of every figure and report, and how they read a figure. */
import { parseHTML } from "linkedom";
import { expect } from "vitest";
import type { Figure } from "./figure.js";

export const parse = (figure: Figure) => parseHTML(`<html><body>${figure.svg}</body></html>`).document.querySelector("svg")!;
export const number = (element: Element, attribute: string) => Number(element.getAttribute(attribute));
export const pointsOf = (path: Element) =>
  [...path.getAttribute("d")!.matchAll(/[ML](-?[\d.]+),(-?[\d.]+)/g)].map((match) => [Number(match[1]), Number(match[2])] as const);

/** Well-formed, finite, rounded, and no larger than a page can bear. */
export function checkFigure(figure: Figure): void {
  expect(figure.svg).not.toMatch(/NaN|Infinity|undefined|null|\[object/);
  expect(figure.caption).not.toMatch(/NaN|Infinity|undefined|unknown|\[object/);
  expect(checkXml(figure.svg)).toBeGreaterThan(10);
  for (const [, geometry] of figure.svg.matchAll(/ (?:d|[cr]?[xy][12]?|r|width|height|transform)="([^"]*)"/g))
    expect(geometry).not.toMatch(/\.\d{3}|\de[-+\d]/);
  expect(figure.svg.length).toBeLessThan(200_000);
}

/** The figures named, each in order, and the report of a study whose title is not plain text. */
export function checkFiguresAndReport(figures: readonly Figure[], names: readonly string[], report: string, title: string): void {
  expect(figures.map(({ name }) => name)).toEqual(names);
  for (const figure of figures) checkFigure(figure);
  expect(report).toContain(title);
  expect(report).not.toMatch(/NaN|undefined/);
}

export function checkWordsInside(figure: Figure): void {
  const svg = parse(figure);
  const [width, height] = [number(svg, "width"), number(svg, "height")];
  for (const text of svg.querySelectorAll("text")) {
    if (text.getAttribute("x") === null) continue;
    expect(number(text, "x")).toBeGreaterThanOrEqual(-1);
    expect(number(text, "x")).toBeLessThanOrEqual(width + 1);
    expect(number(text, "y")).toBeGreaterThanOrEqual(0);
    expect(number(text, "y")).toBeLessThanOrEqual(height + 1);
  }
}

/** Throws unless the text is well-formed XML: tags that close, quoted attributes, and nothing loose. Returns the number of elements. */
export function checkXml(text: string): number {
  const token = /<(\/?)([A-Za-z][\w:-]*)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|([^<>]+)/gy;
  const open: string[] = [];
  let count = 0;
  let at = 0;
  while (at < text.length) {
    token.lastIndex = at;
    const match = token.exec(text);
    if (match === null) throw new Error(`not XML at ${at}: ${text.slice(at, at + 60)}`);
    at = token.lastIndex;
    const [, closing, name, attributes, empty, content] = match;
    const loose = (content ?? attributes ?? "").replace(/&(?:amp|lt|gt|quot);/g, "");
    if (loose.includes("&")) throw new Error(`loose ampersand in ${loose}`);
    if (name === undefined) continue;
    if (closing === "/") {
      if (open.pop() !== name) throw new Error(`</${name}> closes nothing`);
    } else {
      count++;
      if (empty !== "/") open.push(name);
    }
  }
  if (open.length > 0) throw new Error(`${open.join(", ")} left open`);
  return count;
}
