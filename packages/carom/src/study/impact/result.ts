/**
 * What running a study of kind `impact` returns: plain data, the content of result.json.
 */
import type { ImpactForces } from "../../force/forces.js";
import type { ForceLawHits } from "../../force/laws/at-contact.js";
import type { ImpulseAccuracy } from "../../impact/accuracy.js";
import type { FrictionalGradients } from "../../impact/frictional.js";
import type { ImpactOutcome } from "../../impact/outcome.js";
import type { SlipAnalysis } from "../../impact/slip/analysis.js";
import type { SlipLabel } from "../../impact/slip/labels.js";
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import type { ImpactDerivativeTable } from "../format/derivative-result.js";

/** How a body moves before and after an impact, world axes. */
export interface BodyMotion {
  /** Of the centre of mass, world axes, m/s. */
  readonly velocity: readonly [number, number, number];
  /** World axes, rad/s. */
  readonly angularVelocity: readonly [number, number, number];
}

/** What running a study of kind `impact` returns. */
export interface ImpactResult {
  /** Format version. */
  readonly carom: 1;
  readonly kind: "impact";
  /** Of the study. */
  readonly title: string;
  /** What the law was given. */
  readonly problem: ContactProblem;
  /** What the law says. */
  readonly outcome: ImpactOutcome;
  /** How exact the impulse is. Absent for more than 40 contacts. */
  readonly accuracy?: ImpulseAccuracy;
  /** Only if the contacts have a `contactLaw`: forces, indentations and time inside the impact. */
  readonly forces?: ImpactForces;
  /** Instead of `forces`, where they could not be followed: why, as one sentence. */
  readonly noForces?: string;
  /** Only if the study asks for force laws: the same hit by each of them. */
  readonly forceLaws?: ForceLawHits;
  /** Only for a single contact. */
  readonly analysis?: SlipAnalysis;
  /** Only for the law `frictional`, whatever the method: derivatives of its converged impulse. */
  readonly gradients?: FrictionalGradients;
  /**
   * Only for the law `frictional` with friction: which of the closed-form cases the impact is nearest to. Absent where the mobility is too
   * ill-conditioned to tell.
   */
  readonly classification?: SlipLabel;
  /** Only if the study asks for derivatives. */
  readonly derivatives?: ImpactDerivativeTable;
  /** Only if the study gave bodies: the moving ones by name, after impact. */
  readonly bodies?: Readonly<
    Record<
      string,
      {
        /** Of the centre of mass, world axes, m. */
        readonly position: readonly [number, number, number];
        readonly before: BodyMotion;
        readonly after: BodyMotion;
      }
    >
  >;
  /** Only if the study gave bodies: one per contact, in world axes. */
  readonly contacts?: readonly {
    /** Names of the two bodies; the normal points into the first. */
    readonly between: readonly [string, string];
    /** First tangent, a unit vector, world axes. */
    readonly tangent1: readonly [number, number, number];
    /** Second tangent, a unit vector, world axes. */
    readonly tangent2: readonly [number, number, number];
    /** Into the first body, a unit vector, world axes. */
    readonly normal: readonly [number, number, number];
    /** On the first body, world axes, N s. */
    readonly impulse: readonly [number, number, number];
  }[];
  /** Only if the study gave generalised coordinates: speeds before and after. */
  readonly speeds?: { readonly before: readonly number[]; readonly after: readonly number[] };
}

/** The same problem under every law. */
export interface Comparison {
  /** Format version. */
  readonly carom: 1;
  readonly kind: "comparison";
  /** Of the study. */
  readonly title: string;
  /** What the laws were given. */
  readonly problem: ContactProblem;
  /** One for each law there is, in the order of the registry. */
  readonly rows: readonly (
    | {
        /** Name of the law. */
        readonly law: string;
        /** The law in one line. */
        readonly summary: string;
        /** Where the law applies. */
        readonly outcome: ImpactOutcome;
      }
    | {
        /** Name of the law. */
        readonly law: string;
        /** What the law is, in a sentence. */
        readonly summary: string;
        /** Why the law does not apply, as one sentence. */
        readonly inapplicable: string;
      }
  )[];
}
