/**
 * A run of a million rows, written for every format, by the command with a heap that holds a small part of it. Formats with a file for each
 * row write a hundredth of it. What memory it took is told beside that of a tenth of the rows: it must not grow with them.
 */
import { spawnSync } from "node:child_process";
import { createWriteStream, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { printHeading, printTable } from "./table.js";

/** MB of the command's heap; what numbers it gathers besides is bounded by itself (export/track-blocks.ts). */
const HEAP = 64;
const FORMATS = ["glb", "usda", "mcap", "parquet", "vtk"];
/** Rows over rows that are written, of formats that have a file for each. */
const FEWER: Readonly<Record<string, number>> = { vtk: 100 };
/** MB by which the process may grow from a tenth of the rows to all: what is held at once (export/track-blocks.ts), and some air. */
const GROWTH = 120;
const RATE = 1000;
const GRAVITY = 9.81;

const study = {
  carom: 1,
  kind: "simulation",
  title: "A box that is thrown up",
  duration: 1000,
  bodies: {
    box: { shape: { type: "box", size: [0.2, 0.2, 0.2] }, mass: 1, position: [0, 0, 0.1] },
    floor: { plane: { normal: [0, 0, 1] } },
  },
  output: { rate: RATE },
};

/** 1 if a format cannot be written, or takes memory in proportion, else 0. */
export async function exportCampaign(rows: number): Promise<number> {
  printHeading(`Long runs: ${rows} rows, a heap of ${HEAP} MB`);
  const folder = mkdtempSync(join(tmpdir(), "carom-long-"));
  try {
    const table: (string | number)[][] = [];
    for (const format of FORMATS) {
      const count = Math.ceil(rows / (FEWER[format] ?? 1));
      const [short, long] = [await exported(folder, format, Math.ceil(count / 10)), await exported(folder, format, count)];
      const grown = long.memory - short.memory;
      const failure = short.failure || long.failure || (grown > GROWTH ? `grows by ${grown} MB` : "");
      table.push([format, count, long.size, long.seconds, short.memory, long.memory, failure]);
    }
    printTable(["format", "rows", "MB", "s", "memory of a tenth, MB", "memory, MB", "failure"], table);
    return table.some((row) => row[row.length - 1] !== "") ? 1 : 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Told at the end: s of processor time, kB. */
const TELL =
  "data:text/javascript,process.on('exit',()=>process.stderr.write('seconds '+process.cpuUsage().user/1e6+" +
  "' memory '+process.resourceUsage().maxRSS))";

async function exported(folder: string, format: string, rows: number) {
  const run = join(folder, `${rows}`);
  if (!existsSync(run)) {
    mkdirSync(run);
    await writeRun(run, rows);
  }
  const command = fileURLToPath(new URL("../../packages/cli/bin/carom.js", import.meta.url));
  const out = join(folder, `run.${format}`);
  const { status, stderr } = spawnSync(
    process.execPath,
    [`--max-old-space-size=${HEAP}`, "--import", TELL, command, "export", run, "--format", format, "--out", out],
    { encoding: "utf8" },
  );
  const memory = Math.round(Number(/memory (\d+)$/.exec(stderr)?.[1] ?? 0) / 1024);
  const size = status === 0 ? Math.round(sizeOf(out) / 1e6) : 0;
  const seconds = Math.round(Number(/seconds (\S+)/.exec(stderr)?.[1] ?? 0));
  rmSync(out, { recursive: true, force: true });
  return { memory, size, seconds, failure: status === 0 ? "" : stderr.slice(0, 200) };
}

/** Bytes of a file, or of all in a folder. */
function sizeOf(path: string): number {
  if (!statSync(path).isDirectory()) return statSync(path).size;
  return readdirSync(path).reduce((sum, name) => sum + statSync(join(path, name)).size, 0);
}

/** As `carom run --out` leaves it, of a box that is thrown up again each second. */
async function writeRun(folder: string, rows: number): Promise<void> {
  writeFileSync(join(folder, "result-study.json"), JSON.stringify(study));
  writeFileSync(join(folder, "events.jsonl"), "");
  const bodies = ["x_m", "y_m", "z_m", "qx", "qy", "qz", "qw", "vx_m_per_s", "vy_m_per_s", "vz_m_per_s"];
  const turning = ["wx_rad_per_s", "wy_rad_per_s", "wz_rad_per_s"];
  const heading = ["time_s", ...[...bodies, ...turning].map((name) => `box_${name}`), "kinetic_J", "potential_J", "total_J"];
  const speed = GRAVITY / 2;
  function* lines() {
    yield `${heading.join(",")}\n`;
    for (let row = 0; row < rows; row++) {
      const since = (row % RATE) / RATE;
      const [height, rise] = [0.1 + speed * since - (GRAVITY * since * since) / 2, speed - GRAVITY * since];
      const [kinetic, potential] = [(rise * rise) / 2, GRAVITY * height];
      yield `${row / RATE},0,0,${height},0,0,0,1,0,0,${rise},0,0,0,${kinetic},${potential},${kinetic + potential}\n`;
    }
  }
  await pipeline(lines, createWriteStream(join(folder, "series.csv")));
  function* contacts() {
    yield "time_s,contact,mode,normal_force_N,force_x_N,force_y_N,force_z_N,point_x_m,point_y_m,point_z_m\n";
    for (let row = 0; row < rows; row += RATE) yield `${row / RATE},box/floor: face -z,stick,9.81,0,0,9.81,0,0,0\n`;
  }
  await pipeline(contacts, createWriteStream(join(folder, "contacts.csv")));
}
