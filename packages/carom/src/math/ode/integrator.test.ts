import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InvalidInputError, SolverError } from "../../errors.js";
import { createIntegrator } from "./integrator.js";
import type { IntegratorOptions } from "./options.js";
import type { Derivative } from "./stepper.js";

const methods = ["dopri5", "dop853"] as const;

const oscillator: Derivative = (_t, y, dydt) => {
  dydt[0] = y[1];
  dydt[1] = -y[0];
};

/** Two-dimensional motion about a unit mass: x, y, and their velocities. */
const kepler: Derivative = (_t, y, dydt) => {
  const cube = Math.hypot(y[0], y[1]) ** 3;
  dydt[0] = y[2];
  dydt[1] = y[3];
  dydt[2] = -y[0] / cube;
  dydt[3] = -y[1] / cube;
};

/** Ellipse of semi-axis 1 from pericentre, period 2 pi. */
const keplerStart = (e: number) => [1 - e, 0, 0, Math.sqrt((1 + e) / (1 - e))];

/** Position on that ellipse from Kepler's equation E - e sin E = t. */
function keplerPosition(e: number, time: number): [number, number] {
  const mean = time % (2 * Math.PI);
  let low = 0;
  let high = 2 * Math.PI;
  for (let k = 0; k < 60; k++) {
    const middle = (low + high) / 2;
    if (middle - e * Math.sin(middle) < mean) low = middle;
    else high = middle;
  }
  return [Math.cos(low) - e, Math.sqrt(1 - e * e) * Math.sin(low)];
}

/** Runs from t = 0 and returns the integrator where it stopped. */
function run(options: Omit<IntegratorOptions, "dimension">, derivative: Derivative, state: readonly number[], end: number) {
  const integrator = createIntegrator({ ...options, dimension: state.length }, derivative);
  integrator.start(0, state);
  integrator.advance(end);
  return integrator;
}

function errorOf(act: () => void): Error {
  try {
    act();
  } catch (error) {
    return error as Error;
  }
  throw new Error("nothing was thrown");
}

describe("known solutions", () => {
  it.each(methods)("%s follows a Kepler ellipse with eccentricity 0.9", (method) => {
    const { state } = run({ method, relativeTolerance: 1e-12, absoluteTolerance: 1e-14 }, kepler, keplerStart(0.9), 5);
    const [x, y] = keplerPosition(0.9, 5);
    expect(Math.abs(state[0] - x)).toBeLessThan(1e-9);
    expect(Math.abs(state[1] - y)).toBeLessThan(1e-9);
  });

  it("stays on the ellipse for a hundred periods, error growing no faster than the square of time", () => {
    const errorAfter = (periods: number) => {
      const time = 2 * Math.PI * periods + 1;
      const { state } = run({ relativeTolerance: 1e-13, absoluteTolerance: 1e-14 }, kepler, keplerStart(0.5), time);
      const [x, y] = keplerPosition(0.5, 1);
      return Math.hypot(state[0] - x, state[1] - y);
    };
    expect(errorAfter(1)).toBeLessThan(1e-11);
    expect(errorAfter(100)).toBeLessThan(1e-8);
  });

  it.each(methods)("%s returns to the start of the Arenstorf orbit after its period", (method) => {
    const mu = 0.012277471;
    const start = [0.994, 0, 0, -2.001585106379082];
    const arenstorf: Derivative = (_t, y, dydt) => {
      const earth = ((y[0] + mu) ** 2 + y[1] ** 2) ** 1.5;
      const moon = ((y[0] - 1 + mu) ** 2 + y[1] ** 2) ** 1.5;
      dydt[0] = y[2];
      dydt[1] = y[3];
      dydt[2] = y[0] + 2 * y[3] - ((1 - mu) * (y[0] + mu)) / earth - (mu * (y[0] - 1 + mu)) / moon;
      dydt[3] = y[1] - 2 * y[2] - ((1 - mu) * y[1]) / earth - (mu * y[1]) / moon;
    };
    const { state } = run({ method, relativeTolerance: 1e-13, absoluteTolerance: 1e-13 }, arenstorf, start, 17.065216560157964);
    // The orbit passes the moon at 0.994 - 0.98772 = 0.006: errors grow by several powers of ten on the way.
    expect(Math.hypot(state[0] - start[0], state[1])).toBeLessThan(1e-9);
  });

  it("oscillators of any frequency and phase follow the cosine and keep their energy", () => {
    const amplitude = fc.double({ min: 0.1, max: 10, noNaN: true });
    const frequency = fc.double({ min: 0.1, max: 20, noNaN: true });
    const phase = fc.double({ min: 0, max: 6.3, noNaN: true });
    fc.assert(
      fc.property(fc.constantFrom(...methods), amplitude, frequency, phase, (method, a, w, p) => {
        const derivative: Derivative = (_t, y, dydt) => {
          dydt[0] = w * y[1];
          dydt[1] = -w * y[0];
        };
        const { state } = run(
          { method, relativeTolerance: 1e-11, absoluteTolerance: 1e-12 },
          derivative,
          [a * Math.cos(p), -a * Math.sin(p)],
          10,
        );
        expect(Math.abs(state[0] - a * Math.cos(p + 10 * w))).toBeLessThan(1e-7 * a);
        expect(Math.abs(Math.hypot(state[0], state[1]) / a - 1)).toBeLessThan(1e-8);
      }),
      { numRuns: 40 },
    );
  });

  it.each(methods)("%s keeps the energy of an oscillator over a thousand periods", (method) => {
    const { state } = run(
      { method, relativeTolerance: 1e-10, absoluteTolerance: 1e-12, maxSteps: 1e6 },
      oscillator,
      [1, 0],
      2000 * Math.PI,
    );
    expect(Math.abs(state[0] ** 2 + state[1] ** 2 - 1)).toBeLessThan(1e-5);
  });

  it.each(methods)("%s goes backward to where it came from", (method) => {
    const integrator = createIntegrator({ dimension: 4, method, relativeTolerance: 1e-12, absoluteTolerance: 1e-13 }, kepler);
    const start = keplerStart(0.6);
    integrator.start(0, start);
    expect(integrator.advance(-4)).toBe("end");
    expect(integrator.time).toBe(-4);
    const [x, y] = keplerPosition(0.6, 2 * Math.PI - 4);
    expect(Math.abs(integrator.state[0] - x)).toBeLessThan(1e-9);
    expect(Math.abs(integrator.state[1] - y)).toBeLessThan(1e-9);
    integrator.advance(0);
    start.forEach((value, i) => {
      expect(Math.abs(integrator.state[i] - value)).toBeLessThan(1e-8);
    });
  });
});

describe("tolerances", () => {
  it.each(methods)("%s: the error at the end follows the tolerance over six powers of ten", (method) => {
    const error = (tolerance: number) => {
      const { state } = run({ method, relativeTolerance: tolerance, absoluteTolerance: tolerance }, kepler, keplerStart(0.5), 5);
      const [x, y] = keplerPosition(0.5, 5);
      return Math.hypot(state[0] - x, state[1] - y);
    };
    for (const tolerance of [1e-4, 1e-6, 1e-8, 1e-10]) expect(error(tolerance)).toBeLessThan(200 * tolerance);
    const slope = Math.log10(error(1e-4) / error(1e-10)) / 6;
    expect(Math.abs(slope - 1)).toBeLessThan(0.25);
  });

  it("work grows like tolerance^(-1/5) and tolerance^(-1/8)", () => {
    const evaluations = (method: "dopri5" | "dop853", tolerance: number) =>
      run({ method, relativeTolerance: tolerance, absoluteTolerance: tolerance }, oscillator, [1, 0], 300).work.evaluations;
    expect(Math.log10(evaluations("dopri5", 1e-11) / evaluations("dopri5", 1e-6)) / 5).toBeCloseTo(1 / 5, 1);
    expect(Math.log10(evaluations("dop853", 1e-13) / evaluations("dop853", 1e-7)) / 6).toBeCloseTo(1 / 8, 1);
  });

  it("a component with a loose tolerance of its own does not shorten the steps", () => {
    const pair: Derivative = (t, y, dydt) => {
      dydt[0] = -y[0];
      dydt[1] = 50 * Math.cos(50 * t);
    };
    const strict = run({ method: "dopri5", relativeTolerance: 1e-8, absoluteTolerance: 1e-8 }, pair, [1, 0], 5);
    const loose = run({ method: "dopri5", relativeTolerance: [1e-8, 0], absoluteTolerance: [1e-8, 1e6] }, pair, [1, 0], 5);
    expect(loose.work.acceptedSteps).toBeLessThan(strict.work.acceptedSteps / 5);
    expect(Math.abs(loose.state[0] - Math.exp(-5))).toBeLessThan(1e-7);
  });

  it("keeps to maxStep, and to the end exactly", () => {
    const integrator = createIntegrator({ dimension: 2, maxStep: 0.07, relativeTolerance: 1e-3 }, oscillator);
    integrator.start(0, [1, 0]);
    let longest = 0;
    integrator.advance(1, () => {
      longest = Math.max(longest, integrator.time - integrator.stepStart);
    });
    expect(integrator.time).toBe(1);
    expect(longest).toBeLessThan(0.07 + 1e-15);
    expect(longest).toBeGreaterThan(0.069);
  });

  it("many stops on the way cost few steps: a step cut short does not shorten the next", () => {
    const integrator = createIntegrator({ dimension: 2, relativeTolerance: 1e-6, absoluteTolerance: 1e-6 }, oscillator);
    integrator.start(0, [1, 0]);
    for (let k = 1; k <= 100; k++) {
      integrator.advance(k - 1e-6);
      integrator.advance(k);
    }
    expect(integrator.time).toBe(100);
    expect(integrator.work.acceptedSteps).toBeLessThan(320);
    expect(Math.abs(integrator.state[0] - Math.cos(100))).toBeLessThan(1e-3);
  });
});

describe("interpolation", () => {
  it.each(methods)("%s is as accurate within the steps as at their ends", (method) => {
    const integrator = createIntegrator({ dimension: 2, method, relativeTolerance: 1e-9, absoluteTolerance: 1e-9 }, oscillator);
    integrator.start(0, [1, 0]);
    const out = new Float64Array(2);
    let worst = 0;
    integrator.advance(20, () => {
      for (let k = 0; k <= 10; k++) {
        const time = integrator.stepStart + ((integrator.time - integrator.stepStart) * k) / 10;
        integrator.interpolate(time, out);
        worst = Math.max(worst, Math.abs(out[0] - Math.cos(time)), Math.abs(out[1] + Math.sin(time)));
      }
    });
    expect(worst).toBeLessThan(1e-6);
  });

  it("meets the states at both ends of the step exactly", () => {
    const integrator = createIntegrator({ dimension: 2 }, oscillator);
    integrator.start(0, [1, 0]);
    integrator.step(10);
    const before = [...integrator.state];
    integrator.step(10);
    const out = new Float64Array(2);
    integrator.interpolate(integrator.stepStart, out);
    expect([...out]).toEqual(before);
    integrator.interpolate(integrator.time, out);
    expect(out).toEqual(integrator.state);
  });

  it("refuses times outside the last step", () => {
    const integrator = createIntegrator({ dimension: 2 }, oscillator);
    integrator.start(0, [1, 0]);
    integrator.step(10);
    integrator.step(10);
    expect(() => integrator.interpolate(0, new Float64Array(2))).toThrow(/time: 0 is not within the last step/);
    expect(() => integrator.interpolate(10, new Float64Array(2))).toThrow(InvalidInputError);
  });
});

describe("what cannot be integrated", () => {
  it.each(methods)("%s refuses a stiff problem after bounded work and says so", (method) => {
    const integrator = createIntegrator({ dimension: 1, method, relativeTolerance: 1e-6, absoluteTolerance: 1e-6 }, (t, y, dydt) => {
      dydt[0] = -1e6 * (y[0] - Math.cos(t));
    });
    integrator.start(0, [0]);
    const error = errorOf(() => integrator.advance(10));
    expect(error).toBeInstanceOf(SolverError);
    expect(error.message).toMatch(/^the problem looks stiff at t = 0\.00\d+: .* would take about \d{6,} steps more$/);
    expect((error as SolverError).reached.time).toBe(integrator.time);
    expect(integrator.work.evaluations).toBeLessThan(30_000);
    // What was reached is still right.
    expect(Math.abs(integrator.state[0] - Math.cos(integrator.time))).toBeLessThan(1e-5);
  });

  it("does not call a long smooth problem stiff", () => {
    for (const method of methods) {
      const { work } = run({ method, relativeTolerance: 1e-4, absoluteTolerance: 1e-4 }, oscillator, [1, 0], 5000);
      expect(work.acceptedSteps).toBeGreaterThan(2000);
    }
  });

  it.each(methods)("%s stops at a singularity with the time it reached", (method) => {
    const integrator = createIntegrator({ dimension: 1, method }, (_t, y, dydt) => {
      dydt[0] = y[0] * y[0];
    });
    integrator.start(0, [1]); // y = 1 / (1 - t)
    const error = errorOf(() => integrator.advance(2));
    expect(error).toBeInstanceOf(SolverError);
    expect(error.message).toMatch(/the step fell to .* at t = (1|0\.9999999).*singular/);
    expect((error as SolverError).reached.time).toBeCloseTo(1, 7);
  });

  it.each(methods)("%s: a derivative that stops being finite is approached, then refused", (method) => {
    const integrator = createIntegrator({ dimension: 1, method }, (t, _y, dydt) => {
      dydt[0] = t > 1 ? Number.NaN : 2 * t;
    });
    integrator.start(0, [0]);
    const error = errorOf(() => integrator.advance(2));
    expect(error).toBeInstanceOf(SolverError);
    expect(error.message).toMatch(/the derivative is not finite just after t = /);
    expect(integrator.time).toBeCloseTo(1, 12);
    expect(integrator.time).toBeLessThanOrEqual(1);
    expect(integrator.state[0]).toBeCloseTo(1, 9);
  });

  it.each(methods)("%s: a trial step into forbidden ground is only made shorter", (method) => {
    // Nothing happens before t = 1, so the steps are long; then a decay of which a long step would leave y > 0.
    const integrator = createIntegrator({ dimension: 1, method, relativeTolerance: 1e-8, absoluteTolerance: 1e-10 }, (t, y, dydt) => {
      dydt[0] = t < 1 ? 0 : y[0] < 0 ? Number.NaN : -1000 * y[0];
    });
    integrator.start(0, [1]);
    integrator.advance(1.005);
    expect(integrator.work.rejectedSteps).toBeGreaterThan(0);
    expect(Math.abs(integrator.state[0] - Math.exp(-5))).toBeLessThan(1e-6);
  });

  it.each(methods)("%s: one evaluation that is not finite, whichever of a step it is, only costs another attempt", (method) => {
    for (let bad = 2; bad <= 16; bad++) {
      let evaluations = 0;
      const { state } = run(
        { method },
        (_t, y, dydt) => {
          evaluations++;
          dydt[0] = evaluations === bad ? Number.NaN : -y[0];
        },
        [1],
        1,
      );
      expect(Math.abs(state[0] - Math.exp(-1))).toBeLessThan(1e-8);
    }
  });

  it("refuses a derivative that is not finite at the start", () => {
    const integrator = createIntegrator({ dimension: 1 }, (t, _y, dydt) => {
      dydt[0] = 1 / t;
    });
    integrator.start(0, [0]);
    expect(() => integrator.advance(1)).toThrow(/the derivative is not finite at t = 0/);
  });

  it("stops after maxSteps, where it was, and can go on", () => {
    const integrator = createIntegrator({ dimension: 2, method: "dopri5", maxSteps: 50 }, oscillator);
    integrator.start(0, [1, 0]);
    const error = errorOf(() => integrator.advance(20));
    expect(error.message).toMatch(/^50 steps were not enough to reach t = 20: stopped at t = /);
    expect(Math.abs(integrator.state[0] - Math.cos(integrator.time))).toBeLessThan(1e-7);
    const reached = integrator.time;
    expect(() => integrator.advance(1000)).toThrow(SolverError);
    expect(integrator.time).toBeGreaterThan(reached);
  });

  it.each([
    [{ dimension: 0 }, "dimension: 0 is not a positive whole number"],
    [{ dimension: 1, relativeTolerance: 1e-17 }, "relativeTolerance: 1e-17 is neither 0 nor between 1e-15 and 1"],
    [{ dimension: 2, absoluteTolerance: [1e-9, 0] }, "absoluteTolerance[1]: 0 is not positive and finite"],
    [{ dimension: 2, absoluteTolerance: [1e-9] }, "absoluteTolerance: [1e-9] does not have one value for each of 2 components"],
    [{ dimension: 1, maxStep: -1 }, "maxStep: -1 is not positive"],
    [{ dimension: 1, maxSteps: 0 }, "maxSteps: 0 is not at least 1"],
    [{ dimension: 1, method: "euler" as "dopri5" }, 'method: "euler" is not dopri5 or dop853'],
  ])("names the option that is wrong: %o", (options, message) => {
    expect(errorOf(() => createIntegrator(options, oscillator)).message).toBe(message);
  });

  it("names what is wrong with a start or an end", () => {
    const integrator = createIntegrator({ dimension: 2 }, oscillator);
    expect(() => integrator.advance(1)).toThrow(/call start first/);
    expect(() => integrator.start(0, [1])).toThrow("state.length: 1 is not the dimension, 2");
    expect(() => integrator.start(0, [1, Number.NaN])).toThrow("state[1]: NaN is not a finite number");
    expect(() => integrator.start(Number.NaN, [1, 0])).toThrow("time: NaN is not a finite number");
    integrator.start(0, [1, 0]);
    expect(() => integrator.advance(Number.POSITIVE_INFINITY)).toThrow("end: Infinity is not a finite time");
  });
});

describe("the workspace", () => {
  it("gives the same bits every time, also when it is used again", () => {
    const fresh = () => [...run({}, kepler, keplerStart(0.7), 30).state];
    const integrator = createIntegrator({ dimension: 4 }, kepler);
    integrator.start(3, keplerStart(0.2));
    integrator.advance(9);
    integrator.start(0, keplerStart(0.7));
    integrator.advance(30);
    expect(fresh()).toEqual(fresh());
    expect([...integrator.state]).toEqual(fresh());
  });

  it("copies the state it is given, and is not upset by being given its own", () => {
    const given = [1, 0];
    const integrator = createIntegrator({ dimension: 2 }, oscillator);
    integrator.start(0, given);
    integrator.advance(1);
    expect(given).toEqual([1, 0]);
    integrator.start(integrator.time, integrator.state);
    integrator.advance(2);
    expect(Math.abs(integrator.state[0] - Math.cos(2))).toBeLessThan(1e-8);
  });

  it.each(methods)("%s allocates no array in a step", (method) => {
    // Node is not among this package's types; its tests run there.
    const { process } = globalThis as unknown as { process: { memoryUsage(): { heapUsed: number; arrayBuffers: number } } };
    const allocated = () => {
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      return heapUsed + arrayBuffers;
    };
    const dimension = 200;
    const events = [{ value: (_t: number, y: Float64Array) => y[0] - 2 }];
    const integrator = createIntegrator({ dimension, method, relativeTolerance: 1e-4, events }, (_t, y, dydt) => {
      for (let i = 0; i < dimension; i += 2) {
        dydt[i] = y[i + 1];
        dydt[i + 1] = -y[i];
      }
    });
    integrator.start(0, new Array(dimension).fill(0.5));
    const growth: number[] = [];
    for (let batch = 0; batch < 80; batch++) {
      const before = allocated();
      for (let k = 0; k < 100; k++) integrator.step(1e9);
      growth.push((allocated() - before) / 100);
    }
    // The garbage collector strikes in some batches and optimised code is not there from the start: the median of the later half. A step
    // boxes some dozens of numbers; one array of the state would be 1600 bytes.
    const median = growth.slice(40).sort((a, b) => a - b)[20];
    expect(median).toBeLessThan(1500);
  });
});
