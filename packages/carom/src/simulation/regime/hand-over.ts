/**
 * Bodies and mechanisms handed over from events to steps and back.
 *
 * To steps: places and speeds as they are, nothing known of forces. To events: places brought onto the contacts that push, speeds to no
 * approach there and, where they stick, no slip; both are booked as projection. Then the event loop settles as at a checkpoint.
 *
 * Source: own study, dense contact section 9.
 */
import { modeName } from "../contact/closed-contact.js";
import { SLIP, STICK } from "../contact/force-problem.js";
import { refreshTouch, slipSpeed } from "../contact/touch.js";
import { project } from "../loop/balance.js";
import type { SimulationObserver } from "../loop/interface.js";
import type { Run } from "../loop/run.js";
import { stateOf, writeState } from "../steps/between.js";
import type { HeldContact } from "../steps/held.js";
import type { RunState } from "../steps/run-state.js";
import { GROUND } from "../steps/solver/problem.js";
import { firstStep } from "../steps/tolerances.js";
import { featureWithKey } from "../system/features.js";
import type { Stepping } from "./stepping.js";

/** Shows the steps where nodes are that go by events. */
export function showSteps({ run: steps }: Stepping, { coordinates, speeds }: Run, nodes: Iterable<number>): void {
  for (const node of nodes) {
    const state = stateOf(steps.nodes, node, coordinates, speeds);
    writeState(steps.nodes, node, state, steps.coordinates, steps.speeds);
    writeState(steps.nodes, node, state, steps.nextCoordinates, steps.nextSpeeds);
  }
}

/** Takes nodes over into the steps, at the present time and state of the run by events. */
export function takeOver(stepping: Stepping, run: Run, nodes: ReadonlySet<number>): void {
  const { run: steps, trail } = stepping;
  showSteps(stepping, run, nodes);
  for (const node of nodes) {
    forget(steps, node);
    trail.held[node] = [];
    trail.quietSince[node] = run.time;
  }
  // What was closed and goes on to push has not just come.
  for (const { touch, mode } of run.clusters.all.flatMap(({ closed }) => closed)) {
    const { feature, state } = touch;
    const body = steps.surfaces.bodies[2 * feature.pair];
    if (!nodes.has(body)) continue;
    const none = [0, 0, 0] as const;
    const contact = { feature, mode: modeName(mode), body, point: [...state.point] as const, force: none, worldForce: none };
    trail.held[body] = [...trail.held[body], contact];
  }
  for (const key of [...run.departing]) {
    const pair = featureWithKey(run.system, key)?.feature.pair;
    if (pair !== undefined && isAmong(steps, pair, nodes)) run.departing.delete(key);
  }
}

/** As one that has just begun to step. */
function forget(run: RunState, node: number): void {
  const { nodes, tolerances } = run;
  run.step[node] = firstStep(tolerances);
  run.pace[node] = tolerances.longestStep;
  run.together[node] = run.hits[node] = run.ruled[node] = 0;
  run.known[node] = run.asleep[node] = run.watched[node] = 0;
  run.acceleration.fill(0, nodes.speeds[node], nodes.speeds[node + 1]);
}

/** Whether a pair belongs to nodes, and to no others. */
function isAmong({ surfaces }: RunState, pair: number, nodes: ReadonlySet<number>): boolean {
  const [first, second] = [surfaces.bodies[2 * pair], surfaces.bodies[2 * pair + 1]];
  return nodes.has(first) && (second === GROUND || nodes.has(second));
}

/** In sizes: a place farther from closed than this is not handed over. */
const FAR = 1e-4;

/** Hands nodes, which are the whole of some parts, back to events. */
export function giveBack(
  { run: steps, trail }: Stepping,
  run: Run,
  nodes: ReadonlySet<number>,
  parts: readonly number[],
  observe: SimulationObserver,
): void {
  const { system, features, clusters, coordinates, speeds } = run;
  const own = [...nodes].sort((a, b) => a - b).flatMap((node) => trail.held[node]);
  for (const node of nodes) trail.held[node] = [];
  const closed = own.flatMap(({ feature, mode }: HeldContact) => {
    if (!isAmong(steps, feature.pair, nodes)) return [];
    const touch = features.touchFor(feature);
    refreshTouch(system, touch, coordinates, speeds);
    if (!(Math.abs(touch.state.gap) <= FAR * system.size)) return [];
    const speed = slipSpeed(touch);
    const direction: [number, number] = speed > 0 ? [touch.velocity[0] / speed, touch.velocity[1] / speed] : [1, 0];
    const twins: readonly string[] = [];
    return [{ touch, mode: mode === "slip" ? SLIP : STICK, direction, rested: false, locked: false, loose: false, twins }];
  });
  clusters.regroup(parts, closed);
  if (closed.length > 0) project(run, parts, closed, ({ mode }) => mode === STICK, observe);
}
