/** A cylinder that lands all but flat: rocks on its rim, slaps down, and comes to rest on its face, followed by events all the way. */
import { describe, expect, it } from "vitest";
import { cos, sin } from "../../math/elementary.js";
import * as quaternion from "../../math/quaternion.js";
import { systemFromScene } from "../scene/scene.js";
import { createSimulation } from "./simulation.js";

const [RADIUS, HEIGHT, DROP, GRAVITY] = [0.5, 0.2, 0.1, 9.81];
const GROUNDS = {
  plane: { plane: { normal: [0, 0, 1] } },
  box: { fixed: { type: "box", size: [3, 3, 1] }, position: [0, 0, -0.5] },
} as const;

/** Lets it fall for a time, and gives what it hits with when, its energy after each event, and its end. */
function land(ground: keyof typeof GROUNDS, tilt: number, restitution: number, duration: number) {
  const orientation = quaternion.fromAxisAngle([0.6, 0.8, 0], tilt) ?? quaternion.IDENTITY;
  const shape = { type: "cylinder", radius: RADIUS, height: HEIGHT } as const;
  const coin = { shape, mass: 1, position: [0, 0, DROP + HEIGHT / 2], orientation } as const;
  const system = systemFromScene({ material: { friction: 0, restitution }, bodies: { coin, ground: GROUNDS[ground] } });
  const simulation = createSimulation(system, system.initialState());
  const impacts: { time: number; places: number }[] = [];
  simulation.advance(duration, {
    event: ({ time, impact }) => {
      if (impact !== undefined) impacts.push({ time, places: impact.touches.length });
    },
  });
  const { coordinates, speeds } = simulation;
  const up = quaternion.rotate(
    quaternion.normalize(coordinates.slice(3, 7) as unknown as quaternion.Quaternion) ?? quaternion.IDENTITY,
    [0, 0, 1],
  );
  return {
    impacts,
    height: coordinates[2],
    lean: Math.sqrt(up[0] * up[0] + up[1] * up[1]),
    fastest: Math.max(...speeds.map(Math.abs)),
    simulation,
  };
}

describe.each(["plane", "box"] as const)("a cylinder that lands on a %s all but flat", (ground) => {
  it.each([1e-8, 1e-5, 1e-4])("rocks itself to rest, tilt %d", (tilt) => {
    const { height, lean, fastest, simulation } = land(ground, tilt, 0.5, 2.5);
    expect(Math.abs(height - HEIGHT / 2)).toBeLessThan(1e-9);
    expect(lean).toBeLessThan(1e-8);
    expect(fastest).toBeLessThan(1e-9);
    expect(Math.abs(simulation.ledger().residual)).toBeLessThan(1e-9);
  });

  it("slaps down when the equation of rocking says", () => {
    // Without restitution: v = g t, then about the place on the rim, x off the middle, w = m x v / (I + m x^2), w' = m g x / (I + m x^2).
    const tilt = 1e-4;
    const { impacts, height } = land(ground, tilt, 0, 0.5);
    const x = RADIUS * cos(tilt) - (HEIGHT / 2) * sin(tilt);
    const inertia = (3 * RADIUS * RADIUS + HEIGHT * HEIGHT) / 12 + x * x;
    const landed = Math.sqrt((2 * (DROP + (HEIGHT / 2) * (1 - cos(tilt)) - RADIUS * sin(tilt))) / GRAVITY);
    const [rate, growth] = [(x * GRAVITY * landed) / inertia, (x * GRAVITY) / inertia];
    const slapped = landed + (2 * tilt) / (rate + Math.sqrt(rate * rate + 2 * growth * tilt));
    expect(impacts[0]).toEqual({ time: expect.closeTo(landed, 12), places: 1 });
    // It counts as flat from half a microradian on, and x changes by 1e-4 of it on the way.
    expect(Math.abs(impacts[1].time - slapped)).toBeLessThan(1e-6 / rate);
    expect(impacts[1].places).toBeGreaterThanOrEqual(8);
    expect(Math.abs(height - HEIGHT / 2)).toBeLessThan(1e-9);
  });
});
