/**
 * Impacts. Of few contacts: exact-impact.ts. Of many at once: Newton's law, capped so that it never gains energy.
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
import { restitutionAt } from "../../mechanics/restitution.js";
import { readVelocities, velocityOf } from "./contact-list.js";
import { isCrowd, isForLaws, strikeByLaw } from "./exact-impact.js";
import { resolvedImpact } from "./held.js";
import { rootOf, separate, unite } from "./islands.js";
import { addRow, beginProblem, energyAfter, isDriven, kineticEnergyOf, readSpeeds, solveRoughly, solveRows } from "./rows.js";
import type { Island, RunState } from "./run-state.js";
import { GROUND, speedCountOf } from "./solver/problem.js";
import { hasSinglePlaces } from "./solver/solve.js";
import { isCatchable, slowSpeed, togetherAt } from "./tolerances.js";

/** Of T0 - Tc: rounding that the cap passes over. */
const SLACK = 1e-6;
const BISECTIONS = 6;
/** Of the speed that a step catches: what is run into slower than this is left to the step. */
const REACHED = 0.1;
/** What a place is in an impact. */
export const APART = 0;
export const TOUCHING = 1;
export const HIT = 2;

/**
 * Resolves what touches and approaches faster than a step can catch; hits nearer than `together`, s, are taken now. Needs the contacts and
 * the masses of the present state. True where anything struck.
 */
export function strike(run: RunState, island: Island, h: number, together: number): boolean {
  const { contacts, roots, touching } = run;
  let struck = false;
  for (let i = 0; i < contacts.count; i += 1) {
    touching[i] = touchOf(run, i, together, 0);
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

/** What a place is in an impact, if a step of length `span` follows. */
export function touchOf({ contacts, tolerances }: RunState, i: number, together: number, span: number): number {
  const approach = -contacts.velocity[3 * i + 2];
  const isFast = approach > slowSpeed(tolerances);
  const near = Math.max(tolerances.gapTolerance, isFast ? 0.5 * approach * togetherAt(tolerances, together, approach) : 0);
  if (contacts.gap[i] > near) return APART;
  return isFast || (span > 0 && !isCatchable(tolerances, contacts.gap[i], -approach, approach, span)) ? HIT : TOUCHING;
}

/** One impact of what touches together with a body. */
function resolve(run: RunState, island: Island, root: number, h: number): void {
  const { contacts, touching, roots, after, speeds, nodes } = run;
  const members: number[] = [];
  for (let i = 0; i < contacts.count; i += 1) if (touching[i] !== APART && rootOf(roots, contacts.bodies[2 * i]) === root) members.push(i);
  const bodies = island.bodies.filter((body) => rootOf(roots, body) === root);
  for (const body of bodies) for (let k = nodes.speeds[body]; k < nodes.speeds[body + 1]; k += 1) after[k] = speeds[k];
  if (!strikeFew(run, bodies, members, isCrowd(island.bodies))) resolveMany(run, members, { h, span: h, bend: () => 0 });
  countMerged(run, members);
}

/** By the laws of events, where the impact is one for them and they can. */
export function strikeFew(run: RunState, bodies: readonly number[], members: readonly number[], crowded: boolean): boolean {
  const slow = slowSpeed(run.tolerances);
  // Slower ones have no restitution.
  if (!members.some((i) => -run.contacts.velocity[3 * i + 2] > slow)) return false;
  if (!isForLaws(run, bodies, members, slow, crowded) || !strikeByLaw(run, bodies, members, slow)) return false;
  for (const body of bodies) run.known[body] = 0;
  return true;
}

/** Hits that were taken early. */
export function countMerged({ contacts, touching, statistics, surfaces, tolerances }: RunState, members: readonly number[]): void {
  for (const i of members) {
    if (touching[i] !== HIT || contacts.gap[i] <= tolerances.gapTolerance) continue;
    statistics.merged += 1;
    statistics.estimatedError +=
      (1 + restitutionAt(surfaces.restitution[contacts.pairs[i]], -contacts.velocity[3 * i + 2])) * contacts.gap[i];
  }
}

/** The step that follows an impact: its length as the error allows it, and what is left of it, s. */
interface StepAfter {
  readonly h: number;
  readonly span: number;
  /** What is to be added to J u of a place to have its normal velocity now, where its rows are those of another time. */
  readonly bend: (i: number) => number;
}

/**
 * By Newton's law. Only those nodes take part that it reaches: beginning with those that hit, any that would be run into is taken in, and
 * all is solved again. `reach`: told of each node that is taken in; it may add the places where that touches. Needs the speeds of all that
 * touch in `after`.
 */
export function resolveMany(
  run: RunState,
  members: readonly number[],
  step: StepAfter,
  reach: (node: number) => void = () => undefined,
): void {
  const { touching, chosen, rows, kept, ledger, speeds, after: nextSpeeds, nodes } = run;
  const bodies: number[] = [];
  const take = (i: number) => {
    for (let side = 0; side < 2; side += 1) {
      const node = run.contacts.bodies[2 * i + side];
      if (node === GROUND || bodies.includes(node)) continue;
      bodies.push(node);
      chosen[node] = 1;
      reach(node);
    }
  };
  let known = 0;
  const meet = () => {
    for (; known < members.length; known += 1) {
      const i = members[known];
      rows[i] = -1;
      for (let c = 3 * i; c < 3 * i + 3; c += 1) kept[c] = 0;
      for (let side = 0; side < 2; side += 1) {
        const node = run.contacts.bodies[2 * i + side];
        if (node !== GROUND && !bodies.includes(node)) chosen[node] = 0;
      }
    }
  };
  meet();
  for (let n = 0, count = members.length; n < count; n += 1) if (touching[members[n]] === HIT) take(members[n]);
  for (let restores = false; ; ) {
    meet();
    bodies.sort((a, b) => a - b);
    const { before, after, velocity, impulse } = compressAndRestore(run, bodies, members, step.h, restores);
    readSpeeds(run, bodies, velocity, nextSpeeds);
    const reached = runInto(run, members, step);
    if (reached.length > 0) {
      const most = 2 * bodies.length;
      for (const i of reached) take(i);
      // What touches those is reached next as a rule: rows and stacks are not gone through one by one.
      meet();
      while (bodies.length < most && takeTouching(run, members, reached.length, take)) meet();
      continue;
    }
    // Whom compression reaches is found first, and roughly: it is the quicker of the two.
    if (!restores) {
      restores = true;
      continue;
    }
    // What joints that are moved did is what the contacts did not.
    const driven = isDriven(run);
    if (driven) ledger.appliedWork -= run.system.kineticEnergy(run.coordinates, speeds) + after - before;
    for (const body of bodies) {
      for (let k = nodes.speeds[body]; k < nodes.speeds[body + 1]; k += 1) speeds[k] = nextSpeeds[k];
      run.known[body] = 0;
    }
    if (driven) ledger.appliedWork += run.system.kineticEnergy(run.coordinates, speeds);
    ledger.impactLoss += before - after;
    run.statistics.impacts += 1;
    if (run.observe !== undefined) {
      const contacts = members.filter((i) => rows[i] >= 0);
      run.observe.impact(
        run,
        contacts.map((i) => run.contacts.pairs[i]),
        () => resolvedImpact(run, { contacts, impulse, energyBefore: before, energyAfter: after }),
      );
    }
    return;
  }
}

/** Takes what touches the chosen nodes, if that is at no more places than these. False where it is not. */
function takeTouching({ contacts, chosen }: RunState, members: readonly number[], most: number, take: (i: number) => void): boolean {
  const edge = members.filter((i) => {
    const first = contacts.bodies[2 * i];
    const second = contacts.bodies[2 * i + 1];
    return second !== GROUND && chosen[first] !== chosen[second];
  });
  if (edge.length > most) return false;
  for (const i of edge) take(i);
  return edge.length > 0;
}

/** Places at which the chosen nodes, with their speeds after the impact, run into others, or sink in too deep before the step ends. */
function runInto(run: RunState, members: readonly number[], { span, bend }: StepAfter): number[] {
  const { contacts, rows, chosen, tolerances, after } = run;
  const least = -REACHED * slowSpeed(tolerances);
  return members.filter((i) => {
    const first = contacts.bodies[2 * i];
    const second = contacts.bodies[2 * i + 1];
    if (rows[i] >= 0 || (chosen[first] === 0 && (second === GROUND || chosen[second] === 0))) return false;
    const v = velocityOf(contacts, i, 2, after) + bend(i);
    return v < least || (contacts.gap[i] < 0 && v < 0 && !isCatchable(tolerances, contacts.gap[i], v, -v, span));
  });
}

/**
 * The two solves, or the first alone, on the chosen nodes and the places among them: speeds in the numbers of the problem, kinetic energy
 * before and after.
 */
function compressAndRestore(run: RunState, bodies: readonly number[], members: readonly number[], h: number, restores: boolean) {
  const { contacts, speeds, problem, surfaces, tolerances, chosen, rows, kept } = run;
  const slow = slowSpeed(tolerances);
  beginProblem(run, bodies, speeds);
  const width = speedCountOf(problem);
  for (const i of members) {
    const first = contacts.bodies[2 * i];
    const second = contacts.bodies[2 * i + 1];
    const takesPart = chosen[first] === 1 && (second === GROUND || chosen[second] === 1);
    rows[i] = takesPart ? addRow(run, contacts, i) : -1;
    if (takesPart) for (let c = 0; c < 3; c += 1) problem.warm[3 * rows[i] + c] = kept[3 * i + c];
  }
  // Of redundant places a rough solution loads some more than others: bodies would begin to turn where they have no reason to.
  if (restores && !hasSinglePlaces(problem)) problem.warm.fill(0, 0, 3 * problem.contactCount);
  const before = kineticEnergyOf(run, problem.freeVelocity);
  const compression = restores ? solveRows(run, h) : solveRoughly(run, h);
  const compressed = energyAfter(run, before, compression);
  const size = 3 * problem.contactCount;
  let after = compressed;
  let velocity = compression.velocity.slice(0, width);
  let impulse = compression.impulse.slice(0, size);
  let given = 0;
  let most = 0;
  let fastest = 0;
  const rebounds = new Float64Array(problem.contactCount);
  const fastestApproach = members.reduce((found, i) => Math.max(found, -contacts.velocity[3 * i + 2]), 0);
  for (const i of members) {
    const row = rows[i];
    if (row < 0) continue;
    const approach = -contacts.velocity[3 * i + 2];
    const e = restitutionAt(surfaces.restitution[contacts.pairs[i]], approach > 0 ? approach : fastestApproach);
    given += 0.5 * e * e * compression.impulse[3 * row + 2] * Math.abs(compression.contactVelocity[3 * row + 2] - approach);
    if (approach > 0) most = Math.max(most, e);
    for (let c = 0; c < 3; c += 1) {
      kept[3 * i + c] = compression.impulse[3 * row + c];
      problem.warm[3 * row + c] = (1 + e) * compression.impulse[3 * row + c];
    }
    rebounds[row] = e * approach > slow ? e * approach : 0;
    fastest = Math.max(fastest, rebounds[row]);
  }
  if (fastest === 0 || !restores) return { before, after, velocity, impulse };
  const slack = SLACK * (before - compressed);
  const limit = Math.min(before, compressed + Math.min(given, most * most * (before - compressed)) + slack);
  let low = 0;
  let high = 1;
  for (let trial = 0, share = 1; trial <= BISECTIONS; trial += 1, share = 0.5 * (low + high)) {
    for (let row = 0; row < rebounds.length; row += 1) problem.bound[3 * row + 2] = share * rebounds[row];
    const solution = solveRows(run, h);
    for (let k = 0; k < 3 * rebounds.length; k += 1) problem.warm[k] = solution.impulse[k];
    const energy = energyAfter(run, before, solution);
    if (energy <= limit) {
      after = energy;
      velocity = solution.velocity.slice(0, width);
      impulse = solution.impulse.slice(0, size);
      low = share;
      if (share === 1) break;
    } else high = share;
  }
  return { before, after, velocity, impulse };
}
