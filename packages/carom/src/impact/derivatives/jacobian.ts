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

function inputsOf({ velocity, mobility, contacts }: ContactProblem): ImpactInput[] {
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
