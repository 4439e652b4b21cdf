/**
 * Which rule for contacts that have opened is the limit of stiff springs: discs that really move, with springs of 1e4, 1e6 and 1e8 N/m
 * between them.
 */
import { expect, it } from "vitest";
import { createIntegrator } from "../../math/ode/integrator.js";
import { createRandom } from "../../math/random.js";
import { type BodyContact, contactProblemFromBodies, velocitiesAfter } from "../../mechanics/from-bodies.js";
import type { RigidBody } from "../../mechanics/rigid-body.js";
import { solveSimultaneous } from "../simultaneous.js";

const RADIUS = 50;
const COUNT = 5;

interface Disc {
  readonly mass: number;
  readonly x: number;
  readonly z: number;
  readonly vx: number;
  readonly vz: number;
}

/** Each touches the next, along a crooked line. */
function crookedRow(random: () => number): Disc[] {
  const discs: Disc[] = [];
  for (let i = 0; i < COUNT; i++) {
    const last = discs.at(-1);
    const angle = 1.2 * (random() - 0.5);
    const [x, z] = last === undefined ? [0, 0] : [last.x + 2 * RADIUS * Math.cos(angle), last.z + 2 * RADIUS * Math.sin(angle)];
    discs.push({ mass: 0.2 + 2 * random(), x, z, vx: i === 0 ? 1 : 0.3 * (random() - 0.5), vz: 0.3 * (random() - 0.5) });
  }
  return discs;
}

/** Velocities long after, by the springs. */
function bySprings(discs: readonly Disc[], k: number): number[] {
  const state = discs.flatMap(({ x, z, vx, vz }) => [x, z, vx, vz]);
  const options = { dimension: state.length, relativeTolerance: 1e-12, absoluteTolerance: 1e-12 } as const;
  const integrator = createIntegrator(options, (_time, y, out) => {
    for (let i = 0; i < COUNT; i++) [out[4 * i], out[4 * i + 1], out[4 * i + 2], out[4 * i + 3]] = [y[4 * i + 2], y[4 * i + 3], 0, 0];
    for (let i = 0; i + 1 < COUNT; i++) {
      const [dx, dz] = [y[4 * i + 4] - y[4 * i], y[4 * i + 5] - y[4 * i + 1]];
      const distance = Math.sqrt(dx * dx + dz * dz);
      const force = k * Math.max(0, 2 * RADIUS - distance);
      for (const [body, sign] of [
        [i, -1],
        [i + 1, 1],
      ]) {
        out[4 * body + 2] += (sign * force * dx) / distance / discs[body].mass;
        out[4 * body + 3] += (sign * force * dz) / distance / discs[body].mass;
      }
    }
  });
  integrator.start(0, state);
  integrator.advance(100 / Math.sqrt(k));
  return discs.flatMap((_, i) => [integrator.state[4 * i + 2], integrator.state[4 * i + 3]]);
}

function byLaw(discs: readonly Disc[], reactivation: "gap" | "velocity"): number[] {
  const bodies = Object.fromEntries(
    discs.map(({ mass, x, z, vx, vz }, i): [string, RigidBody] => {
      const moment = 0.4 * mass * RADIUS * RADIUS;
      return [`${i}`, { mass, inertia: [moment, moment, moment], position: [x, 0, z], velocity: [vx, 0, vz] }];
    }),
  );
  const contacts = discs.slice(1).map(({ x, z }, i): BodyContact => {
    const { x: x0, z: z0 } = discs[i];
    const point = [(x + x0) / 2, 0, (z + z0) / 2] as const;
    return { between: [`${i + 1}`, `${i}`], point, normal: [x - x0, 0, z - z0], friction: 0, restitution: 1 };
  });
  const { problem } = contactProblemFromBodies(bodies, contacts);
  const after = velocitiesAfter(bodies, contacts, solveSimultaneous(problem, { reactivation }).impulse);
  return discs.flatMap((_, i) => [after[`${i}`].velocity[0], after[`${i}`].velocity[2]]);
}

const difference = (a: readonly number[], b: readonly number[]) => Math.max(...a.map((value, i) => Math.abs(value - b[i])));

it("stiff springs tend to the rule of the gap, the default; the rule of the velocity differs", () => {
  const random = createRandom(3);
  let other = 0;
  for (let n = 0; n < 12; n++) {
    const discs = crookedRow(random);
    const gap = byLaw(discs, "gap");
    const [soft, stiffer, stiff] = [1e4, 1e6, 1e8].map((k) => difference(bySprings(discs, k), gap));
    expect(stiff).toBeLessThan(1e-4);
    expect(stiff).toBeLessThan(0.2 * stiffer + 1e-9);
    expect(stiffer).toBeLessThan(0.2 * soft + 1e-7);
    if (difference(byLaw(discs, "velocity"), gap) > 1e-3) other++;
  }
  expect(other).toBeGreaterThan(0);
});
