/**
 * Whether the table holds a body: at least three nodes that are not on a line, and every part of it.
 *
 * Elements that share a face move as one, so that a mesh falls into blocks. A block is held if three of its nodes that are not on a line
 * are stuck or belong to a block that is held: a block on an edge or a node alone can swing.
 */
import { InvalidInputError } from "../../errors.js";
import { pairedFaces } from "./faces.js";
import { elementCount, meshExtent, nodeCount, type TetMesh } from "./mesh.js";

/** Points closer to a line than this share of the extent of the mesh leave it free to turn about it. */
const COLLINEAR = 1e-6;

/** At least three nodes of the mesh, each once, not on a line. */
export function checkStuck(mesh: TetMesh, stuck: Int32Array, path = "stuck"): void {
  const count = nodeCount(mesh);
  const seen = new Set<number>();
  for (let index = 0; index < stuck.length; index += 1) {
    const node = stuck[index];
    if (!(node >= 0 && node < count))
      throw new InvalidInputError(`${path}[${index}]`, node, `is not a node: there are ${count}, counted from 0`);
    if (seen.has(node)) throw new InvalidInputError(`${path}[${index}]`, node, "is named twice");
    seen.add(node);
  }
  if (stuck.length < 3) throw new InvalidInputError(path, [...stuck], "has fewer than three nodes: the body could turn");
  if (stuck.length === count) throw new InvalidInputError(path, stuck.length, "nodes are all there are: nothing can sag");
  if (areOnLine(mesh.nodes, stuck, meshExtent(mesh.nodes)))
    throw new InvalidInputError(path, [...stuck], "lies on one line: the body could turn about it");
}

function areOnLine(nodes: Float64Array, list: ArrayLike<number>, extent: number): boolean {
  const [ox, oy, oz] = nodes.subarray(3 * list[0], 3 * list[0] + 3);
  const along = (node: number): [number, number, number] => [nodes[3 * node] - ox, nodes[3 * node + 1] - oy, nodes[3 * node + 2] - oz];
  let longest: [number, number, number] = [0, 0, 0];
  let reach = 0;
  for (const node of Array.from(list)) {
    const v = along(node);
    const length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    if (length > reach) {
      reach = length;
      longest = v;
    }
  }
  let off = 0;
  for (const node of Array.from(list)) {
    const v = along(node);
    const x = longest[1] * v[2] - longest[2] * v[1];
    const y = longest[2] * v[0] - longest[0] * v[2];
    const z = longest[0] * v[1] - longest[1] * v[0];
    off = Math.max(off, reach === 0 ? 0 : Math.sqrt(x * x + y * y + z * z) / reach);
  }
  return off <= COLLINEAR * extent;
}

/** Nodes of blocks that are not seen to be held, ascending. */
export function looseNodes(mesh: TetMesh, stuck: Int32Array): readonly number[] {
  const held = new Uint8Array(nodeCount(mesh));
  for (const node of stuck) held[node] = 1;
  const extent = meshExtent(mesh.nodes);
  let waiting = blocksOf(mesh);
  for (let before = Infinity; waiting.length > 0 && waiting.length < before; ) {
    before = waiting.length;
    waiting = waiting.filter((block) => {
      const hold = block.filter((node) => held[node] === 1);
      if (hold.length < 3 || areOnLine(mesh.nodes, hold, extent)) return true;
      for (const node of block) held[node] = 1;
      return false;
    });
  }
  return waiting.flatMap((block) => block.filter((node) => held[node] === 0)).sort((a, b) => a - b);
}

/** The nodes of each set of elements that hang together by faces. */
function blocksOf(mesh: TetMesh): readonly (readonly number[])[] {
  const { tetrahedra } = mesh;
  const paired = pairedFaces(mesh);
  const isSeen = new Uint8Array(elementCount(mesh));
  const blocks: number[][] = [];
  for (let first = 0; first < isSeen.length; first += 1) {
    if (isSeen[first] === 1) continue;
    isSeen[first] = 1;
    const nodes = new Set<number>();
    const open = [first];
    for (let element = open.pop(); element !== undefined; element = open.pop())
      for (let side = 0; side < 4; side += 1) {
        nodes.add(tetrahedra[4 * element + side]);
        const other = paired[4 * element + side];
        const neighbour = (other - (other % 4)) / 4;
        if (other < 0 || isSeen[neighbour] === 1) continue;
        isSeen[neighbour] = 1;
        open.push(neighbour);
      }
    blocks.push([...nodes]);
  }
  return blocks;
}
