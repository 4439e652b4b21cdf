/**
 * The parts of a system: what moves by itself as long as it touches nothing else.
 */
import type { MechanicalSystem, SystemPart } from "./mechanical-system.js";

/** As the system says, or the whole as one. */
export function partsOf({ parts, coordinateCount, speedCount }: MechanicalSystem): readonly SystemPart[] {
  return parts ?? [{ coordinates: numbersTo(coordinateCount), speeds: numbersTo(speedCount) }];
}

/** Places of the parts that a pair of surfaces belongs to. */
export function partsOfPair(system: MechanicalSystem, pair: number): readonly number[] {
  return system.pairs[pair].parts ?? numbersTo(partsOf(system).length);
}

/** The speeds of some parts, ascending from part to part. */
export function speedsOf(system: MechanicalSystem, parts: readonly number[]): readonly number[] {
  const all = partsOf(system);
  return parts.flatMap((part) => all[part].speeds);
}

/** The coordinates of some parts, ascending from part to part. */
export function coordinatesOf(system: MechanicalSystem, parts: readonly number[]): readonly number[] {
  const all = partsOf(system);
  return parts.flatMap((part) => all[part].coordinates);
}

export function numbersTo(count: number): number[] {
  return Array.from({ length: count }, (_, k) => k);
}
