/** Numbers of a state and their derivatives along columns. */
import type { MutableVec3 } from "../../../math/vec3.js";
import { BODY_COORDINATES, BODY_SPEEDS } from "../../../simulation/free-bodies/body-numbers.js";
import { turnOf } from "../../../simulation/free-bodies/motion-changes.js";
import { type MovedSystem, systemsOf } from "../../../simulation/loop/tangents/columns.js";
import type { SceneSystem } from "../../../simulation/system/scene-system.js";
import type { StateNumber } from "./rows.js";

export interface FlatState {
  readonly time: number;
  readonly coordinates: Float64Array;
  readonly speeds: Float64Array;
}

/** Of a state, per unit of a parameter. */
export interface StateChange {
  readonly coordinates: Float64Array;
  readonly speeds: Float64Array;
  readonly moved: readonly MovedSystem[];
}

/** The number itself; of a rotation 0, from where it is. */
export function stateNumber(system: SceneSystem, what: StateNumber, { time, coordinates, speeds }: FlatState): number {
  if (what.kind === "joint") return what.isSpeed ? speeds[what.place] : coordinates[what.place];
  if ("body" in what) return what.kind === "rotation" ? 0 : system.stateOf(what.body, coordinates, speeds)[what.kind][what.axis];
  if (what.kind === "kinetic") return system.kineticEnergy(coordinates, speeds);
  if (what.kind === "potential") return system.potentialEnergy(time, coordinates);
  return system.kineticEnergy(coordinates, speeds) + system.potentialEnergy(time, coordinates);
}

/** Sixth order, symmetric. */
const STENCIL = [
  [1, 3 / 4],
  [2, -3 / 20],
  [3, 1 / 60],
] as const;
const STEP = 1e-2;

/** Whether a body's coordinates and speeds are numbers of its own. */
export function isFreeBody({ parts = [], mechanisms }: SceneSystem, body: number): boolean {
  return parts.some(
    ({ coordinates }, part) => coordinates.includes(BODY_COORDINATES * body) && !mechanisms?.some((mechanism) => mechanism.part === part),
  );
}

/** Of a number that is one of the coordinates or speeds, or a turn of a quaternion among them; undefined of any other. */
type KnownChange = ((state: FlatState, change: StateChange) => number) | undefined;

function knownChange(system: SceneSystem, what: StateNumber): KnownChange {
  if (what.kind === "joint") return (_, { coordinates, speeds }) => (what.isSpeed ? speeds : coordinates)[what.place];
  if (!("body" in what) || !isFreeBody(system, what.body)) return undefined;
  const { kind, axis } = what;
  const [q, u] = [BODY_COORDINATES * what.body, BODY_SPEEDS * what.body];
  if (kind === "position") return (_, { coordinates }) => coordinates[q + axis];
  if (kind === "velocity") return (_, { speeds }) => speeds[u + axis];
  if (kind === "angularVelocity") return (_, { speeds }) => speeds[u + 3 + axis];
  const turn: MutableVec3 = [0, 0, 0];
  return ({ coordinates: now }, { coordinates }) =>
    turnOf([now[q + 3], now[q + 4], now[q + 5], now[q + 6]], coordinates, q + 3, turn)[axis];
}

/** Derivatives of several numbers of a state, change by change. */
export function stateChanges(
  system: SceneSystem,
  numbers: readonly StateNumber[],
  state: FlatState,
  changes: readonly StateChange[],
): number[][] {
  const known = numbers.map((what) => knownChange(system, what));
  const others = numbers.filter((_, i) => known[i] === undefined);
  return changes.map((change) => {
    const byDifferences = others.length === 0 ? [] : differences(system, others, state, change);
    let next = 0;
    return known.map((own) => own?.(state, change) ?? byDifferences[next++]);
  });
}

function differences(system: SceneSystem, numbers: readonly StateNumber[], state: FlatState, change: StateChange): number[] {
  const read = (of: SceneSystem, at: FlatState) => numbers.map((what) => readNumber(of, what, at, state, system));
  const sums = new Array<number>(numbers.length).fill(0);
  let most = 0;
  for (const value of change.coordinates) most = Math.max(most, Math.abs(value));
  for (const value of change.speeds) most = Math.max(most, Math.abs(value));
  const add = (values: readonly number[], weight: number) => {
    values.forEach((value, i) => {
      sums[i] += weight * value;
    });
  };
  if (most > 0) {
    const h = (STEP * Math.min(1, system.size)) / most;
    for (const [offset, weight] of STENCIL)
      for (const sign of [1, -1]) {
        const moved = {
          time: state.time,
          coordinates: state.coordinates.map((value, k) => value + sign * offset * h * change.coordinates[k]),
          speeds: state.speeds.map((value, k) => value + sign * offset * h * change.speeds[k]),
        };
        add(read(system, moved), (sign * weight) / h);
      }
  }
  for (const { weight, system: other } of systemsOf(system, change.moved)) add(read(other as SceneSystem, state), weight);
  return sums;
}

/** Turns are read off the quaternion that leads from the state to the moved one: 2 vec(q' o q^-1). */
function readNumber(of: SceneSystem, what: StateNumber, at: FlatState, from: FlatState, base: SceneSystem): number {
  if (what.kind !== "rotation") return stateNumber(of, what, at);
  const [x, y, z, w] = base.stateOf(what.body, from.coordinates, from.speeds).orientation;
  const [a, b, c, d] = of.stateOf(what.body, at.coordinates, at.speeds).orientation;
  if (what.axis === 0) return 2 * (a * w - d * x - b * z + c * y);
  if (what.axis === 1) return 2 * (b * w - d * y - c * x + a * z);
  return 2 * (c * w - d * z - a * y + b * x);
}
