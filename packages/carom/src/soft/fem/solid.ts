/**
 * A solid of linear or quadratic tetrahedra: its nodes, and the points at which stress is taken.
 *
 * A quadratic tetrahedron has the four corners of a linear one and a node on each edge, in the order 01 12 02 03 13 23. With barycentric
 * coordinates l the shapes are l_a (2 l_a - 1) at corners and 4 l_a l_b on edges; stress is taken at four points (one coordinate
 * 0.5854..., the others 0.1381..., a quarter of the volume each), which is exact for straight edges. Corners keep their numbers and nodes
 * on edges follow them. Linear ones have one point. Gradients are those of the shape without load, by its own geometry (isoparametric).
 *
 * A load on all of the volume is shared out consistently, the integral of each shape, by a rule that is exact for curved edges: a straight
 * quadratic element under its weight gives each corner minus a twentieth of it and each edge a fifth.
 *
 * Source: Zienkiewicz and Taylor, The Finite Element Method, 2000, sections 8.10 and 9.10; the points: Hammer and Stroud 1956, Keast 1986.
 */
import { InvalidInputError } from "../../errors.js";
import { EDGE_MIDDLES, nodeCount, type TetMesh } from "../mesh/mesh.js";

/** `linear`: four nodes and one stress, the sources' own; `quadratic`: ten nodes, which bend and do not lock. */
export type ElementKind = "linear" | "quadratic";

/** A mesh with the nodes that its elements have, and gradients of their shapes. */
export interface Solid {
  /** What its elements are. */
  readonly element: ElementKind;
  /** Coordinates of all nodes, corners first, m. */
  readonly nodes: Float64Array<ArrayBuffer>;
  /** How many nodes are corners. */
  readonly corners: number;
  /** Nodes of one element after the other, `perElement` each. */
  readonly elements: Int32Array;
  /** 4 or 10. */
  readonly perElement: number;
  /** Of each element: 1 or 4. */
  readonly points: number;
  /** Volume that each point stands for, m^3, point by point of element by element. */
  readonly volumes: Float64Array;
  /** Gradients of the shapes of all nodes of an element at each point, three numbers a node, 1/m. */
  readonly gradients: Float64Array;
  /** Elements whose curved edges were made straight, because they fold the element. */
  readonly straightened: number;
}

/** The coordinates of the four points: one of them the first, three the second. */
export const NEAR = 0.5854101966249685;
export const FAR = 0.1381966011250105;

/** Exact to degree 5, barycentric coordinates and weight: centre, near the sides, near the corners, near the middles of edges. */
const DEGREE_FIVE = degreeFive();

function degreeFive(): readonly (readonly number[])[] {
  const wide = 1 / 4 + Math.sqrt(91) / 52;
  const narrow = 1 / 4 - Math.sqrt(91) / 52;
  const rows: number[][] = [[1 / 4, 1 / 4, 1 / 4, 1 / 4, 6544 / 36015]];
  for (let corner = 0; corner < 4; corner += 1) {
    const at = (own: number, other: number, weight: number): number[] => [
      ...[0, 1, 2, 3].map((each) => (each === corner ? own : other)),
      weight,
    ];
    rows.push(at(0, 1 / 3, 81 / 2240), at(8 / 11, 1 / 11, 161051 / 2304960));
  }
  for (const [a, b] of EDGE_MIDDLES) rows.push([...[0, 1, 2, 3].map((each) => (each === a || each === b ? wide : narrow)), 338 / 5145]);
  return rows;
}

/** A mesh as a solid of the given elements. */
export function solidOf(mesh: TetMesh, element: ElementKind): Solid {
  if (element === "linear") return withPoints("linear", mesh.nodes.slice(), nodeCount(mesh), mesh.tetrahedra, 0);
  const { nodes, elements, straightened } = raised(mesh);
  return withPoints("quadratic", nodes, nodeCount(mesh), elements, straightened);
}

/** The same solid with its nodes elsewhere. */
export function solidAt({ element, corners, elements }: Solid, nodes: Float64Array<ArrayBuffer>): Solid {
  return withPoints(element, nodes, corners, elements, 0);
}

function withPoints(
  element: ElementKind,
  nodes: Float64Array<ArrayBuffer>,
  corners: number,
  elements: Int32Array,
  straightened: number,
): Solid {
  const perElement = element === "linear" ? 4 : 10;
  const points = element === "linear" ? 1 : 4;
  const count = elements.length / perElement;
  const volumes = new Float64Array(count * points);
  const gradients = new Float64Array(count * points * perElement * 3);
  const slopes = Array.from({ length: points }, (_, point) =>
    element === "linear" ? LINEAR_SLOPES : quadraticSlopes([0, 1, 2, 3].map((each) => (each === point ? NEAR : FAR))),
  );
  for (let each = 0; each < count; each += 1)
    for (let point = 0; point < points; point += 1) {
      const at = each * points + point;
      const six = gradientsAt(nodes, elements, each * perElement, slopes[point], gradients, at * perElement * 3);
      if (!(six > 0))
        throw new InvalidInputError("mesh.tetrahedra", each, "is an element that is folded over there: its edges bend too much");
      volumes[at] = six / (6 * points);
    }
  return { element, nodes, corners, elements, perElement, points, volumes, gradients, straightened };
}

/** Derivatives of the shapes by three barycentric coordinates, the fourth being what is left of 1. */
const LINEAR_SLOPES: readonly number[] = [1, 0, 0, 0, 1, 0, 0, 0, 1, -1, -1, -1];

function quadraticSlopes(l: readonly number[]): number[] {
  const by = (four: readonly number[]): number[] => [0, 1, 2].map((k) => four[k] - four[3]);
  const corners = [0, 1, 2, 3].flatMap((a) => by([0, 1, 2, 3].map((k) => (k === a ? 4 * l[a] - 1 : 0))));
  const edges = EDGE_MIDDLES.flatMap(([a, b]) => by([0, 1, 2, 3].map((k) => (k === a ? 4 * l[b] : k === b ? 4 * l[a] : 0))));
  return [...corners, ...edges];
}

function quadraticShapes(l: readonly number[]): number[] {
  return [...[0, 1, 2, 3].map((a) => l[a] * (2 * l[a] - 1)), ...EDGE_MIDDLES.map(([a, b]) => 4 * l[a] * l[b])];
}

/** The determinant of the map from barycentric coordinates, six times the volume of a straight element; gradients where wanted. */
function gradientsAt(
  nodes: ArrayLike<number>,
  elements: ArrayLike<number>,
  first: number,
  slopes: readonly number[],
  out?: Float64Array,
  from = 0,
): number {
  let [xx, xy, xz, yx, yy, yz, zx, zy, zz] = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  const count = slopes.length / 3;
  for (let a = 0; a < count; a += 1) {
    const node = 3 * elements[first + a];
    const [s, t, u] = [slopes[3 * a], slopes[3 * a + 1], slopes[3 * a + 2]];
    const [x, y, z] = [nodes[node], nodes[node + 1], nodes[node + 2]];
    xx += x * s;
    xy += x * t;
    xz += x * u;
    yx += y * s;
    yy += y * t;
    yz += y * u;
    zx += z * s;
    zy += z * t;
    zz += z * u;
  }
  const [a, b, c] = [yy * zz - yz * zy, yz * zx - yx * zz, yx * zy - yy * zx];
  const determinant = xx * a + xy * b + xz * c;
  if (out === undefined) return determinant;
  const scale = 1 / determinant;
  // Rows of the inverse, by which slopes along barycentric coordinates become gradients in space.
  const inverse = [
    a,
    xz * zy - xy * zz,
    xy * yz - xz * yy,
    b,
    xx * zz - xz * zx,
    xz * yx - xx * yz,
    c,
    xy * zx - xx * zy,
    xx * yy - xy * yx,
  ];
  for (let node = 0; node < count; node += 1)
    for (let axis = 0; axis < 3; axis += 1)
      out[from + 3 * node + axis] =
        scale * (slopes[3 * node] * inverse[axis] + slopes[3 * node + 1] * inverse[3 + axis] + slopes[3 * node + 2] * inverse[6 + axis]);
  return determinant;
}

/** Adds a node to every edge: where the mesh knows its place, unless that folds an element, and halfway otherwise. */
function raised(mesh: TetMesh): { nodes: Float64Array<ArrayBuffer>; elements: Int32Array; straightened: number } {
  const { tetrahedra, middles } = mesh;
  const corners = nodeCount(mesh);
  const count = tetrahedra.length / 4;
  const elements = new Int32Array(10 * count);
  const known = new Map<number, number>();
  const places: number[] = [];
  const ends: number[] = [];
  for (let each = 0; each < count; each += 1) {
    elements.set(tetrahedra.subarray(4 * each, 4 * each + 4), 10 * each);
    EDGE_MIDDLES.forEach(([a, b], edge) => {
      const p = tetrahedra[4 * each + a];
      const q = tetrahedra[4 * each + b];
      const key = Math.min(p, q) * corners + Math.max(p, q);
      let node = known.get(key);
      if (node === undefined) {
        node = known.size;
        known.set(key, node);
        ends.push(p, q);
        for (let axis = 0; axis < 3; axis += 1)
          places.push(
            middles === undefined ? (mesh.nodes[3 * p + axis] + mesh.nodes[3 * q + axis]) / 2 : middles[18 * each + 3 * edge + axis],
          );
      }
      elements[10 * each + 4 + edge] = corners + node;
    });
  }
  const nodes = new Float64Array(3 * corners + places.length);
  nodes.set(mesh.nodes);
  nodes.set(places, 3 * corners);
  return { nodes, elements, straightened: middles === undefined ? 0 : straighten(nodes, elements, ends, corners) };
}

/** Where an element is folded at a point or a corner, its edges go back to straight; their neighbours are looked at again. */
function straighten(nodes: Float64Array, elements: Int32Array, ends: readonly number[], corners: number): number {
  const count = elements.length / 10;
  const places = [
    ...[0, 1, 2, 3].map((point) => [0, 1, 2, 3].map((each) => (each === point ? NEAR : FAR))),
    ...[0, 1, 2, 3].map((corner) => [0, 1, 2, 3].map((each) => (each === corner ? 1 : 0))),
  ].map(quadraticSlopes);
  const done = new Set<number>();
  for (let before = -1; done.size > before; ) {
    before = done.size;
    for (let each = 0; each < count; each += 1) {
      if (done.has(each) || places.every((slopes) => gradientsAt(nodes, elements, 10 * each, slopes) > 0)) continue;
      done.add(each);
      for (let edge = 4; edge < 10; edge += 1) {
        const node = elements[10 * each + edge];
        const [p, q] = [ends[2 * (node - corners)], ends[2 * (node - corners) + 1]];
        for (let axis = 0; axis < 3; axis += 1) nodes[3 * node + axis] = (nodes[3 * p + axis] + nodes[3 * q + axis]) / 2;
      }
    }
  }
  return done.size;
}

/** A body force given at every place, N/m^3 as three numbers into `out`, shared out to the nodes, N. */
export function bodyLoad(
  { element, nodes, elements, perElement }: Solid,
  force: (x: number, y: number, z: number, out: Float64Array) => void,
): Float64Array<ArrayBuffer> {
  const load = new Float64Array(nodes.length);
  const density = new Float64Array(3);
  for (const [l0, l1, l2, l3, weight] of DEGREE_FIVE) {
    const l = [l0, l1, l2, l3];
    const shapes = element === "linear" ? l : quadraticShapes(l);
    const slopes = element === "linear" ? LINEAR_SLOPES : quadraticSlopes(l);
    for (let first = 0; first < elements.length; first += perElement) {
      const volume = (weight * gradientsAt(nodes, elements, first, slopes)) / 6;
      let [x, y, z] = [0, 0, 0];
      for (let a = 0; a < perElement; a += 1) {
        const node = 3 * elements[first + a];
        x += shapes[a] * nodes[node];
        y += shapes[a] * nodes[node + 1];
        z += shapes[a] * nodes[node + 2];
      }
      force(x, y, z, density);
      for (let a = 0; a < perElement; a += 1)
        for (let axis = 0; axis < 3; axis += 1) load[3 * elements[first + a] + axis] += volume * shapes[a] * density[axis];
    }
  }
  return load;
}

/** What only quadratic elements can tell. */
export function assertQuadratic({ element }: Solid): void {
  if (element !== "quadratic") throw new InvalidInputError("element", element, "is not quadratic");
}

/** Volume of a solid, m^3. */
export function solidVolume({ volumes }: Solid): number {
  let sum = 0;
  for (let at = 0; at < volumes.length; at += 1) sum += volumes[at];
  return sum;
}
