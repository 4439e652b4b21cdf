export type { ContactCount, GraspPhase, GraspRecord } from "./account.js";
export type { BodyResponse, GraspBody, GraspBodySpec } from "./body.js";
export type { FingerFrame, FingerShape, RoundedBox } from "./finger-shape.js";
export {
  type BodyAtRest,
  bodyAtRest,
  type CarryStep,
  type Closing,
  type GraspOutcome,
  type GraspRun,
  type GraspSpec,
  type GraspWatch,
  grasp,
} from "./grasp.js";
export type { GraspFinger } from "./hand.js";
export type { FingerResolution } from "./resolution.js";
export type { GraspScene, GraspState, Hold, PlacedFinger } from "./scene.js";
export { type GraspGoal, type GraspSearch, middleOf, movedHand, type SearchedGrasp, searchGrasp, type TriedPlace } from "./search.js";
export { type SqueezePoint, squeezeCurve } from "./squeeze-curve.js";
