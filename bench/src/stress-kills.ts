/**
 * Sweeps in which something dies at a random moment: the process, a worker, Redis with and without its file, a worker silent beyond its
 * lock. The results must be those of a sweep in which nothing died. The command's own campaign is started as a process; it needs
 * redis-server.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { printHeading } from "./table.js";

/** 1 if a sweep differs, else 0. */
export function killCampaign(count: number, seed: number): number {
  printHeading(`Sweeps: ${count} with a kill, seed ${seed}`);
  const campaign = fileURLToPath(new URL("../../packages/cli/dist/sweep/kills-campaign.testing.js", import.meta.url));
  return spawnSync(process.execPath, [campaign, String(count), String(seed)], { stdio: "inherit" }).status === 0 ? 0 : 1;
}
