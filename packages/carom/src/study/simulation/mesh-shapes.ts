/**
 * Shapes from the user's own mesh files: which files a study names, and their hulls put in their place.
 *
 *     "shape": { "type": "mesh", "file": "part.stl", "scale": 0.001, "as": "hull" }
 *     "shape": { "type": "mesh", "file": "mug.obj", "as": "parts", "most": 32, "tolerance": 0.01 }
 *     "fixed": { "type": "mesh", "file": "valley.ply", "as": "surface" }
 *     "fixed": { "type": "height-field", "file": "heights.csv", "cell": [0.5, 0.5] }
 *
 * STL, OBJ, PLY and glTF, text or binary. What touches is the convex hull, cut down to 64 corners, or convex parts; what weighs is the mesh
 * itself, or the hull with `"weigh": "hull"`. How far mesh and what touches are from each other is in `solid` of the shape that comes out.
 * The library reads no files: those who can give it their texts, of binary files one character for each byte
 * (`parseStudyText(text, files)`).
 */
import { InvalidInputError } from "../../errors.js";
import { MOST_PARTS, meshParts } from "../../geometry/mesh-files/mesh-parts.js";
import { scaledMesh, solidMesh } from "../../geometry/mesh-files/solid-mesh.js";
import { isFields } from "../format/fields.js";
import { readTable } from "./ground-record.js";

type Fields = Readonly<Record<string, unknown>>;

/** Names of the mesh files that the shapes of a study refer to. */
export function filesNamedByShapes(study: unknown): string[] {
  const names: string[] = [];
  mapShapes(study, (shape) => {
    names.push(shape.file as string);
    return shape;
  });
  return names;
}

/** The study with hulls in place of the mesh files. */
export function withMeshShapes(study: unknown, files: ReadonlyMap<string, string>): unknown {
  return mapShapes(study, (shape, path) => {
    const content = files.get(shape.file as string);
    if (content === undefined)
      throw new InvalidInputError(
        `${path}.file`,
        shape.file,
        "is a file that was not read: the command reads it from beside the study; elsewhere give vertices and triangles, or heights",
      );
    return shape.type === "mesh" ? shapeFrom(content, shape, path) : fieldFrom(content, shape, path);
  });
}

/** Every shape that names a file, and where it stands, through a function. */
function mapShapes(study: unknown, change: (shape: Fields, path: string) => Fields): unknown {
  if (!isFields(study) || !isFields(study.bodies)) return study;
  const changed = (shape: unknown, path: string): unknown => {
    if (!isFields(shape)) return shape;
    if ((shape.type === "mesh" || shape.type === "height-field") && typeof shape.file === "string") return change(shape, path);
    if (shape.type !== "compound" || !Array.isArray(shape.parts)) return shape;
    const parts = shape.parts.map((part: unknown, i) =>
      isFields(part) ? { ...part, shape: changed(part.shape, `${path}.parts[${i}].shape`) } : part,
    );
    return { ...shape, parts };
  };
  const bodies = Object.fromEntries(
    Object.entries(study.bodies).map(([name, body]) => {
      if (!isFields(body)) return [name, body];
      const own = ["shape", "fixed"].filter((field) => body[field] !== undefined);
      return [name, { ...body, ...Object.fromEntries(own.map((field) => [field, changed(body[field], `bodies.${name}.${field}`)])) }];
    }),
  );
  return { ...study, bodies };
}

const KNOWN = ["type", "file", "scale", "as", "weigh", "most", "tolerance"];

function shapeFrom(content: string, shape: Fields, path: string): Fields {
  const { file, scale, as = "hull", weigh = "mesh", most, tolerance } = shape;
  for (const field of Object.keys(shape))
    if (!KNOWN.includes(field))
      throw new InvalidInputError(`${path}.${field}`, shape[field], `is given besides a file; there are ${KNOWN.join(", ")}`);
  if (as !== "hull" && as !== "parts" && as !== "surface")
    throw new InvalidInputError(`${path}.as`, as, 'is none of "hull", "parts", "surface"');
  if (weigh !== "mesh" && weigh !== "hull") throw new InvalidInputError(`${path}.weigh`, weigh, 'is neither "mesh" nor "hull"');
  const common = { ...(scale === undefined ? {} : { scale: scaleOf(scale, `${path}.scale`) }), path: `${path}.file` };
  if (as === "surface") {
    if (!path.endsWith(".fixed"))
      throw new InvalidInputError(`${path}.as`, as, "is of ground (`fixed`): a body that moves needs an inside");
    for (const [field, value] of Object.entries({ most, tolerance, weigh: shape.weigh }))
      if (value !== undefined)
        throw new InvalidInputError(`${path}.${field}`, value, "is not of surfaces, which have neither parts nor mass");
    const { points, faces } = scaledMesh(content, file as string, common);
    return { type: "surface", vertices: points, triangles: faces };
  }
  if (as === "hull") {
    for (const [field, value] of Object.entries({ most, tolerance }))
      if (value !== undefined) throw new InvalidInputError(`${path}.${field}`, value, 'is of parts; give "as": "parts" too');
    return { type: "mesh", ...solidMesh(content, file as string, { ...common, weigh }) };
  }
  if (weigh === "hull") throw new InvalidInputError(`${path}.weigh`, weigh, 'is of hulls: with "as": "parts" the mesh itself weighs');
  if (most !== undefined && !(Number.isInteger(most) && (most as number) >= 1 && (most as number) <= MOST_PARTS))
    throw new InvalidInputError(`${path}.most`, most, `is not a whole number from 1 to ${MOST_PARTS}`);
  if (tolerance !== undefined && !((tolerance as number) >= 0 && (tolerance as number) < 1))
    throw new InvalidInputError(`${path}.tolerance`, tolerance, "is not a number from 0 to 1");
  const made = meshParts(content, file as string, {
    ...common,
    ...(most === undefined ? {} : { most: most as number }),
    ...(tolerance === undefined ? {} : { tolerance: tolerance as number }),
  });
  return { ...made };
}

const KNOWN_OF_FIELDS = ["type", "file", "cell", "scale"];

function fieldFrom(content: string, shape: Fields, path: string): Fields {
  for (const field of Object.keys(shape))
    if (!KNOWN_OF_FIELDS.includes(field))
      throw new InvalidInputError(`${path}.${field}`, shape[field], `is given besides a file; there are ${KNOWN_OF_FIELDS.join(", ")}`);
  const { scale = 1 } = shape;
  if (typeof scale !== "number" || !Number.isFinite(scale)) throw new InvalidInputError(`${path}.scale`, scale, "is not a number");
  const { rows } = readTable(content, `${path}.file`, shape.file);
  return { type: "height-field", cell: shape.cell, heights: rows.map((row) => row.map((height) => scale * height)) };
}

function scaleOf(scale: unknown, path: string): readonly [number, number, number] {
  const three: unknown = typeof scale === "number" ? [scale, scale, scale] : scale;
  if (Array.isArray(three) && three.length === 3 && three.every((value) => Number.isFinite(value) && value !== 0))
    return three as unknown as readonly [number, number, number];
  throw new InvalidInputError(path, scale, "is neither a number nor a list of 3 numbers, none of them 0");
}
