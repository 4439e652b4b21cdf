/** What makes a recovered shape doubtful, one warning each. */
import { LINEAR_LIMITS } from "../../soft/fem/strain.js";
import type { MeshQuality } from "../../soft/mesh/mesh.js";
import { pieceCount } from "../../soft/mesh/pieces.js";
import type { ConvergenceAnalysis } from "../../soft/rest-shape/convergence.js";
import type { SagProblem } from "../../soft/rest-shape/problem.js";
import type { FoundShape } from "./found-shape.js";
import type { RestShapeWarning } from "./result.js";
import type { RestShapeStudy } from "./schema.js";

const LOCKING = 0.45;
/** Quality below which an element is thin. */
const THIN = 0.05;
/** Friction that no table has. */
const IMPLAUSIBLE = 1.5;
/** Error of the mesh that is worth a warning. */
const COARSE = 0.05;

export function restShapeDoubts(
  study: RestShapeStudy,
  { body }: SagProblem,
  found: FoundShape,
  quality: MeshQuality,
  convergence: ConvergenceAnalysis | undefined,
): RestShapeWarning[] {
  const warnings: RestShapeWarning[] = [];
  const warn = (code: RestShapeWarning["code"], message: string): void => void warnings.push({ code, message });
  const { element = "linear", material } = study;
  const isConverged = found.recovered.status === "converged";
  if (!isConverged) warn("not-converged", notConverged(found));
  if (convergence !== undefined && convergence.highest >= 1)
    warn(
      "too-soft",
      `the iteration has an eigenvalue of ${convergence.highest.toPrecision(4)} here: no relaxation converges, the material is ` +
        `too soft for its weight`,
    );
  const strained = strainDoubt(found, material.law ?? "linear");
  if (strained !== undefined) warn("strain", strained);
  if (body.material.poissonRatio > LOCKING && element === "linear")
    warn("locking", `a Poisson's ratio of ${body.material.poissonRatio} makes linear tetrahedra too stiff (they lock above ${LOCKING})`);
  if (body.stiffnessScale !== 1 || body.volumeModel === "observed")
    warn("published-rule", "the stiffness is the source's own (its factor or its frozen volumes), not the right one");
  const pieces = pieceCount(body.mesh);
  if (pieces > 1) warn("pieces", `the mesh is in ${pieces} pieces that no node joins: each sags by itself`);
  if (quality.worst < THIN)
    warn("thin-elements", `the thinnest element has a quality of ${quality.worst.toPrecision(2)} (a regular one has 1)`);
  if (found.meshError !== undefined && found.meshError > COARSE)
    warn(
      "mesh-error",
      `the mesh makes displacements too small by about ${(100 * found.meshError).toPrecision(2)} %: ` +
        `${element === "linear" ? 'ask for "element": "quadratic", or for finer elements' : "ask for finer elements"}`,
    );
  const isLoaded = body.density * body.gravity > 0;
  if (isConverged && isLoaded && found.meshError === undefined && body.volumeModel === "rest")
    warn("no-estimate", "the error of the mesh is not estimated: it has too many elements");
  const held = isConverged && isLoaded ? frictionDoubt(found.reactions) : undefined;
  if (held !== undefined) warn("friction", held);
  if (found.straightened > 0) warn("straightened", `${found.straightened} elements have straight edges: their curved ones fold them over`);
  return warnings;
}

function notConverged({ recovered: { method, load, turnsBack, iterations, status } }: FoundShape): string {
  const why = turnsBack
    ? "the material is too soft for its weight: there the path of shapes turns back"
    : "the material may be too soft for its weight";
  return method === "newton"
    ? `no rest shape was found: it was followed up to ${(100 * load).toPrecision(3)} % of gravity, and the shape given is ` +
        `the one there; ${why}`
    : `the iteration ended after ${iterations} steps (${status.replace("-", " ")}): the shape given is its last; try the ` +
        `method newton, or a smaller relaxation`;
}

/** Linear elasticity is right to 2 % up to its first limits, off by up to the strain up to the second, and wrong beyond. */
function strainDoubt({ strain: { most, turn } }: FoundShape, law: string): string | undefined {
  const { strain, turn: most5, farStrain, farTurn } = LINEAR_LIMITS;
  if (law === "neo-hooke" || (most <= strain && (turn <= most5 || law !== "linear"))) return undefined;
  const reached = `the strain reaches ${most.toPrecision(2)} and the turn ${((180 * turn) / Math.PI).toPrecision(2)} degrees`;
  const ask = 'ask for "law": "neo-hooke" of the material';
  if (law === "corotational") return `${reached}: the corotational law is off by up to about that strain; ${ask}`;
  if (most > farStrain || turn > farTurn) return `${reached}: linear elasticity is left behind; ${ask}`;
  return `${reached}: linear elasticity is off by up to about ${(100 * Math.max(most, turn * turn * 0.5)).toPrecision(2)} %; ${ask}`;
}

/** What the stuck base asks of the table and no table gives. */
function frictionDoubt(reactions: Float64Array): string | undefined {
  let [pulled, most] = [0, 0];
  for (let at = 0; at < reactions.length; at += 3) {
    const [x, y, z] = reactions.subarray(at, at + 3);
    if (!(z > 0)) pulled += 1;
    else most = Math.max(most, Math.sqrt(x * x + y * y) / z);
  }
  if (pulled > 0)
    return `the table would have to pull at ${pulled} of the ${reactions.length / 3} nodes that it holds: there the body would lift off`;
  if (most <= IMPLAUSIBLE) return undefined;
  return `the base asks for a friction of ${most.toPrecision(3)} at a node, which no table has: there it would slip`;
}
