/** Brought when a sheet is saved as a PDF: it carries the font. */
import { fonts } from "virtual:pdf-font";
import { pdfOf } from "./pdf.js";

export async function savedPdf(
  svg: string,
  title: string,
  sheet: unknown,
): Promise<{ readonly blob: Blob; readonly missing: readonly string[] }> {
  const { documentElement } = new DOMParser().parseFromString(svg, "image/svg+xml");
  const { bytes, missing } = await pdfOf(documentElement, { fonts, title, sheet });
  return { blob: new Blob([bytes as BlobPart], { type: "application/pdf" }), missing };
}
