export { InvalidInputError, SolverError } from "../errors.js";
export { type Assembled, assemble, energyOf, solidPattern } from "./fem/assemble.js";
export { type Condensed, condense } from "./fem/condense.js";
export { type ElasticLaw, type ElasticResponse, elasticResponse } from "./fem/elasticity.js";
export {
  type Equilibrium,
  type EquilibriumOptions,
  type EquilibriumProblem,
  equilibrium,
} from "./fem/equilibrium.js";
export { type ErrorEstimate, errorEstimate, errorOfLinear, excessOfLinear, type LinearEquilibrium } from "./fem/error-estimate.js";
export { checkMaterial, type LameModuli, lameModuli, type SoftMaterial } from "./fem/material.js";
export { heldNodes, type QuadraticSolution, type QuadraticStart, quadraticSolution } from "./fem/quadratic-solution.js";
export { bodyLoad, type ElementKind, type Solid, solidAt, solidOf, solidVolume } from "./fem/solid.js";
export {
  elasticEnergy,
  elementStrains,
  largestStrain,
  nodalWeight,
  rigidModes,
  type StiffnessPattern,
  stiffnessMatrix,
  stiffnessPattern,
} from "./fem/stiffness.js";
export { type StrainSummary, strainSummary } from "./fem/strain.js";
export { readMsh, writeMsh } from "./files/msh.js";
export { readObj, type Surface, writeObj, writeSurface } from "./files/obj.js";
export { type VtuFields, writeVtu } from "./files/vtu.js";
export { readVtu } from "./files/vtu-in.js";
export * from "./grasp/index.js";
export { type EmbeddedSurface, embedSurface, FARTHEST_OUTSIDE, surfaceAt } from "./mesh/embedded-surface.js";
export {
  type BallOptions,
  type BoxOptions,
  ballMesh,
  baseNodes,
  boxMesh,
  type EllipsoidOptions,
  ellipsoidMesh,
  type FruitOptions,
  type FrustumOptions,
  fruitMesh,
  frustumMesh,
  type TubeOptions,
  tubeMesh,
} from "./mesh/generate.js";
export {
  checkMesh,
  EDGE_MIDDLES,
  elementCount,
  type MeshQuality,
  meshBounds,
  meshExtent,
  meshQuality,
  meshVolume,
  nodeCount,
  signedVolumes,
  type TetMesh,
} from "./mesh/mesh.js";
export { type MiddleOf, type Refinement, type RefineOptions, refineNear } from "./mesh/refine.js";
export { type SkinQueries, skinQueries } from "./mesh/skin/queries.js";
export { type StuffingOptions, stuffedMesh } from "./mesh/skin/stuffing.js";
export { type MeshSurface, meshSurface, nodeNormals } from "./mesh/surface.js";
export * from "./pickup/index.js";
export {
  type AnalysisOptions,
  type AtRelaxation,
  analyseConvergence,
  type BetaJacobian,
  betaJacobian,
  type ConvergenceAnalysis,
  type NormBound,
  normBound,
  type RelaxationCase,
  type RelaxationVerdict,
  rateVerdict,
} from "./rest-shape/convergence.js";
export { type FiniteProblem, finiteProblem, finiteRestNodes, recoverFinite } from "./rest-shape/finite-recovery.js";
export { type FiniteSag, finiteSag } from "./rest-shape/finite-sag.js";
export { type TetrahedronOnBase, type TetrahedronSag, tetrahedronSag } from "./rest-shape/one-tetrahedron.js";
export {
  type MassModel,
  onAllNodes,
  restNodes,
  type SaggingBody,
  type SagProblem,
  sagProblem,
  type VolumeModel,
} from "./rest-shape/problem.js";
export { type Recovered, type RecoverOptions, type RestShapeStatus, type RestShapeStep, recoverRestShape } from "./rest-shape/recover.js";
export { type Measures, measures, reactionsAt, type Sagged, sag, sagAt, turnedOver } from "./rest-shape/sag.js";
export type { LinearSolver } from "./rest-shape/stiffness-solver.js";
