/** Mistakes in a real table of tosses are named: the sample that is shipped, spoiled in one way after the other. */
import { describe, expect, it } from "vitest";
import { parseStudyText } from "../parse.js";
import { prepareFit } from "./run.js";

const files = (import.meta as unknown as { glob(pattern: string, options: object): Record<string, string> }).glob(
  "../../../../../examples/recordings/{cube-tosses.csv,fit-cube-listed.json,cube.json}",
  { eager: true, query: "?raw", import: "default" },
);
const read = (file: string) => Object.entries(files).find(([path]) => path.endsWith(`/${file}`))![1];
const [head, ...lines] = read("cube-tosses.csv").trim().split("\n");
const listed = JSON.parse(read("fit-cube-listed.json")) as { readonly recordings: readonly object[] };
const base = JSON.parse(read("cube.json")) as object;
const names = head.split(",");
const rows = lines.map((line) => line.split(","));
const some = new Set([...new Set(rows.map(([toss]) => toss))].slice(0, 12));
const first = rows.filter(([toss]) => some.has(toss));

type Row = Readonly<Record<string, number>>;

/** Codes of the sample with each row changed. */
function codesOf(change: (row: Row) => Row, recording: object = {}): string[] {
  const changed = first.map((cells) => {
    const row = change(Object.fromEntries(cells.map((cell, i) => [names[i], Number(cell)])));
    return names.map((name) => row[name]).join(",");
  });
  const study = { ...listed, base, recordings: [{ ...listed.recordings[0], ...recording }] };
  const table = new Map([["cube-tosses.csv", [head, ...changed].join("\n")]]);
  return prepareFit(parseStudyText(JSON.stringify(study), "fit", table)).suspicions.map(({ code }) => code);
}

const times = (factor: number, fields: readonly string[]) => (row: Row) => ({
  ...row,
  ...Object.fromEntries(fields.map((name) => [name, factor * row[name]])),
});

describe("tosses of a cube", () => {
  it("as they are: lengths 2 % short, nothing else", () => {
    expect(codesOf((row) => row)).toEqual(["scale"]);
  });

  it.each<[string, (row: Row) => Row, object]>([
    ["spin-axes", (row) => row, { spinAxes: "world" }],
    ["quaternion-order", ({ qw, qx, qy, qz, ...rest }) => ({ ...rest, qw: qx, qx: qy, qy: qz, qz: qw }), {}],
    ["spin-unit", times(180 / Math.PI, ["wx", "wy", "wz"]), {}],
    ["rate", (row) => row, { rate: 100 }],
    ["floor-offset", (row) => ({ ...row, z: row.z + 0.008 }), {}],
  ])("name %s", (code, change, recording) => {
    expect(codesOf(change, recording)).toContain(code);
  });

  it("name lengths in millimetres where nothing is left to fit to", () => {
    expect(() => codesOf(times(1000, ["x", "y", "z"]))).toThrow(/length-unit: .*positions are in millimetres/);
  });

  it("name a floor so far off that nothing touches it, and no scale, which contact taken for flight would suggest", () => {
    const told = (() => {
      try {
        return codesOf((row) => ({ ...row, z: row.z + 0.02 })).join();
      } catch (error) {
        return (error as Error).message;
      }
    })();
    expect(told).toMatch(/floor-offset: at rest the lowest point is (18|19|20)(\.\d+)? mm over the ground/);
    expect(told).toMatch(/no-contact/);
    expect(told).not.toMatch(/scale:|rate:|too-few/);
  });

  it("name the order of quaternions alone, not the floor that bodies turned by it seem to sink into", () => {
    const codes = codesOf(({ qw, qx, qy, qz, ...rest }) => ({ ...rest, qw: qx, qx: qy, qy: qz, qz: qw }));
    expect(codes).toEqual(["quaternion-order", "scale"]);
  });

  describe("without columns of spins", () => {
    const without = (change: (row: Row) => Row) => {
      const kept = names.filter((name) => !/^w[xyz]$/.test(name));
      const rows = first.map((cells) => {
        const row = change(Object.fromEntries(cells.map((cell, i) => [names[i], Number(cell)])));
        return kept.map((name) => row[name]).join(",");
      });
      const [{ spinAxes: _spinAxes, ...recording }] = listed.recordings as [Record<string, unknown>];
      const table = new Map([["cube-tosses.csv", [kept.join(","), ...rows].join("\n")]]);
      const study = { ...listed, base, recordings: [recording] };
      return prepareFit(parseStudyText(JSON.stringify(study), "fit", table)).suspicions.map(({ code }) => code);
    };

    it("as they are: lengths 2 % short, nothing else", () => {
      expect(without((row) => row)).toEqual(["scale"]);
    });

    it("name the order of quaternions by bodies at rest, and no floor", () => {
      expect(without(({ qw, qx, qy, qz, ...rest }) => ({ ...rest, qw: qx, qx: qy, qy: qz, qz: qw }))).toEqual([
        "quaternion-order",
        "scale",
      ]);
    });

    it.each([-0.015, -0.008, 0.008])("name a floor that is off by %f m as that", (height) => {
      const codes = without((row) => ({ ...row, z: row.z + height }));
      expect(codes).toContain("floor-offset");
      expect(codes).not.toContain("quaternion-order");
    });
  });

  it("name what is up where it is not z", () => {
    expect(() => codesOf(({ y, z, ...rest }) => ({ ...rest, y: z, z: y + 1 }))).toThrow(/up-axis/);
  });
});
