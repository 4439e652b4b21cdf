/** `carom/export`: finished simulations for programs that draw. */
export { glbOf } from "./glb.js";
export { type RunInSpace, runInSpace, type Solid } from "./run-in-space.js";
export { type Triangles, trianglesOf } from "./triangles.js";
export { usdaLines } from "./usda.js";
export { type NamedFile, vtkFiles } from "./vtk.js";
