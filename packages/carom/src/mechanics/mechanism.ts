/**
 * A mechanism in generalised coordinates q and speeds u = dq/dt, as plain functions, and what motion and impact need of it.
 *
 *     M(q) du/dt = b(q, u) + g(q) + J(q)^T force          contact velocity = J u
 *
 * M is the mass matrix, b the bias (centrifugal and Coriolis terms, on the right-hand side), g the generalised force of gravity, J the
 * contact Jacobian. Between impacts the contact force is zero and q, u follow from an ODE; the impact begins where the gap falls through
 * zero, and there the mechanism is a GeneralisedSystem like any other (from-coordinates.ts).
 *
 * Letters: q coordinates, u speeds, M massMatrix, b bias, g gravity, J jacobian.
 * Source: 002 eq. (2.1), (2.3); Featherstone, Rigid Body Dynamics Algorithms, chapter 3.
 */
import { SolverError } from "../errors.js";
import type { Derivative, OdeEvent } from "../math/ode/index.js";
import { choleskyFactor, choleskySolve } from "../math/solve.js";
import type { GeneralisedSystem } from "./from-coordinates.js";

/** Numbers for each coordinate or speed. */
export type Coordinates = ArrayLike<number>;

/** A mechanical system as plain functions of its coordinates and speeds. */
export interface Mechanism {
  /** For messages. */
  readonly name: string;
  /** Number of coordinates. */
  readonly size: number;
  /** M, by rows, symmetric positive definite. Units follow the speeds: half u . M u is in J. */
  readonly massMatrix: (q: Coordinates) => readonly (readonly number[])[];
  /** b: generalised forces that come with the motion, on the right-hand side. */
  readonly bias: (q: Coordinates, u: Coordinates) => readonly number[];
  /** g: generalised force of gravity, on the right-hand side. Absent: none. */
  readonly gravity?: (q: Coordinates) => readonly number[];
  /** Potential energy, J; its slope is minus `gravity`. Absent: zero. */
  readonly potentialEnergy?: (q: Coordinates) => number;
  /** J, one row for each contact component (tangent, normal; spatial: tangent 1, tangent 2, normal): contact velocity = J u. */
  readonly jacobian: (q: Coordinates) => readonly (readonly number[])[];
  /** Distance between the contact point and the surface, m; negative inside. Its rate is the normal velocity. */
  readonly gap: (q: Coordinates) => number;
}

/** du/dt without contact: M^-1 (b + g). */
export function accelerations(mechanism: Mechanism, q: Coordinates, u: Coordinates): Float64Array {
  const factor = choleskyFactor(mechanism.massMatrix(q));
  if (factor === undefined)
    throw new SolverError(`the mass matrix of the ${mechanism.name} is not positive definite at q = [${Array.from(q)}]`);
  const gravity = mechanism.gravity?.(q);
  const force = mechanism.bias(q, u).map((value, i) => value + (gravity?.[i] ?? 0));
  return choleskySolve(factor, force);
}

/** The motion without contact as an ODE in the state (q, u). */
export function freeMotion(mechanism: Mechanism): Derivative {
  const { size } = mechanism;
  return (_time, state, rate) => {
    const u = state.subarray(size);
    rate.set(u);
    rate.set(accelerations(mechanism, state.subarray(0, size), u), size);
  };
}

/** Stops the motion where the gap falls through zero: an impact. */
export function touchdown(mechanism: Mechanism): OdeEvent {
  return { name: "touchdown", value: (_time, state) => mechanism.gap(state.subarray(0, mechanism.size)), direction: -1, terminal: true };
}

/** The mechanism at one instant, ready for contactProblemFromCoordinates and speedsAfter. */
export function systemAt(mechanism: Mechanism, q: Coordinates, u: Coordinates): GeneralisedSystem {
  return { massMatrix: mechanism.massMatrix(q), jacobian: mechanism.jacobian(q), speeds: Array.from(u) };
}

/** Kinetic and potential energy, J: constant between impacts. */
export function mechanicalEnergy(mechanism: Mechanism, q: Coordinates, u: Coordinates): number {
  let kinetic = 0;
  mechanism.massMatrix(q).forEach((row, i) => {
    row.forEach((mass, j) => {
      kinetic += 0.5 * mass * u[i] * u[j];
    });
  });
  return kinetic + (mechanism.potentialEnergy?.(q) ?? 0);
}
