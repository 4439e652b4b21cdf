/** Rates between events, and the modes they contradict. */
import { luFactor, luSolve } from "../../../math/lu.js";
import { dot, norm, type Vec3 } from "../../../math/vec3.js";
import type { HeldNodes } from "../held.js";
import { forceScale, type GripState, gapAt, type Placement, positionsOf, type Scene, TABLE } from "../state.js";
import { AT_CONE, across, along, at, type Contact, forceAt, NO_FORCE } from "./contacts.js";

export interface Rates {
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

/** Rates by the part of a step that moves the fingers and adds loads by so much, and the modes they contradict. undefined: no rates. */
export function ratesOf(
  scene: Scene,
  state: GripState,
  contacts: readonly Contact[],
  held: HeldNodes,
  motion: readonly Vec3[],
  { gravity, dead }: Pick<Placement, "gravity" | "dead">,
): Rates | undefined {
  const { body } = scene;
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
    const f = forceAt(state, contacts[k]);
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
      const { obstacle } = contacts[k];
      const friction = scene.friction[obstacle];
      const edge = directions[row].map((value, i) => value - friction * normals[k][i]) as unknown as Vec3;
      right[row] = dot(edge, at(base.force, k));
      columns.forEach((column, other) => {
        matrix[row * size + other] = dot(edge, at(column.force, k));
      });
      if (obstacle !== TABLE)
        matrix[row * size + row] -=
          ((1 + friction * friction) * along(forceAt(state, contacts[k]), normals[k])) / scene.radii[obstacle - 1];
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
  const changed = contradictions(scene, state, contacts, normals, { force, slip }, gone);
  const all = new Float64Array(state.force.length);
  contacts.forEach(({ node, obstacle }, k) => {
    all.set(force.subarray(3 * k, 3 * k + 3), obstacle * body.rest.length + 3 * node);
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
  { force: rates, slip }: Pick<Rates, "force" | "slip">,
  gone: Set<Contact>,
): boolean {
  const scale = forceScale(scene);
  const pace = Math.max(...rates.map(Math.abs), Number.MIN_VALUE);
  let changed = false;
  let backwards = -1;
  contacts.forEach((contact, k) => {
    const f = forceAt(state, contact);
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
    if (length < friction * push * (1 - AT_CONE) || contact.changes >= 4) return;
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
