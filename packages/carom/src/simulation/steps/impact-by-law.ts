/**
 * Impacts of few places by the laws of the exact regime: which law is chosen as there, and one impact follows the other until nothing
 * approaches faster than a step catches. Where no law can finish, or the last impact of several bodies without restitution is left, that
 * is said, and the capped law takes over: its compression is that impact.
 */
import { SolverError } from "../../errors.js";
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import { solveByChoice } from "../impacts/resolve-impacts.js";
import { readVelocities } from "./contact-list.js";
import type { RunState } from "./run-state.js";
import { rowTimes } from "./solver/block.js";
import { GROUND, ROWS } from "./solver/problem.js";

/** Impacts at one instant after which the other law is asked. */
const MOST_IMPACTS = 4;
/** Of what an impact can take: what it may gain by rounding. */
const ROUNDING = 1e-9;

/** False where it is not done; the state is then as it was. Needs the masses. */
export function strikeByLaw(run: RunState, members: readonly number[], slow: number): boolean {
  const { contacts, surfaces, speeds, ledger, system } = run;
  const bodies = bodiesOf(run, members);
  const before = speeds.slice();
  const isOne = bodies.length === 1 || (bodies.length === 2 && members.every((i) => contacts.bodies[2 * i + 1] !== GROUND));
  const touches = members.map((i) => ({
    feature: surfaces.features[contacts.pairs[i]][contacts.ids[i] - surfaces.offsets[contacts.pairs[i]]],
  }));
  const mobility = mobilityOf(run, members);
  let [loss, ground] = [0, 0];
  const undo = () => {
    speeds.set(before);
    readVelocities(contacts, speeds);
    return false;
  };
  for (let count = 0; members.some((i) => contacts.velocity[3 * i + 2] < -slow); count += 1) {
    const last = members.every((i) => {
      const approach = -contacts.velocity[3 * i + 2];
      return approach <= slow || approach * surfaces.restitution[contacts.pairs[i]] <= slow;
    });
    if (count >= MOST_IMPACTS || (last && members.length > 1 && !isOne)) return undo();
    const problem: ContactProblem = {
      dimension: 3,
      contacts: members.map((i) => {
        const { material } = system.pairs[contacts.pairs[i]];
        return last ? { ...material, restitution: 0 } : material;
      }),
      mobility,
      velocity: members.flatMap((i) => [...contacts.velocity.subarray(3 * i, 3 * i + 3)]),
      places: members.map((i) => placeOf(run, i)),
    };
    try {
      const { impulse } = solveByChoice(problem, {}, { touches, isOne: () => isOne }).outcome;
      applyImpulses(run, members, impulse);
      readVelocities(contacts, speeds);
      let work = 0;
      members.forEach((i, k) => {
        for (let c = 0; c < 3; c += 1) {
          work += 0.5 * impulse[3 * k + c] * (problem.velocity[3 * k + c] + contacts.velocity[3 * i + c]);
          ground -= impulse[3 * k + c] * contacts.drift[3 * i + c];
        }
      });
      if (!(work <= ROUNDING * Math.abs(loss))) return undo();
      loss -= work;
    } catch (error) {
      if (!(error instanceof SolverError)) throw error;
      return undo();
    }
  }
  ledger.impactLoss += loss;
  ledger.appliedWork += ground;
  for (const body of bodies) run.known[body] = 0;
  return true;
}

function bodiesOf({ contacts }: RunState, members: readonly number[]): number[] {
  const all = members.flatMap((i) => [contacts.bodies[2 * i], contacts.bodies[2 * i + 1]]).filter((body) => body !== GROUND);
  return [...new Set(all)];
}

/** Point and axes: the rows of a free body begin with the axes. */
function placeOf({ contacts: { point, jacobian } }: RunState, i: number) {
  const vectorAt = (values: Float64Array, at: number): [number, number, number] => [values[at], values[at + 1], values[at + 2]];
  const at = ROWS * i;
  return {
    point: vectorAt(point, 3 * i),
    axes: [vectorAt(jacobian, at), vectorAt(jacobian, at + 6), vectorAt(jacobian, at + 12)] as const,
  };
}

/** J M^-1 J^T. */
function mobilityOf(run: RunState, members: readonly number[]): number[][] {
  const rows = members.flatMap((i) => [0, 1, 2].map((c) => ({ i, c })));
  const all = rows.map(() => rows.map(() => 0));
  for (let a = 0; a < rows.length; a += 1) for (let b = 0; b <= a; b += 1) all[a][b] = all[b][a] = couplingOf(run, rows[a], rows[b]);
  return all;
}

interface Row {
  readonly i: number;
  readonly c: number;
}

function couplingOf({ contacts: { bodies, jacobian }, free, turnedBack }: RunState, one: Row, other: Row): number {
  let sum = 0;
  for (let side = 0; side < 2; side += 1)
    for (let away = 0; away < 2; away += 1) {
      const body = bodies[2 * one.i + side];
      if (body === GROUND || body !== bodies[2 * other.i + away]) continue;
      for (let k = 0; k < 6; k += 1)
        turnedBack[k] = rowTimes(jacobian, ROWS * other.i + 18 * away + 6 * other.c, free.inverseMass, 36 * body + 6 * k);
      sum += rowTimes(jacobian, ROWS * one.i + 18 * side + 6 * one.c, turnedBack, 0);
    }
  return sum;
}

/** u += M^-1 J^T P. */
function applyImpulses(
  { contacts: { bodies, jacobian }, free, speeds, turnedBack }: RunState,
  members: readonly number[],
  impulse: readonly number[],
): void {
  members.forEach((i, n) => {
    for (let side = 0; side < 2; side += 1) {
      const body = bodies[2 * i + side];
      if (body === GROUND) continue;
      for (let k = 0; k < 6; k += 1) {
        turnedBack[k] = 0;
        for (let c = 0; c < 3; c += 1) turnedBack[k] += jacobian[ROWS * i + 18 * side + 6 * c + k] * impulse[3 * n + c];
      }
      for (let k = 0; k < 6; k += 1) speeds[6 * body + k] += rowTimes(free.inverseMass, 36 * body + 6 * k, turnedBack, 0);
    }
  });
}
