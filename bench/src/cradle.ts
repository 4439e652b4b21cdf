/**
 * A ball strikes four balls in line: Carom's law for simultaneous contacts beside the engines that install from npm, and beside Siconos.
 */
import { solveSimultaneous } from "carom/impact";
import { chain, velocityRatios } from "./balls.js";
import { runCannonCradle } from "./peers/cannon.js";
import { CRADLE, type CradleResult, type CradleRow } from "./peers/cradle.js";
import { runJoltCradle } from "./peers/jolt.js";
import { runMujocoCradle } from "./peers/mujoco.js";
import { runRapierCradle } from "./peers/rapier.js";
import { printHeading, printTable } from "./table.js";

export interface CradleTable {
  readonly ours: readonly CradleRow[];
  readonly recorded: readonly CradleRow[];
  readonly peers: readonly CradleRow[];
}

const SPRINGS = [
  { settings: "Hertz springs", exponent: 1.5 },
  { settings: "linear springs", exponent: 1 },
] as const;

/**
 * Siconos is not on npm, so its figures are kept here: the law of Liu, Zhao and Brogliato (class `MultipleImpact` with `MultipleImpactNSL`)
 * of Debian's siconos 4.4.0, impulse step 1e-6, run once. Four decimals.
 */
const SICONOS: readonly CradleRow[] = (
  [
    ["Hertz springs", [-0.0711, -0.0302, -0.0144, 0.1268, 0.9888]],
    ["linear springs", [-0.1323, -0.0753, -0.031, 0.2962, 0.9425]],
  ] as const
).map(([settings, velocities]) => ({
  engine: "Siconos LZB",
  version: "4.4.0 (recorded)",
  settings,
  configuration: "impulse step 1e-6",
  results: [resultOf(0, velocities)],
}));

export async function measureCradles(): Promise<CradleTable> {
  return {
    ours: SPRINGS.map(({ settings, exponent }) => ({
      engine: "Carom, simultaneous",
      version: "",
      settings,
      configuration: "converged",
      results: [touching(exponent), apart(exponent)],
    })),
    recorded: SICONOS,
    peers: [...(await runRapierCradle()), ...(await runJoltCradle()), ...runCannonCradle(), ...(await runMujocoCradle())],
  };
}

function touching(exponent: number): CradleResult {
  const scene = chain(CRADLE.balls, { friction: 0, restitution: 1, exponent });
  return resultOf(0, velocityRatios(scene, solveSimultaneous(scene.problem).impulse));
}

/** With gaps there is one pair in contact at a time: each ball strikes the next. */
function apart(exponent: number): CradleResult {
  const [, gap] = CRADLE.gaps;
  const pair = chain(2, { friction: 0, restitution: 1, exponent });
  const [first, second] = velocityRatios(pair, solveSimultaneous(pair.problem).impulse);
  const velocities: number[] = [];
  let coming = 1;
  for (let i = 1; i < CRADLE.balls; i++) {
    velocities.push(coming * first!);
    coming *= second!;
  }
  return resultOf(gap, [...velocities, coming]);
}

function resultOf(gap: number, velocities: readonly number[]): CradleResult {
  return { gap, velocities, energyRatio: velocities.reduce((sum, velocity) => sum + velocity * velocity, 0) };
}

export function printCradles({ ours, recorded, peers }: CradleTable): void {
  for (const [place, gap] of CRADLE.gaps.entries()) {
    printHeading(
      `One ball strikes four (${gap === 0 ? "touching" : `${1000 * gap} mm apart`}): velocities and kinetic energy after, over those ` +
        `before`,
    );
    printTable(
      ["solver", "settings", ...Array.from({ length: CRADLE.balls }, (_, i) => `ball ${i + 1}`), "energy", "range"],
      [...ours, ...recorded, ...peers].flatMap(({ engine, version, settings, results }) => {
        const found = results[place];
        if (found === undefined) return [];
        const { velocities, energyRatio, energyRange } = found;
        return [
          [
            `${engine} ${version}`.trim(),
            settings,
            ...velocities.map(signed),
            energyRatio.toFixed(3),
            energyRange === undefined ? "" : energyRange.map((value) => value.toFixed(3)).join(" to "),
          ],
        ];
      }),
    );
  }
  for (const { engine, settings, configuration } of peers) console.log(`${engine}, ${settings}: ${configuration}.`);
  console.log(
    `Engines: ${CRADLE.speed} m/s, radius ${CRADLE.radius} m; the median in energy over 15 starting distances spread over one time ` +
      `step, and the range.`,
  );
}

/** Three decimals, without the sign of a zero. */
function signed(value: number): string {
  const text = value.toFixed(3);
  return Number(text) === 0 ? "0.000" : text;
}
