/**
 * Running a study of kind `rest-shape`.
 */
import { InvalidInputError } from "../../errors.js";
import { largestStrain } from "../../soft/fem/stiffness.js";
import { surfaceAt } from "../../soft/mesh/embedded-surface.js";
import { baseNodes } from "../../soft/mesh/generate.js";
import { type MeshQuality, meshBounds, meshQuality, meshVolume, signedVolumes, type TetMesh } from "../../soft/mesh/mesh.js";
import { checkStuck } from "../../soft/mesh/support.js";
import { analyseConvergence, type ConvergenceAnalysis } from "../../soft/rest-shape/convergence.js";
import { type TetrahedronSag, tetrahedronSag } from "../../soft/rest-shape/one-tetrahedron.js";
import { onAllNodes, restNodes, type SagProblem, sagProblem } from "../../soft/rest-shape/problem.js";
import { checkRecoverOptions, type Recovered, type RestShapeStep, recoverRestShape } from "../../soft/rest-shape/recover.js";
import { measures, sag, sagAt, turnedOver } from "../../soft/rest-shape/sag.js";
import { checkSignal, type RunOptions, type RunProgress } from "../format/kind.js";
import { meshOf, rows } from "../format/soft-mesh.js";
import { skinIn, skinWarnings } from "../format/soft-skin.js";
import type { RestShapeResult, RestShapeWarning, TurnedOver } from "./result.js";
import type { RestShapeStudy } from "./schema.js";

/** A step of the iteration. */
export interface RestShapeProgress extends RunProgress {
  readonly step: RestShapeStep;
  /** Places of the nodes at rest so far, m, 3 each. */
  readonly rest: () => Float64Array;
}

const DEFAULT_GRAVITY = 9.81;
/** Up to this many unknowns the iteration is analysed without being asked. */
const MOST_ANALYSED = 6000;
const LOCKING = 0.45;
const LINEAR_STRAIN = 0.1;
/** Quality below which an element is thin. */
const THIN = 0.05;

/** Throws InvalidInputError where running the study would, without solving anything. */
export function checkRestShape(study: RestShapeStudy): void {
  const problem = problemOf(study);
  if (study.flip === true) topOf(problem.body.mesh);
  skinIn(problem.body.mesh, study.skin);
}

export function runRestShape(study: RestShapeStudy, { progress, signal }: RunOptions<RestShapeProgress> = {}): RestShapeResult {
  checkSignal(signal);
  const problem = problemOf(study);
  const skin = skinIn(problem.body.mesh, study.skin);
  const recovered = recoverRestShape(problem, {
    ...study.solver,
    progress: (step, displacement) => {
      const distance = `${step.residual.toPrecision(2)} m from a fixed point`;
      progress?.({ text: distance, step, rest: () => restNodes(problem, displacement) });
      checkSignal(signal);
      return true;
    },
  });
  const { mesh } = problem.body;
  const displacement = onAllNodes(problem, recovered.displacement);
  const rest = restNodes(problem, recovered.displacement);
  const restMesh: TetMesh = { nodes: rest, tetrahedra: mesh.tetrahedra };
  const linear = study.solver?.linearSolver === undefined ? {} : { linearSolver: study.solver.linearSolver };
  const again = sagAt(problem, rest, linear.linearSolver);
  const isFound = recovered.status === "converged";
  const isAnalysed = isFound && (study.convergence ?? problem.free.length <= MOST_ANALYSED);
  const convergence = isAnalysed ? analyseConvergence(problem, recovered.displacement, linear) : undefined;
  const closed = closedForm(study, problem);
  const strain = largestStrain(restMesh, displacement);
  const quality = meshQuality(mesh);
  const volume = meshVolume(restMesh);
  const massVolume = problem.body.massModel === "rest" ? volume : quality.volume;
  const flip = study.flip === true ? flipOf(problem, restMesh) : undefined;
  return {
    carom: 1,
    kind: "rest-shape",
    title: study.title,
    status: recovered.status,
    method: recovered.method,
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
    largestStrain: strain,
    volumes: { observed: quality.volume, rest: volume, change: volume / quality.volume - 1 },
    mass: problem.body.density * massVolume,
    reactions: rows(again.reactions, 3),
    ...frictionOf(again.reactions),
    sagsBackWithin: largestAt(again.mesh.nodes.map((value, i) => value - mesh.nodes[i])),
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
    warnings: [...warningsOf(problem, recovered, strain, quality, convergence), ...skinWarnings(skin)],
  };
}

function problemOf(study: RestShapeStudy): SagProblem {
  const mesh = meshOf(study.mesh);
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

function flipOf(problem: SagProblem, rest: TetMesh): NonNullable<RestShapeResult["flip"]> {
  const { body } = problem;
  const { mesh } = body;
  const top = topOf(mesh);
  const base = body.stuck;
  const masses = body.massModel === "observed" ? signedVolumes(mesh) : undefined;
  const turned = (shape: TetMesh): TurnedOver => {
    const nodes = turnedOver(shape.nodes, top);
    const { material, density, gravity, stiffnessScale } = body;
    const sagged = sag({ mesh: { nodes, tetrahedra: shape.tetrahedra }, stuck: top, material, density, gravity, stiffnessScale }, masses);
    return { ...measures(sagged.mesh, top, base), largestStrain: sagged.largestStrain, nodes: rows(sagged.mesh.nodes, 3) };
  };
  return { observed: measures(mesh, base, top), rest: measures(rest, base, top), fromObserved: turned(mesh), fromRest: turned(rest) };
}

function warningsOf(
  { body }: SagProblem,
  { status, load, turnsBack, method, iterations }: Recovered,
  strain: number,
  quality: MeshQuality,
  convergence: ConvergenceAnalysis | undefined,
): RestShapeWarning[] {
  const warnings: RestShapeWarning[] = [];
  const why = turnsBack
    ? "the material is too soft for its weight: there the path of shapes turns back"
    : "the material may be too soft for its weight";
  const warn = (code: RestShapeWarning["code"], message: string): void => void warnings.push({ code, message });
  if (status !== "converged")
    warn(
      "not-converged",
      method === "newton"
        ? `no rest shape was found: it was followed up to ${(100 * load).toPrecision(3)} % of gravity, and the shape given is ` +
            `the one there; ${why}`
        : `the iteration ended after ${iterations} steps (${status.replace("-", " ")}): the shape given is its last; try the ` +
            `method newton, or a smaller relaxation`,
    );
  if (convergence !== undefined && convergence.highest >= 1)
    warn(
      "too-soft",
      `the iteration has an eigenvalue of ${convergence.highest.toPrecision(4)} here: no relaxation converges, the material is ` +
        `too soft for its weight`,
    );
  if (strain > LINEAR_STRAIN)
    warn("strain", `the strain reaches ${strain.toPrecision(3)}: beyond ${LINEAR_STRAIN} linear elasticity is left behind`);
  if (body.material.poissonRatio > LOCKING)
    warn("locking", `a Poisson's ratio of ${body.material.poissonRatio} makes linear tetrahedra too stiff (they lock above ${LOCKING})`);
  if (body.stiffnessScale !== 1 || body.volumeModel === "observed")
    warn("published-rule", "the stiffness is the source's own (its factor or its frozen volumes), not the right one");
  if (quality.worst < THIN)
    warn("thin-elements", `the thinnest element has a quality of ${quality.worst.toPrecision(2)} (a regular one has 1)`);
  return warnings;
}
