/**
 * What running a study of kind `clatter` returns: plain data, the content of result.json.
 */
import type { FloorContact, FloorStatus } from "../../clatter/floor-run.js";
import type { PlateSequence } from "../../clatter/plate-sequence.js";
import type { RodSequence } from "../../clatter/rod-sequence.js";
import type { PlateSurvey, SurveyedRod } from "../../clatter/survey.js";
import type { Vec3 } from "../../math/vec3.js";

/** The fall on a yielding floor, beside the impacts. Its own fields are those of the first contact. */
export interface PressedFloor extends FloorContact {
  /** As used, N s/m^4. */
  readonly damping: number;
  /** As used. */
  readonly friction: number;
  /** Vertical impulse of the first contact over that of the first impact. */
  readonly impulseRatio: number;
  /**
   * What the first contact tends to as the floor stiffens: the corner of the box under the law `frictional`, with this friction. N s, world
   * axes.
   */
  readonly rigidImpulse: Vec3;
  /** Norm of the difference between the first contact's impulse and `rigidImpulse`, over that of `rigidImpulse`. */
  readonly difference: number;
  /** Why the contacts end. */
  readonly status: FloorStatus;
  /** As many as were asked for. */
  readonly contacts: readonly FloorContact[];
}

export interface ClatterResult {
  /** Format version. */
  readonly carom: 1;
  readonly kind: "clatter";
  /** Of the study. */
  readonly title: string;
  /** Speed of the first impact, as given or from the drop height, m/s. */
  readonly impactSpeed: number;
  /** Of a rod. */
  readonly rod?: RodSequence;
  /** Of a plate. */
  readonly plate?: PlateSequence;
  /** Where the study asks for it. */
  readonly floor?: PressedFloor;
}

/** The same fall from every angle, for figures. */
export interface ClatterSurvey {
  readonly kind: "rod" | "plate";
  /** Of the study, rad: the first angle of a rod, the tilt of a plate. */
  readonly angle: number;
  readonly restitution: number;
  /** Of a rod: without gravity, and with that of the study if it has any. */
  readonly rods: readonly { readonly name: string; readonly rows: readonly SurveyedRod[] }[];
  /** Of a plate, by its roll, rad. */
  readonly plates: readonly { readonly roll: number; readonly survey: PlateSurvey }[];
}
