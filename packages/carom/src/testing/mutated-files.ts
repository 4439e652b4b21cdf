/**
 * Files of meshes and of numbers that somebody spoiled: cut off, doubled, with other bytes, with counts that lie, nested, or files of
 * another kind altogether. Whatever comes of one must be an InvalidInputError or what the importer makes of it.
 */
import { InvalidInputError } from "../errors.js";
import { readMeshFile } from "../geometry/mesh-files/mesh-file.js";
import { meshParts } from "../geometry/mesh-files/mesh-parts.js";
import { solidMesh } from "../geometry/mesh-files/solid-mesh.js";
import { createRandom } from "../math/random.js";
import { numberTable } from "../study/fit/csv.js";
import { readMotionFile } from "../study/format/motion-files/motion-file.js";
import { readTable } from "../study/simulation/ground-record.js";
import { csvColumn } from "../study/sweep/files.js";
import { c3dBytes } from "./c3d-files.js";
import { DEPTHS, drawn, spoiledBytes, spoiledText } from "./mutated-robots.js";
import { cube } from "./spoilable-meshes.js";

interface Importer {
  /** A file as it should be. */
  readonly whole: () => Uint8Array;
  readonly read: (bytes: Uint8Array) => void;
}

const TABLE = `# a record\ntime,x,y,z\n${Array.from({ length: 40 }, (_, i) => `${i / 100},${i * i},${-i},1e-${i}`).join("\n")}\n`;

/** One character for each byte, as those who read files give binary ones. */
const textOf = (bytes: Uint8Array) => Array.from(bytes, (code) => String.fromCharCode(code)).join("");
const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0) & 255);

const meshes = Object.fromEntries(
  Object.entries(cube).map(([name, whole]): [string, Importer] => [
    name,
    {
      whole,
      read: (bytes) => {
        readMeshFile(bytes, name);
        // Robots have them, studies do not: their corners alone count.
        if (name === "dae") return;
        solidMesh(textOf(bytes), name, { path: name });
        meshParts(textOf(bytes), name, { path: name, most: 4 });
      },
    },
  ]),
);

const READ_C3D = (bytes: Uint8Array) => {
  readMotionFile(textOf(bytes), "a.c3d", "file");
  readMotionFile(textOf(bytes), "a.c3d#analog", "file");
};
const TAKE = {
  format: "integer",
  rate: 100,
  labels: ["HEAD", "FOOT"],
  frames: [
    [
      [1, 2, 3],
      [4, 5, 6],
    ],
    [undefined, [7, 8, 9]],
  ],
  channels: ["Fz"],
  samples: 2,
  analog: [
    [1, 2],
    [3, 4],
  ],
  scales: [2],
  offsets: [1],
  common: 0.5,
} as const;

/** As numpy writes an array of four records. */
function npyFile(): Uint8Array {
  const head = "{'descr': [('time', '<f8'), ('p', '<f4', (3,)), ('n', '>i2')], 'fortran_order': False, 'shape': (4,), }".padEnd(117);
  return Uint8Array.from([0x93, ...bytesOf("NUMPY"), 1, 0, 118, 0, ...bytesOf(`${head}\n`), ...Array.from({ length: 88 }, (_, i) => i)]);
}

const importers: Readonly<Record<string, Importer>> = {
  ...meshes,
  c3d: { whole: () => c3dBytes({ ...TAKE, processor: "intel" }), read: READ_C3D },
  "mips.c3d": { whole: () => c3dBytes({ ...TAKE, processor: "mips", format: "float" }), read: READ_C3D },
  npy: {
    whole: npyFile,
    read: (bytes) => {
      readMotionFile(textOf(bytes), "a.npy", "file");
    },
  },
  csv: {
    whole: () => bytesOf(TABLE),
    read: (bytes) => {
      const text = textOf(bytes);
      const refused = [
        () => readTable(text, "file", "a.csv"),
        () => numberTable(text, {}, "file").column("x"),
        () => csvColumn(text, "x", "file"),
      ].filter((read) => isRefused(read));
      if (refused.length === 3) throw new InvalidInputError("file", text.length, "bytes are refused by all readers");
    },
  },
};

/** Names of the importers. */
export const FILE_FORMATS: readonly string[] = Object.keys(importers);

/** A file of a format with the damage of a seed. */
export function mutatedFile(seed: number, format: string): Uint8Array {
  const random = createRandom(seed);
  let bytes = importers[format].whole();
  const isText = !bytes.includes(0);
  for (let rounds = 1 + Math.floor(2 * random()); rounds > 0; rounds--) bytes = wound(bytes, isText, random);
  return bytes;
}

function wound(bytes: Uint8Array, isText: boolean, random: () => number): Uint8Array {
  const kind = random();
  if (kind < 0.04) return Uint8Array.from([0x50, 0x4b, 3, 4, ...bytes]);
  if (kind < 0.08) return importers[FILE_FORMATS[Math.floor(FILE_FORMATS.length * random())]].whole();
  if (kind < 0.5) return spoiledBytes(bytes, random);
  // Numbers of heads and counts that lie, in texts and in whole words of binary files.
  if (!isText) return withOddWord(bytes, random);
  const text = textOf(bytes);
  if (kind < 0.6) return bytesOf(spoiledText(text, random));
  if (kind < 0.65) return bytesOf(nested(text, random));
  const numbers = [...text.matchAll(/-?\d+(\.\d+)?(e-?\d+)?/g)];
  if (numbers.length === 0) return bytes;
  const { 0: found, index } = numbers[Math.floor(numbers.length * random())];
  const odd = ODD_NUMBERS[Math.floor(ODD_NUMBERS.length * random())];
  return bytesOf(text.slice(0, index) + odd + text.slice(index + found.length));
}

const ODD_NUMBERS = [
  "-1",
  "0",
  "1e308",
  "-1e308",
  "1e-320",
  "NaN",
  "nan",
  "inf",
  "4294967295",
  "99999999999",
  "1e9",
  "0x10",
  "1.5",
  "",
  "7",
];

function nested(text: string, random: () => number): string {
  const depth = drawn(DEPTHS, random);
  return random() < 0.5
    ? text.replace(/\[/, "[".repeat(depth)).replace(/\]/, "]".repeat(depth))
    : text.replace(/<(node|geometry)\b/, (found) => `${"<node>".repeat(depth)}${found}`);
}

function withOddWord(bytes: Uint8Array, random: () => number): Uint8Array {
  const spoiled = Uint8Array.from(bytes);
  if (spoiled.length < 8) return spoiled;
  const view = new DataView(spoiled.buffer);
  // Heads are at the beginning.
  const at = Math.floor((random() < 0.5 ? Math.min(600, spoiled.length - 4) : spoiled.length - 4) * random());
  const words = [0, 1, 2, 255, 65_535, 0x7fff_ffff, 0xffff_ffff, 0x8000_0000, 0x7f80_0000, 0xffc0_0000, spoiled.length];
  view.setUint32(at, words[Math.floor(words.length * random())], random() < 0.7);
  return spoiled;
}

/** True where the file is read, false where it is refused in words. Throws what is neither. */
export function tryFile(bytes: Uint8Array, format: string): boolean {
  return !isRefused(() => importers[format].read(bytes));
}

function isRefused(read: () => void): boolean {
  try {
    read();
    return false;
  } catch (error) {
    if (error instanceof InvalidInputError) return true;
    throw error;
  }
}
