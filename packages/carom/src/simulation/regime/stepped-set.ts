/**
 * Which bodies and mechanisms step while the others go by events.
 *
 * What is near enough to meet within a frame goes the same way: whoever may be met by something that steps steps with it. So neither has to
 * know of the other before the next frame. An island that steps goes back to events where it flies alone, or where its contacts are few and
 * have not changed for a while.
 *
 * Source: own study, dense contact section 9.
 */

import { nearPairs } from "../steps/broad-phase.js";
import { takeFrame } from "../steps/frame.js";
import { islandOf } from "../steps/island-of.js";
import { splitIsland } from "../steps/islands.js";
import { type Island, type RunState, setTime } from "../steps/run-state.js";
import { GROUND } from "../steps/solver/problem.js";
import { partsOf } from "../system/parts.js";
import type { SceneSystem } from "../system/scene-system.js";

/** Bodies and mechanisms (nodes of the steps) by the parts of the system, and back. */
export interface NodeTable {
  readonly nodesOf: readonly (readonly number[])[];
  readonly partOf: Int32Array;
  /** Whether some may step while others do not: nothing is moved, which would be one more thing that all have to do with. */
  readonly canSplit: boolean;
}

export function nodeTableOf(system: SceneSystem, { nodes }: RunState): NodeTable {
  const partOf = new Int32Array(nodes.count).fill(-1);
  const parts = partsOf(system);
  const nodesOf = parts.map(({ speeds }, part) => {
    const own = new Set<number>();
    for (const speed of speeds)
      for (let node = 0; node < nodes.count; node += 1) if (speed >= nodes.speeds[node] && speed < nodes.speeds[node + 1]) own.add(node);
    for (const node of own) partOf[node] = part;
    return [...own];
  });
  const isMoved = system.driven !== undefined || system.drives !== undefined;
  // What has no speeds stands fast: it is ground.
  const isWhole = nodesOf.every((own, part) => own.length > 0 || parts[part].speeds.length === 0);
  return { nodesOf, partOf, canSplit: !isMoved && isWhole && partOf.every((part) => part >= 0) };
}

/** Names of nodes, links of mechanisms among them, in the order of the scene. */
export function namesOf({ system, nodes }: RunState, which: ReadonlySet<number>): string[] {
  return system.names.filter((_, i) => which.has(nodes.owners[i]));
}

/** Islands of some nodes over a time from the present state of the steps on; those of the rest are left out of it. */
export function islandsOver(run: RunState, which: ReadonlySet<number>, span: number): readonly Island[] {
  // What goes by events gains speed as it likes.
  run.broad.due.fill(Number.NEGATIVE_INFINITY);
  return splitIsland(run, groupOf(run, which, span), span);
}

function groupOf(run: RunState, which: ReadonlySet<number>, span: number): Island {
  const { nodes, surfaces, members, everything } = run;
  const isIn = (node: number) => node === GROUND || which.has(node);
  const bodies = everything.bodies.filter((node) => which.has(node));
  return islandOf(
    {
      bodies,
      rigid: bodies.filter((node) => node < nodes.bodyCount),
      linked: bodies.filter((node) => node >= nodes.bodyCount),
      parts: everything.parts.filter((part) => members[part].every(isIn)),
    },
    nearPairs(run, span).filter((pair) => isIn(surfaces.bodies[2 * pair]) && isIn(surfaces.bodies[2 * pair + 1])),
  );
}

/** Takes some nodes by steps from a time to another. The others stay as they are. */
export function stepNodes(run: RunState, which: ReadonlySet<number>, from: number, until: number): void {
  setTime(run, from);
  run.broad.due.fill(Number.NEGATIVE_INFINITY);
  if (from < until) takeFrame(run, until, () => groupOf(run, which, until - from));
  setTime(run, until);
}

/** Steps without a change after which an island may return to events. */
const CALM_STEPS = 20;
/** Contacts that push, above which it stays with steps. */
const FEW_CONTACTS = 6;

/** How long contacts have been as they are, of each node, s; what they hold; how long is long enough, s. */
export interface Quiet {
  readonly quietSince: Float64Array;
  readonly held: readonly (readonly unknown[])[];
  readonly patience: number;
}

/** Whether an island may go back to events. */
export function mayReturn({ time, step }: RunState, { bodies, pairs }: Island, { quietSince, held, patience }: Quiet): boolean {
  if (pairs.length === 0) return true;
  if (bodies.reduce((sum, body) => sum + held[body].length, 0) > FEW_CONTACTS) return false;
  return bodies.every((body) => time - quietSince[body] >= Math.max(patience, CALM_STEPS * step[body]));
}
