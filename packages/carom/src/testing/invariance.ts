/**
 * The same impact told otherwise: contacts and bodies in another order, the world turned, mirrored, moved or moving, other units. No law
 * may answer otherwise, unless it says that the answer is not determined.
 *
 * Scene n of a seed is drawn from its own numbers and goes to one way to solve it: a law by name, or none, which leaves the choice to
 * `defaultLaw` as studies and simulations do. Laws for one contact get the first contact of the scene that approaches.
 */
import { SolverError } from "../errors.js";
import { defaultLaw } from "../impact/default-law.js";
import type { ImpactOutcome } from "../impact/outcome.js";
import { lawNamed, laws } from "../impact/registry.js";
import { pow } from "../math/elementary.js";
import type { Quaternion } from "../math/quaternion.js";
import * as quaternion from "../math/quaternion.js";
import { createRandom } from "../math/random.js";
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import type { ContactProblem } from "../mechanics/contact-problem.js";
import { type Bodies, type BodyContact, contactProblemFromBodies } from "../mechanics/from-bodies.js";
import { around, pick, type Random, scale, shuffled } from "./scenes/random.js";
import type { Scene, SceneFamily, SpatialScene } from "./scenes/scene.js";
import { inOtherWorld, reordered, withOtherTangents } from "./scenes/transform.js";
import { gentle, oneBodyFamilies, sceneFamilies } from "./scenes.js";

/** A problem told otherwise. */
export interface Twin {
  /** What was changed. */
  /** Name of the change. */
  readonly change: string;
  /** The other problem. */
  readonly problem: ContactProblem;
  /** From the contact velocities of the other problem to those of the first. */
  readonly back: (velocity: readonly number[]) => number[];
}

/** What became of a scene under one change. */
export interface Comparison {
  /** What was changed. */
  readonly change: string;
  /** Largest difference of a contact velocity, in parts of the fastest before; Infinity where only one of the two has an answer. */
  readonly difference: number;
  /** Warnings of either outcome that say that the answer is not determined. */
  readonly undetermined: readonly string[];
}

/** A scene and what its twins gave. */
export interface Invariance {
  /** Its number. */
  readonly n: number;
  /** Name of the law, or `default`. */
  readonly law: string;
  /** Of scenes. */
  readonly family: string;
  /** With each of its twins. */
  readonly comparisons: readonly Comparison[];
}

/** Outcomes may differ by this. */
export const INVARIANT = 1e-9;

/**
 * With one of these a law says itself that another answer would be as good, or that it has none to the last digit. `jump`: shares that the
 * data do not decide; `lock` and `forced-stick`: no motion was found that friction allows.
 */
const UNDETERMINED: ReadonlySet<string> = new Set([
  "not-unique",
  "not-converged",
  "reference-contact",
  "near-singular",
  "amplified-rounding",
  "jump",
  "forced-stick",
  "lock",
]);

/** Whether a law answers otherwise and does not say why. */
export const isWrong = ({ difference, undetermined }: Comparison): boolean => !(difference <= INVARIANT) && undetermined.length === 0;

/** Ways to solve a scene. */
export const solverNames: readonly string[] = [...laws.map(({ name }) => name), "default"];

const FAMILIES: Readonly<Record<string, readonly SceneFamily[]>> = { multipoint: gentle(oneBodyFamilies) };
const ANY = gentle(sceneFamilies);
const ONE_CONTACT: ReadonlySet<string> = new Set(["frictional", "compliant", "planar", "poisson", "newton"]);

/** Draws scene n of a seed and solves it and its twins, or only so many of them. */
export function examineInvariance(n: number, seed: number, most = Infinity): Invariance {
  const law = solverNames[n % solverNames.length];
  const random = createRandom(seed * 1_000_003 + n);
  const families = FAMILIES[law] ?? ANY;
  const suitable = law === "planar" ? families.filter(({ name }) => name.includes("planar") || name.includes("disc")) : families;
  const { name, draw } = pick(random, suitable);
  const drawn = draw(random);
  // The default takes scenes with one contact too.
  const one = ONE_CONTACT.has(law) || (law === "default" && random() < 0.25);
  const scene = one ? oneContactOf(drawn, law === "compliant" ? scale(random, 1) : undefined) : drawn;
  const first = solved(law, scene.problem);
  const twins = twinsOf(scene, random, law !== "multipoint");
  const chosen = most < twins.length ? shuffled(random, twins).slice(0, most) : twins;
  const comparisons = chosen.map((twin) => compare(scene.problem, first, twin, solved(law, twin.problem)));
  return { n, law, family: name, comparisons };
}

function solved(law: string, problem: ContactProblem): ImpactOutcome | undefined {
  try {
    return lawNamed(law === "default" ? defaultLaw(problem) : law).solve(problem);
  } catch (error) {
    if (error instanceof SolverError) return undefined;
    throw error;
  }
}

function compare({ velocity }: ContactProblem, first: ImpactOutcome | undefined, twin: Twin, other: ImpactOutcome | undefined): Comparison {
  const { change } = twin;
  const warnings = [first, other].flatMap((outcome) => outcome?.warnings.map(({ code }) => code) ?? ["no answer"]);
  const undetermined = [...new Set(warnings)].filter((code) => UNDETERMINED.has(code));
  if (first === undefined || other === undefined) return { change, difference: first === other ? 0 : Infinity, undetermined };
  const fastest = Math.max(...velocity.map(Math.abs));
  const back = twin.back(other.velocity);
  return { change, difference: Math.max(...first.velocity.map((v, i) => Math.abs(v - back[i]))) / fastest, undetermined };
}

/** The scene with the contact alone that is approached fastest. */
function oneContactOf(scene: Scene, stiffnessRatio: number | undefined): Scene {
  const { problem } = scene;
  const { dimension, velocity } = problem;
  const normals = problem.contacts.map((_, i) => velocity[(i + 1) * dimension - 1]);
  const i = normals.indexOf(Math.min(...normals));
  const material = stiffnessRatio === undefined ? {} : { stiffnessRatio };
  if ("bodies" in scene) {
    const contacts = [{ ...scene.contacts[i], ...material }];
    return { ...scene, contacts, problem: contactProblemFromBodies(scene.bodies, contacts).problem };
  }
  const rows = Array.from({ length: dimension }, (_, k) => i * dimension + k);
  return {
    ...scene,
    problem: {
      dimension,
      contacts: [{ ...problem.contacts[i], ...material }],
      mobility: rows.map((row) => rows.map((column) => problem.mobility[row][column])),
      velocity: rows.map((row) => velocity[row]),
      ...(problem.places === undefined ? {} : { places: [problem.places[i]] }),
    },
  };
}

/** Every change that the scene allows, each with numbers of its own; `mixed`: contacts of a pair may name either body first. */
export function twinsOf(scene: Scene, random: Random, mixed = true): Twin[] {
  const { problem } = scene;
  const count = problem.contacts.length;
  const twins = [otherTangents(problem, random), otherUnits(problem, random, true), otherUnits(problem, random, false)];
  if (count > 1) twins.push(otherOrder(problem, random));
  if ("bodies" in scene)
    twins.push(
      otherWorld(scene, random, false),
      otherWorld(scene, random, true),
      otherBodies(scene, random, mixed),
      elsewhere(scene, random),
    );
  return twins;
}

function otherOrder(problem: ContactProblem, random: Random): Twin {
  const order = shuffled(
    random,
    problem.contacts.map((_, i) => i),
  );
  return { change: "contacts relabelled", ...reordered(problem, order) };
}

function otherTangents(problem: ContactProblem, random: Random): Twin {
  const angles = problem.contacts.map(() => around(random, 3));
  const mirrors = problem.contacts.map(() => random() < 0.5);
  const other = withOtherTangents(problem, angles, mirrors);
  // Their inverse: mirrored tangents turn the other way.
  const inverse = withOtherTangents(
    other.problem,
    angles.map((angle, i) => (mirrors[i] ? angle : -angle)),
    mirrors,
  );
  return { change: "tangents", problem: other.problem, back: inverse.turn };
}

/** Decades of mass, length and time on either side of one. */
const DECADES = 6;

/** Kilograms, metres and seconds for something else. */
function otherUnits(problem: ContactProblem, random: Random, binary: boolean): Twin {
  const unit = () => (binary ? pow(2, Math.round(around(random, 3 * DECADES))) : scale(random, DECADES));
  const [mass, length, time] = [unit(), unit(), unit()];
  const speed = length / time;
  return {
    change: binary ? "units, powers of two" : "units",
    problem: {
      ...problem,
      // All stiffnesses in the same units: left as they are.
      mobility: problem.mobility.map((row) => row.map((value) => value / mass)),
      velocity: problem.velocity.map((value) => value * speed),
      ...(problem.kineticEnergy === undefined ? {} : { kineticEnergy: problem.kineticEnergy * mass * speed * speed }),
      ...(problem.places === undefined
        ? {}
        : { places: problem.places.map(({ point, axes }) => ({ axes, point: point.map((x) => x * length) })) }),
    },
    back: (velocity) => velocity.map((value) => value / speed),
  };
}

function otherWorld(scene: SpatialScene, random: Random, mirror: boolean): Twin {
  const turn = quaternion.normalize([random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.4] as unknown as Quaternion)!;
  const other = inOtherWorld(scene, turn, mirror);
  const unturn = (v: Vec3): Vec3 => {
    const [x, y, z] = quaternion.rotate(quaternion.conjugate(turn), v);
    return [x, mirror ? -y : y, z];
  };
  return { change: mirror ? "mirrored" : "turned", ...seenFrom(scene.problem, other.scene.problem, unturn) };
}

/** Bodies in another order under other names, and either of a pair first. */
function otherBodies({ bodies, contacts, problem }: SpatialScene, random: Random, mixed: boolean): Twin {
  const renamed = (name: string) => `other ${name}`;
  const other = Object.fromEntries(shuffled(random, Object.entries(bodies)).map(([name, body]) => [renamed(name), body]));
  // The law `multipoint` asks for contacts that name their bodies in one order.
  const every = random() < 0.5;
  const swapped = contacts.map(() => (mixed ? random() < 0.5 : every));
  const otherContacts = contacts.map((contact, i): BodyContact => {
    const [a, b] = contact.between;
    return swapped[i]
      ? { ...contact, between: [renamed(b), renamed(a)], normal: vec3.scale(contact.normal, -1) }
      : { ...contact, between: [renamed(a), renamed(b)] };
  });
  const { problem: twin } = contactProblemFromBodies(other, otherContacts);
  return { change: "bodies relabelled", ...seenFrom(problem, twin, (v, i) => (swapped[i] ? vec3.scale(v, -1) : v)) };
}

/** The whole scene somewhere else, and where nothing is fixed it moves as well (Galilei). */
function elsewhere({ bodies, contacts, problem }: SpatialScene, random: Random): Twin {
  const vector = (size: number): Vec3 => [around(random, size), around(random, size), around(random, size)];
  const shift = vector(1);
  const isFree = Object.values(bodies).every((body) => body !== "fixed");
  const drift = isFree ? vector(1) : vec3.ZERO;
  const moved: Bodies = Object.fromEntries(
    Object.entries(bodies).map(([name, body]) => [
      name,
      body === "fixed"
        ? body
        : { ...body, position: vec3.add(body.position, shift), velocity: vec3.add(body.velocity ?? vec3.ZERO, drift) },
    ]),
  );
  const twin = contactProblemFromBodies(
    moved,
    contacts.map((contact) => ({ ...contact, point: vec3.add(contact.point, shift) })),
  ).problem;
  return { change: isFree ? "moving" : "elsewhere", ...seenFrom(problem, twin, (v) => v) };
}

/** Contact velocities of the other problem as vectors, seen as in the first, along the axes of the first. */
function seenFrom(problem: ContactProblem, other: ContactProblem, see: (v: Vec3, i: number) => Vec3): Pick<Twin, "problem" | "back"> {
  const back = (velocity: readonly number[]) =>
    problem.places!.flatMap(({ axes }, i) => {
      const own = other.places![i].axes;
      const world = [0, 1, 2].map((k) => own.reduce((sum, axis, a) => sum + axis[k] * velocity[3 * i + a], 0)) as unknown as Vec3;
      const seen = see(world, i);
      return axes.map((axis) => axis[0] * seen[0] + axis[1] * seen[1] + axis[2] * seen[2]);
    });
  return { problem: other, back };
}
