/**
 * The ways to follow the slip that are compared, by the names of the source where it has one:
 *
 *     NI    explicit Euler to the end                          FS    Euler until slip stops or runs straight, then closed forms
 *     VS    as FS with steps from the curvature                DOPRI5, Taylor, series: see the files of carom/impact/slip
 */
import {
  type EulerMethod,
  followSlipByEuler,
  followSlipByRungeKutta,
  followSlipBySeries,
  followSlipByTaylor,
  type SlipContact,
  type SlipPath,
} from "carom/impact/slip";

export interface Method {
  readonly name: string;
  /** Tolerance, order or step. */
  readonly setting: string;
  readonly follow: (contact: SlipContact, path: SlipPath) => void;
}

export const series: Method = {
  name: "series",
  setting: "",
  follow: followSlipBySeries,
};

export function taylor(order: number, tolerance: number): Method {
  const options = { order, tolerance };
  return {
    name: "Taylor",
    setting: `order ${order}, ${tolerance}`,
    follow: (contact, path) => followSlipByTaylor(contact, path, "energetic", options),
  };
}

/**
 * One tolerance only: a second instance of the integrator in the same process makes V8's code for both twice as slow, which would flatter
 * the others.
 */
export const rungeKutta: Method = {
  name: "DOPRI5",
  setting: "1e-10",
  follow: (contact, path) => followSlipByRungeKutta(contact, path, "energetic", { method: "dopri5", tolerance: 1e-10 }),
};

export const curvatureStep: Method = {
  name: "VS",
  setting: "0.01, 0.08 rad",
  follow: (contact, path) => followSlipByEuler(contact, path, "energetic", { method: "curvature-step" }),
};

/** Euler with a given step of normal impulse, N s. */
export function eulerStep(name: "NI" | "FS", step: number, directionTolerance = SOURCE_TOLERANCE): Method {
  const options = { method: EULER[name], step, directionTolerance };
  return {
    name,
    setting: eulerSetting(name, `step ${step}`, directionTolerance),
    follow: (contact, path) => followSlipByEuler(contact, path, "energetic", options),
  };
}

/** Euler with this many steps to the impulse that would end a compression without friction. */
export function eulerSteps(name: "NI" | "FS", count: number, directionTolerance = SOURCE_TOLERANCE): Method {
  const method = EULER[name];
  return {
    name,
    setting: eulerSetting(name, `${count} steps`, directionTolerance),
    follow: (contact, path) => {
      followSlipByEuler(contact, path, "energetic", { method, step: -contact.normalVelocity / contact.normal / count, directionTolerance });
    },
  };
}

const SOURCE_TOLERANCE = 0.08;
const EULER: Record<"NI" | "FS", EulerMethod> = { NI: "fixed-step", FS: "fixed-step-straight" };

function eulerSetting(name: "NI" | "FS", step: string, directionTolerance: number): string {
  return name === "FS" ? `${step}, ${directionTolerance} rad` : step;
}

/**
 * What errors are measured against: Taylor polynomials of the highest degree with a tolerance below rounding. It integrates the energy as a
 * product (dE = -normal velocity times d impulse), so grazing impacts lose nothing.
 */
export const reference = taylor(30, 1e-18);

/** The columns of every table of families. */
export const compared: readonly Method[] = [
  eulerSteps("NI", 32),
  eulerSteps("FS", 32),
  curvatureStep,
  rungeKutta,
  taylor(24, 1e-15),
  series,
];
