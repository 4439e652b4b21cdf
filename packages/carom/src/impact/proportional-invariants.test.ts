/** What the law for several contacts by default holds over random scenes: no order, no axes, no units, no mesh. */
import { describe, expect, it } from "vitest";
import type { Quaternion } from "../math/quaternion.js";
import * as quaternion from "../math/quaternion.js";
import { createRandom } from "../math/random.js";
import { velocitiesAfter } from "../mechanics/from-bodies.js";
import { contactProblemFromCoordinates } from "../mechanics/from-coordinates.js";
import { distance, norm, normalsOf, times, withContacts } from "../testing/agreement.js";
import { shuffled } from "../testing/scenes/random.js";
import { inOtherWorld, reordered } from "../testing/scenes/transform.js";
import { commonPlaneFamilies, cornerFamilies, gentle, oneBodyFamilies } from "../testing/scenes.js";
import type { ImpactOutcome } from "./outcome.js";
import { solveProportional } from "./proportional.js";

const SEED = 20_261_117;
/** Says itself that another answer is as good, or that it found none. */
const isUndetermined = ({ warnings }: ImpactOutcome) => warnings.some(({ code }) => code === "not-unique" || code === "not-converged");

describe("one body at several points", () => {
  it.each(gentle(oneBodyFamilies))("on a $name: the order of the contacts changes nothing", ({ draw }) => {
    const random = createRandom(SEED);
    const wrong: string[] = [];
    for (let n = 0; n < 30; n++) {
      const { problem } = draw(random);
      const outcome = solveProportional(problem);
      const other = reordered(problem, shuffled(random, [...problem.contacts.keys()]));
      const again = solveProportional(other.problem);
      const off = distance(other.back(again.velocity), outcome.velocity) / norm(problem.velocity);
      if (!(off <= 1e-9) && !isUndetermined(outcome)) wrong.push(`scene ${n}: ${off.toExponential(1)}`);
    }
    expect(wrong).toEqual([]);
  });

  it("follows a jump to its end: a box in a corner that was taken to be wedged half way", () => {
    const random = createRandom(SEED);
    const { draw } = gentle(cornerFamilies).find(({ name }) => name === "box in a corner")!;
    const scenes = Array.from({ length: 28 }, () => {
      const { problem } = draw(random);
      shuffled(random, problem.contacts);
      return problem;
    });
    const { warnings, energy, events, velocity } = solveProportional(scenes[27]);
    expect(warnings.map(({ code }) => code)).toEqual(["jump"]);
    // All that is to be given back is: with e = 0.5 at both contacts, of which neither approaches again, a third of what is lost.
    const { storedEnergy } = events.find(({ kind }) => kind === "compression-end")!;
    expect(energy.restitutionLoss / storedEnergy).toBeCloseTo(3, 9);
    for (const v of normalsOf(scenes[27], velocity)) expect(v).toBeGreaterThan(0);
  });

  it.each(gentle([...commonPlaneFamilies, ...cornerFamilies]))(
    "on a $name: turning and mirroring the world changes nothing",
    ({ draw }) => {
      const random = createRandom(SEED);
      const wrong: string[] = [];
      for (let n = 0; n < 20; n++) {
        const scene = draw(random);
        const turn = quaternion.normalize([random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5] as unknown as Quaternion)!;
        const other = inOtherWorld(scene, turn, n % 2 === 0);
        const outcome = solveProportional(scene.problem);
        const after = velocitiesAfter(scene.bodies, scene.contacts, outcome.impulse);
        const seen = velocitiesAfter(other.scene.bodies, other.scene.contacts, solveProportional(other.scene.problem).impulse);
        const speed = norm(scene.problem.velocity);
        for (const [name, motion] of Object.entries(after)) {
          const off = distance(seen[name].velocity, other.move(motion).velocity) / speed;
          if (!(off <= 1e-9) && !isUndetermined(outcome)) wrong.push(`scene ${n}: ${off.toExponential(1)}`);
        }
      }
      expect(wrong).toEqual([]);
    },
  );

  it("units of 1e-12 to 1e12 change nothing", () => {
    const random = createRandom(SEED);
    for (const { draw } of gentle(oneBodyFamilies))
      for (let n = 0; n < 4; n++) {
        const { kineticEnergy, ...problem } = draw(random).problem;
        const { velocity, impulse } = solveProportional(problem);
        for (const [speed, mobility] of [
          [1e-12, 1e12],
          [1e12, 1e-12],
          [3e-7, 5e11],
        ]) {
          const scaled = {
            ...problem,
            velocity: times(problem.velocity, speed),
            mobility: problem.mobility.map((line) => times(line, mobility)),
          };
          const other = solveProportional(scaled);
          expect(distance(times(other.velocity, 1 / speed), velocity)).toBeLessThanOrEqual(1e-9 * norm(problem.velocity));
          expect(distance(normalsOf(problem, times(other.impulse, mobility / speed)), normalsOf(problem, impulse))).toBeLessThanOrEqual(
            1e-9 * norm(impulse),
          );
        }
      }
  });

  it("smooth and plastic: nothing pushes and leaves, for the shortest way to a motion that does not approach", () => {
    const random = createRandom(SEED);
    for (const { draw } of oneBodyFamilies)
      for (let n = 0; n < 15; n++) {
        const smooth = withContacts(draw(random).problem, ({ staticFriction, ...contact }) => ({
          ...contact,
          friction: 0,
          restitution: 0,
        }));
        const { impulse, velocity } = solveProportional(smooth);
        const [pushes, leaves] = [normalsOf(smooth, impulse), normalsOf(smooth, velocity)];
        const size = norm(pushes) * norm(smooth.velocity);
        for (let i = 0; i < pushes.length; i++) expect(Math.abs(pushes[i] * leaves[i])).toBeLessThanOrEqual(1e-9 * size);
      }
  });

  it("smooth with one e, nothing separating before: u+ = (1 + e) u_c - e u-", () => {
    const random = createRandom(SEED);
    for (const { draw } of oneBodyFamilies)
      for (let n = 0; n < 10; n++) {
        const { problem } = draw(random);
        if (normalsOf(problem, problem.velocity).some((v) => v > 0)) continue;
        const e = random();
        const smooth = (restitution: number) =>
          solveProportional(withContacts(problem, ({ staticFriction, ...contact }) => ({ ...contact, friction: 0, restitution }))).velocity;
        const [plastic, bounced] = [smooth(0), smooth(e)];
        const expected = plastic.map((v, i) => (1 + e) * v - e * problem.velocity[i]);
        expect(distance(bounced, expected)).toBeLessThanOrEqual(1e-9 * norm(problem.velocity));
      }
  });
});

describe("points along an edge", () => {
  it("2, 3 and 25 of them are one edge, for any friction and restitution", () => {
    const random = createRandom(SEED);
    const wrong: string[] = [];
    for (let n = 0; n < 40; n++) {
      const [a, c] = [0.1 + random(), 0.1 + 2 * random()];
      const inertia = (a * a + c * c) / 3;
      const speeds = [4 * random() - 2, -random(), n % 4 === 0 ? 0 : (2 * random() - 1) / a];
      const material = { friction: n % 3 === 0 ? 0.1 * random() : random(), restitution: n % 5 === 0 ? 0 : random() };
      const after = (points: number) => {
        const jacobian = Array.from({ length: points }, (_, i) => -a + (2 * a * i) / (points - 1)).flatMap((x) => [
          [1, 0, c],
          [0, 1, x],
        ]);
        const massMatrix = [
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, inertia],
        ];
        const problem = contactProblemFromCoordinates({ massMatrix, jacobian, speeds }, new Array(points).fill(material));
        const { impulse } = solveProportional(problem);
        return speeds.map((speed, k) => speed + jacobian.reduce((sum, line, i) => sum + line[k] * impulse[i], 0) / massMatrix[k][k]);
      };
      const two = after(2);
      for (const points of [3, 25]) {
        const off = distance(after(points), two);
        if (!(off <= 1e-9)) wrong.push(`edge ${n}, ${points} points: ${off.toExponential(1)}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
