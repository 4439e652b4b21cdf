/** Shapes, and what else the fields of a rigid body are made of. */
import { z } from "zod";
import type { Part } from "../../mechanics/shapes/index.js";
import { fields, finite, isFields, notOfType, oneOf, positive, quaternion, text, vector } from "./fields.js";

export const position = vector.describe("m, world axes");
export const orientation = quaternion.describe("unit quaternion [x, y, z, w], body to world; default: body axes are world axes");
export const density = positive.describe("kg/m^3, > 0");
const length = positive.describe("m, > 0");

const distance = z.number("is not a finite number").min(0, "is negative");
const solid = fields({
  volume: positive.describe("m^3, > 0"),
  centre: vector.describe("of mass, m"),
  inertia: z.tuple([vector, vector, vector], "is not a list of 3 rows").describe("about the centre, of 1 kg for each m^3, rows"),
  outside: distance.describe("how far it reaches outside of the surface at most, m"),
  beyond: z.exactOptional(distance.describe("how far the surface reaches outside of it at most, m")),
  touching: z.exactOptional(positive.describe("of what touches, m^3")),
});
const rounding = z.exactOptional(
  finite
    .nonnegative("is negative")
    .describe("radius of a ball that is added all around, m, >= 0; sizes are those without it; default: 0, edges as sharp as drawn"),
);

const solids = [
  fields({ type: z.literal("sphere"), radius: length, rounding }),
  fields({
    type: z.literal("box"),
    size: z.tuple([length, length, length], "is not a list of 3 numbers").describe("edge lengths along x, y, z, m"),
    rounding,
  }),
  fields({ type: z.literal("cylinder"), radius: length, height: length.describe("along z, m, > 0"), rounding }),
  fields({ type: z.literal("cone"), radius: length, height: length.describe("from the base at z = 0 to the tip, m, > 0"), rounding }),
  fields({
    type: z.literal("capsule"),
    radius: length,
    length: length.describe("between the centres of the two half balls, along z, m, > 0"),
    rounding,
  }),
  fields({
    type: z.literal("rod"),
    length: length.describe("along z, m, > 0"),
    radius: length.describe("at most length / 20, m, > 0"),
    rounding,
  }),
  fields({
    type: z.literal("ellipsoid"),
    halfAxes: z.tuple([length, length, length], "is not a list of 3 numbers").describe("half axes along x, y, z, m"),
    rounding,
  }),
  fields({
    type: z.literal("tetrahedron"),
    vertices: z.tuple([vector, vector, vector, vector], "is not a list of 4 points").describe("m"),
    rounding,
  }),
  fields({
    type: z.literal("mesh"),
    vertices: z.array(vector, "is not a list of points").describe("m"),
    triangles: z
      .array(vector, "is not a list of triangles")
      .describe("three places in `vertices` each, counter-clockwise as seen from outside"),
    rounding,
    solid: z.exactOptional(
      solid.describe("what the surface stands for, where that weighs other than what is inside; default: what is inside"),
    ),
    file: z.exactOptional(
      text.describe("of a simulation: STL, OBJ, PLY or glTF (.glb) beside the study, which the command reads in place of the lists"),
    ),
    scale: z.exactOptional(
      z.union([finite, vector], "is neither a number nor a list of 3 numbers").describe("metres to one unit of the file; default: 1"),
    ),
    as: z.exactOptional(
      oneOf(["hull", "parts", "surface"]).describe(
        "how the file touches: by its convex hull, by convex parts (at most 64 corners each), of ground by its triangles; default: hull",
      ),
    ),
    most: z.exactOptional(finite.describe("of parts: so many at most; default: 32")),
    tolerance: z.exactOptional(finite.describe("of parts: what they may add to the mesh, part of its volume; default: 0.01")),
    weigh: z.exactOptional(oneOf(["mesh", "hull"]).describe("what of the file weighs: the mesh itself or its hull; default: mesh")),
  }),
] as const;
const compound = fields({
  type: z.literal("compound"),
  get parts(): z.ZodArray<z.ZodType<Part>> {
    return z.array(part, "is not a list of parts").describe("rigidly joined; a hollow part takes material away");
  },
  solid: z.exactOptional(solid.describe("what the parts stand for, where that weighs other than they do; default: the parts")),
});
const SHAPE_TYPES = [...solids.map(({ shape }) => shape.type.value), "compound"];
export const shape = z.discriminatedUnion("type", [...solids, compound], {
  error: (issue) => {
    const type = isFields(issue.input) ? issue.input.type : undefined;
    return type === "height-field" || type === "surface" ? GROUND_ONLY : notOfType("a shape", SHAPE_TYPES).error(issue);
  },
});
const GROUND_ONLY =
  'is ground made of triangles, which only the fixed bodies of a simulation can be: in one impact ground is "fixed", with ' +
  "point and normal of each contact";
const heightField = fields({
  type: z.literal("height-field"),
  heights: z
    .array(z.array(finite, "is not a list of numbers"), "is not a list of rows")
    .describe("z, m: rows along y, columns along x; each cell is two triangles, cut from its first corner to the last"),
  cell: z.tuple([length, length], "is not a list of 2 numbers").describe("from column to column along x and from row to row along y, m"),
  file: z.exactOptional(text.describe("a CSV of heights beside the study, which the command reads in place of the rows")),
  scale: z.exactOptional(finite.describe("metres to one unit of the file; default: 1")),
});
const surface = fields({
  type: z.literal("surface"),
  vertices: z.array(vector, "is not a list of points").describe("m"),
  triangles: z.array(vector, "is not a list of triangles").describe("three places in `vertices` each; they need not be closed"),
});
/** What ground may be besides a plane: met from both sides where it is made of triangles. */
export const groundShape = z.discriminatedUnion(
  "type",
  [...solids, compound, heightField, surface],
  notOfType("a shape of ground", [...SHAPE_TYPES, "height-field", "surface"]),
);
const part = fields({
  shape,
  position: z.exactOptional(position.describe("of the part's origin in the compound's axes, m")),
  orientation: z.exactOptional(quaternion.describe("unit quaternion [x, y, z, w], part to compound")),
  density: z.exactOptional(density),
  mass: z.exactOptional(positive.describe("kg, > 0, instead of a density")),
  hollow: z.exactOptional(z.boolean("is neither true nor false")),
});

export const inertia = z
  .union([vector, z.tuple([vector, vector, vector], "is not a list of 3 rows")], "is neither three principal moments nor a 3 x 3 matrix")
  .describe("about the centre of mass in body axes, kg m^2: three principal moments, or a 3 x 3 matrix by rows");
