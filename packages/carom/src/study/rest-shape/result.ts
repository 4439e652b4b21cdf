import type { ElasticLaw } from "../../soft/fem/elasticity.js";
import type { ElementKind } from "../../soft/fem/solid.js";
import type { MeshQuality } from "../../soft/mesh/mesh.js";
import type { ConvergenceAnalysis } from "../../soft/rest-shape/convergence.js";
import type { TetrahedronSag } from "../../soft/rest-shape/one-tetrahedron.js";
import type { RestShapeStatus, RestShapeStep } from "../../soft/rest-shape/recover.js";
import type { Measures } from "../../soft/rest-shape/sag.js";
import type { SkinWarning } from "../format/soft-skin.js";

/** Something that a reader of the result should know. */
export interface RestShapeWarning {
  /**
   * No shape was found; strain or turns beyond what linear elasticity is right for; a Poisson's ratio at which linear tetrahedra lock; an
   * eigenvalue that no relaxation helps; a rule of the source; pieces that no node joins; thin elements; an error of the mesh above 5 %, or
   * none estimated; a base that no table would hold; curved elements that had to be made straight.
   */
  readonly code:
    | "not-converged"
    | "strain"
    | "locking"
    | "too-soft"
    | "published-rule"
    | "pieces"
    | "thin-elements"
    | "mesh-error"
    | "no-estimate"
    | "friction"
    | "straightened";
  /** The same in a sentence. */
  readonly message: string;
}

/** A prediction of the body turned over: linear sag on a rest shape, standing on its former top. */
export interface TurnedOver extends Measures {
  /** Largest magnitude of a principal strain. */
  readonly largestStrain: number;
  /** Sagged places of the nodes, m. */
  readonly nodes: readonly (readonly number[])[];
}

/** What running a study of kind `rest-shape` returns. */
export interface RestShapeResult {
  /** Format version. */
  readonly carom: 1;
  readonly kind: "rest-shape";
  /** Of the study. */
  readonly title: string;
  /** How the search ended. */
  readonly status: RestShapeStatus;
  /** How it was done. */
  readonly method: "newton" | "fixed-point";
  /** What the body is cut into. */
  readonly element: ElementKind;
  /** How stress follows from deformation. */
  readonly law: ElasticLaw;
  /** Steps of Newton, or evaluations of the fixed-point map. */
  readonly iterations: number;
  /** Distance from a fixed point at the end, 2-norm over all nodes, m. */
  readonly residual: number;
  /** At which it was to stop, m. */
  readonly tolerance: number;
  /** Share of gravity up to which a shape was found; 1 where it converged. */
  readonly load: number;
  /** Size and quality of the mesh. */
  readonly mesh: MeshQuality;
  /** Four nodes of each tetrahedron, turned so that volumes are positive. */
  readonly tetrahedra: readonly (readonly number[])[];
  /** Nodes that the table holds. */
  readonly stuck: readonly number[];
  /** Places of the nodes as observed, m. */
  readonly observed: readonly (readonly number[])[];
  /** Places of the nodes without gravity, m: observed minus displacement. */
  readonly rest: readonly (readonly number[])[];
  /** Observed minus rest, m. */
  readonly displacement: readonly (readonly number[])[];
  /** 2-norm of the displacement over all nodes, and its largest length at one, m. */
  readonly norm: number;
  /** Of a node between rest and observed shape, m. */
  readonly largestDisplacement: number;
  /** Largest magnitude of a principal strain between rest and observed. */
  readonly largestStrain: number;
  /** Strain and turn in all but 1 % of the volume. */
  readonly strain: {
    /** Magnitude of the largest principal strain that 99 % of the volume stays below. */
    readonly most: number;
    /** Turn that 99 % of the volume stays below, rad. */
    readonly turn: number;
  };
  /**
   * Share by which the mesh makes the work of the weight, and about as much the displacements, too small: an estimate; absent where no
   * shape was found, without weight, and for linear elements of more than 30,000 edges and corners.
   */
  readonly meshError?: number;
  /** Of the body in its shapes. */
  readonly volumes: {
    /** m^3. */
    readonly observed: number;
    /** Without gravity, m^3. */
    readonly rest: number;
    /** Rest over observed, less 1. */
    readonly change: number;
  };
  /** kg, as it was computed with. */
  readonly mass: number;
  /** Force of the table on each stuck node, N. */
  readonly reactions: readonly (readonly number[])[];
  /** Largest tangential over normal reaction: the friction that holds the base; absent where a node would have to be pulled down. */
  readonly frictionNeeded?: number;
  /** How far the recovered shape, sagged again by a solver of its own, is from what was observed, largest over the nodes, m. */
  readonly sagsBackWithin: number;
  /** Steps of the search. */
  readonly history: readonly RestShapeStep[];
  /** The fixed-point iteration at the solution; absent where there is none, or where the mesh is large and the study does not ask. */
  readonly convergence?: ConvergenceAnalysis;
  /** Closed form, where the mesh is one tetrahedron on its base. */
  readonly oneTetrahedron?: TetrahedronSag;
  /** Where the study asks for it. */
  readonly flip?: {
    /** As observed, standing as it is. */
    readonly observed: Measures;
    /** Recovered, standing as it is. */
    readonly rest: Measures;
    /** Turned over, the observed shape taken for the rest shape. */
    readonly fromObserved: TurnedOver;
    /** Turned over, from the recovered shape. */
    readonly fromRest: TurnedOver;
  };
  /** Where the study has a skin: its vertices as observed, without gravity, and turned over where that is asked for. */
  readonly skin?: {
    /** Three places in the lists of vertices each. */
    readonly triangles: readonly (readonly number[])[];
    /** m. */
    readonly observed: readonly (readonly number[])[];
    /** The skin without gravity, m. */
    readonly rest: readonly (readonly number[])[];
    /** From the recovered shape. */
    readonly turnedOver?: readonly (readonly number[])[];
  };
  /** Empty: nothing to add. */
  readonly warnings: readonly (RestShapeWarning | SkinWarning)[];
}
