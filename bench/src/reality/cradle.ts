/**
 * The table of the board about a chain of balls: measured speeds of the five balls of a cradle after its first collision (000, Table 3.1),
 * with one restitution for all contacts fitted by least squares, and each ball scored by a fit without it.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseStudy, runStudy } from "carom/study";
import type { BoardRow, BoardScore } from "./board.js";

export const CRADLE_TABLES = { cradle: "Five balls of a cradle: restitution fitted to their speeds after the first collision" } as const;

/** m/s, along the line. Source: 000, Table 3.1, experiment. */
const MEASURED = [-0.0578, -0.0224, 0.0003, 0.1322, 0.4508] as const;
const LAWS = ["simultaneous", "proportional"] as const;
/** Student's t for 95 % and four degrees of freedom: five speeds, one value. */
const STUDENT = 2.776;
const GOLDEN = 0.5 * (Math.sqrt(5) - 1);
const ROUNDS = 40;

interface CradleStudy {
  readonly contacts: readonly object[];
  readonly bodies: Readonly<Record<string, { readonly velocity?: readonly number[] }>>;
}

/** One row for each law that takes several contacts. @param examples the folder with the study */
export function cradleRows(examples: string): BoardRow[] {
  const { published: _published, ...study } = JSON.parse(
    readFileSync(join(examples, "cradle-first-collision.json"), "utf8"),
  ) as CradleStudy & Record<string, unknown>;
  const approach = study.bodies.ball1?.velocity?.[0] ?? 1;
  return LAWS.map((law) => cradleRow(law, approach, speedsUnder(study, law)));
}

/** Speeds after impact as a function of restitution. */
function speedsUnder(study: CradleStudy, law: string): (restitution: number) => readonly number[] {
  return (restitution) => {
    const contacts = study.contacts.map((contact) => ({ ...contact, restitution }));
    const { bodies = {} } = runStudy(parseStudy({ ...study, law, contacts }, "impact"));
    return MEASURED.map((_, i) => bodies[`ball${i + 1}`]?.after.velocity[0] ?? Number.NaN);
  };
}

function cradleRow(law: string, approach: number, speeds: (restitution: number) => readonly number[]): BoardRow {
  const started = process.cpuUsage();
  const balls = MEASURED.map((_, i) => i);
  const misfits = (e: number) => speeds(e).map((value, i) => (value - MEASURED[i]!) / approach);
  const found = fitted(misfits, balls);
  const left = misfits(found);
  const held = balls.map((i) =>
    Math.abs(
      misfits(
        fitted(
          misfits,
          balls.filter((other) => other !== i),
        ),
      )[i]!,
    ),
  );
  const step = 1e-3;
  const [ahead, behind] = [misfits(Math.min(1, found + step)), misfits(found - step)];
  const slope = ahead.map((value, i) => (value - behind[i]!) / (Math.min(1, found + step) - found + step));
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value * value, 0);
  const half = STUDENT * Math.sqrt(sum(left) / (MEASURED.length - 1) / sum(slope));
  const { user, system } = process.cpuUsage(started);
  return {
    table: "cradle",
    name: `Carom, ${law}`,
    folds: MEASURED.length,
    given: MEASURED.length,
    parameters: [{ name: "restitution", value: found, interval: [found - half, found + half] }],
    fitted: scoreOf(left.map(Math.abs)),
    held: scoreOf(held),
    seconds: (user + system) / 1e6,
  };
}

function scoreOf(misfits: readonly number[]): BoardScore {
  const sorted = [...misfits].sort((a, b) => a - b);
  const mean = misfits.reduce((sum, value) => sum + value, 0) / misfits.length;
  return { recordings: misfits.length, mean, median: sorted[Math.floor(sorted.length / 2)]!, flipped: 0 };
}

/** The restitution with the least squares of some balls' misfits, by golden sections between 0 and 1. */
function fitted(misfits: (restitution: number) => readonly number[], balls: readonly number[]): number {
  const cost = (e: number) => {
    const all = misfits(e);
    return balls.reduce((sum, i) => sum + all[i]! * all[i]!, 0);
  };
  let [low, high] = [0, 1];
  for (let round = 0; round < ROUNDS; round++) {
    const [left, right] = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)];
    if (cost(left) < cost(right)) high = right;
    else low = left;
  }
  return 0.5 * (low + high);
}
