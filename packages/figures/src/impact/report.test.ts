import { solveNewton } from "carom/impact";
import { type Comparison, describeOutcome } from "carom/study";
import { parseHTML } from "linkedom";
import { describe, expect, it } from "vitest";
import { comparisonFigures } from "./comparison/figures.js";
import { comparisonReport } from "./comparison/report.js";
import { impactFigures } from "./figures.js";
import { comparisonOf, named, problems, receding, resultOf } from "./one-contact/problems.test.data.js";
import { impactReport } from "./report.js";
import { rack, stages } from "./several-contacts/outcomes.test.data.js";

const problem = problems["sticks late (fig. 2.5a)"];
const result = resultOf(problem);
const report = impactReport(result, impactFigures(result));
const page = parseHTML(report).document;

function checkSelfContained(html: string): void {
  expect(html).not.toMatch(/<script|<link|<iframe|<img|@import|javascript:|\son\w+=/i);
  expect(html.replace(/xmlns="http:\/\/www\.w3\.org\/2000\/svg"/g, "")).not.toMatch(/https?:|\/\//);
  expect(html).not.toMatch(/NaN|Infinity|undefined|\[object/);
  for (const [, target] of html.matchAll(/url\(([^)]*)\)/g)) expect(target).toMatch(/^#/);
}

describe("the report of an impact", () => {
  it("says first, in the library's words, what happened", () => {
    expect(page.querySelector("h1")!.textContent).toBe(describeOutcome(result.outcome, problem));
    expect(page.querySelector("h1 .slip")!.textContent).toBe("slips");
    expect(page.querySelector("h1 .stick")!.textContent).toBe("sticks");
  });

  it("holds every figure with its caption, the events, the ledger, the mobility and the materials", () => {
    const figures = impactFigures(result);
    expect([...page.querySelectorAll("figure")].map((figure) => figure.getAttribute("id"))).toEqual(figures.map((figure) => figure.name));
    expect([...page.querySelectorAll("figcaption")].map((caption) => caption.textContent)).toEqual(figures.map((figure) => figure.caption));
    const text = page.querySelector("main")!.textContent;
    for (const part of [
      "Computed under the law frictional",
      "Events",
      "Energy",
      "Mobility",
      "1/kg",
      "11.5984",
      "Material",
      "0.95",
      "normal impulse, N\u2009s",
      "0.1012",
      "0.0130",
      "90.1",
      "\u22120.0772",
    ])
      expect(text).toContain(part);
  });

  it("has one id for each thing that is referred to", () => {
    const ids = [...page.querySelectorAll("[id]")].map((element) => element.getAttribute("id"));
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, target] of report.matchAll(/url\(#([^)]*)\)/g)) expect(ids).toContain(target);
  });

  it.each(named)("stands alone and has no NaN: $name", ({ problem: given }) => {
    const each = resultOf(given);
    checkSelfContained(impactReport(each, impactFigures(each)));
    const comparison = comparisonOf(given);
    checkSelfContained(comparisonReport(comparison, comparisonFigures(comparison)));
  });

  it("escapes what the study says", () => {
    const nasty = '</title><script>alert("x")</script>&';
    const evil = {
      ...result,
      title: nasty,
      problem: { ...problem, contacts: [{ ...problem.contacts[0], name: nasty }] },
      bodies: { [nasty]: { position: [0, 0, 0] as const, before: MOTION, after: MOTION } },
    };
    const html = impactReport({ ...evil, outcome: { ...result.outcome, warnings: [{ code: "unused-field", message: nasty }] } }, []);
    expect(html).not.toContain("<script");
    expect(html).toContain("&lt;script&gt;");
    expect(parseHTML(html).document.querySelector(".study")!.textContent).toBe(nasty);
    checkSelfContained(html);
  });

  it("writes warnings as sentences", () => {
    const rod = problems["rod that turns, planar"];
    const newton = resultOf(
      { ...rod, contacts: [{ friction: 0.5, restitution: 1 }] },
      solveNewton({ ...rod, contacts: [{ friction: 0.5, restitution: 1 }] }, { history: true }),
    );
    const warned = parseHTML(impactReport(newton, [])).document.querySelector(".warning")!.textContent;
    expect(warned).toMatch(/^!Newton leaves the bodies with .* more energy than they had\.$/);
  });

  it("says so when nothing happened", () => {
    const html = impactReport(resultOf(receding), []);
    expect(parseHTML(html).document.querySelector("h1")!.textContent).toBe("The bodies are not approaching: nothing happens.");
    checkSelfContained(html);
  });

  it("shows bodies, contact frames and generalised speeds when the result has them", () => {
    const frame = { between: ["rod", "floor"], tangent1: [1, 0, 0], tangent2: [0, 1, 0], normal: [0, 0, 1], impulse: [0.5, 0, 2] } as const;
    const html = impactReport(
      {
        ...result,
        bodies: { rod: { position: [0, 0, 0] as const, before: MOTION, after: MOTION } },
        contacts: [frame],
        speeds: { before: [1], after: [-2.5] },
      },
      [],
    );
    const text = parseHTML(html).document.querySelector("main")!.textContent;
    for (const part of ["velocity x, m/s", "Impulse on the first body", "Generalised speeds", "\u22122.500"]) expect(text).toContain(part);
  });
});

const MOTION = { velocity: [1, 2, 3], angularVelocity: [0, 0, 1] } as const;

describe("the report of a comparison", () => {
  const rod = problems["rod that turns, planar"];
  const comparison = comparisonOf({ ...rod, contacts: [{ friction: 0.5, restitution: 1 }] });

  it("opens with the spread of the answers and names the law that makes energy", () => {
    const text = parseHTML(comparisonReport(comparison, [])).document.querySelector("h1")!.textContent;
    expect(text).toMatch(/^The laws part ways: from .* to .* of the energy is kept\. More than there was: newton\.$/);
  });

  it("says where all agree", () => {
    const text = parseHTML(comparisonReport(comparisonOf(problems["isotropic, central"]), [])).document.querySelector("h1")!.textContent;
    expect(text).toMatch(/^All laws agree/);
  });

  it("lists a law that cannot be used with its reason, escaped", () => {
    const html = comparisonReport(
      { ...comparison, rows: [...comparison.rows, { law: "compliant", summary: "springs", inapplicable: "it needs <stiffnessRatio>" }] },
      [],
    );
    expect(html).toContain("Compliant does not apply: it needs &lt;stiffnessRatio&gt;.");
    expect(parseHTML(comparisonReport({ ...comparison, rows: [] }, [])).document.querySelector("h1")!.textContent).toBe(
      "No law applies to this problem.",
    );
  });
});

describe("the report of an impact with several contacts", () => {
  const crowd = rack(4);
  const figures = impactFigures(crowd);
  const text = impactReport(crowd, figures);
  const several = parseHTML(text).document;
  const rowsOf = (title: string) => {
    const section = [...several.querySelectorAll(".table")].find((table) => table.querySelector("h2, summary")!.textContent === title)!;
    return [...section.querySelectorAll("tbody tr")].map((row) => [...row.children].map((cell) => cell.textContent));
  };

  it("stands alone, with every figure and no NaN", () => {
    checkSelfContained(text);
    expect([...several.querySelectorAll("figure")].map((figure) => figure.getAttribute("id"))).toEqual(
      figures.map((figure) => figure.name),
    );
    const ids = [...several.querySelectorAll("[id]")].map((element) => element.getAttribute("id"));
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, target] of text.matchAll(/url\(#([^)]*)\)/g)) expect(ids).toContain(target);
  });

  it("has a row for each contact, body and event", () => {
    expect(rowsOf("At the contacts")).toHaveLength(crowd.problem.contacts.length);
    expect(rowsOf("Bodies, world axes")).toHaveLength(2 * Object.keys(crowd.bodies!).length);
    const { events } = crowd.outcome;
    expect(events.length).toBeGreaterThan(30);
    const listed = rowsOf(`Events (${events.length})`);
    expect(listed).toHaveLength(events.length);
    expect(listed[listed.length - 1].slice(0, 2)).toEqual(["the impact ends", "all"]);
    expect(several.querySelectorAll("details")).toHaveLength(1);
  });

  it("leaves rounding and large matrices to result.json", () => {
    expect(text).not.toContain("Mobility");
    expect(rowsOf("Material")).toEqual([["all contacts", "0.05", "0.9"]]);
    const noisy = { ...crowd.outcome, velocity: crowd.outcome.velocity.map((value) => value + 1e-14) };
    expect(impactReport({ ...crowd, outcome: noisy }, [])).not.toMatch(/× ?10⁻¹⁴/u);
  });

  it("tells the stages of the law multipoint, and what each contact needs to stick", () => {
    const staged = parseHTML(impactReport(stages({ restitution: [0.5, -0.6] }), [])).document.querySelector("main")!.textContent;
    for (const part of [
      "Stages",
      "In 2 stages",
      "\u22120.600",
      "\u22121.00",
      "left sticks (needs a friction of 0.100000)",
      "Components at the contacts",
    ])
      expect(staged).toContain(part);
  });

  it("of a comparison lists the normal velocities of many contacts, and no impulse paths", () => {
    const { problem: given, outcome } = crowd;
    const rows = [
      { law: "simultaneous", summary: "springs", outcome },
      { law: "frictional", summary: "one contact", inapplicable: "it handles one contact" },
    ];
    const compared: Comparison = { carom: 1, kind: "comparison", title: "A test", problem: given, rows };
    const html = comparisonReport(compared, comparisonFigures(compared));
    checkSelfContained(html);
    const main = parseHTML(html).document.querySelector("main")!.textContent;
    expect(main).toContain("normal velocity, simultaneous, m/s");
    expect(main).toContain("normal impulse of all");
    expect(main).toMatch(/Simultaneous is the only law for this problem: [\d.]+ % of the energy is kept\./);
    expect(main).toContain("Frictional does not apply");
  });
});
