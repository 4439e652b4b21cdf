/** `carom/export`: finished simulations for programs that draw. */
export { glbPieces } from "./glb.js";
export { type Lines, type RunFiles, rowsOfFiles } from "./rows-of-files.js";
export { type RunInSpace, runInSpace, type Solid, type SpaceRow } from "./run-in-space.js";
export {
  type BodyRow,
  type RunContact,
  type RunJoint,
  type RunRow,
  type RunRows,
  rowsOfResult,
  seriesHeadings,
  seriesValues,
} from "./run-rows.js";
export { type Triangles, trianglesOf } from "./triangles.js";
export { usdaLines } from "./usda.js";
export { type NamedFile, vtkFiles } from "./vtk.js";
