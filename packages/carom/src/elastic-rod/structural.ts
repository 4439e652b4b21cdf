/**
 * The elastic rod with structural damping: its material resists the rate of strain, not motion.
 *
 *     v_tt - 2 r v_xxt - c^2 v_xx = -g
 *
 * In units of the transit time mode k (frequency w = (2k + 1) pi) is damped by d = kappa w^2, kappa = r / (2 L c), and overdamped from
 * kappa w = 1 on. Fronts spread at once, so sums over modes converge; beyond the last mode the terms are smooth in w and the rest of the
 * sum is an integral (Euler and Maclaurin, midpoint form).
 *
 * The floor pushes with c^2 v_x + 2 r v_xt, and the rod leaves when that is zero (`stress`). The source takes v_x = 0 (`strain`), which is
 * later. By modes the push is
 *
 *     mu sum of 4 (D + 2 kappa D') + g t1 sum of 4 (1 - D') / w^2        D, D': the mode's answer to a unit velocity, and its rate.
 *
 * Letters: r structuralDamping, kappa dampingNumber. Source: 000 (C.1)-(C.29); the push and the tails are ours.
 */
import { InvalidInputError } from "../errors.js";
import { cos, exp } from "../math/elementary.js";
import { gaussLegendre } from "../math/quadrature.js";
import { findRoot } from "../math/root-finding.js";
import { type RodBounce, restitutions } from "./bounce.js";
import type { NoBounce } from "./bounce-time.js";
import { apex } from "./closed-forms.js";
import type { RodEnergies } from "./contact.js";
import type { RodMotion } from "./images.js";
import { followMode, type ModeState } from "./modes.js";
import { checkRod, checkTime, type ElasticRod, transitTime } from "./rod.js";

/** A rod whose damping grows with the rate of strain. */
export interface StructuralRod extends Omit<ElasticRod, "damping"> {
  /** Of the rate of strain, m^2/s, > 0: the term -2 r v_xxt. */
  readonly structuralDamping: number;
}

/** When the floor lets go: where its push is zero, or where the strain is, as the source has it. */
export type ReleaseCriterion = "stress" | "strain";

/** How a rod with structural damping is followed. */
export interface StructuralOptions {
  /** Modes to sum, and no more; default: all, to convergence. */
  readonly modes?: number;
  /** Default: stress. */
  readonly releaseCriterion?: ReleaseCriterion;
  /** Transit times after which an open search ends. Default: 100. */
  readonly horizon?: number;
}

/** The rod while the floor holds it. */
export interface StructuralState extends RodMotion {
  /** At the floor. */
  readonly strain: number;
  /** At the floor, over mass per length, m^2/s^2: positive if the floor would have to pull. */
  readonly stress: number;
  /** At this time. */
  readonly energies: RodEnergies;
}

/** Strain, push, motion and energies a time > 0 after the impact. */
export function structuralState(rod: StructuralRod, time: number, { modes }: StructuralOptions = {}): StructuralState {
  checkStructural(rod);
  checkTime(time);
  if (time === 0) throw new InvalidInputError("time", time, "is not after the impact");
  const { length, waveSpeed, gravity, impactSpeed } = rod;
  const transit = transitTime(rod);
  const push = gravity * transit;
  const sums = sumModes(rod, time / transit, modes);
  const momentum = -length * (impactSpeed * sums.rate + push * sums.response);
  const comDisplacement = -transit * (impactSpeed * sums.response + push * sums.past);
  const moving = 4 * length * sums.energy;
  const kinetic = (0.5 * momentum * momentum) / length;
  const height = length * gravity * comDisplacement;
  return {
    strain: -(impactSpeed * sums.slope + push * sums.slopePast) / waveSpeed,
    stress: -waveSpeed * (impactSpeed * sums.stress + push * sums.stressPast),
    momentum,
    comDisplacement,
    energies: { total: moving + height, translational: kinetic + height, vibrational: Math.max(0, moving - kinetic) },
  };
}

/** The first bounce, or why there is none. */
export function structuralBounce(rod: StructuralRod, options: StructuralOptions = {}): RodBounce | NoBounce {
  checkStructural(rod);
  const { releaseCriterion = "stress", horizon = 100 } = options;
  const transit = transitTime(rod);
  const hold = (time: number) => structuralState(rod, time, options)[releaseCriterion];
  // What the floor carries at rest, and how slowly the slowest mode dies.
  const rest = releaseCriterion === "strain" ? (rod.gravity * rod.length) / (rod.waveSpeed * rod.waveSpeed) : rod.gravity * rod.length;
  const decay = slowestDecay(dampingNumber(rod));
  let largest = 0;
  for (let k = 1; k <= horizon * SAMPLES; k++) {
    const time = (transit * k) / SAMPLES;
    const value = hold(time);
    if (value > 0) {
      const leaving = findRoot(hold, earlier(hold, k === 1 ? 0.5 * time : time - transit / SAMPLES), time);
      const state = structuralState(rod, leaving, options);
      const { momentum, comDisplacement, energies } = state;
      const undamped = { ...rod, damping: 0 };
      const restitution = restitutions(undamped, state);
      const highest = apex(undamped, state);
      return {
        bounceTime: leaving,
        momentum,
        comDisplacement,
        comVelocity: momentum / rod.length,
        energies,
        ...restitution,
        ...(highest === undefined ? {} : { apex: highest }),
      };
    }
    largest = Math.max(largest, Math.abs(value + rest) * exp((decay * k) / SAMPLES));
    if (k % SAMPLES !== 0 || k < 4 * SAMPLES) continue;
    if (rest > 0 && SAFETY * largest * exp((-decay * k) / SAMPLES) < rest) return { bounces: false, reason: "weight", followed: time };
    // Overdamped strains never turn; the push does, because what comes back up must stop again.
    if (rest === 0 && releaseCriterion === "strain" && dampingNumber(rod) * Math.PI >= 1)
      return { bounces: false, reason: "overdamped", followed: time };
  }
  return { bounces: false, reason: "horizon", followed: horizon * transit };
}

const SAMPLES = 60;
const SAFETY = 4;

/** A time at which the floor still holds the rod. */
function earlier(hold: (time: number) => number, from: number): number {
  let time = from;
  while (hold(time) > 0 && time > 1e-12 * from) time *= 0.5;
  return time;
}

/**
 * Energy at a time over that of the impact, less only what the given modes dissipate: what 000 figure C.6 calls COR. The energy of all
 * higher modes, about 2 / (pi^2 modes) of the whole, counts as kept.
 */
export function energyKept(rod: StructuralRod, time: number, modes: number): number {
  const { energies } = structuralState(rod, time, { modes });
  let followed = 0;
  for (let k = 0; k < modes; k++) followed += 8 / (frequency(k) * frequency(k));
  return energies.total / (0.5 * rod.length * rod.impactSpeed * rod.impactSpeed) + 1 - followed;
}

/** Part of what damping takes until a time that it takes in the lowest part of the rod, by a number of modes (C.29). */
export function dissipationBelow(rod: StructuralRod, part: number, time: number, modes: number): number {
  checkStructural(rod);
  const transit = transitTime(rod);
  const kappa = dampingNumber(rod);
  const mode: ModeState = { response: 0, rate: 0, past: 0 };
  const rates = new Float64Array(modes);
  const { nodes, weights } = gaussLegendre(48);
  let [below, all] = [0, 0];
  const add = (s: number, weight: number) => {
    for (let k = 0; k < modes; k++) {
      followMode(mode, frequency(k), kappa * frequency(k) * frequency(k), s);
      rates[k] = rod.impactSpeed * mode.rate + rod.gravity * transit * mode.response;
    }
    for (const [to, isPart] of [
      [part, true],
      [1, false],
    ] as const)
      for (let i = 0; i < nodes.length; i++) {
        const x = 0.5 * to * (1 + nodes[i]);
        const rate = rates.reduce((sum, value, k) => sum + value * cos(0.5 * frequency(k) * x), 0);
        const amount = 0.5 * to * weights[i] * weight * rate * rate;
        if (isPart) below += amount;
        else all += amount;
      }
  };
  // The first instants dissipate most: pieces that halve towards the impact.
  for (let piece = 0, end = time / transit; piece < 24; piece++, end *= 0.5)
    for (let i = 0; i < nodes.length; i++) add(0.25 * end * (3 + nodes[i]), 0.25 * end * weights[i]);
  return below / all;
}

/** Throws InvalidInputError naming the field that is wrong. */
export function checkStructural(rod: StructuralRod): void {
  const { structuralDamping, ...rest } = rod;
  checkRod({ ...rest, damping: 0 });
  if (!(structuralDamping > 0 && Number.isFinite(structuralDamping)))
    throw new InvalidInputError(
      "structuralDamping",
      structuralDamping,
      "is not positive (without damping, the viscous model with damping 0 is exact)",
    );
  const kappa = dampingNumber(rod);
  const [least, most] = [LEAST, MOST].map((part) => ((part * structuralDamping) / kappa).toPrecision(3));
  if (!(kappa > LEAST && kappa < MOST))
    throw new InvalidInputError(
      "structuralDamping",
      structuralDamping,
      `is not between ${least} and ${most} m^2/s, ${LEAST} to ${MOST.toExponential(0)} times 2 L c`,
    );
}

/** Below the first more modes count than are worth a sum; above the other the rod creeps. */
const LEAST = 1e-9;
const MOST = 1e9;

/** Structural damping over 2 L c: mode k is overdamped from (2k + 1) pi kappa = 1 on. */
function dampingNumber({ structuralDamping, length, waveSpeed }: StructuralRod): number {
  return structuralDamping / (2 * length * waveSpeed);
}

function frequency(k: number): number {
  return (2 * k + 1) * Math.PI;
}

/** Rate at which the slowest mode dies, per transit: the lowest, or the limit 1 / 2 kappa of the high ones. */
function slowestDecay(kappa: number): number {
  const d = kappa * Math.PI * Math.PI;
  const lowest = d < Math.PI ? d : (Math.PI * Math.PI) / (d + Math.sqrt(d * d - Math.PI * Math.PI));
  return Math.min(lowest, 0.5 / kappa);
}

/** Sums over the modes that a state is made of. */
interface ModeSums {
  response: number;
  rate: number;
  past: number;
  slope: number;
  slopePast: number;
  stress: number;
  stressPast: number;
  energy: number;
}

/** Decay beyond which a mode's fast part is nothing. */
const DEAD = 42;
const MOST_MODES = 200_000;

function sumModes(rod: StructuralRod, s: number, modes: number | undefined): ModeSums {
  const kappa = dampingNumber(rod);
  const sums: ModeSums = { response: 0, rate: 0, past: 0, slope: 0, slopePast: 0, stress: 0, stressPast: 0, energy: 0 };
  const mode: ModeState = { response: 0, rate: 0, past: 0 };
  const push = rod.gravity * transitTime(rod);
  const add = (w: number, weight: number) => {
    const square = w * w;
    followMode(mode, w, kappa * square, s);
    const { response, rate, past } = mode;
    sums.response += (8 * weight * response) / square;
    sums.rate += (8 * weight * rate) / square;
    sums.past += (8 * weight * past) / square;
    sums.slope += 4 * weight * response;
    sums.slopePast += 4 * weight * past;
    sums.stress += 4 * weight * (response + 2 * kappa * rate);
    sums.stressPast -= (4 * weight * rate) / square;
    const velocity = rod.impactSpeed * rate + push * response;
    // Without the square of push / w, which is summed in closed form.
    const stretch = w * (rod.impactSpeed * response + push * past);
    sums.energy += (weight * (velocity * velocity + stretch * (stretch + (2 * push) / w))) / square;
  };
  const slow = s < 2 * kappa * DEAD;
  const needed = Math.max(Math.sqrt(DEAD / (kappa * s)), slow ? 4 / kappa : 0) / (2 * Math.PI);
  const count = modes ?? Math.min(MOST_MODES, 64 + Math.ceil(needed));
  for (let k = 0; k < count; k++) add(frequency(k), 1);
  if (modes === undefined && slow) addTail(add, 2 * Math.PI * count);
  // What gravity tends to: the sums of 8 / w^4, 4 / w^2 and push^2 / w^4.
  let [square, fourth] = [1 / 8, 1 / 96];
  if (modes !== undefined) {
    [square, fourth] = [0, 0];
    for (let k = 0; k < count; k++) {
      const inverse = 1 / (frequency(k) * frequency(k));
      square += inverse;
      fourth += inverse * inverse;
    }
  }
  sums.past += 8 * fourth;
  sums.slopePast += 4 * square;
  sums.stressPast += 4 * square;
  sums.energy += push * push * fourth;
  return sums;
}

/** What is left of the sum above the frequency w: its integral, and the first correction of the midpoint rule. */
function addTail(add: (w: number, weight: number) => void, w: number): void {
  const { nodes, weights } = gaussLegendre(16);
  for (let i = 0; i < nodes.length; i++) {
    const u = 0.5 * (1 + nodes[i]);
    add(w / u, (0.5 * weights[i] * w) / (u * u * 2 * Math.PI));
  }
  const step = Math.PI;
  add(w + step, 1 / 24);
  add(w - step, -1 / 24);
}
