/**
 * What contacts that touch without approaching do from here on: which of them carry load, which stick, which slide, with what forces and
 * accelerations.
 *
 *     0 <= F_n  perpendicular to  c_n >= 0          slides: F_t = -mu_k F_n d
 *     rests: |F_t| <= mu_s F_n and c_t = 0, or it begins to slide against F_t
 *
 * The modes come from the foundation (foundation.ts), or where that fails from relaxation (gauss-seidel.ts); the forces from the solve with
 * these modes frozen (frozen.ts). With static friction above kinetic the modes are found with the static one first; those that begin to
 * slide then do so with the kinetic one.
 *
 * Contacts that have nothing to do with each other are solved each island by itself (islands.ts).
 *
 * Where a sliding contact is pressed the harder the more it is pushed (Painleve), no forces exist; that is an error that says so.
 *
 * Source: own study, hybrid simulation section 3; Painleve (1895).
 */
import { SolverError } from "../../errors.js";
import { followOnsets } from "./follow-onsets.js";
import {
  createForceSolution,
  type ForceProblem,
  type ForceSolution,
  findPlaces,
  freeRate,
  HELD,
  mobility,
  ONSET,
  STICK,
  UNLOADED,
} from "./force-problem.js";
import { createFoundationWorkspace, solveOnFoundation } from "./foundation.js";
import { createFrozenSolver } from "./frozen.js";
import { relaxContacts } from "./gauss-seidel.js";
import { createIslands } from "./islands.js";

/** There are no forces that agree with the motion, or none were found. */
export class NoForces extends SolverError {}

export interface ForceSolver {
  /** Chooses modes and solves for them. Throws NoForces where no forces are consistent. */
  solve(problem: ForceProblem, solution: ForceSolution): void;
  /** Solves with the modes and directions that the solution has. */
  solveFrozen(problem: ForceProblem, solution: ForceSolution): void;
}

/** Times the largest free rate: what rounding and the finite compliance may leave of complementarity. */
const TOLERANCE = 1e-6;

export function createForceSolver(size: number, mostContacts: number): ForceSolver {
  const foundation = createFoundationWorkspace(size, mostContacts);
  const frozen = createFrozenSolver(size, mostContacts);
  const frictions = new Float64Array(mostContacts);
  const islands = createIslands(size, mostContacts);

  function onEachIsland(problem: ForceProblem, solution: ForceSolution, work: (part: ForceProblem, solved: ForceSolution) => void): void {
    findPlaces(problem);
    const count = islands.split(problem);
    if (count === 1 && islands.isWhole()) {
      work(problem, solution);
      return;
    }
    solution.accelerations.set(problem.free);
    for (let i = 0; i < count; i++) {
      const part = islands.take(problem, i);
      findPlaces(part);
      const solved = islands.begin(solution);
      work(part, solved);
      islands.put(solved, solution);
    }
  }

  function solveIsland(problem: ForceProblem, solution: ForceSolution): void {
    const { count } = problem;
    let slipping = 0;
    for (let i = 0; i < count; i++) frictions[i] = problem.staticFriction[i];
    for (let pass = 0; pass <= count; pass++) {
      chooseModes(problem, solution);
      let more = 0;
      for (let i = 0; i < count; i++) {
        if (solution.modes[i] !== ONSET || frictions[i] === problem.friction[i]) continue;
        frictions[i] = problem.friction[i];
        more++;
      }
      slipping += more;
      if (more === 0 || slipping > count) break;
    }
  }

  function chooseModes(problem: ForceProblem, solution: ForceSolution): void {
    if (solveOnFoundation(foundation, problem, frictions, solution)) {
      holdStill(problem, solution);
      frozen.solve(problem, solution);
      if (isConsistent(problem, solution, frictions)) return;
      // At the edge between modes the finite compliance may have chosen the wrong side: its own answer is then better than the polished
      // one.
      solveOnFoundation(foundation, problem, frictions, solution);
      holdStill(problem, solution);
      return;
    }
    const relaxed = relaxContacts(problem, frictions, solution);
    holdStill(problem, solution);
    frozen.solve(problem, solution);
    if (isConsistent(problem, solution, frictions)) return;
    if (relaxed) {
      relaxContacts(problem, frictions, solution);
      holdStill(problem, solution);
      return;
    }
    throw new NoForces(inconsistency(problem), { contacts: problem.count });
  }

  const kept = createForceSolution(size, mostContacts);

  /**
   * What is held at the edge of its friction cone pushes with the friction there is, against the direction it has; contacts that stick take
   * the rest, and that is what forces and rates say. It does not move, whether that direction is right or the load has turned since:
   * accelerations are those of contacts that all stick.
   *
   * Otherwise slips that begin turn to where they are accelerated.
   */
  function freeze(problem: ForceProblem, solution: ForceSolution): void {
    frozen.solve(problem, solution);
    const { modes, forces, applied, rates, load } = solution;
    if (!modes.subarray(0, problem.count).includes(HELD)) {
      followOnsets(problem, solution, () => frozen.solve(problem, solution));
      applied.set(forces);
      return;
    }
    kept.forces.set(forces);
    kept.rates.set(rates);
    kept.load.set(load);
    kept.modes.set(modes);
    for (let i = 0; i < problem.count; i++) if (modes[i] === HELD) modes[i] = STICK;
    frozen.solve(problem, solution);
    applied.set(forces);
    modes.set(kept.modes.subarray(0, modes.length));
    forces.set(kept.forces.subarray(0, forces.length));
    rates.set(kept.rates.subarray(0, rates.length));
    load.set(kept.load.subarray(0, load.length));
  }

  return {
    solve: (problem, solution) => onEachIsland(problem, solution, solveIsland),
    solveFrozen: (problem, solution) => onEachIsland(problem, solution, freeze),
  };
}

/**
 * On the foundation a contact can reach the edge of its cone without moving, because others that stick hold the body: that is not the
 * beginning of slip.
 */
function holdStill(problem: ForceProblem, { modes, rates }: ForceSolution): void {
  if (!modes.subarray(0, problem.count).includes(STICK)) return;
  const still = STILL * freeRate(problem);
  for (let i = 0; i < problem.count; i++)
    if (modes[i] === ONSET && Math.abs(rates[3 * i]) <= still && Math.abs(rates[3 * i + 1]) <= still) modes[i] = HELD;
}

/** Times the largest free rate: above what the finite compliance leaves, below any slip that begins. */
const STILL = 1e-5;

function isConsistent(problem: ForceProblem, { forces, rates, modes }: ForceSolution, frictions: Float64Array): boolean {
  const { count } = problem;
  const scale = freeRate(problem);
  let push = 0;
  for (let row = 0; row < 3 * count; row++) push = Math.max(push, Math.abs(forces[row]));
  for (let i = 0; i < count; i++) {
    if (rates[3 * i + 2] < -TOLERANCE * scale || forces[3 * i + 2] < -TOLERANCE * push) return false;
    if (modes[i] === UNLOADED) continue;
    const held = Math.sqrt(forces[3 * i] * forces[3 * i] + forces[3 * i + 1] * forces[3 * i + 1]);
    if (modes[i] === STICK && held > frictions[i] * forces[3 * i + 2] + TOLERANCE * push) return false;
  }
  return true;
}

/** Why there are no forces: the contact whose own response to being pushed is the wrong way round, if there is one. */
function inconsistency(problem: ForceProblem): string {
  for (let i = 0; i < problem.count; i++) {
    const normal = mobility(problem, 3 * i + 2, 3 * i + 2);
    const coupling1 = mobility(problem, 3 * i, 3 * i + 2);
    const coupling2 = mobility(problem, 3 * i + 1, 3 * i + 2);
    const coupling = Math.sqrt(coupling1 * coupling1 + coupling2 * coupling2);
    if (problem.friction[i] * coupling >= normal) {
      const critical = (normal / coupling).toPrecision(4);
      return (
        `no contact forces are consistent with this motion (Painleve): contact ${i} slides with friction ` +
        `${problem.friction[i]}, and above ${critical} friction can press it the harder the more it pushes`
      );
    }
  }
  return `no consistent forces were found for ${problem.count} contacts at once`;
}
