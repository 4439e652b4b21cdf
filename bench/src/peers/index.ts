import { runCannonRod } from "./cannon.js";
import { runJoltRod } from "./jolt.js";
import { runRapierRod } from "./rapier.js";
import type { PeerRow } from "./rod.js";

export { type PeerResult, type PeerRow, ROD } from "./rod.js";

/** The slip-reversing rod in every engine that installs from npm here, at default and at best-known settings. Takes a few seconds. */
export async function runRodPeers(): Promise<PeerRow[]> {
  return [...(await runJoltRod()), ...runCannonRod(), ...(await runRapierRod())];
}
