/** What every simulation keeps, whatever its bodies: energy, the floor, and its independence of how it is written down and looked at. */
import { describe, expect, it } from "vitest";
import * as quaternion from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import { parseStudy } from "../parse.js";
import type { SimulationResult } from "./result.js";
import { runSimulation } from "./run.js";

const G = 9.81;

function run(bodies: object, material: object, duration: number, more: object = {}): SimulationResult {
  const study = parseStudy({
    carom: 1,
    kind: "simulation",
    title: "invariant",
    duration,
    bodies: { ...bodies, floor: { plane: { normal: [0, 0, 1] } } },
    material,
    ...more,
  });
  if (study.kind !== "simulation") throw new Error("not a simulation");
  return runSimulation(study);
}

const impactsOf = ({ events }: SimulationResult) => events.flatMap((event) => (event.kind === "impact" ? [event] : []));

describe("a block that rocks and loses only what its striking edge takes (Housner)", () => {
  const [width, height] = [0.2, 0.6];
  const start = 0.1;
  const reach = Math.sqrt(width * width + height * height) / 2;
  const critical = Math.atan2(width, height);
  const ratio = 1 - (1.5 * width * width) / (width * width + height * height);
  const p2 = (3 * G) / (4 * reach);

  /** Time from rest at this angle down to zero: theta = angle (1 - s^2) takes the root out of the integrand; Gauss-Legendre in panels. */
  function fall(angle: number): number {
    const nodes = [-Math.sqrt(0.6), 0, Math.sqrt(0.6)];
    const weights = [5 / 9, 8 / 9, 5 / 9];
    const panels = 2000;
    let sum = 0;
    for (let i = 0; i < panels; i++)
      nodes.forEach((node, k) => {
        const s = (i + 0.5 + 0.5 * node) / panels;
        const fallen = angle * s * s;
        const work = 2 * Math.sin(critical - angle + fallen / 2) * Math.sin(fallen / 2);
        sum += ((weights[k] / (2 * panels)) * 2 * angle * s) / Math.sqrt(2 * p2 * work);
      });
    return sum;
  }
  const speedAtBottom = (angle: number) => Math.sqrt(4 * p2 * Math.sin(critical - angle / 2) * Math.sin(angle / 2));
  /** The largest angle that it reaches with this speed from zero. */
  function peak(speed: number): number {
    let [low, high] = [0, start];
    for (let i = 0; i < 80; i++) {
      const middle = (low + high) / 2;
      if (speedAtBottom(middle) < speed) low = middle;
      else high = middle;
    }
    return low;
  }

  // No impulse from the face as a whole (-1), a plastic one from the edge that comes down: what Housner's formula says.
  const turned = quaternion.rotate(quaternion.fromAxisAngle([0, 1, 0], start)!, [width / 2, 0, -height / 2]);
  const result = run(
    {
      block: {
        shape: { type: "box", size: [width, 0.1, height] },
        mass: 3,
        position: [0, 0, -turned[2]],
        orientation: [0, Math.sin(start / 2), 0, Math.cos(start / 2)],
      },
    },
    // The list of the options takes the place of the restitution of the pair, also in saying from when on impacts are the last.
    { friction: 2, restitution: 0 },
    1.6,
    { law: "multipoint", options: { restitution: [0, 0, -1, -1] } },
  );
  const impacts = impactsOf(result).slice(0, 5);

  it("strikes when the quadrature of its energy says", () => {
    let angle = start;
    let time = fall(angle);
    impacts.forEach((impact) => {
      expect(impact.time).toBeCloseTo(time, 9);
      const next = peak(ratio * speedAtBottom(angle));
      time += 2 * fall(next);
      angle = next;
    });
    expect(impacts).toHaveLength(5);
  });

  it("goes on with 1 - (3/2) b^2 / (b^2 + h^2) of its speed", () => {
    let speed = speedAtBottom(start);
    for (const { contacts } of impacts) {
      const before = Math.max(...contacts.map(({ velocityBefore }) => -velocityBefore[2]));
      const after = Math.max(...contacts.map(({ velocityAfter }) => velocityAfter[2]));
      expect(before / width).toBeCloseTo(speed, 9);
      expect(after / before).toBeCloseTo(ratio, 9);
      speed *= ratio;
    }
  });
});

it.each([0.2, 0.5, 0.8])("a flat drop is over after sqrt(2 h / g) (1 + e) / (1 - e), e = %s", (e) => {
  const result = run(
    { block: { shape: { type: "box", size: [0.3, 0.2, 0.1] }, mass: 1, position: [0, 0, 0.55] } },
    { friction: 0, restitution: e },
    6,
  );
  expect(result.status).toBe("rest");
  expect(result.accumulations.at(-1)!.time).toBeCloseTo((Math.sqrt(1 / G) * (1 + e)) / (1 - e), 7);
  expect(result.ledger.impactLoss).toBeCloseTo(0.5 * G, 8);
});

describe("nothing goes into the floor, between events too", () => {
  const bodies: [string, object, readonly Vec3[]][] = [
    ["box", { type: "box", size: [0.2, 0.3, 0.1] }, corners([0.2, 0.3, 0.1])],
    ["flat box", { type: "box", size: [0.07, 0.15, 0.008] }, corners([0.07, 0.15, 0.008])],
  ];
  it.each(bodies)("%s", (_name, shape, places) => {
    const result = run(
      {
        thing: {
          shape,
          mass: 1,
          position: [0, 0, 0.5],
          orientation: [...quaternion.fromAxisAngle([1, 2, -1], 0.7)!],
          velocity: [1, 0, -1],
          angularVelocity: [3, -8, 5],
        },
      },
      { friction: 0.3, restitution: 0.4 },
      0.8,
      { output: { rate: 1000 } },
    );
    expect(impactsOf(result).length).toBeGreaterThan(8);
    const { position, orientation } = result.series.bodies.thing;
    let lowest = Number.POSITIVE_INFINITY;
    position.forEach(([, , z], row) => {
      for (const place of places) lowest = Math.min(lowest, z + quaternion.rotate(orientation[row], place)[2]);
    });
    expect(lowest).toBeGreaterThan(-10 * result.tolerances.gapTolerance);
    const { total } = result.series.energy;
    total.slice(1).forEach((now, i) => {
      expect(now).toBeLessThanOrEqual(total[i] + 1e-10 * total[0]);
    });
    expect(Math.abs(result.ledger.residual)).toBeLessThan(1e-8 * result.ledger.before);
  });
});

function corners([a, b, c]: Vec3): Vec3[] {
  return [-0.5, 0.5].flatMap((x) => [-0.5, 0.5].flatMap((y) => [-0.5, 0.5].map((z): Vec3 => [x * a, y * b, z * c])));
}

describe("contacts that say the same twice change nothing", () => {
  const vertices = corners([0.2, 0.3, 0.1]);
  const triangles = [
    [0, 1, 3],
    [0, 3, 2],
    [4, 6, 7],
    [4, 7, 5],
    [0, 4, 5],
    [0, 5, 1],
    [2, 3, 7],
    [2, 7, 6],
    [0, 2, 6],
    [0, 6, 4],
    [1, 5, 7],
    [1, 7, 3],
  ];
  const thrown = (list: readonly Vec3[]) =>
    run(
      {
        thing: {
          shape: { type: "mesh", vertices: list, triangles },
          mass: 1,
          position: [0, 0, 0.3],
          orientation: [...quaternion.fromAxisAngle([0, 1, 0], 0.4)!],
          velocity: [0.5, 0.2, 0],
        },
      },
      { friction: 0.3, restitution: 0.4 },
      0.6,
    );

  it("corners listed twice", () => {
    const [once, twice] = [thrown(vertices), thrown([...vertices, ...vertices])];
    expect(impactsOf(once).length).toBeGreaterThan(5);
    expect(impactsOf(twice).map(({ contacts }) => contacts.length)).toEqual(impactsOf(once).map(({ contacts }) => contacts.length));
    for (const c of [0, 1, 2]) expect(twice.bodies.thing.position[c]).toBeCloseTo(once.bodies.thing.position[c], 12);
  });

  it("more points on a face that slides without turning", () => {
    const slid = [2, 3, 4].map((grid) =>
      run(
        {
          block: {
            shape: { type: "box", size: [0.2, 0.2, 0.1] },
            mass: 1,
            position: [0, 0, 0.05],
            velocity: [1, 0.5, 0],
            points: { grid },
          },
        },
        { friction: 0.3, restitution: 0 },
        1,
      ),
    );
    const distance = (1 + 0.25) / (2 * 0.3 * G);
    for (const { bodies, status } of slid) {
      expect(status).toBe("rest");
      expect(Math.hypot(bodies.block.position[0], bodies.block.position[1])).toBeCloseTo(distance, 11);
    }
  });
});
