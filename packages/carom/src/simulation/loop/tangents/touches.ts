/**
 * Touches at a state, and how they change along a direction: gaps, velocities, mobilities, and what impulses do to the speeds.
 *
 * The touching place that geometry finds is followed, not a material one: balls and rims roll on under it.
 *
 * Source: own study, derivatives of runs, section 3.
 */
import { rowsIn } from "../../../math/rows.js";
import { coupling, createTouch, type Touch } from "../../contact/touch.js";
import { createFeatureState, type FeatureState } from "../../system/mechanical-system.js";
import { coordinatesOf } from "../../system/parts.js";
import type { SeenTouch, SystemTangents } from "../../system/system-tangents.js";
import type { Direction, Lens, Scales } from "./columns.js";
import { refreshAlong } from "./frames.js";
import { type State, touchOf } from "./frozen.js";
import type { KnownRates } from "./materials.js";
import { axesOf, forEachMoved } from "./moved-touches.js";

/** Of several touches, three components each. */
export interface TouchNumbers {
  /** m. */
  readonly gaps: Float64Array;
  /** m/s. */
  readonly velocities: Float64Array;
  /** J M^-1 J^T, row by row. */
  readonly mobility: Float64Array;
  /** J M^-1, row by row, of all speeds of the system. */
  readonly response: Float64Array;
  /** Point, tangent 1, tangent 2 and normal: twelve numbers each. None where they are not asked for. */
  readonly places: Float64Array;
}

export function createTouchNumbers(count: number, speeds: number, hasPlaces: boolean): TouchNumbers {
  const places = hasPlaces ? 12 * count : 0;
  const row = rowsIn(4 * count + 9 * count * count + 3 * count * speeds + places);
  return {
    gaps: row(count),
    velocities: row(3 * count),
    mobility: row(9 * count * count),
    response: row(3 * count * speeds),
    places: row(places),
  };
}

/** Room for touches that is used again, event by event: to make a typed array takes longer than to fill it. */
export interface TouchRooms {
  /** Numbers of so many touches; those with the same `index` are the same ones. What they hold is left from before. */
  readonly numbers: (count: number, index: number) => TouchNumbers;
  /** Touches of a system that knows how it changes, by their keys; those of the last that were looked at. */
  readonly known: Map<string, KnownTouch>;
  /** How the materials of pairs change with the systems of a column, of those that do not depend on speeds. */
  readonly rates: KnownRates;
  /** One for each speed, to work in. */
  readonly work: Float64Array;
}

interface KnownTouch {
  readonly touch: Touch;
  /** Places of the coordinates of its parts. */
  readonly coordinates: readonly number[];
  readonly seen: SeenTouch;
  /** Rows of J M^-1. */
  readonly responses: readonly Float64Array[];
  readonly change: FeatureState;
}

/** Who uses which numbers. */
export const ROOM = { here: 0, trial: 1, first: 2, second: 3, whole: 4, rough: 5, columns: 6 } as const;

/** @param hasPlaces whether derivatives of where bodies touch are wanted */
export function createTouchRooms(base: Lens, hasPlaces: boolean): TouchRooms {
  const speeds = base.system.speedCount;
  const rooms: TouchNumbers[][] = [];
  return {
    numbers: (count, index) => {
      rooms[count] ??= [];
      rooms[count][index] ??= createTouchNumbers(count, speeds, hasPlaces);
      return rooms[count][index];
    },
    known: new Map(),
    rates: new Map(),
    work: new Float64Array(speeds),
  };
}

/** Steps are divided by these until differences of two orders agree, to this part of the largest number of each kind. */
const FINER = [1, 8, 64, 512];
const ALIKE = 1e-6;
const FIELDS = ["gaps", "velocities", "mobility", "response", "places"] as const;

function clearNumbers(numbers: TouchNumbers): void {
  for (const field of FIELDS) numbers[field].fill(0);
}

function addNumbers(out: TouchNumbers, values: TouchNumbers, weight: number): void {
  for (const field of FIELDS) {
    const sum = out[field];
    const add = values[field];
    for (let k = 0; k < sum.length; k++) sum[k] += weight * add[k];
  }
}

function isAlike(one: TouchNumbers, other: TouchNumbers): boolean {
  return FIELDS.every((field) => {
    let [most, apart] = [0, 0];
    for (let k = 0; k < one[field].length; k++) {
      most = Math.max(most, Math.abs(one[field][k]));
      apart = Math.max(apart, Math.abs(one[field][k] - other[field][k]));
    }
    return apart <= ALIKE * most;
  });
}

/** @param axes that first tangents follow, one for each key; default: their own */
export function readTouches(
  lens: Lens,
  keys: readonly string[],
  { coordinates, speeds }: Omit<State, "time">,
  out: TouchNumbers,
  axes?: readonly number[],
): Touch[] {
  const { system } = lens;
  const touches: Touch[] = [];
  const n = system.speedCount;
  for (let i = 0; i < keys.length; i++) {
    const touch = touchOf(lens, keys[i]);
    touches.push(touch);
    refreshAlong(system, touch, coordinates, speeds, axes?.[i]);
    const { state, velocity, response } = touch;
    out.gaps[i] = state.gap;
    if (touch.speeds.length < n) out.response.fill(0, 3 * i * n, 3 * (i + 1) * n);
    for (let c = 0; c < 3; c++) {
      out.velocities[3 * i + c] = velocity[c];
      for (const k of touch.speeds) out.response[(3 * i + c) * n + k] = response[c * n + k];
    }
    writePlace(state, out.places, i);
  }
  const rows = 3 * touches.length;
  for (let r = 0; r < rows; r++)
    for (let s = r; s < rows; s++) {
      const value = coupling(touches[Math.floor(r / 3)], r % 3, touches[Math.floor(s / 3)], s % 3);
      out.mobility[r * rows + s] = out.mobility[s * rows + r] = value;
    }
  return touches;
}

/** Where a touch is, or how that changes; nothing where there is no room for it. */
function writePlace({ point, tangent1, tangent2, normal }: FeatureState, out: Float64Array, i: number): void {
  if (out.length === 0) return;
  for (let c = 0; c < 3; c++) {
    out[12 * i + c] = point[c];
    out[12 * i + 3 + c] = tangent1[c];
    out[12 * i + 6 + c] = tangent2[c];
    out[12 * i + 9 + c] = normal[c];
  }
}

/** Writes derivatives of touches along directions. */
export interface TouchChanges {
  readonly all: (along: Direction, out: TouchNumbers) => void;
  /** One for each touch. */
  readonly gaps: (along: Direction, out: Float64Array) => void;
}

/** With what touches are differentiated. */
export interface TouchSources {
  readonly base: Lens;
  readonly scales: Scales;
  readonly rooms: TouchRooms;
}

/**
 * Of touches at a state: in closed form where the system knows it, else with the SIXTH stencil. What is returned holds until it is asked
 * for other touches, or those at another state.
 * @param here what was read of them at the coordinates of the state. Default: nothing was
 */
export function changesOfTouches(
  { base, scales, rooms }: TouchSources,
  keys: readonly string[],
  state: State,
  here?: TouchNumbers,
): TouchChanges {
  const { system } = base;
  const trial = rooms.numbers(keys.length, ROOM.trial);
  const tangents = system.tangents?.();
  const known = tangents === undefined ? undefined : createKnownChanges(base, rooms, { tangents, keys, state, here });
  let axes: readonly number[] | undefined;
  function all(along: Direction, out: TouchNumbers): void {
    // Materials and forces change nothing of where and how bodies touch.
    const lenses = along.moved.length === 0 ? along.moved : along.moved.filter(({ changes }) => changes === "masses" || changes === "all");
    const visit = (lens: Lens, moved: Omit<State, "time">, weight: number, follow: readonly number[]) => {
      readTouches(lens, keys, moved, trial, follow);
      addNumbers(out, trial, weight);
    };
    if (known !== undefined && tangents?.knows(along) === true) {
      known.all(along, out);
      if (lenses.length === 0 || lenses[0].changes !== "all") return;
      axes ??= axesOf(base, keys, state);
      for (const { weight, lens } of lenses) visit(lens, state, weight, axes);
      return;
    }
    alongState(along, out);
    if (lenses.length === 0) return;
    axes ??= axesOf(base, keys, state);
    for (const { weight, lens } of lenses) visit(lens, state, weight, axes);
  }

  /** With shorter steps where those of two orders differ: they straddle a seam of the shapes, beyond which the place touches otherwise. */
  function alongState({ coordinates, speeds, time }: Direction, out: TouchNumbers): void {
    const rough = rooms.numbers(keys.length, ROOM.rough);
    const still = { coordinates, speeds, time, moved: [], masses: undefined };
    const difference = (finer: number) => {
      clearNumbers(out);
      clearNumbers(rough);
      forEachMoved({ base, scales, keys, finer }, state, still, (lens, moved, weight, follow, roughly) => {
        readTouches(lens, keys, moved, trial, follow);
        addNumbers(out, trial, weight);
        if (roughly !== 0) addNumbers(rough, trial, roughly);
      });
    };
    for (const finer of FINER) {
      difference(finer);
      if (isAlike(out, rough)) return;
    }
    difference(1);
  }

  return {
    all,
    gaps(along, out) {
      // Masses do not change where bodies touch.
      if (known !== undefined && tangents?.knows(along) === true && !along.moved.some(({ changes }) => changes === "all")) {
        known.gaps(along, out);
        return;
      }
      const whole = rooms.numbers(keys.length, ROOM.whole);
      all(along, whole);
      out.set(whole.gaps);
    },
  };
}

/** Touches of a system that knows how it changes. */
interface KnownAt {
  readonly tangents: SystemTangents;
  readonly keys: readonly string[];
  readonly state: State;
  readonly here: TouchNumbers | undefined;
}

/**
 * The same of a system that knows how it changes, without parameters but masses: d(J M^-1) = (dJ - J M^-1 dM) M^-1. Where bodies touch does
 * not depend on masses, so J is taken as it is.
 */
function createKnownChanges(
  { system, features }: Lens,
  { known, work: change }: TouchRooms,
  { tangents, keys, state, here }: KnownAt,
): TouchChanges {
  const n = system.speedCount;
  const touchFor = (key: string): KnownTouch => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const feature = features.withKey(key);
    if (feature === undefined) throw new Error(`there is no feature ${key}`);
    const touch = createTouch(system, feature);
    const made = {
      touch,
      coordinates: coordinatesOf(system, touch.parts),
      seen: tangents.createSeen(feature),
      responses: [0, 1, 2].map(() => new Float64Array(n)),
      change: createFeatureState(system),
    };
    known.set(key, made);
    return made;
  };
  const all = keys.map(touchFor);
  for (let i = 0; i < all.length; i++) {
    const { touch, seen, responses } = all[i];
    tangents.see(state, seen, touch.state);
    for (let c = 0; c < 3; c++) {
      const row = responses[c];
      for (const k of touch.speeds) row[k] = here === undefined ? touch.state.jacobian[c * n + k] : here.response[(3 * i + c) * n + k];
      if (here === undefined) system.solveMass(state.coordinates, row, row, touch.parts);
    }
  }
  /** False where they change nothing. */
  function addMasses({ moved, masses: together }: Direction, out: TouchNumbers): boolean {
    if (moved.length === 0 || moved[0].changes === "forces" || moved[0].changes === "materials") return false;
    if (together !== undefined) {
      for (let i = 0; i < all.length; i++) {
        const { speeds, parts, column, state: now } = all[i].touch;
        for (let c = 0; c < 3; c++) {
          for (const k of speeds) {
            column[k] = now.jacobian[c * n + k];
            change[k] = 0;
          }
          together.addResponse(state.coordinates, column, change, parts);
          for (const k of speeds) out.response[(3 * i + c) * n + k] += change[k];
        }
      }
      return true;
    }
    for (const { weight, lens, changes } of moved) {
      if (changes !== "masses") continue;
      all.forEach(({ touch: { speeds, parts, column, state: now } }, i) => {
        for (let c = 0; c < 3; c++) {
          for (const k of speeds) column[k] = now.jacobian[c * n + k];
          lens.system.solveMass(state.coordinates, column, column, parts);
          for (const k of speeds) out.response[(3 * i + c) * n + k] += weight * column[k];
        }
      });
    }
    return true;
  }

  function allAlong(along: Direction, out: TouchNumbers): void {
    if (isStill(all, along)) {
      for (const field of FIELDS) out[field].fill(0);
      return;
    }
    if (all.some(({ touch }) => touch.speeds.length < n)) out.response.fill(0);
    let changes = false;
    for (let i = 0; i < all.length; i++) {
      const { touch, seen, responses, change } = all[i];
      const { speeds, parts, column, state: now } = touch;
      tangents.touch(seen, now, along, change);
      out.gaps[i] = change.gap;
      for (let c = 0; c < 3; c++) {
        let sum = 0;
        let turns = false;
        for (let s = 0; s < speeds.length; s++) {
          const k = speeds[s];
          const row = change.jacobian[c * n + k];
          sum += row * state.speeds[k] + now.jacobian[c * n + k] * along.speeds[k];
          column[k] = row;
          if (row !== 0) turns = true;
        }
        out.velocities[3 * i + c] = sum;
        tangents.subtractMass(state, along, responses[c], column, parts);
        // A ball that slides or spins touches as it did: nothing is left to solve for.
        if (!turns) for (let s = 0; s < speeds.length; s++) if (column[speeds[s]] !== 0) turns = true;
        if (turns) {
          changes = true;
          system.solveMass(state.coordinates, column, column, parts);
        }
        for (let s = 0; s < speeds.length; s++) out.response[(3 * i + c) * n + speeds[s]] = column[speeds[s]];
      }
      writePlace(change, out.places, i);
    }
    if (addMasses(along, out)) changes = true;
    if (changes) changeMobility(all, n, out);
    else out.mobility.fill(0);
  }

  return {
    all: allAlong,
    gaps(along, out) {
      all.forEach(({ touch, seen, change }, i) => {
        tangents.touch(seen, touch.state, along, change);
        out[i] = change.gap;
      });
    },
  };
}

/** Of J and J M^-1 as they have been found to change, of n speeds. */
function changeMobility(all: readonly KnownTouch[], n: number, out: TouchNumbers): void {
  const rows = 3 * all.length;
  for (let r = 0; r < rows; r++) {
    const one = all[Math.floor(r / 3)];
    const from = (r % 3) * n;
    for (let s = r; s < rows; s++) {
      const response = all[Math.floor(s / 3)].responses[s % 3];
      let sum = 0;
      for (const k of one.touch.speeds)
        sum += one.change.jacobian[from + k] * response[k] + one.touch.state.jacobian[from + k] * out.response[s * n + k];
      out.mobility[r * rows + s] = out.mobility[s * rows + r] = sum;
    }
  }
}

/** Whether nothing of the bodies that touch changes. */
function isStill(all: readonly KnownTouch[], { coordinates, speeds, moved }: Direction): boolean {
  if (moved.length > 0 && moved[0].changes === "masses") return false;
  for (const { touch, coordinates: places } of all) {
    for (const k of touch.speeds) if (speeds[k] !== 0) return false;
    for (const k of places) if (coordinates[k] !== 0) return false;
  }
  return true;
}
