/**
 * Impacts of many contacts at once: Newton's law, capped so that it never gains energy.
 *
 *     compression   b = 0 at every place that touches: T0 -> Tc
 *     restitution   b_i = -s e_i v_i where what comes back can be followed, with the largest s in [0, 1] for which
 *                   T1 <= Tc + B and T1 <= T0,   B = min(sum e_i^2 P_i |v_i + v_i^c| / 2, max(e)^2 (T0 - Tc))
 *
 * B is what the normal springs of all places could give back. One smooth contact: v+ = -e v- exactly.
 *
 * Letters: T kinetic energy, v normal velocity before, v^c after compression, P normal impulse of compression, e restitution.
 * Source: Kane, A dynamics puzzle, 1984 (what goes wrong without a cap); own study, dense contact section 3.
 */
import { readVelocities } from "./contact-list.js";
import { strikeByLaw } from "./impact-by-law.js";
import { rootOf, separate, unite } from "./islands.js";
import { addRow, beginProblem, solveRows } from "./rows.js";
import type { Island, RunState } from "./run-state.js";
import { rowTimes } from "./solver/block.js";
import { GROUND, ROWS } from "./solver/problem.js";
import type { StepSolution } from "./solver/solve.js";
import { slowSpeed, togetherAt } from "./tolerances.js";

/** Of T0 - Tc: rounding that the cap passes over. */
const SLACK = 1e-6;
const BISECTIONS = 6;
/** Of the speed that a step catches: what is run into slower than this is left to the step. */
const REACHED = 0.1;
/** Hits within a step from which on those of several places go by the capped law, which is a hundred times quicker. */
const CROWDED = 2;
/** Places of an impact that are few. */
const FEW = 6;
/** What a place is in an impact. */
const APART = 0;
const TOUCHING = 1;
const HIT = 2;
/** In place of a row: it shall have one. */
const TAKEN = -2;

/**
 * Resolves what touches and approaches faster than a step can catch; hits nearer than `together`, s, are taken now. Needs the contacts and
 * the masses of the present state. True where anything struck.
 */
export function strike(run: RunState, island: Island, h: number, together: number): boolean {
  const { contacts, roots, touching, tolerances } = run;
  const slow = slowSpeed(tolerances, h);
  let struck = false;
  for (let i = 0; i < contacts.count; i += 1) {
    const approach = -contacts.velocity[3 * i + 2];
    const near = Math.max(tolerances.gapTolerance, approach > slow ? 0.5 * approach * togetherAt(tolerances, together, approach) : 0);
    touching[i] = contacts.gap[i] > near ? APART : approach > slow ? HIT : TOUCHING;
    struck ||= touching[i] === HIT;
  }
  if (!struck) return false;
  separate(roots, island.bodies);
  for (let i = 0; i < contacts.count; i += 1)
    if (touching[i] !== APART && contacts.bodies[2 * i + 1] !== GROUND) unite(roots, contacts.bodies[2 * i], contacts.bodies[2 * i + 1]);
  const hit = new Set<number>();
  for (let i = 0; i < contacts.count; i += 1) if (touching[i] === HIT) hit.add(rootOf(roots, contacts.bodies[2 * i]));
  for (const root of hit) resolve(run, island, root, h);
  readVelocities(contacts, run.speeds);
  return true;
}

/**
 * One impact of what touches together with a body: of few places, or of one body, by the law of the exact regime, unless hits crowd. Else
 * by the capped law, and only those take part that it reaches: beginning with the bodies that hit, any that would be run into is taken in,
 * and all is solved again.
 */
function resolve(run: RunState, island: Island, root: number, h: number): void {
  const { contacts, touching, roots, chosen, rows, kept, statistics, surfaces, tolerances } = run;
  const members: number[] = [];
  for (const body of island.bodies) chosen[body] = 0;
  for (let i = 0; i < contacts.count; i += 1) {
    rows[i] = -1;
    if (touching[i] === APART || rootOf(roots, contacts.bodies[2 * i]) !== root) continue;
    members.push(i);
    for (let c = 3 * i; c < 3 * i + 3; c += 1) kept[c] = 0;
    if (touching[i] === HIT) choose(run, i);
  }
  statistics.impacts += 1;
  for (const i of members) {
    if (touching[i] !== HIT || contacts.gap[i] <= tolerances.gapTolerance) continue;
    statistics.merged += 1;
    statistics.estimatedError += (1 + surfaces.restitution[contacts.pairs[i]]) * contacts.gap[i];
  }
  const isOne = island.bodies.every((body) => body === root || rootOf(roots, body) !== root);
  const isAffordable =
    members.length === 1 || ((isOne || members.length <= FEW) && island.bodies.every((body) => !isCrowded(run, root, body)));
  if (isAffordable && strikeByLaw(run, members, slowSpeed(tolerances, h))) return;
  for (let taken = true; taken; ) {
    const bodies = island.bodies.filter((body) => chosen[body] === 1);
    const { after, work, ground } = compressAndRestore(run, bodies, members, h);
    taken = takeIn(run, members, after, h);
    if (!taken) applyImpact(run, bodies, after, work, ground);
  }
}

/** Whether a body that takes part has just been hit again and again. */
function isCrowded({ roots, hits }: RunState, root: number, body: number): boolean {
  return hits[body] >= CROWDED && rootOf(roots, body) === root;
}

function applyImpact(
  { speeds, known, ledger }: RunState,
  bodies: readonly number[],
  after: Float64Array,
  work: number,
  ground: number,
): void {
  bodies.forEach((body, i) => {
    for (let k = 0; k < 6; k += 1) speeds[6 * body + k] = after[6 * i + k];
    known[body] = 0;
  });
  ledger.impactLoss -= work;
  ledger.appliedWork += ground;
}

function choose({ contacts, chosen }: RunState, i: number): void {
  chosen[contacts.bodies[2 * i]] = 1;
  if (contacts.bodies[2 * i + 1] !== GROUND) chosen[contacts.bodies[2 * i + 1]] = 1;
}

/** Takes in bodies that these speeds of the chosen ones would run into. True where there are any. */
function takeIn(run: RunState, members: readonly number[], velocity: Float64Array, h: number): boolean {
  const { contacts, rows, chosen, numbers, tolerances, speeds } = run;
  const least = -REACHED * slowSpeed(tolerances, h);
  let any = false;
  for (const i of members) {
    if (rows[i] >= 0) continue;
    const [first, second] = [contacts.bodies[2 * i], contacts.bodies[2 * i + 1]];
    if (chosen[first] === 0 && chosen[second] === 0) continue;
    const at = ROWS * i + 12;
    const ours =
      chosen[first] === 1
        ? rowTimes(contacts.jacobian, at, velocity, 6 * numbers[first])
        : rowTimes(contacts.jacobian, at, speeds, 6 * first);
    const others =
      chosen[second] === 1
        ? rowTimes(contacts.jacobian, at + 18, velocity, 6 * numbers[second])
        : rowTimes(contacts.jacobian, at + 18, speeds, 6 * second);
    if (ours + others + contacts.drift[3 * i + 2] >= least) continue;
    rows[i] = TAKEN;
    any = true;
  }
  if (any) for (const i of members) if (rows[i] === TAKEN) choose(run, i);
  return any;
}

/** Speeds after an impact, the work of its impulses in it, and what of theirs ground that is moved did beside, J. */
interface Impact {
  readonly after: Float64Array;
  readonly work: number;
  readonly ground: number;
}

/** What a solution would come to. */
function impactOf(run: RunState, members: readonly number[], { velocity, impulse, contactVelocity }: StepSolution): Impact {
  const { contacts, rows, problem } = run;
  let [work, ground] = [0, 0];
  for (const i of members)
    for (let c = 0; c < 3 && rows[i] >= 0; c += 1) {
      const [k, drift] = [3 * rows[i] + c, contacts.drift[3 * i + c]];
      work += 0.5 * impulse[k] * (contacts.velocity[3 * i + c] + contactVelocity[k] + drift);
      ground -= impulse[k] * drift;
    }
  return { after: velocity.slice(0, 6 * problem.bodyCount), work, ground };
}

/** The two solves, on the chosen bodies and the places among them. */
function compressAndRestore(run: RunState, bodies: readonly number[], members: readonly number[], h: number): Impact {
  const { contacts, speeds, problem, surfaces, tolerances, chosen, rows, kept } = run;
  const slow = slowSpeed(tolerances, h);
  beginProblem(run, { bodies, parts: [] }, speeds);
  for (const i of members) {
    const [first, second] = [contacts.bodies[2 * i], contacts.bodies[2 * i + 1]];
    const takesPart = chosen[first] === 1 && (second === GROUND || chosen[second] === 1);
    rows[i] = takesPart ? addRow(run, contacts, i) : -1;
    if (takesPart) for (let c = 0; c < 3; c += 1) problem.warm[3 * rows[i] + c] = kept[3 * i + c];
  }
  const compression = solveRows(run, h);
  const compressed = impactOf(run, members, compression);
  let [given, most, fastest] = [0, 0, 0];
  const rebounds = new Float64Array(problem.contactCount);
  const stops = problem.bound.slice(0, 3 * problem.contactCount);
  for (const i of members) {
    const row = rows[i];
    if (row < 0) continue;
    const [approach, e] = [-contacts.velocity[3 * i + 2], surfaces.restitution[contacts.pairs[i]]];
    const parting = compression.contactVelocity[3 * row + 2] + contacts.drift[3 * i + 2];
    given += 0.5 * e * e * compression.impulse[3 * row + 2] * Math.abs(parting - approach);
    if (approach > 0) most = Math.max(most, e);
    for (let c = 0; c < 3; c += 1) {
      kept[3 * i + c] = compression.impulse[3 * row + c];
      problem.warm[3 * row + c] = (1 + e) * compression.impulse[3 * row + c];
    }
    rebounds[row] = e * approach > slow ? e * approach : 0;
    fastest = Math.max(fastest, rebounds[row]);
  }
  if (fastest === 0) return compressed;
  const lost = -compressed.work;
  const limit = Math.min(0, Math.min(given, most * most * lost) + SLACK * lost - lost);
  let best = compressed;
  let [low, high] = [0, 1];
  for (let trial = 0, share = 1; trial <= BISECTIONS; trial += 1, share = 0.5 * (low + high)) {
    for (let row = 0; row < rebounds.length; row += 1) problem.bound[3 * row + 2] = stops[3 * row + 2] + share * rebounds[row];
    const solution = solveRows(run, h);
    for (let k = 0; k < 3 * rebounds.length; k += 1) problem.warm[k] = solution.impulse[k];
    const tried = impactOf(run, members, solution);
    if (tried.work <= limit) {
      best = tried;
      low = share;
      if (share === 1) break;
    } else high = share;
  }
  return best;
}
