/** What happened in a study of kind `clatter`, in words. */
import { describeClatterEnd } from "../../clatter/ending.js";
import { counted, numberText, percentText } from "../format/numbers.js";
import type { ClatterResult, PressedFloor } from "./result.js";
import { struck } from "./tables.js";

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
    describeClatterEnd(sequence.status),
    ...(result.floor === undefined ? [] : floorSentences(result.floor)),
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
