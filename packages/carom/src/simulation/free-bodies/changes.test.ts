import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random.js";
import { systemFromScene } from "../scene/scene.js";
import { createFeatureState } from "../system/mechanical-system.js";
import type { SceneSystem } from "../system/scene-system.js";
import { flightOf } from "./flight.js";

/** First differences of fourth order over steps of 3e-4: truncation and rounding are both below 1e-9 of what is of order one. */
const STEP = 3e-4;
const STENCIL = [
  [1, 2 / 3],
  [-1, -2 / 3],
  [2, -1 / 12],
  [-2, 1 / 12],
] as const;

function difference(count: number, at: (move: number) => ArrayLike<number>): number[] {
  const sum = new Array<number>(count).fill(0);
  for (const [offset, weight] of STENCIL) {
    const values = at(offset * STEP);
    for (let k = 0; k < count; k++) sum[k] += (weight / STEP) * values[k];
  }
  return sum;
}

function expectNear(found: ArrayLike<number>, expected: ArrayLike<number>, within: number): void {
  const large = Math.max(1, ...Array.from(expected, Math.abs));
  for (let k = 0; k < expected.length; k++) expect(Math.abs(found[k] - expected[k]) / large, `number ${k}`).toBeLessThan(within);
}

/** A direction along which quaternions keep their length, and the state moved along it. */
function randomChange(system: SceneSystem, random: () => number) {
  const { coordinates, speeds } = system.initialState();
  for (let k = 0; k < speeds.length; k++) speeds[k] = 2 * random() - 1;
  const change = { coordinates: new Float64Array(coordinates.length), speeds: speeds.map(() => 2 * random() - 1) };
  const turn = new Float64Array(speeds.length).map(() => 2 * random() - 1);
  system.rates(coordinates, turn, change.coordinates);
  if (coordinates.length % 7 === 1) change.coordinates[coordinates.length - 1] = change.speeds[speeds.length - 1] = 0;
  const moved = (move: number) => {
    const there = { coordinates: coordinates.map((q, k) => q + move * change.coordinates[k]), speeds: Float64Array.from(speeds) };
    for (let k = 0; k < speeds.length; k++) there.speeds[k] += move * change.speeds[k];
    system.normalise(there.coordinates);
    return there;
  };
  return { state: { coordinates, speeds }, change, moved };
}

const box = { shape: { type: "box" as const, size: [0.2, 0.3, 0.12] as const }, mass: 1.1 };
const ball = { shape: { type: "sphere" as const, radius: 0.1 }, mass: 0.7 };
const turned = { orientation: [0.48, -0.36, 0, 0.8] as const };
const tilted = { plane: { normal: [0.2, -0.3, 0.9] as const } };
const shaken = {
  plane: { normal: [0, 0, 1] as const },
  motion: { type: "sine" as const, amplitude: [0.01, 0.02, 0.03] as const, frequency: 3 },
};

const SCENES = {
  "corners over a plane": { bodies: { box: { ...box, ...turned, position: [0, 0, 0.5] as const }, floor: tilted } },
  "a ball over a plane": { bodies: { ball: { ...ball, ...turned, position: [0, 0, 0.11] as const }, floor: tilted } },
  "a rim over a plane": {
    bodies: { can: { shape: { type: "cylinder", radius: 0.1, height: 0.2 }, mass: 1, ...turned, position: [0, 0, 0.3] }, floor: tilted },
  },
  "a rounded rim over a shaken table": {
    bodies: {
      coin: { shape: { type: "cylinder", radius: 0.1, height: 0.06, rounding: 0.02 }, mass: 1, ...turned, position: [0, 0, 0.3] },
      floor: shaken,
    },
  },
  "an ellipsoid over a plane": {
    bodies: {
      egg: { shape: { type: "ellipsoid", halfAxes: [0.06, 0.08, 0.2] }, mass: 1, ...turned, position: [0, 0, 0.3] },
      floor: tilted,
    },
  },
  "a ball on a ball": {
    bodies: { ball: { ...ball, position: [0, 0, 0.5] as const }, other: { ...ball, ...turned, position: [0.1, 0.12, 0.65] as const } },
  },
  "a ball on a box": {
    bodies: { ball: { ...ball, position: [0.02, 0.03, 0.8] as const }, box: { ...box, ...turned, position: [0, 0, 0.5] as const } },
  },
  "a ball over a shaken table": { bodies: { ball: { ...ball, ...turned, position: [0, 0, 0.3] as const }, floor: shaken } },
} as const;

describe.each(Object.entries(SCENES))("changes of touches: %s", (_, scene) => {
  const system = systemFromScene({ ...scene, material: { friction: 0.3, restitution: 0.5 } } as Parameters<typeof systemFromScene>[0]);
  const tangents = system.tangents?.();
  if (tangents === undefined) throw new Error("nothing is known");

  it("agree with differences", () => {
    const random = createRandom(7);
    for (const feature of system.features(0).slice(0, 3)) {
      const { state, change, moved } = randomChange(system, random);
      const [at, out, trial] = [createFeatureState(system), createFeatureState(system), createFeatureState(system)];
      const seen = tangents.createSeen(feature);
      tangents.see(state, seen, at);
      tangents.touch(seen, at, change, out);
      tangents.bias(seen, at, out);
      const numbers = (from: typeof at) => [
        from.gap,
        ...from.point,
        ...from.tangent1,
        ...from.tangent2,
        ...from.normal,
        ...from.jacobian,
        ...from.bias,
      ];
      const expected = difference(numbers(at).length, (move) => {
        const there = moved(move);
        system.evaluate(feature, there.coordinates, there.speeds, trial);
        return numbers(trial);
      });
      expectNear(numbers(out), expected, 1e-8);
    }
  });

  it("and so do those of rates, forces and masses", () => {
    const { state, change, moved } = randomChange(system, createRandom(11));
    const parts = (system.parts ?? []).map((_part, p) => p);
    const out = new Float64Array(system.coordinateCount);
    tangents.rates(state, change, out, parts);
    const rates = difference(out.length, (move) => {
      const there = moved(move);
      const found = new Float64Array(out.length);
      system.rates(there.coordinates, there.speeds, found);
      return found;
    });
    expectNear(out, rates, 1e-8);
    // a = M^-1 f: M da = df - dM a.
    const n = system.speedCount;
    const forced = new Float64Array(n);
    system.forces(0, state.coordinates, state.speeds, forced);
    const accelerations = Float64Array.from(forced);
    system.solveMass(state.coordinates, accelerations, accelerations);
    const free = difference(n, (move) => {
      const there = moved(move);
      const now = new Float64Array(n);
      system.forces(0, there.coordinates, there.speeds, now);
      system.solveMass(there.coordinates, now, now);
      return now;
    });
    const whole = new Float64Array(n);
    tangents.forces(state, change, whole, parts);
    tangents.subtractMass(state, change, accelerations, whole, parts);
    system.solveMass(state.coordinates, whole, whole);
    expectNear(whole, free, 1e-8);
  });
});

describe("changes by masses", () => {
  const bodies = {
    box: { ...box, inertia: [0.4, 0.5, 0.7], ...turned, position: [0, 0, 1] },
    other: { ...ball, position: [2, 0, 1] },
    floor: shaken,
  };
  const material = { friction: 0.3, restitution: 0.5 };
  const build = (mass: number, inertia: number, gravity: number) =>
    systemFromScene({
      bodies: { ...bodies, box: { ...bodies.box, mass, inertia: [0.4, 0.5, inertia] } },
      gravity: [0, 0, gravity],
      material,
    } as unknown as Parameters<typeof systemFromScene>[0]);
  const at = (move: number) => build(1.5 + move, 0.7 + 0.3 * move, -9.81 + 2 * move);

  it("agree with differences", () => {
    const system = at(0);
    const { state } = randomChange(system, createRandom(5));
    const parts = (system.parts ?? []).map((_part, p) => p);
    const n = system.speedCount;
    const push = Float64Array.from({ length: n }, (_value, k) => 1 + 0.3 * k);
    const others = STENCIL.map(([offset, weight]) => ({ weight: weight / STEP, system: at(offset * STEP) }));
    const found = system.tangents?.().massesAlong(others);
    if (found === undefined) throw new Error("nothing is known");
    const [accelerations, response] = [new Float64Array(n), new Float64Array(n)];
    found.addAccelerations(state, push, accelerations, parts);
    found.addResponse(state.coordinates, push, response, parts);
    const solved = (from: SceneSystem, forces: boolean) => {
      const out = new Float64Array(n);
      if (forces) from.forces(0, state.coordinates, state.speeds, out);
      for (let k = 0; k < n; k++) out[k] += push[k];
      from.solveMass(state.coordinates, out, out);
      return out;
    };
    const expected = [true, false].map((forces) => difference(n, (move) => solved(at(move), forces)));
    expectNear(accelerations, expected[0], 1e-9);
    expectNear(response, expected[1], 1e-9);
  });

  it("are not known where masses are not", () => {
    const system = at(0);
    expect(system.tangents?.().massesAlong([{ weight: 1, system: {} }])).toBeUndefined();
  });
});

describe("changes of flights", () => {
  it.each([
    ["a round body", [0.4, 0, 0, 0, 0.4, 0, 0, 0, 0.4]],
    ["a body with an axis", [0.4, 0, 0, 0, 0.4, 0, 0, 0, 0.7]],
    ["one with another axis", [0.9, 0, 0, 0, 0.3, 0, 0, 0, 0.3]],
  ] as const)("agree with differences: %s", (_, inertia) => {
    const flight = flightOf([...inertia], [0, 0, -9.81]);
    if (flight?.along === undefined) throw new Error("no flight");
    const random = createRandom(3);
    for (const elapsed of [1e-3, 0.4, 2.5]) {
      const start = Float64Array.from({ length: 13 }, () => 2 * random() - 1);
      const length = Math.sqrt(start.subarray(3, 7).reduce((sum, q) => sum + q * q, 0));
      for (let c = 3; c < 7; c++) start[c] /= length;
      const change = Float64Array.from({ length: 13 }, () => 2 * random() - 1);
      const along = [3, 4, 5, 6].reduce((sum, c) => sum + start[c] * change[c], 0);
      for (let c = 3; c < 7; c++) change[c] -= along * start[c];
      const [end, out] = [new Float64Array(13), new Float64Array(13)];
      flight.stateAt(start, elapsed, end);
      flight.along(start, elapsed, end, change, out);
      const expected = difference(13, (move) => {
        const moved = start.map((value, k) => value + move * change[k]);
        const size = Math.sqrt(moved.subarray(3, 7).reduce((sum, q) => sum + q * q, 0));
        for (let c = 3; c < 7; c++) moved[c] /= size;
        const found = new Float64Array(13);
        flight.stateAt(moved, elapsed, found);
        return found;
      });
      expectNear(out, expected, 1e-8);
    }
  });
});
