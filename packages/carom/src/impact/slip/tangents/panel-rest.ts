/**
 * From a place of an attracted panel to rest at t = 0, and the rows there. Letters as in panels.ts and series/panel.ts.
 *
 * Impulse and M left to rest are t^q and t^(2 q) times what the series of the panel sum to, so the powers go to the rule (rest-rule.ts).
 */
import { exp, log } from "../../../math/elementary.js";
import type { SlipContact } from "../contact.js";
import type { Point } from "../series/point.js";
import type { SlipWorkspace } from "../series/workspace.js";
import { bringRows, type Integrals, PATH_KINDS } from "./integrals.js";
import { addAlong } from "./panel-nodes.js";
import { restAt } from "./rest.js";
import { REST_NODES, REST_PLACES, restWeights, SMOOTH } from "./rest-rule.js";
import { fastestRate } from "./stretch.js";

/** Distance of the nearest root over the t from which the rule at rest has its digits. */
export const WHOLE_TO_REST = 2.8;

/** A turning rate below this part of the fastest rate, where the last way to rest begins, leaves too few digits. */
const LEAST_TURNING = 1e-5;

/** Moves the rows from where they are, at t = piece.from, to rest, and into the chain. */
export function passToRest(integrals: Integrals, work: SlipWorkspace, contact: SlipContact, rest: Point): void {
  const { along, aside, held, here, impulse, numbers, piece, weights, weights2, moments, chain } = integrals;
  const { arc, impulseSeries, lossSeries, panel, speedSeries, tangential, turning } = work;
  const { b11, b12, b22, d1, d2, friction, hold1, hold2 } = contact;
  const { from } = piece;
  const { exponent, impulseFactor, lossFactor, scale } = panel;
  const turning1 = turning[1];
  const turning2 = turning[2];
  const turning3 = turning[3];
  const turning4 = turning[4];
  const re1 = arc.attracting1;
  const im1 = arc.attracting2;
  const ratio = panel.attract1;
  const re2 = ratio * re1 + panel.repel1 * arc.repelling1;
  const im2 = ratio * im1 + panel.repel1 * arc.repelling2;
  const half = 0.5 * tangential.unit;
  const width = 2 * panel.width;
  const last = panel.count - 2;
  const whole = exp(exponent * log(from / panel.from));
  // What is divided by g below is a difference as small as g.
  if (Math.abs(here.turn) < LEAST_TURNING * fastestRate(contact)) {
    integrals.usable = false;
    return;
  }
  impulse.fill(0);
  restWeights(exponent, weights, moments);
  restWeights(2 * exponent, weights2, moments);
  for (let j = 0; j <= REST_NODES; j++) {
    // The last is where the rows are.
    const place = j < REST_NODES ? REST_PLACES[j] : 1;
    const t = from * place;
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
    const upper = turning1 + t * (turning2 + t * (turning3 + t * turning4));
    const re = re1 + t * re2;
    const im = im1 + t * im2;
    const length = re * re + im * im;
    const z1 = (re * re - im * im) / length;
    const z2 = (2 * re * im) / length;
    const a1 = friction * (b11 * z1 + b12 * z2);
    const a2 = friction * (b12 * z1 + b22 * z2);
    const radial = z1 * (d1 - a1) + z2 * (d2 - a2);
    const turn = (t * upper) / (length * length);
    // All without the power of t.
    const speed = scale * whole * upper * length * (speedEven + t * speedOdd);
    const hold = hold1 * z1 + hold2 * z2;
    const left = -impulseFactor * whole * (impulseEven + t * impulseOdd);
    const work2 = half * speed * speed * (b22 * z1 * z1 - 2 * b12 * z1 * z2 + b11 * z2 * z2);
    const heldLeft = -2 * (lossFactor * whole * whole * (lossEven + t * lossOdd) + work2);
    const turned = (speed + radial * left) / turn;
    const turnedHeld = (radial * heldLeft + hold * speed * speed) / turn;
    if (j < REST_NODES) {
      // dt/t is in the weights, where the exponent is not large.
      const clock = (-from * width * length) / (t * upper);
      const power = exponent > SMOOTH ? exp(exponent * log(place)) : 1;
      const power2 = 2 * exponent > SMOOTH ? exp(2 * exponent * log(place)) : 1;
      const share = weights[j] * clock * power;
      const share2 = weights2[j] * clock * power2;
      addAlong(impulse, z1, z2, share * left, -share * turned);
      addAlong(held, z1, z2, share2 * heldLeft, -share2 * turnedHeld);
      numbers.slip1 += share2 * speed * speed * z1;
      numbers.slip2 += share2 * speed * speed * z2;
    } else {
      const unit = 1 / here.speed;
      // Before the sources that were added above these come too: sums know no order.
      for (let k = 0; k < PATH_KINDS; k++) {
        impulse[k] += unit * (along[k] * left - aside[k] * turned);
        held[k] += unit * (along[k] * heldLeft - aside[k] * turnedHeld);
      }
    }
  }
  bringRows(integrals, contact, rest, true);
  restAt(chain, rest.normalImpulse);
}
