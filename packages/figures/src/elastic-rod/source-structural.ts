/** The source's figures of a rod with structural damping, drawn anew: 000 figures C.1 to C.5, all of its rubber rod with a few modes. */
import { dissipationAt, dissipationBelow, structuralBounce, structuralDissipation, structuralFields, transitTime } from "carom/elastic-rod";
import type { Figure } from "../draw/figure.js";
import { type Chart, type Curve, DASHES, lineCharts } from "../draw/line-chart.js";
import { significant } from "../draw/numbers.js";
import type { Point } from "../draw/svg.js";

const RUBBER = { length: 5, waveSpeed: 60, gravity: 9.8, impactSpeed: 5, structuralDamping: 18 };
const MODES = 9;
const TRANSIT = transitTime(RUBBER);
const GIVEN = `L = 5 m, c = 60 m/s, r = 18 m²/s, 5 m/s, ${MODES} modes`;

export function structuralSourceFigures(): Figure[] {
  return [displacements(), floorStrains(), strainRates(), byPlace("figure-c-4", 5), byPlace("figure-c-5", MODES)];
}

function figure(name: string, title: string, caption: string, chart: Chart): Figure {
  return { name, title, caption, svg: lineCharts(`${title}. ${caption}`, [chart]) };
}

/** The first instant is left out, where sums of modes have not begun to converge. */
function inTime(until: number, f: (time: number) => number): Point[] {
  return Array.from({ length: 201 }, (_, i): Point => {
    const time = until * Math.max(i / 200, 1e-6);
    return [time, f(time)];
  });
}

/** C.1, a surface there: here lines of it. */
function displacements(): Figure {
  const curves = [0.25, 0.5, 0.75, 1].map(
    (part, i): Curve => ({
      name: `x = ${part} L`,
      points: inTime(TRANSIT, (time) => structuralFields(RUBBER, part * RUBBER.length, time, MODES).displacement),
      ...(DASHES[i] === undefined ? {} : { dash: DASHES[i] }),
    }),
  );
  return figure(
    "figure-c-1",
    "Displacement of places on the rod",
    `${GIVEN}. The top goes furthest down and turns last (000 figure C.1, a surface there).`,
    { title: "Displacement v", unit: "m", axis: "time, s", curves, lines: [] },
  );
}

/** C.2. */
function floorStrains(): Figure {
  const bounce = structuralBounce(RUBBER, { modes: MODES, releaseCriterion: "strain" });
  const release = "bounceTime" in bounce ? bounce.bounceTime : Number.NaN;
  const strain = (time: number) => structuralFields(RUBBER, 0, time, MODES).strain;
  return figure(
    "figure-c-2",
    "Strain at the floor",
    `${GIVEN}. It turns at ${significant(release, 5)} s, after a transit (dot, ${significant(TRANSIT, 4)} s); the source reads 0.184 off ` +
      "its figure, which ends at 0.1833 (000 figure C.2).",
    {
      title: "Strain at the floor",
      unit: "",
      axis: "time, s",
      curves: [{ name: "", points: inTime(1.1 * TRANSIT, strain) }],
      dots: [{ at: [TRANSIT, strain(TRANSIT)], name: "2L/c" }],
      show: [0],
    },
  );
}

/** C.3. */
function strainRates(): Figure {
  const rate = (time: number) => structuralDissipation(RUBBER, time, MODES) / (2 * RUBBER.structuralDamping);
  return figure(
    "figure-c-3",
    "Square of the strain rate, over the rod",
    `${GIVEN}. It begins at 2 N μ²/L = 90 with N modes, and without bound with all; damping takes 2 r times this (000 figure C.3).`,
    { title: "Integral of v_xt²", unit: "m/s²", axis: "time, s", curves: [{ name: "", points: inTime(TRANSIT, rate) }], show: [0] },
  );
}

/** C.4 and C.5. */
function byPlace(name: string, modes: number): Figure {
  const points = Array.from({ length: 101 }, (_, i): Point => {
    const place = (RUBBER.length * i) / 100;
    return [place, dissipationAt(RUBBER, place, TRANSIT, modes) / (2 * RUBBER.structuralDamping)];
  });
  const lowest = dissipationBelow(RUBBER, 0.2, TRANSIT, modes);
  return figure(
    name,
    `Where damping takes its energy, ${modes} modes`,
    `Integral of v_xt² over one transit by place (L = 5 m, c = 60 m/s, r = 18 m²/s, 5 m/s). The lowest fifth takes ` +
      `${significant(100 * lowest, 3)} % (000 figure ${name === "figure-c-4" ? "C.4" : "C.5, which says about half"}).`,
    {
      title: "Integral of v_xt² in time",
      unit: "1/s",
      axis: "place above the floor, m",
      curves: [{ name: "", points }],
      lines: [1],
      show: [0],
    },
  );
}
