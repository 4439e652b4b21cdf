import { solveMultipoint, solveSimultaneous } from "carom/impact";
import type { ContactProblem } from "carom/mechanics";
import { describe, expect, it } from "vitest";
import type { Figure } from "../../draw/figure.js";
import { checkFigure, checkWordsInside, number, parse, pointsOf } from "../../draw/figures.test.data.js";
import { colour } from "../../draw/theme.js";
import { impactFigures } from "../figures.js";
import { bodyVelocitiesFigure } from "./body-velocities.js";
import { contactGraphFigure } from "./contact-graph.js";
import { courseOf } from "./course.js";
import { MOST_BARS } from "./event-bars.js";
import { severalContactsFigures } from "./figures.js";
import { noSlipWedges } from "./no-slip.js";
import { normalWorkOverlayFigure } from "./normal-work-overlay.js";
import { block, chain, rack, stages } from "./outcomes.test.data.js";
import type { PlacedResult } from "./scene.js";

const results = {
  "three balls": chain(3),
  "two contacts, friction": chain(3, 0.2),
  "ten balls": chain(10),
  "ten balls on a table": rack(4),
  "block on four corners": block(),
  "one stage": stages({ restitution: [0.5] }),
  "one stage, then one that stops in compression": stages({ restitution: [0.5, -0.6] }),
  "stops before anything sticks": stages({ restitution: [-0.9] }),
  "many stages": stages({ restitution: [0.5, -0.2, 0.1, 0.9, -0.5, 0.3, 0.2] }),
  "gives nothing back": chain(4, 0, 1e-3),
} satisfies Record<string, PlacedResult>;
const named = Object.entries(results).map(([name, result]) => ({ name, result: result as PlacedResult }));

const figureNamed = (result: PlacedResult, name: string) => impactFigures(result).find((figure) => figure.name === name)!;

describe.each(named)("figures of: $name", ({ result }) => {
  const figures = impactFigures(result);

  it("are those that apply, well-formed, finite and the same bytes each time", () => {
    const stagesKnown = result.outcome.stages !== undefined;
    const moving = Object.keys(result.bodies ?? {}).length;
    expect(figures.map((figure) => figure.name)).toEqual([
      "contact-graph",
      ...(moving > 1 ? ["body-velocities"] : []),
      "event-bars",
      "energy",
      "contact-impulses",
      "contact-velocities",
      ...(stagesKnown ? ["normal-work"] : []),
    ]);
    for (const figure of figures) checkFigure(figure);
    expect(severalContactsFigures(result)).toEqual(figures);
  });

  it("put every word inside the picture", () => {
    for (const figure of figures) checkWordsInside(figure);
  });

  it("end with the energies of the ledger", () => {
    const { energies } = courseOf(result.problem, result.outcome)!;
    const { before, after, restitutionLoss, frictionLoss } = result.outcome.energy;
    const end = energies[energies.length - 1];
    expect(Math.abs(end.kineticEnergy - after)).toBeLessThan(1e-9 * before);
    expect(Math.abs(end.restitutionLoss - restitutionLoss)).toBeLessThan(1e-9 * before);
    expect(Math.abs(end.frictionLoss - frictionLoss)).toBeLessThan(1e-9 * before);
  });

  it("draw the bars of each contact from where it is pressed to where it opens", () => {
    const course = courseOf(result.problem, result.outcome)!;
    const svg = parse(figureNamed(result, "event-bars"));
    const [, from, width] = /^M([\d.]+),[\d.]+h([\d.]+)$/.exec(svg.querySelector(".open")!.getAttribute("d")!)!.map(Number);
    for (const { index, stretches } of course.contacts) {
      const bars = [...svg.querySelectorAll(".bar")].filter((bar) => number(bar, "data-contact") === index);
      const pushing = stretches.filter(({ phase }) => phase !== "open");
      if (pushing.length === 0) {
        expect(bars).toEqual([]);
        continue;
      }
      const begin = course.total[pushing[0].first] / course.last;
      const end = course.total[pushing[pushing.length - 1].last] / course.last;
      expect(Math.abs(number(bars[0], "x") - (from + begin * width))).toBeLessThan(0.02);
      const last = bars[bars.length - 1];
      expect(Math.abs(number(last, "x") + number(last, "width") - (from + end * width))).toBeLessThan(0.8);
    }
  });

  it("end the curves of impulse at the impulse of the outcome", () => {
    const { problem, outcome } = result;
    const svg = parse(figureNamed(result, "contact-impulses"));
    const foot = Number(
      /,([\d.]+)h/.exec(
        [...svg.querySelectorAll(".rule")].find((rule) => rule.getAttribute("stroke") === colour.line2)!.getAttribute("d")!,
      )![1],
    );
    const ends = new Map<number, number>();
    for (const curve of svg.querySelectorAll(".curve")) ends.set(number(curve, "data-contact"), foot - pointsOf(curve).at(-1)![1]);
    const impulse = (contact: number) => outcome.impulse[(contact + 1) * problem.dimension - 1];
    const drawn = [...ends.keys()];
    const most = drawn.reduce((a, b) => (impulse(b) > impulse(a) ? b : a));
    for (const contact of drawn) expect(ends.get(contact)! / ends.get(most)!).toBeCloseTo(impulse(contact) / impulse(most), 2);
  });
});

it("energy is lost to restitution where a compression ends, and nowhere else", () => {
  const { problem, outcome } = results["three balls"];
  const { energies } = courseOf(problem, outcome)!;
  const ends = outcome.events.filter(({ kind }) => kind === "compression-end").map(({ impulse }) => impulse[2] + impulse[5]);
  expect(ends).toHaveLength(2);
  let jumps = 0;
  energies.slice(1).forEach((sample, i) => {
    const lost = (sample.restitutionLoss - energies[i].restitutionLoss) / outcome.energy.before;
    if (Math.abs(lost) < 2e-3) return;
    jumps++;
    expect(sample.normalImpulse).toBe(energies[i].normalImpulse);
    expect(ends).toContain(sample.normalImpulse);
    expect(lost).toBeGreaterThan(0);
  });
  expect(jumps).toBe(2);
});

describe("the event bars", () => {
  it("end compression where the event says so, and name the impulse of each contact", () => {
    const result = results["three balls"];
    const svg = parse(figureNamed(result, "event-bars"));
    const { problem, outcome } = result;
    const compressed = outcome.events.find(({ kind, contact }) => kind === "compression-end" && contact === 0)!;
    const total = (impulse: readonly number[]) => impulse[2] + impulse[5];
    const [first, second] = [...svg.querySelectorAll(".bar.compression")];
    const [, , width] = /^M([\d.]+),[\d.]+h([\d.]+)$/.exec(svg.querySelector(".open")!.getAttribute("d")!)!.map(Number);
    expect(number(first, "width") / width).toBeCloseTo(total(compressed.impulse) / total(outcome.impulse), 3);
    expect(number(second, "x") - number(first, "x")).toBeGreaterThanOrEqual(0);
    expect(problem.contacts).toHaveLength(2);
    expect(svg.textContent).toContain("contact 2");
  });

  it("mark a contact that is pressed together again, and slip that stops", () => {
    const again = figureNamed(results["gives nothing back"], "event-bars");
    expect([...parse(again).querySelectorAll(".tick")].some((tick) => tick.getAttribute("data-event") === "contact-close")).toBe(true);
    expect(again.caption).toContain("x pressed together after having been open");
    const stuck = parse(figureNamed(results["one stage"], "event-bars"));
    const ticks = [...stuck.querySelectorAll(".tick")].map((tick) => tick.getAttribute("data-event"));
    expect(ticks).toEqual(["slip-stop", "slip-stop"]);
    expect(stuck.querySelectorAll(".mode.stick")).toHaveLength(2);
    expect(stuck.querySelector(".mode.stick")!.getAttribute("fill")).toBe(colour.stick);
  });

  it("leave out the contacts that carry least where there are too many, and say so", () => {
    const crowd = rack(6);
    const figure = figureNamed(crowd, "event-bars");
    const count = crowd.problem.contacts.length;
    expect(count).toBeGreaterThan(MOST_BARS);
    expect(parse(figure).querySelectorAll(".open")).toHaveLength(MOST_BARS);
    expect(figure.caption).toContain(`${count - MOST_BARS} are not`);
    for (const each of impactFigures(crowd)) checkFigure(each);
  });
});

it("contacts that do the same to the eye share one curve and one label", () => {
  const { svg } = figureNamed(results["one stage"], "contact-impulses");
  expect(svg).toContain("all contacts: ");
  expect(parse({ name: "", title: "", caption: "", svg }).querySelectorAll('.curve[data-contact="1"]')).toHaveLength(0);
});

describe("the contact graph", () => {
  it("draws balls where they are, and lines as wide as their impulse", () => {
    const result = results["three balls"];
    const svg = parse(contactGraphFigure(result)!);
    const balls = [...svg.querySelectorAll(".ball")];
    expect(balls).toHaveLength(3);
    // They touch: neighbours stand two radii apart.
    expect(number(balls[1], "cx") - number(balls[0], "cx")).toBeCloseTo(2 * number(balls[0], "r"), 1);
    const widths = [...svg.querySelectorAll(".carries")].map((line) => number(line, "stroke-width"));
    expect(widths[0] / widths[1]).toBeCloseTo(result.outcome.impulse[2] / result.outcome.impulse[5], 2);
  });

  it("looks at a table from above, at a line from the side, and at a block from above and one side", () => {
    const axes = (result: PlacedResult) => {
      const letters = [...parse(contactGraphFigure(result)!).querySelectorAll("text")].map((text) => text.textContent);
      return ["x", "y", "z"].filter((axis) => letters.includes(axis)).join("");
    };
    expect(axes(results["ten balls on a table"])).toBe("xy");
    expect(axes(results["three balls"])).toBe("xz");
    expect(axes(results["block on four corners"])).toBe("xyz");
    expect(axes(results["one stage"])).toBe("xy");
  });

  it("shows the impulse on the body that moves, into the body", () => {
    const result = results["block on four corners"];
    const up = (placed: PlacedResult) =>
      [...parse(contactGraphFigure(placed)!).querySelectorAll(".carries")].map((arrow) => {
        const [from, to] = pointsOf(arrow);
        return from[1] - to[1];
      });
    for (const height of up(result)) expect(height).toBeGreaterThan(0);
    // The same contacts told from the floor's side: normals and frames reversed, the picture the same.
    const reversed: PlacedResult = {
      ...result,
      problem: {
        ...result.problem,
        places: result.problem.places!.map(({ point, axes }) => ({ point, axes: axes.map((axis) => axis.map((value) => -value)) })),
      },
      contacts: result.contacts!.map((contact) => ({ ...contact, between: ["floor", "block"] })),
    };
    expect(up(reversed)).toEqual(up(result));
  });

  it("does with places alone, and without them there is none", () => {
    const { bodies: _, contacts: __, ...alone } = results["three balls"];
    const figure = contactGraphFigure(alone)!;
    checkFigure(figure);
    expect(figure.caption).toContain("on the first body of each contact");
    expect(parse(figure).querySelectorAll(".ball")).toHaveLength(0);
    const { places: ___, ...problem } = alone.problem;
    expect(contactGraphFigure({ ...alone, problem })).toBeUndefined();
    expect(bodyVelocitiesFigure(alone)).toBeUndefined();
  });

  it("dots what carries nothing", () => {
    const result = results["ten balls on a table"];
    const idle = result.problem.contacts.filter((_, i) => result.outcome.impulse[3 * i + 2] === 0).length;
    expect(idle).toBeGreaterThan(0);
    const figure = contactGraphFigure(result)!;
    expect(parse(figure).querySelectorAll(".carries.nothing")).toHaveLength(idle);
    expect(figure.caption).toContain(`${idle} of ${result.problem.contacts.length} contacts carr`);
  });
});

it("velocities of the bodies are arrows in proportion to them", () => {
  const result = results["ten balls on a table"];
  const svg = parse(bodyVelocitiesFigure(result)!);
  const arrows = [...svg.querySelectorAll(".velocity")].map((arrow) => {
    const [from, to] = pointsOf(arrow);
    return [to[0] - from[0], from[1] - to[1]] as const;
  });
  const velocities = Object.values(result.bodies!)
    .map(({ after }) => after.velocity)
    .filter((velocity) => Math.hypot(...velocity) > 1e-6);
  expect(arrows).toHaveLength(velocities.length);
  const fastest = velocities.reduce((a, b, i) => (Math.hypot(...b) > Math.hypot(...velocities[a]) ? i : a), 0);
  const scale = Math.hypot(...arrows[fastest]) / Math.hypot(...velocities[fastest]);
  arrows.forEach(([x, y], i) => {
    expect(x / scale).toBeCloseTo(velocities[i][0], 2);
    expect(y / scale).toBeCloseTo(velocities[i][1], 2);
  });
});

describe("the normal work", () => {
  const heights = (figure: Figure, letter: string) =>
    [...parse(figure).querySelectorAll(`.event[data-event="${letter}"]`)].map((dot) => [number(dot, "cx"), number(dot, "cy")] as const);

  it("marks the end of compression and the end of each stage where they are", () => {
    const figure = figureNamed(results["one stage, then one that stops in compression"], "normal-work");
    const [compressed, ended] = [heights(figure, "c"), heights(figure, "r")];
    expect(compressed).toHaveLength(2);
    // Work -1 J at P = 2; e = 0.5 ends at P = 3 with -0.75 J, e = -0.6 at P = 0.8 with -0.64 J.
    const zero = compressed[0][1] - 4 * (compressed[0][1] - ended[0][1]);
    const joule = compressed[0][1] - zero;
    expect((ended[1][1] - zero) / joule).toBeCloseTo(0.64, 2);
    expect(compressed[1][1]).toBeCloseTo(compressed[0][1], 1);
    const newton = ended[0][0] - compressed[0][0];
    expect((ended[1][0] - ended[0][0]) / newton).toBeCloseTo(0.8, 2);
    expect((compressed[1][0] - ended[0][0]) / newton).toBeCloseTo(2, 2);
  });

  it("goes on dashed to where compression would have ended, along the same parabola", () => {
    const svg = parse(figureNamed(results["one stage, then one that stops in compression"], "normal-work"));
    const line = svg.querySelector(".continuation")!;
    expect(line.getAttribute("stroke-dasharray")).toBe("6 4");
    const points = pointsOf(line);
    const [bottom] = points.slice(-1);
    const depth = points[0][1] - bottom[1];
    const middle = points[Math.floor(points.length / 2)];
    const t = (bottom[0] - middle[0]) / (bottom[0] - points[0][0]);
    expect((middle[1] - bottom[1]) / depth).toBeCloseTo(t * t, 1);
    expect(parse(figureNamed(results["one stage"], "normal-work")).querySelector(".continuation")).toBeNull();
  });

  it("has a kink where the mode changes", () => {
    expect(parse(figureNamed(results["one stage"], "normal-work")).querySelectorAll(".kink")).toHaveLength(1);
    expect(parse(figureNamed(results["stops before anything sticks"], "normal-work")).querySelectorAll(".kink")).toHaveLength(0);
  });

  it("lies over that of other descriptions at the same heights", () => {
    const figure = normalWorkOverlayFigure([
      { name: "2 points", result: results["one stage"] },
      { name: "the same again", result: stages({ restitution: [0.5] }) },
    ]);
    checkFigure(figure);
    expect(heights(figure, "c")).toHaveLength(2);
    expect(parse(figure).querySelectorAll(".level")).toHaveLength(2);
    expect(figure.caption).toContain("2 points: the work falls to");
    const stopped = normalWorkOverlayFigure([{ name: "stops", result: stages({ restitution: [-0.6] }) }]);
    checkFigure(stopped);
    expect(heights(stopped, "c")).toEqual([]);
    expect(() => normalWorkOverlayFigure([{ name: "balls", result: results["three balls"] }])).toThrow("balls has no normal work");
  });
});

describe("the no-slip wedge", () => {
  it.each([0.1, 0.39, 0.41, 0.8])("holds zero where friction 0.4 is enough: %d is needed", (criticalFriction) => {
    const { problem, outcome } = stages({ restitution: [0.5], criticalFriction });
    const wedges = noSlipWedges(courseOf(problem, outcome)!, 0);
    expect(wedges).toHaveLength(2);
    for (const { rates, from, to } of wedges) {
      expect(rates[0] <= 0 && rates[1] >= 0).toBe(criticalFriction <= 0.4);
      // Tangential mobility 2, half of the impulse each: 2 (-+0.4 + needed) / 2.
      expect(rates[0]).toBeCloseTo(criticalFriction - 0.4, 6);
      expect(rates[1]).toBeCloseTo(criticalFriction + 0.4, 6);
      expect([from, to]).toEqual([0.5, 3]);
    }
  });

  it("is shaded in the picture of the slip, and only under the law multipoint", () => {
    expect(figureNamed(results["one stage"], "contact-velocities").svg).toContain('class="no-slip');
    expect(figureNamed(results["two contacts, friction"], "contact-velocities").svg).not.toContain("no-slip");
  });
});

describe("of the laws themselves", () => {
  const springs = (problem: ContactProblem) => solveSimultaneous(problem, { history: true });
  const shared = (problem: ContactProblem) => solveMultipoint(problem, { history: true });

  it.each([
    { name: "a line of five balls", result: chain(5, 0, 0.9, springs) },
    { name: "a rack with friction", result: rack(3, 0.1, springs) },
    { name: "a block with springs", result: block(springs) },
    { name: "a block that shares", result: block(shared) },
  ])("$name: bars and curves follow the events", ({ result }) => {
    for (const figure of impactFigures(result)) checkFigure(figure);
    const { problem, outcome } = result;
    const course = courseOf(problem, outcome)!;
    expect(course.last).toBeCloseTo(
      course.contacts.reduce((sum, { normalImpulse }) => sum + normalImpulse.at(-1)!, 0),
      9,
    );
    for (const { index, stretches, moments } of course.contacts) {
      // Between two events of a contact it does one thing.
      const closed = moments.filter(({ kind }) => kind === "compression-end" || kind === "contact-open").map(({ at }) => at);
      const changes = stretches
        .slice(0, -1)
        .flatMap(({ phase, last }, i) => (stretches[i + 1].phase === phase ? [] : [course.total[last]]));
      for (const at of closed.filter((one) => one < course.last * (1 - 1e-9)))
        expect(Math.min(...changes.map((one) => Math.abs(one - at)))).toBeLessThan(1e-9 * course.last);
      expect(stretches.every(({ phase }) => phase === "open")).toBe(!(outcome.impulse[(index + 1) * problem.dimension - 1] > 0));
    }
    const end = course.energies.at(-1)!;
    expect(Math.abs(end.restitutionLoss - outcome.energy.restitutionLoss)).toBeLessThan(1e-9 * outcome.energy.before);
    expect(Math.min(...course.energies.map(({ restitutionLoss }) => restitutionLoss))).toBeGreaterThan(-1e-9 * outcome.energy.before);
  });

  it("an outcome without its history is solved once more for it, if it was solved in the usual way", () => {
    const result = chain(4, 0, 0.9, (problem) => solveSimultaneous(problem));
    expect(impactFigures(result)).toEqual(impactFigures(chain(4, 0, 0.9, springs)));
    const rare = chain(4, 0, 0.9, (problem) => ({ ...solveSimultaneous(problem), impulse: problem.velocity.map(() => 1) }));
    expect(impactFigures(rare).map(({ name }) => name)).toContain("ledgers");
  });
});

describe("what is missing", () => {
  const { problem, outcome } = results["three balls"];

  it("without a history there are the graph, the bodies and the ledger", () => {
    const { history: _, ...rest } = outcome;
    const bare = { ...results["three balls"], outcome: { ...rest, law: "unknown" } };
    expect(impactFigures(bare).map((figure) => figure.name)).toEqual(["contact-graph", "body-velocities", "ledgers"]);
  });

  it("where nothing happened there are no pictures", () => {
    const still: PlacedResult = {
      ...results["three balls"],
      outcome: { ...outcome, events: [], impulse: outcome.impulse.map(() => 0), slip: ["untouched", "untouched"] },
    };
    expect(impactFigures(still)).toEqual([]);
  });

  it("names of a study are escaped and cut", () => {
    const nasty = '<b>"&</b> and so on and so on and so on';
    const contacts = problem.contacts.map((contact, i) => ({ ...contact, name: `${i}${nasty}` }));
    const renamed: ContactProblem = { ...problem, contacts };
    for (const figure of impactFigures({ ...results["three balls"], problem: renamed })) {
      checkFigure(figure);
      expect(figure.svg).not.toContain("<b>");
    }
  });
});
