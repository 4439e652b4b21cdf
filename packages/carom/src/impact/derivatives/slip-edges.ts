/**
 * Edges of the impact of one contact that slips, from its path and the tangents along it.
 */
import { holds, type SlipContact } from "../slip/contact.js";
import { type EndRule, SLIP_START, type SlipPath } from "../slip/path.js";
import type { TangentChain } from "../slip/tangents/chain.js";
import {
  createColumns,
  OF_B11,
  OF_B12,
  OF_B22,
  OF_D1,
  OF_D2,
  OF_FRICTION,
  OF_RESTITUTION,
  OF_SLIP1,
  OF_SLIP2,
  OF_VELOCITY,
  solveBlock,
  WIDTH,
} from "../slip/tangents/columns.js";
import { IMPULSE } from "../slip/tangents/stretch.js";
import type { ImpactEdge } from "./quantities.js";

/** An impact that was followed with its tangents. */
export interface Followed {
  readonly contact: SlipContact;
  readonly path: SlipPath;
  readonly chain: TangentChain;
  readonly rule: EndRule;
  readonly spatial: boolean;
}

/** How a margin changes, as numbers of a contact have it, turned into changes by what the tangents are asked along. */
export interface MarginChanges {
  /** Of `sign` times one number of the contact. */
  readonly ofNumber: (sign: number, column: number) => readonly number[];
  /** Of `sign` times the row (or the length of row and other), plus `byStatic` times the change of the static friction. */
  readonly of: (sign: number, row: Float64Array, other?: Float64Array, byStatic?: number) => readonly number[];
}

/** Why a slip from rest that is not held has no derivatives by the slip. */
export const FROM_REST = "slip starts from rest: the impulse changes by a different law in every direction";

/** Whether slip starts from rest, not held. */
export function startsUnheld(contact: SlipContact): boolean {
  return contact.slip1 === 0 && contact.slip2 === 0 && contact.friction > 0 && !holds(contact);
}

/** For each number of the contact, a unit of it. */
export const UNIT_ROWS: readonly Float64Array[] = Array.from({ length: WIDTH }, (_, column) => {
  const row = createColumns();
  row[column] = 1;
  return row;
});
const NONE = createColumns();

/** Of a contact that does not approach. */
export function apartEdges(normalVelocity: number, changes: MarginChanges): ImpactEdge[] {
  return [edge("no-approach", "m/s", normalVelocity, changes.ofNumber(1, OF_VELOCITY), false)];
}

function edge(kind: ImpactEdge["kind"], unit: ImpactEdge["unit"], margin: number, change: readonly number[], smooth: boolean): ImpactEdge {
  return { kind, contact: 0, margin: Math.max(0, margin), unit, change, smooth };
}

/** Of an approaching contact, each with a margin that its branch keeps positive. */
export function slipEdges(followed: Followed, changes: MarginChanges): ImpactEdge[] {
  const { contact, chain } = followed;
  const { friction, restitution } = contact;
  // A list of four that grows is moved.
  const edges: ImpactEdge[] = [];
  edges.push(
    edge("no-approach", "m/s", -contact.normalVelocity, changes.ofNumber(-1, OF_VELOCITY), false),
    edge("no-friction", "1", friction, changes.ofNumber(1, OF_FRICTION), false),
    edge("no-restitution", "1", restitution, changes.ofNumber(1, OF_RESTITUTION), false),
    edge("full-restitution", "1", 1 - restitution, changes.ofNumber(-1, OF_RESTITUTION), false),
  );
  if (friction === 0) return edges;
  for (const { velocity, change } of chain.turns) {
    const side = velocity < 0 ? -1 : 1;
    edges.push(edge("recompression", "m/s", side * velocity, changes.of(side, change), false));
  }
  if (chain.rests) edges.push(stickLimit(followed, changes));
  const starts = contact.slip1 === 0 && contact.slip2 === 0;
  if (starts) edges.push(edge("slip-from-rest", "m/s", 0, changes.of(1, UNIT_ROWS[OF_SLIP1], UNIT_ROWS[OF_SLIP2]), followed.path.stuck));
  addPassage(edges, followed, changes);
  if (!chain.rests) edges.push(edge("stop-at-end", "m/s", chain.leftSpeed, changes.of(1, chain.left), false));
  else if (!starts) addStops(edges, followed, changes);
  return edges;
}

/** A slip slower than this part of the first one is at rest to all digits; one slower than the other all but stops. */
const AT_REST = 1e-15;
const ALL_BUT_STOPPED = 1e-2;

/** How far from rest the slip passed, and, if it all but stopped, how far that was from the end of compression. */
function addPassage(edges: ImpactEdge[], { contact, chain }: Followed, changes: MarginChanges): void {
  const { leastSpeed, leastImpulse, leastPlace, slowest, compressed, compressedImpulse } = chain;
  const start = Math.sqrt(contact.slip1 * contact.slip1 + contact.slip2 * contact.slip2);
  // One that stops is slow at last without passing by.
  const margin = Math.min(chain.rests ? leastSpeed : slowest, leastSpeed) < AT_REST * start ? 0 : leastSpeed;
  if (margin === Number.POSITIVE_INFINITY) return;
  edges.push(edge("passes-rest", "m/s", margin, changes.of(1, leastSpeed < Number.POSITIVE_INFINITY ? chain.least : NONE), true));
  if (!(leastSpeed < ALL_BUT_STOPPED * start)) return;
  const difference = chain.scratch[0];
  const distance = leastImpulse - compressedImpulse;
  const side = distance < 0 ? -1 : 1;
  for (let c = 0; c < WIDTH; c++) difference[c] = leastPlace[c] - compressed[c];
  edges.push(edge("stop-at-compression-end", "N s", side * distance, changes.of(side, difference), true));
}

/** How far the stop is from the end of the impact and from that of compression. */
function addStops(edges: ImpactEdge[], { path, chain, rule, spatial }: Followed, changes: MarginChanges): void {
  const difference = chain.scratch[0];
  const impulses = chain.rows[IMPULSE];
  for (let c = 0; c < WIDTH; c++) difference[c] = impulses[c] - chain.stop[c];
  edges.push(edge("stop-at-end", "N s", path.state.normalImpulse - chain.stopImpulse, changes.of(1, difference), false));
  const distance = chain.stopImpulse - chain.compressedImpulse;
  const side = distance < 0 ? -1 : 1;
  for (let c = 0; c < WIDTH; c++) difference[c] = chain.stop[c] - chain.compressed[c];
  edges.push(edge("stop-at-compression-end", "N s", side * distance, changes.of(side, difference), rule !== "poisson"));
  let leaves = false;
  for (let i = 0; i < path.count; i++) if (path.kinds[i] === SLIP_START) leaves = true;
  if (spatial && leaves) edges.push(edge("passes-rest", "m/s", 0, changes.of(1, NONE), true));
}

/** From the static friction to what sticking needs, |hold| = |B^-1 d|, with d(hold) = B^-1 (dd - dB hold). */
function stickLimit({ contact, path, chain }: Followed, changes: MarginChanges): ImpactEdge {
  const { hold1, hold2 } = contact;
  const [needed, other] = chain.scratch;
  const size = Math.sqrt(hold1 * hold1 + hold2 * hold2);
  const found = chain.pair;
  needed.fill(0);
  other.fill(0);
  const set = (column: number, right1: number, right2: number) => {
    solveBlock(contact, right1, right2, found);
    needed[column] = size === 0 ? found[0] : (hold1 * found[0] + hold2 * found[1]) / size;
    other[column] = found[1];
  };
  set(OF_D1, 1, 0);
  set(OF_D2, 0, 1);
  set(OF_B11, -hold1, 0);
  set(OF_B12, -hold2, -hold1);
  set(OF_B22, 0, -hold2);
  const side = path.stuck ? 1 : -1;
  const change = changes.of(-side, needed, size === 0 ? other : undefined, side);
  return edge("stick-limit", "1", side * (contact.staticFriction - size), change, false);
}
