import { describe, expect, it } from "vitest";
import { completeSlipContact, createSlipContact, type SlipContact } from "./contact.js";
import { beginPath, COMPRESSION_END, COMPRESSION_RESTART, createSlipPath, END, EVENT_SIZE, SLIP_START, SLIP_STOP } from "./path.js";
import { finishFromRest, slideFrictionless, slideStraight } from "./straight.js";

const path = createSlipPath();
const { state } = path;

function contact(numbers: Partial<SlipContact>): SlipContact {
  const { friction = 0 } = numbers;
  return completeSlipContact(
    Object.assign(
      createSlipContact(),
      { b11: 1, b22: 1, normal: 1, normalVelocity: -1, staticFriction: friction, restitution: 1 },
      numbers,
    ),
  );
}

function kinds(): number[] {
  return [...path.kinds.subarray(0, path.count)];
}

/** Number `column` of event `i`: 0 normal impulse, 5 normal velocity, 6 stored energy. */
function recorded(i: number, column: number): number {
  return path.numbers[i * EVENT_SIZE + column];
}

/** Half v . (W^-1 v) through the impulse: change of kinetic energy. */
function energyChange(c: SlipContact): number {
  return (
    0.5 *
    (state.impulse1 * (c.slip1 + state.slip1) +
      state.impulse2 * (c.slip2 + state.slip2) +
      state.normalImpulse * (c.normalVelocity + state.normalVelocity))
  );
}

describe("the slip-reversing rod (anchors 2.3): slender rod at 45 degrees, friction 0.5, slip stops and turns back", () => {
  // Arm from the centre of mass to the tip of radius 0.01, mass 1, moment of inertia 1/12.
  const [x, z] = [-Math.SQRT1_2 / 2, -Math.SQRT1_2 / 2 - 0.01];
  const normal = 1 + 12 * x * x;
  const tangent = 1 + 12 * z * z;
  const coupling = -12 * x * z;
  const friction = 0.5;
  const slip = 0.61697;
  const rod = (restitution: number) => contact({ b11: tangent, b22: tangent, d1: coupling, normal, slip1: slip, friction, restitution });

  it("has the mobility of the table", () => {
    expect(normal).toBeCloseTo(2.5, 10);
    expect(tangent).toBeCloseTo(2.5861, 4);
    expect(coupling).toBeCloseTo(-1.5424, 4);
  });

  it.each([1, 0.9, 0.5, 0])("restitution %d: every event and the end are the closed form", (restitution) => {
    beginPath(path, rod(restitution));
    slideStraight(rod(restitution), path, 1, 0, "energetic");

    const stop = slip / (friction * tangent - coupling);
    const velocityThere = -1 + (normal - friction * coupling) * stop;
    const slopeAfter = normal + friction * coupling;
    const compression = stop - velocityThere / slopeAfter;
    const work = 0.5 * (stop * (-1 + velocityThere) + (compression - stop) * velocityThere);
    const end = compression + restitution * Math.sqrt((-2 * work) / slopeAfter);

    expect(stop).toBeCloseTo(0.21759, 4);
    expect(velocityThere).toBeCloseTo(-0.28821, 4);
    expect(slopeAfter).toBeCloseTo(1.72879, 4);
    expect(compression).toBeCloseTo(0.3843, 4);
    expect(work).toBeCloseTo(-0.16417, 4);

    expect(kinds()).toEqual([SLIP_STOP, SLIP_START, COMPRESSION_END, END]);
    expect(recorded(0, 0)).toBeCloseTo(stop, 14);
    expect(recorded(0, 5)).toBeCloseTo(velocityThere, 14);
    expect(recorded(2, 0)).toBeCloseTo(compression, 14);
    expect(recorded(2, 6)).toBeCloseTo(-restitution * restitution * work, 14);
    expect(state.normalImpulse).toBeCloseTo(end, 13);
    expect(state.impulse1).toBeCloseTo(friction * (end - 2 * stop), 13);
    expect(state.slip1).toBeCloseTo((coupling + friction * tangent) * (end - stop), 13);
    expect(state.normalVelocity).toBeCloseTo(slopeAfter * (end - compression), 13);
    expect(state.restitutionLoss).toBeCloseTo((1 - restitution * restitution) * -work, 14);
    expect(-energyChange(rod(restitution))).toBeCloseTo(state.frictionLoss + state.restitutionLoss, 13);
    expect(path.stuck).toBe(false);
  });

  it("restitution 1: the numbers of the table", () => {
    beginPath(path, rod(1));
    slideStraight(rod(1), path, 1, 0, "energetic");
    expect(state.normalVelocity).toBeCloseTo(0.7534, 4);
    expect(state.normalImpulse).toBeCloseTo(0.8201, 4);
    expect(state.impulse1).toBeCloseTo(0.1925, 4);
    expect(state.slip1).toBeCloseTo(-0.1503, 4);
    const before = 0.5 * (slip * slip + 1);
    expect((before + energyChange(rod(1))) / before).toBeCloseTo(0.9186, 4);
  });

  it.each([
    { rule: "poisson", ratios: [0.8711, 0.8396, 0.7482] },
    { rule: "newton", ratios: [1.0824, 1.0103, 0.7995] },
    { rule: "energetic", ratios: [0.9186, 0.878, 0.7597] },
  ] as const)("$rule: kinetic energy after over before for restitution 1, 0.9, 0.5", ({ rule, ratios }) => {
    [1, 0.9, 0.5].forEach((restitution, i) => {
      beginPath(path, rod(restitution));
      slideStraight(rod(restitution), path, 1, 0, rule);
      const before = 0.5 * (slip * slip + 1);
      expect((before + energyChange(rod(restitution))) / before).toBeCloseTo(ratios[i], 4);
      expect(before - (before + energyChange(rod(restitution)))).toBeCloseTo(state.frictionLoss + state.restitutionLoss, 13);
    });
  });
});

describe("a ball on a half-space", () => {
  const mass = 0.4;
  const ball = (slip: number, friction: number, restitution: number) =>
    contact({
      b11: 3.5 / mass,
      b22: 3.5 / mass,
      normal: 1 / mass,
      slip1: 0.6 * slip,
      slip2: 0.8 * slip,
      normalVelocity: -2,
      friction,
      restitution,
    });

  it.each([
    { slip: 0.1, friction: 0.3, restitution: 0.8 },
    { slip: 5, friction: 0.1, restitution: 0.8 },
    { slip: 2, friction: 0.2, restitution: 0 },
    { slip: 30, friction: 1.2, restitution: 1 },
  ])(
    "slip $slip, friction $friction: normal impulse (1 + e) m |v|, tangential the smaller of friction and two sevenths",
    ({ slip, friction, restitution }) => {
      const c = ball(slip, friction, restitution);
      beginPath(path, c);
      slideStraight(c, path, 0.6, 0.8, "energetic");
      const total = (1 + restitution) * mass * 2;
      const tangential = Math.min(friction * total, (2 / 7) * mass * slip);
      expect(state.normalImpulse).toBeCloseTo(total, 13);
      expect(state.impulse1).toBeCloseTo(-0.6 * tangential, 13);
      expect(state.impulse2).toBeCloseTo(-0.8 * tangential, 13);
      expect(state.normalVelocity).toBeCloseTo(2 * restitution, 13);
      expect(path.stuck).toBe(tangential < friction * total);
    },
  );
});

describe("without friction", () => {
  it("the impulse is (1 + e) |v| over the normal mobility, and the slip follows the coupling", () => {
    const c = contact({
      b11: 2,
      b12: 0.3,
      b22: 3,
      d1: 0.7,
      d2: -0.4,
      normal: 1.5,
      slip1: 0.2,
      slip2: 0.1,
      normalVelocity: -0.9,
      restitution: 0.6,
    });
    beginPath(path, c);
    slideFrictionless(c, path, "energetic");
    const total = (1.6 * 0.9) / 1.5;
    expect([state.impulse1, state.impulse2]).toEqual([0, 0]);
    expect(state.normalImpulse).toBeCloseTo(total, 14);
    expect(state.slip1).toBeCloseTo(0.2 + 0.7 * total, 14);
    expect(state.slip2).toBeCloseTo(0.1 - 0.4 * total, 14);
    expect(state.normalVelocity).toBeCloseTo(0.54, 14);
    expect(state.frictionLoss).toBe(0);
    expect(kinds()).toEqual([COMPRESSION_END, END]);
  });
});

describe("sticking", () => {
  it("raises the normal velocity with the slope n - d . B^-1 d and leaves no slip", () => {
    const c = contact({ b11: 2, b12: 0.5, b22: 1, d1: 0.3, d2: 0.1, normal: 1.2, friction: 0.9, restitution: 0.5 });
    const determinant = 2 * 1 - 0.25;
    const [hold1, hold2] = [(1 * 0.3 - 0.5 * 0.1) / determinant, (2 * 0.1 - 0.5 * 0.3) / determinant];
    const slope = 1.2 - 0.3 * hold1 - 0.1 * hold2;
    beginPath(path, c);
    finishFromRest(c, path, "energetic");
    expect(state.normalImpulse).toBeCloseTo(1.5 / slope, 14);
    expect(state.impulse1).toBeCloseTo((-hold1 * 1.5) / slope, 14);
    expect(state.impulse2).toBeCloseTo((-hold2 * 1.5) / slope, 14);
    expect([state.slip1, state.slip2, path.stuck]).toEqual([0, 0, true]);
    expect(state.normalVelocity).toBeCloseTo(0.5, 14);
  });

  it("needs static friction only: a contact that kinetic friction could not hold stays stopped", () => {
    const c = contact({ b11: 1, b22: 1, d1: 0.5, normal: 1, friction: 0.3, staticFriction: 0.6 });
    beginPath(path, c);
    finishFromRest(c, path, "energetic");
    expect(path.stuck).toBe(true);
    const slips = contact({ b11: 1, b22: 1, d1: 0.5, normal: 1, friction: 0.3, staticFriction: 0.4 });
    beginPath(path, slips);
    finishFromRest(slips, path, "energetic");
    expect(path.stuck).toBe(false);
    expect(kinds()[0]).toBe(SLIP_START);
  });
});

describe("jam: friction |d| above the normal mobility", () => {
  it("presses the bodies together while they slide, and ends all the same", () => {
    // Slope while sliding: 1 - 2 * 0.7 = -0.4; slip rate 0.7 - 2 * 1 = -1.3; then it sticks with the slope 1 - 0.49.
    const c = contact({ d1: 0.7, friction: 2, slip1: 0.65, restitution: 0.5 });
    beginPath(path, c);
    slideStraight(c, path, 1, 0, "energetic");
    const stop = 0.5;
    const velocityThere = -1 - 0.4 * stop;
    const compression = stop - velocityThere / 0.51;
    const stored = 0.5 * stop * (1 - velocityThere) - 0.5 * (compression - stop) * velocityThere;
    expect(kinds()).toEqual([SLIP_STOP, COMPRESSION_END, END]);
    expect(recorded(0, 0)).toBeCloseTo(stop, 14);
    expect(recorded(0, 5)).toBeCloseTo(velocityThere, 14);
    expect(recorded(1, 0)).toBeCloseTo(compression, 14);
    expect(recorded(1, 6)).toBeCloseTo(0.25 * stored, 14);
    expect(state.normalImpulse).toBeCloseTo(compression + Math.sqrt((2 * 0.25 * stored) / 0.51), 14);
  });

  it("can compress again during restitution; each period loses its own share", () => {
    const c = contact({ d1: 0.7, friction: 2, slip1: 0.65, restitution: 0.5 });
    beginPath(path, c);
    // As if a curved part had led to restitution here: normal velocity 0.1 falls with slope -0.4 and passes zero at 0.25.
    Object.assign(state, { normalVelocity: 0.1, storedEnergy: 1, compressing: false });
    slideStraight(c, path, 1, 0, "energetic");
    const stop = 0.5;
    const there = 0.1 - 0.4 * stop;
    const storedAtTurn = 1 - 0.5 * 0.1 * 0.25;
    const compression = stop - there / 0.51;
    const second = -0.5 * there * (stop - 0.25) - 0.5 * there * (compression - stop);
    const left = storedAtTurn + 0.25 * second;
    expect(kinds()).toEqual([COMPRESSION_RESTART, SLIP_STOP, COMPRESSION_END, END]);
    expect(path.compressions).toBe(2);
    expect(recorded(0, 0)).toBeCloseTo(0.25, 14);
    expect(recorded(2, 6)).toBeCloseTo(left, 14);
    expect(state.restitutionLoss).toBeCloseTo(0.75 * second, 14);
    expect(state.normalImpulse).toBeCloseTo(compression + Math.sqrt((2 * left) / 0.51), 14);
  });

  it("ends in restitution on a falling piece if the stored energy is used up first", () => {
    const c = contact({ d1: 0.7, friction: 2, slip1: 0.65, restitution: 0.5 });
    beginPath(path, c);
    Object.assign(state, { normalVelocity: 0.1, storedEnergy: 0.01, compressing: false });
    slideStraight(c, path, 1, 0, "energetic");
    // 0.01 - 0.1 x + 0.2 x^2 = 0.
    expect(state.normalImpulse).toBeCloseTo((0.1 - Math.sqrt(0.01 - 0.008)) / 0.4, 14);
    expect(kinds()).toEqual([END]);
    expect(state.slip1).toBeGreaterThan(0);
  });
});

describe("drawing", () => {
  it("does not change the end, and its points lie on the parabola", () => {
    const c = contact({ b11: 3.5, b22: 3.5, slip1: 4, friction: 0.2, restitution: 0.7 });
    beginPath(path, c);
    slideStraight(c, path, 1, 0, "energetic");
    const plain = { ...state };
    const points: { normalImpulse: number; storedEnergy: number; compressing: boolean }[] = [];
    path.observe = (point) => points.push({ ...point });
    beginPath(path, c);
    slideStraight(c, path, 1, 0, "energetic");
    path.observe = undefined;
    expect(state.normalImpulse).toBeCloseTo(plain.normalImpulse, 13);
    expect(state.slip1).toBeCloseTo(plain.slip1, 13);
    const compressing = points.filter((point) => point.compressing);
    expect(compressing.length).toBeGreaterThan(5);
    for (const point of compressing) expect(point.storedEnergy).toBeCloseTo(point.normalImpulse - 0.5 * point.normalImpulse ** 2, 13);
  });
});
