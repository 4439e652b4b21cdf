/**
 * Estimates for engineers: how hard and how long two things press that hit each other head on, and what restitution their materials have.
 *
 * With m the effective mass, v the approach speed, k the stiffness of f = k delta^p, compression ends where its work is the kinetic energy,
 * k delta^(p + 1)/(p + 1) = m v^2/2:
 *
 *     p = 1       delta = v sqrt(m/k)               f = v sqrt(k m)        duration pi sqrt(m/k)
 *     p = 3/2     delta = (5 m v^2 / (4 k))^(2/5)   f = k delta^(3/2)      duration 2 c delta / v,  c = sqrt(pi) Gamma(7/5) / Gamma(9/10)
 *
 * for e = 1; with e < 1 giving back takes e times as long as pressing together. Restitution of a material: below the speed v_y that makes
 * it yield it is 1; beyond it, with r = v_y / v, elastic and perfectly plastic surfaces that part by Hertz's law around a dent of their own
 * radius have
 *
 *     e^2 = (6 sqrt(3) / 5) (1 - r^2/6) sqrt(r / (r + 2 sqrt(6/5 - r^2/5)))          e ~ v^(-1/4) for fast hits
 *
 * (not by the plastic branch of contact-law.ts, whose force where plastic flow is full is about Hertz's again). It takes the pressure at
 * first yield for all of the flow, not the hardness, so it is low for metals. Damping takes its share on the way in. Waves and heat are
 * left out: expect the trend, not the second digit. Sources: Hertz (1881); Johnson, Contact Mechanics (1985), sections 11.4 and 11.5;
 * Thornton, J. Applied Mechanics 64 (1997) 383.
 */
import { InvalidInputError } from "../errors.js";
import { log, pow } from "../math/elementary.js";
import { createIntegrator } from "../math/ode/index.js";
import { findRoot } from "../math/root-finding.js";
import { type ContactLaw, dampingForce, indentationAt, stiffnessForce, stiffnessWork } from "./contact-law.js";

/** What an impact of two bodies is like, in closed form, before anything is solved. */
export interface ImpactEstimate {
  /** N. */
  readonly peakForce: number;
  /** m. */
  readonly indentation: number;
  /** From touch to parting, s. */
  readonly duration: number;
}

/** Time of compression by Hertz's law, in units of indentation over speed: sqrt(pi) Gamma(7/5) / Gamma(9/10). */
export const HERTZ_TIME = 1.4716375921623521;

/** By Hertz's law. @param mass effective: 1 / (1/m1 + 1/m2) for central hits, 1 over the normal mobility in general, kg */
export function hertzEstimate({ hertz }: Pick<ContactLaw, "hertz">, mass: number, speed: number, restitution = 1): ImpactEstimate {
  checkHit(mass, speed);
  checkPositive(hertz, "law.hertz");
  checkRestitution(restitution);
  const indentation = pow((1.25 * mass * speed * speed) / hertz, 0.4);
  return {
    peakForce: hertz * indentation * Math.sqrt(indentation),
    indentation,
    duration: (HERTZ_TIME * (1 + restitution) * indentation) / speed,
  };
}

/** By a linear spring. @param stiffness N/m */
export function linearEstimate(stiffness: number, mass: number, speed: number, restitution = 1): ImpactEstimate {
  checkHit(mass, speed);
  checkPositive(stiffness, "stiffness");
  checkRestitution(restitution);
  const period = Math.sqrt(mass / stiffness);
  return {
    peakForce: speed * Math.sqrt(stiffness * mass),
    indentation: speed * period,
    duration: 0.5 * Math.PI * (1 + restitution) * period,
  };
}

/** The coefficient of restitution that the materials of a contact have for a central hit of this mass and speed. */
export function restitutionOf(law: ContactLaw, mass: number, speed: number): number {
  checkHit(mass, speed);
  // What damping leaves of the speed before the surfaces are pressed in most.
  const kept = law.damping === 0 ? 1 : Math.sqrt(stiffnessWork(law, dampedDepth(law, mass, speed)) / (0.5 * mass * speed * speed));
  return kept * plasticRestitution(law, mass, kept * speed);
}

/** 1 below the speed at which the material yields; beyond it as Thornton found. */
function plasticRestitution({ plasticity }: ContactLaw, mass: number, speed: number): number {
  if (plasticity === undefined) return 1;
  const ratio = Math.sqrt((0.8 * plasticity.yieldForce * plasticity.yieldIndentation) / mass) / speed;
  if (ratio >= 1) return 1;
  const loading = Math.sqrt(1.2 * Math.sqrt(3) * (1 - (ratio * ratio) / 6));
  return loading * pow(ratio / (ratio + 2 * Math.sqrt(1.2 - 0.2 * ratio * ratio)), 0.25);
}

/** Where m v' = -f(delta, v) stops. In units of the depth without damping and of the speed. */
function dampedDepth(law: ContactLaw, mass: number, speed: number): number {
  const unit = indentationAt(law, 0.5 * mass * speed * speed);
  const time = unit / speed;
  const integrator = createIntegrator(
    {
      dimension: 2,
      relativeTolerance: 1e-11,
      absoluteTolerance: 1e-13,
      events: [{ value: (_, y) => y[1], direction: -1, terminal: true }],
    },
    (_, y, out) => {
      out[0] = y[1];
      out[1] = (-(stiffnessForce(law, y[0] * unit) + dampingForce(law, y[1] * speed)) * time) / (mass * speed);
    },
  );
  integrator.start(0, [0, 1]);
  integrator.advance(1e9);
  return integrator.state[0] * unit;
}

/** The damping with which a contact has this restitution at this mass and speed. */
export function dampingFor(law: ContactLaw, restitution: number, mass: number, speed: number): number {
  checkRestitution(restitution);
  const without = restitutionOf({ ...law, damping: 0 }, mass, speed);
  if (restitution > without)
    throw new InvalidInputError(
      "restitution",
      restitution,
      `is above the ${without} of these materials without damping: damping only takes energy`,
    );
  if (restitution === without) return 0;
  if (restitution === 0) throw new InvalidInputError("restitution", restitution, "is 0, which no finite damping gives");
  // The damping force equal to the spring's at the start of the hit: the scale of what matters.
  const unit = stiffnessForce(law, indentationAt(law, 0.5 * mass * speed * speed)) / (speed * Math.sqrt(speed));
  const excess = (damping: number) => restitutionOf({ ...law, damping }, mass, speed) - restitution;
  let high = unit;
  while (excess(high) > 0) high *= 4;
  return findRoot(excess, 0, high, { xTolerance: 1e-13 * high });
}

/** The yield strength, Pa, with which a contact has this restitution at this mass and speed; `lawOf` builds the contact from it. */
export function yieldStrengthFor(
  lawOf: (yieldStrength: number) => ContactLaw,
  restitution: number,
  mass: number,
  speed: number,
  [low, high]: readonly [number, number],
): number {
  checkRestitution(restitution);
  checkPositive(low, "range[0]");
  checkPositive(high - low, "range[1] - range[0]");
  const at = (strength: number) => restitutionOf(lawOf(strength), mass, speed) - restitution;
  const [least, most] = [at(low), at(high)];
  if (!(least <= 0 && most >= 0))
    throw new InvalidInputError(
      "restitution",
      restitution,
      `is not between the ${least + restitution} of a yield strength of ${low} Pa and the ${most + restitution} of ${high} Pa`,
    );
  const root = findRoot((logarithm) => at(low * pow(high / low, logarithm)), 0, 1, { xTolerance: 1e-13 / log(high / low) });
  return low * pow(high / low, root);
}

function checkHit(mass: number, speed: number): void {
  checkPositive(mass, "mass");
  checkPositive(speed, "speed");
}

function checkPositive(value: number, name: string): void {
  if (!(Number.isFinite(value) && value > 0)) throw new InvalidInputError(name, value, "is not a finite number > 0");
}

function checkRestitution(restitution: number): void {
  if (!(restitution >= 0 && restitution <= 1)) throw new InvalidInputError("restitution", restitution, "is not between 0 and 1");
}
