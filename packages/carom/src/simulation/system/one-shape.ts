/**
 * Every system of a scene with the same fields in the same order.
 *
 * Engines compile code for the shapes of the objects it has met, and a literal that begins with another object (`{ ...motion, joints }`)
 * gets a shape of its own each time it is run, or becomes a table, as one with many fields does. A system is asked at every step of a run,
 * and a sweep makes one for each run: compiled code that meets a new shape each time is thrown away and made again.
 */
import type { SceneSystem } from "./scene-system.js";

/** A field that may be absent is there, and undefined. */
type Complete = { readonly [K in keyof Required<SceneSystem>]: SceneSystem[K] };

export function inOneShape(system: SceneSystem): SceneSystem {
  const complete: Complete = {
    coordinateCount: system.coordinateCount,
    speedCount: system.speedCount,
    pairs: system.pairs,
    size: system.size,
    changesUntil: system.changesUntil,
    driven: system.driven,
    isGroundMoving: system.isGroundMoving,
    drives: system.drives,
    balls: system.balls,
    parts: system.parts,
    flight: system.flight,
    isLoaded: system.isLoaded,
    rates: system.rates,
    solveMass: system.solveMass,
    forces: system.forces,
    impressed: system.impressed,
    kineticEnergy: system.kineticEnergy,
    potentialEnergy: system.potentialEnergy,
    appliedPower: system.appliedPower,
    normalise: system.normalise,
    normaliseTurns: system.normaliseTurns,
    strays: system.strays,
    restore: system.restore,
    displace: system.displace,
    features: system.features,
    featureCount: system.featureCount,
    featureAt: system.featureAt,
    featuresWithin: system.featuresWithin,
    gap: system.gap,
    gapRate: system.gapRate,
    separation: system.separation,
    validity: system.validity,
    clearance: system.clearance,
    isFarther: system.isFarther,
    approachBound: system.approachBound,
    closingBound: system.closingBound,
    turningBound: system.turningBound,
    keptApart: system.keptApart,
    bendBound: system.bendBound,
    evaluate: system.evaluate,
    scene: system.scene,
    withDynamics: system.withDynamics,
    motionWith: system.motionWith,
    names: system.names,
    joints: system.joints,
    mechanisms: system.mechanisms,
    evaluateNarrowly: system.evaluateNarrowly,
    places: system.places,
    initialState: system.initialState,
    poses: system.poses,
    stateOf: system.stateOf,
    masses: system.masses,
    tangents: system.tangents,
  };
  return complete as SceneSystem;
}
