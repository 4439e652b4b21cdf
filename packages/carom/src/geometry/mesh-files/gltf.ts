/**
 * glTF 2.0, as one binary file (GLB) or as JSON with its buffers inside: triangles of all meshes of the scene, through the transforms of
 * their nodes, in the file's axes and metres. glTF has y up, and nothing is turned here.
 *
 * Source: Khronos Group, glTF 2.0 specification, 2021.
 */
import { InvalidInputError } from "../../errors.js";
import { bytesOf, checkCorners, textOf } from "./bytes.js";
import type { TriangleSurface } from "./surface.js";

const MAGIC = 0x46546c67;
const [JSON_CHUNK, BINARY_CHUNK] = [0x4e4f534a, 0x004e4942];
const [TRIANGLES, STRIP, FAN] = [4, 5, 6];
const DEEPEST = 64;
const MOST_NODES = 100_000;

interface Gltf {
  readonly asset?: { readonly version?: string };
  readonly scene?: number;
  readonly scenes?: readonly { readonly nodes?: readonly number[] }[];
  readonly nodes?: readonly GltfNode[];
  readonly meshes?: readonly { readonly primitives: readonly Primitive[] }[];
  readonly accessors?: readonly Accessor[];
  readonly bufferViews?: readonly {
    readonly buffer: number;
    readonly byteOffset?: number;
    readonly byteLength: number;
    readonly byteStride?: number;
  }[];
  readonly buffers?: readonly { readonly uri?: string; readonly byteLength: number }[];
  readonly extensionsRequired?: readonly string[];
}

interface GltfNode {
  readonly children?: readonly number[];
  readonly mesh?: number;
  readonly matrix?: readonly number[];
  readonly translation?: readonly number[];
  readonly rotation?: readonly number[];
  readonly scale?: readonly number[];
}

interface Primitive {
  readonly attributes: { readonly POSITION?: number };
  readonly indices?: number;
  readonly mode?: number;
}

interface Accessor {
  readonly bufferView?: number;
  readonly byteOffset?: number;
  readonly componentType: number;
  readonly count: number;
  readonly type: string;
  readonly sparse?: unknown;
}

/** Column by column, as glTF has them. */
type Matrix = readonly number[];
const IDENTITY: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** Whether a file begins as a GLB, or holds JSON with an asset of glTF. */
export function isGltf(file: Uint8Array | string): boolean {
  const head = textOf(file, 0, 2000);
  return head.startsWith("glTF") || (/^\s*\{/.test(head) && /"(asset|accessors|scenes|nodes|meshes)"/.test(textOf(file, 0, 200_000)));
}

export function readGltf(file: Uint8Array | string, name: string): TriangleSurface {
  const fail = (value: unknown, expected: string): never => {
    throw new InvalidInputError(name, value, expected);
  };
  const { json, binary } = chunksOf(file, name);
  const gltf = parsed(json, name);
  const needed = (gltf.extensionsRequired ?? []).filter(
    (extension) => extension !== "KHR_mesh_quantization" && !extension.startsWith("KHR_materials"),
  );
  if (needed.length > 0) fail(needed.join(", "), "is needed to read it, and is not known: write it without compression");
  const buffers = new Map<number, DataView>();
  const bufferAt = (i: number): DataView => {
    const known = buffers.get(i) ?? bufferOf(gltf, i, binary, name);
    buffers.set(i, known);
    return known;
  };
  const points: number[] = [];
  const triangles: number[] = [];
  let visited = 0;

  function addNode(i: number, outer: Matrix, depth: number): void {
    const node = gltf.nodes?.[i];
    if (node === undefined) throw new InvalidInputError(name, i, "is not a node of this file");
    if (depth > DEEPEST || ++visited > MOST_NODES) fail(i, "is a node too deep, or one too many: nodes go round");
    const own = multiplied(outer, matrixOf(node, fail));
    if (node.mesh !== undefined) addMesh(node.mesh, own);
    for (const child of node.children ?? []) addNode(child, own, depth + 1);
  }

  function addMesh(i: number, matrix: Matrix): void {
    for (const primitive of gltf.meshes?.[i]?.primitives ?? fail(i, "is not a mesh of this file")) {
      const mode = primitive.mode ?? TRIANGLES;
      if (mode !== TRIANGLES && mode !== STRIP && mode !== FAN) continue;
      const place = primitive.attributes.POSITION;
      if (place === undefined) continue;
      const first = points.length / 3;
      const corners = numbersOf(gltf, place, { width: 3, bufferAt, name });
      for (let k = 0; k < corners.length; k += 3) points.push(...moved(matrix, corners[k], corners[k + 1], corners[k + 2]));
      checkCorners(points.length / 3, name);
      const count = corners.length / 3;
      const order =
        primitive.indices === undefined
          ? Array.from({ length: count }, (_, k) => k)
          : numbersOf(gltf, primitive.indices, { width: 1, bufferAt, name });
      for (const corner of cornersOf(order, mode)) triangles.push(first + corner);
      checkCorners(triangles.length, name);
    }
  }

  const scene = gltf.scenes?.[gltf.scene ?? 0];
  const roots =
    scene?.nodes ?? gltf.nodes?.map((_, i) => i).filter((i) => !gltf.nodes?.some(({ children }) => children?.includes(i))) ?? [];
  for (const root of roots) addNode(root, IDENTITY, 0);
  return { points: Float64Array.from(points), triangles: Uint32Array.from(triangles) };
}

function chunksOf(file: Uint8Array | string, name: string): { readonly json: string; readonly binary: DataView | undefined } {
  if (!textOf(file, 0, 4).startsWith("glTF")) return { json: textOf(file), binary: undefined };
  const { bytes, view } = bytesOf(file);
  const fail = (value: unknown, expected: string): never => {
    throw new InvalidInputError(name, value, expected);
  };
  if (view.byteLength < 20 || view.getUint32(0, true) !== MAGIC) fail(view.byteLength, "bytes are too few for a GLB");
  if (view.getUint32(4, true) !== 2) fail(view.getUint32(4, true), "is not a version of glTF that is read: 2");
  const length = view.getUint32(12, true);
  if (view.getUint32(16, true) !== JSON_CHUNK || 20 + length > view.byteLength) fail(length, "is not the length of its JSON");
  const json = lettersOf(bytes.subarray(20, 20 + length));
  const second = 20 + length;
  if (second + 8 > view.byteLength) return { json, binary: undefined };
  const size = view.getUint32(second, true);
  if (view.getUint32(second + 4, true) !== BINARY_CHUNK || second + 8 + size > view.byteLength)
    fail(size, "is not the length of its binary part");
  return { json, binary: new DataView(bytes.buffer, bytes.byteOffset + second + 8, size) };
}

/** Letters beyond ASCII are in names alone, which nobody needs here. */
function lettersOf(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
}

function parsed(text: string, name: string): Gltf {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new InvalidInputError(name, text.slice(0, 20), "is not JSON");
  }
  const gltf = value as Gltf;
  if (typeof gltf !== "object" || gltf === null || !/^2\./.test(String(gltf.asset?.version)))
    throw new InvalidInputError(name, gltf?.asset?.version, "is not a version of glTF that is read: 2.0");
  for (const list of ["scenes", "nodes", "meshes", "accessors", "bufferViews", "buffers"] as const)
    if (gltf[list] !== undefined && !(Array.isArray(gltf[list]) && gltf[list].every(isObject)))
      throw new InvalidInputError(`${name}, ${list}`, gltf[list], "is not a list of objects");
  checkInner(gltf, name);
  return gltf;
}

const isObject = (value: unknown) => typeof value === "object" && value !== null;

/** Lists inside of lists are lists, too, and what meshes are made of are objects. */
function checkInner({ scenes = [], nodes = [], meshes = [], extensionsRequired = [] }: Gltf, name: string): void {
  const check = (list: unknown, path: string, isRight: (item: unknown) => boolean, what: string) => {
    if (list !== undefined && !(Array.isArray(list) && list.every(isRight)))
      throw new InvalidInputError(`${name}, ${path}`, list, `is not a list of ${what}`);
  };
  check(extensionsRequired, "extensionsRequired", (item) => typeof item === "string", "names");
  scenes.forEach((scene, i) => {
    check(scene.nodes, `scenes[${i}].nodes`, Number.isInteger, "numbers of nodes");
  });
  nodes.forEach((node, i) => {
    check(node.children, `nodes[${i}].children`, Number.isInteger, "numbers of nodes");
  });
  const isPrimitive = (item: unknown) => isObject(item) && isObject((item as Primitive).attributes);
  meshes.forEach(({ primitives }, i) => {
    check(primitives, `meshes[${i}].primitives`, isPrimitive, "primitives with attributes");
  });
}

const DATA = /^data:[^,]*;base64,/;
const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

function bufferOf({ buffers = [] }: Gltf, i: number, binary: DataView | undefined, name: string): DataView {
  const buffer = buffers[i];
  if (buffer === undefined) throw new InvalidInputError(name, i, "is not a buffer of this file");
  if (buffer.uri === undefined) {
    if (binary === undefined || i !== 0) throw new InvalidInputError(name, i, "is a buffer without content");
    return binary;
  }
  if (typeof buffer.uri !== "string" || !DATA.test(buffer.uri))
    throw new InvalidInputError(name, String(buffer.uri).slice(0, 60), "is a file beside it, which is not read: write it as .glb");
  const text = buffer.uri.replace(DATA, "").replace(/=+$/, "");
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let [held, bits, at] = [0, 0, 0];
  for (const letter of text) {
    const digit = DIGITS.indexOf(letter);
    if (digit < 0) throw new InvalidInputError(name, letter, "is not a letter of base64");
    held = ((held << 6) | digit) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at++] = (held >> bits) & 0xff;
  }
  return new DataView(bytes.buffer);
}

interface Reading {
  readonly width: 1 | 3;
  readonly bufferAt: (i: number) => DataView;
  readonly name: string;
}

/** Bytes and reader of each type of component. */
const COMPONENTS: Readonly<Record<number, readonly [number, (view: DataView, at: number) => number]>> = {
  5120: [1, (view, at) => view.getInt8(at)],
  5121: [1, (view, at) => view.getUint8(at)],
  5122: [2, (view, at) => view.getInt16(at, true)],
  5123: [2, (view, at) => view.getUint16(at, true)],
  5125: [4, (view, at) => view.getUint32(at, true)],
  5126: [4, (view, at) => view.getFloat32(at, true)],
};

function numbersOf({ accessors = [], bufferViews = [] }: Gltf, i: number, { width, bufferAt, name }: Reading): number[] {
  const path = `${name}, accessors[${i}]`;
  const accessor = accessors[i];
  const component = COMPONENTS[accessor?.componentType ?? 0];
  if (accessor === undefined || component === undefined)
    throw new InvalidInputError(path, accessor?.componentType, "is not an accessor that can be read");
  if (accessor.type !== (width === 1 ? "SCALAR" : "VEC3"))
    throw new InvalidInputError(path, accessor.type, `is not ${width === 1 ? "SCALAR" : "VEC3"}`);
  if (accessor.sparse !== undefined || accessor.bufferView === undefined)
    throw new InvalidInputError(path, "sparse", "accessors are not read");
  if (!(Number.isInteger(accessor.count) && accessor.count >= 0)) throw new InvalidInputError(path, accessor.count, "is not a count");
  const view = bufferViews[accessor.bufferView];
  if (view === undefined) throw new InvalidInputError(path, accessor.bufferView, "is not a buffer view of this file");
  const [size, read] = component;
  const stride = view.byteStride ?? size * width;
  const data = bufferAt(view.buffer);
  const begin = (view.byteOffset ?? 0) + (accessor.byteOffset ?? 0);
  const end = begin + (accessor.count === 0 ? 0 : (accessor.count - 1) * stride + size * width);
  if (!(begin >= 0 && stride >= 0 && end <= data.byteLength))
    throw new InvalidInputError(path, end, `bytes are beyond its buffer of ${data.byteLength}`);
  checkCorners(accessor.count, name);
  const values: number[] = [];
  for (let row = 0; row < accessor.count; row++) for (let c = 0; c < width; c++) values.push(read(data, begin + row * stride + c * size));
  return values;
}

function cornersOf(order: readonly number[], mode: number): number[] {
  if (mode === TRIANGLES) return order.slice(0, 3 * Math.floor(order.length / 3));
  return order.slice(2).flatMap((corner, k) => {
    if (mode === FAN) return [order[0], order[k + 1], corner];
    return k % 2 === 0 ? [order[k], order[k + 1], corner] : [order[k + 1], order[k], corner];
  });
}

function matrixOf(
  { matrix, translation = [0, 0, 0], rotation = [0, 0, 0, 1], scale = [1, 1, 1] }: GltfNode,
  fail: (value: unknown, expected: string) => never,
): Matrix {
  const numbers = (list: readonly number[], count: number, what: string) => {
    if (!Array.isArray(list) || list.length !== count || !list.every(Number.isFinite)) fail(list, `is not a ${what} of ${count} numbers`);
    return list;
  };
  if (matrix !== undefined) return numbers(matrix, 16, "matrix");
  const [x, y, z, w] = numbers(rotation, 4, "rotation");
  const [a, b, c] = numbers(scale, 3, "scale");
  const [dx, dy, dz] = numbers(translation, 3, "translation");
  return [
    ...[a * (1 - 2 * (y * y + z * z)), a * 2 * (x * y + z * w), a * 2 * (x * z - y * w), 0],
    ...[b * 2 * (x * y - z * w), b * (1 - 2 * (x * x + z * z)), b * 2 * (y * z + x * w), 0],
    ...[c * 2 * (x * z + y * w), c * 2 * (y * z - x * w), c * (1 - 2 * (x * x + y * y)), 0],
    ...[dx, dy, dz, 1],
  ];
}

function multiplied(a: Matrix, b: Matrix): Matrix {
  return Array.from({ length: 16 }, (_, k) => {
    const [row, column] = [k % 4, k - (k % 4)];
    return a[row] * b[column] + a[row + 4] * b[column + 1] + a[row + 8] * b[column + 2] + a[row + 12] * b[column + 3];
  });
}

function moved(m: Matrix, x: number, y: number, z: number): [number, number, number] {
  return [m[0] * x + m[4] * y + m[8] * z + m[12], m[1] * x + m[5] * y + m[9] * z + m[13], m[2] * x + m[6] * y + m[10] * z + m[14]];
}
