export { InvalidInputError, SolverError } from "../errors.js";
export type { PickupOutcome, PickupRecord, PickupWarning } from "../soft/pickup/pickup-run.js";
export type { BattingStudy } from "./batting-schema.js";
export type { ClatterStudy } from "./clatter-schema.js";
export { contactLaws } from "./contact-law-schema.js";
export type { ElasticRodStudy } from "./elastic-rod-schema.js";
export { filesNamedIn } from "./ground-record.js";
export { studyJsonSchema } from "./json-schema.js";
export { parseStudy, parseStudyText } from "./parse.js";
export type { PickupStudy } from "./pickup-schema.js";
export { evaluatePublished, type PublishedRow } from "./published.js";
export { LONGEST_TEXT } from "./read-json.js";
export type { RestShapeStudy } from "./rest-shape-schema.js";
export type { BodyMotion, Comparison, ImpactResult } from "./result.js";
export { checkStudy, chooseLaw, compareStudy, defaultLaw, type LawChoice, type RunOptions, runStudy, studyProblem } from "./run.js";
export { type BattingCone, type BattingResult, type CurvePoint, checkBatting, runBatting, type TriangleRun } from "./run-batting.js";
export { type ClatterResult, type ClatterSurvey, type PressedFloor, runClatter, surveyClatter } from "./run-clatter.js";
export {
  type ComputedRod,
  checkElasticRod,
  type ElasticRodResult,
  type ElasticRodSeries,
  type ElasticRodWarning,
  runElasticRod,
} from "./run-elastic-rod.js";
export { type PenaltyResult, penaltyStiffnesses, runEvents, runPenalty } from "./run-penalty.js";
export {
  checkPickup,
  type PickupByModulus,
  type PickupContact,
  type PickupResult,
  type PickupRunOptions,
  type PickupShape,
  runPickup,
  squeezeRecords,
} from "./run-pickup.js";
export {
  checkRestShape,
  type RestShapeResult,
  type RestShapeRunOptions,
  type RestShapeWarning,
  runRestShape,
  type TurnedOver,
} from "./run-rest-shape.js";
export {
  checkSimulation,
  parseCheckpoint,
  runSimulation,
  type SimulationRun,
  type SimulationRunOptions,
  startSimulation,
} from "./run-simulation.js";
export type { BodiesStudy, ImpactStudy, Method, ProblemStudy, PublishedFigure, Study, StudyBody, SystemStudy, Verdict } from "./schema.js";
export { METHODS } from "./schema.js";
export { describeOutcome } from "./sentence.js";
export type { BodyState, JointState, RunCheckpoint, SimulationResult, SimulationWarning } from "./simulation-result.js";
export type { SimulationStudy } from "./simulation-schema.js";
export { meshOf, type SoftMesh } from "./soft-mesh-schema.js";
export { type SkinWarning, type SoftSkin, skinIn } from "./soft-skin-schema.js";
