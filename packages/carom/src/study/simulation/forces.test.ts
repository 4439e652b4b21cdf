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
