/** A sheet that was saved, found again in its SVG or PDF: how it was laid out, and the study. */
import type { SheetOptions } from "@carom/figures";
import type { Route } from "../shell/route.js";

export interface SavedSheet extends Pick<SheetOptions, "width" | "columns" | "letters" | "grey"> {
  readonly panels: readonly string[];
  readonly caption?: string;
  readonly study: object;
}

const BEGINS = '{"carom":1,"kind":"sheet"';

/** Undefined where the file holds none. */
export function sheetIn(text: string): SavedSheet | undefined {
  const inSvg = /<metadata>([\s\S]*?)<\/metadata>/.exec(text)?.[1];
  const plain = inSvg?.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
  const from = plain === undefined ? text.indexOf(BEGINS) : 0;
  if (from < 0) return undefined;
  const end = plain === undefined ? text.indexOf("\nendstream", from) : undefined;
  try {
    const read = JSON.parse((plain ?? text).slice(from, end)) as Partial<SavedSheet> & { readonly kind?: string };
    const isSheet = read.kind === "sheet" && typeof read.study === "object" && read.study !== null && Array.isArray(read.panels);
    return isSheet ? (read as SavedSheet) : undefined;
  } catch {
    return undefined;
  }
}

/** What the address of a sheet says besides the study. */
export function sheetQuery({ width, columns, letters, grey, panels, caption }: Omit<SavedSheet, "study">): Route["query"] {
  return {
    tab: "sheet",
    width: String(width),
    columns: String(columns),
    letters,
    ...(grey === true ? { ink: "grey" } : {}),
    panels: panels.join(","),
    ...(caption === undefined ? {} : { caption }),
  };
}
