/** Derivatives through bodies and generalised coordinates, against differences of the whole way from the bodies to their velocities. */
import { describe, expect, it } from "vitest";
import { extrapolatedDifference } from "../../math/extrapolated-difference.js";
import * as quaternion from "../../math/quaternion.js";
import * as vec3 from "../../math/vec3.js";
import type { BodyContact } from "../../mechanics/from-bodies.js";
import { contactProblemFromBodies, velocitiesAfter, worldImpulses } from "../../mechanics/from-bodies.js";
import { contactProblemFromCoordinates, type GeneralisedSystem, speedsAfter } from "../../mechanics/from-coordinates.js";
import type { RigidBody } from "../../mechanics/rigid-body.js";
import { lawNamed } from "../registry.js";
import { type BodiesChange, bodiesImpactTangents } from "./bodies.js";
import { type SystemChange, systemImpactTangents } from "./coordinates.js";

const box: RigidBody = {
  mass: 1.1,
  inertia: [0.0121, 0.0075, 0.0163],
  position: [0.1, 0.2, 0.15],
  orientation: quaternion.normalize([0.3, -0.2, 0.15, 0.9])!,
  velocity: [0.7, -0.3, -1.4],
  angularVelocity: [3, -2, 1.5],
};
const ball: RigidBody = { mass: 2, inertia: [0.02, 0.02, 0.02], position: [0.2, 0.1, -0.1], velocity: [0, 0.3, 0.5] };
const contacts: readonly BodyContact[] = [
  { between: ["box", "ball"], point: [0.12, 0.13, 0.01], normal: [0.2, 0.3, 1.9], friction: 0.35, restitution: 0.55 },
];
const bodies = { box, ball };

/** Bodies and contacts some way along a change. */
function moved(change: BodiesChange, distance: number) {
  const along = <Given extends readonly number[]>(value: Given, by: readonly number[] | undefined) =>
    (by === undefined ? value : value.map((x, i) => x + distance * by[i])) as unknown as Given;
  const move = (name: "box" | "ball"): RigidBody => {
    const body = bodies[name];
    const by = change.bodies?.[name] ?? {};
    const { rotation = [0, 0, 0] } = by;
    const angle = vec3.norm(rotation) * distance;
    const turn = quaternion.fromAxisAngle(vec3.norm(rotation) > 0 ? rotation : [1, 0, 0], angle)!;
    return {
      mass: body.mass + distance * (by.mass ?? 0),
      inertia: along(body.inertia as vec3.Vec3, by.inertia as vec3.Vec3 | undefined),
      position: along(body.position, by.position),
      orientation: quaternion.multiply(turn, body.orientation ?? quaternion.IDENTITY),
      velocity: along(body.velocity ?? vec3.ZERO, by.velocity),
      angularVelocity: along(body.angularVelocity ?? vec3.ZERO, by.angularVelocity),
    };
  };
  return {
    bodies: { box: move("box"), ball: move("ball") },
    contacts: contacts.map((contact, i) => {
      const by = change.contacts?.[i] ?? {};
      return {
        ...contact,
        point: along(contact.point, by.point),
        normal: along(contact.normal, by.normal),
        friction: contact.friction + distance * (by.friction ?? 0),
      };
    }),
  };
}

const axis = (i: number): vec3.Vec3 => [i === 0 ? 1 : 0, i === 1 ? 1 : 0, i === 2 ? 1 : 0];
const changes: readonly (readonly [string, BodiesChange, number])[] = [
  ["mass", { bodies: { box: { mass: 1 } } }, 1],
  ...[0, 1, 2].flatMap((i): (readonly [string, BodiesChange, number])[] => [
    [`inertia ${i}`, { bodies: { box: { inertia: axis(i) } } }, 0.01],
    [`position ${i}`, { bodies: { box: { position: axis(i) } } }, 0.1],
    [`rotation ${i}`, { bodies: { box: { rotation: axis(i) } } }, 1],
    [`velocity ${i}`, { bodies: { ball: { velocity: axis(i) } } }, 1],
    [`spin ${i}`, { bodies: { box: { angularVelocity: axis(i) } } }, 3],
    [`point ${i}`, { contacts: [{ point: axis(i) }] }, 0.1],
    [`normal ${i}`, { contacts: [{ normal: axis(i) }] }, 1],
  ]),
  ["friction", { contacts: [{ friction: 1 }] }, 0.3],
  ["all of it", { bodies: { box: { mass: 1, position: [0.1, 0, 0], rotation: [0, 0.3, 0] } }, contacts: [{ normal: [0.2, 0, 0] }] }, 1],
];

describe("through bodies", () => {
  const laws = ["frictional", "poisson", "newton"] as const;
  it.each(laws)("%s: impulses and velocities after change as differences say", (law) => {
    const found = bodiesImpactTangents(
      law,
      bodies,
      contacts,
      changes.map(([, change]) => change),
    );
    changes.forEach(([name, change, scale], c) => {
      const difference = extrapolatedDifference((distance) => {
        const there = moved(change, distance);
        const { problem } = contactProblemFromBodies(there.bodies, there.contacts);
        const { impulse } = lawNamed(law).solve(problem);
        const after = velocitiesAfter(there.bodies, there.contacts, impulse);
        return [...worldImpulses(there.contacts, impulse)[0], ...after.box.velocity, ...after.box.angularVelocity, ...after.ball.velocity];
      }, 2e-3 * scale)!;
      const mine = [
        ...found.worldImpulses[c][0],
        ...found.bodies[c].box.velocity,
        ...found.bodies[c].box.angularVelocity,
        ...found.bodies[c].ball.velocity,
      ];
      const size = Math.max(...mine.map(Math.abs), 1 / scale);
      mine.forEach((value, k) => {
        expect(Math.abs(value - difference.value[k]) / size, `${name} ${k}`).toBeLessThan(1e-8);
      });
    });
  });

  it("a scene turned as a whole has turned derivatives, and a push along all bodies changes nothing", () => {
    const [still, together] = bodiesImpactTangents("frictional", bodies, contacts, [
      { bodies: { box: { velocity: [0.3, -0.1, 0.4] }, ball: { velocity: [0.3, -0.1, 0.4] } } },
      { bodies: { box: { position: [0.3, -0.1, 0.4] }, ball: { position: [0.3, -0.1, 0.4] } }, contacts: [{ point: [0.3, -0.1, 0.4] }] },
    ]).tangents;
    for (const { impulse } of [still, together]) for (const value of impulse) expect(Math.abs(value)).toBeLessThan(1e-13);
  });
});

describe("through generalised coordinates", () => {
  const system: GeneralisedSystem = {
    massMatrix: [
      [2, 0.3, 0.1],
      [0.3, 1.5, -0.2],
      [0.1, -0.2, 0.8],
    ],
    jacobian: [
      [1, 0.4, -0.3],
      [0.2, 1, 0.6],
    ],
    speeds: [0.5, -1.2, 0.3],
  };
  const material = [{ friction: 0.3, restitution: 0.6 }];
  const at = (change: SystemChange, h: number): GeneralisedSystem => ({
    massMatrix: system.massMatrix.map((row, i) => row.map((value, j) => value + h * (change.massMatrix?.[i][j] ?? 0))),
    jacobian: system.jacobian.map((row, i) => row.map((value, j) => value + h * (change.jacobian?.[i][j] ?? 0))),
    speeds: system.speeds.map((value, i) => value + h * (change.speeds?.[i] ?? 0)),
  });
  it.each([
    ["speeds", { speeds: [0.2, 1, -0.4] }],
    [
      "jacobian",
      {
        jacobian: [
          [0.1, -0.5, 0.3],
          [0.6, 0.2, -0.1],
        ],
      },
    ],
    [
      "mass matrix",
      {
        massMatrix: [
          [0.4, 0.1, 0],
          [0.1, 0.2, 0.3],
          [0, 0.3, 0.5],
        ],
      },
    ],
  ] satisfies [string, SystemChange][])("%s: speeds after and the energy before change as differences say", (_, change) => {
    const { speeds, energyBefore, tangents } = systemImpactTangents("planar", system, material, [change]);
    const difference = extrapolatedDifference((h) => {
      const problem = contactProblemFromCoordinates(at(change, h), material);
      const { impulse } = lawNamed("planar").solve(problem);
      return [...speedsAfter(at(change, h), impulse), problem.kineticEnergy ?? 0, ...impulse];
    }, 1e-2)!;
    [...speeds[0], energyBefore[0], ...tangents[0].impulse].forEach((value, k) => {
      expect(value).toBeCloseTo(difference.value[k], 10);
    });
  });
});
