/**
 * How the impulse of an impact changes along a direction.
 *
 *     dP = P_W : dW + P_v dv + P_m dm          W mobility, v contact velocities, m materials
 *
 * In closed form where the law has derivatives (impact/derivatives/). Else by differences of the law itself: along a straight line in W, v
 * and m for one contact; for several, whose mobility has to stay one that bodies can have, over the moved bodies. Steps are shortened until
 * two lengths agree; where none do, that is said. At the end of the range of a material differences look to the side that exists.
 *
 * Source: own study, derivatives of runs, section 3.
 */

import { InvalidInputError, SolverError } from "../../../errors.js";
import { createCompliantImpulse } from "../../../impact/compliant.js";
import type { ImpactEdge } from "../../../impact/derivatives/quantities.js";
import { rawTangents } from "../../../impact/derivatives/tangents.js";
import type { ImpactOutcome } from "../../../impact/outcome.js";
import { CENTRAL } from "../../../math/difference-weights.js";
import type { ContactProblem } from "../../../mechanics/contact-problem.js";
import { restitutionChanges } from "../../../mechanics/restitution.js";
import { contactProblemOf } from "../../contact/touch.js";
import { flattenProblem, giveMobility } from "../../impacts/flatten.js";
import { type ResolvedImpact, solveByChoice, solveTouches, type TouchImpact } from "../../impacts/resolve-impacts.js";
import type { Direction, Lens, Scales } from "./columns.js";
import type { State } from "./frozen.js";
import { MATERIALS, type MaterialRates, movedContact, ownRates } from "./materials.js";
import { axesOf, forEachMoved } from "./moved-touches.js";
import { multipliersOf } from "./project.js";
import { agreeing, type ImpulseChange, largest, settle } from "./settled-differences.js";
import { type ContactChange, type SplitChange, splitChanges } from "./split-changes.js";
import { createTouchNumbers, readTouches, type TouchNumbers } from "./touches.js";

/** An impact on its way through the tangents. */
export interface ImpactAt {
  readonly base: Lens;
  readonly scales: Scales;
  readonly impact: ResolvedImpact;
  readonly keys: readonly string[];
  /** Before it. */
  readonly state: State;
  readonly how: TouchImpact;
  /** Of each contact, whether it was closed before: its normal velocity stays zero. */
  readonly lasting: readonly boolean[];
}

const LONGEST = 4e-3;
/** The same over moved bodies, in steps of the stencil. */
const FIRST_OF_SEVERAL = 0.5;
/** Of each direction, and the edges of the impact, with changes of their margins by direction. */
export interface ImpulseChanges {
  readonly changes: readonly ImpulseChange[];
  readonly edges: readonly ImpactEdge[];
}

/** @param changes of the touches, and `materials` of the contacts, direction by direction */
export function impulsesAlong(
  at: ImpactAt,
  changes: readonly TouchNumbers[],
  along: readonly Direction[],
  materials: readonly (readonly MaterialRates[])[],
): ImpulseChanges {
  const known = at.keys.length === 1 ? inClosedForm(at, changes, materials) : undefined;
  const byDifferences = at.keys.length === 1 ? ofEachOne(at, changes, materials) : (j: number) => ofSeveral(at, along[j]);
  return {
    changes: along.map((_, j) => known?.changes[j] ?? byDifferences(j)),
    edges: known?.edges ?? [],
  };
}

/** Of one contact, change by change; those that are multiples of others go by one difference. */
function ofEachOne(
  at: ImpactAt,
  changes: readonly TouchNumbers[],
  materials: readonly (readonly MaterialRates[])[],
): (j: number) => ImpulseChange {
  const { problem, outcome } = at.impact;
  let split: readonly SplitChange[] | undefined;
  const known: ImpulseChange[] = [];
  const rest = (all: readonly SplitChange[], j: number): ImpulseChange => {
    known[j] ??= ofOne(at, all[j].rest, materials[j][0]);
    return known[j];
  };
  return (j) => {
    split ??= splitChanges(
      problem,
      changes,
      materials.map(([material]) => material),
    );
    const { degree, like } = split[j];
    const shared = like === undefined ? undefined : rest(split, like.of);
    // To one side only what is moved that way is known.
    const [own, factor] = shared === undefined || shared.oneSided ? [rest(split, j), 1] : [shared, like?.factor ?? 1];
    const impulse = Float64Array.from(outcome.impulse, (value, k) => degree * value + factor * own.impulse[k]);
    return { impulse, uncertainty: own.uncertainty, oneSided: own.oneSided };
  };
}

/** By the derivatives that the law has; undefined where it has none, or solves another problem than that of the touch. */
function inClosedForm(
  { impact, how }: ImpactAt,
  changes: readonly TouchNumbers[],
  materials: readonly (readonly MaterialRates[])[],
): { readonly changes: readonly (ImpulseChange | undefined)[]; readonly edges: readonly ImpactEdge[] } | undefined {
  const { problem, outcome, replaced } = impact;
  if (how.choice.options !== undefined || replaced !== undefined || !CLOSED_FORMS.includes(outcome.law)) return undefined;
  const flat = flattenProblem(problem);
  if (flat === undefined && giveMobility(problem) !== problem) return undefined;
  const inSpace = changes.map(({ mobility: w, velocities: v }) => ({
    mobility: [
      [w[0], w[1], w[2]],
      [w[3], w[4], w[5]],
      [w[6], w[7], w[8]],
    ],
    velocity: [v[0], v[1], v[2]],
  }));
  const all = inSpace.map((change, j) => {
    const { mobility, velocity } = flat?.foldChange(change) ?? change;
    const { friction = 0, staticFriction = 0, restitution = 0 } = materials[j][0];
    return { mobility, velocity, contacts: [{ friction, staticFriction, restitution: how.last ? 0 : restitution }] };
  });
  const { impulse, tangents, edges } = rawTangents(outcome.law, flat?.problem ?? problem, all);
  return {
    changes: tangents.map((tangent, j) =>
      "reason" in tangent
        ? undefined
        : {
            impulse: flat?.expandChange(impulse, tangent.impulse, inSpace[j]) ?? tangent.impulse,
            uncertainty: 0,
            oneSided: false,
          },
    ),
    edges,
  };
}

/** Laws whose derivatives are known without differences. */
const CLOSED_FORMS = ["frictional", "planar", "poisson", "newton"];

function ofOne(at: ImpactAt, change: ContactChange, material: MaterialRates): ImpulseChange {
  const { problem } = at.impact;
  const last = at.how.last;
  const speed = largest(problem.velocity);
  const give = largest(problem.mobility.flat());
  const rate = Math.max(
    largest(change.velocities) / speed,
    largest(change.mobility) / give,
    ...MATERIALS.map((field) => Math.abs(material[field] ?? 0)),
  );
  if (!(rate > 0)) return { impulse: new Float64Array(3), uncertainty: 0, oneSided: false };
  const impulseOf = impulseOfOne(at);
  // What does not move is not made again: there are some hundred of these problems in a short run.
  const { dimension, contacts, mobility, velocity } = problem;
  const hasOtherMaterial = MATERIALS.some((field) => (material[field] ?? 0) !== 0);
  const hasOtherMobility = largest(change.mobility) > 0;
  const solve = (h: number): ArrayLike<number> =>
    impulseOf({
      dimension,
      contacts: hasOtherMaterial ? [movedContact(contacts[0], material, h, last)] : contacts,
      mobility: hasOtherMobility ? mobility.map((row, r) => row.map((value, s) => value + h * change.mobility[3 * r + s])) : mobility,
      velocity: velocity.map((value, r) => value + h * change.velocities[r]),
    });
  return settle(solve, 3, LONGEST / rate, rate * largest(at.impact.outcome.impulse));
}

/** How problems beside that of one contact are solved. */
function impulseOfOne({ impact: { problem, outcome, replaced }, how: { choice } }: ImpactAt): (trial: ContactProblem) => ArrayLike<number> {
  const isPlain = outcome.law === "compliant" && replaced === undefined && choice.options === undefined;
  if (isPlain && giveMobility(problem) === problem && flattenProblem(problem) === undefined) return createCompliantImpulse();
  return (trial) => solveByChoice(trial, choice).outcome.impulse;
}

/** The impulse over the change of the parameter that counts as large to the bodies. */
function usualRate({ scales, impact }: ImpactAt, { coordinates, speeds }: Pick<Direction, "coordinates" | "speeds">): number {
  let rate = 0;
  coordinates.forEach((value, k) => {
    rate = Math.max(rate, Math.abs(value) / scales.coordinates[k]);
  });
  speeds.forEach((value, k) => {
    rate = Math.max(rate, Math.abs(value) / scales.speeds[k]);
  });
  return rate * largest(impact.outcome.impulse);
}

/** By the state and by what the bodies are, and by the materials, each with steps of its own. */
function ofSeveral(at: ImpactAt, along: Direction): ImpulseChange {
  const { base, keys, impact } = at;
  const pairs = keys.map((key) => base.features.withKey(key)?.pair ?? 0);
  const rates = ownRates(
    base,
    pairs,
    impact.problem,
    along.moved.filter(({ changes }) => changes === "materials"),
  );
  const byBodies = ofBodies(at, along);
  const most = rates.reduce((sum, one) => Math.max(sum, ...MATERIALS.map((field) => Math.abs(one[field] ?? 0))), 0);
  if (!(most > 0)) return byBodies;
  const byMaterials = ofMaterials(at, rates, most);
  return {
    impulse: Float64Array.from(byBodies.impulse, (value, k) => value + byMaterials.impulse[k]),
    uncertainty: Math.max(byBodies.uncertainty, byMaterials.uncertainty),
    oneSided: byMaterials.oneSided,
  };
}

/** @param most of the rates */
function ofMaterials(at: ImpactAt, rates: readonly MaterialRates[], most: number): ImpulseChange {
  const { base, impact, keys, state, how } = at;
  const touches = readTouches(base, keys, state, createTouchNumbers(keys.length, base.system.speedCount, false));
  const { kineticEnergy: _kineticEnergy, ...problem } = impact.problem;
  const solve = (h: number): ArrayLike<number> => {
    const contacts = problem.contacts.map((contact, i) => movedContact(contact, rates[i], h, how.last));
    return sameWay(at, solveTouches(base.system, touches, { ...problem, contacts }, how).outcome);
  };
  return settle(solve, 3 * keys.length, LONGEST / most, most * largest(impact.outcome.impulse));
}

/**
 * Differences over systems with a parameter moved, which have one length of step, are good to more than this part of the impulse's usual
 * change; where those of half the length differ by more, an edge is within their reach.
 */
const FAR_APART = 1e-3;
/** Where they differ by more than this, steps that can be shortened are better, if they agree better among themselves. */
const ALIKE = 1e-7;

/**
 * Moved speeds, brought back to where contacts that last have the normal velocities they had: those of a rigid body belong together, and
 * what moves them one by one is a problem that no body has. All other velocities stay as they are where they can; what then is left, of
 * second order in the step, is taken along these normals alone.
 */
function heldSpeeds({ keys, impact: { problem }, lasting }: ImpactAt, speeds: Float64Array, numbers: TouchNumbers): Float64Array {
  const normals = keys.flatMap((_, i) => (lasting[i] ? [3 * i + 2] : []));
  if (normals.length === 0) return speeds;
  const count = 3 * keys.length;
  const left = new Float64Array(count);
  for (const row of normals) left[row] = numbers.velocities[row] - problem.velocity[row];
  const every = multipliersOf(
    numbers,
    Array.from(left, (_, row) => row),
    left,
  );
  for (const row of normals) for (let s = 0; s < count; s++) left[row] -= numbers.mobility[row * count + s] * every[s];
  const along = multipliersOf(
    numbers,
    normals,
    Float64Array.from(normals, (row) => left[row]),
  );
  normals.forEach((row, r) => {
    every[row] += along[r];
  });
  const n = speeds.length;
  return speeds.map((speed, k) => every.reduce((sum, push, row) => sum - numbers.response[row * n + k] * push, speed));
}

/** The impulse; not a number where another law has taken the place of the one that solved the impact: there is no difference to that. */
function sameWay({ impact }: ImpactAt, { law, impulse }: ImpactOutcome): ArrayLike<number> {
  return law === impact.outcome.law ? impulse : impulse.map(() => Number.NaN);
}

function ofBodies(at: ImpactAt, { coordinates, speeds, moved: all }: Direction): ImpulseChange {
  const { base, scales, keys, state, how } = at;
  const count = 3 * keys.length;
  const numbers = createTouchNumbers(keys.length, base.system.speedCount, false);
  const impulseOf = (lens: Lens, moved: Omit<State, "time">, axes: readonly number[]): ArrayLike<number> => {
    readTouches(lens, keys, moved, numbers, axes);
    const speeds = heldSpeeds(at, moved.speeds, numbers);
    const touches = readTouches(lens, keys, { coordinates: moved.coordinates, speeds }, numbers, axes);
    const { kineticEnergy: _kineticEnergy, ...problem } = contactProblemOf(lens.system, touches, 0, how.last ? 0 : undefined);
    return sameWay(at, solveTouches(lens.system, touches, problem, { ...how, speeds }).outcome);
  };
  const sumOver = (finer: number, moved: Direction["moved"], still: boolean): Float64Array => {
    const sum = new Float64Array(count);
    const along = {
      coordinates: still ? new Float64Array(coordinates.length) : coordinates,
      speeds: still ? new Float64Array(speeds.length) : speeds,
      time: 0,
      moved,
      masses: undefined,
    };
    forEachMoved({ base, scales, keys, finer }, state, along, (lens, place, weight, axes) => {
      const impulse = impulseOf(lens, place, axes);
      for (let k = 0; k < count; k++) sum[k] += weight * impulse[k];
    });
    return sum;
  };
  const usual = usualRate(at, { coordinates, speeds });
  try {
    const byState = agreeing((h) => sumOver(1 / h, [], false), FIRST_OF_SEVERAL, usual);
    // Materials have steps of their own, and forces change nothing of an impact.
    const lenses = all.filter(({ changes }) => changes === "masses" || changes === "all");
    if (lenses.length === 0) return { ...byState, oneSided: false };
    const whole = sumOver(1, lenses, true);
    const near = innerDifference(lenses);
    const inner = near === undefined ? whole : sumOver(1, near, true);
    const size = Math.max(largest(whole), largest(inner), usual);
    const apart = largest(whole.map((value, k) => value - inner[k])) / size;
    const isTorn = !(apart <= FAR_APART);
    const line = isTorn || (apart > ALIKE && !how.last) ? alongLine(at, lenses) : undefined;
    const byLenses = line !== undefined && (isTorn || line.uncertainty < apart) ? line : { impulse: whole, uncertainty: 0 };
    return {
      impulse: whole.map((_, k) => byLenses.impulse[k] + byState.impulse[k]),
      uncertainty: Math.max(byLenses.uncertainty, byState.uncertainty),
      oneSided: false,
    };
  } catch (error) {
    if (!(error instanceof InvalidInputError || error instanceof SolverError)) throw error;
    return { impulse: new Float64Array(count), uncertainty: Number.POSITIVE_INFINITY, oneSided: false };
  }
}

/** Of the fourth-order difference to both sides, the one over its inner two; undefined of any other. */
function innerDifference(lenses: Direction["moved"]): Direction["moved"] | undefined {
  if (lenses.length !== CENTRAL.length) return undefined;
  return lenses.slice(0, 2).map(({ weight, lens, changes }) => ({ weight: (3 / 4) * weight, lens, changes }));
}

/**
 * What systems with a parameter moved change, along a straight line in mobility and velocities: its steps can be shortened. Not of a last
 * impact, which may be solved from the touches themselves.
 */
function alongLine(at: ImpactAt, lenses: Direction["moved"]): ImpulseChange {
  const { base, impact, keys, state, how, lasting } = at;
  const rows = 3 * keys.length;
  if (how.last) return { impulse: new Float64Array(rows), uncertainty: Number.POSITIVE_INFINITY, oneSided: false };
  const axes = axesOf(base, keys, state);
  const numbers = createTouchNumbers(keys.length, base.system.speedCount, false);
  const change = { mobility: new Float64Array(rows * rows), velocities: new Float64Array(rows) };
  for (const { weight, lens } of lenses) {
    readTouches(lens, keys, state, numbers, axes);
    for (let k = 0; k < rows * rows; k++) change.mobility[k] += weight * numbers.mobility[k];
    for (let k = 0; k < rows; k++) change.velocities[k] += weight * numbers.velocities[k];
  }
  lasting.forEach((stays, i) => {
    if (stays) change.velocities[3 * i + 2] = 0;
  });
  const touches = readTouches(base, keys, state, numbers);
  const { kineticEnergy: _kineticEnergy, ...problem } = impact.problem;
  const materials = keys.map((key) => base.system.pairs[base.features.withKey(key)?.pair ?? 0].material);
  const bySpeed = restitutionChanges(materials, problem.velocity, 3, change.velocities);
  const solve = (h: number): ArrayLike<number> => {
    const moved = {
      ...problem,
      contacts: problem.contacts.map((contact, i) => movedContact(contact, { restitution: bySpeed[i] }, h, false)),
      mobility: problem.mobility.map((row, r) => row.map((value, s) => value + h * change.mobility[rows * r + s])),
      velocity: problem.velocity.map((value, r) => value + h * change.velocities[r]),
    };
    return sameWay(at, solveTouches(base.system, touches, moved, how).outcome);
  };
  const rate = Math.max(
    largest(change.velocities) / largest(problem.velocity),
    largest(change.mobility) / largest(problem.mobility.flat()),
    largest(bySpeed),
  );
  return settle(solve, rows, LONGEST / rate, rate * largest(impact.outcome.impulse));
}
