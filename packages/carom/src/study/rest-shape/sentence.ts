/** What shape a body would have without gravity, in words. */
import { numberText } from "../format/numbers.js";
import { inUnitText, sizeUnits } from "../format/size-units.js";
import type { RestShapeResult } from "./result.js";

/** How a search that found nothing ended. */
const ENDINGS: Readonly<Record<Exclude<RestShapeResult["status"], "converged">, string>> = {
  diverged: "lost the body",
  "inverted-element": "turned an element over",
  "maximum-iterations": "used up its steps",
};

const METHODS = { newton: "Newton's method", "fixed-point": "the source's iteration" } as const;

export function restShapeSentence(result: RestShapeResult): string {
  const { status, method, iterations, largestDisplacement, volumes, load, observed } = result;
  if (status !== "converged") {
    const reached = method === "newton" ? `, with ${numberText(100 * load)} % of gravity reached` : "";
    return `No shape without gravity was found: ${METHODS[method]} ${ENDINGS[status]} after ${iterations} steps${reached}.`;
  }
  const { length, volume } = sizeUnits(observed);
  const away = `Without gravity the body would be up to ${inUnitText(largestDisplacement, length)} away from where it is seen`;
  return `${away}, its volume ${inUnitText(volumes.rest, volume)} instead of ${inUnitText(volumes.observed, volume)}.`;
}

/** What the search took, and how well what it found sags back. */
export function restShapeDetails({ status, method, iterations, residual, sagsBackWithin }: RestShapeResult): string[] {
  if (status !== "converged") return [];
  const name = METHODS[method];
  return [
    `${name.slice(0, 1).toUpperCase()}${name.slice(1)} took ${iterations} steps, to ${numberText(residual)} m from a fixed point.`,
    `Let sag again, the recovered shape is within ${numberText(sagsBackWithin)} m of what was seen.`,
  ];
}

export function restShapeWarnings({ warnings }: RestShapeResult): string[] {
  return warnings.map(({ message }) => message);
}
