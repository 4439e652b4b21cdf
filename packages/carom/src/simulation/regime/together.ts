/**
 * A frame in which some bodies step and the others go by events. They cannot meet within it (stepped-set.ts), so each goes by itself:
 * first what steps, then the others, with the places of the first as they are at every time. Where what steps turns out to have become so
 * fast that it may have met others, it steps again with these. What comes to be crowded on the way steps from there to the end of the
 * frame, with all that it may meet.
 */
import { Crowded, reasonToStep } from "../loop/crowding.js";
import type { SimulationObserver } from "../loop/interface.js";
import { runLedger } from "../loop/ledger.js";
import type { Run } from "../loop/run.js";
import type { Drive } from "../loop/simulation.js";
import { stateOf, writeState } from "../steps/between.js";
import { remember } from "../steps/frame.js";
import { metOutside } from "../steps/passed-over.js";
import type { RunState } from "../steps/run-state.js";
import { showSteps, takeOver } from "./hand-over.js";
import { islandsOver, type NodeTable, stepNodes } from "./stepped-set.js";
import { bookLosses, type Stepping } from "./stepping.js";
import { tellTogether } from "./told-together.js";

/** Both regimes, and the nodes that step. */
export interface Together {
  readonly run: Run;
  readonly events: Drive;
  readonly stepping: Stepping;
  readonly table: NodeTable;
  readonly nodes: Set<number>;
}

/** Told which nodes have come to step, with what tells the observer in the order of time. */
export interface Tellers {
  readonly joined: (nodes: ReadonlySet<number>, reason: string, observe: SimulationObserver) => void;
  /** Of those that what steps may meet. */
  readonly met: (nodes: ReadonlySet<number>, observe: SimulationObserver) => void;
}

/** Goes on by one frame; the run is where it ends. */
export function frameTogether(both: Together, until: number, observe: SimulationObserver, { joined, met }: Tellers): void {
  const { run, events, stepping, nodes } = both;
  const { run: steps, trail, report } = stepping;
  const [from, work] = [run.time, trail.work];
  steps.time = from;
  trail.begin(steps, true);
  stepWithMet(both, nodes, until, (added) => met(added, observe));
  lendNodes(both);
  const together = tellTogether(observe, report, from);
  for (let crowd = goByEvents(both, until, together); crowd !== undefined; crowd = goByEvents(both, until, together)) {
    joined(join(both, crowd.parts, until), crowd.reason, together);
    run.status = "running";
  }
  run.time = until;
  const { system, coordinates, speeds, ledger } = run;
  const stateAt = (time: number, q: Float64Array, u: Float64Array) => {
    q.set(coordinates);
    u.set(speeds);
    report.stateAt(time, q, u);
  };
  const [q, u] = [new Float64Array(coordinates.length), new Float64Array(speeds.length)];
  together.finish(until, stateAt, {
    ledgerAt: (time) => {
      stateAt(time, q, u);
      return runLedger(ledger, { frictionLoss: 0, appliedWork: 0 }, system, time, q, u);
    },
    contactForcesAt: () => events.contactForces(),
  });
  for (const node of nodes) showNode(steps, node, coordinates, speeds);
  bookLosses(run, report.losses(), trail.work - work);
}

/** Writes where the steps have left a node. */
function showNode({ nodes, coordinates, speeds }: RunState, node: number, q: Float64Array, u: Float64Array): void {
  writeState(nodes, node, stateOf(nodes, node, coordinates, speeds), q, u);
}

/** Lets the steps move what steps. */
export function lendNodes({ run, stepping: { run: steps, report }, table, nodes }: Together): void {
  const parts = run.everything.filter((part) => table.nodesOf[part].some((node) => nodes.has(node)));
  const lent = [...nodes];
  run.clusters.lend(parts, (time, coordinates, speeds) => {
    // What sleeps has not stepped.
    for (const node of lent) showNode(steps, node, coordinates, speeds);
    report.stateAt(time, coordinates, speeds);
  });
}

/** Parts that cannot go on by events, and why; undefined where all have come to the time. */
function goByEvents(
  { run, events, table, nodes }: Together,
  until: number,
  observe: SimulationObserver,
): { readonly parts: readonly number[]; readonly reason: string } | undefined {
  if (!(run.time < until)) return undefined;
  const rest = () => run.everything.filter((part) => !table.nodesOf[part].some((node) => nodes.has(node)));
  try {
    const status = events.advance(until, observe);
    if (status === "too-many-events")
      return { parts: rest(), reason: `more than ${run.tolerances.mostEvents} events in a tenth of a second` };
    return status === "work-limit" ? { parts: rest(), reason: "the run has taken all the work it may" } : undefined;
  } catch (error) {
    const reason = reasonToStep(error);
    if (reason === undefined) throw error;
    return { parts: error instanceof Crowded ? error.parts : rest(), reason };
  }
}

/** Lets parts step from the present time to the end of the frame, with all of the others that they may meet; returns all these. */
function join(both: Together, parts: readonly number[], until: number): ReadonlySet<number> {
  const { run, stepping, table, nodes } = both;
  const others = new Set([...table.partOf.keys()].filter((node) => !nodes.has(node)));
  showSteps(stepping, run, others);
  stepping.run.time = run.time;
  const crowd = new Set(parts.flatMap((part) => table.nodesOf[part]));
  const islands = islandsOver(stepping.run, others, until - run.time).filter(({ bodies }) => bodies.some((node) => crowd.has(node)));
  const all = new Set(islands.flatMap(({ bodies }) => bodies));
  takeOver(stepping, run, all);
  stepWithMet(both, all, until, () => {});
  for (const node of all) nodes.add(node);
  lendNodes(both);
  return all;
}

/**
 * Steps some nodes from the present time on. Where they have become so fast that they may have met others that go by events they step
 * again, with these.
 */
function stepWithMet(both: Together, own: Set<number>, until: number, told: (added: ReadonlySet<number>) => void): void {
  const { run, stepping, table, nodes } = both;
  const { run: steps } = stepping;
  const [from, others] = [run.time, new Set(table.partOf.keys())];
  for (const node of [...nodes, ...own]) others.delete(node);
  for (;;) {
    const takeBack = remember(steps);
    const before = steps.coordinates.slice();
    stepNodes(steps, own, from, until);
    const met = metOutside(steps, own, others, before, until - from);
    if (met.size === 0) return;
    takeBack();
    const parts = new Set([...met].map((node) => table.partOf[node]));
    const added = new Set([...parts].flatMap((part) => table.nodesOf[part]));
    takeOver(stepping, run, added);
    for (const node of added) {
      others.delete(node);
      own.add(node);
    }
    told(added);
  }
}
