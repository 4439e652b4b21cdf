/**
 * One contact in time under the general force of powers, against a mass that comes in at a speed:
 *
 *     F = k x^n + b x^p |x'|^q sign(x')        m x'' = -F        until the force is zero again
 *
 * n = p, q = 1 is the law with damping in proportion to the depth (`restitutionFromDamping`), n = 1, p = 0, q = 1 spring and dashpot, b = 0
 * Hertz's law. In the scales x0 = (m v^2/k)^(1/(n+1)) and x0/v it has one number,
 *
 *     beta = b v^q x0^(p - n) / k
 *
 * so restitution does not depend on speed where q (n + 1) = 2 (n - p): a ball on a plane, n = 3/2, with p = 1/4 and q = 1. Otherwise faster
 * impacts lose more where the left side is the larger.
 *
 * Where p = n depth and rate part, and both ways are one integral each:
 *
 *     int_0^1 u du/(1 + beta u^q) = int_0^e u du/(1 - beta u^q)        q = 2:  e = 1/sqrt(1 + beta)
 *
 * The source writes x'^q, which for an even q would push the body out; the sign is meant. With p < n damping would pull at the end; the
 * floor does not hold the body, so the contact is over before.
 *
 * Letters: x depth, k stiffness, b damping, m mass, v speed, u rate over v, e restitution.
 * Source: 003 eq. (1.9) to (1.11), its m, p, q are our n, p, q; time, restitution and the closed forms are ours.
 */
import { InvalidInputError, SolverError } from "../errors.js";
import { pow } from "../math/elementary.js";
import { createIntegrator } from "../math/ode/index.js";

/** A contact whose force is made of powers, and the mass that strikes it. */
export interface PowerContact {
  /** What moves with the struck point, 1 over its normal mobility, kg. */
  readonly mass: number;
  /** m/s. */
  readonly impactSpeed: number;
  /** k, N/m^n. */
  readonly stiffness: number;
  /** n, at least 1. Default: 3/2, a ball on a plane. */
  readonly exponent?: number;
  /** b, N s^q/m^(p + q). Default: 0. */
  readonly damping?: number;
  /** p, at least 0. Default: `exponent`. */
  readonly dampingExponent?: number;
  /** q, above 0. Default: 1. */
  readonly rateExponent?: number;
}

/** What became of it. */
export interface PressedContact {
  /** Speed after over speed before. */
  readonly restitution: number;
  /** The deepest, m. */
  readonly depth: number;
  /** s. */
  readonly duration: number;
  /** beta of the header. */
  readonly dampingNumber: number;
}

const TOLERANCE = 1e-12;
/** In units of x0/v; without damping a contact lasts 2.9 (n = 3/2) to 4 (n large). */
const LONGEST = 1e6;

/** Follows one contact from touch to the end of its force. */
export function pressContact(contact: PowerContact): PressedContact {
  const { mass, impactSpeed, stiffness, exponent = 1.5, damping = 0, rateExponent = 1 } = contact;
  const { dampingExponent = exponent } = contact;
  checkContact({ ...contact, exponent, damping, dampingExponent, rateExponent });
  const size = pow((mass * impactSpeed * impactSpeed) / stiffness, 1 / (exponent + 1));
  const dampingNumber = (damping * pow(impactSpeed, rateExponent) * pow(size, dampingExponent - exponent)) / stiffness;
  const rated = (rate: number): number => (rate === 0 ? 0 : pow(Math.abs(rate), rateExponent) * (rate > 0 ? 1 : -1));
  const raised = (depth: number, power: number): number => (power === 0 ? 1 : depth > 0 ? pow(depth, power) : 0);
  // Where damping fades more slowly than the spring, the force is over before the depth is; else both end together.
  const fades = damping > 0 && dampingExponent < exponent;
  let deepest = 0;
  const integrator = createIntegrator(
    {
      dimension: 2,
      relativeTolerance: TOLERANCE,
      absoluteTolerance: TOLERANCE,
      stiff: "go-on",
      events: [
        { name: "deepest", direction: -1, value: (_t, [, rate]) => rate },
        {
          name: "over",
          direction: -1,
          terminal: true,
          value: (_t, [depth, rate]) => (fades ? raised(depth, exponent - dampingExponent) + dampingNumber * rated(rate) : depth),
        },
      ],
    },
    (_t, [depth, rate], out) => {
      out[0] = rate;
      out[1] = -raised(depth, exponent) - (damping > 0 ? dampingNumber * raised(depth, dampingExponent) * rated(rate) : 0);
    },
  );
  integrator.start(0, [0, 1]);
  const ended = integrator.advance(LONGEST, () => {
    for (const { name, state } of integrator.firedEvents) if (name === "deepest") deepest = state[0];
  });
  if (ended !== "event") throw new SolverError("the contact does not end", { dampingNumber });
  return {
    restitution: Math.max(0, -integrator.state[1]),
    depth: deepest * size,
    duration: (integrator.time * size) / impactSpeed,
    dampingNumber,
  };
}

function checkContact({ mass, impactSpeed, stiffness, exponent, damping, dampingExponent, rateExponent }: Required<PowerContact>): void {
  for (const [name, value] of Object.entries({ mass, impactSpeed, stiffness, rateExponent }))
    if (!(value > 0 && value < Number.POSITIVE_INFINITY)) throw new InvalidInputError(name, value, "is not positive");
  for (const [name, value] of Object.entries({ damping, dampingExponent }))
    if (!(value >= 0 && value < Number.POSITIVE_INFINITY)) throw new InvalidInputError(name, value, "is negative or not a number");
  if (!(exponent >= 1 && exponent < Number.POSITIVE_INFINITY)) throw new InvalidInputError("exponent", exponent, "is not at least 1");
}
