/**
 * Derivatives of an impact through the mechanical system that it belongs to: mass matrix M, Jacobian J, speeds u.
 *
 *     W = J M^-1 J^T          dW = dJ M^-1 J^T + J M^-1 dJ^T - J M^-1 dM M^-1 J^T          dv = dJ u + J du
 *     u' = u + M^-1 J^T p     du' = du + M^-1 (dJ^T p + J^T dp - dM M^-1 J^T p)
 *
 * Source: sheet derivatives section 3.
 */
import type { CholeskyFactor } from "../../math/solve.js";
import { choleskyFactor, choleskySolve } from "../../math/solve.js";
import { contactProblemFromCoordinates, type GeneralisedSystem } from "../../mechanics/from-coordinates.js";
import { type PairContact, restitutionChanges } from "../../mechanics/restitution.js";
import type { ImpactChange, MaterialChange } from "./quantities.js";
import { type ImpactTangents, impactTangents } from "./tangents.js";

/** How a system in generalised coordinates changes along one parameter, per unit of it. What is left out does not change. */
export interface SystemChange {
  /** Of the mass matrix, symmetric. */
  readonly massMatrix?: readonly (readonly number[])[];
  /** Of the Jacobian. */
  readonly jacobian?: readonly (readonly number[])[];
  /** Of the speeds. */
  readonly speeds?: readonly number[];
  /** One for each contact. */
  readonly contacts?: readonly MaterialChange[];
  /** How much of the parameter is a large change of it, for the status. Default: 1. */
  readonly scale?: number;
}

/** Derivatives of the impact of a system. */
export interface SystemTangents extends ImpactTangents {
  /** Change of the speeds after impact, for each change that was asked for. */
  readonly speeds: readonly (readonly number[])[];
  /** Change of the kinetic energy before impact, J. */
  readonly energyBefore: readonly number[];
}

/** How the impact of a system in generalised coordinates changes along each of the given changes, per unit of its parameter. */
export function systemImpactTangents(
  law: string,
  system: GeneralisedSystem,
  contacts: readonly PairContact[],
  changes: readonly SystemChange[],
): SystemTangents {
  const problem = contactProblemFromCoordinates(system, contacts);
  const factor = choleskyFactor(system.massMatrix)!;
  const solved = system.jacobian.map((row) => [...choleskySolve(factor, row)]);
  const tangents = impactTangents(
    law,
    problem,
    changes.map((change) => {
      const own = problemChange(system, solved, change);
      const { velocity } = own;
      if (velocity === undefined || contacts.every(({ restitution }) => typeof restitution === "number")) return own;
      const bySpeed = restitutionChanges(contacts, problem.velocity, problem.dimension, velocity);
      const added = bySpeed.map((value, i) => ({ ...own.contacts?.[i], restitution: (own.contacts?.[i]?.restitution ?? 0) + value }));
      return { ...own, contacts: added };
    }),
  );
  const push = combination(system.jacobian, tangents.impulse, system.speeds.length);
  return {
    ...tangents,
    speeds: changes.map((change, i) =>
      speedsChange(system, factor, { change, impulse: tangents.impulse, push }, tangents.tangents[i].impulse),
    ),
    energyBefore: changes.map((change) => energyChange(system, change)),
  };
}

/** `solved`: M^-1 J^T by rows of its transpose. */
function problemChange(
  { jacobian, speeds }: GeneralisedSystem,
  solved: readonly (readonly number[])[],
  change: SystemChange,
): ImpactChange {
  const { massMatrix: dM, jacobian: dJ, speeds: du } = change;
  const mobility = jacobian.map((_, i) =>
    jacobian.map((__, j) => {
      const turned = dJ === undefined ? 0 : dot(dJ[i], solved[j]) + dot(dJ[j], solved[i]);
      return turned - (dM === undefined ? 0 : dot(solved[i], product(dM, solved[j])));
    }),
  );
  return {
    ...(dM === undefined && dJ === undefined ? {} : { mobility }),
    ...(dJ === undefined && du === undefined
      ? {}
      : {
          velocity: jacobian.map((row, i) => (dJ === undefined ? 0 : dot(dJ[i], speeds)) + (du === undefined ? 0 : dot(row, du))),
        }),
    ...(change.contacts === undefined ? {} : { contacts: change.contacts }),
    ...(change.scale === undefined ? {} : { scale: change.scale }),
  };
}

function speedsChange(
  system: GeneralisedSystem,
  factor: CholeskyFactor,
  { change, impulse, push }: { readonly change: SystemChange; readonly impulse: readonly number[]; readonly push: readonly number[] },
  dImpulse: readonly number[],
): readonly number[] {
  const { massMatrix: dM, jacobian: dJ, speeds: du } = change;
  const size = system.speeds.length;
  const right = combination(system.jacobian, dImpulse, size);
  const turned = dJ === undefined ? right : right.map((value, k) => value + dJ.reduce((sum, row, i) => sum + row[k] * impulse[i], 0));
  const lagged = dM === undefined ? turned : turned.map((value, k) => value - dot(dM[k], choleskySolve(factor, push)));
  const moved = choleskySolve(factor, lagged);
  return system.speeds.map((_, k) => (du === undefined ? 0 : du[k]) + moved[k]);
}

function energyChange({ massMatrix, speeds }: GeneralisedSystem, { massMatrix: dM, speeds: du }: SystemChange): number {
  const heavier = dM === undefined ? 0 : 0.5 * dot(speeds, product(dM, speeds));
  return heavier + (du === undefined ? 0 : dot(du, product(massMatrix, speeds)));
}

/** Rows times factors, summed. */
function combination(rows: readonly (readonly number[])[], factors: readonly number[], size: number): number[] {
  return Array.from({ length: size }, (_, k) => rows.reduce((sum, row, i) => sum + row[k] * factors[i], 0));
}

function product(matrix: readonly (readonly number[])[], vector: readonly number[]): number[] {
  return matrix.map((row) => dot(row, vector));
}

function dot(a: readonly number[], b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
