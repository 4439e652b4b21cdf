/**
 * Derivatives of the laws that follow the slip of one contact: `frictional`, `poisson`, `newton`.
 *
 * The path is followed once, with its tangents by the eleven numbers of a contact (slip/tangents/); any other parameter is a combination of
 * these.
 */
import { hypot } from "../../math/elementary.js";
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import type { SlipContact } from "../slip/contact.js";
import { createSlipPath, type EndRule } from "../slip/path.js";
import { followSlipBySeries } from "../slip/series.js";
import { readSingle, slipContactOf } from "../slip/solve.js";
import { createTangentChain } from "../slip/tangents/chain.js";
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
  WIDTH,
} from "../slip/tangents/columns.js";
import { createStretchTangents } from "../slip/tangents/panel-stretches.js";
import { createPanelTangents } from "../slip/tangents/panels.js";
import { IMPULSE, IMPULSE1, IMPULSE2 } from "../slip/tangents/stretch.js";
import { followSlipByTaylor } from "../slip/taylor.js";
import { apartByInputs, followedByInputs } from "./by-inputs.js";
import type { InputTangents, LawTangents, RawTangents } from "./law-tangents.js";
import type { ImpactChange } from "./quantities.js";
import { apartEdges, type Followed, FROM_REST, type MarginChanges, slipEdges, startsUnheld } from "./slip-edges.js";

/**
 * The workspaces of a law, which its calls share: to make them takes longer than to follow an impact. Every call begins them anew and reads
 * them before it returns.
 */
function createFollower(rule: EndRule) {
  const chain = createTangentChain(rule);
  const close = [createStretchTangents(chain)];
  const quick = [createPanelTangents(chain), ...close];
  const path = createSlipPath();
  return {
    chain,
    path,
    /** Leaves the end of the impact in the path and its tangents in the chain; `closely`: to the last digits, by the longer way. */
    follow(contact: SlipContact, closely: boolean): void {
      for (const tangents of rule === "energetic" ? (closely ? close : quick) : []) {
        path.tangents = tangents;
        followSlipBySeries(contact, path);
        if (tangents.usable()) return;
      }
      path.tangents = chain;
      followSlipByTaylor(contact, path, rule);
    },
  };
}

/** The law with this end. */
export function slipLawTangents(law: string, rule: EndRule): { readonly along: LawTangents; readonly byInputs: InputTangents } {
  const { chain, path, follow } = createFollower(rule);
  /** Room for changes, shared as the workspaces are. */
  const numbers: Float64Array[] = [];
  const followed = (problem: ContactProblem, contact: SlipContact): Followed => ({
    contact,
    path,
    chain,
    rule,
    spatial: problem.dimension === 3,
  });
  return {
    along(problem, changes) {
      // What is asked along changes has been checked, or solved.
      const contact = slipContactOf(problem);
      const columns = changes.map((change, i) => {
        numbers[i] ??= createColumns();
        return columnOf(problem, change, numbers[i].fill(0));
      });
      if (contact.normalVelocity >= 0) return apart(problem, columns);
      // A turn of a body changes all of the mobility, and most of what that does cancels.
      follow(contact, true);
      return combine(followed(problem, contact), columns);
    },
    byInputs(problem, inputs) {
      const contact = readSingle(law, problem);
      if (contact.normalVelocity >= 0) return apartByInputs(problem, contact, inputs);
      follow(contact, false);
      return followedByInputs(problem, followed(problem, contact), inputs);
    },
  };
}

/** A change of the problem as changes of the eleven numbers of the contact, and of its static friction. */
interface Column {
  readonly numbers: Float64Array;
  readonly staticFriction: number;
}

function columnOf(problem: ContactProblem, { mobility, velocity, contacts }: ImpactChange, numbers: Float64Array): Column {
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

/** Of a row with one number for each of the eleven, along a column. */
function along(row: Float64Array, { numbers }: Column): number {
  let sum = 0;
  for (let c = 0; c < WIDTH; c++) sum += row[c] * numbers[c];
  return sum;
}

function changesAlong(columns: readonly Column[]): MarginChanges {
  return {
    ofNumber: (sign, number) => columns.map(({ numbers }) => sign * numbers[number]),
    of: (sign, row, other, byStatic = 0) =>
      columns.map((column) => {
        const size = other === undefined ? along(row, column) : hypot(along(row, column), along(other, column));
        return sign * size + byStatic * column.staticFriction;
      }),
  };
}

/** Of a contact that does not approach. */
function apart({ velocity, dimension }: ContactProblem, columns: readonly Column[]): RawTangents {
  return {
    impulse: velocity.map(() => 0),
    tangents: columns.map(() => ({ impulse: velocity.map(() => 0), restitutionLoss: 0 })),
    edges: apartEdges(velocity[dimension - 1], changesAlong(columns)),
  };
}

function combine(followed: Followed, columns: readonly Column[]): RawTangents {
  const { contact, path, chain, spatial } = followed;
  const { state } = path;
  const unheld = startsUnheld(contact);
  const firsts = chain.rows[IMPULSE1];
  const seconds = chain.rows[IMPULSE2];
  const normals = chain.rows[IMPULSE];
  return {
    impulse: spatial ? [state.impulse1, state.impulse2, state.normalImpulse] : [state.impulse1, state.normalImpulse],
    tangents: columns.map((column) => {
      const { numbers } = column;
      if (unheld && (numbers[OF_SLIP1] !== 0 || numbers[OF_SLIP2] !== 0)) return { reason: FROM_REST };
      const impulse = spatial
        ? [along(firsts, column), along(seconds, column), along(normals, column)]
        : [along(firsts, column), along(normals, column)];
      return { impulse, restitutionLoss: along(chain.loss, column) };
    }),
    edges: slipEdges(followed, changesAlong(columns)),
  };
}
