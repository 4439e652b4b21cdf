/** The elastic rod: two methods that share nothing against each other, and what a bounce, a field and a study cost. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  bounceTime,
  contactEnergies,
  contactFields,
  type ElasticRod,
  firstMotion,
  imageFields,
  imageMotion,
  modalFields,
  modalMotion,
  modalSnapshot,
  modalVibration,
  restitutions,
  rodBounces,
  transitTime,
} from "carom/elastic-rod";
import { createRandom } from "carom/math";
import { parseStudy, runElasticRod } from "carom/study";
import type { Claim } from "./claims.js";
import { passesIn, timeRounds } from "./measure.js";
import { median, percentile } from "./statistics.js";
import { digits, printHeading, printTable, small } from "./table.js";

export interface ElasticRodMeasured {
  readonly rods: number;
  /** Largest difference of images and modes, relative to the size of each quantity. */
  readonly errors: Readonly<Record<string, { readonly median: number; readonly max: number }>>;
  /** Median over the rounds, microseconds. */
  readonly microseconds: Readonly<Record<string, number>>;
  /** Largest change of the energy of an undamped rod over five bounces, relative. */
  readonly energyDrift: number;
}

const RODS = 500;
const FIELD = 200;
const UNIT = { length: 1, waveSpeed: 1, gravity: 1 };

export function measureElasticRod(rounds: number, seed: number): ElasticRodMeasured {
  const jobs: Record<string, () => void> = {
    "bounce with the first wave, and both restitutions": () => {
      const rod = { ...UNIT, damping: 0.2, impactSpeed: 5 };
      const leaving = bounceTime(rod);
      if (leaving.bounces) restitutions(rod, firstMotion(rod, leaving.time));
    },
    "bounce by search": () => bounceTime({ ...UNIT, damping: 0.2, impactSpeed: 2 }),
    "fields at one place and time": () => contactFields({ ...UNIT, damping: 0.2, impactSpeed: 2 }, 0.3, 2.7),
    "energies at one time": () => contactEnergies({ ...UNIT, damping: 0.2, impactSpeed: 2 }, 2.7),
    [`fields on ${FIELD} x ${FIELD} points of three transits`]: () => field({ ...UNIT, damping: 0.2, impactSpeed: 2 }),
    "study: bounce, series, both restitutions": () => runElasticRod(study({ damping: 0.2, impactSpeed: 2 })),
    "study with five bounces": () => runElasticRod(study({ damping: 0.05, impactSpeed: 4, bounces: { maximumBounces: 5 } })),
  };
  const names = Object.keys(jobs);
  const repeats = names.map((name) => passesIn(20, jobs[name]!));
  const times = timeRounds(
    names.map((name, i) => () => {
      for (let n = 0; n < repeats[i]!; n++) jobs[name]!();
    }),
    rounds,
  );
  const { series } = rodBounces({ ...UNIT, damping: 0, impactSpeed: 3.3 });
  return {
    rods: RODS,
    errors: compareMethods(seed),
    microseconds: {
      ...Object.fromEntries(names.map((name, i) => [name, (1000 * median(times[i]!)) / repeats[i]!])),
      "command: study, tables, figures and report, with the start of the program": commandTime(rounds),
    },
    energyDrift: Math.max(...series.energy.map((energy) => Math.abs(energy / series.energy[0]! - 1))),
  };
}

function field(rod: ElasticRod): void {
  const transit = transitTime(rod);
  for (let i = 0; i < FIELD; i++)
    for (let j = 0; j < FIELD; j++) contactFields(rod, (rod.length * j) / (FIELD - 1), (3 * transit * i) / FIELD);
}

/** `carom run --out` on the damped example as a process of its own, from start to end: median, microseconds. */
function commandTime(rounds: number): number {
  const [command, example] = ["packages/cli/bin/carom.js", "examples/elastic-rod-damped.json"].map((path) =>
    fileURLToPath(new URL(`../../${path}`, import.meta.url)),
  );
  const times = Array.from({ length: rounds }, () => {
    const folder = mkdtempSync(join(tmpdir(), "carom-rod-"));
    try {
      const start = performance.now();
      const { status } = spawnSync(process.execPath, [command!, "run", example!, "--out", join(folder, "out")]);
      if (status !== 0) throw new Error("carom run failed on the damped rod: build the command first");
      return 1000 * (performance.now() - start);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
  return median(times);
}

function study(rod: object) {
  const parsed = parseStudy({ carom: 1, kind: "elastic-rod", title: "Rod", rod: { ...UNIT, ...rod } });
  if (parsed.kind !== "elastic-rod") throw new Error("not an elastic rod");
  return parsed;
}

/** Damping numbers to 8 but not within 0.001 of pi, times to 6 transits, gravity from none to ten times the impact speed in a transit. */
function compareMethods(seed: number): ElasticRodMeasured["errors"] {
  const random = createRandom(seed);
  const errors: Record<string, number[]> = {};
  const note = (name: string, difference: number, size: number) => {
    errors[name] ??= [];
    errors[name].push(Math.abs(difference) / size);
  };
  for (let n = 0; n < RODS; n++) {
    const [length, waveSpeed, impactSpeed] = [0.01 * 10 ** (4 * random()), 10 ** (4 * random()), 0.1 * 10 ** (2 * random())];
    const transit = (2 * length) / waveSpeed;
    const z = n % 10 === 0 ? 0 : 8 * random();
    const gravity = n % 7 === 0 ? 0 : (impactSpeed / transit) * 0.01 * 10 ** (3 * random());
    const rod = { length, waveSpeed, impactSpeed, gravity, damping: (Math.abs(z - Math.PI) < 1e-3 ? 3 : z) / transit };
    const time = 6 * transit * random();
    const speed = impactSpeed + gravity * transit;
    const modes = modalSnapshot(rod, time);
    const x = length * random();
    const [image, mode] = [imageFields(rod, x, time), modalFields(modes, x)];
    note("displacement", image.displacement - mode.displacement, speed * transit);
    note("strain", image.strain - mode.strain, speed / waveSpeed);
    note("velocity", image.velocity - mode.velocity, speed);
    const [whole, sum] = [imageMotion(rod, time), modalMotion(modes)];
    note("momentum", whole.momentum - sum.momentum, length * speed);
    note("centre of mass", whole.comDisplacement - sum.comDisplacement, speed * transit);
    const height = length * gravity * sum.comDisplacement;
    note("energy", contactEnergies(rod, time).total - height - modalVibration(modes), length * speed * speed);
  }
  return Object.fromEntries(
    Object.entries(errors).map(([name, values]) => [name, { median: percentile(values, 0.5), max: Math.max(...values) }]),
  );
}

const AGREEMENT = 1e-10;

export function elasticRodClaims({ errors, microseconds, energyDrift }: ElasticRodMeasured): Claim[] {
  const worst = Math.max(...Object.values(errors).map(({ max }) => max));
  const cost = (part: string) => Object.entries(microseconds).find(([name]) => name.startsWith(part))![1];
  const claim = (text: string, value: number, limit: number): Claim => ({
    claim: text,
    measured: `${digits(value)} us`,
    passed: value <= limit,
  });
  return [
    { claim: `elastic rod: images and modes agree to ${AGREEMENT}`, measured: small(worst), passed: worst <= AGREEMENT },
    { claim: "elastic rod: five undamped bounces keep their energy to 1e-10", measured: small(energyDrift), passed: energyDrift <= 1e-10 },
    claim("elastic rod: a bounce with the first wave takes microseconds (at most 50)", cost("bounce with"), 50),
    claim("elastic rod: a field of 200 x 200 points takes at most 1 s", cost("fields on"), 1e6),
    claim("elastic rod: a study takes at most 1 s, with five bounces", Math.max(cost("study:"), cost("study with")), 1e6),
    claim("elastic rod: a study with figures and report takes at most 1 s, as a command (quiet machine)", cost("command"), 1e6),
  ];
}

export function printElasticRod({ rods, errors, microseconds }: ElasticRodMeasured, claims: readonly Claim[]): void {
  printHeading(`Elastic rod: images against modes, ${rods} random rods`);
  printTable(
    ["", "median", "max"],
    Object.entries(errors).map(([name, { median: middle, max }]) => [name, small(middle), small(max)]),
  );
  printTable(
    ["", "us"],
    Object.entries(microseconds).map(([name, value]) => [name, digits(value)]),
  );
  printTable(
    ["claim", "measured", "holds"],
    claims.map(({ claim, measured, passed }) => [claim, measured, passed ? "yes" : "NO"]),
  );
}
