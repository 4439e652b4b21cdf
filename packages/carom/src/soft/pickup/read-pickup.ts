/** Reading and checking what a pickup is given. */
import { InvalidInputError } from "../../errors.js";
import type { Vec3 } from "../../math/vec3.js";
import type { ElasticLaw } from "../fem/elasticity.js";
import { checkFriction } from "../fem/material.js";
import { type GraspBody, graspBody } from "../grasp/body.js";
import { meshExtent } from "../mesh/mesh.js";
import { type SoftBody, softBody } from "./body.js";
import { type Finger, placeFingers, readFingers } from "./fingers.js";
import { type Approach, LARGE } from "./near-nodes.js";
import type { PickupSpec, PickupWarning } from "./pickup-run.js";
import { standingNodes } from "./rest.js";
import { type Scene, spansPlane } from "./state.js";

/** The body, its fingers and what is around it; throws InvalidInputError where they make no sense, before anything is solved. */
export function readPickup(spec: PickupSpec): {
  readonly scene: Scene;
  readonly fingers: readonly Finger[];
  readonly standing: readonly number[];
} {
  checkNumbers(spec);
  checkLaw(spec);
  const { stiffnessScale = 1, element = "linear", law = "linear" } = spec;
  const approach = approachOf(spec);
  const body = softBody(spec.mesh, spec.material, spec.weight, {
    stiffnessScale,
    element,
    mayTouch: reachOf(spec),
    ...(approach === undefined ? {} : { approach }),
  });
  const fingers = readFingers(body, spec.fingers);
  const scene: Scene = {
    body,
    friction: [spec.tableFriction, ...fingers.map(({ friction }) => friction)],
    radii: fingers.map(({ radius }) => radius),
    hasTable: true,
    ...(law === "linear" ? {} : { finite: finiteBody(spec, law) }),
  };
  const standing = standingOn(scene, spec.standingOn);
  if (spec.liftStep !== undefined && spec.liftStep > 0.1 * body.size)
    throw new InvalidInputError("liftStep", spec.liftStep, `is more than a tenth of the body's size of ${body.size.toPrecision(3)} m`);
  placeFingers(scene, fingers, body.rest, spec.maximumDepth);
  return { scene, fingers, standing };
}

/** The nodes that the spec names, or all that stand on the table; by their places among the surface nodes. */
function standingOn(scene: Scene, named: PickupSpec["standingOn"]): readonly number[] {
  const { surface, rest, size } = scene.body;
  const all = standingNodes(scene);
  if (named === undefined) return all;
  const places = named.map((node) => surface.nodes.indexOf(node));
  const off = places.findIndex((place) => !all.includes(place));
  if (off >= 0) throw new InvalidInputError("standingOn", named[off], "is not a node that stands on the table");
  if (!spansPlane(places, rest, size)) throw new InvalidInputError("standingOn", named, "has no three nodes that are not in a line");
  return places;
}

function finiteBody(spec: PickupSpec, law: ElasticLaw): GraspBody {
  const { mesh, material, stiffnessScale = 1, weight, element = "linear" } = spec;
  const scaled = { ...material, youngModulus: stiffnessScale * material.youngModulus };
  return graspBody({ mesh, material: scaled, weight, law, element, mayTouch: reachOf(spec) });
}

/** What superposition is needed for goes with linear elasticity alone. */
function checkLaw({ law = "linear", scheme = "implicit", liftTest = "virtual", allTests = false }: PickupSpec): void {
  if (law === "linear") return;
  const only = `goes with linear elasticity only, and the law is ${law}`;
  if (scheme === "event-driven") throw new InvalidInputError("scheme", scheme, only);
  if (liftTest === "hypothetical") throw new InvalidInputError("liftTest", liftTest, only);
  if (allTests) throw new InvalidInputError("allTests", allTests, only);
}

/** Of a large linear body that is squeezed by implicit increments: what will touch it. */
function approachOf({ mesh, fingers, maximumDepth, law = "linear", scheme = "implicit" }: PickupSpec): Approach | undefined {
  if (mesh.nodes.length < 3 * LARGE || law !== "linear" || scheme !== "implicit") return undefined;
  return {
    fingers: fingers.flatMap(({ near, node, radius }) => {
      const at = near ?? (node === undefined ? undefined : placeOf(mesh, node));
      return at === undefined ? [] : [{ near: at, radius }];
    }),
    depth: maximumDepth,
  };
}

const placeOf = ({ nodes }: PickupSpec["mesh"], node: number): Vec3 => [nodes[3 * node], nodes[3 * node + 1], nodes[3 * node + 2]];

/** Places that the table or a finger may touch on the way to the maximal depth: a contact to depth d is about sqrt(R d) wide. */
function reachOf({ mesh, fingers, maximumDepth }: PickupSpec): (x: number, y: number, z: number) => boolean {
  const low = maximumDepth + 1e-9 * meshExtent(mesh.nodes);
  const zones = fingers.flatMap(({ near, node, radius }) => {
    const at = near ?? (node === undefined ? undefined : placeOf(mesh, node));
    return at === undefined ? [] : [{ at, square: 4 * maximumDepth * (radius + maximumDepth) }];
  });
  return (x, y, z) =>
    z <= low || zones.some(({ at, square }) => (x - at[0]) * (x - at[0]) + (y - at[1]) * (y - at[1]) + (z - at[2]) * (z - at[2]) <= square);
}

function checkNumbers({ tableFriction, step, maximumDepth, restSteps, liftStep, depthTolerance, strainLimit }: PickupSpec): void {
  checkFriction("tableFriction", tableFriction);
  for (const [name, value] of Object.entries({ step, maximumDepth, liftStep, depthTolerance, strainLimit }))
    if (value !== undefined && !(value > 0 && value < Infinity)) throw new InvalidInputError(name, value, "is not a number above 0");
  if (restSteps !== undefined && !(Number.isInteger(restSteps) && restSteps >= 1))
    throw new InvalidInputError("restSteps", restSteps, "is not a whole number above 0");
  if (maximumDepth / step > MOST_STEPS)
    throw new InvalidInputError("step", step, `makes more than ${MOST_STEPS} steps to the maximal depth of ${maximumDepth}`);
}

const MOST_STEPS = 5000;

/** Poisson's ratio above which linear tetrahedra lock. */
const LOCKING = 0.45;

export function warningsOf({ fingers, material }: PickupSpec, { spacing }: SoftBody, centres: readonly Vec3[]): PickupWarning[] {
  const warnings: PickupWarning[] = [];
  if (material.poissonRatio > LOCKING)
    warnings.push({
      code: "locking",
      message:
        `with a Poisson's ratio of ${material.poissonRatio} linear tetrahedra are too stiff: they can hardly bend without changing ` +
        `their volume, and above ${LOCKING} that shows`,
    });
  const smallest = Math.min(...fingers.map(({ radius }) => radius));
  if (spacing > 0.5 * smallest)
    warnings.push({
      code: "spacing",
      message:
        `nodes of the surface are ${spacing.toPrecision(3)} m apart on average, more than half the finger's radius of ${smallest} m: ` +
        `contact is at nodes only, and the finger reaches through coarse facets; refine the mesh near the fingers`,
    });
  const low = centres.flatMap((centre, i) => (centre[2] < fingers[i].radius ? [i + 1] : []));
  if (low.length > 0)
    warnings.push({
      code: "below-table",
      message:
        `${low.length === 1 ? `finger ${low[0]}` : "both fingers"} would reach below the table as a whole ball; only the part that ` +
        `faces the body is meant`,
    });
  return warnings;
}
