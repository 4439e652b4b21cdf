/**
 * A run as animated glTF 2.0 in one binary file (GLB): a node and a mesh for each body, one animation of places and turns. glTF has y up,
 * so all stand on a root that is turned. Without normals, as the format says, programs shade the triangles flat.
 *
 * Source: Khronos Group, glTF 2.0 specification, 2021.
 */
import type { RunInSpace, Solid } from "./run-in-space.js";

const [FLOAT, UNSIGNED_INT] = [5126, 5125];
const [ARRAY_BUFFER, ELEMENT_ARRAY_BUFFER] = [34962, 34963];
const [MAGIC, VERSION, JSON_CHUNK, BINARY_CHUNK] = [0x46546c67, 2, 0x4e4f534a, 0x004e4942];
/** A turn by -90 degrees about x: z up becomes y up. */
const UPRIGHT = [-Math.SQRT1_2, 0, 0, Math.SQRT1_2];
const GROUND = [0.55, 0.57, 0.6, 1];
/** Apart for all eyes: Okabe and Ito, Color universal design, 2008; linear. */
const COLOURS = [
  [0.791, 0.347, 0, 1],
  [0.093, 0.456, 0.815, 1],
  [0, 0.342, 0.171, 1],
  [0.871, 0.776, 0.054, 1],
  [0, 0.168, 0.445, 1],
  [0.665, 0.112, 0, 1],
  [0.604, 0.191, 0.386, 1],
];

type Rows = readonly (readonly number[])[];

/** The content of a .glb file. */
export function glbOf(run: RunInSpace): Uint8Array {
  const data = createData();
  const { solids, times } = run;
  const moving = solids.flatMap((solid, i) => (solid.positions.length > 1 ? [{ solid, node: i + 1 }] : []));
  const clock = moving.length > 0 ? data.floats(times.map((time) => [time])) : -1;
  const tracks = moving.flatMap(({ solid, node }) => [
    { node, path: "translation", output: data.floats(solid.positions) },
    ...(solid.isMoving ? [{ node, path: "rotation", output: data.floats(solid.orientations) }] : []),
  ]);
  const meshes = solids.map(({ name, surface: { points, faces } }, i) => ({
    name,
    primitives: [{ attributes: { POSITION: data.floats(points, ARRAY_BUFFER) }, indices: data.indices(faces), material: i }],
  }));
  const { accessors, bufferViews, bytes } = data.done();
  const content = {
    asset: { version: "2.0", generator: "carom" },
    scene: 0,
    scenes: [{ name: run.title, nodes: [0] }],
    nodes: [{ name: "world", rotation: UPRIGHT, children: solids.map((_, i) => i + 1) }, ...solids.map(nodeOf)],
    meshes,
    materials: solids.map(materialOf),
    ...(tracks.length === 0 ? {} : { animations: [animationOf(tracks, clock)] }),
    accessors,
    bufferViews,
    buffers: [{ byteLength: bytes.length }],
  };
  return fileOf(asciiBytes(JSON.stringify(content)), bytes);
}

const nodeOf = ({ name, positions, orientations }: Solid, i: number) => ({
  name,
  mesh: i,
  translation: positions[0],
  rotation: orientations[0],
});

function materialOf({ name, isMoving }: Solid, i: number) {
  const colour = isMoving ? COLOURS[i % COLOURS.length] : GROUND;
  return { name, doubleSided: true, pbrMetallicRoughness: { baseColorFactor: colour, metallicFactor: 0, roughnessFactor: 0.8 } };
}

function animationOf(tracks: readonly { readonly node: number; readonly path: string; readonly output: number }[], input: number) {
  return {
    name: "run",
    samplers: tracks.map(({ output }) => ({ input, output, interpolation: "LINEAR" })),
    channels: tracks.map(({ node, path }, sampler) => ({ sampler, target: { node, path } })),
  };
}

/** Numbers one after the other, and what glTF has to know of each stretch of them. */
function createData() {
  const pieces: Uint8Array[] = [];
  const bufferViews: object[] = [];
  const accessors: object[] = [];
  let length = 0;

  function add(piece: Uint8Array, accessor: object, target?: number): number {
    bufferViews.push({ buffer: 0, byteOffset: length, byteLength: piece.length, ...(target === undefined ? {} : { target }) });
    pieces.push(piece);
    length += piece.length;
    return accessors.push({ bufferView: bufferViews.length - 1, ...accessor }) - 1;
  }

  return {
    /** Rows of one, three or four numbers; their extremes are told, which places and times need. */
    floats(rows: Rows, target?: number): number {
      const width = rows[0].length;
      const view = new DataView(new ArrayBuffer(4 * width * rows.length));
      rows.forEach((row, i) => {
        row.forEach((value, k) => {
          view.setFloat32(4 * (width * i + k), value, true);
        });
      });
      const extreme = (pick: (a: number, b: number) => number) =>
        Array.from({ length: width }, (_, k) =>
          rows.reduce((most, _row, i) => pick(most, view.getFloat32(4 * (width * i + k), true)), view.getFloat32(4 * k, true)),
        );
      const type = width === 1 ? "SCALAR" : `VEC${width}`;
      const accessor = { componentType: FLOAT, count: rows.length, type, min: extreme(Math.min), max: extreme(Math.max) };
      return add(new Uint8Array(view.buffer), accessor, target);
    },
    indices(faces: Rows): number {
      const view = new DataView(new ArrayBuffer(12 * faces.length));
      faces.forEach((face, i) => {
        face.forEach((corner, k) => {
          view.setUint32(4 * (3 * i + k), corner, true);
        });
      });
      return add(
        new Uint8Array(view.buffer),
        { componentType: UNSIGNED_INT, count: 3 * faces.length, type: "SCALAR" },
        ELEMENT_ARRAY_BUFFER,
      );
    },
    done() {
      const bytes = new Uint8Array(length);
      let at = 0;
      for (const piece of pieces) {
        bytes.set(piece, at);
        at += piece.length;
      }
      return { accessors, bufferViews, bytes };
    },
  };
}

/** Letters beyond ASCII as JSON's escapes: then a letter is a byte. */
function asciiBytes(text: string): Uint8Array {
  const escaped = text.replace(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return Uint8Array.from(escaped, (letter) => letter.charCodeAt(0));
}

const SPACE = 0x20;

function fileOf(json: Uint8Array, binary: Uint8Array): Uint8Array {
  const padded = (length: number) => Math.ceil(length / 4) * 4;
  const size = 12 + 8 + padded(json.length) + 8 + padded(binary.length);
  const file = new Uint8Array(size);
  const view = new DataView(file.buffer);
  [MAGIC, VERSION, size, padded(json.length), JSON_CHUNK].forEach((word, i) => {
    view.setUint32(4 * i, word, true);
  });
  file.fill(SPACE, 20, 20 + padded(json.length));
  file.set(json, 20);
  const second = 20 + padded(json.length);
  view.setUint32(second, padded(binary.length), true);
  view.setUint32(second + 4, BINARY_CHUNK, true);
  file.set(binary, second + 8);
  return file;
}
