/**
 * The shape that a study asks for, by the way of its elements and its law: linear tetrahedra under linear elasticity by the source's
 * equations, everything else on the observed shape. Both are told by the corners of the mesh.
 */

import { equilibrium } from "../../soft/fem/equilibrium.js";
import { errorEstimate, errorOfLinear, finerNodes, MOST_COMPARED } from "../../soft/fem/error-estimate.js";
import { heldNodes } from "../../soft/fem/quadratic-solution.js";
import { solidAt, solidOf } from "../../soft/fem/solid.js";
import { largestStrain } from "../../soft/fem/stiffness.js";
import { strainSummary } from "../../soft/fem/strain.js";
import { signedVolumes, type TetMesh } from "../../soft/mesh/mesh.js";
import { finiteProblem, finiteRestNodes, finiteWeight, recoverFinite } from "../../soft/rest-shape/finite-recovery.js";
import { finiteSag } from "../../soft/rest-shape/finite-sag.js";
import { onAllNodes, restNodes, type SagProblem } from "../../soft/rest-shape/problem.js";
import { type Recovered, type RecoverOptions, type RestShapeStep, recoverRestShape } from "../../soft/rest-shape/recover.js";
import { sag, sagAt, turnedOver } from "../../soft/rest-shape/sag.js";
import type { RestShapeResult } from "./result.js";
import type { RestShapeStudy } from "./schema.js";

/** A recovered shape, all by the corners of the mesh. */
export interface FoundShape extends Pick<RestShapeResult, "largestStrain" | "strain" | "meshError" | "sagsBackWithin"> {
  readonly recovered: Recovered;
  /** Observed minus rest, m. */
  readonly displacement: Float64Array;
  /** Places at rest, m. */
  readonly rest: Float64Array<ArrayBuffer>;
  /** Of the table on the stuck nodes, N. */
  readonly reactions: Float64Array;
  /** Elements whose curved edges were made straight. */
  readonly straightened: number;
  /** The body turned over and standing on its top, from one of its two shapes: sagged places of the nodes, and their strain. */
  readonly turned: (from: "observed" | "rest", top: Int32Array) => { readonly nodes: Float64Array; readonly largestStrain: number };
}

/** Whether a study goes beyond linear elements under linear elasticity. */
export const isBeyondLinear = ({ element = "linear", material: { law = "linear" } }: RestShapeStudy): boolean =>
  element !== "linear" || law !== "linear";

type Step = (step: RestShapeStep, rest: () => Float64Array) => boolean;

export function foundShape(study: RestShapeStudy, problem: SagProblem, step: Step): FoundShape {
  return isBeyondLinear(study) ? finiteShape(study, problem, step) : linearShape(study, problem, step);
}

function linearShape({ solver }: RestShapeStudy, problem: SagProblem, step: Step): FoundShape {
  const { body } = problem;
  const { mesh, material, density, gravity, stiffnessScale } = body;
  const recovered = recoverRestShape(problem, {
    ...solver,
    progress: (made, displacement) => step(made, () => restNodes(problem, displacement)),
  });
  const displacement = onAllNodes(problem, recovered.displacement);
  const rest = restNodes(problem, recovered.displacement);
  const again = sagAt(problem, rest, solver?.linearSolver);
  const restMesh: TetMesh = { nodes: rest, tetrahedra: mesh.tetrahedra };
  const { most, turn } = strainSummary(solidOf(restMesh, "linear"), displacement, "linear");
  const masses = body.massModel === "observed" ? signedVolumes(mesh) : undefined;
  return {
    recovered,
    displacement,
    rest,
    reactions: again.reactions,
    sagsBackWithin: farthest(again.mesh.nodes, mesh.nodes),
    largestStrain: largestStrain(restMesh, displacement),
    strain: { most, turn },
    ...(recovered.status === "converged" ? linearError(restMesh, problem) : {}),
    straightened: 0,
    turned(from, top) {
      const nodes = turnedOver(from === "rest" ? rest : mesh.nodes, top);
      const { tetrahedra } = mesh;
      const sagged = sag({ mesh: { nodes, tetrahedra }, stuck: top, material, density, gravity, stiffnessScale }, masses);
      return { nodes: sagged.mesh.nodes, largestStrain: sagged.largestStrain };
    },
  };
}

function linearError(rest: TetMesh, { body }: SagProblem): Pick<FoundShape, "meshError"> {
  if (body.density * body.gravity === 0 || finerNodes(rest) > MOST_COMPARED || body.volumeModel !== "rest") return {};
  return { meshError: errorOfLinear(rest, body.stuck, body.material) };
}

function finiteShape(study: RestShapeStudy, sagging: SagProblem, step: Step): FoundShape {
  const { element = "linear", material, solver = {} } = study;
  const law = material.law ?? "linear";
  const problem = finiteProblem(sagging, element, law);
  const { solid, response } = problem;
  const corners = 3 * solid.corners;
  const options: RecoverOptions = {
    ...(solver.tolerance === undefined ? {} : { tolerance: solver.tolerance }),
    ...(solver.maximumIterations === undefined ? {} : { maximumIterations: solver.maximumIterations }),
    progress: (made, displacement) => step(made, () => finiteRestNodes(problem, displacement).slice(0, corners)),
  };
  const recovered = recoverFinite(problem, options);
  const rest = finiteRestNodes(problem, recovered.displacement);
  const displacement = solid.nodes.map((value, i) => value - rest[i]);
  const isFound = recovered.status === "converged";
  // Where no shape was found there is none to let sag: what is told is the shape under the share of gravity that was reached.
  const again = isFound ? finiteSag(problem, rest) : undefined;
  const atRest = again?.solid ?? solidAt(solid, rest);
  const { largest, most, turn } = strainSummary(atRest, displacement, law);
  const work = again === undefined || !(again.energy > 0) ? undefined : 2 * again.energy;
  const share =
    again === undefined || work === undefined
      ? undefined
      : element === "quadratic"
        ? errorEstimate(atRest, response, sagging.body.material, again.displacement).workError / work
        : linearError({ nodes: rest, tetrahedra: sagging.body.mesh.tetrahedra }, sagging).meshError;
  return {
    recovered,
    displacement: displacement.slice(0, corners),
    rest: rest.slice(0, corners),
    reactions: again?.reactions ?? new Float64Array(3 * sagging.body.stuck.length),
    sagsBackWithin: again === undefined ? recovered.residual : farthest(sum(rest, again.displacement), solid.nodes),
    largestStrain: largest,
    strain: { most, turn },
    ...(share === undefined ? {} : { meshError: share }),
    straightened: solid.straightened,
    turned(from, top) {
      const shape = solidAt(solid, turnedOver(from === "rest" ? rest : solid.nodes, top));
      const load = finiteWeight(problem, shape.nodes);
      const held = heldNodes(shape, top);
      const sagged = equilibrium({ solid: shape, response, load, held }, new Float64Array(load.length)).displacement;
      return {
        nodes: sum(shape.nodes, sagged).slice(0, corners),
        largestStrain: strainSummary(shape, sagged, law).largest,
      };
    },
  };
}

const sum = (a: Float64Array<ArrayBuffer>, b: Float64Array): Float64Array<ArrayBuffer> => a.map((value, i) => value + b[i]);

/** Largest distance between nodes of two shapes. */
function farthest(a: Float64Array, b: Float64Array): number {
  let most = 0;
  for (let at = 0; at < a.length; at += 3) {
    const [x, y, z] = [a[at] - b[at], a[at + 1] - b[at + 1], a[at + 2] - b[at + 2]];
    most = Math.max(most, x * x + y * y + z * z);
  }
  return Math.sqrt(most);
}
