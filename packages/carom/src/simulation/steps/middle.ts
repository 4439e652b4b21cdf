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

/**
 * A point that goes with one body along axes that turn with the other, `holder`. Number by number, without vectors: it is done for every
 * place that pushes, each time it is solved for.
 */
function turn({ coordinates, speeds }: RunState, list: ContactList, i: number, ahead: number, holder: number): void {
  const { bodies, point, normal, tangent, jacobian, width } = list;
  const at = 3 * i;
  let x = point[at];
  let y = point[at + 1];
  let z = point[at + 2];
  const carrier = bodies[2 * i + 1 - holder];
  if (carrier !== GROUND) {
    const place = 7 * carrier;
    const pace = 6 * carrier;
    const rx = x - coordinates[place];
    const ry = y - coordinates[place + 1];
    const rz = z - coordinates[place + 2];
    const wx = speeds[pace + 3];
    const wy = speeds[pace + 4];
    const wz = speeds[pace + 5];
    x = coordinates[place] + ahead * speeds[pace] + (rx + ahead * (wy * rz - wz * ry));
    y = coordinates[place + 1] + ahead * speeds[pace + 1] + (ry + ahead * (wz * rx - wx * rz));
    z = coordinates[place + 2] + ahead * speeds[pace + 2] + (rz + ahead * (wx * ry - wy * rx));
  }
  let nx = normal[at];
  let ny = normal[at + 1];
  let nz = normal[at + 2];
  let tx = tangent[at];
  let ty = tangent[at + 1];
  let tz = tangent[at + 2];
  const body = bodies[2 * i + holder];
  if (body !== GROUND) {
    const wx = speeds[6 * body + 3];
    const wy = speeds[6 * body + 4];
    const wz = speeds[6 * body + 5];
    const [ax, ay, az, bx, by, bz] = [nx, ny, nz, tx, ty, tz];
    nx = ax + ahead * (wy * az - wz * ay);
    ny = ay + ahead * (wz * ax - wx * az);
    nz = az + ahead * (wx * ay - wy * ax);
    tx = bx + ahead * (wy * bz - wz * by);
    ty = by + ahead * (wz * bx - wx * bz);
    tz = bz + ahead * (wx * by - wy * bx);
  }
  const perLength = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz);
  nx *= perLength;
  ny *= perLength;
  nz *= perLength;
  const across = -(tx * nx + ty * ny + tz * nz);
  tx += across * nx;
  ty += across * ny;
  tz += across * nz;
  const perTangent = 1 / Math.sqrt(tx * tx + ty * ty + tz * tz);
  tx *= perTangent;
  ty *= perTangent;
  tz *= perTangent;
  const axes = [tx, ty, tz, ny * tz - nz * ty, nz * tx - nx * tz, nx * ty - ny * tx, nx, ny, nz];
  for (let side = 0; side < 2; side += 1) {
    const node = bodies[2 * i + side];
    if (node === GROUND) continue;
    const place = 7 * node;
    const pace = 6 * node;
    const rx = x - (coordinates[place] + ahead * speeds[pace]);
    const ry = y - (coordinates[place + 1] + ahead * speeds[pace + 1]);
    const rz = z - (coordinates[place + 2] + ahead * speeds[pace + 2]);
    const sign = side === 0 ? 1 : -1;
    for (let c = 0; c < 9; c += 3) {
      const to = width * (i + 0.5 * side) + 2 * c;
      jacobian[to] = sign * axes[c];
      jacobian[to + 1] = sign * axes[c + 1];
      jacobian[to + 2] = sign * axes[c + 2];
      jacobian[to + 3] = sign * (ry * axes[c + 2] - rz * axes[c + 1]);
      jacobian[to + 4] = sign * (rz * axes[c] - rx * axes[c + 2]);
      jacobian[to + 5] = sign * (rx * axes[c + 1] - ry * axes[c]);
    }
  }
}
