/**
 * A run as animated glTF 2.0 in one binary file (GLB): a node and a mesh for each body, one animation of places and turns. glTF has y up,
 * so all stand on a root that is turned. Without normals, as the format says, programs shade the triangles flat.
 *
 * Source: Khronos Group, glTF 2.0 specification, 2021.
 */
import { InvalidInputError } from "../errors.js";
import type { RunInSpace, Solid } from "./run-in-space.js";
import type { BodyRow } from "./run-rows.js";
import { trackBlocks } from "./track-blocks.js";
import type { Triangles } from "./triangles.js";

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

const TRACKS = [
  { path: "translation", width: 3, type: "VEC3", read: ({ position }: BodyRow) => position },
  { path: "rotation", width: 4, type: "VEC4", read: ({ orientation }: BodyRow) => orientation },
] as const;

/** Bytes of a file, which the format counts with 32 bits. */
const LONGEST = 0xffffffff;

/** The content of a .glb file, piece by piece. */
export async function* glbPieces(run: RunInSpace, most?: number): AsyncGenerator<Uint8Array> {
  const { solids, title } = run;
  const first = await firstPlaces(run);
  let last = 0;
  for await (const times of clockOf(run)) last = times[times.length - 1];
  const plan = planOf(run, last);
  const content = {
    asset: { version: "2.0", generator: "carom" },
    scene: 0,
    scenes: [{ name: title, nodes: [0] }],
    nodes: [
      { name: "world", rotation: UPRIGHT, ...(solids.length === 0 ? {} : { children: solids.map((_, i) => i + 1) }) },
      ...solids.map(({ name }, i) => ({ name, mesh: i, translation: first[i].position, rotation: first[i].orientation })),
    ],
    ...(solids.length === 0 ? {} : { meshes: plan.meshes, materials: solids.map(materialOf) }),
    ...(plan.tracks.length === 0 ? {} : { animations: [animationOf(plan.tracks, plan.clock)] }),
    ...(plan.length === 0 ? {} : { accessors: plan.accessors, bufferViews: plan.bufferViews, buffers: [{ byteLength: plan.length }] }),
  };
  const json = padded(asciiBytes(JSON.stringify(content)), SPACE);
  const size = 12 + 8 + json.length + (plan.length === 0 ? 0 : 8 + plan.length);
  if (size > LONGEST) throw new InvalidInputError("glb", size, `bytes are more than the format counts (${LONGEST}): write fewer rows`);
  yield words([MAGIC, VERSION, size, json.length, JSON_CHUNK]);
  yield json;
  if (plan.length === 0) return;
  yield words([plan.length, BINARY_CHUNK]);
  for (const { surface } of solids) {
    yield floats(surface.points.flat());
    yield words(surface.faces.flat());
  }
  if (plan.tracks.length === 0) return;
  for await (const times of clockOf(run)) yield floats(times);
  for await (const { values } of trackBlocks(run, plan.tracks, most)) yield floats(values);
}

async function firstPlaces(run: RunInSpace): Promise<readonly BodyRow[]> {
  for await (const { places } of run.rows()) return places;
  return run.solids.map(() => ({ position: [0, 0, 0], orientation: [0, 0, 0, 1], velocity: [0, 0, 0], angularVelocity: [0, 0, 0] }));
}

/** Rows of a stretch of the clock. */
const STRETCH = 4096;

/** Single precision cannot tell all rows apart, and the format wants times that grow: those that do not are the next number. */
async function* clockOf(run: RunInSpace): AsyncGenerator<readonly number[]> {
  const next = new DataView(new ArrayBuffer(4));
  let before = Number.NEGATIVE_INFINITY;
  let times: number[] = [];
  for await (const { time } of run.rows()) {
    let single = Math.fround(time);
    if (single <= before) {
      next.setFloat32(0, before);
      next.setUint32(0, next.getUint32(0) + 1);
      single = next.getFloat32(0);
    }
    times.push(single);
    before = single;
    if (times.length < STRETCH) continue;
    yield times;
    times = [];
  }
  if (times.length > 0) yield times;
}

/** Where everything will be, before anything is written: surfaces, times, then track after track. */
function planOf({ solids, count, span }: RunInSpace, last: number) {
  const accessors: object[] = [];
  const bufferViews: object[] = [];
  let length = 0;
  const add = (bytes: number, accessor: object, target?: number): number => {
    bufferViews.push({ buffer: 0, byteOffset: length, byteLength: bytes, ...(target === undefined ? {} : { target }) });
    length += bytes;
    return accessors.push({ bufferView: bufferViews.length - 1, ...accessor }) - 1;
  };
  const meshes = solids.map(({ name, surface: { points, faces } }, material) => {
    const POSITION = add(12 * points.length, { componentType: FLOAT, count: points.length, type: "VEC3", ...boxOf(points) }, ARRAY_BUFFER);
    const corners = { componentType: UNSIGNED_INT, count: 3 * faces.length, type: "SCALAR" };
    return { name, primitives: [{ attributes: { POSITION }, indices: add(12 * faces.length, corners, ELEMENT_ARRAY_BUFFER), material }] };
  });
  const moving = solids.flatMap(({ isStill }, solid) => (isStill || count < 2 ? [] : [solid]));
  const extremes = { min: [Math.fround(span[0])], max: [last] };
  const clock = moving.length === 0 ? -1 : add(4 * count, { componentType: FLOAT, count, type: "SCALAR", ...extremes });
  const tracks = moving.flatMap((solid) =>
    TRACKS.map(({ path, width, type, read }) => ({
      solid,
      path,
      width,
      read,
      output: add(4 * width * count, { componentType: FLOAT, count, type }),
    })),
  );
  return { accessors, bufferViews, length, meshes, clock, tracks };
}

function boxOf(points: Triangles["points"]) {
  const extreme = (pick: (...values: number[]) => number) =>
    [0, 1, 2].map((k) => points.reduce((most, point) => pick(most, Math.fround(point[k])), Math.fround(points[0][k])));
  return { min: extreme(Math.min), max: extreme(Math.max) };
}

function materialOf({ name, isMoving }: Solid, i: number) {
  const colour = isMoving ? COLOURS[i % COLOURS.length] : GROUND;
  return { name, doubleSided: true, pbrMetallicRoughness: { baseColorFactor: colour, metallicFactor: 0, roughnessFactor: 0.8 } };
}

interface Channel {
  readonly solid: number;
  readonly path: string;
  readonly output: number;
}

function animationOf(tracks: readonly Channel[], input: number) {
  return {
    name: "run",
    samplers: tracks.map(({ output }) => ({ input, output, interpolation: "LINEAR" })),
    channels: tracks.map(({ solid, path }, sampler) => ({ sampler, target: { node: solid + 1, path } })),
  };
}

/** Letters beyond ASCII as JSON's escapes: then a letter is a byte. */
function asciiBytes(text: string): Uint8Array {
  const escaped = text.replace(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return Uint8Array.from(escaped, (letter) => letter.charCodeAt(0));
}

const SPACE = 0x20;

/** To a multiple of four bytes. */
function padded(bytes: Uint8Array, filler: number): Uint8Array {
  const whole = new Uint8Array(4 * Math.ceil(bytes.length / 4)).fill(filler);
  whole.set(bytes);
  return whole;
}

/** Little endian, whatever the machine has. */
function words(values: readonly number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(4 * values.length));
  values.forEach((value, i) => {
    view.setUint32(4 * i, value, true);
  });
  return new Uint8Array(view.buffer);
}

function floats(values: readonly number[] | Float64Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(4 * values.length));
  for (let i = 0; i < values.length; i++) view.setFloat32(4 * i, values[i], true);
  return new Uint8Array(view.buffer);
}
