/**
 * Bodies in time. Its folders, from what others stand on to what stands on them:
 *
 *     system/        what the simulator needs to know of a mechanical system, and its parts
 *     detection/     gaps and touching places of shapes against each other
 *     free-bodies/   free rigid bodies, loads, ground that is moved, as a system
 *     mechanism/     links with joints and loops, as a system
 *     scene/         bodies, links and materials as data; urdf/ robots as links
 *     contact/       what touches, how it goes on, and with which forces
 *     impacts/       what approaches and touches: which law, and what no law resolves
 *     loop/          settle, stretch, event, and again
 *     steps/         time steps with contacts solved implicitly
 *     regime/        by events, by steps, or by whichever is fit
 *     record/        what a run leaves behind; penalty/ the usual other way, to compare with
 *
 * Its words, one for each thing:
 *
 *     part             coordinates and speeds that feel others only where they touch: a body, bodies that springs join, a linkage
 *     linkage          links that joints, loops and springs hold together
 *     cluster          parts that closed contacts join: they move together, with steps of their own
 *     island           contacts, of an impact or of a force problem, that act on each other and on no others
 *     pair, feature    two surfaces that may meet; one place where they can touch
 *     touch            a feature that touches at this instant, with its velocity and what forces at it do
 *     closed contact   a touch that lasts, with its mode: it sticks, slips, begins to slip, is held, or has no load
 *     force problem    closed contacts as flat arrays, to be solved for forces and accelerations
 *     findings         what events have just found out about contacts
 *     stretch          a time over which the motion of a cluster is known, its modes frozen
 *     watch            a function that is positive until an event of a stretch
 *     regime           how the motion is computed: by events or by steps
 *     frame            in the stepped regime: a time in which islands go on by themselves, each with steps of its own
 *     jam              contacts for which there are no forces; resolved by an impact without collision
 */
export { InvalidInputError, SolverError } from "../errors.js";
export type { FacePoints } from "./detection/surface.js";
export type { Motion, SeriesMotion, SineMotion, SteadyMotion } from "./free-bodies/driven.js";
export type { FreeBodies } from "./free-bodies/free-bodies.js";
export type { ConstantLoad, DamperLoad, Load, PiecewiseLoad, RollingLoad, SpringLoad } from "./free-bodies/loads.js";
export type { ImpactChoice, ResolvedImpact } from "./impacts/resolve-impacts.js";
export type {
  Checkpoint,
  ContactForce,
  ContactMode,
  RunLedger,
  Simulation,
  SimulationEvent,
  SimulationEventKind,
  SimulationMethod,
  SimulationObserver,
  SimulationOptions,
  SimulationStatus,
  SimulationTolerances,
  SteppedStretch,
  SteppingCheckpoint,
  StretchDetail,
} from "./loop/simulation.js";
export type { MovedSystem, TangentColumn } from "./loop/tangents/columns.js";
export type { EdgeKind, ImpactEventTangents, RunEdge, RunTangents, TangentEvent } from "./loop/tangents/interface.js";
export type { TangentOptions } from "./loop/tangents/tangents.js";
export { createTreeDynamics, type TreeDynamics } from "./mechanism/dynamics.js";
export type { Joint, JointType, Link, PlacedLink } from "./mechanism/links.js";
export type * from "./mechanism/scene-link.js";
export { createTree, type LinkState, type Tree, type TreeRow } from "./mechanism/tree.js";
export { type IncludedFiles, includedFilesOf, type MjcfOptions, mjcfMeshesOf, readMjcf } from "./mjcf/mjcf.js";
export { createPenaltyRun, type PenaltyObserver, type PenaltyOptions, type PenaltyRun } from "./penalty/penalty.js";
export { type Accumulation, accumulations } from "./record/accumulation.js";
export * from "./record/record.js";
export { createSimulation } from "./regime/simulation.js";
export { centreInShape } from "./scene/centre-in-shape.js";
export { type Scene, type SceneBody, type SceneContact, type SceneFixed, type ScenePlane, systemFromScene } from "./scene/scene.js";
export { readSdf, type SdfOptions, sdfIncludesOf, sdfMeshesOf } from "./sdf/sdf.js";
export type { HeldContact } from "./steps/held.js";
export type { StepSnapshot } from "./steps/snapshot.js";
export {
  type BodyBalls,
  type ContactPair,
  createFeatureState,
  type Drives,
  type Feature,
  type FeatureState,
  type MechanicalSystem,
  type Pose,
} from "./system/mechanical-system.js";
export type { JointEffort, SceneMechanism, SceneSystem, SceneSystemJoint } from "./system/scene-system.js";
export { UrdfError } from "./urdf/account.js";
export { type DropOptions, type DroppedRobot, dropRobot, floorContacts, floorName } from "./urdf/drop.js";
export type { ContactBits, FrictionRule, LinkMaterial } from "./urdf/materials.js";
export type { UrdfFrame, UrdfOptions, UrdfRobot } from "./urdf/robot.js";
export { meshFilesOf, readUrdf } from "./urdf/urdf.js";
