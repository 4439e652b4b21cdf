/**
 * Bodies that touch and move alike: nothing presses them together and nothing parts them, so that what their contacts would do without
 * forces is the rounding of terms that cancel.
 */
import { describe, expect, it } from "vitest";
import * as quaternion from "../../math/quaternion.js";
import { HELD } from "../contact/force-problem.js";
import { createForceWorkspace } from "../contact/force-workspace.js";
import type { SceneLink } from "../mechanism/scene-link.js";
import type { Scene, SceneBody } from "../scene/scene.js";
import type { Cluster } from "./cluster.js";
import type { WatchSources } from "./cluster-watch.js";
import { contactWatches } from "./contact-watches.js";
import { follow, G } from "./followed-scenes.testing.js";

describe("touching bodies that move alike", () => {
  it.each([0.1, 0.3, 1, 2])("two boxes thrown together, turned by %s rad, fly as one", (angle) => {
    const orientation = quaternion.fromAxisAngle([1, 2, 3], angle)!;
    const [x, y, z] = quaternion.rotate(orientation, [0.1, 0, 0]);
    const box = (sign: number): SceneBody => ({
      shape: { type: "box", size: [0.2, 0.2, 0.2] },
      mass: 1,
      position: [sign * x, sign * y, sign * z],
      orientation,
      velocity: [1, 0.5, 3],
    });
    const { at, ledger } = follow(
      { bodies: { a: box(-1), b: box(1) }, contacts: [{ between: ["a", "b"], friction: 0.3, restitution: 0.5 }] },
      0.5,
    );
    for (const [name, sign] of [
      ["a", -1],
      ["b", 1],
    ] as const) {
      const { position, angularVelocity } = at(name);
      [sign * x + 0.5, sign * y + 0.25, sign * z + 1.5 - 0.125 * G].forEach((to, c) => {
        expect(position[c]).toBeCloseTo(to, 9);
      });
      for (const turn of angularVelocity) expect(Math.abs(turn)).toBeLessThan(1e-9);
    }
    expect(Math.abs(ledger.residual)).toBeLessThan(1e-12 * ledger.before);
  });

  it.each([0, 0.3])("two pendulums side by side swing as one, friction %s", (friction) => {
    const pendulum = (x: number): SceneLink => ({
      joint: { type: "revolute", position: [x, 0, 0], axis: [0, 1, 0], start: { position: 0.3 } },
      shape: { type: "sphere", radius: 0.1 },
      position: [0, 0, -1],
      mass: 1,
    });
    const alone = follow({ bodies: { a: pendulum(0) } }, 3);
    const together = follow(
      { bodies: { a: pendulum(0), b: pendulum(0.2) }, contacts: [{ between: ["a", "b"], friction, restitution: 0.5 }] },
      3,
    );
    expect(together.status).toBe("running");
    const [own, a, b] = [alone.at("a"), together.at("a"), together.at("b")];
    own.position.forEach((value, c) => {
      expect(a.position[c]).toBeCloseTo(value, 8);
      expect(b.position[c] - (c === 0 ? 0.2 : 0)).toBeCloseTo(value, 8);
    });
  });

  it("a cradle with e = 0.95 swings on after its balls have come together", () => {
    const { status, series, ledger } = follow(cradle(0.95), 22, { relativeTolerance: 1e-12, impact: { law: "simultaneous" } });
    expect(status).toBe("running");
    const { total } = series.energy;
    // The momentum of the first ball, shared by five that swing together.
    expect(total.at(-1)! / total[0]).toBeCloseTo(1 / 5, 4);
    expect(Math.abs(ledger.residual)).toBeLessThan(1e-8 * ledger.before);
  }, 60_000);
});

it("a contact that is taken to stick is not watched for what its friction could hold", () => {
  const contacts = createForceWorkspace(1);
  contacts.problem.count = 1;
  contacts.problem.jacobian.fill(1);
  contacts.problem.response.fill(1);
  contacts.problem.friction[0] = contacts.problem.staticFriction[0] = 0.5;
  contacts.solution.forces[2] = 1;
  const watches = (locked: boolean) => {
    const touch = { feature: { key: "a/b: corner", pair: 0 }, velocity: new Float64Array(3) };
    const cluster = { from: 0, to: 1, workspace: { made: { contacts } }, closed: [{ touch, mode: HELD, locked, loose: false }] };
    const sources = { system: {}, motion: { solve: () => {}, show: () => {}, present: {} } };
    return contactWatches(sources as unknown as WatchSources, cluster as unknown as Cluster).length;
  };
  expect(watches(false)).toBe(2);
  expect(watches(true)).toBe(1);
});

/** Five balls on linear springs that touch at rest, the first drawn aside. */
function cradle(restitution: number): Scene {
  const [radius, mass, stiffness] = [0.011, 0.0437, 3.32];
  const names = ["1", "2", "3", "4", "5"];
  return {
    gravity: [0, 0, 0],
    bodies: Object.fromEntries(
      names.map((name, i) => [
        name,
        { shape: { type: "sphere" as const, radius }, mass, position: [2 * radius * i - (i === 0 ? 0.056 : 0), 0, 0] as const },
      ]),
    ),
    contacts: names.slice(1).map((name, i) => ({ between: [names[i], name] as const, friction: 0, restitution })),
    loads: names.map((name, i) => ({
      type: "spring" as const,
      between: [name, "world"] as const,
      points: [
        [0, 0, 0],
        [2 * radius * i, 0, 0],
      ] as const,
      stiffness,
    })),
  };
}
