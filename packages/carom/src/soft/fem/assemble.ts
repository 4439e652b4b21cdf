/**
 * Energy, internal forces and tangent stiffness of a whole solid at a displacement: sums over its points.
 *
 *     F = I + sum u_a g_a^T        energy = sum V psi(F)        f_a = sum V P g_a        K_ab = sum V g_a . dP/dF . g_b
 *
 * Letters: F deformation gradient, g gradients of shapes, P stress, V volume of a point.  Source: as elasticity.ts.
 */
import type { SparseSymmetric } from "../../math/sparse/symmetric.js";
import type { ElasticResponse } from "./elasticity.js";
import type { Solid } from "./solid.js";
import { type StiffnessPattern, stiffnessPattern } from "./stiffness.js";

/** Where the entries of a solid's stiffness are. */
export const solidPattern = ({ elements, nodes, perElement }: Solid): StiffnessPattern =>
  stiffnessPattern(elements, nodes.length / 3, perElement);

/** F at a point of an element, row-major. */
export function deformationAt(solid: Solid, displacement: ArrayLike<number>, element: number, point: number, out: Float64Array): void {
  const { elements, perElement, points, gradients } = solid;
  out.fill(0);
  out[0] = 1;
  out[4] = 1;
  out[8] = 1;
  let at = (element * points + point) * perElement * 3;
  for (let a = element * perElement; a < (element + 1) * perElement; a += 1, at += 3) {
    const node = 3 * elements[a];
    const gx = gradients[at];
    const gy = gradients[at + 1];
    const gz = gradients[at + 2];
    for (let row = 0; row < 3; row += 1) {
      const u = displacement[node + row];
      out[3 * row] += u * gx;
      out[3 * row + 1] += u * gy;
      out[3 * row + 2] += u * gz;
    }
  }
}

/** Energy of a displacement, J; infinite where an element is turned inside out. */
export function energyOf(solid: Solid, response: ElasticResponse, displacement: ArrayLike<number>): number {
  const f = new Float64Array(9);
  const stress = new Float64Array(9);
  let energy = 0;
  for (let element = 0; element < solid.elements.length / solid.perElement; element += 1)
    for (let point = 0; point < solid.points; point += 1) {
      deformationAt(solid, displacement, element, point, f);
      energy += solid.volumes[element * solid.points + point] * response(f, stress);
    }
  return energy;
}

/** Energy, internal force on every node, N, and, where a pattern is given, the tangent stiffness. */
export interface Assembled {
  /** J; infinite where an element is turned inside out, and then nothing else is to be used. */
  readonly energy: number;
  /** Three numbers a node, N. */
  readonly force: Float64Array<ArrayBuffer>;
  /** N/m. */
  readonly tangent?: SparseSymmetric;
}

/** Sums energy, forces and, with a pattern, the tangent stiffness over a solid. */
export function assemble(solid: Solid, response: ElasticResponse, displacement: ArrayLike<number>, pattern?: StiffnessPattern): Assembled {
  const { elements, perElement, points, volumes, gradients, nodes } = solid;
  const f = new Float64Array(9);
  const stress = new Float64Array(9);
  const tangent = pattern === undefined ? undefined : new Float64Array(81);
  const block = new Float64Array(9 * perElement * perElement);
  const force = new Float64Array(nodes.length);
  const values = new Float64Array(pattern?.rows.length ?? 0);
  let energy = 0;
  for (let element = 0; element < elements.length / perElement; element += 1) {
    block.fill(0);
    for (let point = 0; point < points; point += 1) {
      deformationAt(solid, displacement, element, point, f);
      const at = element * points + point;
      const volume = volumes[at];
      energy += volume * response(f, stress, tangent);
      if (energy === Infinity) return { energy, force };
      const from = at * perElement * 3;
      for (let a = 0; a < perElement; a += 1) {
        const node = 3 * elements[element * perElement + a];
        const g = from + 3 * a;
        for (let i = 0; i < 3; i += 1)
          force[node + i] +=
            volume * (stress[3 * i] * gradients[g] + stress[3 * i + 1] * gradients[g + 1] + stress[3 * i + 2] * gradients[g + 2]);
      }
      if (tangent !== undefined) addTangent(block, tangent, gradients, from, perElement, volume);
    }
    if (pattern !== undefined) scatter(values, pattern, block, elements, element, perElement);
  }
  if (pattern === undefined) return { energy, force };
  return { energy, force, tangent: { size: nodes.length, columnStarts: pattern.columnStarts, rows: pattern.rows, values } };
}

/** Adds one point's share to the stiffness of its element, node by node, 9 numbers a pair, for pairs at or below the diagonal. */
function addTangent(
  block: Float64Array,
  tangent: Float64Array,
  gradients: Float64Array,
  from: number,
  perElement: number,
  volume: number,
): void {
  for (let b = 0; b < perElement; b += 1) {
    const x = volume * gradients[from + 3 * b];
    const y = volume * gradients[from + 3 * b + 1];
    const z = volume * gradients[from + 3 * b + 2];
    for (let k = 0; k < 3; k += 1)
      for (let i = 0; i < 3; i += 1) {
        // dP_iJ for a unit displacement of node b along k.
        const row = 27 * i + 3 * k;
        const p = tangent[row] * x + tangent[row + 1] * y + tangent[row + 2] * z;
        const q = tangent[row + 9] * x + tangent[row + 10] * y + tangent[row + 11] * z;
        const r = tangent[row + 18] * x + tangent[row + 19] * y + tangent[row + 20] * z;
        for (let a = 0; a < perElement; a += 1) {
          const g = from + 3 * a;
          block[9 * (perElement * a + b) + 3 * i + k] += gradients[g] * p + gradients[g + 1] * q + gradients[g + 2] * r;
        }
      }
  }
}

function scatter(
  values: Float64Array,
  { places, heights }: StiffnessPattern,
  block: Float64Array,
  elements: Int32Array,
  element: number,
  perElement: number,
): void {
  for (let a = 0; a < perElement; a += 1)
    for (let b = 0; b < perElement; b += 1) {
      const pair = perElement * a + b;
      let start = places[perElement * perElement * element + pair];
      if (start < 0) continue;
      const node = elements[perElement * element + b];
      const own = elements[perElement * element + a] === node;
      for (let column = 0; column < 3; column += 1) {
        for (let row = own ? column : 0; row < 3; row += 1) values[start + row] += block[9 * pair + 3 * row + column];
        // The next column of a node is one shorter: it starts below the diagonal of this one.
        start += heights[node] - column - 1;
      }
    }
}
