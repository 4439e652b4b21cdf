/**
 * Derivatives of the laws that follow the slip of one contact: `frictional`, `poisson`, `newton`.
 *
 * The path is followed once, with its tangents by the eleven numbers of a contact (slip/tangents/); any other parameter is a combination of
 * these.
 */
import { hypot } from "../../math/elementary.js";
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import { holds, type SlipContact } from "../slip/contact.js";
import { createSlipPath, type EndRule, SLIP_START, type SlipPath } from "../slip/path.js";
import { readSingle } from "../slip/solve.js";
import { createTangentChain, type TangentChain } from "../slip/tangents/chain.js";
import {
  createColumns,
  OF_B11,
  OF_B12,
  OF_B22,
  OF_D1,
  OF_D2,
  OF_FRICTION,
  OF_NORMAL,
  OF_RESTITUTION,
  OF_SLIP1,
  OF_SLIP2,
  OF_VELOCITY,
  solveBlock,
  WIDTH,
} from "../slip/tangents/columns.js";
import { IMPULSE, IMPULSE1, IMPULSE2 } from "../slip/tangents/stretch.js";
import { followSlipByTaylor } from "../slip/taylor.js";
import type { LawTangents, RawTangents } from "./law-tangents.js";
import type { ImpactChange, ImpactEdge } from "./quantities.js";

/** The law with this end. */
export function slipLawTangents(law: string, rule: EndRule): LawTangents {
  return (problem, changes) => {
    const contact = readSingle(law, problem);
    const columns = changes.map((change) => columnOf(problem, change));
    if (contact.normalVelocity >= 0) return untouchedTangents(problem, columns);
    const chain = createTangentChain(rule);
    const path = createSlipPath();
    path.tangents = chain;
    followSlipByTaylor(contact, path, rule);
    return combine({ problem, contact, path, chain, columns, rule });
  };
}

/** A change of the problem as changes of the eleven numbers of the contact, and of its static friction. */
interface Column {
  readonly numbers: Float64Array;
  readonly staticFriction: number;
}

function columnOf(problem: ContactProblem, { mobility, velocity, contacts }: ImpactChange): Column {
  const numbers = createColumns();
  const n = problem.dimension - 1;
  if (velocity !== undefined) {
    numbers[OF_SLIP1] = velocity[0];
    numbers[OF_SLIP2] = n === 2 ? velocity[1] : 0;
    numbers[OF_VELOCITY] = velocity[n];
  }
  if (mobility !== undefined) {
    const mean = (i: number, j: number) => 0.5 * (mobility[i][j] + mobility[j][i]);
    numbers[OF_B11] = mobility[0][0];
    numbers[OF_B12] = n === 2 ? mean(0, 1) : 0;
    numbers[OF_B22] = n === 2 ? mobility[1][1] : mobility[0][0];
    numbers[OF_D1] = mean(0, n);
    numbers[OF_D2] = n === 2 ? mean(1, n) : 0;
    numbers[OF_NORMAL] = mobility[n][n];
  }
  const { friction = 0, staticFriction = 0, restitution = 0 } = contacts?.[0] ?? {};
  numbers[OF_FRICTION] = friction;
  numbers[OF_RESTITUTION] = restitution;
  return { numbers, staticFriction: problem.contacts[0].staticFriction === undefined ? friction : staticFriction };
}

function along(row: Float64Array, { numbers }: Column): number {
  let sum = 0;
  for (let c = 0; c < WIDTH; c++) sum += row[c] * numbers[c];
  return sum;
}

function untouchedTangents({ velocity, dimension }: ContactProblem, columns: readonly Column[]): RawTangents {
  return {
    impulse: velocity.map(() => 0),
    tangents: columns.map(() => ({ impulse: velocity.map(() => 0), restitutionLoss: 0 })),
    edges: [
      {
        kind: "no-approach",
        contact: 0,
        margin: velocity[dimension - 1],
        unit: "m/s",
        change: columns.map(({ numbers }) => numbers[OF_VELOCITY]),
        smooth: false,
      },
    ],
  };
}

interface Followed {
  readonly problem: ContactProblem;
  readonly contact: SlipContact;
  readonly path: SlipPath;
  readonly chain: TangentChain;
  readonly columns: readonly Column[];
  readonly rule: EndRule;
}

function combine(followed: Followed): RawTangents {
  const { problem, contact, path, chain, columns } = followed;
  const { state } = path;
  const spatial = problem.dimension === 3;
  const startsUnheld = contact.slip1 === 0 && contact.slip2 === 0 && contact.friction > 0 && !holds(contact);
  const rows = (spatial ? [IMPULSE1, IMPULSE2, IMPULSE] : [IMPULSE1, IMPULSE]).map((row) => chain.rows[row]);
  return {
    impulse: spatial ? [state.impulse1, state.impulse2, state.normalImpulse] : [state.impulse1, state.normalImpulse],
    tangents: columns.map((column) => {
      const moves = column.numbers[OF_SLIP1] !== 0 || column.numbers[OF_SLIP2] !== 0;
      if (startsUnheld && moves) return { reason: "slip starts from rest: the impulse changes by a different law in every direction" };
      return { impulse: rows.map((row) => along(row, column)), restitutionLoss: along(chain.loss, column) };
    }),
    edges: edgesOf(followed),
  };
}

/** Edges of an approaching contact, each with a margin that its branch keeps positive. */
function edgesOf({ problem, contact, path, chain, columns, rule }: Followed): ImpactEdge[] {
  const edges: ImpactEdge[] = [];
  const add = (kind: ImpactEdge["kind"], unit: ImpactEdge["unit"], margin: number, change: (column: Column) => number, smooth = false) =>
    edges.push({ kind, contact: 0, margin: Math.max(0, margin), unit, change: columns.map(change), smooth });
  const { friction, staticFriction, restitution, slip1, slip2 } = contact;
  add("no-approach", "m/s", -contact.normalVelocity, ({ numbers }) => -numbers[OF_VELOCITY]);
  add("no-friction", "1", friction, ({ numbers }) => numbers[OF_FRICTION]);
  add("no-restitution", "1", restitution, ({ numbers }) => numbers[OF_RESTITUTION]);
  add("full-restitution", "1", 1 - restitution, ({ numbers }) => -numbers[OF_RESTITUTION]);
  if (friction === 0) return edges;
  for (const { velocity, change } of chain.turns) {
    const side = velocity < 0 ? -1 : 1;
    add("recompression", "m/s", side * velocity, (column) => side * along(change, column));
  }
  if (chain.rests) {
    const needed = Math.sqrt(contact.hold1 * contact.hold1 + contact.hold2 * contact.hold2);
    const side = path.stuck ? 1 : -1;
    add("stick-limit", "1", side * (staticFriction - needed), (column) => side * (column.staticFriction - neededChange(contact, column)));
  }
  const starts = slip1 === 0 && slip2 === 0;
  if (starts) add("slip-from-rest", "m/s", 0, ({ numbers }) => hypot(numbers[OF_SLIP1], numbers[OF_SLIP2]), path.stuck);
  if (chain.leastSpeed < Number.POSITIVE_INFINITY)
    add("passes-rest", "m/s", chain.leastSpeed, (column) => along(chain.least, column), true);
  if (!chain.rests) add("stop-at-end", "m/s", chain.leftSpeed, (column) => along(chain.left, column));
  else if (!starts) {
    const { normalImpulse } = path.state;
    add(
      "stop-at-end",
      "N s",
      normalImpulse - chain.stopImpulse,
      (column) => along(chain.rows[IMPULSE], column) - along(chain.stop, column),
    );
    const distance = chain.stopImpulse - chain.compressedImpulse;
    const side = distance < 0 ? -1 : 1;
    const change = (column: Column) => side * (along(chain.stop, column) - along(chain.compressed, column));
    add("stop-at-compression-end", "N s", side * distance, change, rule !== "poisson");
    if (problem.dimension === 3 && path.kinds.subarray(0, path.count).includes(SLIP_START)) add("passes-rest", "m/s", 0, () => 0, true);
  }
  return edges;
}

/** Change of |hold| = |B^-1 d|, with d(hold) = B^-1 (dd - dB hold). */
function neededChange(contact: SlipContact, { numbers }: Column): number {
  const { hold1, hold2 } = contact;
  const found = new Float64Array(2);
  solveBlock(
    contact,
    numbers[OF_D1] - numbers[OF_B11] * hold1 - numbers[OF_B12] * hold2,
    numbers[OF_D2] - numbers[OF_B12] * hold1 - numbers[OF_B22] * hold2,
    found,
  );
  const size = Math.sqrt(hold1 * hold1 + hold2 * hold2);
  return size === 0 ? Math.sqrt(found[0] * found[0] + found[1] * found[1]) : (hold1 * found[0] + hold2 * found[1]) / size;
}
