import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InvalidInputError, SolverError } from "../../errors.js";
import type { OdeEvent } from "./events.js";
import { createIntegrator } from "./integrator.js";
import type { IntegratorOptions } from "./options.js";
import type { Derivative } from "./stepper.js";

const methods = ["dopri5", "dop853"] as const;

/** y = t: every event function of y is a function of time, known exactly, and one step is as long as one likes. */
const clock: Derivative = (_t, _y, dydt) => {
  dydt[0] = 1;
};

/** y0 = sin t, y1 = cos t. */
const circle: Derivative = (_t, y, dydt) => {
  dydt[0] = y[1];
  dydt[1] = -y[0];
};

const GRAVITY = 9.81;
/** Height and velocity of a ball in free fall. */
const fall: Derivative = (_t, y, dydt) => {
  dydt[0] = y[1];
  dydt[1] = -GRAVITY;
};

/** Runs from t = 0 and returns the times of what fired. */
function fired(options: Partial<IntegratorOptions>, derivative: Derivative, state: readonly number[], end: number, start = 0) {
  const integrator = createIntegrator(
    { dimension: state.length, relativeTolerance: 1e-11, absoluteTolerance: 1e-12, ...options },
    derivative,
  );
  integrator.start(start, state);
  integrator.advance(end);
  return integrator.firedEvents;
}

/** A clock that runs from 0 to 1 in a single step, after a run-up in which the steps grow. */
function firedInOneStep(events: OdeEvent[], method: "dopri5" | "dop853" = "dopri5") {
  const integrator = createIntegrator({ dimension: 1, method, events, relativeTolerance: 0.1, absoluteTolerance: 1 }, clock);
  integrator.start(-100, [-100]);
  integrator.advance(0);
  expect(integrator.step(1)).not.toBe("step");
  return integrator.firedEvents;
}

describe("where events are found", () => {
  it.each(methods)("%s: both, only the rising or only the falling zeros of a sine", (method) => {
    const zeros = (direction: -1 | 0 | 1) =>
      fired({ method, events: [{ value: (_t, y) => y[0], direction }] }, circle, [Math.sin(0.5), Math.cos(0.5)], 20, 0.5);
    const multiples = (found: ReturnType<typeof zeros>) => found.map(({ time }) => time / Math.PI);
    expect(multiples(zeros(0))).toHaveLength(6);
    multiples(zeros(0)).forEach((multiple, k) => {
      expect(multiple).toBeCloseTo(k + 1, 9);
    });
    expect(multiples(zeros(1)).map(Math.round)).toEqual([2, 4, 6]);
    expect(multiples(zeros(-1)).map(Math.round)).toEqual([1, 3, 5]);
    expect(zeros(0).map(({ direction }) => direction)).toEqual([-1, 1, -1, 1, -1, 1]);
  });

  it("brackets the root to the last bits and reports the side on which the event has happened", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 0.99, noNaN: true }), fc.integer({ min: 1, max: 9 }), (root, power) => {
        const value = (t: number) => Math.exp(power * t) - Math.exp(power * root);
        const [event] = firedInOneStep([{ value, direction: 1 }]);
        expect(Math.abs(event.time - root)).toBeLessThan(5e-16);
        expect(value(event.time)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it("takes few evaluations for it", () => {
    let evaluations = 0;
    const value = (t: number, y: Float64Array) => {
      if (t > 0) evaluations++;
      return Math.exp(y[0]) - 2;
    };
    firedInOneStep([{ value }]);
    expect(evaluations).toBeLessThan(20);
  });

  it("finds a jump as well as a root", () => {
    const [event] = firedInOneStep([{ value: (t) => (t < 0.3 ? -1 : 1) }]);
    expect(Math.abs(event.time - 0.3)).toBeLessThan(5e-16);
  });

  it("reports the first instant of a function that reaches zero and stays there", () => {
    const [event, ...more] = firedInOneStep([{ value: (t) => Math.max(0, 0.37 - t) }]);
    expect(Math.abs(event.time - 0.37)).toBeLessThan(5e-16);
    expect(more).toEqual([]);
  });

  it("reports events of one step in the order they happen, whatever their order in the list", () => {
    const at = (time: number): OdeEvent => ({ value: (_t, y) => y[0] - time, name: `at ${time}` });
    const found = firedInOneStep([at(0.7), at(0.31), at(0.3), at(0.305)]);
    expect(found.map(({ name }) => name)).toEqual(["at 0.3", "at 0.305", "at 0.31", "at 0.7"]);
    expect(found.map(({ index }) => index)).toEqual([2, 3, 1, 0]);
    found.forEach(({ time, state }) => {
      expect(state[0]).toBeCloseTo(time, 12);
    });
  });

  it.each([0.05, 0.1, 0.33, 0.53, 0.77, 0.95])("finds both crossings of a narrow dip at %f within one step", (centre) => {
    const width = 1e-4;
    const found = firedInOneStep([{ value: (_t, y) => Math.cosh(y[0] - centre) - Math.cosh(width) }]);
    expect(found.map(({ direction }) => direction)).toEqual([-1, 1]);
    expect(found[0].time).toBeCloseTo(centre - width, 10);
    expect(found[1].time).toBeCloseTo(centre + width, 10);
  });

  it("does not invent crossings where a dip stays above zero", () => {
    expect(firedInOneStep([{ value: (_t, y) => Math.cosh(y[0] - 0.53) - 1 + 1e-9 }])).toEqual([]);
    expect(firedInOneStep([{ value: (_t, y) => 1 - Math.cosh(y[0] - 0.53) - 1e-9 }])).toEqual([]);
  });

  it("finds any two crossings of a parabola, inside one sample interval or not", () => {
    const inside = fc.double({ min: 0.001, max: 0.999, noNaN: true });
    fc.assert(
      fc.property(inside, inside, fc.constantFrom(-1, 1), (a, b, sign) => {
        fc.pre(Math.abs(a - b) > 1e-6);
        const found = firedInOneStep([{ value: (_t, y) => sign * (y[0] - a) * (y[0] - b) }]);
        expect(found).toHaveLength(2);
        expect(found[0].time).toBeCloseTo(Math.min(a, b), 9);
        expect(found[1].time).toBeCloseTo(Math.max(a, b), 9);
      }),
    );
  });

  it.each(methods)("%s finds every crossing that a fine scan of its dense output sees", (method) => {
    const within = (min: number, max: number) => fc.double({ min, max, noNaN: true });
    fc.assert(
      fc.property(within(1, 6), within(1, 10), within(0, 6), within(0, 6), within(-0.5, 0.5), (w0, w1, p0, p1, offset) => {
        const twoCircles: Derivative = (_t, y, dydt) => {
          dydt[0] = w0 * y[1];
          dydt[1] = -w0 * y[0];
          dydt[2] = w1 * y[3];
          dydt[3] = -w1 * y[2];
        };
        const value = (_t: number, y: Float64Array) => y[0] + 0.6 * y[2] + offset;
        const integrator = createIntegrator(
          { dimension: 4, method, relativeTolerance: 1e-6, absoluteTolerance: 1e-6, events: [{ value }] },
          twoCircles,
        );
        integrator.start(0, [Math.sin(p0), Math.cos(p0), Math.sin(p1), Math.cos(p1)]);
        const point = new Float64Array(4);
        let previous = value(0, integrator.state);
        let crossings = 0;
        integrator.advance(20, () => {
          const { stepStart, time } = integrator;
          for (let k = 1; k <= 200; k++) {
            integrator.interpolate(k === 200 ? time : stepStart + ((time - stepStart) * k) / 200, point);
            const next = value(0, point);
            if (previous * next < 0) crossings++;
            previous = next;
          }
        });
        expect(integrator.firedEvents).toHaveLength(crossings);
      }),
      { numRuns: 50, seed: 1 },
    );
  });

  it.each(methods)("%s: backward integration finds them too, with the direction as they are passed", (method) => {
    const found = fired({ method, events: [{ value: (_t, y) => y[0] }] }, circle, [Math.sin(8), Math.cos(8)], -1, 8);
    expect(found.map(({ time }) => Math.round(time / Math.PI) + 0)).toEqual([2, 1, 0]);
    // sin rises through 2 pi in time, so it falls there when time runs backward.
    expect(found.map(({ direction }) => direction)).toEqual([-1, 1, -1]);
    expect(Math.abs(found[2].time)).toBeLessThan(1e-10);
  });
});

describe("terminal events", () => {
  it("stop there, with the state there; what would come later is not reported", () => {
    const integrator = createIntegrator(
      {
        dimension: 2,
        events: [
          { value: (_t, y) => y[0] - 0.5, name: "half" },
          { value: (_t, y) => y[0] - 0.6, name: "stop", terminal: true },
          { value: (_t, y) => y[0] - 0.61, name: "later" },
        ],
      },
      circle,
    );
    integrator.start(0, [0, 1]);
    expect(integrator.advance(100)).toBe("event");
    expect(integrator.firedEvents.map(({ name }) => name)).toEqual(["half", "stop"]);
    expect(integrator.time).toBeCloseTo(Math.asin(0.6), 8);
    expect(integrator.state[0]).toBeCloseTo(0.6, 14);
    expect(integrator.state[1]).toBeCloseTo(0.8, 8);
    expect([...integrator.state]).toEqual(integrator.firedEvents[1].state);
    // Going on finds what was left out, and the next passages.
    integrator.advance(0.7);
    expect(integrator.firedEvents.map(({ name }) => name)).toEqual(["later"]);
    expect(integrator.advance(100)).toBe("event");
    expect(integrator.time).toBeCloseTo(Math.PI - Math.asin(0.6), 8);
  });

  it("that happen together are all reported", () => {
    // All three are zero at 0.3; rounding moves each by some bits.
    const together = [(y: number) => y - 0.3, (y: number) => y * y - 0.09, (y: number) => Math.exp(y) - Math.exp(0.3)];
    const events = together.map((of): OdeEvent => ({ value: (t) => of(t), terminal: true }));
    for (const order of [events, events.slice().reverse()]) {
      const found = firedInOneStep(order);
      expect(found.map(({ index }) => index).sort()).toEqual([0, 1, 2]);
      expect(new Set(found.map(({ time }) => time)).size).toBe(1);
    }
  });

  it.each(methods)("%s: going on from one without changing anything does not find it again", (method) => {
    const integrator = createIntegrator(
      { dimension: 2, method, relativeTolerance: 1e-12, absoluteTolerance: 1e-12, events: [{ value: (_t, y) => y[0], terminal: true }] },
      circle,
    );
    integrator.start(0, [0, 1]);
    for (let k = 1; k <= 20; k++) {
      expect(integrator.advance(1000)).toBe("event");
      expect(integrator.firedEvents).toHaveLength(1);
      expect(integrator.time).toBeCloseTo(k * Math.PI, 8);
      if (k % 2 === 0) integrator.start(integrator.time, integrator.state);
    }
  });
});

describe("an event function that is zero at the start", () => {
  it.each([-1, 0, 1] as const)("does not fire at once (direction %i)", (direction) => {
    for (const start of [0, Math.PI]) {
      const value = (_t: number, y: Float64Array) => y[0];
      const [first] = fired({ events: [{ value, direction }] }, circle, [0, start === 0 ? 1 : -1], 20, start);
      const halfTurns = Math.round(first.time / Math.PI) - start / Math.PI;
      const startsRising = start === 0;
      const wanted = direction === 0 || (direction === 1) !== startsRising ? 1 : 2;
      expect(halfTurns).toBeCloseTo(wanted, 9);
    }
  });

  it("never fires when it stays zero", () => {
    expect(fired({ events: [{ value: () => 0 }] }, circle, [0, 1], 5)).toEqual([]);
  });

  it("fires at the end of a bounce far shorter than the step", () => {
    for (const speed of [1e-1, 1e-2, 1e-3, 1e-4]) {
      const events: OdeEvent[] = [{ value: (_t, y) => y[0], direction: -1, terminal: true }];
      // The third component, large and at rest, makes the first step long.
      const integrator = createIntegrator({ dimension: 3, relativeTolerance: 1e-3, absoluteTolerance: 1e-3, events }, (t, y, dydt) => {
        fall(t, y, dydt);
        dydt[2] = 0;
      });
      integrator.start(0, [0, speed, 1e6]);
      expect(integrator.step(1)).toBe("event");
      expect(integrator.time / ((2 * speed) / GRAVITY)).toBeCloseTo(1, 8);
    }
  });
});

describe("restarts", () => {
  it.each(methods)("%s: a bouncing ball hits the floor when it should, thirty times", (method) => {
    const restitution = 0.8;
    const integrator = createIntegrator(
      { dimension: 2, method, events: [{ name: "floor", value: (_t, y) => y[0], direction: -1, terminal: true }] },
      fall,
    );
    integrator.start(0, [2, 0]);
    let expected = Math.sqrt((2 * 2) / GRAVITY);
    let speed = GRAVITY * expected;
    for (let bounce = 0; bounce < 30; bounce++) {
      expect(integrator.advance(100)).toBe("event");
      expect(Math.abs(integrator.time - expected)).toBeLessThan(1e-12);
      expect(Math.abs(integrator.state[1] + speed)).toBeLessThan(1e-11);
      speed *= restitution;
      expected += (2 * speed) / GRAVITY;
      integrator.start(integrator.time, [integrator.state[0], -restitution * integrator.state[1]]);
    }
  });

  it("a ball between two walls, direction 0, strikes them in turn", () => {
    const integrator = createIntegrator(
      {
        dimension: 2,
        events: [
          { name: "left", value: (_t, y) => y[0], terminal: true },
          { name: "right", value: (_t, y) => y[0] - 1, terminal: true },
        ],
      },
      (_t, y, dydt) => {
        dydt[0] = y[1];
        dydt[1] = 0;
      },
    );
    integrator.start(0, [0.3, 0.7]);
    for (let hit = 0; hit < 50; hit++) {
      expect(integrator.advance(1e4)).toBe("event");
      expect(integrator.firedEvents.map(({ name }) => name)).toEqual([hit % 2 === 0 ? "right" : "left"]);
      expect(integrator.time).toBeCloseTo((0.7 + hit) / 0.7, 11);
      integrator.start(integrator.time, [integrator.state[0], -integrator.state[1]]);
    }
  });

  it("a state moved away from the event is judged by its new sign", () => {
    const integrator = createIntegrator({ dimension: 1, events: [{ value: (_t, y) => y[0] - 0.5, terminal: true }] }, clock);
    integrator.start(0, [0]);
    integrator.advance(10);
    integrator.start(integrator.time, [0.4]);
    expect(integrator.advance(10)).toBe("event");
    expect(integrator.time).toBeCloseTo(0.6, 14);
  });
});

describe("bad events", () => {
  it("a function that is not a number is an error with its name and time", () => {
    const events = [{ name: "gap", value: (t: number) => (t > 0.4 ? Number.NaN : 1) }];
    expect(() => fired({ events }, clock, [0], 1)).toThrow(SolverError);
    expect(() => fired({ events }, clock, [0], 1)).toThrow(/the event function gap is not a number at t = 0\.\d/);
  });

  it("a direction that is none is refused", () => {
    const events = [{ value: () => 1, direction: 2 as 1 }];
    expect(() => fired({ events }, clock, [0], 1)).toThrow(InvalidInputError);
    expect(() => fired({ events }, clock, [0], 1)).toThrow("events[0].direction: 2 is not -1, 0 or 1");
  });
});
