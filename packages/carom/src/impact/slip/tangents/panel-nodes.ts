/**
 * The integrals of panels.ts over a piece of a panel, node by node. Letters as there and in series/panel.ts.
 *
 * One dense loop: most of the time of all derivatives is spent here. The state at a node is summed in place instead of by evaluate.ts
 * (panels.test.ts holds the result to Taylor's path), and M = slip . B^-1 slip/2 + D, less what that was before impact, because E = -(v_0 -
 * H(0)) p - stickSlope p^2/2 - M and the works of the impulses are all there is besides the friction loss D.
 */
import type { SlipContact } from "../contact.js";
import { raise } from "../series/exponential.js";
import { isAtRoot } from "../series/panel.js";
import type { SlipWorkspace } from "../series/workspace.js";
import { BY_A11, BY_A12, BY_A22, BY_D1, BY_D2, type Integrals } from "./integrals.js";

/** Gauss's rule on [0, 1]. */
export interface NodeRule {
  readonly count: number;
  readonly places: Float64Array;
  readonly weights: Float64Array;
}

/** Adds the integrals over the piece in hand. Not for panels with a term that is nearly a logarithm. */
export function addNodes(integrals: Integrals, work: SlipWorkspace, contact: SlipContact, rule: NodeRule): void {
  const { piece, point, stretch, shift, moment, numbers } = integrals;
  const { arc, energySeries, impulseSeries, origin, panel, speedSeries, tangential, turning } = work;
  const { b11, b12, b22, d1, d2, friction, hold1, hold2, normalVelocity, stickSlope } = contact;
  const { places, weights, count } = rule;
  const { from, to } = piece;
  const atRoot = isAtRoot(work);
  // A short panel has the stored energy for itself, with more digits than the balance leaves.
  const short = panel.kind === "short";
  const lossSeries = short ? energySeries : work.lossSeries;
  const stored = origin.storedEnergy + piece.lost;
  const last = panel.count - 2;
  const re0 = panel.attract0 * arc.attracting1 + panel.repel0 * arc.repelling1;
  const re1 = panel.attract1 * arc.attracting1 + panel.repel1 * arc.repelling1;
  const im0 = panel.attract0 * arc.attracting2 + panel.repel0 * arc.repelling2;
  const im1 = panel.attract1 * arc.attracting2 + panel.repel1 * arc.repelling2;
  const half = 0.5 * tangential.unit;
  const twice = 2 * panel.width * (to - from);
  const { scale, impulseFactor, lossFactor, impulseSum, lossSum } = panel;
  const impulse0 = origin.normalImpulse - impulseFactor * impulseSum;
  const loss0 = origin.frictionLoss - lossFactor * lossSum - numbers.work;
  let least = numbers.least;
  let most = numbers.most;
  let mostSpeed = numbers.speed;
  let mostPlace = numbers.place;
  let slips1 = 0;
  let slips2 = 0;
  for (let j = 0; j < count; j++) {
    const t = from + places[j] * (to - from);
    const step = t * t;
    let speedEven = 0;
    let speedOdd = 0;
    let impulseEven = 0;
    let impulseOdd = 0;
    let lossEven = 0;
    let lossOdd = 0;
    for (let k = last; k >= 0; k -= 2) {
      speedEven = speedEven * step + speedSeries[k];
      speedOdd = speedOdd * step + speedSeries[k + 1];
      impulseEven = impulseEven * step + impulseSeries[k];
      impulseOdd = impulseOdd * step + impulseSeries[k + 1];
      lossEven = lossEven * step + lossSeries[k];
      lossOdd = lossOdd * step + lossSeries[k + 1];
    }
    const upper = turning[1] + t * (turning[2] + t * (turning[3] + t * turning[4]));
    let power = t;
    let power2 = t;
    let swing = turning[0] + t * upper;
    let height = scale * (speedEven + t * speedOdd);
    if (atRoot) {
      point.t = t;
      raise(work, point);
      power = point.power;
      power2 = power * power;
      swing = t * upper;
      height *= power * upper;
    } else {
      height *= swing;
    }
    const p = impulse0 + impulseFactor * power * (impulseEven + t * impulseOdd);
    const re = re0 + t * re1;
    const im = im0 + t * im1;
    const square1 = re * re - im * im;
    const square2 = 2 * re * im;
    const length = re * re + im * im;
    const inverse = 1 / (length * swing);
    const perLength = inverse * swing;
    const z1 = square1 * perLength;
    const z2 = square2 * perLength;
    const slip1 = height * square1;
    const slip2 = height * square2;
    const rate1 = d1 - friction * (b11 * z1 + b12 * z2);
    const rate2 = d2 - friction * (b12 * z1 + b22 * z2);
    const hold = hold1 * slip1 + hold2 * slip2;
    const summed = lossEven + t * lossOdd;
    const held = short
      ? -2 * (stored + t * summed + p * (normalVelocity - numbers.hold + 0.5 * stickSlope * p))
      : 2 * (loss0 + lossFactor * power2 * summed + half * (b22 * slip1 * slip1 - 2 * b12 * slip1 * slip2 + b11 * slip2 * slip2));
    const swept = Math.abs(z1 * rate2 - z2 * rate1);
    if (swept < least) least = swept;
    if (swept > most) {
      most = swept;
      mostSpeed = height * length;
      mostPlace = p;
    }
    // Share of the normal impulse, and that over slip x slip'.
    const perSwing = inverse * length;
    const rateOfShare = weights[j] * twice * length * length * perSwing;
    const share = rateOfShare * height;
    const unit = rateOfShare * length * perSwing;
    slips1 += share * slip1;
    slips2 += share * slip2;
    const k1 = rate2 * unit;
    const k2 = -rate1 * unit;
    const n1 = slip2 * unit;
    const n2 = -slip1 * unit;
    addProduct(stretch, z1, z2, k1, k2);
    addProduct(shift, z1, z2, p * k1 - n1, p * k2 - n2);
    addProduct(moment, z1, z2, held * k1 - hold * n1, held * k2 - hold * n2);
  }
  numbers.least = least;
  numbers.most = most;
  numbers.speed = mostSpeed;
  numbers.place = mostPlace;
  numbers.slip1 += slips1;
  numbers.slip2 += slips2;
}

/** Adds (w1, w2) . (dd - dA z) for each part of d and A. */
export function addProduct(row: Float64Array, z1: number, z2: number, w1: number, w2: number): void {
  row[BY_D1] += w1;
  row[BY_D2] += w2;
  row[BY_A11] -= w1 * z1;
  row[BY_A12] -= w1 * z2 + w2 * z1;
  row[BY_A22] -= w2 * z2;
}
