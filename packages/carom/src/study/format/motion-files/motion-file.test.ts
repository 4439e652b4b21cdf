import { describe, expect, it } from "vitest";
import { c3dBytes, type Processor } from "../../../testing/c3d-files.js";
import { motionCsv, partOf, readMotionFile } from "./motion-file.js";

/** One character for each byte. */
const textOf = (bytes: ArrayLike<number>) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");

/** As numpy writes it: the head is filled with blanks to a multiple of 64 bytes and ends with a line feed. */
function npy(
  descr: string,
  { shape, order = "False", version = 1 }: { shape: string; order?: string; version?: number },
  numbers: ArrayBuffer,
) {
  const start = version === 1 ? 10 : 12;
  const head = `{'descr': ${descr}, 'fortran_order': ${order}, 'shape': ${shape}, }`;
  const length = 64 * Math.ceil((start + head.length + 1) / 64) - start;
  const lengths = version === 1 ? [length & 255, length >> 8] : [length & 255, length >> 8, 0, 0];
  const text = `${head.padEnd(length - 1)}\n`;
  return textOf([0x93, ...[..."NUMPY"].map((letter) => letter.charCodeAt(0)), version, 0, ...lengths])
    .concat(text)
    .concat(textOf(new Uint8Array(numbers)));
}

const tableOf = (content: string, file = "a.npy") => {
  const { names, columns } = readMotionFile(content, file, "file");
  return Object.fromEntries(names.map((name, i) => [name, [...columns[i]]]));
};

describe("NPY", () => {
  it("is read in both orders, of all versions", () => {
    const numbers = new Float64Array([1, 2, 3, 4, 5, 6]).buffer;
    expect(tableOf(npy("'<f8'", { shape: "(2, 3)" }, numbers))).toEqual({ 1: [1, 4], 2: [2, 5], 3: [3, 6] });
    expect(tableOf(npy("'<f8'", { shape: "(2, 3)", order: "True", version: 2 }, numbers))).toEqual({ 1: [1, 2], 2: [3, 4], 3: [5, 6] });
    expect(tableOf(npy("'<f8'", { shape: "(6,)", version: 3 }, numbers))).toEqual({ 1: [1, 2, 3, 4, 5, 6] });
  });

  it("is read of all types of numbers and both ends first", () => {
    const bytes = (...list: number[]) => Uint8Array.from(list).buffer;
    const one = (descr: string, ...list: number[]) => tableOf(npy(descr, { shape: "(1,)" }, bytes(...list)))[1][0];
    expect(one("'>f4'", 0x40, 0x49, 0x0f, 0xdb)).toBe(Math.fround(Math.PI));
    expect(one("'<f4'", 0xdb, 0x0f, 0x49, 0x40)).toBe(Math.fround(Math.PI));
    expect(one("'>i2'", 0xff, 0xfe)).toBe(-2);
    expect(one("'<u2'", 0xfe, 0xff)).toBe(65534);
    expect(one("'|i1'", 0xff)).toBe(-1);
    expect(one("'<i8'", 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)).toBe(-1);
    expect(one("'>u4'", 0, 0, 1, 0)).toBe(256);
    expect(one("'|b1'", 1)).toBe(1);
  });

  it("names fields of records, also those of several numbers", () => {
    const record = new DataView(new ArrayBuffer(40));
    record.setFloat64(0, 0.5, true);
    record.setFloat32(8, 1, true);
    record.setFloat32(12, 2, true);
    record.setInt32(16, 7, true);
    record.setFloat64(20, 0.75, true);
    record.setFloat32(28, 3, true);
    record.setFloat32(32, 4, true);
    record.setInt32(36, 8, true);
    const content = npy("[('time', '<f8'), ('p', '<f4', (2,)), ('n', '<i4')]", { shape: "(2,)" }, record.buffer);
    expect(tableOf(content)).toEqual({ time: [0.5, 0.75], p_1: [1, 3], p_2: [2, 4], n: [7, 8] });
    expect(motionCsv(content, "a.npy", "file")).toBe("time,p_1,p_2,n\n0.5,1,2,7\n0.75,3,4,8\n");
  });

  it("is refused in words where it is something else", () => {
    const numbers = new Float64Array(2).buffer;
    expect(() => tableOf("not one, but long enough")).toThrow(/file, a\.npy: 24 bytes do not begin as an NPY file does/);
    expect(() => tableOf(npy("'<f8'", { shape: "(2, 2)" }, numbers))).toThrow(/16 bytes of numbers are too few for 2 x 2 of 8 bytes each/);
    expect(() => tableOf(npy("'<c16'", { shape: "(1,)" }, numbers))).toThrow(/"<c16" is not a type of numbers that is read/);
    expect(() => tableOf(npy("'<f8'", { shape: "(1, 1, 2)" }, numbers))).toThrow(/is not the shape of an array with one or two dimensions/);
    expect(() => tableOf(npy("'<f8'", { shape: "(2,)" }, numbers), "a.npy#x")).toThrow(/"x" is a part of a file that has none/);
  });
});

describe("C3D", () => {
  const take = {
    rate: 50,
    labels: ["HEAD", "left foot"],
    // mm; undefined: not seen.
    frames: [
      [
        [1000, -2000, 30],
        [1, 2, 3],
      ],
      [[1001, -2001, 31], undefined],
      [
        [1002, -2002, 32],
        [4, 5, 6],
      ],
    ] as ([number, number, number] | undefined)[][],
    channels: ["Fz", "EMG"],
    samples: 2,
    // As stored, before offsets and scales.
    analog: [
      [10, 20, 11, 21],
      [12, 22, 13, 23],
      [14, 24, 15, 25],
    ],
    scales: [2, 0.5],
    offsets: [10, 0],
    common: 0.25,
  };
  const whole = (["intel", "dec", "mips"] as Processor[]).flatMap((processor) =>
    (["integer", "float"] as const).map((format) => ({ processor, format })),
  );

  it.each(whole)("of $processor processors with $format data: points in metres, gaps, analog channels with their scales", (kind) => {
    const content = textOf(c3dBytes({ ...take, ...kind }));
    const points = tableOf(content, "take.c3d");
    expect(Object.keys(points)).toEqual(["time", "HEAD_x", "HEAD_y", "HEAD_z", "left_foot_x", "left_foot_y", "left_foot_z"]);
    expect(points.time).toEqual([0, 0.02, 0.04]);
    points.HEAD_y.forEach((value, i) => {
      expect(value).toBeCloseTo([-2, -2.001, -2.002][i], 6);
    });
    expect(points.left_foot_x[1]).toBeNaN();
    expect(points.left_foot_z[2]).toBeCloseTo(0.006, 6);
    const analog = tableOf(content, "take.c3d#analog");
    expect(analog.time).toEqual([0, 0.01, 0.02, 0.03, 0.04, 0.05]);
    expect(analog.Fz).toEqual([0, 0.5, 1, 1.5, 2, 2.5]);
    expect(analog.EMG).toEqual([2.5, 2.625, 2.75, 2.875, 3, 3.125]);
    expect(motionCsv(content, "take.c3d", "file").split("\n")[2]).toMatch(/^0\.02,.*,,,$/);
  });

  it("is refused in words where it is cut off or something else", () => {
    const bytes = c3dBytes({ ...take, processor: "intel", format: "integer" });
    const read =
      (list: ArrayLike<number>, file = "a.c3d") =>
      () =>
        readMotionFile(textOf(list), file, "file");
    expect(read(bytes.slice(0, 1100))).toThrow(/bytes of data are too few for 3 frames|does not reach/);
    expect(read(bytes.slice(0, 600))).toThrow(/bytes do not begin as a C3D file does/);
    expect(read(bytes, "a.c3d#force")).toThrow(/"force" is not a part of a C3D file: analog is/);
    const other = Uint8Array.from(bytes);
    other[512 + 3] = 83;
    expect(read(other)).toThrow(/83 is not a kind of processor that is known/);
  });
});

it("a part stands after the file's name", () => {
  expect(partOf("a/take.c3d#analog")).toEqual(["a/take.c3d", "analog"]);
  expect(partOf("take.h5#/a/b")).toEqual(["take.h5", "/a/b"]);
  expect(partOf("run #2.csv")).toEqual(["run #2.csv", ""]);
});
