/**
 * One contact with rigid tangents: the springs then say nothing but when compression and restitution end, and that is known against the
 * normal impulse alone.
 *
 * So the slip is followed as in the law `frictional` (slip/series.ts), exactly and in microseconds, whatever the exponent. Where the bodies
 * are compressed more than once the two laws differ in what the later periods lose, and the contact goes the way of several.
 */
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import { createHistory } from "../history.js";
import type { ImpactHistory, ImpactOutcome } from "../outcome.js";
import { createSlipPath } from "../slip/path.js";
import { followSlipBySeries } from "../slip/series.js";
import { addRow, energyBefore, eventsOf, isDefinite, ledgerOf, packing, slipContactOf, slipOutcome } from "../slip/solve.js";

/** Beyond this the slip stops in too little normal impulse for the series to keep the digits. */
const LARGEST_FRICTION = 1e4;

/** Undefined where the contact is not one that `frictional` solves, or is compressed more than once with a loss. */
export function solveSingle(problem: ContactProblem, wantsHistory: boolean): Omit<ImpactOutcome, "warnings"> | undefined {
  const [material] = problem.contacts;
  if (problem.contacts.length > 1 || material.stiffnessRatio !== undefined) return undefined;
  if (material.friction > LARGEST_FRICTION || !isDefinite(problem)) return undefined;
  const contact = slipContactOf(problem);
  const path = createSlipPath();
  followSlipBySeries(contact, path);
  if (path.compressions > 1 && contact.restitution < 1) return undefined;

  const { state } = path;
  const pack = packing(problem);
  const impulse = pack(state.impulse1, state.impulse2, state.normalImpulse);
  const velocity = pack(state.slip1, state.slip2, state.normalVelocity);
  const before = energyBefore(problem, contact);
  const after = before + impulse.reduce((sum, p, i) => sum + 0.5 * p * (problem.velocity[i] + velocity[i]), 0);
  return {
    law: "simultaneous",
    impulse,
    velocity,
    events: eventsOf(path, pack),
    energy: ledgerOf(before, after, state),
    slip: [slipOutcome(contact, path)],
    ...(wantsHistory ? { history: historyOf(problem, pack) } : {}),
  };
}

/** A second run, so that asking for the history does not change a bit of the outcome. */
function historyOf(problem: ContactProblem, pack: ReturnType<typeof packing>): ImpactHistory {
  const history = { ...createHistory(), normalWork: [] as number[] };
  const phase: ("compression" | "restitution")[] = [];
  const path = createSlipPath();
  path.observe = (state, mode) => {
    const last = history.normalImpulse.length - 1;
    const now = state.compressing ? "compression" : "restitution";
    const known =
      history.normalImpulse[last] === state.normalImpulse &&
      history.storedEnergy[last] === state.storedEnergy &&
      history.mode[last] === mode &&
      phase[last] === now;
    if (known) return;
    // A point drawn just before an event may lie past it by rounding.
    if (history.normalImpulse[last] > state.normalImpulse) for (const column of [...Object.values(history), phase]) column.pop();
    addRow(history, state, mode, pack);
    history.normalWork.push(-(state.storedEnergy + state.restitutionLoss));
    phase.push(now);
  };
  followSlipBySeries(slipContactOf(problem), path);
  return { ...history, contacts: [{ phase, mode: history.mode, storedEnergy: history.storedEnergy }] };
}
