/**
 * How the rows of a contact between free bodies change along a change of their state: kinematics.ts, differentiated as it stands.
 *
 *     dJ row = (da, dr x a + r x da)     dt_1 = (1 - t_1 t_1^T) d(e - n_e n) / |e - n_e n|     dt_2 = dn x t_1 + n x dt_1
 *
 * Source: own study, derivatives of runs, section 3.
 */
import type { MutableVec3, Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { type CarrierChange, createCarrierChange, createGeometryDifferences } from "../detection/touch-changes.js";
import { type Carrier, createCarrier, createTouchGeometry } from "../detection/touch-geometry.js";
import type { Feature, FeatureState } from "../system/mechanical-system.js";
import type { CoordinateChange, SeenTouch, SystemTangents } from "../system/system-tangents.js";
import { BODY_COORDINATES, BODY_SPEEDS } from "./body-numbers.js";
import { type BodyIndex, createFeatureKinematics, type FixedPlacement, readMotion, readPose, tangentAxis } from "./kinematics.js";
import { turnOf } from "./motion-changes.js";
import type { IndexedFeature, NamedGeometry } from "./surface-queries.js";

/** Where the two bodies of a pair are found. */
export interface PairOfBodies {
  readonly first: BodyIndex;
  readonly second: BodyIndex;
  readonly fixed: FixedPlacement;
}

/** @param size largest extent of a body, m */
export function touchChanges(
  pairs: readonly NamedGeometry[],
  bodies: readonly PairOfBodies[],
  size: number,
): Pick<SystemTangents, "createSeen" | "see" | "touch" | "bias"> {
  const differences = createGeometryDifferences(size);
  const kinematics = createFeatureKinematics();
  const writeRows = createRowChanges();
  const writeBias = createBiasChange();
  const bodiesOf = bodies.map(({ first, second }) => [first, second] as const);
  return {
    createSeen: (feature) => ({
      feature,
      carriers: [createCarrier(), createCarrier()],
      geometry: createTouchGeometry(),
      changes: [createCarrierChange(), createCarrierChange()],
      geometryChange: createTouchGeometry(),
    }),
    see: ({ coordinates, speeds }, { feature, carriers, geometry }, state) => {
      const { first, second, fixed } = bodies[feature.pair];
      const one = carriers[0];
      const other = carriers[1];
      readPose(first, fixed, coordinates, one);
      readPose(second, fixed, coordinates, other);
      readMotion(first, speeds, one);
      readMotion(second, speeds, other, fixed);
      pairs[feature.pair].geometry.evaluate(indexOf(feature), one, other, geometry);
      kinematics.write(geometry, bodiesOf[feature.pair], carriers, state);
    },
    touch: (seen, at, along, out) => {
      const { feature, carriers, changes, geometryChange } = seen;
      const { first, second } = bodies[feature.pair];
      readChange(first, carriers[0], along, changes[0]);
      readChange(second, carriers[1], along, changes[1]);
      const { geometry } = pairs[feature.pair];
      if (geometry.along?.(indexOf(feature), carriers, changes, geometryChange) !== true)
        differences.write(geometry, indexOf(feature), carriers, changes, geometryChange, along.size);
      writeRows(seen, bodiesOf[feature.pair], at, out);
    },
    bias: writeBias,
  };
}

const indexOf = (feature: Feature) => (feature as IndexedFeature).index;

function readChange(body: BodyIndex, { orientation }: Carrier, { coordinates, speeds }: CoordinateChange, out: CarrierChange): void {
  const { position, turn, velocity, angularVelocity } = out;
  if (body === "fixed") {
    for (let c = 0; c < 3; c++) position[c] = turn[c] = velocity[c] = angularVelocity[c] = 0;
    return;
  }
  const q = BODY_COORDINATES * body;
  const u = BODY_SPEEDS * body;
  for (let c = 0; c < 3; c++) {
    position[c] = coordinates[q + c];
    velocity[c] = speeds[u + c];
    angularVelocity[c] = speeds[u + 3 + c];
  }
  turnOf(orientation, coordinates, q + 3, turn);
}

/** Writes the change of the frame and the Jacobian of a touching place whose geometry changes are known. */
function createRowChanges(): (seen: SeenTouch, bodies: readonly [BodyIndex, BodyIndex], at: FeatureState, out: FeatureState) => void {
  const vector = (): MutableVec3 => [0, 0, 0];
  const [arm, armChange] = [vector(), vector()];
  const arms = [arm, armChange] as const;

  return (seen, bodies, at, out) => {
    const { carriers, changes, geometry, geometryChange: change } = seen;
    vec3.copy(change.point, out.point);
    vec3.copy(change.normal, out.normal);
    out.gap = change.gap;
    writeTangentChanges(at, out);
    const n = out.jacobian.length / 3;
    for (let b = 0; b < 2; b++) {
      const body = bodies[b];
      if (body === "fixed") continue;
      vec3.subtract(geometry.point, carriers[b].position, arm);
      vec3.subtract(change.point, changes[b].position, armChange);
      const sign = b === 0 ? 1 : -1;
      const from = BODY_SPEEDS * body;
      writeRow(out.jacobian, from, sign, arms, at.tangent1, out.tangent1);
      writeRow(out.jacobian, n + from, sign, arms, at.tangent2, out.tangent2);
      writeRow(out.jacobian, 2 * n + from, sign, arms, at.normal, out.normal);
    }
  };
}

/** axis . v + (arm x axis) . w, differentiated; `arms`: the arm and its change. */
function writeRow(jacobian: Float64Array, at: number, sign: number, arms: readonly [Vec3, Vec3], axis: Vec3, axisChange: Vec3): void {
  const arm = arms[0];
  const armChange = arms[1];
  const x = arm[0];
  const y = arm[1];
  const z = arm[2];
  const dx = armChange[0];
  const dy = armChange[1];
  const dz = armChange[2];
  const a = axis[0];
  const b = axis[1];
  const c = axis[2];
  const da = axisChange[0];
  const db = axisChange[1];
  const dc = axisChange[2];
  jacobian[at] = sign * da;
  jacobian[at + 1] = sign * db;
  jacobian[at + 2] = sign * dc;
  jacobian[at + 3] = sign * (dy * c - dz * b) + sign * (y * dc - z * db);
  jacobian[at + 4] = sign * (dz * a - dx * c) + sign * (z * da - x * dc);
  jacobian[at + 5] = sign * (dx * b - dy * a) + sign * (x * db - y * da);
}

/** Writes the change of the bias of a touching place whose frame is known to change. */
function createBiasChange(): SystemTangents["bias"] {
  const vector = (): MutableVec3 => [0, 0, 0];
  const [firstArm, secondArm, firstArmChange, secondArmChange, relative, relativeChange, rate, rateChange, work] = Array.from(
    { length: 9 },
    vector,
  );

  /** sign (a x b) added to `out`. */
  const addCross = (a: Vec3, b: Vec3, sign: number, out: MutableVec3) => {
    vec3.addScaled(out, vec3.cross(a, b, work), sign, out);
  };

  function readArms({ carriers, changes, geometry, geometryChange: change }: SeenTouch): void {
    const first = carriers[0];
    const second = carriers[1];
    const one = changes[0];
    const other = changes[1];
    vec3.subtract(geometry.point, first.position, firstArm);
    vec3.subtract(geometry.point, second.position, secondArm);
    vec3.subtract(change.point, one.position, firstArmChange);
    vec3.subtract(change.point, other.position, secondArmChange);
    vec3.subtract(first.velocity, second.velocity, relative);
    addCross(first.angularVelocity, firstArm, 1, relative);
    addCross(second.angularVelocity, secondArm, -1, relative);
    vec3.subtract(one.velocity, other.velocity, relativeChange);
    addCross(one.angularVelocity, firstArm, 1, relativeChange);
    addCross(first.angularVelocity, firstArmChange, 1, relativeChange);
    addCross(other.angularVelocity, secondArm, -1, relativeChange);
    addCross(second.angularVelocity, secondArmChange, -1, relativeChange);
    vec3.cross(first.angularVelocity, geometry.firstArmRate, rate);
    addCross(second.angularVelocity, geometry.secondArmRate, -1, rate);
    vec3.cross(one.angularVelocity, geometry.firstArmRate, rateChange);
    addCross(first.angularVelocity, change.firstArmRate, 1, rateChange);
    addCross(other.angularVelocity, geometry.secondArmRate, -1, rateChange);
    addCross(second.angularVelocity, change.secondArmRate, -1, rateChange);
  }

  return (seen, at, out) => {
    const { geometry, geometryChange: change } = seen;
    readArms(seen);
    const { normal } = at;
    const approach = vec3.dot(normal, relative);
    const approachChange = vec3.dot(out.normal, relative) + vec3.dot(normal, relativeChange);
    for (let c = 0; c < 3; c++) {
      const axis = c === 0 ? at.tangent1 : c === 1 ? at.tangent2 : normal;
      const axisChange = c === 0 ? out.tangent1 : c === 1 ? out.tangent2 : out.normal;
      const turning =
        c === 2
          ? vec3.dot(change.normalRate, relative) + vec3.dot(geometry.normalRate, relativeChange)
          : -(vec3.dot(axisChange, geometry.normalRate) + vec3.dot(axis, change.normalRate)) * approach -
            vec3.dot(axis, geometry.normalRate) * approachChange;
      out.bias[c] = vec3.dot(axisChange, rate) + vec3.dot(axis, rateChange) + turning;
    }
  };
}

/** Of tangents that follow the axis they follow now; needs the change of the normal. */
function writeTangentChanges({ normal, tangent1 }: FeatureState, out: FeatureState): void {
  const along = tangentAxis(normal);
  const part = normal[along];
  const partChange = out.normal[along];
  const length = Math.sqrt(1 - part * part);
  let inLine = 0;
  for (let c = 0; c < 3; c++) {
    out.tangent1[c] = (-partChange * normal[c] - part * out.normal[c]) / length;
    inLine += tangent1[c] * out.tangent1[c];
  }
  for (let c = 0; c < 3; c++) out.tangent1[c] -= inLine * tangent1[c];
  const n = normal;
  const t = tangent1;
  const dn = out.normal;
  const dt = out.tangent1;
  out.tangent2[0] = dn[1] * t[2] - dn[2] * t[1] + n[1] * dt[2] - n[2] * dt[1];
  out.tangent2[1] = dn[2] * t[0] - dn[0] * t[2] + n[2] * dt[0] - n[0] * dt[2];
  out.tangent2[2] = dn[0] * t[1] - dn[1] * t[0] + n[0] * dt[1] - n[1] * dt[0];
}
