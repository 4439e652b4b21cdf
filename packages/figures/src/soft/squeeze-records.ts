/** Records of a squeeze by depth, with that of the least depth, which lies between two steps, in its place. */
import type { PickupRecord, PickupResult } from "carom/study";

export function squeezeRecords({ squeeze, leastDepth }: PickupResult): readonly PickupRecord[] {
  if (leastDepth === undefined || squeeze.some(({ depth }) => depth === leastDepth.depth)) return squeeze;
  return [...squeeze, leastDepth.record].sort((a, b) => a.depth - b.depth);
}
