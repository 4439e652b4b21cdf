/**
 * Forces, indentations and time inside a finished impact.
 *
 * The rigid laws know impulses, works and velocities, but no time. This second pass adds it, from what the surfaces are made of (contact-law.ts), and changes nothing of what the law
 * has found: velocities, impulses and works are the same for steel and for rubber, only how long it takes and how hard they press is not. Event by event (the stages of
 * `multipoint`, or the one of a single contact), one contact sets the clock (clock.ts); the others follow because the bodies are rigid. Two forces are told of each contact:
 *
 *     force          the share of the impulse that it takes, times the force of the contact that sets the clock. Its integral over time is the impulse: momentum is kept
 *     local force    what its own indentation gives by its own contact law. Momentum is not kept where contacts move differently; `impulseRatio` says by how much
 *
 * A contact that is still pressed in when an event ends goes on from there in the next; one that has parted starts from nothing.
 * Source: 004 chapter 7 (docs/forces.md says what the model can and cannot tell).
 */
import { InvalidInputError } from "../errors.js";
import type { ImpactOutcome } from "../impact/outcome.js";
import { pow } from "../math/elementary.js";
import type { ContactProblem } from "../mechanics/contact-problem.js";
import { deepest, type EventClock, followEvent, type UnloadingRule } from "./clock.js";
import { type ContactLaw, dampingForce, isMonotone, patchRadius, type Regime, regimeOf, stiffnessForce } from "./contact-law.js";
import { type EventPath, eventPaths, impulseColumn, intervalOf, lastImpulse, slopeAt, valueAt, velocityColumn } from "./path.js";

export interface ForceOptions {
  /** How the force falls: by the work of all contacts (`global`, the default) or by that of the contact that sets the clock (`own-work`). */
  readonly unloading?: UnloadingRule;
  /** Place in the problem's list of the contact that sets the clock. Default: of those that approach, the one that stops last. */
  readonly independent?: number;
  /** Force, N, >= 0, with which each contact pushed before the impact; only of contacts at rest. Default: 0. */
  readonly preload?: readonly number[];
  /** Rows of loading, and as many of unloading, of each event. Default: 48. */
  readonly rows?: number;
}

export interface ForceWarning {
  readonly code: "deep-indentation" | "negative-indentation" | "momentum-mismatch" | "pulling-share" | "not-monotone" | "other-unloading";
  readonly message: string;
}

/** One contact through the impact, row by row with `time`. */
export interface ContactForces {
  /** N, contact components (tangent 1, tangent 2, normal; planar: tangent, normal), on the first body. */
  readonly force: readonly (readonly number[])[];
  /** N, the same components. */
  readonly localForce: readonly (readonly number[])[];
  /** m; positive: pressed in. */
  readonly indentation: readonly number[];
  /** Largest normal force, N, and when, s. */
  readonly peakForce: number;
  readonly peakTime: number;
  readonly peakLocalForce: number;
  /** Deepest indentation, m, and the one that is left at the end. Of a contact that does not take part: 0. */
  readonly deepestIndentation: number;
  readonly permanentIndentation: number;
  readonly regime: Regime;
  /** Radius of the patch at the deepest indentation, m. */
  readonly patchRadius: number;
  /** Integral of the local normal force over the normal impulse; 1 where both agree. null: no impulse. */
  readonly impulseRatio: number | null;
}

/** One event: contacts that push together. */
export interface ForceEvent {
  /** Places in the problem's list. */
  readonly contacts: readonly number[];
  /** Of these, the one that sets the clock: place in the problem's list. */
  readonly independent: number;
  /** s, from the beginning of the impact. */
  readonly start: number;
  readonly end: number;
  /** When the independent contact is pressed in most, s; absent: the event ends before. */
  readonly deepestTime?: number;
  readonly unloading?: UnloadingRule;
}

export interface ImpactForces {
  /** s. */
  readonly duration: number;
  /** s, ascending; twice where forces jump: where slip stops or starts, and where one event ends and the next begins. */
  readonly time: readonly number[];
  /** Normal impulse of all contacts so far, N s. */
  readonly normalImpulse: readonly number[];
  /** Impulse on the first body so far, one row of components of all contacts for each time, N s. */
  readonly impulse: readonly (readonly number[])[];
  readonly contacts: readonly ContactForces[];
  readonly events: readonly ForceEvent[];
  readonly warnings: readonly ForceWarning[];
}

const ROWS = 48;

/**
 * @param outcome of a law for one contact, or of `multipoint`, solved with its history
 * @param laws one for each contact of the problem
 */
export function impactForces(
  problem: ContactProblem,
  outcome: ImpactOutcome,
  laws: readonly ContactLaw[],
  options: ForceOptions = {},
): ImpactForces {
  checkOptions(problem, laws, options);
  const paths = eventPaths(problem, outcome);
  const recording = createRecording(problem);
  const carried = problem.contacts.map(() => 0);
  const spans: Span[] = [];
  for (const path of paths) {
    if (!(lastImpulse(path) > 0)) continue;
    const own = path.contacts.map((contact) => laws[contact]);
    const independent = independentOf(path, options.independent);
    const clock = followEvent(
      path,
      own,
      independent,
      path.contacts.map((contact) => carried[contact]),
      {
        unloading: options.unloading ?? "global",
        rows: options.rows ?? ROWS,
      },
    );
    spans.push(record(recording, problem, path, clock, options.unloading ?? "global"));
    carry(problem, path, clock, carried);
  }
  return finish(recording, problem, laws, spans, options, outcome);
}

/** The contact of an event that sets the clock: as asked for, or of those that approach the one that stops last. */
function independentOf(path: EventPath, asked: number | undefined): number {
  const { contacts } = path;
  const share = (i: number) => leastShare(path, i);
  const approach = (i: number) => -valueAt(path, velocityColumn(path, i), 0, 0);
  if (asked !== undefined && contacts.includes(asked)) {
    const i = contacts.indexOf(asked);
    if (!(approach(i) > 0 && share(i) > 0))
      throw new InvalidInputError(
        "options.independent",
        asked,
        "is a contact that is not approaching, or does not push: it cannot set the clock",
      );
    return i;
  }
  let best = -1;
  let latest = -1;
  const last = lastImpulse(path);
  for (let i = 0; i < contacts.length; i++) {
    if (!(approach(i) > 0 && share(i) > 0)) continue;
    const stop = deepest(path, i) ?? 2 * last;
    if (stop <= latest + EQUAL * last) continue;
    best = i;
    latest = stop;
  }
  if (best < 0)
    throw new InvalidInputError(
      "outcome.stages",
      contacts,
      "hold an event without a contact that approaches and pushes all the time: none can set the clock",
    );
  return best;
}

/** The least part of the normal impulse that a contact takes in an event. */
function leastShare(path: EventPath, contact: number): number {
  const column = impulseColumn(path, contact);
  let least = Infinity;
  for (let i = 0; i + 1 < path.breaks.length; i++)
    least = Math.min(least, slopeAt(path, column, i, path.breaks[i]), slopeAt(path, column, i, path.breaks[i + 1]));
  return least > NO_SHARE ? least : 0;
}

/** A share below this is none. */
const NO_SHARE = 1e-9;

/** Impulses that differ by less than this part are the same. */
const EQUAL = 1e-11;

interface Recording {
  readonly time: number[];
  readonly normalImpulse: number[];
  readonly impulse: number[][];
  readonly force: number[][][];
  readonly indentation: number[][];
  /** Rate of approach, m/s, and tangential over normal share. */
  readonly rate: number[][];
  readonly ratios: number[][][];
  readonly events: ForceEvent[];
  readonly warnings: ForceWarning[];
  readonly total: number[];
}

/** Rows of an event in the recording. */
interface Span {
  readonly path: EventPath;
  readonly from: number;
  readonly to: number;
}

function createRecording({ contacts, dimension }: ContactProblem): Recording {
  return {
    time: [],
    normalImpulse: [],
    impulse: [],
    force: contacts.map(() => []),
    indentation: contacts.map(() => []),
    rate: contacts.map(() => []),
    ratios: contacts.map(() => []),
    events: [],
    warnings: [],
    total: new Array<number>(contacts.length * dimension).fill(0),
  };
}

function record(
  recording: Recording,
  { contacts, dimension }: ContactProblem,
  path: EventPath,
  clock: EventClock,
  asked: UnloadingRule,
): Span {
  const { time, events, total, warnings } = recording;
  const start = time.length === 0 ? 0 : time[time.length - 1];
  const from = time.length;
  const before = contacts.map((_, i) => (from === 0 ? 0 : recording.indentation[i][from - 1]));
  const members = contacts.map((_, i) => path.contacts.indexOf(i));
  let interval = 0;
  const rows = clock.time.length;
  for (let row = 0; row < rows; row++) {
    const p = clock.impulse[row];
    const again = row > 0 && p === clock.impulse[row - 1];
    interval = intervalOf(path, p, again ? interval + 1 : interval);
    time.push(start + clock.time[row]);
    recording.normalImpulse.push(path.before + p);
    const share = slopeAt(path, impulseColumn(path, clock.independent), interval, p);
    const impulse = [...total];
    contacts.forEach((_, contact) => {
      const i = members[contact];
      if (i < 0) {
        recording.force[contact].push(new Array<number>(dimension).fill(0));
        recording.indentation[contact].push(before[contact]);
        recording.rate[contact].push(0);
        recording.ratios[contact].push(new Array<number>(dimension).fill(0));
        return;
      }
      const shares: number[] = [];
      for (let k = 0; k < dimension; k++) {
        impulse[contact * dimension + k] += valueAt(path, i * dimension + k, interval, p);
        shares.push(slopeAt(path, i * dimension + k, interval, p));
      }
      const normal = shares[dimension - 1];
      recording.force[contact].push(shares.map((value) => (value / share) * clock.force[row]));
      recording.ratios[contact].push(shares.map((value) => (normal > 0 ? value / normal : 0)));
      recording.indentation[contact].push(clock.indentation[i][row]);
      recording.rate[contact].push(-valueAt(path, velocityColumn(path, i), interval, p));
      if (normal <= 0 && row === 0)
        warnings.push({
          code: "pulling-share",
          message: `contacts[${contact}] takes no share of the normal impulse of its event: no force is told of it`,
        });
    });
    recording.impulse.push(impulse);
  }
  path.contacts.forEach((contact, i) => {
    for (let k = 0; k < dimension; k++)
      total[contact * dimension + k] += valueAt(path, i * dimension + k, path.breaks.length - 2, lastImpulse(path));
  });
  if (clock.unloading !== undefined && clock.unloading !== asked)
    warnings.push({
      code: "other-unloading",
      message: `contacts[${path.contacts[clock.independent]}] stops before all of them have: its force falls by its own work instead of that of all`,
    });
  events.push({
    contacts: path.contacts,
    independent: path.contacts[clock.independent],
    start,
    end: start + clock.time[rows - 1],
    ...(clock.loadingRows < rows ? { deepestTime: start + clock.time[clock.loadingRows - 1] } : {}),
    ...(clock.unloading === undefined ? {} : { unloading: clock.unloading }),
  });
  return { path, from, to: time.length };
}

/** A speed below this part of the fastest is rest. */
const AT_REST = 1e-9;

/** What contacts that still approach, or rest pressed together, take into the next event. */
function carry({ contacts, velocity, dimension }: ContactProblem, path: EventPath, clock: EventClock, carried: number[]): void {
  const fastest = velocity.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
  contacts.forEach((_, contact) => {
    const i = path.contacts.indexOf(contact);
    if (i < 0) {
      // Who did not take part and moves has parted.
      if (Math.abs(velocity[(contact + 1) * dimension - 1]) > AT_REST * fastest) carried[contact] = 0;
      return;
    }
    const last = valueAt(path, velocityColumn(path, i), path.breaks.length - 2, lastImpulse(path));
    const indentation = clock.indentation[i][clock.time.length - 1];
    carried[contact] = last <= AT_REST * fastest ? Math.max(0, indentation) : 0;
  });
}

function finish(
  recording: Recording,
  problem: ContactProblem,
  laws: readonly ContactLaw[],
  spans: readonly Span[],
  options: ForceOptions,
  outcome: ImpactOutcome,
): ImpactForces {
  const { time, normalImpulse, impulse, events, warnings } = recording;
  const contacts = problem.contacts.map((_, contact) => contactForces(recording, problem, laws[contact], contact, spans, options, outcome));
  return { duration: time.length === 0 ? 0 : time[time.length - 1], time, normalImpulse, impulse, contacts, events, warnings };
}

function contactForces(
  recording: Recording,
  problem: ContactProblem,
  law: ContactLaw,
  contact: number,
  spans: readonly Span[],
  { preload = [] }: ForceOptions,
  outcome: ImpactOutcome,
): ContactForces {
  const { dimension } = problem;
  const { time } = recording;
  const force = recording.force[contact];
  const indentation = recording.indentation[contact];
  const ratios = recording.ratios[contact];
  const local = new Array<number>(time.length).fill(0);
  const mine = spans.filter(({ path }) => path.contacts.includes(contact));
  if (mine.length > 0) localForces(recording, law, contact, mine, preload[contact] ?? 0, local);
  const normal = force.map((row) => row[dimension - 1]);
  const peak = largest(normal);
  const deepestRow = largest(indentation);
  const deep = mine.length === 0 ? 0 : indentation[deepestRow];
  const own = outcome.impulse[(contact + 1) * dimension - 1];
  const ratio = own > 0 ? trapezium(time, local) / own : null;
  const permanent = mine.length === 0 ? 0 : indentation[mine[mine.length - 1].to - 1];
  warn(recording.warnings, contact, law, deep, permanent, ratio, mine.length > 0 && normal[peak] > 0);
  return {
    force,
    localForce: local.map((value, row) => ratios[row].map((r, k) => (k === dimension - 1 ? value : r * value))),
    indentation,
    peakForce: time.length === 0 ? 0 : normal[peak],
    peakTime: time.length === 0 ? 0 : time[peak],
    peakLocalForce: local.reduce((most, value) => Math.max(most, value), 0),
    deepestIndentation: Math.max(0, deep),
    permanentIndentation: permanent,
    regime: regimeOf(law, deep),
    patchRadius: patchRadius(law, deep),
    impulseRatio: ratio,
  };
}

/** By its own indentation: the contact law while it is pressed in, Hertz's law around what stays from the deepest place on. */
function localForces(recording: Recording, law: ContactLaw, contact: number, mine: readonly Span[], preload: number, out: number[]): void {
  const indentation = recording.indentation[contact];
  const rate = recording.rate[contact];
  const last = mine[mine.length - 1].to - 1;
  const final = indentation[last];
  const rows = mine.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, k) => from + k));
  let deep = rows[0];
  for (const row of rows) if (indentation[row] > indentation[deep]) deep = row;
  if (indentation[deep] <= 0) {
    // It rested before the impact and only parts.
    for (const row of rows) out[row] = preload * pow(Math.max(0, final < 0 ? (indentation[row] - final) / -final : 0), 1.5);
    return;
  }
  const peak = stiffnessForce(law, indentation[deep]);
  const given = indentation[deep] - final;
  for (const row of rows) {
    if (row <= deep) out[row] = stiffnessForce(law, indentation[row]) + dampingForce(law, rate[row]);
    else out[row] = given > 0 ? peak * pow(Math.max(0, (indentation[row] - final) / given), 1.5) : peak;
  }
}

/** Indentations above this part of the radius are outside what the theory allows. */
const DEEPEST = 0.1;
const MISMATCH = 0.1;

function warn(
  warnings: ForceWarning[],
  contact: number,
  law: ContactLaw,
  deep: number,
  permanent: number,
  ratio: number | null,
  pushes: boolean,
): void {
  if (!pushes) return;
  const say = (code: ForceWarning["code"], message: string) => warnings.push({ code, message: `contacts[${contact}] ${message}` });
  if (deep > DEEPEST * law.radius)
    say(
      "deep-indentation",
      `is pressed in by ${deep.toPrecision(3)} m, more than a tenth of its radius (${law.radius.toPrecision(3)} m): outside the theory of small indentations`,
    );
  if (deep > 0 && permanent < -1e-9 * deep)
    say(
      "negative-indentation",
      `ends ${(-permanent).toPrecision(3)} m above its surface: the restitution is higher than this material can give`,
    );
  if (ratio !== null && Math.abs(ratio - 1) > MISMATCH)
    say(
      "momentum-mismatch",
      `has a local force of ${ratio.toPrecision(3)} of its impulse: its own indentation does not follow the sharing of the impact`,
    );
  if (!isMonotone(law))
    say("not-monotone", "has a force that falls between yield and plastic flow: hardness and yield strength do not fit together");
}

function largest(values: readonly number[]): number {
  let best = 0;
  for (let i = 1; i < values.length; i++) if (values[i] > values[best]) best = i;
  return best;
}

/** Rows are dense enough for a figure of merit. */
function trapezium(time: readonly number[], values: readonly number[]): number {
  let sum = 0;
  for (let i = 1; i < time.length; i++) sum += 0.5 * (values[i] + values[i - 1]) * (time[i] - time[i - 1]);
  return sum;
}

function checkOptions({ contacts }: ContactProblem, laws: readonly ContactLaw[], options: ForceOptions): void {
  const { unloading, independent, preload, rows } = options;
  if (laws.length !== contacts.length)
    throw new InvalidInputError("laws", laws.length, `is not one contact law for each of ${contacts.length} contacts`);
  if (unloading !== undefined && unloading !== "global" && unloading !== "own-work")
    throw new InvalidInputError("options.unloading", unloading, "is not one of global, own-work");
  if (independent !== undefined && !(Number.isInteger(independent) && independent >= 0 && independent < contacts.length))
    throw new InvalidInputError(
      "options.independent",
      independent,
      `is not the place of one of ${contacts.length} contacts, counted from 0`,
    );
  if (rows !== undefined && !(Number.isInteger(rows) && rows >= 2))
    throw new InvalidInputError("options.rows", rows, "is not a whole number of at least 2");
  preload?.forEach((force, i) => {
    if (!(Number.isFinite(force) && force >= 0)) throw new InvalidInputError(`options.preload[${i}]`, force, "is not a finite number >= 0");
  });
}
