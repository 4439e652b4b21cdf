/**
 * Rows of places that push, as they are in the middle of a step.
 *
 * A body that turns about a place takes it and its axes along. Forces that act along the rows of the beginning of a step turn the motion by
 * an error of the first order in the step; those of the middle by one of the second, and a place that stays where it is then does no work:
 *
 *     J = J(q + h u / 2)        J u+ >= -h/2 beta        P . J (u + u+) / 2 = 0 where v = 0
 *
 * Where a place between two solids is in the middle follows from what it is fixed to: the point to one, the normal to the other. Other
 * places, edges that cross among them, are asked for. Rows of mechanisms stay those of the beginning.
 */
import type { MutableVec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { type ContactList, columnOf, evaluateFeature, featureOf } from "./contact-list.js";
import { turnBody } from "./free-step.js";
import { ASKED, NEITHER } from "./place-kinds.js";
import { type RunState, setClock } from "./run-state.js";
import { GROUND } from "./solver/problem.js";
import { solverTolerance } from "./tolerances.js";

/**
 * Makes the rows of a place of the list those after a time from the present state, s. Returns whether they are: then bounds are those of
 * the middle of a step twice as long.
 */
export function turnRows(run: RunState, list: ContactList, i: number, ahead: number): boolean {
  const kind = list.kinds[i];
  if (kind === NEITHER) return false;
  if (ahead === 0 && list.turned[i] === 0) return true;
  // What turns by less than is resolved stays: as balls that rest on each other do.
  if (ahead > 0 && list.turned[i] === 0 && isSlow(run, list, i, ahead)) return true;
  list.turned[i] = ahead === 0 ? 0 : 1;
  if (kind === ASKED) ask(run, list, i, ahead);
  else turn(run, list, i, ahead, kind);
  return true;
}

/** Whether a place hardly accelerates by its own turning: 2 ahead |J' u| is below the residual of a step. */
function isSlow({ tolerances }: RunState, { bias }: ContactList, i: number, ahead: number): boolean {
  const most = solverTolerance(tolerances, 2 * ahead, false, true) / (2 * ahead);
  return Math.abs(bias[3 * i]) <= most && Math.abs(bias[3 * i + 1]) <= most && Math.abs(bias[3 * i + 2]) <= most;
}

/** The feature itself, where its bodies are then. */
function ask({ surfaces, coordinates, speeds, courses, system, time }: RunState, list: ContactList, i: number, ahead: number): void {
  const { state } = surfaces;
  const there = courses.coordinates;
  setClock(system, there, time + ahead);
  for (let side = 0; side < 2; side += 1) {
    const body = list.bodies[2 * i + side];
    if (body === GROUND) continue;
    for (let k = 0; k < 7; k += 1) there[7 * body + k] = coordinates[7 * body + k] + (k < 3 ? ahead * speeds[6 * body + k] : 0);
    turnBody(there, body, speeds, ahead);
  }
  evaluateFeature(surfaces, featureOf(surfaces, list.ids[i]), there, speeds);
  const width = state.jacobian.length / 3;
  for (let side = 0; side < 2; side += 1) {
    const body = list.bodies[2 * i + side];
    if (body === GROUND) continue;
    const to = list.width * (i + 0.5 * side);
    const from = columnOf(surfaces, list.nodes, body, side);
    for (let c = 0; c < 3; c += 1) for (let k = 0; k < 6; k += 1) list.jacobian[to + 6 * c + k] = state.jacobian[c * width + from + k];
  }
}

/** A point that goes with one body along axes that turn with the other, `holder`. */
function turn({ coordinates, speeds }: RunState, list: ContactList, i: number, ahead: number, holder: number): void {
  const { bodies, point, normal, tangent, jacobian, width } = list;
  const at = 3 * i;
  const read = (values: Float64Array, from: number): MutableVec3 => [values[from], values[from + 1], values[from + 2]];
  const placeOf = (body: number) => read(coordinates, 7 * body);
  const wayOf = (body: number) => read(speeds, 6 * body);
  const here = read(point, at);
  const turned = (vector: MutableVec3, body: number): MutableVec3 =>
    body === GROUND ? vector : vec3.addScaled(vector, vec3.cross(read(speeds, 6 * body + 3), vector), ahead);
  const carrier = bodies[2 * i + 1 - holder];
  const there =
    carrier === GROUND
      ? here
      : vec3.add(vec3.addScaled(placeOf(carrier), wayOf(carrier), ahead), turned(vec3.subtract(here, placeOf(carrier)), carrier));
  const up = unit(turned(read(normal, at), bodies[2 * i + holder]));
  const along = turned(read(tangent, at), bodies[2 * i + holder]);
  const first = unit(vec3.addScaled(along, up, -vec3.dot(along, up)));
  const axes = [first, vec3.cross(up, first), up];
  for (let side = 0; side < 2; side += 1) {
    const body = bodies[2 * i + side];
    if (body === GROUND) continue;
    const arm = vec3.subtract(there, vec3.addScaled(placeOf(body), wayOf(body), ahead));
    const sign = side === 0 ? 1 : -1;
    for (let c = 0; c < 3; c += 1) {
      const lever = vec3.cross(arm, axes[c]);
      const to = width * (i + 0.5 * side) + 6 * c;
      for (let k = 0; k < 3; k += 1) {
        jacobian[to + k] = sign * axes[c][k];
        jacobian[to + 3 + k] = sign * lever[k];
      }
    }
  }
}

function unit(vector: MutableVec3): MutableVec3 {
  return vec3.scale(vector, 1 / vec3.norm(vector));
}
