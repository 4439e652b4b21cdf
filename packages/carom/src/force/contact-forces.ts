/**
 * One contact through an impact: the force that its own indentation gives, and what there is to say of it.
 *
 * A contact that parts and comes back begins anew: each touch has its own deepest place and leaves its own dent. The contact law holds up
 * to the deepest place, Hertz's law around what stays from there on.
 */
import { pow } from "../math/elementary.js";
import { type ContactLaw, dampingForce, isMonotone, patchRadius, regimeOf, stiffnessForce } from "./contact-law.js";
import type { ContactForces, ForceWarning } from "./forces.js";
import { emptyIndentation } from "./initial-force.js";
import type { Recording, Span } from "./recording.js";

/** Rows from one touch to parting: of one event, or of several in a row. */
interface Touch {
  readonly from: number;
  readonly to: number;
  readonly deepest: number;
}

/** With what a contact pushed before the impact, N. */
export interface ForcesBefore {
  /** A load that is gone when the contact parts. */
  readonly preload: number;
  /** A load that it goes on to carry. */
  readonly load: number;
}

export function contactForces(
  recording: Recording,
  law: ContactLaw,
  contact: number,
  spans: readonly Span[],
  before: ForcesBefore,
  impulses: readonly number[],
): ContactForces {
  const dimension = impulses.length / recording.force.length;
  const normal = dimension - 1;
  const { time } = recording;
  const force = recording.force[contact];
  const indentation = recording.indentation[contact];
  const ratios = recording.ratios[contact];
  const touches = touchesOf(recording, contact, spans);
  const { load } = before;
  const local = new Array<number>(time.length).fill(load);
  for (const touch of touches) localForces(recording, law, contact, touch, before, local);
  const normals = force.map((row) => row[normal] + load);
  const peak = largest(normals);
  const main = touches.reduce<Touch | undefined>(
    (best, touch) => (best === undefined || indentation[touch.deepest] > indentation[best.deepest] ? touch : best),
    undefined,
  );
  const deep = main === undefined ? 0 : Math.max(0, indentation[main.deepest]);
  const last = main === undefined ? 0 : indentation[main.to - 1];
  const left = load > 0 && deep > last ? emptyIndentation(deep, last, load / stiffnessForce(law, deep)) : last;
  const permanent = Math.abs(left) <= ROUNDING * deep ? 0 : left;
  const impulse = impulses[(contact + 1) * dimension - 1];
  const ratio = impulse > 0 ? localImpulse(recording, contact, normal, local, load) / impulse : null;
  const pushes = normals.length > 0 && normals[peak] > 0;
  if (pushes) warn(recording.warnings, contact, law, deep, permanent, ratio);
  else if (touches.length > 0) recording.warnings.push(pulling(contact));
  return {
    force: load === 0 ? force : force.map((row, k) => row.map((component, c) => (c === normal ? normals[k] : component))),
    localForce: local.map((value, row) => ratios[row].map((r, k) => (k === normal ? value : r * value))),
    indentation,
    peakForce: pushes ? normals[peak] : 0,
    peakTime: pushes ? time[peak] : 0,
    peakLocalForce: local.reduce((most, value) => Math.max(most, value), 0),
    deepestIndentation: deep,
    permanentIndentation: permanent,
    regime: regimeOf(law, deep),
    patchRadius: patchRadius(law, deep),
    impulseRatio: ratio,
  };
}

/** Indentations below this part of the deepest are rounding. */
const ROUNDING = 1e-12;

/** Events in a row in which a contact goes on from the indentation it had are one touch. */
function touchesOf(recording: Recording, contact: number, spans: readonly Span[]): Touch[] {
  const indentation = recording.indentation[contact];
  const touches: { from: number; to: number; deepest: number }[] = [];
  for (const { path, from, to } of spans) {
    if (!path.contacts.includes(contact)) continue;
    let deepest = from;
    for (let row = from; row < to; row++) if (indentation[row] > indentation[deepest]) deepest = row;
    const before = touches[touches.length - 1];
    if (before !== undefined && before.to === from && indentation[from] === indentation[from - 1] && indentation[from] !== 0) {
      before.to = to;
      if (indentation[deepest] > indentation[before.deepest]) before.deepest = deepest;
    } else touches.push({ from, to, deepest });
  }
  return touches;
}

function localForces(
  recording: Recording,
  law: ContactLaw,
  contact: number,
  { from, to, deepest }: Touch,
  { preload, load }: ForcesBefore,
  out: number[],
): void {
  const indentation = recording.indentation[contact];
  const rate = recording.rate[contact];
  const deep = indentation[deepest];
  const last = indentation[to - 1];
  const final = load > 0 && deep > last ? emptyIndentation(deep, last, load / stiffnessForce(law, deep)) : last;
  if (deep <= 0) {
    // It rested before the impact and only parts.
    const way = final < 0 ? -final : Infinity;
    for (let row = from; row < to; row++) out[row] = preload * pow(Math.max(0, (indentation[row] + way) / way || 0), 1.5);
    return;
  }
  const peak = stiffnessForce(law, deep);
  for (let row = from; row < to; row++) {
    if (row <= deepest) out[row] = stiffnessForce(law, indentation[row]) + dampingForce(law, rate[row]);
    else out[row] = deep > final ? peak * pow(Math.max(0, (indentation[row] - final) / (deep - final)), 1.5) : peak;
  }
}

/**
 * Integral of the local normal force over time, as that of its ratio to the force over the impulse, which is smooth where both grow from
 * nothing.
 */
function localImpulse({ force, impulse }: Recording, contact: number, normal: number, local: readonly number[], load: number): number {
  const component = contact * (normal + 1) + normal;
  let sum = 0;
  let ratio = 0;
  for (let row = 0; row < local.length; row++) {
    const whole = force[contact][row][normal];
    const next = whole > 0 ? (local[row] - load) / whole : ratio;
    if (row > 0) sum += 0.5 * ((ratio === 0 ? next : ratio) + next) * (impulse[row][component] - impulse[row - 1][component]);
    ratio = next;
  }
  return sum;
}

/** Indentations above this part of the radius are outside what the theory allows. */
const DEEPEST = 0.1;
const MISMATCH = 0.1;

function warn(warnings: ForceWarning[], contact: number, law: ContactLaw, deep: number, permanent: number, ratio: number | null): void {
  const say = (code: ForceWarning["code"], message: string) => warnings.push({ code, message: `contacts[${contact}] ${message}` });
  if (deep > DEEPEST * law.radius)
    say(
      "deep-indentation",
      `is pressed in by ${deep.toPrecision(3)} m, more than a tenth of its radius (${law.radius.toPrecision(3)} m): outside the ` +
        `theory of small indentations`,
    );
  if (deep > 0 && permanent < 0)
    say(
      "negative-indentation",
      `ends ${(-permanent).toPrecision(3)} m above its surface: the restitution is higher than this material can give`,
    );
  if (ratio !== null && Math.abs(ratio - 1) > MISMATCH)
    say(
      "momentum-mismatch",
      `has by its own indentation ${ratio.toPrecision(3)} of its impulse: the impact shares impulses otherwise than its surfaces would`,
    );
  if (!isMonotone(law))
    say("not-monotone", "has a force that falls between yield and plastic flow: hardness and yield strength do not fit together");
}

const pulling = (contact: number): ForceWarning => ({
  code: "pulling-share",
  message: `contacts[${contact}] takes no share of the normal impulse: no force is told of it`,
});

function largest(values: readonly number[]): number {
  let best = 0;
  for (let i = 1; i < values.length; i++) if (values[i] > values[best]) best = i;
  return best;
}
