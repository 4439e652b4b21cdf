/** `carom run` on a study of kind `batting`: the hit, how the bat has to move, the alternatives, and how far it may miss. */
import type { PlannedHit, TimeStretch } from "carom/batting";
import { type BattingResult, type BattingStudy, runBatting } from "carom/study";
import { within } from "./failure.js";
import { battingFiles } from "./figures.js";
import { checkFolder, writeFolder } from "./output/folder.js";
import { jsonText } from "./output/json-text.js";
import { pc } from "./terminal/colour.js";
import { column, number } from "./terminal/numbers.js";
import { paragraph, right, table } from "./terminal/table.js";

export interface BattingOutput {
  readonly json?: boolean;
  readonly out?: string;
}

export async function runBattingStudy(file: string, study: BattingStudy, { json, out }: BattingOutput): Promise<void> {
  if (out !== undefined) await checkFolder(out);
  const result = await within(file, () => runBatting(study));
  if (out !== undefined)
    await writeFolder(out, {
      "result.json": `${jsonText(result)}\n`,
      "hits.csv": hitsCsv(result),
      ...(await within(file, () => battingFiles(result))),
    });
  process.stdout.write(`${json ? jsonText(result) : battingSummary(result)}\n`);
  if (out !== undefined) (json ? process.stderr : process.stdout).write(`\nWritten to ${out}: open report.html there.\n`);
}

export function battingSummary(result: BattingResult): string {
  const { plan, sensitivity, triangles } = result;
  const hit = plan.status === "solved" ? plan.hit : plan.nearest;
  return [
    pc.bold(result.title),
    paragraph(story(result)),
    ...plan.warnings.map((warning) => paragraph(`Note: ${warning}.`)),
    ...(hit === undefined ? [] : [`${pc.bold(plan.status === "solved" ? "Hit" : "Nearest hit")}, world axes\n${hitTable(hit)}`]),
    ...(hit?.bat === undefined ? [] : [`${pc.bold("Bat")}: motions that do it, world axes\n${batTable(hit.bat)}`]),
    ...(result.closedForm.length + result.family.length === 0 ? [] : [`${pc.bold("Alternatives")}\n${alternatives(result)}`]),
    ...(sensitivity === undefined ? [] : [`${pc.bold("Errors")} of one standard deviation\n${errorTable(sensitivity)}`]),
    ...(triangles === undefined ? [] : [triangleStory(triangles)]),
  ].join("\n\n");
}

function story({ plan, closedForm, drag }: BattingResult): string {
  if (plan.status !== "solved") {
    const { certificate } = plan;
    const looked =
      certificate === undefined
        ? ""
        : ` ${certificate.directions} directions of the contact velocity and ${certificate.flightTimes} flight times were tried; the nearest miss is ${number(certificate.closestMiss)} m.`;
    // A search that ended in vain proves nothing.
    const verdict = certificate === undefined && plan.searched === undefined ? "Not reachable" : "Not found";
    return `${verdict}: ${plan.reason}.${looked}`;
  }
  const { contactSpeed, flightTime, miss, components } = plan.hit;
  const closed =
    closedForm.length === 0 ? "There is no closed form." : `${closedForm.length} ${closedForm.length === 1 ? "is" : "are"} in closed form.`;
  return [
    `A contact velocity of ${number(contactSpeed)} m/s, ${number(-components[2])} of it along the normal, sends the object through the target after ${number(flightTime)} s.`,
    `Computed forwards it misses by ${miss.toExponential(1)} m.`,
    `Flights ${plan.reachable.map((stretch) => stretchText(stretch, drag)).join(" and ")} are possible. ${closed}`,
  ].join(" ");
}

/** Ends that are bounds of the search are no bounds of what is possible; with drag it is not known what lies beyond. */
function stretchText({ from, to, cut }: TimeStretch, drag: number): string {
  const both = `of ${number(from)} to ${number(to)} s`;
  if (cut === undefined) return both;
  if (drag > 0)
    return `${both} (${cut === "both" ? "both ends are bounds" : `the ${cut === "from" ? "first" : "second"} is a bound`} of the search)`;
  return cut === "both" ? "of any time" : cut === "from" ? `of up to ${number(to)} s` : `of ${number(from)} s and more`;
}

function hitTable({ contactVelocity, impulse, departure, arrival }: PlannedHit): string {
  const rows: [string, string, readonly number[]][] = [
    ["contact velocity", "m/s", contactVelocity],
    ["impulse on the object", "N s", impulse],
    ["velocity after", "m/s", departure],
    ["velocity at the target", "m/s", arrival],
  ];
  return table(
    [{ title: "" }, { title: "" }, right("x"), right("y"), right("z")],
    rows.map(([name, unit, values]) => [name, unit, ...column(values)]),
  );
}

function batTable(bat: NonNullable<PlannedHit["bat"]>): string {
  const motions = [
    ["without spin", bat.translation],
    ["least norm", bat.leastNorm],
    ["least energy", bat.leastEnergy],
    ["within limits", bat.limited],
  ] as const;
  const present = motions.flatMap(([name, motion]) => (motion === undefined ? [] : [{ name, motion }]));
  const part = (pick: (motion: (typeof present)[number]["motion"]) => readonly number[]) =>
    [0, 1, 2].map((i) => column(present.map(({ motion }) => pick(motion)[i]!)));
  const columns = [...part(({ velocity }) => velocity), ...part(({ angularVelocity }) => angularVelocity)];
  const energies = present.map(({ motion }) => (motion.energy === undefined ? "" : number(motion.energy)));
  return table(
    [{ title: "" }, ...["vx", "vy", "vz", "wx", "wy", "wz", "energy"].map(right)],
    [
      ["", "m/s", "m/s", "m/s", "rad/s", "rad/s", "rad/s", "J"],
      ...present.map(({ name }, i) => [name, ...columns.map((each) => each[i]!), energies[i]!]),
    ],
  );
}

function alternatives({ closedForm, family }: BattingResult): string {
  const hits = [...closedForm, ...family];
  const cells = (value: (hit: PlannedHit) => number) => column(hits.map(value));
  const columns = [cells(({ flightTime }) => flightTime), cells(({ contactSpeed }) => contactSpeed)];
  return table(
    [{ title: "" }, right("flight"), right("contact speed"), right("miss")],
    [
      ["", "s", "m/s", "m"],
      ...hits.map(({ method, case: name, miss }, i) => [
        method === "closed form" ? `closed form, ${name}` : "iterative",
        ...columns.map((each) => each[i]!),
        miss.toExponential(1),
      ]),
    ],
  );
}

function errorTable({ rows, ellipse }: NonNullable<BattingResult["sensitivity"]>): string {
  const misses = column(rows.map(({ miss }) => miss));
  const text = table(
    [{ title: "" }, right("error"), right("miss, m")],
    rows.map(({ what, error }, i) => [what, String(error), misses[i]!]),
  );
  const [long, short] = ellipse.axes;
  return `${text}\n  together: an ellipse at the target with half axes of ${number(long)} and ${number(short)} m`;
}

function triangleStory({ centroid, midpoint }: NonNullable<BattingResult["triangles"]>): string {
  const told = ({ status, rounds, miss, replacements }: typeof centroid) =>
    status === "solved"
      ? `${number(miss ?? 0)} m off after ${replacements} replacements and ${rounds} rounds`
      : `${status} after ${replacements} replacements and ${rounds} rounds`;
  return paragraph(`Bounding triangles of the source, for comparison: by centroids ${told(centroid)}, by midpoints ${told(midpoint)}.`);
}

function hitsCsv({ plan, closedForm, family }: BattingResult): string {
  const heading = "method,case,flight_time_s,contact_speed_m_per_s,velocity_x,velocity_y,velocity_z,impulse_x,impulse_y,impulse_z,miss_m";
  const chosen = plan.status === "solved" ? [plan.hit] : [];
  const rows = [...chosen, ...closedForm, ...family].map(
    ({ method, case: name = "", flightTime, contactSpeed, contactVelocity, impulse, miss }) =>
      [method, name, flightTime, contactSpeed, ...contactVelocity, ...impulse, miss].join(","),
  );
  return `${[heading, ...rows].join("\n")}\n`;
}
