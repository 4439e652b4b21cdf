/**
 * A stretch on which no slip turns: all is linear in s, works quadratic, and the next event is known at once.
 */
import { IDLE, SLIP } from "./rates.js";
import { AT_REST, boundOf, ghostOf, normalOf, normalRateOf, normalVelocityOf, type Run, slopeOf, toGiveBack } from "./run.js";
import { writeVelocity } from "./system.js";

/** What ends a stretch. `mode`: modes are to be sought anew. */
export type StretchEnd = "mode" | "compressed" | "spent";

/** Sine of a turn that is none. */
const TURNS = 1e-12;

/** Whether every slip keeps its direction on the way. Planar slips do. */
export function isStraight({ system, rates, velocity }: Run): boolean {
  const { count, friction, tangents } = system;
  if (tangents === 1) return true;
  let fastest = 0;
  for (const value of rates.velocity) fastest = Math.max(fastest, Math.abs(value));
  for (let i = 0; i < count; i++) {
    if (rates.modes[i] !== SLIP || rates.onset[i] === 1 || friction[i] === 0) continue;
    const [x, y, dx, dy] = [velocity[3 * i], velocity[3 * i + 1], rates.velocity[3 * i], rates.velocity[3 * i + 1]];
    if (Math.abs(x * dy - y * dx) > TURNS * Math.sqrt(x * x + y * y) * fastest) return false;
  }
  return true;
}

const DRAWN_POINTS = 8;

/** Goes to the next event, or by `most`. */
export function goStraight(run: Run, most = Number.POSITIVE_INFINITY): StretchEnd {
  const { length, end } = nextEvent(run, most);
  if (run.observer.point !== undefined)
    for (let k = 1; k < DRAWN_POINTS; k++) {
      const ghost = ghostOf(run);
      advance(ghost, (length * k) / DRAWN_POINTS);
      run.observer.point(ghost);
    }
  advance(run, length);
  if (end === "compressed") run.progress = 1;
  return end;
}

function nextEvent(run: Run, most: number): { length: number; end: StretchEnd } {
  const { count, friction } = run.system;
  const { modes } = run.rates;
  let length = most;
  let end: StretchEnd = "mode";
  const meet = (distance: number, what: StretchEnd) => {
    if (distance < length) [length, end] = [distance, what];
  };
  if (run.compressing) meet(1 - run.progress, "compressed");
  else meet(distanceToSpent(run), "spent");
  for (let i = 0; i < count; i++) {
    if (modes[i] === SLIP && friction[i] > 0) meet(distanceToStop(run, i), "mode");
    if (modes[i] !== IDLE) continue;
    const n = normalOf(run, i);
    const gap = run.velocity[n] - boundOf(run, i);
    const closing = slopeOf(run, i) - run.rates.velocity[n];
    if (gap > 0 && closing > 0) meet(gap / closing, "mode");
  }
  return { length, end };
}

/** To where the slip of a contact is least, if it is none there. */
function distanceToStop({ system, rates, velocity }: Run, i: number): number {
  const { dimension, tangents } = system;
  let along = 0;
  let square = 0;
  let speed = 0;
  for (let k = 0; k < tangents; k++) {
    const at = i * dimension + k;
    along -= velocity[at] * rates.velocity[at];
    square += rates.velocity[at] * rates.velocity[at];
    speed += velocity[at] * velocity[at];
  }
  if (rates.onset[i] === 1 || !(along > 0) || Math.sqrt(speed) <= AT_REST) return Number.POSITIVE_INFINITY;
  const distance = along / square;
  let left = 0;
  for (let k = 0; k < tangents; k++) {
    const slip = velocity[i * dimension + k] + distance * rates.velocity[i * dimension + k];
    left += slip * slip;
  }
  return Math.sqrt(left) <= AT_REST ? distance : Number.POSITIVE_INFINITY;
}

/** To where the contacts have given back their share: a root of a quadratic that rises. */
function distanceToSpent(run: Run): number {
  const { system, rates } = run;
  let slope = 0;
  let bend = 0;
  for (let i = 0; i < system.count; i++) {
    const n = normalOf(run, i);
    slope += normalVelocityOf(run, i) * rates.impulse[n];
    bend += normalRateOf(run, i) * rates.impulse[n];
  }
  const left = toGiveBack(run) - run.restitutionWork;
  if (!(left > 0)) return 0;
  const root = slope * slope + 2 * bend * left;
  if (!(root >= 0)) return Number.POSITIVE_INFINITY;
  const denominator = slope + Math.sqrt(root);
  return denominator > 0 ? (2 * left) / denominator : Number.POSITIVE_INFINITY;
}

function advance(run: Run, length: number): void {
  const { system, rates, impulse, velocity } = run;
  const { count, dimension, tangents } = system;
  for (let i = 0; i < count; i++) {
    if (rates.modes[i] === IDLE) continue;
    const n = i * dimension + tangents;
    const work = (at: number) => (velocity[at] + 0.5 * length * rates.velocity[at]) * rates.impulse[at] * length;
    const normalWork = (normalVelocityOf(run, i) + 0.5 * length * normalRateOf(run, i)) * rates.impulse[n] * length;
    if (run.compressing) run.compressionWork[i] -= normalWork;
    else run.restitutionWork += normalWork;
    if (rates.modes[i] === SLIP) for (let k = 0; k < tangents; k++) run.frictionLoss -= work(i * dimension + k);
  }
  for (let at = 0; at < impulse.length; at++) impulse[at] += length * rates.impulse[at];
  writeVelocity(system, impulse, velocity);
  run.progress += length;
}
