/**
 * The numbers of the impact in hand, as the files of the series method share them.
 *
 * They are made once, belong to a slip path and are overwritten by every impact that is followed on it: a double that crosses a call which
 * V8 does not inline is allocated, and an impact shall allocate nothing.
 *
 * Letters as in arc.ts and panel.ts.
 */
import { rowsIn } from "../../../math/rows.js";
import { createMotion } from "../motion.js";
import { createPoint } from "./point.js";

const MOST_TERMS: number = 200;
const MOST_SHORT_TERMS: number = 60;
/** Numbers in all rows of a workspace. */
const ROOM = 5 * (MOST_TERMS + 2) + 3 * (MOST_SHORT_TERMS + 2) + 31;

/**
 * What never changes. A file takes what it needs into constants of its own, `const { negligible } = limits`: V8 compiles such a constant
 * into the code; an imported name it looks up and checks at every use, also inside loops.
 */
export const limits = {
  /** A series that needs more terms is too near a root: the panel is refused. */
  mostTerms: MOST_TERMS,
  /** Short panels have as many at most: the product of two series costs the square. */
  mostShortTerms: MOST_SHORT_TERMS,
  /**
   * A recurrence stops after two coefficients of V below this fraction of the largest. In the sums they count a tenth of that or less,
   * because they are integrated.
   */
  negligible: 1e-14,
  /**
   * An exponent closer to zero integrates to a difference of nearly equal numbers; its term is integrated as a logarithm instead.
   * Above it, an attracted panel ends in rest at t = 0. The friction loss has twice the exponent.
   */
  nearLogarithm: 0.05,
  /** 1/k. */
  inverse: Float64Array.from({ length: MOST_TERMS + 3 }, (_, k) => 1 / k),
} as const;

export type SlipWorkspace = ReturnType<typeof createSlipWorkspace>;

/** Room for one impact at a time. */
export function createSlipWorkspace() {
  const row = rowsIn(ROOM);
  return {
    arc: createArc(),
    /** Where the path is on the arc, and its slip speed. */
    position: new Position(),
    panel: createPanel(),
    /** Coefficients of G and N on the panel, padded by a zero, and of Q, Q^2 and Q^3. */
    turning: row(6),
    growth: row(5),
    square: row(3),
    square2: row(5),
    square3: row(7),
    /** Coefficients of S, of the sum for p and of the sum for D; padded by one. */
    speedSeries: row(MOST_TERMS + 2),
    impulseSeries: row(MOST_TERMS + 2),
    lossSeries: row(MOST_TERMS + 2),
    /** The state where the panel begins; its stored energy also carries the losses of events on the panel. */
    origin: createMotion(),
    /**
     * One over the determinant of B, the trace of B^-1, and the tangential impulse since the panel was entered. The sums at its entry and
     * the terms set aside belong to the series; the power of t and the integral of the term set aside come with the point, at an invariant
     * direction.
     */
    tangential: { unit: 0, compliance: 0, impulse1: 0, impulse2: 0, entry1: 0, entry2: 0, log1: 0, log2: 0, power: 0, integral: 0 },
    /** Coefficients of the tangential impulse, where it is summed for itself. */
    impulse1Series: row(MOST_TERMS + 2),
    impulse2Series: row(MOST_TERMS + 2),
    /** Coefficients of v, p' and E on a short panel (short.ts). */
    velocitySeries: row(MOST_SHORT_TERMS + 2),
    paceSeries: row(MOST_SHORT_TERMS + 2),
    energySeries: row(MOST_SHORT_TERMS + 2),
    /** A quadratic in t, to be integrated with S and Q. */
    quadratic: row(3),
    /** Argument and value of a transcendental function (exponential.ts). */
    number: { argument: 0, value: 0 },
    /**
     * The part of the panel that holds an event, in the order of the path, and the t to try next, with its power at an invariant direction
     * (guess.ts).
     */
    bracket: { low: 0, high: 0, next: 0, power: 0 },
    /** Where the path is on the panel, where the stretch ends, and the events found in between (series.ts). */
    places: { near: createPoint(), far: createPoint(), crossing: createPoint(), end: createPoint() },
    /** Where the slope of the normal velocity vanishes (series.ts). */
    splits: row(2),
    /** The slip equation in complex form; b1 is stored times -friction (arc.ts). */
    plane: { mean: 0, stretch1: 0, stretch2: 0, delta1: 0, delta2: 0 },
    /** Half-angle numbers of the start and of the two directions that enclose it (arc.ts). */
    start: createComplex(),
    lowest: createComplex(),
    highest: createComplex(),
    /** Unit vector of the larger principal axis of B (arc.ts). */
    axis: createComplex(),
    /** D1 (small), D2 (large) and k of arc.ts, and the components along both axes of the minimum and, reversed, of the maximum. */
    secular: { small: 0, large: 0, difference: 0, lowestSmall: 0, lowestLarge: 0, highestSmall: 0, highestLarge: 0 },
    /** The two remaining roots, if they lie on the arc (arc.ts). */
    pair: { repels: 0, attracts: 0 },
    /** The numbers c and y of choose.ts for an attracted panel from x (a repelled one to 1/x), and the ratio it has. */
    bend: new Bend(),
    /** The x from which an attracted panel has the ratio wanted of it, and the 1/x to which a repelled panel has its own (choose.ts). */
    reaches: { attracted: 0, repelled: 0 },
    /** The three series at a point (evaluate.ts). */
    sums: new Sums(),
    /**
     * At the point in hand: the square of the rate at which slip and its derivatives change, times r; friction z . B n; and r', a'', k, k'
     * and k'' of events.ts.
     */
    local: { rateSquared: 0, shear: 0, radial: 0, bend: 0, slope: 0, slope1: 0, slope2: 0 },
    /** A function on a stretch from 0 to 1: values, slopes and second derivatives at its ends, and its value at `at` (guess.ts). */
    curve: { value0: 0, value1: 0, slope0: 0, slope1: 0, bend0: 0, bend1: 0, at: 0, value: 0 },
  };
}

/*
 * Classes, and not literals as the rest: V8 lets literals of as many fields that begin with the same name share how these are kept. An
 * object elsewhere whose `x` or `speed` is no number would have each number that is written here allocated.
 */
class Position {
  x = 0;
  speed = 0;
}

class Bend {
  x = 0;
  pole = 0;
  y = 0;
  ratio = 0;
}

class Sums {
  speed = 0;
  impulse = 0;
  loss = 0;
}

export interface Complex {
  re: number;
  im: number;
}

function createComplex(): Complex {
  return { re: 0, im: 0 };
}

/** The arc of directions on which the slip turns (arc.ts). */
function createArc() {
  return {
    /** Half-angle numbers: attracting (h1) and repelling (h2, scaled). */
    attracting1: 0,
    attracting2: 0,
    repelling1: 0,
    repelling2: 0,
    /** Im(conj(h1) h2). */
    twist: 0,
    first1: 0,
    first2: 0,
    first3: 0,
    second0: 0,
    second1: 0,
    second2: 0,
    turning1: 0,
    turning2: 0,
    turning3: 0,
    /** |h|^2 = square0 a^2 + square1 a b + square2 b^2. */
    square0: 0,
    square1: 0,
    square2: 0,
    /** |h|^2 times the change of the normal velocity per normal impulse, as a form in a and b. */
    slope0: 0,
    slope1: 0,
    slope2: 0,
    /** The quadratic of the two remaining roots: 1 + middle x + x^2. */
    middle: 0,
    /** The remaining root nearest to 0, if both are real and negative: x = -nearest. */
    nearest: 0,
    /** Whether the attracting direction is a simple root, so that the path has a series there. */
    simple: true,
    /** Where the path starts. */
    start: 0,
  };
}

/**
 * What is at t = 0: no invariant direction (regular), the attracting one, the repelling one. Short panels are regular ones that start at t
 * = 0 and have series for all quantities (short.ts).
 */
export type PanelKind = "regular" | "attracted" | "repelled" | "short";

/** One stretch of the path (panel.ts). */
function createPanel() {
  return {
    kind: "regular" as PanelKind,
    /** h = (attract0 + attract1 t) h1 + (repel0 + repel1 t) h2. */
    attract0: 0,
    attract1: 0,
    repel0: 0,
    repel1: 0,
    /** The path runs from t = `from` to t = `to`. */
    from: 0,
    to: 0,
    /** Whether the path left the panel before its end; then `to` is where. */
    cut: false,
    /** The speed varies like t^exponent (attracted and repelled panels). */
    exponent: 0,
    /** Im(conj(h) h'). */
    width: 0,
    /** N/G at t = -1, 0 and 1, at a root without its pole: how fast the terms of the series grow and cancel. */
    growthBefore: 0,
    growthCentre: 0,
    growthAfter: 0,
    /** Whether the tangential impulse is summed for itself (tangential.ts). */
    direct: false,
    /** Number of coefficients in use; even. */
    count: 0,
    /** The three series at t = 1. */
    speedTotal: 0,
    impulseTotal: 0,
    lossTotal: 0,
    /** R over the sum of its series. */
    scale: 0,
    /** What the sums of p and D are multiplied with. */
    impulseFactor: 0,
    lossFactor: 0,
    /** The sums at `from`. */
    impulseSum: 0,
    lossSum: 0,
    /** A coefficient whose integral is nearly a logarithm, times from^k, and its exponent; kept out of the sums. Zero if there is none. */
    impulseLog: 0,
    impulseLogExponent: 0,
    lossLog: 0,
    lossLogExponent: 0,
  };
}
