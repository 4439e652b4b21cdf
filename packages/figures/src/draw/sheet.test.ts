import { DOMParser } from "linkedom";
import { describe, expect, it } from "vitest";
import { type SheetOptions, sheetOf } from "./sheet.js";

const figure = (name: string, width: number, height: number) => ({
  name,
  title: name,
  caption: "",
  svg: [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Inter">`,
    `<clipPath id="c"><rect width="1" height="1"/></clipPath>`,
    `<path clip-path="url(#c)" stroke="#c4122f" d="M0,0H1"/></svg>`,
  ].join(""),
});
const figures = [figure("one", 600, 300), figure("two", 600, 400), figure("three", 300, 300)];
const options: SheetOptions = { width: 178, columns: 2, letters: "a", title: 'A "sheet" & more' };
const parsed = (text: string) => new DOMParser().parseFromString(text, "image/svg+xml").documentElement;

describe("a sheet", () => {
  const sheet = parsed(sheetOf(figures, { ...options, study: { title: "<b>" } }));
  const panels = [...sheet.querySelectorAll("svg > svg, :scope > svg")];

  it("is as wide as print, and its panels fill its columns without covering each other", () => {
    // 178 mm at 96 dots an inch.
    expect(Number(sheet.getAttribute("width"))).toBeCloseTo((178 * 96) / 25.4, 1);
    const boxes = panels.map((panel) => ["x", "y", "width", "height"].map((name) => Number(panel.getAttribute(name))));
    expect(boxes).toHaveLength(3);
    const [first, second, third] = boxes;
    expect(first[2]).toBeCloseTo((87 * 96) / 25.4, 1);
    expect(first[3] / first[2]).toBeCloseTo(0.5, 3);
    expect(second[0]).toBeGreaterThan(first[0] + first[2]);
    expect(third[1]).toBeGreaterThan(second[1] + second[3]);
    expect(Number(sheet.getAttribute("height"))).toBeCloseTo(third[1] + third[3], 1);
  });

  it("names its panels, and no two of their parts alike", () => {
    expect([...sheet.querySelectorAll("text")].map((text) => text.textContent)).toEqual(["a", "b", "c"]);
    const ids = [...sheet.querySelectorAll("[id]")].map((one) => one.getAttribute("id"));
    expect(new Set(ids).size).toBe(3);
    expect(sheet.querySelectorAll("path")[1].getAttribute("clip-path")).toBe("url(#two-c)");
  });

  it("keeps its study, whatever that is called", () => {
    const kept = JSON.parse(sheet.querySelector("metadata")?.textContent ?? "");
    expect(kept).toMatchObject({ kind: "sheet", panels: ["one", "two", "three"], study: { title: "<b>" } });
  });
});

it("has shades of grey for colours", () => {
  const text = sheetOf(figures, { ...options, grey: true });
  expect(text).not.toContain("#c4122f");
  // 0.2126 * 196 + 0.7152 * 18 + 0.0722 * 47 = 57.9
  expect(text).toContain("#3a3a3a");
});

it("has at least one panel, and knows how large each is", () => {
  expect(() => sheetOf([], options)).toThrow("a sheet has at least one panel");
  expect(() => sheetOf([{ ...figures[0], svg: "<svg></svg>" }], options)).toThrow("one: the figure does not say how large it is");
});
