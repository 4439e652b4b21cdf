/** The warnings about a choice of law: plastic-limit, wave-order, mesh-weights. */
import { describe, expect, it } from "vitest";
import type { Vec3 } from "../../math/vec3.js";
import { parseStudy } from "../parse.js";
import { runImpact } from "./run.js";

const codes = (study: object) => runImpact(parseStudy(study, "impact")).outcome.warnings.map(({ code }) => code);

const ball = (x: number, velocity: number) => ({ mass: 1, inertia: [0.4, 0.4, 0.4], position: [x, 0, 0], velocity: [velocity, 0, 0] });
/** Three balls in a row, of which the first strikes. */
const row = (restitution: number, law?: string) => ({
  carom: 1,
  kind: "impact",
  title: "row",
  ...(law === undefined ? {} : { law }),
  bodies: { a: ball(0, 1), b: ball(2, 0), c: ball(4, 0) },
  contacts: [
    { between: ["b", "a"], point: [1, 0, 0], normal: [1, 0, 0], friction: 0, restitution },
    { between: ["c", "b"], point: [3, 0, 0], normal: [1, 0, 0], friction: 0, restitution },
  ],
});

describe("plastic-limit", () => {
  it("where springs are the default and no contact has a restitution of 0.2", () => {
    expect(codes(row(0.1))).toEqual(["plastic-limit"]);
    expect(codes(row(0.2))).toEqual([]);
    expect(codes(row(0))).toEqual([]);
    expect(codes(row(0.1, "simultaneous"))).toEqual([]);
  });
});

describe("wave-order", () => {
  it("where proportional lets a contact at rest between moving bodies pass on a blow that is given back", () => {
    expect(codes(row(0.5, "proportional"))).toEqual(["wave-order"]);
    expect(codes(row(0, "proportional"))).toEqual([]);
    expect(codes(row(0.5, "simultaneous"))).toEqual([]);
  });

  it("not where the contact at rest is with what is fixed", () => {
    const study = row(0.5, "proportional");
    expect(codes({ ...study, bodies: { ...study.bodies, c: "fixed" } })).toEqual([]);
  });
});

/** A contact whose slip heads for rest, off by `aside`. */
const heading = (aside: number, staticFriction: number) => ({
  carom: 1,
  kind: "impact",
  title: "heading for rest",
  problem: {
    mobility: [
      [2, 0, 1],
      [0, 2, 0],
      [1, 0, 1],
    ],
    velocity: [-0.3, aside, -1],
  },
  contacts: [{ friction: 0.4, staticFriction, restitution: 0.5 }],
});
const after = (aside: number, staticFriction: number) => runImpact(parseStudy(heading(aside, staticFriction), "impact")).outcome.velocity;

describe("missed-rest", () => {
  it("where slip passes rest closely and static friction would have held it: a stop and a miss are two answers", () => {
    expect(codes(heading(0, 0.6))).toEqual(["static-friction"]);
    expect(codes(heading(1e-9, 0.6))).toEqual(["missed-rest"]);
    expect(Math.abs(after(0, 0.6)[0] - after(1e-9, 0.6)[0])).toBeGreaterThan(0.01);
  });

  it("not with one coefficient, where there is no jump, nor far from rest", () => {
    expect(codes(heading(1e-9, 0.4))).toEqual([]);
    expect(Math.abs(after(0, 0.4)[0] - after(1e-9, 0.4)[0])).toBeLessThan(1e-8);
    expect(codes(heading(0.3, 0.6))).toEqual([]);
  });
});

/** A cube of edge 1 on a mesh of its lower face, sliding and turning. */
function cube(per: number, { slide = 1, spin = 3, weights = false, friction = 0.1 } = {}) {
  const side = Array.from({ length: per }, (_, k) => k / (per - 1) - 0.5);
  const share = (k: number) => (k === 0 || k === per - 1 ? 1 : 2);
  return {
    carom: 1,
    kind: "impact",
    title: "cube",
    law: "proportional",
    bodies: {
      cube: {
        mass: 1,
        inertia: [1 / 6, 1 / 6, 1 / 6],
        position: [0, 0, 0.5],
        velocity: [slide, 0, -1] as Vec3,
        angularVelocity: [0, 0, spin],
      },
      floor: "fixed",
    },
    contacts: side.flatMap((x, i) =>
      side.map((y, j) => ({
        between: ["cube", "floor"],
        point: [x, y, 0],
        normal: [0, 0, 1],
        friction,
        restitution: 0,
        ...(weights ? { weight: share(i) * share(j) } : {}),
      })),
    ),
  };
}

describe("mesh-weights", () => {
  it("where a body slides and turns on points that stand for unequal areas", () => {
    expect(codes(cube(3))).toContain("mesh-weights");
    expect(codes(cube(4))).toContain("mesh-weights");
  });

  it("not with weights, nor with corners alone, nor where nothing turns, nor without friction", () => {
    expect(codes(cube(3, { weights: true }))).not.toContain("mesh-weights");
    expect(codes(cube(2))).not.toContain("mesh-weights");
    expect(codes(cube(3, { spin: 0 }))).not.toContain("mesh-weights");
    expect(codes(cube(3, { friction: 0 }))).not.toContain("mesh-weights");
  });

  it("says by how much: a cube that only turns, 4 x 4 points, means of the distance 0.4992 and 0.4176", () => {
    const { warnings } = runImpact(parseStudy(cube(4, { slide: 0 }), "impact")).outcome;
    expect(warnings.find(({ code }) => code === "mesh-weights")?.message).toContain("20 %");
  });
});
