/**
 * The source's own algorithm: all contacts advance together by steps of the impulse of the primary contact, the one with the largest force.
 *
 *     r_c = F_c / F_P        I_c += d r_c        v += W dI        E_c += d r_c w_c, with w_c of the new velocities
 *     F ~ k^(1/(p+1)) E^(p/(p+1))
 *
 * and at the end of the step a contact whose approach has ended loses (1 - e^2) E and hardens, one whose energy is used up opens, one that
 * approaches again begins (start-up.ts gives its first share). It is of first order in the step, so it is here for comparison, never the
 * way to an answer: with d of a thousandth of the impulse that matters, velocities are off by about a thousandth.
 *
 * Unlike the source: the force law of Hertz has the right power, contacts at rest along the surface are solved together (friction.ts), a
 * contact that holds no energy gets a share at all, and where nothing pushes any more an approach that is slower than what one step changes
 * counts as none.
 *
 * Letters: d step, r share (rho), I impulse, F force, E stored energy, w approach velocity, k stiffness, p exponent, e restitution.
 * Source: 000 algorithms 2 and 3, eq. (3.5), (3.10) to (3.13), (3.21) to (3.25). That w is of the new velocities is known from its table
 * 3.3.
 */
import { InvalidInputError } from "../../errors.js";
import { pow } from "../../math/elementary.js";
import type { Ending } from "./finish.js";
import { pushAgainstFirstSlip, pushTangents } from "./impulse-step/friction.js";
import { shareFirstStep } from "./impulse-step/start-up.js";
import { addTo, createStepper, rootOf, STARTED, STOPPED, type Stepper, setEnergy } from "./impulse-step/stepper.js";
import { COMPRESSION, NONE, OPEN, RESTITUTION, SLIP, STICK, type State, slipSpeed } from "./state.js";
import { compressionFor, type System, springForce } from "./system.js";
import type { Observer } from "./transitions.js";

type Tell = Observer["event"];

export interface ImpulseStepOptions {
  /** Impulse of the primary contact in a step, N s. Default: a thousandth of what would stop the fastest approach, |v_n| / W_nn. */
  readonly step?: number;
  /** See the options of the law. */
  readonly recompression: "phase" | "force";
  readonly reactivation: "velocity" | "gap";
  readonly friction: "coulomb" | "published";
  readonly maximumEvents: number;
  /** Whether to show the observer a point for every step. */
  readonly history: boolean;
}

const DEFAULT_PART = 1e-3;
/** Beyond what anyone waits for. */
const MOST_STEPS = 10_000_000;
/** An approach below this, in units of the fastest, is rounding. */
const APPROACH = 1e-12;

/** Follows the whole impact and leaves it in `state`, which comes fresh from createState. */
export function followImpulseSteps(system: System, state: State, options: ImpulseStepOptions, observer: Observer): Ending {
  const stepper = createStepper(system, state, stepOf(system, options.step));
  const frictional = system.rows > system.count;
  const published = options.friction === "published";
  const tracksGaps = options.reactivation === "gap";
  const { active, push, before } = stepper;
  const { velocity, impulse } = state;
  let events = 0;
  const tell: Tell = (kind, contact) => {
    events++;
    findCompressions(stepper);
    observer.event(kind, contact);
  };

  observer.point();
  for (let steps = 0; ; steps++) {
    findFresh(stepper, steps === 0, tracksGaps);
    const over = stepper.activeCount + stepper.freshCount === 0;
    if (over || steps === MOST_STEPS || events >= options.maximumEvents) {
      findCompressions(stepper);
      return { converged: over, events, approach: largestApproach(system, state), steps };
    }
    if (stepper.freshCount > 0) {
      shareFirstStep(stepper);
      activate(stepper, published, tell);
    } else shareStep(stepper);

    const strengthBefore = stepper.strength[stepper.primary];
    if (frictional) for (let i = 0; i < system.rows; i++) before[i] = velocity[i];
    for (let i = 0; i < stepper.activeCount; i++) {
      const c = active[i];
      impulse[c] += push[c];
      addTo(system, c, push[c], velocity);
    }
    if (published) pushAgainstFirstSlip(stepper);
    else if (frictional) pushTangents(stepper);
    storeEnergy(stepper);
    if (tracksGaps) widenGaps(stepper, strengthBefore);
    if (options.history) show(stepper, observer);
    const eventsBefore = events;
    if (frictional) tellSlip(stepper, tell);
    changePhases(stepper, options.recompression, tell);
    if (options.history && events > eventsBefore) show(stepper, observer);
  }
}

function show(stepper: Stepper, observer: Observer): void {
  findCompressions(stepper);
  observer.point();
}

function largestApproach({ count }: System, { velocity }: State): number {
  let most = 0;
  for (let c = 0; c < count; c++) most = Math.max(most, -velocity[c]);
  return most;
}

function stepOf(system: System, given: number | undefined): number {
  if (given !== undefined) {
    if (!(given > 0 && given < Infinity)) throw new InvalidInputError("options.step", given, "is not a positive normal impulse");
    return given / system.impulseUnit;
  }
  let fastest = 0;
  for (let c = 1; c < system.count; c++) if (system.velocity[c] < system.velocity[fastest]) fastest = c;
  return (DEFAULT_PART * -system.velocity[fastest]) / system.diagonal[fastest];
}

/** Open contacts that may begin to push: those that approach, and at the very start also those that touch and may be pushed together. */
function findFresh(stepper: Stepper, start: boolean, tracksGaps: boolean): void {
  const { system, state, step, fresh } = stepper;
  const { count, diagonal } = system;
  const { phase, velocity, compression } = state;
  stepper.freshCount = 0;
  const pushing = stepper.activeCount > 0;
  for (let c = 0; c < count; c++) {
    if (phase[c] !== OPEN) continue;
    const approach = -velocity[c];
    const wanted = start ? -APPROACH : pushing ? APPROACH : step * diagonal[c];
    if (approach > wanted && !(tracksGaps && compression[c] < 0)) fresh[stepper.freshCount++] = c;
  }
}

/** Shares of contacts that all hold energy. */
function shareStep(stepper: Stepper): void {
  const { active, activeCount, strength, push, step } = stepper;
  let primary = active[0];
  for (let i = 1; i < activeCount; i++) if (strength[active[i]] > strength[primary]) primary = active[i];
  stepper.primary = primary;
  const factor = step / strength[primary];
  for (let i = 0; i < activeCount; i++) push[active[i]] = factor * strength[active[i]];
}

/** Takes the fresh contacts that got a share among those that push. */
function activate(stepper: Stepper, published: boolean, tell: Tell): void {
  const { system, state, fresh, freshCount, push, friction } = stepper;
  for (let i = 0; i < freshCount; i++) {
    const c = fresh[i];
    if (!(push[c] > 0)) continue;
    state.phase[c] = COMPRESSION;
    state.compression[c] = 0;
    if (system.tangents[c] > 0) {
      const rests = !published && !(slipSpeed(system, state, c) > system.slipRounding);
      state.mode[c] = rests ? STICK : SLIP;
      if (rests) state.rested[c] = 1;
      else if (!published) aim(stepper, c);
      friction.note[c] = 0;
    }
    insertActive(stepper, c);
    tell("contact-close", c);
  }
}

function aim({ system, state }: Stepper, c: number): void {
  const speed = slipSpeed(system, state, c);
  for (let j = 0; j < system.tangents[c]; j++) state.direction[2 * c + j] = state.velocity[system.firstTangent[c] + j] / speed;
}

function insertActive(stepper: Stepper, c: number): void {
  const { active } = stepper;
  let at = stepper.activeCount++;
  for (; at > 0 && active[at - 1] > c; at--) active[at] = active[at - 1];
  active[at] = c;
}

function storeEnergy(stepper: Stepper): void {
  const { state, active, activeCount, energy, push } = stepper;
  for (let i = 0; i < activeCount; i++) {
    const c = active[i];
    setEnergy(stepper, c, Math.max(0, energy[c] - push[c] * state.velocity[c]));
  }
}

/** In the fictitious time of the step, impulse over mean force of the primary contact. */
function widenGaps(stepper: Stepper, strengthBefore: number): void {
  const { system, state, step, strength, primary } = stepper;
  const mean = 0.5 * (strengthBefore + strength[primary]) * springForceFactor(system.exponent);
  if (!(mean > 0)) return;
  for (let c = 0; c < system.count; c++)
    if (state.phase[c] === OPEN) state.compression[c] = Math.min(0, state.compression[c] - (state.velocity[c] * step) / mean);
}

/** Force of a spring over its strength. */
function springForceFactor(exponent: number): number {
  const x = compressionFor(1, 1, exponent);
  return springForce(1, x, exponent);
}

function tellSlip({ active, activeCount, friction }: Stepper, tell: Tell): void {
  const { note } = friction;
  for (let i = 0; i < activeCount; i++) {
    const c = active[i];
    if (note[c] === 0) continue;
    if ((note[c] & STOPPED) !== 0) tell("slip-stop", c);
    if ((note[c] & STARTED) !== 0) tell("slip-start", c);
    note[c] = 0;
  }
}

function changePhases(stepper: Stepper, recompression: "phase" | "force", tell: Tell): void {
  const { state, active, activeCount: count, energy } = stepper;
  const { phase, velocity } = state;
  for (let i = 0; i < count; i++) {
    const c = active[i];
    if (phase[c] === COMPRESSION && !(velocity[c] < 0) && energy[c] > 0) {
      endCompression(stepper, c);
      tell("compression-end", c);
    } else if (phase[c] === RESTITUTION && velocity[c] < -APPROACH && energy[c] > 0) {
      restartCompression(stepper, c, recompression);
      tell("compression-restart", c);
    }
    if (energy[c] > 0) continue;
    open(stepper, c);
    tell("contact-open", c);
  }
  let kept = 0;
  for (let i = 0; i < count; i++) if (phase[active[i]] !== OPEN) active[kept++] = active[i];
  stepper.activeCount = kept;
}

function endCompression(stepper: Stepper, c: number): void {
  const { system, state, energy } = stepper;
  const square = system.restitution[c] * system.restitution[c];
  state.restitutionLoss += (1 - square) * energy[c];
  state.phase[c] = RESTITUTION;
  setSpring(stepper, c, system.hardStiffness[c], square * energy[c]);
}

function restartCompression(stepper: Stepper, c: number, recompression: "phase" | "force"): void {
  const { system, state, energy } = stepper;
  const soft = system.stiffness[c];
  state.phase[c] = COMPRESSION;
  if (recompression === "phase") {
    setSpring(stepper, c, soft, energy[c]);
    return;
  }
  // The force stays, so the softer spring holds more: E ~ F^((p+1)/p) / k^(1/p).
  const ratio = stepper.root[c] / rootOf(soft, system.exponent);
  const held = energy[c] * (system.exponent === 1 ? ratio * ratio : pow(ratio, (system.exponent + 1) / system.exponent));
  state.restitutionLoss -= held - energy[c];
  setSpring(stepper, c, soft, held);
}

function open(stepper: Stepper, c: number): void {
  const { system, state } = stepper;
  setSpring(stepper, c, system.stiffness[c], 0);
  state.phase[c] = OPEN;
  state.compression[c] = 0;
  if (state.mode[c] === NONE) return;
  state.lastMode[c] = state.mode[c];
  state.mode[c] = NONE;
}

function setSpring(stepper: Stepper, c: number, stiffness: number, energy: number): void {
  stepper.state.stiffness[c] = stiffness;
  stepper.root[c] = rootOf(stiffness, stepper.system.exponent);
  setEnergy(stepper, c, energy);
}

/** Energies as compressions, which is what the other methods have. Those of open contacts are their gaps. */
function findCompressions({ system, state, energy, active, activeCount }: Stepper): void {
  for (let i = 0; i < activeCount; i++) {
    const c = active[i];
    if (state.phase[c] !== OPEN) state.compression[c] = compressionFor(energy[c], state.stiffness[c], system.exponent);
  }
}
