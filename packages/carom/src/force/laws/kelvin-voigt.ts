/**
 * A linear spring and a linear dashpot side by side: f = k delta + c delta'.
 *
 * With w^2 = k/m, zeta = c/(2 m w) and A = acos(zeta)/sqrt(1 - zeta^2) (acosh(zeta)/sqrt(zeta^2 - 1) beyond 1), all in closed form:
 *
 *     deepest at w t = A,  (v/w) exp(-zeta A)
 *     force zero at w t = 2 A,  speed -v exp(-2 zeta A),  approach 2 zeta (v/w) exp(-2 zeta A)
 *     largest force m v w exp(-zeta (3 acos(zeta) - pi)/sqrt(1 - zeta^2)) up to zeta = 1/2; beyond, the c v of the first touch
 *
 * Surfaces that cannot pull part where the force is zero (`end` "force", the default): e = exp(-2 zeta A). Ones that stick to each other
 * until the spring is as long as it was (`end` "approach") are pulled after that: e = exp(-pi zeta/sqrt(1 - zeta^2)), for zeta < 1; beyond,
 * they never part. Either way e does not depend on the speed, and the force begins with a jump.
 *
 * Sources: Thomson (Kelvin) (1865), Voigt (1892) for the material; Schwager and Poeschel, Granular Matter 9 (2007) 465, for the end at zero
 * force.
 */
import { InvalidInputError } from "../../errors.js";
import { acos, atan2, cos, cosh, exp, log, log1p, sin, sinh } from "../../math/elementary.js";
import { findRoot } from "../../math/root-finding.js";
import { springAsDeepAsHertz, surfaceRestitution } from "./from-surfaces.js";
import type { CentralHit, ForceHit, ForceLaw } from "./law.js";

/** Parameters of `kelvin-voigt`. */
export type KelvinVoigtParameters = {
  /** k, N/m, > 0. Default: the spring that is pressed in as deep as Hertz's without damping. */
  readonly stiffness: number;
  /** c, N s/m, >= 0. Default: the one that gives the contact's restitution. */
  readonly damping: number;
  /** Where the surfaces part: at zero force (`force`, the default), or at zero approach (`approach`: they stick till then). */
  readonly end: string;
};

const ENDS = ["force", "approach"] as const;

export const kelvinVoigt: ForceLaw<KelvinVoigtParameters> = {
  summary: "linear spring and dashpot: the same e at every speed, a force that begins with a jump",
  source: "Thomson (1865), Voigt (1892); Schwager and Poeschel, Granular Matter 9 (2007) 465",
  parameters: {
    stiffness: { meaning: "force over approach, N/m", byDefault: "as deep as Hertz without damping, at this speed", range: "> 0" },
    damping: { meaning: "force over rate, N s/m", byDefault: "from the restitution", range: ">= 0" },
    end: {
      meaning: "where the surfaces part: where the force is zero, or, pulled, where the approach is",
      byDefault: "force",
      range: ENDS,
      fallback: "force",
    },
  },
  pulls: ({ end }) => end === "approach",
  fromSurfaces: (surfaces, hit, given) => {
    const { stiffness = springAsDeepAsHertz(surfaces.contact, hit, 1), end = "force", damping } = given;
    if (damping !== undefined) return { stiffness, damping, end };
    const ratioFor = end === "approach" ? stickyRatio : freeRatio;
    return { stiffness, damping: 2 * ratioFor(surfaceRestitution(surfaces, "damping")) * Math.sqrt(stiffness * hit.mass), end };
  },
  force: ({ stiffness, damping, end }, { approach, rate }) => {
    if (!(approach > 0)) return 0;
    const force = stiffness * approach + damping * rate;
    return end === "approach" ? force : Math.max(0, force);
  },
  restitution: (parameters, hit) => exp(-ratioOf(parameters, hit) * lastPhase(parameters, hit)),
  hit: kelvinVoigtHit,
};

const ratioOf = ({ stiffness, damping }: KelvinVoigtParameters, { mass }: CentralHit) => damping / (2 * Math.sqrt(stiffness * mass));

/** A, the phase w t of the deepest approach. */
function turnPhase(ratio: number): number {
  const root = Math.sqrt(Math.abs((1 - ratio) * (1 + ratio)));
  if (root === 0) return 1;
  return ratio < 1 ? atan2(root, ratio) / root : log1p(ratio - 1 + root) / root;
}

/** Phase at which the surfaces part. */
function lastPhase(parameters: KelvinVoigtParameters, hit: CentralHit): number {
  const ratio = ratioOf(parameters, hit);
  if (parameters.end !== "approach") return 2 * turnPhase(ratio);
  if (!(ratio < 1))
    throw new InvalidInputError(
      "damping",
      parameters.damping,
      `is not below the critical ${(parameters.damping / ratio).toPrecision(3)} N s/m: from there on, with end "approach", they never part`,
    );
  return Math.PI / Math.sqrt((1 - ratio) * (1 + ratio));
}

/** zeta of a restitution, where the surfaces stick. */
const stickyRatio = (restitution: number) => {
  const decrement = -log(restitution);
  return decrement / Math.sqrt(Math.PI * Math.PI + decrement * decrement);
};

/** zeta of a restitution, where they part at zero force. */
function freeRatio(restitution: number): number {
  if (restitution === 1) return 0;
  const excess = (ratio: number) => exp(-2 * ratio * turnPhase(ratio)) - restitution;
  let high = 1;
  while (excess(high) > 0) high *= 2;
  return findRoot(excess, 0, high);
}

function kelvinVoigtHit(parameters: KelvinVoigtParameters, hit: CentralHit, rows: number): ForceHit {
  const { mass, speed } = hit;
  const ratio = ratioOf(parameters, hit);
  const rate = Math.sqrt(parameters.stiffness / mass);
  const [length, push] = [speed / rate, mass * speed * rate];
  const [turn, last] = [turnPhase(ratio), lastPhase(parameters, hit)];
  const phases = [
    ...Array.from({ length: rows }, (_, i) => (turn * i) / rows),
    ...Array.from({ length: rows + 1 }, (_, i) => turn + ((last - turn) * i) / rows),
  ];
  const states = phases.map((phase) => stateAt(ratio, phase));
  const restitution = exp(-ratio * last);
  const ending = (value: number, phase: number) => (phase === last ? value : undefined);
  return {
    restitution,
    duration: last / rate,
    peakForce: ratio < 0.5 ? push * exp((-ratio * (3 * acos(ratio) - Math.PI)) / Math.sqrt(1 - ratio * ratio)) : 2 * ratio * push,
    deepestApproach: length * exp(-ratio * turn),
    finalApproach: parameters.end === "approach" ? 0 : 2 * ratio * length * restitution,
    loss: 0.5 * mass * speed * speed * (1 - restitution) * (1 + restitution),
    time: phases.map((phase) => phase / rate),
    approach: states.map(([approach], i) => length * (parameters.end === "approach" ? (ending(0, phases[i]) ?? approach) : approach)),
    rate: states.map(([, u]) => speed * u),
    force: states.map(([, , f], i) => push * (parameters.end === "approach" ? f : (ending(0, phases[i]) ?? f))),
    warnings: [],
  };
}

/** Approach, rate and force at a phase, in units of v/w, v and m v w. */
function stateAt(ratio: number, phase: number): readonly [number, number, number] {
  const root = Math.sqrt(Math.abs((1 - ratio) * (1 + ratio)));
  const x = root * phase;
  const even = ratio < 1 ? cos(x) : cosh(x);
  const odd = root === 0 ? phase : (ratio < 1 ? sin(x) : sinh(x)) / root;
  const decay = exp(-ratio * phase);
  return [decay * odd, decay * (even - ratio * odd), decay * ((1 - 2 * ratio * ratio) * odd + 2 * ratio * even)];
}
