/**
 * One implicit increment: the fingers move and loads change by a step, and the contacts at its end obey their laws.
 *
 * Unknown are the forces of the contacts that touch and six rigid motions; the equations are the law of each of those contacts
 * (contact-law.ts) and the balance of forces and moments. Semismooth Newton: contacts that are apart have f = 0, which Newton reaches in
 * one step, so they leave the system at once. The residual must fall by backtracking; where it does not in six halvings, the full step is
 * taken all the same (kinks can make it rise for a round).
 *
 * First order in the step: slip is taken along the straight way between the ends. A node that comes into touch sticks to, or slips from,
 * the place where it touched, not where it was at the start of the increment: a second solution without it tells where its way met the
 * obstacle, and a third counts its slip from there.
 *
 * Source: soft contact as in 000 section 6.2.3; the method: Alart and Curnier (1991).
 */
import { norm, subtract, type Vec3 } from "../../math/vec3.js";
import { contactEquations, pushedEquations, pushOf } from "./contact-law.js";
import { finiteIncrement } from "./finite-increment.js";
import { type Linearised, newtonStep, sharedAt } from "./newton-step.js";
import { relieved } from "./shared-node.js";
import {
  centreOf,
  contactCount,
  forceScale,
  type GripState,
  gapAt,
  hasForce,
  imbalanceOf,
  isPresent,
  type Placement,
  positionsOf,
  type Scene,
  spansPlane,
  TABLE,
  touchableNodes,
} from "./state.js";
import { stiffnessStep, stiffnessUnknowns } from "./stiffness-step.js";
import { forceUnknowns } from "./unknowns.js";

const MOST_ROUNDS = 60;
const HALVINGS = 6;
/** Of the weight: the residual that counts as zero. */
const TOLERANCE = 1e-11;
/** Part of the body's size that nodes may move in one round. */
const LONGEST_MOVE = 0.2;
/** Contacts from which on a round is solved in displacements, where that has fewer unknowns. */
const MANY = 30;
/** Nodes that touch within this part of an increment touch at its start. */
const AT_ONCE = 1e-3;
/** A round that would move them farther than this many sizes solves a singular system. */
const FARTHEST = 1e6;

export interface Increment {
  readonly state: GripState;
  readonly rounds: number;
  /**
   * Part of the increment at which the first node that comes into touch on the way does so, but for those that do at its start; absent or 1
   * where none does.
   */
  readonly touches?: number;
}

/** The state at the end, or undefined where Newton does not settle. */
export function increment(scene: Scene, before: GripState, target: Placement): Increment | undefined {
  const nodes = scene.body.surface.nodes.length;
  const touchable = touchableNodes(scene);
  const possible = Int32Array.from({ length: (touchable.length * contactCount(scene)) / nodes }, (_, k) => {
    const place = k % touchable.length;
    return ((k - place) / touchable.length) * nodes + touchable[place];
  }).filter((contact) => isPresent(scene, target.centres, Math.floor(contact / nodes)));
  const slipFrom = relativePlaces(scene, before.position, before.centres);
  if (scene.finite !== undefined) return finiteIncrement(scene, scene.finite, before, target, slipFrom);
  const first = settle(scene, carriedAlong(scene, before, target), target, possible, slipFrom);
  if (first === undefined) return undefined;
  const normal = new Float64Array(3);
  const gap = ({ centres, position }: GripState, contact: number) =>
    gapAt(scene, centres, Math.floor(contact / nodes), position, contact % nodes, normal);
  let fresh = possible.filter((contact) => hasForce(first.state.force, contact) && !hasForce(before.force, contact));
  let rounds = first.rounds;
  while (fresh.length > 0) {
    const late = new Set(fresh);
    const free = settle(
      scene,
      before,
      target,
      possible.filter((contact) => !late.has(contact)),
      slipFrom,
    );
    if (free === undefined) return first;
    rounds += free.rounds;
    const parts = Float64Array.from(fresh, (contact) => {
      const [start, end] = [gap(before, contact), gap(free.state, contact)];
      return end < 0 ? Math.max(0, Math.min(1, start / (start - end))) : 1;
    });
    if (parts.some((part) => part <= AT_ONCE)) {
      // Those are in the way of the others from the start.
      fresh = fresh.filter((_, i) => parts[i] > AT_ONCE);
      continue;
    }
    const arrived = relativePlaces(scene, free.state.position, target.centres);
    fresh.forEach((contact, k) => {
      for (let i = 3 * contact; i < 3 * contact + 3; i++) slipFrom[i] += parts[k] * (arrived[i] - slipFrom[i]);
    });
    const last = settle(scene, first.state, target, possible, slipFrom);
    return last === undefined ? first : { ...last, rounds: rounds + last.rounds, touches: Math.min(...parts) };
  }
  return { ...first, rounds };
}

/**
 * A first guess that goes with the obstacles where all that touch make the same motion: a body that hangs from the fingers is carried
 * along. It is the solution then, which need not be the only one: close to the limit of friction another may slip, and Newton from the old
 * place would find that.
 */
function carriedAlong({ body }: Scene, before: GripState, target: Placement): GripState {
  let motion: Vec3 | undefined;
  const nodes = body.surface.nodes.length;
  for (let contact = 0; 3 * contact < before.force.length; contact++) {
    if (!hasForce(before.force, contact)) continue;
    const obstacle = Math.floor(contact / nodes);
    const own = subtract(centreOf(target.centres, obstacle), centreOf(before.centres, obstacle));
    motion ??= own;
    if (!(norm(subtract(own, motion)) <= 1e-9 * norm(motion))) return before;
  }
  const rigid = before.rigid.slice();
  for (let i = 0; i < 3; i++) rigid[i] += motion?.[i] ?? 0;
  return { ...before, rigid };
}

/** Of each contact, the place of its node seen from the centre of its obstacle; zero where that is not there. */
function relativePlaces(scene: Scene, position: Float64Array, centres: readonly Vec3[]): Float64Array {
  const { length } = position;
  const places = new Float64Array(3 * contactCount(scene));
  for (let obstacle = TABLE; obstacle <= centres.length; obstacle++) {
    const centre = centreOf(centres, obstacle);
    for (let row = 0; row < length; row++) places[obstacle * length + row] = position[row] - centre[row % 3];
  }
  return places;
}

/**
 * @param start first guess of forces and rigid motions
 * @param possible contacts that may touch
 */
function settle(scene: Scene, start: GripState, target: Placement, possible: Int32Array, slipFrom: Float64Array): Increment | undefined {
  let touching = 0;
  for (const contact of possible) if (hasForce(start.force, contact)) touching++;
  for (const way of touching > CROWD ? WAYS_OF_MANY : WAYS) {
    const found = settleWith(scene, way, start, target, possible, slipFrom);
    if (found !== undefined) return found;
  }
  return undefined;
}

function settleWith(
  scene: Scene,
  way: Way,
  start: GripState,
  target: Placement,
  possible: Int32Array,
  slipFrom: Float64Array,
): Increment | undefined {
  const { body } = scene;
  const nodes = body.surface.nodes.length;
  const scale = way.part * body.material.youngModulus * body.spacing;
  // A gap and a slip are forces over `scale`.
  const tolerance = TOLERANCE * Math.min(forceScale(scene), scale * body.size);

  let force: Float64Array = start.force.slice();
  let rigid: Float64Array = start.rigid.slice();
  let watched = watchedIn(scene, target, possible, start);
  let position = positionsOf(scene, target, force, rigid, start.position.slice(), watched.nodes);
  const equations = contactEquations();
  const normal = new Float64Array(3);
  const slip = new Float64Array(3);
  const active = new Int32Array(possible.length);
  const residual = new Float64Array(force.length);
  const byPosition = new Float64Array(3 * force.length);
  const byForce = new Float64Array(3 * force.length);
  const balance = new Float64Array(6);

  /** Residuals, and where wanted derivatives, of all contacts; the number of active ones and the size of the residual. */
  function evaluate(at: Float64Array, of: Float64Array, derivatives: boolean): { count: number; error: number } {
    let count = 0;
    let square = 0;
    for (const contact of watched.contacts) {
      const node = contact % nodes;
      const obstacle = (contact - node) / nodes;
      const gap = gapAt(scene, target.centres, obstacle, at, node, normal);
      const push = pushOf(of, 3 * contact, normal, gap, scale);
      if (push > 0) {
        const centre = centreOf(target.centres, obstacle);
        for (let i = 0; i < 3; i++) slip[i] = at[3 * node + i] - centre[i] - slipFrom[3 * contact + i];
        const curvature = obstacle === TABLE ? 0 : 1 / (gap + scene.radii[obstacle - 1]);
        pushedEquations(of, 3 * contact, normal, push, slip, scene.friction[obstacle], curvature, scale, equations);
        residual.set(equations.residual, 3 * contact);
        if (derivatives) {
          byPosition.set(equations.byPosition, 9 * contact);
          byForce.set(equations.byForce, 9 * contact);
        }
        active[count++] = contact;
      } else for (let i = 0; i < 3; i++) residual[3 * contact + i] = of[3 * contact + i];
      for (let i = 0; i < 3; i++) square += residual[3 * contact + i] * residual[3 * contact + i];
    }
    imbalanceOf(scene, target, of, balance);
    for (const each of balance) square += each * each;
    return { count, error: Math.sqrt(square) };
  }

  for (let round = 0; round <= MOST_ROUNDS; round++) {
    const { count, error } = evaluate(position, force, true);
    if (error <= tolerance && watched.contacts.length < possible.length) {
      positionsOf(scene, target, force, rigid, position, touchableNodes(scene));
      const reached = (contact: number) =>
        gapAt(scene, target.centres, Math.floor(contact / nodes), position, contact % nodes, normal) < 0 &&
        !watched.contacts.includes(contact);
      if (possible.some(reached)) {
        // Something came from farther away than was thought.
        watched = { contacts: possible, nodes: touchableNodes(scene) };
        continue;
      }
    }
    if (error <= tolerance) {
      const state = settled(scene, { ...target, position, force, rigid, slipFrom: slipFrom.slice() }, active.subarray(0, count));
      return state === undefined ? undefined : { state, rounds: round };
    }
    if (!(error < Infinity) || round === MOST_ROUNDS) return undefined;
    const shared = sharedAt(error / forceScale(scene));
    const linearised: Linearised = { active: active.subarray(0, count), residual, byPosition, byForce, balance, shared };
    const step =
      count > MANY && stiffnessUnknowns(body, force, linearised) < forceUnknowns(linearised, nodes)
        ? stiffnessStep(body, force, position, rigid, linearised)
        : newtonStep(body, scale, force, linearised);
    if (step === undefined) return undefined;
    const whole = stepped(step, 1);
    const longest = largestDifference(whole.position, position);
    if (!(longest < FARTHEST * body.size)) return undefined;
    let factor = Math.min(1, (LONGEST_MOVE * body.size) / longest);
    const first = factor === 1 ? whole : stepped(step, factor);
    let accepted = first;
    let least = Infinity;
    for (let halving = 0; halving <= HALVINGS; halving++) {
      const trial = halving === 0 ? first : stepped(step, factor);
      const after = evaluate(trial.position, trial.force, false).error;
      const falls = after < error * (1 - 1e-4 * factor);
      if (falls || (way.rise === "least" && after < least)) {
        accepted = trial;
        least = after;
      }
      if (falls) break;
      factor *= 0.5;
    }
    ({ force, rigid, position } = accepted);
  }
  return undefined;

  function stepped(step: { force: Float64Array; rigid: Float64Array }, factor: number) {
    const nextForce = added(force, factor, step.force);
    const nextRigid = added(rigid, factor, step.rigid);
    return {
      force: nextForce,
      rigid: nextRigid,
      position: positionsOf(scene, target, nextForce, nextRigid, position.slice(), watched.nodes),
    };
  }
}

/** A state as it is kept; undefined for a body on two points, or on points in a line: it could swing, no equilibrium to go on from. */
function settled(scene: Scene, state: GripState, touching: Int32Array): GripState | undefined {
  const { position, force } = state;
  const nodes = touching.map((contact) => contact % (position.length / 3));
  if (!spansPlane(nodes, position, scene.body.size)) return undefined;
  // What is left on contacts apart is rounding.
  const kept = new Float64Array(force.length);
  for (const contact of touching) kept.set(force.subarray(3 * contact, 3 * contact + 3), 3 * contact);
  return relieved(scene, { ...state, force: kept });
}

/**
 * Contacts nearer than this many motions of the obstacles, and this part of the body's size, are watched in every round; the others are
 * looked at when it has settled. Where loads change the body may sag as it likes.
 */
const MOTIONS = 4;
const NEAR = 0.01;
const NEAR_LOADED = 0.05;

interface Watched {
  readonly contacts: Int32Array;
  readonly nodes: Int32Array;
}

/** Contacts that may come about, and the nodes whose places a round needs: theirs and those with springs. */
function watchedIn(scene: Scene, target: Placement, possible: Int32Array, start: GripState): Watched {
  const { surface, springs, size } = scene.body;
  const { centres } = target;
  const { position, force } = start;
  const count = surface.nodes.length;
  const isLoaded = target.gravity !== start.gravity || target.dead !== start.dead || centres.length !== start.centres.length;
  const motion = centres.reduce((most, centre, i) => (isLoaded ? most : Math.max(most, norm(subtract(centre, start.centres[i])))), 0);
  const near = isLoaded ? NEAR_LOADED * size : NEAR * size + MOTIONS * motion;
  const normal = new Float64Array(3);
  const contacts = possible.filter(
    (contact) => hasForce(force, contact) || gapAt(scene, centres, Math.floor(contact / count), position, contact % count, normal) < near,
  );
  const nodes = new Set(springs.map(({ node }) => node));
  for (const contact of contacts) nodes.add(contact % count);
  return { contacts, nodes: Int32Array.from(nodes).sort() };
}

function added(to: Float64Array, factor: number, what: Float64Array): Float64Array {
  const sum = to.slice();
  for (let i = 0; i < sum.length; i++) sum[i] += factor * what[i];
  return sum;
}

/** Infinite or no number where the trial is not finite. */
function largestDifference(a: Float64Array, b: Float64Array): number {
  let largest = 0;
  for (let i = 0; i < a.length; i++) largest = Math.max(largest, Math.abs(a[i] - b[i]));
  return largest;
}

/** How a solution is looked for. */
interface Way {
  /** Of the stiffness of a patch of the surface between nodes, E times its spacing: with it the scale of the contact equations, N/m. */
  readonly part: number;
  /** What is done where the residual falls in no trial: the whole step, or the one that makes it rise least. */
  readonly rise: "whole" | "least";
}

/**
 * The solution does not depend on the scale, the way there does: with more than that stiffness rounds of Newton cycle between sticking and
 * slipping. Where one way does not settle, the others are tried before the increment is halved.
 */
const WAYS: readonly Way[] = [
  { part: 0.1, rise: "whole" },
  { part: 0.01, rise: "whole" },
  { part: 1, rise: "whole" },
];

/**
 * Whole steps are quick to leave a kink, but many nodes at once, a base that slips and lifts at an edge, they throw to and fro between the
 * same few sets for ever. There shorter steps on a softer scale nearly always settle.
 */
const WAYS_OF_MANY: readonly Way[] = [
  { part: 0.1, rise: "whole" },
  { part: 0.01, rise: "least" },
  { part: 0.003, rise: "least" },
  { part: 1, rise: "whole" },
];
/** Contacts with a force from which on they are many. */
const CROWD = 60;
