/**
 * The skin of a soft solid in a study: a surface finer than its mesh, such as a scan, that the mesh carries along. It is seen and written,
 * and changes no force.
 *
 *     "skin": { "type": "triangles", "vertices": [[0, 0, 0], ...], "triangles": [[0, 1, 2], ...] }
 *     "skin": { "type": "file", "file": "scan.obj", "scale": 0.001 }
 *
 * The library reads no files: those who can give it the texts (`parseStudyText(text, files)`), and the numbers take their place.
 */
import { z } from "zod";
import { InvalidInputError } from "../../errors.js";
import { readObj } from "../../soft/files/obj.js";
import { type EmbeddedSurface, embedSurface } from "../../soft/mesh/embedded-surface.js";
import type { TetMesh } from "../../soft/mesh/mesh.js";
import { fields, notOfType, positive, text, vector } from "./fields.js";
import type { StudyFiles } from "./kind.js";
import { fileNamedBy, node, rows, withFileRead, withMeshFile } from "./soft-mesh.js";

export const softSkinSchema = z
  .discriminatedUnion(
    "type",
    [
      fields({
        type: z.literal("triangles"),
        vertices: z.array(vector, "is not a list of points").describe("m"),
        triangles: z
          .array(z.tuple([node, node, node], "is not a list of 3 vertices"), "is not a list of triangles")
          .describe("three places in `vertices` each, counted from 0, anticlockwise seen from outside"),
      }),
      fields({
        type: z.literal("file"),
        file: text.describe("of Wavefront (.obj), beside the study"),
        scale: z.exactOptional(positive.describe("metres to one unit of the file; default: 1")),
      }),
    ],
    notOfType("a skin", ["triangles", "file"]),
  )
  .describe(
    "a surface of the same shape as the mesh and finer, such as a scan, which moves with it; it is seen and written, and changes no force",
  );

/** A finer surface that the mesh carries along. */
export type SoftSkin = z.infer<typeof softSkinSchema>;

/** A skin farther outside than this, over the size of the mesh, is told. */
const TOLD_OUTSIDE = 0.02;

/** Something about the skin that a reader should know. */
export interface SkinWarning {
  /** A vertex of the skin is far outside the mesh. */
  readonly code: "skin";
  /** The same in a sentence. */
  readonly message: string;
}

/** The skin of a study in its mesh, checked; errors name its fields. */
export function skinIn(mesh: TetMesh, skin: SoftSkin | undefined): EmbeddedSurface | undefined {
  if (skin === undefined) return undefined;
  if (skin.type === "file")
    throw new InvalidInputError(
      "skin.file",
      skin.file,
      "is not at hand: carom run reads files beside the study, the lab those that are dropped on it",
    );
  const flat = { vertices: Float64Array.from(skin.vertices.flat()), triangles: Int32Array.from(skin.triangles.flat()) };
  return embedSurface(mesh, flat, "skin");
}

export function skinWarnings(skin: EmbeddedSurface | undefined): SkinWarning[] {
  if (skin === undefined || skin.outside.part <= TOLD_OUTSIDE) return [];
  const { farthest, distance, part } = skin.outside;
  const message =
    `vertex ${farthest} of the skin is ${distance.toPrecision(2)} m outside the mesh, ` +
    `${(100 * part).toPrecision(2)} % of its size: it moves as the nearest tetrahedron would there`;
  return [{ code: "skin", message }];
}

/** The study with the vertices and triangles of its skin's file in their place. */
function withSkinFile(study: unknown, files: ReadonlyMap<string, string>): unknown {
  return withFileRead(study, "skin", files, (content, path, scale) => {
    const { vertices, triangles } = readObj(content, path, scale);
    return { type: "triangles", vertices: rows(vertices, 3), triangles: rows(triangles, 3) };
  });
}

/** Files of the mesh and of the skin of a soft body. */
export const softFiles: StudyFiles = {
  named: (study) => [fileNamedBy(study, "mesh"), fileNamedBy(study, "skin")].filter((file) => file !== undefined),
  filled: (study, files) => withSkinFile(withMeshFile(study, files), files),
};
