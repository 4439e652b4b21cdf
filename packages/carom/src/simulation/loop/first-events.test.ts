import { expect, it } from "vitest";
import { firstEvents, type Watch } from "./first-events.js";

/** A ball thrown up from the floor: height v t - t^2 / 2. */
const thrown = (speed: number): Watch => ({
  value: (t) => speed * t - 0.5 * t * t,
  rate: (t) => speed - t,
  departing: true,
});

it("finds the return of a departing gap, however short the bounce", () => {
  for (const speed of [0.4, 1e-3, 1e-7]) {
    const [event] = firstEvents([thrown(speed)], 0, 1, 5, 1e-9);
    expect(event.time / (2 * speed)).toBeCloseTo(1, 9);
  }
});

it("finds the return of a gap that departs from rest", () => {
  // Rate t - 4 t^3: zero at the beginning, then rising for half a second.
  const fromRest: Watch = { value: (t) => 0.5 * t * t - t ** 4, rate: (t) => t - 4 * t ** 3, departing: true };
  expect(firstEvents([fromRest], 0, 5, 5, 1e-9)[0].time).toBeCloseTo(Math.sqrt(0.5), 12);
  const pressed: Watch = { value: (t) => -t * t, rate: (t) => -2 * t, departing: true };
  expect(firstEvents([pressed], 0, 5, 5, 1e-9)[0].time).toBe(0);
});

it("does not find a gap that is still open at the end", () => {
  expect(firstEvents([thrown(3)], 0, 1, 5, 1e-9)).toEqual([]);
});

it("finds a graze between two samples", () => {
  const graze: Watch = { value: (t) => (t - 0.5) ** 2 - 1e-12, rate: (t) => 2 * (t - 0.5) };
  const [event] = firstEvents([graze], 0.01, 1, 5, 1e-9);
  expect(event.time).toBeCloseTo(0.5 - 1e-6, 10);
  const miss: Watch = { value: (t) => (t - 0.5) ** 2 + 1e-12, rate: (t) => 2 * (t - 0.5) };
  expect(firstEvents([miss], 0.01, 1, 5, 1e-9)).toEqual([]);
});

it("returns events at one instant together and leaves later ones out", () => {
  const falls = (root: number): Watch => ({ value: (t) => root - t });
  const events = firstEvents([falls(0.7), falls(0.3), falls(0.3 + 1e-12), falls(0.31)], 0, 1, 5, 1e-9);
  expect(events.map(({ watch }) => watch)).toEqual([1, 2]);
  expect(events[0].time).toBe(0.3);
});

it("reports at once what is not positive at the beginning", () => {
  expect(firstEvents([{ value: () => -1 }], 2, 3, 5, 1e-9)).toEqual([{ time: 2, watch: 0 }]);
});

it("finds the first of two dips between two samples of a value with kinks", () => {
  const dips = (t: number) => Math.min(Math.abs(t - 0.31), Math.abs(t - 0.47)) - 1e-3;
  const rate = (t: number) => dips(t + 1e-9) - dips(t - 1e-9);
  const [event] = firstEvents([{ value: dips, rate, fastest: 1, kinked: true }], 0, 1, 2, 1e-12);
  expect(event.time).toBeCloseTo(0.309, 9);
});

it("finds a dip that is narrower than the differences its rate is made of", () => {
  // Falls ten times faster than it rises: the differences change sign where it is still above zero.
  const dip = (t: number) => (t < 0.4 ? 10 * (0.4 - t) : t - 0.4) - 1e-9;
  const blur = 1e-6;
  const rate = (t: number) => dip(t + blur) - dip(t - blur);
  const [event] = firstEvents([{ value: dip, rate, fastest: 10, kinked: true }], 0, 1, 5, 1e-12);
  expect(event.time).toBeCloseTo(0.4 - 1e-10, 12);
  const above = (t: number) => dip(t) + 2e-9;
  const rateAbove = (t: number) => above(t + blur) - above(t - blur);
  expect(firstEvents([{ value: above, rate: rateAbove, fastest: 10, kinked: true }], 0, 1, 5, 1e-12)).toEqual([]);
});

it("does not look closely at a value with kinks where it is known to stay positive", () => {
  let asked = 0;
  const value = (t: number) => {
    asked++;
    return Math.min(0.05, 0.8 - t);
  };
  const rate = (t: number) => value(t + 1e-9) - value(t - 1e-9);
  const kinked: Watch = { value, rate, fastest: 1, kinked: true };
  const [event] = firstEvents([kinked], 0, 1, 2, 1e-12);
  const closely = asked;
  asked = 0;
  const [same] = firstEvents([{ ...kinked, staysPositive: (_, to) => to <= 0.7 }], 0, 1, 2, 1e-12);
  expect(same).toEqual(event);
  expect(event.time).toBeCloseTo(0.8, 12);
  expect(asked).toBeLessThan(0.8 * closely);
});
