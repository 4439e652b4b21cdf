/**
 * The rows of tangents that travel along an impact (chain.ts), and the change of the normal velocity, which follows from them.
 */
import type { SlipContact } from "../contact.js";
import { createColumns, OF_D1, OF_D2, OF_NORMAL, OF_VELOCITY, WIDTH } from "./columns.js";
import { createStretch, IMPULSE, IMPULSE1, IMPULSE2, ROWS } from "./stretch.js";

export type TangentRows = ReturnType<typeof createTangentRows>;

export function createTangentRows() {
  const memory = new Float64Array((ROWS + 7) * WIDTH);
  let used = 0;
  const row = () => memory.subarray(WIDTH * used, WIDTH * ++used);
  return {
    /** All rows that an impact begins with zeros. */
    memory,
    stretch: createStretch(),
    /** The six rows of the header, in the order of stretch.ts. */
    rows: Array.from({ length: ROWS }, row),
    /** Of the restitution loss. */
    loss: row(),
    /** Of the normal impulse where slip stopped, and that impulse. */
    stop: row(),
    stopImpulse: Number.POSITIVE_INFINITY,
    /** Of the slip speed left at the end, and that speed, if slip never stopped. */
    left: row(),
    leftSpeed: Number.POSITIVE_INFINITY,
    /** Where small changes of the slip are largest beside it: size of that of the slip, slip speed, normal impulse and its change. */
    least: row(),
    leastSpeed: Number.POSITIVE_INFINITY,
    leastImpulse: 0,
    /** The least slip speed that was seen. */
    slowest: Number.POSITIVE_INFINITY,
    leastPlace: row(),
    /** How large they are. */
    stiffest: 0,
    /** Where the normal velocity turned on a curve: that velocity, and its tangent. */
    turns: [] as { readonly velocity: number; readonly change: Float64Array }[],
    /** Energy where the present compression began, and the impulses of compression added up, with their value. */
    began: row(),
    compressed: row(),
    compressedImpulse: 0,
    compressedEnergy: 0,
    /** Whether slip has stopped, or never was. */
    rests: false,
    /** Impulse per normal impulse where the path is, and the slope of the normal velocity. */
    ray1: 0,
    ray2: 0,
    slope: 0,
    /** Room for columns on the way, and for a pair of numbers: to make a typed array takes as long as to fill it. */
    scratch: Array.from({ length: 9 }, createColumns),
    pair: new Float64Array(2),
  };
}

/** Begins anew what is known of the way besides rows. */
export function forget(chain: TangentRows): void {
  chain.stopImpulse = chain.leftSpeed = chain.leastSpeed = chain.slowest = Number.POSITIVE_INFINITY;
  chain.compressedImpulse = 0;
  chain.rests = false;
  // No length that is set for nothing: that takes longer than all the rest.
  if (chain.turns.length > 0) chain.turns.length = 0;
}

/** Change of the normal velocity where the impulses are so large. */
export function velocityTangent(
  { rows }: TangentRows,
  { d1, d2, normal }: SlipContact,
  at: { readonly impulse1: number; readonly impulse2: number; readonly normalImpulse: number },
  out: Float64Array,
): void {
  const impulses = rows[IMPULSE];
  const firsts = rows[IMPULSE1];
  const seconds = rows[IMPULSE2];
  for (let c = 0; c < WIDTH; c++) out[c] = d1 * firsts[c] + d2 * seconds[c] + normal * impulses[c];
  out[OF_VELOCITY] += 1;
  out[OF_D1] += at.impulse1;
  out[OF_D2] += at.impulse2;
  out[OF_NORMAL] += at.normalImpulse;
}
