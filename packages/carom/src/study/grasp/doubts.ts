/** What makes a grasp doubtful, one warning each. */
import { LINEAR_LIMITS } from "../../soft/fem/strain.js";
import type { GraspRun } from "../../soft/grasp/grasp.js";
import { coarseSentence, isCoarse } from "../../soft/grasp/resolution.js";
import type { GraspWarning } from "./result.js";

const COARSE = 0.05;
const LOCKING = 0.45;

export function graspDoubts({ scene, records, meshError, states, resolution = [] }: GraspRun): GraspWarning[] {
  const warnings: GraspWarning[] = [];
  const warn = (code: GraspWarning["code"], message: string): void => void warnings.push({ code, message });
  const { law, material, tied } = scene.body;
  const linear = tied.solid.element === "linear";
  const grip = states.grip === undefined ? undefined : records.filter(({ phase }) => phase === "close").at(-1);
  const coarse = resolution.findIndex(isCoarse);
  if (coarse >= 0) warn("resolution", coarseSentence(resolution[coarse], coarse + 1));
  const [strain, turn] = [Math.max(...records.map((each) => each.strain)), Math.max(...records.map((each) => each.turn))];
  const doubt = strainDoubt(law, strain, turn);
  if (doubt !== undefined) warn("strain", doubt);
  if (linear && material.poissonRatio > LOCKING)
    warn("locking", `a Poisson's ratio of ${material.poissonRatio} makes linear tetrahedra too stiff (they lock above ${LOCKING})`);
  const finer = linear ? '"element": "quadratic", or for finer elements' : "finer elements";
  if (meshError !== undefined && meshError > COARSE)
    warn("mesh-error", `the mesh makes push and work too large by about ${(100 * meshError).toPrecision(2)} %: ask for ${finer}`);
  if (meshError === undefined && grip !== undefined)
    warn("no-estimate", "the error of the mesh is not estimated: it has too many elements, or finer ones would buckle in this grip");
  return warnings;
}

function strainDoubt(law: string, strain: number, turn: number): string | undefined {
  const limits = LINEAR_LIMITS;
  if (law === "neo-hooke" || (strain <= limits.strain && (turn <= limits.turn || law !== "linear"))) return undefined;
  const reached = `the strain reaches ${strain.toPrecision(2)} and the turn ${((180 * turn) / Math.PI).toPrecision(2)} degrees`;
  const ask = 'ask for "law": "neo-hooke" of the material';
  if (law === "corotational") return `${reached}: the corotational law is off by up to about that strain; ${ask}`;
  if (strain > limits.farStrain || turn > limits.farTurn) return `${reached}: linear elasticity is left behind; ${ask}`;
  return `${reached}: linear elasticity is off by up to about ${(100 * Math.max(strain, turn * turn * 0.5)).toPrecision(2)} %; ${ask}`;
}
