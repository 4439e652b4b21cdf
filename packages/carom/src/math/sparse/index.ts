export {
  conjugateGradients,
  diagonalPreconditioner,
  dot,
  type KrylovOptions,
  type KrylovResult,
  type LinearMap,
  norm2,
} from "./conjugate-gradients.js";
export { arnoldiEigenvalues, type GmresOptions, gmres } from "./gmres.js";
export {
  backwardLdl,
  factorLdl,
  factorLdlNumeric,
  forwardLdl,
  fromOrder,
  type LdlFactor,
  solveLdl,
  solveLdlMany,
  toOrder,
} from "./ldl.js";
export { nestedDissection } from "./nested-dissection.js";
export { rigidAggregates } from "./rigid-aggregates.js";
export { type LdlOptions, type LdlSymbolic, ldlSymbolic } from "./symbolic.js";
export { blockGraph, fromDense, type Graph, multiplySymmetric, type SparseSymmetric, submatrix, toDense } from "./symmetric.js";
export { type CoarseLevel, twoLevelPreconditioner } from "./two-level.js";
