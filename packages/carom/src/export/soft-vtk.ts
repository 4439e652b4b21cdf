/**
 * Soft bodies for ParaView: shapes that a study found, one after the other. They have no times; steps of the collection are 0, 1, 2.
 *
 *     rest-shape    body-0.vtu as observed, body-1.vtu without gravity, body-2.vtu turned over (where asked for), as tetrahedra; points
 *                   carry their displacement from the shape without gravity, m, and the force of the table on them, N
 *     pickup        body-0.vtu at rest, body-1.vtu in the grip, body-2.vtu lifted, as far as it came, as triangles with their body: 0 the
 *                   soft one, 1 and 2 the fingers; points carry their displacement. contacts-N.vtu has the nodes that touch: force on the
 *                   body, N, and what they touch: 0 the table, 1 and 2 the fingers
 */
import * as vec3 from "../math/vec3.js";
import type { PickupResult, PickupShape } from "../study/pickup/result.js";
import type { RestShapeResult } from "../study/rest-shape/result.js";
import { trianglesOf } from "./triangles.js";
import {
  collectionPieces,
  dataSetText,
  gridText,
  integers,
  type NamedFile,
  TETRAHEDRON,
  TRIANGLE,
  type Triple,
  VERTEX,
  vectors,
} from "./vtu.js";

/** All files of a finished study of a soft body, the collections last. */
export function softVtkFiles(result: RestShapeResult | PickupResult): NamedFile[] {
  return result.kind === "rest-shape" ? restShapeFiles(result) : pickupFiles(result);
}

const asTriple = ([x, y, z]: readonly number[]): Triple => [x, y, z];

function restShapeFiles({ observed, rest, tetrahedra, stuck, reactions, flip }: RestShapeResult): NamedFile[] {
  const none: Triple = [0, 0, 0];
  const forces = new Map(stuck.map((node, i) => [node, asTriple(reactions[i])]));
  const shapes = [observed, rest, ...(flip === undefined ? [] : [flip.fromRest.nodes])];
  const bodies = shapes.map((nodes, step) => {
    const places = nodes.map(asTriple);
    // Turned over, a body is another way up: what has moved it is not a displacement.
    const displacements = places.map((place, node) => (step < 2 ? vec3.subtract(place, asTriple(rest[node])) : none));
    const held = places.map((_, node) => (step === 0 ? (forces.get(node) ?? none) : none));
    return gridText(places, tetrahedra, TETRAHEDRON, [vectors("displacement", displacements), vectors("reaction", held)], []);
  });
  return collected("body", bodies);
}

function pickupFiles({ surface, shapes, fingers }: PickupResult): NamedFile[] {
  const moments = [shapes.rest, shapes.grip, shapes.lifted].filter((shape): shape is PickupShape => shape !== undefined);
  const bodies = moments.map(({ places, centres }) => {
    const points: Triple[] = [...places];
    const displacements: Triple[] = places.map((place, i) => vec3.subtract(place, surface.places[i]));
    const faces: (readonly number[])[] = [...surface.triangles];
    const owners = surface.triangles.map(() => 0);
    centres.forEach((centre, finger) => {
      const ball = trianglesOf({ type: "sphere", radius: fingers[finger].radius });
      const first = points.length;
      for (const point of ball.points) {
        points.push(vec3.add(centre, point));
        displacements.push([0, 0, 0]);
      }
      for (const face of ball.faces) {
        faces.push(face.map((corner) => first + corner));
        owners.push(finger + 1);
      }
    });
    return gridText(points, faces, TRIANGLE, [vectors("displacement", displacements)], [integers("body", owners)]);
  });
  const contacts = moments.map(({ contacts: touching }) =>
    gridText(
      touching.map(({ place }) => place),
      touching.map((_, i) => [i]),
      VERTEX,
      [
        vectors(
          "force",
          touching.map(({ force }) => force),
        ),
        integers(
          "obstacle",
          touching.map(({ obstacle }) => obstacle),
        ),
      ],
      [],
    ),
  );
  return [...collected("body", bodies), ...collected("contacts", contacts)];
}

function collected(what: string, grids: readonly string[]): NamedFile[] {
  const files = grids.map((content, step) => ({ name: `${what}-${step}.vtu`, content }));
  return [...files, { name: `${what}.pvd`, content: collectionPieces(files.map(({ name }, step) => dataSetText(step, name))) }];
}
