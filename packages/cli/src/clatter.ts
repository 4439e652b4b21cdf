/** `carom run` on a study of kind `clatter`: the impacts in their order, as text, as JSON, or as a folder with a table. */
import { describeClatterEnd, type PlateImpact, type RodImpact } from "carom/clatter";
import { type ClatterResult, type ClatterStudy, runClatter, surveyClatter } from "carom/study";
import { within } from "./failure.js";
import { clatterFiles } from "./figures.js";
import { checkFolder, writeFolder } from "./output/folder.js";
import { jsonText } from "./output/json-text.js";
import { pc } from "./terminal/colour.js";
import { column, number } from "./terminal/numbers.js";
import { paragraph, right, table } from "./terminal/table.js";

export interface ClatterOutput {
  readonly json?: boolean;
  readonly out?: string;
}

export async function runClatterStudy(file: string, study: ClatterStudy, { json, out }: ClatterOutput): Promise<void> {
  if (out !== undefined) await checkFolder(out);
  const result = await within(file, () => runClatter(study));
  if (out !== undefined) {
    const survey = await within(file, () => surveyClatter(study));
    const files = { "result.json": `${jsonText(result)}\n`, "impacts.csv": impactsCsv(result) };
    await writeFolder(out, { ...files, ...(await within(file, () => clatterFiles(result, survey))) });
  }
  process.stdout.write(`${json ? jsonText(result) : clatterSummary(result)}\n`);
  if (out !== undefined) (json ? process.stderr : process.stdout).write(`\nWritten to ${out}: open report.html there.\n`);
}

/** Longer sequences are cut; --json and impacts.csv have them whole. */
const MOST_IMPACTS = 20;

export function clatterSummary(result: ClatterResult): string {
  const impacts = rowsOf(result);
  return [
    pc.bold(result.title),
    paragraph(story(result, impacts)),
    `${pc.bold("Impacts")}\n${impactTable(impacts)}`,
    ...(result.floor === undefined ? [] : [...contactTable(result.floor), paragraph(floorStory(result.floor))]),
  ].join("\n\n");
}

interface Row {
  readonly place: string;
  readonly time: number;
  /** Degrees. */
  readonly angle: number;
  readonly approachSpeed: number;
  readonly impulse: number;
  readonly verticalVelocity: number;
  readonly spin: number;
  readonly energyLoss: number;
}

const DEGREE = Math.PI / 180;

/** A loss below this part of the energy before is rounding. */
const ROUNDING = 1e-12;

function rowsOf({ rod, plate }: ClatterResult): Row[] {
  const least = ROUNDING * ((rod ?? plate)?.energyBefore ?? 0);
  const common = ({ time, approachSpeed, impulse, verticalVelocity, energyLoss }: RodImpact | PlateImpact) => ({
    time,
    approachSpeed,
    impulse,
    verticalVelocity,
    energyLoss: Math.abs(energyLoss) < least ? 0 : energyLoss,
  });
  return [
    ...(rod?.impacts ?? []).map((impact) => ({
      ...common(impact),
      place: `end ${impact.end}`,
      angle: impact.angle / DEGREE,
      spin: impact.angularVelocity,
    })),
    ...(plate?.impacts ?? []).map((impact) => ({
      ...common(impact),
      place: `corner ${impact.corner}`,
      angle: impact.tilt / DEGREE,
      spin: Math.hypot(...impact.angularVelocity),
    })),
  ];
}

function story({ rod, plate }: ClatterResult, impacts: readonly Row[]): string {
  const sequence = rod ?? plate;
  if (sequence === undefined) return "";
  const largest = impacts.reduce((most, impact, i) => (impact.impulse > impacts[most]!.impulse ? i : most), 0);
  const [first] = impacts;
  const lost = impacts.reduce((sum, { energyLoss }) => sum + energyLoss, 0);
  return [
    `${impacts.length} impact${impacts.length === 1 ? "" : "s"}, the first ${number(first!.impulse)} N s.`,
    ...(largest > 0
      ? [`The hardest is number ${largest + 1}, ${number(impacts[largest]!.impulse / first!.impulse)} times the first.`]
      : []),
    `They take ${number(lost)} J; the kinetic energy before the first is ${number(sequence.energyBefore)} J.`,
    describeClatterEnd(sequence.status),
  ].join(" ");
}

function impactTable(impacts: readonly Row[]): string {
  const shown = impacts.slice(0, MOST_IMPACTS);
  const cells = (value: (row: Row) => number) => column(shown.map(value));
  const columns = [
    cells(({ time }) => time),
    cells(({ angle }) => angle),
    cells(({ approachSpeed }) => approachSpeed),
    cells(({ impulse }) => impulse),
    cells(({ verticalVelocity }) => verticalVelocity),
    cells(({ spin }) => spin),
    cells(({ energyLoss }) => energyLoss),
  ];
  const text = table(
    [{ title: "" }, ...["t", "angle", "approach", "impulse", "velocity after", "spin after", "energy lost"].map(right)],
    [["", "s", "deg", "m/s", "N s", "m/s", "rad/s", "J"], ...shown.map(({ place }, i) => [place, ...columns.map((each) => each[i]!)])],
  );
  return impacts.length === shown.length ? text : `${text}\n  ... and ${impacts.length - shown.length} more`;
}

function floorStory({
  damping,
  friction,
  duration,
  impulse,
  peakForce,
  peakDepth,
  impulseRatio,
  difference,
}: NonNullable<ClatterResult["floor"]>): string {
  return [
    `On the floor that yields (damping ${number(damping)} N s/m^4${friction > 0 ? `, friction ${number(friction)}` : ""}) the first contact lasts ${number(duration)} s and sinks in ${number(peakDepth)} m at most;`,
    `its force reaches ${number(peakForce)} N and its impulse ${number(impulse[2])} N s, ${number(impulseRatio)} times that of the impact.`,
    `It differs by ${number(100 * difference)} % from the impulse on the corner of a box on a rigid floor${friction > 0 ? " with the same friction" : ""}.`,
  ].join(" ");
}

/** One contact after the other, beside the impacts above; only where more than one was asked for. */
function contactTable({ contacts }: NonNullable<ClatterResult["floor"]>): string[] {
  if (contacts.length < 2) return [];
  const cells = (value: (contact: (typeof contacts)[number]) => number) => column(contacts.map(value));
  const columns = [
    cells(({ time }) => time),
    cells(({ tilt }) => tilt / DEGREE),
    cells(({ approachSpeed }) => approachSpeed),
    cells(({ impulse }) => impulse[2]),
    cells(({ velocity }) => velocity[2]),
    cells(({ angularVelocity }) => Math.hypot(...angularVelocity)),
    cells(({ duration }) => duration),
    cells(({ peakForce }) => peakForce),
  ];
  const text = table(
    [{ title: "" }, ...["t", "angle", "approach", "impulse", "velocity after", "spin after", "lasts", "peak force"].map(right)],
    [
      ["", "s", "deg", "m/s", "N s", "m/s", "rad/s", "s", "N"],
      ...contacts.map((_, i) => [`contact ${i + 1}`, ...columns.map((each) => each[i]!)]),
    ],
  );
  return [`${pc.bold("On the floor that yields")}\n${text}`];
}

function impactsCsv(result: ClatterResult): string {
  const heading = "place,time_s,angle_deg,approach_m_per_s,impulse_Ns,vertical_velocity_after_m_per_s,spin_after_rad_per_s,energy_loss_J";
  const rows = rowsOf(result).map(({ place, time, angle, approachSpeed, impulse, verticalVelocity, spin, energyLoss }) =>
    [place, time, angle, approachSpeed, impulse, verticalVelocity, spin, energyLoss].join(","),
  );
  return `${[heading, ...rows].join("\n")}\n`;
}
