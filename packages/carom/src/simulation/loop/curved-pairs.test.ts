import { beforeAll, describe, expect, it } from "vitest";
import { type SweptMotion, sweptScene } from "../../testing/shape-sweep.js";
import { runThrown } from "../../testing/thrown-scenes.js";
import { systemFromScene } from "../scene/scene.js";
import { createSimulation } from "./simulation.js";

/** A run of a fall for 0.1 s: its events, at each of which `ask` is called, and its checkpoints at 0.07 s and at the end. */
function runOf([first, second]: readonly [string, string], ask?: (system: ReturnType<typeof systemFromScene>) => void) {
  const system = systemFromScene(sweptScene(first, second, "fall"));
  const simulation = createSimulation(system, system.initialState());
  const events: (string | number | undefined)[][] = [];
  const checkpoints = [0.07, 0.1].map((until) => {
    simulation.advance(until, {
      event: ({ kind, time, feature }) => {
        events.push([kind, time, feature]);
        ask?.(system);
      },
    });
    return simulation.checkpoint();
  });
  return { events, checkpoints };
}

const CURVED: readonly (readonly [string, string])[] = [
  ["capsule", "cone"],
  ["tetrahedron", "rounded cylinder"],
  ["ellipsoid", "rounded box"],
  ["cone", "ellipsoid"],
];

describe("pairs of curved shapes", () => {
  // A small part of the stress campaign `--swept-shapes`.
  it.each<[string, string, SweptMotion]>([
    ["sphere", "ellipsoid", "fall"],
    ["rod", "capsule", "fall"],
    ["rounded box", "rounded ellipsoid", "fall"],
    ["cone", "capsule", "slide"],
    ["cylinder", "rounded mesh", "fall"],
  ])("%s on %s, %s: keeps the rules", { timeout: 60_000 }, (first, second, motion) => {
    const { cause, complaints } = runThrown(sweptScene(first, second, motion), 0.1);
    expect(cause).toBe(undefined);
    expect(complaints).toEqual([]);
  });

  it("finds the edge of a disc that passes through level just over the floor", () => {
    const [radius, height, level] = [0.05, 0.1, 3e-6];
    const system = systemFromScene({
      gravity: [0, 0, 0],
      material: { friction: 0, restitution: 1 },
      bodies: {
        // Turned by -2e-6 rad at the beginning, by +3e-6 rad after 5e-6 s: then the other side comes down.
        disc: {
          shape: { type: "cylinder", radius, height },
          mass: 1,
          position: [0, 0, height / 2 + radius * level],
          orientation: [-1e-6, 0, 0, 1],
          angularVelocity: [1, 0, 0],
        },
        floor: { plane: { normal: [0, 0, 1] } },
      },
    });
    const times: number[] = [];
    createSimulation(system, system.initialState()).advance(6e-6, { event: ({ kind, time }) => kind === "impact" && times.push(time) });
    expect(times).toHaveLength(1);
    expect(Math.abs(times[0] - 5e-6)).toBeLessThan(1e-10);
  });

  describe.each(CURVED)("%s on %s", (...names) => {
    let plain: ReturnType<typeof runOf>;
    beforeAll(() => {
      plain = runOf(names);
    }, 60_000);

    it("questions about other poses change no bit", { timeout: 60_000 }, () => {
      const asked = runOf(names, (system) => {
        const { coordinates } = system.initialState();
        for (const shift of [0, 0.05, 0.1]) {
          const elsewhere = Float64Array.from(coordinates, (value, i) => (i === 2 ? value - shift : value));
          for (const feature of system.features(0)) system.gap(feature, elsewhere);
        }
      });
      expect(plain.events.length).toBeGreaterThan(3);
      expect(asked).toEqual(plain);
    });

    it("a run that is resumed in contact gives the same bits", { timeout: 60_000 }, () => {
      const system = systemFromScene(sweptScene(...names, "fall"));
      const resumed = createSimulation(system, system.initialState(), {}, JSON.parse(JSON.stringify(plain.checkpoints[0])));
      resumed.advance(0.1);
      expect(resumed.checkpoint()).toEqual(plain.checkpoints[1]);
    });
  });
});
