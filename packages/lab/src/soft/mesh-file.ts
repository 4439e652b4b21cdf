/** Meshes (.msh of gmsh, .vtu of VTK) and skins (.obj of Wavefront) of files as parts of a study. */
import { meshBounds, readMsh, readObj, readVtu } from "carom/soft";
import { InvalidInputError, meshOf, type PickupStudy, type RestShapeStudy, skinIn } from "carom/study";

export type SoftStudy = PickupStudy | RestShapeStudy;
type Triple = [number, number, number];

export const isMeshFile = (name: string): boolean => /\.(msh|vtu|obj)$/i.test(name);
export const isSkin = (name: string): boolean => /\.obj$/i.test(name);

/** A file that was read; of a mesh, which may be binary, one character for each byte. */
export interface MeshText {
  readonly name: string;
  readonly text: string;
}

/**
 * The study with these files in it, meshes first: a skin has to fit the mesh that comes with it. Throws an Error with a sentence for
 * people.
 */
export function withMeshTexts<S extends SoftStudy>(study: S, files: readonly MeshText[], scale: number): S {
  for (const [what, same] of [
    ["mesh", files.filter(({ name }) => !isSkin(name))],
    ["skin", files.filter(({ name }) => isSkin(name))],
  ] as const)
    if (same.length > 1)
      throw new Error(`A study has one ${what}, and these are ${same.length}: ${same.map(({ name }) => name).join(", ")}.`);
  const meshesFirst = [...files].sort((a, b) => Number(isSkin(a.name)) - Number(isSkin(b.name)));
  return meshesFirst.reduce(
    (made, { name, text }) => named(name, () => (isSkin(name) ? withSkin(made, text, name, scale) : withMesh(made, text, name, scale))),
    study,
  );
}

/** Errors of readers name the file already, those of checks only the field. */
function named<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    throw new Error(error.path.startsWith(name) ? `${error.message}.` : `${name}: ${error.message}.`);
  }
}

function withSkin<S extends SoftStudy>(study: S, text: string, name: string, scale: number): S {
  const { vertices, triangles } = readObj(text, name, scale);
  const skin = { type: "triangles" as const, vertices: triples(vertices), triangles: triples(triangles) };
  skinIn(meshOf(study.mesh), skin);
  return { ...study, skin };
}

/**
 * What was said of nodes of the former mesh, by number or by place, is said of none of this one: it stands on its lowest nodes, is not
 * turned over, and the fingers come from the sides. A skin that does not fit is left out.
 */
function withMesh<S extends SoftStudy>(study: S, text: string, name: string, scale: number): S {
  const { nodes, tetrahedra } = (/\.vtu$/i.test(name) ? readVtu : readMsh)(text, name, scale);
  const mesh = {
    type: "tetrahedra" as const,
    nodes: triples(nodes),
    tetrahedra: Array.from(
      { length: tetrahedra.length / 4 },
      (_, i) => [...tetrahedra.subarray(4 * i, 4 * i + 4)] as [number, number, number, number],
    ),
  };
  const { skin, ...bare } = study;
  const title = name.replace(/\.(msh|vtu)$/i, "") || study.title;
  const made = { ...bare, title, mesh } as S;
  if (made.kind === "rest-shape") {
    delete (made as { stuck?: unknown }).stuck;
    delete (made as { flip?: unknown }).flip;
  } else Object.assign(made, { fingers: fingersFor(made, nodes) });
  return skin !== undefined && fits({ ...made, skin }) ? { ...made, skin } : made;
}

function fits({ mesh, skin }: SoftStudy): boolean {
  try {
    skinIn(meshOf(mesh), skin);
    return true;
  } catch {
    return false;
  }
}

/** At the middle of its height, on the line along which they came before. */
function fingersFor({ fingers }: PickupStudy, nodes: Float64Array): PickupStudy["fingers"] {
  const { low, high } = meshBounds(nodes);
  const [a, b] = [fingers[0].near, fingers[1].near];
  const across = a === undefined || b === undefined ? [0, 1] : [b[0] - a[0], b[1] - a[1]];
  const length = Math.hypot(across[0]!, across[1]!);
  const [x, y] = length > 0 ? across.map((value) => value / length) : [0, 1];
  const middle = [0, 1, 2].map((axis) => (low[axis]! + high[axis]!) / 2);
  const reach = Math.hypot(x! * (high[0] - low[0]), y! * (high[1] - low[1])) / 2;
  const placed = (side: -1 | 1): Triple => [middle[0]! + side * reach * x!, middle[1]! + side * reach * y!, middle[2]!];
  const moved = ({ node: _, ...finger }: PickupStudy["fingers"][0], side: -1 | 1) => ({ ...finger, near: placed(side) });
  return [moved(fingers[0], -1), moved(fingers[1], 1)];
}

function triples(flat: ArrayLike<number>): Triple[] {
  return Array.from({ length: flat.length / 3 }, (_, i) => [flat[3 * i]!, flat[3 * i + 1]!, flat[3 * i + 2]!]);
}
