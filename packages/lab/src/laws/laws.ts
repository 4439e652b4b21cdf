/** The laws as the inspector shows them: a name, a mark, and the order in which they are offered. */
import { lawNames } from "./brought-laws.js";

export type MarkShape = "disc" | "diamond" | "square" | "triangle" | "hexagon" | "ring" | "pentagon";

export interface ShownLaw {
  readonly law: string;
  readonly name: string;
  readonly mark: MarkShape;
  /** Follows the same slip path as `frictional` and only ends elsewhere on it. */
  readonly samePath: boolean;
}

const SHOWN: Readonly<Record<string, Omit<ShownLaw, "law">>> = {
  frictional: { name: "Energetic", mark: "disc", samePath: true },
  poisson: { name: "Poisson", mark: "diamond", samePath: true },
  newton: { name: "Newton", mark: "square", samePath: true },
  compliant: { name: "Compliant", mark: "triangle", samePath: false },
  planar: { name: "Planar", mark: "pentagon", samePath: true },
  // One contact or several: the two are never offered for the same problem.
  proportional: { name: "Proportional", mark: "pentagon", samePath: true },
  multipoint: { name: "Multipoint", mark: "hexagon", samePath: true },
  simultaneous: { name: "Simultaneous", mark: "ring", samePath: true },
};

export function shownLaw(law: string): ShownLaw {
  return { law, ...(SHOWN[law] ?? { name: law, mark: "ring", samePath: false }) };
}

export const allLaws: readonly ShownLaw[] = lawNames.map(shownLaw);

/** What stands beside the chosen law at first: the two rules of the textbooks. */
export const COMPARED = ["frictional", "poisson", "newton"];
