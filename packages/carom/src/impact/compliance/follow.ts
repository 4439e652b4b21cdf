/**
 * A whole impact with tangential springs: the initial mode, then slip and stick in turn until the springs let go.
 */
import type { ComplianceContact } from "./contact.js";
import { beginPath, type CompliancePath, type ComplianceState } from "./path.js";
import { SERIES_DEFAULTS, type SeriesAccuracy } from "./power-series.js";
import { slip } from "./slip.js";
import { type StickStart, stick } from "./stick.js";
import { pressStraight, slideStraight, slidingChange } from "./straight.js";

/** A start this close to the friction cone (in parts of the slip) is on it, up to rounding. */
const BORDERLINE = 4e-16;
/** So many changes of mode in one place are rounding's: the next stretch of sticking is made to leave it. */
const STUCK_IN_PLACE = 3;

/** Follows the impact and leaves events and end state in `path`. */
export function followCompliance(contact: ComplianceContact, path: CompliancePath, accuracy: SeriesAccuracy = SERIES_DEFAULTS): void {
  beginPath(path, contact);
  const { state } = path;
  if (contact.friction === 0) {
    slideStraight(contact, path);
    return;
  }
  if (contact.planar && contact.slip1 === 0 && contact.d1 === 0) {
    pressStraight(contact, path);
    return;
  }
  let slips = startsSlipping(contact, path);
  let start: StickStart = "tip";
  let place = -1;
  let changes = 0;
  for (;;) {
    changes = state.normalImpulse > place ? 0 : changes + 1;
    place = state.normalImpulse;
    if (slips) {
      if (!slip(contact, path, state.normalImpulse === 0, accuracy)) return;
      start = startOfSticking(contact, state);
    } else if (!stick(contact, path, start, changes > STUCK_IN_PLACE)) return;
    slips = !slips;
  }
}

function startOfSticking(contact: ComplianceContact, { normalImpulse, compressing }: ComplianceState): StickStart {
  if (normalImpulse === 0) return "tip";
  return contact.restitutionFriction < contact.friction && !compressing ? "inside" : "cone";
}

/**
 * At the tip of the cone the ratio of the velocities decides; where it lies on the cone, whether sliding would gain speed (001 Prop. 1,
 * (55), (56)).
 */
function startsSlipping(contact: ComplianceContact, path: CompliancePath): boolean {
  const { slip1, friction, stiffnessRatio } = contact;
  const sliding = slip1 - friction * stiffnessRatio;
  if (Math.abs(sliding) > BORDERLINE * slip1) return sliding > 0;
  return slidingChange(contact, path.state, friction) > 0;
}
