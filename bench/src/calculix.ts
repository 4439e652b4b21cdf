/**
 * One load on a ball, whole processes: by CalculiX (its own factorisation, SPOOLES, one thread) and by Carom, one after the other.
 *
 * CalculiX is `ccx` on the path; processor time and memory of both are those that `time` of GNU tells. Where either is missing there is
 * nothing to compare, and the section says so.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ballMesh, baseNodes, type ElementKind, heldNodes, type Solid, solidOf } from "carom/soft";
import type { Claim } from "./claims.js";
import { digits, printHeading, printTable, ratio, small } from "./table.js";

/** The ball of the comparison: Pa, kg/m^3, m/s^2, m. */
export const BALL = { youngModulus: 1e5, density: 1000, gravity: 9.81, radius: 0.05, baseRadius: 0.02 } as const;

interface Process {
  /** Processor time, s. */
  readonly seconds: number;
  /** Most at any time, MB. */
  readonly memory: number;
}

interface ComparedBall {
  readonly element: ElementKind;
  readonly nodes: number;
  readonly poissonRatio: number;
  readonly calculix: Process;
  readonly carom: Process;
  /** Largest difference of a displacement over the largest displacement. */
  readonly difference: number;
}

export interface CalculixMeasured {
  /** What `ccx -v` prints. */
  readonly version: string;
  /** Memory of a process that only starts, MB. */
  readonly empty: number;
  readonly balls: readonly ComparedBall[];
}

const BALLS: readonly (readonly [ElementKind, number, number])[] = [
  ["linear", 11, 0.3],
  ["linear", 19, 0.3],
  ["linear", 19, 0.49],
  ["linear", 27, 0.3],
  ["quadratic", 5, 0.3],
  ["quadratic", 9, 0.3],
  ["quadratic", 9, 0.49],
  ["quadratic", 13, 0.3],
];

export function measureCalculix(): CalculixMeasured | undefined {
  const { stdout, error } = spawnSync("ccx", ["-v"], { encoding: "utf8" });
  if (error !== undefined || spawnSync("/usr/bin/time", ["true"]).status !== 0) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "carom-calculix-"));
  try {
    return {
      version: /Version ([\d.]+)/.exec(stdout)?.[1] ?? "unknown",
      empty: timed(folder, [process.execPath, "-e", ""]).memory,
      balls: BALLS.map((ball) => compare(folder, ...ball)),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * New objects die young here: room of 1 MB for them takes no longer than the 16 MB that V8 would grow to, three times. And one thread, as
 * CalculiX has: those that V8 would compile and collect on take 4 MB.
 */
const SMALL_PROCESS = ["--max-semi-space-size=1", "--v8-pool-size=0"];

function compare(folder: string, element: ElementKind, divisions: number, poissonRatio: number): ComparedBall {
  const mesh = ballMesh({ radius: BALL.radius, divisions, baseRadius: BALL.baseRadius });
  const solid = solidOf(mesh, element);
  writeFileSync(join(folder, "ball.inp"), calculixInput(solid, heldNodes(solid, baseNodes(mesh)), poissonRatio));
  const calculix = timed(folder, ["ccx", "-i", "ball"]);
  const theirs = printedDisplacements(readFileSync(join(folder, "ball.dat"), "utf8"), solid.nodes.length);
  const program = fileURLToPath(new URL("./calculix-process.js", import.meta.url));
  const carom = timed(folder, [process.execPath, ...SMALL_PROCESS, program, element, String(divisions), String(poissonRatio), "ours.bin"]);
  const ours = new Float64Array(new Uint8Array(readFileSync(join(folder, "ours.bin"))).buffer);
  let [most, off] = [0, 0];
  for (let i = 0; i < ours.length; i++) {
    most = Math.max(most, Math.abs(theirs[i]!));
    off = Math.max(off, Math.abs(ours[i]! - theirs[i]!));
  }
  return { element, nodes: solid.nodes.length / 3, poissonRatio, calculix, carom, difference: off / most };
}

function timed(folder: string, command: readonly string[]): Process {
  const args = ["-f", "%U %S %M", "-o", "time.txt", ...command];
  const { status, stdout, stderr } = spawnSync("/usr/bin/time", args, {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, OMP_NUM_THREADS: "1" },
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(`${command.join(" ")} ended with ${status}: ${stdout.slice(-500)}${stderr}`);
  const [user, system, kilobytes] = readFileSync(join(folder, "time.txt"), "utf8").trim().split(" ").map(Number);
  return { seconds: user! + system!, memory: kilobytes! / 1024 };
}

/** Nodes of an element as CalculiX numbers them: our elements are those of the other hand. */
const OTHER_HAND = { linear: [1, 0, 2, 3], quadratic: [1, 0, 2, 3, 4, 6, 5, 8, 7, 9] } as const;

/** The same solid, held nodes and weight, one static step. */
function calculixInput({ element, nodes, elements, perElement }: Solid, held: Int32Array, poissonRatio: number): string {
  const lines = ["*NODE,NSET=ALL"];
  for (let at = 0; at < nodes.length; at += 3)
    lines.push(`${at / 3 + 1},${[...nodes.subarray(at, at + 3)].map((value) => value.toPrecision(13)).join(",")}`);
  lines.push(`*ELEMENT,TYPE=${element === "linear" ? "C3D4" : "C3D10"},ELSET=BALL`);
  for (let first = 0; first < elements.length; first += perElement)
    lines.push(`${first / perElement + 1},${OTHER_HAND[element].map((node) => elements[first + node]! + 1).join(",")}`);
  lines.push("*NSET,NSET=BASE", ...Array.from(held, (node) => `${node + 1},`));
  lines.push("*MATERIAL,NAME=SOFT", "*ELASTIC", `${BALL.youngModulus},${poissonRatio}`, "*DENSITY", `${BALL.density}.`);
  lines.push("*SOLID SECTION,ELSET=BALL,MATERIAL=SOFT", "*BOUNDARY", "BASE,1,3", "*STEP", "*STATIC,SOLVER=SPOOLES", "*DLOAD");
  lines.push(`BALL,GRAV,${BALL.gravity},0.,0.,-1.`, "*NODE PRINT,NSET=ALL", "U", "*END STEP", "");
  return lines.join("\n");
}

function printedDisplacements(text: string, size: number): Float64Array {
  const displacement = new Float64Array(size);
  for (const line of text.split("\n")) {
    const words = line.trim().split(/\s+/).map(Number);
    if (words.length === 4 && words.every(Number.isFinite)) displacement.set(words.slice(1), 3 * (words[0]! - 1));
  }
  return displacement;
}

export function calculixClaims(measured: CalculixMeasured | undefined): Claim[] {
  if (measured === undefined) return [];
  const { balls, empty } = measured;
  const off = Math.max(...balls.map(({ difference }) => difference));
  const large = balls.filter(({ nodes }) => nodes > 5000);
  const times = large.map(({ carom, calculix }) => carom.seconds / calculix.seconds);
  const memories = large.map(({ carom, calculix }) => (carom.memory - empty) / calculix.memory);
  const whole = large.map(({ carom, calculix }) => carom.memory / calculix.memory);
  return [
    { claim: "one load: displacements are CalculiX's to its print (2e-6)", measured: small(off), passed: off <= 2e-6 },
    {
      claim: "one load on 8,000 nodes and more: at most the processor time of CalculiX",
      measured: times.map((each) => ratio(each)).join(", "),
      passed: times.every((each) => each <= 1),
    },
    {
      claim: "one load on 8,000 nodes and more: beside what an empty process takes, at most half the memory of CalculiX",
      measured: memories.map((each) => ratio(each)).join(", "),
      passed: memories.every((each) => each <= 0.5),
    },
    {
      claim: "one load on 8,000 nodes and more: the whole process takes at most half the memory of CalculiX",
      measured: whole.map((each) => ratio(each)).join(", "),
      passed: whole.every((each) => each <= 0.5),
    },
  ];
}

export function printCalculix(measured: CalculixMeasured | undefined): void {
  printHeading("One load on a ball, whole processes: CalculiX and Carom");
  if (measured === undefined) {
    console.log("Not measured: `ccx` or `/usr/bin/time` is not installed.\n");
    return;
  }
  console.log(`CalculiX ${measured.version}, SPOOLES, one thread; an empty Node takes ${digits(measured.empty)} MB.\n`);
  printTable(
    ["element", "nodes", "Poisson's ratio", "CalculiX: s", "MB", "Carom: s", "MB", "difference"],
    measured.balls.map(({ element, nodes, poissonRatio, calculix, carom, difference }) => [
      element,
      nodes,
      poissonRatio,
      digits(calculix.seconds),
      digits(calculix.memory),
      digits(carom.seconds),
      digits(carom.memory),
      small(difference),
    ]),
  );
}
