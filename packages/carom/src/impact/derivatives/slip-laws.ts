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
import { followSlipBySeries } from "../slip/series.js";
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
import { createPanelTangents } from "../slip/tangents/panels.js";
import { IMPULSE, IMPULSE1, IMPULSE2 } from "../slip/tangents/stretch.js";
import { followSlipByTaylor } from "../slip/taylor.js";
import type { InputTangents, LawTangents, RawTangents } from "./law-tangents.js";
import type { ImpactChange, ImpactEdge } from "./quantities.js";

/**
 * The workspaces of a law, which its calls share: to make them takes longer than to follow an impact. Every call begins them anew and reads
 * them before it returns.
 */
function createFollower(rule: EndRule) {
  const chain = createTangentChain(rule);
  const panels = createPanelTangents(chain);
  const path = createSlipPath();
  return {
    chain,
    path,
    /** Leaves the end of the impact in the path and its tangents in the chain; `closely`: to the last digits, by the longer way. */
    follow(contact: SlipContact, closely: boolean): void {
      if (rule === "energetic" && !closely) {
        path.tangents = panels;
        followSlipBySeries(contact, path);
        if (panels.usable()) return;
      }
      path.tangents = chain;
      followSlipByTaylor(contact, path, rule);
    },
  };
}

/** The law with this end. */
export function slipLawTangents(law: string, rule: EndRule): { readonly along: LawTangents; readonly byInputs: InputTangents } {
  const follower = createFollower(rule);
  return {
    along(problem, changes) {
      const contact = readSingle(law, problem);
      const columns = combinedColumns(changes.map((change) => columnOf(problem, change)));
      // A turn of a body changes all of the mobility, and most of what that does cancels.
      return tangentsOf({ problem, contact, columns, rule, ...follower }, true);
    },
    byInputs(problem) {
      const contact = readSingle(law, problem);
      return tangentsOf({ problem, contact, columns: inputColumns(problem), rule, ...follower }, false);
    },
  };
}

function tangentsOf(followed: Followed & Pick<ReturnType<typeof createFollower>, "follow">, closely: boolean): RawTangents {
  const { problem, contact, columns, follow } = followed;
  if (contact.normalVelocity >= 0) return untouchedTangents(problem, columns);
  follow(contact, closely);
  return combine(followed);
}

/** What the tangents are asked along. */
interface Columns {
  readonly count: number;
  /** Of a row with one number for each of the eleven, along column i. */
  readonly along: (row: Float64Array, i: number) => number;
  /** How much one of the eleven changes along column i. */
  readonly part: (number: number, i: number) => number;
  readonly staticFriction: (i: number) => number;
}

/** A change of the problem as changes of the eleven numbers of the contact, and of its static friction. */
interface Column {
  readonly numbers: Float64Array;
  readonly staticFriction: number;
}

function combinedColumns(columns: readonly Column[]): Columns {
  return {
    count: columns.length,
    along(row, i) {
      const { numbers } = columns[i];
      let sum = 0;
      for (let c = 0; c < WIDTH; c++) sum += row[c] * numbers[c];
      return sum;
    },
    part: (number, i) => columns[i].numbers[number],
    staticFriction: (i) => columns[i].staticFriction,
  };
}

/** Stand for a number that the path does not know: its static friction, a stiffness ratio. */
const NOTHING = -1;
const STATIC = -2;
/** Velocities and mobilities, in the order of jacobian.ts. In a plane the second tangent is reached by nothing. */
const PLANAR = [OF_SLIP1, OF_VELOCITY, OF_B11, OF_D1, OF_NORMAL];
const SPATIAL = [OF_SLIP1, OF_SLIP2, OF_VELOCITY, OF_B11, OF_B12, OF_D1, OF_B22, OF_D2, OF_NORMAL];

/** Every number of the problem, each for itself. */
function inputColumns({ dimension, contacts: [{ staticFriction, stiffnessRatio }] }: ContactProblem): Columns {
  const numbers = [...(dimension === 2 ? PLANAR : SPATIAL), OF_FRICTION];
  if (staticFriction !== undefined) numbers.push(STATIC);
  numbers.push(OF_RESTITUTION);
  if (stiffnessRatio !== undefined) numbers.push(NOTHING);
  const both = staticFriction === undefined;
  return {
    count: numbers.length,
    along: (row, i) => (numbers[i] < 0 ? 0 : row[numbers[i]]),
    part: (number, i) => (numbers[i] === number ? 1 : 0),
    staticFriction: (i) => (numbers[i] === STATIC || (both && numbers[i] === OF_FRICTION) ? 1 : 0),
  };
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

function untouchedTangents({ velocity, dimension }: ContactProblem, columns: Columns): RawTangents {
  return {
    impulse: velocity.map(() => 0),
    tangents: listOf(columns, () => ({ impulse: velocity.map(() => 0), restitutionLoss: 0 })),
    edges: [
      {
        kind: "no-approach",
        contact: 0,
        margin: velocity[dimension - 1],
        unit: "m/s",
        change: listOf(columns, (i) => columns.part(OF_VELOCITY, i)),
        smooth: false,
      },
    ],
  };
}

function listOf<T>({ count }: Columns, of: (i: number) => T): T[] {
  const list: T[] = [];
  for (let i = 0; i < count; i++) list.push(of(i));
  return list;
}

interface Followed {
  readonly problem: ContactProblem;
  readonly contact: SlipContact;
  readonly path: SlipPath;
  readonly chain: TangentChain;
  readonly columns: Columns;
  readonly rule: EndRule;
}

function combine(followed: Followed): RawTangents {
  const { problem, contact, path, chain, columns } = followed;
  const { state } = path;
  const spatial = problem.dimension === 3;
  const startsUnheld = contact.slip1 === 0 && contact.slip2 === 0 && contact.friction > 0 && !holds(contact);
  const firsts = chain.rows[IMPULSE1];
  const seconds = chain.rows[IMPULSE2];
  const normals = chain.rows[IMPULSE];
  const { along, part } = columns;
  return {
    impulse: spatial ? [state.impulse1, state.impulse2, state.normalImpulse] : [state.impulse1, state.normalImpulse],
    tangents: listOf(columns, (i) => {
      const moves = part(OF_SLIP1, i) !== 0 || part(OF_SLIP2, i) !== 0;
      if (startsUnheld && moves) return { reason: "slip starts from rest: the impulse changes by a different law in every direction" };
      const impulse = spatial ? [along(firsts, i), along(seconds, i), along(normals, i)] : [along(firsts, i), along(normals, i)];
      return { impulse, restitutionLoss: along(chain.loss, i) };
    }),
    edges: edgesOf(followed),
  };
}

/** Edges of an approaching contact, each with a margin that its branch keeps positive. */
function edgesOf({ problem, contact, path, chain, columns, rule }: Followed): ImpactEdge[] {
  const edges: ImpactEdge[] = [];
  const { along, part } = columns;
  const add = (kind: ImpactEdge["kind"], unit: ImpactEdge["unit"], margin: number, change: (i: number) => number, smooth = false) =>
    edges.push({ kind, contact: 0, margin: Math.max(0, margin), unit, change: listOf(columns, change), smooth });
  const { friction, staticFriction, restitution, slip1, slip2 } = contact;
  add("no-approach", "m/s", -contact.normalVelocity, (i) => -part(OF_VELOCITY, i));
  add("no-friction", "1", friction, (i) => part(OF_FRICTION, i));
  add("no-restitution", "1", restitution, (i) => part(OF_RESTITUTION, i));
  add("full-restitution", "1", 1 - restitution, (i) => -part(OF_RESTITUTION, i));
  if (friction === 0) return edges;
  for (const { velocity, change } of chain.turns) {
    const side = velocity < 0 ? -1 : 1;
    add("recompression", "m/s", side * velocity, (i) => side * along(change, i));
  }
  if (chain.rests) {
    const needed = Math.sqrt(contact.hold1 * contact.hold1 + contact.hold2 * contact.hold2);
    const side = path.stuck ? 1 : -1;
    const change = (i: number) => side * (columns.staticFriction(i) - neededChange(contact, chain, columns, i));
    add("stick-limit", "1", side * (staticFriction - needed), change);
  }
  const starts = slip1 === 0 && slip2 === 0;
  if (starts) add("slip-from-rest", "m/s", 0, (i) => hypot(part(OF_SLIP1, i), part(OF_SLIP2, i)), path.stuck);
  if (chain.leastSpeed < Number.POSITIVE_INFINITY) add("passes-rest", "m/s", chain.leastSpeed, (i) => along(chain.least, i), true);
  if (!chain.rests) add("stop-at-end", "m/s", chain.leftSpeed, (i) => along(chain.left, i));
  else if (!starts) {
    const { normalImpulse } = path.state;
    const rest = (i: number) => along(chain.rows[IMPULSE], i) - along(chain.stop, i);
    add("stop-at-end", "N s", normalImpulse - chain.stopImpulse, rest);
    const distance = chain.stopImpulse - chain.compressedImpulse;
    const side = distance < 0 ? -1 : 1;
    const change = (i: number) => side * (along(chain.stop, i) - along(chain.compressed, i));
    add("stop-at-compression-end", "N s", side * distance, change, rule !== "poisson");
    if (problem.dimension === 3 && path.kinds.subarray(0, path.count).includes(SLIP_START)) add("passes-rest", "m/s", 0, () => 0, true);
  }
  return edges;
}

/** Change of |hold| = |B^-1 d|, with d(hold) = B^-1 (dd - dB hold). */
function neededChange(contact: SlipContact, { pair: found }: TangentChain, { part }: Columns, i: number): number {
  const { hold1, hold2 } = contact;
  const b12 = part(OF_B12, i);
  solveBlock(
    contact,
    part(OF_D1, i) - part(OF_B11, i) * hold1 - b12 * hold2,
    part(OF_D2, i) - b12 * hold1 - part(OF_B22, i) * hold2,
    found,
  );
  const size = Math.sqrt(hold1 * hold1 + hold2 * hold2);
  return size === 0 ? Math.sqrt(found[0] * found[0] + found[1] * found[1]) : (hold1 * found[0] + hold2 * found[1]) / size;
}
