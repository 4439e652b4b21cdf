/**
 * Mechanisms that land on several of their links at once: what moves is one mechanism, so the law by default is the one for several
 * contacts of one body, and without restitution what touches and would approach stays, and nothing pushes and leaves.
 */
import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random.js";
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import type { ResolvedImpact } from "../impacts/resolve-impacts.js";
import { createSimulation } from "../loop/simulation.js";
import { type Scene, systemFromScene } from "../scene/scene.js";

const floor = { plane: { normal: [0, 0, 1] as const } };

/** Impacts until a time, and the speeds after the first. */
function impactsOf(scene: Scene, until: number): { readonly impacts: ResolvedImpact[]; readonly speeds: number[] } {
  const system = systemFromScene(scene);
  const simulation = createSimulation(system, system.initialState());
  const impacts: ResolvedImpact[] = [];
  const speeds: number[] = [];
  simulation.advance(until, {
    event: ({ impact }) => {
      if (impact === undefined) return;
      if (impacts.length === 0) speeds.push(...simulation.speeds);
      impacts.push(impact);
    },
  });
  return { impacts, speeds };
}

/** Two legs joined at the hip, with both feet at the floor. */
function walker(
  material: { readonly friction: number; readonly restitution: number },
  velocity: readonly [number, number, number],
  spin = 0,
  opening = 0,
): Scene {
  const [length, radius, spread] = [1, 0.02, 0.4];
  const leg = { shape: { type: "rod", length, radius } as const, mass: 1 };
  return {
    bodies: {
      left: {
        ...leg,
        position: [0, 0, (length / 2) * Math.cos(spread) + radius],
        orientation: [0, Math.sin(spread / 2), 0, Math.cos(spread / 2)],
        velocity,
        angularVelocity: [0, spin, 0],
      },
      right: {
        ...leg,
        position: [0, 0, -length / 2],
        joint: {
          type: "revolute",
          parent: "left",
          position: [0, 0, length / 2],
          axis: [0, 1, 0],
          start: { position: -2 * spread, speed: opening },
        },
      },
      floor,
    },
    gravity: [0, 0, 0],
    contacts: ["left", "right"].map((name) => ({ between: [name, "floor"] as const, ...material })),
  };
}

/** Solves rows . columns x = right by elimination. */
function solve(matrix: number[][], right: number[]): number[] {
  const n = right.length;
  const rows = matrix.map((row, i) => [...row, right[i]]);
  for (let k = 0; k < n; k++) {
    const pivot = rows.slice(k).reduce((best, row, i) => (Math.abs(row[k]) > Math.abs(rows[best][k]) ? k + i : best), k);
    [rows[k], rows[pivot]] = [rows[pivot], rows[k]];
    for (let i = k + 1; i < n; i++) {
      const factor = rows[i][k] / rows[k][k];
      for (let j = k; j <= n; j++) rows[i][j] -= factor * rows[k][j];
    }
  }
  const x = new Array<number>(n).fill(0);
  for (let k = n - 1; k >= 0; k--)
    x[k] = (rows[k][n] - rows[k].slice(k + 1, n).reduce((sum, a, j) => sum + a * x[k + 1 + j], 0)) / rows[k][k];
  return x;
}

/** The impulses with 0 <= P_n, v_n+ >= 0, one of them zero, and no slip where it pushes (or no friction at all): every set is tried. */
function plastic({ mobility, velocity, contacts }: ContactProblem, sticks: boolean): number[][] {
  const found: number[][] = [];
  for (let set = 0; set < 1 << contacts.length; set++) {
    const rows = velocity.flatMap((_, row) => (set & (1 << Math.floor(row / 3)) && (sticks || row % 3 === 2) ? [row] : []));
    const part = solve(
      rows.map((row) => rows.map((column) => mobility[row][column])),
      rows.map((row) => -velocity[row]),
    );
    const impulse = velocity.map((_, row) => (rows.includes(row) ? part[rows.indexOf(row)] : 0));
    const after = velocity.map((v, row) => v + impulse.reduce((sum, p, column) => sum + mobility[row][column] * p, 0));
    if (contacts.every((_, i) => impulse[3 * i + 2] >= -1e-12 && after[3 * i + 2] >= -1e-12)) found.push(impulse);
  }
  return found;
}

const close = (a: ArrayLike<number>, b: ArrayLike<number>, digits = 9) => {
  for (let i = 0; i < a.length; i++) expect(a[i]).toBeCloseTo(b[i], digits);
};

describe("a mechanism that lands on two links without restitution", () => {
  // Feet that do not slip before: turning about a point of the floor, or straight down. Where they do, friction follows their slip.
  it.each([
    ["straight down, both feet stay", -1, 0],
    ["one foot faster than the other", -1, 0.7],
    ["one foot at rest, as in walking", -0.3 * Math.sin(0.4), 0.6],
  ])("takes the plastic complementarity solution: %s", (_, fall, spin) => {
    const { impacts } = impactsOf(walker({ friction: 4, restitution: 0 }, [spin * (0.5 * Math.cos(0.4) + 0.02), 0, fall], spin), 2e-3);
    const [both] = impacts;
    expect(both.touches).toHaveLength(2);
    expect(both.outcome.law).toBe("proportional");
    const answers = plastic(both.problem, true);
    expect(answers).toHaveLength(1);
    close(both.outcome.impulse, answers[0]);
  });

  it("without friction for any speeds", () => {
    const random = createRandom(19);
    const speed = () => 2 * random() - 1;
    for (let k = 0; k < 20; k++) {
      const scene = walker({ friction: 0, restitution: 0 }, [speed(), 0, -1], speed(), speed());
      const [both] = impactsOf(scene, 1e-3).impacts;
      expect(both.touches).toHaveLength(2);
      const answers = plastic(both.problem, false);
      expect(answers).toHaveLength(1);
      close(both.outcome.impulse, answers[0]);
    }
  });
});

describe("a mechanism that lands on two links with restitution", () => {
  it("goes by proportional: without friction impulses are 1 + e times those of the plastic impact", () => {
    const land = (restitution: number) => impactsOf(walker({ friction: 0, restitution }, [0, 0, -1]), 1e-3).impacts[0];
    const [none, some] = [land(0), land(0.6)];
    expect(some.outcome.law).toBe("proportional");
    close(
      some.outcome.impulse,
      none.outcome.impulse.map((p) => 1.6 * p),
    );
  });
});

describe("rimless wheel of links", () => {
  it("keeps (cos(2 pi/n) + lambda^2) / (1 + lambda^2) of its speed at a step, whichever spoke is whose parent", () => {
    const [n, length, radius, rate] = [6, 0.5, 1e-7, 2];
    const turn = (k: number) => (2 * Math.PI * k) / n;
    const half = Math.PI / n;
    // The wheel turns about the foot of one spoke, with the next one a hair above the floor.
    const tilt = half - 1e-4;
    const hub = { mass: 2, moment: 0.1 };
    const spokes = Object.fromEntries(
      Array.from({ length: n }, (_, k) => [
        `spoke ${k}`,
        {
          joint: { type: "fixed", parent: "hub", orientation: [0, Math.sin(turn(k) / 2), 0, Math.cos(turn(k) / 2)] },
          shape: { type: "rod", length, radius } as const,
          position: [0, 0, -length / 2] as const,
          mass: 0.3,
          inertia: [0, 0, 0] as const,
          centre: [0, 0, -length / 2] as const,
        } as const,
      ]),
    );
    const scene: Scene = {
      bodies: {
        hub: {
          shape: { type: "sphere", radius: 0.01 },
          mass: hub.mass,
          inertia: [hub.moment, hub.moment, hub.moment],
          position: [length * Math.sin(tilt), 0, length * Math.cos(tilt) + radius],
          orientation: [0, Math.sin(tilt / 2), 0, Math.cos(tilt / 2)],
          velocity: [rate * length * Math.cos(tilt), 0, -rate * length * Math.sin(tilt)],
          angularVelocity: [0, rate, 0],
        },
        ...spokes,
        floor,
      },
      contacts: Object.keys(spokes).map((name) => ({ between: [name, "floor"] as const, friction: 5, restitution: 0 })),
    };
    const { impacts, speeds } = impactsOf(scene, 1.1e-4);
    expect(impacts.length).toBeGreaterThan(0);
    const mass = hub.mass + n * 0.3;
    // About the hub: of the spokes their points, in the middle.
    const moment = hub.moment + n * 0.3 * (length / 2) * (length / 2);
    const lambda2 = moment / (mass * length * length);
    const before = Math.sqrt(rate * rate + (2 * 9.81 * (Math.cos(tilt) - Math.cos(half))) / (length * (1 + lambda2)));
    expect(impacts[0].outcome.law).toBe("proportional");
    expect(impacts[0].touches).toHaveLength(2);
    const spin = speeds.map(Math.abs).find((speed, k) => k >= 3 && speed > 1e-6)!;
    expect(spin / before).toBeCloseTo((Math.cos(2 * half) + lambda2) / (1 + lambda2), 5);
  });
});
