/**
 * The pictures of examples by kind, each with the numbers that a story may tell. A kind that is not here has cards without a picture; to
 * give it one, add a file beside this one and a row.
 */
import { type Kind, parseStudyText, type StudyOf } from "carom/study";
import { battingPicture } from "./batting.js";
import { clatterPicture } from "./clatter.js";
import type { Pictured } from "./drawing.js";
import { elasticRodPicture } from "./elastic-rod.js";
import { fitPicture } from "./fit.js";
import { graspPicture } from "./grasp.js";
import { impactPicture } from "./impact.js";
import { pickupPicture } from "./pickup.js";
import { restShapePicture } from "./rest-shape.js";
import { simulationPicture } from "./simulation.js";
import { sweepPicture } from "./sweep.js";

const pictures: { readonly [K in Kind]?: (study: StudyOf<K>) => Pictured } = {
  impact: impactPicture,
  simulation: simulationPicture,
  clatter: clatterPicture,
  "elastic-rod": elasticRodPicture,
  batting: battingPicture,
  pickup: pickupPicture,
  grasp: graspPicture,
  "rest-shape": restShapePicture,
  sweep: sweepPicture,
  fit: fitPicture,
};

export function pictureOf(text: string): Pictured {
  const study = parseStudyText(text);
  // A name and its row belong together, which the compiler cannot follow through a variable.
  const picture = pictures[study.kind] as ((study: StudyOf) => Pictured) | undefined;
  return picture?.(study) ?? { facts: {} };
}
