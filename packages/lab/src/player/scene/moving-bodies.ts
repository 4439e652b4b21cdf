/** Bodies that move, as clay, with the bars and pins of their links; and the box in which all of it happens. */
import type { SimulationStudy } from "carom/study";
import { Box3, Group, type Material, Mesh, MeshBasicMaterial, MeshLambertMaterial, Quaternion, SphereGeometry, Vector3 } from "three";
import { type ClayBody, clayBody } from "../../stage/body-mesh.js";
import type { StageColours } from "../../stage/colours.js";
import type { Motion } from "../motion.js";
import type { Run } from "../run.js";
import { bar, type DrawnLink, linkOf, reachOf, solidOf } from "../solids.js";

export interface MovingBodies {
  /** By name. */
  readonly bodies: ReadonlyMap<string, ClayBody>;
  /** Everything that they reach. */
  readonly box: Box3;
}

/** Rows of a run at which the ends of links are looked at. */
const LOOKED_AT = 200;

export function movingBodies(study: SimulationStudy, { series }: Run, motion: Motion): MovingBodies {
  const bodies = new Map<string, ClayBody>();
  const box = new Box3();
  for (const name of motion.bodies) {
    const body = study.bodies[name];
    // A plane has no end; what is moved of it is scenery.
    if (body === undefined || "plane" in body) continue;
    const solid = solidOf(body);
    const link = linkOf(name, study);
    const moves = series.bodies[name];
    expandByPlaces(box, moves.position, solid === undefined ? 0 : reachOf(solid));
    if (solid === undefined && (link === undefined || !link.seen)) continue;
    const object = new Group();
    const inner = solid === undefined ? undefined : clayBody(solid.shape, [-solid.offset[0], -solid.offset[1], -solid.offset[2]]);
    if (inner !== undefined) object.add(inner.object);
    bodies.set(name, { object, paint: inner?.paint ?? (() => {}) });
    if (link !== undefined) expandByLink(box, link, moves);
  }
  return { bodies, box };
}

function expandByPlaces(box: Box3, places: readonly (readonly [number, number, number])[], reach: number): void {
  const corner = new Vector3();
  for (const [x, y, z] of places) {
    box.expandByPoint(corner.set(x + reach, y + reach, z + reach));
    box.expandByPoint(corner.set(x - reach, y - reach, z - reach));
  }
}

function expandByLink(box: Box3, { joint, reaches }: DrawnLink, { position, orientation }: Run["series"]["bodies"][string]): void {
  const place = new Vector3();
  const turn = new Quaternion();
  const end = new Vector3();
  for (let row = 0; row < position.length; row += Math.max(1, Math.floor(position.length / LOOKED_AT)))
    for (const point of [joint, ...reaches.map(([, to]) => to)])
      box.expandByPoint(
        end
          .copy(point)
          .applyQuaternion(turn.set(...orientation[row]))
          .add(place.set(...position[row])),
      );
}

/** Puts bars, pins and masses into the objects of links. What it returns paints them. */
export function addLinks(bodies: MovingBodies["bodies"], study: SimulationStudy, radius: number): (colours: StageColours) => void {
  const sticks = new MeshLambertMaterial();
  const pins = new MeshBasicMaterial();
  for (const [name, { object }] of bodies) {
    const link = linkOf(name, study);
    for (const reach of link?.reaches ?? []) object.add(new Mesh(bar(reach, 0.006 * radius), sticks));
    if (link?.turns === true) object.add(dot(link.joint, 0.011 * radius, pins));
    if (link?.mass !== undefined) object.add(dot(link.mass, 0.02 * radius, sticks));
  }
  return (colours) => {
    sticks.color.copy(colours.bodies[1]);
    pins.color.copy(colours.ink);
  };
}

function dot(at: Vector3, radius: number, material: Material): Mesh {
  return new Mesh(new SphereGeometry(radius, 16, 12).translate(at.x, at.y, at.z), material);
}
