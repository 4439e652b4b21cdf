// Pictures of many impacts: how the outcome changes with one number of the contact. generate-figures.mjs writes them.
import { compareStudy, runStudy } from "carom/study";

/** As packages/figures/src/draw/theme.ts; curves are told apart by dashes and words, because colour is kept for what the contact does. */
const COLOUR = {
  paper: "#FAFAF7",
  ink1: "#15181C",
  ink2: "#454B54",
  ink3: "#666D77",
  line: "#DFDFD9",
  line2: "#8C929B",
  created: "#C4122F",
};
const FONT = 'Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';
const SAMPLES = 400;

/** The ball of the source over friction, stiffness ratio and restitution (001 figure 15), with the ball on a tangentially rigid contact in grey. */
export function ballStudy(study) {
  const panels = [
    {
      title: "friction μ",
      from: 0,
      to: 1,
      ticks: [0, 0.5, 1],
      material: (value) => ({ friction: value }),
      labelsAt: [0.4, 0.4],
      rigidAt: 0.4,
    },
    {
      title: "√(stiffness ratio) = η₀",
      from: 1,
      to: 3,
      ticks: [1, 2, 3],
      material: (value) => ({ stiffnessRatio: value * value }),
      labelsAt: [1.75, 1.85],
    },
    { title: "restitution e", from: 0, to: 1, ticks: [0, 0.5, 1], material: (value) => ({ restitution: value }), labelsAt: [0.42, 0.52] },
  ].map(({ material, ...axis }) => {
    const after = (law) => (value) => {
      const { velocity, angularVelocity } = runStudy(withMaterial({ ...study, law }, material(value))).bodies.ball.after;
      return [velocity[0], angularVelocity[1]];
    };
    const [give, rigid] = [sampled(axis, after("compliant")), sampled(axis, after("frictional"))];
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
    { law: "planar", text: "energetic", at: 0.155, dash: undefined, width: 2, stroke: COLOUR.ink1 },
    { law: "poisson", text: "Poisson", at: 0.5, dash: "7 4", width: 1.5, stroke: COLOUR.ink1 },
    { law: "newton", text: "Newton", at: 0.08, dash: "2 3", width: 1.75, stroke: COLOUR.created },
  ];
  const axis = { title: "friction μ", from: 0, to: 1, ticks: [0, 0.25, 0.5, 0.75, 1] };
  const kept = sampled(axis, (friction) => {
    const { rows } = compareStudy(withMaterial(study, { friction }));
    return rules.map(({ law }) => {
      const { energy } = rows.find((row) => row.law === law).outcome;
      return (100 * energy.after) / energy.before;
    });
  });
  const curves = rules.map(({ text, at, ...look }, i) => ({ ...look, points: part(kept, i), label: { text, at, above: true } }));
  return picture({
    title: "Energy kept by the double pendulum, over friction",
    panels: [{ ...axis, curves, strong: 100 }],
    domain: [0, 1.06 * Math.max(...kept.flatMap(({ values }) => values))],
    ticks: [0, 50, 100],
    tickText: (value) => `${value} %`,
  });
}

const DASHES = [undefined, "6 4"];

function withMaterial(study, material) {
  return { ...study, contacts: study.contacts.map((contact) => ({ ...contact, ...material })) };
}

function sampled({ from, to }, values) {
  return Array.from({ length: SAMPLES + 1 }, (_, i) => {
    const x = from + ((to - from) * i) / SAMPLES;
    return { x, values: values(x) };
  });
}

function part(samples, i) {
  return samples.map(({ x, values }) => [x, values[i]]);
}

const TOP = 18;
const HEIGHT = 230;
const LEFT = 48;
const GAP = 34;
const WIDTH = 600;

/** Panels side by side on one vertical axis. */
function picture({ title, panels, domain: [low, high], ticks, tickText }) {
  const panelWidth = (WIDTH - LEFT - 16 - GAP * (panels.length - 1)) / panels.length;
  const y = (value) => TOP + (HEIGHT * (high - value)) / (high - low);
  const drawn = panels.map((panel, i) => {
    const left = LEFT + i * (panelWidth + GAP);
    const x = (value) => left + (panelWidth * (value - panel.from)) / (panel.to - panel.from);
    const level = (value) => {
      const strong = value === (panel.strong ?? 0);
      return `<path d="M${round(left)},${round(y(value))}h${round(panelWidth)}" fill="none" stroke="${strong ? COLOUR.line2 : COLOUR.line}"/>`;
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
  return `<svg font-family="${FONT.replaceAll('"', "&quot;")}" font-size="12" height="${height}" role="img" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" xmlns="http://www.w3.org/2000/svg"><title>${title}</title><rect fill="${COLOUR.paper}" height="${height}" width="${WIDTH}"/>${scale}${drawn.join("")}</svg>`;
}

function drawCurve({ points, stroke, width, dash }, x, y) {
  const d = points.map(([a, b], i) => `${i === 0 ? "M" : "L"}${round(x(a))},${round(y(b))}`).join("");
  return `<path d="${d}" fill="none" stroke="${stroke}" stroke-linejoin="round" stroke-width="${width}"${dash === undefined ? "" : ` stroke-dasharray="${dash}"`}/>`;
}

/** A word beside its curve, with a rim of paper. */
function drawLabel({ text: words, at, above }, points, fill, x, y) {
  const nearest = points.reduce((a, b) => (Math.abs(b[0] - at) < Math.abs(a[0] - at) ? b : a));
  return text(x(nearest[0]), y(nearest[1]) + (above ? -9 : 20), words, { fill, weight: 600, halo: true });
}

function text(x, y, words, { anchor = "start", size = 12, fill, weight, halo = false }) {
  const rim = halo ? ` paint-order="stroke" stroke="${COLOUR.paper}" stroke-linejoin="round" stroke-width="4"` : "";
  return `<text fill="${fill}" font-size="${size}"${weight === undefined ? "" : ` font-weight="${weight}"`}${rim} text-anchor="${anchor}" x="${round(x)}" y="${round(y)}">${words}</text>`;
}

function round(value) {
  return Math.round(100 * value) / 100;
}
