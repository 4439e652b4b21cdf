/** The law `planar` over random problems: against methods that share no code with it, and what every impact must hold. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ContactProblem } from "../mechanics/contact-problem.js";
import { contactProblemFromCoordinates, speedsAfter } from "../mechanics/from-coordinates.js";
import { distance, norm } from "../testing/agreement.js";
import { FEWER_RUNS, parts, planarProblem, problemOf, RUNS, uniform, unit } from "../testing/planar-problems.js";
import { contactProblem } from "../testing/problems.js";
import { solveFrictional } from "./frictional.js";
import type { EventKind, ImpactOutcome } from "./outcome.js";
import { solvePlanar } from "./planar.js";
import { NORMAL_IMPULSE, PLANAR_BRANCHES, PLANAR_SIZE, planarImpact, TANGENTIAL_IMPULSE } from "./slip/planar.js";

const at = (outcome: ImpactOutcome, kind: EventKind) => outcome.events.find((event) => event.kind === kind)!;
const kinds = (outcome: ImpactOutcome) => outcome.events.map((event) => event.kind);

/**
 * The same impact by marching: forward in normal impulse from event to event with the quadratic formula on signs alone, knowing no
 * branches. The sheet's second prototype in a few lines.
 */
function march(problem: ContactProblem): number[] {
  const { a, b, c, approach, friction, staticFriction, restitution } = parts(problem);
  let slip = problem.velocity[0];
  let v = -approach;
  let stored = 0;
  let [tangential, normal] = [0, 0];
  let compressing = true;
  let direction = Math.sign(slip);
  for (let event = 0; event < 10; event++) {
    const sticks = slip === 0 && Math.abs(b / a) <= staticFriction;
    if (slip === 0) direction = Math.sign(b);
    const ratio = friction === 0 ? 0 : sticks ? -b / a : -friction * direction;
    const rate = b + ratio * a;
    const slope = c + ratio * b;
    const toStop = friction > 0 && slip !== 0 && slip * rate < 0 ? -slip / rate : Number.POSITIVE_INFINITY;
    const toPause = compressing && slope > 0 ? -v / slope : Number.POSITIVE_INFINITY;
    const toEnd = compressing ? Number.POSITIVE_INFINITY : (2 * stored) / (v + Math.sqrt(v * v + 2 * slope * stored));
    const x = Math.min(toStop, toPause, toEnd);
    normal += x;
    tangential += ratio * x;
    stored -= x * (v + 0.5 * slope * x);
    v = x === toPause ? 0 : v + slope * x;
    slip = x === toStop || sticks ? 0 : slip + rate * x;
    if (x === toEnd) return [tangential, normal];
    if (x === toPause) {
      compressing = false;
      stored *= restitution ** 2;
      if (restitution === 0) return [tangential, normal];
    }
  }
  throw new Error("the march does not end");
}

/** Slip that is not zero but below what counts as zero here: the impulse is the same, its name is not. */
function isAtRest(problem: ContactProblem): boolean {
  const { a, c, slip, approach } = parts(problem);
  return slip !== 0 && Math.abs(slip) < 2e-12 * approach * Math.sqrt(a / c);
}

describe("against other methods", () => {
  it("equals frictional on planar data to 1e-10", () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(planarProblem, (problem) => {
        const outcome = solvePlanar(problem);
        const other = solveFrictional(problem);
        seen.add(outcome.branch!);
        expect(distance(outcome.impulse, other.impulse)).toBeLessThanOrEqual(1e-10 * norm(other.impulse));
        expect(distance(outcome.velocity, other.velocity)).toBeLessThanOrEqual(1e-10 * (norm(problem.velocity) + norm(other.velocity)));
        if (!isAtRest(problem)) expect(outcome.slip).toEqual(other.slip);
        expect(outcome.energy.frictionLoss).toBeCloseTo(other.energy.frictionLoss, 9);
      }),
      RUNS,
    );
    // Every branch that a regular mobility allows was met.
    expect([...seen].sort()).toEqual(PLANAR_BRANCHES.filter((name) => name !== "none" && !name.endsWith("LOCK")).sort());
  });

  it("equals an event-driven march to rounding", () => {
    fc.assert(
      fc.property(planarProblem, (problem) => {
        const expected = march(problem);
        expect(distance(solvePlanar(problem).impulse, expected)).toBeLessThanOrEqual(1e-10 * norm(expected));
      }),
      RUNS,
    );
  });

  it("equals frictional in its events, too", () => {
    fc.assert(
      fc.property(planarProblem, (problem) => {
        const ours = solvePlanar(problem);
        const theirs = solveFrictional(problem);
        if (isAtRest(problem)) return;
        // Pauses that coincide may come in either order.
        const stop = at(ours, "slip-stop");
        const pause = at(ours, "compression-end").normalImpulse;
        if (stop !== undefined && Math.abs(stop.normalImpulse - pause) < 1e-9 * pause) return;
        const end = ours.impulse[1];
        if (stop !== undefined && Math.abs(stop.normalImpulse - end) < 1e-9 * end) return;
        expect(kinds(ours)).toEqual(kinds(theirs));
        ours.events.forEach((event, i) => {
          expect(distance(event.impulse, theirs.events[i].impulse)).toBeLessThanOrEqual(1e-9 * norm(ours.impulse));
          expect(Math.abs(event.storedEnergy - theirs.events[i].storedEnergy)).toBeLessThanOrEqual(1e-9 * ours.energy.before);
        });
      }),
      RUNS,
    );
  });

  it("the core gives the law's answer and writes nothing else", () => {
    const out = new Float64Array(PLANAR_SIZE + 1).fill(7);
    fc.assert(
      fc.property(planarProblem, (problem) => {
        const { a, b, c, slip, approach, friction, restitution } = parts(problem);
        const branch = planarImpact(a, b, c, slip, -approach, friction, friction, restitution, out);
        const outcome = solvePlanar(problem);
        expect(PLANAR_BRANCHES[branch]).toBe(outcome.branch);
        expect([out[TANGENTIAL_IMPULSE], out[NORMAL_IMPULSE]]).toEqual(outcome.impulse);
        expect(out[PLANAR_SIZE]).toBe(7);
      }),
      RUNS,
    );
  });
});

describe("invariants", () => {
  it("loses energy, gives back e^2, stays in the cone, separates", () => {
    fc.assert(
      fc.property(planarProblem, (problem) => {
        const { friction, restitution: e } = parts(problem);
        const { energy, impulse, velocity, events } = solvePlanar(problem);
        expect(energy.after).toBeLessThanOrEqual(energy.before * (1 + 1e-12));
        expect(Math.abs(energy.residual)).toBeLessThanOrEqual(1e-10 * energy.before);
        expect(energy.frictionLoss).toBeGreaterThanOrEqual(0);
        const stored = events.find(({ kind }) => kind === "compression-end")!.storedEnergy;
        expect(Math.abs(e * e * energy.restitutionLoss - (1 - e * e) * stored)).toBeLessThanOrEqual(1e-12 * energy.before);
        expect(Math.abs(impulse[0])).toBeLessThanOrEqual(friction * impulse[1] * (1 + 1e-12));
        expect(impulse[1]).toBeGreaterThan(0);
        expect(velocity[1]).toBeGreaterThanOrEqual(0);
        expect(velocity[1] === 0).toBe(e === 0);
        expect(events.at(-1)!.kind).toBe("end");
        expect(events.at(-1)!.impulse).toEqual(impulse);
      }),
      RUNS,
    );
  });

  it("changes the velocity by mobility times impulse", () => {
    fc.assert(
      fc.property(planarProblem, (problem) => {
        const { impulse, velocity } = solvePlanar(problem);
        const expected = problem.mobility.map((row, i) => problem.velocity[i] + row[0] * impulse[0] + row[1] * impulse[1]);
        const scale = norm(problem.velocity) + norm(problem.mobility.map((row) => norm(row))) * norm(impulse);
        expect(distance(velocity, expected)).toBeLessThanOrEqual(1e-12 * scale);
      }),
      RUNS,
    );
  });

  it("without friction and with e = 1 keeps all energy, and without a change of slip gives -e times the approach", () => {
    fc.assert(
      fc.property(planarProblem, (problem) => {
        const { approach, restitution, c } = parts(problem);
        const smooth = solvePlanar({ ...problem, contacts: [{ friction: 0, restitution: 1 }] });
        expect(smooth.energy.after).toBeCloseTo(smooth.energy.before, 9);
        expect(smooth.impulse[0]).toBe(0);
        expect(smooth.impulse[1]).toBeCloseTo((2 * approach) / c, 9);
        const outcome = solvePlanar(problem);
        if (outcome.branch === "sliding|normal-pause" || outcome.branch!.startsWith("start"))
          expect(Math.abs(outcome.velocity[1] - restitution * approach)).toBeLessThanOrEqual(1e-13 * approach);
      }),
      RUNS,
    );
  });

  it("scales with the velocity and the mass, and mirrors with the tangent", () => {
    fc.assert(
      fc.property(planarProblem, fc.integer({ min: -6, max: 6 }), (problem, power) => {
        const factor = 2 ** power;
        const { impulse, velocity, energy } = solvePlanar(problem);
        const faster = solvePlanar({ ...problem, velocity: problem.velocity.map((v) => v * factor) });
        expect(faster.impulse).toEqual(impulse.map((p) => p * factor));
        expect(faster.velocity).toEqual(velocity.map((v) => v * factor));
        expect(faster.energy.after).toBe(energy.after * factor * factor);
        const heavier = solvePlanar({ ...problem, mobility: problem.mobility.map((row) => row.map((w) => w / factor)) });
        expect(heavier.impulse).toEqual(impulse.map((p) => p * factor));
        expect(heavier.velocity).toEqual(velocity);
        const { a, b, c, slip, approach } = parts(problem);
        const mirrored = solvePlanar({ ...problem, ...problemOf([a, -b, c], [-slip, -approach], problem.contacts[0]) });
        expect(distance(mirrored.impulse, [-impulse[0], impulse[1]])).toBe(0);
        expect(distance(mirrored.velocity, [-velocity[0], velocity[1]])).toBe(0);
        expect(mirrored.branch).toBe(solvePlanar(problem).branch);
      }),
      FEWER_RUNS,
    );
  });

  it("does not depend on the generalised coordinates, and M (u after - u) = J^T p", () => {
    const entries = fc.array(unit, { minLength: 9, maxLength: 9 });
    fc.assert(
      fc.property(entries, entries, entries, (m, j, t) => {
        const square = (x: readonly number[], diagonal: number) =>
          [0, 1, 2].map((i) => [0, 1, 2].map((k) => x[3 * i + k] + (i === k ? diagonal : 0)));
        const multiply = (x: number[][], y: number[][]) =>
          x.map((row) => y[0].map((_, k) => row.reduce((sum, value, i) => sum + value * y[i][k], 0)));
        const transpose = (x: number[][]) => x[0].map((_, k) => x.map((row) => row[k]));
        const root = square(m, 2);
        const massMatrix = multiply(transpose(root), root);
        const jacobian = [
          [1 + j[0], j[1], j[2]],
          [j[3], 1.5 + j[4], j[5]],
        ];
        const speeds = [j[6], j[7] - 2, j[8]];
        const contact = { friction: 0.6, restitution: 0.7 };
        const system = { massMatrix, jacobian, speeds };
        const problem = contactProblemFromCoordinates(system, [contact]);
        const [[a, b], [, c]] = problem.mobility;
        if (problem.velocity[1] > -0.01 || a * c - b * b < 0.01 * a * c) return;
        const outcome = solvePlanar(problem);

        const after = speedsAfter(system, outcome.impulse);
        const change = massMatrix.map((row) => row.reduce((sum, value, i) => sum + value * (after[i] - speeds[i]), 0));
        const impulse = [0, 1, 2].map((k) => jacobian[0][k] * outcome.impulse[0] + jacobian[1][k] * outcome.impulse[1]);
        expect(distance(change, impulse)).toBeLessThanOrEqual(1e-12 * (1 + norm(impulse)));

        // u = T w with T near twice the unit matrix, hence regular; w from its inverse by Cramer's rule.
        const change3 = square(
          t.map((value) => 0.5 * value),
          2,
        );
        const [[p, q, r], [s, x, y], [z, f, g]] = change3;
        const determinant = p * (x * g - y * f) - q * (s * g - y * z) + r * (s * f - x * z);
        const replaced = (k: number) => change3.map((row, i) => row.map((value, col) => (col === k ? speeds[i] : value)));
        const solved = [0, 1, 2].map((k) => {
          const [[p1, q1, r1], [s1, x1, y1], [z1, f1, g1]] = replaced(k);
          return (p1 * (x1 * g1 - y1 * f1) - q1 * (s1 * g1 - y1 * z1) + r1 * (s1 * f1 - x1 * z1)) / determinant;
        });
        const other = {
          massMatrix: multiply(transpose(change3), multiply(massMatrix, change3)),
          jacobian: multiply(jacobian, change3),
          speeds: solved,
        };
        const otherOutcome = solvePlanar(contactProblemFromCoordinates(other, [contact]));
        expect(distance(otherOutcome.impulse, outcome.impulse)).toBeLessThanOrEqual(1e-9 * norm(outcome.impulse));
      }),
      FEWER_RUNS,
    );
  });

  it("is continuous in the slip across every border between branches", () => {
    const borders = new Set<string>();
    fc.assert(
      fc.property(planarProblem, uniform(-3, 3), (problem, target) => {
        const { a, b, c, approach, slip } = parts(problem);
        const solveAt = (value: number) => solvePlanar({ ...problem, ...problemOf([a, b, c], [value, -approach], problem.contacts[0]) });
        let [left, right] = [slip, target * approach * Math.sqrt(a / c)];
        let [first, last] = [solveAt(left), solveAt(right)];
        if (first.branch === last.branch) return;
        for (let i = 0; i < 60; i++) {
          const middle = 0.5 * (left + right);
          const outcome = solveAt(middle);
          if (outcome.branch === first.branch) [left, first] = [middle, outcome];
          else [right, last] = [middle, outcome];
        }
        borders.add([first.branch, last.branch].sort().join(" and "));
        expect(distance(first.impulse, last.impulse)).toBeLessThanOrEqual(1e-7 * norm(first.impulse));
      }),
      FEWER_RUNS,
    );
    expect(borders.size).toBeGreaterThanOrEqual(6);
  });

  it("tends to a bilateral stick as friction grows", () => {
    fc.assert(
      fc.property(planarProblem, (problem) => {
        const { a, b, c, slip, approach, restitution } = parts(problem);
        // With the coupling driving the bodies together while slip is taken away; the other way it may throw them apart at once.
        const drawn = Math.abs(slip) * Math.abs(b);
        const stuck = -approach - drawn / a;
        const outcome = solvePlanar(problemOf([a, Math.abs(b), c], [Math.abs(slip), -approach], { friction: 1e12, restitution }));
        const kept = c - b * (b / a);
        // Slip is removed within no normal impulse by -slip/a; then a direct impact with the mobility that is left.
        expect(Math.abs(outcome.velocity[1] + restitution * stuck)).toBeLessThanOrEqual(1e-5 * Math.abs(stuck));
        expect(Math.abs(outcome.impulse[1] * kept + (1 + restitution) * stuck)).toBeLessThanOrEqual(1e-5 * Math.abs(stuck));
        expect(outcome.velocity[0]).toBe(0);
      }),
      FEWER_RUNS,
    );
  });

  it("holds what every law holds, on the planar part of the common problems", () => {
    fc.assert(
      fc.property(contactProblem, fc.constantFrom(0.25, 1, 8), (spatial, factor) => {
        const [[b11, , d1], , [, , n]] = spatial.mobility;
        const problem = problemOf([b11, d1, n], [spatial.velocity[0], spatial.velocity[2]], spatial.contacts[0]);
        const { friction, restitution, approach } = parts(problem);
        const outcome = solvePlanar(problem, { history: true });
        const numbers = [
          ...outcome.impulse,
          ...outcome.velocity,
          ...outcome.events.flatMap((event) => [...event.impulse, ...event.velocity, event.storedEnergy, event.frictionLoss]),
          ...Object.values(outcome.energy),
        ];
        expect(numbers.every(Number.isFinite)).toBe(true);
        expect(outcome.events.at(-1)!.kind).toBe("end");
        expect(Math.abs(outcome.energy.residual)).toBeLessThanOrEqual(1e-10 * outcome.energy.before);
        expect(outcome.velocity[1]).toBeGreaterThanOrEqual(0);
        const { history } = outcome;
        expect(history!.impulse.filter(([t, p]) => Math.abs(t) > (friction * (1 + 1e-9) + 1e-12) * p)).toEqual([]);
        expect(history!.normalImpulse.every((value, i, all) => i === 0 || value >= all[i - 1] * (1 - 1e-14))).toBe(true);
        expect(history!.normalImpulse.at(-1)).toBeCloseTo(outcome.impulse[1], 9);
        const faster = solvePlanar({ ...problem, velocity: problem.velocity.map((v) => v * factor) });
        const scaled = outcome.impulse.map((p) => p * factor);
        expect(distance(faster.impulse, scaled)).toBeLessThanOrEqual(1e-14 * norm(scaled));
        const smooth = solvePlanar({ ...problem, contacts: [{ friction: 0, restitution }] });
        expect(smooth.impulse[0]).toBe(0);
        expect(Math.abs(smooth.impulse[1] - ((1 + restitution) * approach) / n)).toBeLessThanOrEqual(1e-13 * smooth.impulse[1]);
        const plastic = solvePlanar({ ...problem, contacts: [{ friction, restitution: 0 }] });
        expect(plastic.velocity[1]).toBe(0);
      }),
      FEWER_RUNS,
    );
  });
});
