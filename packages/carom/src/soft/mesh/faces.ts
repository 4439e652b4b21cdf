/**
 * The faces of a mesh: which two elements share one.
 *
 * Face `4 * element + side` of an element leaves out one of its corners. Faces are kept in chains by their lowest node; one met a second
 * time has found its other side.
 */
import { InvalidInputError } from "../../errors.js";
import { elementCount, nodeCount, signedVolume, type TetMesh } from "./mesh.js";

/** Corners of the four faces of an element with positive volume (p1 - p4, p2 - p4, p3 - p4 right-handed), outward. */
export const FACES = [
  [0, 1, 2],
  [0, 3, 1],
  [1, 3, 2],
  [0, 2, 3],
] as const;

/** For each face the one that it is from the other side, or -1 on the surface. Elements that overlap are refused. */
export function pairedFaces(mesh: TetMesh): Int32Array {
  const { nodes, tetrahedra } = mesh;
  const elements = elementCount(mesh);
  const head = new Int32Array(nodeCount(mesh)).fill(-1);
  const next = new Int32Array(4 * elements).fill(-1);
  const middle = new Int32Array(4 * elements);
  const highest = new Int32Array(4 * elements);
  const handed = new Uint8Array(4 * elements);
  const paired = new Int32Array(4 * elements).fill(-1);
  for (let element = 0; element < elements; element += 1) {
    const isPositive = signedVolume(nodes, tetrahedra, element) > 0;
    for (let side = 0; side < 4; side += 1) {
      const [a, b, c] = FACES[side];
      const p = tetrahedra[4 * element + a];
      const q = tetrahedra[4 * element + b];
      const r = tetrahedra[4 * element + c];
      const low = Math.min(p, q, r);
      const high = Math.max(p, q, r);
      const mid = p + q + r - low - high;
      const face = 4 * element + side;
      // Whether the face, outward, goes round its nodes from the lowest over the middle to the highest.
      const rising = isRising(p, q, r) === isPositive ? 1 : 0;
      let at = head[low];
      while (at >= 0 && !(middle[at] === mid && highest[at] === high)) at = next[at];
      if (at >= 0) {
        if (paired[at] >= 0 || handed[at] === rising) throw overlap(tetrahedra, element, (at - (at % 4)) / 4, [low, mid, high]);
        paired[at] = face;
        paired[face] = at;
        continue;
      }
      handed[face] = rising;
      middle[face] = mid;
      highest[face] = high;
      next[face] = head[low];
      head[low] = face;
    }
  }
  return paired;
}

/** Whether three different nodes stand in the cyclic order low, middle, high. */
const isRising = (p: number, q: number, r: number): boolean => (p < q && q < r) || (q < r && r < p) || (r < p && p < q);

function overlap(tetrahedra: Int32Array, element: number, other: number, face: readonly number[]): InvalidInputError {
  const corners = [...tetrahedra.subarray(4 * element, 4 * element + 4)];
  const isSame = corners.every((node) => tetrahedra.subarray(4 * other, 4 * other + 4).includes(node));
  return new InvalidInputError(
    `mesh.tetrahedra[${element}]`,
    corners,
    isSame
      ? `is tetrahedra[${other}] a second time`
      : `overlaps tetrahedra[${other}]: both lie on the same side of the face [${face.join(", ")}]`,
  );
}
