/**
 * HDF5 files with random damage: each must be refused in words, or read. COUNT and SEED are arguments, `npm run stress` starts it; without
 * h5wasm there is nothing to do. Exits with 1 on failure.
 *
 * A library that runs off cannot be stopped from inside: files are read by a process of their own, which says of each that it is done. A
 * file may break the library's memory for those after it: once the whole file is not read any more, another process goes on.
 */
import { fork } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createRandom } from "carom/math";
import { spoiledBytes } from "carom/testing";
import { CommandFailure } from "../failure.js";
import { hdf5Csv } from "./hdf5.js";

/** s; of a file. The machine may be busy: processor time is told by the process itself. */
const LONGEST = 20;
/** ms of processor time. */
const LONGEST_WORK = 2000;
const SHOWN = 5;
/** Exit code of a process whose library reads nothing any more. */
const BROKEN = 3;

interface Done {
  readonly k: number;
  readonly read: boolean;
  readonly milliseconds: number;
  readonly failure?: string;
}

/** Datasets of one and two dimensions, records and a group, as a file. */
export async function spoilableHdf5(): Promise<Uint8Array> {
  const { default: h5wasm } = await import("h5wasm");
  const { FS } = await h5wasm.ready;
  const file = new h5wasm.File("whole.h5", "w");
  file.create_dataset({ name: "shake", data: new Float64Array([0, 0, 0.1, 2, 0.2, 4]), shape: [3, 2] });
  const walk = file.create_group("walk");
  walk.create_dataset({ name: "time", data: new Float64Array([0, 0.1, 0.2]) });
  walk.create_dataset({ name: "ax", data: new Float32Array([0, 0.5, 1]) });
  walk.create_dataset({ name: "n", data: new BigInt64Array([1n, 2n, 3n]) });
  file.create_external_link("other.h5", "/secret", "out");
  file.close();
  return FS.readFile("whole.h5");
}

/** Whether anything of it is read; else all was refused in words. Throws what is neither. */
export async function tryHdf5(path: string): Promise<boolean> {
  let read = false;
  for (const part of ["", "shake", "walk"])
    try {
      await hdf5Csv(path, part);
      read = true;
    } catch (error) {
      if (!(error instanceof CommandFailure)) throw error;
    }
  return read;
}

export function spoiledHdf5(whole: Uint8Array, seed: number): Uint8Array {
  const random = createRandom(seed);
  let bytes = whole;
  for (let rounds = 1 + Math.floor(3 * random()); rounds > 0; rounds--) bytes = spoiledBytes(bytes, random);
  return bytes;
}

async function work(folder: string, from: number, to: number): Promise<void> {
  const wholePath = join(folder, "whole.h5");
  const whole = readFileSync(wholePath);
  const path = join(folder, "spoiled.h5");
  for (let k = from; k < to; k++) {
    writeFileSync(path, spoiledHdf5(whole, k));
    process.send?.({ begins: k });
    const before = process.cpuUsage();
    let done: Omit<Done, "milliseconds">;
    try {
      done = { k, read: await tryHdf5(path) };
    } catch (error) {
      done = { k, read: false, failure: error instanceof Error ? error.message : String(error) };
    }
    const { user, system } = process.cpuUsage(before);
    process.send?.({ ...done, milliseconds: (user + system) / 1000 });
    if (!done.read && !(await tryHdf5(wholePath))) {
      process.exitCode = BROKEN;
      break;
    }
  }
  process.disconnect?.();
}

/** One process; the number of the file after the last that it did. */
function stretch(folder: string, from: number, to: number, see: (done: Done) => void): Promise<number> {
  return new Promise((resolve) => {
    const child = fork(fileURLToPath(import.meta.url), ["--work", folder, String(from), String(to)], {
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    let [now, isDone] = [from, true];
    const stop = () => child.kill("SIGKILL");
    let clock = setTimeout(stop, 1000 * LONGEST);
    child.on("message", (message: Done | { readonly begins: number }) => {
      clearTimeout(clock);
      clock = setTimeout(stop, 1000 * LONGEST);
      if ("begins" in message) [now, isDone] = [message.begins, false];
      else {
        see(message);
        isDone = true;
      }
    });
    child.on("exit", (code, signal) => {
      clearTimeout(clock);
      if (!isDone)
        see({ k: now, read: false, milliseconds: 0, failure: signal === "SIGKILL" ? `took more than ${LONGEST} s` : `ended with ${code}` });
      resolve(isDone && code === 0 ? to : now + 1);
    });
  });
}

async function campaign(count: number, seed: number): Promise<void> {
  if ((await import("h5wasm").catch(() => undefined)) === undefined) {
    console.log("h5wasm is not installed: nothing is read");
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), "carom-hdf5-"));
  writeFileSync(join(folder, "whole.h5"), await spoilableHdf5());
  let [read, refused, longest] = [0, 0, 0];
  const failures: string[] = [];
  const see = ({ k, read: isRead, milliseconds, failure }: Done) => {
    longest = Math.max(longest, milliseconds);
    if (failure !== undefined) failures.push(`file ${k}: ${failure}`);
    else if (milliseconds > LONGEST_WORK) failures.push(`file ${k}: took ${Math.round(milliseconds)} ms`);
    else if (isRead) read++;
    else refused++;
  };
  const first = 1_000_000 * seed;
  for (let k = first; k < first + count; ) k = await stretch(folder, k, first + count, see);
  rmSync(folder, { recursive: true });
  for (const failure of failures.slice(0, SHOWN)) console.log(failure);
  console.log(`${read} read, ${refused} refused in words, longest ${Math.round(longest)} ms, ${failures.length} failures`);
  process.exitCode = failures.length > 0 ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [first, ...others] = process.argv.slice(2);
  if (first === "--work") await work(others[0], Number(others[1]), Number(others[2]));
  else await campaign(Number(first), Number(others[0]));
}
