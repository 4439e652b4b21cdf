/**
 * The numbers of a study of one impact by which it can be differentiated: which there are, their units, and how the study looks with one of
 * them moved.
 */
import { didYouMean } from "../../did-you-mean.js";
import { InvalidInputError } from "../../errors.js";
import type { MaterialChange } from "../../impact/derivatives/quantities.js";
import { extrapolatedDifference } from "../../math/extrapolated-difference.js";
import * as quaternion from "../../math/quaternion.js";
import * as vec3 from "../../math/vec3.js";
import { resolvedContacts } from "../../mechanics/restitution.js";
import { pathSteps } from "../format/path.js";
import type { PathStep } from "../format/read-json.js";
import { isMovingBody } from "./moving-body.js";
import { studyProblem } from "./problem.js";
import type { BodiesStudy, ImpactStudy, StudyBody } from "./schema.js";

/** One number of a study. */
export interface Input {
  readonly path: string;
  readonly unit: string;
  readonly value: number;
  /** How much of it is a large change. */
  readonly scale: number;
  /** The study with the number moved by so much. */
  readonly moved: (study: ImpactStudy, distance: number) => ImpactStudy;
  /** Where it is of a contact's material: what a unit of it changes. */
  readonly material?: readonly MaterialChange[];
}

const ROOTS = ["bodies", "contacts", "system", "problem"];
const MATERIALS = ["friction", "staticFriction", "restitution", "stiffnessRatio"];
/** Numbers that only some laws look at, and that are not differentiated by. */
const OTHERS = ["stiffness", "exponent", "weight"];

/** The number at a path; throws InvalidInputError at `where` if there is none to differentiate by. */
export function inputAt(study: ImpactStudy, path: string, where: string): Input {
  const steps = pathSteps(path);
  if (steps === undefined) throw new InvalidInputError(where, path, "is not a path such as contacts[0].friction");
  const [root, second, third] = steps;
  if (!ROOTS.includes(String(root)))
    throw new InvalidInputError(
      where,
      path,
      `is not a number to differentiate by; there are those of ${ROOTS.join(", ")}${didYouMean(root, ROOTS)}`,
    );
  if (root === "bodies" && third === "rotation") return rotationOf(study, path, steps, where);
  const value = numberAt(study, steps, path, where);
  if (root === "bodies" && third === "orientation")
    throw new InvalidInputError(
      where,
      path,
      `is part of a unit quaternion; a turn about a world axis is bodies.${second}.rotation[0] to [2]`,
    );
  if (root === "contacts") {
    const field = String(third);
    if (OTHERS.includes(field) || field === "contactLaw")
      throw new InvalidInputError(where, path, `is not differentiated by: it decides shares, not the impact of one contact`);
    if (MATERIALS.includes(field) && steps.length === 3) {
      const material = study.contacts.map((_, i): MaterialChange => (i === second ? { [field]: 1 } : {}));
      return { path, unit: "", value, scale: field === "stiffnessRatio" ? value : 1, moved: () => study, material };
    }
    if (field === "restitution") return ruleInput(study, { path, steps, value });
  }
  return {
    path,
    unit: unitOf(steps),
    value,
    scale: scaleOf(study, steps, value),
    moved: (from, distance) => moveNumber(from, steps, distance),
  };
}

/** A number of a restitution that depends on speed: what it changes of the restitution in this impact. */
function ruleInput(study: ImpactStudy, { path, steps, value }: { path: string; steps: readonly PathStep[]; value: number }): Input {
  const { velocity, dimension } = studyProblem(study);
  const scale = value === 0 ? 1 : Math.abs(value);
  const there = (distance: number) =>
    resolvedContacts(moveNumber(study, steps, distance).contacts, velocity, dimension).map(({ restitution }) => restitution);
  const material = extrapolatedDifference(there, FIRST_STEP * scale)!.value.map((restitution): MaterialChange => ({ restitution }));
  return { path, unit: steps.includes("speed") ? "m/s" : "", value, scale, moved: () => study, material };
}

/** In parts of the scale: short beside the distance to a corner of a table, mostly. */
const FIRST_STEP = 1e-3;

function numberAt(study: ImpactStudy, steps: readonly PathStep[], path: string, where: string): number {
  let value: unknown = study;
  for (const step of steps) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) {
      const known = typeof value === "object" && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
      throw new InvalidInputError(where, path, `is not in the study (no ${step})${didYouMean(step, known)}`);
    }
    value = (value as Record<PathStep, unknown>)[step];
  }
  if (typeof value === "number") return value;
  throw new InvalidInputError(where, path, "is not a number");
}

/** A copy with the number at the path moved; symmetric matrices stay symmetric. */
function moveNumber(study: ImpactStudy, steps: readonly PathStep[], distance: number): ImpactStudy {
  const once = replaced(study, steps, distance) as ImpactStudy;
  const [root, field, i, j] = steps;
  const isSymmetric = (root === "problem" && field === "mobility") || (root === "system" && field === "massMatrix");
  if (isSymmetric && i !== j) return replaced(once, [root, field, j, i], distance) as ImpactStudy;
  const [, , third, row, column] = steps;
  const isTensor = root === "bodies" && third === "inertia" && column !== undefined && row !== column;
  return isTensor ? (replaced(once, [root, field, "inertia", column, row], distance) as ImpactStudy) : once;
}

function replaced(value: unknown, [step, ...rest]: readonly PathStep[], distance: number): unknown {
  if (step === undefined) return (value as number) + distance;
  if (Array.isArray(value)) return value.map((each: unknown, i) => (i === step ? replaced(each, rest, distance) : each));
  const fields = value as Record<PathStep, unknown>;
  return { ...fields, [step]: replaced(fields[step], rest, distance) };
}

/** A turn of a body's attitude about a world axis. */
function rotationOf(study: ImpactStudy, path: string, steps: readonly PathStep[], where: string): Input {
  const [, name, , axis] = steps;
  const body = "bodies" in study ? study.bodies[String(name)] : undefined;
  if (body === undefined || !isMovingBody(body) || steps.length !== 4 || ![0, 1, 2].includes(Number(axis)))
    throw new InvalidInputError(where, path, "is no turn of a body that moves, such as bodies.rod.rotation[2]");
  const along: vec3.Vec3 = [axis === 0 ? 1 : 0, axis === 1 ? 1 : 0, axis === 2 ? 1 : 0];
  const moved = (from: ImpactStudy, distance: number): ImpactStudy => {
    const { bodies, ...rest } = from as BodiesStudy;
    const given = bodies[String(name)] as StudyBody;
    const turn = quaternion.fromAxisAngle(along, distance) ?? quaternion.IDENTITY;
    const orientation = quaternion.multiply(turn, given.orientation ?? quaternion.IDENTITY);
    return { ...rest, bodies: { ...bodies, [String(name)]: { ...given, orientation } } };
  };
  return { path, unit: "rad", value: 0, scale: 1, moved };
}

const UNITS: Readonly<Record<string, string>> = {
  mass: "kg",
  density: "kg/m^3",
  inertia: "kg m^2",
  position: "m",
  velocity: "m/s",
  angularVelocity: "rad/s",
  point: "m",
  normal: "",
  tangent: "",
  mobility: "1/kg",
  kineticEnergy: "J",
  shape: "m",
};

function unitOf(steps: readonly PathStep[]): string {
  return steps.map((step) => UNITS[String(step)]).find((unit) => unit !== undefined) ?? "";
}

/** The largest number beside it, or what is large where all are zero: a change that leaves a body a body. */
function scaleOf(study: ImpactStudy, steps: readonly PathStep[], value: number): number {
  const field = String(steps[2]);
  if (steps[0] === "bodies" && (field === "mass" || field === "density" || field === "shape")) return Math.abs(value);
  if (steps[0] === "bodies" && field === "inertia") return SMALL_INERTIA * largestBeside(study, steps);
  if ((steps[0] === "bodies" && field === "position") || field === "point") return armOf(study as BodiesStudy);
  if (steps[0] === "system" || steps[0] === "problem") return SMALL_INERTIA * largestBeside(study, steps);
  const beside = largestBeside(study, steps);
  return beside > 0 ? beside : 1;
}

/** A change of one moment or element by a hundredth of this cannot make the matrix impossible unless it nearly is. */
const SMALL_INERTIA = 0.1;

function largestBeside(study: ImpactStudy, steps: readonly PathStep[]): number {
  let value: unknown = study;
  for (const step of steps.slice(0, steps[0] === "bodies" || steps[0] === "contacts" ? 3 : 2))
    value = (value as Record<PathStep, unknown>)[step];
  const sizes = [value].flat(2).map((each) => Math.abs(Number(each)));
  const largest = Math.max(...sizes.filter(Number.isFinite));
  return largest > 0 ? largest : 1;
}

/** The longest way from a body to a contact. */
function armOf({ bodies, contacts }: BodiesStudy): number {
  const places = Object.values(bodies).flatMap((body) => (isMovingBody(body) ? [body.position] : []));
  const arms = contacts.flatMap(({ point }) => places.map((position) => vec3.norm(vec3.subtract(point, position))));
  const longest = Math.max(0, ...arms);
  return longest > 0 ? longest : 1;
}
