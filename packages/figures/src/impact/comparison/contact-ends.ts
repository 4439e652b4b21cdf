/**
 * Several contacts under several laws: a row for each contact, and on it the marks of the laws where they end.
 */
import type { ImpactOutcome } from "carom/impact";
import type { ContactProblem } from "carom/mechanics";
import { contactName } from "carom/study";
import type { Figure } from "../../draw/figure.js";
import { shortened, textWidth } from "../../draw/labels.js";
import { lawMark, lawTitle, word } from "../../draw/marks.js";
import { niceTicks, significant, tickText, withUnit } from "../../draw/numbers.js";
import { element, type SvgElement, svgDocument } from "../../draw/svg.js";
import { colour } from "../../draw/theme.js";
import { totalNormal } from "../several-contacts/course.js";

const WIDTH = 600;
const HEAD = 34;
const RIGHT = 24;
/** Height of a row for its first law, and for each further one, px. */
const ROW = 18;
const LAW = 9;
/** Contacts drawn: those pushed most. */
export const MOST_ROWS = 24;

/** What the laws make of each contact. */
interface Ends {
  readonly name: string;
  readonly title: string;
  readonly axis: string;
  readonly caption: string;
  /** One for each contact under a law. */
  readonly values: (outcome: ImpactOutcome) => readonly number[];
  /** One for each contact before the impact. */
  readonly before?: readonly number[];
}

export function lawImpulsesFigure(problem: ContactProblem, outcomes: readonly ImpactOutcome[]): Figure {
  return endsFigure(problem, outcomes, {
    name: "law-impulses",
    title: "What each contact carries under each law",
    axis: "normal impulse, N\u2009s",
    values: (outcome) => normalsOf(problem, outcome.impulse),
    caption: outcomes
      .map((outcome) => {
        const normals = normalsOf(problem, outcome.impulse);
        const most = Math.max(...normals);
        return `${lawTitle(outcome.law)}: ${withUnit(totalNormal(problem, outcome.impulse), "N\u2009s", 4)} in all, most at ${contactName(problem, normals.indexOf(most))} (${withUnit(most, "N\u2009s", 4)}).`;
      })
      .join(" "),
  });
}

export function contactEndsFigure(problem: ContactProblem, outcomes: readonly ImpactOutcome[]): Figure {
  return endsFigure(problem, outcomes, {
    name: "law-velocities",
    title: "How each contact parts under each law",
    axis: "normal velocity, m/s; a stroke where it was before",
    values: (outcome) => normalsOf(problem, outcome.velocity),
    before: normalsOf(problem, problem.velocity),
    caption: outcomes
      .map((outcome) => {
        const normals = normalsOf(problem, outcome.velocity);
        const fastest = Math.max(...normals);
        return `${lawTitle(outcome.law)}: ${contactName(problem, normals.indexOf(fastest))} parts fastest, at ${withUnit(fastest, "m/s")}.`;
      })
      .join(" "),
  });
}

function normalsOf({ dimension, contacts }: ContactProblem, values: readonly number[]): number[] {
  return contacts.map((_, i) => values[(i + 1) * dimension - 1]);
}

function endsFigure(problem: ContactProblem, outcomes: readonly ImpactOutcome[], ends: Ends): Figure {
  const rows = mostPushed(problem, outcomes);
  const names = rows.map((contact) => shortened(contactName(problem, contact), 18));
  const left = 16 + Math.max(64, ...names.map((name) => textWidth(name, 12)));
  const drawn = outcomes.map(ends.values);
  const shown = [
    0,
    ...rows.flatMap((contact) => [...drawn.map((values) => values[contact]), ...(ends.before === undefined ? [] : [ends.before[contact]])]),
  ];
  const [least, most] = [Math.min(...shown), Math.max(...shown)];
  const span = most > least ? most - least : 1;
  const { step, values: ticks } = niceTicks(least - 0.03 * span, most + 0.03 * span, 5);
  const x = (value: number) => left + ((value - least + 0.04 * span) / (1.08 * span)) * (WIDTH - left - RIGHT);
  const row = ROW + LAW * (outcomes.length - 1);
  const bottom = HEAD + rows.length * row;
  const hidden = problem.contacts.length - rows.length;
  const caption = `${ends.caption}${hidden > 0 ? ` The ${MOST_ROWS} contacts pushed most are drawn, ${hidden} are not.` : ""}`;
  const svg = svgDocument({ width: WIDTH, height: bottom + 42 }, `${ends.title}. ${caption}`, [
    ...drawKey(outcomes, left),
    ...ticks.flatMap((value) => [
      element("path", {
        class: "rule",
        d: `M${x(value)},${HEAD}V${bottom}`,
        fill: "none",
        stroke: value === 0 ? colour.line2 : colour.line,
        "stroke-width": 1,
      }),
      word([x(value), bottom + 16], tickText(value, step), { size: 11, fill: colour.ink3, anchor: "middle" }),
    ]),
    ...rows.flatMap((contact, i) => {
      const top = HEAD + i * row;
      const before = ends.before?.[contact];
      return [
        word([left - 10, top + row / 2 + 4], names[i], { fill: colour.ink1, anchor: "end" }),
        ...(i === 0
          ? []
          : [element("path", { d: `M${left},${top}H${WIDTH - RIGHT}`, fill: "none", stroke: colour.line, "stroke-width": 1 })]),
        ...(before === undefined
          ? []
          : [
              element("path", {
                class: "before",
                d: `M${x(before)},${top + 4}v${row - 8}`,
                fill: "none",
                stroke: colour.ink2,
                "stroke-width": 2,
              }),
            ]),
        ...outcomes.map(({ law }, k) =>
          element(
            "g",
            { class: "end", "data-contact": contact, "data-law": law, "data-value": significant(drawn[k][contact], 6) },
            lawMark(law, [x(drawn[k][contact]), top + ROW / 2 + k * LAW]),
          ),
        ),
      ];
    }),
    word([left, bottom + 34], ends.axis),
  ]);
  return { name: ends.name, title: ends.title, caption, svg };
}

/** The mark of each law with its name, in a line. */
function drawKey(outcomes: readonly ImpactOutcome[], left: number): SvgElement[] {
  let x = left + 6;
  return outcomes.flatMap(({ law }) => {
    const title = lawTitle(law);
    const at = x;
    x += textWidth(title, 12) + 34;
    return [lawMark(law, [at, 14]), word([at + 12, 18], title, { fill: colour.ink1 })];
  });
}

/** The contacts with the largest normal impulse under any law, in their own order. */
function mostPushed(problem: ContactProblem, outcomes: readonly ImpactOutcome[]): number[] {
  const contacts = problem.contacts.map((_, i) => i);
  if (contacts.length <= MOST_ROWS) return contacts;
  const normals = outcomes.map((outcome) => normalsOf(problem, outcome.impulse));
  const most = (contact: number) => Math.max(...normals.map((values) => values[contact]));
  return contacts
    .sort((a, b) => most(b) - most(a) || a - b)
    .slice(0, MOST_ROWS)
    .sort((a, b) => a - b);
}
