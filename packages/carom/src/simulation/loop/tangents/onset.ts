/**
 * How the direction of a slip that begins changes.
 *
 * At its first instant, and as long as it is slow and gets faster (contact/follow-onsets.ts), a slip goes where it is accelerated:
 * q . c = 0, q across its direction z and c the rate of its velocity, which depends on z by friction. Of several that begin together,
 *
 *     (q_i . c_i)_theta dtheta = -q_i . dc_i          dc with the directions held, at the event with its shift
 *
 * Source: own study, derivatives of runs, section 1.
 */
import { createLeastSquares } from "../../../math/least-squares.js";
import { ONSET } from "../../contact/force-problem.js";
import type { Direction } from "./columns.js";
import { createFrozen, type Frozen, type FrozenCluster, type FrozenEvaluator, type State } from "./frozen.js";

/** Writes the derivatives of directions of contacts that begin to slip, two for each contact of the cluster. `at`: evaluated there. */
export function turnOnsets(
  evaluator: FrozenEvaluator,
  cluster: FrozenCluster,
  state: State,
  at: Frozen,
  along: Direction,
  out: Float64Array,
): void {
  out.fill(0);
  const begins = cluster.contacts.flatMap(({ mode }, i) => (mode === ONSET ? [i] : []));
  if (begins.length === 0) return;
  const across = (i: number, values: Float64Array) => at.directions[2 * i] * values[3 * i + 1] - at.directions[2 * i + 1] * values[3 * i];
  const alongOf = (i: number, values: Float64Array) => at.directions[2 * i] * values[3 * i] + at.directions[2 * i + 1] * values[3 * i + 1];
  const change = createFrozen(cluster);
  evaluator.differentiate(cluster, state, at, along, change, "held");
  const count = begins.length;
  const squares = createLeastSquares(count, count);
  const right = Float64Array.from(begins, (i) => -across(i, change.contactRates));
  const turns = new Float64Array(out.length);
  begins.forEach((k, column) => {
    turns.fill(0);
    turns[2 * k] = -at.directions[2 * k + 1];
    turns[2 * k + 1] = at.directions[2 * k];
    const turned = createFrozen(cluster);
    evaluator.addTurns(cluster, state, at, turns, turned);
    begins.forEach((i, row) => {
      const own = i === k ? alongOf(i, at.contactRates) : 0;
      squares.matrix[row * count + column] = across(i, turned.contactRates) - own;
    });
  });
  const angles = new Float64Array(count);
  squares.solve(count, count, right, angles);
  begins.forEach((i, column) => {
    out[2 * i] = -at.directions[2 * i + 1] * angles[column];
    out[2 * i + 1] = at.directions[2 * i] * angles[column];
  });
}

/** An evaluator whose derivatives turn slips that begin as `evaluate` turned them. */
export function withOnsets(evaluator: FrozenEvaluator): FrozenEvaluator {
  return {
    ...evaluator,
    differentiate: (cluster, state, at, along, out, begins) => {
      if (begins === "held" || !at.onsetsTurn) evaluator.differentiate(cluster, state, at, along, out, begins);
      else {
        const turns = new Float64Array(2 * cluster.contacts.length);
        turnOnsets(evaluator, cluster, state, at, along, turns);
        evaluator.differentiate(cluster, state, at, along, out, turns);
      }
    },
  };
}
