/**
 * How the rows of panels.ts move over one piece of a panel. Letters as there.
 *
 * Dense: with the nodes (panel-nodes.ts) this is where most of the time of all derivatives is spent.
 */
import type { SlipContact } from "../contact.js";
import type { SlipWorkspace } from "../series/workspace.js";
import { SHARP } from "./chain.js";
import { BY_D1, BY_D2, BY_SHEAR, BY_STRETCH, BY_TRACE, type Integrals, PATH_KINDS } from "./integrals.js";
import { fillNodes } from "./panel-nodes.js";
import type { PieceRule } from "./piece-rules.js";

/** Moves the rows over the piece in hand. */
export function passPiece(integrals: Integrals, work: SlipWorkspace, contact: SlipContact, rule: PieceRule): void {
  fillNodes(integrals, work, contact, rule);
  if (integrals.piece.near) {
    moveRows(integrals, rule.count);
    addSources(integrals, rule);
  } else {
    sumSources(integrals, rule);
    shiftRows(integrals, rule.count);
  }
  arrive(integrals, rule.count);
}

/**
 * Away from invariant directions a change of the slip goes on as s slip' + b (slip - p slip'), p counted from the end of the piece: b
 * stays as it is, and what is added to M besides H s is twice b M. So nothing of the end enters into what changes of d and A on the piece
 * add to these three: m z + l q over the clock dtau is m - f l/g to b, -P m + (r + f P) l/g to s, 2 M m - (2 f M + H r) l/g to the third,
 * P and M counted from there to the end.
 */
function sumSources({ nodes, numbers, sources }: Integrals, { count, weights }: PieceRule): void {
  const { z1, z2, speed, radial, perTurn, clock, hold, left, heldLeft } = nodes;
  let along0 = 0;
  let along1 = 0;
  let along2 = 0;
  let along3 = 0;
  let along4 = 0;
  let shift0 = 0;
  let shift1 = 0;
  let shift2 = 0;
  let shift3 = 0;
  let shift4 = 0;
  let held0 = 0;
  let held1 = 0;
  let held2 = 0;
  let held3 = 0;
  let held4 = 0;
  let slip1 = 0;
  let slip2 = 0;
  for (let j = 0; j < count; j++) {
    const c = z1[j];
    const s = z2[j];
    const r = speed[j];
    const x = weights[j] * clock[j];
    const turned = x * perTurn[j];
    const xAside = turned * radial[j];
    const y = x * left[j];
    const yAside = turned * r + xAside * left[j];
    const h = 2 * x * heldLeft[j];
    const hAside = turned * r * hold[j] + 2 * xAside * heldLeft[j];
    const doubled1 = c * c - s * s;
    const doubled2 = 2 * c * s;
    const passed = x * r * r;
    slip1 += passed * c;
    slip2 += passed * s;
    along0 += c * x + s * xAside;
    along1 += s * x - c * xAside;
    along2 += x;
    along3 += doubled1 * x + doubled2 * xAside;
    along4 += doubled2 * x - doubled1 * xAside;
    shift0 += c * y + s * yAside;
    shift1 += s * y - c * yAside;
    shift2 += y;
    shift3 += doubled1 * y + doubled2 * yAside;
    shift4 += doubled2 * y - doubled1 * yAside;
    held0 += c * h + s * hAside;
    held1 += s * h - c * hAside;
    held2 += h;
    held3 += doubled1 * h + doubled2 * hAside;
    held4 += doubled2 * h - doubled1 * hAside;
  }
  numbers.slip1 += slip1;
  numbers.slip2 += slip2;
  const { along, shift, held } = sources;
  along[BY_D1] = along0;
  along[BY_D2] = along1;
  along[BY_TRACE] = along2;
  along[BY_STRETCH] = along3;
  along[BY_SHEAR] = -along4;
  shift[BY_D1] = -shift0;
  shift[BY_D2] = -shift1;
  shift[BY_TRACE] = -shift2;
  shift[BY_STRETCH] = -shift3;
  shift[BY_SHEAR] = shift4;
  held[BY_D1] = held0;
  held[BY_D2] = held1;
  held[BY_TRACE] = held2;
  held[BY_STRETCH] = held3;
  held[BY_SHEAR] = -held4;
}

/** The rows at the end of the piece, by what it adds. */
function shiftRows({ along, shift, held, here, piece, nodes, sources }: Integrals, end: number): void {
  const unit = 1 / here.speed;
  const { radial, hold } = here;
  const speedEnd = nodes.speed[end];
  const radialEnd = nodes.radial[end];
  const holdEnd = nodes.hold[end];
  const { impulse, held: passed } = piece;
  for (let k = 0; k < PATH_KINDS; k++) {
    const before = shift[k];
    const b = unit * (along[k] - before * radial);
    const whole = b + sources.along[k];
    const s = before - b * impulse + sources.shift[k];
    along[k] = whole * speedEnd + s * radialEnd;
    shift[k] = s;
    held[k] += 2 * b * passed + sources.held[k] + s * holdEnd - before * hold;
  }
}

/** What the rows at the beginning of the piece become at its end, beside an invariant direction. */
function moveRows({ along, shift, held, here, piece, nodes }: Integrals, end: number): void {
  const unit = 1 / here.speed;
  const radialEnd = nodes.radial[end];
  const { impulse, rise } = piece;
  const spread = 2 * piece.held - impulse * nodes.hold[end];
  const alongByAlong = unit * (nodes.speed[end] - impulse * radialEnd);
  const alongByShift = rise + unit * here.radial * piece.radial;
  const shiftByAlong = -unit * impulse;
  const shiftByShift = 1 + unit * here.radial * impulse;
  const heldByAlong = unit * spread;
  const heldByShift = unit * (piece.turned + rise * spread);
  for (let k = 0; k < PATH_KINDS; k++) {
    const x = along[k];
    const y = shift[k];
    along[k] = alongByAlong * x + alongByShift * y;
    shift[k] = shiftByAlong * x + shiftByShift * y;
    held[k] += heldByAlong * x + heldByShift * y;
  }
}

/** What changes of d and A on the piece change at its end, beside an invariant direction. */
function addSources({ along, shift, held, nodes, numbers }: Integrals, { count, weights }: PieceRule): void {
  const { z1, z2, speed, radial, radialRise, perTurn, clock, hold, left, heldLeft, radialLeft, turnedLeft } = nodes;
  const speedEnd = speed[count];
  const radialEnd = radial[count];
  const holdEnd = hold[count];
  let along0 = 0;
  let along1 = 0;
  let along2 = 0;
  let along3 = 0;
  let along4 = 0;
  let shift0 = 0;
  let shift1 = 0;
  let shift2 = 0;
  let shift3 = 0;
  let shift4 = 0;
  let held0 = 0;
  let held1 = 0;
  let held2 = 0;
  let held3 = 0;
  let held4 = 0;
  let slip1 = 0;
  let slip2 = 0;
  for (let j = 0; j < count; j++) {
    const c = z1[j];
    const s = z2[j];
    const r = speed[j];
    const f = radial[j];
    const p = left[j];
    const rise = radialRise[j];
    const share = weights[j] * clock[j];
    const turned = share * perTurn[j];
    const spread = 2 * heldLeft[j] - p * holdEnd;
    const doubled1 = c * c - s * s;
    const doubled2 = 2 * c * s;
    const passed = share * r * r;
    const x = share * (speedEnd - p * radialEnd);
    const xAside = turned * (r * rise + f * radialLeft[j]);
    const y = share * p;
    const yAside = turned * (r + f * p);
    const h = share * spread;
    const hAside = turned * (turnedLeft[j] + rise * spread);
    slip1 += passed * c;
    slip2 += passed * s;
    along0 += c * x - s * xAside;
    along1 += s * x + c * xAside;
    along2 += x;
    along3 += doubled1 * x - doubled2 * xAside;
    along4 += doubled2 * x + doubled1 * xAside;
    shift0 += c * y + s * yAside;
    shift1 += s * y - c * yAside;
    shift2 += y;
    shift3 += doubled1 * y + doubled2 * yAside;
    shift4 += doubled2 * y - doubled1 * yAside;
    held0 += c * h - s * hAside;
    held1 += s * h + c * hAside;
    held2 += h;
    held3 += doubled1 * h - doubled2 * hAside;
    held4 += doubled2 * h + doubled1 * hAside;
  }
  numbers.slip1 += slip1;
  numbers.slip2 += slip2;
  along[BY_D1] += along0;
  along[BY_D2] += along1;
  along[BY_TRACE] += along2;
  along[BY_STRETCH] += along3;
  along[BY_SHEAR] -= along4;
  shift[BY_D1] -= shift0;
  shift[BY_D2] -= shift1;
  shift[BY_TRACE] -= shift2;
  shift[BY_STRETCH] -= shift3;
  shift[BY_SHEAR] += shift4;
  held[BY_D1] += held0;
  held[BY_D2] += held1;
  held[BY_TRACE] += held2;
  held[BY_STRETCH] += held3;
  held[BY_SHEAR] -= held4;
}

/** Takes the end of the piece as the place where the rows are, and sees how fast the slip turned. */
function arrive({ along, shift, here, nodes, numbers, passage, piece }: Integrals, end: number): void {
  const { z1, z2, speed, radial, perTurn, clock, hold, left } = nodes;
  const before = here.impulse;
  here.z1 = z1[end];
  here.z2 = z2[end];
  here.speed = speed[end];
  here.turn = 1 / perTurn[end];
  here.radial = radial[end];
  here.hold = hold[end];
  here.impulse += piece.impulse;
  piece.pace = speed[end] * clock[end];
  const { fastest } = piece;
  const most = Math.abs(1 / perTurn[fastest]);
  if (most <= numbers.most) return;
  numbers.most = most;
  if (most <= SHARP * numbers.first) return;
  numbers.speed = speed[fastest];
  numbers.place = before + piece.impulse - (fastest < end ? left[fastest] : 0);
  passage.speed = here.speed;
  passage.radial = here.radial;
  passage.impulse = here.impulse;
  for (let k = 0; k < PATH_KINDS; k++) {
    passage.along[k] = along[k];
    passage.shift[k] = shift[k];
  }
}

/**
 * From the end of a piece to the event that it was to end at. Events are found by expansions, which leave their t with about ten digits; to
 * first order in what is left of the normal impulse that is enough.
 */
export function stepTo(integrals: Integrals, { b11, b12, b22, friction, hold1, hold2 }: SlipContact, impulse: number): void {
  const { along, shift, held, here, numbers, piece } = integrals;
  const { z1, z2, speed, radial, turn } = here;
  const p = impulse - here.impulse;
  const clock = p / speed;
  const pull1 = friction * (b11 * z1 + b12 * z2);
  const pull2 = friction * (b12 * z1 + b22 * z2);
  const shear = turn - (z1 * pull2 - z2 * pull1);
  const hold = hold1 * z1 + hold2 * z2;
  const holdAside = hold2 * z1 - hold1 * z2;
  for (let k = 0; k < PATH_KINDS; k++) {
    const x = along[k];
    const y = shift[k];
    along[k] = x + clock * shear * turn * y;
    shift[k] = y + clock * (radial * y - x);
    held[k] += p * (hold * x + holdAside * turn * y);
  }
  const aside = p / turn;
  const doubled1 = z1 * z1 - z2 * z2;
  const doubled2 = 2 * z1 * z2;
  along[BY_D1] += z1 * p;
  along[BY_D2] += z2 * p;
  along[BY_TRACE] += p;
  along[BY_STRETCH] += doubled1 * p;
  along[BY_SHEAR] -= doubled2 * p;
  shift[BY_D1] -= z2 * aside;
  shift[BY_D2] += z1 * aside;
  shift[BY_STRETCH] -= doubled2 * aside;
  shift[BY_SHEAR] -= doubled1 * aside;
  numbers.slip1 += speed * z1 * p;
  numbers.slip2 += speed * z2 * p;
  const angle = turn * clock;
  here.z1 = z1 - z2 * angle;
  here.z2 = z2 + z1 * angle;
  here.speed = speed + radial * p;
  here.radial = radial + shear * angle;
  // q . B q is the trace less z . B z.
  here.turn = turn - angle * (radial + friction * (b11 + b22) - (z1 * pull1 + z2 * pull2));
  here.hold += p * (radial * hold + turn * holdAside);
  here.impulse = impulse;
  piece.last = piece.to + p / piece.pace;
}
