/**
 * The impact from event to event: who pushes is sought (modes.ts), the way to the next event is straight (straight.ts) or integrated
 * (curve.ts), and so on until the contacts have given back what they are to give back.
 *
 * Where no rates exist the way folds back: impulse grows at fixed s while normal velocities fall, until slips stop and they rise again (a
 * jump). Where not even that moves anything, contacts that separated beforehand are no longer followed in proportion (the guard, in
 * compression), or the contacts are wedged and what they hold is lost (a lock, in restitution).
 */
import { SolverError } from "../../errors.js";
import { along, type CurveEnd, followCurve, SLOW, STARTED, writeShares } from "./curve.js";
import { findModes, type Question } from "./modes.js";
import { findOnset } from "./onset.js";
import { createRateSolver, createRates, IDLE, type Patience, type Rates, SLIP, STICK } from "./rates.js";
import { beginRun, boundOf, ghostOf, isResting, normalOf, type Observer, type Run, returnTo, slopeOf, stored, toGiveBack } from "./run.js";
import { goStraight, isStraight } from "./straight.js";
import { type System, slipSpeed, writeVelocity } from "./system.js";

/** Stretches for each contact, far beyond what an impact takes (2 to 11). */
const MOST_STRETCHES = 60;
/** A contact no further above its bound than this is at it; one further below than that has fallen behind. */
const AT_BOUND = 1.5e-10;
const BEHIND = 1e-6;
/** A jump that moves less than this has not moved. */
const MOVED = 1e-6;

/** Follows an impact to its end. Throws OutOfPatience where that takes too much work. */
export function follow(system: System, observer: Observer, patience?: Patience): Run {
  const run = beginRun(system, observer, patience);
  const most = MOST_STRETCHES * (system.count + 2);
  for (let stretch = 0; stretch < most; stretch++) {
    if (!run.compressing && run.restitutionWork >= toGiveBack(run)) run.held.fill(1);
    if (fallsBehind(run)) {
      if (jump(run) === "stuck") return pushOnce(run);
      continue;
    }
    if (!ramps(run)) return run;
    const question = look(run, (gap) => gap <= AT_BOUND);
    if (!question.candidate.some((touches, i) => touches === 1 && run.held[i] === 0)) {
      rise(run);
      continue;
    }
    for (let i = 0; i < system.count; i++) run.rates.slope[i] = slopeOf(run, i);
    run.rates.given.fill(Number.NaN);
    const answer = findModes(system, run.solver, question, run.rates);
    const moved = answer !== "none" && !(run.compressing && makesEnergy(run)) && stretchOut(run, question, answer === "not-unique");
    if (!moved && jump(run) === "stuck" && !giveWay(run)) return pushOnce(run);
  }
  return pushOnce(run);
}

/** Contacts that may push, as `touches` says by how far they are above their bounds, and those without slip. */
function look(run: Run, touches: (gap: number) => boolean): Question {
  const { count } = run.system;
  const candidate = new Uint8Array(count);
  const resting = new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    candidate[i] = touches(run.velocity[normalOf(run, i)] - boundOf(run, i)) ? 1 : 0;
    resting[i] = isResting(run, i) ? 1 : 0;
  }
  return { candidate, resting, velocity: run.velocity };
}

function fallsBehind(run: Run): boolean {
  for (let i = 0; i < run.system.count; i++) if (run.velocity[normalOf(run, i)] < boundOf(run, i) - BEHIND) return true;
  return false;
}

const ramps = (run: Run) => run.compressing || run.held.some((held) => held === 0);

/** Nobody pushes: s goes to where a bound meets its contact. */
function rise(run: Run): void {
  let next = run.compressing ? 1 : Number.POSITIVE_INFINITY;
  for (let i = 0; i < run.system.count; i++) {
    const slope = slopeOf(run, i);
    if (run.held[i] === 1 || slope === 0) continue;
    const gap = run.velocity[normalOf(run, i)] - boundOf(run, i);
    const meets = run.progress + gap / slope;
    if (meets > run.progress && meets < next) next = meets;
  }
  if (!(next < Number.POSITIVE_INFINITY)) {
    run.held.fill(1);
    return;
  }
  run.progress = next;
  if (run.compressing && next === 1) endCompression(run);
}

function endCompression(run: Run): void {
  run.progress = 1;
  run.compressing = false;
  const { system, held } = run;
  for (let i = 0; i < system.count; i++) if (!(slopeOf(run, i) > 0)) held[i] = 1;
  run.observer.event(run, "compression-end");
  run.observer.point?.(run);
}

/** In compression the normal impulses take energy; where those of contacts that separate would give it, the guard is due. */
function makesEnergy(run: Run): boolean {
  if (run.remarks.guarded) return false;
  let power = 0;
  let size = 0;
  for (let i = 0; i < run.system.count; i++) {
    const n = normalOf(run, i);
    power += run.velocity[n] * run.rates.impulse[n];
    size += Math.abs(run.velocity[n] * run.rates.impulse[n]);
  }
  return power > ROUNDING * size && separates(run);
}

const ROUNDING = 1e-9;
const separates = ({ system, held }: Run) => held.some((is, i) => is === 0 && system.start[(i + 1) * system.dimension - 1] > 0);

/** Goes on with the modes found. False: it went nowhere. */
function stretchOut(run: Run, question: Question, notUnique: boolean): boolean {
  announce(run, question);
  if (notUnique) run.remarks.notUnique = true;
  const before = ghostOf(run);
  const takeBack = run.observer.mark();
  const end = isStraight(run) ? goStraight(run) : curveFrom(run, false);
  if (end === "stuck" && !run.compressing && !(run.restitutionWork <= toGiveBack(run))) {
    // It ran past its end.
    returnTo(run, before);
    takeBack();
  }
  run.observer.point?.(run);
  if (end === "compressed") endCompression(run);
  else if (end === "spent") run.held.fill(1);
  else if (end === "mode") tellStops(run);
  return end !== "stuck";
}

function curveFrom(run: Run, jumps: boolean): CurveEnd {
  if (run.system.tangents === 1) return followCurve(run, jumps);
  letCreep(run);
  if (jumps || slowOnes(run).length === 0) {
    const end = followCurve(run, jumps);
    if (end !== "mode" || jumps) return end;
  }
  return passSlowly(run);
}

/** Slips that the integration leaves to straight pieces. */
const slowOnes = ({ rates, system, velocity }: Run) =>
  Array.from({ length: system.count }, (_, i) => i).filter(
    (i) => rates.modes[i] === SLIP && system.friction[i] > 0 && rates.onset[i] === 0 && slipSpeed(system, velocity, i) <= LEFT_SLOW,
  );

const LEFT_SLOW = 1.01 * SLOW;
const MOST_PIECES = 1000;
/**
 * A piece leads to where a slip is least if that is no more than this part of it; past a stop that it misses it goes in pieces of that
 * part.
 */
const MISSES = 0.05;
const PIECE = 0.03;

/** Slips that have all but stopped: straight pieces, each with the directions it begins with, until they rest or have passed. */
function passSlowly(run: Run): CurveEnd {
  const { system, rates, velocity } = run;
  for (let piece = 0; piece < MOST_PIECES; piece++) {
    const slow = slowOnes(run);
    if (slow.length === 0 || slow.some((i) => isResting(run, i))) return "mode";
    const length = Math.min(...slow.map((i) => pieceOf(run, i)));
    const before = run.progress;
    const end = goStraight(run, length);
    if (end !== "mode" || run.progress - before < 0.999 * length) return end;
    for (let i = 0; i < system.count; i++) {
      const speed = slipSpeed(system, velocity, i);
      if (rates.modes[i] === SLIP && rates.onset[i] === 0 && speed > 0)
        for (let k = 0; k < 2; k++) rates.direction[2 * i + k] = velocity[3 * i + k] / speed;
    }
    if (!run.solver.solve(rates, 0)) return "stuck";
  }
  return "mode";
}

function pieceOf({ rates, system, velocity }: Run, i: number): number {
  const speed = slipSpeed(system, velocity, i);
  const rate = slipSpeed(system, rates.velocity, i);
  const toward = -(velocity[3 * i] * rates.velocity[3 * i] + velocity[3 * i + 1] * rates.velocity[3 * i + 1]) / rate;
  const aside = Math.sqrt(Math.max(0, speed * speed - toward * toward));
  return (toward > 0 && aside <= MISSES * speed ? toward : PIECE * speed) / rate;
}

/** A slip that is hardly faster than none and grows goes the way that attracts it, as one that has just begun. */
function letCreep({ system, rates, velocity, solver }: Run): void {
  const before = rates.direction.slice();
  const slow = Array.from({ length: system.count }, (_, i) => i).filter(
    (i) =>
      rates.modes[i] === SLIP &&
      rates.onset[i] === 0 &&
      system.friction[i] > 0 &&
      slipSpeed(system, velocity, i) < 0.5 * STARTED &&
      along(rates, i) > 0,
  );
  if (slow.length === 0) return;
  for (const i of slow) rates.onset[i] = 1;
  const { found } = findOnset(system, solver, rates, 0);
  if (found && slow.every((i) => along(rates, i) > 0)) return;
  for (const i of slow) rates.onset[i] = 0;
  rates.direction.set(before);
  solver.solve(rates, 0);
}

/** Says what has changed since the last stretch. */
function announce(run: Run, { resting }: Question): void {
  const { rates, lastMode, rested, observer, system } = run;
  const begins = run.progress === 0;
  for (let i = 0; i < system.count; i++) {
    const mode = rates.modes[i];
    const pushed = run.pushing[i] === 1;
    if (mode === IDLE && pushed) observer.event(run, "contact-open", i);
    if (mode !== IDLE && !pushed && !begins) observer.event(run, "contact-close", i);
    run.pushing[i] = mode === IDLE ? 0 : 1;
    if (mode === IDLE) continue;
    if (resting[i] === 1 && system.friction[i] > 0) rested[i] = 1;
    if (mode === SLIP && rates.onset[i] === 1) observer.event(run, "slip-start", i);
    lastMode[i] = mode;
  }
  observer.point?.(run);
}

function tellStops(run: Run): void {
  const { rates, system } = run;
  for (let i = 0; i < system.count; i++)
    if (rates.modes[i] === SLIP && system.friction[i] > 0 && isResting(run, i)) run.observer.event(run, "slip-stop", i);
}

/** Impulse at fixed s, as the dashpots share it. "stuck": nothing moved, or the impulse runs off. */
function jump(run: Run): "moved" | "stuck" {
  const { system, rates } = run;
  const before = ghostOf(run);
  const pushing = run.pushing.slice();
  const takeBack = run.observer.mark();
  const most = 10 * (system.count + 2);
  let end: CurveEnd = "mode";
  let idle: Standstill | undefined;
  for (let stretch = 0; stretch < most && end === "mode"; stretch++) {
    const reached = run.impulse.slice();
    const question = look(run, (gap) => gap < TINY);
    writeShares(run);
    for (let i = 0; i < system.count; i++) if (rates.given[i] === 0) question.candidate[i] = 0;
    if (!question.candidate.includes(1)) break;
    if (findModes(system, run.solver, question, rates) === "none" || !moves(run)) end = "stuck";
    else {
      announce(run, question);
      end = curveFrom(run, true);
      run.observer.point?.(run);
      const standstill = standstillOf(run, reached);
      // It will end here again and again.
      if (end === "mode" && standstill !== undefined && isSame(standstill, idle)) break;
      idle = standstill;
      if (end === "mode") tellStops(run);
      if (end === "spent") run.held.fill(1);
    }
  }
  if (end !== "stuck" && run.impulse.some((value, k) => Math.abs(value - before.impulse[k]) > MOVED)) {
    run.remarks.jumps++;
    return "moved";
  }
  returnTo(run, before);
  run.pushing.set(pushing);
  takeBack();
  return "stuck";
}

/** The modes of a stretch that went nowhere. */
type Standstill = Pick<Rates, "modes" | "onset">;

/** Impulses that change by less are where they were. */
const NOWHERE = 1e-15;

function standstillOf({ impulse, rates }: Run, reached: Float64Array): Standstill | undefined {
  if (impulse.some((value, k) => Math.abs(value - reached[k]) > NOWHERE)) return undefined;
  return { modes: rates.modes.slice(), onset: rates.onset.slice() };
}

function isSame({ modes, onset }: Standstill, other: Standstill | undefined): boolean {
  return other !== undefined && modes.every((mode, i) => mode === other.modes[i]) && onset.every((begins, i) => begins === other.onset[i]);
}

const moves = ({ rates }: Run) => rates.velocity.some((value) => Math.abs(value) > MOVED);

const TINY = 1e-8;

/** The guard in compression, the lock in restitution. False: neither helps. */
function giveWay(run: Run): boolean {
  const { system, held, remarks } = run;
  if (run.compressing) {
    if (remarks.guarded || !separates(run)) return false;
    remarks.guarded = true;
    for (let i = 0; i < system.count; i++) if (system.start[normalOf(run, i)] > 0) held[i] = 1;
    return true;
  }
  remarks.locked = true;
  held.fill(1);
  return true;
}

/**
 * One push of all contacts without restitution and friction leaves nothing approaching: 0 <= P perp v + W P >= 0, which always has an
 * answer.
 */
function pushOnce(run: Run): Run {
  const smooth: System = { ...run.system, friction: run.system.friction.map(() => 0) };
  const solver = createRateSolver(smooth);
  const rates = createRates(smooth);
  const candidate = new Uint8Array(smooth.count).fill(1);
  for (let i = 0; i < smooth.count; i++) rates.slope[i] = -run.velocity[normalOf(run, i)];
  const question = { candidate, resting: new Uint8Array(smooth.count), velocity: run.velocity };
  if (findModes(smooth, solver, question, rates) === "none")
    throw new SolverError("no push leaves the contacts apart", { progress: run.progress, normalWork: stored(run) - run.restitutionWork });
  run.remarks.pushed = true;
  for (let i = 0; i < smooth.count; i++) {
    const n = normalOf(run, i);
    run.compressionWork[i] -= (run.velocity[n] + 0.5 * rates.velocity[n]) * rates.impulse[n];
    if (rates.modes[i] !== IDLE && rates.impulse[n] > 0 && run.lastMode[i] === IDLE) run.lastMode[i] = STICK;
  }
  for (let at = 0; at < smooth.size; at++) run.impulse[at] += rates.impulse[at];
  writeVelocity(run.system, run.impulse, run.velocity);
  run.observer.point?.(run);
  return run;
}
