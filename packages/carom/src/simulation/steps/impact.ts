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
import { rootOf, separate, unite } from "./islands.js";
import { addRow, beginProblem, kineticEnergyOf, solveRows } from "./rows.js";
import type { Island, RunState } from "./run-state.js";
import { GROUND } from "./solver/problem.js";
import { slowSpeed } from "./tolerances.js";

/** Of T0 - Tc: rounding that the cap passes over. */
const SLACK = 1e-6;
const BISECTIONS = 6;

/**
 * Resolves what touches and approaches faster than a step can catch; hits nearer than `together`, s, are taken now. Needs the contacts and
 * the masses of the present state. True where anything struck.
 */
export function strike(run: RunState, island: Island, h: number, together: number): boolean {
  const { contacts, roots, tolerances } = run;
  const slow = slowSpeed(tolerances, h);
  let struck = false;
  separate(roots);
  for (let i = 0; i < contacts.count; i += 1)
    if (touches(run, i, slow, together) && contacts.bodies[2 * i + 1] !== GROUND)
      unite(roots, contacts.bodies[2 * i], contacts.bodies[2 * i + 1]);
  for (const body of island.bodies) {
    if (rootOf(roots, body) !== body) continue;
    let hit = false;
    for (let i = 0; i < contacts.count && !hit; i += 1)
      hit = contacts.velocity[3 * i + 2] < -slow && rootOf(roots, contacts.bodies[2 * i]) === body && touches(run, i, slow, together);
    if (!hit) continue;
    const bodies = island.bodies.filter((other) => rootOf(roots, other) === body);
    resolve(run, bodies, (i) => rootOf(roots, contacts.bodies[2 * i]) === body && touches(run, i, slow, together), h);
    struck = true;
  }
  if (struck) readVelocities(contacts, run.speeds);
  return struck;
}

function touches({ contacts, tolerances }: RunState, i: number, slow: number, together: number): boolean {
  const approach = -contacts.velocity[3 * i + 2];
  return contacts.gap[i] <= Math.max(tolerances.gapTolerance, approach > slow ? 0.5 * approach * together : 0);
}

/** One impact of the places that belong to some bodies. */
function resolve(run: RunState, bodies: readonly number[], belongs: (contact: number) => boolean, h: number): void {
  const { contacts, speeds, problem, surfaces, tolerances, statistics, ledger } = run;
  const slow = slowSpeed(tolerances, h);
  beginProblem(run, { bodies, parts: [] }, speeds);
  const listed: number[] = [];
  for (let i = 0; i < contacts.count; i += 1) {
    if (!belongs(i)) continue;
    addRow(run, contacts, i);
    listed.push(i);
    const approach = -contacts.velocity[3 * i + 2];
    if (contacts.gap[i] <= tolerances.gapTolerance || approach <= slow) continue;
    statistics.merged += 1;
    statistics.estimatedError += (1 + surfaces.restitution[contacts.pairs[i]]) * contacts.gap[i];
  }
  const before = kineticEnergyOf(run, problem.freeVelocity);
  const compression = solveRows(run, h);
  const compressed = kineticEnergyOf(run, compression.velocity);
  let best = compression.velocity.slice(0, 6 * bodies.length);
  let impulse = compression.impulse.slice(0, 3 * listed.length);
  let after = compressed;
  let given = 0;
  let most = 0;
  const rebounds = listed.map((i, row) => {
    const [approach, e] = [-contacts.velocity[3 * i + 2], surfaces.restitution[contacts.pairs[i]]];
    given += 0.5 * e * e * compression.impulse[3 * row + 2] * Math.abs(compression.contactVelocity[3 * row + 2] - approach);
    most = Math.max(most, approach > 0 ? e : 0);
    for (let c = 0; c < 3; c += 1) problem.warm[3 * row + c] = (1 + e) * compression.impulse[3 * row + c];
    return e * approach > slow ? e * approach : 0;
  });
  if (rebounds.some((speed) => speed > 0)) {
    const slack = SLACK * (before - compressed);
    const limit = Math.min(before, compressed + Math.min(given, most * most * (before - compressed)) + slack);
    let [low, high] = [0, 1];
    for (let trial = 0, share = 1; trial <= BISECTIONS; trial += 1, share = 0.5 * (low + high)) {
      rebounds.forEach((speed, row) => {
        problem.bound[3 * row + 2] = share * speed;
      });
      const { velocity, impulse: pushed } = solveRows(run, h);
      const energy = kineticEnergyOf(run, velocity);
      if (energy <= limit) {
        best = velocity.slice(0, 6 * bodies.length);
        impulse = pushed.slice(0, 3 * listed.length);
        after = energy;
        low = share;
        if (share === 1) break;
      } else high = share;
    }
  }
  bodies.forEach((body, i) => {
    for (let k = 0; k < 6; k += 1) speeds[6 * body + k] = best[6 * i + k];
    run.known[body] = 0;
  });
  ledger.impactLoss += before - after;
  statistics.impacts += 1;
  run.observe?.impact(run, { law: "capped-newton", contacts: listed, impulse, energyBefore: before, energyAfter: after });
}
