/**
 * A uniform elastic rod that stands upright and falls on a rigid floor: what is given, and the numbers that everything depends on.
 *
 *     v_tt + 2 r v_t - c^2 v_xx = -g        v_x(L, t) = 0        v >= 0, v_x <= 0, v v_x = 0 at the floor        v = 0, v_t = -mu at first
 *
 * The displacement v(x, t) is upward, x goes from the floor (0) to the top (L). In the air the damping resists what vibrates and leaves the
 * centre of mass alone, v_tt + 2 r (v_t - mean of v_t) - ...; the source lets it brake the flight too (`flightDamping: "motion"`, terminal
 * speed g / 2r). Up to scales everything depends on z = r t1 and mu / (g t1) alone, t1 = 2 L / c being the time of a wave up and down.
 *
 * Letters: L length, c waveSpeed, r damping, g gravity, mu impactSpeed, t1 transitTime, z dampingNumber.
 * Source: 000 (5.2)-(5.8).
 */
import { InvalidInputError } from "../errors.js";

/** A uniform rod that falls upright on a rigid floor. */
export interface ElasticRod {
  /** m, > 0. */
  readonly length: number;
  /** Of waves along the rod, sqrt(modulus / density), m/s, > 0. */
  readonly waveSpeed: number;
  /** Of every point's velocity, 1/s, >= 0: the term 2 r v_t. */
  readonly damping: number;
  /**
   * What the damping resists in the air: `vibration` alone, so that the centre of mass falls freely, or all `motion`, as the source has it.
   * On the floor it resists all motion. Default: vibration.
   */
  readonly flightDamping?: "vibration" | "motion";
  /** m/s^2, >= 0. */
  readonly gravity: number;
  /** Downward, of every point when the rod touches the floor, m/s, > 0. */
  readonly impactSpeed: number;
}

/** One side of a front that passes a point: the limit from earlier or from later times. */
export type Side = "before" | "after";

/** Time in which a wave goes up the rod and down again, s. */
export function transitTime({ length, waveSpeed }: Pick<ElasticRod, "length" | "waveSpeed">): number {
  return (2 * length) / waveSpeed;
}

/** Damping over transit rate: the lowest mode in contact is overdamped from pi on. */
export function dampingNumber(rod: ElasticRod): number {
  return rod.damping * transitTime(rod);
}

/** What brakes the centre of mass in the air, 1/s. */
export function flightBrake({ damping, flightDamping = "vibration" }: ElasticRod): number {
  return flightDamping === "motion" ? damping : 0;
}

/** Largest ratio of two given numbers, or of a number to 1, that is taken seriously. */
const LARGEST = 1e100;

/** Throws InvalidInputError naming the field that no rod has. */
export function checkRod(rod: ElasticRod): void {
  checkPositive("length", rod.length);
  checkPositive("waveSpeed", rod.waveSpeed);
  checkNotNegative("damping", rod.damping);
  checkNotNegative("gravity", rod.gravity);
  if (rod.flightDamping !== undefined && rod.flightDamping !== "vibration" && rod.flightDamping !== "motion")
    throw new InvalidInputError("flightDamping", rod.flightDamping, "is neither vibration nor motion");
  if (rod.impactSpeed === 0) throw new InvalidInputError("impactSpeed", 0, "is no impact: the rod stands on the floor");
  checkPositive("impactSpeed", rod.impactSpeed);
  const z = dampingNumber(rod);
  if (z > MOST_DAMPED)
    throw new InvalidInputError(
      "damping",
      rod.damping,
      `is ${z.toPrecision(3)} over a transit; above ${MOST_DAMPED} there are no waves to follow`,
    );
  const fall = (rod.gravity * transitTime(rod)) / rod.impactSpeed;
  if (fall > MOST_GRAVITY)
    throw new InvalidInputError(
      "impactSpeed",
      rod.impactSpeed,
      `is less than ${1 / MOST_GRAVITY} of what gravity gives in a transit: the rod stands on the floor`,
    );
}

/** Beyond these the dimensionless groups leave what the solutions are tested for. */
const MOST_DAMPED = 1000;
const MOST_GRAVITY = 1e6;

export function checkTime(time: number, path = "time"): void {
  if (!(Number.isFinite(time) && time >= 0))
    throw new InvalidInputError(path, time, "is not a time since the rod touched: a finite number, not negative");
}

function checkPositive(path: string, value: number): void {
  if (!(value > 0)) throw new InvalidInputError(path, value, "is not positive");
  if (!(value < LARGEST && value > 1 / LARGEST)) throw new InvalidInputError(path, value, `is not between ${1 / LARGEST} and ${LARGEST}`);
}

function checkNotNegative(path: string, value: number): void {
  if (!(value >= 0)) throw new InvalidInputError(path, value, "is negative or not a number");
  if (!(value < LARGEST)) throw new InvalidInputError(path, value, `is not below ${LARGEST}`);
}
