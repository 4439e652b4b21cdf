import { analyseSlip, solveCompliant, solveFrictional, solveMultipoint, solveNewton, solveSimultaneous } from "carom/impact";
import type { ContactProblem } from "carom/mechanics";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Figure } from "../../draw/figure.js";
import { checkFigure, checkWordsInside, number, parse, pointsOf } from "../../draw/figures.test.data.js";
import { colour } from "../../draw/theme.js";
import { impactFigures } from "../figures.js";
import { bundleFigure } from "./bundle.js";
import { drawnContact } from "./contact.js";
import { anyProblem, named, problems, receding, resultOf } from "./problems.test.data.js";
import { curvatureStep } from "./step-size.js";
import { eventName, trackOf } from "./track.js";

const drawn = new Map<ContactProblem, Figure[]>();
/** Each problem is drawn once for all tests. */
function draw(problem: ContactProblem): Figure[] {
  const figures = drawn.get(problem) ?? impactFigures(resultOf(problem));
  drawn.set(problem, figures);
  return figures;
}
const figureNamed = (problem: ContactProblem, name: string) => draw(problem).find((figure) => figure.name === name)!;

describe.each(named)("figures of: $name", ({ problem }) => {
  it("are well-formed, finite and the same bytes each time", () => {
    const figures = draw(problem);
    const names = figures.map((figure) => figure.name);
    expect(names.slice(0, 4)).toEqual(["hodograph", "impulse-curve", "energy", "normal-velocity"]);
    expect(names.includes("bundle")).toBe(problem.dimension === 3);
    for (const figure of figures) checkFigure(figure);
    expect(impactFigures(resultOf(problem))).toEqual(figures);
  });

  it("put every word inside the picture", () => {
    for (const figure of draw(problem)) checkWordsInside(figure);
  });

  it("mark the events on the hodograph where they happen", () => {
    const { outcome } = resultOf(problem);
    const svg = parse(figureNamed(problem, "hodograph"));
    // Back from pixels: the largest ring gives the scale, its centre the origin.
    const rings = [...svg.querySelectorAll(".ring")];
    const ring = rings[rings.length - 1];
    const speed = Number(
      ring
        .getAttribute("data-speed")!
        .replace(
          /\u2009×\u200910(.*)/,
          (_, power: string) => `e${[...power].map((c) => ("⁰¹²³⁴⁵⁶⁷⁸⁹".includes(c) ? "⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(c) : "-")).join("")}`,
        ),
    );
    const scale = number(ring, "r") / speed;
    for (const event of outcome.events) {
      const { letter } = eventName(event.kind);
      const x = number(ring, "cx") + scale * event.velocity[0];
      const y = number(ring, "cy") - scale * event.velocity[1];
      const drawn = [...svg.querySelectorAll(".event")].filter((dot) => {
        const letters = dot.getAttribute("data-event")!;
        return letters.includes(letter) || (letter === "s" && letters.includes("t"));
      });
      const distances = drawn.map((dot) => Math.hypot(number(dot, "cx") - x, number(dot, "cy") - y));
      // Events that share a pixel share a dot; a scale read from two decimals is good to a tenth of a pixel.
      expect(Math.min(...distances)).toBeLessThan(3.2);
    }
  });

  it("end the impulse curve at the end's mark and the kept energy at its share", () => {
    const { outcome } = resultOf(problem);
    const curve = parse(figureNamed(problem, "impulse-curve"));
    const paths = [...curve.querySelectorAll(".path")];
    const [x, y] = pointsOf(paths[paths.length - 1]).at(-1)!;
    const end = curve.querySelector(".end")!;
    expect(Math.hypot(number(end, "cx") - x, number(end, "cy") - y)).toBeLessThan(3.2);

    const energy = parse(figureNamed(problem, "energy"));
    const kept = pointsOf([...energy.querySelectorAll("path")].find((path) => path.getAttribute("fill") === colour.kept)!);
    const [[, foot]] = pointsOf(energy.querySelector("path.rule.stroke-line2")!);
    const right = Math.max(...kept.map(([px]) => px));
    const floor = Math.max(...kept.map(([, py]) => py));
    const top = Math.min(...kept.filter(([px]) => px > right - 0.02).map(([, py]) => py));
    // The frame is 240 px high and holds 100 %: without a gain the floor lies at its foot, the line of zero.
    expect(floor).toBe(foot);
    expect((floor - top) / 240).toBeCloseTo(outcome.energy.after / outcome.energy.before, 3);
  });
});

it("says in the strip of a rod that turns back which way it slips", () => {
  const words = (problem: ContactProblem) =>
    [...parse(figureNamed(problem, "normal-velocity")).querySelectorAll("text")].map((text) => text.textContent);
  expect(words(problems["rod that turns, planar"])).toEqual(expect.arrayContaining(["slips forward", "slips back"]));
  expect(words(problems["slides (fig. 2.5c)"])).toEqual(expect.arrayContaining(["slips"]));
});

it("draws any contact without a NaN", () => {
  fc.assert(
    fc.property(anyProblem, (problem) => {
      for (const figure of impactFigures(resultOf(problem))) checkFigure(figure);
    }),
    { numRuns: 30 },
  );
});

describe("the hodograph", () => {
  it("says phase by weight and mode by colour", () => {
    const svg = parse(figureNamed(problems["sticks late (fig. 2.5a)"], "hodograph"));
    const looks = [...svg.querySelectorAll(".path")].map((path) => [path.getAttribute("stroke"), path.getAttribute("stroke-width")]);
    expect(looks).toEqual([
      [colour.slip, "4"],
      [colour.slip, "2"],
      [colour.stick, "2"],
    ]);
    expect(svg.querySelector(".end")!.getAttribute("fill")).toBe(colour.stick);
    expect(parse(figureNamed(problems["slides (fig. 2.5c)"], "hodograph")).querySelector(".end")!.getAttribute("fill")).toBe(colour.slip);
  });

  it(
    "has one ray for each invariant direction: dashed where it attracts, dotted where it repels, with the head the way " + "the slip runs",
    () => {
      for (const name of ["sticks late (fig. 2.5a)", "can jam (fig. 2.5d)", "turns around (fig. 2.8)"] as const) {
        const problem = problems[name];
        const svg = parse(figureNamed(problem, "hodograph"));
        const rays = [...svg.querySelectorAll(".ray")];
        const directions = analyseSlip(problem).invariantDirections;
        expect(rays).toHaveLength(directions.length);
        const ring = svg.querySelector(".ring")!;
        directions.forEach((direction, i) => {
          const [line, head] = [...rays[i].querySelectorAll("path")];
          const [from, to] = pointsOf(line);
          expect(Math.atan2(from[1] - to[1], to[0] - from[0])).toBeCloseTo(direction.angle, 2);
          expect(line.getAttribute("stroke-dasharray")).toBe(direction.stability === "attracting" ? "7 5" : "1.5 4.5");
          const [tip, left, right] = pointsOf(head);
          const radius = ([x, y]: readonly [number, number]) => Math.hypot(x - number(ring, "cx"), y - number(ring, "cy"));
          const outward = radius(tip) > radius([(left[0] + right[0]) / 2, (left[1] + right[1]) / 2]);
          expect(outward).toBe(direction.kind === "centrifugal");
          expect(rays[i].textContent).toBe(
            direction.kind === "centrifugal"
              ? "straight out"
              : direction.stability === "attracting"
                ? "straight in, attracts"
                : "straight in, repels",
          );
        });
      }
    },
  );

  it("has flow lines that never leave the picture, and none crosses an invariant ray", () => {
    const problem = problems["sticks late (fig. 2.5a)"];
    const svg = parse(figureNamed(problem, "hodograph"));
    const ring = svg.querySelector(".ring")!;
    const angles = analyseSlip(problem).invariantDirections.map((direction) => direction.angle);
    const flows = [...svg.querySelectorAll(".flow")];
    expect(flows.length).toBeGreaterThan(20);
    const sector = (angle: number) => angles.filter((ray) => ray < angle).length % angles.length;
    for (const flow of flows) {
      const sectors = new Set<number>();
      for (const [x, y] of pointsOf(flow)) {
        expect(x >= 0 && x <= 600 && y >= 0 && y <= 560).toBe(true);
        const angle = Math.atan2(number(ring, "cy") - y, x - number(ring, "cx"));
        // Right at a ray rounding decides the side.
        if (angles.every((ray) => Math.abs(Math.sin(angle - ray)) > 0.02)) sectors.add(sector(angle));
      }
      expect(sectors.size).toBeLessThanOrEqual(1);
    }
  });
});

it("draws event lines at the normal impulse of their event", () => {
  const problem = problems["sticks late (fig. 2.5a)"];
  const { outcome } = resultOf(problem);
  const svg = parse(figureNamed(problem, "energy"));
  const x = (letter: string) =>
    pointsOf([...svg.querySelectorAll(".event-line")].find((line) => line.getAttribute("data-event") === letter)!)[0][0];
  const left = Math.min(...[...svg.querySelectorAll("path.fill-kept")].flatMap(pointsOf).map(([px]) => px));
  const [compressed, stopped] = outcome.events;
  expect((x("c") - left) / (x("s") - left)).toBeCloseTo(compressed.normalImpulse / stopped.normalImpulse, 3);
});

it("hatches in red what a law makes, and only then", () => {
  const problem = problems["rod that turns, planar"];
  const gains = impactFigures(resultOf(problem, solveNewton(problem, { history: true }))).find((figure) => figure.name === "energy")!;
  expect(gains.svg).toContain('fill="url(#energy-created)"');
  expect(gains.caption).toContain("more than was stored");
  expect(figureNamed(problem, "energy").svg).not.toContain('fill="url(#energy-created)"');
});

describe("the bundle", () => {
  it("from the unit circle shows what the source's figure 2.7 shows: 15 starts, 4 still sliding at the end", () => {
    const figure = bundleFigure(problems["sticks late (fig. 2.5a)"], { normalVelocity: -0.2 });
    const svg = parse(figure);
    expect(svg.querySelectorAll(".start")).toHaveLength(15);
    expect(figure.caption).toContain("11 end stuck, 4 slide to the end");
    expect([...svg.querySelectorAll(".end")].filter((end) => end.getAttribute("fill") === colour.slip)).toHaveLength(4);
  });

  it("takes the number of starts it is given", () => {
    expect(parse(bundleFigure(problems["no friction"], { starts: 4 })).querySelectorAll(".start")).toHaveLength(4);
  });
});

describe("the step-size picture", () => {
  it("takes steps of the source's formula, by the curvature of three nearby points of the path", () => {
    const problem = problems["sticks late (fig. 2.5a)"];
    const contact = drawnContact(problem);
    const at = (normalVelocity: number) =>
      solveFrictional({ ...problem, velocity: [contact.slip[0], contact.slip[1], normalVelocity] }, { history: true }).history!;
    const history = at(-0.2);
    const k = 8;
    const [a, b, c] = [history.velocity[k - 1], history.velocity[k], history.velocity[k + 1]];
    // Menger curvature: four times the area of the triangle over the product of its sides.
    const side = (p: readonly number[], q: readonly number[]) => Math.hypot(p[0] - q[0], p[1] - q[1]);
    const area = 0.5 * Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]));
    const curvature = (4 * area) / (side(a, b) * side(b, c) * side(a, c));
    const pace = side(a, c) / (history.normalImpulse[k + 1] - history.normalImpulse[k - 1]);
    const expected = (0.5 * 0.01) / pace + (0.5 * 0.01) / (curvature * pace);
    expect(curvatureStep(contact, [b[0], b[1]], 0.01) / expected).toBeCloseTo(1, 2);
  });

  it("is about as many dots as the library's method takes steps in the source's example (65 by the sheet)", () => {
    const svg = parse(figureNamed(problems["sticks late (fig. 2.5a)"], "step-size"));
    const dots = svg.querySelectorAll("circle.step").length;
    expect(dots).toBeGreaterThan(60);
    expect(dots).toBeLessThan(75);
  });

  it("is left out where there is nothing to step along", () => {
    for (const name of ["no friction", "from rest, sticks", "rod that turns, planar"] as const)
      expect(draw(problems[name]).some((figure) => figure.name === "step-size")).toBe(false);
  });
});

describe("a contact that gives along the surface", () => {
  // The ball of 001 section 8.1: 1 kg, radius 1 m; contact velocity (-3, 0, -5).
  const ball = (restitution: number): ContactProblem => ({
    dimension: 3,
    contacts: [{ friction: 0.4, restitution, stiffnessRatio: 17 / 14 }],
    mobility: [
      [3.5, 0, 0],
      [0, 3.5, 0],
      [0, 0, 1],
    ],
    velocity: [-3, 0, -5],
    kineticEnergy: 13.8,
  });
  const figuresOf = (problem: ContactProblem) => impactFigures(resultOf(problem, solveCompliant(problem, { history: true })));

  it("has no picture of the rigid flow, and no line of sticking", () => {
    const figures = figuresOf(ball(0.5));
    expect(figures.map((figure) => figure.name)).toEqual(["hodograph", "impulse-curve", "energy", "normal-velocity"]);
    for (const figure of figures) {
      checkFigure(figure);
      expect(figure.svg).not.toMatch(/class="(flow|ray|sticking)/);
    }
  });

  it("counts what the tangential springs hold as stored, not as lost", () => {
    const problem = ball(0.5);
    const track = trackOf(problem, solveCompliant(problem, { history: true }))!;
    const compression = track.stretches.filter((stretch) => stretch.phase === "compression").flatMap((stretch) => stretch.samples);
    for (const { restitutionLoss, springLoss } of compression) expect(restitutionLoss + springLoss).toBeCloseTo(0, 12);
    // Nothing friction does reaches the ball's normal motion: restitution takes (1 - e^2) of 12.5 J.
    expect(track.end.restitutionLoss).toBeCloseTo(0.75 * 12.5, 12);
    expect(track.end.springLoss).toBeCloseTo(0, 12);
  });

  it("names what the springs hold when a plastic impact ends", () => {
    const problem = ball(0);
    const { energy } = solveCompliant(problem);
    const end = trackOf(problem, solveCompliant(problem, { history: true }))!.end;
    expect(end.springLoss).toBeCloseTo(energy.before - energy.after - 12.5 - energy.frictionLoss, 12);
    expect(end.springLoss).toBeGreaterThan(0.3);
    expect(figuresOf(problem).find((figure) => figure.name === "energy")!.svg).toContain("springs 2.6");
  });
});

it("draws nothing for bodies that do not approach", () => {
  expect(draw(receding)).toEqual([]);
});

describe.each([
  { law: "simultaneous", solve: solveSimultaneous },
  { law: "multipoint", solve: solveMultipoint },
])("a single contact under the law $law", ({ solve }) => {
  it.each([
    "sticks late (fig. 2.5a)",
    "rod that turns, planar",
    "no friction",
    "gives nothing back",
    "pressed together again",
    "jams, planar",
    "hardly approaches",
  ] as const)("has the pictures of any single contact: %s", (name) => {
    const problem = problems[name];
    const figures = impactFigures(resultOf(problem, solve(problem, { history: true })));
    expect(figures.map((figure) => figure.name).slice(0, 4)).toEqual(["hodograph", "impulse-curve", "energy", "normal-velocity"]);
    for (const figure of figures) checkFigure(figure);
  });
});
