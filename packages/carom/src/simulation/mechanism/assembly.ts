/**
 * Where joints begin: what is given is kept, and what loops leave open follows.
 *
 * Joints whose positions are given are held independent; the others close the loops by Newton's method from where they are to be near.
 * Speeds follow in the same way, by one solution.
 */
import { InvalidInputError } from "../../errors.js";
import * as quaternion from "../../math/quaternion.js";
import * as vec3 from "../../math/vec3.js";
import type { Embedding } from "./embedding.js";
import { SPEEDS } from "./links.js";
import type { JointStart } from "./scene-link.js";
import type { Tree } from "./tree.js";

/** Of the extent: loops closed up to this are closed to rounding. */
export const CLOSED = 1e-13;
/** Of the extent: loops that are open by more are not what was asked for. */
export const GAPING = 1e-6;
/** Newton steps from first guesses, and where loops are all but closed. */
const MOST_STEPS = 60;
const FEW_STEPS = 8;

/** Places of speeds whose joints have a position, or a speed, that was given. */
export interface GivenStart {
  readonly places: ReadonlySet<number>;
  readonly speeds: ReadonlySet<number>;
}

/** Writes coordinates and speeds as they are given, zero elsewhere. */
export function readStart(tree: Tree, starts: readonly JointStart[], q: Float64Array, u: Float64Array): GivenStart {
  q.fill(0);
  u.fill(0);
  const [places, speeds] = [new Set<number>(), new Set<number>()];
  const hold = (held: Set<number>, from: number, count: number) => {
    for (let k = from; k < from + count; k++) held.add(k);
  };
  tree.links.forEach(({ type, coordinate, speed: first }, i) => {
    const { position, near, speed, orientation, velocity, angularVelocity } = starts[i];
    if (SPEEDS[type] === 1) {
      if (typeof position === "number") hold(places, first, 1);
      if (speed !== undefined) hold(speeds, first, 1);
      q[coordinate] = typeof position === "number" ? position : (near ?? 0);
      u[first] = speed ?? 0;
    }
    if (type !== "spherical" && type !== "free") return;
    const turn = type === "free" ? 3 : 0;
    q.set(orientation ?? quaternion.IDENTITY, coordinate + turn);
    u.set(angularVelocity ?? vec3.ZERO, first + turn);
    if (orientation !== undefined) hold(places, first + turn, 3);
    if (angularVelocity !== undefined) hold(speeds, first + turn, 3);
    if (type === "spherical") return;
    q.set(typeof position === "object" ? position : vec3.ZERO, coordinate);
    u.set(velocity ?? vec3.ZERO, first);
    if (position !== undefined) hold(places, first, 3);
    if (velocity !== undefined) hold(speeds, first, 3);
  });
  return { places, speeds };
}

export interface Assembling {
  readonly tree: Tree;
  readonly embedding: Embedding;
  /** m. */
  readonly extent: number;
  /** For messages. */
  readonly names: string;
  /** Moves the coordinates towards closed loops; `step` splits the speeds at each place. Returns how far they stay open. */
  readonly close: (most: number, step: () => void) => number;
}

/**
 * Closes the loops from what is given. The embedding is at that place afterwards. Returns whether the speeds still open the loops by more
 * than rounding.
 */
export function assemble(
  { tree, embedding, extent, names, close }: Assembling,
  { places, speeds }: GivenStart,
  q: Float64Array,
  u: Float64Array,
): boolean {
  const held = (k: number) => places.has(k);
  tree.place(q);
  const canHold = embedding.placeHolding(held);
  // Where more is given than is free, the others follow as far as they can, and what is left must be rounding of the numbers given.
  let open = close(MOST_STEPS, () => embedding.placeHolding(held));
  if (open > CLOSED * extent && open <= GAPING * extent) open = close(FEW_STEPS, embedding.place);
  if (open > GAPING * extent)
    throw new InvalidInputError(
      "loops",
      names,
      "cannot be closed from where their joints " +
        `start${canHold ? "" : ", for more positions are given than are free"} (they stay open by ` +
        `${open.toPrecision(3)} m)`,
    );
  tree.place(q);
  embedding.place();
  embedding.fix();
  const largestOf = () => u.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const given = largestOf();
  const opening = embedding.follow((k) => speeds.has(k), u);
  // Where none are given, those of joints that are moved.
  const largest = given > 0 ? given : largestOf();
  if (opening > GAPING * (extent + 1) * largest)
    throw new InvalidInputError("loops", names, `open at the speeds that their joints start with (by ${opening.toPrecision(3)} m/s)`);
  embedding.place();
  return opening > CLOSED * (extent + 1) * largest;
}
