/** Derivatives of slips that all but stop, and the edges that say so. */
import { describe, expect, it } from "vitest";
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import { impactDerivatives } from "./jacobian.js";

function problem(
  friction: number,
  restitution: number,
  [b11, b12, d1, b22, d2, normal]: readonly number[],
  velocity: readonly number[],
): ContactProblem {
  return {
    dimension: 3,
    contacts: [{ friction, restitution }],
    mobility: [
      [b11, b12, d1],
      [b12, b22, d2],
      [d1, d2, normal],
    ],
    velocity,
  };
}

describe("derivatives beside rest", () => {
  it("of a slip that creeps at 6e-8 m/s through most of the impact before it stops are those of 40 digits", () => {
    const creeping = problem(
      0.29482946446479796,
      0.6070937095485742,
      [26.41171354124746, -5.4115800788418005, 6.228868453636332, 30.899831408035652, 2.68755028557934, 9.14796230149824],
      [-0.6540644045158446, -0.18219094578694445, -0.7341704257313774],
    );
    // The slip equation integrated with 40 digits (mpmath) at velocities 1e-9 m/s to both sides.
    const expected = [-0.0507269888114095, -0.0126710709289943, 0.0435418060758279];
    const { by } = impactDerivatives("frictional", creeping);
    for (const [k, value] of expected.entries()) expect(by[0].impulse[k] / value).toBeCloseTo(1, 12);
  });

  it("are near the edge where compression ends as the slip all but stops", () => {
    const passing = problem(
      0.2558446981612641,
      0.3610253522902874,
      [28.00671396794071, 1.2350068121874482, 5.224872032962912, 30.106147246820626, 9.941650552517974, 11.677687191939862],
      [-0.3674360925312203, -0.7050999596121096, -0.6064855850392405],
    );
    const { by, edges } = impactDerivatives("frictional", passing);
    expect(edges[by[2].edge!].kind).toBe("stop-at-compression-end");
    expect(by[2].distance).toBeLessThan(1e-3);
  });

  it("know of another compression that is about to appear between two stretches of the slip", () => {
    const pressed = problem(
      2.9170332046233067,
      0.4853548184210499,
      [118.7068796571731, -11.457534419457001, -11.781890392199795, 91.17859035717396, -23.782266180040914, 68.22933998068245],
      [-0.9048405524776626, -0.42568042245409377, -0.007729976146325259],
    );
    const { edges } = impactDerivatives("frictional", pressed);
    expect(edges.find(({ kind }) => kind === "recompression")?.margin).toBeLessThan(1e-4);
  });

  it("tell how far the passage goes from rest by what turns the slip, whatever happens after it", () => {
    const passing = problem(
      0.3314420811626166,
      0.5223814638696471,
      [26.887360488823838, -1.8253401938605767, -9.487122896829602, 34.881488344682154, -2.1209592331184757, 26.50033687154491],
      [0.9304177866345025, 0.19889481581931834, -2.3497758932170716],
    );
    const passage = (given: ContactProblem) => impactDerivatives("frictional", given).edges.find(({ kind }) => kind === "passes-rest");
    const stiffer = (change: number) => ({
      ...passing,
      mobility: passing.mobility.map((row, i) => row.map((value, j) => (i === 0 && j === 0 ? value + change : value))),
    });
    const step = 1e-5;
    const slope = ((passage(stiffer(step))?.margin ?? 0) - (passage(stiffer(-step))?.margin ?? 0)) / (2 * step);
    const { inputs, by } = impactDerivatives("frictional", passing);
    const column = inputs.findIndex(({ path }) => path === "mobility[0][0]");
    // The margin is the slip where it turned fastest, its change that of the least slip.
    expect((passage(passing)?.change[column] ?? 0) / Math.abs(slope)).toBeCloseTo(1, 1);
    for (const { status } of by) expect(status).toBe("exact");
  });
});
