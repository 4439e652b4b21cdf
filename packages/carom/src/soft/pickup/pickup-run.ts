/** What a pickup is given and what comes of it. */
import type { Vec3 } from "../../math/vec3.js";
import type { ElasticLaw } from "../fem/elasticity.js";
import type { SoftMaterial } from "../fem/material.js";
import type { ElementKind } from "../fem/solid.js";
import type { FingerResolution } from "../grasp/resolution.js";
import type { TetMesh } from "../mesh/mesh.js";
import type { SoftBody } from "./body.js";
import type { ContactChecks } from "./checks.js";
import type { ContactCounts, ContactNode } from "./contact-map.js";
import type { Finger, FingerSpec } from "./fingers.js";
import type { ForceClosure } from "./force-closure.js";
import type { FrozenGrip } from "./lift-test.js";
import type { PickupMeshError } from "./mesh-error.js";
import type { GripState, Scene } from "./state.js";

/** How a squeeze is followed: in implicit increments, or from event to event as in the source. */
export type PickupScheme = "implicit" | "event-driven";
/** "none": squeeze to the maximal depth and test nothing. */
export type DecidingTest = "virtual" | "hypothetical" | "none";

/** A soft body on a table, and the fingers that squeeze and lift it. */
export interface PickupSpec {
  /** Standing on the table z = 0. */
  readonly mesh: TetMesh;
  /** What it is cut into. Default linear. */
  readonly element?: ElementKind;
  /** Of the body. */
  readonly material: SoftMaterial;
  /** How stress follows from deformation. Default linear; the others are for the implicit scheme and the virtual lift test. */
  readonly law?: ElasticLaw;
  /** N, >= 0. */
  readonly weight: number;
  /** Of the table, >= 0. */
  readonly tableFriction: number;
  /**
   * Nodes of the mesh on which force closure takes the body to stand, at least three not in a line: the source's initial triangle. Default:
   * all that stand on the table.
   */
  readonly standingOn?: readonly number[];
  /** Two of them. */
  readonly fingers: readonly FingerSpec[];
  /** Of the squeeze, of each finger, m, > 0. */
  readonly step: number;
  /** At which the squeeze is given up, m. */
  readonly maximumDepth: number;
  /** How contacts are followed. Default implicit. */
  readonly scheme?: PickupScheme;
  /** The lift test that decides. Default virtual. */
  readonly liftTest?: DecidingTest;
  /** Do the other tests, too, at every step. Default false. */
  readonly allTests?: boolean;
  /** To which the least depth is found, m. Default an eighth of the step. */
  readonly depthTolerance?: number;
  /** Of the lift and the virtual lift, m. Default half of weight / (Young's modulus x size). */
  readonly liftStep?: number;
  /** Steps in which gravity grows before the squeeze. Default 5. */
  readonly restSteps?: number;
  /** Principal strain at which the squeeze is given up, whether the lift test passes there or not. Default 0.5. */
  readonly strainLimit?: number;
  /** Multiplies the stiffness; 0.5 for comparison with the source. Default 1. */
  readonly stiffnessScale?: number;
  /** Go on squeezing to the maximal depth after the test has passed, for records of deeper grips; no lift. Default false. */
  readonly squeezeOn?: boolean;
  /** Do not lift. Default false. */
  readonly endAtGrip?: boolean;
}

/** What may be told to pickup. */
export interface PickupOptions {
  /** Called once, before anything is solved. */
  begin?(scene: Scene): void;
  /** Called after every accepted step; what it throws ends the run. */
  step?(phase: "rest" | "squeeze" | "search" | "lift", record: PickupRecord, state: GripState): void;
}

/** One accepted state. */
export interface PickupRecord {
  /** By which each finger has moved in, m. */
  readonly depth: number;
  /** By which the fingers have gone up, m. */
  readonly height: number;
  /** Of each finger on the body, N. */
  readonly fingerForces: readonly Vec3[];
  /** Push of each finger along its direction, N. */
  readonly squeeze: readonly number[];
  /** Of the table on the body, N. */
  readonly tableForce: Vec3;
  /** Energy of deformation, J. */
  readonly energy: number;
  /** Of both fingers since they touched, J. */
  readonly work: number;
  /** By friction since the fingers touched, J: force times slip, never negative. */
  readonly frictionLoss: number;
  /** Work less change of energy, lifting and friction, J: error of the steps, of first order. */
  readonly unexplained: number;
  /** Largest principal strain. */
  readonly strain: number;
  /** Of the table and both fingers. */
  readonly contacts: readonly ContactCounts[];
  /** Parts of the weight that could be lifted, by the tests that were made. */
  readonly liftable: { readonly virtual?: number; readonly hypothetical?: number; readonly frozen?: FrozenGrip };
  /** What the deciding lift test says. */
  readonly passed?: boolean;
}

/** How a pickup ended. */
export type PickupOutcome = "lifted" | "liftable" | "too-deep" | "strain" | "slipped" | "no-force-closure" | "no-equilibrium";

/** A pickup from rest to its end, with the states that can be drawn. */
export interface PickupRun {
  /** How it ended. */
  readonly outcome: PickupOutcome;
  /** The body with what does not change. */
  readonly body: SoftBody;
  /** Body, table and fingers. */
  readonly scene: Scene;
  /** At their places. */
  readonly fingers: readonly Finger[];
  /** Whether the fingers close the body in. */
  readonly closure: ForceClosure;
  /** Before the fingers come. */
  readonly rest: PickupRecord;
  /** The state then. */
  readonly restState: GripState;
  /** One record for each increment of the squeeze. */
  readonly squeeze: readonly PickupRecord[];
  /** Least depth at which the lift test passes, and the deepest at which it failed before. */
  readonly leastDepth?: { readonly depth: number; readonly failed: number; readonly record: PickupRecord };
  /** The state in which the lift begins; absent where none did. */
  readonly gripState?: GripState;
  /** Of each finger at the least depth; absent where there is none. */
  readonly resolution?: readonly FingerResolution[];
  /** Strain and turn in the grip: what 99 % of the volume stays below, by the corners of the elements. */
  readonly gripStrain?: { readonly most: number; readonly turn: number };
  /** What the mesh does to the grip, estimated; absent where it cannot be, or nothing is gripped. */
  readonly meshError?: PickupMeshError;
  /** Work of both fingers by Hertz's contact until each pushes with weight / (2 friction), J; absent without friction. */
  readonly hertzWork?: number;
  /** Contacts in the grip. */
  readonly gripContacts: readonly ContactNode[];
  /** One record for each increment of the lift. */
  readonly lift: readonly PickupRecord[];
  /** The state at its end. */
  readonly liftState?: GripState;
  /** What the balance of energy leaves unexplained in the grip, over the work: error of the steps. */
  readonly energyResidual: number;
  /** The worst of all accepted increments. */
  readonly checks: ContactChecks;
  /** Of squeeze and lift that were accepted. */
  readonly increments: number;
  /** Iterations of Newton's method in all of them. */
  readonly rounds: number;
  /** Stretches that the event-driven scheme left to implicit increments. */
  readonly fallbacks: number;
  /** What a reader should know; none if there is nothing. */
  readonly warnings: readonly PickupWarning[];
}

/** Something that a reader of the result should know. */
export interface PickupWarning {
  /** What kind of warning it is, for programs. */
  readonly code:
    | "spacing"
    | "below-table"
    | "strain"
    | "drift"
    | "locking"
    | "energy"
    | "wedge"
    | "resolution"
    | "hertz"
    | "mesh-error"
    | "no-estimate";
  /** The same in a sentence. */
  readonly message: string;
}
