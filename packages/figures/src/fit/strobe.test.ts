import type { ShownRecording } from "carom/study";
import { expect, it } from "vitest";
import { strobeFigures } from "./strobe.js";

const SIX = [0, 1, 2, 3, 4, 5];
const STILL = [0, 0, 0, 1] as const;
/** An eighth of a turn about y. */
const EIGHTH = [0, Math.sin(Math.PI / 8), 0, Math.cos(Math.PI / 8)] as const;

/** A body that goes 0.5 m along y, computed 0.02 m higher than measured, and turned by an eighth. */
const shown: ShownRecording = {
  id: "7 a",
  time: SIX.map((k) => 0.1 * k),
  measured: SIX.map((k) => [0.3, 0.1 * k, 0.1]),
  computed: SIX.map((k) => [0.3, 0.1 * k, 0.12]),
  rotation: SIX.map(() => Math.PI / 4),
  body: "thing",
  measuredOrientation: SIX.map(() => STILL),
  computedOrientation: SIX.map(() => EIGHTH),
};
const studyOf = (shape: object) => ({ bodies: { thing: { shape }, floor: { plane: { normal: [0, 0, 1] } } } });

/** Left, right, top and bottom of each closed path, px. */
function boxes(svg: string): number[][] {
  return [...svg.matchAll(/ d="(M[^"]*Z)"/g)].map(([, d]) => {
    const numbers = [...d.matchAll(/-?\d+(\.\d+)?/g)].map(([text]) => Number(text));
    const [xs, ys] = [numbers.filter((_, i) => i % 2 === 0), numbers.filter((_, i) => i % 2 === 1)];
    return [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  });
}

it("is to scale along the way that the body went, measured and computed", () => {
  const [{ name, caption, svg }] = strobeFigures(shown, studyOf({ type: "box", size: [0.08, 0.08, 0.08], rounding: 0.01 }));
  expect(name).toBe("strobe-7_a");
  expect(caption).toContain("[0.00, 1.00, 0.00]");
  const all = boxes(svg);
  expect(all.length).toBe(12);
  const [measured, computed] = [all.slice(0, 6), all.slice(6)];
  const scale = (measured[0][1] - measured[0][0]) / 0.1;
  expect((measured[5][0] - measured[0][0]) / scale).toBeCloseTo(0.5, 2);
  expect((measured[0][3] - measured[0][2]) / scale).toBeCloseTo(0.1, 3);
  // Turned about an axis across the way's normal: as wide as before, higher by the square root of two, its middle 0.02 m above.
  expect((computed[0][3] - computed[0][2]) / scale).toBeCloseTo(0.2 * Math.SQRT1_2, 3);
  expect((measured[0][2] + measured[0][3] - computed[0][2] - computed[0][3]) / 2 / scale).toBeCloseTo(0.02, 3);
});

it("shows a ball with a line that turns, and nothing where there is no shape", () => {
  const [{ svg }] = strobeFigures(shown, studyOf({ type: "sphere", radius: 0.05 }));
  expect([...svg.matchAll(/<circle/g)].length).toBe(12);
  expect(strobeFigures(shown, { bodies: {} })).toEqual([]);
});
