import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as mat3 from "../../math/mat3.js";
import type { Quaternion } from "../../math/quaternion.js";
import * as quaternion from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { boxCorners, boxTriangles } from "../../testing/box-mesh.testing.js";
import { angularMomentum, kineticEnergy } from "../rigid-body.js";
import { bodyFromShape, massProperties } from "./mass-properties.js";
import { publishedTetrahedron, truncatedIcosahedron } from "./published-solids.test.data.js";
import type { Mesh, Part, Shape } from "./shape.js";

const length = fc.double({ min: 0.1, max: 3, noNaN: true });
// Multiples of a thousandth: fast-check's doubles crowd around zero and make flat solids.
const coordinate = fc.integer({ min: -3000, max: 3000 }).map((thousandths) => thousandths / 1000);
const vector = fc.tuple(coordinate, coordinate, coordinate);
const rotation: fc.Arbitrary<Quaternion> = fc
  .tuple(coordinate, coordinate, coordinate, coordinate)
  .filter((q) => quaternion.norm(q) > 0.1)
  .map((q) => quaternion.normalize(q)!);

function expectClose(actual: readonly number[], expected: readonly number[], tolerance = 1e-12): void {
  const size = Math.max(...expected.map(Math.abs), ...actual.map(Math.abs));
  expect(actual.length).toBe(expected.length);
  actual.forEach((value, i) => {
    expect(Math.abs(value - expected[i])).toBeLessThanOrEqual(tolerance * size);
  });
}

function boxMesh(size: Vec3): Mesh {
  return { type: "mesh", vertices: boxCorners(size), triangles: boxTriangles };
}

/** The fan of triangles around the z axis of a profile of [radius, z] pairs, from the bottom up: any solid of revolution. */
function revolved(profile: readonly (readonly [number, number])[], sides: number): Mesh {
  const vertices: Vec3[] = [[0, 0, profile[0][1]]];
  const triangles: Vec3[] = [];
  const ring = (row: number, side: number) => 1 + row * sides + (side % sides);
  for (const [radius, z] of profile)
    for (let side = 0; side < sides; side++) {
      const angle = (2 * Math.PI * side) / sides;
      vertices.push([radius * Math.cos(angle), radius * Math.sin(angle), z]);
    }
  const top = vertices.push([0, 0, profile[profile.length - 1][1]]) - 1;
  for (let side = 0; side < sides; side++) {
    triangles.push([0, ring(0, side + 1), ring(0, side)], [top, ring(profile.length - 1, side), ring(profile.length - 1, side + 1)]);
    for (let row = 0; row + 1 < profile.length; row++)
      triangles.push(
        [ring(row, side), ring(row, side + 1), ring(row + 1, side + 1)],
        [ring(row, side), ring(row + 1, side + 1), ring(row + 1, side)],
      );
  }
  return { type: "mesh", vertices, triangles };
}

const movedMesh = (mesh: Mesh, orientation: Quaternion, position: Vec3): Mesh => ({
  ...mesh,
  vertices: mesh.vertices.map((vertex) => vec3.add(position, quaternion.rotate(orientation, vertex))),
});

describe("closed forms", () => {
  // Moments for unit mass from tables of moments of inertia; r = 2, h = 3 and so on, the fractions written out by hand.
  const table: { shape: Shape; volume: number; centre?: Vec3; moments: Vec3 }[] = [
    { shape: { type: "sphere", radius: 2 }, volume: (32 / 3) * Math.PI, moments: [8 / 5, 8 / 5, 8 / 5] },
    { shape: { type: "box", size: [1, 2, 3] }, volume: 6, moments: [13 / 12, 10 / 12, 5 / 12] },
    { shape: { type: "cylinder", radius: 2, height: 3 }, volume: 12 * Math.PI, moments: [21 / 12, 21 / 12, 2] },
    { shape: { type: "cone", radius: 2, height: 4 }, volume: (16 / 3) * Math.PI, centre: [0, 0, 1], moments: [6 / 5, 6 / 5, 6 / 5] },
    { shape: { type: "rod", length: 6, radius: 0.2 }, volume: 0.24 * Math.PI, moments: [3, 3, 0.02] },
  ];

  it.each(table)("$shape.type", ({ shape, volume, centre = [0, 0, 0], moments }) => {
    const properties = massProperties(shape, { mass: 1 });
    expect(properties.volume).toBeCloseTo(volume, 12);
    expectClose(properties.centre, centre);
    expectClose(properties.inertia.flat(), mat3.diagonal(moments), 1e-14);
    expectClose(
      properties.principalMoments,
      [...moments].sort((a, b) => a - b),
      1e-14,
    );
  });

  it("capsule with no length to speak of is a ball, with all length a cylinder", () => {
    const ball = massProperties({ type: "capsule", radius: 1, length: 1e-12 }, { mass: 5 });
    expectClose(ball.inertia.flat(), mat3.diagonal([2, 2, 2]), 1e-11);
    const long = massProperties({ type: "capsule", radius: 1e-6, length: 2 }, { mass: 3 });
    expect(long.inertia[0][0]).toBeCloseTo(1, 5);
  });

  it("mass and density say the same", () => {
    fc.assert(
      fc.property(length, length, length, (radius, height, density) => {
        const shape: Shape = { type: "cone", radius, height };
        const byDensity = massProperties(shape, { density });
        const byMass = massProperties(shape, { mass: byDensity.mass });
        expect(byDensity.mass).toBe(density * byDensity.volume);
        expectClose(byMass.inertia.flat(), byDensity.inertia.flat(), 1e-15);
      }),
    );
  });
});

describe("published solids (000 section 2.5; corrected values in the sheet)", () => {
  it("truncated icosahedron: Q1 = 0.0671673, o1z = 0.232744", () => {
    const solid = truncatedIcosahedron(0.1);
    expect(solid.vertices.length).toBe(60);
    const { inertia, centre, volume } = massProperties(solid, { mass: 3 });
    // (125 + 43 sqrt 5) edge^3 / 4
    expect(volume).toBeCloseTo(((125 + 43 * Math.sqrt(5)) / 4) * 1e-3, 12);
    expectClose(centre, [0, 0, 0.232744], 2e-6);
    expectClose(inertia.flat(), mat3.diagonal([0.0671673, 0.0671673, 0.0671673]), 2e-6);
  });

  it("tetrahedron: centre (0.125, 0.125, -0.4375) and the principal moments that (2.12) gets wrong", () => {
    const { centre, principalMoments, inertia } = massProperties(publishedTetrahedron, { mass: 1 });
    expectClose(centre, [0.125, 0.125, -0.4375], 1e-15);
    expectClose(principalMoments, [0.01821511, 0.02109375, 0.02787864], 2e-7);
    // Symmetric under exchange of x and y, like the solid itself.
    expect(inertia[0][0]).toBeCloseTo(inertia[1][1], 15);
    expect(inertia[0][2]).toBeCloseTo(inertia[1][2], 15);
  });
});

describe("mesh", () => {
  it("of a box has the box's properties wherever it is", () => {
    fc.assert(
      fc.property(fc.tuple(length, length, length), rotation, vector, (size, orientation, position) => {
        const solid = massProperties({ type: "box", size }, { density: 2 });
        const surface = massProperties(movedMesh(boxMesh(size), orientation, position), { density: 2 });
        expectClose([surface.mass, surface.volume], [solid.mass, solid.volume]);
        expect(vec3.norm(vec3.subtract(surface.centre, position))).toBeLessThan(1e-13);
        expectClose(surface.inertia.flat(), mat3.rotateTensor(quaternion.toMatrix(orientation), mat3.fromRows(solid.inertia)));
      }),
    );
  });

  it("of four triangles is a tetrahedron", () => {
    fc.assert(
      fc.property(vector, vector, vector, vector, (a, b, c, d) => {
        const volume = vec3.dot(vec3.subtract(b, a), vec3.cross(vec3.subtract(c, a), vec3.subtract(d, a)));
        fc.pre(Math.abs(volume) > 0.1);
        const triangles: Vec3[] = [
          [0, 2, 1],
          [0, 1, 3],
          [1, 2, 3],
          [2, 0, 3],
        ];
        const outward = volume > 0 ? triangles : triangles.map(([i, j, k]): Vec3 => [k, j, i]);
        const surface = massProperties({ type: "mesh", vertices: [a, b, c, d], triangles: outward }, { mass: 3 });
        const solid = massProperties({ type: "tetrahedron", vertices: [a, b, c, d] }, { mass: 3 });
        expectClose([surface.volume], [solid.volume], 1e-12);
        expectClose(surface.centre, solid.centre, 1e-12);
        expectClose(surface.inertia.flat(), solid.inertia.flat(), 1e-11);
      }),
    );
  });

  // Regular polygons for circles: the error falls with the square of the number of sides.
  const round: { shape: Shape; profile: (n: number) => [number, number][] }[] = [
    { shape: { type: "sphere", radius: 1.5 }, profile: (n) => arc(n, 1.5, 0) },
    {
      shape: { type: "cylinder", radius: 1, height: 3 },
      profile: () => [
        [1, -1.5],
        [1, 1.5],
      ],
    },
    {
      shape: { type: "cone", radius: 1, height: 3 },
      profile: () => [
        [1, 0],
        [1e-9, 3],
      ],
    },
    { shape: { type: "capsule", radius: 1, length: 3 }, profile: (n) => arc(n, 1, 3) },
  ];
  function arc(n: number, radius: number, straight: number): [number, number][] {
    return Array.from({ length: 2 * n }, (_, i) => {
      const latitude = -Math.PI / 2 + (Math.PI * (i + 0.5)) / (2 * n);
      return [radius * Math.cos(latitude), radius * Math.sin(latitude) + (latitude < 0 ? -straight : straight) / 2];
    });
  }
  it.each(round)("of many triangles approaches the $shape.type at second order", ({ shape, profile }) => {
    const exact = massProperties(shape, { density: 1 });
    const error = (n: number) => {
      const { inertia, centre } = massProperties(revolved(profile(n), 4 * n), { density: 1 });
      return Math.max(
        ...inertia.flat().map((value, i) => Math.abs(value - exact.inertia.flat()[i])),
        ...centre.map((value, i) => Math.abs(value - exact.centre[i])),
      );
    };
    const [coarse, fine] = [error(12), error(24)];
    expect(fine).toBeLessThan(0.02 * exact.inertia[0][0]);
    expect(coarse / fine).toBeGreaterThan(3.7);
    expect(coarse / fine).toBeLessThan(4.3);
  });

  it("takes an inner surface wound the other way for a cavity", () => {
    const outer = boxMesh([2, 2, 2]);
    const inner = boxMesh([1, 1, 1]);
    const shell = massProperties(
      {
        type: "mesh",
        vertices: [...outer.vertices, ...inner.vertices],
        triangles: [...outer.triangles, ...inner.triangles.map(([a, b, c]): Vec3 => [c + 8, b + 8, a + 8])],
      },
      { density: 1 },
    );
    expect(shell.volume).toBeCloseTo(7, 13);
    expect(shell.inertia[0][0]).toBeCloseTo((8 * 8 - 2) / 12, 13);
  });

  const cube = boxMesh([1, 1, 1]);
  it.each<[string, Partial<Mesh>, string]>([
    ["a hole", { triangles: cube.triangles.slice(1) }, "the surface is not closed"],
    [
      "one triangle turned",
      { triangles: cube.triangles.map(([a, b, c], i): Vec3 => (i === 3 ? [a, c, b] : [a, b, c])) },
      "opposite directions",
    ],
    ["all triangles turned", { triangles: cube.triangles.map(([a, b, c]): Vec3 => [a, c, b]) }, "face inwards"],
    [
      "a vertex that is not there",
      { triangles: [[0, 1, 8], ...cube.triangles.slice(1)] },
      "triangles[0][2]: 8 is not a place in vertices (0 to 7)",
    ],
    ["a fractional vertex", { triangles: [[0, 1, 0.5], ...cube.triangles.slice(1)] }, "shape.triangles[0][2]: 0.5 is not a place"],
    ["a corner twice", { triangles: [[0, 1, 1], ...cube.triangles.slice(1)] }, "has a corner twice"],
    ["no volume", { vertices: cube.vertices.map(([x, y]): Vec3 => [x, y, 0]) }, "enclose no volume"],
    [
      "a coordinate that is no number",
      { vertices: cube.vertices.map(([x, y, z], i): Vec3 => [x, y, i === 5 ? Number.NaN : z]) },
      "shape.vertices[5][2]: NaN",
    ],
  ])("refuses %s", (_, change, message) => {
    expect(() => massProperties({ ...cube, ...change }, { mass: 1 })).toThrow(message);
  });
});

describe("compound", () => {
  it("puts two balls on a stick by the parallel-axis theorem", () => {
    const ball = (x: number): Part => ({ shape: { type: "sphere", radius: 0.5 }, position: [x, 0, 0], mass: 2 });
    const { mass, centre, inertia } = massProperties({ type: "compound", parts: [ball(3), ball(7)] }, {});
    expect(mass).toBe(4);
    expect(centre).toEqual([5, 0, 0]);
    // 2 * (2/5) * 2 * 0.25 = 0.4 about x; about y and z another 2 * 2 * 2^2 = 16.
    expectClose(inertia.flat(), mat3.diagonal([0.4, 16.4, 16.4]), 1e-14);
  });

  it.each([0.5, 0.9, 0.999])("hollow sphere, inner radius %s of outer: (2/5) m (b^5 - a^5) / (b^3 - a^3)", (a) => {
    const parts: Part[] = [{ shape: { type: "sphere", radius: 1 } }, { shape: { type: "sphere", radius: a }, hollow: true }];
    for (const amount of [{ mass: 3 }, { density: 3 / ((4 / 3) * Math.PI * (1 - a ** 3)) }]) {
      const { mass, volume, inertia } = massProperties({ type: "compound", parts }, amount);
      expect(mass).toBeCloseTo(3, 12);
      expect(volume).toBeCloseTo((4 / 3) * Math.PI * (1 - a ** 3), 12);
      const moment = (2 / 5) * 3 * ((1 - a ** 5) / (1 - a ** 3));
      expectClose(inertia.flat(), mat3.diagonal([moment, moment, moment]), 1e-12);
    }
  });

  it("a box cut in two, one half turned and moved into place, is the box", () => {
    fc.assert(
      fc.property(length, length, length, rotation, vector, (x, y, z, orientation, position) => {
        const half: Shape = { type: "box", size: [y, z, x / 2] };
        // The half box lies along z; a third of a turn about (1, 1, 1) takes x to y, y to z and z to x.
        const turn: Quaternion = [0.5, 0.5, 0.5, 0.5];
        const part = (side: number): Part => ({
          shape: half,
          orientation: quaternion.multiply(orientation, turn),
          position: vec3.add(position, quaternion.rotate(orientation, [side, 0, 0])),
        });
        const joined = massProperties({ type: "compound", parts: [part(-x / 4), part(x / 4)] }, { density: 3 });
        const whole = massProperties({ type: "box", size: [x, y, z] }, { density: 3 });
        expectClose([joined.mass], [whole.mass]);
        expect(vec3.norm(vec3.subtract(joined.centre, position))).toBeLessThan(1e-13);
        expectClose(joined.inertia.flat(), mat3.rotateTensor(quaternion.toMatrix(orientation), mat3.fromRows(whole.inertia)));
      }),
    );
  });

  it("loads a die: a dense ball off the middle moves the centre", () => {
    const place: Vec3 = [0.3, 0, -0.2];
    const die: Shape = {
      type: "compound",
      parts: [
        { shape: { type: "box", size: [1, 1, 1] }, density: 1 },
        { shape: { type: "sphere", radius: 0.1 }, position: place, density: 1, hollow: true },
        { shape: { type: "sphere", radius: 0.1 }, position: place, density: 11 },
      ],
    };
    const { mass, centre, volume } = massProperties(die, {});
    const extra = 10 * (4 / 3) * Math.PI * 1e-3;
    expect(volume).toBeCloseTo(1, 14);
    expect(mass).toBeCloseTo(1 + extra, 14);
    expectClose(centre, vec3.scale(place, extra / (1 + extra)), 1e-13);
  });

  it("nests, and scales to a total mass with its proportions kept", () => {
    const pair: Shape = {
      type: "compound",
      parts: [
        { shape: { type: "box", size: [1, 1, 1] }, mass: 1 },
        { shape: { type: "box", size: [1, 1, 1] }, position: [4, 0, 0], mass: 3 },
      ],
    };
    const { centre, mass } = massProperties({ type: "compound", parts: [{ shape: pair, position: [0, 1, 0] }] }, { mass: 8 });
    expect(mass).toBeCloseTo(8, 14);
    expectClose(centre, [3, 1, 0], 1e-15);
  });

  it.each<[string, readonly Part[], object, string]>([
    ["no parts", [], { mass: 1 }, "shape.parts: [] holds no part"],
    [
      "more missing than there",
      [{ shape: { type: "sphere", radius: 1 } }, { shape: { type: "sphere", radius: 2 }, hollow: true }],
      { mass: 1 },
      "more mass missing",
    ],
    ["nothing to weigh with", [{ shape: { type: "sphere", radius: 1 } }], {}, "neither a density nor a mass"],
    [
      "a total mass with unclear shares",
      [{ shape: { type: "sphere", radius: 1 }, mass: 1 }, { shape: { type: "sphere", radius: 2 } }],
      { mass: 4 },
      "how they share it",
    ],
    [
      "both density and mass",
      [{ shape: { type: "sphere", radius: 1 }, mass: 1, density: 2 }],
      {},
      "shape.parts[0].mass: 1 is given besides a density (2)",
    ],
    ["a bad size inside", [{ shape: { type: "sphere", radius: -1 }, mass: 1 }], {}, "shape.parts[0].shape.radius: -1 is not positive"],
  ])("refuses %s", (_, parts, amount, message) => {
    expect(() => massProperties({ type: "compound", parts }, amount)).toThrow(message);
  });
});

describe("principal axes", () => {
  it("rebuild the inertia as columns of a rotation", () => {
    fc.assert(
      fc.property(vector, vector, vector, vector, (a, b, c, d) => {
        const volume = vec3.dot(vec3.subtract(b, a), vec3.cross(vec3.subtract(c, a), vec3.subtract(d, a)));
        fc.pre(Math.abs(volume) > 0.1);
        const { inertia, principalMoments, principalAxes } = massProperties({ type: "tetrahedron", vertices: [a, b, c, d] }, { mass: 2 });
        expectClose(mat3.rotateTensor(quaternion.toMatrix(principalAxes), mat3.diagonal(principalMoments)), inertia.flat());
        expectClose(
          mat3.transformVector(mat3.fromRows(inertia), quaternion.rotate(principalAxes, [0, 0, 1])),
          vec3.scale(quaternion.rotate(principalAxes, [0, 0, 1]), principalMoments[2]),
        );
      }),
    );
  });
});

describe("body from shape", () => {
  it("stands with its centre of mass where the turned shape has it", () => {
    const quarter = quaternion.fromAxisAngle([0, 1, 0], Math.PI / 2)!;
    const body = bodyFromShape(
      { type: "cone", radius: 1, height: 4 },
      { mass: 2, position: [10, 0, 0], orientation: quarter, velocity: [1, 0, 0] },
    );
    expectClose(body.position, [11, 0, 0]);
    expect(kineticEnergy(body)).toBeCloseTo(1, 14);
  });

  it("spins about its turned axis with the axial moment", () => {
    const quarter = quaternion.fromAxisAngle([0, 1, 0], Math.PI / 2)!;
    const body = bodyFromShape({ type: "rod", length: 2, radius: 0.1 }, { mass: 3, orientation: quarter, angularVelocity: [2, 0, 0] });
    expectClose(angularMomentum(body), [0.03, 0, 0], 1e-12);
  });
});

it.each<[Shape, string]>([
  [{ type: "sphere", radius: 0 }, "shape.radius: 0 is not positive"],
  [{ type: "sphere", radius: Infinity }, "shape.radius: Infinity is not a finite number"],
  [{ type: "box", size: [1, -2, 3] }, "shape.size[1]: -2 is not positive"],
  [{ type: "rod", length: 1, radius: 0.2 }, "above length / 20 use a cylinder"],
  [{ type: "cylinder", radius: 1, height: Number.NaN }, "shape.height: NaN is not a finite number"],
  [
    {
      type: "tetrahedron",
      vertices: [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
        [0.3, 0.3, 0],
      ],
    },
    "lie in one plane",
  ],
  [{ type: "torus" } as unknown as Shape, 'shape.type: "torus" is not a kind of shape'],
])("refuses %j", (shape, message) => {
  expect(() => massProperties(shape, { mass: 1 })).toThrow(message);
});

it.each([
  [{ mass: 0 }, "shape.mass: 0 is not positive"],
  [{ density: -1 }, "shape.density: -1 is not positive"],
  [{ density: 1, mass: 1 }, "is given besides a density"],
  [{}, "is given neither a density nor a mass"],
])("refuses the amount %j", (amount, message) => {
  expect(() => massProperties({ type: "sphere", radius: 1 }, amount)).toThrow(message);
});
