/** What running a study of kind `grasp` returns. */
import type { Vec3 } from "../../math/vec3.js";
import type { ElasticLaw } from "../../soft/fem/elasticity.js";
import type { ElementKind } from "../../soft/fem/solid.js";
import type { GraspRecord } from "../../soft/grasp/account.js";
import type { RoundedBox } from "../../soft/grasp/finger-shape.js";
import type { GraspOutcome, GraspRun } from "../../soft/grasp/grasp.js";
import type { FingerResolution } from "../../soft/grasp/resolution.js";
import type { TriedPlace } from "../../soft/grasp/search.js";
import type { GraspStudy } from "./schema.js";

/** A doubt about a grasp. */
export interface GraspWarning {
  /** What kind of doubt. */
  readonly code: "resolution" | "strain" | "mesh-error" | "no-estimate" | "locking";
  /** In a sentence. */
  readonly message: string;
}

/** Body and fingers at one moment, for pictures. */
export interface GraspShape {
  /** Of the surface nodes, m, in the order of `surface.nodes`. */
  readonly places: readonly Vec3[];
  /** Points of the fingers, m. */
  readonly points: readonly Vec3[];
  /** Nodes that touch: the place among the surface nodes, the obstacle (0 the table, then the fingers), the force on the body, N. */
  readonly contacts: readonly { readonly node: number; readonly obstacle: number; readonly force: Vec3 }[];
}

/** What running a study of kind `grasp` returns. */
export interface GraspResult {
  /** Format version. */
  readonly carom: 1;
  readonly kind: "grasp";
  /** Of the study. */
  readonly title: string;
  /**
   * `held`, `put-down` or, where the study only closes, `closed`; `not-liftable` within the distance; `slipped`; `strain` at its limit;
   * `no-equilibrium` where none was found, however small the steps.
   */
  readonly outcome: GraspOutcome;
  /** What is grasped. */
  readonly body: {
    /** How many. */
    readonly nodes: number;
    /** How many. */
    readonly tetrahedra: number;
    /** N. */
    readonly weight: number;
    /** Mean edge of the surface, m. */
    readonly spacing: number;
    /** What it is cut into. */
    readonly element: ElementKind;
    /** How stress follows from deformation. */
    readonly law: ElasticLaw;
  };
  /** Where they first touch. */
  readonly fingers: readonly {
    /** Unit. */
    readonly direction: Vec3;
    /** Its point, m. */
    readonly start: Vec3;
    /** Between finger and body. */
    readonly friction: number;
    /** Boxes with rounded edges that it is made of, seen from its point. */
    readonly boxes: readonly RoundedBox[];
  }[];
  /** One for each step, from rest on. */
  readonly records: readonly GraspRecord[];
  /** Where the hand was closed. */
  readonly grip?: GraspRecord;
  /** Where the body was free of the table. */
  readonly lifted?: GraspRecord;
  /** Where it slipped. */
  readonly slip?: NonNullable<GraspRun["slip"]>;
  /** Share by which the mesh makes push and work of the grip too large, estimated; absent where it cannot be. */
  readonly meshError?: number;
  /** Work of Hertz's contacts with a half space at the pushes of the grip, J; absent unless all fingers are balls. */
  readonly hertzWork?: number;
  /** How finely the mesh resolves what each finger touches in the grip. */
  readonly resolution?: readonly FingerResolution[];
  /** The surface of the body, to be drawn. */
  readonly surface: {
    /** Of the mesh. */
    readonly nodes: readonly number[];
    /** Three places in `nodes` each. */
    readonly triangles: readonly (readonly number[])[];
  };
  /** At rest, in the grip, lifted, at the end. */
  readonly shapes: { readonly rest: GraspShape; readonly grip?: GraspShape; readonly lifted?: GraspShape; readonly end: GraspShape };
  /** Where the study searches. */
  readonly search?: {
    /** In the order in which they were tried. */
    readonly places: readonly TriedPlace[];
    /** Absent: the body is held at none. */
    readonly best?: TriedPlace;
    /** The study of the grasp there, without its search. */
    readonly study?: GraspStudy;
  };
  /** Empty: nothing to add. */
  readonly warnings: readonly GraspWarning[];
}
