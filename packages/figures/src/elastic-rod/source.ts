/** The source's figures of the elastic rod, drawn anew: 000 figures 5.1 to 5.7 and C.1 to C.6. */
import {
  bounceTime,
  contactEnergies,
  type ElasticRod,
  energyKept,
  floorStrain,
  rodRestitutions,
  thresholdSpeed,
  transitTime,
  undampedBounce,
} from "carom/elastic-rod";
import type { Figure } from "../draw/figure.js";
import { type Chart, type Curve, DASHES, type Dot, lineCharts } from "../draw/line-chart.js";
import { significant } from "../draw/numbers.js";
import type { Point } from "../draw/svg.js";
import { colour } from "../draw/theme.js";
import { structuralSourceFigures } from "./source-structural.js";

const UNIT = { length: 1, waveSpeed: 1, gravity: 1 };
const DAMPINGS = [0, 0.1, 0.2, 0.3] as const;
const SPEED_AXIS = "impact speed μ (c = L = g = 1)";

export function elasticRodSourceFigures(): Figure[] {
  const drawn = [stressFunction, vibrationLeft, undampedShares, restitutionSquared, translationalShare, energyLeft, energyOverDecay].map(
    (draw) => draw(),
  );
  return [...drawn, ...structuralSourceFigures(), energyKeptFigure()];
}

function figure(name: string, title: string, caption: string, chart: Chart): Figure {
  return { name, title, caption, svg: lineCharts(`${title}. ${caption}`, [chart]) };
}

function sampled(from: number, to: number, count: number, f: (x: number) => number): Point[] {
  return Array.from({ length: count + 1 }, (_, i): Point => {
    const x = from + ((to - from) * i) / count;
    return [x, f(x)];
  });
}

/** 5.1. */
function stressFunction(): Figure {
  const rods = [2.6, 2.9, 3].map((damping): ElasticRod => ({ length: 0.5, waveSpeed: 1, gravity: 0, impactSpeed: 1, damping }));
  const value = (rod: ElasticRod, time: number, side: "before" | "after") => Math.exp(rod.damping * time) * floorStrain(rod, time, side);
  const curves = rods.map((rod, i): Curve => {
    const points = [0, 1, 2, 3].flatMap((k) =>
      Array.from({ length: 61 }, (_, n): Point => [k + n / 60, value(rod, k + n / 60, n === 60 ? "before" : "after")]),
    );
    return { name: `r = ${rod.damping}`, points, ...dashed(i) };
  });
  const dots = rods.flatMap((rod): Dot[] => {
    const leaving = bounceTime(rod);
    return leaving.bounces ? [{ at: [leaving.time, 0], name: `r = ${rod.damping}` }] : [];
  });
  const times = dots.map(({ at }) => significant(at[0], 5)).join(", ");
  return figure(
    "figure-5-1",
    "When the strain at the floor turns",
    `e^(rt) times the strain at the floor without gravity (t₁ = μ = c = 1): it steps up as a wave comes back and down one transit ` +
      `later. The rods leave at the dots, t = ${times} (000 figure 5.1).`,
    { title: "Stress function Ψ", unit: "μ/c", axis: "time over transit time", curves, dots, lines: [1, 2, 3], domain: [-6, 4] },
  );
}

/** 5.2. */
function vibrationLeft(): Figure {
  const curve = {
    name: "",
    points: sampled(0.01, 6, 300, (impactSpeed) => undampedBounce({ ...UNIT, damping: 0, impactSpeed }).vibrationalEnergy),
  };
  return figure(
    "figure-5-2",
    "Energy left in vibration, without damping",
    "It grows with speed until the rod leaves with the first wave (red dot, μ = g t₁) and is μ₀² L/6 = 2/3 from there on (000 figure 5.2).",
    {
      title: "Vibrational energy at the bounce",
      unit: "per kg/m",
      axis: SPEED_AXIS,
      curves: [curve],
      dots: [{ at: [2, 2 / 3], fill: colour.created, name: "threshold" }],
      show: [0],
    },
  );
}

/** 5.3. */
function undampedShares(): Figure {
  const squared = (impactSpeed: number) => undampedBounce({ ...UNIT, damping: 0, impactSpeed }).energyRestitutionSquared;
  return figure(
    "figure-5-3",
    "Shares of the energy, without damping",
    "Energy of the centre of mass and energy in vibration over the whole: least and most at 2/3 of the threshold speed, 5/9 and 4/9 " +
      "(000 figure 5.3).",
    {
      title: "Share at the bounce",
      unit: "",
      axis: SPEED_AXIS,
      curves: [
        { name: "translation", points: sampled(0.01, 6, 300, squared) },
        { name: "vibration", points: sampled(0.01, 6, 300, (mu) => 1 - squared(mu)), dash: "8 4" },
      ],
      dots: [
        { at: [4 / 3, 5 / 9], name: "least" },
        { at: [4 / 3, 4 / 9], name: "most" },
      ],
      domain: [0, 1],
    },
  );
}

/** 5.4, with the curves below the threshold, which the source does not have. */
function restitutionSquared(): Figure {
  const rods = DAMPINGS.map(
    (damping) =>
      (impactSpeed: number): ElasticRod => ({ ...UNIT, damping, impactSpeed }),
  );
  const squared = (rod: ElasticRod) => {
    const bounce = rodRestitutions(rod);
    return "bounces" in bounce ? Number.NaN : bounce.energyRestitutionSquared;
  };
  const thresholds = rods.map((rod) => thresholdSpeed(rod(1))!);
  const curves = rods.map(
    (rod, i): Curve => ({
      name: `r = ${DAMPINGS[i]}`,
      points: [
        ...sampled(0.05, thresholds[i] * (1 - 1e-9), 60, (mu) => squared(rod(mu))),
        ...sampled(thresholds[i] * (1 + 1e-9), 13.2, 80, (mu) => squared(rod(mu))),
      ],
      ...dashed(i),
    }),
  );
  const dots = thresholds.map((speed, i): Dot => ({ at: [speed, squared(rods[i](speed * (1 + 1e-9)))], name: `r = ${DAMPINGS[i]}` }));
  return figure(
    "figure-5-4",
    "Restitution over impact speed",
    `Square of the energy restitution; from the dots on (μ = ${thresholds.map((speed) => significant(speed, 5)).join(", ")}) the rod ` +
      `leaves with the first wave (000 figure 5.4; the curves left of the dots are ours). Where a curve is missing the rod stays on the ` +
      `floor, or leaves with less energy than none.`,
    { title: "e² by energy", unit: "", axis: SPEED_AXIS, curves, dots, domain: [0, 1] },
  );
}

const LARGE = [3.2, 13.2] as const;

function overLargeSpeeds(value: (rod: ElasticRod) => number): Curve[] {
  return DAMPINGS.map((damping, i) => ({
    name: `r = ${damping}`,
    points: sampled(...LARGE, 50, (impactSpeed) => value({ ...UNIT, damping, impactSpeed })),
    ...dashed(i),
  }));
}

/** 5.5. */
function translationalShare(): Figure {
  const share = (rod: ElasticRod) => {
    const { translational, total } = contactEnergies(rod, transitTime(rod));
    return translational / total;
  };
  return figure(
    "figure-5-5",
    "How much of what is left is translation",
    "At the time of the first returning wave. The limits for large speeds are 0.999966, 0.999455 and 0.997191 with damping, close to 1 " +
      "but not 1 (000 figure 5.5).",
    { title: "Translational over total energy", unit: "", axis: SPEED_AXIS, curves: overLargeSpeeds(share), domain: [0.6, 1.02] },
  );
}

function left(rod: ElasticRod): number {
  return contactEnergies(rod, transitTime(rod)).total / (0.5 * rod.length * rod.impactSpeed ** 2);
}

/** 5.6. */
function energyLeft(): Figure {
  return figure(
    "figure-5-6",
    "How much energy is left",
    "Energy at the time of the first returning wave over the energy before: nearly the same for all large speeds (000 figure 5.6).",
    { title: "Total energy left", unit: "", axis: SPEED_AXIS, curves: overLargeSpeeds(left), domain: [0, 1.05] },
  );
}

/** 5.7. */
function energyOverDecay(): Figure {
  return figure(
    "figure-5-7",
    "Energy left over e^(−2rt)",
    "The source reads a common limit of 1 off this figure, with an error of 1 %; the limits are 1, 1.000669, 1.005413 and 1.018666 " +
      "(000 figure 5.7).",
    {
      title: "Energy left over e^(−2rt₁)",
      unit: "",
      axis: SPEED_AXIS,
      curves: overLargeSpeeds((rod) => left(rod) / Math.exp(-2 * rod.damping * transitTime(rod))),
      domain: [0.92, 1.03],
    },
  );
}

const MATERIALS = [
  ["steel", 4984.45],
  ["concrete", 3500],
  ["rubber", 60],
] as const;
const MODES = 20;

/** C.6. */
function energyKeptFigure(): Figure {
  const curves = MATERIALS.map(
    ([name, waveSpeed], i): Curve => ({
      name,
      points: sampled(1, 200, 100, (structuralDamping) =>
        energyKept({ length: 5, waveSpeed, gravity: 9.8, impactSpeed: 5, structuralDamping }, 10 / waveSpeed, MODES),
      ),
      ...dashed(i),
    }),
  );
  return figure(
    "figure-c-6",
    "Energy left with structural damping",
    `Total energy after one transit over that before (L = 5 m, 5 m/s, ${MODES} modes): what the source calls COR, neither a square ` +
      `root nor of the centre of mass alone. Concrete falls below 0.8 from r = 152 on (000 figure C.6).`,
    { title: "Total energy left", unit: "", axis: "structural damping r, m²/s", curves, domain: [0, 1.05] },
  );
}

function dashed(i: number): Pick<Curve, "dash"> {
  const dash = DASHES[i % DASHES.length];
  return dash === undefined ? {} : { dash };
}
