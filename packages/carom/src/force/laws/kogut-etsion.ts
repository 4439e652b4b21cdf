/**
 * A ball that yields: Hertz's law to the approach d_c at which yield begins, then powers fitted to finite elements. With r = delta/d_c and
 * the force P_c = k d_c^(3/2) at yield, pressed together for the first time
 *
 *     r <= 1       P_c r^1.5                        elastic
 *     1 to 6       P_c (1.03) r^1.425               yield under the surface
 *     6 to 110     P_c (1.40) r^1.263               yield reaches the surface; at 110 the flow is full
 *
 * and from the deepest r_m, where the force is P_m, back to a dent:
 *
 *     f = P_m ((r - r_d)/(r_m - r_d))^q,    r_d = r_m (1 - r_m^-0.28) (1 - r_m^-0.69),    q = 1.5 r_m^-0.0331
 *
 * As printed the force jumps by 3.0 % at r = 1 and by 1.7 % at r = 6, and a hit just beyond yield would give back up to 3 % more energy
 * than it took. By default (`joints` "joined") the powers are kept and the factors chosen such that there is no jump: 1 and 6^0.162 = 1.337
 * instead of 1.03 and 1.40. Then e = 1 up to yield and falls from there on. `joints` "printed" is the source's.
 *
 * Works are powers too, so depth and restitution are closed forms: m v^2/2 = W(r_m), e^2 = P_m (r_m - r_d) d_c / ((q + 1) m v^2/2). Time
 * is an integral over phi with delta'/v = cos(phi). Sources: Kogut and Etsion, J. Applied Mechanics 69 (2002) 657 (pressing together);
 * Etsion, Kligerman and Kadin, Int. J. Solids and Structures 42 (2005) 3716 (parting).
 */
import { InvalidInputError } from "../../errors.js";
import { asin, cos, pow, sin } from "../../math/elementary.js";
import { dampedPowerHit } from "./damped-power.js";
import type { CentralHit, ContactState, ForceHit, ForceLaw, HitWarning } from "./law.js";
import { cumulative, rootsOfParts } from "./panels.js";

/** Parameters of `kogut-etsion`. */
export type KogutEtsionParameters = {
  /** k, N/m^(3/2), > 0. Default: (4/3) E sqrt(R) of the surfaces. */
  readonly stiffness: number;
  /** d_c, m, > 0. Default: where von Mises' stress in the surfaces reaches the yield strength. */
  readonly yieldApproach: number;
  /** What is done with the jumps of the fit: `joined`, the default, or `printed`. */
  readonly joints: string;
};

const JOINTS = ["joined", "printed"] as const;
/** Largest r that was fitted. */
const FITTED = 110;

export const kogutEtsion: ForceLaw<KogutEtsionParameters> = {
  summary: "elastic, then plastic by finite elements: e is 1 up to yield, then falls with the speed, and a dent stays",
  source: "Kogut and Etsion, J. Applied Mechanics 69 (2002) 657; Etsion, Kligerman and Kadin, Int. J. Solids and Structures 42 (2005) 3716",
  parameters: {
    stiffness: { meaning: "force over approach^(3/2) before yield, N/m^(3/2)", byDefault: "Hertz's, of the surfaces", range: "> 0" },
    yieldApproach: { meaning: "approach at which yield begins, m", byDefault: "by von Mises' stress, of the surfaces", range: "> 0" },
    joints: {
      meaning: "the force where one power follows another: without a jump, or as the source prints it",
      byDefault: "joined",
      range: JOINTS,
      fallback: "joined",
    },
  },
  pulls: () => false,
  fromSurfaces: ({ contact }, _, given) => {
    const { stiffness = contact.hertz, yieldApproach = contact.plasticity?.yieldIndentation, joints = "joined" } = given;
    if (yieldApproach === undefined)
      throw new InvalidInputError("yieldApproach", yieldApproach, "is given, and no material has a yieldStrength that it follows from");
    return { stiffness, yieldApproach, joints };
  },
  doubts: ({ yieldApproach }, { radius }) =>
    yieldApproach <= radius
      ? []
      : [
          {
            code: "late-yield",
            message:
              `yield would begin at an approach of ${yieldApproach.toPrecision(3)} m, more than the effective radius of ` +
              `${radius.toPrecision(3)} m: such surfaces do not yield, and the hit is Hertz's`,
          },
        ],
  force: (parameters, state) => unitForce(parameters) * forceAt(parameters, state),
  restitution: (parameters, hit) => compressionOf(parameters, hit).restitution,
  hit: kogutEtsionHit,
};

/** One of the powers: P_c factor r^power from here on, and the work up to here in units of P_c d_c. */
interface Section {
  readonly from: number;
  readonly factor: number;
  readonly power: number;
  readonly work: number;
}

const POWERS = [
  [0, 1.5],
  [1, 1.425],
  [6, 1.263],
] as const;
const PRINTED_FACTORS = [1, 1.03, 1.4];

function sectionsOf({ joints }: KogutEtsionParameters): Section[] {
  const sections: Section[] = [];
  POWERS.forEach(([from, power], i) => {
    const before = sections[i - 1];
    const factor =
      joints === "printed" ? PRINTED_FACTORS[i] : before === undefined ? 1 : (before.factor * pow(from, before.power)) / pow(from, power);
    sections.push({ from, factor, power, work: before === undefined ? 0 : workIn(before, from) });
  });
  return sections;
}

function workIn({ from, factor, power, work }: Section, r: number): number {
  return work + (factor * (pow(r, power + 1) - pow(from, power + 1))) / (power + 1);
}

/** r at which this work is done. */
function depthOf(sections: readonly Section[], work: number): number {
  const section = sections.filter((candidate) => work > candidate.work).pop() ?? sections[0];
  return pow(
    ((section.power + 1) * (work - section.work)) / section.factor + pow(section.from, section.power + 1),
    1 / (section.power + 1),
  );
}

function loadingForce(sections: readonly Section[], r: number): number {
  const section = sections.filter(({ from }) => r > from).pop() ?? sections[0];
  return section.factor * pow(r, section.power);
}

/** How the surfaces part from the deepest r. */
function releaseFrom(deepest: number): { readonly dent: number; readonly power: number } {
  if (deepest <= 1) return { dent: 0, power: 1.5 };
  return {
    dent: deepest * (1 - pow(deepest, -0.28)) * (1 - pow(deepest, -0.69)),
    power: 1.5 * pow(deepest, -0.0331),
  };
}

/** P_c. */
const unitForce = ({ stiffness, yieldApproach }: KogutEtsionParameters) => stiffness * yieldApproach * Math.sqrt(yieldApproach);

function forceAt(parameters: KogutEtsionParameters, { approach, deepest = approach }: ContactState): number {
  if (!(approach > 0)) return 0;
  const sections = sectionsOf(parameters);
  const [r, most] = [approach / parameters.yieldApproach, deepest / parameters.yieldApproach];
  if (r >= most) return loadingForce(sections, r);
  const { dent, power } = releaseFrom(most);
  return r <= dent ? 0 : loadingForce(sections, most) * pow((r - dent) / (most - dent), power);
}

function compressionOf(parameters: KogutEtsionParameters, { mass, speed }: CentralHit) {
  const sections = sectionsOf(parameters);
  const work = (0.5 * mass * speed * speed) / (unitForce(parameters) * parameters.yieldApproach);
  const deepest = depthOf(sections, work);
  const force = loadingForce(sections, deepest);
  const { dent, power } = releaseFrom(deepest);
  const restitution = deepest <= 1 ? 1 : Math.sqrt((force * (deepest - dent)) / ((power + 1) * work));
  return { sections, work, deepest, force, dent, power, restitution };
}

interface Row {
  readonly time: number;
  readonly approach: number;
  readonly rate: number;
  readonly force: number;
}

/** In units of the speed, of d_c, of P_c and of m v / P_c. */
function loadingRows({ sections, work }: ReturnType<typeof compressionOf>, rows: number): Row[] {
  const corners = sections.filter((section) => section.work < work).map((section) => asin(Math.sqrt(section.work / work)));
  const ends = [...corners.slice(1), 0.5 * Math.PI];
  const depthAt = (phi: number) => depthOf(sections, work * sin(phi) * sin(phi));
  const rowAt = (phi: number, time: number): Row => {
    const approach = depthAt(phi);
    return { time, approach, rate: cos(phi), force: loadingForce(sections, approach) };
  };
  const all: Row[] = [{ time: 0, approach: 0, rate: 1, force: 0 }];
  let time = 0;
  corners.forEach((from, i) => {
    // From touching on phi grows as x^(5/2), which leaves a smooth function of x; later sections are smooth in phi.
    const places = i === 0 ? rootsOfParts(rows) : Array.from({ length: rows + 1 }, (_, k) => k / rows);
    const degree = i === 0 ? 2.5 : 1;
    const width = ends[i] - from;
    const phiAt = (x: number) => from + width * pow(x, degree);
    const times = cumulative((x) => {
      const phi = phiAt(x);
      // Of this section, also where rounding puts its end into the next.
      const { factor, power } = sections[i];
      return (degree * width * pow(x, degree - 1) * sin(phi)) / (factor * pow(depthAt(phi), power));
    }, places);
    for (let k = 1; k <= rows; k++) all.push(rowAt(phiAt(places[k]), time + times[k]));
    time += times[rows];
  });
  return all;
}

/** Back from touching, time counted from there. */
function releaseRows({ deepest, force, dent, power, restitution }: ReturnType<typeof compressionOf>, rows: number): Row[] {
  const degree = power + 1;
  const phiAt = (x: number) => 0.5 * Math.PI * pow(x, degree);
  const share = (phi: number) => pow(sin(phi), 2 / degree);
  const places = rootsOfParts(rows);
  const times = cumulative((x) => {
    const phi = phiAt(x);
    return (restitution * 0.5 * Math.PI * degree * pow(x, degree - 1) * sin(phi)) / (force * pow(share(phi), power));
  }, places);
  return places.map((x, i) => {
    const phi = phiAt(x);
    const part = x === 0 ? 0 : share(phi);
    return { time: times[i], approach: dent + (deepest - dent) * part, rate: -restitution * cos(phi), force: force * pow(part, power) };
  });
}

/** Rows that the integral of the time needs. */
const LEAST_ROWS = 32;

function kogutEtsionHit(parameters: KogutEtsionParameters, hit: CentralHit, rows: number): ForceHit {
  const { mass, speed } = hit;
  const compression = compressionOf(parameters, hit);
  const { deepest, force, dent, restitution } = compression;
  if (deepest <= 1) return dampedPowerHit({ stiffness: parameters.stiffness, exponent: 1.5, damping: 0 }, hit, rows);
  const enough = Math.max(rows, LEAST_ROWS);
  const loading = loadingRows(compression, enough);
  const release = releaseRows(compression, enough);
  const duration = loading[loading.length - 1].time + release[enough].time;
  const all = [
    ...loading,
    ...release
      .slice(0, -1)
      .reverse()
      .map((row) => ({ ...row, time: duration - row.time })),
  ];
  const [length, push] = [parameters.yieldApproach, unitForce(parameters)];
  const unit = (mass * speed) / push;
  return {
    restitution,
    duration: unit * duration,
    peakForce: push * force,
    deepestApproach: length * deepest,
    finalApproach: length * dent,
    loss: 0.5 * mass * speed * speed * (1 - restitution) * (1 + restitution),
    time: all.map((row) => unit * row.time),
    approach: all.map((row) => length * row.approach),
    rate: all.map((row) => speed * row.rate),
    force: all.map((row) => push * row.force),
    warnings: warningsOf(deepest, restitution),
  };
}

function warningsOf(deepest: number, restitution: number): HitWarning[] {
  return [
    ...(deepest > FITTED
      ? [
          {
            code: "beyond-fit" as const,
            message: `the approach is ${deepest.toPrecision(3)} times that of first yield; the law is fitted up to ${FITTED}`,
          },
        ]
      : []),
    ...(restitution > 1
      ? [
          {
            code: "gains-energy" as const,
            message: 'the hit gives back more energy than it took, by the jump of the printed force at first yield: take joints "joined"',
          },
        ]
      : []),
  ];
}
