/** What happened in a study of kind `pickup`, in words. */
import type { PickupResult } from "./result.js";

export function pickupSentence({ title }: PickupResult): string {
  return title;
}
