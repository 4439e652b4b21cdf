/** The ghost of the neighbouring motion against the neighbouring motion itself. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseStudyText, type SimulationStudy } from "carom/study";
import { Quaternion, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { watchSimulation } from "../worker/watch-simulation.js";
import { motionOf } from "./motion.js";
import { neighbourStudy, neighboursOf } from "./neighbour.js";
import { type Run, runOf } from "./run.js";

const file = fileURLToPath(new URL("../../../../examples/sim-derivatives-bounce.json", import.meta.url));
const study = parseStudyText(readFileSync(file, "utf8")) as SimulationStudy;

function played(one: SimulationStudy): Run {
  const result = watchSimulation(one, () => {});
  return runOf({ result, running: false, cancelled: false, cancel: () => {} })!;
}

const run = played(study);
const motion = motionOf(run);
const { derivatives } = watchSimulation(neighbourStudy(study, ["ball"], run.end)!, () => {});
const neighbours = neighboursOf(derivatives!, ["ball"], run);

function heightIn(of: ReturnType<typeof motionOf>, time: number): number {
  const position = new Vector3();
  of.pose("ball", time, position, new Quaternion());
  return position.z;
}

function ghostAt(name: string, time: number): number {
  const [position, orientation] = [new Vector3(), new Quaternion()];
  motion.pose("ball", time, position, orientation);
  expect(neighbours.find((one) => one.name === name)!.shift("ball", time, position, orientation)).toBe(true);
  return position.z;
}

describe("the neighbouring motion that derivatives tell", () => {
  it("is offered for every number by which the run was differentiated, with the change it stands for", () => {
    expect(neighbours.map(({ name }) => name)).toEqual(study.derivatives!.by);
    for (const { change, words, name } of neighbours) {
      expect(change).toBeGreaterThan(0);
      expect(words).toContain(name);
      expect(words).toContain(String(change));
    }
  });

  it("is where the changed run is, to second order, wherever both have had the same hits", () => {
    const { change } = neighbours[0]!;
    const body = study.bodies.ball as { readonly position: readonly number[] };
    const higher = { ...study, bodies: { ...study.bodies, ball: { ...body, position: [0, 0, body.position[2]! + change] } } };
    const other = played(higher as unknown as SimulationStudy);
    const truth = motionOf(other);
    const hits = [run.impacts, other.impacts].map((list) => list.map(({ time }) => time));
    let looked = 0;
    let missed = 0;
    let moved = 0;
    for (let time = 0.05; time < run.end; time += 0.0437) {
      const passed = hits.map((times) => times.filter((hit) => hit < time).length);
      if (passed[0] !== passed[1]) continue;
      looked++;
      const off = Math.abs(ghostAt("bodies.ball.position[2]", time) - heightIn(truth, time));
      // Curvature of the height over the start, from the closed form, is below 5 1/m before the fourth hit.
      expect(off).toBeLessThan(5 * change * change);
      missed += off;
      moved += Math.abs(heightIn(motion, time) - heightIn(truth, time));
    }
    expect(looked).toBeGreaterThan(20);
    expect(missed).toBeLessThan(0.1 * moved);
  });

  it("does not mix what is before a hit with what is after it", () => {
    const hit = run.impacts[0]!.time;
    const before = ghostAt("bodies.ball.position[2]", hit - 1e-6) - heightIn(motion, hit - 1e-6);
    const after = ghostAt("bodies.ball.position[2]", hit + 1e-6) - heightIn(motion, hit + 1e-6);
    // Ahead of the hit the neighbour is higher by the change, after it lower by e times it.
    expect(before / neighbours[0]!.change).toBeCloseTo(1, 3);
    expect(after / neighbours[0]!.change).toBeLessThan(-0.6);
  });
});
