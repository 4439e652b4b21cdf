/** What happened in a grasp, in words. */
import type { GraspOutcome } from "../../soft/grasp/grasp.js";
import { numberText } from "../format/numbers.js";
import { inUnitText, sizeUnits } from "../format/size-units.js";
import type { GraspResult } from "./result.js";

const OUTCOMES: Readonly<Record<GraspOutcome, string>> = {
  closed: "The hand is closed.",
  held: "The hand holds the body.",
  "put-down": "The hand takes the body, carries it and puts it down.",
  "not-liftable": "The hand cannot lift the body within the distance that it may close.",
  slipped: "The body slips out of the hand.",
  strain: "The body is strained too much.",
  "no-equilibrium": "No equilibrium was found, however small the steps.",
};

export function graspSentence({ outcome }: GraspResult): string {
  return OUTCOMES[outcome];
}

/** The weight, what the grip takes, how well it holds, where it slipped, and the best place. */
export function graspDetails(result: GraspResult): string[] {
  const { body, grip, lifted, slip, meshError, hertzWork, search, shapes } = result;
  const { length } = sizeUnits(shapes.rest.places);
  const pushes = (values: readonly number[]) => values.map(numberText).join(", ");
  return [
    `The body weighs ${numberText(body.weight)} N and has ${body.nodes} nodes.`,
    ...(grip === undefined
      ? []
      : [
          `Closed by ${inUnitText(grip.distance, length)} the fingers push with ${pushes(grip.pushes)} N, for a work of ` +
            `${numberText(grip.work)} J${tooLarge(meshError)}${hertz(hertzWork)}.`,
        ]),
    ...(lifted === undefined
      ? []
      : [
          `It is free of the table at ${inUnitText(lifted.height, length)}; of their friction the fingers have ` +
            `${pushes(lifted.margins)} left.`,
        ]),
    ...(slip === undefined ? [] : [`It slips in the phase ${slip.phase}${where(slip)}.`]),
    ...(search === undefined ? [] : [found(search, length)]),
  ];
}

const tooLarge = (share: number | undefined): string =>
  share === undefined ? "" : ` (the mesh makes it too large by about ${numberText(100 * share)} %)`;

const hertz = (work: number | undefined): string =>
  work === undefined ? "" : `; Hertz's contact would take ${numberText(work)} J to these pushes`;

function where({ phase, part, share }: NonNullable<GraspResult["slip"]>): string {
  const done = numberText(Math.floor(1e3 * share) / 1e3);
  if (phase === "lift") return `, when ${done} of the weight is lifted`;
  return part === undefined ? `, ${done} of the way` : `, part ${part + 1}, ${done} of the way`;
}

function found({ places, best }: NonNullable<GraspResult["search"]>, length: Parameters<typeof inUnitText>[1]): string {
  if (best === undefined) return `At none of ${places.length} places the body is held.`;
  const turned = `turned by ${numberText(best.turn)} rad`;
  return `The best of ${places.length} places has the hand ${inUnitText(best.height, length)} higher and ${turned}.`;
}

export function graspWarnings({ warnings }: GraspResult): string[] {
  return warnings.map(({ message }) => message);
}
