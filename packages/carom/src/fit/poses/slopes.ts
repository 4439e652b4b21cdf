/**
 * Exact derivatives of the residuals of a recording: one run whose tangents are followed, where differences take two for each number.
 *
 * A number moves the system (friction, sizes, masses: systems built with it moved stand for that) and the start, which depends on inertia,
 * gravity and the centre of mass through the flight. Of a row, with the turn dq = (dt/2, 0) q of the computed orientation,
 *
 *     d(position) = dx - dt x R c - R dc        d(rotation) = dt - f x dt / 2 + g f x (f x dt)
 *
 * c the centre of mass from the tracked centre and f the vector of the rotation that is compared, g = (1 - (|f|/2) cot(|f|/2)) / |f|^2.
 *
 * An impact at several places at once has no derivative in closed form, and costs as much by differences of its law as whole runs: there
 * whole runs are compared instead.
 */
import { InvalidInputError, SolverError } from "../../errors.js";
import { conjugate, multiply, type Quaternion, rotate } from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { Simulation } from "../../simulation/loop/interface.js";
import type { LensChanges, MovedSystem, TangentColumn } from "../../simulation/loop/tangents/columns.js";
import type { RunEdge, RunTangents } from "../../simulation/loop/tangents/interface.js";
import { createSimulation } from "../../simulation/regime/simulation.js";
import type { Scene, SceneBody } from "../../simulation/scene/scene.js";
import { isAlike } from "../../simulation/system/alike.js";
import type { SceneSystem } from "../../simulation/system/scene-system.js";
import { differenceSteps } from "../difference-steps.js";
import { type Difference, type FitPoint, type Misfit, type Move, movedPoint, type Slope } from "../tasks.js";
import { begun, initialState, type PoseModel, type PoseSubjectOptions } from "./pose-model.js";
import { BODY_COORDINATES, BODY_SPEEDS } from "./prepare.js";
import { rowAfter } from "./recording.js";
import { vectorChange } from "./rotations.js";

/** Whether a motion has exact derivatives all along. */
export function hasTangents({ motion }: PoseSubjectOptions, { events, failure }: Misfit): boolean {
  return motion === undefined && failure === undefined && events.every(({ word, places }) => places < 2 && !word.startsWith("regime"));
}

/** A number on its way through the run. */
interface Along {
  readonly column: TangentColumn;
  /** Of the centre of mass from the tracked one, per unit of the number. */
  readonly centre: Vec3;
}

type Frames = { readonly first: number; readonly last: number };

/** Undefined for numbers that change which places may touch. */
export function poseSlopes(
  options: PoseSubjectOptions,
  systemOf: (model: PoseModel) => SceneSystem,
  point: FitPoint & Frames,
  centre: Misfit,
  moves: readonly Move[],
): (Slope | undefined)[] {
  const { model, start } = begun(options, point);
  if (model.options.method === "steps") return [];
  const system = systemOf(model);
  const along = moves.map((move) => alongMove(options, systemOf, point, move));
  const columns = along.flatMap((each) => (each === undefined ? [] : [each.column]));
  const { times } = options.recordings[point.recording];
  const { first, last } = point;
  const wanted = times.slice(first, last + 1).map((time) => time - times[first]);
  try {
    const simulation = createSimulation(system, initialState(system, model, start), {
      ...model.options,
      tangents: { columns, times: wanted },
    });
    const orientations = orientationsAt(simulation, system, model.body, wanted);
    const { tangents } = simulation;
    if (tangents === undefined) return [];
    const run = { system, model, orientations, tangents };
    let place = 0;
    return along.map((each, i) => {
      if (each === undefined) return undefined;
      const column = place++;
      const until = rowsKnown(tangents, column, moves[i].difference, (time) => rowAfter(times, times[first] + time, first, last));
      return { values: slopeOf(run, column, each.centre, centre), until };
    });
  } catch (error) {
    if (!(error instanceof InvalidInputError || error instanceof SolverError)) throw error;
    return [];
  }
}

/** How a number moves system and start; undefined where other places may touch then, or nothing can be built. */
function alongMove(
  options: PoseSubjectOptions,
  systemOf: (model: PoseModel) => SceneSystem,
  point: FitPoint,
  move: Move,
): Along | undefined {
  const { model } = begun(options, point);
  const system = systemOf(model);
  const place = system.names.indexOf(model.body);
  const [coordinates, speeds] = [new Float64Array(system.coordinateCount), new Float64Array(system.speedCount)];
  const moved: MovedSystem[] = [];
  let centre = vec3.ZERO;
  let only: LensChanges | undefined;
  try {
    for (const { by, weight } of differenceSteps(move.difference)) {
      const there = begun(options, movedPoint(point, move, by));
      const { position, orientation, velocity, spin } = there.start;
      [...position, ...orientation].forEach((value, k) => {
        coordinates[BODY_COORDINATES * place + k] += weight * value;
      });
      [...velocity, ...spin].forEach((value, k) => {
        speeds[BODY_SPEEDS * place + k] += weight * value;
      });
      centre = vec3.addScaled(centre, there.model.centre, weight);
      const other = systemOf(there.model);
      if (!isAlike(other, system)) return undefined;
      if (by !== 0 && move.of === "values") only = changesBetween(model.scene, there.model.scene);
      moved.push({ weight, system: other });
    }
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    return undefined;
  }
  const isStart = move.of === "own" && move.place >= options.ownParameters;
  const scale = move.difference[1] - move.difference[0];
  return { column: { coordinates, speeds, scale, ...(isStart ? {} : { moved, ...(only === undefined ? {} : { only }) }) }, centre };
}

/** What differs between two scenes of the same bodies. */
function changesBetween(one: Scene, other: Scene): LensChanges {
  const differs = (of: (scene: Scene) => unknown) => JSON.stringify(of(one)) !== JSON.stringify(of(other));
  const rest = ({ bodies: _bodies, gravity: _gravity, contacts: _contacts, material: _material, ...others }: Scene) => others;
  const contacts = differs((scene) => [scene.contacts, scene.material]);
  const gravity = differs((scene) => scene.gravity);
  if (differs(rest) || differs(withoutMasses) || (contacts && (gravity || differs((scene) => scene.bodies)))) return "all";
  if (contacts) return "materials";
  return differs((scene) => scene.bodies) ? "masses" : "forces";
}

function withoutMasses({ bodies }: Scene): unknown {
  return Object.entries(bodies).map(([name, body]) => {
    const { mass: _mass, inertia: _inertia, ...rest } = body as SceneBody;
    return [name, rest];
  });
}

/** Of a body at times, ascending. */
function orientationsAt(simulation: Simulation, system: SceneSystem, body: string, times: readonly number[]): Quaternion[] {
  const at = BODY_COORDINATES * system.names.indexOf(body) + 3;
  const [coordinates, speeds] = [new Float64Array(system.coordinateCount), new Float64Array(system.speedCount)];
  const found: Quaternion[] = [];
  const keep = (q: Float64Array) => found.push([q[at], q[at + 1], q[at + 2], q[at + 3]]);
  simulation.advance(times[times.length - 1], {
    motion: (_from, to, stateAt) => {
      while (found.length < times.length && times[found.length] <= to) {
        stateAt(times[found.length], coordinates, speeds);
        keep(coordinates);
      }
    },
  });
  while (found.length < times.length) keep(simulation.coordinates);
  return found;
}

interface FollowedRun {
  readonly system: SceneSystem;
  readonly model: PoseModel;
  readonly orientations: readonly Quaternion[];
  readonly tangents: RunTangents;
}

/** The derivative of all rows along a column. */
function slopeOf({ system, model, orientations, tangents }: FollowedRun, column: number, shift: Vec3, { residuals }: Misfit): Float64Array {
  const at = BODY_COORDINATES * system.names.indexOf(model.body);
  const values = new Float64Array(residuals.length);
  orientations.forEach((orientation, k) => {
    const change = tangents.samples[k].coordinates[column];
    const half = multiply([change[at + 3], change[at + 4], change[at + 5], change[at + 6]], conjugate(orientation));
    const turn: Vec3 = [2 * half[0], 2 * half[1], 2 * half[2]];
    const place: Vec3 = [change[at], change[at + 1], change[at + 2]];
    const arm = vec3.add(vec3.cross(turn, rotate(orientation, model.centre)), rotate(orientation, shift));
    values.set(vec3.subtract(place, arm), 6 * k);
    values.set(vectorChange([residuals[6 * k + 3], residuals[6 * k + 4], residuals[6 * k + 5]], turn), 6 * k + 3);
  });
  return values;
}

/** Kinds of edges beyond which other things happen, in another order. */
const OTHER_EVENTS: readonly RunEdge["kind"][] = ["grazing", "tie", "friction-limit", "last-bounce", "no-derivative"];

/** The first row after something that has no derivative, or happens otherwise within the difference. */
function rowsKnown({ broken, edges }: RunTangents, column: number, [low, high]: Difference, rowAt: (time: number) => number): number {
  const reach = Math.max(-low, high);
  const ends = edges.filter(
    ({ kind, smooth, distances, none }) =>
      none?.[column] === true || (smooth !== true && OTHER_EVENTS.includes(kind) && Math.abs(distances[column]) < reach),
  );
  return [...ends, ...(broken === undefined ? [] : [broken])].reduce(
    (least, { time }) => Math.min(least, rowAt(time)),
    Number.POSITIVE_INFINITY,
  );
}
