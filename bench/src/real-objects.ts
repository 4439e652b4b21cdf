/**
 * Real objects from their skins to the hand that holds them: `node bench/dist/real-objects.js FOLDER [OUT [NAME]]`.
 *
 * FOLDER holds public files (docs/grasps.md says which and where they are from; none is part of this repository). Every object is
 * filled with tetrahedra, stands on a table, is grasped between two pads and lifted; the table of docs/grasps.md is printed, and pictures
 * are written to OUT where that is given.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { drawn } from "@carom/figures";
import { kindNamed, parseStudy, runStudy, type StudyOf } from "carom/study";
import { printTable } from "./table.js";

interface RealObject {
  readonly name: string;
  readonly mesh: Readonly<Record<string, unknown>>;
  readonly element: "linear" | "quadratic";
  readonly youngModulus: number;
  readonly weight: number;
  /** Of the pads, m, and where they close: a point and a direction. */
  readonly pad: number;
  readonly at: readonly [number, number, number];
  readonly direction: readonly [number, number, number];
}

const FRICTION = 0.6;

const OBJECTS: readonly RealObject[] = [
  {
    name: "bottle",
    mesh: { file: "mustard.obj", scale: 1, cell: 0.012, stand: 0.003 },
    element: "linear",
    youngModulus: 1e6,
    weight: 5.9,
    pad: 0.03,
    at: [0.005, -0.008, 0.09],
    direction: [0, 1, 0],
  },
  {
    name: "soup can",
    mesh: { file: "can.obj", scale: 1, cell: 0.008, stand: 0.003 },
    element: "linear",
    youngModulus: 1e6,
    weight: 3.4,
    pad: 0.03,
    at: [0.0047, 0.0079, 0.05],
    direction: [1, 0, 0],
  },
  {
    name: "banana",
    mesh: { file: "banana.obj", scale: 1, cell: 0.006, stand: 0.0012 },
    element: "linear",
    youngModulus: 2e5,
    weight: 0.65,
    pad: 0.024,
    at: [0.02, 0.0076, 0.019],
    direction: [0, 1, 0],
  },
  {
    name: "apple",
    mesh: { file: "apple.obj", scale: 0.045, up: "y", cell: 0.007, stand: 0.002 },
    element: "linear",
    youngModulus: 2e6,
    weight: 1.5,
    pad: 0.024,
    at: [0, 0, 0.036],
    direction: [1, 0, 0],
  },
  {
    name: "mug",
    mesh: { file: "mug.obj", scale: 0.01, up: "y", cell: 0.0042, stand: 1e-4 },
    element: "linear",
    youngModulus: 5e6,
    weight: 3,
    pad: 0.03,
    // Across its wall and its handle.
    at: [0, 0, 0.036],
    direction: [0, 1, 0],
  },
  {
    name: "drink",
    mesh: { file: "fuze.obj", scale: 1, cell: 0.01, stand: 0.003 },
    element: "linear",
    youngModulus: 1e6,
    weight: 6,
    pad: 0.03,
    at: [0, 0, 0.09],
    direction: [1, 0, 0],
  },
  {
    name: "gear",
    mesh: { file: "gear.stl", scale: 0.001, cell: 0.002, stand: 1e-4 },
    element: "linear",
    youngModulus: 5e6,
    weight: 0.2,
    pad: 0.012,
    at: [0, 0, 0.022],
    direction: [1, 0, 0],
  },
];

const seconds = (): number => {
  const { user, system } = process.cpuUsage();
  return 1e-6 * (user + system);
};

function studyOf({ name, mesh, element, youngModulus, weight, pad, at, direction }: RealObject): unknown {
  const shape = { type: "pad", size: [0.01, pad, pad], rounding: 0.002 };
  const back = direction.map((value) => -value);
  return {
    carom: 1,
    kind: "grasp",
    title: name,
    mesh: { type: "file", ...mesh },
    element,
    material: { youngModulus, poissonRatio: 0.3 },
    weight,
    table: { friction: 0.5 },
    fingers: [direction, back].map((each) => ({ shape, at, direction: each, friction: FRICTION })),
    close: { push: weight / FRICTION, steps: 3 },
  };
}

const [folder, out, only] = process.argv.slice(2);
if (folder === undefined)
  throw new Error("name the folder with the files, then one for pictures (none without it) and one object (default: all)");
if (only !== undefined && !OBJECTS.some(({ name }) => name === only))
  throw new Error(`${only} is none of ${OBJECTS.map(({ name }) => name).join(", ")}`);
const rows: (string | number)[][] = [];
for (const object of OBJECTS.filter(({ name }) => only === undefined || name === only)) {
  const file = String(object.mesh.file);
  const start = seconds();
  try {
    const content = readFileSync(join(folder, file), /\.(ply|stl)$/.test(file) ? "latin1" : "utf8");
    const filled = kindNamed("grasp").files?.filled(studyOf(object), new Map([[file, content]]));
    const study = parseStudy(filled) as StudyOf<"grasp">;
    const meshed = seconds();
    const result = runStudy(study);
    const { body, grip, lifted, outcome, meshError } = result;
    rows.push([
      object.name,
      body.nodes,
      body.element,
      outcome,
      grip === undefined ? "" : (1e3 * grip.distance).toPrecision(3),
      grip === undefined ? "" : (1e3 * grip.work).toPrecision(3),
      grip === undefined ? "" : grip.strain.toPrecision(2),
      lifted === undefined ? "" : Math.min(...lifted.margins).toPrecision(2),
      meshError === undefined ? "" : `${(100 * meshError).toPrecision(2)} %`,
      (meshed - start).toFixed(1),
      (seconds() - meshed).toFixed(1),
    ]);
    if (out !== undefined)
      for (const { name, svg } of drawn(study, result).figures)
        if (name === "hand") writeFileSync(join(out, `grasp-${object.name.replace(" ", "-")}.svg`), svg);
  } catch (error) {
    rows.push([object.name, "", "", error instanceof Error ? error.message : String(error), "", "", "", "", "", "", ""]);
  }
  console.error(rows.at(-1)?.join(" | "));
}
printTable(
  ["object", "nodes", "elements", "outcome", "closed by, mm", "work, mJ", "strain", "friction left", "mesh", "mesh, s", "grasp, s"],
  rows,
);
