/**
 * A system written by hand: a pendulum that swings against a wall.
 *
 *     m l^2 w' = -m g l sin a          bob at l (sin a, 0, -cos a)          gap to the wall x = 0: l sin a
 *
 * From rest at the angle a0 it meets the wall after a quarter of the period 2 pi sqrt(l/g) / agm(1, cos(a0/2)); it comes back with e of its
 * speed, so that sin(a1/2) = e sin(a0/2), and meets the wall again after half a period of that swing.
 */
import { expect, it } from "vitest";
import type { Feature, MechanicalSystem } from "../system/mechanical-system.js";
import { createSimulation } from "./simulation.js";

const [G, LENGTH, MASS] = [9.81, 0.7, 2];

function pendulumAtWall(restitution: number): MechanicalSystem {
  const bob: Feature = { pair: 0, key: "bob/wall" };
  const inertia = MASS * LENGTH * LENGTH;
  return {
    coordinateCount: 1,
    speedCount: 1,
    size: LENGTH,
    pairs: [{ between: ["bob", "wall"], material: { friction: 0, restitution } }],
    rates: (_angle, [speed], out) => {
      out[0] = speed;
    },
    solveMass: (_angle, [x], out) => {
      out[0] = x / inertia;
    },
    forces: (_time, [angle], _speed, out) => {
      out[0] = -MASS * G * LENGTH * Math.sin(angle);
    },
    kineticEnergy: (_angle, [speed]) => 0.5 * inertia * speed * speed,
    potentialEnergy: (_time, [angle]) => MASS * G * LENGTH * (1 - Math.cos(angle)),
    appliedPower: () => 0,
    normalise: () => {},
    displace: (angle, [change]) => {
      angle[0] += change;
    },
    features: () => [bob],
    gap: (_feature, [angle]) => LENGTH * Math.sin(angle),
    separation: () => undefined,
    clearance: (_pair, [angle]) => LENGTH * Math.sin(angle),
    approachBound: (_pair, [speed]) => LENGTH * Math.abs(speed),
    turningBound: (_pair, [speed]) => Math.abs(speed),
    evaluate: (_feature, [angle], [speed], out) => {
      const [sine, cosine] = [LENGTH * Math.sin(angle), LENGTH * Math.cos(angle)];
      Object.assign(out.point, [sine, 0, -cosine]);
      Object.assign(out.tangent1, [0, 1, 0]);
      Object.assign(out.tangent2, [0, 0, 1]);
      Object.assign(out.normal, [1, 0, 0]);
      out.gap = sine;
      out.jacobian.set([0, sine, cosine]);
      out.bias.set([0, cosine * speed * speed, -sine * speed * speed]);
    },
  };
}

/** Of a swing of an amplitude, s. */
function period(amplitude: number): number {
  let [a, b] = [1, Math.cos(amplitude / 2)];
  for (let k = 0; k < 8; k++) [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
  return (2 * Math.PI * Math.sqrt(LENGTH / G)) / a;
}

it.each([0.3, 0.8])("a pendulum swings against a wall and comes back with %s of its speed", (restitution) => {
  const amplitude = 1.2;
  const system = pendulumAtWall(restitution);
  const simulation = createSimulation(system, { coordinates: [amplitude], speeds: [0] });
  const hits: number[] = [];
  simulation.advance(2, { event: ({ kind, time }) => void (kind === "impact" && hits.push(time)) });
  const second = 2 * Math.asin(restitution * Math.sin(amplitude / 2));
  expect(hits[0]).toBeCloseTo(period(amplitude) / 4, 9);
  expect(hits[1] - hits[0]).toBeCloseTo(period(second) / 2, 9);
  const { before, residual } = simulation.ledger();
  expect(Math.abs(residual)).toBeLessThan(1e-9 * before);
});
