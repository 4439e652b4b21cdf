/**
 * Hits by a spring of any power whose damping grows with the spring's force: what Hertz, Hunt and Crossley, Lankarani and Nikravesh, and
 * Flores have in common.
 *
 *     f = k delta^n (1 + d u),      u = delta' / v,   d >= 0 the damping
 *
 * Let z grow by the impulse of the spring alone, dz = k delta^n dt / (m v). Then speed and energy of the spring are known at each z,
 *
 *     u' = -(1 + d u)        u = exp(-d z) - z E1(d z)                 E1(x) = (1 - exp(-x))/x
 *     g' = u                 g = z E1(d z) - z^2 E2(d z)               E2(x) = (x - 1 + exp(-x))/x^2
 *
 * with k delta^(n+1)/(n+1) = m v^2 g, and both are smooth from d = 0 on. Pressing together ends where u = 0, at z = ln(1 + d)/d. The
 * surfaces part where g = 0 again, and there u = 1 - z: the restitution is e = z - 1, the root of E1(d z) = z E2(d z), whatever n is. In
 * words of the logarithm it is d (1 + e) = ln((1 + d)/(1 - d e)). The force never pulls, because 1 + d u is never negative.
 *
 * Time is an integral, dt = (D/((n+1) v)) g^(-n/(n+1)) dz with D^(n+1) = (n+1) m v^2/k. It is singular at both ends, as z^(-n/(n+1)), so
 * z = (...) x^(2n+2), which leaves a smooth function. The force is largest where n u = (n+1) d g.
 */
import { exp, expm1, log1p, pow } from "../../math/elementary.js";
import { findRoot } from "../../math/root-finding.js";
import type { CentralHit, ContactState, ForceHit, ForceLaw } from "./law.js";
import { cumulative, rootsOfParts } from "./panels.js";

/** f = stiffness approach^exponent (1 + damping rate / impact speed). */
export interface DampedPower {
  /** N/m^exponent. */
  readonly stiffness: number;
  readonly exponent: number;
  /** d, at the speed of the hit. */
  readonly damping: number;
}

/** @param perSpeed damping over impact speed, s/m */
export function dampedForce({ stiffness, exponent }: Omit<DampedPower, "damping">, perSpeed: number, state: ContactState): number {
  const { approach, rate } = state;
  if (!(approach > 0)) return 0;
  return stiffness * pow(approach, exponent) * Math.max(0, 1 + perSpeed * rate);
}

/** The restitution of a damping, to 1e-15. */
export function restitutionOfDamping(damping: number): number {
  const left = (z: number) => energyAfter(damping, 1, z);
  if (left(2) >= 0) return 1;
  const end = findRoot(left, 1, 2);
  return damping > 1 ? (1 - (1 + damping) * exp(-damping * end)) / damping : end - 1;
}

/** The damping of a restitution above 0 and at most 1. */
export function dampingOfRestitution(restitution: number): number {
  if (restitution === 1) return 0;
  const left = (damping: number) => energyAfter(damping, 1, 1 + restitution);
  let high = 1;
  while (left(high) > 0) high *= 2;
  return findRoot(left, 0, high);
}

/** (1 - exp(-x)) / x. */
const meanDecay = (x: number) => (x === 0 ? 1 : -expm1(-x) / x);

/** (x - 1 + exp(-x)) / x^2, which loses digits where x is small. */
function secondDecay(x: number): number {
  if (Math.abs(x) > 0.5) return (x + expm1(-x)) / (x * x);
  let [term, sum] = [0.5, 0.5];
  for (let k = 3; Math.abs(term) > 1e-18; k++) {
    term *= -x / k;
    sum += term;
  }
  return sum;
}

/** u after z, from a speed u. */
const speedAfter = (damping: number, speed: number, z: number) => speed * exp(-damping * z) - z * meanDecay(damping * z);
/** What g has grown by after z, from a speed u. z may be negative. */
const energyAfter = (damping: number, speed: number, z: number) => z * (speed * meanDecay(damping * z) - z * secondDecay(damping * z));

/** Speed and energy as functions of the z to where the surfaces touch: from there on, or back from there. */
interface Half {
  readonly length: number;
  readonly speed: (z: number) => number;
  readonly energy: (z: number) => number;
}

function halvesOf(damping: number): { loading: Half; release: Half } {
  const turn = damping === 0 ? 1 : log1p(damping) / damping;
  const restitution = restitutionOfDamping(damping);
  const end = 1 + restitution;
  // Back from the end no digits are lost near it; from the beginning on, none where the damping is strong and the end far.
  const near = (z: number) => damping * z < 1;
  return {
    loading: { length: turn, speed: (z) => speedAfter(damping, 1, z), energy: (z) => energyAfter(damping, 1, z) },
    release: {
      length: end - turn,
      speed: (z) => (near(z) ? speedAfter(damping, -restitution, -z) : speedAfter(damping, 1, end - z)),
      energy: (z) => Math.max(0, near(z) ? energyAfter(damping, -restitution, -z) : energyAfter(damping, 1, end - z)),
    },
  };
}

/** Panels for the integral of the time, without strong damping, whose layers need as many more. */
const PANELS = 32;
const MOST_PANELS = 20_000;

interface Row {
  /** From touching, in units of the time unit. */
  readonly time: number;
  readonly speed: number;
  readonly energy: number;
}

/** Rows of a half, from touching to the deepest approach. */
function followHalf({ length, speed, energy }: Half, exponent: number, damping: number, rows: number): Row[] {
  const perRow = Math.ceil(Math.min(MOST_PANELS, PANELS + 2 * damping) / rows);
  const places = rootsOfParts(rows * perRow);
  const degree = 2 * exponent + 2;
  const zAt = (x: number) => length * pow(x, degree);
  const time = cumulative((x) => (degree * length * pow(x, degree - 1)) / pow(energy(zAt(x)), exponent / (exponent + 1)), places);
  return Array.from({ length: rows + 1 }, (_, row) => {
    const z = zAt(places[row * perRow]);
    return { time: time[row * perRow], speed: speed(z), energy: energy(z) };
  });
}

/** A hit by such a spring; its time to 1e-12. */
export function dampedPowerHit(law: DampedPower, { mass, speed }: CentralHit, rows: number): ForceHit {
  const { stiffness, exponent, damping } = law;
  // The speed apart: its square may be too small or too large for a double.
  const depth = pow(((exponent + 1) * mass) / stiffness, 1 / (exponent + 1)) * pow(speed, 2 / (exponent + 1));
  const unit = depth / ((exponent + 1) * speed);
  const { loading, release } = halvesOf(damping);
  const approachOf = (energy: number) => depth * pow(energy, 1 / (exponent + 1));
  const forceOf = (energy: number, u: number) => stiffness * pow(approachOf(energy), exponent) * (1 + damping * u);

  const pressed = followHalf(loading, exponent, damping, rows);
  const parting = followHalf(release, exponent, damping, rows);
  const duration = pressed[rows].time + parting[rows].time;
  const all = [
    ...pressed,
    ...parting
      .slice(0, -1)
      .reverse()
      .map((row) => ({ ...row, time: duration - row.time })),
  ];
  const peak =
    damping === 0
      ? loading.length
      : findRoot((z) => exponent * loading.speed(z) - (exponent + 1) * damping * loading.energy(z), 0, loading.length);
  const restitution = restitutionOfDamping(damping);
  return {
    restitution,
    duration: unit * duration,
    peakForce: forceOf(loading.energy(peak), loading.speed(peak)),
    deepestApproach: approachOf(loading.energy(loading.length)),
    finalApproach: 0,
    loss: 0.5 * mass * speed * speed * (1 - restitution) * (1 + restitution),
    time: all.map(({ time }) => unit * time),
    approach: all.map(({ energy }) => approachOf(energy)),
    rate: all.map((row) => speed * row.speed),
    force: all.map((row) => forceOf(row.energy, row.speed)),
    warnings: [],
  };
}

const HERTZIAN = 1.5;

/** What laws with Hertz's power share that differ only in the damping they take for a restitution. */
export function tunedToRestitution<Parameters extends { readonly stiffness: number; readonly restitution: number }>(
  dampingOf: (parameters: Parameters) => number,
): Pick<ForceLaw<Parameters>, "pulls" | "force" | "restitution" | "hit"> {
  return {
    pulls: () => false,
    force: (parameters, state) =>
      dampedForce(
        { stiffness: parameters.stiffness, exponent: HERTZIAN },
        state.impactSpeed === undefined ? 0 : dampingOf(parameters) / state.impactSpeed,
        state,
      ),
    restitution: (parameters) => restitutionOfDamping(dampingOf(parameters)),
    hit: (parameters, hit, rows) =>
      dampedPowerHit({ stiffness: parameters.stiffness, exponent: HERTZIAN, damping: dampingOf(parameters) }, hit, rows),
  };
}
