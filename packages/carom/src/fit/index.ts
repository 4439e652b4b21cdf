export { answerTask, type NormalEquations } from "./answer.js";
export { type BounceFit, type BounceOptions, type Estimate, fitBounces } from "./bounces/bounces.js";
export { chainOfBounces, clicksIn } from "./bounces/clicks.js";
export { airTime, landingSpeed, launchSpeed, terminalSpeedOfBall } from "./bounces/drag.js";
export { type Sound, soundFromWav } from "./bounces/wav.js";
export { type CurveFound, type CurveUnknown, type CurveValue, fitCurves } from "./curves/curve-fit.js";
export { fitSlips, type SlipFit, type SlipTest } from "./curves/slips.js";
export { restitutionOfImpacts } from "./impacts/restitution.js";
export { SUSPICION_CODES, type Suspicion, type SuspicionCode } from "./poses/checks.js";
export type { GroundFrame } from "./poses/ground-frame.js";
export type { MotionStart, PoseModel, PoseMotion } from "./poses/pose-model.js";
export type { Score } from "./program.js";
export {
  answeredInTurn,
  type Difference,
  type FitAnswer,
  type FitPoint,
  type FitSteps,
  type FitSubject,
  type FitTask,
  type Misfit,
  type Move,
  type OwnNumbers,
  type Slope,
} from "./tasks.js";
export type { PairedDifference } from "./uncertainty/paired.js";
export { studentFactor } from "./uncertainty/student.js";
