import { parseStudy, runSimulation } from "carom/study";
import { parseHTML } from "linkedom";
import { describe, expect, it } from "vitest";
import { simulationFigures } from "./figures.js";

const glass = { youngsModulus: 69e9, poissonRatio: 0.23 };

describe("pictures of the impacts of a run", () => {
  const drop = (contactLaw: object) => {
    const parsed = parseStudy({
      carom: 1,
      kind: "simulation",
      title: "A ball that slides as it bounces",
      duration: 0.9,
      bodies: {
        ball: { shape: { type: "sphere", radius: 0.02 }, mass: 0.1, position: [0, 0, 0.22], velocity: [3, 0, 0] },
        floor: { plane: { normal: [0, 0, 1] } },
      },
      contacts: [{ between: ["floor", "ball"], friction: 0.2, restitution: 0.6, ...contactLaw }],
    });
    if (parsed.kind !== "simulation") throw new Error("not a simulation");
    return { parsed, result: runSimulation(parsed) };
  };

  it("draw the ball at each impact with an arrow of its largest force, tilted by friction, on the ball and not on the floor", () => {
    const { parsed, result } = drop({ contactLaw: { materials: [glass, glass], radii: ["flat", 0.02] } });
    const figure = simulationFigures(result, parsed).find(({ name }) => name === "force-strobe");
    const svg = parseHTML(`<html><body>${figure?.svg}</body></html>`).document;
    const hits = result.events.flatMap((event) => (event.kind === "impact" && event.forces !== undefined ? [event.forces] : []));
    const arrows = [...svg.querySelectorAll("path.force")].map((path) =>
      [...path.getAttribute("d")!.matchAll(/[ML](-?[\d.]+),(-?[\d.]+)/g)].map((match) => [Number(match[1]), Number(match[2])]),
    );
    expect(svg.querySelectorAll("circle")).toHaveLength(Math.min(6, hits.length));
    expect(arrows.length).toBeGreaterThan(1);
    const [from, to] = arrows[0];
    const [across, up] = [to[0] - from[0], from[1] - to[1]];
    expect(up).toBeGreaterThan(50);
    // It slides to the right: friction of 0.2 points to the left.
    expect(across / up).toBeCloseTo(-0.2, 2);
    expect(svg.body.textContent).toContain(`${hits[0].contacts[0].peakForce.toFixed(0)}\u2009N`);
  });

  it("are not drawn without a contact law or without the study", () => {
    const { parsed, result } = drop({});
    expect(simulationFigures(result, parsed).map(({ name }) => name)).not.toContain("force-strobe");
  });
});
