/**
 * Running a study of kind `rest-shape`.
 */
import { InvalidInputError } from "../../errors.js";
import { surfaceAt } from "../../soft/mesh/embedded-surface.js";
import { baseNodes } from "../../soft/mesh/generate.js";
import { meshBounds, meshQuality, meshVolume, type TetMesh } from "../../soft/mesh/mesh.js";
import { checkStuck } from "../../soft/mesh/support.js";
import { analyseConvergence, type ConvergenceAnalysis } from "../../soft/rest-shape/convergence.js";
import { type TetrahedronSag, tetrahedronSag } from "../../soft/rest-shape/one-tetrahedron.js";
import { type SagProblem, sagProblem } from "../../soft/rest-shape/problem.js";
import { checkRecoverOptions, type Recovered, type RestShapeStep } from "../../soft/rest-shape/recover.js";
import { measures } from "../../soft/rest-shape/sag.js";
import { checkSignal, type RunOptions, type RunProgress } from "../format/kind.js";
import { meshOf, rows } from "../format/soft-mesh.js";
import { skinIn, skinWarnings } from "../format/soft-skin.js";
import { restShapeDoubts } from "./doubts.js";
import { type FoundShape, foundShape, isBeyondLinear } from "./found-shape.js";
import type { RestShapeResult, TurnedOver } from "./result.js";
import type { RestShapeStudy } from "./schema.js";

/** A step of the iteration. */
export interface RestShapeProgress extends RunProgress {
  /** The step that was just done. */
  readonly step: RestShapeStep;
  /** Places of the nodes at rest so far, m, 3 each. */
  readonly rest: () => Float64Array;
}

const DEFAULT_GRAVITY = 9.81;
/** Up to this many unknowns the iteration is analysed without being asked. */
const MOST_ANALYSED = 6000;

/** Throws InvalidInputError where running the study would, without solving anything. */
export function checkRestShape(study: RestShapeStudy): void {
  const problem = problemOf(study);
  if (study.flip === true) topOf(problem.body.mesh);
  skinIn(problem.body.mesh, study.skin);
}

/** Runs a study of kind `rest-shape`. */
export function runRestShape(study: RestShapeStudy, { progress, signal }: RunOptions<RestShapeProgress> = {}): RestShapeResult {
  checkSignal(signal);
  const problem = problemOf(study);
  const skin = skinIn(problem.body.mesh, study.skin);
  const found = foundShape(study, problem, (step, rest) => {
    progress?.({ text: `${step.residual.toPrecision(2)} m from a fixed point`, step, rest });
    checkSignal(signal);
    return true;
  });
  const { recovered, displacement, rest } = found;
  const { mesh } = problem.body;
  const restMesh: TetMesh = { nodes: rest, tetrahedra: mesh.tetrahedra };
  const convergence = convergenceOf(study, problem, recovered);
  const closed = closedForm(study, problem);
  const quality = meshQuality(mesh);
  const volume = meshVolume(restMesh);
  const massVolume = problem.body.massModel === "rest" ? volume : quality.volume;
  const flip = study.flip === true ? flipOf(problem, restMesh, found) : undefined;
  return {
    carom: 1,
    kind: "rest-shape",
    title: study.title,
    status: recovered.status,
    method: recovered.method,
    element: study.element ?? "linear",
    law: study.material.law ?? "linear",
    iterations: recovered.iterations,
    residual: recovered.residual,
    tolerance: recovered.tolerance,
    load: recovered.load,
    mesh: quality,
    tetrahedra: rows(mesh.tetrahedra, 4),
    stuck: [...problem.body.stuck],
    observed: rows(mesh.nodes, 3),
    rest: rows(rest, 3),
    displacement: rows(displacement, 3),
    norm: length(displacement),
    largestDisplacement: largestAt(displacement),
    largestStrain: found.largestStrain,
    strain: found.strain,
    ...(found.meshError === undefined ? {} : { meshError: found.meshError }),
    volumes: { observed: quality.volume, rest: volume, change: volume / quality.volume - 1 },
    mass: problem.body.density * massVolume,
    reactions: rows(found.reactions, 3),
    ...frictionOf(found.reactions),
    sagsBackWithin: found.sagsBackWithin,
    history: recovered.history,
    ...(convergence === undefined ? {} : { convergence }),
    ...(closed === undefined ? {} : { oneTetrahedron: closed }),
    ...(flip === undefined ? {} : { flip }),
    ...(skin === undefined
      ? {}
      : {
          skin: {
            triangles: rows(skin.triangles, 3),
            observed: rows(surfaceAt(skin, mesh.nodes), 3),
            rest: rows(surfaceAt(skin, rest), 3),
            ...(flip === undefined ? {} : { turnedOver: rows(surfaceAt(skin, flip.fromRest.nodes.flat()), 3) }),
          },
        }),
    warnings: [...restShapeDoubts(study, problem, found, quality, convergence), ...skinWarnings(skin)],
  };
}

function convergenceOf(study: RestShapeStudy, problem: SagProblem, recovered: Recovered): ConvergenceAnalysis | undefined {
  if (recovered.status !== "converged" || isBeyondLinear(study)) return undefined;
  if (!(study.convergence ?? problem.free.length <= MOST_ANALYSED)) return undefined;
  const linearSolver = study.solver?.linearSolver;
  return analyseConvergence(problem, recovered.displacement, linearSolver === undefined ? {} : { linearSolver });
}

function problemOf(study: RestShapeStudy): SagProblem {
  const mesh = meshOf(study.mesh, study.element === "quadratic");
  const { youngModulus, poissonRatio, density } = study.material;
  const { stuck = "base", gravity = DEFAULT_GRAVITY, massModel = "observed", volumeModel = "rest", stiffnessScale = 1 } = study;
  const solver = study.solver ?? {};
  try {
    checkRecoverOptions(solver);
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    throw new InvalidInputError(`solver.${error.path}`, error.value, error.expected);
  }
  return sagProblem({
    mesh,
    stuck: stuck === "base" ? baseNodes(mesh) : Int32Array.from(stuck),
    material: { youngModulus, poissonRatio },
    density,
    gravity,
    massModel,
    volumeModel,
    stiffnessScale,
  });
}

function length(vector: Float64Array): number {
  let sum = 0;
  for (const value of vector) sum += value * value;
  return Math.sqrt(sum);
}

function largestAt(vectors: Float64Array): number {
  let most = 0;
  for (let at = 0; at < vectors.length; at += 3) {
    const [x, y, z] = vectors.subarray(at, at + 3);
    most = Math.max(most, x * x + y * y + z * z);
  }
  return Math.sqrt(most);
}

function frictionOf(reactions: Float64Array): Pick<RestShapeResult, "frictionNeeded"> {
  let most = 0;
  for (let at = 0; at < reactions.length; at += 3) {
    const [x, y, z] = reactions.subarray(at, at + 3);
    if (!(z > 0)) return {};
    most = Math.max(most, Math.sqrt(x * x + y * y) / z);
  }
  return { frictionNeeded: most };
}

/** One element whose three stuck nodes lie level. */
function closedForm(study: RestShapeStudy, { body, observedVolumes }: SagProblem): TetrahedronSag | undefined {
  const { nodes, tetrahedra } = body.mesh;
  if (tetrahedra.length !== 4 || body.stuck.length !== 3 || body.gravity === 0 || body.density === 0) return undefined;
  const [a, b, c] = Array.from(body.stuck, (node) => nodes[3 * node + 2]);
  if (a !== b || b !== c) return undefined;
  const apex = [0, 1, 2, 3].find((node) => !body.stuck.includes(node)) as number;
  const height = nodes[3 * apex + 2] - a;
  if (!(height > 0)) return undefined;
  const { massModel = "observed", volumeModel = "rest", stiffnessScale = 1 } = study;
  const { material, density, gravity } = body;
  return tetrahedronSag({
    baseArea: (3 * observedVolumes[0]) / height,
    height,
    material,
    density,
    gravity,
    massModel,
    volumeModel,
    stiffnessScale,
  });
}

/** Nodes on the highest plane. */
function topOf(mesh: TetMesh): Int32Array {
  const { low, high } = meshBounds(mesh.nodes);
  const near = 1e-9 * (high[2] - low[2]);
  const top: number[] = [];
  for (let node = 0; node < mesh.nodes.length / 3; node += 1) if (mesh.nodes[3 * node + 2] >= high[2] - near) top.push(node);
  const list = Int32Array.from(top);
  try {
    checkStuck(mesh, list, "flip");
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    throw new InvalidInputError("flip", true, "needs a flat top to stand on, and the highest nodes are fewer than three or on a line");
  }
  return list;
}

function flipOf({ body }: SagProblem, rest: TetMesh, { turned }: FoundShape): NonNullable<RestShapeResult["flip"]> {
  const { mesh, stuck } = body;
  const top = topOf(mesh);
  const standing = (from: "observed" | "rest"): TurnedOver => {
    const { nodes, largestStrain } = turned(from, top);
    return { ...measures({ nodes, tetrahedra: mesh.tetrahedra }, top, stuck), largestStrain, nodes: rows(nodes, 3) };
  };
  return {
    observed: measures(mesh, stuck, top),
    rest: measures(rest, stuck, top),
    fromObserved: standing("observed"),
    fromRest: standing("rest"),
  };
}
