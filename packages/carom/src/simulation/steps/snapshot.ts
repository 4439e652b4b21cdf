/** What a stepped run remembers, as plain data: all that is needed to go on to the same bits. */
import type { HeldContact } from "./held.js";
import type { RunState } from "./run-state.js";
import { firstStep } from "./tolerances.js";
import type { Trail } from "./trail.js";

/** Of each node, or of each speed. */
const ARRAYS = ["step", "pace", "together", "hits", "acceleration", "known", "asleep", "watched"] as const;

/** The state of the steps, besides places and speeds. */
export interface StepSnapshot {
  /** Of each body or mechanism: its next step, its last acceleration, whether it sleeps, and the like. */
  readonly bodies: Readonly<Record<(typeof ARRAYS)[number], readonly number[]>>;
  /** Forces of the last steps, N, by the keys of features. */
  readonly forces: readonly { readonly key: string; readonly force: readonly [number, number, number] }[];
  /** Places that push. */
  readonly held: readonly (Omit<HeldContact, "feature"> & { readonly key: string })[];
  /** How long contacts have not changed. */
  readonly calm: { readonly since: number; readonly steps: number };
}

export function takeSnapshot(run: RunState, { held, calm }: Trail): StepSnapshot {
  const forces: { key: string; force: [number, number, number] }[] = [];
  run.surfaces.features.forEach((list, pair) => {
    list.forEach(({ key }, index) => {
      const at = 3 * (run.surfaces.offsets[pair] + index);
      const force: [number, number, number] = [run.force[at], run.force[at + 1], run.force[at + 2]];
      if (force.some((value) => value !== 0)) forces.push({ key, force });
    });
  });
  return {
    bodies: Object.fromEntries(ARRAYS.map((name) => [name, Array.from(run[name])])) as unknown as StepSnapshot["bodies"],
    forces,
    held: held.flat().map(({ feature, ...rest }) => ({ key: feature.key, ...rest })),
    calm: { ...calm },
  };
}

/** Makes a run one that begins at its present state, nothing known. */
export function clearMemory(run: RunState, trail: Trail): void {
  for (const name of ARRAYS) run[name].fill(0);
  run.step.fill(firstStep(run.tolerances));
  run.pace.fill(run.tolerances.longestStep);
  run.broad.due.fill(Number.NEGATIVE_INFINITY);
  run.listed = undefined;
  run.force.fill(0);
  trail.held.fill([]);
  Object.assign(trail.calm, { since: run.time, steps: 0 });
}

export function restoreSnapshot(run: RunState, trail: Trail, { bodies, forces, held, calm }: StepSnapshot): void {
  clearMemory(run, trail);
  for (const name of ARRAYS) run[name].set(bodies[name]);
  const known = new Map(
    run.surfaces.features.flatMap((list, pair) =>
      list.map((feature, index) => [feature.key, { feature, at: 3 * (run.surfaces.offsets[pair] + index) }] as const),
    ),
  );
  for (const { key, force } of forces) {
    const place = known.get(key);
    if (place !== undefined) run.force.set(force, place.at);
  }
  for (const { key, ...contact } of held) {
    const place = known.get(key);
    if (place !== undefined) trail.held[contact.body] = [...trail.held[contact.body], { feature: place.feature, ...contact }];
  }
  Object.assign(trail.calm, calm);
}
