/**
 * The state that moves along an impact, and the record of its events.
 *
 * Every method (series, Taylor, Runge-Kutta, Euler) fills the same record, so that what comes after (outcome, gradients, labels,
 * batches) does not know which one ran. Both are allocated once and reused: an impact allocates nothing.
 */
import { SolverError } from "../../errors.js";
import type { SlipContact } from "./contact.js";
import type { SlipMotion } from "./motion.js";
import { createPiece, type Piece } from "./piece.js";
import type { KeptCurve } from "./runge-kutta.js";
import type { Point } from "./series/point.js";
import { createSlipWorkspace, type SlipWorkspace } from "./series/workspace.js";
import type { TaylorRows } from "./taylor.js";

/** When the impact is over, once compression has ended. */
export type EndRule =
  /** The restitution work equals e^2 times the compression work (Stronge). */
  | "energetic"
  /** The restitution impulse equals e times the compression impulse (Poisson). */
  | "poisson"
  /** The normal velocity equals -e times the one before impact (Newton). */
  | "newton";

/** What moves along the impact, against the normal impulse. */
export interface SlipState extends SlipMotion {
  /** Energy lost at the end of compression so far, J. */
  restitutionLoss: number;
  /** Whether the bodies are being pressed together. */
  compressing: boolean;
  /** Stored energy and normal impulse when the present compression began. */
  compressionEnergy: number;
  /** Normal impulse when the present compression began, N s. */
  compressionImpulse: number;
  /** Poisson's rule only: normal impulse still to be given back. */
  restitutionImpulse: number;
}

/** Who follows how the impact changes with what goes into it, while a method follows the impact (tangents/chain.ts). */
export interface SlipTangents {
  readonly begin: (contact: SlipContact) => void;
  /** The path goes on from the state by so much of the clock dp/|slip|; `read` moves a copy of the state by a part of it. */
  readonly follow: (state: SlipState, length: number, read: (part: number, point: SlipState) => void) => void;
  /** By the series method: the path goes on from `near` on its panel to the point. The state is still where it was. */
  readonly panel?: (work: SlipWorkspace, state: SlipState, point: Point) => void;
  /** A straight piece is about to be moved along by its `next`, from the state; or, before rest, to rest. */
  readonly slide: (piece: Piece, state: SlipState, stops: boolean) => void;
  /**
   * Largest change of direction and of relative speed per initial slip, s/m: beside a direction that repels the slip falls below rounding
   * while this grows, and the slip may be forgotten only once their product is small.
   */
  readonly stiffness: () => number;
  /** The normal velocity is zero; what compression loses is still stored. */
  readonly compressionEnds: (state: SlipState) => void;
  readonly compressionRestarts: (state: SlipState) => void;
  readonly ends: (state: SlipState) => void;
}

/** Kinds of events by their number in the record. */
export const EVENT_KINDS = ["compression-end", "compression-restart", "slip-stop", "slip-start", "end"] as const;
export const COMPRESSION_END = 0;
export const COMPRESSION_RESTART = 1;
export const SLIP_STOP = 2;
export const SLIP_START = 3;
/** Number of the last event, the end of the impact. */
export const END = 4;

/**
 * Numbers recorded for each event, at `event * EVENT_SIZE`: normal impulse, impulse 1, 2, slip 1, 2, normal velocity, stored energy,
 * friction loss.
 */
export const EVENT_SIZE = 8;

/** The direction of slip turns one way only, so the normal velocity has at most three falling stretches: far fewer events than this. */
const MOST_EVENTS = 24;

/** The way through an impact: the state that moves, and the record of events. Made once and used again. */
export interface SlipPath {
  /** Number of events recorded. */
  count: number;
  /** Event kinds by number. */
  readonly kinds: Uint8Array;
  /** The record: EVENT_SIZE numbers for each event. */
  readonly numbers: Float64Array;
  /** Where the impact ended. */
  readonly state: SlipState;
  /** Whether the contact was stuck at the end. */
  stuck: boolean;
  /** Number of compression periods. */
  compressions: number;
  /** What following the slip writes on its way on curved parts. */
  readonly work: SlipWorkspace;
  /** The same on straight pieces. */
  readonly piece: Piece;
  /** The direction in which slip starts. */
  readonly direction: Float64Array;
  /** What the other methods write in, each made by the first impact that needs it. */
  readonly others: { taylor: TaylorRows | undefined; rungeKutta: KeptCurve | undefined };
  /** Receives points of the path for drawing; undefined on the hot path. */
  observe: ((state: SlipState, mode: "slip" | "stick") => void) | undefined;
  /** Follows the tangents; undefined where nobody asks for them. */
  tangents: SlipTangents | undefined;
}

/** An empty record, to be filled again and again. */
export function createSlipPath(): SlipPath {
  return {
    count: 0,
    kinds: new Uint8Array(MOST_EVENTS),
    numbers: new Float64Array(MOST_EVENTS * EVENT_SIZE),
    state: {
      normalImpulse: 0,
      impulse1: 0,
      impulse2: 0,
      slip1: 0,
      slip2: 0,
      normalVelocity: 0,
      storedEnergy: 0,
      frictionLoss: 0,
      restitutionLoss: 0,
      compressing: true,
      compressionEnergy: 0,
      compressionImpulse: 0,
      restitutionImpulse: 0,
    },
    stuck: false,
    compressions: 0,
    work: createSlipWorkspace(),
    piece: createPiece(),
    direction: new Float64Array(2),
    others: { taylor: undefined, rungeKutta: undefined },
    observe: undefined,
    tangents: undefined,
  };
}

/** Puts the path at the start of the impact. */
export function beginPath(path: SlipPath, contact: SlipContact): void {
  const { state } = path;
  path.count = 0;
  path.stuck = false;
  path.compressions = 1;
  state.normalImpulse = 0;
  state.impulse1 = 0;
  state.impulse2 = 0;
  state.slip1 = contact.slip1;
  state.slip2 = contact.slip2;
  state.normalVelocity = contact.normalVelocity;
  state.storedEnergy = 0;
  state.frictionLoss = 0;
  state.restitutionLoss = 0;
  state.compressing = true;
  state.compressionEnergy = 0;
  state.compressionImpulse = 0;
  state.restitutionImpulse = 0;
  path.tangents?.begin(contact);
}

export function recordEvent(path: SlipPath, kind: number): void {
  if (path.count === MOST_EVENTS)
    throw new SolverError("the impact does not settle", { events: MOST_EVENTS, normalImpulse: path.state.normalImpulse });
  const { state, numbers } = path;
  const at = path.count * EVENT_SIZE;
  path.kinds[path.count] = kind;
  numbers[at] = state.normalImpulse;
  numbers[at + 1] = state.impulse1;
  numbers[at + 2] = state.impulse2;
  numbers[at + 3] = state.slip1;
  numbers[at + 4] = state.slip2;
  numbers[at + 5] = state.normalVelocity;
  numbers[at + 6] = state.storedEnergy;
  numbers[at + 7] = state.frictionLoss;
  path.count++;
  path.observe?.(state, path.stuck ? "stick" : "slip");
}

/**
 * The normal velocity has risen to zero. Returns true if the impact is over at once (nothing to give back).
 * With several compression periods each loses its own share, so that all restitution work is e^2 times all compression work.
 */
export function endCompression(path: SlipPath, contact: SlipContact, rule: EndRule): boolean {
  const { state } = path;
  const { restitution } = contact;
  state.normalVelocity = 0;
  state.compressing = false;
  path.tangents?.compressionEnds(state);
  if (rule === "energetic") {
    const compressionWork = state.storedEnergy - state.compressionEnergy;
    // Not as a difference: a small restitution would drown in the rounding of the compression work.
    state.storedEnergy = state.compressionEnergy + restitution * restitution * compressionWork;
    state.restitutionLoss += (1 - restitution * restitution) * compressionWork;
  } else if (rule === "poisson") {
    state.restitutionImpulse += restitution * (state.normalImpulse - state.compressionImpulse);
  }
  recordEvent(path, COMPRESSION_END);
  return restitution === 0 && endImpact(path);
}

/** The normal velocity has fallen to zero with restitution unfinished. */
export function restartCompression(path: SlipPath): void {
  const { state } = path;
  state.normalVelocity = 0;
  state.compressing = true;
  path.tangents?.compressionRestarts(state);
  state.compressionEnergy = state.storedEnergy;
  state.compressionImpulse = state.normalImpulse;
  path.compressions++;
  recordEvent(path, COMPRESSION_RESTART);
}

/** The end rule is met. What is still in the spring is lost (or, below zero, was given back without having been stored). */
export function endImpact(path: SlipPath): true {
  const { state } = path;
  path.tangents?.ends(state);
  state.restitutionLoss += state.storedEnergy;
  state.storedEnergy = 0;
  recordEvent(path, END);
  return true;
}
