/**
 * Bodies whose accelerations do not change, as those of a ball that slides or rolls on a plane, or of a block that slides down a slope; the
 * same of their columns:
 *
 *     x = x0 + v0 t + a t^2/2     v = v0 + a t     w = w0 + b t     b along w0     q = exp(th e) q0     th = r t + g t^2/2
 *     dx = dx0 + dv0 t + da t^2/2     dv = dv0 + da t     dw = dw0 + db t
 *     dphi' = dw + w x dphi     dphi = E(t) (dphi0 + int_0^t E(s)^-1 (dw0 + db s) ds)     E = exp(th [e])
 *
 * E(s)^-1 y = y_e + cos th(s) y_c - sin th(s) e x y, y_e along the axis and y_c across it, so that four integrals, of s^k cos th and
 * s^k sin th, serve all columns; they are taken over panels in which the body turns by two radians or so: there the rule is good to
 * rounding.
 *
 * Letters: x position, v velocity, w angular velocity, q orientation, a and b accelerations, e axis, th angle, r and g its rate and growth,
 * phi turns, [e] y = e x y. Source: own study, derivatives of runs, section 1.
 */
import { cos, sin } from "../../../math/elementary.js";
import { gaussLegendre } from "../../../math/quadrature.js";
import * as quaternion from "../../../math/quaternion.js";
import type { MutableVec3, Vec3 } from "../../../math/vec3.js";
import * as vec3 from "../../../math/vec3.js";
import { BODY_COORDINATES, BODY_SPEEDS } from "../../free-bodies/body-numbers.js";
import { turnOf } from "../../free-bodies/motion-changes.js";
import type { Column, Lens } from "./columns.js";
import type { Frozen, FrozenCluster, State } from "./frozen.js";

/** A motion with accelerations that stay, and columns along it. */
export interface EvenMotion {
  /** To a time after the beginning, s. */
  goTo(elapsed: number): void;
  /** Writes the state there, into arrays of the whole system. */
  writeState(coordinates: Float64Array, speeds: Float64Array): void;
  writeColumn(column: number, coordinates: Float64Array, speeds: Float64Array): void;
}

/** What is known at the beginning of a stretch. */
export interface EvenStart {
  readonly first: Frozen;
  readonly columns: readonly Column[];
  /** Of the columns. */
  readonly rates: readonly Frozen[];
  /** s. */
  readonly length: number;
}

/** How far a body may turn about other axes than its own over the stretch, rad. */
const ASTRAY = 1e-12;
/** Radians of a panel, about, and nodes in it: the error, L^17 8!^4/(17 16!^3), is 2e-18 there. */
const PANEL = 2;
const NODES = 8;

/** Undefined where parts are no free bodies, or turn about axes that turn. */
export function createEvenMotion(base: Lens, cluster: FrozenCluster, from: State, start: EvenStart): EvenMotion | undefined {
  const { system } = base;
  const free = BODY_SPEEDS * (system.masses?.masses.length ?? 0);
  if (cluster.speeds.some((k) => k >= free) || cluster.parts.some((part) => system.isLoaded?.(part) === true)) return undefined;
  const bodies: EvenBody[] = [];
  for (let k = 0; k < cluster.speeds.length; k += BODY_SPEEDS) {
    const made = createEvenBody(Math.round(cluster.speeds[k] / BODY_SPEEDS), k, from, start);
    if (made === undefined) return undefined;
    bodies.push(made);
  }
  return {
    goTo: (elapsed) => {
      for (const body of bodies) body.goTo(elapsed);
    },
    writeState: (coordinates, speeds) => {
      for (const body of bodies) body.writeState(coordinates, speeds);
    },
    writeColumn: (column, coordinates, speeds) => {
      for (const body of bodies) body.writeColumn(column, coordinates, speeds);
    },
  };
}

type EvenBody = EvenMotion;

/** @param place of its accelerations among those of the cluster */
function createEvenBody(body: number, place: number, from: State, { first, columns, rates, length }: EvenStart): EvenBody | undefined {
  const [q, u] = [BODY_COORDINATES * body, BODY_SPEEDS * body];
  const at = from.coordinates.slice(q, q + BODY_COORDINATES);
  const moving = from.speeds.slice(u, u + BODY_SPEEDS);
  const pull = first.accelerations.slice(place, place + BODY_SPEEDS);
  const turning = turningOf([moving[3], moving[4], moving[5]], [pull[3], pull[4], pull[5]], length);
  if (turning === undefined) return undefined;
  const { axis, rate, growth } = turning;
  const orientation = [at[3], at[4], at[5], at[6]] as const;
  const starts = columns.map(({ coordinates, speeds }) => ({
    position: coordinates.slice(q, q + 3),
    turn: turnOf(orientation, coordinates, q + 3, [0, 0, 0]),
    speeds: speeds.slice(u, u + BODY_SPEEDS),
  }));
  const integrals = new Float64Array(4);
  const turned: quaternion.MutableQuaternion = [0, 0, 0, 1];
  let time = 0;
  let angle = 0;

  /** Adds the integral of s^k E(s)^-1 times a vector. */
  function addTurned(vector: Vec3, k: 0 | 1, out: MutableVec3): void {
    const part = vec3.dot(axis, vector);
    const side = vec3.cross(axis, vector);
    const whole = k === 0 ? time : 0.5 * time * time;
    for (let c = 0; c < 3; c++)
      out[c] += whole * part * axis[c] + integrals[2 * k] * (vector[c] - part * axis[c]) - integrals[2 * k + 1] * side[c];
  }

  return {
    goTo: (elapsed) => {
      time = elapsed;
      angle = (rate + 0.5 * growth * time) * time;
      integrate({ rate, growth }, time, integrals);
      const half = 0.5 * angle;
      const part = sin(half);
      quaternion.multiply([part * axis[0], part * axis[1], part * axis[2], cos(half)], orientation, turned);
    },
    writeState: (coordinates, speeds) => {
      for (let c = 0; c < 3; c++) coordinates[q + c] = at[c] + (moving[c] + 0.5 * pull[c] * time) * time;
      for (let c = 0; c < 4; c++) coordinates[q + 3 + c] = turned[c];
      for (let k = 0; k < BODY_SPEEDS; k++) speeds[u + k] = moving[k] + pull[k] * time;
    },
    writeColumn: (column, coordinates, speeds) => {
      const { position, turn, speeds: own } = starts[column];
      const change = rates[column].accelerations;
      for (let c = 0; c < 3; c++) coordinates[q + c] = position[c] + (own[c] + 0.5 * change[place + c] * time) * time;
      for (let k = 0; k < BODY_SPEEDS; k++) speeds[u + k] = own[k] + change[place + k] * time;
      const sum: MutableVec3 = [turn[0], turn[1], turn[2]];
      addTurned([own[3], own[4], own[5]], 0, sum);
      addTurned([change[place + 3], change[place + 4], change[place + 5]], 1, sum);
      turnAbout(axis, angle, sum);
      const [x, y, z, w] = turned;
      const [a, b, c] = [0.5 * sum[0], 0.5 * sum[1], 0.5 * sum[2]];
      coordinates[q + 3] = a * w + b * z - c * y;
      coordinates[q + 4] = b * w + c * x - a * z;
      coordinates[q + 5] = c * w + a * y - b * x;
      coordinates[q + 6] = -a * x - b * y - c * z;
    },
  };
}

/** A turn about an axis that stays: th = rate t + growth t^2/2. */
interface Turning {
  readonly axis: Vec3;
  readonly rate: number;
  readonly growth: number;
}

function turningOf(spin: Vec3, growing: Vec3, length: number): Turning | undefined {
  const longer = vec3.norm(spin) >= length * vec3.norm(growing) ? spin : growing;
  const axis = vec3.normalize(longer) ?? [0, 0, 1];
  const [rate, growth] = [vec3.dot(axis, spin), vec3.dot(axis, growing)];
  const across = (vector: Vec3, part: number) => vec3.norm(vec3.addScaled(vector, axis, -part));
  const astray = length * (across(spin, rate) + 0.5 * length * across(growing, growth));
  return astray <= ASTRAY ? { axis, rate, growth } : undefined;
}

/** Writes the integrals of cos th, sin th, s cos th and s sin th from 0 to a time. */
function integrate({ rate, growth }: Omit<Turning, "axis">, time: number, out: Float64Array): void {
  out.fill(0);
  const { nodes, weights } = gaussLegendre(NODES);
  const fastest = Math.max(Math.abs(rate), Math.abs(rate + growth * time));
  const panels = Math.max(1, Math.ceil((fastest * time) / PANEL));
  const half = (0.5 * time) / panels;
  for (let panel = 0; panel < panels; panel++)
    for (let i = 0; i < NODES; i++) {
      const s = (2 * panel + 1 + nodes[i]) * half;
      const angle = (rate + 0.5 * growth * s) * s;
      const onAxis = half * weights[i] * cos(angle);
      const across = half * weights[i] * sin(angle);
      out[0] += onAxis;
      out[1] += across;
      out[2] += s * onAxis;
      out[3] += s * across;
    }
}

/** Turns a vector about an axis, in place. */
function turnAbout(axis: Vec3, angle: number, x: MutableVec3): void {
  const part = vec3.dot(axis, x);
  const side = vec3.cross(axis, x);
  const [cosine, sine] = [cos(angle), sin(angle)];
  for (let k = 0; k < 3; k++) x[k] = part * axis[k] + cosine * (x[k] - part * axis[k]) + sine * side[k];
}
