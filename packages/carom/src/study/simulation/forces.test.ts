import { describe, expect, it } from "vitest";
import { contactLaw } from "../../force/contact-law.js";
import { hertzEstimate } from "../../force/estimate.js";
import type { RecordedImpact } from "../../simulation/record/record.js";
import { parseStudy } from "../parse.js";
import { parseCheckpoint, runSimulation, startSimulation } from "./run.js";
import type { SimulationStudy } from "./schema.js";

const glass = { youngsModulus: 69e9, poissonRatio: 0.23 };
const law = { materials: [glass, glass], radii: [0.02, "flat"] };
const drop = (contact: object, more: object = {}) =>
  parseStudy({
    carom: 1,
    kind: "simulation",
    title: "A glass ball",
    duration: 1,
    bodies: {
      ball: { shape: { type: "sphere", radius: 0.02 }, mass: 0.1, position: [0, 0, 0.22], velocity: [0.1, 0, 0] },
      floor: { plane: { point: [0, 0, 0], normal: [0, 0, 1] } },
    },
    contacts: [{ between: ["ball", "floor"], friction: 0.2, restitution: 0.5, ...contact }],
    ...more,
  }) as SimulationStudy;
const impacts = (study: SimulationStudy) => runSimulation(study).events.filter((event): event is RecordedImpact => event.kind === "impact");

describe("forces inside the impacts of a run", () => {
  it("are Hertz's at every bounce of a ball, and change nothing of the run", () => {
    const hits = impacts(drop({ contactLaw: law }));
    expect(hits.map(({ forces: _, ...rest }) => rest)).toEqual(impacts(drop({})));
    expect(hits.length).toBeGreaterThan(5);
    const { hertz } = contactLaw({ materials: [glass, glass], radii: [0.02, "flat"] });
    expect(hits[0].forces?.contacts[0].force.some(([x, , z]) => x < -0.19 * z)).toBe(true);
    for (const { contacts, forces, last } of hits) {
      const { peakForce, duration } = hertzEstimate({ hertz }, 0.1, -contacts[0].velocityBefore[2], last ? 0 : 0.5);
      expect(Math.abs((forces?.contacts[0].peakForce ?? 0) / peakForce - 1)).toBeLessThan(1e-8);
      expect(Math.abs((forces?.duration ?? 0) / duration - 1)).toBeLessThan(1e-8);
      expect(forces?.contacts[0].normalForce).toHaveLength(forces?.time.length ?? 0);
      // Friction is against the motion along the floor, and within its cone.
      forces?.contacts[0].force.forEach(([x, y, z], row) => {
        expect(z).toBe(forces.contacts[0].normalForce[row]);
        expect(y).toBe(0);
        expect(x).toBeLessThanOrEqual(1e-12 * z);
        expect(-x).toBeLessThanOrEqual(0.2 * z * (1 + 1e-12));
      });
    }
  });

  it("are in what a run that was stopped and gone on with tells, to the bit", () => {
    const study = drop({ contactLaw: law });
    const run = startSimulation(study);
    for (let i = 0; i < 4; i++) run.advance();
    const resumed = startSimulation(study, {}, parseCheckpoint(JSON.parse(JSON.stringify(run.checkpoint()))));
    while (!resumed.done) resumed.advance();
    expect(resumed.result().events).toEqual(runSimulation(study).events);
  });

  it("come from the material of all pairs too, and are refused where they cannot be", () => {
    const common = drop({}, { contacts: [], material: { friction: 0, restitution: 0.5, contactLaw: law } });
    expect(impacts(common)[0].forces?.contacts[0].peakForce).toBeGreaterThan(0);
    expect(() => runSimulation(drop({ contactLaw: { ...law, radii: ["flat", "flat"] } }))).toThrow(
      /^contacts\[0\]\.contactLaw\.radii: .* does not make a convex contact/,
    );
  });
});

describe("what a run says where forces cannot be told", () => {
  it("warns of deep dents, of laws without a clock, and of pairs without a law", () => {
    const codes = (study: SimulationStudy) => runSimulation(study).warnings.map(({ code }) => code);
    expect(codes(drop({ contactLaw: { ...law, radii: [1e-6, "flat"] } }))).toContain("deep-indentation");
    const balls = drop(
      {},
      {
        duration: 0.5,
        gravity: [0, 0, 0],
        bodies: Object.fromEntries(
          [0, 1, 2].map((i) => [
            `ball ${i}`,
            {
              shape: { type: "sphere", radius: 0.02 },
              mass: 0.1,
              position: [i === 0 ? -0.1 : 0.04 * i, 0, 0],
              velocity: [i === 0 ? 1 : 0, 0, 0],
            },
          ]),
        ),
        contacts: [],
        material: { friction: 0, restitution: 1, contactLaw: { ...law, radii: [0.02, 0.02] } },
      },
    );
    expect(codes(balls)).toContain("no-forces");
  });
});

describe("forces of several contacts at once", () => {
  const study = (bodies: object, contacts: readonly object[], more: object = {}) =>
    parseStudy({
      carom: 1,
      kind: "simulation",
      title: "Several contacts",
      duration: 0.01,
      bodies: { ...bodies, floor: { plane: { normal: [0, 0, 1] } } },
      contacts: contacts.map((contact) => ({ friction: 0, restitution: 0, contactLaw: law, ...contact })),
      ...more,
    }) as SimulationStudy;
  const { hertz } = contactLaw({ materials: [glass, glass], radii: [0.02, "flat"] });

  it("a ball that rests on the floor and is hit from above: the floor's force begins at its weight, and its peak adds up", () => {
    const sphere = (z: number, mass: number) => ({ shape: { type: "sphere", radius: 0.02 }, mass, position: [0, 0, z] });
    const run = study(
      { anvil: sphere(0.02, 0.5), hammer: { ...sphere(0.061, 0.2), velocity: [0, 0, -1] } },
      [{ between: ["hammer", "anvil"] }, { between: ["anvil", "floor"] }],
      { duration: 0.005 },
    );
    const [{ contacts, forces, law: by }] = impacts(run);
    expect(by).toBe("proportional");
    expect(contacts.map(({ between }) => between[0])).toEqual(["hammer", "anvil"]);
    const [hammer, floor] = forces!.contacts;
    const weight = 0.5 * 9.81;
    expect(floor.normalForce[0]).toBeCloseTo(weight, 9);
    hammer.normalForce.forEach((force, row) => {
      expect(floor.normalForce[row] - force).toBeCloseTo(weight, 6);
    });
    // The ball below stands still, so above it a mass hits a wall.
    const { peakForce } = hertzEstimate({ hertz }, 0.2, -contacts[0].velocityBefore[2], 0);
    expect(hammer.peakForce / peakForce).toBeCloseTo(1, 8);
    expect(floor.peakForce).toBeCloseTo(hammer.peakForce + weight, 9);
  });

  it("are told of a block that lands flat, under the law by default", () => {
    const block = { shape: { type: "box", size: [0.2, 0.2, 0.1] }, mass: 0.8, position: [0, 0, 0.051], velocity: [0, 0, -1] };
    const [{ forces, law: by, contacts }] = impacts(study({ block }, [{ between: ["block", "floor"], restitution: 0.5 }]));
    expect(by).toBe("proportional");
    // Four corners with a quarter of the mass each.
    const { peakForce, duration } = hertzEstimate({ hertz }, 0.2, -contacts[0].velocityBefore[2], 0.5);
    for (const contact of forces!.contacts) expect(contact.peakForce / peakForce).toBeCloseTo(1, 7);
    expect(forces!.duration / duration).toBeCloseTo(1, 7);
  });

  it("are told of points on different links of a mechanism, in its plane too", () => {
    const leg = { shape: { type: "rod", length: 1, radius: 0.02 }, mass: 1 };
    const turned = (angle: number) => [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)];
    const height = 0.5 * Math.cos(0.4) + 0.021;
    const right = {
      ...leg,
      position: [0, 0, -0.5],
      joint: { type: "revolute", parent: "left", position: [0, 0, 0.5], axis: [0, 1, 0], start: { position: -0.8 } },
    };
    const free = { ...leg, position: [0, 0, height], orientation: turned(0.4), velocity: [0, 0, -1] };
    const slide = (axis: number[], parent: object, start: object) => ({ joint: { type: "prismatic", axis, ...parent, start } });
    const planar = {
      x: slide([1, 0, 0], {}, {}),
      z: slide([0, 0, 1], { parent: "x" }, { position: height, speed: -1 }),
      left: { ...leg, joint: { type: "revolute", parent: "z", axis: [0, 1, 0], start: { position: 0.4 } } },
    };
    const feet = ["left", "right"].map((name) => ({ between: [name, "floor"], restitution: 0.4, friction: 0.3 }));
    const [inSpace, inPlane] = [{ left: free }, planar].map((base) => impacts(study({ ...base, right }, feet))[0]);
    for (const { law: by, forces, contacts } of [inSpace, inPlane]) {
      expect(by).toBe("proportional");
      contacts.forEach(({ impulse, worldImpulse }, i) => {
        const { normalForce, force } = forces!.contacts[i];
        const integral = (values: readonly number[]) =>
          forces!.time.reduce((sum, t, k) => (k === 0 ? 0 : sum + 0.5 * (t - forces!.time[k - 1]) * (values[k] + values[k - 1])), 0);
        expect(Math.abs(integral(normalForce) / impulse[2] - 1)).toBeLessThan(0.02);
        expect(Math.abs(integral(force.map(([x]) => x)) - worldImpulse[0])).toBeLessThan(0.02 * impulse[2]);
      });
    }
    expect(inPlane.forces!.contacts[0].peakForce / inSpace.forces!.contacts[0].peakForce).toBeCloseTo(1, 6);
  });
});
