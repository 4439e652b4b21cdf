/** The figures of a result and its report, by the same code as the command's. Brought when something is exported. */
import type { Drawn } from "@carom/figures";
import type { Study, StudyResult } from "carom/study";

export async function drawn(study: Study, result: StudyResult): Promise<Drawn> {
  const figures = await import("@carom/figures");
  return figures.drawn(study, result);
}

/** Twice the size on screen, so that it prints well. */
const SCALE = 2;

export function pngOf(svg: string): Promise<Blob> {
  const sized = (side: string) => Number(new RegExp(`${side}="([\\d.]+)"`).exec(svg)?.[1] ?? 600);
  const [width, height] = [sized("width"), sized("height")];
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  return new Promise((done, fail) => {
    const image = new Image();
    image.onload = () => {
      const canvas = document.createElement("canvas");
      canvas.width = SCALE * width;
      canvas.height = SCALE * height;
      canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
      URL.revokeObjectURL(address);
      canvas.toBlob((blob) => (blob === null ? fail(new Error("the picture could not be made")) : done(blob)), "image/png");
    };
    image.onerror = () => fail(new Error("the picture could not be drawn"));
    image.src = address;
  });
}
