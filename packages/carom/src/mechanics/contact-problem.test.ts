import { describe, expect, it } from "vitest";
import { type ContactPlace, type ContactProblem, checkContactProblem } from "./contact-problem.js";

const material = { friction: 0.3, restitution: 0.8 };
const place: ContactPlace = {
  point: [1, 2],
  axes: [
    [0.6, 0.8],
    [-0.8, 0.6],
  ],
};
/** A point mass that two walls touch: four components, two ways to move. */
const corner: ContactProblem = {
  dimension: 2,
  contacts: [material, material],
  mobility: [
    [1, 0, 0, 1],
    [0, 1, -1, 0],
    [0, -1, 1, 0],
    [1, 0, 0, 1],
  ],
  velocity: [1, -1, 1, 1],
  places: [place, { ...place, point: [0, 0] }],
};

describe("a contact problem", () => {
  it("may have a mobility that is singular, and places", () => {
    expect(() => checkContactProblem(corner)).not.toThrow();
  });

  it("may have axes of the other hand, and of unit length to nine digits", () => {
    const mirrored = {
      point: [0, 0],
      axes: [
        [1 + 0.9e-9, 0],
        [0, -1],
      ],
    };
    expect(() => checkContactProblem({ ...corner, places: [place, mirrored] })).not.toThrow();
  });

  const second = (change: Partial<ContactPlace>) => ({ places: [place, { ...place, ...change }] });
  const cases: [string, Partial<ContactProblem>, string][] = [
    ["too few places", { places: [place] }, "places: [{"],
    ["no place", { places: [place, null as unknown as ContactPlace] }, "places[1]: null is not a place"],
    ["a point in space", second({ point: [1, 2, 3] }), "places[1].point: [1, 2, 3] does not have 2 numbers"],
    ["a point nowhere", second({ point: [1, Number.NaN] }), "places[1].point[1]: NaN is not a finite number"],
    ["one axis", second({ axes: [[1, 0]] }), "places[1].axes: [[1, 0]] does not hold 2 axes"],
    [
      "a long axis",
      second({
        axes: [
          [1, 0],
          [0, 1, 0],
        ],
      }),
      "places[1].axes[1]: [0, 1, 0] does not have 2 numbers",
    ],
    [
      "an axis that is no unit vector",
      second({
        axes: [
          [1, 0],
          [0, 1 + 2e-9],
        ],
      }),
      "places[1].axes[1]: [0, 1.000000002] is not of unit length",
    ],
    [
      "oblique axes",
      second({
        axes: [
          [1, 0],
          [2e-9, 1],
        ],
      }),
      "places[1].axes[1]: [2e-9, 1] is not at right angles to [0]",
    ],
    [
      "a number that is none",
      { mobility: corner.mobility.map((row) => row.map((x, j) => (j === 3 ? Number.NaN : x))) },
      "mobility[0][3]: NaN is not",
    ],
    [
      "a text for a number",
      { mobility: corner.mobility.map((row) => row.map((x, j) => (j === 2 ? (`${x}` as unknown as number) : x))) },
      'mobility[0][2]: "0" is not',
    ],
    [
      "no symmetry",
      { mobility: corner.mobility.map((row, i) => row.map((x, j) => (i === 3 && j === 0 ? 1 + 2e-9 : x))) },
      "mobility[3][0]: 1.000000002 differs from [0][3] (1)",
    ],
  ];
  it.each(cases)("is refused with %s", (_, change, message) => {
    expect(() => checkContactProblem({ ...corner, ...change })).toThrow(message);
  });

  it("names the field inside what holds it", () => {
    expect(() => checkContactProblem({ ...corner, places: [] }, "problem")).toThrow(
      "problem.places: [] does not hold one place for each of 2 contacts",
    );
  });
});
