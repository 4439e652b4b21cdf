/**
 * What a rod with structural damping does inside while it stands on the floor: displacement, strain and velocity at a place, and the rate
 * at which damping takes energy.
 *
 *     v(x, t) = -sum (4/w) t1 (mu s + g t1 p) sin(w x/2L)        E(t) = integral of v_xt^2 = (2/L) sum (mu s' + g t1 s)^2
 *
 * over w = (2k + 1) pi, with the response s of a mode to a unit velocity, its rate s' and its integral p (structural.ts). Damping takes
 * 2 r E. Each mode dies like exp(-r alpha^2 t), so that some hundred do once the first instant is over.
 *
 * At a place it takes 2 r v_xt^2, v_xt = -(2/L) sum (mu s' + g t1 s) cos(w x/2L): most next to the floor, and most in the first instants,
 * like t^(-1/2), so times are summed in pieces that halve towards the impact.
 *
 * Letters: mu impact speed, t1 transit time, r structural damping, g gravity. Source: 000 eq. (C.24) and (C.29), figures C.4 and C.5.
 */
import { InvalidInputError } from "../errors.js";
import { cos, sin } from "../math/elementary.js";
import { gaussLegendre } from "../math/quadrature.js";
import type { RodFields } from "./images.js";
import { followMode, type ModeState } from "./modes.js";
import { transitTime } from "./rod.js";
import { checkStructural, type StructuralRod } from "./structural.js";

/** Decay beyond which a mode is nothing. */
const DEAD = 42;
const MOST_MODES = 200_000;

/** Calls back for every mode that counts: frequency per transit, response, rate and integral. */
function eachMode(rod: StructuralRod, time: number, modes: number | undefined, add: (w: number, state: ModeState) => void): void {
  checkStructural(rod);
  if (!(time > 0 && Number.isFinite(time))) throw new InvalidInputError("time", time, "is not after the impact");
  const s = time / transitTime(rod);
  const kappa = rod.structuralDamping / (2 * rod.length * rod.waveSpeed);
  const slow = s < 2 * kappa * DEAD ? 40 / kappa : 0;
  const count = modes ?? Math.min(MOST_MODES, 256 + Math.ceil(Math.max(Math.sqrt(DEAD / (kappa * s)), slow) / Math.PI));
  const state: ModeState = { response: 0, rate: 0, past: 0 };
  for (let k = 0; k < count; k++) {
    const w = (2 * k + 1) * Math.PI;
    followMode(state, w, kappa * w * w, s);
    add(w, state);
  }
}

/** At a place above the floor, m, and a time after the impact, s. `modes`: how many are summed; default: all that count. */
export function structuralFields(rod: StructuralRod, place: number, time: number, modes?: number): RodFields {
  if (!(place >= 0 && place <= rod.length)) throw new InvalidInputError("place", place, "is not on the rod");
  const transit = transitTime(rod);
  const push = rod.gravity * transit;
  let [displacement, strain, velocity] = [0, 0, 0];
  eachMode(rod, time, modes, (w, { response, rate, past }) => {
    const angle = (0.5 * w * place) / rod.length;
    // The integral tends to 1/w^2, which `past` leaves out.
    const stretched = rod.impactSpeed * response + push * (past + 1 / (w * w));
    displacement -= (4 / w) * transit * stretched * sin(angle);
    strain -= ((2 * transit) / rod.length) * stretched * cos(angle);
    velocity -= (4 / w) * (rod.impactSpeed * rate + push * response) * sin(angle);
  });
  return { displacement, strain, velocity };
}

/** Energy that damping takes per second at a time, over the linear density, m^3/s^3: 2 r times the integral of v_xt^2 (C.29). */
export function structuralDissipation(rod: StructuralRod, time: number, modes?: number): number {
  const push = rod.gravity * transitTime(rod);
  let sum = 0;
  eachMode(rod, time, modes, (_w, { response, rate }) => {
    const amount = rod.impactSpeed * rate + push * response;
    sum += amount * amount;
  });
  return (4 * rod.structuralDamping * sum) / rod.length;
}

const NODES = 32;
const PIECES = 36;

/**
 * Energy that damping takes at a place until a time, per length and over the linear density, m^2/s^2: 2 r times the integral of v_xt^2 in
 * time. With all modes it is without bound at the floor, so a number of modes is given.
 */
export function dissipationAt(rod: StructuralRod, place: number, until: number, modes: number): number {
  if (!(place >= 0 && place <= rod.length)) throw new InvalidInputError("place", place, "is not on the rod");
  if (!(Number.isInteger(modes) && modes > 0)) throw new InvalidInputError("modes", modes, "is not a whole number > 0");
  const push = rod.gravity * transitTime(rod);
  const { nodes, weights } = gaussLegendre(NODES);
  let sum = 0;
  for (let piece = 0, end = until; piece < PIECES; piece++, end *= 0.5)
    for (let i = 0; i < nodes.length; i++) {
      let rate = 0;
      eachMode(rod, 0.25 * end * (3 + nodes[i]), modes, (w, state) => {
        rate -= (2 / rod.length) * (rod.impactSpeed * state.rate + push * state.response) * cos((0.5 * w * place) / rod.length);
      });
      sum += 0.25 * end * weights[i] * rate * rate;
    }
  return 2 * rod.structuralDamping * sum;
}
