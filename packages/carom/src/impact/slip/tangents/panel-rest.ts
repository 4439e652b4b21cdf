/**
 * From a place of an attracted panel to rest at t = 0, and the rows there. Letters as in panels.ts and series/panel.ts.
 *
 * Impulse P and M left to rest are t^q and t^(2 q) times what the series of the panel sum to, so the powers go to the rule (rest-rule.ts).
 * Both r + f P and f (2 M) + H r are as small as g at rest, by which they are divided: they are put together from what each factor has
 * changed by since t = 0, over t, which polynomials and directions tell without a difference.
 */
import { exp, log } from "../../../math/elementary.js";
import type { SlipContact } from "../contact.js";
import type { Point } from "../series/point.js";
import type { SlipWorkspace } from "../series/workspace.js";
import { BY_D1, BY_D2, BY_SHEAR, BY_STRETCH, BY_TRACE, type Integrals, PATH_KINDS } from "./integrals.js";
import { bringToRest } from "./panel-end.js";
import { lastPair } from "./panel-nodes.js";
import { type RestRule, restWeights, SMOOTH } from "./rest-rule.js";

/** Moves the rows from where they are, at t = piece.from, to rest, and into the chain. */
export function passToRest(integrals: Integrals, work: SlipWorkspace, contact: SlipContact, rest: Point, rule: RestRule): void {
  const { along, shift, held, here, impulse, piece, toRest } = integrals;
  const { exponent, from } = work.panel;
  sumToRest(integrals, work, rule);
  evaluateToRest(integrals, work, contact, rule.count, exp(exponent * log(piece.from / from)));
  const { left, turned, heldLeft, turnedHeld } = toRest;
  const { count } = rule;
  const unit = 1 / here.speed;
  const unitAside = unit * here.turn;
  for (let k = 0; k < PATH_KINDS; k++) {
    const x = unit * along[k];
    const y = unitAside * shift[k];
    impulse[k] = x * left[count] - y * turned[count];
    held[k] += x * heldLeft[count] - y * turnedHeld[count];
  }
  addSourcesToRest(integrals, rule, exponent);
  bringToRest(integrals, contact, rest);
}

/** The three series without their first terms, over t, at the nodes and, last, where the way to rest begins. */
function sumToRest({ toRest, piece }: Integrals, { impulseSeries, lossSeries, panel, speedSeries }: SlipWorkspace, rule: RestRule): void {
  const { count, places: shares } = rule;
  const { t: places, speed, left, heldLeft } = toRest;
  for (let j = 0; j <= count; j++) {
    const t = j < count ? piece.from * shares[j] : piece.from;
    const step = t * t;
    let speedEven = 0;
    let speedOdd = 0;
    let impulseEven = 0;
    let impulseOdd = 0;
    let lossEven = 0;
    let lossOdd = 0;
    // All but the first two terms, over t^2.
    for (let k = lastPair(panel.count, t); k > 0; k -= 2) {
      speedEven = speedEven * step + speedSeries[k];
      speedOdd = speedOdd * step + speedSeries[k + 1];
      impulseEven = impulseEven * step + impulseSeries[k];
      impulseOdd = impulseOdd * step + impulseSeries[k + 1];
      lossEven = lossEven * step + lossSeries[k];
      lossOdd = lossOdd * step + lossSeries[k + 1];
    }
    places[j] = t;
    speed[j] = speedSeries[1] + t * (speedEven + t * speedOdd);
    left[j] = impulseSeries[1] + t * (impulseEven + t * impulseOdd);
    heldLeft[j] = lossSeries[1] + t * (lossEven + t * lossOdd);
  }
}

/**
 * From these sums to what the sources are multiplied with. A name with `rise` is what has changed since t = 0, over t; one with 0 is the
 * value there. Powers of t are left out, and `whole` stands for that from where the panel begins to where its last part does.
 */
function evaluateToRest({ toRest }: Integrals, work: SlipWorkspace, contact: SlipContact, count: number, whole: number): void {
  const { arc, impulseSeries, lossSeries, panel, speedSeries, tangential, turning } = work;
  const { t: places, z1: firsts, z2: seconds, speed: speeds, left: lefts, heldLeft: heldLefts, turned, turnedHeld, clock } = toRest;
  const { b11, b12, b22, d1, d2, friction, hold1, hold2 } = contact;
  const re0 = arc.attracting1;
  const im0 = arc.attracting2;
  const reRise = panel.attract1 * re0 + panel.repel1 * arc.repelling1;
  const imRise = panel.attract1 * im0 + panel.repel1 * arc.repelling2;
  const length0 = re0 * re0 + im0 * im0;
  const z10 = (re0 * re0 - im0 * im0) / length0;
  const z20 = (2 * re0 * im0) / length0;
  const radial0 = z10 * (d1 - friction * (b11 * z10 + b12 * z20)) + z20 * (d2 - friction * (b12 * z10 + b22 * z20));
  const hold0 = hold1 * z10 + hold2 * z20;
  const upper0 = turning[1];
  const factor = panel.scale * whole;
  const speed0 = factor * upper0 * length0 * speedSeries[0];
  const half = 0.5 * tangential.unit;
  const impulseUnit = -panel.impulseFactor * whole;
  const lossUnit = -2 * panel.lossFactor * whole * whole;
  const lengthSlope = 2 * (re0 * reRise + im0 * imRise);
  const lengthBend = reRise * reRise + imRise * imRise;
  const chord0 = (2 * (re0 * imRise - im0 * reRise)) / length0;
  const width = -2 * panel.width;
  for (let j = 0; j <= count; j++) {
    const t = places[j];
    const speedRise = speeds[j];
    const impulseRise = lefts[j];
    const lossRise = heldLefts[j];
    const speedSum = speedSeries[0] + t * speedRise;
    const re = re0 + t * reRise;
    const im = im0 + t * imRise;
    const lengthRise = lengthSlope + t * lengthBend;
    const length = length0 + t * lengthRise;
    const perLength = 1 / length;
    const z1 = (re * re - im * im) * perLength;
    const z2 = 2 * re * im * perLength;
    // The chord of two directions is twice the sine of half the angle between them, across the direction half-way.
    const chord = chord0 * perLength;
    const rise1 = -chord * (re0 * im + im0 * re);
    const rise2 = chord * (re0 * re - im0 * im);
    const sum1 = z1 + z10;
    const sum2 = z2 + z20;
    const radialRise = rise1 * (d1 - friction * (b11 * sum1 + b12 * sum2)) + rise2 * (d2 - friction * (b12 * sum1 + b22 * sum2));
    const upperRise = turning[2] + t * (turning[3] + t * turning[4]);
    const upper = upper0 + t * upperRise;
    const speed = factor * upper * length * speedSum;
    const changed = factor * (upperRise * length * speedSum + upper0 * (lengthRise * speedSum + length0 * speedRise));
    const squareRise = changed * (speed + speed0);
    const shape = b22 * z1 * z1 - 2 * b12 * z1 * z2 + b11 * z2 * z2;
    const shapeRise = rise1 * (b22 * sum1 - b12 * sum2) + rise2 * (b11 * sum2 - b12 * sum1);
    const left = impulseUnit * (impulseSeries[0] + t * impulseRise);
    const heldLeft = lossUnit * (lossSeries[0] + t * lossRise) - 2 * half * speed * speed * shape;
    const heldRise = lossUnit * lossRise - 2 * half * (squareRise * shape + speed0 * speed0 * shapeRise);
    const perUpper = 1 / upper;
    const perTurn = length * length * perUpper;
    const holdRise = hold1 * rise1 + hold2 * rise2;
    firsts[j] = z1;
    seconds[j] = z2;
    speeds[j] = speed;
    lefts[j] = left;
    heldLefts[j] = heldLeft;
    turned[j] = perTurn * (changed + radialRise * left + radial0 * impulseUnit * impulseRise);
    turnedHeld[j] = perTurn * (radialRise * heldLeft + radial0 * heldRise + holdRise * speed * speed + hold0 * squareRise);
    // Per place over the place: dt/t is in the weights, where the exponent is not large.
    clock[j] = width * length * perUpper;
  }
}

/** What changes of d and A on the way change at rest. */
function addSourcesToRest({ impulse, held, numbers, toRest }: Integrals, rule: RestRule, exponent: number): void {
  const { count, places } = rule;
  const { z1, z2, speed, left, turned, heldLeft, turnedHeld, clock, weights, weights2, moments } = toRest;
  restWeights(rule, exponent, weights, moments);
  restWeights(rule, 2 * exponent, weights2, moments);
  for (let j = 0; j < count; j++) {
    const place = places[j];
    let share = weights[j] * clock[j];
    let share2 = weights2[j] * clock[j];
    if (2 * exponent > SMOOTH) share2 *= exp(2 * exponent * log(place)) / place;
    if (exponent > SMOOTH) share *= exp(exponent * log(place)) / place;
    const c = z1[j];
    const s = z2[j];
    const doubled1 = c * c - s * s;
    const doubled2 = 2 * c * s;
    const m = share * left[j];
    const l = share * turned[j];
    const mHeld = share2 * heldLeft[j];
    const lHeld = share2 * turnedHeld[j];
    const passed = share2 * speed[j] * speed[j];
    numbers.slip1 += passed * c;
    numbers.slip2 += passed * s;
    impulse[BY_D1] += m * c + l * s;
    impulse[BY_D2] += m * s - l * c;
    impulse[BY_TRACE] += m;
    impulse[BY_STRETCH] += m * doubled1 + l * doubled2;
    impulse[BY_SHEAR] -= m * doubled2 - l * doubled1;
    held[BY_D1] += mHeld * c + lHeld * s;
    held[BY_D2] += mHeld * s - lHeld * c;
    held[BY_TRACE] += mHeld;
    held[BY_STRETCH] += mHeld * doubled1 + lHeld * doubled2;
    held[BY_SHEAR] -= mHeld * doubled2 - lHeld * doubled1;
  }
}
