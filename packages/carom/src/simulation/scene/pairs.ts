/** Which bodies of a scene may touch, and how they meet: made when it is first asked for, because most bodies of a large one never do. */
import { didYouMean } from "../../did-you-mean.js";
import { InvalidInputError } from "../../errors.js";
import type { TriangleGround } from "../../geometry/ground/triangle-ground.js";
import * as quaternion from "../../math/quaternion.js";
import * as vec3 from "../../math/vec3.js";
import { checkPairMaterial, type PairMaterial } from "../../mechanics/restitution.js";
import type { PairGeometry } from "../detection/pair-geometry.js";
import { turnedRound } from "../detection/part-pairs.js";
import { type MetSurfaces, type Surface, surfaceOverGround, surfaceOverPlane, surfacesAgainstEachOther } from "../detection/surface.js";
import { drivenPlacement } from "../free-bodies/driven-ground.js";
import type { SurfacePair } from "../free-bodies/free-bodies.js";
import { parentOf } from "../mechanism/from-scene.js";
import type { Scene, SceneContact } from "./scene.js";

/** What bodies, links and fixed bodies look like, by name, and ground made of triangles. */
export interface Surfaces {
  readonly surfaces: Readonly<Record<string, Surface>>;
  readonly grounds: Readonly<Record<string, TriangleGround>>;
}

export function pairsOf(scene: Scene, isMoving: (name: string) => boolean, { surfaces, grounds }: Surfaces): SurfacePair[] {
  const names = Object.keys(scene.bodies);
  const joined = new Set(joinedPairs(scene).map((pair) => [...pair].sort().join("\n")));
  const canTouch = (name: string) => "plane" in scene.bodies[name] || Object.hasOwn(surfaces, name) || Object.hasOwn(grounds, name);
  const listed = new Map<string, SceneContact>();
  (scene.contacts ?? []).forEach((contact, i) => {
    const path = `contacts[${i}]`;
    contact.between.forEach((name, side) => {
      if (!Object.hasOwn(scene.bodies, name))
        throw new InvalidInputError(
          `${path}.between[${side}]`,
          name,
          `is not one of the bodies (${names.join(", ")})${didYouMean(name, names)}`,
        );
    });
    const [first, second] = contact.between;
    if (first === second) throw new InvalidInputError(`${path}.between[1]`, second, "cannot touch itself");
    if (!isMoving(first) && !isMoving(second))
      throw new InvalidInputError(`${path}.between`, contact.between, "do not move: they cannot meet");
    contact.between.forEach((name, side) => {
      if (!canTouch(name)) throw new InvalidInputError(`${path}.between[${side}]`, name, "has no shape that could touch");
    });
    checkPairMaterial(contact, path);
    const key = [first, second].sort().join("\n");
    if (listed.has(key)) throw new InvalidInputError(`${path}.between`, contact.between, "are listed already");
    listed.set(key, contact);
  });
  const common = scene.material === undefined ? undefined : materialOf(scene.material);
  const pairs: SurfacePair[] = [];
  const hasKeys = listed.size > 0 || joined.size > 0;
  const fast = standing(scene);
  names.forEach((a, i) => {
    for (const b of names.slice(i + 1)) {
      if ((!isMoving(a) && !isMoving(b)) || (fast.has(a) && fast.has(b))) continue;
      const key = hasKeys ? [a, b].sort().join("\n") : "";
      const contact = listed.get(key);
      if (contact === undefined && (joined.has(key) || !canTouch(a) || !canTouch(b))) continue;
      const material = contact === undefined ? common : materialOf(contact);
      if (material === undefined) continue;
      const order: [string, string] = contact !== undefined ? [...contact.between] : [a, b];
      pairs.push(pairOf(scene, order, material, isMoving, { surfaces, grounds }));
    }
  });
  return pairs;
}

function materialOf({ friction, restitution, staticFriction, stiffnessRatio, stiffness, exponent, weight }: PairMaterial): PairMaterial {
  return {
    friction,
    restitution,
    ...(staticFriction === undefined ? {} : { staticFriction }),
    ...(stiffnessRatio === undefined ? {} : { stiffnessRatio }),
    ...(stiffness === undefined ? {} : { stiffness }),
    ...(exponent === undefined ? {} : { exponent }),
    ...(weight === undefined ? {} : { weight }),
  };
}

function pairOf(
  scene: Scene,
  names: [string, string],
  material: PairMaterial,
  isMoving: (name: string) => boolean,
  { surfaces, grounds }: Surfaces,
): SurfacePair {
  // The first of a pair moves.
  const [first, second] = isMoving(names[0]) ? names : [names[1], names[0]];
  const other = scene.bodies[second];
  if ("plane" in other) {
    const normal = vec3.normalize(other.plane.normal) ?? other.plane.normal;
    const offset = vec3.dot(normal, other.plane.point ?? vec3.ZERO);
    const geometry = surfaceOverPlane(surfaces[first], { normal, offset });
    return { between: [first, second], material, geometry, ...(other.motion === undefined ? {} : { fixed: drivenPlacement(vec3.ZERO) }) };
  }
  const met = Object.hasOwn(grounds, second)
    ? overGround(surfaces[first], grounds[second], `bodies.${first}.shape`)
    : surfacesAgainstEachOther(surfaces[first], surfaces[second]);
  if (met === undefined)
    throw new InvalidInputError(
      `bodies.${first}`,
      shapeName(scene, first),
      `cannot be tested against the ${shapeName(scene, second)} of ${second}`,
    );
  if ("fixed" in other) {
    const orientation = other.orientation ?? quaternion.IDENTITY;
    const fixed = other.motion === undefined ? { position: other.position, orientation } : drivenPlacement(other.position, orientation);
    const geometry = met.swapped ? turnedRound(met.geometry()) : met.geometry();
    return { between: [first, second], material, geometry, fixed };
  }
  return whenAsked(met.swapped ? [second, first] : [first, second], material, met);
}

/** Two bodies that move: most of those in a large scene never meet. */
function whenAsked(between: readonly [string, string], material: PairMaterial, met: MetSurfaces): SurfacePair {
  let made: PairGeometry | undefined;
  return {
    between,
    material,
    get geometry() {
      made ??= met.geometry();
      return made;
    },
  };
}

function overGround(surface: Surface, ground: TriangleGround, path: string): MetSurfaces | undefined {
  const geometry = surfaceOverGround(surface, ground, path);
  return geometry === undefined ? undefined : { geometry: () => geometry, swapped: false };
}

function shapeName(scene: Scene, name: string): string {
  const body = scene.bodies[name];
  return "plane" in body ? "plane" : "fixed" in body ? body.fixed.type : (body.shape?.type ?? "link");
}

/** What can never move: the world, ground that is not moved, and links that hang on the world by fixed joints alone. */
function standing({ bodies }: Scene): ReadonlySet<string> {
  const found = new Set(["world"]);
  const stands = (body: Scene["bodies"][string]) =>
    "joint" in body
      ? body.joint.type === "fixed" && found.has(parentOf(body.joint))
      : ("plane" in body || "fixed" in body) && body.motion === undefined;
  let before: number;
  do {
    before = found.size;
    for (const [name, body] of Object.entries(bodies)) if (stands(body)) found.add(name);
  } while (found.size > before);
  return found;
}

/** Pairs that a joint or a loop holds together: they touch all the time, and that is no contact. */
export function joinedPairs({ bodies, loops = [] }: Scene): (readonly [string, string])[] {
  const pairs = Object.entries(bodies).flatMap(([name, body]) => ("joint" in body ? [[name, parentOf(body.joint)] as const] : []));
  return [...pairs, ...loops.map(({ between }) => between)];
}
