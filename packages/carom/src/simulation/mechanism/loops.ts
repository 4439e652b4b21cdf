/**
 * Joints that close loops, as rows that bind the speeds of a tree.
 *
 * A loop joint holds frames of two links to each other by conditions of two kinds, of vectors a fixed in the first link and e in the
 * second, d from the second frame's origin to the first's:
 *
 *     along     e . d = 0          rate  e . (v_1 - v_2) + (w_2 x e) . d
 *     second rate  e . (b_1 - b_2) + 2 (w_2 x e) . (v_1 - v_2) + (w'_2 x e + w_2 x (w_2 x e)) . d
 *     square    a . e = 0          rate  (w_1 - w_2) . (a x e)
 *     second rate  (w'_1 - w'_2) . (a x e) + (w_1 - w_2) . ((w_1 x a) x e + a x (w_2 x e))
 *
 *     spherical three along          revolute three along, axis square to two          prismatic two along, all axes square
 *     fixed three along, all axes square
 *
 * Many of them say the same where links move in a plane; partition.ts finds out.
 *
 * Letters: v velocities of the frames' origins, b their accelerations and w' angular ones with speeds that do not change, w angular
 * velocities.
 * Source: 004 section 2, eq. (2.5); any text on multibody systems.
 */
import { InvalidInputError } from "../../errors.js";
import type { MutableQuaternion, Quaternion } from "../../math/quaternion.js";
import * as quaternion from "../../math/quaternion.js";
import type { MutableVec3, Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { LoopType, SceneLoop } from "./scene-link.js";
import type { LinkState, Tree } from "./tree.js";

export interface Loops {
  /** Number of rows. */
  readonly count: number;
  /** J by rows, and how far each condition is from zero, m or 1; needs the poses. */
  writeRows(matrix: Float64Array, open: Float64Array): void;
  /** Second rates with speeds that do not change; needs velocities. */
  writeRates(out: Float64Array): void;
}

interface Row {
  readonly loop: number;
  readonly kind: "along" | "square";
  /** In the frames of the first and of the second link; the first only of `square`. */
  readonly a: Vec3;
  readonly e: Vec3;
}

interface End {
  /** Place of the link, -1 for the world. */
  readonly link: number;
  readonly position: Vec3;
  readonly orientation: Quaternion;
}

/** Where one end of a loop is and how it moves. */
interface EndState {
  readonly point: MutableVec3;
  readonly orientation: MutableQuaternion;
  readonly velocity: MutableVec3;
  readonly acceleration: MutableVec3;
  angularVelocity: Vec3;
  angularAcceleration: Vec3;
}

export const LOOP_TYPES: readonly LoopType[] = ["revolute", "prismatic", "spherical", "fixed"];

/** @param linkOf place of a link by its name, -1 for the world */
export function createLoops(tree: Tree, loops: readonly SceneLoop[], linkOf: (name: string) => number): Loops {
  const ends = loops.map(({ between, frames }) =>
    between.map((name, side): End => {
      const { position = vec3.ZERO, orientation = quaternion.IDENTITY } = frames?.[side] ?? {};
      return { link: linkOf(name), position, orientation: quaternion.normalize(orientation) ?? quaternion.IDENTITY };
    }),
  );
  const rows = loops.flatMap((loop, i) => rowsOf(loop, i));
  const states = [endState(), endState()];
  const still = stillState();
  const difference: MutableVec3 = [0, 0, 0];
  const relative: MutableVec3 = [0, 0, 0];
  const [a, e]: [MutableVec3, MutableVec3] = [
    [0, 0, 0],
    [0, 0, 0],
  ];
  const crossed: MutableVec3 = [0, 0, 0];
  const turned: MutableVec3 = [0, 0, 0];

  /** Leaves both ends of a loop in `states` and d in `difference`. */
  function readEnds(loop: number): void {
    for (let side = 0; side < 2; side++) {
      const { link, position, orientation } = ends[loop][side];
      const of: LinkState = link < 0 ? still : tree.states[link];
      const state = states[side];
      quaternion.rotate(of.orientation, position, turned);
      vec3.add(of.origin, turned, state.point);
      quaternion.multiply(of.orientation, orientation, state.orientation);
      state.angularVelocity = of.angularVelocity;
      state.angularAcceleration = of.angularAcceleration;
      vec3.cross(of.angularVelocity, turned, crossed);
      vec3.add(of.velocity, crossed, state.velocity);
      vec3.cross(of.angularVelocity, crossed, state.acceleration);
      vec3.add(state.acceleration, vec3.cross(of.angularAcceleration, turned, crossed), state.acceleration);
      vec3.add(state.acceleration, of.acceleration, state.acceleration);
    }
    vec3.subtract(states[0].point, states[1].point, difference);
  }

  function readVectors(row: Row): void {
    quaternion.rotate(states[0].orientation, row.a, a);
    quaternion.rotate(states[1].orientation, row.e, e);
  }

  function writeRows(matrix: Float64Array, open: Float64Array): void {
    const n = tree.speedCount;
    matrix.fill(0);
    let seen = -1;
    rows.forEach((row, r) => {
      if (row.loop !== seen) readEnds(row.loop);
      seen = row.loop;
      readVectors(row);
      const [first, second] = ends[row.loop];
      if (row.kind === "along") {
        open[r] = vec3.dot(e, difference);
        if (first.link >= 0) tree.addRow(first.link, states[0].point, e, vec3.ZERO, { values: matrix, at: r * n, factor: 1 });
        // -e . v_2 + (w_2 x e) . d = -e . v_2 + w_2 . (e x d)
        if (second.link >= 0)
          tree.addRow(second.link, states[1].point, e, vec3.cross(difference, e, crossed), { values: matrix, at: r * n, factor: -1 });
      } else {
        open[r] = vec3.dot(a, e);
        vec3.cross(a, e, crossed);
        if (first.link >= 0) tree.addRow(first.link, states[0].point, vec3.ZERO, crossed, { values: matrix, at: r * n, factor: 1 });
        if (second.link >= 0) tree.addRow(second.link, states[1].point, vec3.ZERO, crossed, { values: matrix, at: r * n, factor: -1 });
      }
    });
  }

  function writeRates(out: Float64Array): void {
    let seen = -1;
    rows.forEach((row, r) => {
      if (row.loop !== seen) readEnds(row.loop);
      seen = row.loop;
      readVectors(row);
      const [one, other] = states;
      const [w1, w2] = [one.angularVelocity, other.angularVelocity];
      if (row.kind === "along") {
        vec3.subtract(one.acceleration, other.acceleration, relative);
        let sum = vec3.dot(e, relative);
        vec3.subtract(one.velocity, other.velocity, relative);
        vec3.cross(w2, e, turned);
        sum += 2 * vec3.dot(turned, relative) + vec3.dot(vec3.cross(w2, turned, crossed), difference);
        out[r] = sum + vec3.dot(vec3.cross(other.angularAcceleration, e, crossed), difference);
      } else {
        vec3.subtract(one.angularAcceleration, other.angularAcceleration, relative);
        let sum = vec3.dot(relative, vec3.cross(a, e, crossed));
        vec3.subtract(w1, w2, relative);
        vec3.cross(vec3.cross(w1, a, turned), e, crossed);
        sum += vec3.dot(relative, crossed);
        vec3.cross(a, vec3.cross(w2, e, turned), crossed);
        out[r] = sum + vec3.dot(relative, crossed);
      }
    });
  }

  return { count: rows.length, writeRows, writeRates };
}

const X: Vec3 = [1, 0, 0];
const Y: Vec3 = [0, 1, 0];
const Z: Vec3 = [0, 0, 1];

function rowsOf({ type, axis = Z }: SceneLoop, loop: number): Row[] {
  const along = (e: Vec3): Row => ({ loop, kind: "along", a: e, e });
  const square = (a: Vec3, e: Vec3): Row => ({ loop, kind: "square", a, e });
  const unit = vec3.normalize(axis);
  if (unit === undefined) throw new InvalidInputError(`loops[${loop}].axis`, axis, "has no direction");
  const side = vec3.normalize(vec3.cross(unit, Math.abs(unit[0]) < 0.9 ? X : Y)) ?? Y;
  const other = vec3.cross(unit, side);
  const all = [square(unit, side), square(unit, other), square(side, other)];
  switch (type) {
    case "spherical":
      return [X, Y, Z].map(along);
    case "revolute":
      return [...[X, Y, Z].map(along), square(unit, side), square(unit, other)];
    case "prismatic":
      return [along(side), along(other), ...all];
    case "fixed":
      return [...[X, Y, Z].map(along), ...all];
    default:
      throw new InvalidInputError(`loops[${loop}].type`, type, `is not one of ${LOOP_TYPES.join(", ")}`);
  }
}

function endState(): EndState {
  return {
    point: [0, 0, 0],
    orientation: [0, 0, 0, 1],
    velocity: [0, 0, 0],
    acceleration: [0, 0, 0],
    angularVelocity: vec3.ZERO,
    angularAcceleration: vec3.ZERO,
  };
}

/** Of the world. */
function stillState(): LinkState {
  const zero = (): MutableVec3 => [0, 0, 0];
  return {
    origin: zero(),
    orientation: [0, 0, 0, 1],
    centre: zero(),
    velocity: zero(),
    angularVelocity: zero(),
    acceleration: zero(),
    angularAcceleration: zero(),
  };
}
