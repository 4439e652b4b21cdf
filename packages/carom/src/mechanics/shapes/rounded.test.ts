import { describe, expect, it } from "vitest";
import { integrate } from "../../math/quadrature.js";
import type { Vec3 } from "../../math/vec3.js";
import { boxCorners, boxTriangles } from "../../testing/box-mesh.testing.js";
import { massProperties } from "./mass-properties.js";
import type { Mesh, Shape } from "./shape.js";

const r = 0.3;

function expectClose(
  shape: Shape,
  expected: { readonly volume: number; readonly centre?: number; readonly inertia: Vec3 },
  part = 1e-12,
): void {
  const { volume, centre, inertia } = massProperties(shape, { density: 1 });
  expect(Math.abs(volume / expected.volume - 1)).toBeLessThan(part);
  expect(Math.abs(centre[2] - (expected.centre ?? 0))).toBeLessThan(part);
  expected.inertia.forEach((value, i) => {
    expect(Math.abs(inertia[i][i] / value - 1)).toBeLessThan(part);
  });
}

const propertiesOf = (shape: Shape) => {
  const { volume, centre, inertia } = massProperties(shape, { density: 1 });
  return { volume, centre: centre[2], inertia: [inertia[0][0], inertia[1][1], inertia[2][2]] as const };
};

/** Of a solid by its slices across z: area and second moments x^2, y^2 of each. */
function bySlices(
  slice: (z: number) => Vec3,
  ends: readonly number[],
): { readonly volume: number; readonly centre: number; readonly inertia: Vec3 } {
  // A slice ends like a root: the square of a place makes it smooth.
  const over = (f: (z: number) => number) =>
    ends.slice(1).reduce((sum, end, i) => {
      const [from, length] = [ends[i], end - ends[i]];
      const at = (t: number) => f(from + length * t * t * (3 - 2 * t)) * length * 6 * t * (1 - t);
      return sum + integrate(at, 0, 1, 60);
    }, 0);
  const volume = over((z) => slice(z)[0]);
  const centre = over((z) => z * slice(z)[0]) / volume;
  const [x, y, zz] = [over((z) => slice(z)[1]), over((z) => slice(z)[2]), over((z) => (z - centre) * (z - centre) * slice(z)[0])];
  return { volume, centre, inertia: [y + zz, x + zz, x + y] };
}

/** A rectangle with rounded corners: area and second moments, from strips along y. */
function roundedRectangle(a: number, b: number, rounding: number): Vec3 {
  const half = (x: number) =>
    b / 2 + Math.sqrt(Math.max(0, rounding * rounding - Math.max(0, Math.abs(x) - a / 2) * Math.max(0, Math.abs(x) - a / 2)));
  const over = (f: (x: number) => number) => {
    const corner = (t: number) => f(a / 2 + rounding * t * t * (3 - 2 * t)) * rounding * 6 * t * (1 - t);
    return 2 * (integrate(f, 0, a / 2, 20) + integrate(corner, 0, 1, 60));
  };
  return [over((x) => 2 * half(x)), over((x) => 2 * x * x * half(x)), over((x) => (2 / 3) * half(x) * half(x) * half(x))];
}

describe("shapes with a ball rolled all around them", () => {
  it("balls, capsules and rods are thicker", () => {
    expectClose({ type: "sphere", radius: 1, rounding: r }, propertiesOf({ type: "sphere", radius: 1 + r }));
    expectClose({ type: "capsule", radius: 1, length: 2, rounding: r }, propertiesOf({ type: "capsule", radius: 1 + r, length: 2 }));
  });

  it("a box: volume by Steiner's formula, the rest by slices", () => {
    const [a, b, c] = [1, 0.7, 0.4];
    const shape: Shape = { type: "box", size: [a, b, c], rounding: r };
    const steiner = a * b * c + 2 * (a * b + b * c + c * a) * r + Math.PI * (a + b + c) * r * r + (4 / 3) * Math.PI * r * r * r;
    expect(massProperties(shape, { density: 1 }).volume).toBeCloseTo(steiner, 13);
    const slices = (z: number) => {
      const above = Math.max(0, Math.abs(z) - c / 2);
      return roundedRectangle(a, b, Math.sqrt(Math.max(0, r * r - above * above)));
    };
    expectClose(shape, bySlices(slices, [-c / 2 - r, -c / 2, c / 2, c / 2 + r]), 1e-9);
  });

  it("what is almost a point or a line becomes a ball or a capsule", () => {
    const e = 1e-9;
    expectClose({ type: "box", size: [e, e, e], rounding: r }, propertiesOf({ type: "sphere", radius: r }), 1e-7);
    expectClose({ type: "box", size: [e, e, 2], rounding: r }, propertiesOf({ type: "capsule", radius: r, length: 2 }), 1e-7);
    expectClose({ type: "cylinder", radius: e, height: 2, rounding: r }, propertiesOf({ type: "capsule", radius: r, length: 2 }), 1e-7);
    expectClose({ type: "ellipsoid", halfAxes: [1, 1, 1], rounding: r }, propertiesOf({ type: "sphere", radius: 1 + r }));
    const tiny: Vec3[] = [
      [0, 0, 0],
      [e, 0, 0],
      [0, e, 0],
      [0, 0, e],
    ];
    expectClose({ type: "tetrahedron", vertices: tiny as never, rounding: r }, propertiesOf({ type: "sphere", radius: r }), 1e-7);
  });

  it("a cylinder and a cone: by slices", () => {
    const disc = (radius: number): Vec3 => {
      const fourth = (Math.PI * radius * radius * radius * radius) / 4;
      return [Math.PI * radius * radius, fourth, fourth];
    };
    const [radius, height] = [0.8, 1.5];
    const cylinder = (z: number) => {
      const above = Math.max(0, Math.abs(z) - height / 2);
      return disc(radius + Math.sqrt(Math.max(0, r * r - above * above)));
    };
    const ends = [-height / 2 - r, -height / 2, height / 2, height / 2 + r];
    expectClose({ type: "cylinder", radius, height, rounding: r }, bySlices(cylinder, ends), 1e-10);
    // Nearest of base rim, side and tip, along the normal of each.
    const slant = Math.sqrt(radius * radius + height * height);
    const [normalAcross, normalUp] = [height / slant, radius / slant];
    const cone = (z: number) => {
      if (z < r * normalUp) return disc(radius + Math.sqrt(Math.max(0, r * r - z * z)));
      if (z > height + r * normalUp) return disc(Math.sqrt(Math.max(0, r * r - (z - height) * (z - height))));
      return disc((r - (z - height) * normalUp) / normalAcross);
    };
    expectClose(
      { type: "cone", radius, height, rounding: r },
      bySlices(cone, [-r, 0, r * normalUp, height + r * normalUp, height + r]),
      1e-9,
    );
  });

  it("an ellipsoid of revolution: as the solid inside of its profile", () => {
    const [a, c] = [0.5, 1.2];
    // The profile by the angle of its normal: the support point and the rounding along the normal.
    const along = (f: (radius: number, z: number) => number) =>
      integrate(
        (angle) => {
          const [x, z] = [Math.cos(angle), Math.sin(angle)];
          const w = Math.sqrt(a * a * x * x + c * c * z * z);
          // dz of the support point: c^2 a^2 cos / w^3 for each radian.
          return f((a * a * x) / w + r * x, (c * c * z) / w + r * z) * ((c * c * a * a * x) / (w * w * w) + r * x);
        },
        -Math.PI / 2,
        Math.PI / 2,
        200,
      );
    const across = along((radius) => (Math.PI * radius * radius * radius * radius) / 4);
    const zz = along((radius, z) => Math.PI * radius * radius * z * z);
    const expected = { volume: along((radius) => Math.PI * radius * radius), inertia: [across + zz, across + zz, 2 * across] as const };
    expectClose({ type: "ellipsoid", halfAxes: [a, a, c], rounding: r }, expected, 1e-11);
    expect(massProperties({ type: "ellipsoid", halfAxes: [1, 2, 3] }, { mass: 5 }).principalMoments).toEqual([5, 10, 13]);
  });

  it("a mesh is what the box is that it draws; one with dents is refused", () => {
    const corner = boxCorners([2, 1, 1]).map(([x, y, z]): Vec3 => [x + 1, y + 0.5, z + 0.5]);
    const mesh: Mesh = { type: "mesh", vertices: corner, triangles: boxTriangles, rounding: r };
    const box = propertiesOf({ type: "box", size: [2, 1, 1], rounding: r });
    expectClose(mesh, { ...box, centre: 0.5 });
    const dented = corner.map((point, i): Vec3 => (i === 7 ? [0.5, 0.4, 0.4] : point));
    expect(() => massProperties({ ...mesh, vertices: dented }, { density: 1 })).toThrow("dents");
    expect(() => massProperties({ type: "box", size: [1, 1, 1], rounding: -1 }, { density: 1 })).toThrow("is not a length");
  });
});
