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
  const { rounding = 0 } = shape;
  if (rounding > 0 && shape.type !== "sphere" && shape.type !== "capsule" && shape.type !== "rod") return rounded(shape, rounding);
  switch (shape.type) {
    case "sphere":
      return new SphereGeometry(shape.radius + rounding, ROUND, ROUND / 2);
    case "box":
      return new BoxGeometry(...shape.size);
    case "cylinder":
      return upright(new CylinderGeometry(shape.radius, shape.radius, shape.height, ROUND));
    case "rod":
      return upright(new CylinderGeometry(shape.radius + rounding, shape.radius + rounding, shape.length, ROUND / 2));
    case "cone":
      return upright(new ConeGeometry(shape.radius, shape.height, ROUND)).translate(0, 0, shape.height / 2);
    case "capsule":
      return upright(new CapsuleGeometry(shape.radius + rounding, shape.length, ROUND / 4, ROUND));
    case "ellipsoid":
      return new SphereGeometry(1, ROUND, ROUND / 2).scale(...shape.halfAxes);
    case "tetrahedron":
      return triangles(shape.vertices, windings(shape.vertices));
    case "mesh":
      return triangles(shape.vertices, shape.triangles);
  }
}

/** The shape's farthest point in every direction of a ball, and the rounding beyond it. */
function rounded(shape: Simple, rounding: number): BufferGeometry {
  const geometry = new SphereGeometry(1, ROUND, ROUND);
  const { position } = geometry.attributes;
  for (let i = 0; i < position.count; i++) {
    const n: Triple = [position.getX(i), position.getY(i), position.getZ(i)];
    const [x, y, z] = farthest(shape, n);
    position.setXYZ(i, x + rounding * n[0], y + rounding * n[1], z + rounding * n[2]);
  }
  geometry.computeVertexNormals();
  return geometry;
}

function farthest(shape: Simple, n: Triple): Triple {
  const across = Math.hypot(n[0], n[1]) || 1;
  const onRim = (radius: number, z: number): Triple => [(radius * n[0]) / across, (radius * n[1]) / across, z];
  switch (shape.type) {
    case "box":
      return [0, 1, 2].map((c) => (Math.sign(n[c]) * shape.size[c]) / 2) as unknown as Triple;
    case "cylinder":
      return onRim(shape.radius, (Math.sign(n[2]) * shape.height) / 2);
    case "cone":
      return n[2] * shape.height > across * shape.radius ? [0, 0, shape.height] : onRim(shape.radius, 0);
    case "ellipsoid": {
      const [a, b, c] = shape.halfAxes;
      const w = Math.hypot(a * n[0], b * n[1], c * n[2]);
      return [(a * a * n[0]) / w, (b * b * n[1]) / w, (c * c * n[2]) / w];
    }
    case "tetrahedron":
    case "mesh":
      return shape.vertices.reduce((best, point) => (dot(point, n) > dot(best, n) ? point : best));
    default:
      return [0, 0, 0];
  }
}

const dot = (a: Triple, b: Triple) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

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
