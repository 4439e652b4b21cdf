/**
 * What the tests, the stress runs and the benchmarks draw their cases from and judge results by: random problems, scenes and tasks from a
 * seed, and second methods.
 *
 * Not part of the library's promise: names and draws may change with any version.
 */
export { DENSE_DURATION, type DenseRun, denseScene, runDense } from "./dense-scenes.js";
export { againstDifferences, type DerivativeComparison } from "./derivative-campaign.js";
export { alongRandomChanges, type DirectionComparison } from "./derivative-directions.js";
export { type DerivativeVerdict, judgeDerivatives } from "./derivative-judge.js";
export { derivativeScene } from "./derivative-scenes.js";
export { type ComparedHit, compareFirstHit, type FirstHit, firstHitOf } from "./first-hits.js";
export { flyingCrowd } from "./flying-crowd.js";
export { integralOf, kinksOf, timeWeights } from "./force-integral.js";
export { GOLDEN_RESULTS, goldenHashes } from "./golden.js";
export { GOLDEN_HASHES } from "./golden-hashes.js";
export { hashOf } from "./hash.js";
export { randomHitTask, SOURCE_MOBILITIES, sourceTarget, sourceTask } from "./hit-tasks.js";
export { type Comparison, examineInvariance, INVARIANT, type Invariance, isWrong, solverNames, type Twin } from "./invariance.js";
export { judge, type Verdict } from "./judge.js";
export { firstHitByForce, type MovingPair, movingPair } from "./moving-pairs.js";
export { type MovingShapes, movingShapes, shapeThrows, THROWS, type Throw } from "./moving-shapes.js";
export { FILE_FORMATS, mutatedFile, tryFile } from "./mutated-files.js";
export { type MutatedRobot, mutatedRobot, ROBOT_FORMATS, type RobotFormat, spoiledBytes, tryMutated } from "./mutated-robots.js";
export { PRESSED_MOTIONS, type PressedMotion, type PressedPair, type PressedRun, pressedPair, runPressed } from "./pressed-pairs.js";
export { createShapeDraw, SHAPE_KINDS, type ShapeDraw, type ShapeKind } from "./random-shapes.js";
export {
  gentle,
  harshFamilies,
  oneBodyFamilies,
  type PlanarScene,
  type Scene,
  type SceneFamily,
  type SpatialScene,
  sceneFamilies,
} from "./scenes.js";
export { runSwept, SWEPT_MOTIONS, SWEPT_PAIRS, SWEPT_SHAPES, type SweptMotion, type SweptRun, sweptScene } from "./shape-sweep.js";
export { type ProblemFamily, problemFamilies, problemOf, type Random } from "./slip-families.js";
export { MECHANISM_DURATION, thrownMechanism } from "./thrown-mechanisms.js";
export { runThrown, THROWN_DURATION, type ThrownRun, thrownScene, thrownShapes } from "./thrown-scenes.js";
