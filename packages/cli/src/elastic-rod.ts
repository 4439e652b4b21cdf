/** `carom run` on a study of kind `elastic-rod`: when the rod leaves the floor and what it keeps, as text, as JSON, or as a folder with tables and figures. */
import { type ElasticRodResult, type ElasticRodStudy, runElasticRod } from "carom/study";
import { within } from "./failure.js";
import { elasticRodFiles } from "./figures.js";
import { checkFolder, writeFolder } from "./output/folder.js";
import { jsonText } from "./output/json-text.js";
import { pc } from "./terminal/colour.js";
import { column, number } from "./terminal/numbers.js";
import { paragraph, right, table } from "./terminal/table.js";

export interface ElasticRodOutput {
  readonly json?: boolean;
  readonly out?: string;
}

export async function runElasticRodStudy(file: string, study: ElasticRodStudy, { json, out }: ElasticRodOutput): Promise<void> {
  if (out !== undefined) await checkFolder(out);
  const result = await within(file, () => runElasticRod(study));
  if (out !== undefined) {
    const files = { "result.json": `${jsonText(result)}\n`, "contact.csv": contactCsv(result), ...bouncesCsv(result) };
    await writeFolder(out, { ...files, ...(await within(file, () => elasticRodFiles(result))) });
  }
  process.stdout.write(`${json ? jsonText(result) : elasticRodSummary(result)}\n`);
  if (out !== undefined) (json ? process.stderr : process.stdout).write(`\nWritten to ${out}: open report.html there.\n`);
}

export function elasticRodSummary(result: ElasticRodResult): string {
  return [
    pc.bold(result.title),
    paragraph(story(result)),
    ...energyTable(result),
    `${pc.bold("Numbers it depends on")}\n${groupTable(result)}`,
    ...bounceTable(result),
    ...result.warnings.map(({ message }) => paragraph(`${pc.yellow("Warning:")} ${message}.`)),
  ].join("\n\n");
}

const REASONS = {
  overdamped: "every mode is overdamped, and its strain at the floor never turns",
  weight: "what vibrates is too weak to lift it against its weight",
  faded: "before its strain at the floor can turn, the impact has died down to nothing: no bounce within tolerance",
  horizon: "none was found up to the horizon of the search",
} as const;

function story({ bounce, noBounce, groups, rod, forces }: ElasticRodResult): string {
  if (bounce === undefined)
    return `The rod stays on the floor: ${REASONS[noBounce?.reason ?? "horizon"]}.${forces?.peak === undefined ? "" : ` The floor pushes with ${number(forces.peak)} N at most.`}`;
  const transits = bounce.bounceTime / groups.transitTime;
  const when =
    bounce.branch === "first-return"
      ? "as the first wave comes back"
      : `${number(transits)} transits of a wave up and down after the impact`;
  return [
    `The rod leaves the floor after ${number(bounce.bounceTime)} s, ${when}, with ${number(bounce.comVelocity)} m/s; it came with ${number(rod.impactSpeed)} m/s.`,
    `Restitution is ${number(bounce.momentumRestitution)} by momentum and ${bounce.energyRestitution === undefined ? "undefined" : number(bounce.energyRestitution)} by energy.`,
    ...(bounce.apex === undefined
      ? []
      : [`Its centre of mass rises to ${number(bounce.apex.comDisplacement)} m over where it was at the impact, if nothing stops it.`]),
    ...(forces === undefined
      ? []
      : [
          `The floor gives ${number(forces.impulse ?? 0)} N s${forces.peak === undefined ? "" : ` and pushes with ${number(forces.peak)} N at most`}.`,
        ]),
  ].join(" ");
}

function energyTable({ bounce, rod }: ElasticRodResult): string[] {
  if (bounce === undefined) return [];
  const before = 0.5 * rod.length * rod.impactSpeed ** 2;
  const unit = rod.linearDensity ?? 1;
  const { total, translational, vibrational } = bounce.energies;
  const rows = [
    ["before the impact", before],
    ["of the centre of mass, as it leaves", translational],
    ["in vibration", vibrational],
    ["lost to damping", Math.max(0, before - total)],
  ] as const;
  const amounts = column(rows.map(([, value]) => unit * (Math.abs(value) < 1e-12 * before ? 0 : value)));
  const heading = rod.linearDensity === undefined ? "m^3/s^2" : "J";
  const text = table(
    [{ title: "" }, right(rod.linearDensity === undefined ? "energy per kg/m" : "energy"), right("part")],
    [["", heading, "%"], ...rows.map(([name, value], i) => [name, amounts[i]!, (100 * (value / before)).toFixed(2)])],
  );
  return [`${pc.bold("Energy")}\n${text}`];
}

function groupTable({ groups, rod }: ElasticRodResult): string {
  const rows: [string, number | undefined, string][] = [
    ["time of a wave up and down", groups.transitTime, "s"],
    ["wave speed", rod.waveSpeed, "m/s"],
    [rod.structuralDamping === undefined ? "damping times transit time" : "structural damping over 2 L c", groups.dampingNumber, ""],
    ["impact speed over gravity times transit time", groups.speedNumber, ""],
    ["strain behind the first front", groups.impactStrain, ""],
    ["leaves with the first wave from", groups.thresholdSpeed, "m/s"],
    ["restitution tends to, for large speeds", groups.fastRestitution, ""],
  ];
  return table(
    [{ title: "" }, right(""), { title: "" }],
    rows.flatMap(([name, value, unit]) => (value === undefined ? [] : [[name, number(value), unit]])),
  );
}

const ENDINGS = {
  rest: "Then it stays on the floor: no wave in it can lift it any more.",
  left: "Then it has left the floor for good.",
  "maximum-bounces": "It goes on; it was followed to the number of bounces asked for.",
  "maximum-time": "It goes on; it was followed to the time asked for.",
} as const;
const MOST_CONTACTS = 20;

function bounceTable({ bounces }: ElasticRodResult): string[] {
  if (bounces === undefined) return [];
  const shown = bounces.contacts.slice(0, MOST_CONTACTS);
  const cells = (value: (contact: (typeof shown)[number]) => number | undefined) => {
    const values = shown.map(value);
    const texts = column(values.map((each) => each ?? 0));
    return texts.map((text, i) => (values[i] === undefined ? "" : text));
  };
  const columns = [
    cells(({ start }) => start),
    cells(({ end }) => end),
    cells(({ comVelocityBefore }) => comVelocityBefore),
    cells(({ comVelocityAfter }) => comVelocityAfter),
    cells(({ vibrationAfter }) => vibrationAfter),
    cells(({ apex }) => apex),
  ];
  const text = table(["touches", "leaves", "velocity before", "after", "vibration per kg/m", "rises to"].map(right), [
    ["s", "s", "m/s", "m/s", "m^3/s^2", "m"],
    ...shown.map((_, i) => columns.map((each) => each[i]!)),
  ]);
  const more = bounces.contacts.length > shown.length ? `\n  ... and ${bounces.contacts.length - shown.length} more` : "";
  return [
    `${pc.bold("Bounce after bounce")}\n${text}${more}\n${paragraph(`${ENDINGS[bounces.ending]} Times are those of steps of a lattice of ${bounces.cells} cells.`)}`,
  ];
}

function contactCsv({ series }: ElasticRodResult): string {
  const heading =
    "time_s,floor_strain,push_per_linear_density_m2_per_s2,momentum_per_linear_density_m2_per_s,com_displacement_m,energy_total_m3_per_s2,energy_translational_m3_per_s2,energy_vibrational_m3_per_s2";
  const rows = series.time.map((time, i) =>
    [
      time,
      series.floorStrain[i],
      series.push[i],
      series.momentum[i],
      series.comDisplacement[i],
      series.energyTotal[i],
      series.energyTranslational[i],
      series.energyVibrational[i],
    ].join(","),
  );
  return `${[heading, ...rows].join("\n")}\n`;
}

function bouncesCsv({ bounces }: ElasticRodResult): Record<string, string> {
  if (bounces === undefined) return {};
  const { time, gap, comDisplacement, energy } = bounces.series;
  const rows = time.map((each, i) => [each, gap[i], comDisplacement[i], energy[i]].join(","));
  return { "bounces.csv": `${["time_s,gap_m,com_displacement_m,energy_m3_per_s2", ...rows].join("\n")}\n` };
}
