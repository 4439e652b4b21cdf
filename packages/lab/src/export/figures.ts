/** The figures of a result and its report, by the same code as the command's. Brought when something is exported. */
import type { Figure } from "@carom/figures";
import { type Study, surveyClatter } from "carom/study";
import type { Result } from "../worker/messages.js";

export interface Drawn {
  readonly figures: readonly Figure[];
  /** The whole page. */
  readonly report: string;
}

export async function drawn(study: Study, result: Result): Promise<Drawn> {
  const code = await import("@carom/figures");
  switch (result.kind) {
    case "impact": {
      const figures = code.impactFigures(result);
      return { figures, report: code.impactReport(result, figures) };
    }
    case "simulation": {
      const figures = code.simulationFigures(result, study.kind === "simulation" ? study : undefined);
      return { figures, report: code.simulationReport(result, figures) };
    }
    case "clatter": {
      if (study.kind !== "clatter") break;
      const figures = code.clatterFigures(result, surveyClatter(study));
      return { figures, report: code.clatterReport(result, figures) };
    }
    case "elastic-rod": {
      const figures = code.elasticRodFigures(result);
      return { figures, report: code.elasticRodReport(result, figures) };
    }
    case "pickup": {
      const figures = code.pickupFigures(result);
      return { figures, report: code.pickupReport(result, figures) };
    }
    case "rest-shape": {
      const figures = code.restShapeFigures(result);
      return { figures, report: code.restShapeReport(result, figures) };
    }
    case "batting": {
      const figures = code.battingFigures(result);
      return { figures, report: code.battingReport(result, figures) };
    }
  }
  throw new Error("there are no figures of this kind of study");
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
