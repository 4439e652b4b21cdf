/**
 * Impacts of few contacts by the laws of the event regime, so that both regimes tell the same story where that is affordable. A law that
 * cannot finish leaves everything as it was; the capped law of impact.ts then takes its place.
 *
 * Source: own study, dense contact sections 3 and 12.
 */
import { InvalidInputError, SolverError } from "../../errors.js";
import { createTouch, refreshVelocity, type Touch } from "../contact/touch.js";
import { writeTangents } from "../free-bodies/kinematics.js";
import { resolveImpacts } from "../impacts/resolve-impacts.js";
import type { SceneSystem } from "../system/scene-system.js";
import { featureOf } from "./contact-list.js";
import { kineticEnergyAt } from "./energy.js";
import type { RunState } from "./run-state.js";
import { GROUND } from "./solver/problem.js";

/** Places of an impact that are few. */
const FEW = 6;

/** Work, about a microsecond each, that these laws may take for an impact. */
const PATIENCE = 300_000;

/**
 * Whether an impact is one for these laws: of one place, or of few, unless such impacts crowd. Those that follow within the time in which
 * bodies fall their own size go by the capped law, which is a hundred times quicker; and one of several bodies without restitution is the
 * compression of that law.
 */
export function isForLaws(run: RunState, struck: readonly number[], places: readonly number[], slow: number): boolean {
  if (places.length === 1) return true;
  if (struck.some((node) => run.time - run.ruled[node] < run.tolerances.timeScale)) return false;
  if (struck.length === 1) return places.length <= FEW || struck[0] < run.nodes.bodyCount;
  const { contacts, surfaces } = run;
  return places.length <= FEW && places.some((i) => -contacts.velocity[3 * i + 2] * surfaces.restitution[contacts.pairs[i]] > slow);
}

/** Resolves the impact of some nodes at places of the list. False where the law could not; then nothing has changed. */
export function strikeByLaw(run: RunState, nodes: readonly number[], places: readonly number[], slow: number): boolean {
  const { coordinates, speeds, ledger, statistics } = run;
  // What others do elsewhere is nothing to it.
  const system: SceneSystem = { ...run.system, kineticEnergy: (q, u) => kineticEnergyAt(run, nodes, q, u) };
  const before = speeds.slice();
  try {
    if (places.length > 1) for (const node of nodes) run.ruled[node] = run.time;
    const touches = places.map((i) => touchAt(run, i));
    const resolved = resolveImpacts(system, touches, coordinates, speeds, slow, { patience: { left: PATIENCE } });
    // Places that creep by less than steps resolve may leave a law no way on; what it then ends with has no friction.
    if (resolved.some(({ outcome }) => outcome.warnings.some(({ code }) => code === "not-converged"))) {
      speeds.set(before);
      statistics.otherLaw += 1;
      return false;
    }
    for (const impact of resolved) {
      const { energyBefore, energyAfter, groundWork, replaced } = impact;
      ledger.impactLoss += energyBefore - energyAfter + groundWork;
      ledger.appliedWork += groundWork;
      statistics.impacts += 1;
      if (replaced !== undefined) statistics.otherLaw += 1;
      run.observe?.impact(run, impact);
    }
    return true;
  } catch (error) {
    // Or a law that these contacts cannot be given to.
    if (!(error instanceof SolverError || error instanceof InvalidInputError)) throw error;
    statistics.otherLaw += 1;
    return false;
  }
}

/** Place i of the list as the event regime has it. */
function touchAt({ system, surfaces, contacts, nodes, coordinates, speeds }: RunState, i: number): Touch {
  const touch = createTouch(system, featureOf(surfaces, contacts.ids[i]));
  const { state, response, column, parts } = touch;
  for (let c = 0; c < 3; c += 1) {
    state.point[c] = contacts.point[3 * i + c];
    state.normal[c] = contacts.normal[3 * i + c];
    state.bias[c] = contacts.bias[3 * i + c];
  }
  writeTangents(state.normal, state);
  state.gap = contacts.gap[i];
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
