/**
 * What running a study of kind `elastic-rod` returns: plain data, the content of result.json.
 */
import type { RodBounce, RodGroups } from "../../elastic-rod/bounce.js";
import type { NoBounceReason } from "../../elastic-rod/bounce-time.js";
import type { RodBounces } from "../../elastic-rod/bounces.js";
import type { RodEnergies } from "../../elastic-rod/contact.js";
import type { ReleaseCriterion } from "../../elastic-rod/structural.js";

/** Something that a reader of the result should know. */
export interface ElasticRodWarning {
  /**
   * Strain beyond the linear range; the rod would pass through itself; the bottom lifts while the rod still falls; the search ended at its
   * horizon.
   */
  readonly code: "strain" | "passes-through-itself" | "falls-on" | "horizon";
  /** The same in a sentence. */
  readonly message: string;
}

/** The rod as it was computed. */
export interface ComputedRod {
  /** m. */
  readonly length: number;
  /** m/s. */
  readonly waveSpeed: number;
  /** Viscous, 1/s; absent with structural damping. */
  readonly damping?: number;
  /** Where the study says it: what damping resists in the air. */
  readonly flightDamping?: "vibration" | "motion";
  /** m^2/s. */
  readonly structuralDamping?: number;
  /** With structural damping: what the floor lets go by. */
  readonly releaseCriterion?: ReleaseCriterion;
  /** With structural damping: how many were summed; absent: all. */
  readonly modes?: number;
  /** m/s^2. */
  readonly gravity: number;
  /** As given or from the drop height, m/s. */
  readonly impactSpeed: number;
  /** kg/m; absent where the study does not tell. */
  readonly linearDensity?: number;
}

/**
 * On the floor, sampled in time; energies over mass per length, m^3/s^2. Rows where a front arrives at the floor stand twice, before and
 * after.
 */
export interface ElasticRodSeries {
  /** s since the impact. */
  readonly time: readonly number[];
  /** At the floor. */
  readonly floorStrain: readonly number[];
  /** Of the floor, over mass per length, m^2/s^2. With structural damping it is not the strain alone, and infinite at the impact. */
  readonly push: readonly number[];
  /** Upward, over mass per length, m^2/s. */
  readonly momentum: readonly number[];
  /** Of the centre of mass since the impact, m. */
  readonly comDisplacement: readonly number[];
  /** Over mass per length, m^3/s^2. */
  readonly energyTotal: readonly number[];
  /** Of the centre of mass, in the same unit. */
  readonly energyTranslational: readonly number[];
  /** In waves, in the same unit. */
  readonly energyVibrational: readonly number[];
}

/** What running a study of kind `elastic-rod` returns. */
export interface ElasticRodResult {
  /** Format version. */
  readonly carom: 1;
  readonly kind: "elastic-rod";
  /** Of the study. */
  readonly title: string;
  /** The rod, with what follows from its material. */
  readonly rod: ComputedRod;
  /** The numbers without units that it depends on. */
  readonly groups: RodGroups;
  /** The first contact, in closed form or by the modes of the standing rod. Absent where the rod does not leave the floor. */
  readonly bounce?: RodBounce;
  /** Where the rod does not leave the floor. */
  readonly noBounce?: {
    /** Why the rod does not leave the floor. */
    readonly reason: NoBounceReason;
    /** How far it was followed, s. */
    readonly followed: number;
  };
  /** In SI units, where the study tells the mass. */
  readonly forces?: {
    /** kg. */
    readonly mass: number;
    /** Largest push of the floor, N; absent with structural damping, where it is infinite at the impact. */
    readonly peak?: number;
    /** What the floor gives until the rod leaves, N s; absent without a bounce. */
    readonly impulse?: number;
    /** As the rod leaves, J; absent without a bounce. */
    readonly energies?: RodEnergies;
  };
  /** Against time. */
  readonly series: ElasticRodSeries;
  /**
   * Where the study asks for them, by a lattice or by modes that go on in flight. Their first contact is that of `bounce` once more: the
   * same but for what is left out (some 1e-7 of its times and speeds; with `modes` about 1 %).
   */
  readonly bounces?: RodBounces;
  /** Empty: nothing to add. */
  readonly warnings: readonly ElasticRodWarning[];
}
