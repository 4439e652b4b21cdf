import type { Vec3 } from "../../math/vec3.js";
import type { ElasticLaw } from "../../soft/fem/elasticity.js";
import type { ElementKind } from "../../soft/fem/solid.js";
import type { FingerResolution } from "../../soft/grasp/resolution.js";
import type { ContactChecks } from "../../soft/pickup/checks.js";
import type { ContactMode } from "../../soft/pickup/contact-map.js";
import type { ForceClosure } from "../../soft/pickup/force-closure.js";
import type { PickupMeshError } from "../../soft/pickup/mesh-error.js";
import type { PickupOutcome, PickupRecord, PickupScheme, PickupWarning } from "../../soft/pickup/pickup-run.js";
import type { SkinWarning } from "../format/soft-skin.js";

/** A node that touches something. */
export interface PickupContact {
  /** Of the mesh, counted from 0. */
  readonly node: number;
  /** 0 the table, 1 and 2 the fingers. */
  readonly obstacle: number;
  /** Whether the node holds or slides. */
  readonly mode: ContactMode;
  /** m. */
  readonly place: Vec3;
  /** On the body, N. */
  readonly force: Vec3;
  /** Part of the force along the normal, N. */
  readonly push: number;
  /** Length of its tangential part, N. */
  readonly friction: number;
}

/** The body and its fingers at one moment, for pictures. */
export interface PickupShape {
  /** Of the surface nodes, m, in the order of `surface.nodes`. */
  readonly places: readonly Vec3[];
  /** Of the fingers, m; empty before they come. */
  readonly centres: readonly Vec3[];
  /** Nodes that touch in this state. */
  readonly contacts: readonly PickupContact[];
}

/** The pickup of the same body with another stiffness. */
export interface PickupByModulus {
  /** Pa. */
  readonly youngModulus: number;
  /** How the pickup ended. */
  readonly outcome: PickupOutcome;
  /** Least depth, m; absent where it cannot be lifted. */
  readonly depth?: number;
  /** Of both fingers until then, J. */
  readonly work?: number;
  /** Mean push of the fingers then, N. */
  readonly squeeze?: number;
  /** Nodes that touch the fingers then. */
  readonly fingerNodes?: number;
  /** What Hertz's contact of a ball with a flat half space would need for a push of weight / (2 friction) a finger, J. */
  readonly hertzWork?: number;
}

/** What running a study of kind `pickup` returns. */
export interface PickupResult {
  /** Format version. */
  readonly carom: 1;
  readonly kind: "pickup";
  /** Of the study. */
  readonly title: string;
  /**
   * `lifted`, or `liftable` where the study squeezes on; `too-deep` at the maximal depth; `strain` at the strain limit; `slipped` out of
   * the fingers in the lift; `no-force-closure`; `no-equilibrium` where no state was found, however small the steps.
   */
  readonly outcome: PickupOutcome;
  /** How the squeeze was followed. */
  readonly scheme: PickupScheme;
  /** What is picked up. */
  readonly body: {
    /** How many. */
    readonly nodes: number;
    /** How many. */
    readonly tetrahedra: number;
    /** N. */
    readonly weight: number;
    /** m^3. */
    readonly volume: number;
    /** Mean edge of the surface, m. */
    readonly spacing: number;
    /** What it is cut into. */
    readonly element: ElementKind;
    /** How stress follows from deformation. */
    readonly law: ElasticLaw;
  };
  /** At their places. */
  readonly fingers: readonly {
    /** That it first touches. */
    readonly node: number;
    /** m. */
    readonly radius: number;
    /** Between finger and body. */
    readonly friction: number;
    /** Unit. */
    readonly direction: Vec3;
  }[];
  /** Whether the fingers close the body in. */
  readonly closure: ForceClosure;
  /** Before the fingers come. */
  readonly rest: PickupRecord;
  /** Step after step. */
  readonly squeeze: readonly PickupRecord[];
  /** The least depth at which the lift test passes. */
  readonly leastDepth?: {
    /** m. */
    readonly depth: number;
    /** The deepest at which it failed, m. */
    readonly failed: number;
    /** The grip at that depth. */
    readonly record: PickupRecord;
  };
  /** One record for each increment of the lift. */
  readonly lift: readonly PickupRecord[];
  /** The surface of the body, to be drawn. */
  readonly surface: {
    /** Of the mesh. */
    readonly nodes: readonly number[];
    /** Three places in `nodes` each. */
    readonly triangles: readonly (readonly number[])[];
    /** Of the surface nodes without gravity, m. */
    readonly places: readonly Vec3[];
  };
  /** At rest, in the grip (at the least depth; where there is none, at the end of the squeeze) and lifted. */
  readonly shapes: { readonly rest: PickupShape; readonly grip?: PickupShape; readonly lifted?: PickupShape };
  /** Where the study has a skin: its vertices at the moments of `shapes`. */
  readonly skin?: {
    /** Three places in the lists of vertices each. */
    readonly triangles: readonly (readonly number[])[];
    /** m. */
    readonly rest: readonly Vec3[];
    /** The skin in the grip, m. */
    readonly grip?: readonly Vec3[];
    /** The skin of the lifted body, m. */
    readonly lifted?: readonly Vec3[];
  };
  /** How finely the contact of each finger is resolved at the least depth; absent where there is none. */
  readonly resolution?: readonly FingerResolution[];
  /** Strain and turn in the grip. */
  readonly gripStrain?: {
    /** Magnitude of the largest principal strain that 99 % of the volume stays below. */
    readonly most: number;
    /** Turn that 99 % of the volume stays below, rad. */
    readonly turn: number;
  };
  /** What the mesh does to the grip, estimated; absent where it cannot be, or nothing is gripped. */
  readonly meshError?: PickupMeshError;
  /** Work of both fingers by Hertz's contact until each pushes with weight / (2 friction), J; absent without friction. */
  readonly hertzWork?: number;
  /**
   * What the balance of energy leaves unexplained in the grip, over the work: finger work less change of energy, lifting and friction.
   * Error of the steps.
   */
  readonly energyResidual: number;
  /**
   * How well equilibrium and contact laws hold, at worst of all accepted increments; forces over the weight, lengths over the size of the
   * body.
   */
  readonly checks: ContactChecks;
  /** Accepted increments. */
  readonly increments: number;
  /** Rounds of Newton's method. */
  readonly rounds: number;
  /** Stretches that the event-driven scheme left to an implicit increment. */
  readonly fallbacks: number;
  /** Where the study asks for other moduli. */
  readonly moduli?: readonly PickupByModulus[];
  /** Empty: nothing to add. */
  readonly warnings: readonly (PickupWarning | SkinWarning)[];
}
