// Pictures of many impacts: how the outcome changes with one number of the contact. generate-figures.mjs writes them.
import { readFileSync } from "node:fs";
import { heatMap } from "@carom/figures";
import { parseStudy, parseStudyText, runStudy } from "carom/study";

/** As packages/figures/src/draw/theme.ts; curves are told apart by dashes and words, because colour is kept for what the contact does. */
export const COLOUR = {
  paper: "#FAFAF7",
  ink1: "#15181C",
  ink2: "#454B54",
  ink3: "#666D77",
  line: "#DFDFD9",
  line2: "#8C929B",
  created: "#C4122F",
};
const FONT = 'Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

/**
 * The ball of the source over friction, stiffness ratio and restitution (001 figure 15), with the ball on a tangentially rigid contact in
 * grey.
 */
export function ballStudy() {
  const panels = [
    {
      title: "friction μ",
      from: 0,
      to: 1,
      ticks: [0, 0.5, 1],
      sweep: "sweep-ball-friction",
      labelsAt: [0.4, 0.4],
      rigidAt: 0.4,
    },
    {
      title: "√(stiffness ratio) = η₀",
      from: 1,
      to: 3,
      ticks: [1, 2, 3],
      sweep: "sweep-ball-stiffness",
      place: Math.sqrt,
      labelsAt: [1.75, 1.85],
    },
    { title: "restitution e", from: 0, to: 1, ticks: [0, 0.5, 1], sweep: "sweep-ball-restitution", labelsAt: [0.42, 0.52] },
  ].map((axis) => {
    const [give, rigid] = swept(axis.sweep, axis.place);
    return {
      ...axis,
      curves: [
        ...[0, 1].map((i) => ({
          points: part(rigid, i),
          stroke: COLOUR.line2,
          width: 1.25,
          dash: DASHES[i],
          ...(i === 0 && axis.rigidAt !== undefined ? { label: { text: "rigid tangents", at: axis.rigidAt, above: false } } : {}),
        })),
        ...[0, 1].map((i) => ({
          points: part(give, i),
          stroke: COLOUR.ink1,
          width: 2,
          dash: DASHES[i],
          label: { text: ["velocity, m/s", "spin, rad/s"][i], at: axis.labelsAt[i], above: i === 0 },
        })),
      ],
    };
  });
  return picture({
    title: "The ball after impact, over friction, stiffness ratio and restitution",
    panels,
    domain: [-2.8, 2.2],
    ticks: [-2, -1, 0, 1, 2],
    tickText: (value) => String(value).replace("-", "−"),
  });
}

/** The share of the energy that is kept, over friction, under three restitution rules. */
export function energyOverFriction(study) {
  const rules = [
    { text: "energetic", at: 0.155, dash: undefined, width: 2, stroke: COLOUR.ink1 },
    { text: "Poisson", at: 0.5, dash: "7 4", width: 1.5, stroke: COLOUR.ink1 },
    { text: "Newton", at: 0.08, dash: "2 3", width: 1.75, stroke: COLOUR.created },
  ];
  const axis = { title: "friction μ", from: 0, to: 1, ticks: [0, 0.25, 0.5, 0.75, 1] };
  const sweeps = sweptFrom(study);
  const kept = sweeps[0].map(({ x }, i) => ({ x, values: sweeps.map((rows) => 100 * rows[i].values[0]) }));
  const curves = rules.map(({ text, at, ...look }, i) => ({ ...look, points: part(kept, i), label: { text, at, above: true } }));
  return picture({
    title: "Energy kept by the double pendulum, over friction",
    panels: [{ ...axis, curves, strong: 100 }],
    domain: [0, 1.06 * Math.max(...kept.flatMap(({ values }) => values))],
    ticks: [0, 50, 100],
    tickText: (value) => `${value} %`,
  });
}

/**
 * Two neighbouring motions about the first hit, and what the derivatives of one say of the other: between the two hits the velocities
 * differ by the whole jump, and what is first order in the height is there all the same, before and after.
 */
export function neighbouringMotions(study) {
  const [rise, from, to] = [0.08, 0.4, 0.52];
  const times = Array.from({ length: 241 }, (_, i) => from + ((to - from) * i) / 240);
  const start = study.bodies.ball.position;
  const higher = { ...study, bodies: { ...study.bodies, ball: { ...study.bodies.ball, position: [start[0], start[1], start[2] + rise] } } };
  const rows = ["position", "velocity"].flatMap((what) => times.map((time) => `at[${time}].bodies.ball.${what}[2]`));
  const values = (one, by) => runStudy({ ...one, duration: to, derivatives: { of: rows, by: [by] } }).derivatives;
  const [mine, other] = [study, higher].map((one) => values(one, "bodies.ball.position[2]"));
  const curve = (i, value) => times.map((time, k) => [time, value(i * times.length + k)]);
  const panels = ["height of the centre, m", "velocity, m/s"].map((title, i) => {
    const own = curve(i, (row) => mine.rows[row].value);
    const scale = i === 0 ? 20 : 1;
    const shown = (points) => points.map(([time, value]) => [time, scale * value]);
    return {
      title: `${title}${i === 0 ? " (times 20)" : ""}, against t, s`,
      from,
      to,
      ticks: [0.4, 0.45, 0.5],
      curves: [
        { points: shown(own), stroke: COLOUR.ink1, width: 2, label: { text: "the run", at: i === 0 ? 0.41 : 0.47, above: i === 1 } },
        {
          points: shown(curve(i, (row) => other.rows[row].value)),
          stroke: COLOUR.line2,
          width: 2,
          label: { text: "8 cm higher", at: i === 0 ? 0.43 : 0.41, above: true },
        },
        {
          points: shown(curve(i, (row) => mine.rows[row].value + rise * mine.matrix[row][0])),
          stroke: COLOUR.created,
          width: 1.25,
          dash: "4 3",
          label: { text: "run + derivative", at: i === 0 ? 0.49 : 0.5, above: false },
        },
      ],
    };
  });
  return picture({
    title: "Two neighbouring motions about a hit, and the one told by the derivatives of the other",
    panels,
    domain: [-6, 12],
    ticks: [-5, 0, 5, 10],
    tickText: (value) => String(value).replace("-", "−"),
  });
}

const DASHES = [undefined, "6 4"];

/** What an example measures over one number, for each of the laws that it has. */
function swept(example, place) {
  return sweptFrom(parseStudyText(readFileSync(new URL(`../examples/${example}.json`, import.meta.url), "utf8")), place);
}

/** A grid of laws and one number: for each law the measures over the number, which may be drawn at another place. */
function sweptFrom(study, place = (x) => x) {
  const { table } = runStudy(study);
  const [laws, { name, count }] = study.vary;
  const rowOf = (run) => ({ x: place(table[name][run]), values: study.measure.map((measure) => table[measure.name][run]) });
  return laws.values.map((_, k) => Array.from({ length: count }, (_, i) => rowOf(k * count + i)));
}

/**
 * What the tip of a sliding rod does over friction and restitution, with the boundaries in closed form. While it slides on, the slip falls
 * by B mu - d for each N s and the normal velocity rises by n - d mu, so that it stops before the impact is over where
 * e > v (n - d mu) / (B mu - d) - 1; once stopped it stays where mu >= -d / B.
 */
export function rodMap(study) {
  const result = runStudy(study);
  const map = result.maps.find(({ measure }) => measure === "slip");
  const { problem } = runStudy(parseStudy(study.base, "impact"));
  const [[along, , coupling], , [, , normal]] = problem.mobility;
  const speed = problem.velocity[0];
  const stops = (friction) => (speed * (normal - coupling * friction)) / (along * friction - coupling) - 1;
  const critical = -coupling / along;
  const [low, high] = [map.xEdges[0], map.xEdges.at(-1)];
  const curve = Array.from({ length: 200 }, (_, i) => low + ((high - low) * i) / 199).map((friction) => [friction, stops(friction)]);
  return heatMap("What the tip of a sliding rod does over friction and restitution; lines: the boundaries in closed form", map, [
    { name: "lines: closed form", points: curve },
    {
      name: "",
      points: [
        [critical, stops(critical)],
        [critical, map.yEdges.at(-1)],
      ],
    },
  ]);
}

function part(samples, i) {
  return samples.map(({ x, values }) => [x, values[i]]);
}

const TOP = 18;
const HEIGHT = 230;
const LEFT = 48;
const GAP = 34;
export const WIDTH = 600;

/** Panels side by side on one vertical axis. */
function picture({ title, panels, domain: [low, high], ticks, tickText }) {
  const panelWidth = (WIDTH - LEFT - 16 - GAP * (panels.length - 1)) / panels.length;
  const y = (value) => TOP + (HEIGHT * (high - value)) / (high - low);
  const drawn = panels.map((panel, i) => {
    const left = LEFT + i * (panelWidth + GAP);
    const x = (value) => left + (panelWidth * (value - panel.from)) / (panel.to - panel.from);
    const level = (value) => {
      const strong = value === (panel.strong ?? 0);
      return (
        `<path d="M${round(left)},${round(y(value))}h${round(panelWidth)}" fill="none" ` +
        `stroke="${strong ? COLOUR.line2 : COLOUR.line}"/>`
      );
    };
    return [
      ...ticks.map(level),
      ...panel.curves.map((curve) => drawCurve(curve, x, y)),
      ...panel.curves.flatMap(({ label, points, stroke }) => (label === undefined ? [] : [drawLabel(label, points, stroke, x, y)])),
      ...panel.ticks.map((value) => text(x(value), TOP + HEIGHT + 16, String(value), { anchor: "middle", size: 11, fill: COLOUR.ink3 })),
      text(left, TOP + HEIGHT + 36, panel.title, { fill: COLOUR.ink2 }),
    ].join("");
  });
  const scale = ticks
    .map((value) => text(LEFT - 8, y(value) + 4, tickText(value), { anchor: "end", size: 11, fill: COLOUR.ink3 }))
    .join("");
  const height = TOP + HEIGHT + 46;
  return svgOf(title, height, scale + drawn.join(""));
}

/** A picture of the usual width with a title for those who do not see it. */
export function svgOf(title, height, body) {
  return (
    `<svg font-family="${FONT.replaceAll('"', "&quot;")}" font-size="12" height="${height}" role="img" viewBox="0 0 ${WIDTH} ` +
    `${height}" width="${WIDTH}" xmlns="http://www.w3.org/2000/svg"><title>${title}</title><rect fill="${COLOUR.paper}" ` +
    `height="${height}" width="${WIDTH}"/>${body}</svg>`
  );
}

function drawCurve({ points, stroke, width, dash }, x, y) {
  const d = points.map(([a, b], i) => `${i === 0 ? "M" : "L"}${round(x(a))},${round(y(b))}`).join("");
  return (
    `<path d="${d}" fill="none" stroke="${stroke}" stroke-linejoin="round" ` +
    `stroke-width="${width}"${dash === undefined ? "" : ` stroke-dasharray="${dash}"`}/>`
  );
}

/** A word beside its curve, with a rim of paper. */
function drawLabel({ text: words, at, above }, points, fill, x, y) {
  const nearest = points.reduce((a, b) => (Math.abs(b[0] - at) < Math.abs(a[0] - at) ? b : a));
  return text(x(nearest[0]), y(nearest[1]) + (above ? -9 : 20), words, { fill, weight: 600, halo: true });
}

export function text(x, y, words, { anchor = "start", size = 12, fill, weight, halo = false }) {
  const rim = halo ? ` paint-order="stroke" stroke="${COLOUR.paper}" stroke-linejoin="round" stroke-width="4"` : "";
  return (
    `<text fill="${fill}" font-size="${size}"${weight === undefined ? "" : ` font-weight="${weight}"`}${rim} text-anchor="${anchor}" ` +
    `x="${round(x)}" y="${round(y)}">${words}</text>`
  );
}

export function round(value) {
  return Math.round(100 * value) / 100;
}
