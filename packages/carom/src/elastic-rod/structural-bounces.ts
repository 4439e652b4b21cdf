/**
 * Bounce after bounce of a rod with structural damping, by its modes: those of a rod that stands, sin(A x/L) with A = (k + 1/2) pi, and
 * those of a rod in the air, cos(B x/L) with B = j pi. In transit times both are
 *
 *     q'' + 2 kappa w^2 q' + w^2 q = forcing        w = 2 A or 2 B        kappa = r/(2 L c)
 *
 * and are followed exactly, over- and underdamped. When the bottom leaves or touches, the one sum is turned into the other:
 *
 *     c_0 = sum a_k/A        c_j = 2 sum a_k A/(A^2 - B^2)        a_k = 2 c_0/A + 2 sum c_j A/(A^2 - B^2)
 *
 * for displacements and velocities alike. Both bases are orthogonal in kinetic and in strain energy, so what the last mode leaves out can
 * only be lost, never gained; and with enough modes it is what damping would take within a moment. The centre of mass, c_0, falls freely in
 * the air: this damping resists strain alone.
 *
 * The rod leaves where the push of the floor, c^2 v_x + 2 r v_xt, is zero (or the strain, as in structural.ts), and touches where its
 * bottom, c_0 + sum c_j, comes down. In long flights the energy of each mode, which never grows, bounds what it can take from the height of
 * the bottom: as long as the centre of mass is higher than that, nothing is looked at.
 *
 * Letters: a, c amplitudes, m; kappa dampingNumber, r structuralDamping. Source: ours; the modes of the standing rod are 000 (C.25).
 */
import { InvalidInputError } from "../errors.js";
import { exp } from "../math/elementary.js";
import { findRoot } from "../math/root-finding.js";
import type { BouncesOptions, RodBounces, RodContact, RodSeries } from "./bounces.js";
import { followMode, type ModeState } from "./modes.js";
import { transitTime } from "./rod.js";
import { checkStructural, type ReleaseCriterion, type StructuralOptions, type StructuralRod } from "./structural.js";

/** How long the bounces of such a rod are followed, and by how many modes. */
export interface StructuralBouncesOptions extends Omit<BouncesOptions, "cells">, Pick<StructuralOptions, "modes" | "releaseCriterion"> {}

/** Amplitudes of modes, m, and their rates per transit. The standing rod's are those from its shape at rest. */
interface Waves {
  readonly stands: boolean;
  readonly place: Float64Array;
  readonly rate: Float64Array;
  /** Of the centre of mass in the air: m, and m per transit. */
  readonly height: number;
  readonly speed: number;
}

interface Setting {
  readonly rod: StructuralRod;
  readonly kappa: number;
  readonly modes: number;
  /** g t1^2, m. */
  readonly fall: number;
  readonly release: ReleaseCriterion;
}

/** Looks at the floor's push and at the bottom's height, per transit. */
const SAMPLES = 60;
/** Flights shorter than this, in transits, are flutter: the modes do not tell them from standing. */
const FLUTTER = 0.02;
const DEFAULT_BOUNCES = 5;
const DEAD = 42;
const FEWEST_MODES = 64;
const MOST_MODES = 4000;
/** Transits on the floor after which it is not followed further. */
const LONGEST_CONTACT = 2000;
const SAFETY = 4;

/** Throws InvalidInputError where `structuralBounces` would. */
export function checkStructuralBounces(rod: StructuralRod, { maximumBounces = 1, maximumTime, modes }: StructuralBouncesOptions): void {
  checkStructural(rod);
  if (!(Number.isInteger(maximumBounces) && maximumBounces >= 1))
    throw new InvalidInputError("maximumBounces", maximumBounces, "is not a whole number of at least 1");
  if (maximumTime !== undefined && !(maximumTime > 0)) throw new InvalidInputError("maximumTime", maximumTime, "is not positive");
  if (modes !== undefined && !(Number.isInteger(modes) && modes >= 1 && modes <= MOST_MODES))
    throw new InvalidInputError("modes", modes, `is not a whole number from 1 to ${MOST_MODES}, the most that bounces are followed with`);
}

/** Bounce after bounce, each with the vibration the one before has left. */
export function structuralBounces(rod: StructuralRod, options: StructuralBouncesOptions = {}): RodBounces {
  checkStructuralBounces(rod, options);
  const { maximumBounces = DEFAULT_BOUNCES, releaseCriterion = "stress" } = options;
  const transit = transitTime(rod);
  const kappa = rod.structuralDamping / (2 * rod.length * rod.waveSpeed);
  const modes = options.modes ?? Math.min(MOST_MODES, FEWEST_MODES + Math.ceil(Math.sqrt(DEAD / kappa)));
  const setting: Setting = { rod, kappa, modes, fall: rod.gravity * transit * transit, release: releaseCriterion };
  const limit = (options.maximumTime ?? 1000 * transit + (rod.gravity > 0 ? (20 * rod.impactSpeed) / rod.gravity : 0)) / transit;
  const series = { time: [] as number[], gap: [] as number[], comDisplacement: [] as number[], energy: [] as number[] };
  const contacts: RodContact[] = [];
  let time = 0;
  const note = (waves: Waves, at: number) => {
    series.time.push(at * transit);
    series.gap.push(waves.stands ? 0 : Math.max(0, bottomOf(waves)));
    series.comDisplacement.push(comOf(setting, waves).height);
    series.energy.push(energyOf(setting, waves));
  };
  const finish = (ending: RodBounces["ending"]): RodBounces => ({
    contacts,
    ending,
    time: time * transit,
    modes,
    series: series as RodSeries,
  });
  // Before the first impact all of the rod moves alike; the modes that stand would leave out a part of that.
  let falling: Waves = {
    stands: false,
    place: new Float64Array(modes),
    rate: new Float64Array(modes),
    height: 0,
    speed: -rod.impactSpeed * transit,
  };
  for (;;) {
    const contact = { start: time * transit, ...beforeOf(setting, falling) };
    let flutters = 0;
    let flown: Flown;
    do {
      note(falling, time);
      const stood = standUntilRelease(setting, onFloor(setting, falling), Math.min(LONGEST_CONTACT, limit - time), (state, after) =>
        note(state, time + after),
      );
      time += stood.after;
      if (stood.ending !== "left") {
        contacts.push({ ...contact, flutters });
        return finish(stood.ending === "rest" ? "rest" : "maximum-time");
      }
      const air = inAir(setting, stood.waves);
      const leaving = { ...contact, ...afterOf(setting, air, time * transit), flutters };
      flown = flyUntilTouch(setting, air, limit - time, (state, after) => note(state, time + after));
      time += flown.after;
      falling = flown.waves;
      if (flown.ending === "touched" && flown.after < FLUTTER) flutters++;
      else contacts.push(leaving);
    } while (flown.ending === "touched" && flown.after < FLUTTER);
    if (flown.ending !== "touched") return finish(flown.ending === "left" ? "left" : "maximum-time");
    if (contacts.length >= maximumBounces) return finish("maximum-bounces");
  }
}

type Note = (waves: Waves, after: number) => void;

const frequencyOf = (stands: boolean, k: number) => (stands ? (2 * k + 1) * Math.PI : 2 * Math.PI * (k + 1));

/** Amplitudes a time later, in transits. */
function followed({ kappa, fall }: Setting, waves: Waves, after: number): Waves {
  const mode: ModeState = { response: 0, rate: 0, past: 0 };
  const count = waves.place.length;
  const [place, rate] = [new Float64Array(count), new Float64Array(count)];
  for (let k = 0; k < count; k++) {
    const w = frequencyOf(waves.stands, k);
    const z = kappa * w * w;
    followMode(mode, w, z, after);
    place[k] = waves.place[k] * (mode.rate + 2 * z * mode.response) + waves.rate[k] * mode.response;
    rate[k] = waves.rate[k] * mode.rate - w * w * waves.place[k] * mode.response;
  }
  if (waves.stands) return { ...waves, place, rate };
  return {
    ...waves,
    place,
    rate,
    height: waves.height + waves.speed * after - 0.5 * fall * after * after,
    speed: waves.speed - fall * after,
  };
}

/** At rest the standing rod is compressed by its weight: a_k = -(g L^2/c^2) 2/A^3 = -g t1^2/(2 A^3). */
function atRest({ fall }: Setting, k: number): number {
  const a = (k + 0.5) * Math.PI;
  return (-0.5 * fall) / (a * a * a);
}

/** What holds the rod, the push of the floor or the strain there, as a length: strain times L. Positive would pull. */
function holdOf({ kappa, fall, release }: Setting, { place, rate }: Waves): number {
  let sum = -0.25 * fall;
  for (let k = 0; k < place.length; k++) {
    const a = (k + 0.5) * Math.PI;
    sum += a * (place[k] + (release === "stress" ? 2 * kappa * rate[k] : 0));
  }
  return sum;
}

function standUntilRelease(setting: Setting, start: Waves, limit: number, note: Note) {
  const rest = 0.25 * setting.fall;
  const w = setting.kappa * Math.PI;
  const decay = Math.min(w < 1 ? w * Math.PI : Math.PI / (w + Math.sqrt(w * w - 1)), 0.5 / setting.kappa);
  const hold = (after: number) => holdOf(setting, followed(setting, start, after));
  let largest = 0;
  for (let k = 1; k <= limit * SAMPLES; k++) {
    const after = k / SAMPLES;
    const waves = followed(setting, start, after);
    const value = holdOf(setting, waves);
    if (value > 0) {
      let held = after - 0.5 / SAMPLES;
      while (hold(held) > 0 && held > 1e-9) held *= 0.5;
      const leaving = findRoot(hold, held, after);
      return { ending: "left", after: leaving, waves: followed(setting, start, leaving) } as const;
    }
    if (k % NOTED === 0) note(waves, after);
    largest = Math.max(largest, Math.abs(value + rest) * exp(Math.min(700, decay * after)));
    if (k % SAMPLES === 0 && k >= 4 * SAMPLES && rest > 0 && SAFETY * largest * exp(-Math.min(700, decay * after)) < rest)
      return { ending: "rest", after, waves } as const;
  }
  return { ending: "time", after: limit, waves: followed(setting, start, limit) } as const;
}

/** Every so many samples one is kept. */
const NOTED = 6;

/** The standing rod's sum as one of free modes: the bottom has just let go. */
function inAir(setting: Setting, { place, rate }: Waves): Waves {
  const count = place.length;
  const [nextPlace, nextRate] = [new Float64Array(count), new Float64Array(count)];
  let [height, speed] = [0, 0];
  for (let k = 0; k < count; k++) {
    const a = (k + 0.5) * Math.PI;
    const whole = place[k] + atRest(setting, k);
    height += whole / a;
    speed += rate[k] / a;
    for (let j = 0; j < count; j++) {
      const b = (j + 1) * Math.PI;
      const share = (2 * a) / ((a - b) * (a + b));
      nextPlace[j] += share * whole;
      nextRate[j] += share * rate[k];
    }
  }
  return { stands: false, place: nextPlace, rate: nextRate, height, speed };
}

/** The free rod's sum as one of modes that stand: the bottom has just touched. */
function onFloor(setting: Setting, { place, rate, height, speed }: Waves): Waves {
  const count = place.length;
  const [nextPlace, nextRate] = [new Float64Array(count), new Float64Array(count)];
  for (let k = 0; k < count; k++) {
    const a = (k + 0.5) * Math.PI;
    let [whole, moving] = [(2 * height) / a, (2 * speed) / a];
    for (let j = 0; j < count; j++) {
      const b = (j + 1) * Math.PI;
      const share = (2 * a) / ((a - b) * (a + b));
      whole += share * place[j];
      moving += share * rate[j];
    }
    nextPlace[k] = whole - atRest(setting, k);
    nextRate[k] = moving;
  }
  return { stands: true, place: nextPlace, rate: nextRate, height: 0, speed: 0 };
}

function bottomOf({ place, height }: Waves): number {
  return place.reduce((sum, value) => sum + value, height);
}

interface Flown {
  readonly ending: "touched" | "left" | "time";
  readonly after: number;
  readonly waves: Waves;
}

/** Points kept of a flight that is jumped over. */
const POINTS_OF_FLIGHT = 24;

function flyUntilTouch(setting: Setting, start: Waves, limit: number, note: Note): Flown {
  const { kappa, fall } = setting;
  // Modes beyond the last, which would take the bottom of the first instant to the floor, are gone within a moment.
  const last = frequencyOf(false, start.place.length - 1);
  const [offset, fading] = [bottomOf(start), Math.min(0.5 / kappa, kappa * last * last)];
  const gap = (after: number) => bottomOf(followed(setting, start, after)) - offset * exp(-fading * after);
  let before = 0;
  for (let after = 1 / SAMPLES, k = 1; before < limit; k++, before = after, after += 1 / SAMPLES) {
    if (after > limit) break;
    const waves = followed(setting, start, after);
    if (bottomOf(waves) - offset * exp(-fading * after) < 0) {
      const touching = gap(before) > 0 ? findRoot(gap, before, after) : after;
      return { ending: "touched", after: touching, waves: followed(setting, start, touching) };
    }
    if (k % NOTED === 0) note(waves, after);
    if (k % SAMPLES !== 0) continue;
    const spare = waves.height - reachOf(waves);
    if (!(spare > 0)) continue;
    if (fall === 0 && waves.speed >= 0) return { ending: "left", after, waves };
    const jump = fall > 0 ? (waves.speed + Math.sqrt(waves.speed * waves.speed + 2 * fall * spare)) / fall : spare / -waves.speed;
    if (!(jump > 2 / SAMPLES)) continue;
    for (let i = 1; i < POINTS_OF_FLIGHT; i++) {
      const point = after + (jump * i) / POINTS_OF_FLIGHT;
      if (point < limit) note(followed(setting, start, point), point);
    }
    after += jump;
  }
  return { ending: "time", after: limit, waves: followed(setting, start, limit) };
}

/** How far the waves can take the bottom down, ever: the energy of a mode does not grow. */
function reachOf({ place, rate }: Waves): number {
  let sum = 0;
  for (let k = 0; k < place.length; k++) {
    const swing = rate[k] / frequencyOf(false, k);
    sum += Math.sqrt(place[k] * place[k] + swing * swing);
  }
  return sum;
}

/** Centre of mass, m and m/s. */
function comOf(setting: Setting, { stands, place, rate, height, speed }: Waves): { readonly height: number; readonly speed: number } {
  const transit = transitTime(setting.rod);
  if (!stands) return { height, speed: speed / transit };
  let [sum, moving] = [0, 0];
  for (let k = 0; k < place.length; k++) {
    const a = (k + 0.5) * Math.PI;
    sum += (place[k] + atRest(setting, k)) / a;
    moving += rate[k] / a;
  }
  return { height: sum, speed: moving / transit };
}

/** Of motion and strain, over mass per length, m^3/s^2. */
function movingEnergy(setting: Setting, { stands, place, rate, speed }: Waves): number {
  const transit = transitTime(setting.rod);
  let sum = stands ? 0 : 2 * speed * speed;
  for (let k = 0; k < place.length; k++) {
    const stretch = frequencyOf(stands, k) * (place[k] + (stands ? atRest(setting, k) : 0));
    sum += rate[k] * rate[k] + stretch * stretch;
  }
  return (0.25 * setting.rod.length * sum) / (transit * transit);
}

function energyOf(setting: Setting, waves: Waves): number {
  const { length, gravity } = setting.rod;
  return movingEnergy(setting, waves) + length * gravity * comOf(setting, waves).height;
}

function beforeOf(setting: Setting, air: Waves): Pick<RodContact, "comVelocityBefore" | "vibrationBefore"> {
  const { speed } = comOf(setting, air);
  return { comVelocityBefore: speed, vibrationBefore: vibrationOf(setting, air) };
}

function vibrationOf(setting: Setting, air: Waves): number {
  const { speed } = comOf(setting, air);
  return Math.max(0, movingEnergy(setting, air) - 0.5 * setting.rod.length * speed * speed);
}

/** As the rod leaves; its flight is free. */
function afterOf(setting: Setting, air: Waves, end: number): Pick<RodContact, "end" | "comVelocityAfter" | "vibrationAfter" | "apex"> {
  const { speed: velocity } = comOf(setting, air);
  const { gravity } = setting.rod;
  return {
    end,
    comVelocityAfter: velocity,
    vibrationAfter: vibrationOf(setting, air),
    ...(gravity > 0 ? { apex: air.height + (velocity > 0 ? (0.5 * velocity * velocity) / gravity : 0) } : {}),
  };
}
