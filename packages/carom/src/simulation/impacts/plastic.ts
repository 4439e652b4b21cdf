/**
 * Impacts of several bodies without restitution, at once, where the way does not matter.
 *
 * The law `proportional` follows all contacts together, at a cost that grows with the cube of their number. Without restitution it comes to
 * an end in which every contact that has pushed stays closed; and if on the way every sliding contact keeps its direction and every resting
 * one its place, impulses are those forces, C the directions they have,
 *
 *     v+ = v + W C p          0 <= p  perpendicular to  v+_n >= 0          v+_t = 0 where it rests
 *
 * whatever the order. This is the problem of contacts that stay (contact/), with velocities in place of accelerations. Where a slip would
 * turn, stop or begin, the way does matter, and the law has to be followed.
 *
 * Letters: v velocities of contacts, W mobility, p impulses.
 * Source: Moreau (1988) for plastic impacts as complementarity; own study, hybrid simulation sections 3 and 4.
 */
import type { ImpactOutcome, SlipOutcome } from "../../impact/outcome.js";
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import { HELD, ONSET, SLIP, UNLOADED } from "../contact/force-problem.js";
import { NoForces } from "../contact/force-solver.js";
import { createForceWorkspace, putTouch } from "../contact/force-workspace.js";
import { slipSpeed, type Touch } from "../contact/touch.js";
import type { MechanicalSystem } from "../system/mechanical-system.js";
import { speedsOf } from "../system/parts.js";

/** Part of the fastest approach by which a slip may be pushed aside, and contacts may be approached still. */
const STRAIGHT = 1e-9;

/** The outcome; undefined where the way matters, or ground is moved. `restSlip`: slip below this, m/s, is none. */
export function plasticAtOnce(
  system: MechanicalSystem,
  touches: readonly Touch[],
  impact: ContactProblem,
  speeds: Float64Array,
  restSlip: number,
): ImpactOutcome | undefined {
  if (system.driven !== undefined || system.drives !== undefined) return undefined;
  const parts = [...new Set(touches.flatMap((touch) => touch.parts))].sort((a, b) => a - b);
  const places = speedsOf(system, parts);
  const workspace = createForceWorkspace(places.length, touches.length);
  const { problem, solution } = workspace;
  problem.count = touches.length;
  places.forEach((place, k) => {
    problem.free[k] = speeds[place];
  });
  touches.forEach((touch, i) => {
    putTouch(workspace, i, touch, system, places);
    const speed = slipSpeed(touch);
    const slides = speed > restSlip;
    problem.slides[i] = slides || problem.friction[i] === 0 ? 1 : 0;
    problem.direction[2 * i] = slides ? touch.velocity[0] / speed : 1;
    problem.direction[2 * i + 1] = slides ? touch.velocity[1] / speed : 0;
  });
  problem.bias.fill(0);
  try {
    workspace.solver.solve(problem, solution);
  } catch (error) {
    if (!(error instanceof NoForces)) throw error;
    return undefined;
  }
  const fastest = touches.reduce((most, { velocity }) => Math.max(most, -velocity[2]), 0);
  const keepsItsWay = touches.every((_, i) => {
    const [v1, v2, vn] = solution.rates.subarray(3 * i, 3 * i + 3);
    const [d1, d2] = problem.direction.subarray(2 * i, 2 * i + 2);
    if (vn < -STRAIGHT * fastest) return false;
    if (solution.modes[i] === ONSET || solution.modes[i] === HELD) return false;
    if (solution.modes[i] !== SLIP || problem.friction[i] === 0) return true;
    return v1 * d1 + v2 * d2 >= 0 && Math.abs(v2 * d1 - v1 * d2) <= STRAIGHT * fastest;
  });
  return keepsItsWay ? outcomeOf(impact, Array.from(solution.forces), Array.from(solution.rates), solution.modes) : undefined;
}

function outcomeOf(
  { contacts, velocity: approach, kineticEnergy: before = 0 }: ContactProblem,
  impulse: readonly number[],
  velocity: readonly number[],
  modes: Uint8Array,
): ImpactOutcome {
  const workOf = (row: number) => 0.5 * impulse[row] * (approach[row] + velocity[row]);
  let [restitutionLoss, frictionLoss, normalImpulse] = [0, 0, 0];
  for (let i = 0; i < contacts.length; i++) {
    restitutionLoss -= workOf(3 * i + 2);
    frictionLoss -= workOf(3 * i) + workOf(3 * i + 1);
    normalImpulse += impulse[3 * i + 2];
  }
  return {
    law: "proportional",
    branch: "plastic",
    impulse,
    velocity,
    events: [{ kind: "end", normalImpulse, impulse, velocity, storedEnergy: 0, frictionLoss }],
    energy: { before, after: before - restitutionLoss - frictionLoss, restitutionLoss, frictionLoss, residual: 0 },
    warnings: [],
    slip: contacts.map(({ friction }, i): SlipOutcome => {
      if (modes[i] === UNLOADED) return "untouched";
      return friction === 0 ? "frictionless" : modes[i] === SLIP ? "slides" : "sticks";
    }),
  };
}
