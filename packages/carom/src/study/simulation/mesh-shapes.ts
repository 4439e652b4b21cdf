/**
 * Shapes from the user's own mesh files: which files a study names, and their hulls put in their place.
 *
 *     "shape": { "type": "mesh", "file": "part.stl", "scale": 0.001, "as": "hull" }
 *
 * STL, OBJ and PLY, text or binary. What touches is the convex hull, cut down to 64 corners; what weighs is the mesh itself, or the hull
 * with `"weigh": "hull"`. How far the mesh reaches outside of the hull is `solid.outside` of the shape that comes out. The library reads no
 * files: those who can give it their texts, of binary files one character for each byte (`parseStudyText(text, files)`).
 */
import { InvalidInputError } from "../../errors.js";
import { solidMesh } from "../../geometry/mesh-files/solid-mesh.js";
import { isFields } from "../format/fields.js";

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
        "is a file that was not read: the command reads it from beside the study; elsewhere give vertices and triangles",
      );
    return shapeFrom(content, shape, path);
  });
}

/** Every shape that names a file, and where it stands, through a function. */
function mapShapes(study: unknown, change: (shape: Fields, path: string) => Fields): unknown {
  if (!isFields(study) || !isFields(study.bodies)) return study;
  const changed = (shape: unknown, path: string): unknown => {
    if (!isFields(shape)) return shape;
    if (shape.type === "mesh" && typeof shape.file === "string") return change(shape, path);
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

const KNOWN = ["type", "file", "scale", "as", "weigh"];

function shapeFrom(content: string, shape: Fields, path: string): Fields {
  const { file, scale, as = "hull", weigh = "mesh" } = shape;
  for (const field of Object.keys(shape))
    if (!KNOWN.includes(field))
      throw new InvalidInputError(`${path}.${field}`, shape[field], `is given besides a file; there are ${KNOWN.join(", ")}`);
  if (as !== "hull") throw new InvalidInputError(`${path}.as`, as, 'is not "hull", the only way in which meshes touch so far');
  if (weigh !== "mesh" && weigh !== "hull") throw new InvalidInputError(`${path}.weigh`, weigh, 'is neither "mesh" nor "hull"');
  const made = solidMesh(content, file as string, {
    ...(scale === undefined ? {} : { scale: scaleOf(scale, `${path}.scale`) }),
    weigh,
    path: `${path}.file`,
  });
  return { type: "mesh", ...made };
}

function scaleOf(scale: unknown, path: string): readonly [number, number, number] {
  const three: unknown = typeof scale === "number" ? [scale, scale, scale] : scale;
  if (Array.isArray(three) && three.length === 3 && three.every((value) => Number.isFinite(value) && value !== 0))
    return three as unknown as readonly [number, number, number];
  throw new InvalidInputError(path, scale, "is neither a number nor a list of 3 numbers, none of them 0");
}
