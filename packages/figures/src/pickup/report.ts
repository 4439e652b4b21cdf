/** report.html of a pickup: the sentence, the pictures, forces and energies step by step, how well the laws hold. */
import type { PickupRecord, PickupResult } from "carom/study";
import { squeezeRecords } from "carom/study";
import type { Figure } from "../draw/figure.js";
import { significant, withUnit } from "../draw/numbers.js";
import { reportPage, type Table } from "../draw/page.js";
import { inUnit, sizeUnits } from "../draw/size-units.js";

export function pickupReport(result: PickupResult, figures: readonly Figure[]): string {
  return reportPage({
    title: result.title,
    sentence: headline(result),
    lead: story(result),
    warnings: result.warnings.map(({ message }) => message),
    figures,
    tables: [gripTable(result), checkTable(result), modulusTable(result), stepTable(result)],
    footer: FOOTER,
  });
}

const FOOTER =
  "SI units. Linear elasticity on tetrahedra with the stiffness of the undeformed shape, contact at nodes, Signorini's and Coulomb's laws, ball-shaped fingers exact. Numbers are rounded for reading; result.json and squeeze.csv have all digits.";

export const OUTCOMES = {
  lifted: "The fingers pick it up.",
  liftable: "The fingers could pick it up.",
  "too-deep": "The fingers cannot pick it up within the depth they may squeeze.",
  strain: "It is strained too much before the fingers could pick it up.",
  slipped: "The fingers lose it as they rise.",
  "no-force-closure": "These fingers can hold it nowhere.",
  "no-equilibrium": "No equilibrium was found.",
} as const;

const headline = ({ outcome }: PickupResult): string => OUTCOMES[outcome];

function story({ leastDepth, body, closure, squeeze, outcome, shapes }: PickupResult): string {
  if (outcome === "no-force-closure")
    return `Friction at the two finger nodes and the table cannot balance every load: their wrenches ${closure.rank < 6 ? `span ${closure.rank} of 6 dimensions` : "do not close"}.`;
  const last = leastDepth?.record ?? squeeze.at(-1);
  if (last === undefined) return "Nothing was squeezed.";
  const { length } = sizeUnits(shapes.rest.places);
  const forces = `${withUnit(last.squeeze[0], "N")} and ${withUnit(last.squeeze[1], "N")}`;
  return leastDepth === undefined
    ? `At the depth of ${inUnit(last.depth, length)} the fingers push with ${forces}; the body weighs ${withUnit(body.weight, "N")}.`
    : `It takes a depth of ${inUnit(leastDepth.depth, length, 4)} (at ${inUnit(leastDepth.failed, length, 4)} it could not be lifted), ${forces} of push on a body of ${withUnit(body.weight, "N")}, and ${withUnit(last.work, "J")} of work.`;
}

function gripTable({ leastDepth, rest, closure, body, scheme }: PickupResult): Table {
  const count = (record: PickupRecord, of: number) => `${record.contacts[of].stick} stick, ${record.contacts[of].slip} slip`;
  const record = leastDepth?.record;
  const rows: [string, string][] = [
    ["mesh", `${body.nodes} nodes, ${body.tetrahedra} tetrahedra`],
    ["margin of force closure", significant(closure.margin, 3)],
    ["energy at rest", withUnit(rest.energy, "J", 5)],
    ["on the table at rest", count(rest, 0)],
    ["contacts followed", scheme === "implicit" ? "by implicit increments" : "from event to event"],
  ];
  if (record !== undefined)
    rows.push(
      ["on the table in the grip", count(record, 0)],
      ["on finger 1", count(record, 1)],
      ["on finger 2", count(record, 2)],
      ["largest principal strain", significant(record.strain, 3)],
      ["lost to friction", withUnit(record.frictionLoss, "J")],
    );
  return { title: "The grip", columns: ["", ""], rows };
}

function checkTable({ checks, energyResidual, increments, rounds, fallbacks, scheme }: PickupResult): Table {
  const names = {
    force: "sum of forces",
    moment: "sum of moments",
    elasticity: "K d = F + G at the worst node",
    cone: "friction beyond its cone",
    tension: "pull of an obstacle",
    penetration: "depth inside an obstacle",
    complementarity: "push times distance",
    slip: "slip that friction does not oppose",
  } as const;
  return {
    title: "How well the laws hold, at worst of all increments",
    columns: ["", "of weight and size"],
    rows: [
      ...Object.entries(names).map(([key, name]) => [name, checks[key as keyof typeof names].toExponential(1)]),
      ["energy that the balance leaves unexplained, over the work: error of the steps", energyResidual.toExponential(1)],
      ["increments, rounds of Newton", `${increments}, ${rounds}`],
      ...(scheme === "event-driven" ? [["stretches left to an implicit increment", String(fallbacks)]] : []),
    ],
  };
}

function modulusTable({ moduli = [] }: PickupResult): Table {
  return {
    title: "Other stiffness",
    columns: ["Young's modulus, Pa", "depth, mm", "work, mJ", "finger nodes", "work by Hertz, mJ"],
    rows: moduli.map(({ youngModulus, depth, work, fingerNodes, hertzWork, outcome }) => [
      significant(youngModulus, 3),
      depth === undefined ? outcome : significant(depth * 1e3, 4),
      work === undefined ? "" : significant(work * 1e3, 4),
      fingerNodes === undefined ? "" : String(fingerNodes),
      hertzWork === undefined ? "" : significant(hertzWork * 1e3, 3),
    ]),
  };
}

function stepTable(result: PickupResult): Table {
  const records = squeezeRecords(result);
  return {
    title: "Step after step",
    wide: true,
    folded: records.length > 24,
    columns: ["depth, mm", "push 1, N", "push 2, N", "table, N", "work, mJ", "friction, mJ", "table nodes", "finger nodes", "liftable"],
    rows: records.map((record) => [
      significant(record.depth * 1e3, 4),
      significant(record.squeeze[0], 4),
      significant(record.squeeze[1], 4),
      significant(record.tableForce[2], 4),
      significant(record.work * 1e3, 4),
      significant(record.frictionLoss * 1e3, 3),
      `${record.contacts[0].stick} + ${record.contacts[0].slip}`,
      `${record.contacts[1].stick + record.contacts[2].stick} + ${record.contacts[1].slip + record.contacts[2].slip}`,
      record.liftable.virtual === undefined ? significant(record.liftable.hypothetical ?? 0, 3) : significant(record.liftable.virtual, 3),
    ]),
  };
}
