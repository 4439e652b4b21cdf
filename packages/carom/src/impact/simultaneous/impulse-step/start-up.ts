/**
 * Shares of the first step of contacts that hold no energy yet, so that the ratio of forces says nothing about them.
 *
 * After the step such a contact holds E = d r (w - d/2 sum A_cj r_j), and its share r follows from the energy of the primary contact P,
 *
 *     r^((p+1)/p) (k_P / k)^(1/p) E_P = E
 *
 * of which r = 0 is always a solution, and the one that Newton finds from the source's first guess. Divided by r,
 *
 *     a y + b y^p = d (w - d/2 sum over the others of A_cj r_j)       y = r^(1/p),  a = (k_P / k)^(1/p) E_P,  b = d^2 A_cc / 2
 *
 * with one positive root, or none where the contact is pushed apart. The equations of several contacts are coupled by terms of the size of
 * the step, so they are solved one by one, all from the same values of the others, until they agree. If some share is above one, that
 * contact becomes the primary one.
 *
 * Letters: d step, r share (the source's rho), w approach velocity, A normal part of the mobility, k stiffness, p exponent, E energy.
 * Source: 000 eq. (3.9), (3.10), with d^2/2 for its c, which counts earlier impulses twice.
 */
import { pow } from "../../../math/elementary.js";
import { addTo, type Stepper, strengthOf } from "./stepper.js";

const MOST_ROUNDS = 100;
const MOST_PRIMARIES = 5;
const AGREED = 1e-14;
/** A share above one by less than this is rounding. */
const ROUNDING = 1e-12;

/** Sets the push of every active and every fresh contact; a fresh contact that would be pushed apart gets none. */
export function shareFirstStep(stepper: Stepper): void {
  const { active, activeCount, fresh, freshCount, push, step } = stepper;
  let primary = firstPrimary(stepper);
  for (let tries = 0; tries < MOST_PRIMARIES; tries++) {
    findShares(stepper, primary);
    let most = primary;
    for (let i = 0; i < activeCount; i++) if (push[active[i]] > push[most]) most = active[i];
    for (let i = 0; i < freshCount; i++) if (push[fresh[i]] > push[most]) most = fresh[i];
    if (!(push[most] > 1 + ROUNDING)) break;
    primary = most;
  }
  stepper.primary = primary;
  // No contact gets more than a step, even where the search for the primary one was given up.
  for (let i = 0; i < activeCount; i++) push[active[i]] = step * Math.min(1, push[active[i]]);
  for (let i = 0; i < freshCount; i++) push[fresh[i]] = step * Math.min(1, push[fresh[i]]);
}

/** The strongest contact, or where none holds energy the one whose force would grow fastest. */
function firstPrimary({ system, state, active, activeCount, fresh, freshCount, strength }: Stepper): number {
  let primary = -1;
  let most = 0;
  for (let i = 0; i < activeCount; i++)
    if (strength[active[i]] > most) {
      primary = active[i];
      most = strength[primary];
    }
  if (primary >= 0) return primary;
  for (let i = 0; i < freshCount; i++) {
    const c = fresh[i];
    const growth = system.stiffness[c] * pow(Math.max(0, -state.velocity[c]), system.exponent);
    if (primary < 0 || growth > most) {
      primary = c;
      most = growth;
    }
  }
  return primary;
}

/** Shares relative to the given primary contact, in `push`. */
function findShares(stepper: Stepper, primary: number): void {
  const { system, state, step, energy, root, strength, push, active, activeCount, fresh, freshCount, scratch } = stepper;
  const { exponent, diagonal, count } = system;
  const { velocity } = state;
  const known = energy[primary] > 0;
  let primaryEnergy = known ? energy[primary] : -step * velocity[primary];
  for (let i = 0; i < freshCount; i++) push[fresh[i]] = 0;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const force = known ? strength[primary] : strengthOf(root[primary], primaryEnergy, exponent);
    for (let i = 0; i < activeCount; i++) push[active[i]] = strength[active[i]] / force;
    push[primary] = 1;
    scratch.fill(0, 0, count);
    for (let i = 0; i < activeCount; i++) addTo(system, active[i], push[active[i]], scratch);
    for (let i = 0; i < freshCount; i++) if (push[fresh[i]] > 0) addTo(system, fresh[i], push[fresh[i]], scratch);

    let change = 0;
    for (let i = 0; i < freshCount; i++) {
      const c = fresh[i];
      if (c === primary) continue;
      const right = -step * (velocity[c] + 0.5 * step * (scratch[c] - diagonal[c] * push[c]));
      const stiffer = root[primary] / root[c];
      const first = (exponent === 1 ? stiffer * stiffer : pow(stiffer, (exponent + 1) / exponent)) * primaryEnergy;
      const share = right > 0 ? shareFor(first, 0.5 * step * step * diagonal[c], right, exponent) : 0;
      change = Math.max(change, Math.abs(share - push[c]) / Math.max(1, share));
      push[c] = share;
    }
    if (!known) {
      // Where one step is more than the whole compression the energy would come out negative.
      const least = -0.5 * step * velocity[primary];
      const next = Math.max(least, -step * (velocity[primary] + 0.5 * step * scratch[primary]));
      change = Math.max(change, Math.abs(next - primaryEnergy) / primaryEnergy);
      primaryEnergy = next;
    }
    if (change <= AGREED) return;
  }
}

/** y^p for the root of a y + b y^p = right. */
function shareFor(a: number, b: number, right: number, exponent: number): number {
  if (exponent === 1) return right / (a + b);
  // Convex and increasing: Newton comes down from an upper bound and does not cross the root.
  let y = right / a;
  for (let i = 0; i < 60; i++) {
    const power = pow(y, exponent - 1);
    const next = y - (a * y + b * power * y - right) / (a + exponent * b * power);
    if (!(next < y)) break;
    y = next;
  }
  return pow(y, exponent);
}
