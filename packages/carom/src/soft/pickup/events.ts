/**
 * A step of the fingers followed from event to event: the scheme of the source.
 *
 * Between events it is known which nodes touch and which of those slip, and everything is affine in the part s of the step but for the curvature of fingers and the turning of slip directions:
 *
 *     sticking node  x' = v of its obstacle            sliding node  x' = v - d' t,  t direction of its friction
 *     table   (t - mu n) . f' = 0                      finger   (t - mu n) . f' + (1 + mu^2) (f . n) d' / R = 0
 *
 * one linear equation for each sliding node. The smallest s at which something changes wins:
 *
 *     A  a node touches an obstacle          B  a push falls to zero          C  friction reaches the cone          D  a slip rate turns negative: the node sticks
 *
 * At the end of each stretch the finite equations of slip (slip-system.ts) put the sliding nodes back on their obstacle and their forces on the cone, with the slip along the trial force of the
 * stretch. Near the tip of the cone a direction may have to turn farther than that, and the equations have no root with friction against the slip; such a stretch ends by Coulomb's law with a direction
 * that turns, which is an implicit increment, and is counted. Where modes change without end at one instant (the destabilising last term of a small finger can do that), the rest of the step is
 * made so.
 *
 * Letters: v motion of the obstacle over the step, d' slip rate, n normal.  Source: 000 section 6.2.3, Algorithm 7; the rate form and the root are ours.
 */
import { SolverError } from "../../errors.js";
import { cos, sin } from "../../math/elementary.js";
import { luFactor, luSolve } from "../../math/lu.js";
import { quadraticRoots } from "../../math/polynomial.js";
import { dot, norm, type Vec3 } from "../../math/vec3.js";
import { type Advance, advance, between, booked, joined } from "./advance.js";
import { type HeldNodes, holdNodes } from "./held.js";
import { increment } from "./increment.js";
import { isRightRoot, type SlipNode, solveSlip } from "./slip-system.js";
import { forceScale, type GripState, gapAt, type Placement, positionsOf, type Scene, TABLE } from "./state.js";

interface Contact {
  readonly node: number;
  readonly obstacle: number;
  slips: boolean;
  /** Changes of mode at the present instant. */
  changes: number;
}

/** Of the weight: a force below this is none. */
const NO_FORCE = 1e-12;
/** Of the body's size: a gap below this is contact. */
const NO_GAP = 1e-10;
/** Of the push: friction this close to the cone is on it. */
const ON_CONE = 1e-8;
/** Parts of a step closer than this are the same instant. */
const SAME = 1e-9;
/** Events without progress before the scheme gives up. */
const MOST_AT_ONCE = 60;
const MOST_EVENTS = 2000;

export function advanceByEvents(scene: Scene, before: GripState, target: Placement): Advance | undefined {
  const motion = target.centres.map((centre, i): Vec3 => {
    const start = before.centres[i];
    return [centre[0] - start[0], centre[1] - start[1], centre[2] - start[2]];
  });
  let state = before;
  let contacts = touching(scene, before);
  let held: HeldNodes | undefined;
  let done: Advance | undefined;
  let part = 0;
  let atOnce = 0;
  for (let count = 0; part < 1 && count < MOST_EVENTS; count++) {
    if (held === undefined || !sameNodes(held, contacts))
      held = holdNodes(
        scene.body,
        contacts.map(({ node }) => node),
      );
    if (held === undefined || atOnce > MOST_AT_ONCE) break;
    const rates = ratesOf(scene, state, contacts, held, motion, target, before);
    if (rates === undefined) break;
    if (rates.changed) {
      contacts = contacts.filter((contact) => !rates.gone.has(contact));
      atOnce++;
      continue;
    }
    const event = nextEvent(scene, state, contacts, rates, motion, 1 - part);
    if (event.part > 0) {
      const end = part + event.part > 1 - SAME ? 1 : part + event.part;
      const placement = between(before, target, end);
      const byRoot = stretch(scene, state, contacts, held, placement, rates, event.part);
      const next = byRoot ?? increment(scene, state, placement)?.state;
      if (next === undefined) break;
      const books: Advance = { ...booked(scene, state, next), rounds: 1, fallbacks: byRoot === undefined ? 1 : 0 };
      if (byRoot === undefined) contacts = touching(scene, next);
      done = done === undefined ? books : joined(done, books);
      state = next;
      if (event.part > SAME) {
        atOnce = 0;
        for (const contact of contacts) contact.changes = 0;
      }
      part = end;
    }
    atOnce++;
    for (const { contact, what } of event.changes) {
      if (what === "touch") contacts.push(contact);
      else if (what === "slip") contact.slips = true;
      else contacts = contacts.filter((each) => each !== contact);
    }
  }
  if (part < 1) {
    const rest = advance(scene, state, target);
    if (rest === undefined) return undefined;
    const counted = { ...rest, fallbacks: 1 };
    return done === undefined ? counted : joined(done, counted);
  }
  return done;
}

function sameNodes({ nodes }: HeldNodes, contacts: readonly Contact[]): boolean {
  return nodes.length === contacts.length && contacts.every(({ node }, i) => nodes[i] === node);
}

/** Nodes that touch at the start of a step; those without a force stick until it is known where it goes. */
function touching(scene: Scene, state: GripState): Contact[] {
  const contacts: Contact[] = [];
  const { force, position, obstacle, centres } = state;
  const normal = new Float64Array(3);
  for (let node = 0; node < obstacle.length; node++) {
    const f = at(force, node);
    if (norm(f) > NO_FORCE * forceScale(scene)) {
      gapAt(scene, centres, obstacle[node], position, node, normal);
      contacts.push({ node, obstacle: obstacle[node], slips: onCone(f, normal, scene.friction[obstacle[node]]), changes: 0 });
      continue;
    }
    for (let which = scene.hasTable ? TABLE : 1; which <= centres.length; which++)
      if (gapAt(scene, centres, which, position, node, normal) <= NO_GAP * scene.body.size) {
        contacts.push({ node, obstacle: which, slips: false, changes: 0 });
        break;
      }
  }
  return contacts;
}

const at = (from: ArrayLike<number>, node: number): Vec3 => [from[3 * node], from[3 * node + 1], from[3 * node + 2]];

function across(f: Vec3, normal: ArrayLike<number>): Vec3 {
  const push = f[0] * normal[0] + f[1] * normal[1] + f[2] * normal[2];
  return [f[0] - push * normal[0], f[1] - push * normal[1], f[2] - push * normal[2]];
}

const along = (f: Vec3, normal: ArrayLike<number>): number => f[0] * normal[0] + f[1] * normal[1] + f[2] * normal[2];

function onCone(f: Vec3, normal: ArrayLike<number>, friction: number): boolean {
  return norm(across(f, normal)) >= friction * along(f, normal) * (1 - ON_CONE);
}

interface Rates {
  /** Modes were changed: ask again. */
  readonly changed: boolean;
  /** Contacts that part. */
  readonly gone: ReadonlySet<Contact>;
  /** Of the forces, 3 for each contact. */
  readonly force: Float64Array;
  /** Of the positions of all surface nodes. */
  readonly position: Float64Array;
  /** Slip rate of each contact. */
  readonly slip: Float64Array;
}

/** Rates by the part of the step, and the modes they contradict. undefined: no rates. */
function ratesOf(
  scene: Scene,
  state: GripState,
  contacts: readonly Contact[],
  held: HeldNodes,
  motion: readonly Vec3[],
  target: Placement,
  before: Placement,
): Rates | undefined {
  const { body } = scene;
  const gravity = target.gravity - before.gravity;
  const dead = target.dead - before.dead;
  const count = contacts.length;
  const normals = contacts.map(({ node, obstacle }) => {
    const normal = new Float64Array(3);
    gapAt(scene, state.centres, obstacle, state.position, node, normal);
    return normal;
  });
  const wanted = new Float64Array(3 * count);
  contacts.forEach(({ node, obstacle }, k) => {
    for (let i = 0; i < 3; i++)
      wanted[3 * k + i] =
        (obstacle === TABLE ? 0 : motion[obstacle - 1][i]) -
        gravity * body.sag[3 * node + i] -
        dead * (scene.dead?.displacement[3 * node + i] ?? 0);
  });
  const resultant = body.weightResultant.map((value, mode) => gravity * value + dead * (scene.dead?.resultant[mode] ?? 0));
  const base = held.solve(wanted, resultant);
  const none = new Float64Array(6);

  // Directions of sliding nodes: of their friction, or of the force that is about to come.
  const sliding = contacts.map((_, k) => k).filter((k) => contacts[k].slips);
  const directions = sliding.map((k): Vec3 => {
    const f = at(state.force, contacts[k].node);
    const tangential = across(norm(f) > NO_FORCE * forceScale(scene) ? f : at(base.force, k), normals[k]);
    const length = norm(tangential);
    return length === 0 ? [0, 0, 0] : [tangential[0] / length, tangential[1] / length, tangential[2] / length];
  });
  const columns = sliding.map((k, index) => {
    const displacement = new Float64Array(3 * count);
    displacement.set(directions[index], 3 * k);
    return held.solve(displacement, none);
  });
  const slip = new Float64Array(count);
  if (sliding.length > 0) {
    const size = sliding.length;
    const matrix = new Float64Array(size * size);
    const right = new Float64Array(size);
    sliding.forEach((k, row) => {
      const { node, obstacle } = contacts[k];
      const friction = scene.friction[obstacle];
      const edge = directions[row].map((value, i) => value - friction * normals[k][i]) as unknown as Vec3;
      right[row] = dot(edge, at(base.force, k));
      columns.forEach((column, other) => {
        matrix[row * size + other] = dot(edge, at(column.force, k));
      });
      if (obstacle !== TABLE)
        matrix[row * size + row] -= ((1 + friction * friction) * along(at(state.force, node), normals[k])) / scene.radii[obstacle - 1];
    });
    const pivots = new Int32Array(size);
    if (!luFactor(matrix, size, pivots)) return undefined;
    luSolve(matrix, size, pivots, right);
    sliding.forEach((k, row) => {
      slip[k] = right[row];
    });
  }
  const force = base.force.slice();
  const rigid = base.rigid.slice();
  columns.forEach((column, index) => {
    const rate = slip[sliding[index]];
    for (let i = 0; i < force.length; i++) force[i] -= rate * column.force[i];
    for (let mode = 0; mode < 6; mode++) rigid[mode] -= rate * column.rigid[mode];
  });

  const gone = new Set<Contact>();
  const changed = contradictions(scene, state, contacts, normals, force, slip, gone);
  const all = new Float64Array(state.force.length);
  contacts.forEach(({ node }, k) => {
    all.set(force.subarray(3 * k, 3 * k + 3), 3 * node);
  });
  const position = positionsOf(scene, { centres: [], gravity, dead }, all, rigid);
  for (let row = 0; row < position.length; row++) position[row] -= body.rest[row];
  return { changed, gone, force, position, slip };
}

/** Changes the mode of the contact that contradicts its own most; false: none does. */
function contradictions(
  scene: Scene,
  state: GripState,
  contacts: readonly Contact[],
  normals: readonly Float64Array[],
  rates: Float64Array,
  slip: Float64Array,
  gone: Set<Contact>,
): boolean {
  const scale = forceScale(scene);
  const pace = Math.max(...rates.map(Math.abs), Number.MIN_VALUE);
  let changed = false;
  let backwards = -1;
  contacts.forEach((contact, k) => {
    const f = at(state.force, contact.node);
    const rate = at(rates, k);
    const push = along(f, normals[k]);
    const friction = scene.friction[contact.obstacle];
    if (push <= NO_FORCE * scale) {
      // At the tip of the cone: the force that is about to come decides.
      if (along(rate, normals[k]) < -1e-12 * pace) {
        gone.add(contact);
        changed = true;
      } else if (
        !contact.slips &&
        contact.changes < 2 &&
        norm(across(rate, normals[k])) > friction * along(rate, normals[k]) * (1 + 1e-9) + 1e-12 * pace
      ) {
        contact.slips = true;
        contact.changes++;
        changed = true;
      }
      return;
    }
    if (contact.slips) {
      if (slip[k] < -1e-12 * scene.body.size && contact.changes < 4 && (backwards < 0 || slip[k] < slip[backwards])) backwards = k;
      return;
    }
    const tangential = across(f, normals[k]);
    const length = norm(tangential);
    if (length < friction * push * (1 - ON_CONE) || contact.changes >= 4) return;
    const outward = dot(tangential, rate) / (length || 1) - friction * along(rate, normals[k]);
    if (outward > 1e-10 * pace) {
      contact.slips = true;
      contact.changes++;
      changed = true;
    }
  });
  if (!changed && backwards >= 0) {
    contacts[backwards].slips = false;
    contacts[backwards].changes++;
    changed = true;
  }
  return changed;
}

interface Event {
  /** Of the whole step, from now. */
  readonly part: number;
  readonly changes: readonly { readonly contact: Contact; readonly what: "touch" | "part" | "slip" }[];
}

function nextEvent(
  scene: Scene,
  state: GripState,
  contacts: readonly Contact[],
  rates: Rates,
  motion: readonly Vec3[],
  most: number,
): Event {
  const found: { part: number; contact: Contact; what: "touch" | "part" | "slip" }[] = [];
  const add = (part: number, contact: Contact, what: "touch" | "part" | "slip") => {
    if (part >= 0 && part < most) found.push({ part, contact, what });
  };
  const normal = new Float64Array(3);
  const scale = forceScale(scene);
  contacts.forEach((contact, k) => {
    gapAt(scene, state.centres, contact.obstacle, state.position, contact.node, normal);
    const f = at(state.force, contact.node);
    const rate = at(rates.force, k);
    const push = along(f, normal);
    const pushRate = along(rate, normal);
    if (push > NO_FORCE * scale && pushRate < 0) add(-push / pushRate, contact, "part");
    if (contact.slips || push <= NO_FORCE * scale) return;
    const factor = 1 + scene.friction[contact.obstacle] * scene.friction[contact.obstacle];
    const roots = quadraticRoots(
      dot(rate, rate) - factor * pushRate * pushRate,
      2 * (dot(f, rate) - factor * push * pushRate),
      dot(f, f) - factor * push * push,
    );
    // Where it goes out, not where it comes in from the cone on which it may stand.
    const square = dot(rate, rate) - factor * pushRate * pushRate;
    const slope = dot(f, rate) - factor * push * pushRate;
    const first = roots.find((root) => root > SAME && slope + square * root > 0 && push + root * pushRate > 0);
    if (first !== undefined) add(first, contact, "slip");
  });

  const isContact = new Uint8Array(state.obstacle.length);
  for (const { node } of contacts) isContact[node] = 1;
  for (let node = 0; node < state.obstacle.length; node++) {
    if (isContact[node] === 1) continue;
    const rate = at(rates.position, node);
    for (let which = scene.hasTable ? TABLE : 1; which <= state.centres.length; which++) {
      const contact: Contact = { node, obstacle: which, slips: false, changes: 0 };
      const gap = gapAt(scene, state.centres, which, state.position, node, normal);
      const relative: Vec3 =
        which === TABLE ? rate : [rate[0] - motion[which - 1][0], rate[1] - motion[which - 1][1], rate[2] - motion[which - 1][2]];
      const closing = along(relative, normal);
      if (gap <= NO_GAP * scene.body.size) {
        if (closing < -1e-9 * scene.body.size) add(0, contact, "touch");
      } else if (which === TABLE) {
        if (closing < 0) add(-gap / closing, contact, "touch");
      } else {
        const radius = scene.radii[which - 1];
        const from: Vec3 = [normal[0] * (gap + radius), normal[1] * (gap + radius), normal[2] * (gap + radius)];
        const touches = quadraticRoots(dot(relative, relative), 2 * dot(from, relative), (gap + 2 * radius) * gap).find((root) => root > 0);
        if (touches !== undefined) add(touches, contact, "touch");
      }
    }
  }
  const part = found.reduce((least, event) => Math.min(least, event.part), most);
  return { part, changes: found.filter((event) => event.part <= part + SAME) };
}

/** The state after a stretch without events: sticking nodes go with their obstacles, sliding ones end on their cones. */
function stretch(
  scene: Scene,
  state: GripState,
  contacts: readonly Contact[],
  held: HeldNodes,
  placement: Placement,
  rates: Rates,
  part: number,
): GripState | undefined {
  const { body } = scene;
  const count = contacts.length;
  const places = new Float64Array(3 * count);
  contacts.forEach(({ node, obstacle }, k) => {
    for (let i = 0; i < 3; i++)
      places[3 * k + i] =
        state.position[3 * node + i] + (obstacle === TABLE ? 0 : placement.centres[obstacle - 1][i] - state.centres[obstacle - 1][i]);
  });
  // Nodes that just touched or drifted are put on their obstacle.
  const normal = new Float64Array(3);
  contacts.forEach(({ obstacle }, k) => {
    const gap = gapAt(scene, placement.centres, obstacle, places, k, normal);
    for (let i = 0; i < 3; i++) places[3 * k + i] -= gap * normal[i];
  });
  const solved = (at: Float64Array) => {
    const displacement = at.map((value, i) => {
      const row = 3 * contacts[(i - (i % 3)) / 3].node + (i % 3);
      return value - body.rest[row] - placement.gravity * body.sag[row] - placement.dead * (scene.dead?.displacement[row] ?? 0);
    });
    return held.solve(
      displacement,
      body.weightResultant.map((value, mode) => placement.gravity * value + placement.dead * (scene.dead?.resultant[mode] ?? 0)),
    );
  };
  let solution = solved(places);
  const sliding = contacts.map((_, k) => k).filter((k) => contacts[k].slips);
  if (sliding.length > 0) {
    const nodes: SlipNode[] = [];
    for (const k of sliding) {
      const { obstacle } = contacts[k];
      gapAt(scene, placement.centres, obstacle, places, k, normal);
      const trialForce = at(solution.force, k);
      const tangential = across(trialForce, normal);
      const length = norm(tangential);
      if (length === 0) return undefined;
      nodes.push({
        trialForce,
        normal: [normal[0], normal[1], normal[2]],
        direction: [tangential[0] / length, tangential[1] / length, tangential[2] / length],
        friction: scene.friction[obstacle],
        ...(obstacle === TABLE ? {} : { radius: scene.radii[obstacle - 1] }),
      });
    }
    const slip = slipOf(held, nodes, sliding, rates, part, contacts, scene);
    if (slip === undefined) return undefined;
    nodes.forEach(({ normal: n, direction: t, radius }, index) => {
      const k = sliding[index];
      const angle = slip[index];
      for (let i = 0; i < 3; i++) {
        if (radius === undefined) places[3 * k + i] -= angle * t[i];
        else places[3 * k + i] = placement.centres[contacts[k].obstacle - 1][i] + radius * (cos(angle) * n[i] - sin(angle) * t[i]);
      }
    });
    solution = solved(places);
  }
  const force = new Float64Array(state.force.length);
  const obstacle = state.obstacle.slice();
  contacts.forEach((contact, k) => {
    force.set(solution.force.subarray(3 * k, 3 * k + 3), 3 * contact.node);
    obstacle[contact.node] = contact.obstacle;
  });
  return { ...placement, position: positionsOf(scene, placement, force, solution.rigid), force, rigid: solution.rigid, obstacle };
}

function slipOf(
  held: HeldNodes,
  nodes: readonly SlipNode[],
  sliding: readonly number[],
  rates: Rates,
  part: number,
  contacts: readonly Contact[],
  scene: Scene,
): Float64Array | undefined {
  const size = 3 * nodes.length;
  const stiffness = new Float64Array(size * size);
  const none = new Float64Array(6);
  for (let column = 0; column < size; column++) {
    const displacement = new Float64Array(3 * held.nodes.length);
    displacement[3 * sliding[(column - (column % 3)) / 3] + (column % 3)] = 1;
    const { force } = held.solve(displacement, none);
    for (let row = 0; row < size; row++) stiffness[row * size + column] = force[3 * sliding[(row - (row % 3)) / 3] + (row % 3)];
  }
  const start = sliding.map((k) => (part * rates.slip[k]) / (contacts[k].obstacle === TABLE ? 1 : scene.radii[contacts[k].obstacle - 1]));
  try {
    const { slip, force } = solveSlip({ nodes, stiffness }, start);
    return slip.every((each) => each >= 0) && isRightRoot(nodes, slip, force) ? slip : undefined;
  } catch (error) {
    if (error instanceof SolverError) return undefined;
    throw error;
  }
}
