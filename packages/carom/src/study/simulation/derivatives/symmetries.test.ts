/**
 * Derivatives of the state over a run under what changes nothing of its physics. Source: own study, derivatives of runs, section 7.
 */
import { describe, expect, it } from "vitest";
import * as quaternion from "../../../math/quaternion.js";
import { derivatives, expectClose, FLOOR } from "./derivatives.testing.js";

const ATTITUDE: quaternion.Quaternion = [0.3, -0.2, 0.15, Math.sqrt(1 - 0.3 * 0.3 - 0.2 * 0.2 - 0.15 * 0.15)];
type Turn = (vector: readonly number[]) => number[];
const asItIs: Turn = (vector) => [...vector];

/** The state after some hits of a tumbling box by that before them, rows and columns place, turn, velocity, spin. */
function transition({ friction = 0.35, restitution = 0.55, turn = asItIs, by = [0, 0, 0, 1] as quaternion.Quaternion, unit = 1 }) {
  const scaled = (values: readonly number[]) => turn(values).map((value) => unit * value);
  const box = {
    shape: { type: "box", size: [0.2, 0.3, 0.12].map((value) => unit * value) },
    mass: 1.1,
    position: scaled([0, 0, 0.4]),
    orientation: quaternion.multiply(by, ATTITUDE),
    velocity: scaled([0.7, -0.3, -0.4]),
    angularVelocity: turn([3, -2, 1.5]),
  };
  const { matrix, result } = derivatives(
    {
      bodies: { box, floor: FLOOR },
      contacts: [{ between: ["box", "floor"], friction, restitution }],
      gravity: [0, 0, -9.81 * unit],
      duration: 0.45,
      tolerances: { relativeTolerance: 1e-12 },
    },
    ["end"],
    ["start"],
  );
  expect(result.events.filter(({ kind }) => kind === "impact").length).toBeGreaterThan(1);
  return matrix.map((row) => row.map((value) => value ?? Number.NaN));
}

function determinant(matrix: readonly (readonly number[])[]): number {
  const rows = matrix.map((row) => [...row]);
  let product = 1;
  rows.forEach((_, k) => {
    const pivot = rows.reduce((best, row, i) => (i >= k && Math.abs(row[k]) > Math.abs(rows[best][k]) ? i : best), k);
    if (pivot !== k) product = -product;
    [rows[k], rows[pivot]] = [rows[pivot], rows[k]];
    product *= rows[k][k];
    for (let i = k + 1; i < rows.length; i++) {
      const factor = rows[i][k] / rows[k][k];
      rows[i] = rows[i].map((value, j) => value - factor * rows[k][j]);
    }
  });
  return product;
}

describe("the state over a run by the state before it", () => {
  it("keeps volumes without friction and with full restitution", () => {
    expect(determinant(transition({ friction: 0, restitution: 1 }))).toBeCloseTo(1, 8);
  });

  it("turns with the scene about the normal of the floor", () => {
    const angle = 0.7;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const turn: Turn = ([x, y, z]) => [c * x - s * y, s * x + c * y, z];
    const plain = transition({});
    const turned = transition({ turn, by: [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)] });
    const inBlocks = (row: readonly number[]) => [0, 3, 6, 9].flatMap((k) => turn(row.slice(k, k + 3)));
    const transposed = (matrix: readonly (readonly number[])[]) => matrix[0].map((_, j) => matrix.map((row) => row[j]));
    const expected = transposed(transposed(plain.map(inBlocks)).map(inBlocks));
    const largest = Math.max(...expected.flat().map(Math.abs));
    expectClose(
      turned.map((row) => row.map((value) => value / largest)),
      expected.map((row) => row.map((value) => value / largest)),
      1e-9,
    );
  });

  it("is the same in another unit of length", () => {
    const unit = 2;
    const lengths = (k: number) => ([0, 1, 2, 6, 7, 8].includes(k) ? unit : 1);
    const expected = transition({}).map((row, i) => row.map((value, j) => (value * lengths(i)) / lengths(j)));
    const largest = Math.max(...expected.flat().map(Math.abs));
    expectClose(
      transition({ unit }).map((row) => row.map((value) => value / largest)),
      expected.map((row) => row.map((value) => value / largest)),
      1e-9,
    );
  });
});
