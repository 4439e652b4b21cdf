/** What is settled at one instant by groups of parts that have nothing to do with each other: each has an instant of its own. */
import type { ClosedContact } from "../../contact/closed-contact.js";
import type { Cluster } from "../cluster.js";
import type { SimulationEvent } from "../interface.js";
import type { Lens } from "./columns.js";
import type { Pending } from "./through-settle.js";

export interface SettledGroup {
  readonly pending: Pending;
  readonly clusters: readonly Cluster[];
  readonly closed: readonly ClosedContact[];
  readonly told: readonly SimulationEvent[];
}

/** The whole, or its groups if it has several. */
export function groupsOf(base: Lens, whole: SettledGroup): readonly SettledGroup[] {
  const { pending, clusters, closed, told } = whole;
  if (clusters.length < 2) return [whole];
  const partsOf = (key: string): readonly number[] => {
    const feature = base.features.withKey(key);
    return feature === undefined ? [] : base.features.touchFor(feature).parts;
  };
  const impactParts = pending.impacts.map(({ touches }) => touches.flatMap(({ parts }) => parts));
  const groups = joined([...pending.clusters.map(({ parts }) => parts), ...clusters.map(({ parts }) => parts), ...impactParts]);
  if (groups.length < 2) return [whole];
  return groups.map((group) => {
    const isMine = (parts: readonly number[]) => parts.some((part) => group.has(part));
    const projections = pending.projections.map(({ keys, holds, speeds }) => {
      const mine = keys.map((key) => isMine(partsOf(key)));
      return { keys: keys.filter((_, i) => mine[i]), holds: holds.filter((_, i) => mine[i]), speeds };
    });
    return {
      pending: {
        ...pending,
        clusters: pending.clusters.filter(({ parts }) => isMine(parts)),
        projections: projections.filter(({ keys }) => keys.length > 0),
        impacts: pending.impacts.filter((_, i) => isMine(impactParts[i])),
      },
      clusters: clusters.filter(({ parts }) => isMine(parts)),
      closed: closed.filter(({ touch }) => isMine(touch.parts)),
      told: told.filter(({ feature, impact }) =>
        isMine(impact === undefined ? partsOf(feature ?? "") : impact.touches.flatMap(({ parts }) => parts)),
      ),
    };
  });
}

/** Sets that share no number, made of lists whose numbers belong together. */
function joined(lists: readonly (readonly number[])[]): ReadonlySet<number>[] {
  let sets: Set<number>[] = [];
  for (const list of lists) {
    const touching = sets.filter((set) => list.some((one) => set.has(one)));
    sets = [...sets.filter((set) => !touching.includes(set)), new Set([...touching.flatMap((set) => [...set]), ...list])];
  }
  return sets.filter((set) => set.size > 0);
}
