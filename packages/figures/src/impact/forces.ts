/** Pictures of forces inside an impact: against time, and against how deep the surfaces are pressed in. */
import type { ContactForces, ImpactForces } from "carom/force";
import type { ContactProblem } from "carom/mechanics";
import type { ImpactResult } from "carom/study";
import { contactNames } from "carom/study";
import type { Figure } from "../draw/figure.js";
import { type Chart, type Curve, DASHES, lineCharts } from "../draw/line-chart.js";
import { withUnit } from "../draw/numbers.js";
import type { Point } from "../draw/svg.js";
import { colour } from "../draw/theme.js";
import { lengthFor, timeFor } from "./units.js";

/** None where the contacts have no contact law, or nothing pushes. */
export function forceFigures({ problem, forces }: ImpactResult): Figure[] {
  if (forces === undefined || forces.time.length === 0) return [];
  const groups = alike(forces);
  return [timeFigure(problem, forces, groups), loopFigure(problem, groups)];
}

/** Contacts whose curves cannot be told apart are drawn once. */
interface Group {
  readonly contacts: readonly number[];
  readonly forces: ContactForces;
}

const SAME = 1e-6;
/** More curves than these cannot be told apart. */
const MOST_CURVES = 4;

function alike({ contacts }: ImpactForces): Group[] {
  const groups: { contacts: number[]; forces: ContactForces }[] = [];
  const close = (a: number, b: number, scale: number) => Math.abs(a - b) <= SAME * scale;
  contacts.forEach((forces, i) => {
    if (!(forces.peakForce > 0)) return;
    const found = groups.find(
      ({ forces: other }) =>
        close(other.peakForce, forces.peakForce, forces.peakForce) &&
        close(
          other.permanentIndentation,
          forces.permanentIndentation,
          Math.max(forces.deepestIndentation, Math.abs(forces.permanentIndentation)),
        ) &&
        close(other.peakTime, forces.peakTime, forces.peakTime),
    );
    if (found === undefined) groups.push({ contacts: [i], forces });
    else found.contacts.push(i);
  });
  return groups.sort((a, b) => b.forces.peakForce - a.forces.peakForce).slice(0, MOST_CURVES);
}

function timeFigure(problem: ContactProblem, forces: ImpactForces, groups: readonly Group[]): Figure {
  const [size, unit] = timeFor(forces.duration);
  const time = forces.time.map((t) => t / size);
  const name = (group: Group) => (problem.contacts.length === 1 ? "" : contactNames(problem, group.contacts));
  const curvesOf = (values: (group: Group) => readonly number[], stroke?: string): Curve[] =>
    groups.map((group, i) => ({
      name: name(group),
      points: values(group).map((value, row): Point => [time[row], value]),
      ...(DASHES[i] === undefined ? {} : { dash: DASHES[i] }),
      ...(stroke === undefined ? {} : { stroke }),
    }));
  const normal = problem.dimension - 1;
  const lines = forces.events.slice(0, -1).map(({ end }) => end / size);
  const [depth, depthUnit] = lengthFor(Math.max(...groups.map((group) => group.forces.deepestIndentation)));
  const slides = groups.some((group) => group.forces.force.some((row) => row.slice(0, normal).some((value) => Math.abs(value) > 0)));
  const charts: Chart[] = [
    {
      title: "Normal force",
      unit: "N",
      axis: "",
      curves: curvesOf((group) => group.forces.force.map((row) => row[normal])),
      lines,
      show: [0],
    },
    ...(slides
      ? [
          {
            title: "Friction",
            unit: "N, size",
            axis: "",
            curves: curvesOf((group) => group.forces.force.map((row) => Math.hypot(...row.slice(0, normal))), colour.slip),
            lines,
            show: [0],
          },
        ]
      : []),
    {
      title: "Indentation",
      unit: depthUnit,
      axis: `time, ${unit}`,
      curves: curvesOf((group) => group.forces.indentation.map((value) => value / depth)),
      lines,
      show: [0],
    },
  ];
  const title = "Force and indentation in time";
  const [first] = groups;
  const caption = [
    `The impact takes ${withUnit(forces.duration / size, unit)}.`,
    `${pushing(problem, first?.contacts)} with ${withUnit(first?.forces.peakForce ?? 0, "N")} at most.`,
    ...(lines.length > 0 ? ["Dotted: one set of contacts is done and the next begins."] : []),
  ].join(" ");
  return { name: "force-time", title, caption, svg: lineCharts(`${title}. ${caption}`, charts) };
}

/** Who pushes, where there is more than one contact by its name. */
function pushing(problem: ContactProblem, contacts: Group["contacts"] | undefined): string {
  if (contacts === undefined || problem.contacts.length === 1) return "The contact pushes";
  return `${capital(contactNames(problem, contacts))}: ${contacts.length > 1 ? "each pushes" : "pushes"}`;
}

function loopFigure(problem: ContactProblem, groups: readonly Group[]): Figure {
  const [depth, unit] = lengthFor(Math.max(...groups.map((group) => group.forces.deepestIndentation)));
  const normal = problem.dimension - 1;
  const curves = groups.map((group, i): Curve => {
    const { indentation, localForce } = group.forces;
    return {
      name: problem.contacts.length === 1 ? "" : contactNames(problem, group.contacts),
      points: indentation.map((value, row): Point => [value / depth, localForce[row][normal]]),
      ...(DASHES[i] === undefined ? {} : { dash: DASHES[i] }),
    };
  });
  const title = "Force against indentation";
  const [first] = groups;
  const stays =
    first === undefined || first.forces.permanentIndentation <= 0
      ? "Nothing stays."
      : `${withUnit(first.forces.permanentIndentation / depth, unit)} stay.`;
  const caption =
    `Each surface is pressed in along one branch and comes back, as far as it does, ` +
    `along another. ${stays}${groups.length > 1 && first !== undefined ? ` (${contactNames(problem, first.contacts)})` : ""}`;
  return {
    name: "force-indentation",
    title,
    caption,
    svg: lineCharts(`${title}. ${caption}`, [
      { title: "Normal force by the contact law", unit: "N", axis: `indentation, ${unit}`, curves, show: [0] },
    ]),
  };
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
