import { describe, expect, it } from "vitest";
import { runClatter } from "./run.js";
import type { ClatterStudy } from "./schema.js";
import { clatterDetails } from "./sentence.js";

const rod = (more: Partial<NonNullable<ClatterStudy["rod"]>> = {}): ClatterStudy => ({
  carom: 1,
  kind: "clatter",
  title: "rod",
  rod: { angle: 0.5, impactSpeed: 1, restitution: 0, gravity: 9.81, maximumImpacts: 100, ...more },
});

describe("the motion goes on after a contact stays", () => {
  it("a plastic rod that stops on one end pivots on it and slaps down with the other", () => {
    const result = runClatter(rod());
    const { status, final, impacts } = result.rod!;
    expect(status).toBe("sustained-contact");
    const { after } = result;
    // On a floor without friction the middle falls straight down: m l^2/4 cos^2 + I is the inertia about the pivot.
    const inertia = (angle: number) => 0.25 * Math.cos(angle) ** 2 + 1 / 12;
    const energy = 0.5 * inertia(final.angle) * final.angularVelocity ** 2 + 9.81 * final.height;
    const rate = (angle: number) => Math.sqrt((2 * (energy - 9.81 * 0.5 * Math.sin(angle))) / inertia(angle));
    const parts = 2000;
    const step = final.angle / parts;
    const weight = (i: number) => (i === 0 || i === parts ? 1 : i % 2 === 1 ? 4 : 2);
    const time = Array.from({ length: parts + 1 }, (_, i) => (weight(i) * step) / (3 * rate(i * step))).reduce(
      (sum, value) => sum + value,
      0,
    );
    expect(Math.abs(after!.impacts[0].time - time)).toBeLessThan(1e-5);
    // What stops the rod, m l w/2, and no more: a plastic rod stays. It is more than twice the largest impulse of the sequence.
    const stops = 0.5 * rate(0);
    expect(Math.abs(after!.impacts[0].impulse / stops - 1)).toBeLessThan(1e-5);
    expect(after!.impacts.length).toBe(1);
    expect(stops).toBeGreaterThan(2 * Math.max(...impacts.map(({ impulse }) => impulse)));
    expect(after!.status).toBe("rest");
    expect(clatterDetails(result).join(" ")).toMatch(/The motion goes on with .* it lies still/);
  });

  it("all momentum is accounted for when the rod lies still", () => {
    const { rod: sequence, after } = runClatter(rod({ restitution: 0.3, angle: 0.3 }));
    expect(sequence!.status).toBe("accumulation");
    expect(after!.status).toBe("rest");
    // Contacts that last push too, so the impacts take no more than gravity gave.
    const total = [...sequence!.impacts, ...after!.impacts].reduce((sum, { impulse }) => sum + impulse, sequence!.tail!.impulse);
    expect(total).toBeLessThan(1 + 9.81 * after!.until);
  });

  it("a plate that stays on a corner comes down on an edge and then flat", () => {
    const plate = { length: 0.2, width: 0.1, tilt: 0.6, roll: -0.7, impactSpeed: 1, restitution: 0, gravity: 9.81 };
    const { plate: sequence, after } = runClatter({ carom: 1, kind: "clatter", title: "plate", plate });
    expect(sequence!.status).toBe("sustained-contact");
    expect(after!.impacts.some(({ points }) => points >= 2)).toBe(true);
    expect(after!.status).toBe("rest");
  });

  it("with friction goes on in the simulator with the same friction; a given ratio is no law it has", () => {
    const rough = runClatter(rod({ friction: 50 }));
    expect(rough.rod!.status).toBe("sustained-contact");
    // An end that does not slip is a hinge: the inertia about it is m l^2/3 at every angle.
    const { final } = rough.rod!;
    const energy = final.angularVelocity ** 2 / 6 + 9.81 * final.height;
    expect(Math.abs(rough.after!.impacts[0].impulse / (0.5 * Math.sqrt(6 * energy)) - 1)).toBeLessThan(1e-5);
    expect(runClatter(rod({ impulseRatio: 0.1 })).after).toBeUndefined();
  });

  it("a rod that leaves, or the source's gravity, is not followed further", () => {
    expect(runClatter({ carom: 1, kind: "clatter", title: "", rod: { angle: 0.3, impactSpeed: 1, restitution: 1 } }).after).toBeUndefined();
    expect(runClatter(rod({ gravityModel: "position-only" })).after).toBeUndefined();
  });
});
