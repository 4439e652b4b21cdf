/** An impact: its forces where they are known, else the path of one contact or the impulses of several. */
import { type ImpactStudy, runImpact } from "carom/study";
import type { Pictured } from "./drawing.js";
import { forceThumbnail, peakOf } from "./force.js";
import { manyThumbnail } from "./many.js";
import { oneContactThumbnail } from "./one-contact.js";

export function impactPicture(study: ImpactStudy): Pictured {
  const result = runImpact(study, { history: true });
  const { forces, outcome } = result;
  const { energy } = outcome;
  const thumbnail =
    forces !== undefined ? forceThumbnail(forces) : study.contacts.length === 1 ? oneContactThumbnail(result) : manyThumbnail(result);
  return {
    ...(thumbnail === undefined ? {} : { thumbnail }),
    facts: {
      kept: energy.after / energy.before,
      contacts: study.contacts.length,
      ...(forces === undefined ? {} : { peak: peakOf(forces), duration: forces.duration }),
    },
  };
}
