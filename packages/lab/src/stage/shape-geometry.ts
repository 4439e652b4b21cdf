/** Shapes as triangles, in the shape's own axes (an axis of revolution is z), ready to be drawn. */
import type { Shape } from "carom/mechanics";
import {
  BoxGeometry,
  BufferGeometry,
  CapsuleGeometry,
  ConeGeometry,
  CylinderGeometry,
  Float32BufferAttribute,
  Matrix4,
  Quaternion,
  SphereGeometry,
  Vector3,
} from "three";

const ROUND = 48;

/** The parts of a shape, each in the axes of the whole. A hollow part is not drawn: it is inside. */
export function geometriesOf(shape: Shape): BufferGeometry[] {
  if (shape.type !== "compound") return [geometryOf(shape)];
  return shape.parts
    .filter(({ hollow }) => hollow !== true)
    .flatMap(({ shape: part, position = [0, 0, 0], orientation = [0, 0, 0, 1] }) => {
      const matrix = new Matrix4().compose(new Vector3(...position), new Quaternion(...orientation), new Vector3(1, 1, 1));
      return geometriesOf(part).map((geometry) => geometry.applyMatrix4(matrix));
    });
}

type Simple = Exclude<Shape, { readonly type: "compound" }>;

function geometryOf(shape: Simple): BufferGeometry {
  switch (shape.type) {
    case "sphere":
      return new SphereGeometry(shape.radius, ROUND, ROUND / 2);
    case "box":
      return new BoxGeometry(...shape.size);
    case "cylinder":
      return upright(new CylinderGeometry(shape.radius, shape.radius, shape.height, ROUND));
    case "rod":
      return upright(new CylinderGeometry(shape.radius, shape.radius, shape.length, ROUND / 2));
    case "cone":
      return upright(new ConeGeometry(shape.radius, shape.height, ROUND)).translate(0, 0, shape.height / 2);
    case "capsule":
      return upright(new CapsuleGeometry(shape.radius, shape.length, ROUND / 4, ROUND));
    case "tetrahedron":
      return triangles(shape.vertices, windings(shape.vertices));
    case "mesh":
      return triangles(shape.vertices, shape.triangles);
  }
}

/** Three's solids of revolution stand along y. */
function upright(geometry: BufferGeometry): BufferGeometry {
  return geometry.rotateX(Math.PI / 2);
}

type Triple = readonly [number, number, number];

function triangles(vertices: readonly Triple[], faces: readonly Triple[]): BufferGeometry {
  const positions = faces.flatMap((face) => face.flatMap((corner) => [...vertices[corner]]));
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(positions, 3));
  geometry.computeVertexNormals();
  return geometry;
}

/** The four faces, seen counter-clockwise from outside whatever the order of the corners. */
function windings(vertices: readonly Triple[]): Triple[] {
  const [a, b, c, d] = vertices.map((vertex) => new Vector3(...vertex));
  const volume = b.clone().sub(a).cross(c.clone().sub(a)).dot(d.clone().sub(a));
  const faces: Triple[] = [
    [0, 2, 1],
    [0, 1, 3],
    [1, 2, 3],
    [2, 0, 3],
  ];
  return volume > 0 ? faces : faces.map(([i, j, k]) => [i, k, j]);
}
