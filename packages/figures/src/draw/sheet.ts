/**
 * Figures on one sheet at the size of print: panels in columns, as wide as the sheet allows, each with its letter; all of it vector. The
 * study stands in the file, so that whoever has the figure can make it again.
 */
import type { Figure } from "./figure.js";

/** How a sheet is laid out. */
export interface SheetOptions {
  /** Of the sheet, mm; journals have columns of 86, 129 or 178. */
  readonly width: number;
  /** Panels beside each other. */
  readonly columns: number;
  /** How panels are named, in bold at their upper left. */
  readonly letters: "a" | "(a)" | "A" | "none";
  /** Shades of grey instead of colours. */
  readonly grey?: boolean;
  /** Of the whole sheet, for those who cannot see it. */
  readonly title: string;
  /** Of the whole sheet; kept in the file, not printed on it. */
  readonly caption?: string;
  /** Kept in the file. */
  readonly study?: unknown;
}

/** px of a millimetre, at the 96 dots an inch of style sheets. */
const PX = 96 / 25.4;
/** Between panels, mm. */
const GAP = 4;
/** Room for a letter above its panel, mm. */
const LETTER = 5;

interface Placed {
  readonly figure: Figure;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The sheet as SVG. Throws a RangeError where there is nothing to put on it. */
export function sheetOf(figures: readonly Figure[], options: SheetOptions): string {
  if (figures.length === 0) throw new RangeError("a sheet has at least one panel");
  const { width, letters, grey = false, title, caption, study } = options;
  const columns = Math.min(options.columns, figures.length);
  const head = letters === "none" ? 0 : LETTER;
  const each = (width - GAP * (columns - 1)) / columns;
  const placed: Placed[] = [];
  let top = 0;
  for (let from = 0; from < figures.length; from += columns) {
    const row = figures
      .slice(from, from + columns)
      .map((figure) => ({ figure, height: (each * sizeOf(figure).height) / sizeOf(figure).width }));
    row.forEach(({ figure, height }, i) => {
      placed.push({ figure, x: i * (each + GAP), y: top + head, width: each, height });
    });
    top += head + Math.max(...row.map(({ height }) => height)) + GAP;
  }
  const height = top - GAP;
  const panels = placed.map((panel, i) => panelOf(panel, letters === "none" ? undefined : letterOf(i, letters)));
  const kept = { carom: 1, kind: "sheet", ...options, panels: figures.map(({ name }) => name) };
  const text = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${px(width)}" height="${px(height)}" viewBox="0 0 ${px(width)} ${px(height)}" `,
    `role="img" aria-label="${escaped(title)}">`,
    `<title>${escaped(title)}</title>`,
    ...(caption === undefined ? [] : [`<desc>${escaped(caption)}</desc>`]),
    ...(study === undefined ? [] : [`<metadata>${escaped(JSON.stringify(kept))}</metadata>`]),
    `<rect width="100%" height="100%" fill="#ffffff"/>`,
    ...panels,
    "</svg>",
  ].join("\n");
  return grey ? inGrey(text) : text;
}

const px = (millimetres: number) => Number((millimetres * PX).toFixed(2));

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

function letterOf(index: number, style: "a" | "(a)" | "A"): string {
  const letter = String.fromCharCode(97 + (index % 26));
  return style === "A" ? letter.toUpperCase() : style === "(a)" ? `(${letter})` : letter;
}

/** Of a figure as it was drawn, px. */
function sizeOf({ svg, name }: Figure): { readonly width: number; readonly height: number } {
  const [start] = /<svg\b[^>]*>/.exec(svg) ?? [""];
  const box = /viewBox="[\d.-]+ [\d.-]+ ([\d.]+) ([\d.]+)"/.exec(start);
  const side = (which: string) => Number(new RegExp(`\\b${which}="([\\d.]+)"`).exec(start)?.[1]);
  const [width, height] = box === null ? [side("width"), side("height")] : [Number(box[1]), Number(box[2])];
  if (!(width > 0 && height > 0)) throw new RangeError(`${name}: the figure does not say how large it is`);
  return { width, height };
}

/** A panel is a picture in the picture, with a frame of its own. Names inside it get its number, so that no two are the same. */
function panelOf({ figure, x, y, width, height }: Placed, letter: string | undefined): string {
  const size = sizeOf(figure);
  const own = figure.name.replace(/\W/g, "-");
  const inner = figure.svg
    .replace(/^[\s\S]*?<svg\b[^>]*>/, "")
    .replace(/<\/svg>\s*$/, "")
    // Print has paper of its own.
    .replace(/<rect class="ground\b[^>]*?(?:\/>|><\/rect>)/, "")
    .replace(/\bid="([^"]+)"/g, `id="${own}-$1"`)
    .replace(/url\(#([^)]+)\)/g, `url(#${own}-$1)`);
  const family = /font-family="([^"]+)"/.exec(figure.svg)?.[1] ?? "Inter, sans-serif";
  const frame = `x="${px(x)}" y="${px(y)}" width="${px(width)}" height="${px(height)}"`;
  const open = `<svg ${frame} viewBox="0 0 ${size.width} ${size.height}" font-family="${family}">`;
  const font = `font-family="${family}" font-size="${px(3.2)}" font-weight="700"`;
  const mark = letter === undefined ? "" : `<text x="${px(x)}" y="${px(y - 1.2)}" ${font}>${letter}</text>`;
  return `${mark}${open}${inner}</svg>`;
}

/** Colours by their lightness (Rec. 709), still as colours: the sheet stays vector. */
function inGrey(text: string): string {
  return text.replace(/#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})/gi, (_, ...parts: string[]) => {
    const [red, green, blue] = parts.slice(0, 3).map((part) => Number.parseInt(part, 16));
    const light = Math.round(0.2126 * red + 0.7152 * green + 0.0722 * blue);
    return `#${light.toString(16).padStart(2, "0").repeat(3)}`;
  });
}
