/** The caption of a sheet: written from what its figures say of this very result, and what a paper says of where it comes from. */
import type { Figure, SheetOptions } from "@carom/figures";

export interface CaptionPart {
  readonly text: string;
  /** The letter of a panel, in bold. */
  readonly letter?: string;
}

/** The name of the panel at a place, as the sheet prints it. */
export function letterAt(index: number, style: SheetOptions["letters"]): string {
  const letter = String.fromCharCode(97 + (index % 26));
  return style === "A" ? letter.toUpperCase() : style === "(a)" ? `(${letter})` : letter;
}

/** `{a}` is what the figure of panel a says, with its numbers. */
export function firstCaption(title: string, panels: number): string {
  const rest = Array.from({ length: panels }, (_, i) => `{${letterAt(i, "a")}}`);
  return [/[.!?]$/.test(title) ? title : `${title}.`, ...rest].join(" ");
}

/** The caption with the figures' own words in their places, so that its numbers follow the result. */
export function captionParts(template: string, figures: readonly Figure[], style: SheetOptions["letters"]): CaptionPart[] {
  return template
    .split(/(\{[a-z]\})/)
    .filter((text) => text !== "")
    .map((text) => {
      const index = /^\{([a-z])\}$/.exec(text)?.[1]?.charCodeAt(0);
      const figure = index === undefined ? undefined : figures[index - 97];
      if (index === undefined || figure === undefined) return { text };
      const words = `${figure.title}. ${figure.caption}`.trim();
      return { text: words, ...(style === "none" ? {} : { letter: letterAt(index - 97, style) }) };
    });
}

export function captionText(parts: readonly CaptionPart[]): string {
  return parts.map(({ letter, text }) => (letter === undefined ? text : `${letter} ${text}`)).join("");
}

/** Letters that mean something to TeX, and the ones it sets by a command. */
const TEX: Readonly<Record<string, string>> = {
  "\\": "\\textbackslash{}",
  "{": "\\{",
  "}": "\\}",
  $: "\\$",
  "&": "\\&",
  "#": "\\#",
  _: "\\_",
  "%": "\\%",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
  "\u2212": "$-$",
  "\u2009": "\\,",
  "\u00d7": "$\\times$",
  "°": "$^\\circ$",
  µ: "$\\mu$",
  μ: "$\\mu$",
};

export function tex(text: string): string {
  return [...text].map((letter) => TEX[letter] ?? letter).join("");
}

export function latexLines(file: string, width: number, parts: readonly CaptionPart[]): string {
  const caption = parts.map(({ letter, text }) => (letter === undefined ? tex(text) : `\\textbf{${tex(letter)}} ${tex(text)}`)).join("");
  return [
    "\\begin{figure}",
    "  \\centering",
    `  \\includegraphics[width=${width}mm]{${file}}`,
    `  \\caption{${caption.trim()}}`,
    "\\end{figure}",
  ].join("\n");
}

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The software, and the study with the hash of its text: whoever has the file can tell whether it is the same. */
export async function bibtex(study: { readonly title: string }, version: string): Promise<string> {
  const hash = await hashOf(JSON.stringify(study));
  return [
    "@software{carom,",
    "  title   = {Carom: what happens when bodies hit each other},",
    "  author  = {{The Carom authors}},",
    `  version = {${version}},`,
    "  license = {MIT}",
    "}",
    "",
    `@misc{carom-study-${hash.slice(0, 8)},`,
    `  title  = {${tex(study.title)}},`,
    `  note   = {Study for Carom ${version}; SHA-256 of its JSON ${hash}}`,
    "}",
    "",
  ].join("\n");
}
