/**
 * What a system of surfaces answers about its pairs: each asks the geometry of a pair, after the poses of its two surfaces have been read.
 */
import { featuresWithin, type PairGeometry } from "../detection/pair-geometry.js";
import { type Carrier, createCarrier, createTouchGeometry, type TouchGeometry } from "../detection/touch-geometry.js";
import type { Feature, MechanicalSystem } from "../system/mechanical-system.js";
import { createFeatureKinematics, type FeatureKinematics } from "./kinematics.js";

/** A feature with its place in the geometry of its pair. */
export interface IndexedFeature extends Feature {
  readonly index: number;
}

/** The features of a pair, each made when it is asked for: most never are. */
export interface PairFeatures {
  at(index: number): IndexedFeature;
  all(): readonly IndexedFeature[];
}

export function featuresOfPair({ count, nameOf }: PairGeometry, [first, second]: readonly [string, string], pair: number): PairFeatures {
  const made = new Map<number, IndexedFeature>();
  let every: readonly IndexedFeature[] | undefined;
  const at = (index: number): IndexedFeature => {
    const known = made.get(index) ?? { pair, key: `${first}/${second}: ${nameOf(index)}`, index };
    made.set(index, known);
    return known;
  };
  return {
    at,
    all: () => {
      every ??= Array.from({ length: count }, (_, index) => at(index));
      return every;
    },
  };
}

/** Two surfaces and the place where they touch, as they were looked at last. */
export interface SurfaceView {
  readonly first: Carrier;
  readonly second: Carrier;
  readonly geometry: TouchGeometry;
  readonly kinematics: FeatureKinematics;
}

export function createSurfaceView(): SurfaceView {
  return { first: createCarrier(), second: createCarrier(), geometry: createTouchGeometry(), kinematics: createFeatureKinematics() };
}

/** How carriers are read; they are left in the view. */
export interface ReadSurfaces {
  poses(pair: number, coordinates: Float64Array): void;
  /** Of a pair whose poses have been read. */
  motions(pair: number, coordinates: Float64Array, speeds: Float64Array): void;
}

export interface SurfaceQueries
  extends Pick<
    Required<MechanicalSystem>,
    | "features"
    | "featureCount"
    | "featureAt"
    | "featuresWithin"
    | "gap"
    | "gapRate"
    | "separation"
    | "validity"
    | "clearance"
    | "isFarther"
    | "keptApart"
  > {
  /** Leaves the touching place of a feature in the view. */
  look(feature: Feature, coordinates: Float64Array, speeds: Float64Array): void;
}

/** A pair as geometry. */
export interface NamedGeometry {
  readonly between: readonly [string, string];
  /** May be made when it is first asked for. */
  readonly geometry: PairGeometry;
}

export function surfaceQueries(
  pairs: readonly NamedGeometry[],
  { first, second, geometry, kinematics }: SurfaceView,
  read: ReadSurfaces,
): SurfaceQueries {
  const indexOf = (feature: Feature) => (feature as IndexedFeature).index;
  const geometries: (PairGeometry | undefined)[] = pairs.map(() => undefined);
  /** Kept: a pair may have to make it. */
  const geometryOf = (pair: number): PairGeometry => {
    const known = geometries[pair] ?? pairs[pair].geometry;
    geometries[pair] = known;
    return known;
  };
  const made: (PairFeatures | undefined)[] = [];
  const featuresOf = (pair: number): PairFeatures => {
    const known = made[pair] ?? featuresOfPair(geometryOf(pair), pairs[pair].between, pair);
    made[pair] = known;
    return known;
  };

  function look(feature: Feature, coordinates: Float64Array, speeds: Float64Array): void {
    read.poses(feature.pair, coordinates);
    read.motions(feature.pair, coordinates, speeds);
    geometryOf(feature.pair).evaluate(indexOf(feature), first, second, geometry);
  }

  return {
    look,
    features: (pair) => featuresOf(pair).all(),
    featureCount: (pair) => geometryOf(pair).count,
    featureAt: (pair, index) => featuresOf(pair).at(index),
    featuresWithin: (pair, margin, coordinates, out, tilt) => {
      read.poses(pair, coordinates);
      featuresWithin(geometryOf(pair), margin, first, second, out, tilt);
    },
    gap: (feature, coordinates) => {
      read.poses(feature.pair, coordinates);
      return geometryOf(feature.pair).gap(indexOf(feature), first, second);
    },
    gapRate: (feature, coordinates, speeds) => {
      look(feature, coordinates, speeds);
      return kinematics.normalVelocity(geometry, first, second);
    },
    separation: (pair, coordinates) => {
      read.poses(pair, coordinates);
      return geometryOf(pair).separation?.(first, second);
    },
    validity: (feature, coordinates) => {
      read.poses(feature.pair, coordinates);
      return geometryOf(feature.pair).validity?.(indexOf(feature), first, second);
    },
    clearance: (pair, coordinates) => {
      read.poses(pair, coordinates);
      return geometryOf(pair).clearance(first, second);
    },
    isFarther: (pair, distance, coordinates) => {
      read.poses(pair, coordinates);
      return geometryOf(pair).isFarther?.(distance, first, second) === true;
    },
    keptApart: (pair, coordinates, out) => {
      const { keptApart } = geometryOf(pair);
      if (keptApart === undefined) return false;
      read.poses(pair, coordinates);
      keptApart(first, second, out);
      return true;
    },
  };
}
