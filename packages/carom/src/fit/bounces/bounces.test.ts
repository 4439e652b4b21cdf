import { describe, expect, it } from "vitest";
import { InvalidInputError } from "../../errors.js";
import { createRandom } from "../../math/random.js";
import { normalQuantile } from "../../sweep/sampling/normal.js";
import { studentFactor } from "../uncertainty/student.js";
import { fitBounces } from "./bounces.js";
import { chainOfBounces, clicksIn } from "./clicks.js";
import { airTime, landingSpeed, launchSpeed } from "./drag.js";
import { soundFromWav } from "./wav.js";

/** t_0 + T_1 (1 + e + ...), added up. */
function bounceTimes(e: number, first: number, interval: number, count: number): number[] {
  const times = [first];
  for (let k = 1, span = interval; k < count; k++, span *= e) times.push(times[k - 1] + span);
  return times;
}

function draggedTimes(e: number, launch: number, terminal: number, count: number): number[] {
  const times = [0.3];
  for (let k = 1, speed = launch; k < count; k++) {
    times.push(times[k - 1] + airTime(speed, 9.81, terminal));
    speed = e * landingSpeed(speed, terminal);
  }
  return times;
}

describe("bounce times", () => {
  it("tell the restitution that made them, to rounding", () => {
    for (const e of [0.2, 0.5, 0.8, 0.95]) {
      const { restitution, scatter } = fitBounces(bounceTimes(e, 0.4, 0.9, 7));
      expect(Math.abs(restitution.value - e)).toBeLessThan(1e-10);
      expect(scatter).toBeLessThan(1e-10);
    }
  });

  it("tell it also with a height, a release, a silence", () => {
    const [e, height] = [0.7, 1.2];
    const fall = Math.sqrt((2 * height) / 9.81);
    const times = bounceTimes(e, fall, 2 * e * fall, 6);
    expect(Math.abs(fitBounces(times, { height }).restitution.value - e)).toBeLessThan(1e-10);
    expect(Math.abs(fitBounces(times, { height, release: 0 }).restitution.value - e)).toBeLessThan(1e-10);
    expect(Math.abs(fitBounces(times.slice(0, 2), { height, release: 0 }).restitution.value - e)).toBeLessThan(1e-10);
    const silence = fall + (2 * e * fall) / (1 - e);
    expect(Math.abs((fitBounces(times, { silence }).bySilence ?? 0) - e)).toBeLessThan(1e-10);
  });

  it("tell it through air, where a fit without drag is off by the first-order term", () => {
    const [e, launch, terminal] = [0.75, 3, 12];
    const times = draggedTimes(e, launch, terminal, 7);
    const { restitution, withoutDrag } = fitBounces(times, { terminalSpeed: terminal });
    expect(Math.abs(restitution.value - e)).toBeLessThan(1e-8);
    // Of two neighbouring intervals: e (1 - x^2 (1 + e^2) / 4), at the speeds of the first bounces.
    const x = launch / terminal;
    const expected = e * (1 - (x * x * (1 + e * e)) / 4);
    const [ratio] = fitBounces(draggedTimes(e, launch, terminal, 3)).ratios;
    expect(Math.abs(ratio - expected)).toBeLessThan(0.1 * (e - expected));
    expect(withoutDrag?.value).toBeLessThan(e);
  });

  it("invert the air time", () => {
    for (const speed of [0.1, 1, 10, 100]) expect(Math.abs(launchSpeed(airTime(speed, 9.81, 7), 9.81, 7) / speed - 1)).toBeLessThan(1e-13);
  });

  it("tell how restitution goes with speed", () => {
    const times = [0];
    for (let k = 1, span = 0.8; k < 8; k++) {
      times.push(times[k - 1] + span);
      span *= 0.7 * ((9.81 * span) / 2) ** -0.1;
    }
    const { exponent } = fitBounces(times);
    expect(Math.abs((exponent?.value ?? 0) + 0.1)).toBeLessThan(1e-10);
  });

  it("name a bounce that is missing and a time that is none, and go on without", () => {
    const all = bounceTimes(0.8, 0.2, 0.9, 9);
    const missing = fitBounces(all.filter((_, k) => k !== 4));
    expect(missing.missed).toEqual([3]);
    expect(Math.abs(missing.restitution.value - 0.8)).toBeLessThan(1e-10);
    const extra = [...all.slice(0, 4), all[3] + 0.13, ...all.slice(4)];
    const spurious = fitBounces(extra);
    expect(spurious.spurious).toEqual([4]);
    expect(Math.abs(spurious.restitution.value - 0.8)).toBeLessThan(1e-10);
  });

  it("say what cannot be told", () => {
    expect(() => fitBounces([0, 1])).toThrow(InvalidInputError);
    expect(() => fitBounces([0, 1, 0.5])).toThrow(/times\[2\]: 0.5 is not after the time before it/);
    const three = fitBounces([0, 1, 1.6]);
    expect(three.restitution.value).toBeCloseTo(0.6, 10);
    expect(three.restitution.interval).toBeUndefined();
    expect(fitBounces(bounceTimes(1.1, 0, 0.5, 6)).warnings[0]).toMatch(/above 1/);
  });

  it("have intervals that cover", () => {
    const random = createRandom(7);
    const cases = 400;
    let covered = 0;
    for (let i = 0; i < cases; i++) {
      const times = bounceTimes(0.7, 0.4, 0.8, 6).map((time) => time + 0.001 * normalQuantile(Math.max(1e-12, random())));
      const [low, high] = fitBounces(times).restitution.interval ?? [0, 0];
      if (low <= 0.7 && 0.7 <= high) covered++;
    }
    // 95 % +- 3 deviations of the binomial.
    expect(covered / cases).toBeGreaterThan(0.917);
    expect(covered / cases).toBeLessThan(0.983);
  });
});

it("Student's factor is that of the tables", () => {
  for (const [degrees, factor] of [
    [1, 12.7062],
    [3, 3.18245],
    [10, 2.22814],
    [100, 1.98397],
  ])
    expect(studentFactor(degrees)).toBeCloseTo(factor, 4);
});

describe("a sound", () => {
  const rate = 44_100;

  /** Damped clicks with noise and an echo, as 16-bit samples of a WAV file. */
  function wavOf(times: readonly number[], echo: number): Uint8Array {
    const random = createRandom(3);
    const samples = new Float64Array(Math.round(rate * (times[times.length - 1] + 0.6)));
    for (let i = 0; i < samples.length; i++) samples[i] = 0.002 * (random() - 0.5) + 0.05 * Math.sin((2 * Math.PI * 50 * i) / rate);
    times.forEach((time, k) => {
      for (const [delay, part] of [
        [0, 1],
        [echo, 0.4],
      ]) {
        const begin = Math.ceil((time + delay) * rate);
        for (let i = begin; i < Math.min(samples.length, begin + 800); i++) {
          const t = i / rate - time - delay;
          samples[i] += 0.5 * part * 0.8 ** k * Math.exp(-t / 0.0015) * Math.sin(2 * Math.PI * 3500 * t);
        }
      }
    });
    const bytes = new Uint8Array(44 + 2 * samples.length);
    const view = new DataView(bytes.buffer);
    const text = (at: number, word: string) =>
      [...word].forEach((letter, i) => {
        view.setUint8(at + i, letter.charCodeAt(0));
      });
    text(0, "RIFF");
    view.setUint32(4, 36 + 2 * samples.length, true);
    text(8, "WAVEfmt ");
    view.setUint32(16, 16, true);
    view.setUint16(20, 1, true);
    view.setUint16(22, 1, true);
    view.setUint32(24, rate, true);
    view.setUint32(28, 2 * rate, true);
    view.setUint16(32, 2, true);
    view.setUint16(34, 16, true);
    text(36, "data");
    view.setUint32(40, 2 * samples.length, true);
    samples.forEach((value, i) => {
      view.setInt16(44 + 2 * i, Math.round(32767 * Math.max(-1, Math.min(1, value))), true);
    });
    return bytes;
  }

  it.each([0, 0.008])("of bounces gives their times to 0.1 ms and the restitution, with an echo after %s s", (echo) => {
    const times = bounceTimes(0.8, 0.5, 0.6, 9);
    const bounces = chainOfBounces(clicksIn(soundFromWav(wavOf(times, echo))));
    expect(bounces.length).toBe(9);
    const shift = bounces[0] - times[0];
    for (const [k, time] of bounces.entries()) expect(Math.abs(time - times[k] - shift)).toBeLessThan(1e-4);
    const { restitution } = fitBounces(bounces);
    expect(Math.abs(restitution.value - 0.8)).toBeLessThan(3e-4);
  });

  it("that is none is refused", () => {
    expect(() => soundFromWav(new Uint8Array(100))).toThrow(/are not a WAV file/);
    expect(() => chainOfBounces([0.1, 0.5])).toThrow(/hold no three/);
  });
});
