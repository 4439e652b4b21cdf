/**
 * The rod in space and time, on the floor and after it has left, for pictures that move: every step of the lattice as a frame.
 *
 * The displacement of a cell is the height of the bottom plus the strain below it.
 */
import { InvalidInputError } from "../errors.js";
import { comVelocity, createLattice, enoughCells, stepLattice, waveEnergy } from "./lattice.js";
import { checkRod, type ElasticRod } from "./rod.js";

/** Fields of a rod in time, for drawing. */
export interface RodFilm {
  /** Places along the rod. */
  readonly cells: number;
  /** Moments. */
  readonly frames: number;
  /** Between frames, s. */
  readonly step: number;
  /** By frame, then by cell from the floor: upward, m; at the middle of the cell. */
  readonly displacement: Float32Array;
  /** Of each cell, frame after frame. */
  readonly strain: Float32Array;
  /** Upward, m/s. */
  readonly velocity: Float32Array;
  /** By frame: height of the bottom, m. */
  readonly gap: Float32Array;
  /** By frame: over mass per length, m^3/s^2. */
  readonly energyTotal: Float64Array;
  /** Of each frame. */
  readonly energyTranslational: Float64Array;
  /** Of each frame. */
  readonly energyVibrational: Float64Array;
}

/** How fine the film is. */
export interface RodFilmOptions {
  /** How far, s. */
  readonly duration: number;
  /** Default: 80. */
  readonly cells?: number;
}

/** More frames than these are no film any more. */
const MOST_FRAMES = 20_000;

/** Displacement, strain and velocity on all cells at all steps of the lattice, from the first touch on. */
export function rodFilm(rod: ElasticRod, { duration, cells = 80 }: RodFilmOptions): RodFilm {
  checkRod(rod);
  if (!(Number.isInteger(cells) && cells >= 10 && cells <= 1000))
    throw new InvalidInputError("cells", cells, "is not a whole number from 10 to 1000");
  if (!enoughCells(rod, cells)) throw new InvalidInputError("damping", rod.damping, `is too strong for a film of ${cells} cells`);
  const lattice = createLattice(rod, cells);
  if (!(duration > 0 && duration / lattice.step < MOST_FRAMES))
    throw new InvalidInputError("duration", duration, `is not between 0 and ${MOST_FRAMES} frames, ${MOST_FRAMES * lattice.step} s`);
  const frames = Math.ceil(duration / lattice.step) + 1;
  const film = {
    cells,
    frames,
    step: lattice.step,
    displacement: new Float32Array(frames * cells),
    strain: new Float32Array(frames * cells),
    velocity: new Float32Array(frames * cells),
    gap: new Float32Array(frames),
    energyTotal: new Float64Array(frames),
    energyTranslational: new Float64Array(frames),
    energyVibrational: new Float64Array(frames),
  };
  const width = rod.length / cells;
  for (let frame = 0; frame < frames; frame++) {
    if (frame > 0) stepLattice(lattice);
    let place = lattice.gap;
    for (let i = 0; i < cells; i++) {
      const strain = (0.5 * (lattice.down[i] - lattice.up[i])) / rod.waveSpeed;
      const at = frame * cells + i;
      film.strain[at] = strain;
      film.velocity[at] = 0.5 * (lattice.up[i] + lattice.down[i]);
      film.displacement[at] = place + 0.5 * width * strain;
      place += width * strain;
    }
    const speed = comVelocity(lattice);
    const moving = waveEnergy(lattice);
    const kinetic = 0.5 * rod.length * speed * speed;
    const height = rod.length * rod.gravity * lattice.comDisplacement;
    film.gap[frame] = lattice.gap;
    film.energyTotal[frame] = moving + height;
    film.energyTranslational[frame] = kinetic + height;
    film.energyVibrational[frame] = Math.max(0, moving - kinetic);
  }
  return film;
}
