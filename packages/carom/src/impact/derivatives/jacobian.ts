/**
 * All derivatives of one impact by every number of its problem.
 */
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import type { ImpactChange, ImpactEdge, ImpactTangent, MaterialChange } from "./quantities.js";
import { impactTangents } from "./tangents.js";

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
  const listed = [...velocities(problem), ...mobilities(problem), ...materials(problem)];
  const changes = listed.map(({ input, change }): ImpactChange => ({ ...change, scale: input.scale }));
  const { impulse, tangents, edges } = impactTangents(law, problem, changes);
  return { law, inputs: listed.map(({ input }) => input), impulse, by: tangents, edges };
}

interface Listed {
  readonly input: ImpactInput;
  readonly change: ImpactChange;
}

function velocities({ velocity }: ContactProblem): Listed[] {
  const fastest = velocity.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const scale = fastest > 0 ? fastest : 1;
  return velocity.map((_, i) => ({
    input: { path: `velocity[${i}]`, unit: "m/s", scale },
    change: { velocity: velocity.map((__, j) => (i === j ? 1 : 0)) },
  }));
}

function mobilities({ mobility }: ContactProblem): Listed[] {
  return mobility.flatMap((row, i) =>
    row.slice(i).map((_, k) => {
      const j = i + k;
      const scale = Math.sqrt(mobility[i][i] * mobility[j][j]);
      return {
        input: { path: `mobility[${i}][${j}]`, unit: "1/kg", scale: scale > 0 ? scale : 1 },
        change: { mobility: mobility.map((__, r) => mobility.map((___, c) => ((r === i && c === j) || (r === j && c === i) ? 1 : 0))) },
      };
    }),
  );
}

const FIELDS = ["friction", "staticFriction", "restitution", "stiffnessRatio"] as const;

function materials({ contacts }: ContactProblem): Listed[] {
  return contacts.flatMap((contact, i) =>
    FIELDS.filter((field) => contact[field] !== undefined).map((field): Listed => {
      const value = contact[field] ?? 0;
      return {
        input: { path: `contacts[${i}].${field}`, unit: "1", scale: field === "stiffnessRatio" ? value : 1 },
        change: { contacts: contacts.map((_, j): MaterialChange => (i === j ? { [field]: 1 } : {})) },
      };
    }),
  );
}
