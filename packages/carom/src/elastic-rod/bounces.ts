/**
 * Bounce after bounce of the elastic rod, until it stays on the floor or a limit is reached: what the source leaves out.
 *
 * The lattice of lattice.ts follows the waves. Its first bounce is known exactly (bounce.ts), and that is how its error is known: times are
 * those of steps.
 */
import { InvalidInputError, SolverError } from "../errors.js";
import { apex, flightMotion } from "./closed-forms.js";
import {
  comVelocity,
  createLattice,
  enoughCells,
  hasLeft,
  isSettled,
  jumpFlight,
  type Lattice,
  stepLattice,
  waveEnergy,
} from "./lattice.js";
import { checkRod, type ElasticRod } from "./rod.js";

/** One time on the floor. */
export interface RodContact {
  /** s since the first impact. */
  readonly start: number;
  /** Absent where the rod stays on the floor, or was still there at the end. */
  readonly end?: number;
  /** Upward, of the centre of mass, m/s. */
  readonly comVelocityBefore: number;
  /** Upward velocity of the centre of mass when the rod leaves the floor, m/s. */
  readonly comVelocityAfter?: number;
  /** Energy in vibration, over mass per length, m^3/s^2. */
  readonly vibrationBefore: number;
  /** Energy in vibration then. */
  readonly vibrationAfter?: number;
  /** Highest the centre of mass gets in the flight after, m since the first impact. */
  readonly apex?: number;
  /** Brief lifts of the bottom during it, shorter than the lattice tells apart. */
  readonly flutters: number;
}

/** A rod followed bounce after bounce. */
export interface RodBounces {
  /** With the floor, in order. */
  readonly contacts: readonly RodContact[];
  /** Certain to stay on the floor; gone for good, without gravity; or a limit was reached. */
  readonly ending: "rest" | "left" | "maximum-bounces" | "maximum-time";
  /** When that was, s. */
  readonly time: number;
  /** Of the lattice; absent with structural damping. */
  readonly cells?: number;
  /** With structural damping: how many were summed. */
  readonly modes?: number;
  /** Over all of them, against time. */
  readonly series: RodSeries;
}

/** Sampled in time: every tenth of a transit on the floor, more sparsely in long flights, where the waves are taken to fade evenly. */
export interface RodSeries {
  /** s. */
  readonly time: readonly number[];
  /** Height of the bottom, m. */
  readonly gap: readonly number[];
  /** Of the centre of mass since the first impact, m. */
  readonly comDisplacement: readonly number[];
  /** All energy over mass per length, m^3/s^2. */
  readonly energy: readonly number[];
}

/** How long the bounces are followed. */
export interface BouncesOptions {
  /** Default: 5. */
  readonly maximumBounces?: number;
  /** s since the first impact. Default: 1000 transit times and as long as gravity needs to stop the rod twice over. */
  readonly maximumTime?: number;
  /** Of the lattice. Default: 200. */
  readonly cells?: number;
}

/** Flights of fewer steps are flutter: the lattice does not tell them from standing. */
const FLUTTER = 8;
const DEFAULT_CELLS = 200;
/** Cells times steps after which it gives up: some ten seconds. */
const MOST_WORK = 5e9;
const DEFAULT_BOUNCES = 5;

/** Bounce after bounce, each with the vibration the one before has left. */
export function rodBounces(rod: ElasticRod, options: BouncesOptions = {}): RodBounces {
  checkBounces(rod, options);
  const { maximumBounces = DEFAULT_BOUNCES, cells = DEFAULT_CELLS } = options;
  const lattice = createLattice(rod, cells);
  return follow(lattice, maximumBounces, options.maximumTime ?? defaultTime(rod, lattice));
}

/** Throws InvalidInputError where `rodBounces` would. */
export function checkBounces(rod: ElasticRod, { cells = DEFAULT_CELLS, maximumTime, maximumBounces = 1 }: BouncesOptions): void {
  checkRod(rod);
  if (!(Number.isInteger(cells) && cells >= 10 && cells <= 5000))
    throw new InvalidInputError("cells", cells, "is not a whole number from 10 to 5000");
  if (!enoughCells(rod, cells))
    throw new InvalidInputError("cells", cells, "is too few for this damping: more than half of a velocity would be lost in a cell");
  if (!(Number.isInteger(maximumBounces) && maximumBounces >= 1))
    throw new InvalidInputError("maximumBounces", maximumBounces, "is not a whole number of at least 1");
  if (maximumTime !== undefined && !(maximumTime > 0)) throw new InvalidInputError("maximumTime", maximumTime, "is not positive");
}

function defaultTime({ gravity, impactSpeed }: ElasticRod, { step, cells }: Lattice): number {
  return 2000 * cells * step + (gravity > 0 ? (20 * impactSpeed) / gravity : 0);
}

interface OpenContact {
  start: number;
  end?: number;
  comVelocityBefore: number;
  comVelocityAfter?: number;
  vibrationBefore: number;
  vibrationAfter?: number;
  apex?: number;
  flutters: number;
}

function follow(lattice: Lattice, maximumBounces: number, limit: number): RodBounces {
  const { cells, step } = lattice;
  const series = createSeries();
  const contacts: OpenContact[] = [{ ...stateOf(lattice), flutters: 0 }];
  let current = contacts[0];
  let stood = true;
  let flight = 0;
  let work = 0;
  const finish = (ending: RodBounces["ending"]): RodBounces => {
    record(series, lattice);
    return { contacts, ending, time: lattice.steps * step, cells, series };
  };
  record(series, lattice);
  while (lattice.steps * step < limit) {
    const mayChange = stood || lattice.gap + lattice.down[0] * step <= lattice.gap * 0.5;
    const before = mayChange ? stateOf(lattice) : undefined;
    const { comDisplacement } = lattice;
    const stands = stepLattice(lattice);
    if (before !== undefined && stood && !stands) {
      leave(current, before, lattice.rod, comDisplacement);
      flight = 0;
    }
    if (!stands) flight++;
    if (before !== undefined && !stood && stands && flight < FLUTTER) {
      for (const field of ["end", "comVelocityAfter", "vibrationAfter", "apex"] as const) delete current[field];
      current.flutters++;
    } else if (before !== undefined && !stood && stands) {
      if (contacts.length >= maximumBounces) return finish("maximum-bounces");
      current = { ...before, flutters: 0 };
      contacts.push(current);
    }
    stood = stands;
    if (lattice.steps % Math.ceil(cells / 5) === 0) {
      record(series, lattice);
      if (stands && isSettled(lattice)) return finish("rest");
    }
    if (!stands && flight % (2 * cells) === 0) {
      if (hasLeft(lattice)) return finish("left");
      jumpAndRecord(lattice, series);
    }
    if (++work > MOST_WORK / cells)
      throw new SolverError(
        `the rod was followed for ${work} steps of ${cells} cells, to ${lattice.steps * step} s: give fewer cells or a maximumTime`,
        {
          time: lattice.steps * step,
          contacts: contacts.length,
        },
      );
  }
  return finish("maximum-time");
}

function stateOf(lattice: Lattice): Pick<OpenContact, "start" | "comVelocityBefore" | "vibrationBefore"> {
  const velocity = comVelocity(lattice);
  const vibration = waveEnergy(lattice) - 0.5 * lattice.rod.length * velocity * velocity;
  return { start: lattice.steps * lattice.step, comVelocityBefore: velocity, vibrationBefore: Math.max(0, vibration) };
}

function leave(
  contact: OpenContact,
  { start, comVelocityBefore, vibrationBefore }: ReturnType<typeof stateOf>,
  rod: ElasticRod,
  comDisplacement: number,
): void {
  contact.end = start;
  contact.comVelocityAfter = comVelocityBefore;
  contact.vibrationAfter = vibrationBefore;
  if (rod.gravity > 0)
    contact.apex = apex(rod, { momentum: comVelocityBefore * rod.length, comDisplacement })?.comDisplacement ?? comDisplacement;
}

const POINTS_OF_FLIGHT = 24;

/** Jumps over a flight; the points in between follow the centre of mass, and the waves evenly from their first state to their last. */
function jumpAndRecord(lattice: Lattice, series: OpenSeries): void {
  const { rod, step } = lattice;
  const leaving = { momentum: comVelocity(lattice) * rod.length, comDisplacement: lattice.comDisplacement };
  const first = { steps: lattice.steps, gap: lattice.gap, com: lattice.comDisplacement, vibration: stateOf(lattice).vibrationBefore };
  const steps = jumpFlight(lattice);
  if (steps === 0) return;
  const waves = lattice.gap - first.gap - (lattice.comDisplacement - first.com);
  const fading = stateOf(lattice).vibrationBefore - first.vibration;
  for (let i = 0; i < POINTS_OF_FLIGHT; i++) {
    const part = i / POINTS_OF_FLIGHT;
    const { momentum, comDisplacement } = flightMotion(rod, leaving, part * steps * step);
    series.time.push((first.steps + part * steps) * step);
    series.gap.push(first.gap + comDisplacement - first.com + part * waves);
    series.comDisplacement.push(comDisplacement);
    const moving = (0.5 * momentum * momentum) / rod.length + first.vibration + part * fading;
    series.energy.push(moving + rod.length * rod.gravity * comDisplacement);
  }
  record(series, lattice);
}

interface OpenSeries {
  time: number[];
  gap: number[];
  comDisplacement: number[];
  energy: number[];
}

function createSeries(): OpenSeries {
  return { time: [], gap: [], comDisplacement: [], energy: [] };
}

function record(series: OpenSeries, lattice: Lattice): void {
  const { rod, step, steps, gap, comDisplacement } = lattice;
  series.time.push(steps * step);
  series.gap.push(gap);
  series.comDisplacement.push(comDisplacement);
  series.energy.push(waveEnergy(lattice) + rod.length * rod.gravity * comDisplacement);
}
