/**
 * The mesh of a soft solid in a study: generated, given by its nodes and tetrahedra, or read from a file.
 *
 *     "mesh": { "type": "ball", "radius": 0.05, "divisions": 7 }
 *     "mesh": { "type": "tetrahedra", "nodes": [[0, 0, 0], ...], "tetrahedra": [[0, 1, 2, 3], ...] }
 *     "mesh": { "type": "file", "file": "pear.msh", "scale": 0.001 }
 *
 * The library reads no files: those who can give it the texts (`parseStudyText(text, files)`), and the numbers take their place.
 */
import { z } from "zod";
import { InvalidInputError } from "../../errors.js";
import { checkItself, readMeshFile } from "../../geometry/mesh-files/mesh-file.js";
import { readMsh } from "../../soft/files/msh.js";
import { readVtu } from "../../soft/files/vtu-in.js";
import { ballMesh, boxMesh, ellipsoidMesh, fruitMesh, frustumMesh, tubeMesh } from "../../soft/mesh/generate.js";
import { checkMesh, MOST_ELEMENTS, meshExtent, type TetMesh } from "../../soft/mesh/mesh.js";
import { checkApart, checkNotTorn, pieceCount } from "../../soft/mesh/pieces.js";
import { refined } from "../../soft/mesh/refine.js";
import { stuffedMesh } from "../../soft/mesh/skin/stuffing.js";
import { meshSurface } from "../../soft/mesh/surface.js";
import { count, fields, finite, isFields, notOfType, oneOf, positive, text, vector } from "./fields.js";

export const softMaterialFields = {
  youngModulus: positive.describe("Pa, > 0"),
  poissonRatio: finite.gt(-1, "is not between -1 and 0.5").lt(0.5, "is not between -1 and 0.5").describe("between -1 and 0.5"),
};

/** How stress follows from deformation, and what a body is cut into: the same in every kind of study with a soft body. */
export const softModelFields = {
  element: z.exactOptional(
    oneOf(["linear", "quadratic"]).describe(
      "tetrahedra of four nodes, as the source has them, or of ten, with a node on each edge; default: linear",
    ),
  ),
};
export const elasticLaw = z.exactOptional(
  oneOf(["linear", "corotational", "neo-hooke"]).describe(
    "how stress follows from deformation; neo-hooke for large strains, corotational for large turns at small strain; default: linear",
  ),
);

const length = positive.describe("m, > 0");
/** Any place in a list of nodes that a typed array can hold. */
const MOST_NODES = 2_147_483_647;
const most = (limit: number) => count.max(limit, `is above ${limit}`);
const divisions = most(33).describe("layers from the centre to the surface, 2 to 33");
/** A place in the list of nodes. */
export const node = z.int("is not a whole number").min(0, "is negative").max(MOST_NODES, `is above ${MOST_NODES}`);
const baseRadius = z.exactOptional(positive.describe("of the flat facet on which it stands, m; default: 0.3 of the radius"));
const three = (limit: number) => z.tuple([most(limit), most(limit), most(limit)], "is not a list of 3 whole numbers");
const refine = z.exactOptional(
  fields({
    points: z.array(vector, "is not a list of points").min(1, "is empty").describe("near which elements are to be finer, m"),
    size: positive.describe("longest edge that is left there, m"),
    reach: positive.describe("elements with a node closer to a point than this are near it, m"),
  }).describe("finer elements near points"),
);

const stand = z.exactOptional(
  positive.describe(
    "moves the body so that it stands on z = 0, with the nodes that are at most this above its lowest, m; default: it stays",
  ),
);

export const softMeshSchema = z
  .discriminatedUnion(
    "type",
    [
      fields({
        type: z.literal("box"),
        size: z
          .tuple([length, length, length], "is not a list of 3 numbers")
          .describe("lengths along x, y, z, m; one corner is the origin"),
        cells: three(200).describe("along x, y, z, each cut into six tetrahedra"),
        refine,
      }),
      fields({ type: z.literal("ball"), radius: length, divisions, baseRadius, refine }),
      fields({
        type: z.literal("ellipsoid"),
        radii: z.tuple([length, length, length], "is not a list of 3 numbers").describe("half axes along x, y, z, m"),
        divisions,
        baseRadius,
        refine,
      }),
      fields({
        type: z.literal("fruit"),
        radius: length.describe("largest, m, > 0"),
        aspect: z.exactOptional(positive.describe("height over largest diameter; default: 0.9")),
        hollow: z.exactOptional(
          finite.min(0, "is negative").max(0.4, "is above 0.4").describe("depth at the stem over radius; default: 0.15"),
        ),
        taper: z.exactOptional(
          finite.min(0, "is negative").max(0.4, "is above 0.4").describe("of the lower half, 0.4 a pear; default: 0.1"),
        ),
        divisions,
        baseRadius,
        refine,
      }),
      fields({
        type: z.literal("tube"),
        innerRadius: length,
        outerRadius: length,
        height: length,
        cells: three(400).describe("through the wall, round the axis, along it"),
        refine,
      }),
      fields({
        type: z.literal("frustum"),
        bottomRadius: length,
        topRadius: length.describe("m, > 0; the same makes a cylinder"),
        height: length,
        rings: most(100).describe("hexagonal rings from the axis to the side"),
        layers: most(400).describe("from bottom to top"),
        refine,
      }),
      fields({
        type: z.literal("tetrahedra"),
        nodes: z.array(vector, "is not a list of points").describe("m"),
        tetrahedra: z
          .array(z.tuple([node, node, node, node], "is not a list of 4 nodes"), "is not a list of tetrahedra")
          .describe("four places in `nodes` each, counted from 0"),
        middles: z.exactOptional(
          z
            .array(z.array(finite).length(18, "is not a list of 18 numbers"), "is not a list of rows")
            .describe("of each tetrahedron, where the middles of its edges 01 12 02 03 13 23 are, m; default: halfway"),
        ),
        stand,
        refine,
      }),
      fields({
        type: z.literal("file"),
        file: text.describe(
          "beside the study: tetrahedra of gmsh (.msh, version 2.2 or 4.1) or of VTK (.vtu, not compressed), first or second order, " +
            "or a closed skin (.stl .obj .ply)",
        ),
        scale: z.exactOptional(positive.describe("metres to one unit of the file; default: 1, where that makes a body of a likely size")),
        up: z.exactOptional(oneOf(["x", "y", "z"]).describe("axis of the file that is up; default: z")),
        cell: z.exactOptional(
          positive.describe("of a skin, required: side of the cells that fill it, m, at most two thirds of its thinnest wall"),
        ),
        stand,
        refine,
      }),
    ],
    notOfType("a mesh", ["box", "ball", "ellipsoid", "fruit", "tube", "frustum", "tetrahedra", "file"]),
  )
  .describe("tetrahedra; what is generated stands on z = 0");

/** Where the mesh of a soft body comes from: generated, read from a file, or given. */
export type SoftMesh = z.infer<typeof softMeshSchema>;

/** The mesh of a study, checked; errors name its fields. `curved`: with the middles of edges on its surface, where those are known. */
export function meshOf(mesh: SoftMesh, curved = false, path = "mesh"): TetMesh {
  try {
    return generated(mesh, curved, path);
  } catch (error) {
    if (!(error instanceof InvalidInputError) || error.path.startsWith(path)) throw error;
    throw new InvalidInputError(`${path}.${error.path}`, error.value, error.expected);
  }
}

/** The same for a body that is lifted: it has to be one. */
export function oneBodyOf(mesh: SoftMesh, curved = false, path = "mesh"): TetMesh {
  const made = meshOf(mesh, curved, path);
  const pieces = pieceCount(made);
  if (pieces > 1) throw new InvalidInputError(path, pieces, "pieces that no node joins make up the body: a hand lifts one piece");
  return made;
}

function generated(mesh: SoftMesh, curved: boolean, path: string): TetMesh {
  switch (mesh.type) {
    case "box":
      return boxMesh({ ...mesh, curved });
    case "ball":
      return ballMesh({ ...mesh, curved });
    case "ellipsoid":
      return ellipsoidMesh({ ...mesh, curved });
    case "fruit":
      return fruitMesh({ ...mesh, curved });
    case "tube":
      return tubeMesh({ ...mesh, curved });
    case "frustum":
      return frustumMesh({ ...mesh, curved });
    case "tetrahedra": {
      const [nodes, tetrahedra] = [Float64Array.from(mesh.nodes.flat()), Int32Array.from(mesh.tetrahedra.flat())];
      const middles = mesh.middles === undefined || !curved ? {} : { middles: Float64Array.from(mesh.middles.flat()) };
      if (mesh.stand !== undefined) putDown({ nodes, tetrahedra }, mesh.stand, `${path}.stand`);
      const given = checkMesh({ nodes, tetrahedra, ...middles }, path);
      // Finds elements that overlap.
      meshSurface(given);
      checkNotTorn(given, path);
      checkApart(given, path);
      return refined(given, mesh.refine);
    }
    case "file":
      throw new InvalidInputError(
        `${path}.file`,
        mesh.file,
        "is not at hand: carom run reads files beside the study, the lab those that are dropped on it",
      );
  }
}

/** Moves all nodes so that the lowest is at z = 0, and those hardly above it onto it. */
function putDown({ nodes, tetrahedra }: TetMesh, tolerance: number, path: string): void {
  let low = Infinity;
  for (let at = 2; at < nodes.length; at += 3) low = Math.min(low, nodes[at]);
  for (let at = 2; at < nodes.length; at += 3) nodes[at] = nodes[at] - low <= tolerance ? 0 : nodes[at] - low;
  for (let at = 0; at < tetrahedra.length; at += 4)
    if (tetrahedra.subarray(at, at + 4).every((each) => nodes[3 * each + 2] === 0))
      throw new InvalidInputError(path, tolerance, "m presses an element flat on the table: it has to be less than the elements are high");
}

type Fields = Readonly<Record<string, unknown>>;

/** The file that a study's mesh or skin names, if any. */
export function fileNamedBy(study: unknown, field: "mesh" | "skin"): string | undefined {
  const named = isFields(study) ? study[field] : undefined;
  return isFields(named) && named.type === "file" && typeof named.file === "string" ? named.file : undefined;
}

/**
 * The study with what its mesh or skin's file holds in its place; as it is where it names none, or one that is not among the files.
 * @param read the fields instead of `file` and `scale`
 */
export function withFileRead(
  study: unknown,
  field: "mesh" | "skin",
  files: ReadonlyMap<string, string>,
  read: (content: string, path: string, scale: number, cell: unknown) => object,
): unknown {
  const file = fileNamedBy(study, field);
  const content = file === undefined ? undefined : files.get(file);
  if (file === undefined || content === undefined) return study;
  const fields = study as Readonly<Record<string, Fields>>;
  const { file: _file, scale = 1, ...rest } = fields[field];
  // Cells are of a mesh that is made here; a skin that is carried along has none.
  const { cell, ...kept } = field === "mesh" ? rest : { cell: undefined, ...rest };
  return { ...fields, [field]: { ...kept, ...read(content, `${field}.file, ${file}`, scaleOf(scale, `${field}.scale`), cell) } };
}

/** The study with the nodes and tetrahedra of its mesh file in their place. */
export function withMeshFile(study: unknown, files: ReadonlyMap<string, string>): unknown {
  const given = isFields(study) && isFields(study.mesh) ? study.mesh : {};
  const { up, ...mesh } = given;
  const stripped = up === undefined || given.type !== "file" ? study : { ...(study as Fields), mesh };
  return withFileRead(stripped, "mesh", files, (content, path, scale, cell) => {
    checkItself(content, path);
    const holdsTetrahedra = isMsh(content, path) || isVtu(content, path);
    const { nodes, tetrahedra, middles } = holdsTetrahedra
      ? tetrahedraOf(content, path, scale, cell)
      : filled(content, path, scale, cell, axisOf(up), given.scale !== undefined);
    if (tetrahedra.length / 4 > MOST_ELEMENTS)
      throw new InvalidInputError(path, tetrahedra.length / 4, `tetrahedra are in it, and ${MOST_ELEMENTS} are the most: take larger ones`);
    if (given.scale === undefined) checkSize(nodes, path);
    if (axisOf(up) !== 2 && holdsTetrahedra) for (const each of [nodes, middles ?? []]) stood(each, axisOf(up));
    const bent = middles === undefined ? {} : { middles: rows(middles, 18) };
    return { type: "tetrahedra", nodes: rows(nodes, 3), tetrahedra: rows(tetrahedra, 4), ...bent };
  });
}

function axisOf(up: unknown): number {
  const axis = ["x", "y", "z"].indexOf(String(up ?? "z"));
  if (axis < 0) throw new InvalidInputError("mesh.up", up, "is none of x, y, z");
  return axis;
}

/** Turns places so that an axis is up, by exchanging all three in a round. */
function stood(places: Float64Array | number[], axis: number): void {
  for (let at = 0; at < places.length; at += 3) {
    const three = [places[at], places[at + 1], places[at + 2]];
    for (let i = 0; i < 3; i++) places[at + i] = three[(i + axis + 1) % 3];
  }
}

/** Extents, m, that a body on a table hardly has. */
const LARGEST_BODY = 10;
const SMALLEST_BODY = 1e-4;

/** A guess at the unit of a file whose scale is not given. */
function checkSize(nodes: Float64Array, path: string): void {
  const size = meshExtent(nodes);
  if (size <= LARGEST_BODY && size >= SMALLEST_BODY) return;
  const guess =
    size < SMALLEST_BODY || 1e-6 * size > LARGEST_BODY
      ? `in ${size < SMALLEST_BODY ? "kilometres, or " : ""}another unit: give its scale`
      : 1e-3 * size > LARGEST_BODY
        ? "in micrometres: give a scale of 1e-6"
        : "in millimetres: give a scale of 0.001";
  throw new InvalidInputError(
    path,
    size,
    `m is its extent, if its unit is the metre; most likely it is ${guess}, or of 1 where it is right`,
  );
}

function tetrahedraOf(content: string, path: string, scale: number, cell: unknown): TetMesh {
  if (cell !== undefined) throw new InvalidInputError("mesh.cell", cell, "is of no use: the file holds tetrahedra, not a skin");
  if (isMsh(content, path)) return readMsh(content, path, scale);
  // What is only called so is not quoted.
  if (!VTU.test(content.slice(0, 2000))) throw new InvalidInputError(path, "the file", "is no .vtu file: it does not begin with <VTKFile");
  return readVtu(content, path, scale);
}

/** By what it holds; by its name where it holds nothing that is known, so that complaints are about what was meant. */
function isMsh(content: string, path: string): boolean {
  return MSH.test(content) || (/\.msh$/i.test(path) && !VTU.test(content.slice(0, 2000)) && !SKIN.test(content.slice(0, 10_000)));
}

function isVtu(content: string, path: string): boolean {
  return VTU.test(content.slice(0, 2000)) || (/\.vtu$/i.test(path) && !MSH.test(content) && !SKIN.test(content.slice(0, 10_000)));
}

const MSH = /^\s*\$MeshFormat\b/m;
const VTU = /<VTKFile\b/;
const SKIN = /^\s*(v |solid\b|ply\b)/m;
const SKIN_NAME = /\.(stl|obj|ply|glb|gltf|dae)$/i;

/** The inside of a skin. */
function filled(content: string, path: string, scale: number, cell: unknown, up: number, isScaled: boolean): TetMesh {
  if (!SKIN.test(content.slice(0, 10_000)) && !SKIN_NAME.test(path) && !/\0/.test(content.slice(0, 200)))
    throw new InvalidInputError(path, "the file", "is no mesh that is known: .msh, .vtu, or a closed skin (.stl, .obj, .ply)");
  if (!(typeof cell === "number" && Number.isFinite(cell) && cell > 0))
    throw new InvalidInputError(
      "mesh.cell",
      cell,
      "is a number above 0, in m (it is required: the file is a skin, which is filled with cells)",
    );
  const { points, triangles } = readMeshFile(content, path);
  if (triangles.length === 0) throw new InvalidInputError(path, 0, "triangles are in the file, and a skin is made of them");
  const surface = { vertices: points.map((value) => scale * value), triangles: Int32Array.from(triangles) };
  if (!isScaled) checkSize(surface.vertices, path);
  stood(surface.vertices, up);
  try {
    return stuffedMesh(surface, { size: cell }, path);
  } catch (error) {
    if (!(error instanceof InvalidInputError) || error.path !== "size") throw error;
    throw new InvalidInputError("mesh.cell", error.value, error.expected);
  }
}

/** Metres to one unit of a file. */
function scaleOf(scale: unknown, path: string): number {
  if (typeof scale === "number" && Number.isFinite(scale) && scale > 0) return scale;
  throw new InvalidInputError(path, scale, "is not a finite number above 0");
}

/** Numbers of a flat array, so many at a time. */
export function rows(flat: ArrayLike<number>, width: number): number[][] {
  return Array.from({ length: flat.length / width }, (_, i) => Array.from({ length: width }, (__, j) => flat[width * i + j]));
}
