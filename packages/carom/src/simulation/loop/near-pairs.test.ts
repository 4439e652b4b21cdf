import { describe, expect, it } from "vitest";
import type { Vec3 } from "../../math/vec3.js";
import { flyingCrowd } from "../../testing/flying-crowd.js";
import { createShapeDraw } from "../../testing/random-shapes.js";
import { systemFromScene } from "../scene/scene.js";
import type { MechanicalSystem } from "../system/mechanical-system.js";
import { createBodyPaths, mayMeet } from "./body-paths.js";
import type { Cluster } from "./cluster.js";
import { createNearPairs } from "./near-pairs.js";
import { createSimulation } from "./simulation.js";

/** A body in flight: where its centre is at a time. */
interface Flown {
  readonly position: Vec3;
  readonly velocity: Vec3;
}

const GRAVITY: Vec3 = [0, 0, -9.81];
const RADIUS = 0.1;
const at = ({ position, velocity }: Flown, time: number): number[] =>
  position.map((x, c) => x + velocity[c] * time + 0.5 * GRAVITY[c] * time * time);

/** As much of a cluster as is asked for: one body in flight by itself. */
const flying = (part: number, to: number) => ({ parts: [part], motion: 1, to, asleep: false, flight: {} }) as unknown as Cluster;

function ballsOf(count: number) {
  const pairs = Array.from({ length: count }, (_, i) => Array.from({ length: i }, (_, k) => [k, i])).flat();
  return {
    pairs,
    balls: {
      radii: new Float64Array(count).fill(RADIUS),
      parts: Int32Array.from({ length: count }, (_, body) => body),
      ofPairs: Int32Array.from(pairs.flat()),
      centre: (body: number, coordinates: Float64Array, out: Float64Array, place: number) =>
        out.set(coordinates.subarray(3 * body, 3 * body + 3), place),
    },
  };
}

describe("ways of bodies", () => {
  function meet(first: Flown, second: Flown, times: readonly (readonly [number, number])[]): boolean {
    const paths = createBodyPaths(ballsOf(2).balls);
    times.forEach(([start, end], i) => {
      [start, 0.5 * (start + end), end].forEach((time, k) => {
        paths.see(i, k, Float64Array.from([...at(first, time), ...at(second, time)]));
      });
      paths.keep(i, flying(i, end), start, end);
    });
    return mayMeet(paths, 0, 1);
  }
  const falling: Flown = { position: [0, 0, 10], velocity: [0, 0, 0] };

  it("do not meet where bodies fall side by side, however far", () => {
    const beside: Flown = { position: [2.01 * RADIUS, 0, 10], velocity: [0, 0, 0] };
    expect(
      meet(falling, beside, [
        [0, 1],
        [0, 1],
      ]),
    ).toBe(false);
  });

  it("meet where one catches up with the other within both spans, and not in a shorter one", () => {
    // 1 m above and 2 m/s faster: they touch after (1 - 0.2)/2 = 0.4 s.
    const above: Flown = { position: [0, 0, 11], velocity: [0, 0, -2] };
    expect(
      meet(falling, above, [
        [0, 0.41],
        [0.1, 1],
      ]),
    ).toBe(true);
    expect(
      meet(falling, above, [
        [0, 0.39],
        [0, 1],
      ]),
    ).toBe(false);
  });
});

describe("near pairs", () => {
  const COUNT = 60;
  const SPAN = 0.5;
  const draw = createShapeDraw(7);
  const crowd = Array.from({ length: COUNT }, (): Flown => {
    const place = () => draw.between(-2, 2);
    return { position: [place(), place(), place()], velocity: [place(), place(), place()] };
  });
  const { pairs, balls } = ballsOf(COUNT);
  const system = { balls, pairs: pairs.map((parts) => ({ parts })) } as unknown as MechanicalSystem;
  const present = { coordinates: new Float64Array(3 * COUNT), speeds: new Float64Array(0) };
  const clusterOf = crowd.map((_, body) => flying(body, 10));
  const motion = {
    present,
    show: ({ parts }: Cluster, time: number) => present.coordinates.set(at(crowd[parts[0]], time), 3 * parts[0]),
  };
  const nearest = ([i, k]: readonly number[], from: number, to: number) => {
    let least = Number.POSITIVE_INFINITY;
    for (let part = 0; part <= 200; part++) {
      const [a, b] = [i, k].map((body) => at(crowd[body], from + (part / 200) * (to - from)));
      least = Math.min(least, Math.hypot(...a.map((x, c) => x - b[c])));
    }
    return least;
  };

  it("are all that could meet, and few others", () => {
    const near = createNearPairs({ system, motion, clusters: { clusterOf } }, 0);
    for (const [from, span] of [
      [0, SPAN / 4],
      [0.05, 0.01],
      [0.3, SPAN],
    ]) {
      const found = near.find(from, from + span);
      expect([...found].sort((a, b) => a - b)).toEqual(found);
      const meet = pairs.flatMap((pair, i) => (nearest(pair, from, from + span) <= 2 * RADIUS ? [i] : []));
      expect(meet.filter((pair) => !found.includes(pair))).toEqual([]);
      // Ways are known for four times as long as was asked for.
      const later = pairs.flatMap((pair, i) => (nearest(pair, from, from + 4 * span + 0.2) <= 2.2 * RADIUS ? [i] : []));
      expect(found.length).toBeLessThanOrEqual(later.length);
    }
  });

  it("follow a body that is hit", () => {
    const near = createNearPairs({ system, motion, clusters: { clusterOf } }, 0);
    near.find(0, SPAN);
    const before = crowd[3];
    crowd[3] = { position: crowd[4].position, velocity: crowd[4].velocity };
    clusterOf[3].motion++;
    expect(near.find(0, SPAN).map((pair) => pairs[pair])).toContainEqual([3, 4]);
    crowd[3] = before;
    clusterOf[3].motion++;
    expect(near.find(0, SPAN).map((pair) => pairs[pair])).not.toContainEqual([3, 4]);
  });
});

describe("a crowd in flight", () => {
  it("is hit at the same times as if every pair were looked at, with a third of the looks", { timeout: 60_000 }, () => {
    const system = systemFromScene(flyingCrowd(64, 3));
    const run = (balls: MechanicalSystem["balls"]) => {
      let looks = 0;
      const clearance: MechanicalSystem["clearance"] = (pair, coordinates) => {
        if (system.pairs[pair].movers?.length === 2) looks++;
        return system.clearance(pair, coordinates);
      };
      const { balls: _, ...rest } = system;
      const simulation = createSimulation({ ...rest, ...(balls === undefined ? {} : { balls }), clearance }, system.initialState());
      // What touches where a run begins is looked at in both ways.
      looks = 0;
      const events: string[] = [];
      simulation.advance(0.2, { event: ({ kind, time }) => events.push(`${kind} ${time}`) });
      return { looks, events };
    };
    const [near, every] = [run(system.balls), run(undefined)];
    expect(near.events.length).toBeGreaterThan(30);
    expect(near.events).toEqual(every.events);
    expect(near.looks).toBeLessThan(every.looks / 3);
  });
});
