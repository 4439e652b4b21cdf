/**
 * What binds the joints of a tree besides loops: gears and joints that are moved, as more rows of J u = r (loops.ts, embedding.ts).
 *
 *     gear    q_2 = k q_1 + c       u_2 - k u_1 = 0            u_2' - k u_1' = 0
 *     drive   q = q_0 + f(t)        u = f'(t)                  u' = f''(t)
 *
 * A gear that is struck answers with the inertia of both sides, I_1 + k^2 I_2, because the speeds that the rows leave are all there are. A
 * joint that is moved is not slowed down by anything: forces and impulses do not reach its speed, and what its drive does is work of
 * applied forces.
 *
 * Letters: q coordinates, u speeds, k ratio, c offset, f displacement of a drive.
 */
import { InvalidInputError } from "../../errors.js";
import { checkFinite } from "../../mechanics/contact-problem.js";
import { type DrivenMotion, drivenMotion, type Motion } from "../free-bodies/driven.js";
import { SPEEDS } from "./links.js";
import type { JointMotion, SceneGear, SceneJoint } from "./scene-link.js";
import type { Tree } from "./tree.js";

export interface Bindings {
  /** Number of rows, gears first. */
  readonly count: number;
  /** Places of the speeds of joints that are moved. */
  readonly driven: readonly number[];
  /** Names of links whose joints are moved, and of links whose joints have stops, with the places of their speeds. */
  readonly moved: readonly string[];
  readonly stopped: readonly { readonly name: string; readonly speed: number }[];
  /** After this time no drive changes its speed any more, s. */
  readonly changesUntil: number;
  /** Times at which a drive is not smooth, s, ascending. */
  readonly corners: readonly number[];
  /** Names of the gears' joints, for messages. */
  readonly names: readonly string[];
  /** Rows and how far they are open, from a row on; at coordinates of the tree. */
  writeRows(coordinates: Float64Array, matrix: Float64Array, open: Float64Array, from: number): void;
  /** Right-hand sides r = J u, from a row on, at a time; and r' = J u'. */
  writeSpeeds(time: number, out: Float64Array, from: number): void;
  writeAccelerations(time: number, out: Float64Array, from: number): void;
  /** Right-hand sides that speeds have: those of drives as they are, zero for gears. */
  readSpeeds(speeds: Float64Array, out: Float64Array, from: number): void;
}

/** @param joints in the order of the tree's links */
export function createBindings(
  tree: Tree,
  joints: readonly SceneJoint[],
  gears: readonly SceneGear[],
  linkOf: (name: string) => number,
): Bindings {
  const n = tree.speedCount;
  const meshing = gears.map(({ between, ratio, offset }) => {
    const [first, second] = between.map(linkOf);
    const meshed = startOf(joints[second]) - ratio * startOf(joints[first]);
    return { first: tree.links[first], second: tree.links[second], ratio, offset: offset ?? meshed };
  });
  const drives = tree.links.flatMap(({ speed, name }, i) => {
    const { motion } = joints[i];
    return motion === undefined ? [] : [{ name, speed, motion: driveOf(motion, `bodies.${name}.joint.motion`) }];
  });
  const along: [number, number, number] = [0, 0, 0];
  const read = (add: (time: number, out: [number, number, number]) => void, time: number) => {
    along.fill(0);
    add(time, along);
    return along[0];
  };
  return {
    count: meshing.length + drives.length,
    driven: drives.map(({ speed }) => speed),
    moved: drives.map(({ name }) => name),
    stopped: tree.links.flatMap(({ name, speed }, i) => (joints[i].limits === undefined ? [] : [{ name, speed }])),
    changesUntil: drives.reduce((latest, { motion }) => Math.max(latest, motion.end), Number.NEGATIVE_INFINITY),
    corners: [...new Set(drives.flatMap(({ motion }) => motion.corners))].sort((a, b) => a - b),
    names: gears.map(({ between }) => between.join("/")),
    writeRows: (coordinates, matrix, open, from) => {
      meshing.forEach(({ first, second, ratio, offset }, r) => {
        matrix[(from + r) * n + second.speed] += 1;
        matrix[(from + r) * n + first.speed] -= ratio;
        open[from + r] = coordinates[second.coordinate] - ratio * coordinates[first.coordinate] - offset;
      });
      drives.forEach(({ speed }, r) => {
        matrix[(from + meshing.length + r) * n + speed] = 1;
        open[from + meshing.length + r] = 0;
      });
    },
    writeSpeeds: (time, out, from) => {
      out.fill(0, from, from + meshing.length);
      drives.forEach(({ motion }, r) => {
        out[from + meshing.length + r] = read(motion.addVelocity, time);
      });
    },
    writeAccelerations: (time, out, from) => {
      out.fill(0, from, from + meshing.length);
      drives.forEach(({ motion }, r) => {
        out[from + meshing.length + r] = read(motion.addAcceleration, time);
      });
    },
    readSpeeds: (speeds, out, from) => {
      out.fill(0, from, from + meshing.length);
      drives.forEach(({ speed }, r) => {
        out[from + meshing.length + r] = speeds[speed];
      });
    },
  };
}

const startOf = ({ start }: SceneJoint): number => (typeof start?.position === "number" ? start.position : (start?.near ?? 0));

/** The motion of ground along one axis: the same series, sines and steady speeds. */
function driveOf(motion: JointMotion, path: string): DrivenMotion {
  return drivenMotion(alongAxis(motion), path, { velocities: "speeds", displacements: "positions" });
}

function alongAxis(motion: JointMotion): Motion {
  switch (motion.type) {
    case "steady":
      return { type: "steady", velocity: [motion.speed, 0, 0] };
    case "sine":
      return { ...motion, amplitude: [motion.amplitude, 0, 0] };
    case "series": {
      const { positions, speeds, ...rows } = motion;
      return {
        ...rows,
        direction: [1, 0, 0],
        ...(positions === undefined ? {} : { displacements: positions }),
        ...(speeds === undefined ? {} : { velocities: speeds }),
      };
    }
  }
}

/** Throws InvalidInputError where a joint that is moved has what it cannot have. */
export function checkMotion({ type, motion, limits, start }: SceneJoint, path: string): void {
  if (motion === undefined) return;
  if (SPEEDS[type] !== 1)
    throw new InvalidInputError(`${path}.motion`, motion, `is given for a ${type} joint; only revolute and prismatic ones have it`);
  if (limits !== undefined)
    throw new InvalidInputError(`${path}.limits`, limits, "are given for a joint that is moved, which no stop stops");
  for (const field of ["speed", "near"] as const)
    if (start?.[field] !== undefined)
      throw new InvalidInputError(`${path}.start.${field}`, start[field], "is given for a joint that is moved: its motion says it");
  driveOf(motion, `${path}.motion`);
}

/** @param joints of the links of a scene, by name */
export function checkGears(gears: readonly SceneGear[], joints: Readonly<Record<string, { readonly joint: SceneJoint }>>): void {
  gears.forEach(({ between, ratio, offset }, i) => {
    const path = `gears[${i}]`;
    between.forEach((name, side) => {
      if (!Object.hasOwn(joints, name) || SPEEDS[joints[name].joint.type] !== 1)
        throw new InvalidInputError(`${path}.between[${side}]`, name, "is not a link with a revolute or prismatic joint");
    });
    if (between[0] === between[1]) throw new InvalidInputError(`${path}.between[1]`, between[1], "cannot be geared to itself");
    checkFinite(ratio, `${path}.ratio`);
    if (ratio === 0) throw new InvalidInputError(`${path}.ratio`, ratio, "is zero: the second would stand still");
    if (offset !== undefined) checkFinite(offset, `${path}.offset`);
  });
  checkAgreement(gears, (name) => startOf(joints[name].joint));
}

/** Ratios and offsets that differ by less than this part are the same. */
const SAME = 1e-9;

/** Throws InvalidInputError where a gear joins what others join already, and otherwise. Each joint is q = k q_root + c. */
function checkAgreement(gears: readonly SceneGear[], start: (name: string) => number): void {
  const turns = new Map<string, { readonly root: string; readonly k: number; readonly c: number }>();
  const turnOf = (name: string) => turns.get(name) ?? { root: name, k: 1, c: 0 };
  gears.forEach(({ between: [first, second], ratio, offset = start(second) - ratio * start(first) }, i) => {
    const [a, b] = [turnOf(first), turnOf(second)];
    if (a.root === b.root) {
      const known = b.k / a.k;
      if (Math.abs(known - ratio) > SAME * Math.abs(known))
        throw new InvalidInputError(
          `gears[${i}].ratio`,
          ratio,
          `contradicts the gears before it, which give ${first} and ${second} the ratio ${known}`,
        );
      const meshed = b.c - known * a.c;
      if (Math.abs(meshed - offset) > SAME * (1 + Math.abs(meshed)))
        throw new InvalidInputError(
          `gears[${i}].offset`,
          offset,
          `contradicts the gears before it, which give ${first} and ${second} the offset ${meshed}`,
        );
      return;
    }
    // q_b = ratio q_a + offset, so q_root(b) = (ratio (k_a q_root(a) + c_a) + offset - c_b) / k_b.
    const [k, c] = [(ratio * a.k) / b.k, (ratio * a.c + offset - b.c) / b.k];
    turns.set(first, a);
    for (const [name, turn] of [...turns, [second, b] as const])
      if (turn.root === b.root) turns.set(name, { root: a.root, k: turn.k * k, c: turn.k * c + turn.c });
  });
}
