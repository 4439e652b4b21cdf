/**
 * Random studies of elastic rods, of all scales: lengths over eight decades, damping from none to far beyond critical, viscous and
 * structural, gravity over ten decades, some followed bounce after bounce.
 *
 * Every one must run or be refused by name; nothing may be infinite or NaN; energy must not rise; restitution stays below 1; a viscous rod
 * is on the floor for at least one transit, and where it was found to bounce by search or to stay, fifteen times as many samples of the
 * strain show no earlier turn.
 */
import { type ElasticRod, floorStrain } from "carom/elastic-rod";
import { createRandom } from "carom/math";
import { type ElasticRodResult, InvalidInputError, parseStudy, runElasticRod } from "carom/study";
import { percentile } from "./statistics.js";
import { printHeading, printTable, small } from "./table.js";

const SHOWN = 5;
/** Relative to the energy of the impact and of gravity in a transit. */
const ROUNDING = 1e-9;
/** Between two jumps of the strain; the search takes 24. */
const SAMPLES = 360;
const MOST_TRANSITS = 6;

export function rodCampaign(count: number, seed: number): number {
  printHeading(`Elastic rods: ${count} random studies, seed ${seed}`);
  const random = createRandom(seed);
  const outcomes = new Map<string, number>();
  const times: number[] = [];
  const failed: string[] = [];
  for (let n = 0; n < count; n++) {
    const rod = drawRod(random);
    const from = performance.now();
    const { outcome, complaints } = examine(rod);
    times.push(performance.now() - from);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    for (const complaint of complaints) failed.push(`${complaint}: ${JSON.stringify(rod)}`);
  }
  printTable(
    ["outcome", "studies"],
    [...outcomes].sort(([, a], [, b]) => b - a),
  );
  console.log(
    `Milliseconds of a study: median ${small(percentile(times, 0.5))}, p99 ${small(percentile(times, 0.99))}, max ` +
      `${small(Math.max(...times))}.`,
  );
  for (const line of failed.slice(0, SHOWN)) console.log(line);
  console.log(`\n${failed.length} failures in ${count} studies.`);
  return failed.length > 0 ? 1 : 0;
}

type Drawn = Record<string, unknown> & {
  readonly length: number;
  readonly waveSpeed: number;
  readonly impactSpeed: number;
  readonly gravity: number;
};

function drawRod(random: () => number): Drawn {
  const sized = (least: number, decades: number) => 10 ** (least + decades * random());
  const [length, waveSpeed, impactSpeed] = [sized(-4, 8), sized(-2, 8), sized(-6, 10)];
  const transit = (2 * length) / waveSpeed;
  const gravity = random() < 0.2 ? 0 : (impactSpeed / transit) * sized(-6, 10);
  const rod = { length, waveSpeed, impactSpeed, gravity };
  const kind = random();
  if (kind >= 0.7) return { ...rod, structuralDamping: 2 * length * waveSpeed * sized(-5, 8) };
  const damping = random() < 0.1 ? 0 : sized(-6, 9) / transit;
  return { ...rod, damping, ...(kind < 0.15 ? { bounces: { cells: 60, maximumBounces: 4 } } : {}) };
}

function examine(rod: Drawn): { readonly outcome: string; readonly complaints: string[] } {
  try {
    const study = parseStudy({ carom: 1, kind: "elastic-rod", title: "Rod", rod });
    if (study.kind !== "elastic-rod") throw new Error("not an elastic rod");
    const result = runElasticRod(study);
    return { outcome: result.bounce?.branch ?? result.noBounce?.reason ?? "structural", complaints: complaintsOf(result) };
  } catch (error) {
    if (error instanceof InvalidInputError) return { outcome: `refused: ${error.path}`, complaints: [] };
    return { outcome: "failed", complaints: [error instanceof Error ? error.message : String(error)] };
  }
}

function complaintsOf(result: ElasticRodResult): string[] {
  const { rod, groups, bounce, series } = result;
  const speed = rod.impactSpeed + rod.gravity * groups.transitTime;
  const unit = rod.length * speed * speed;
  const rise = series.energyTotal.slice(1).reduce((most, energy, i) => Math.max(most, energy - series.energyTotal[i]!), 0);
  return [
    ...(allFinite(result) ? [] : ["not finite"]),
    ...(rise > ROUNDING * unit ? [`energy rises by ${small(rise / unit)}`] : []),
    ...(bounce !== undefined && bounce.energyRestitutionSquared > 1 + ROUNDING ? ["restitution above 1"] : []),
    ...(bounce !== undefined && rod.damping !== undefined && bounce.bounceTime < groups.transitTime * (1 - ROUNDING)
      ? ["leaves too early"]
      : []),
    ...(turnsEarlier(result) ? ["the strain turns earlier"] : []),
  ];
}

function allFinite(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  return typeof value !== "object" || value === null || Object.values(value).every(allFinite);
}

function turnsEarlier({ rod, groups, bounce, noBounce }: ElasticRodResult): boolean {
  if (rod.damping === undefined || rod.damping === 0 || bounce?.branch === "first-return") return false;
  const elastic: ElasticRod = { ...rod, damping: rod.damping };
  const transit = groups.transitTime;
  const end = Math.min((bounce?.bounceTime ?? noBounce?.followed ?? 0) / transit, MOST_TRANSITS);
  const size = (rod.impactSpeed + rod.gravity * transit) / rod.waveSpeed;
  for (let k = 1; k < end; k++)
    for (let i = 0; i < SAMPLES && k + i / SAMPLES < end - 1e-9; i++)
      if (floorStrain(elastic, (k + i / SAMPLES) * transit) > 1e-13 * size) return true;
  return false;
}
