/** Text in a PDF: which glyph of which part of the font a character is, how wide it is, and the parts themselves. */
import { number, type PdfFile } from "./objects.js";

export interface PdfFont {
  /** 400 regular, 600 that of titles. */
  readonly weight: number;
  readonly unitsPerEm: number;
  readonly ascent: number;
  readonly descent: number;
  readonly box: readonly number[];
  /** Characters and their advances; the glyph of the first is 1. */
  readonly characters: readonly (readonly [character: string, advance: number])[];
  /** Bytes of the font, and the font itself (TrueType), deflated, as base64. */
  readonly length: number;
  readonly file: string;
}

/** Neighbouring characters of one part of the font, of one size. */
export interface GlyphRun {
  readonly font: number;
  /** Four hexadecimal digits a glyph. */
  readonly digits: string;
  /** Of the letters, as a part of the size. */
  readonly scale: number;
  /** Above the line, as a part of the size. */
  readonly rise: number;
  /** As a part of the size. */
  readonly width: number;
}

const RAISED = new Map([..."⁰⁴⁵⁶⁷⁸⁹⁺⁻"].map((letter, i) => [letter, [..."0456789+\u2212"][i]]));
const LOWERED = new Map([..."₀₁₂₃₄₅₆₇₈₉"].map((letter, i) => [letter, String(i)]));
/** Small figures that the font has not are its figures, made small. */
const SMALL = 0.62;
const UP = 0.34;
const DOWN = -0.12;

export interface Typesetter {
  /** @param weight as SVG writes it */
  readonly runs: (text: string, weight: string) => readonly GlyphRun[];
  /** Characters that no part of the font has. */
  readonly missing: ReadonlySet<string>;
}

type Place = readonly [font: number, glyph: number, advance: number];

/** Weights from here on are drawn with the heavier one. */
const HEAVY = 500;

export function createTypesetter(fonts: readonly PdfFont[]): Typesetter {
  const places = { light: new Map<string, Place>(), heavy: new Map<string, Place>() };
  fonts.forEach(({ characters, unitsPerEm, weight }, font) => {
    const found = weight < HEAVY ? places.light : places.heavy;
    characters.forEach(([character, advance], i) => {
      if (!found.has(character)) found.set(character, [font, i + 1, advance / unitsPerEm]);
    });
  });
  const missing = new Set<string>();
  const runs = (text: string, weight: string): GlyphRun[] => {
    // What the heavier one has not, the regular one may have.
    const heavy = weight === "bold" || Number(weight) >= HEAVY;
    const placeOf = (letter: string) => (heavy ? places.heavy.get(letter) : undefined) ?? places.light.get(letter);
    const list: GlyphRun[] = [];
    for (const letter of text) {
      const own = placeOf(letter);
      const up = own === undefined ? RAISED.get(letter) : undefined;
      const down = own === undefined ? LOWERED.get(letter) : undefined;
      const place = own ?? placeOf(up ?? down ?? letter);
      if (place === undefined) {
        missing.add(letter);
        continue;
      }
      const small = up !== undefined || down !== undefined;
      const [scale, rise] = [small ? SMALL : 1, up !== undefined ? UP : down !== undefined ? DOWN : 0];
      const [font, glyph, advance] = place;
      const digits = glyph.toString(16).padStart(4, "0");
      const last = list[list.length - 1];
      if (last !== undefined && last.font === font && last.rise === rise && last.scale === scale)
        list[list.length - 1] = { ...last, digits: last.digits + digits, width: last.width + scale * advance };
      else list.push({ font, digits, scale, rise, width: scale * advance });
    }
    return list;
  };
  return { runs, missing };
}

/** A part of the font as an object of the document. */
export async function addFont(pdf: PdfFile, font: PdfFont, name: string): Promise<number> {
  const bytes = Uint8Array.from(atob(font.file), (letter) => letter.charCodeAt(0));
  const file = pdf.addPacked(`/Length1 ${font.length}`, bytes);
  const em = (value: number) => number((1000 * value) / font.unitsPerEm);
  const box = font.box.map(em).join(" ");
  const descriptor = pdf.add(
    `<< /Type /FontDescriptor /FontName /${name} /Flags 4 /FontBBox [${box}] /ItalicAngle 0 /Ascent ${em(font.ascent)} ` +
      `/Descent ${em(font.descent)} /CapHeight ${em(0.727 * font.unitsPerEm)} /StemV 80 /FontFile2 ${file} 0 R >>`,
  );
  const widths = font.characters.map(([, advance]) => em(advance)).join(" ");
  const descendant = pdf.add(
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> ` +
      `/FontDescriptor ${descriptor} 0 R /W [1 [${widths}]] /CIDToGIDMap /Identity >>`,
  );
  const unicode = await pdf.addStream("", toUnicode(font));
  return pdf.add(
    `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H /DescendantFonts [${descendant} 0 R] ` +
      `/ToUnicode ${unicode} 0 R >>`,
  );
}

/** Glyphs back to characters, so that words can be found and copied. At most a hundred in a block. */
function toUnicode({ characters }: PdfFont): Uint8Array {
  const rows = characters.map(([letter], i) => {
    const units = letter.split("").map((unit) => unit.charCodeAt(0).toString(16).padStart(4, "0"));
    return `<${(i + 1).toString(16).padStart(4, "0")}> <${units.join("")}>`;
  });
  const blocks: string[] = [];
  for (let i = 0; i < rows.length; i += 100) {
    const block = rows.slice(i, i + 100);
    blocks.push(`${block.length} beginbfchar\n${block.join("\n")}\nendbfchar`);
  }
  const text = [
    "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
    "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def /CMapName /Adobe-Identity-UCS def /CMapType 2 def",
    "1 begincodespacerange <0000> <ffff> endcodespacerange",
    ...blocks,
    "endcmap CMapName currentdict /CMap defineresource pop end end",
  ].join("\n");
  return new TextEncoder().encode(text);
}
