/** `carom run` on a study of kind `pickup`: whether two fingers lift a soft body, and what it takes, as text, as JSON, or as a folder with tables and figures. */
import { type PickupRecord, type PickupResult, type PickupStudy, runPickup, squeezeRecords } from "carom/study";
import { within } from "./failure.js";
import { pickupFiles } from "./figures.js";
import { checkFolder, writeFolder } from "./output/folder.js";
import { jsonText } from "./output/json-text.js";
import { skinFiles } from "./rest-shape.js";
import { pc } from "./terminal/colour.js";
import { column, number } from "./terminal/numbers.js";
import { paragraph, right, table } from "./terminal/table.js";

export interface PickupOutput {
  readonly json?: boolean;
  readonly out?: string;
}

export async function runPickupStudy(file: string, study: PickupStudy, { json, out }: PickupOutput): Promise<void> {
  if (out !== undefined) await checkFolder(out);
  const result = await within(file, () => runPickup(study));
  if (out !== undefined)
    await writeFolder(out, {
      "result.json": `${jsonText(result)}\n`,
      "squeeze.csv": recordsCsv([result.rest, ...squeezeRecords(result)]),
      ...(result.lift.length === 0 ? {} : { "lift.csv": recordsCsv(result.lift) }),
      "contacts.csv": contactsCsv(result),
      ...(result.skin === undefined ? {} : skinFilesOf(result.skin)),
      ...(await within(file, () => pickupFiles(result))),
    });
  process.stdout.write(`${json ? jsonText(result) : pickupSummary(result)}\n`);
  if (out !== undefined) (json ? process.stderr : process.stdout).write(`\nWritten to ${out}: open report.html there.\n`);
}

export function pickupSummary(result: PickupResult): string {
  return [
    pc.bold(result.title),
    paragraph(story(result)),
    ...squeezeTable(result),
    `${pc.bold("How well the laws hold, at worst of all increments")}\n${checkTable(result)}`,
    ...modulusTable(result),
    ...result.warnings.map(({ message }) => paragraph(`${pc.yellow("Warning:")} ${message}.`)),
  ].join("\n\n");
}

const OUTCOMES = {
  lifted: "The fingers pick it up.",
  liftable: "The fingers could pick it up.",
  "too-deep": "The fingers cannot pick it up within the depth they may squeeze.",
  strain: "It is strained too much before the fingers could pick it up.",
  slipped: "The fingers lose it as they rise: all nodes of one slip, or too few are left to keep it from swinging.",
  "no-force-closure": "The fingers and the table cannot hold it against every load: friction does not close the grip.",
  "no-equilibrium": "No equilibrium was found, however small the steps.",
} as const;

function story({ outcome, leastDepth, body, lift, squeeze, closure }: PickupResult): string {
  const parts = [
    OUTCOMES[outcome],
    `The body weighs ${number(body.weight)} N and has ${body.nodes} nodes${closure.closed ? `; friction closes the grip with a margin of ${number(closure.margin)}` : ""}.`,
  ];
  if (leastDepth !== undefined) {
    const { record, depth, failed } = leastDepth;
    parts.push(
      `It takes a depth of ${number(depth * 1e3)} mm a finger (at ${number(failed * 1e3)} mm it could not be lifted), pushes of ${number(record.squeeze[0]!)} and ${number(record.squeeze[1]!)} N, and ${number(record.work)} J of work, of which friction takes ${number(record.frictionLoss)} J.`,
    );
  } else {
    const last = squeeze.at(-1);
    if (last !== undefined)
      parts.push(`At ${number(last.depth * 1e3)} mm the fingers push with ${number(last.squeeze[0]!)} and ${number(last.squeeze[1]!)} N.`);
  }
  const raised = lift.at(-1);
  if (raised !== undefined && outcome === "lifted")
    parts.push(`It is free of the table when they have risen by ${number((lift.at(-2) ?? raised).height * 1e3)} mm.`);
  return parts.join(" ");
}

/** Three digits, and 1 only where it is all of the weight. */
const share = (part: number): string => (Math.floor(1e3 * part) / 1e3).toFixed(3);

const MOST_STEPS = 24;

function squeezeTable(result: PickupResult): string[] {
  const all = [result.rest, ...squeezeRecords(result)];
  const every = Math.ceil(all.length / MOST_STEPS);
  const shown = all.filter(({ depth }, i) => i % every === 0 || i === all.length - 1 || depth === result.leastDepth?.depth);
  const cells = (value: (record: PickupRecord) => number) => column(shown.map(value));
  const nodes = (record: PickupRecord, of: readonly number[]) =>
    `${of.reduce((sum, i) => sum + record.contacts[i]!.stick, 0)} + ${of.reduce((sum, i) => sum + record.contacts[i]!.slip, 0)}`;
  const columns = [
    cells(({ depth }) => depth * 1e3),
    cells(({ squeeze: [first] }) => first!),
    cells(({ squeeze: [, second] }) => second!),
    cells(({ tableForce }) => tableForce[2]),
    cells(({ work }) => work * 1e3),
    cells(({ frictionLoss }) => frictionLoss * 1e3),
    shown.map((record) => nodes(record, [0])),
    shown.map((record) => nodes(record, [1, 2])),
    shown.map(({ liftable: { virtual, hypothetical } }) =>
      virtual === undefined && hypothetical === undefined ? "" : share(virtual ?? hypothetical ?? 0),
    ),
  ];
  const text = table(["depth", "push 1", "push 2", "table", "work", "friction", "table nodes", "finger nodes", "liftable"].map(right), [
    ["mm", "N", "N", "N", "mJ", "mJ", "stick + slip", "stick + slip", "of weight"],
    ...shown.map((_, i) => columns.map((each) => each[i]!)),
  ]);
  return [`${pc.bold("The squeeze")}\n${text}`];
}

function checkTable({ checks, energyResidual, increments, rounds, fallbacks, scheme }: PickupResult): string {
  const rows: [string, string][] = [
    ["sums of forces and moments", `${power(checks.force)}, ${power(checks.moment)}`],
    ["K d = F + G at the worst node", power(checks.elasticity)],
    ["friction beyond its cone, pull of an obstacle", `${power(checks.cone)}, ${power(checks.tension)}`],
    ["inside an obstacle, push times distance", `${power(checks.penetration)}, ${power(checks.complementarity)}`],
    ["slip that friction does not oppose", power(checks.slip)],
    ["energy that the balance leaves unexplained, over the work: error of the steps", power(Math.abs(energyResidual))],
    ["increments, rounds of Newton", `${increments}, ${rounds}`],
    ...(scheme === "event-driven" ? [["stretches left to an implicit increment", String(fallbacks)] satisfies [string, string]] : []),
  ];
  return table([{ title: "" }, right("")], rows);
}

/** Rounding differs in its digits from machine to machine in no result of ours, but its size is all there is to say. */
const power = (value: number): string => (value === 0 ? "0" : value.toExponential(0));

function modulusTable({ moduli }: PickupResult): string[] {
  if (moduli === undefined) return [];
  const text = table(["Young's modulus", "depth", "work", "finger nodes", "work by Hertz"].map(right), [
    ["Pa", "mm", "mJ", "", "mJ"],
    ...moduli.map(({ youngModulus, depth, work, fingerNodes, hertzWork, outcome }) => [
      number(youngModulus),
      depth === undefined ? outcome : number(depth * 1e3),
      work === undefined ? "" : number(work * 1e3),
      fingerNodes === undefined ? "" : String(fingerNodes),
      hertzWork === undefined ? "" : number(hertzWork * 1e3),
    ]),
  ]);
  const note =
    "On a mesh a hard body must be squeezed until enough nodes touch, a depth set by the mesh, and the work grows with the modulus; in the continuum (Hertz, a flat body) it falls as the modulus to the power -2/3.";
  return [`${pc.bold("Work until it can be lifted, by stiffness")}\n${text}\n${paragraph(note)}`];
}

function recordsCsv(records: readonly PickupRecord[]): string {
  const heading =
    "depth_m,height_m,push_1_N,push_2_N,finger_1_x_N,finger_1_y_N,finger_1_z_N,finger_2_x_N,finger_2_y_N,finger_2_z_N,table_x_N,table_y_N,table_z_N,energy_J,work_J,friction_loss_J,unexplained_J,strain,table_stick,table_slip,finger_1_stick,finger_1_slip,finger_2_stick,finger_2_slip,liftable_virtual,liftable_hypothetical,liftable_frozen_any";
  const rows = records.map((record) =>
    [
      record.depth,
      record.height,
      ...record.squeeze,
      ...record.fingerForces.flat(),
      ...record.tableForce,
      record.energy,
      record.work,
      record.frictionLoss,
      record.unexplained,
      record.strain,
      ...record.contacts.flatMap(({ stick, slip }) => [stick, slip]),
      record.liftable.virtual ?? "",
      record.liftable.hypothetical ?? "",
      record.liftable.frozen?.any ?? "",
    ].join(","),
  );
  return `${[heading, ...rows].join("\n")}\n`;
}

function contactsCsv({ shapes }: PickupResult): string {
  const names = ["table", "finger 1", "finger 2"];
  const rows = (["rest", "grip", "lifted"] as const).flatMap((moment) =>
    (shapes[moment]?.contacts ?? []).map(({ node, obstacle, mode, place, force, push, friction }) =>
      [moment, node, names[obstacle], mode, ...place, ...force, push, friction].join(","),
    ),
  );
  return `${["moment,node,obstacle,mode,x_m,y_m,z_m,force_x_N,force_y_N,force_z_N,push_N,friction_N", ...rows].join("\n")}\n`;
}

const skinFilesOf = ({ triangles, ...states }: NonNullable<PickupResult["skin"]>) => skinFiles(triangles, states);
