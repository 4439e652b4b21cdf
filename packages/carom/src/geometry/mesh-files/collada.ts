/**
 * COLLADA: positions of the geometries of a scene, each through the transforms of the nodes it hangs in, in metres.
 *
 *     node           matrix, translate, rotate (axis, degrees), scale, in the order they are written
 *     unit           asset/unit@meter
 *     up axis        passed over, as viewers of robots do: of 467 public meshes that say Y_UP beside the same name in another format 212
 *                    have the other's box as they are, none turned (22 fit both ways, 233 neither)
 *     no scene       all geometries as they are
 *
 * Only corners: faces are not read, because what touches of a mesh of a robot is its hull.
 *
 * Source: Khronos, COLLADA 1.4.1 specification.
 */
import { InvalidInputError } from "../../errors.js";
import * as quaternion from "../../math/quaternion.js";
import { readXml, type XmlElement } from "../../xml.js";
import { checkCorners, textOf } from "./bytes.js";
import type { TriangleSurface } from "./surface.js";

/** Four rows of four. */
type Matrix = readonly number[];

const IDENTITY: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const LIMITS = { longest: 256 * 1024 * 1024, mostElements: 2_000_000 };
/** Nodes that may stand in others or name each other. */
const DEEPEST = 64;
/** Geometries that nodes may place: a file of a few nodes that name each other can ask for billions. */
const MOST_PLACED = 20_000;

interface Collada {
  readonly name: string;
  readonly byId: ReadonlyMap<string, XmlElement>;
  readonly points: number[];
  /** Positions of geometries, by element: each is read once. */
  readonly read: Map<XmlElement, Float64Array>;
  placed: number;
}

export function readCollada(file: Uint8Array | string, name: string): TriangleSurface {
  const root = rootOf(file, name);
  const byId = new Map<string, XmlElement>();
  index(root, byId);
  const collada: Collada = { name, byId, points: [], read: new Map(), placed: 0 };
  const asset = child(root, "asset");
  const metre = Number((asset && child(asset, "unit"))?.attributes.get("meter") ?? 1);
  const unit = Number.isFinite(metre) && metre > 0 ? metre : 1;
  const base = IDENTITY.map((value, i) => (i < 12 ? unit * value : value));
  const scene = sceneOf(root, collada);
  if (scene !== undefined) for (const node of children(scene, "node")) addNode(collada, node, base, 0);
  // Files without a scene, and scenes that place nothing, are geometries alone.
  if (collada.points.length === 0)
    for (const geometry of inLibrary(root, "library_geometries", "geometry")) addGeometry(collada, geometry, base);
  return { points: Float64Array.from(collada.points), triangles: new Uint32Array(0) };
}

function rootOf(file: Uint8Array | string, name: string): XmlElement {
  let root: XmlElement;
  try {
    root = readXml(textOf(file).replace(/^\u00ef\u00bb\u00bf/, ""), LIMITS);
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    throw new InvalidInputError(`${name}, ${error.path}`, error.value, error.expected);
  }
  if (root.name !== "COLLADA") throw new InvalidInputError(name, `<${root.name}>`, "is not <COLLADA>: this is no mesh");
  return root;
}

function index(element: XmlElement, byId: Map<string, XmlElement>): void {
  const id = element.attributes.get("id");
  if (id !== undefined && !byId.has(id)) byId.set(id, element);
  for (const inner of element.children) index(inner, byId);
}

function child(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((inner) => inner.name === name);
}

function children(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((inner) => inner.name === name);
}

function inLibrary(root: XmlElement, library: string, name: string): XmlElement[] {
  return children(root, library).flatMap((element) => children(element, name));
}

function named({ byId }: Collada, url: string | undefined): XmlElement | undefined {
  return url?.startsWith("#") ? byId.get(url.slice(1)) : undefined;
}

/** The scene that is asked for, or the first. */
function sceneOf(root: XmlElement, collada: Collada): XmlElement | undefined {
  const asked = child(root, "scene");
  const instance = asked && child(asked, "instance_visual_scene");
  return named(collada, instance?.attributes.get("url")) ?? inLibrary(root, "library_visual_scenes", "visual_scene")[0];
}

function addNode(collada: Collada, node: XmlElement, outer: Matrix, depth: number): void {
  if (depth > DEEPEST) throw new InvalidInputError(collada.name, node.attributes.get("id"), `is a node more than ${DEEPEST} deep`);
  let matrix = outer;
  for (const element of node.children) {
    const own = transformOf(element, collada.name);
    if (own !== undefined) matrix = times(matrix, own);
  }
  for (const element of node.children) {
    const url = element.attributes.get("url");
    if (element.name === "node") addNode(collada, element, matrix, depth + 1);
    else if (element.name === "instance_node") {
      const other = named(collada, url);
      if (other !== undefined) addNode(collada, other, matrix, depth + 1);
    } else if (element.name === "instance_geometry" || element.name === "instance_controller") {
      const geometry = geometryOf(collada, named(collada, url));
      if (geometry !== undefined) addGeometry(collada, geometry, matrix);
    }
    if (++collada.placed > MOST_PLACED) throw new InvalidInputError(collada.name, collada.placed, "elements are more than nodes may have");
  }
}

/** A geometry itself, or that which a skin bends. */
function geometryOf(collada: Collada, element: XmlElement | undefined): XmlElement | undefined {
  if (element?.name !== "controller") return element;
  return named(collada, child(element, "skin")?.attributes.get("source"));
}

function transformOf({ name, text, line }: XmlElement, file: string): Matrix | undefined {
  if (!["matrix", "translate", "rotate", "scale"].includes(name)) return undefined;
  const values = text.trim().split(/\s+/).map(Number);
  const wanted = { matrix: 16, translate: 3, rotate: 4, scale: 3 }[name];
  if (values.length !== wanted || !values.every(Number.isFinite))
    throw new InvalidInputError(`${file}, line ${line}`, text.trim().slice(0, 40), `are not the ${wanted} numbers of <${name}>`);
  if (name === "matrix") return values;
  const [x, y, z, angle] = values;
  if (name === "translate") return [1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z, 0, 0, 0, 1];
  if (name === "scale") return [x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 0, 0, 0, 1];
  const turn = quaternion.toMatrix(quaternion.fromAxisAngle([x, y, z], (angle * Math.PI) / 180) ?? quaternion.IDENTITY);
  return [turn[0], turn[1], turn[2], 0, turn[3], turn[4], turn[5], 0, turn[6], turn[7], turn[8], 0, 0, 0, 0, 1];
}

function times(a: Matrix, b: Matrix): Matrix {
  return Array.from({ length: 16 }, (_, k) => {
    const [row, column] = [k - (k % 4), k % 4];
    return a[row] * b[column] + a[row + 1] * b[4 + column] + a[row + 2] * b[8 + column] + a[row + 3] * b[12 + column];
  });
}

function addGeometry(collada: Collada, geometry: XmlElement, matrix: Matrix): void {
  const positions = collada.read.get(geometry) ?? positionsOf(collada, geometry);
  collada.read.set(geometry, positions);
  const { points } = collada;
  checkCorners((points.length + positions.length) / 3, collada.name);
  for (let i = 0; i < positions.length; i += 3)
    for (let row = 0; row < 12; row += 4)
      points.push(matrix[row] * positions[i] + matrix[row + 1] * positions[i + 1] + matrix[row + 2] * positions[i + 2] + matrix[row + 3]);
}

/** By the accessor of the source that the vertices name: every `stride`-th number from `offset` on begins a corner. */
function positionsOf(collada: Collada, geometry: XmlElement): Float64Array {
  const mesh = child(geometry, "mesh") ?? child(geometry, "convex_mesh");
  const vertices = mesh && child(mesh, "vertices");
  const input = vertices && children(vertices, "input").find(({ attributes }) => attributes.get("semantic") === "POSITION");
  const source = named(collada, input?.attributes.get("source"));
  const list = source && child(source, "float_array");
  if (source === undefined || list === undefined) return new Float64Array(0);
  const numbers = list.text.trim() === "" ? [] : list.text.trim().split(/\s+/);
  const technique = child(source, "technique_common");
  const accessor = technique && child(technique, "accessor");
  const stride = Number(accessor?.attributes.get("stride") ?? 3);
  const offset = Number(accessor?.attributes.get("offset") ?? 0);
  if (!(Number.isInteger(stride) && stride >= 3 && Number.isInteger(offset) && offset >= 0))
    throw new InvalidInputError(`${collada.name}, line ${source.line}`, [offset, stride], "are not an offset and a stride of positions");
  const count = Math.max(0, Math.floor((numbers.length - offset) / stride));
  checkCorners(count, collada.name);
  return Float64Array.from({ length: 3 * count }, (_, k) => Number(numbers[offset + stride * Math.floor(k / 3) + (k % 3)]));
}
