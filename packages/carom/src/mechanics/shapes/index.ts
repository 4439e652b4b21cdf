export type { Amount, MassProperties, ShapePlacement } from "./mass-properties.js";
export { bodyFromShape, massAndCentre, massProperties } from "./mass-properties.js";
export type {
  Box,
  Capsule,
  Compound,
  Cone,
  Cylinder,
  Ellipsoid,
  Mesh,
  MeshSolid,
  Part,
  Rod,
  Rounded,
  Shape,
  Sphere,
  Tetrahedron,
} from "./shape.js";
