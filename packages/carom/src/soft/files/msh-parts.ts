/**
 * What a file of gmsh holds, nodes by their tags and tetrahedra by the tags of their nodes, and the mesh that it makes.
 */
import { InvalidInputError } from "../../errors.js";
import { checkMesh, type TetMesh } from "../mesh/mesh.js";

export interface MshParts {
  readonly places: Map<number, readonly number[]>;
  readonly elements: (readonly number[])[];
}

export function createParts(): MshParts {
  return { places: new Map(), elements: [] };
}

/** An error that names where in the file something is. */
export type Complain = (expected: string) => InvalidInputError;

/** Nodes of the elements that are read, by their type: with straight edges, and with a node on each edge. */
const NODES_OF = new Map([
  [4, 4],
  [11, 10],
]);
/** Where our edges stand among the nodes of an element of type 11, which has the last two the other way round. */
const OUR_EDGES = [4, 5, 6, 7, 9, 8];
/** Tetrahedra of third and higher order, and the solid elements that are not tetrahedra, of first and second order. */
const HIGHER_TETRAHEDRA = new Set([29, 30, 31]);
const OTHER_SOLIDS = new Set([5, 6, 7, 12, 13, 14, 17, 18, 19]);

export function addPlace({ places }: MshParts, tag: number, xyz: readonly number[], complain: Complain): void {
  if (places.has(tag)) throw complain(`gives node ${tag} a second time`);
  places.set(tag, xyz);
}

/** Nodes of an element of a type that is read, or 0: others may be passed over unless they are part of the solid. */
export function nodesOf({ elements }: MshParts, type: number, complain: Complain): number {
  if (HIGHER_TETRAHEDRA.has(type)) throw complain("holds tetrahedra of third or higher order: write the mesh with gmsh -order 2");
  if (OTHER_SOLIDS.has(type))
    throw complain("holds hexahedra, prisms or pyramids, and tetrahedra are read: let gmsh mesh the volume without recombination");
  const nodes = NODES_OF.get(type) ?? 0;
  if (nodes > 0 && elements.length > 0 && elements[0].length !== nodes)
    throw complain("holds tetrahedra of another order than those before it");
  return nodes;
}

/** Numbers the corners of the tetrahedra from 0 on, in the order of their tags; nodes on edges become middles. */
export function assemble(path: string, { places, elements }: MshParts, scale: number): TetMesh {
  if (elements.length === 0) throw new InvalidInputError(path, 0, "tetrahedra are in the file: write the volume mesh (gmsh -3)");
  const placeOf = (tag: number): readonly number[] => {
    const xyz = places.get(tag);
    if (xyz === undefined) throw new InvalidInputError(path, tag, "is named by a tetrahedron and is no node of the file");
    return [scale * xyz[0], scale * xyz[1], scale * xyz[2]];
  };
  const tags = elements.flatMap((element) => element.slice(0, 4));
  const used = [...new Set(tags)].sort((a, b) => a - b);
  const place = new Map(used.map((tag, index) => [tag, index]));
  const nodes = new Float64Array(3 * used.length);
  for (const [index, tag] of used.entries()) nodes.set(placeOf(tag), 3 * index);
  const tetrahedra = Int32Array.from(tags, (tag) => place.get(tag) as number);
  if (elements[0].length === 4) return checkMesh({ nodes, tetrahedra }, path);
  const middles = Float64Array.from(elements.flatMap((element) => OUR_EDGES.flatMap((edge) => placeOf(element[edge]))));
  return checkMesh({ nodes, tetrahedra, middles }, path);
}
