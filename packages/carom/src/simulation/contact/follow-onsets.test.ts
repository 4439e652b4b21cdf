/** Slips that begin under a load that turns: m v' = F(t) - mu m g v / |v|, integrated by itself. */
import { expect, it } from "vitest";
import { pressedPair, runPressed } from "../../testing/pressed-pairs.js";
import { createSimulation } from "../loop/simulation.js";
import { systemFromScene } from "../scene/scene.js";

const [MASS, FRICTION, G] = [1, 0.5, 9.81];
const MOST = FRICTION * MASS * G;
/** N, N/s: the load at the time 0, and how it changes. */
const [FIRST, CHANGE] = [
  [4.8, 0],
  [0.4, 3],
] as const;
const DURATION = 0.3;

const loadAt = (time: number) => [FIRST[0] + CHANGE[0] * time, FIRST[1] + CHANGE[1] * time] as const;

/** When the load is what friction holds at most, s. */
function onset(): number {
  const a = CHANGE[0] * CHANGE[0] + CHANGE[1] * CHANGE[1];
  const b = FIRST[0] * CHANGE[0] + FIRST[1] * CHANGE[1];
  const c = FIRST[0] * FIRST[0] + FIRST[1] * FIRST[1] - MOST * MOST;
  return (-b + Math.sqrt(b * b - a * c)) / a;
}

/** Velocity at the end. Its first centisecond goes along the load: there a slip turns to it in a tenth of a millisecond at most. */
function reference(): readonly [number, number] {
  const begin = onset();
  let velocity = [0, 0] as readonly [number, number];
  const rate = (time: number, [x, y]: readonly [number, number]) => {
    const [along, across] = loadAt(time);
    const soon = time < begin + 1e-2;
    const [d1, d2] = soon ? [along, across] : [x, y];
    const size = Math.sqrt(d1 * d1 + d2 * d2);
    return [(along - (MOST * d1) / size) / MASS, (across - (MOST * d2) / size) / MASS] as const;
  };
  const plus = ([x, y]: readonly [number, number], [a, b]: readonly [number, number], h: number) => [x + h * a, y + h * b] as const;
  // Short steps where the slip is slow and turns fast.
  for (let time = begin; time < DURATION - 1e-12; ) {
    const step = Math.min(time < begin + 0.05 ? 5e-6 : 1e-5, DURATION - time);
    const a = rate(time, velocity);
    const b = rate(time + step / 2, plus(velocity, a, step / 2));
    const c = rate(time + step / 2, plus(velocity, b, step / 2));
    const d = rate(time + step, plus(velocity, c, step));
    velocity = [
      velocity[0] + (step * (a[0] + 2 * b[0] + 2 * c[0] + d[0])) / 6,
      velocity[1] + (step * (a[1] + 2 * b[1] + 2 * c[1] + d[1])) / 6,
    ];
    time += step;
  }
  return velocity;
}

it("of a block on four corners go where the load drives them from the first instant on", () => {
  const load = { type: "piecewise", body: "block", times: [0, 1], forces: [0, 1].map((time) => [...loadAt(time), 0] as const) } as const;
  const block = { shape: { type: "box", size: [0.4, 0.4, 1e-3] }, mass: MASS, position: [0, 0, 5e-4] } as const;
  const system = systemFromScene({
    gravity: [0, 0, -G],
    material: { friction: FRICTION, restitution: 0 },
    bodies: { block, floor: { plane: { normal: [0, 0, 1] } } },
    loads: [load],
  });
  const simulation = createSimulation(system, system.initialState());
  simulation.advance(DURATION);
  const [x, y] = reference();
  expect(Math.abs(x)).toBeGreaterThan(0.005);
  // With the first direction kept until a slip of 1e-4 m/s it is 1.2e-5 m/s off.
  expect(Math.abs(simulation.speeds[0] - x)).toBeLessThan(1e-8);
  expect(Math.abs(simulation.speeds[1] - y)).toBeLessThan(1e-8);
});

it("of a box on an edge push against their slip, and nothing jumps when it is fast enough to be seen", () => {
  expect(runPressed(pressedPair("box", "mesh", "roll", 5035), () => false, 0.1).complaints).toEqual([]);
});
