import { describe, expect, it } from "vitest";
import { derivatives, expectClose, FLOOR } from "./derivatives.testing.js";

const G = 9.81;
const LOSSES = ["ledger.impactLoss", "ledger.frictionLoss"];

describe("what a ball that bounces has lost", () => {
  const ball = { shape: { type: "sphere", radius: 0.1 }, mass: 2, position: [0, 0, 1.1], velocity: [0, 0, 0] };
  const contacts = [{ between: ["ball", "floor"], friction: 0, restitution: 0.7 }];
  const study = { bodies: { ball, floor: FLOOR }, contacts };
  const by = ["bodies.ball.position[2]", "bodies.ball.mass", "contacts[0].restitution", "gravity[2]"];

  it("after three hits is m g h (1 - e^6)", () => {
    const { matrix, rows } = derivatives({ ...study, duration: 1.7 }, LOSSES, by);
    const kept = 0.7 ** 6;
    expect(rows.map(({ unit }) => unit)).toEqual(["J", "J"]);
    expect(rows[0].value).toBeCloseTo(2 * G * (1 - kept), 10);
    expectClose(matrix, [
      [2 * G * (1 - kept), G * (1 - kept), -2 * G * 6 * 0.7 ** 5, -2 * (1 - kept)],
      [0, 0, 0, 0],
    ]);
  });

  it("after all hits is what it had, whatever the restitution", () => {
    const { matrix, result } = derivatives({ ...study, duration: 3 }, LOSSES, by);
    expect(result.accumulations).toHaveLength(1);
    // The last bounces are taken as one.
    expectClose(matrix.slice(0, 1), [[2 * G, G, 0, -2]], 1e-8);
  });
});

describe("what a block that slides has lost", () => {
  const block = { shape: { type: "box", size: [0.4, 0.3, 0.2] }, mass: 2.5, position: [0, 0, 0.1], velocity: [1.2, 0, 0] };
  const contacts = [{ between: ["block", "floor"], friction: 0.3, restitution: 0 }];
  const study = { bodies: { block, floor: FLOOR }, contacts };
  const by = ["bodies.block.velocity[0]", "bodies.block.mass", "contacts[0].friction"];

  it("on its way is mu m g times the way", () => {
    const time = 0.2;
    const way = 1.2 * time - 0.5 * 0.3 * G * time * time;
    const { matrix, result } = derivatives({ ...study, duration: time }, LOSSES, by);
    expect(result.ledger.frictionLoss).toBeCloseTo(0.3 * 2.5 * G * way, 10);
    const byFriction = 2.5 * G * (way - 0.3 * 0.5 * G * time * time);
    expectClose(matrix, [
      [0, 0, 0],
      [0.3 * 2.5 * G * time, 0.3 * G * way, byFriction],
    ]);
  });

  it("at rest is all that it had", () => {
    const { matrix } = derivatives({ ...study, duration: 1 }, ["ledger.frictionLoss"], by);
    expectClose(matrix, [[2.5 * 1.2, 0.5 * 1.2 * 1.2, 0]], 1e-9);
  });
});

it("is told of an oblique hit: friction inside an impact is lost in the impact", () => {
  const ball = { shape: { type: "sphere", radius: 0.05 }, mass: 0.5, position: [0, 0, 0.45], velocity: [3, 0, -2] };
  const contacts = [{ between: ["ball", "floor"], friction: 0.2, restitution: 0.7 }];
  const study = { bodies: { ball, floor: FLOOR }, gravity: [0, 0, 0], contacts, duration: 0.3 };
  // Slides throughout: P = (-mu, 1) (1 + e) m w, and the loss m w^2 (1 - e^2)/2 + mu (1 + e) m w (u - 7/4 mu (1 + e) w).
  const [m, w, u, mu, e] = [0.5, 2, 3, 0.2, 0.7];
  const { matrix, rows } = derivatives(
    study,
    ["ledger.impactLoss"],
    ["bodies.ball.velocity[0]", "bodies.ball.velocity[2]", "contacts[0].friction", "contacts[0].restitution"],
  );
  const push = (1 + e) * m * w;
  expect(rows[0].value).toBeCloseTo(0.5 * m * w * w * (1 - e * e) + mu * push * (u - 1.75 * mu * (1 + e) * w), 12);
  expectClose(matrix, [
    [
      mu * push,
      -(m * w * (1 - e * e) + mu * (1 + e) * m * u - 3.5 * mu * mu * (1 + e) * (1 + e) * m * w),
      push * (u - 3.5 * mu * (1 + e) * w),
      -m * w * w * e + mu * m * w * (u - 3.5 * mu * (1 + e) * w),
    ],
  ]);
});

it("is refused where other work is not told", () => {
  const block = { shape: { type: "box", size: [0.4, 0.3, 0.2] }, mass: 2.5, position: [0, 0, 0.1], velocity: [1.2, 0, 0] };
  const study = { bodies: { block, floor: FLOOR }, loads: [{ type: "constant", body: "block", force: [1, 0, 0] }], duration: 0.1 };
  expect(() => derivatives(study, ["ledger.frictionLoss"], ["bodies.block.mass"])).toThrow(
    /derivatives\.of\[0\].*loads, moved ground or joints do work besides it/,
  );
});
