/**
 * Keeping the loops of a linkage closed: where it starts, and what integration and projections leave.
 */
import { SolverError } from "../../errors.js";
import { assemble, CLOSED, GAPING, readStart } from "./assembly.js";
import { type LinkageWorkspace, read, weigh } from "./linkage-state.js";

/** Newton steps in which loops close that are nearly closed. */
const MOST_CLOSINGS = 8;

/** Unit quaternions. */
function normaliseTurns(workspace: LinkageWorkspace, local: Float64Array): void {
  const { tree } = workspace;
  for (const { type, coordinate: first } of tree.links) {
    if (type !== "free" && type !== "spherical") continue;
    const at = type === "free" ? first + 3 : first;
    let square = 0;
    for (let c = 0; c < 4; c++) square += local[at + c] * local[at + c];
    const length = Math.sqrt(square);
    for (let c = 0; c < 4; c++) local[at + c] /= length;
  }
}

/** Of unit quaternions alone: loops may stay open. */
export function unitTurns(workspace: LinkageWorkspace, coordinates: Float64Array): void {
  const { coordinate, q } = workspace;
  read(coordinates, coordinate, q);
  normaliseTurns(workspace, q);
  coordinates.set(q, coordinate);
}

export function shift(workspace: LinkageWorkspace, local: Float64Array, displacement: Float64Array): void {
  const { tree, coordinateCount, change } = workspace;
  tree.rates(local, displacement, change);
  for (let k = 0; k < coordinateCount; k++) local[k] += change[k];
  normaliseTurns(workspace, local);
}

/** Closes the loops by moving dependent joints. Works on `local` alone; the tree is at its poses afterwards. */
function close(workspace: LinkageWorkspace, local: Float64Array, most: number, step: () => void): number {
  const { tree, embedding, extent, placed, moved, work } = workspace;
  if (embedding === undefined) return 0;
  let least = Number.POSITIVE_INFINITY;
  for (let pass = 0; ; pass++) {
    tree.place(local);
    placed.set(local);
    moved.fill(Number.NaN);
    workspace.hasMass = false;
    step();
    const open = embedding.openness();
    if (!(open > CLOSED * extent) || pass === most || (pass > 3 && open < 1e-9 * extent && open >= 0.5 * least)) return open;
    least = Math.min(least, open);
    embedding.closing(work);
    limitSteps(work);
    shift(workspace, local, work);
  }
}

export function normalise(workspace: LinkageWorkspace, coordinates: Float64Array): void {
  const { embedding, coordinate, extent, q } = workspace;
  read(coordinates, coordinate, q);
  normaliseTurns(workspace, q);
  if (embedding !== undefined) {
    // Where nothing has been left nothing is moved: the same bits.
    const open = close(workspace, q, MOST_CLOSINGS, embedding.place);
    if (open > GAPING * extent) throw new SolverError(`loops cannot be closed: they stay open by ${open.toPrecision(3)}`, { open });
  }
  coordinates.set(q, coordinate);
}

export function strays(
  workspace: LinkageWorkspace,
  coordinates: Float64Array,
  speeds: Float64Array,
  distance: number,
  rate: number,
): boolean {
  const { embedding, speed, u } = workspace;
  if (embedding === undefined) return false;
  weigh(workspace, coordinates);
  embedding.pass();
  read(speeds, speed, u);
  return embedding.openness() > distance || embedding.opening(u) > rate;
}

export function restore(workspace: LinkageWorkspace, coordinates: Float64Array, speeds: Float64Array): void {
  const { embedding, speed, mass, u } = workspace;
  if (embedding === undefined) return;
  normalise(workspace, coordinates);
  weigh(workspace, coordinates);
  read(speeds, speed, u);
  embedding.restore(mass, u);
  speeds.set(u, speed);
}

export function start(workspace: LinkageWorkspace, coordinates: Float64Array, speeds: Float64Array): void {
  const { tree, dynamics, embedding, links, loops, bindings, coordinate, speed, extent, placed, mass, q, u } = workspace;
  const starts = links.map(({ data }) => data.start ?? {});
  const read = readStart(tree, starts, q, u);
  // Joints that are moved stay where they are anyhow.
  const free = (held: ReadonlySet<number>) => new Set([...held].filter((k) => !bindings.driven.includes(k)));
  const given = { places: free(read.places), speeds: free(read.speeds) };
  normaliseTurns(workspace, q);
  if (embedding !== undefined) {
    const names = [...loops.map(({ between }) => between.join("/")), ...bindings.names].join(", ");
    const opens = assemble({ tree, embedding, extent, names, close: (most, step) => close(workspace, q, most, step) }, given, q, u);
    placed.fill(Number.NaN);
    workspace.hasMass = false;
    if (opens) {
      // Speeds that say together what no closed loop has, by rounding of the numbers given.
      dynamics.massMatrix(mass);
      embedding.weigh(mass);
      embedding.restore(mass, u);
    }
  }
  coordinates.set(q, coordinate);
  speeds.set(u, speed);
}

/** A step from a first guess may be long; no joint moves further than this at once, rad or m. */
const LONGEST_STEP = 0.5;

function limitSteps(step: Float64Array): void {
  const longest = step.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (longest > LONGEST_STEP) for (let k = 0; k < step.length; k++) step[k] *= LONGEST_STEP / longest;
}
