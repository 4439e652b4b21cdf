import { describe, expect, it } from "vitest";
import { integrateOde } from "./integrate.js";
import type { Derivative } from "./stepper.js";

const decay: Derivative = (_t, y, dydt) => {
  dydt[0] = -y[0];
};

describe("integrateOde", () => {
  it.each(["dopri5", "dop853"] as const)("%s records the times asked for and no others", (method) => {
    const outputTimes = [0, 0.1, 0.25, 0.25, 1, 2.5, 3];
    const { times, states, status, time, state } = integrateOde({ method }, decay, { start: 0, end: 3, state: [1], outputTimes });
    expect(status).toBe("end");
    expect(times).toEqual(outputTimes);
    states.forEach(([y], k) => {
      expect(Math.abs(y - Math.exp(-outputTimes[k]))).toBeLessThan(1e-8);
    });
    expect(time).toBe(3);
    expect(state).toEqual(states[6]);
  });

  it("output times do not disturb the steps", () => {
    const outputTimes = Array.from({ length: 1000 }, (_, k) => (k * 3) / 999);
    const plain = integrateOde({ method: "dopri5" }, decay, { start: 0, end: 3, state: [1] });
    const recorded = integrateOde({ method: "dopri5" }, decay, { start: 0, end: 3, state: [1], outputTimes });
    expect(recorded.times).toHaveLength(1000);
    expect(recorded.state).toEqual(plain.state);
    expect(recorded.work).toEqual(plain.work);
  });

  it("records every step when no times are given", () => {
    const { times, states, work } = integrateOde({}, decay, { start: 2, end: -1, state: [1] });
    expect(times).toHaveLength(work.acceptedSteps + 1);
    expect(times[0]).toBe(2);
    expect(times.at(-1)).toBe(-1);
    states.forEach(([y], k) => {
      expect(y / Math.exp(2 - times[k])).toBeCloseTo(1, 7);
    });
  });

  it("stops recording at a terminal event", () => {
    const events = [
      { name: "half", value: (_t: number, y: Float64Array) => y[0] - 0.5, terminal: true },
      { name: "early", value: (t: number) => t - 0.3 },
    ];
    const result = integrateOde({ events }, decay, { start: 0, end: 10, state: [1], outputTimes: [0.2, 0.6, 0.7, 5] });
    expect(result.status).toBe("event");
    expect(result.time).toBeCloseTo(Math.LN2, 9);
    expect(result.times).toEqual([0.2, 0.6]);
    expect(result.events.map(({ name }) => name)).toEqual(["early", "half"]);
    expect(JSON.parse(JSON.stringify(result))).toEqual(result);
  });

  it("of no duration is the start", () => {
    const { times, states, status } = integrateOde({}, decay, { start: 1, end: 1, state: [4] });
    expect({ times, states, status }).toEqual({ times: [1], states: [[4]], status: "end" });
  });

  it("names the output time that is out of order or out of range", () => {
    const at = (outputTimes: number[]) => () => integrateOde({}, decay, { start: 0, end: 3, state: [1], outputTimes });
    expect(at([0, 2, 1])).toThrow("outputTimes[2]: 1 is not between 2 and 3");
    expect(at([-1])).toThrow("outputTimes[0]: -1 is not between 0 and 3");
    expect(at([4])).toThrow("outputTimes[0]: 4 is not between 0 and 3");
  });
});
