/**
 * Robot files and meshes with random damage: each must be refused in words or give a scene that can be built, within two seconds.
 */
import { mutatedRobot, ROBOT_FORMATS, type RobotFormat, tryMutated } from "carom/testing";
import { printHeading, printTable } from "./table.js";

/** ms. */
const LONGEST = 2000;
const SHOWN = 5;

/** 1 if a file of any format fails, else 0. */
export function robotCampaign(count: number, seed: number): number {
  return Math.max(...ROBOT_FORMATS.map((format) => formatCampaign(format, count, seed)));
}

function formatCampaign(format: RobotFormat, count: number, seed: number): number {
  printHeading(`Spoiled robots, ${format}: ${count} files, seed ${seed}`);
  const failed: string[] = [];
  let [refused, built, longest] = [0, 0, 0];
  for (let k = 0; k < count; k++) {
    const robot = mutatedRobot(1_000_000 * seed + k, format);
    const from = performance.now();
    try {
      if (tryMutated(robot) === undefined) refused++;
      else built++;
    } catch (error) {
      failed.push(`robot ${1_000_000 * seed + k}: ${error instanceof Error ? error.message : String(error)}`);
    }
    const milliseconds = performance.now() - from;
    longest = Math.max(longest, milliseconds);
    if (milliseconds > LONGEST) failed.push(`robot ${1_000_000 * seed + k}: took ${Math.round(milliseconds)} ms`);
  }
  printTable(["refused in words", "built", "longest (ms)"], [[refused, built, Math.round(longest)]]);
  for (const line of failed.slice(0, SHOWN)) console.log(line);
  console.log(`\n${failed.length} failures.`);
  return failed.length > 0 ? 1 : 0;
}
