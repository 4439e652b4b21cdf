/**
 * Sweeps of one impact that need no object for each run: one contact, the law `frictional`, numbers varied that stand in arrays
 * (velocities, friction, restitution; of bodies given by mass and principal moments also these, places and orientations), and measures of
 * the outcome.
 *
 * A run that cannot be solved here goes the long way, which knows why.
 */

import { defaultLaw } from "../../impact/default-law.js";
import { emptyOutcome, eventsOfCode, SLIP_OUTCOMES, solveFrictionalInto } from "../../impact/many.js";
import * as mat3 from "../../math/mat3.js";
import { fromMatrix } from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import { contactFrame } from "../../mechanics/contact-frame.js";
import { BODY_NUMBERS, pairContacts } from "../../mechanics/many-bodies.js";
import type { PairMaterial } from "../../mechanics/restitution.js";
import { principalInertia, type RigidBody } from "../../mechanics/rigid-body.js";
import type { PathStep } from "../format/read-json.js";
import { isMovingBody } from "../impact/moving-body.js";
import { bodiesOf, studyProblem } from "../impact/problem.js";
import type { BodiesStudy, ImpactStudy, ProblemStudy } from "../impact/schema.js";
import { impactWord } from "../impact/word.js";
import type { NumberColumn, SweepColumn, SweepRows } from "./columns.js";
import { type FastKnown, type FastMeasure, fastMeasure } from "./fast-measures.js";
import { measureName, type SweepPlan } from "./plan.js";

/** What is varied, as a place in the arrays. */
interface Slot {
  readonly array: "first" | "second" | "point" | "velocity" | "friction" | "restitution";
  readonly place: number;
}

interface FastPlan {
  readonly slots: readonly Slot[];
  readonly measures: readonly FastMeasure[];
  readonly arrays: (inputs: readonly SweepColumn[], count: number) => Arrays;
}

interface Arrays {
  readonly mobility: ArrayLike<number>;
  readonly velocity: ArrayLike<number>;
  readonly friction: number | ArrayLike<number>;
  readonly restitution: number | ArrayLike<number>;
  /** Before, J; undefined: what the contacts can reach. */
  readonly energy: ArrayLike<number> | undefined;
  /** Of the bodies after these impulses. */
  readonly after?: (impulse: ArrayLike<number>) => Float64Array;
}

/** Whether the runs of a sweep go by arrays, several hundred thousand a second. */
export function isFast(plan: SweepPlan): boolean {
  return fastPlan(plan) !== undefined;
}

/** What the runs measured, by arrays, and which of them could not be solved so; undefined where the sweep needs the long way. */
export function fastImpacts(plan: SweepPlan, inputs: readonly SweepColumn[], count: number): FastRows | undefined {
  const fast = fastPlan(plan);
  if (fast === undefined) return undefined;
  const codes = { word: new Float64Array(count), measures: fast.measures.map(() => new Float64Array(count)) };
  const failed = new Uint8Array(count);
  const room = emptyOutcome(Math.min(count, BLOCK));
  for (let from = 0; from < count; from += BLOCK) {
    const rows = Math.min(BLOCK, count - from);
    const outcome = rows === room.failed.length ? room : emptyOutcome(rows);
    const own = inputs.map((column) =>
      column.type === "number" ? { ...column, values: column.values.subarray(from, from + rows) } : column,
    );
    const { energy, after, ...batch } = fast.arrays(own, rows);
    solveFrictionalInto({ count: rows, ...batch }, outcome);
    const known = { count: rows, outcome, velocity: batch.velocity, energy, after: after?.(outcome.impulse) };
    fast.measures.forEach(({ column }, i) => {
      codes.measures[i].set(column(known), from);
    });
    writeWordCodes(outcome, codes.word.subarray(from, from + rows));
    failed.set(outcome.failed, from);
  }
  return {
    measures: fast.measures.map((measure, i) => columnFrom(measureName((plan.study.measure ?? [])[i]), measure, codes.measures[i])),
    word: wordColumn(plan, codes.word),
    failed,
  };
}

/** Rows that are solved together: what is known of them stays in the processor's own memory, and in the same place. */
const BLOCK = 4096;

export interface FastRows extends Pick<SweepRows, "measures" | "word"> {
  /** 1 where a run goes the long way. */
  readonly failed: Uint8Array;
}

function fastPlan({ parsed, entries, study }: SweepPlan): FastPlan | undefined {
  if (parsed.kind !== "impact") return undefined;
  const impact = parsed as unknown as ImpactStudy;
  if (!isPlain(impact)) return undefined;
  const measures = (study.measure ?? []).map((measure) => fastMeasure(measure, impact));
  if (measures.includes(undefined)) return undefined;
  const targets = entries.flatMap(({ targets, columns }) =>
    columns.length === targets.length ? targets : targets.flatMap((target) => columns.map((_, k) => [...target, k])),
  );
  const slots = targets.map((target) =>
    "bodies" in impact ? bodySlot(impact, target) : "problem" in impact ? problemSlot(target) : undefined,
  );
  if (slots.includes(undefined)) return undefined;
  const known = slots as Slot[];
  const arrays = "bodies" in impact ? bodyArrays(impact, known) : problemArrays(impact as ProblemStudy, known);
  return arrays === undefined ? undefined : { slots: known, measures: measures as FastMeasure[], arrays };
}

/** One spatial contact under `frictional`, with nothing asked for besides. */
function isPlain(study: ImpactStudy): boolean {
  const { contacts, law, options, ...rest } = study;
  if (contacts.length !== 1 || options !== undefined || "forces" in rest || "tablePlane" in rest || "system" in rest) return false;
  const {
    friction: _,
    restitution,
    between: ___,
    point: _point,
    normal: _normal,
    tangent: _tangent,
    name: _name,
    ...more
  } = contacts[0] as Record<string, unknown>;
  if (typeof restitution !== "number" || Object.keys(more).length > 0) return false;
  const problem = studyProblem(study);
  return problem.dimension === 3 && (law ?? defaultLaw(problem)) === "frictional";
}

function materialSlot(target: readonly PathStep[]): Slot | undefined {
  if (target.length !== 3 || target[0] !== "contacts" || target[1] !== 0) return undefined;
  return target[2] === "friction" || target[2] === "restitution" ? { array: target[2], place: 0 } : undefined;
}

function problemSlot(target: readonly PathStep[]): Slot | undefined {
  const [first, second, third] = target;
  if (first === "problem" && second === "velocity" && typeof third === "number" && target.length === 3)
    return { array: "velocity", place: third };
  return materialSlot(target);
}

/** Bodies with a shape have masses and places that follow from it: only how they move is varied here. */
function bodySlot({ bodies, contacts: [{ between }] }: BodiesStudy, target: readonly PathStep[]): Slot | undefined {
  const [first, name, field, component = 0] = target;
  if (first === "contacts" && target[2] === "point" && typeof target[3] === "number") return { array: "point", place: target[3] };
  if (first !== "bodies") return materialSlot(target);
  const side = between.indexOf(String(name));
  const body = bodies[String(name)];
  if (side < 0 || body === undefined || !isMovingBody(body) || typeof component !== "number") return undefined;
  const isMotion = field === "velocity" || field === "angularVelocity";
  const isPlace = field === "mass" || field === "inertia" || field === "position" || field === "orientation";
  if (!isMotion && (!isPlace || body.shape !== undefined || !isPrincipal(body.inertia))) return undefined;
  return { array: side === 0 ? "first" : "second", place: BODY_NUMBERS[field as keyof typeof BODY_NUMBERS] + component };
}

function isPrincipal(inertia: unknown): boolean {
  return Array.isArray(inertia) && typeof inertia[0] === "number";
}

function values(inputs: readonly SweepColumn[], i: number): Float64Array {
  return (inputs[i] as NumberColumn).values;
}

function materials(slots: readonly Slot[], inputs: readonly SweepColumn[], contact: Pick<PairMaterial, "friction" | "restitution">) {
  const of = (name: "friction" | "restitution") => {
    const i = slots.findIndex(({ array }) => array === name);
    // A number: a restitution that depends on speed is not plain.
    return i < 0 ? (contact[name] as number) : values(inputs, i);
  };
  return { friction: of("friction"), restitution: of("restitution") };
}

/** The numbers of `base`, once for each row, with the varied ones in their places; as it is where none of them is varied. */
function varied(
  base: ArrayLike<number>,
  name: Slot["array"],
  slots: readonly Slot[],
  inputs: readonly SweepColumn[],
  count: number,
): ArrayLike<number> {
  const own = slots.flatMap(({ array, place }, i) => (array === name ? [{ place, i }] : []));
  if (own.length === 0) return base;
  const all = repeated(base, count);
  for (const { place, i } of own) lay(values(inputs, i), all, base.length, place);
  return all;
}

/** Puts a column into one place of every row. */
function lay(column: Float64Array, all: Float64Array, width: number, place: number): void {
  for (let row = 0; row < column.length; row++) all[row * width + place] = column[row];
}

function problemArrays(study: ProblemStudy, slots: readonly Slot[]): FastPlan["arrays"] | undefined {
  const { mobility, velocity, kineticEnergy } = study.problem;
  const mean = (i: number, j: number) => 0.5 * (mobility[i][j] + mobility[j][i]);
  const packed = [mobility[0][0], mean(0, 1), mobility[1][1], mean(0, 2), mean(1, 2), mobility[2][2]];
  if (kineticEnergy !== undefined) return undefined;
  return (inputs, count) => {
    const rows = varied(velocity, "velocity", slots, inputs, count);
    return {
      mobility: packed,
      velocity: rows.length === 3 * count ? rows : repeated(velocity, count),
      ...materials(slots, inputs, study.contacts[0]),
      energy: undefined,
    };
  };
}

function repeated(numbers: ArrayLike<number>, count: number): Float64Array {
  const all = new Float64Array(numbers.length * count);
  for (let k = 0; k < numbers.length; k++) for (let at = k; at < all.length; at += numbers.length) all[at] = numbers[k];
  return all;
}

function bodyArrays(study: BodiesStudy, slots: readonly Slot[]): FastPlan["arrays"] | undefined {
  const bodies = bodiesOf(study);
  const [contact] = study.contacts;
  const { point, normal, tangent, between } = contact;
  if (point === undefined || normal === undefined) return undefined;
  const [first, second] = between.map((name) => packedBody(bodies[name]));
  const { tangent1, tangent2, normal: unit } = contactFrame(normal, tangent);
  const axes = [...tangent1, ...tangent2, ...unit];
  return (inputs, count) => {
    const own = (body: number[] | undefined, name: "first" | "second") =>
      body === undefined ? {} : { [name]: varied(body, name, slots, inputs, count) };
    const contacts = pairContacts({
      count,
      ...own(first, "first"),
      ...own(second, "second"),
      point: varied(point, "point", slots, inputs, count),
      axes,
    });
    return {
      mobility: contacts.mobility,
      velocity: contacts.velocity,
      ...materials(slots, inputs, contact),
      energy: contacts.energy,
      after: contacts.after,
    };
  };
}

/** Undefined: it is fixed. A whole tensor is turned into its principal axes. */
function packedBody(body: RigidBody | "fixed"): number[] | undefined {
  if (body === "fixed") return undefined;
  const { mass, inertia, position, orientation = [0, 0, 0, 1], velocity = [0, 0, 0], angularVelocity = [0, 0, 0] } = body;
  const own = isPrincipal(inertia) ? [...(inertia as Vec3), ...position, ...orientation] : inPrincipalAxes(body);
  return [mass, ...own, ...velocity, ...angularVelocity];
}

function inPrincipalAxes(body: RigidBody): number[] {
  const { moments, axes } = principalInertia(body);
  // Axes may come left-handed; turning all of them over is the same tensor.
  const right = mat3.determinant(axes) < 0 ? mat3.scale(axes, -1) : axes;
  return [...moments, ...body.position, ...fromMatrix(right)];
}

function columnFrom(name: string, { texts }: FastMeasure, values: Float64Array): SweepColumn {
  return texts === undefined ? { type: "number", name, values } : codedColumn(name, values, texts);
}

const RECENT = 8;

/** Texts by the codes of rows, in the order in which they come; NaN: none. */
function codedColumn(name: string, codes: Float64Array, textOf: (code: number) => string): SweepColumn & { readonly type: "text" } {
  const places = new Map<number, number>();
  const texts: string[] = [];
  const own = new Uint32Array(codes.length);
  const placeOf = (code: number) => {
    const known = places.get(code);
    if (known !== undefined) return known;
    const text = Number.isNaN(code) ? "" : textOf(code);
    const same = texts.indexOf(text);
    const place = same < 0 ? texts.push(text) - 1 : same;
    places.set(code, place);
    return place;
  };
  // Most rows are like one of the few before them, which a map of numbers is slow to tell.
  const recent = new Float64Array(RECENT).fill(Number.NaN);
  const recentPlaces = new Uint32Array(RECENT);
  let next = 0;
  for (let row = 0; row < codes.length; row++) {
    row = placeRecent(codes, row, recent, recentPlaces, own);
    if (row === codes.length) break;
    recent[next] = codes[row];
    recentPlaces[next] = placeOf(codes[row]);
    own[row] = recentPlaces[next];
    next = (next + 1) % RECENT;
  }
  return { type: "text", name, codes: own, texts };
}

/** Gives rows from one on the places of their codes. Returns the first row that is like none of the recent ones, or how many there are. */
function placeRecent(codes: Float64Array, from: number, recent: Float64Array, places: Uint32Array, own: Uint32Array): number {
  for (let row = from; row < codes.length; row++) {
    let k = 0;
    while (k < RECENT && recent[k] !== codes[row]) k++;
    if (k === RECENT) return row;
    own[row] = places[k];
  }
  return codes.length;
}

const SLIPS = SLIP_OUTCOMES.length;

function wordColumn({ study: { word } }: SweepPlan, codes: Float64Array) {
  const contacts = [{ friction: 0, restitution: 0 }];
  return codedColumn("word", codes, (code) => {
    const told = eventsOfCode(Math.floor(code / SLIPS)).map((kind) => ({ kind }));
    return impactWord({ problem: { contacts }, outcome: { events: told, slip: [SLIP_OUTCOMES[code % SLIPS]] } }, word);
  });
}

function writeWordCodes({ events, slip, failed }: FastKnown["outcome"], codes: Float64Array): void {
  for (let row = 0; row < codes.length; row++) codes[row] = failed[row] === 1 ? Number.NaN : events[row] * SLIPS + slip[row];
}
