/** A sheet as a PDF: vector, with its font inside, and the sheet itself as a file in it, by which the lab opens it again. */
import { type Drawing, drawChildren, firstPlace, type Resources } from "./draw.js";
import { addFont, createTypesetter, type PdfFont } from "./fonts.js";
import type { Matrix } from "./matrix.js";
import { createPdf, latin, number, type PdfFile, words } from "./objects.js";

/** Points of print for each px of a sheet of 96 an inch. */
const POINT = 72 / 96;

export interface PdfOptions {
  readonly fonts: readonly PdfFont[];
  readonly title: string;
  /** Kept in the file. */
  readonly sheet: unknown;
}

export interface MadePdf {
  readonly bytes: Uint8Array;
  /** Characters that the font has not, and that are left out. */
  readonly missing: readonly string[];
}

export async function pdfOf(svg: Element, { fonts, title, sheet }: PdfOptions): Promise<MadePdf> {
  const [width, height] = ["width", "height"].map((side) => POINT * Number.parseFloat(svg.getAttribute(side) ?? "0"));
  const toPage: Matrix = [POINT, 0, 0, -POINT, 0, height];
  const text = createTypesetter(fonts);
  const resources: Resources = { opacities: new Map(), patterns: new Map() };
  const named = new Map([...svg.querySelectorAll("[id]")].map((element) => [element.getAttribute("id") ?? "", element]));
  const drawing: Drawing = { text, resources, named };
  const content = `${toPage.map(number).join(" ")} cm\n${drawChildren(drawing, svg, firstPlace(toPage))}`;

  const pdf = createPdf();
  const shared = pdf.reserve();
  const patterns = await addPatterns(pdf, drawing, shared);
  const faces = await Promise.all(fonts.map((font, i) => addFont(pdf, font, `Inter-${i + 1}`)));
  const states = [...resources.opacities].map(([state, name]) => `/${name} ${state}`).join(" ");
  const letters = faces.map((face, i) => `/F${i} ${face} 0 R`).join(" ");
  pdf.tell(shared, `<< /ProcSet [/PDF /Text] /Font << ${letters} >> /ExtGState << ${states} >> /Pattern << ${patterns} >> >>`);
  const stream = await pdf.addStream("", latin(content));
  const pages = pdf.reserve();
  const box = `/MediaBox [0 0 ${number(width)} ${number(height)}]`;
  const page = pdf.add(`<< /Type /Page /Parent ${pages} 0 R ${box} /Resources ${shared} 0 R /Contents ${stream} 0 R >>`);
  pdf.tell(pages, `<< /Type /Pages /Kids [${page} 0 R] /Count 1 >>`);
  const attached = await pdf.addStream("/Type /EmbeddedFile /Subtype /application#2Fjson", latin(plainJson(sheet)), true);
  const file = pdf.add(`<< /Type /Filespec /F (sheet.json) /UF (sheet.json) /EF << /F ${attached} 0 R >> >>`);
  const root = pdf.add(`<< /Type /Catalog /Pages ${pages} 0 R /Names << /EmbeddedFiles << /Names [(sheet.json) ${file} 0 R] >> >> >>`);
  const info = pdf.add(`<< /Title ${words(title)} /Creator (Carom) >>`);
  return { bytes: pdf.bytes(root, info), missing: [...text.missing] };
}

/** Drawn in the same resources: a hatch is made of plain rectangles. */
async function addPatterns(pdf: PdfFile, drawing: Drawing, shared: number): Promise<string> {
  const names: string[] = [];
  for (const { name, element, matrix } of [...drawing.resources.patterns.values()]) {
    const [width, height] = ["width", "height"].map((side) => number(Number.parseFloat(element.getAttribute(side) ?? "1")));
    const box = `/BBox [0 0 ${width} ${height}] /XStep ${width} /YStep ${height}`;
    const kind = "/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1";
    const placed = `/Resources ${shared} 0 R /Matrix [${matrix.map(number).join(" ")}]`;
    const object = await pdf.addStream(`${kind} ${box} ${placed}`, latin(drawChildren(drawing, element, firstPlace(matrix))));
    names.push(`/${name} ${object} 0 R`);
  }
  return names.join(" ");
}

/** In ASCII, so that it can be found in the file by whoever reads its bytes. */
function plainJson(value: unknown): string {
  return JSON.stringify(value).replace(/[^\x20-\x7e]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
