import { describe, expect, it } from "vitest";
import { c3dBytes } from "../../testing/c3d-files.js";
import { filesNamedIn, parseStudyText } from "../parse.js";
import { runSimulation } from "./run.js";

const study = (motion: unknown) =>
  JSON.stringify({
    carom: 1,
    kind: "simulation",
    title: "Block on a shaken table",
    duration: 0.4,
    bodies: {
      block: { shape: { type: "box", size: [0.2, 0.2, 0.1] }, mass: 1, position: [0, 0, 0.05] },
      table: { plane: { normal: [0, 0, 1] }, motion },
    },
    contacts: [{ between: ["block", "table"], friction: 1, restitution: 0 }],
  });
const series = { type: "series", direction: [1, 0, 0] };
const parse = (motion: unknown, csv: string) =>
  parseStudyText(study(motion), new Map([["r.csv", csv]])) as never as { bodies: Record<string, { motion: unknown }> };

describe("a record of ground motion", () => {
  const rows = [0, 0.2, -0.3, 0.1];
  const times = [0, 0.1, 0.2, 0.3];
  it.each([
    ["by names", { column: "ax", scale: 9.81 }, `# earthquake\r\nt,ay,ax\r\n${rows.map((a, i) => `${times[i]},7,${a}`).join("\r\n")}\r\n`],
    ["by numbers", { column: 3, timeColumn: 2, scale: 9.81 }, rows.map((a, i) => `1;${times[i]};${a}`).join("\n")],
    ["with blanks about commas", { scale: 9.81 }, `t , a\n${rows.map((a, i) => `${times[i]}, ${a} ,`).join("\n")}`],
    ["by places", { scale: 9.81 }, `\uFEFFtime\tg\n${rows.map((a, i) => `${times[i]}\t${a}`).join("\n")}`],
  ])("takes its columns %s", (_name, more, csv) => {
    const { motion } = parse({ ...series, file: "r.csv", ...more }, csv).bodies.table;
    expect(motion).toEqual({ ...series, times, accelerations: rows.map((a) => 9.81 * a) });
  });

  it("may have even steps, and be of velocity; others stay as they are", () => {
    const { motion } = parse(
      [
        { type: "steady", velocity: [0, 1, 0] },
        { ...series, file: "r.csv", quantity: "velocities", step: 0.5 },
      ],
      "0\n1\n2\n",
    ).bodies.table;
    expect(motion).toEqual([
      { type: "steady", velocity: [0, 1, 0] },
      { ...series, step: 0.5, velocities: [0, 1, 2] },
    ]);
  });

  it("moves the ground, and what sticks to it", () => {
    const given = parseStudyText(study({ ...series, file: "r.csv" }), new Map([["r.csv", "0,0\n0.2,1\n0.4,0"]]));
    if (given.kind !== "simulation") throw new Error("not a simulation");
    const { bodies, ledger } = runSimulation(given);
    // From rest, a triangle of acceleration: v = 0.2.
    expect(Math.abs(bodies.table.velocity[0] - 0.2)).toBeLessThan(1e-12);
    expect(Math.abs(bodies.block.velocity[0] - 0.2)).toBeLessThan(1e-9);
    expect(Math.abs(ledger.appliedWork - 0.02)).toBeLessThan(1e-9);
  });

  it("is named by the study", () => {
    expect(filesNamedIn(study({ ...series, file: "r.csv" }))).toEqual(["r.csv"]);
    expect(filesNamedIn(study({ type: "steady", velocity: [1, 0, 0] }))).toEqual([]);
    expect(() => parseStudyText(study({ ...series, file: "r.csv" }))).toThrow(
      /^bodies\.table\.motion\.file: "r\.csv" is a file that was not read/,
    );
  });

  it.each([
    [{ column: "az" }, "t,ax\n0,1\n1,2", 'motion.column: "az" is not one of the columns t, ax'],
    [{ column: "a" }, "t (s) a\n0 1\n1 2", "3 names (t, (s), a) stand over 2 columns; give its number"],
    [{ column: "az" }, "0,1\n1,2", "names a column, but the file names none"],
    [{ column: 4 }, "0,1\n1,2", "motion.column: 4 is not a column of row 1"],
    [{}, "t,a\n0,1\n0.1,x\n", 'motion.file, r.csv line 3: "0.1,x" is not a row of numbers'],
    [
      {},
      "0;0,15\n1;0,25",
      'motion.file, r.csv line 1: "0;0,15" has commas beside other separators: if its commas are decimal, write points',
    ],
    [{}, "t;a\n0\t0,15\n1\t0,25", "r.csv line 2"],
    [{}, "0 0,15\n1 0,25", "has commas beside other separators"],
    [{}, "0,1\n1,2\n1,5,2", 'r.csv line 3: "1,5,2" has 3 columns, and the first row of numbers has 2: give every row the same'],
    [{}, "0,1,2\n1,,2", 'r.csv line 2: "1,,2" is not a row of numbers'],
    [
      { step: 1 },
      "1,5\n2,5",
      "motion.column: nothing is given, and with a step it is needed: r.csv has 2 columns (if its commas are decimal",
    ],
    [{}, "", "hold no rows"],
    [{}, "0,1", "rows are too few"],
    [{ quantity: "jerks" }, "0,1\n1,2", 'motion.quantity: "jerks" is not one of'],
    [{ scale: "g" }, "0,1\n1,2", "motion.scale"],
    [{}, "0,1\n0,2", "is not after the one before"],
  ])("complains of %j", (more, csv, message) => {
    expect(() => {
      const given = parseStudyText(study({ ...series, file: "r.csv", ...more }), new Map([["r.csv", csv]]));
      if (given.kind === "simulation") runSimulation(given);
    }).toThrow(message);
  });
});

describe("a record of motion capture", () => {
  const take = {
    processor: "intel",
    format: "float",
    rate: 10,
    labels: ["TABLE", "HAND"],
    frames: [
      [[0, 0, 0], undefined],
      [
        [10, 0, 0],
        [1, 1, 1],
      ],
      [
        [30, 0, 0],
        [1, 1, 1],
      ],
    ],
    channels: ["A"],
    samples: 1,
    analog: [[0], [2], [4]],
    scales: [0.5],
    offsets: [0],
    common: 1,
  } as const;
  const bytes = Array.from(c3dBytes(take), (byte) => String.fromCharCode(byte)).join("");
  const motionOf = (file: string, more: object) =>
    (
      parseStudyText(study({ type: "series", direction: [1, 0, 0], file, ...more }), new Map([[file, bytes]])) as never as {
        bodies: { table: { motion: { times: number[]; displacements: number[]; accelerations: number[] } } };
      }
    ).bodies.table.motion;

  it("moves the ground as a marker of a C3D file moved, or as a channel was measured", () => {
    const { times, displacements } = motionOf("take.c3d", { quantity: "displacements", column: "TABLE_x" });
    expect(times).toEqual([0, 0.1, 0.2]);
    displacements.forEach((value, i) => {
      expect(value).toBeCloseTo([0, 0.01, 0.03][i], 9);
    });
    expect(motionOf("take.c3d#analog", { column: "A", scale: 9.81 }).accelerations).toEqual([0, 9.81, 19.62]);
  });

  it("is refused where the marker was not seen, or is not there", () => {
    expect(() => motionOf("take.c3d", { column: "HAND_x" })).toThrow(/motion\.column: "HAND_x" was not measured in row 1/);
    expect(() => motionOf("take.c3d", { column: "FOOT_x" })).toThrow(/"FOOT_x" is not one of the columns time, TABLE_x, TABLE_y/);
  });
});
