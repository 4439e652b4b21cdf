/**
 * The numbers of a pickup: the grip, the squeeze step by step, how well the laws hold; for files every step and every node that touches.
 */
import type { ContactChecks } from "../../soft/pickup/checks.js";
import type { PickupRecord } from "../../soft/pickup/pickup-run.js";
import { withoutRounding } from "../format/numbers.js";
import { sizeUnits } from "../format/size-units.js";
import type { ResultColumn, ResultTable } from "../format/table.js";
import type { PickupResult } from "./result.js";
import { squeezeRecords } from "./run.js";

export function pickupTables(result: PickupResult): ResultTable[] {
  return [
    gripTable(result),
    stepTable(result),
    checkTable(result),
    ...modulusTables(result),
    recordTable("squeeze", "The squeeze", [result.rest, ...squeezeRecords(result)]),
    ...(result.lift.length === 0 ? [] : [recordTable("lift", "The lift", result.lift)]),
    contactsTable(result),
  ];
}

function gripTable({ leastDepth, rest, closure, body, scheme, resolution, gripStrain, hertzWork, meshError }: PickupResult): ResultTable {
  const count = (record: PickupRecord, of: number) => `${record.contacts[of].stick} stick, ${record.contacts[of].slip} slip`;
  const record = leastDepth?.record;
  return {
    name: "grip",
    title: "The grip",
    use: "page",
    columns: [{ name: "" }, { name: "", digits: 4 }, { name: "" }],
    rows: [
      ["nodes", String(body.nodes), ""],
      ["tetrahedra", String(body.tetrahedra), ""],
      ["margin of force closure", closure.margin, ""],
      ["energy at rest", rest.energy, "J"],
      ["on the table at rest", count(rest, 0), ""],
      ["contacts followed", scheme === "implicit" ? "by implicit increments" : "from event to event", ""],
      ...(record === undefined
        ? []
        : [
            ["on the table in the grip", count(record, 0), ""],
            ["on finger 1", count(record, 1), ""],
            ["on finger 2", count(record, 2), ""],
            ...(resolution ?? []).flatMap(({ elementSize, contactRadius }, i) => [
              [`edges at finger ${i + 1}`, elementSize, "m"],
              [`radius of its contact by Hertz`, contactRadius, "m"],
            ]),
            ["largest principal strain", record.strain, ""],
            ...(gripStrain === undefined ? [] : [["strain in all but 1 % of the volume", gripStrain.most, ""]]),
            ["work", record.work, "J"],
            ...(meshError === undefined
              ? []
              : [
                  ["error of the mesh, of depth", meshError.depth ?? "", "m"],
                  ["of displacements", meshError.displacement, "m"],
                  ["of the work", meshError.work, "J"],
                ]),
            ...(hertzWork === undefined ? [] : [["work by Hertz's contact", hertzWork, "J"]]),
            ["lost to friction", record.frictionLoss, "J"],
          ]),
    ],
  };
}

/** Three digits, and 1 only where it is all of the weight. */
const share = (part: number): number => Math.floor(1e3 * part) / 1e3;

function stepTable(result: PickupResult): ResultTable {
  const { length } = sizeUnits(result.shapes.rest.places);
  const nodes = ({ contacts }: PickupRecord, of: readonly number[]) => {
    const sum = (mode: "stick" | "slip") => of.reduce((total, i) => total + contacts[i][mode], 0);
    return `${sum("stick")} + ${sum("slip")}`;
  };
  return {
    name: "steps",
    title: "Step after step",
    use: "page",
    columns: [
      { name: "depth", unit: length.name, digits: 4 },
      { name: "push 1", unit: "N", digits: 4 },
      { name: "push 2", unit: "N", digits: 4 },
      { name: "table", unit: "N", digits: 4 },
      { name: "work", unit: "mJ", digits: 4 },
      { name: "friction", unit: "mJ", digits: 3 },
      { name: "table nodes, stick + slip" },
      { name: "finger nodes, stick + slip" },
      { name: "liftable, of weight", digits: 3 },
    ],
    rows: [result.rest, ...squeezeRecords(result)].map((record) => {
      const { depth, squeeze, tableForce, work, frictionLoss, liftable } = record;
      const lifted = liftable.virtual ?? liftable.hypothetical;
      return [
        depth * length.perSi,
        ...squeeze,
        tableForce[2],
        ...withoutRounding([work * 1e3, frictionLoss * 1e3]),
        nodes(record, [0]),
        nodes(record, [1, 2]),
        lifted === undefined ? "" : share(lifted),
      ];
    }),
  };
}

const CHECKS: Readonly<Record<keyof ContactChecks, string>> = {
  force: "sum of forces",
  moment: "sum of moments",
  elasticity: "K d = F + G at the worst node",
  cone: "friction beyond its cone",
  tension: "pull of an obstacle",
  penetration: "depth inside an obstacle",
  complementarity: "push times distance",
  slip: "slip that friction does not oppose",
};

function checkTable({ checks, energyResidual, increments, rounds, fallbacks, scheme }: PickupResult): ResultTable {
  const names = Object.keys(CHECKS) as (keyof ContactChecks)[];
  return {
    name: "checks",
    title: "How well the laws hold, at worst of all increments",
    use: "page",
    columns: [{ name: "" }, { name: "of weight and size", digits: 1 }],
    rows: [
      ...names.map((name) => [CHECKS[name], checks[name]]),
      ["energy that the balance leaves unexplained, over the work: error of the steps", Math.abs(energyResidual)],
      ["increments", String(increments)],
      ["rounds of Newton", String(rounds)],
      ...(scheme === "event-driven" ? [["stretches left to an implicit increment", String(fallbacks)]] : []),
    ],
  };
}

function modulusTables({ moduli, shapes }: PickupResult): ResultTable[] {
  if (moduli === undefined) return [];
  const { length } = sizeUnits(shapes.rest.places);
  const scaled = (value: number | undefined, factor: number) => (value === undefined ? "" : value * factor);
  return [
    {
      name: "moduli",
      title: "Work until it can be lifted, by stiffness",
      use: "page",
      columns: [
        { name: "Young's modulus", unit: "Pa", digits: 3 },
        { name: "depth", unit: length.name, digits: 4 },
        { name: "work", unit: "mJ", digits: 4 },
        { name: "finger nodes" },
        { name: "work by Hertz", unit: "mJ", digits: 3 },
      ],
      rows: moduli.map(({ youngModulus, depth, work, fingerNodes, hertzWork, outcome }) => [
        youngModulus,
        depth === undefined ? outcome : depth * length.perSi,
        scaled(work, 1e3),
        fingerNodes ?? "",
        scaled(hertzWork, 1e3),
      ]),
    },
  ];
}

const forces = (name: string): ResultColumn[] => ["x", "y", "z"].map((axis) => ({ name: `${name} ${axis}`, unit: "N" }));

const OBSTACLES = ["table", "finger 1", "finger 2"] as const;

/** Every record with all that it holds. */
function recordTable(name: string, title: string, records: readonly PickupRecord[]): ResultTable {
  return {
    name,
    title,
    use: "file",
    columns: [
      { name: "depth", unit: "m" },
      { name: "height", unit: "m" },
      { name: "push 1", unit: "N" },
      { name: "push 2", unit: "N" },
      ...forces("finger 1"),
      ...forces("finger 2"),
      ...forces("table"),
      ...["energy", "work", "friction loss", "unexplained"].map((each) => ({ name: each, unit: "J" })),
      { name: "strain" },
      ...OBSTACLES.flatMap((each) => [{ name: `${each} stick` }, { name: `${each} slip` }]),
      { name: "liftable virtual" },
      { name: "liftable hypothetical" },
      { name: "liftable frozen any" },
    ],
    rows: records.map((record) => [
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
    ]),
  };
}

/** Every node that touches something, at each moment of which there is a shape. */
function contactsTable({ shapes }: PickupResult): ResultTable {
  return {
    name: "contacts",
    title: "Contacts",
    use: "file",
    columns: [
      { name: "moment" },
      { name: "node" },
      { name: "obstacle" },
      { name: "mode" },
      ...["x", "y", "z"].map((name) => ({ name, unit: "m" })),
      ...forces("force"),
      { name: "push", unit: "N" },
      { name: "friction", unit: "N" },
    ],
    rows: (["rest", "grip", "lifted"] as const).flatMap((moment) =>
      (shapes[moment]?.contacts ?? []).map(({ node, obstacle, mode, place, force, push, friction }) => [
        moment,
        node,
        OBSTACLES[obstacle],
        mode,
        ...place,
        ...force,
        push,
        friction,
      ]),
    ),
  };
}
