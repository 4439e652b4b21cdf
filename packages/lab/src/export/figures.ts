/** The figures of a result and its report, by the same code as the command's. Brought when something is exported. */

import type { Drawn } from "@carom/figures";
import fontAddress from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";
import type { Study, StudyResult } from "carom/study";

export async function drawn(study: Study, result: StudyResult): Promise<Drawn> {
  const figures = await import("@carom/figures");
  return figures.drawn(study, result);
}

/** Twice the size on screen, so that it prints well. */
const SCALE = 2;

/** A picture drawn from text sees no font of the page: the one it is set in goes into it. */
export async function withFont(svg: string): Promise<string> {
  const bytes = new Uint8Array(await (await fetch(fontAddress)).arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  const face = `@font-face{font-family:"Inter";font-weight:100 900;src:url(data:font/woff2;base64,${btoa(binary)}) format("woff2")}`;
  return svg.replace(/<svg\b[^>]*>/, (start) => `${start}<style>${face}</style>`);
}

/** @param scale px of the picture for each of the figure */
export async function pngOf(figure: string, scale = SCALE): Promise<Blob> {
  const svg = await withFont(figure);
  const sized = (side: string) => Number(new RegExp(`${side}="([\\d.]+)"`).exec(svg)?.[1] ?? 600);
  const [width, height] = [sized("width"), sized("height")];
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  return new Promise((done, fail) => {
    const image = new Image();
    image.onload = () => {
      const canvas = document.createElement("canvas");
      canvas.width = Math.round(scale * width);
      canvas.height = Math.round(scale * height);
      canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
      URL.revokeObjectURL(address);
      canvas.toBlob((blob) => (blob === null ? fail(new Error("the picture could not be made")) : done(blob)), "image/png");
    };
    image.onerror = () => fail(new Error("the picture could not be drawn"));
    image.src = address;
  });
}
