import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { between } from "../../testing/between.js";
import { readObj, type Surface, writeSurface } from "../files/obj.js";
import { embedSurface, FARTHEST_OUTSIDE, surfaceAt } from "./embedded-surface.js";
import { ballMesh, boxMesh, fruitMesh } from "./generate.js";
import { elementCount, meshExtent, signedVolume, type TetMesh } from "./mesh.js";
import { nearestElement } from "./nearest-element.js";

const point = fc.tuple(between(-0.2, 1.2), between(-0.2, 1.2), between(-0.2, 1.2));

/** A surface of single triangles with these corners. */
function loose(corners: readonly (readonly number[])[]): Surface {
  return { vertices: Float64Array.from(corners.flat()), triangles: Int32Array.from({ length: 3 * (corners.length - 2) }, (_, i) => i % 3) };
}

/** Distance from a tetrahedron by alternating projections onto its half spaces, which knows nothing of faces and edges (Dykstra). */
function distanceByProjections({ nodes, tetrahedra }: TetMesh, element: number, at: readonly number[]): number {
  const corner = (i: number) => [0, 1, 2].map((axis) => nodes[3 * tetrahedra[4 * element + i] + axis]);
  const corners = [0, 1, 2, 3].map(corner);
  const sides = [0, 1, 2, 3].map((opposite) => {
    const [a, b, c] = [0, 1, 2, 3].filter((i) => i !== opposite).map((i) => corners[i]);
    const [u, v] = [b, c].map((q) => q.map((value, i) => value - a[i]));
    const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const length = Math.hypot(...normal) * Math.sign(normal.reduce((sum, n, i) => sum + n * (a[i] - corners[opposite][i]), 0));
    const unit = normal.map((n) => n / length);
    return { unit, offset: unit.reduce((sum, n, i) => sum + n * a[i], 0) };
  });
  let x = [...at];
  const kept = sides.map(() => [0, 0, 0]);
  for (let round = 0; round < 4000; round++)
    sides.forEach(({ unit, offset }, k) => {
      const y = x.map((value, i) => value + kept[k][i]);
      const beyond = Math.max(0, unit.reduce((sum, n, i) => sum + n * y[i], 0) - offset);
      x = y.map((value, i) => value - beyond * unit[i]);
      kept[k] = y.map((value, i) => value - x[i]);
    });
  return Math.hypot(...x.map((value, i) => value - at[i]));
}

describe("the nearest tetrahedron", () => {
  const mesh = ballMesh({ radius: 0.5, divisions: 3 });
  const find = nearestElement(mesh);

  it("holds the point, or is as near as any", () => {
    fc.assert(
      fc.property(point, (at) => {
        const moved = [at[0] - 0.5, at[1] - 0.5, at[2]] as const;
        const { element, square, weights } = find(...moved);
        expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
        const all = Array.from({ length: elementCount(mesh) }, (_, each) => Math.min(...weightsIn(mesh, each, moved)));
        const holds = all.some((least) => least >= 0);
        expect(square === 0).toBe(holds || Math.min(...weightsIn(mesh, element, moved)) >= -1e-12);
      }),
      { numRuns: 60 },
    );
  });

  it("is at the distance that projections onto half spaces find", () => {
    fc.assert(
      fc.property(point, (at) => {
        const moved = [at[0] - 0.5, at[1] - 0.5, at[2] + 0.3] as const;
        const { element, square } = find(...moved);
        const own = distanceByProjections(mesh, element, moved);
        expect(Math.sqrt(square)).toBeCloseTo(own, 6);
        // No other is nearer; those that may be are near by their corners.
        for (let other = 0; other < elementCount(mesh); other += 29)
          expect(distanceByProjections(mesh, other, moved)).toBeGreaterThan(Math.sqrt(square) - 1e-6);
      }),
      { numRuns: 4 },
    );
  });
});

/** By the volumes that the point makes with three corners. */
function weightsIn({ nodes, tetrahedra }: TetMesh, element: number, at: readonly number[]): number[] {
  const five = Float64Array.from([
    ...[0, 1, 2, 3].flatMap((i) => [...nodes.subarray(3 * tetrahedra[4 * element + i], 3 * tetrahedra[4 * element + i] + 3)]),
    ...at,
  ]);
  const whole = signedVolume(five, [0, 1, 2, 3], 0);
  return [0, 1, 2, 3].map(
    (corner) =>
      signedVolume(
        five,
        [0, 1, 2, 3].map((i) => (i === corner ? 4 : i)),
        0,
      ) / whole,
  );
}

describe("a surface in a mesh", () => {
  const mesh = fruitMesh({ radius: 0.5, divisions: 3 });
  const size = meshExtent(mesh.nodes);

  it("follows every affine motion exactly, inside and outside", () => {
    const number = between(-1, 1);
    const affine = fc.tuple(fc.array(number, { minLength: 9, maxLength: 9 }), fc.tuple(number, number, number));
    // A node and a step from it, no longer than what is allowed outside.
    const step = between(-0.5 * FARTHEST_OUTSIDE * size, 0.5 * FARTHEST_OUTSIDE * size);
    const near = fc.tuple(fc.nat(mesh.nodes.length / 3 - 1), step, step, step);
    let outside = 0;
    fc.assert(
      fc.property(fc.array(near, { minLength: 3, maxLength: 12 }), affine, (corners, [matrix, shift]) => {
        const move = (x: ArrayLike<number>) =>
          Float64Array.from(x, (_, at) => {
            const [row, from] = [at % 3, at - (at % 3)];
            return shift[row] + matrix[3 * row] * x[from] + matrix[3 * row + 1] * x[from + 1] + matrix[3 * row + 2] * x[from + 2];
          });
        const surface = loose(corners.map(([node, ...by]) => by.map((value, axis) => mesh.nodes[3 * node + axis] + value)));
        const embedded = embedSurface(mesh, surface);
        outside += embedded.outside.count;
        const [moved, expected] = [surfaceAt(embedded, move(mesh.nodes)), move(surface.vertices)];
        moved.forEach((value, at) => {
          expect(Math.abs(value - expected[at])).toBeLessThan(1e-12);
        });
      }),
      { numRuns: 60 },
    );
    expect(outside).toBeGreaterThan(50);
  });

  it("that is the mesh's own nodes moves as they do", () => {
    const count = mesh.nodes.length / 3;
    const surface = { vertices: mesh.nodes, triangles: Int32Array.from([0, 1, 2]) };
    const embedded = embedSurface(mesh, surface);
    expect(embedded.outside).toEqual({ count: 0, farthest: -1, distance: 0, part: 0 });
    // A motion that is anything but affine.
    const places = mesh.nodes.map((value, at) => value + Math.sin(7 * at) * 0.1);
    const moved = surfaceAt(embedded, places);
    for (let at = 0; at < 3 * count; at++) expect(moved[at]).toBeCloseTo(places[at], 13);
  });

  it("of a vertex in the middle of an edge moves by the mean of its ends", () => {
    const box = boxMesh({ size: [1, 1, 1], cells: [1, 1, 1] });
    const embedded = embedSurface(
      box,
      loose([
        [0.5, 0.5, 0.5],
        [0.5, 0, 0],
        [0, 0, 0],
      ]),
    );
    const places = box.nodes.map((value, at) => value + at * at * 1e-3);
    const moved = surfaceAt(embedded, places);
    const nodeAt = (corner: readonly number[]) =>
      Array.from({ length: 8 }, (_, i) => i).find((i) => corner.every((value, axis) => box.nodes[3 * i + axis] === value))!;
    const mean = (a: readonly number[], b: readonly number[], axis: number) =>
      (places[3 * nodeAt(a) + axis] + places[3 * nodeAt(b) + axis]) / 2;
    for (let axis = 0; axis < 3; axis++) {
      // The diagonal that all six tetrahedra share, and an edge of the box.
      expect(moved[axis]).toBeCloseTo(mean([0, 0, 0], [1, 1, 1], axis), 14);
      expect(moved[3 + axis]).toBeCloseTo(mean([0, 0, 0], [1, 0, 0], axis), 14);
    }
  });

  it("tells how far outside it is, and refuses what is of another body or unit, by its vertex", () => {
    const box = boxMesh({ size: [1, 1, 1], cells: [2, 2, 2] });
    const inside = [
      [0.2, 0.3, 0.4],
      [0.5, 0.5, 0.5],
      [1, 1, 1],
    ];
    expect(embedSurface(box, loose([...inside, [1.1, 0.5, 0.5]])).outside).toMatchObject({
      count: 1,
      farthest: 3,
      distance: expect.closeTo(0.1, 12),
    });
    // Beyond an edge and beyond a corner.
    expect(embedSurface(box, loose([...inside, [1.03, 0.4, -0.04]])).outside.distance).toBeCloseTo(0.05, 12);
    expect(embedSurface(box, loose([...inside, [-0.02, 1.06, 1.09]])).outside.distance).toBeCloseTo(0.11, 12);
    const far = 1 + 1.001 * FARTHEST_OUTSIDE * Math.sqrt(3);
    expect(() => embedSurface(box, loose([...inside, [0.5, far, 0.5]]), "skin")).toThrow(
      /^skin\.vertices\[3\]: \[0\.5, 1\.173, 0\.5\] is 0\.173 m outside the mesh, which is 1\.73 m large/,
    );
    expect(() => embedSurface(box, { ...loose(inside), triangles: Int32Array.from([0, 1, 3]) })).toThrow(
      "surface.triangles[0]: [0, 1, 3] names vertex 3, and there are 3",
    );
    expect(() => embedSurface(box, loose([...inside, [0, Number.NaN, 0]]))).toThrow("surface.vertices[3]: NaN is not a finite number");
    expect(() => embedSurface(box, { ...loose(inside), triangles: new Int32Array(0) })).toThrow("at least one triangle");
  });

  it("comes back from a .obj file with all its vertices in their order, to the last bit", () => {
    const surface: Surface = { vertices: mesh.nodes.map((value) => value / 3), triangles: Int32Array.from([5, 1, 7, 7, 1, 9]) };
    expect(readObj(writeSurface(surface))).toEqual(surface);
  });

  it("bulges between the nodes of a ball no farther than its edges allow", () => {
    const ball = ballMesh({ radius: 1, divisions: 6 });
    const corners = Array.from({ length: 6_000 }, (_, i) => {
      const height = 1 - (2 * i + 1) / 6_000;
      const ring = Math.sqrt(1 - height * height);
      return [ring * Math.cos(2.4 * i), ring * Math.sin(2.4 * i), 1 + height];
    });
    // The generator's ball stands on a flat facet: lower it by what that cuts off.
    const lowered = corners.map(([x, y, z]) => [x, y, Math.max(0, z - (1 - Math.sqrt(1 - 0.09)))]);
    const { outside } = embedSurface(ball, loose(lowered));
    // Between the nodes of a mesh a sphere bulges by at most the sagitta of an edge, 1 - cos(half its angle).
    expect(outside.count).toBeGreaterThan(3_000);
    expect(outside.distance).toBeLessThan(1 - Math.cos(0.3));
  });
});

describe("files of Wavefront", () => {
  it.each([
    ["v 0 0 0\nv 1 0 0\nv 0 1\nf 1 2 3\n", 'scan.obj, line 3: "0 1" is a vertex without three coordinates'],
    ["v 0 0 0\nv 1 0 0x1\n", 'scan.obj, line 2: "1 0 0x1" is a vertex'],
    ["v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n", 'scan.obj, line 4: "1 2 4" is a face with a vertex that is not there (3 before it)'],
    ["v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 1.5\n", "a vertex that is not there"],
    ["v 0 0 0\nv 1 0 0\nv 0 1 0\nf -4 2 1\n", "a vertex that is not there"],
    ["v 0 0 0\nv 1 0 0\nf 1 2\n", "a face of fewer than three corners"],
    ["v 0 0 0\nv 1 0 0\nv 0 1 0\n", "hold no face: this is no surface of Wavefront"],
    ["v root:x:0:0 secret\n", 'scan.obj, line 1: "(text)" is a vertex'],
  ])("are refused by their line: %j", (text, message) => {
    expect(() => readObj(text, "scan.obj")).toThrow(message);
  });

  it("may go on after a backslash, and are in any unit", () => {
    const { vertices, triangles } = readObj("v 1 \\\n2 3\nv 4 5 6 0.5\nv 7 8 9\nf 1/1 \\\n 2/2/2 3//3", "obj", 0.5);
    expect([...vertices]).toEqual([0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5]);
    expect([...triangles]).toEqual([0, 1, 2]);
  });
});
