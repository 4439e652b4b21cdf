/**
 * Slip with a direction that turns: Coulomb's law at the end of a stretch, for nodes that are known to slide.
 *
 * The equations of slip of the source (slip-system.ts) keep each node's direction at that of its trial force. Where other nodes slide, too,
 * friction comes to point elsewhere. Here the direction is unknown as well: node k slides by d in the direction s, turned by an angle in
 * the tangent plane of its start, along a straight line of the table or a great circle of the finger (a = d / R),
 *
 *     n' = cos a n + sin a s,     s' = cos a s - sin a n,     b = n x s          (table: a = 0)
 *     f . s' + mu f . n' = 0,     f . b = 0                                      friction of mu times the push, against the slip
 *
 * two equations for two unknowns a node, by Newton's method from the root of the source's equations.
 *
 * Source: 000 section 6.2.3, of which this is the repair.
 */
import { cos, sin } from "../../../math/elementary.js";
import { luFactor, luSolve } from "../../../math/lu.js";
import { cross, dot, type Vec3 } from "../../../math/vec3.js";
import type { SlipNode, SlipSystem } from "../slip-system.js";

export interface TurningSlip {
  /** From the start to the end, 3 for each node, m. */
  readonly displacement: Float64Array;
  /** 3 for each node, N. */
  readonly force: Float64Array;
}

const MOST_ROUNDS = 30;
/** Of the largest trial force: the residual that counts as zero. */
const TOLERANCE = 1e-13;

/**
 * @param start distances of slip on the table, angles on a finger, against `direction` of each node. undefined: not found, or a node would
 * be pulled or slide backwards.
 */
export function solveTurningSlip({ nodes, stiffness }: SlipSystem, start: ArrayLike<number>): TurningSlip | undefined {
  const count = nodes.length;
  const size = 3 * count;
  const distance = Float64Array.from(nodes, ({ radius = 1 }, k) => start[k] * radius);
  const turn = new Float64Array(count);
  const displacement = new Float64Array(size);
  const force = new Float64Array(size);
  const residual = new Float64Array(2 * count);
  const jacobian = new Float64Array(4 * count * count);
  const pivots = new Int32Array(2 * count);
  const scale = Math.max(...nodes.map(({ trialForce }) => Math.sqrt(dot(trialForce, trialForce))));
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const frames = nodes.map((node, k) => frameOf(node, distance[k], turn[k]));
    frames.forEach(({ moved }, k) => {
      displacement.set(moved, 3 * k);
    });
    for (let row = 0; row < size; row++) {
      let sum = nodes[(row - (row % 3)) / 3].trialForce[row % 3];
      for (let column = 0; column < size; column++) sum += stiffness[row * size + column] * displacement[column];
      force[row] = sum;
    }
    let error = 0;
    frames.forEach((frame, k) => {
      const f: Vec3 = [force[3 * k], force[3 * k + 1], force[3 * k + 2]];
      const { friction } = nodes[k];
      const push = dot(f, frame.normal);
      const along = dot(f, frame.along);
      const across = dot(f, frame.across);
      residual[2 * k] = along + friction * push;
      residual[2 * k + 1] = across;
      error = Math.max(error, Math.abs(residual[2 * k]), Math.abs(across));
      const edge = mix(1, frame.along, friction, frame.normal);
      frames.forEach((other, l) => {
        let [edgeByDistance, edgeByTurn, acrossByDistance, acrossByTurn] = [0, 0, 0, 0];
        for (let i = 0; i < 3; i++)
          for (let j = 0; j < 3; j++) {
            const entry = stiffness[(3 * k + i) * size + 3 * l + j];
            edgeByDistance += edge[i] * entry * other.along[j];
            edgeByTurn += edge[i] * entry * other.across[j] * other.arm;
            acrossByDistance += frame.across[i] * entry * other.along[j];
            acrossByTurn += frame.across[i] * entry * other.across[j] * other.arm;
          }
        if (k === l) {
          // The frame turns: s' by -n' / R and n' by s' / R along the way, both by b across it, and b by -s.
          edgeByDistance += frame.curvature * (friction * along - push);
          edgeByTurn += (frame.cosine + friction * frame.sine) * across;
          acrossByTurn -= frame.cosine * along + frame.sine * push;
        }
        jacobian[2 * k * 2 * count + 2 * l] = edgeByDistance;
        jacobian[2 * k * 2 * count + 2 * l + 1] = edgeByTurn;
        jacobian[(2 * k + 1) * 2 * count + 2 * l] = acrossByDistance;
        jacobian[(2 * k + 1) * 2 * count + 2 * l + 1] = acrossByTurn;
      });
    });
    if (!(error < Infinity)) return undefined;
    if (error <= TOLERANCE * scale) {
      const right = frames.every(
        ({ normal }, k) => distance[k] >= 0 && force[3 * k] * normal[0] + force[3 * k + 1] * normal[1] + force[3 * k + 2] * normal[2] > 0,
      );
      return right ? { displacement, force } : undefined;
    }
    if (!luFactor(jacobian, 2 * count, pivots)) return undefined;
    luSolve(jacobian, 2 * count, pivots, residual);
    for (let k = 0; k < count; k++) {
      distance[k] -= residual[2 * k];
      turn[k] -= residual[2 * k + 1];
    }
  }
  return undefined;
}

/** Where a node comes to stand, and the frame there. */
function frameOf({ normal, direction, radius }: SlipNode, distance: number, turn: number) {
  const slides: Vec3 = [-direction[0], -direction[1], -direction[2]];
  const start = mix(cos(turn), slides, sin(turn), cross(normal, slides));
  const across = cross(normal, start);
  if (radius === undefined)
    return { normal, along: start, across, arm: distance, moved: mix(distance, start, 0, normal), curvature: 0, cosine: 1, sine: 0 };
  const [cosine, sine] = [cos(distance / radius), sin(distance / radius)];
  return {
    normal: mix(cosine, normal, sine, start),
    along: mix(cosine, start, -sine, normal),
    across,
    /** By which a turn moves the node. */
    arm: radius * sine,
    moved: mix(radius * sine, start, radius * (cosine - 1), normal),
    curvature: 1 / radius,
    cosine,
    sine,
  };
}

const mix = (a: number, u: Vec3, b: number, v: Vec3): Vec3 => [a * u[0] + b * v[0], a * u[1] + b * v[1], a * u[2] + b * v[2]];
