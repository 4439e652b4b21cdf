/** How a sequence of impacts of a rod or a plate ends, in one sentence for people. */
import type { PlateStatus } from "./plate-sequence.js";
import type { RodStatus } from "./rod-sequence.js";

const ENDINGS = {
  separated: "Then it has left the floor for good.",
  "sustained-contact": "Then that end or corner stays on the floor.",
  accumulation:
    "Then the bounces of one end or corner die out, ever closer together, and from the time of the last one on it stays on the floor.",
  flat: "Then it lies flat, where there is no single contact any more.",
  edge: "Then two corners come down together, and there is no single contact any more.",
  "maximum-impacts": "The sequence goes on; it was followed to the number of impacts asked for.",
  "maximum-time": "The sequence goes on; it was followed to the time asked for.",
  "no-push": "Then an end comes down that does not approach, which this gravity can do, and the sequence stops.",
  jammed: "Then there is no impact with the given impulse ratio or tangential restitution, and the sequence stops.",
} as const satisfies Record<PlateStatus | RodStatus, string>;

/** For what `followRod` and `followPlate` say of their end. */
export function describeClatterEnd(status: PlateStatus | RodStatus): string {
  return ENDINGS[status];
}
