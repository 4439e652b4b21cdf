/**
 * The study with another start or another material: what dragging and sliders do.
 *
 * A change of contact velocity has to come from something that moves. In a problem it is the velocity itself; of bodies the first one that
 * moves is pushed without turning; of generalised speeds the change is the one that an impulse at the contact would make, the least in
 * kinetic energy.
 */
import { type ContactProblem, contactFrame, fromFrame, speedsAfter } from "carom/mechanics";
import { type BodiesStudy, type ImpactStudy, isMovingBody, studyProblem } from "carom/study";

type Triple = readonly [number, number, number];

/**
 * Solves mobility x = right by elimination: two or three rows of a positive definite matrix, so no pivoting. Not finite where the matrix is
 * singular.
 */
function solveMobility({ mobility }: ContactProblem, right: readonly number[]): number[] {
  const rows = mobility.map((row, i) => [...row, right[i]]);
  const size = rows.length;
  for (let i = 0; i < size; i++)
    for (let j = i + 1; j < size; j++) {
      const factor = rows[j][i] / rows[i][i];
      for (let k = i; k <= size; k++) rows[j][k] -= factor * rows[i][k];
    }
  const x = new Array<number>(size).fill(0);
  for (let i = size - 1; i >= 0; i--) {
    let sum = rows[i][size];
    for (let k = i + 1; k < size; k++) sum -= rows[i][k] * x[k];
    x[i] = sum / rows[i][i];
  }
  return x;
}

/** Half v . mobility^-1 . v: the part of the kinetic energy that the contact can reach, J. Not finite where the mobility is singular. */
export function contactEnergy(problem: ContactProblem, velocity: readonly number[] = problem.velocity): number {
  const impulse = solveMobility(problem, velocity);
  return 0.5 * velocity.reduce((sum, value, i) => sum + value * impulse[i], 0);
}

function spatial(dimension: 2 | 3, values: readonly number[]): Triple {
  return dimension === 3 ? [values[0], values[1], values[2]] : [values[0], 0, values[1]];
}

/** The study whose contact velocity before impact is `velocity` (tangents, normal), m/s. */
export function withContactVelocity(study: ImpactStudy, problem: ContactProblem, velocity: readonly number[]): ImpactStudy {
  const change = velocity.map((value, i) => value - problem.velocity[i]);
  if ("problem" in study) {
    const { kineticEnergy } = study.problem;
    const moved = kineticEnergy === undefined ? 0 : contactEnergy(problem, velocity) - contactEnergy(problem);
    return {
      ...study,
      problem: {
        ...study.problem,
        velocity: [...velocity],
        ...(kineticEnergy === undefined ? {} : { kineticEnergy: kineticEnergy + moved }),
      },
    };
  }
  if ("system" in study) {
    const impulse = solveMobility(problem, change);
    // A mechanism that is locked along the surface has no start to choose there.
    if (!impulse.every(Number.isFinite)) return study;
    const speeds = speedsAfter(study.system, impulse);
    return { ...study, system: { ...study.system, speeds: [...speeds] } };
  }
  return pushed(study, spatial(problem.dimension, change));
}

function pushed(study: BodiesStudy, change: Triple): BodiesStudy {
  const { between, normal, tangent } = study.contacts[0];
  const frame = contactFrame(normal, tangent);
  const world = fromFrame(frame, change);
  const [first, second] = between;
  const [name, sign] = isMovingBody(study.bodies[first]) ? [first, 1] : [second, -1];
  const body = study.bodies[name];
  if (body === undefined || !isMovingBody(body)) return study;
  const { velocity = [0, 0, 0] } = body;
  const moved: [number, number, number] = [velocity[0] + sign * world[0], velocity[1] + sign * world[1], velocity[2] + sign * world[2]];
  return { ...study, bodies: { ...study.bodies, [name]: { ...body, velocity: moved } } };
}

export type MaterialField = "friction" | "restitution" | "stiffnessRatio";

/** The study with another value in its one contact. Static friction never stands below friction. */
export function withMaterial(study: ImpactStudy, field: MaterialField, value: number): ImpactStudy {
  const change = <C extends { friction: number; staticFriction?: number }>(contact: C): C => {
    const { staticFriction } = contact;
    const raised = field === "friction" && staticFriction !== undefined && staticFriction < value ? { staticFriction: value } : {};
    return { ...contact, [field]: value, ...raised };
  };
  if ("bodies" in study) return { ...study, contacts: study.contacts.map(change) };
  if ("system" in study) return { ...study, contacts: study.contacts.map(change) };
  return { ...study, contacts: study.contacts.map(change) };
}

/** What the law is given, or why there is nothing to give. */
export function problemOf(study: ImpactStudy): ContactProblem {
  return studyProblem(study);
}
