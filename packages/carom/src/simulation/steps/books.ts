/**
 * The energy of mechanisms over a step. Their mass matrix changes as they move, so what a step does to their energy is known to the order
 * of the step only: it is measured. What contacts did not do is work of motors, dampers and motions of joints where there are any; else it
 * is an error of the step, and the speeds make up for it, all by one factor, so that what touches goes on to touch. What would take more
 * than a small change of the speeds is booked as the residual.
 */
import type { Island, RunState } from "./run-state.js";

/** Of the kinetic energy: the most that speeds are asked to give back at once, and the most that they are given. */
const MOST_TAKEN = 0.5;
const MOST_GIVEN = 0.01;

/** Books the step that leads to the next state. True where speeds were changed. Needs `contactWork`. */
export function bookMechanisms(run: RunState, { linked }: Island, h: number): boolean {
  const { system, nodes, time, coordinates, speeds, nextCoordinates, nextSpeeds, ledger, contactWork } = run;
  let changed = false;
  for (const node of linked) {
    const m = node - nodes.bodyCount;
    const mechanism = nodes.mechanisms[m];
    const before = mechanism.kineticEnergy(coordinates, speeds) + mechanism.potentialEnergy(coordinates);
    const powered =
      mechanism.isDriven ||
      system.appliedPower(time, coordinates, speeds, nodes.parts[m]) !== 0 ||
      system.appliedPower(time + h, nextCoordinates, nextSpeeds, nodes.parts[m]) !== 0;
    const kinetic = mechanism.kineticEnergy(nextCoordinates, nextSpeeds);
    const gain = kinetic + mechanism.potentialEnergy(nextCoordinates) - before - contactWork[node];
    if (powered) {
      ledger.appliedWork += gain;
      continue;
    }
    const taken = takeFrom(run, node, kinetic, gain);
    ledger.residual += gain - taken;
    changed ||= taken !== 0;
  }
  return changed;
}

/** Takes energy from the speeds of a mechanism at the end of a step, or gives it. Returns how much, J. */
function takeFrom({ nodes, nextSpeeds }: RunState, node: number, kinetic: number, gain: number): number {
  const taken = Math.min(Math.max(gain, -MOST_GIVEN * kinetic), MOST_TAKEN * kinetic);
  if (taken === 0 || !(kinetic > 0)) return 0;
  const share = Math.sqrt(1 - taken / kinetic);
  for (let k = nodes.speeds[node]; k < nodes.speeds[node + 1]; k += 1) nextSpeeds[k] *= share;
  return taken;
}

/** Takes what bringing mechanisms apart put into them, J, from their speeds. Returns how much. */
export function takeBack(run: RunState, { linked }: Island, coordinates: Float64Array, gain: number): number {
  let left = Math.max(0, gain);
  for (const node of linked)
    left -= takeFrom(run, node, run.nodes.mechanisms[node - run.nodes.bodyCount].kineticEnergy(coordinates, run.nextSpeeds), left);
  return Math.max(0, gain) - left;
}

/** Kinetic energy of the mechanisms of an island, J. */
export function mechanismEnergy({ nodes }: RunState, { linked }: Island, coordinates: Float64Array, speeds: Float64Array): number {
  return linked.reduce((sum, node) => sum + nodes.mechanisms[node - nodes.bodyCount].kineticEnergy(coordinates, speeds), 0);
}
