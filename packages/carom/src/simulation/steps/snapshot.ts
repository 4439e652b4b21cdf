/** What a stepped run remembers, as plain data: all that is needed to go on to the same bits. */
import { featureWithKey } from "../system/features.js";
import { featureOf, numberOf } from "./contact-list.js";
import type { HeldContact } from "./held.js";
import { type RunState, reserveForces } from "./run-state.js";
import { firstStep } from "./tolerances.js";
import type { Trail } from "./trail.js";

/** What is remembered of each node, or of each speed. */
export const MEMORY = ["step", "pace", "together", "hits", "ruled", "acceleration", "known", "asleep", "watched"] as const;

/** The state of the steps, besides places and speeds. */
export interface StepSnapshot {
  /** Of each body or mechanism: its next step, its last acceleration, whether it sleeps, and the like. */
  readonly bodies: Readonly<Record<(typeof MEMORY)[number], readonly number[]>>;
  /** Forces of the last steps, N, by the keys of features. */
  readonly forces: readonly { readonly key: string; readonly force: readonly [number, number, number] }[];
  /** Places that push. */
  readonly held: readonly (Omit<HeldContact, "feature"> & { readonly key: string })[];
  /** How long contacts have not changed. */
  readonly calm: { readonly since: number; readonly steps: number };
}

export function takeSnapshot(run: RunState, { held, calm }: Trail): StepSnapshot {
  const pushing = run.surfaces.listed.flatMap((place, number) => {
    const force: [number, number, number] = [run.force[3 * number], run.force[3 * number + 1], run.force[3 * number + 2]];
    return force.some((value) => value !== 0) ? [{ ...place, key: featureOf(run.surfaces, number).key, force }] : [];
  });
  const forces = pushing.sort((a, b) => a.pair - b.pair || a.index - b.index).map(({ key, force }) => ({ key, force }));
  return {
    bodies: Object.fromEntries(MEMORY.map((name) => [name, Array.from(run[name])])) as unknown as StepSnapshot["bodies"],
    forces,
    held: held.flat().map(({ feature, ...rest }) => ({ key: feature.key, ...rest })),
    calm: { ...calm },
  };
}

/** Makes a run one that begins at its present state, nothing known. */
export function clearMemory(run: RunState, trail: Trail): void {
  for (const name of MEMORY) run[name].fill(0);
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
  for (const name of MEMORY) run[name].set(bodies[name]);
  for (const { key, force } of forces) {
    const place = featureWithKey(run.system, key);
    if (place === undefined) continue;
    const number = numberOf(run.surfaces, place.feature.pair, place.index);
    reserveForces(run);
    run.force.set(force, 3 * number);
  }
  for (const { key, ...contact } of held) {
    const place = featureWithKey(run.system, key);
    if (place !== undefined) trail.held[contact.body] = [...trail.held[contact.body], { feature: place.feature, ...contact }];
  }
  Object.assign(trail.calm, calm);
}
