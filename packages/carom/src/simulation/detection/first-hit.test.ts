import { describe, expect, it } from "vitest";
import { cos, sin } from "../../math/elementary.js";
import * as quaternion from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { compareFirstHit, firstHitOf } from "../../testing/first-hits.js";
import { firstHitByForce, movingPair } from "../../testing/moving-pairs.js";
import { movingShapes, shapeThrows, THROWS } from "../../testing/moving-shapes.js";
import { SHAPE_KINDS } from "../../testing/random-shapes.js";
import { systemFromScene } from "../scene/scene.js";

const COUNT = 100;
/** s. */
const STEP = 1e-4;

it(`finds every hit of ${COUNT} moving pairs that brute force finds, to 1e-9 s`, () => {
  const problems: string[] = [];
  let hits = 0;
  for (let seed = 1; seed <= COUNT; seed++) {
    const pair = movingPair(seed);
    if (pair.separation(0) <= 0) continue;
    const ours = firstHitOf(pair).time;
    const theirs = firstHitByForce(pair, STEP);
    if (theirs < Number.POSITIVE_INFINITY) hits++;
    if (!(ours === theirs || Math.abs(ours - theirs) <= 1e-9)) problems.push(`seed ${seed}: ours ${ours}, brute force ${theirs}`);
  }
  expect(problems).toEqual([]);
  expect(hits).toBeGreaterThan(COUNT / 3);
});

it("brute force that leaves out steps finds what plain steps find", () => {
  for (const seed of [3, 7, 11]) {
    const pair = movingPair(seed);
    expect(firstHitByForce(pair, STEP)).toBeCloseTo(firstHitByForce({ ...pair, approachBound: 1e9 }, STEP), 12);
  }
});

describe("the first hit of two shapes", () => {
  it.each(THROWS)("is when and where closed forms have it, of every two kinds: %s", (how) => {
    const problems: string[] = [];
    let hits = 0;
    SHAPE_KINDS.forEach((first, i) => {
      SHAPE_KINDS.slice(i).forEach((second, j) => {
        const { hit, complaint } = compareFirstHit(movingShapes(first, second, 1000 + 20 * i + j, how));
        if (hit.time < Number.POSITIVE_INFINITY) hits++;
        if (complaint !== undefined) problems.push(`${first} ${second}: ${complaint}`);
      });
    });
    expect(problems).toEqual([]);
    expect(hits).toBeGreaterThan(25);
  });

  it("is found where corners clip each other for less than a microsecond", () => {
    for (const [first, second, seed] of [
      ["tetrahedron", "tetrahedron", 200_006],
      ["box", "cylinder", 200_003],
    ] as const) {
      const { hit, complaint } = compareFirstHit(movingShapes(first, second, seed, "graze"));
      expect(complaint).toBe(undefined);
      expect(hit.time).toBeCloseTo(1, 5);
    }
  });

  it("is found where the pieces that touched last tell an overlap though others are apart", () => {
    const next = shapeThrows("cone", "tetrahedron", 100_304);
    const pairs = Array.from({ length: 14 }, (_, k) => next(THROWS[k % THROWS.length]));
    const { hit, complaint } = compareFirstHit(pairs[13]);
    expect(complaint).toBe(undefined);
    expect(hit.time).toBeCloseTo(1, 4);
  });

  it("is found where they clip each other nearer than simplices see", () => {
    const next = shapeThrows("cone", "tetrahedron", 700_448);
    const pairs = Array.from({ length: 14 }, (_, k) => next(THROWS[k % THROWS.length]));
    const { hit, complaint } = compareFirstHit(pairs[13]);
    expect(complaint).toBe(undefined);
    expect(hit.time).toBeCloseTo(1, 6);
  });

  it("is found where neither simplices nor the first way out prove an overlap of 1e-7 of the size", () => {
    const next = shapeThrows("box", "cylinder", 1_500_304);
    compareFirstHit(next("any"));
    const { hit, complaint } = compareFirstHit(next("graze"));
    expect(complaint).toBe(undefined);
    expect(hit.time).toBeCloseTo(1, 6);
  });

  it("is found where the rims of a lying cylinder and of a base cross next to where both end", () => {
    const next = shapeThrows("cylinder", "cone", 100_176);
    const pairs = Array.from({ length: 15 }, (_, k) => next(THROWS[k % THROWS.length]));
    for (const pair of [pairs[3], pairs[14]]) {
      const { hit, complaint } = compareFirstHit(pair);
      expect(complaint).toBe(undefined);
      expect(hit.places).toHaveLength(1);
    }
  });

  it("is that of two rims where one that stands touches one that lies beside its edge", () => {
    const next = shapeThrows("cylinder", "cone", 203_500_080);
    const pairs = Array.from({ length: 7 }, (_, k) => next(THROWS[k % THROWS.length]));
    const { hit, misfit, complaint } = compareFirstHit(pairs[6]);
    expect(complaint).toBe(undefined);
    expect(hit.places).toHaveLength(1);
    expect(misfit).toBeLessThan(1e-14);
  });

  it("has the normal of the face that a corner strikes, not that of the next one a micrometre away", () => {
    for (const seed of [200_001, 200_003]) {
      const { hit, complaint } = compareFirstHit(movingShapes("mesh", "mesh", seed, "graze"));
      expect(complaint).toBe(undefined);
      expect(hit.places).toHaveLength(1);
    }
  });

  it("has one place where faces meet at a few milliradians, a tenth of a micrometre beside the edge between them", () => {
    for (const [first, second, seed, before] of [
      ["tetrahedron", "mesh", 1_500_192, 5],
      ["box", "mesh", 1_600_496, 1],
    ] as const) {
      const next = shapeThrows(first, second, seed);
      const pairs = Array.from({ length: before + 1 }, (_, k) => next(THROWS[k % THROWS.length]));
      const { hit, misfit, complaint } = compareFirstHit(pairs[before]);
      expect(complaint).toBe(undefined);
      expect(hit.places).toHaveLength(1);
      expect(misfit).toBeLessThan(1e-14);
    }
  });

  it("has no second place at a face whose plane cuts the other solid, however near its corner is", () => {
    const next = shapeThrows("box", "mesh", 32_300_016);
    const pairs = THROWS.map((how) => next(how));
    const { hit, misfit, complaint } = compareFirstHit(pairs[3]);
    expect(complaint).toBe(undefined);
    expect(hit.places).toHaveLength(1);
    expect(misfit).toBeLessThan(1e-14);
  });

  it("is found where a ball comes near a turning solid twice in a short time", () => {
    for (const [second, seed, before] of [
      ["box", 22_600_016, 12],
      ["mesh", 23_400_080, 8],
    ] as const) {
      const next = shapeThrows("sphere", second, seed);
      const pairs = Array.from({ length: before + 1 }, (_, k) => next(THROWS[k % THROWS.length]));
      expect(compareFirstHit(pairs[before]).complaint).toBe(undefined);
    }
  });

  it("is seen where it is slower than impacts are told", () => {
    const next = shapeThrows("rod", "tetrahedron", 103_800_016);
    const pairs = Array.from({ length: 10 }, (_, k) => next(THROWS[k % THROWS.length]));
    const { hit, complaint } = compareFirstHit(pairs[9]);
    expect(complaint).toBe(undefined);
    expect(hit.time).toBeCloseTo(0.98086, 5);
  });

  it("is found on either side of a cusp of the way of a ball that rolls along", () => {
    const [radius, arm, rate] = [0.002, 1, 6];
    /** Of a ball of a dumbbell whose centre moves as fast as its balls go around it: a cycloid, with a cusp at 2 pi. */
    const wayAt = (angle: number): Vec3 => [arm * (angle - sin(angle)), 0, -arm * cos(angle)];
    for (const beside of [-0.24, -0.18, -0.1, 0.1, 0.17, 0.23])
      for (const start of [0.3, 2.7, 2.8]) {
        const end = { shape: { type: "sphere", radius }, mass: 0.5 } as const;
        const parts = [-1, 1].map((side) => ({ ...end, position: [0, 0, side * arm] as const }));
        const dumbbell = {
          shape: { type: "compound", parts },
          mass: 1,
          inertia: [1, 1, 1],
          position: [arm * start, 0, 0],
          orientation: quaternion.fromAxisAngle([0, 1, 0], start) ?? quaternion.IDENTITY,
          velocity: [rate * arm, 0, 0],
          angularVelocity: [0, rate, 0],
        } as const;
        const ball = { shape: { type: "sphere", radius }, mass: 1, position: wayAt(2 * Math.PI + beside) } as const;
        const begin = () => {
          const system = systemFromScene({ gravity: [0, 0, 0], material: { friction: 0, restitution: 1 }, bodies: { dumbbell, ball } });
          return { system, state: system.initialState() };
        };
        const separation = (time: number) => vec3.norm(vec3.subtract(wayAt(start + rate * time), ball.position)) - 2 * radius;
        const duration = (2 * Math.PI + 0.5 - start) / rate;
        const theirs = firstHitByForce({ begin, duration, separation, approachBound: 2 * rate * arm }, 1e-5);
        expect(theirs).toBeLessThan(duration);
        expect(Math.abs(firstHitOf({ begin, duration }).time - theirs)).toBeLessThan(1e-9);
      }
  });

  it("is that of the rim where a point that stands for a small round face is higher by less than 1e-12 m", () => {
    const next = shapeThrows("cylinder", "tetrahedron", 1_600_480);
    const pairs = THROWS.map((how) => next(how));
    const { hit, complaint } = compareFirstHit(pairs[3]);
    expect(complaint).toBe(undefined);
    expect(Math.min(...hit.places.map(({ point, normal }) => pairs[3].misfit(hit.time, point, normal)))).toBeLessThan(1e-14);
  });

  it("is that of the rim where a round face is tilted by too little to have a lowest point that can be followed", () => {
    const [radius, height, drop] = [0.5, 0.2, 0.1];
    for (const tilt of [1e-5, 9e-7, 1e-7, 1e-8])
      for (const ground of [
        { plane: { normal: [0, 0, 1] } },
        { fixed: { type: "box", size: [3, 3, 1] }, position: [0, 0, -0.5] },
      ] as const) {
        const orientation = quaternion.fromAxisAngle([0.6, 0.8, 0], tilt) ?? quaternion.IDENTITY;
        const coin = { shape: { type: "cylinder", radius, height }, mass: 1, position: [0, 0, drop + height / 2], orientation } as const;
        const begin = () => {
          const system = systemFromScene({ material: { friction: 0, restitution: 0.5 }, bodies: { coin, ground } });
          return { system, state: system.initialState() };
        };
        const { time, places } = firstHitOf({ begin, duration: 0.2 });
        const fall = drop + (height / 2) * (1 - cos(tilt)) - radius * sin(tilt);
        expect(Math.abs(time - Math.sqrt((2 * fall) / 9.81))).toBeLessThan(1e-14);
        // Turning about (0.6, 0.8, 0) lowers what is along (0.8, -0.6, 0).
        const out = radius * cos(tilt) - (height / 2) * sin(tilt);
        const off = places.map(({ point }) => vec3.norm([point[0] - 0.8 * out, point[1] + 0.6 * out, point[2]]));
        expect(Math.min(...off)).toBeLessThan(1e-7);
        // Points of the rim that are higher by less than what counts as a gap touch with it.
        if (tilt > 5e-7) expect(places).toHaveLength(1);
      }
  });

  it("has further places that are exact where the tilt of the pieces is taken away, and only there", () => {
    const next = shapeThrows("box", "cylinder", 300_300_000);
    const pairs = Array.from({ length: 16 }, (_, k) => next(THROWS[k % THROWS.length]));
    const { hit, misfit, complaint } = compareFirstHit(pairs[15]);
    const [{ point: about }, further] = hit.places;
    expect([hit.places.length, complaint]).toEqual([2, undefined]);
    expect(misfit).toBeLessThan(1e-14);
    expect(pairs[15].misfit(hit.time, further.point, further.normal)).toBeGreaterThan(3e-8);
    const tilt = pairs[15].tiltAt(hit.time);
    const turned = { about, turn: quaternion.fromAxisAngle(tilt, -0.9 * vec3.norm(tilt)) ?? quaternion.IDENTITY };
    const { point, normal } = further.whereTurned(turned);
    expect(pairs[15].misfit(hit.time, point, normal, turned)).toBeGreaterThan(1e-9);
  });

  it("is told wrong where place or normal are off by more than 1e-9, or the time is", () => {
    const pair = movingShapes("ellipsoid", "cylinder", 3);
    const { hit, misfit } = compareFirstHit(pair);
    expect(hit.places).toHaveLength(1);
    expect(misfit).toBeLessThan(1e-12);
    const [{ point, normal }] = hit.places;
    const side = vec3.normalize(vec3.cross(normal, [1, 0, 0])) ?? normal;
    expect(pair.misfit(hit.time, point, vec3.addScaled(normal, side, 1e-8))).toBeGreaterThan(1e-9);
    expect(pair.misfit(hit.time, vec3.addScaled(point, side, 1e-8), normal)).toBeGreaterThan(1e-9);
    expect(pair.misfit(hit.time, vec3.addScaled(point, normal, 2e-9), normal)).toBeGreaterThan(1e-9);
    expect(pair.misfit(hit.time - 1e-8, point, normal)).toBeGreaterThan(1e-9);
  });
});
