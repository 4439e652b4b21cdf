/**
 * Contacts that jam: where those that slide press each other the harder the more they are pushed (Painleve), no forces exist.
 *
 * The motion goes on by an impact without collision, as if the contacts approached, ever so slowly: it lasts until slip stops or reverses,
 * takes energy out by friction, and has no restitution. Where that gets nowhere (it would put energy in, or contacts jam again and again)
 * they lock: all slip and all approach at them end at once, by the smallest change of velocity in the norm of the mass matrix,
 *
 *     W p = -v          contacts that would have to pull let go
 *
 * which takes energy out whatever the contacts are. That is a choice and not a law of friction; the impulse may leave the friction cone,
 * and a warning says so.
 *
 * Letters: W mobility, p impulses, v velocities of the contacts.
 * Source: own study, hybrid simulation section 3.5; impact without collision: Painleve (1895), Genot and Brogliato (1999).
 */
import type { ImpactOutcome } from "../../impact/outcome.js";
import { createLeastSquares } from "../../math/least-squares.js";
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import { applyImpulse, contactProblemOf, refreshVelocity, slipSpeed, type Touch } from "../contact/touch.js";
import type { MechanicalSystem } from "../system/mechanical-system.js";
import { type ResolvedImpact, solveByChoice, workFromOutside } from "./resolve-impacts.js";

/**
 * Part of the slip with which contacts that jam are taken to approach: what that puts in must be nothing beside what friction takes out.
 */
const SLOW = 1e-6;
/** Events of the law `simultaneous`, for each contact, after which contacts that jam lock instead. */
const MOST_LAW_EVENTS = 8;

/** @param locks whether all slip is to stop at once */
export function resolveJam(
  system: MechanicalSystem,
  touches: readonly Touch[],
  coordinates: Float64Array,
  speeds: Float64Array,
  locks: boolean,
): ResolvedImpact {
  const energyBefore = system.kineticEnergy(coordinates, speeds);
  const given = contactProblemOf(system, touches, energyBefore, 0);
  const pushed = locks ? undefined : withoutCollision(given, touches);
  const before = Float64Array.from(speeds);
  const isCut = pushed?.outcome.warnings.some(({ code }) => code === "not-converged");
  for (const tried of isCut ? [lock(given), pushed] : [pushed, lock(given)]) {
    if (tried === undefined) continue;
    applyImpulse(system, touches, tried.outcome.impulse, speeds);
    const energyAfter = system.kineticEnergy(coordinates, speeds);
    for (const touch of touches) refreshVelocity(system, touch, speeds);
    const gained = energyAfter - energyBefore;
    const groundWork = workFromOutside(system, touches, tried.outcome.impulse, given.velocity, { speeds, gained });
    if (energyAfter < energyBefore + groundWork) return { touches, ...tried, last: true, energyBefore, energyAfter, groundWork };
    speeds.set(before);
  }
  for (const touch of touches) refreshVelocity(system, touch, speeds);
  return { touches, ...lock(given, 0), last: true, energyBefore, energyAfter: energyBefore, groundWork: 0 };
}

type Solved = Pick<ResolvedImpact, "problem" | "outcome" | "replaced">;

function withoutCollision(given: ContactProblem, touches: readonly Touch[]): Solved {
  const approach = SLOW * touches.reduce((most, touch) => Math.max(most, slipSpeed(touch)), 0);
  const velocity = given.velocity.map((component, row) => (row % 3 === 2 ? Math.min(component, 0) - approach : component));
  const problem = { ...given, velocity };
  return solveByChoice(problem, { law: "simultaneous", options: { maximumEvents: MOST_LAW_EVENTS * touches.length } });
}

/** @param part of the impulse that ends all velocity */
function lock(problem: ContactProblem, part = 1): Solved {
  const impulse = lockingImpulse(problem).map((component) => part * component);
  return { problem, outcome: locked(problem, impulse) };
}

/** Impulses that end all velocity at the contacts, of those that push alone. */
function lockingImpulse({ mobility, velocity, contacts }: ContactProblem): number[] {
  const impulse = velocity.map(() => 0);
  const pushing = new Set(contacts.keys());
  const squares = createLeastSquares(velocity.length, velocity.length);
  while (pushing.size > 0) {
    const rows = velocity.flatMap((_, row) => (pushing.has(Math.floor(row / 3)) ? [row] : []));
    rows.forEach((row, r) => {
      rows.forEach((column, c) => {
        squares.matrix[r * rows.length + c] = mobility[row][column];
      });
    });
    const right = Float64Array.from(rows, (row) => -velocity[row]);
    const found = new Float64Array(rows.length);
    squares.solve(rows.length, rows.length, right, found);
    impulse.fill(0);
    rows.forEach((row, r) => {
      impulse[row] = found[r];
    });
    const least = [...pushing].reduce((a, b) => (impulse[3 * b + 2] < impulse[3 * a + 2] ? b : a));
    if (impulse[3 * least + 2] >= 0) return impulse;
    pushing.delete(least);
    impulse.fill(0);
  }
  return impulse;
}

function locked(
  { contacts, mobility, velocity: approach, kineticEnergy: before = 0 }: ContactProblem,
  impulse: readonly number[],
): ImpactOutcome {
  const velocity = approach.map((component, row) => impulse.reduce((sum, part, column) => sum + mobility[row][column] * part, component));
  const normalImpulse = contacts.reduce((sum, _, contact) => sum + impulse[3 * contact + 2], 0);
  const lost = -0.5 * impulse.reduce((sum, part, row) => sum + part * (approach[row] + velocity[row]), 0);
  return {
    law: "lock",
    impulse,
    velocity,
    events: [{ kind: "end", normalImpulse, impulse, velocity, storedEnergy: 0, frictionLoss: lost }],
    energy: { before, after: before - lost, restitutionLoss: 0, frictionLoss: lost, residual: 0 },
    warnings: [
      {
        code: "forced-stick",
        message: "contacts that press each other the harder the more they are pushed jam: they were stopped at once",
      },
    ],
    slip: contacts.map((_, contact) => (impulse[3 * contact + 2] > 0 ? "sticks" : "untouched")),
  };
}
