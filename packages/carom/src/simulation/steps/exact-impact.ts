/**
 * Impacts of few contacts by the laws of the event regime, so that both regimes tell the same story where that is affordable. A law that
 * cannot finish leaves everything as it was; the capped law of impact.ts then takes its place.
 *
 * Source: own study, dense contact sections 3 and 12.
 */

import { InvalidInputError, SolverError } from "../../errors.js";
import { restitutionAt } from "../../mechanics/restitution.js";
import { createTouch, refreshVelocity, type Touch } from "../contact/touch.js";
import { writeTangents } from "../free-bodies/kinematics.js";
import { resolveImpacts } from "../impacts/resolve-impacts.js";
import { createFeatureState, type FeatureState } from "../system/mechanical-system.js";
import { partsOfPair, speedsOf } from "../system/parts.js";
import type { SceneSystem } from "../system/scene-system.js";
import { featureOf } from "./contact-list.js";
import { kineticEnergyAt } from "./energy.js";
import type { RunState } from "./run-state.js";
import { GROUND } from "./solver/problem.js";

/** Places of an impact that are few; and where several bodies rub: the way of their slips takes longer than all else. */
const FEW = 6;
const FEW_RUBBING = 3;

/** Whether an island has more contacts than these laws are for: n bodies that hang together have n - 1 at least. */
export function isCrowd(bodies: readonly number[]): boolean {
  return bodies.length > FEW + 1;
}

/** Work, about a microsecond each, that these laws may take for an impact. */
const PATIENCE = 20_000;
/** Where they could not finish that was in vain: those bodies try again after so many times as long as else. */
const IN_VAIN = 16;

/**
 * Whether an impact is one for these laws: of one place, of one body, or of few places in an island that has no more, unless such impacts
 * crowd. Those that follow within the time in which bodies fall their own size go by the capped law, which is a hundred times quicker; and
 * one of several bodies without restitution is the compression of that law.
 */
export function isForLaws(run: RunState, struck: readonly number[], places: readonly number[], slow: number, crowded: boolean): boolean {
  if (places.length === 1) return true;
  if (crowded && struck.length > 1) return false;
  if (struck.some((node) => run.time - run.ruled[node] < run.tolerances.timeScale)) return false;
  if (struck.length === 1) return places.length <= FEW || struck[0] < run.nodes.bodyCount;
  const { contacts, surfaces } = run;
  const rubs = places.some((i) => surfaces.friction[contacts.pairs[i]] > 0);
  const rebound = (i: number) => {
    const approach = -contacts.velocity[3 * i + 2];
    return approach * restitutionAt(surfaces.restitution[contacts.pairs[i]], approach);
  };
  return places.length <= (rubs ? FEW_RUBBING : FEW) && places.some((i) => rebound(i) > slow);
}

/** Resolves the impact of some nodes at places of the list. False where the law could not; then nothing has changed. */
export function strikeByLaw(run: RunState, nodes: readonly number[], places: readonly number[], slow: number): boolean {
  const { coordinates, ledger, statistics } = run;
  const { system, speeds, touches, write } = run.surfaces.isNarrow ? narrowImpact(run, nodes, places) : wideImpact(run, nodes, places);
  const before = speeds.slice();
  try {
    if (places.length > 1) for (const node of nodes) run.ruled[node] = run.time;
    const resolved = resolveImpacts(system, touches, coordinates, speeds, slow, { patience: { left: PATIENCE } });
    // Places that creep by less than steps resolve may leave a law no way on; what it then ends with has no friction.
    if (resolved.some(({ outcome }) => outcome.warnings.some(({ code }) => code === "not-converged"))) {
      write(before);
      giveUp(run, nodes);
      return false;
    }
    write(speeds);
    for (const impact of resolved) {
      const { energyBefore, energyAfter, groundWork, replaced } = impact;
      ledger.impactLoss += energyBefore - energyAfter + groundWork;
      ledger.appliedWork += groundWork;
      statistics.impacts += 1;
      if (replaced !== undefined) statistics.otherLaw += 1;
      run.observe?.impact(
        run,
        impact.touches.map(({ feature }) => feature.pair),
        () => impact,
      );
    }
    return true;
  } catch (error) {
    // Or a law that these contacts cannot be given to.
    if (!(error instanceof SolverError || error instanceof InvalidInputError)) throw error;
    write(before);
    giveUp(run, nodes);
    return false;
  }
}

function giveUp({ statistics, ruled, time, tolerances }: RunState, nodes: readonly number[]): void {
  statistics.otherLaw += 1;
  for (const node of nodes) ruled[node] = time + (IN_VAIN - 1) * tolerances.timeScale;
}

/** An impact as the laws of events see it: the system, its speeds and what touches; `write` makes speeds those of the run. */
interface LawImpact {
  readonly system: SceneSystem;
  readonly speeds: Float64Array;
  readonly touches: readonly Touch[];
  write(speeds: Float64Array): void;
}

/** In the system as it is. What others do elsewhere is nothing to it. */
function wideImpact(run: RunState, nodes: readonly number[], places: readonly number[]): LawImpact {
  return {
    system: { ...run.system, kineticEnergy: (q, u) => kineticEnergyAt(run, nodes, q, u) },
    speeds: run.speeds,
    touches: places.map((i) => touchAt(run, i)),
    write: (speeds) => run.speeds.set(speeds),
  };
}

/** In a system of the bodies that take part alone, so that what it costs does not grow with the number of the others. */
function narrowImpact(run: RunState, nodes: readonly number[], places: readonly number[]): LawImpact {
  const numbers = (of: number, from: number) => Array.from({ length: of }, (_, k) => from + k);
  const write = (speeds: Float64Array) =>
    nodes.forEach((node, n) => {
      for (let k = 0; k < 6; k += 1) run.speeds[6 * node + k] = speeds[6 * n + k];
    });
  const system: SceneSystem = {
    ...run.system,
    speedCount: 6 * nodes.length,
    parts: nodes.map((node, n) => ({ coordinates: numbers(7, 7 * node), speeds: numbers(6, 6 * n) })),
    kineticEnergy: (q, u) => {
      write(u);
      return kineticEnergyAt(run, nodes, q, run.speeds);
    },
  };
  const speeds = Float64Array.from({ length: 6 * nodes.length }, (_, k) => run.speeds[6 * nodes[Math.floor(k / 6)] + (k % 6)]);
  return { system, speeds, touches: places.map((i) => narrowTouch(run, i, nodes, system, speeds)), write };
}

/** Place i of the list in that system. */
function narrowTouch(run: RunState, i: number, nodes: readonly number[], system: SceneSystem, speeds: Float64Array): Touch {
  const { surfaces, contacts, coordinates, free } = run;
  const feature = featureOf(surfaces, contacts.ids[i]);
  const sides = contacts.bodies[2 * i + 1] === GROUND ? [0] : [0, 1];
  const own = sides.map((side) => contacts.bodies[2 * i + side]);
  const parts = own.map((node) => nodes.indexOf(node)).sort((a, b) => a - b);
  const n = system.speedCount;
  const touch: Touch = {
    feature,
    parts,
    speeds: speedsOf(system, parts),
    state: createFeatureState(system),
    velocity: new Float64Array(3),
    response: new Float64Array(3 * n),
    column: free.column,
  };
  const { state, response, column } = touch;
  writeFrame(run, i, state);
  const ofSystem = partsOfPair(run.system, feature.pair);
  for (let c = 0; c < 3; c += 1) {
    for (const k of speedsOf(run.system, ofSystem)) column[k] = 0;
    sides.forEach((side, s) => {
      for (let k = 0; k < 6; k += 1) {
        const value = contacts.jacobian[contacts.width * (i + 0.5 * side) + 6 * c + k];
        state.jacobian[c * n + 6 * nodes.indexOf(own[s]) + k] = value;
        column[6 * own[s] + k] = value;
      }
    });
    run.system.solveMass(coordinates, column, column, ofSystem);
    for (const part of parts) for (let k = 0; k < 6; k += 1) response[c * n + 6 * part + k] = column[6 * nodes[part] + k];
  }
  refreshVelocity(system, touch, speeds);
  return touch;
}

/** Where place i is, and its axes. */
function writeFrame({ contacts }: RunState, i: number, state: FeatureState): void {
  for (let c = 0; c < 3; c += 1) {
    state.point[c] = contacts.point[3 * i + c];
    state.normal[c] = contacts.normal[3 * i + c];
    state.bias[c] = contacts.bias[3 * i + c];
  }
  writeTangents(state.normal, state);
  state.gap = contacts.gap[i];
}

/** Place i of the list as the event regime has it. */
function touchAt(run: RunState, i: number): Touch {
  const { system, surfaces, contacts, nodes, coordinates, speeds } = run;
  const touch = createTouch(system, featureOf(surfaces, contacts.ids[i]));
  const { state, response, column, parts } = touch;
  writeFrame(run, i, state);
  const n = system.speedCount;
  // The clock of ground that is moved is the last speed, and is 1.
  if (system.driven !== undefined) for (let c = 0; c < 3; c += 1) state.jacobian[(c + 1) * n - 1] = contacts.drift[3 * i + c];
  for (let side = 0; side < 2; side += 1) {
    const node = contacts.bodies[2 * i + side];
    if (node === GROUND) continue;
    const from = nodes.speeds[node];
    const size = nodes.speeds[node + 1] - from;
    const rows = contacts.width * i + 0.5 * contacts.width * side;
    for (let c = 0; c < 3; c += 1)
      for (let k = 0; k < size; k += 1) state.jacobian[c * n + from + k] = contacts.jacobian[rows + size * c + k];
  }
  for (let c = 0; c < 3; c += 1) {
    for (const k of touch.speeds) column[k] = state.jacobian[c * n + k];
    system.solveMass(coordinates, column, column, parts);
    for (const k of touch.speeds) response[c * n + k] = column[k];
  }
  refreshVelocity(system, touch, speeds);
  return touch;
}
