/**
 * The elastic rod on a lattice whose cells a wave crosses in one step: contact, flight and contact again.
 *
 * The waves a = v_t - c v_x (upwards) and b = v_t + c v_x (downwards) each move one cell per step, exactly; damping and gravity act in half
 * steps before and after (exact for v_t at fixed strain; in the air damping acts on velocities from their mean). At the top b = a. At the
 * floor a wave that arrives comes back as a = b while the bottom is free and as a = -b while it stands; it stands as long as b < 0, because
 * c v_x = b there. Events fall on steps, so without damping nothing is lost to the lattice, and times are known to half a step.
 *
 * Rest is certain, not guessed: steps never enlarge the largest deviation of a and b from standing still under gravity, so once it is below
 * g L / c no wave can lift the bottom any more.
 *
 * Long flights are jumped over by the modes of the free rod, cos(k pi x / L), whose frequencies the lattice has exactly: as far as the
 * bottom cannot come down.
 *
 * Source: ours; 000 (5.44)-(5.50) for the flight.
 */
import { cos, exp } from "../math/elementary.js";
import { meanDecay, meanDecayed } from "./images.js";
import { followMode, type ModeState } from "./modes.js";
import { type ElasticRod, flightBrake, transitTime } from "./rod.js";

export interface Lattice {
  readonly rod: ElasticRod;
  readonly cells: number;
  /** Time of a step, s. */
  readonly step: number;
  /** Waves that go up and down, m/s, by cell from the floor. */
  readonly up: Float64Array;
  readonly down: Float64Array;
  /** Steps since the impact. */
  steps: number;
  /** Height of the bottom, m. */
  gap: number;
  /** Of the centre of mass since the impact, m. */
  comDisplacement: number;
  /** Whether the bottom stands on the floor, in this half of a step. */
  stands: boolean;
  /** What the floor has given since the impact, over mass per length, m^2/s. */
  impulse: number;
}

export function createLattice(rod: ElasticRod, cells: number): Lattice {
  return {
    rod,
    cells,
    step: transitTime(rod) / (2 * cells),
    up: new Float64Array(cells).fill(-rod.impactSpeed),
    down: new Float64Array(cells).fill(-rod.impactSpeed),
    steps: 0,
    gap: 0,
    comDisplacement: 0,
    stands: true,
    impulse: 0,
  };
}

/** One step. Says whether the bottom stood on the floor in it. */
export function stepLattice(lattice: Lattice): boolean {
  const { rod, cells, step, up, down } = lattice;
  lattice.stands = touches(lattice, down[0]);
  act(lattice, 0.5 * step);
  const speedBefore = comVelocity(lattice);
  const arriving = down[0];
  const leaving = up[cells - 1];
  up.copyWithin(1, 0, cells - 1);
  down.copyWithin(0, 1, cells);
  down[cells - 1] = leaving;
  const stands = touches(lattice, arriving);
  up[0] = stands ? -arriving : arriving;
  lattice.stands = stands;
  lattice.gap = stands ? 0 : lattice.gap + arriving * step;
  if (stands) lattice.impulse -= arriving * rod.waveSpeed * step;
  lattice.comDisplacement += 0.5 * step * (speedBefore + comVelocity(lattice));
  act(lattice, 0.5 * step);
  lattice.steps++;
  return stands;
}

/** A bottom that comes down within the step is stopped at the nearer end of it, so that no wave is mixed with its reflection. */
function touches({ gap, step }: Lattice, arriving: number): boolean {
  return arriving < 0 && gap + 0.5 * arriving * step <= 0;
}

/** Gravity and damping for a time: v_t' = -2 r v_t - g, the strain kept; in the air v_t' = -2 r (v_t - its mean) - g. */
function act(lattice: Lattice, time: number): void {
  const { rod, up, down, stands } = lattice;
  const y = 2 * rod.damping * time;
  const kept = 0.5 * (1 - exp(-y));
  const isFree = !stands && flightBrake(rod) === 0;
  const spared = isFree && y > 0 ? 2 * kept * comVelocity(lattice) : 0;
  const fall = rod.gravity * time * (isFree ? 1 : meanDecay(y)) - spared;
  for (let i = 0; i < up.length; i++) {
    const loss = kept * (up[i] + down[i]) + fall;
    up[i] -= loss;
    down[i] -= loss;
  }
}

export function comVelocity({ up, down, cells }: Lattice): number {
  let sum = 0;
  for (let i = 0; i < cells; i++) sum += up[i] + down[i];
  return (0.5 * sum) / cells;
}

/** Energy of motion and strain, over mass per length, m^3/s^2. */
export function waveEnergy({ rod, up, down, cells }: Lattice): number {
  let sum = 0;
  for (let i = 0; i < cells; i++) sum += up[i] * up[i] + down[i] * down[i];
  return (0.25 * rod.length * sum) / cells;
}

/** Whether no wave in the rod can lift it from the floor any more. */
export function isSettled({ rod, up, down, cells, gap }: Lattice): boolean {
  const weight = (rod.gravity * rod.length) / rod.waveSpeed;
  if (gap > 0 || !(weight > 0)) return false;
  for (let i = 0; i < cells; i++) {
    const still = weight * (1 - (i + 0.5) / cells);
    if (Math.abs(up[i] - still) >= weight || Math.abs(down[i] + still) >= weight) return false;
  }
  return true;
}

/** Whether a rod without gravity has left for good: its bottom stays up whatever its waves do, and it does not come back. */
export function hasLeft(lattice: Lattice): boolean {
  if (lattice.rod.gravity > 0 || comVelocity(lattice) < 0) return false;
  const { amplitude, offset } = analyse(lattice);
  return lattice.gap - offset - amplitude > 0;
}

/** Jumps over a flight as far as the bottom surely stays up, where that is more than a few transits. Returns the steps taken. */
export function jumpFlight(lattice: Lattice): number {
  const { rod, cells, step, up, down } = lattice;
  const waves = analyse(lattice);
  const { amplitude, offset } = waves;
  // Height of the bottom without the waves, less all they could take from it.
  const least = lattice.gap - offset - amplitude;
  const speed = comVelocity(lattice);
  const rise = (time: number) => {
    const y = 2 * flightBrake(rod) * time;
    return speed * time * meanDecay(y) - rod.gravity * time * time * meanDecayed(y);
  };
  if (least <= 0 || rod.gravity === 0) return 0;
  let steps = 4 * cells;
  if (least + rise(steps * step) <= 0) return 0;
  while (least + rise(2 * steps * step) > 0) steps *= 2;
  for (let more = steps; more >= 1; more = Math.floor(more / 2)) if (least + rise((steps + more) * step) > 0) steps += more;
  const time = steps * step;
  const y = 2 * flightBrake(rod) * time;
  const mean = speed * exp(-y) - rod.gravity * time * meanDecay(y);
  const height = rise(time);
  lattice.gap += height + waves.follow(time, mean, up, down) - offset;
  lattice.comDisplacement += height;
  lattice.steps += steps;
  return steps;
}

interface FreeWaves {
  /** Sum of the largest displacements of the modes, m. */
  readonly amplitude: number;
  /** Displacement of the bottom by the modes now, m. */
  readonly offset: number;
  /** Writes the waves a time later and returns the displacement of the bottom by the modes. */
  readonly follow: (time: number, mean: number, up: Float64Array, down: Float64Array) => number;
}

/** The lattice in modes of the free rod: velocity in cosines, c times strain in sines. */
function analyse({ rod, cells, up, down }: Lattice): FreeWaves {
  const velocity = new Float64Array(cells + 1);
  const stretch = new Float64Array(cells + 1);
  const table = Float64Array.from({ length: 4 * cells }, (_, i) => cos((Math.PI * i) / (2 * cells)));
  // cos(k pi (i + 1/2) / cells) and the sine, a quarter turn later.
  const cosine = (k: number, i: number) => table[(k * (2 * i + 1)) % (4 * cells)];
  const sine = (k: number, i: number) => table[(k * (2 * i + 1) + 3 * cells) % (4 * cells)];
  const frequency = (k: number) => (k * Math.PI * rod.waveSpeed) / rod.length;
  let amplitude = 0;
  let offset = 0;
  for (let k = 1; k <= cells; k++) {
    const scale = (k === cells ? 1 : 2) / cells;
    for (let i = 0; i < cells; i++) {
      velocity[k] += 0.5 * scale * (up[i] + down[i]) * cosine(k, i);
      stretch[k] += 0.5 * scale * (down[i] - up[i]) * sine(k, i);
    }
    amplitude += Math.sqrt(velocity[k] * velocity[k] + stretch[k] * stretch[k]) / frequency(k);
    offset -= stretch[k] / frequency(k);
  }
  return {
    amplitude,
    offset,
    follow(time, mean, nextUp, nextDown) {
      nextUp.fill(mean);
      nextDown.fill(mean);
      const mode: ModeState = { response: 0, rate: 0, past: 0 };
      let bottom = 0;
      for (let k = 1; k <= cells; k++) {
        const w = frequency(k);
        followMode(mode, w, rod.damping, time);
        const { response, rate } = mode;
        const speed = velocity[k] * rate + w * stretch[k] * response;
        const strain = stretch[k] * (rate + 2 * rod.damping * response) - w * velocity[k] * response;
        bottom -= strain / w;
        for (let i = 0; i < cells; i++) {
          const [even, odd] = [speed * cosine(k, i), strain * sine(k, i)];
          nextUp[i] += even - odd;
          nextDown[i] += even + odd;
        }
      }
      return bottom;
    },
  };
}

/** Whether a rod with this damping can be followed: cells must resolve the decay within a step. */
export function enoughCells(rod: ElasticRod, cells: number): boolean {
  return rod.damping * (transitTime(rod) / cells) < 0.5;
}
