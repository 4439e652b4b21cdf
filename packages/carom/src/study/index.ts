export { didYouMean } from "../did-you-mean.js";
export { InvalidInputError, SolverError } from "../errors.js";
export type { ContactCount, GraspOutcome, GraspPhase, GraspRecord, RoundedBox, TriedPlace } from "../soft/grasp/index.js";
export type { PickupOutcome, PickupRecord, PickupWarning } from "../soft/pickup/pickup-run.js";
export type { BattingCone, BattingResult, CurvePoint, TriangleRun } from "./batting/result.js";
export { checkBatting, runBatting } from "./batting/run.js";
export type { BattingStudy } from "./batting/schema.js";
export { ERROR_NAMES } from "./batting/tables.js";
export { chooseLaw, chooseMotion, type LawStudy, usesLaw } from "./choose-law.js";
export type { ClatterResult, ClatterSurvey, PressedFloor } from "./clatter/result.js";
export { runClatter, surveyClatter } from "./clatter/run.js";
export type { ClatterStudy } from "./clatter/schema.js";
export { compareStudy } from "./compare.js";
export type { ComputedRod, ElasticRodResult, ElasticRodSeries, ElasticRodWarning } from "./elastic-rod/result.js";
export { checkElasticRod, runElasticRod } from "./elastic-rod/run.js";
export type { ElasticRodStudy } from "./elastic-rod/schema.js";
export type {
  BouncesFit,
  CurveParameter,
  CurvesFit,
  FitResult,
  FittedCurve,
  FittedParameter,
  LawComparison,
  NotDetermined,
  RecordingsFit,
  ShownRecording,
} from "./fit/result.js";
export { type FitRun, startFit } from "./fit/run.js";
export type { FitStudy, FitStudyParameter } from "./fit/schema.js";
export { contactLaws } from "./format/contact-law.js";
export type {
  DerivativeColumn,
  DerivativeEntry,
  DerivativeRow,
  ImpactDerivativeTable,
  Multiplier,
  RunDerivatives,
  StudyDerivatives,
} from "./format/derivative-result.js";
export type { PublishedFigure, Verdict } from "./format/head.js";
export type { MotionChoice, ResumableRun, RunOptions, RunProgress, RunSignal, StudyFiles, StudyKind, WordOptions } from "./format/kind.js";
export { type LawChoice, type LawOptions, METHODS, type Method } from "./format/law.js";
export { type MotionTable, motionCsv, partOf, readMotionFile } from "./format/motion-files/motion-file.js";
export { counted, fixedText, numberColumn, numberText, percentText, withoutRounding } from "./format/numbers.js";
export { LONGEST_TEXT } from "./format/read-json.js";
export { type SizeUnits, sizeUnits, type Unit } from "./format/size-units.js";
export { meshOf, type SoftMesh } from "./format/soft-mesh.js";
export { type SkinWarning, type SoftSkin, skinIn } from "./format/soft-skin.js";
export { csvHeading, csvPieces, csvText, type ResultColumn, type ResultTable, shownHeading } from "./format/table.js";
export type { GraspResult, GraspShape, GraspWarning } from "./grasp/result.js";
export { checkGrasp, runGrasp } from "./grasp/run.js";
export type { GraspStudy } from "./grasp/schema.js";
export { appliedLaws, comparisonDetails, comparisonSentence, comparisonTables, comparisonWarnings } from "./impact/comparison.js";
export { isMovingBody } from "./impact/moving-body.js";
export { studyProblem } from "./impact/problem.js";
export type { BodyMotion, Comparison, ImpactResult } from "./impact/result.js";
export { runImpact } from "./impact/run.js";
export type { BodiesStudy, GivenBody, ImpactPicture, ImpactStudy, ProblemStudy, StudyBody, SystemStudy } from "./impact/schema.js";
export { describeOutcome } from "./impact/sentence.js";
export { componentNames, contactName, contactNames, EVENT_WORDS, SLIP_WORDS } from "./impact/words.js";
export { studyJsonSchema } from "./json-schema.js";
export {
  checkStudy,
  KINDS,
  type Kind,
  kindNamed,
  kinds,
  type ResultOf,
  type RunOptionsOf,
  runStudy,
  type Study,
  type StudyOf,
  type StudyResult,
} from "./kinds.js";
export { filesNamedIn, type KindIn, parseStudy, parseStudyText } from "./parse.js";
export type { PickupByModulus, PickupContact, PickupResult, PickupShape } from "./pickup/result.js";
export { checkPickup, type PickupProgress, runPickup, squeezeRecords } from "./pickup/run.js";
export type { PickupStudy } from "./pickup/schema.js";
export { evaluatePublished, type PublishedRow } from "./published.js";
export type { RestShapeResult, RestShapeWarning, TurnedOver } from "./rest-shape/result.js";
export { checkRestShape, type RestShapeProgress, runRestShape } from "./rest-shape/run.js";
export type { RestShapeStudy } from "./rest-shape/schema.js";
export { unitsOfImpact } from "./simulation/impact-tables.js";
export { type PenaltyResult, penaltyStiffnesses, runEvents, runPenalty } from "./simulation/penalty.js";
export { penaltyTable } from "./simulation/penalty-table.js";
export type { BodyState, JointState, RunCheckpoint, SimulationResult, SimulationWarning, Verification } from "./simulation/result.js";
export {
  checkSimulation,
  parseCheckpoint,
  runSimulation,
  type SimulationProgress,
  type SimulationRun,
  type SimulationRunOptions,
  startSimulation,
  withMoreWork,
} from "./simulation/run.js";
export { SIMULATION_METHODS, type SimulationStudy } from "./simulation/schema.js";
export { joinedRows, type NumberColumn, type SweepColumn, type SweepRows, type TextColumn } from "./sweep/columns.js";
export type { DropStudy } from "./sweep/drop-schema.js";
export { isFast } from "./sweep/fast-impacts.js";
export { type BaseKind, type BaseKinds, type BaseStudy, type SweepPlan, studyOfRun } from "./sweep/plan.js";
export type { KeptRun, NumberSummary, Share, SweepMap, SweepResult, TextSummary } from "./sweep/result.js";
export { checkMeasuresOfBase, failedRun, runPart, type SweepRunOptions } from "./sweep/runs.js";
export type { SweepEntry, SweepMeasure, SweepStudy } from "./sweep/schema.js";
export { summarise } from "./sweep/summarise.js";
export { planSweep } from "./sweep-plan.js";
