import { describe, expect, it } from "vitest";
import { SolverError } from "../../errors.js";
import * as quaternion from "../../math/quaternion.js";
import { createRandom } from "../../math/random.js";
import { choleskyFactor, choleskySolve } from "../../math/solve.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { createSimulation } from "../loop/simulation.js";
import { type Scene, systemFromScene } from "../scene/scene.js";
import type { Link } from "./links.js";
import { createLoops, LOOP_TYPES } from "./loops.js";
import { createPartition } from "./partition.js";
import type { SceneLink } from "./scene-link.js";
import { createTree } from "./tree.js";

const DOWN: Vec3 = [0, -1, 0];
/** Turns the z axis of a rod to x. */
const ALONG_X = [0, Math.SQRT1_2, 0, Math.SQRT1_2] as const;

describe("the rows of loops", () => {
  it.each(LOOP_TYPES)("of type %s change as they say, also where the loop is open", (type) => {
    const random = createRandom(5);
    const vector = (size: number): Vec3 => [0, 1, 2].map(() => size * (2 * random() - 1)) as unknown as Vec3;
    const turn = () => quaternion.normalize([...vector(1), 0.3])!;
    for (let n = 0; n < 20; n++) {
      const links = Array.from(
        { length: 5 },
        (_, i): Link => ({
          name: `${i}`,
          parent: i < 2 ? "world" : `${i - 2}`,
          joint: { type: i % 2 === 0 ? "revolute" : "prismatic", position: vector(1), orientation: turn(), axis: vector(1) },
          mass: 1,
        }),
      );
      const tree = createTree(links);
      const between: [string, string] = n % 4 === 0 ? ["4", "world"] : ["4", "3"];
      const frames = [
        { position: vector(1), orientation: turn() },
        { position: vector(1), orientation: turn() },
      ] as const;
      const loops = createLoops(tree, [{ between, type, frames, axis: vector(1) }], (name) => (name === "world" ? -1 : Number(name)));
      const q = Float64Array.from({ length: 5 }, () => 2 * random() - 1);
      const u = Float64Array.from({ length: 5 }, () => 2 * random() - 1);
      const rows = new Float64Array(5 * loops.count);
      const open = new Float64Array(loops.count);
      const at = (t: number) => {
        tree.place(q.map((value, k) => value + t * u[k]));
        tree.move(u);
        loops.writeRows(rows, open);
        const rates = Array.from(open, (_, r) => u.reduce((sum, value, k) => sum + rows[5 * r + k] * value, 0));
        return { open: Array.from(open), rates };
      };
      const slope = (of: "open" | "rates", r: number, h = 2e-3) =>
        (8 * (at(h)[of][r] - at(-h)[of][r]) - (at(2 * h)[of][r] - at(-2 * h)[of][r])) / (12 * h);
      const seconds = new Float64Array(loops.count);
      for (let r = 0; r < loops.count; r++) {
        expect(Math.abs(slope("open", r) - at(0).rates[r])).toBeLessThan(1e-9);
        const changed = slope("rates", r);
        at(0);
        loops.writeRates(seconds);
        expect(Math.abs(changed - seconds[r])).toBeLessThan(1e-9);
      }
    }
  });
});

describe("a partition", () => {
  const random = createRandom(11);
  const [n, m] = [8, 5];
  const normal = () => 2 * random() - 1;
  /** Rows of rank 3: the last two say what the others say. */
  const three = Array.from({ length: 3 }, () => Array.from({ length: n }, normal));
  const J = [...three, three[0].map((value, k) => value - 2 * three[1][k]), three[2].map((value) => 3 * value)];
  const root = Array.from({ length: n }, () => Array.from({ length: n }, normal));
  const M = root.map((row, i) => root.map((_, j) => row.reduce((sum, value, k) => sum + value * root[j][k], i === j ? 1 : 0)));
  const f = Array.from({ length: n }, normal);
  /** -J' u, which rows that say the same have the same of. */
  const drift = (() => {
    const [a, b, c] = [normal(), normal(), normal()];
    return Float64Array.of(a, b, c, a - 2 * b, 3 * c);
  })();
  const times = (matrix: number[][], x: ArrayLike<number>) => matrix.map((row) => row.reduce((sum, value, k) => sum + value * x[k], 0));

  /** Accelerations with J u' = drift and forces f, by a partition in which only some speeds may depend. */
  function accelerations(mayDepend?: (speed: number) => boolean) {
    const partition = createPartition(m, n);
    partition.matrix.set(J.flat());
    expect(partition.factor(mayDepend)).toBe(3);
    const free = n - 3;
    const columns = Array.from({ length: free }, (_, k) => {
      const column = new Float64Array(n);
      partition.expand(
        Float64Array.from({ length: free }, (__, i) => (i === k ? 1 : 0)),
        column,
      );
      return column;
    });
    for (const column of columns) for (const value of times(J, column)) expect(Math.abs(value)).toBeLessThan(1e-12);
    const particular = new Float64Array(n);
    partition.particular(drift, particular);
    times(J, particular).forEach((value, r) => {
      expect(Math.abs(value - drift[r])).toBeLessThan(1e-12);
    });
    expect(partition.contradiction(drift)).toBeLessThan(1e-12);
    expect(partition.contradiction(Float64Array.of(0, 0, 0, 1, 0))).toBeGreaterThan(0.1);
    const pull = times(M, particular).map((value, k) => f[k] - value);
    const reduced = new Float64Array(free);
    partition.reduce(Float64Array.from(pull), reduced);
    const factor = choleskyFactor(
      columns.map((column) => columns.map((other) => times(M, column).reduce((sum, value, k) => sum + value * other[k], 0))),
    )!;
    const independent = Float64Array.from(choleskySolve(factor, reduced));
    const out = new Float64Array(n);
    partition.expand(independent, out);
    return { order: Array.from(partition.order.subarray(0, 3)), result: Array.from(out, (value, k) => value + particular[k]) };
  }

  it("finds rank and contradictions of redundant rows; J G = 0, and accelerations do not depend on which speeds depend", () => {
    const best = accelerations();
    // With multipliers: M u' + J^T F = f, J u' = drift, F of the three rows that say something.
    const factor = choleskyFactor(M)!;
    const responses = three.map((row) => choleskySolve(factor, row));
    const small = responses.map((response) => three.map((row) => row.reduce((sum, value, k) => sum + value * response[k], 0)));
    const free = choleskySolve(factor, f);
    const push = choleskySolve(
      choleskyFactor(small)!,
      three.map((row, r) => row.reduce((sum, value, k) => sum + value * free[k], 0) - drift[r]),
    );
    const expected = free.map((value, k) => value - responses.reduce((sum, response, r) => sum + response[k] * push[r], 0));
    const orders = new Set([best.order.join(" ")]);
    const tried = [best, ...[0, 1, 2, 3, 4, 5].map((first) => accelerations((speed) => speed >= first && speed < first + 3))];
    for (const { result, order } of tried) {
      orders.add([...order].sort((a, b) => a - b).join(" "));
      result.forEach((value, k) => {
        expect(Math.abs(value - expected[k])).toBeLessThan(1e-10);
      });
    }
    expect(orders.size).toBeGreaterThan(5);
  });
});

const bar = (length: number, mass: number, joint: SceneLink["joint"]): SceneLink => ({
  joint,
  shape: { type: "rod", length, radius: length / 40 },
  position: [length / 2, 0, 0],
  orientation: ALONG_X,
  mass,
});

/** A linkage in the plane x, z; ground pivots apart along x. */
function fourBar([a, b, c, d]: readonly number[], crank: number, speed: number, near: readonly [number, number]): Scene {
  return {
    bodies: {
      crank: bar(a, 0.2, { type: "revolute", axis: DOWN, start: { position: crank, speed } }),
      coupler: bar(b, 0.5, { type: "revolute", parent: "crank", position: [a, 0, 0], axis: DOWN, start: { near: near[0] } }),
      rocker: bar(c, 0.4, { type: "revolute", position: [d, 0, 0], axis: DOWN, start: { near: near[1] } }),
    },
    loops: [{ between: ["coupler", "rocker"], type: "revolute", frames: [{ position: [b, 0, 0] }, { position: [c, 0, 0] }], axis: DOWN }],
  };
}

describe("linkages", () => {
  it("keep their energy to 1e-10 and their loops closed to 1e-12 over ten seconds", () => {
    const system = systemFromScene(fourBar([0.1, 0.3, 0.25, 0.3], 1, -6, [-0.4, 1.6]));
    const simulation = createSimulation(system, system.initialState(), { relativeTolerance: 1e-12 });
    const { before } = simulation.ledger();
    let [open, swing] = [0, 0];
    const coordinates = new Float64Array(3);
    simulation.advance(10, {
      motion: (from, to, stateAt) => {
        for (const part of [0.3, 0.7]) {
          stateAt(from + part * (to - from), coordinates, new Float64Array(3));
          const { coupler, rocker } = system.poses(coordinates);
          const end = (pose: typeof coupler, half: number) => vec3.add(pose.position, quaternion.rotate(pose.orientation, [0, 0, half]));
          open = Math.max(open, vec3.norm(vec3.subtract(end(coupler, 0.15), end(rocker, 0.125))));
          swing = Math.max(swing, Math.abs(coordinates[0]));
        }
      },
    });
    const { now, projectionLoss } = simulation.ledger();
    expect(swing).toBeGreaterThan(20);
    expect(open).toBeLessThan(1e-12);
    expect(Math.abs(now - before)).toBeLessThan(1e-10 * before);
    expect(Math.abs(projectionLoss)).toBeLessThan(1e-10 * before);
  });

  it("a body on a hinge is the same whether the hinge is a joint, or a loop of one type, or two of points; also when it strikes", () => {
    const shape = { type: "box", size: [0.4, 0.2, 0.1] } as const;
    const floor = { plane: { normal: [0, 0, 1], point: [0, 0, -0.3] } } as const;
    const common = {
      gravity: [0.5, 0.3, -9.81] as Vec3,
      contacts: [{ between: ["box", "floor"] as const, friction: 0.3, restitution: 0.5 }],
    };
    const hinge: Scene = {
      ...common,
      bodies: { box: { joint: { type: "revolute", axis: DOWN }, shape, position: [0.2, 0, 0], mass: 1.5 }, floor },
    };
    const free = { box: { shape, position: [0.2, 0, 0], mass: 1.5 }, floor } as const;
    const pin = (y: number) => ({
      between: ["box", "world"] as const,
      type: "spherical" as const,
      frames: [{ position: [-0.2, y, 0] as Vec3 }, { position: [0, y, 0] as Vec3 }] as const,
    });
    const scenes: Scene[] = [
      hinge,
      {
        ...common,
        bodies: free,
        loops: [{ between: ["box", "world"], type: "revolute", frames: [{ position: [-0.2, 0, 0] }, {}], axis: DOWN }],
      },
      { ...common, bodies: free, loops: [pin(0.1), pin(-0.1)] },
    ];
    const runs = scenes.map((scene) => {
      const system = systemFromScene(scene);
      const simulation = createSimulation(system, system.initialState());
      const hits: number[] = [];
      simulation.advance(0.6, { event: ({ kind, time }) => void (kind === "impact" && hits.push(time)) });
      const { residual, before } = simulation.ledger();
      expect(Math.abs(residual)).toBeLessThan(1e-9 * (1 + Math.abs(before)));
      return { hits, ...system.poses(simulation.coordinates).box };
    });
    expect(runs[0].hits.length).toBeGreaterThan(1);
    for (const { hits, position, orientation } of runs.slice(1)) {
      expect(hits.length).toBe(runs[0].hits.length);
      hits.forEach((time, i) => {
        expect(Math.abs(time - runs[0].hits[i])).toBeLessThan(1e-9);
      });
      [...position, ...orientation].forEach((value, k) => {
        expect(Math.abs(value - [...runs[0].position, ...runs[0].orientation][k])).toBeLessThan(1e-8);
      });
    }
  });

  it("a crank drives a piston, a body that only loops guide: r cos q + sqrt(L^2 - r^2 sin^2 q), also in its speed", () => {
    const [r, length] = [0.1, 0.35];
    const scene: Scene = {
      bodies: {
        crank: bar(r, 0.3, { type: "revolute", axis: DOWN, start: { position: 0.4, speed: 20 } }),
        rod: bar(length, 0.2, { type: "revolute", parent: "crank", position: [r, 0, 0], axis: DOWN, start: { near: -0.5 } }),
        piston: {
          shape: { type: "box", size: [0.06, 0.06, 0.06] },
          mass: 0.4,
          position: [r * Math.cos(0.4) + Math.sqrt(length ** 2 - (r * Math.sin(0.4)) ** 2), 0, 0],
        },
      },
      loops: [
        { between: ["piston", "world"], type: "prismatic", axis: [1, 0, 0] },
        { between: ["rod", "piston"], type: "revolute", axis: DOWN, frames: [{ position: [length, 0, 0] }, {}] },
      ],
    };
    const system = systemFromScene(scene);
    const simulation = createSimulation(system, system.initialState());
    const place = system.names.indexOf("piston");
    const crank = system.joints.find(({ name }) => name === "crank")!;
    const { before } = simulation.ledger();
    for (const until of [0, 0.1, 0.4]) {
      simulation.advance(until);
      const [q, u] = [simulation.coordinates[crank.coordinate], simulation.speeds[crank.speed]];
      const root = Math.sqrt(length ** 2 - (r * Math.sin(q)) ** 2);
      const { position, velocity } = system.stateOf(place, simulation.coordinates, simulation.speeds);
      expect(Math.abs(position[0] - (r * Math.cos(q) + root))).toBeLessThan(1e-12);
      expect(Math.abs(velocity[0] + r * Math.sin(q) * u * (1 + (r * Math.cos(q)) / root))).toBeLessThan(1e-9);
      expect(Math.hypot(position[1], position[2], velocity[1], velocity[2])).toBeLessThan(1e-10);
    }
    expect(simulation.coordinates[crank.coordinate]).toBeGreaterThan(3);
    expect(Math.abs(simulation.ledger().residual)).toBeLessThan(1e-9 * before);
  });

  it("take joints from the loop where only one is given, on the branch that is asked for", () => {
    const above = systemFromScene(fourBar([0.1, 0.3, 0.25, 0.3], 1, -6, [-0.4, 1.6])).initialState();
    const below = systemFromScene(fourBar([0.1, 0.3, 0.25, 0.3], 1, -6, [-2, -2])).initialState();
    for (const { coordinates, speeds } of [above, below]) {
      // Crank, rocker, coupler: parents come first. Angles from the plane's x axis, the coupler's from the crank's.
      const [crank, rocker, coupler] = coordinates;
      expect(crank).toBe(1);
      expect(speeds[0]).toBe(-6);
      const x = 0.1 * Math.cos(crank) + 0.3 * Math.cos(crank + coupler) - 0.3 - 0.25 * Math.cos(rocker);
      const z = 0.1 * Math.sin(crank) + 0.3 * Math.sin(crank + coupler) - 0.25 * Math.sin(rocker);
      expect(Math.hypot(x, z)).toBeLessThan(1e-13);
      const turning = speeds[0] + speeds[2];
      const opens = -0.1 * Math.sin(crank) * speeds[0] - 0.3 * Math.sin(crank + coupler) * turning + 0.25 * Math.sin(rocker) * speeds[1];
      expect(Math.abs(opens)).toBeLessThan(1e-13);
    }
    expect(above.coordinates[1] * below.coordinates[1]).toBeLessThan(0);
  });

  it("that lie flat on their way go through with the velocity they have, or end there", () => {
    // A parallelogram without gravity: its coupler does not turn and the crank keeps its speed. It lies flat at every half turn, where it
    // could go over to the crossed linkage with another speed.
    let ended = 0;
    for (const [coupler, crank, speed] of [
      [2, 1, 8],
      [1.5, 1, 3],
      [2, 0.5, 1],
      [3, 1, 8],
      [6, 1, 8],
    ]) {
      const system = systemFromScene({ ...fourBar([1, coupler, 1, coupler], crank, speed, [-crank, crank]), gravity: [0, 0, 0] });
      const simulation = createSimulation(system, system.initialState());
      let [least, most] = [speed, speed];
      try {
        for (let k = 1; k <= 200; k++) {
          simulation.advance((0.1 * k) / speed);
          least = Math.min(least, simulation.speeds[0]);
          most = Math.max(most, simulation.speeds[0]);
        }
      } catch (error) {
        expect(error).toBeInstanceOf(SolverError);
        expect((error as SolverError).message).toMatch(/^the loops \(coupler\/rocker\) .*the motion may branch/);
        ended++;
      }
      expect(Math.max(most - speed, speed - least)).toBeLessThan(1e-5 * speed);
    }
    expect(ended).toBeGreaterThan(0);
  });

  it("say so where the motion branches, where loops cannot close, and where they hold everything", () => {
    const flat = systemFromScene(fourBar([0.2, 0.5, 0.2, 0.5], 0, 3, [0, 0]));
    expect(() => createSimulation(flat, flat.initialState()).advance(1)).toThrow(SolverError);
    expect(() => createSimulation(flat, flat.initialState()).advance(1)).toThrow("the motion may branch");
    expect(() => systemFromScene(fourBar([0.1, 0.2, 0.1, 1], 0, 0, [0, 0]))).toThrow(/^loops: .*cannot be closed/);
    const { bodies, loops = [] } = fourBar([0.1, 0.3, 0.25, 0.3], 1, 0, [-0.4, 1.6]);
    const held = {
      between: ["crank", "world"] as const,
      type: "fixed" as const,
      frames: [{}, { orientation: quaternion.fromAxisAngle(DOWN, 1)! }] as const,
    };
    expect(() => systemFromScene({ bodies, loops: [...loops, held] })).toThrow(/^loops: .*leave nothing that can move/);
    const fast = {
      ...bodies,
      rocker: { ...bodies.rocker, joint: { ...(bodies.rocker as SceneLink).joint, start: { near: 1.6, speed: 5 } } },
    };
    expect(() => systemFromScene({ bodies: fast as Scene["bodies"], loops })).toThrow(/^loops: .*open at the speeds/);
  });
});
