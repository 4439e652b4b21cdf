/** The numbers of a grasp: step by step; the places that a search tried; for files every node that touches. */
import { sizeUnits } from "../format/size-units.js";
import type { ResultTable } from "../format/table.js";
import type { GraspResult } from "./result.js";

export function graspTables(result: GraspResult): ResultTable[] {
  return [stepTable(result), ...searchTable(result), contactTable(result)];
}

function stepTable({ records, fingers, shapes }: GraspResult): ResultTable {
  const { length } = sizeUnits(shapes.rest.places);
  return {
    name: "steps",
    title: "Step after step",
    use: "both",
    columns: [
      { name: "phase" },
      { name: "closed by", unit: length.name, digits: 4 },
      { name: "lifted by", unit: length.name, digits: 4 },
      ...fingers.map((_, i) => ({ name: `push ${i + 1}`, unit: "N", digits: 4 })),
      ...fingers.map((_, i) => ({ name: `friction left ${i + 1}`, digits: 3 })),
      { name: "table", unit: "N", digits: 4 },
      { name: "work", unit: "mJ", digits: 4 },
      { name: "strain", digits: 3 },
      { name: "table nodes, stick + slip" },
      { name: "finger nodes, stick + slip" },
    ],
    rows: records.map(({ phase, distance, height, pushes, margins, table, contacts, work, strain }) => [
      phase,
      length.perSi * distance,
      length.perSi * height,
      ...pushes,
      ...margins,
      table,
      1e3 * work,
      strain,
      `${contacts[0].stick} + ${contacts[0].slip}`,
      contacts
        .slice(1)
        .map(({ stick, slip }) => `${stick} + ${slip}`)
        .join(", "),
    ]),
  };
}

function searchTable({ search, shapes }: GraspResult): ResultTable[] {
  if (search === undefined) return [];
  const { length } = sizeUnits(shapes.rest.places);
  return [
    {
      name: "places",
      title: "Places of the hand",
      use: "both",
      columns: [
        { name: "higher by", unit: length.name, digits: 4 },
        { name: "turned by", unit: "rad", digits: 4 },
        { name: "outcome" },
        { name: "work", unit: "mJ", digits: 4 },
        { name: "strain", digits: 3 },
        { name: "friction left", digits: 3 },
        { name: "cost", digits: 4 },
      ],
      rows: search.places.map(({ height, turn, outcome, work, strain, margin, cost }) => [
        length.perSi * height,
        turn,
        outcome,
        work === undefined ? "" : 1e3 * work,
        strain ?? "",
        margin ?? "",
        cost ?? "",
      ]),
    },
  ];
}

function contactTable({ shapes, surface }: GraspResult): ResultTable {
  const { contacts, places } = shapes.grip ?? shapes.rest;
  return {
    name: "contacts",
    title: "Nodes that touch in the grip",
    use: "file",
    columns: [
      { name: "node" },
      { name: "obstacle" },
      { name: "x", unit: "m" },
      { name: "y", unit: "m" },
      { name: "z", unit: "m" },
      { name: "force x", unit: "N" },
      { name: "force y", unit: "N" },
      { name: "force z", unit: "N" },
    ],
    rows: contacts.map(({ node, obstacle, force }) => [surface.nodes[node], obstacle, ...places[node], ...force]),
  };
}
