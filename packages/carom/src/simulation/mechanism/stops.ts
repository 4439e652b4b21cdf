/**
 * Limits of joints as contacts: a joint that reaches one strikes a stop, as any contact does, without friction.
 *
 *     lower stop: gap = q - lower          upper stop: gap = upper - q
 *
 * Of a revolute joint gaps are angles: where others have m, m/s, N and N s, a stop has rad, rad/s, N m and N m s, as if it were 1 m from
 * the axis. Along its other two directions nothing moves.
 */
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { writeTangents } from "../free-bodies/kinematics.js";
import type { ContactPair, Feature, FeatureState } from "../system/mechanical-system.js";
import type { Linkage } from "./linkage.js";

export interface Stop {
  readonly pair: ContactPair;
  readonly features: readonly StopFeature[];
  gap(feature: Feature, coordinates: Float64Array): number;
  gapRate(feature: Feature, speeds: Float64Array): number;
  clearance(coordinates: Float64Array): number;
  /** Of the joint, whichever way. */
  speed(speeds: Float64Array): number;
  evaluate(feature: Feature, coordinates: Float64Array, out: FeatureState): void;
}

interface StopFeature extends Feature {
  readonly limit: number;
  /** 1 of the lower, -1 of the upper one. */
  readonly sign: number;
}

/** @param firstPart place of the first linkage among the system's parts, @param firstPair that of the first stop among its pairs */
export function createStops(linkages: readonly Linkage[], firstPart: number, firstPair: number): Stop[] {
  const stops: Stop[] = [];
  linkages.forEach((linkage, g) => {
    linkage.links.forEach(({ data: { limits }, parent, name }, i) => {
      if (limits === undefined || (limits.lower === undefined && limits.upper === undefined)) return;
      stops.push(createStop(linkage, i, limits, [name, parent], firstPart + g, firstPair + stops.length));
    });
  });
  return stops;
}

function createStop(
  linkage: Linkage,
  link: number,
  { lower, upper, restitution = 0 }: NonNullable<Linkage["links"][number]["data"]["limits"]>,
  between: readonly [string, string],
  part: number,
  pair: number,
): Stop {
  const { tree } = linkage;
  const { coordinate, speed, type } = tree.links[link];
  const q = linkage.coordinate + coordinate;
  const u = linkage.speed + speed;
  const feature = (which: string, limit: number | undefined, sign: number): StopFeature[] =>
    limit === undefined ? [] : [{ pair, key: `${between.join("/")}: ${which} stop`, limit, sign }];
  const features = [...feature("lower", lower, 1), ...feature("upper", upper, -1)];
  const gapOf = ({ limit, sign }: StopFeature, coordinates: Float64Array) => sign * (coordinates[q] - limit);
  return {
    pair: { between, material: { friction: 0, restitution }, parts: [part], movers: [linkage.links[0].name], isStop: true },
    features,
    gap: (of, coordinates) => gapOf(of as StopFeature, coordinates),
    gapRate: (of, speeds) => (of as StopFeature).sign * speeds[u],
    clearance: (coordinates) => features.reduce((least, one) => Math.min(least, gapOf(one, coordinates)), Number.POSITIVE_INFINITY),
    speed: (speeds) => Math.abs(speeds[u]),
    evaluate: (of, coordinates, out) => {
      const one = of as StopFeature;
      linkage.place(coordinates);
      const columns = type === "revolute" ? tree.angular : tree.linear;
      const axis: Vec3 = [columns[3 * speed], columns[3 * speed + 1], columns[3 * speed + 2]];
      vec3.copy(tree.states[link].origin, out.point);
      vec3.scale(axis, one.sign, out.normal);
      writeTangents(out.normal, out);
      out.gap = gapOf(one, coordinates);
      out.jacobian.fill(0);
      out.jacobian[(2 * out.jacobian.length) / 3 + u] = one.sign;
      out.bias.fill(0);
    },
  };
}
