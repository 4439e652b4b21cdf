export { InvalidInputError, SolverError } from "../errors.js";
export type { FacePoints } from "./detection/surface.js";
export type { Motion, SeriesMotion, SineMotion, SteadyMotion } from "./free-bodies/driven.js";
export type { FreeBodies } from "./free-bodies/free-bodies.js";
export type { ConstantLoad, DamperLoad, Load, PiecewiseLoad, RollingLoad, SpringLoad } from "./free-bodies/loads.js";
export type { ImpactChoice, ResolvedImpact } from "./impacts/resolve-impacts.js";
export {
  type Checkpoint,
  type ContactForce,
  type ContactMode,
  createSimulation,
  type RunLedger,
  type Simulation,
  type SimulationEvent,
  type SimulationEventKind,
  type SimulationObserver,
  type SimulationOptions,
  type SimulationStatus,
  type SimulationTolerances,
  type StretchDetail,
} from "./loop/simulation.js";
export { createTreeDynamics, type TreeDynamics } from "./mechanism/dynamics.js";
export type { Joint, JointType, Link, PlacedLink } from "./mechanism/links.js";
export type * from "./mechanism/scene-link.js";
export { createTree, type LinkState, type Tree } from "./mechanism/tree.js";
export { createPenaltyRun, type PenaltyObserver, type PenaltyOptions, type PenaltyRun } from "./penalty/penalty.js";
export { type Accumulation, accumulations } from "./record/accumulation.js";
export * from "./record/record.js";
export { type Scene, type SceneBody, type SceneContact, type SceneFixed, type ScenePlane, systemFromScene } from "./scene/scene.js";
export type { SceneSystem, SceneSystemJoint } from "./scene/scene-system.js";
export {
  type ContactPair,
  createFeatureState,
  type Feature,
  type FeatureState,
  type MechanicalSystem,
  type Pose,
} from "./system/mechanical-system.js";
export { meshFilesOf, readUrdf, type UrdfOptions, type UrdfRobot } from "./urdf/urdf.js";
