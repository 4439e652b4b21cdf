/** What happened in a study of kind `clatter`, in words. */
import { describeClatterEnd } from "../../clatter/ending.js";
import type { ClatterTail } from "../../clatter/rod-sequence.js";
import { counted, numberText, percentText } from "../format/numbers.js";
import type { ClatterResult, PressedFloor } from "./result.js";
import { type StruckPlace, struck } from "./tables.js";

/** How many impacts there were, and which was the hardest. */
export function clatterSentence(result: ClatterResult): string {
  const impacts = struck(result);
  const hardest = impacts.reduce((most, { impulse }, i) => (impulse > impacts[most].impulse ? i : most), 0);
  const count = counted(impacts.length, "impact");
  if (hardest === 0) return impacts.length > 1 ? `${count}; the first is the hardest.` : `${count}.`;
  return `${count}; number ${hardest + 1} is the hardest, ${numberText(impacts[hardest].impulse / impacts[0].impulse)} times the first.`;
}

/** Where the energy went, how it ended, and what a floor that yields changes. */
export function clatterDetails(result: ClatterResult): string[] {
  const sequence = result.rod ?? result.plate;
  if (sequence === undefined) return [];
  const lost = struck(result).reduce((sum, { energyLoss }) => sum + energyLoss, 0);
  const taken = lost === 0 ? "nothing" : `${numberText(lost)} J`;
  return [
    `It strikes at ${numberText(result.impactSpeed)} m/s with ${numberText(sequence.energyBefore)} J; impacts take ${taken}.`,
    ...tailSentences(sequence.tail, struck(result)),
    describeClatterEnd(sequence.status),
    ...afterSentences(result, struck(result)),
    ...(result.floor === undefined ? [] : floorSentences(result.floor)),
  ];
}

/** Said where the impacts that were summed are more than the last digits of those that are listed. */
function tailSentences(tail: ClatterTail | undefined, impacts: readonly StruckPlace[]): string[] {
  const listed = impacts.reduce((sum, { impulse }) => sum + impulse, 0);
  if (tail === undefined || tail.impulse < 1e-6 * listed) return [];
  return [
    `Impacts that follow too closely to be told apart add ${numberText(tail.impulse)} N s and take ${numberText(tail.energyLoss)} J.`,
  ];
}

const ENDED = {
  rest: "it lies still",
  moving: "it still moves; it was followed no further",
  stopped: "the simulator could not go on",
} as const;

/** The pivot, slaps and edges after the sequence, beside its hardest impact. */
function afterSentences({ after }: ClatterResult, impacts: readonly StruckPlace[]): string[] {
  if (after === undefined) return [];
  const largest = impacts.reduce((most, { impulse }) => Math.max(most, impulse), 0);
  const ended = `at ${numberText(after.until)} s ${ENDED[after.status]}${after.reason === undefined ? "" : ` (${after.reason})`}`;
  if (after.impacts.length === 0) return [`The motion goes on without impacts, and ${ended}.`];
  const hardest = after.impacts.reduce((most, each) => (each.impulse > most.impulse ? each : most));
  return [
    `The motion goes on with ${counted(after.impacts.length, "impact")}, the hardest at ${numberText(hardest.time)} s with ` +
      `${numberText(hardest.impulse)} N s, ${numberText(hardest.impulse / largest)} times the hardest before; ${ended}.`,
  ];
}

function floorSentences({ damping, friction, duration, impulse, peakForce, peakDepth, impulseRatio, difference }: PressedFloor): string[] {
  const floor = `damping ${numberText(damping)} N s/m^4${friction > 0 ? `, friction ${numberText(friction)}` : ""}`;
  return [
    `On the floor that yields (${floor}) the first contact lasts ${numberText(duration)} s and sinks in ${numberText(peakDepth)} ` +
      `m at most; its force reaches ${numberText(peakForce)} N and its impulse ${numberText(impulse[2])} N s, ` +
      `${numberText(impulseRatio)} times that of the impact.`,
    `It differs by ${percentText(difference, 1)} from the impulse on the corner of a box on a rigid ` +
      `floor${friction > 0 ? " with the same friction" : ""}.`,
  ];
}
