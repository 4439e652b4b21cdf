/**
 * Shapes whose mass lies on their surface (`shellinertia`), with the density for each m^2.
 *
 * Second moments for each unit of mass, about the centre: sphere r^2/3; a rectangle a^2/12 along each side; a disc r^2/4; the side of a
 * cylinder r^2/2 across and h^2/12 along; half a sphere r^2/3 across and, about its centre, which is r/2 from its rim, r^2/12 along.
 *
 * Source: CRC Standard Mathematical Tables, moments of inertia; held to MuJoCo in compiler.test.ts.
 */
import * as mat3 from "../../math/mat3.js";
import * as quaternion from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { Distribution } from "../../mechanics/shapes/distribution.js";
import { joined, moved } from "../../mechanics/shapes/distribution.js";
import type { Shape } from "../../mechanics/shapes/index.js";

/** 1 kg for each m^2, in the shape's axes; undefined: it has no closed form here. */
export function shellOf(shape: Shape): Distribution | undefined {
  switch (shape.type) {
    case "sphere":
      return piece(4 * Math.PI * shape.radius * shape.radius, vec3.ZERO, [
        (shape.radius * shape.radius) / 3,
        (shape.radius * shape.radius) / 3,
        (shape.radius * shape.radius) / 3,
      ]);
    case "box":
      return together(boxFaces(shape.size));
    case "cylinder":
      return together([tube(shape.radius, shape.height), ...[1, -1].map((side) => disc(shape.radius, (side * shape.height) / 2))]);
    case "capsule":
      return together([
        tube(shape.radius, shape.length),
        ...[1, -1].map((side) => dome(shape.radius, (side * (shape.length + shape.radius)) / 2)),
      ]);
    default:
      return undefined;
  }
}

/** @param moments second ones for each unit of mass, about its centre */
function piece(area: number, centre: Vec3, moments: Vec3): Distribution {
  const second = mat3.diagonal([area * moments[0], area * moments[1], area * moments[2]]);
  return { mass: area, volume: area, centre, secondMoment: second };
}

function together(pieces: readonly Distribution[]): Distribution | undefined {
  return joined(pieces.map((one) => moved(one, vec3.ZERO, quaternion.IDENTITY)));
}

function boxFaces(size: Vec3): Distribution[] {
  return [0, 1, 2].flatMap((axis) =>
    [1, -1].map((side) => {
      const area = (size[0] * size[1] * size[2]) / size[axis];
      const along = (c: number, here: number, otherwise: number) => (c === axis ? here : otherwise);
      const centre: Vec3 = [0, 1, 2].map((c) => along(c, (side * size[c]) / 2, 0)) as unknown as Vec3;
      return piece(area, centre, [0, 1, 2].map((c) => along(c, 0, (size[c] * size[c]) / 12)) as unknown as Vec3);
    }),
  );
}

const tube = (radius: number, height: number) =>
  piece(2 * Math.PI * radius * height, vec3.ZERO, [(radius * radius) / 2, (radius * radius) / 2, (height * height) / 12]);
const disc = (radius: number, z: number) => piece(Math.PI * radius * radius, [0, 0, z], [(radius * radius) / 4, (radius * radius) / 4, 0]);
const dome = (radius: number, z: number) =>
  piece(2 * Math.PI * radius * radius, [0, 0, z], [(radius * radius) / 3, (radius * radius) / 3, (radius * radius) / 12]);
