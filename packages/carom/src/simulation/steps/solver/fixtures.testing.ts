/**
 * One-step contact problems from files (`problems/README.md` says what the numbers are), and small ones put together by hand.
 */
import { invertBlock } from "./block.js";
import { createStepProblem, GROUND, placeBody, roomForBodies, rowsOf, type StepProblem } from "./problem.js";

const BLOCK = 36;

type Three = readonly [number, number, number];

/** A body of a file: 1/mass, inverse inertia (xx, xy, xz, yy, yz, zz), u*. */
export type BodyRow = readonly number[];
/** A contact of a file: bodies, normal, arms, bound, friction, warm impulse. */
export type ContactRow = readonly number[];

export interface ProblemFile {
  readonly name: string;
  readonly gh: number;
  readonly bodies: readonly BodyRow[];
  readonly contacts: readonly ContactRow[];
  readonly reference: {
    readonly bestResidual: number;
    readonly kineticFree: number;
    readonly kineticAfter: number;
    readonly uniqueVelocity: boolean;
    readonly velocityAfter?: readonly number[];
  };
}

/** A file by its name. */
export type ProblemFiles = Readonly<Record<string, ProblemFile>>;

/** The problem that rows of bodies and contacts say; tolerance 1e-5 g h. */
export function problemOf({ gh, bodies, contacts }: Pick<ProblemFile, "gh" | "bodies" | "contacts">): StepProblem {
  const problem = createStepProblem(roomForBodies(bodies.length), contacts.length);
  problem.contactCount = contacts.length;
  problem.tolerance = 1e-5 * gh;
  bodies.forEach((row, i) => {
    placeBody(problem);
    writeBody(problem, i, row);
  });
  const surfaces = new Map<string, number>();
  contacts.forEach((row, i) => {
    writeContact(problem, i, row);
    // A ground is known by its normal.
    const key = row[1] < 0 ? `${row[0]} ${row.slice(2, 5).join(" ")}` : `${row[0]} ${row[1]}`;
    if (!surfaces.has(key)) surfaces.set(key, surfaces.size);
    problem.surfaces[i] = surfaces.get(key) ?? 0;
  });
  return problem;
}

function writeBody({ mass, inverseMass, freeVelocity }: StepProblem, i: number, row: BodyRow): void {
  const at = BLOCK * i;
  for (let c = 0; c < 3; c += 1) inverseMass[at + 7 * c] = row[0];
  const tensor = [row[1], row[2], row[3], row[2], row[4], row[5], row[3], row[5], row[6]];
  for (let c = 0; c < 3; c += 1) for (let d = 0; d < 3; d += 1) inverseMass[at + 6 * (3 + c) + 3 + d] = tensor[3 * c + d];
  for (let k = 0; k < BLOCK; k += 1) mass[at + k] = inverseMass[at + k];
  if (!invertBlock(mass, at, new Int32Array(6))) throw new Error(`body ${i} has no mass`);
  for (let c = 0; c < 6; c += 1) freeVelocity[6 * i + c] = row[7 + c];
}

function writeContact(problem: StepProblem, i: number, row: ContactRow): void {
  const { bodies, jacobian, bound, friction, warm } = problem;
  const rows = rowsOf(problem) * i;
  bodies[2 * i] = row[0];
  bodies[2 * i + 1] = row[1] < 0 ? GROUND : row[1];
  const axes = axesOf(row[2], row[3], row[4]);
  const arms: readonly Three[] = [
    [row[5], row[6], row[7]],
    [row[8], row[9], row[10]],
  ];
  for (let side = 0; side < (row[1] < 0 ? 1 : 2); side += 1)
    for (let c = 0; c < 3; c += 1) {
      const axis = axes[c];
      const turn = cross(arms[side], axis);
      for (let k = 0; k < 3; k += 1) {
        jacobian[rows + 18 * side + 6 * c + k] = (side === 0 ? 1 : -1) * axis[k];
        jacobian[rows + 18 * side + 6 * c + 3 + k] = (side === 0 ? 1 : -1) * turn[k];
      }
    }
  bound[3 * i + 2] = row[11];
  friction[i] = row[12];
  for (let c = 0; c < 3; c += 1) warm[3 * i + c] = row[13 + c];
}

function axesOf(x: number, y: number, z: number): readonly [Three, Three, Three] {
  const unit = (v: Three): Three => {
    const length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    return [v[0] / length, v[1] / length, v[2] / length];
  };
  const normal = unit([x, y, z]);
  const tangent = unit(Math.abs(normal[0]) < 0.6 ? [0, normal[2], -normal[1]] : [-normal[2], 0, normal[0]]);
  return [tangent, cross(normal, tangent), normal];
}

function cross(a: Three, b: Three): Three {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** J. */
export function kineticEnergy({ bodyCount, mass }: StepProblem, velocity: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < bodyCount; i += 1)
    for (let c = 0; c < 6; c += 1)
      for (let d = 0; d < 6; d += 1) sum += 0.5 * velocity[6 * i + c] * mass[BLOCK * i + 6 * c + d] * velocity[6 * i + d];
  return sum;
}

/** A body of a solid box with sides 2 a, 2 b, 2 c, moving with u*. */
export function boxRow(mass: number, [a, b, c]: Three, velocity: readonly number[]): BodyRow {
  const moment = (p: number, q: number) => 3 / (mass * (p * p + q * q));
  return [1 / mass, moment(b, c), 0, 0, moment(a, c), 0, moment(a, b), ...velocity];
}

/** The four lower corners of such a box, standing on the ground or on another box of the same width. */
export function standing(first: number, second: number, [a, b, c]: Three, friction: number, below = c): ContactRow[] {
  return [-1, 1].flatMap((x) =>
    [-1, 1].map((y) => [first, second, 0, 0, 1, x * a, y * b, -c, x * a, y * b, second < 0 ? 0 : below, 0, friction, 0, 0, 0]),
  );
}

/** Bodies of any sizes with random masses, and random contacts among them and with the ground. */
export function mixedProblem(random: () => number, sizeOf: (random: () => number) => number): StepProblem {
  const within = () => 2 * random() - 1;
  const sizes = Array.from({ length: 2 + Math.floor(9 * random()) }, () => sizeOf(random));
  const contacts = Math.floor(25 * random());
  const sum = (of: (size: number) => number) => sizes.reduce((all, size) => all + of(size), 0);
  const room = { bodies: sizes.length, speeds: sum((n) => n), blocks: sum((n) => n * n), widest: Math.max(...sizes) };
  const problem = createStepProblem(room, contacts);
  for (const size of sizes) {
    const at = problem.blocks[placeBody(problem, size)];
    const root = Array.from({ length: size * size }, within);
    for (let i = 0; i < size; i += 1)
      for (let j = 0; j < size; j += 1) {
        let value = i === j ? 1 + random() : 0;
        for (let k = 0; k < size; k += 1) value += (0.3 * root[i * size + k] * root[j * size + k]) / size;
        problem.mass[at + i * size + j] = problem.inverseMass[at + i * size + j] = value;
      }
    if (!invertBlock(problem.inverseMass, at, new Int32Array(size), size)) throw new Error("no mass");
  }
  problem.contactCount = contacts;
  for (let i = 0; i < contacts; i += 1) {
    const first = Math.floor(sizes.length * random());
    const second = Math.floor((sizes.length + 1) * random()) - 1;
    problem.bodies[2 * i] = first;
    problem.bodies[2 * i + 1] = second === first ? GROUND : second;
    problem.surfaces[i] = i;
    problem.friction[i] = random() < 0.2 ? 0 : random();
  }
  for (let k = 0; k < problem.jacobian.length; k += 1) problem.jacobian[k] = within();
  for (let k = 0; k < problem.freeVelocity.length; k += 1) problem.freeVelocity[k] = within();
  problem.tolerance = 1e-5;
  return problem;
}
