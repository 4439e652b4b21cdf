import { expect, it } from "vitest";
import * as quaternion from "../../math/quaternion.js";
import { createRandom } from "../../math/random.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { systemFromScene } from "../scene/scene.js";

it("boxes that one plane keeps apart at two times are no closer between them than heights can bend", () => {
  const random = createRandom(11);
  const vector = (size: number): Vec3 => [size * (2 * random() - 1), size * (2 * random() - 1), size * (2 * random() - 1)];
  const box = (size: Vec3, x: number) => ({ shape: { type: "box" as const, size }, mass: 1, position: [x, 0, 0] as const });
  const system = systemFromScene({
    bodies: { a: box([0.3, 0.2, 0.1], 0), b: box([0.1, 0.1, 0.4], 1) },
    material: { friction: 0, restitution: 0 },
  });
  let [kept, nearly] = [0, 0];
  for (let k = 0; k < 900; k++) {
    const bodies = [vector(0.02), vec3.add([0.1 + 0.3 * random(), 0.1, 0.1], vector(0.1))].map((position) => ({
      position,
      orientation: quaternion.normalize([...vector(1), random()]) ?? quaternion.IDENTITY,
      velocity: vector(1),
      acceleration: vector(20),
      angularVelocity: vector(8),
    }));
    const coordinatesAt = (time: number) =>
      Float64Array.from(
        bodies.flatMap(({ position, orientation, velocity, acceleration, angularVelocity }) => {
          const turn = quaternion.fromAxisAngle(angularVelocity, time * vec3.norm(angularVelocity)) ?? quaternion.IDENTITY;
          const moved = vec3.addScaled(vec3.addScaled(position, velocity, time), acceleration, 0.5 * time * time);
          return [...moved, ...quaternion.multiply(turn, orientation)];
        }),
      );
    const speedsAt = (time: number) =>
      Float64Array.from(
        bodies.flatMap(({ velocity, acceleration, angularVelocity }) => [
          ...vec3.addScaled(velocity, acceleration, time),
          ...angularVelocity,
        ]),
      );
    const rates = Float64Array.from(bodies.flatMap(({ acceleration }) => [...acceleration, 0, 0, 0]));
    const end = 0.06 * random();
    const [before, after] = [
      { plane: 0, apart: 0 },
      { plane: 0, apart: 0 },
    ];
    system.keptApart?.(0, coordinatesAt(0), before);
    system.keptApart?.(0, coordinatesAt(end), after);
    if (before.plane !== after.plane) continue;
    kept++;
    const times = Array.from({ length: 21 }, (_, i) => (end * i) / 20);
    const bend = Math.max(...times.map((time) => system.bendBound?.(0, coordinatesAt(time), speedsAt(time), rates) ?? Number.NaN));
    const least = Math.min(before.apart, after.apart) - (bend * end * end) / 8;
    const apart = times.map((time) => system.separation(0, coordinatesAt(time)) ?? Number.NaN);
    for (const value of apart) expect(value).toBeGreaterThan(least - 1e-12);
    if (Math.min(...apart) < Math.min(before.apart, after.apart) - 1e-6) nearly++;
  }
  expect(kept).toBeGreaterThan(100);
  expect(nearly).toBeGreaterThan(20);
});
