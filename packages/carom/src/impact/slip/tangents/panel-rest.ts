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
import { bringRows, type Integrals, PATH_KINDS, type RestNode } from "./integrals.js";
import { addAlong } from "./panel-nodes.js";
import { restAt } from "./rest.js";
import { REST_NODES, REST_PLACES, restWeights, SMOOTH } from "./rest-rule.js";

/** Distance of the nearest root over the t from which the rule at rest has its digits. */
export const WHOLE_TO_REST = 2.8;

/** Moves the rows from where they are, at t = piece.from, to rest, and into the chain. */
export function passToRest(integrals: Integrals, work: SlipWorkspace, contact: SlipContact, rest: Point): void {
  const { along, aside, held, here, impulse, node, numbers, piece, weights, weights2, moments, chain } = integrals;
  const { panel } = work;
  const { from } = piece;
  const { exponent } = panel;
  const whole = exp(exponent * log(from / panel.from));
  impulse.fill(0);
  restWeights(exponent, weights, moments);
  restWeights(2 * exponent, weights2, moments);
  for (let j = 0; j < REST_NODES; j++) {
    const place = REST_PLACES[j];
    evaluateToRest(node, work, contact, from * place, whole);
    const { z1, z2, speed, left, turned, heldLeft, turnedHeld } = node;
    // dt/t is in the weights, where the exponent is not large.
    const clock = -from * node.clock;
    const power = exponent > SMOOTH ? exp(exponent * log(place)) : 1;
    const power2 = 2 * exponent > SMOOTH ? exp(2 * exponent * log(place)) : 1;
    const share = weights[j] * clock * power;
    const share2 = weights2[j] * clock * power2;
    addAlong(impulse, z1, z2, share * left, -share * turned);
    addAlong(held, z1, z2, share2 * heldLeft, -share2 * turnedHeld);
    numbers.slip1 += share2 * speed * speed * z1;
    numbers.slip2 += share2 * speed * speed * z2;
  }
  // What the rows had come to where this way begins: sums know no order.
  evaluateToRest(node, work, contact, from, whole);
  const unit = 1 / here.speed;
  for (let k = 0; k < PATH_KINDS; k++) {
    impulse[k] += unit * (along[k] * node.left - aside[k] * node.turned);
    held[k] += unit * (along[k] * node.heldLeft - aside[k] * node.turnedHeld);
  }
  bringRows(integrals, contact, rest, true);
  restAt(chain, rest.normalImpulse);
}

/**
 * Dense: most of the time of the way to rest is spent here. A name with `rise` is what has changed since t = 0, over t; one with 0 is the
 * value there. Powers of t are left out, and `whole` stands for that from where the panel begins to where its last part does.
 */
function evaluateToRest(node: RestNode, work: SlipWorkspace, contact: SlipContact, t: number, whole: number): void {
  const { arc, impulseSeries, lossSeries, panel, speedSeries, tangential, turning } = work;
  const { b11, b12, b22, d1, d2, friction, hold1, hold2 } = contact;
  const step = t * t;
  let speedEven = 0;
  let speedOdd = 0;
  let impulseEven = 0;
  let impulseOdd = 0;
  let lossEven = 0;
  let lossOdd = 0;
  // All but the first two terms, over t^2.
  for (let k = panel.count - 2; k > 0; k -= 2) {
    speedEven = speedEven * step + speedSeries[k];
    speedOdd = speedOdd * step + speedSeries[k + 1];
    impulseEven = impulseEven * step + impulseSeries[k];
    impulseOdd = impulseOdd * step + impulseSeries[k + 1];
    lossEven = lossEven * step + lossSeries[k];
    lossOdd = lossOdd * step + lossSeries[k + 1];
  }
  const speedRise = speedSeries[1] + t * (speedEven + t * speedOdd);
  const impulseRise = impulseSeries[1] + t * (impulseEven + t * impulseOdd);
  const lossRise = lossSeries[1] + t * (lossEven + t * lossOdd);
  const speedSum = speedSeries[0] + t * speedRise;

  const re0 = arc.attracting1;
  const im0 = arc.attracting2;
  const reRise = panel.attract1 * re0 + panel.repel1 * arc.repelling1;
  const imRise = panel.attract1 * im0 + panel.repel1 * arc.repelling2;
  const re = re0 + t * reRise;
  const im = im0 + t * imRise;
  const length0 = re0 * re0 + im0 * im0;
  const length = re * re + im * im;
  const lengthRise = 2 * (re0 * reRise + im0 * imRise) + t * (reRise * reRise + imRise * imRise);
  const z1 = (re * re - im * im) / length;
  const z2 = (2 * re * im) / length;
  const z10 = (re0 * re0 - im0 * im0) / length0;
  const z20 = (2 * re0 * im0) / length0;
  // The chord of two directions is twice the sine of half the angle between them, across the direction half-way.
  const chord = (2 * (re0 * imRise - im0 * reRise)) / (length0 * length);
  const rise1 = -chord * (re0 * im + im0 * re);
  const rise2 = chord * (re0 * re - im0 * im);
  const sum1 = z1 + z10;
  const sum2 = z2 + z20;

  const radial0 = z10 * (d1 - friction * (b11 * z10 + b12 * z20)) + z20 * (d2 - friction * (b12 * z10 + b22 * z20));
  const radialRise = rise1 * (d1 - friction * (b11 * sum1 + b12 * sum2)) + rise2 * (d2 - friction * (b12 * sum1 + b22 * sum2));
  const upper0 = turning[1];
  const upperRise = turning[2] + t * (turning[3] + t * turning[4]);
  const upper = upper0 + t * upperRise;
  const factor = panel.scale * whole;
  const speed0 = factor * upper0 * length0 * speedSeries[0];
  const speed = factor * upper * length * speedSum;
  const changed = factor * (upperRise * length * speedSum + upper0 * (lengthRise * speedSum + length0 * speedRise));
  const squareRise = changed * (speed + speed0);
  const half = 0.5 * tangential.unit;
  const shape = b22 * z1 * z1 - 2 * b12 * z1 * z2 + b11 * z2 * z2;
  const shapeRise = rise1 * (b22 * sum1 - b12 * sum2) + rise2 * (b11 * sum2 - b12 * sum1);
  const impulseUnit = -panel.impulseFactor * whole;
  const lossUnit = -2 * panel.lossFactor * whole * whole;
  const left = impulseUnit * (impulseSeries[0] + t * impulseRise);
  const heldLeft = lossUnit * (lossSeries[0] + t * lossRise) - 2 * half * speed * speed * shape;
  const heldRise = lossUnit * lossRise - 2 * half * (squareRise * shape + speed0 * speed0 * shapeRise);
  const perTurn = (length * length) / upper;
  node.z1 = z1;
  node.z2 = z2;
  node.speed = speed;
  node.left = left;
  node.heldLeft = heldLeft;
  node.turned = perTurn * (changed + radialRise * left + radial0 * impulseUnit * impulseRise);
  const holdRise = hold1 * rise1 + hold2 * rise2;
  const hold0 = hold1 * z10 + hold2 * z20;
  node.turnedHeld = perTurn * (radialRise * heldLeft + radial0 * heldRise + holdRise * speed * speed + hold0 * squareRise);
  node.clock = (2 * panel.width * length) / (t * upper);
}
