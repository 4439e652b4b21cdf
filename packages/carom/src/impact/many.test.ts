import { describe, expect, it } from "vitest";
import type { Quaternion } from "../math/quaternion.js";
import { createRandom } from "../math/random.js";
import type { Vec3 } from "../math/vec3.js";
import { assembleBodies } from "../mechanics/from-bodies.js";
import { BODY_NUMBERS, pairContacts } from "../mechanics/many-bodies.js";
import { problemFamilies, problemOf } from "../testing/index.js";
import { solveFrictional } from "./frictional.js";
import { emptyOutcome, eventsOfCode, SLIP_OUTCOMES, solveFrictionalInto, solveFrictionalMany } from "./many.js";
import { createSlipContact } from "./slip/contact.js";

const packed = (mobility: readonly (readonly number[])[]) => {
  const mean = (i: number, j: number) => 0.5 * (mobility[i][j] + mobility[j][i]);
  return [mobility[0][0], mean(0, 1), mobility[1][1], mean(0, 2), mean(1, 2), mobility[2][2]];
};

describe("solveFrictionalMany", () => {
  const random = createRandom(5);
  const contact = createSlipContact();
  const problems = problemFamilies.flatMap((family) =>
    Array.from({ length: 40 }, () => {
      family.draw(random, contact);
      return problemOf(contact);
    }),
  );

  it("gives the bits of solveFrictional, row by row, with a mobility for each", () => {
    expect(problems.length).toBeGreaterThan(100);
    const found = solveFrictionalMany({
      count: problems.length,
      mobility: problems.flatMap(({ mobility }) => packed(mobility)),
      velocity: problems.flatMap(({ velocity }) => velocity),
      friction: problems.map(({ contacts }) => contacts[0].friction),
      restitution: problems.map(({ contacts }) => contacts[0].restitution),
      staticFriction: problems.map(({ contacts: [{ friction, staticFriction = friction }] }) => staticFriction),
    });
    problems.forEach((problem, row) => {
      const { impulse, velocity, slip, events, energy } = solveFrictional(problem);
      expect([...found.impulse.subarray(3 * row, 3 * row + 3)]).toEqual(impulse);
      expect([...found.velocity.subarray(3 * row, 3 * row + 3)]).toEqual(velocity);
      expect(SLIP_OUTCOMES[found.slip[row]]).toBe(slip[0]);
      expect(eventsOfCode(found.events[row])).toEqual(events.map(({ kind }) => kind));
      expect(found.frictionLoss[row]).toBe(energy.frictionLoss);
      expect(found.failed[row]).toBe(0);
    });
  });

  it("marks what cannot be solved and goes on, leaves what does not approach, and refuses lists that do not fit", () => {
    const mobility = [3, 0, 3, 0, 0, 2];
    const velocity = [1, 0, -1, 1, 0, -1, Number.NaN, 0, -1, 1, 0, 1];
    const { failed, impulse, slip } = solveFrictionalMany({
      count: 4,
      mobility,
      velocity,
      friction: 0.3,
      restitution: [0.5, 1.5, 0.5, 0.5],
    });
    expect([...failed]).toEqual([0, 1, 1, 0]);
    expect(impulse[3]).toBeNaN();
    expect(SLIP_OUTCOMES[slip[3]]).toBe("untouched");
    expect([...impulse.subarray(9)]).toEqual([0, 0, 0]);
    expect(() => solveFrictionalMany({ count: 2, mobility, velocity, friction: 0, restitution: 0 })).toThrow(
      "velocity: 12 numbers are not 6",
    );
  });
});

describe("solveFrictionalInto", () => {
  it("leaves nothing of a batch before: solved, not solved and untouched rows are those of fresh arrays", () => {
    const mobility = [3, 0.2, 3, 0.3, 0.1, 2];
    const [approaching, leaving, wrong] = [
      [1, 0.5, -1],
      [1, 0.5, 1],
      [Number.NaN, 0, -1],
    ];
    const batch = (...velocities: number[][]) => ({ count: 3, mobility, velocity: velocities.flat(), friction: 0.3, restitution: 0.5 });
    const orders = [batch(approaching, leaving, wrong), batch(leaving, wrong, approaching), batch(wrong, approaching, leaving)];
    const room = emptyOutcome(3);
    for (const order of orders) {
      solveFrictionalInto(order, room);
      expect(room).toEqual(solveFrictionalMany(order));
    }
    expect(new Set(room.failed)).toEqual(new Set([0, 1]));
  });
});

describe("pairContacts", () => {
  const random = createRandom(9);
  const between = (low: number, high: number) => low + (high - low) * random();
  const vector = (size: number): Vec3 => [between(-size, size), between(-size, size), between(-size, size)];
  const body = () => {
    const moment = between(0.5, 1);
    const [x, y, z, w] = [between(-1, 1), between(-1, 1), between(-1, 1), between(-1, 1)];
    const length = Math.sqrt(x * x + y * y + z * z + w * w);
    return {
      mass: between(0.5, 3),
      inertia: [moment, moment * between(0.8, 1.2), moment * between(0.8, 1.2)] as Vec3,
      position: vector(1),
      orientation: [x / length, y / length, z / length, w / length] as Quaternion,
      velocity: vector(2),
      angularVelocity: vector(3),
    };
  };

  it("is what assembleBodies makes of each pair, there and back", () => {
    const rows = Array.from({ length: 50 }, () => ({ first: body(), second: body(), point: vector(1), normal: vector(1) }));
    const assembled = rows.map(({ first, second, point, normal }) =>
      assembleBodies({ first, second }, [{ between: ["first", "second"], point, normal, friction: 0.3, restitution: 0.5 }]),
    );
    const numbers = ({ mass, inertia, position, orientation, velocity, angularVelocity }: ReturnType<typeof body>) => [
      mass,
      ...inertia,
      ...position,
      ...orientation,
      ...velocity,
      ...angularVelocity,
    ];
    expect(numbers(rows[0].first)).toHaveLength(BODY_NUMBERS.all);
    const found = pairContacts({
      count: rows.length,
      first: rows.flatMap(({ first }) => numbers(first)),
      second: rows.flatMap(({ second }) => numbers(second)),
      point: rows.flatMap(({ point }) => point),
      axes: assembled.flatMap(({ frames: [{ tangent1, tangent2, normal }] }) => [...tangent1, ...tangent2, ...normal]),
    });
    const impulse = Float64Array.from({ length: 3 * rows.length }, () => between(-1, 1));
    const after = found.after(impulse);
    assembled.forEach(({ problem, velocitiesAfter }, row) => {
      for (const [k, value] of packed(problem.mobility).entries()) expect(found.mobility[6 * row + k]).toBeCloseTo(value, 12);
      for (const [k, value] of problem.velocity.entries()) expect(found.velocity[3 * row + k]).toBeCloseTo(value, 12);
      expect(found.energy[row]).toBeCloseTo(problem.kineticEnergy ?? 0, 11);
      const { first, second } = velocitiesAfter([...impulse.subarray(3 * row, 3 * row + 3)]);
      const expected = [...first.velocity, ...first.angularVelocity, ...second.velocity, ...second.angularVelocity];
      for (const [k, value] of expected.entries()) expect(after[12 * row + k]).toBeCloseTo(value, 11);
    });
  });
});
