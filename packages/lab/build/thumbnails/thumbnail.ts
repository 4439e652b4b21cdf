/** The thumbnail of an example, and the numbers that its story may tell. */
import {
  type ClatterStudy,
  parseStudyText,
  runBatting,
  runClatter,
  runElasticRod,
  runPickup,
  runRestShape,
  runStudy,
  type SimulationStudy,
  startSimulation,
} from "carom/study";
import type { Thumbnail } from "./drawing.js";
import { impactThumbnail } from "./impact.js";
import { manyThumbnail } from "./many.js";
import { battingThumbnail, clatterThumbnail, elasticRodThumbnail, forceThumbnail, pickupThumbnail } from "./others.js";
import { restShapeThumbnail } from "./rest-shape.js";
import { simulationThumbnail } from "./simulation.js";

/** A picture is not worth more of the build's time than this, ms: a longer run is drawn as far as it came. */
const LONGEST = 800;

export interface Pictured {
  readonly thumbnail?: Thumbnail;
  /** What happened, for the story. */
  readonly facts: Readonly<Record<string, number>>;
}

export function pictureOf(text: string): Pictured {
  const study = parseStudyText(text);
  switch (study.kind) {
    case "impact": {
      const result = runStudy(study, { history: true });
      const { energy } = result.outcome;
      const { forces } = result;
      const thumbnail =
        forces !== undefined ? forceThumbnail(forces) : study.contacts.length === 1 ? impactThumbnail(result) : manyThumbnail(result);
      return {
        ...(thumbnail === undefined ? {} : { thumbnail }),
        facts: {
          kept: energy.after / energy.before,
          contacts: study.contacts.length,
          ...(forces === undefined ? {} : { peak: peakOf(forces), duration: forces.duration }),
        },
      };
    }
    case "simulation":
      return pictureInTime(study);
    case "clatter":
      return pictureOfClatter(study);
    case "elastic-rod":
      return { thumbnail: elasticRodThumbnail(runElasticRod(study)), facts: {} };
    case "batting":
      return { thumbnail: battingThumbnail(runBatting(study)), facts: {} };
    case "pickup": {
      const result = runPickup(study);
      return { thumbnail: pickupThumbnail(result), facts: { depth: (result.leastDepth?.depth ?? 0) * 1e3 } };
    }
    case "rest-shape":
      return { thumbnail: restShapeThumbnail(runRestShape({ ...study, convergence: false })), facts: {} };
    default:
      return { facts: {} };
  }
}

function pictureInTime(study: SimulationStudy): Pictured {
  const until = performance.now() + LONGEST;
  const run = startSimulation(study);
  while (!run.done && performance.now() < until) run.advance();
  const record = run.done ? run.result() : run.checkpoint().record;
  const thumbnail = simulationThumbnail(study, record);
  const impacts = record.events.filter((event) => event.kind === "impact");
  const peak = impacts.reduce((most, { forces }) => (forces === undefined ? most : Math.max(most, peakOf(forces))), 0);
  return { ...(thumbnail === undefined ? {} : { thumbnail }), facts: run.done ? { impacts: impacts.length, end: run.time, peak } : {} };
}

/** N. */
function peakOf({ contacts }: { readonly contacts: readonly { readonly peakForce: number }[] }): number {
  return Math.max(...contacts.map(({ peakForce }) => peakForce));
}

function pictureOfClatter(study: ClatterStudy): Pictured {
  const result = runClatter(study);
  const thumbnail = clatterThumbnail(result);
  const impulses = (result.rod ?? result.plate)?.impacts.map(({ impulse }) => impulse) ?? [];
  return {
    ...(thumbnail === undefined ? {} : { thumbnail }),
    facts: { ratio: (impulses[1] ?? 0) / (impulses[0] ?? 1), impacts: impulses.length },
  };
}
