/** What is drawn of the bodies of a run: shapes about their centres of mass, and the bars of links between their joints. */
import { massAndCentre, type Shape } from "carom/mechanics";
import type { SimulationStudy } from "carom/study";
import { Box3, type BufferGeometry, CylinderGeometry, Mesh, Quaternion, Sphere, Vector3 } from "three";
import { geometriesOf } from "../stage/shape-geometry.js";

type Triple = readonly [number, number, number];
type StudyBody = SimulationStudy["bodies"][string];
type StudyLink = Extract<StudyBody, { readonly joint: unknown }>;

export interface Solid {
  readonly shape: Shape;
  /** Of the shape's origin, from the centre of mass, body axes. */
  readonly offset: Triple;
}

/** How the shape of a body lies about its centre of mass; undefined for what has no shape. */
export function solidOf(body: StudyBody): Solid | undefined {
  if (!("shape" in body) || body.shape === undefined) return undefined;
  const shape = body.shape as Shape;
  const centre = "joint" in body ? centreInShape(body, shape) : (body.centre ?? centreOf(body, shape));
  return { shape, offset: [-centre[0], -centre[1], -centre[2]] };
}

/** Shape axes. */
function centreOf({ mass, density }: { readonly mass?: number; readonly density?: number }, shape: Shape): Triple {
  const amount = { ...(mass === undefined ? {} : { mass }), ...(density === undefined ? {} : { density }) };
  const none = Object.keys(amount).length === 0 && shape.type !== "compound";
  return massAndCentre(shape, none ? { density: 1000 } : amount).centre;
}

/** A link may say where its mass is, in the link's axes; shape and result have those of the shape. */
function centreInShape(link: StudyLink, shape: Shape): Triple {
  if (link.centre === undefined) return centreOf(link, shape);
  const { position = [0, 0, 0], orientation = [0, 0, 0, 1] } = link;
  const arm = new Vector3(...link.centre).sub(new Vector3(...position)).applyQuaternion(new Quaternion(...orientation).conjugate());
  return [arm.x, arm.y, arm.z];
}

/** Of a link, from its centre of mass, in the axes of the result. */
export interface DrawnLink {
  readonly joint: Vector3;
  /** Whether it turns in its joint. */
  readonly turns: boolean;
  /** From the joint to those of its children and to what it carries. */
  readonly reaches: readonly (readonly [Vector3, Vector3])[];
  /** Where it has a mass and no shape: the centre. */
  readonly mass?: Vector3;
  /** Without shape: whether there is anything to see. */
  readonly seen: boolean;
}

export function linkOf(name: string, study: SimulationStudy): DrawnLink | undefined {
  const body = study.bodies[name];
  if (body === undefined || !("joint" in body)) return undefined;
  const { joint, shape, mass, position = [0, 0, 0], orientation = [0, 0, 0, 1], centre } = body;
  const turn = new Quaternion(...orientation);
  const middle =
    centre !== undefined
      ? new Vector3(...centre)
      : shape === undefined
        ? new Vector3()
        : new Vector3(...centreInShape(body, shape as Shape)).applyQuaternion(turn).add(new Vector3(...position));
  const back = turn.clone().conjugate();
  const own = (point: Triple | Vector3) =>
    (point instanceof Vector3 ? point.clone() : new Vector3(...point)).sub(middle).applyQuaternion(back);
  const children = Object.values(study.bodies).flatMap((other) =>
    "joint" in other && other.joint.parent === name ? [(other.joint.position ?? [0, 0, 0]) as Triple] : [],
  );
  const loops = (study.loops ?? []).flatMap(({ between, frames }) =>
    between.flatMap((end, i) => (end === name ? [(frames?.[i].position ?? [0, 0, 0]) as Triple] : [])),
  );
  const carried: Triple = shape === undefined ? [middle.x, middle.y, middle.z] : position;
  const ends = [...children, ...loops, carried].filter((point) => Math.hypot(...point) > 1e-9);
  const heavy = shape === undefined && mass !== undefined;
  return {
    joint: own([0, 0, 0]),
    turns: joint.type === "revolute" || joint.type === "spherical",
    reaches: ends.map((end) => [own([0, 0, 0]), own(end)] as const),
    ...(heavy ? { mass: own(middle) } : {}),
    seen: heavy || ends.length > 0,
  };
}

/** A thin bar between two points. */
export function bar([from, to]: readonly [Vector3, Vector3], thickness: number): BufferGeometry {
  const along = to.clone().sub(from);
  const geometry = new CylinderGeometry(thickness, thickness, along.length(), 10).translate(0, along.length() / 2, 0);
  return geometry
    .applyQuaternion(new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), along.normalize()))
    .translate(from.x, from.y, from.z);
}

export function placed({ shape, offset }: Solid): BufferGeometry[] {
  return geometriesOf(shape).map((geometry) => geometry.translate(...offset));
}

/** How far it reaches from its centre of mass, m: never wider than it has to be, whatever way it turns. */
export function reachOf(solid: Solid): number {
  const box = new Box3();
  for (const geometry of placed(solid)) box.expandByObject(new Mesh(geometry));
  return box.getBoundingSphere(new Sphere()).radius * 0.75;
}
