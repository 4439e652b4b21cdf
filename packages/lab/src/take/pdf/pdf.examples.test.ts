/** A PDF of a sheet is read back by its own table of objects: what is written in it, how large it is, what it carries. */
import { inflateSync } from "node:zlib";
import { sheetOf } from "@carom/figures";
import { DOMParser } from "linkedom";
import { describe, expect, it } from "vitest";
import { packedFonts, pdfFonts } from "../../../build/pdf-font/plugin.js";
import { bibtex, captionParts, captionText, firstCaption, latexLines } from "../caption.js";
import { sheetIn, sheetQuery } from "../sheet-file.js";
import { pathOperators } from "./path.js";
import { pdfOf } from "./pdf.js";

const figure = {
  name: "one",
  title: "One",
  caption: "It keeps 46.9 %.",
  svg: [
    '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="300" viewBox="0 0 600 300">',
    '<defs><pattern id="h" width="6" height="6" patternUnits="userSpaceOnUse"><rect width="6" height="3" fill="#1f8570"/></pattern></defs>',
    '<path d="M10,10h100v50Z" fill="url(#h)" stroke="#c4122f" stroke-opacity="0.5"/>',
    '<text x="10" y="20" font-weight="600">Slip \u22120.15 m/s</text><text x="10" y="40">10\u207b\u2077 \u03bc</text></svg>',
  ].join(""),
};
const options = { width: 86, columns: 1, letters: "a", title: "A sheet (1)", study: { title: "Größe" }, caption: "{a}" } as const;
const svg = sheetOf([figure], options);
const root = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement as unknown as Element;
const kept = { carom: 1, kind: "sheet", ...options, panels: ["one"] };
const made = await pdfOf(root, { fonts: packedFonts(), title: "A sheet", sheet: kept });
const text = Buffer.from(made.bytes).toString("latin1");

/** Objects by their numbers, each from where the table says it begins. */
const objects = new Map(
  [...text.slice(text.lastIndexOf("\nxref")).matchAll(/(\d{10}) 00000 n/g)].map(([, place], i) => {
    const content = text.slice(Number(place));
    return [i + 1, content.slice(0, content.indexOf("endobj"))];
  }),
);
const streamOf = (content: string) => {
  const from = content.indexOf("stream\n") + "stream\n".length;
  const bytes = Buffer.from(content.slice(from, content.lastIndexOf("\nendstream")), "latin1");
  return content.includes("/FlateDecode") ? inflateSync(bytes).toString("latin1") : bytes.toString("latin1");
};

describe("a PDF", () => {
  it("has every object where its table says, and one page as wide as print", () => {
    for (const [number, content] of objects) expect(content.startsWith(`${number} 0 obj`)).toBe(true);
    const [, width] = /MediaBox \[0 0 ([\d.]+) /.exec(text) ?? [];
    // 86 mm in points of 1/72 inch; pixels of the sheet are rounded to a hundredth.
    expect(Number(width)).toBeCloseTo((86 * 72) / 25.4, 1);
  });

  it("has words that can be found: glyphs lead back to the characters of the figure", () => {
    const page = [...objects.values()].find((content) => content.includes("/Type /Page "))!;
    const drawn = streamOf(objects.get(Number(/\/Contents (\d+)/.exec(page)![1]))!);
    const fonts = packedFonts();
    const words = [...drawn.matchAll(/\/F(\d) [\d.]+ Tf [^<]*<([0-9a-f]+)> Tj/g)].map(([, font, digits]) =>
      digits!
        .match(/.{4}/g)!
        .map((glyph) => fonts[Number(font)]!.characters[Number.parseInt(glyph, 16) - 1]![0])
        .join(""),
    );
    // Small figures are the usual ones, made small and raised.
    expect(words).toEqual(["a", "Slip \u22120.15 m/s", "10", "\u22127", " ", "\u03bc"]);
    expect(made.missing).toEqual([]);
    expect(drawn).toContain("/Pattern cs");
    expect(text).toContain("/CA 0.5");
  });

  it("has its font inside, with the tables that a reader needs, in two weights", () => {
    const files = [...objects.values()].filter((content) => content.includes("/Length1")).map(streamOf);
    expect(files).toHaveLength(3);
    for (const file of files)
      for (const table of ["glyf", "head", "hhea", "hmtx", "loca", "maxp"]) expect(file.slice(0, 108)).toContain(table);
    // Advances as Chromium measures them in the page, set in the same font at 2048 px.
    const [light, heavy] = pdfFonts().map(({ characters }) => new Map(characters));
    const advances = (font: typeof light) => [..."Hg0mä\u2212"].map((letter) => font!.get(letter));
    expect(advances(light)).toEqual([1522, 1256, 1292, 1794, 1150, 1355]);
    expect(advances(heavy)).toEqual([1527, 1281, 1351, 1844, 1176, 1378]);
  });

  it("carries its sheet, as the SVG does, and both lead back to it", () => {
    for (const file of [text, svg]) {
      const sheet = sheetIn(file)!;
      expect(sheet).toMatchObject({ width: 86, panels: ["one"], study: { title: "Größe" } });
      expect(sheetQuery(sheet)).toEqual({ tab: "sheet", width: "86", columns: "1", letters: "a", panels: "one", caption: "{a}" });
    }
    expect(sheetIn("<svg></svg>")).toBeUndefined();
    expect(sheetIn('<svg><metadata>{"kind":"sheet"}</metadata></svg>')).toBeUndefined();
  });
});

it("draws arcs as curves that end where they should", () => {
  // A quarter of a circle of radius 10 about the origin: handles at 4/3 tan(pi/8) = 0.5523 of it.
  expect(pathOperators("M10,0A10,10 0 0 1 0,10")).toBe("10 0 m\n10 5.523 5.523 10 0 10 c");
});

describe("a caption", () => {
  const parts = captionParts(firstCaption("A rod", 1), [figure], "(a)");

  it("is written from what figures say, and keeps what somebody wrote", () => {
    expect(captionText(parts)).toBe("A rod. (a) One. It keeps 46.9 %.");
    expect(captionText(captionParts("Mine, {a} {z}", [figure], "none"))).toBe("Mine, One. It keeps 46.9 %. {z}");
  });

  it("goes into a paper, with what it comes from", async () => {
    expect(latexLines("a.pdf", 86, parts)).toContain("\\caption{A rod. \\textbf{(a)} One. It keeps 46.9 \\%.}");
    const entry = await bibtex({ title: "50 % & more" }, "1.2.3");
    expect(entry).toContain("version = {1.2.3}");
    expect(entry).toContain("title  = {50 \\% \\& more}");
    expect(entry).toMatch(/SHA-256 of its JSON [0-9a-f]{64}/);
  });
});
