/**
 * All derivatives of one impact by every number of its problem.
 */
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import type { ImpactChange, ImpactEdge, ImpactTangent, MaterialChange } from "./quantities.js";
import { impactTangents, tangentsByInputs } from "./tangents.js";

/** One number of a contact problem. */
export interface ImpactInput {
  /** Where it stands, e.g. `velocity[2]`, `mobility[0][1]`, `contacts[0].friction`. */
  readonly path: string;
  /** Its unit. */
  readonly unit: string;
  /** How much of it is a large change, for the status. */
  readonly scale: number;
}

/** Derivatives of an impact by every number of its problem. */
export interface ImpactDerivatives {
  /** Name of the law. */
  readonly law: string;
  /**
   * What the derivatives are by: the contact velocities, the mobility (an entry off the diagonal stands for itself and its mirror image,
   * which change together), then friction, staticFriction (where given), restitution and stiffnessRatio (where given) of each contact.
   * Without a staticFriction of its own a contact's friction is both.
   */
  readonly inputs: readonly ImpactInput[];
  /** The impulse itself, N s. */
  readonly impulse: readonly number[];
  /** One for each input. */
  readonly by: readonly ImpactTangent[];
  /** What is near. */
  readonly edges: readonly ImpactEdge[];
}

/** How impulse, velocity after and energies change with every number of the problem, by the law of that name. */
export function impactDerivatives(law: string, problem: ContactProblem): ImpactDerivatives {
  const inputs = inputsOf(problem);
  const found =
    tangentsByInputs(law, problem, inputs) ??
    impactTangents(
      law,
      problem,
      changesOf(problem).map((change, i): ImpactChange => ({ ...change, scale: inputs[i].scale })),
    );
  return { law, inputs, impulse: found.impulse, by: found.tangents, edges: found.edges };
}

const FIELDS = ["friction", "staticFriction", "restitution", "stiffnessRatio"] as const;

const speedInput = (path: string, scale: number): ImpactInput => ({ path, unit: "m/s", scale });
const mobilityInput = (path: string, scale: number): ImpactInput => ({ path, unit: "1/kg", scale: scale > 0 ? scale : 1 });
const plainInput = (path: string): ImpactInput => ({ path, unit: "1", scale: 1 });

/** Of one contact in space without a static friction or stiffness ratio of its own, the most usual: a list that is made in one piece. */
function usualInputs({ velocity, mobility }: ContactProblem): ImpactInput[] {
  const most = Math.max(Math.abs(velocity[0]), Math.abs(velocity[1]), Math.abs(velocity[2]));
  const fastest = most > 0 ? most : 1;
  const w11 = mobility[0][0];
  const w22 = mobility[1][1];
  const w33 = mobility[2][2];
  return [
    speedInput(VELOCITIES[0], fastest),
    speedInput(VELOCITIES[1], fastest),
    speedInput(VELOCITIES[2], fastest),
    mobilityInput(MOBILITIES[0][0], w11),
    mobilityInput(MOBILITIES[0][1], Math.sqrt(w11 * w22)),
    mobilityInput(MOBILITIES[0][2], Math.sqrt(w11 * w33)),
    mobilityInput(MOBILITIES[1][1], w22),
    mobilityInput(MOBILITIES[1][2], Math.sqrt(w22 * w33)),
    mobilityInput(MOBILITIES[2][2], w33),
    plainInput(MATERIALS.friction),
    plainInput(MATERIALS.restitution),
  ];
}

function isUsual({ velocity, mobility, contacts }: ContactProblem): boolean {
  if (contacts.length !== 1 || velocity.length !== 3 || mobility.length !== 3) return false;
  const { friction, staticFriction, restitution, stiffnessRatio } = contacts[0];
  return friction !== undefined && restitution !== undefined && staticFriction === undefined && stiffnessRatio === undefined;
}

function inputsOf(problem: ContactProblem): ImpactInput[] {
  if (isUsual(problem)) return usualInputs(problem);
  const { velocity, mobility, contacts } = problem;
  const inputs: ImpactInput[] = [];
  let fastest = 0;
  for (let i = 0; i < velocity.length; i++) fastest = Math.max(fastest, Math.abs(velocity[i]));
  for (let i = 0; i < velocity.length; i++)
    inputs.push({ path: VELOCITIES[i] ?? velocityPath(i), unit: "m/s", scale: fastest > 0 ? fastest : 1 });
  for (let i = 0; i < mobility.length; i++)
    for (let j = i; j < mobility.length; j++) {
      const scale = i === j ? mobility[i][i] : Math.sqrt(mobility[i][i] * mobility[j][j]);
      inputs.push({ path: MOBILITIES[i]?.[j] ?? mobilityPath(i, j), unit: "1/kg", scale: scale > 0 ? scale : 1 });
    }
  for (let i = 0; i < contacts.length; i++) {
    const { friction, staticFriction, restitution, stiffnessRatio } = contacts[i];
    const paths = i === 0 ? MATERIALS : materialPaths(i);
    if (friction !== undefined) inputs.push({ path: paths.friction, unit: "1", scale: 1 });
    if (staticFriction !== undefined) inputs.push({ path: paths.staticFriction, unit: "1", scale: 1 });
    if (restitution !== undefined) inputs.push({ path: paths.restitution, unit: "1", scale: 1 });
    if (stiffnessRatio !== undefined) inputs.push({ path: paths.stiffnessRatio, unit: "1", scale: stiffnessRatio });
  }
  return inputs;
}

const velocityPath = (i: number) => `velocity[${i}]`;
const mobilityPath = (i: number, j: number) => `mobility[${i}][${j}]`;
const materialPaths = (i: number) => ({
  friction: `contacts[${i}].friction`,
  staticFriction: `contacts[${i}].staticFriction`,
  restitution: `contacts[${i}].restitution`,
  stiffnessRatio: `contacts[${i}].stiffnessRatio`,
});
/** Those of one contact, made once. */
const MATERIALS = materialPaths(0);
const VELOCITIES = [0, 1, 2].map(velocityPath);
const MOBILITIES = [0, 1, 2].map((i) => [0, 1, 2].map((j) => mobilityPath(i, j)));

/** A unit of each input, in the same order. */
function changesOf({ velocity, mobility, contacts }: ContactProblem): ImpactChange[] {
  return [
    ...velocity.map((_, i): ImpactChange => ({ velocity: velocity.map((__, j) => (i === j ? 1 : 0)) })),
    ...mobility.flatMap((row, i) =>
      row.slice(i).map((_, k): ImpactChange => {
        const j = i + k;
        return { mobility: mobility.map((__, r) => mobility.map((___, c) => ((r === i && c === j) || (r === j && c === i) ? 1 : 0))) };
      }),
    ),
    ...contacts.flatMap((contact, i) =>
      FIELDS.filter((field) => contact[field] !== undefined).map(
        (field): ImpactChange => ({ contacts: contacts.map((_, j): MaterialChange => (i === j ? { [field]: 1 } : {})) }),
      ),
    ),
  ];
}
