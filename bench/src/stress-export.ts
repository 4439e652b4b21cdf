/**
 * A run of a million rows, written for every format that keeps it in few files, by the command with a heap that holds a small part of it.
 */
import { spawnSync } from "node:child_process";
import { createWriteStream, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { printHeading, printTable } from "./table.js";

/** MB of the command's heap; what numbers it gathers besides is bounded by itself (export/track-blocks.ts). */
const HEAP = 64;
const FORMATS = ["glb", "usda", "mcap", "parquet"];
const RATE = 1000;
const GRAVITY = 9.81;

const study = {
  carom: 1,
  kind: "simulation",
  title: "A ball that is thrown up",
  duration: 1000,
  bodies: { ball: { shape: { type: "sphere", radius: 0.1 }, mass: 1, position: [0, 0, 0.1] }, floor: { plane: { normal: [0, 0, 1] } } },
  output: { rate: RATE },
};

/** 1 if a format cannot be written, else 0. */
export async function exportCampaign(rows: number): Promise<number> {
  printHeading(`Long runs: ${rows} rows, a heap of ${HEAP} MB`);
  const folder = mkdtempSync(join(tmpdir(), "carom-long-"));
  try {
    await writeRun(folder, rows);
    const written = FORMATS.map((format) => exported(folder, format));
    printTable(["format", "MB", "s", "failure"], written);
    return written.some(([, , , failure]) => failure !== "") ? 1 : 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function exported(folder: string, format: string): [string, number, number, string] {
  const command = fileURLToPath(new URL("../../packages/cli/bin/carom.js", import.meta.url));
  const out = join(folder, `run.${format}`);
  const from = performance.now();
  const { status, stderr } = spawnSync(
    process.execPath,
    [`--max-old-space-size=${HEAP}`, command, "export", folder, "--format", format, "--out", out],
    {
      encoding: "utf8",
    },
  );
  const size = status === 0 ? statSync(format === "parquet" ? join(out, "series.parquet") : out).size : 0;
  return [format, Math.round(size / 1e6), Math.round((performance.now() - from) / 1000), status === 0 ? "" : stderr.slice(0, 200)];
}

/** As `carom run --out` leaves it, of a ball that is thrown up again each second. */
async function writeRun(folder: string, rows: number): Promise<void> {
  writeFileSync(join(folder, "result-study.json"), JSON.stringify(study));
  writeFileSync(join(folder, "events.jsonl"), "");
  const bodies = ["x_m", "y_m", "z_m", "qx", "qy", "qz", "qw", "vx_m_per_s", "vy_m_per_s", "vz_m_per_s"];
  const turning = ["wx_rad_per_s", "wy_rad_per_s", "wz_rad_per_s"];
  const heading = ["time_s", ...[...bodies, ...turning].map((name) => `ball_${name}`), "kinetic_J", "potential_J", "total_J"];
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
    for (let row = 0; row < rows; row += RATE) yield `${row / RATE},ball/floor: ball,stick,9.81,0,0,9.81,0,0,0\n`;
  }
  await pipeline(contacts, createWriteStream(join(folder, "contacts.csv")));
}
