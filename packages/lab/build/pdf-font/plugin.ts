/** `virtual:pdf-font`: the lab's font, cut down to what figures are written in, in the form in which documents hold it. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { deflateSync } from "node:zlib";
import type { Plugin } from "vite";
import type { PdfFont } from "../../src/take/pdf/fonts.js";
import { type FontSubset, subsetOf } from "./true-type.js";
import { decodeWoff2 } from "./woff2.js";

const FONT = "virtual:pdf-font";
const FILES = new URL("../../../../node_modules/@fontsource-variable/inter/files/", import.meta.url);

const range = (from: number, to: number) => String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, i) => from + i));

/** Letters of western Europe, regular and in the weight of titles and values; Greek ones, regular. */
const PARTS: readonly { readonly part: string; readonly weights: readonly number[]; readonly characters: string }[] = [
  {
    part: "latin",
    weights: [400, 600],
    characters: `${range(0x20, 0x7e)}${range(0xa0, 0xff)}\u2009\u200a\u202f\u2013\u2014\u2018\u2019\u201c\u201d\u2026\u2212\u20ac`,
  },
  { part: "greek", weights: [400], characters: `${range(0x391, 0x3a9)}${range(0x3b1, 0x3c9)}` },
];

export function pdfFonts(): readonly (FontSubset & { readonly weight: number })[] {
  return PARTS.flatMap(({ part, weights, characters }) => {
    const file = readFileSync(fileURLToPath(new URL(`inter-${part}-wght-normal.woff2`, FILES)));
    return weights.map((weight) => ({ weight, ...subsetOf(decodeWoff2(file, weight), characters) }));
  });
}

/** Packed as documents hold it: they take it as it is. */
export function packedFonts(): readonly PdfFont[] {
  return pdfFonts().map(({ bytes, ...font }) => ({
    ...font,
    length: bytes.length,
    file: deflateSync(bytes, { level: 9 }).toString("base64"),
  }));
}

export function pdfFontPlugin(): Plugin {
  return {
    name: "carom-pdf-font",
    resolveId: (id) => (id === FONT ? `\0${FONT}` : undefined),
    load: (id) => {
      if (id !== `\0${FONT}`) return undefined;
      return `export const fonts = ${JSON.stringify(packedFonts())};`;
    },
  };
}
