/** A ball pressed into the edge of a floor and a wall, one of which holds it at the edge of its cone, under a load that turns. */
import { describe, expect, it } from "vitest";
import {
  createForceProblem,
  createForceSolution,
  type ForceProblem,
  type ForceSolution,
  HELD,
  STICK,
} from "../../contact/force-problem.js";
import { createForceSolver } from "../../contact/force-solver.js";
import { turnHeldPushes } from "./held-pushes.js";

const [MASS, RADIUS, FRICTION] = [1, 0.1, 0.3];
/** Arm, first tangent, second tangent, normal. */
const FLOOR = [
  [0, 0, -RADIUS],
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
] as const;
const WALL = [
  [-RADIUS, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
  [1, 0, 0],
] as const;

/** Force at the centre, torque. */
function pressed(load: readonly number[]): ForceProblem {
  const problem = createForceProblem(6, 2);
  const turning = 1 / (0.4 * MASS * RADIUS * RADIUS);
  const inverse = [1 / MASS, 1 / MASS, 1 / MASS, turning, turning, turning];
  problem.count = 2;
  load.forEach((value, k) => {
    problem.free[k] = value * inverse[k];
  });
  [FLOOR, WALL].forEach(([[a, b, c], ...axes], i) => {
    axes.forEach(([x, y, z], row) => {
      // Along an axis at the end of an arm: v . e + w . (arm x e).
      [x, y, z, b * z - c * y, c * x - a * z, a * y - b * x].forEach((value, k) => {
        problem.jacobian[(3 * i + row) * 6 + k] = value;
        problem.response[(3 * i + row) * 6 + k] = value * inverse[k];
      });
    });
    problem.friction[i] = problem.staticFriction[i] = FRICTION;
  });
  return problem;
}

const loadAt = (turn: number) => [-10, 1 + turn, -30, 0.05, 0.4, 0.02 + 0.1 * turn];

function chosen(load: readonly number[]): ForceSolution {
  const solution = createForceSolution(6, 2);
  createForceSolver(6, 2).solve(pressed(load), solution);
  return solution;
}

/** With the modes and directions that were chosen under another load. */
function kept(load: readonly number[], { modes, direction }: ForceSolution): ForceSolution {
  const solution = createForceSolution(6, 2);
  solution.modes.set(modes);
  solution.direction.set(direction);
  createForceSolver(6, 2).solveFrozen(pressed(load), solution);
  return solution;
}

describe("a contact that others hold", () => {
  const before = chosen(loadAt(0));

  it("pushes, as the load turns, where the foundation says that it does then, and moves nothing", () => {
    expect(Array.from(before.modes)).toEqual([STICK, HELD]);
    for (const turn of [0.02, 0.2, 0.5]) {
      const solved = kept(loadAt(turn), before);
      const accelerations = solved.accelerations.slice();
      const problem = pressed(loadAt(turn));
      expect(turnHeldPushes(problem, solved)).toBe(true);
      createForceSolver(6, 2).solveFrozen(problem, solved);
      const anew = chosen(loadAt(turn));
      expect(Array.from(anew.modes)).toEqual([STICK, HELD]);
      for (let k = 2; k < 4; k++) expect(Math.abs(solved.direction[k] - anew.direction[k])).toBeLessThan(1e-6);
      expect(Math.abs(solved.direction[2] - before.direction[2])).toBeGreaterThan(5e-3);
      for (let row = 0; row < 6; row++) {
        expect(Math.abs(solved.forces[row] - anew.forces[row])).toBeLessThan(1e-5);
        expect(Math.abs(solved.rates[row])).toBeLessThan(1e-10);
      }
      expect(solved.accelerations).toEqual(accelerations);
    }
  });

  it("has no direction that holds it under a load that carries it away", () => {
    const load = [-10, 1, -30, 0.05, 0.4, 5];
    expect(turnHeldPushes(pressed(load), kept(load, before))).toBe(false);
  });
});
