/**
 * Forces, indentations and time inside a finished impact.
 *
 * The rigid laws know impulses, works and velocities, but no time. This second pass adds it, from what the surfaces are made of
 * (contact-law.ts), and changes nothing of what the law has found: velocities, impulses and works are the same for steel and for rubber,
 * only how long it takes and how hard they press is not. Event by event (the stages of `multipoint`, or the one of a single contact), one
 * contact sets the clock (clock.ts); the others follow because the bodies are rigid. Two forces are told of each contact:
 *
 *     force          the share of the impulse that it takes, times the force of the contact that sets the clock. Its integral over time
 *                    is the impulse: momentum is kept
 *     local force    what its own indentation gives by its own contact law. Momentum is not kept where contacts move
 *                    differently; `impulseRatio` says by how much
 *
 * A contact that is still pressed in when an event ends goes on from there in the next; one that has parted starts from nothing.
 * Source: 004 chapter 7 (docs/forces.md says what the model can and cannot tell).
 */
import { InvalidInputError } from "../errors.js";
import type { ImpactOutcome } from "../impact/outcome.js";
import type { ContactProblem } from "../mechanics/contact-problem.js";
import { type EventClock, followEvent, type UnloadingRule } from "./clock.js";
import { contactForces } from "./contact-forces.js";
import type { ContactLaw, Regime } from "./contact-law.js";
import { independentOf } from "./independent.js";
import { indentationUnder } from "./initial-force.js";
import { type EventPath, eventPaths, lastImpulse, valueAt, velocityColumn } from "./path.js";
import { createRecording, type Recording, record, type Span } from "./recording.js";

/** What may be told to impactForces. */
export interface ForceOptions {
  /**
   * How the force falls: by the work of all contacts (`global`, the default) or by that of the contact that sets the clock (`own-work`).
   */
  readonly unloading?: UnloadingRule;
  /**
   * Place in the problem's list of the contact that sets the clock, in the events in which it approaches and pushes. Default: of those that
   * do with at least a tenth of the largest share, the one that stops last.
   */
  readonly independent?: number;
  /** Force, N, >= 0, with which each contact pushed before the impact; only of contacts at rest. Default: 0. */
  readonly preload?: readonly number[];
  /**
   * Load, N, >= 0, that each contact carries before the impact and goes on to carry: forces begin and end at it, impulses are of what is
   * added to it. Default: 0.
   */
  readonly initialForce?: readonly number[];
  /** Rows of loading, and as many of unloading, of each event. Default: 48. */
  readonly rows?: number;
}

/** Something that a reader of the forces should know. */
export interface ForceWarning {
  /** What kind of warning it is, for programs. */
  readonly code:
    | "deep-indentation"
    | "negative-indentation"
    | "momentum-mismatch"
    | "pulling-share"
    | "not-monotone"
    | "other-unloading"
    | "long-impact";
  /** The same in a sentence. */
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
  /** When the force is largest, s. */
  readonly peakTime: number;
  /** Largest local force, N. */
  readonly peakLocalForce: number;
  /** Deepest indentation, m, and the one that is left at the end. Of a contact that does not take part: 0. */
  readonly deepestIndentation: number;
  /** What stays pressed in, m. 0 where nothing has yielded. */
  readonly permanentIndentation: number;
  /** How far the contact was pressed in. */
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
  /** When the event ends, s. */
  readonly end: number;
  /** When the independent contact is pressed in most, s; absent: the event ends before. */
  readonly deepestTime?: number;
  /** By which rule forces fell in this event. */
  readonly unloading?: UnloadingRule;
}

/** Force, indentation and time inside a finished impact. */
export interface ImpactForces {
  /** s. */
  readonly duration: number;
  /** s, ascending; twice where forces jump: where slip stops or starts, and where one event ends and the next begins. */
  readonly time: readonly number[];
  /** Normal impulse of all contacts so far, N s. */
  readonly normalImpulse: readonly number[];
  /** Impulse on the first body so far, one row of components of all contacts for each time, N s. */
  readonly impulse: readonly (readonly number[])[];
  /** One for each contact of the problem. */
  readonly contacts: readonly ContactForces[];
  /** The compressions and releases that follow each other. */
  readonly events: readonly ForceEvent[];
  /** What a reader should know; none if there is nothing. */
  readonly warnings: readonly ForceWarning[];
}

const ROWS = 48;

/**
 * @param outcome of a law for one contact, of `multipoint` or of `proportional`, solved with its history
 * @param laws one for each contact of the problem
 * @param path of the options, for complaints
 */
export function impactForces(
  problem: ContactProblem,
  outcome: ImpactOutcome,
  laws: readonly ContactLaw[],
  options: ForceOptions = {},
  path = "options",
): ImpactForces {
  checkOptions(problem, laws, options, path);
  const events = eventPaths(problem, outcome);
  const recording = createRecording(problem);
  const { initialForce = [] } = options;
  const carried = problem.contacts.map((_, contact) => indentationUnder(laws[contact], initialForce[contact] ?? 0));
  const spans: Span[] = [];
  for (const event of events) {
    if (!(lastImpulse(event) > 0)) continue;
    const own = event.contacts.map((contact) => laws[contact]);
    const independent = independentOf(event, options.independent);
    const clock = followEvent(
      event,
      own,
      independent,
      event.contacts.map((contact) => carried[contact]),
      {
        unloading: options.unloading ?? "global",
        rows: options.rows ?? ROWS,
        load: initialForce[event.contacts[independent]] ?? 0,
      },
    );
    spans.push(record(recording, problem, event, clock, options.unloading ?? "global"));
    carry(problem, event, clock, carried);
  }
  const { independent } = options;
  if (independent !== undefined && recording.events.length > 0 && !recording.events.some((event) => event.independent === independent))
    throw new InvalidInputError(
      `${path}.independent`,
      independent,
      "is not a contact that approaches and pushes all through an event: it cannot set the clock",
    );
  return finish(recording, problem, laws, spans, options, outcome);
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
  const { preload = [], initialForce = [] } = options;
  const contacts = problem.contacts.map((_, contact) =>
    contactForces(
      recording,
      laws[contact],
      contact,
      spans,
      { preload: preload[contact] ?? 0, load: initialForce[contact] ?? 0 },
      outcome.impulse,
    ),
  );
  return { duration: time.length === 0 ? 0 : time[time.length - 1], time, normalImpulse, impulse, contacts, events, warnings };
}

function checkOptions({ contacts }: ContactProblem, laws: readonly ContactLaw[], options: ForceOptions, path: string): void {
  const { unloading, independent, rows } = options;
  if (laws.length !== contacts.length)
    throw new InvalidInputError("laws", laws.length, `is not one contact law for each of ${contacts.length} contacts`);
  if (unloading !== undefined && unloading !== "global" && unloading !== "own-work")
    throw new InvalidInputError(`${path}.unloading`, unloading, "is not one of global, own-work");
  if (independent !== undefined && !(Number.isInteger(independent) && independent >= 0 && independent < contacts.length))
    throw new InvalidInputError(
      `${path}.independent`,
      independent,
      `is not the place of one of ${contacts.length} contacts, counted from 0`,
    );
  if (rows !== undefined && !(Number.isInteger(rows) && rows >= 2))
    throw new InvalidInputError(`${path}.rows`, rows, "is not a whole number of at least 2");
  for (const name of ["preload", "initialForce"] as const) {
    const forces = options[name];
    if (forces !== undefined && forces.length !== contacts.length)
      throw new InvalidInputError(`${path}.${name}`, forces, `does not have one force for each of ${contacts.length} contacts`);
    forces?.forEach((force, i) => {
      if (!(Number.isFinite(force) && force >= 0))
        throw new InvalidInputError(`${path}.${name}[${i}]`, force, "is not a finite number >= 0");
    });
  }
}
