/** A body in matte clay: faces, and edges a little darker than they are. */
import type { Shape } from "carom/mechanics";
import {
  BoxGeometry,
  type BufferGeometry,
  type Color,
  DoubleSide,
  EdgesGeometry,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshLambertMaterial,
  SphereGeometry,
} from "three";
import { geometriesOf } from "./shape-geometry.js";

/** Edges between faces at less than this angle are not drawn, degrees. */
const CREASE = 24;
const DARKER = 0.72;

export interface ClayBody {
  readonly object: Group;
  paint(colour: Color): void;
}

/** @param centre of mass in shape axes: the body turns about it */
export function clayBody(shape: Shape, centre: readonly [number, number, number]): ClayBody {
  return clay(geometriesOf(shape).map((geometry) => geometry.translate(-centre[0], -centre[1], -centre[2])));
}

/** A body that says only how hard it is to turn: the box that would be as hard. */
export function inertiaBody(mass: number, [x, y, z]: readonly [number, number, number]): ClayBody {
  const edge = (a: number, b: number, c: number) => Math.sqrt(Math.max(1e-12, (6 * (a + b - c)) / mass));
  if (Math.max(x, y, z) - Math.min(x, y, z) < 1e-6 * Math.max(x, y, z))
    return clay([new SphereGeometry(Math.sqrt((2.5 * x) / mass), 48, 24)]);
  return clay([new BoxGeometry(edge(y, z, x), edge(x, z, y), edge(x, y, z))]);
}

function clay(geometries: readonly BufferGeometry[]): ClayBody {
  // Ground made of triangles may be open, and is seen from both sides.
  const face = new MeshLambertMaterial({ side: DoubleSide, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 });
  const edge = new LineBasicMaterial();
  const object = new Group();
  for (const geometry of geometries) {
    object.add(new Mesh(geometry, face));
    const edges = new EdgesGeometry(geometry, CREASE);
    if (edges.attributes.position.count > 0) object.add(new LineSegments(edges, edge));
  }
  return {
    object,
    paint: (colour) => {
      face.color.copy(colour);
      edge.color.copy(colour).multiplyScalar(DARKER);
    },
  };
}
