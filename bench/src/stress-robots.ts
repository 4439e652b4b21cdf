/**
 * Files of robots, meshes and numbers with random damage: each must be refused in words, or read, a robot also built, within two seconds of
 * processor time.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { FILE_FORMATS, mutatedFile, mutatedRobot, ROBOT_FORMATS, type RobotFormat, tryFile, tryMutated } from "carom/testing";
import { printHeading, printTable } from "./table.js";

/** ms of processor time. */
const LONGEST = 2000;
const SHOWN = 5;

/** 1 if a file of any format fails, else 0. */
export function robotCampaign(count: number, seed: number): number {
  return Math.max(...ROBOT_FORMATS.map((format) => formatCampaign(format, count, seed)));
}

function formatCampaign(format: RobotFormat, count: number, seed: number): number {
  return campaign(`robots, ${format}`, count, seed, (k) => {
    const robot = mutatedRobot(k, format);
    return () => tryMutated(robot) !== undefined;
  });
}

/** The same by the command, in a folder of their own: 1 if anything outside of it is opened, else 0. */
export function outsideCampaign(count: number, seed: number): number {
  printHeading(`Spoiled robots by the command, ways out: ${count} files of each format, seed ${seed}`);
  return byCommand("outside-campaign", count, seed);
}

/** A campaign of the command's own, in a process. */
function byCommand(name: string, count: number, seed: number): number {
  const campaign = fileURLToPath(new URL(`../../packages/cli/dist/import/${name}.testing.js`, import.meta.url));
  return spawnSync(process.execPath, [campaign, String(count), String(seed)], { stdio: "inherit" }).status === 0 ? 0 : 1;
}

/** 1 if a file of meshes or numbers of any format fails, else 0. */
export function fileCampaign(count: number, seed: number): number {
  return Math.max(
    ...FILE_FORMATS.map((format) =>
      campaign(`files, ${format}`, count, seed, (k) => {
        const bytes = mutatedFile(k, format);
        return () => tryFile(bytes, format);
      }),
    ),
    hdf5Campaign(count, seed),
  );
}

/** HDF5 is read by the command. */
function hdf5Campaign(count: number, seed: number): number {
  printHeading(`Spoiled files, hdf5: ${count} files, seed ${seed}`);
  return byCommand("hdf5-campaign", count, seed);
}

/** Of each, made by its number: whether it is read. */
function campaign(what: string, count: number, seed: number, make: (k: number) => () => boolean): number {
  printHeading(`Spoiled ${what}: ${count} files, seed ${seed}`);
  const failed: string[] = [];
  let [refused, read, longest] = [0, 0, 0];
  for (let k = 1_000_000 * seed; k < 1_000_000 * seed + count; k++) {
    const attempt = make(k);
    const from = process.cpuUsage();
    try {
      if (attempt()) read++;
      else refused++;
    } catch (error) {
      failed.push(`${what} ${k}: ${error instanceof Error ? error.message : String(error)}`);
    }
    const { user, system } = process.cpuUsage(from);
    const milliseconds = (user + system) / 1000;
    longest = Math.max(longest, milliseconds);
    if (milliseconds > LONGEST) failed.push(`${what} ${k}: took ${Math.round(milliseconds)} ms`);
  }
  printTable(["refused in words", "read", "longest (ms)"], [[refused, read, Math.round(longest)]]);
  for (const line of failed.slice(0, SHOWN)) console.log(line);
  console.log(`\n${failed.length} failures.`);
  return failed.length > 0 ? 1 : 0;
}
