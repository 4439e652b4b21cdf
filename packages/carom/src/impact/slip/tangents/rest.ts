/**
 * The last slide before rest, straight along an invariant direction z, in closed form.
 *
 * With the clock of stretch.ts the slip speed falls as r e^(f tau), f < 0, and takes for ever. A change of the angle follows
 * da' = -(f + c) da + dg, c = friction q . B q, and that of log r follows f_a da + df, f_a = -friction z . B q. Over all tau, with u = -f,
 *
 *     integral of r d(log r) = r (d(log r)/u + df/u^2 + f_a (dg/u + da)/(u c))          integral of r da = r (dg/u + da)/c
 *     integral of 2 r^2 d(log r) = r^2 (d(log r)/u + df/(2 u^2) + f_a (dg/(2 u) + da)/(u (u + c)))
 *
 * whether neighbouring paths close in on z or leave it (da itself may grow; r da does not). The first is the change of the impulse, the
 * second that of the tangential impulse across, the third, times the friction, that of the friction loss, from which the energy follows.
 */
import type { SlipContact } from "../contact.js";
import type { SlipMotion } from "../motion.js";
import { OF_B11, OF_B12, OF_B22, OF_D1, OF_D2, OF_FRICTION, pullAlong, solveBlock, WIDTH } from "./columns.js";
import { type TangentRows, velocityTangent } from "./rows.js";
import { ANGLE, ENERGY, IMPULSE, IMPULSE1, IMPULSE2, SPEED } from "./stretch.js";

/** Moves the rows from the state, in which the contact slides straight towards rest, to rest; `rate`: of the slip speed, -u. */
export function slideToRest(chain: TangentRows, contact: SlipContact, state: SlipMotion, rate: number): void {
  const { rows } = chain;
  const { b11, b12, b22, d1, d2, friction, normal } = contact;
  const { slip1, slip2, normalImpulse, impulse1, impulse2, normalVelocity } = state;
  const r = Math.sqrt(slip1 * slip1 + slip2 * slip2);
  const z1 = slip1 / r;
  const z2 = slip2 / r;
  const u = -rate;
  const across = friction * (b11 * z2 * z2 - 2 * b12 * z1 * z2 + b22 * z1 * z1);
  const shear = -friction * ((b22 - b11) * z1 * z2 + b12 * (z1 * z1 - z2 * z2));
  const [radial, turning, before, after, along, aside, lost, mine1, mine2] = chain.scratch;
  pullAlong(contact, z1, z2, z1, z2, radial);
  pullAlong(contact, z1, z2, -z2, z1, turning);
  velocityTangent(chain, contact, state, before);

  const length = r / u;
  for (let c = 0; c < WIDTH; c++) {
    const angle = rows[ANGLE][c];
    const speed = rows[SPEED][c];
    along[c] = length * (speed + radial[c] / u + (shear * (turning[c] / u + angle)) / across);
    aside[c] = (r * (turning[c] / u + angle)) / across;
    lost[c] = friction * r * length * (speed + radial[c] / (2 * u) + (shear * (turning[c] / (2 * u) + angle)) / (u + across));
  }
  lost[OF_FRICTION] += 0.5 * r * length;
  for (let c = 0; c < WIDTH; c++) {
    mine1[c] = -friction * (z1 * along[c] - z2 * aside[c]);
    mine2[c] = -friction * (z2 * along[c] + z1 * aside[c]);
  }
  mine1[OF_FRICTION] -= length * z1;
  mine2[OF_FRICTION] -= length * z2;

  for (let c = 0; c < WIDTH; c++) {
    // Half the work of the impulses on the mean velocity, as it changes; slip is zero at the end.
    const slipNow1 = r * (rows[SPEED][c] * z1 - rows[ANGLE][c] * z2);
    const slipNow2 = r * (rows[SPEED][c] * z2 + rows[ANGLE][c] * z1);
    const work = mine1[c] * slip1 + mine2[c] * slip2 - friction * length * (z1 * slipNow1 + z2 * slipNow2);
    rows[ENERGY][c] -= 0.5 * work + lost[c];
    rows[IMPULSE][c] += along[c];
    rows[IMPULSE1][c] += mine1[c];
    rows[IMPULSE2][c] += mine2[c];
    rows[ANGLE][c] = 0;
    rows[SPEED][c] = 0;
  }
  const end = {
    normalImpulse: normalImpulse + length,
    impulse1: impulse1 - friction * length * z1,
    impulse2: impulse2 - friction * length * z2,
  };
  velocityTangent(chain, contact, end, after);
  const velocityAtRest = normalVelocity + (normal - friction * (d1 * z1 + d2 * z2)) * length;
  for (let c = 0; c < WIDTH; c++) rows[ENERGY][c] -= 0.5 * (along[c] * (normalVelocity + velocityAtRest) + length * (before[c] + after[c]));
}

/** Slip has stopped where the rows are, at this normal impulse. */
export function restAt(chain: TangentRows, impulse: number): void {
  chain.stop.set(chain.rows[IMPULSE]);
  chain.stopImpulse = impulse;
  chain.rests = true;
}

/** How a contact that sticks after it turns: change of -hold = -B^-1 d, -B^-1 (dd - dB hold). */
export function turnHold({ pair: found }: TangentRows, contact: SlipContact, ray1: Float64Array, ray2: Float64Array): void {
  const { hold1, hold2 } = contact;
  ray1.fill(0);
  ray2.fill(0);
  const set = (column: number, right1: number, right2: number) => {
    solveBlock(contact, -right1, -right2, found);
    ray1[column] = found[0];
    ray2[column] = found[1];
  };
  set(OF_D1, 1, 0);
  set(OF_D2, 0, 1);
  set(OF_B11, -hold1, 0);
  set(OF_B12, -hold2, -hold1);
  set(OF_B22, 0, -hold2);
}
