/** `carom/export`: finished simulations and scenes for other programs. */
export { glbPieces } from "./glb.js";
export { type MjcfFile, mjcfOf } from "./mjcf.js";
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
export { type Slowing, slowed } from "./slowed.js";
export { softVtkFiles } from "./soft-vtk.js";
export { type Triangles, trianglesOf } from "./triangles.js";
export { type UrdfFiles, urdfOf } from "./urdf.js";
export { usdaLines } from "./usda.js";
export { vtkFiles } from "./vtk.js";
export type { NamedFile } from "./vtu.js";
