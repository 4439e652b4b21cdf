/**
 * Running a study of kind `pickup`.
 */
import { InvalidInputError, SolverError } from "../../errors.js";
import type { Vec3 } from "../../math/vec3.js";
import { surfaceAt } from "../../soft/mesh/embedded-surface.js";
import { meshVolume, type TetMesh } from "../../soft/mesh/mesh.js";
import { contactMap } from "../../soft/pickup/contact-map.js";
import { pickup } from "../../soft/pickup/pickup.js";
import type { PickupRecord, PickupRun, PickupSpec } from "../../soft/pickup/pickup-run.js";
import { readPickup } from "../../soft/pickup/read-pickup.js";
import { hertzWork } from "../../soft/pickup/resolution.js";
import { displacementOf, type GripState, type Scene } from "../../soft/pickup/state.js";
import { checkSignal, type RunOptions, type RunProgress } from "../format/kind.js";
import { oneBodyOf, rows } from "../format/soft-mesh.js";
import { skinIn, skinWarnings } from "../format/soft-skin.js";
import type { PickupByModulus, PickupResult, PickupShape } from "./result.js";
import type { PickupStudy } from "./schema.js";

/** An accepted step. */
export interface PickupProgress extends RunProgress {
  /** What is being done. */
  readonly phase: "rest" | "squeeze" | "search" | "lift";
  /** The increment that was just done. */
  readonly record: PickupRecord;
  /** Makes a picture of it. */
  readonly shape: () => PickupShape;
  /** Places of all nodes of the mesh, m, 3 each. */
  readonly nodes: () => Float64Array;
}

/** Throws InvalidInputError where running the study would, without solving anything. */
export function checkPickup(study: PickupStudy): void {
  const mesh = oneBodyOf(study.mesh, study.element === "quadratic");
  at(() => readPickup(specOf(study, mesh)));
  skinIn(mesh, study.skin);
}

/** Runs a study of kind `pickup`. */
export function runPickup(study: PickupStudy, options: RunOptions<PickupProgress> = {}): PickupResult {
  return at(() => run(study, options));
}

function run(study: PickupStudy, { progress, signal }: RunOptions<PickupProgress>): PickupResult {
  checkSignal(signal);
  const mesh = oneBodyOf(study.mesh, study.element === "quadratic");
  const spec = specOf(study, mesh);
  const skin = skinIn(mesh, study.skin);
  let scene: Scene | undefined;
  const made = pickup(spec, {
    begin(of) {
      scene = of;
    },
    step(phase, record, state) {
      const of = scene as Scene;
      progress?.({
        part: Math.min(1, record.depth / study.squeeze.maximumDepth),
        text: `${phase}, depth ${record.depth.toPrecision(3)} m`,
        phase,
        record,
        shape: () => shapeOf(of, state),
        nodes: () => nodesOf(of, state),
      });
      checkSignal(signal);
    },
  });
  const { body, fingers, leastDepth, gripState, liftState } = made;
  const places = (nodes: Float64Array) => rows(nodes, 3) as unknown as Vec3[];
  const skinAt = (state: GripState) => places(surfaceAt(skin as NonNullable<typeof skin>, nodesOf(made.scene, state)));
  const inSurface = new Map([...body.surface.nodes].map((node, k) => [node, k]));
  return {
    carom: 1,
    kind: "pickup",
    title: study.title,
    outcome: made.outcome,
    scheme: study.squeeze.scheme ?? "implicit",
    body: {
      nodes: mesh.nodes.length / 3,
      tetrahedra: mesh.tetrahedra.length / 4,
      weight: body.weight,
      volume: meshVolume(body.mesh),
      spacing: body.spacing,
      element: study.element ?? "linear",
      law: study.material.law ?? "linear",
    },
    fingers: fingers.map(({ surfaceNode, radius, friction, direction }) => ({
      node: body.surface.nodes[surfaceNode],
      radius,
      friction,
      direction,
    })),
    closure: made.closure,
    rest: made.rest,
    squeeze: made.squeeze,
    ...(leastDepth === undefined ? {} : { leastDepth }),
    lift: made.lift,
    surface: {
      nodes: [...body.surface.nodes],
      triangles: rows(body.surface.triangles, 3).map((triangle) => triangle.map((node) => inSurface.get(node) as number)),
      places: places(body.rest),
    },
    shapes: {
      rest: shapeOf(made.scene, made.restState),
      ...(gripState === undefined ? {} : { grip: shapeOf(made.scene, gripState) }),
      ...(liftState === undefined ? {} : { lifted: shapeOf(made.scene, liftState) }),
    },
    ...(skin === undefined
      ? {}
      : {
          skin: {
            triangles: rows(skin.triangles, 3),
            rest: skinAt(made.restState),
            ...(gripState === undefined ? {} : { grip: skinAt(gripState) }),
            ...(liftState === undefined ? {} : { lifted: skinAt(liftState) }),
          },
        }),
    ...(made.resolution === undefined ? {} : { resolution: made.resolution }),
    ...(made.gripStrain === undefined ? {} : { gripStrain: made.gripStrain }),
    ...(made.meshError === undefined ? {} : { meshError: made.meshError }),
    ...(made.hertzWork === undefined ? {} : { hertzWork: made.hertzWork }),
    energyResidual: made.energyResidual,
    checks: made.checks,
    increments: made.increments,
    rounds: made.rounds,
    fallbacks: made.fallbacks,
    ...(study.moduli === undefined ? {} : { moduli: study.moduli.map((modulus) => byModulus(spec, modulus)) }),
    warnings: [...made.warnings, ...skinWarnings(skin)],
  };
}

/** The steps of the squeeze by depth, with the record of the least depth, which may lie between two of them, in its place. */
export function squeezeRecords({ squeeze, leastDepth }: PickupResult): readonly PickupRecord[] {
  if (leastDepth === undefined || squeeze.some(({ depth }) => depth === leastDepth.depth)) return squeeze;
  return [...squeeze, leastDepth.record].sort((a, b) => a.depth - b.depth);
}

export function specOf(study: PickupStudy, mesh: TetMesh): PickupSpec {
  const { squeeze, weight, gravity = 9.81, lift, restSteps, stiffnessScale, element } = study;
  const { law, density, ...material } = study.material;
  const { goOn, ...rules } = squeeze;
  return {
    mesh,
    material,
    weight: weight ?? (density as number) * gravity * meshVolume(mesh),
    tableFriction: study.table.friction,
    ...(study.table.triangle === undefined ? {} : { standingOn: study.table.triangle }),
    fingers: study.fingers,
    ...rules,
    ...(goOn === undefined ? {} : { squeezeOn: goOn }),
    ...(lift === undefined ? {} : { liftStep: lift.step }),
    ...(restSteps === undefined ? {} : { restSteps }),
    ...(stiffnessScale === undefined ? {} : { stiffnessScale }),
    ...(element === undefined ? {} : { element }),
    ...(law === undefined ? {} : { law }),
  };
}

function shapeOf(scene: Scene, state: GripState): PickupShape {
  const { nodes } = scene.body.surface;
  const place = (k: number): Vec3 => [state.position[3 * k], state.position[3 * k + 1], state.position[3 * k + 2]];
  return {
    places: Array.from(nodes, (_, k) => place(k)),
    centres: state.centres,
    contacts: contactMap(scene, state).map(({ surfaceNode, obstacle, mode, force, push, friction }) => ({
      node: nodes[surfaceNode],
      obstacle,
      mode,
      place: place(surfaceNode),
      force,
      push,
      friction,
    })),
  };
}

/** Places of all nodes of the mesh, 3 each. */
function nodesOf(scene: Scene, state: GripState): Float64Array {
  const { mesh } = scene.body;
  const moved = displacementOf(scene, state);
  return mesh.nodes.map((value, row) => value + moved[row]);
}

/** A body that does not even come to rest spoils its own row only. */
function tried(spec: PickupSpec): Pick<PickupRun, "outcome" | "leastDepth"> {
  try {
    return pickup(spec);
  } catch (error) {
    if (error instanceof SolverError) return { outcome: "no-equilibrium" };
    throw error;
  }
}

/** Not lifted: the work until it could be. */
export function byModulus(spec: PickupSpec, youngModulus: number): PickupByModulus {
  // A test height that belongs to this stiffness.
  const { liftStep: _, ...rest } = spec;
  const { outcome, leastDepth } = tried({ ...rest, material: { ...spec.material, youngModulus }, endAtGrip: true });
  const hertz = hertzWork(spec, youngModulus);
  return {
    youngModulus,
    outcome,
    ...(leastDepth === undefined
      ? {}
      : {
          depth: leastDepth.depth,
          work: leastDepth.record.work,
          squeeze: 0.5 * (leastDepth.record.squeeze[0] + leastDepth.record.squeeze[1]),
          fingerNodes: leastDepth.record.contacts.slice(1).reduce((sum, { stick, slip }) => sum + stick + slip, 0),
        }),
    ...(hertz === undefined ? {} : { hertzWork: hertz }),
  };
}

/** Where the fields of the library stand in a study. */
const FIELDS: Readonly<Record<string, string>> = {
  tableFriction: "table.friction",
  step: "squeeze.step",
  maximumDepth: "squeeze.maximumDepth",
  depthTolerance: "squeeze.depthTolerance",
  strainLimit: "squeeze.strainLimit",
  liftStep: "lift.step",
  standingOn: "table.triangle",
  scheme: "squeeze.scheme",
  liftTest: "squeeze.liftTest",
  allTests: "squeeze.allTests",
};

/** Names the field as the study does. */
function at<T>(compute: () => T): T {
  try {
    return compute();
  } catch (error) {
    if (!(error instanceof InvalidInputError) || FIELDS[error.path] === undefined) throw error;
    throw new InvalidInputError(FIELDS[error.path], error.value, error.expected);
  }
}
