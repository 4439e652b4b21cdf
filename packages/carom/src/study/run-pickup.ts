/**
 * Running a study of kind `pickup`, and the quantities of its source.
 */
import { InvalidInputError, SolverError } from "../errors.js";
import { pow } from "../math/elementary.js";
import type { Vec3 } from "../math/vec3.js";
import { surfaceAt } from "../soft/mesh/embedded-surface.js";
import { meshVolume, type TetMesh } from "../soft/mesh/mesh.js";
import type { ContactChecks } from "../soft/pickup/checks.js";
import { type ContactMode, contactMap } from "../soft/pickup/contact-map.js";
import type { ForceClosure } from "../soft/pickup/force-closure.js";
import { pickup } from "../soft/pickup/pickup.js";
import type { PickupOutcome, PickupRecord, PickupRun, PickupScheme, PickupSpec, PickupWarning } from "../soft/pickup/pickup-run.js";
import { readPickup } from "../soft/pickup/read-pickup.js";
import { type GripState, nodeForces, type Scene } from "../soft/pickup/state.js";
import type { PickupStudy } from "./pickup-schema.js";
import { meshOf, rows } from "./soft-mesh-schema.js";
import { type SkinWarning, skinIn, skinWarnings } from "./soft-skin-schema.js";

/** A node that touches something. */
export interface PickupContact {
  /** Of the mesh, counted from 0. */
  readonly node: number;
  /** 0 the table, 1 and 2 the fingers. */
  readonly obstacle: number;
  readonly mode: ContactMode;
  /** m. */
  readonly place: Vec3;
  /** On the body, N. */
  readonly force: Vec3;
  /** Part of the force along the normal, N. */
  readonly push: number;
  /** Length of its tangential part, N. */
  readonly friction: number;
}

/** The body and its fingers at one moment, for pictures. */
export interface PickupShape {
  /** Of the surface nodes, m, in the order of `surface.nodes`. */
  readonly places: readonly Vec3[];
  /** Of the fingers, m; empty before they come. */
  readonly centres: readonly Vec3[];
  readonly contacts: readonly PickupContact[];
}

/** The pickup of the same body with another stiffness. */
export interface PickupByModulus {
  /** Pa. */
  readonly youngModulus: number;
  readonly outcome: PickupOutcome;
  /** Least depth, m; absent where it cannot be lifted. */
  readonly depth?: number;
  /** Of both fingers until then, J. */
  readonly work?: number;
  /** Mean push of the fingers then, N. */
  readonly squeeze?: number;
  /** Nodes that touch the fingers then. */
  readonly fingerNodes?: number;
  /** What Hertz's contact of a ball with a flat half space would need for a push of weight / (2 friction) a finger, J. */
  readonly hertzWork?: number;
}

export interface PickupResult {
  /** Format version. */
  readonly carom: 1;
  readonly kind: "pickup";
  /** Of the study. */
  readonly title: string;
  /**
   * `lifted`, or `liftable` where the study squeezes on; `too-deep` at the maximal depth; `strain` at the strain limit; `slipped` out of the fingers in the lift; `no-force-closure`;
   * `no-equilibrium` where no state was found, however small the steps.
   */
  readonly outcome: PickupOutcome;
  readonly scheme: PickupScheme;
  readonly body: {
    readonly nodes: number;
    readonly tetrahedra: number;
    /** N. */
    readonly weight: number;
    /** m^3. */
    readonly volume: number;
    /** Mean edge of the surface, m. */
    readonly spacing: number;
  };
  readonly fingers: readonly {
    /** That it first touches. */
    readonly node: number;
    /** m. */
    readonly radius: number;
    readonly friction: number;
    /** Unit. */
    readonly direction: Vec3;
  }[];
  readonly closure: ForceClosure;
  /** Before the fingers come. */
  readonly rest: PickupRecord;
  /** Step after step. */
  readonly squeeze: readonly PickupRecord[];
  /** The least depth at which the lift test passes. */
  readonly leastDepth?: {
    /** m. */
    readonly depth: number;
    /** The deepest at which it failed, m. */
    readonly failed: number;
    readonly record: PickupRecord;
  };
  readonly lift: readonly PickupRecord[];
  readonly surface: {
    /** Of the mesh. */
    readonly nodes: readonly number[];
    /** Three places in `nodes` each. */
    readonly triangles: readonly (readonly number[])[];
    /** Of the surface nodes without gravity, m. */
    readonly places: readonly Vec3[];
  };
  /** At rest, in the grip (at the least depth; where there is none, at the end of the squeeze) and lifted. */
  readonly shapes: { readonly rest: PickupShape; readonly grip?: PickupShape; readonly lifted?: PickupShape };
  /** Where the study has a skin: its vertices at the moments of `shapes`. */
  readonly skin?: {
    /** Three places in the lists of vertices each. */
    readonly triangles: readonly (readonly number[])[];
    /** m. */
    readonly rest: readonly Vec3[];
    readonly grip?: readonly Vec3[];
    readonly lifted?: readonly Vec3[];
  };
  /** What the balance of energy leaves unexplained in the grip, over the work: finger work less change of energy, lifting and friction. Error of the steps. */
  readonly energyResidual: number;
  /** How well equilibrium and contact laws hold, at worst of all accepted increments; forces over the weight, lengths over the size of the body. */
  readonly checks: ContactChecks;
  /** Accepted increments. */
  readonly increments: number;
  /** Rounds of Newton's method. */
  readonly rounds: number;
  /** Stretches that the event-driven scheme left to an implicit increment. */
  readonly fallbacks: number;
  /** Where the study asks for other moduli. */
  readonly moduli?: readonly PickupByModulus[];
  /** Empty: nothing to add. */
  readonly warnings: readonly (PickupWarning | SkinWarning)[];
}

export interface PickupRunOptions {
  /** Called after every accepted step; `shape` makes a picture of it, `nodes` gives the places of all nodes of the mesh, m, 3 each. What it throws ends the run. */
  step?(phase: "rest" | "squeeze" | "search" | "lift", record: PickupRecord, shape: () => PickupShape, nodes: () => Float64Array): void;
}

/** Throws InvalidInputError where running the study would, without solving anything. */
export function checkPickup(study: PickupStudy): void {
  const mesh = meshOf(study.mesh);
  at(() => readPickup(specOf(study, mesh)));
  skinIn(mesh, study.skin);
}

export function runPickup(study: PickupStudy, options: PickupRunOptions = {}): PickupResult {
  return at(() => run(study, options));
}

function run(study: PickupStudy, options: PickupRunOptions): PickupResult {
  const mesh = meshOf(study.mesh);
  const spec = specOf(study, mesh);
  const skin = skinIn(mesh, study.skin);
  let scene: Scene | undefined;
  const made = pickup(spec, {
    begin(of) {
      scene = of;
    },
    step(phase, record, state) {
      const of = scene as Scene;
      options.step?.(
        phase,
        record,
        () => shapeOf(of, state),
        () => nodesOf(of, state),
      );
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

function specOf(study: PickupStudy, mesh: TetMesh): PickupSpec {
  const { squeeze, material, weight, gravity = 9.81, lift, restSteps, stiffnessScale } = study;
  const { goOn, ...rules } = squeeze;
  return {
    mesh,
    material,
    weight: weight ?? (material.density as number) * gravity * meshVolume(mesh),
    tableFriction: study.table.friction,
    fingers: study.fingers,
    ...rules,
    ...(goOn === undefined ? {} : { squeezeOn: goOn }),
    ...(lift === undefined ? {} : { liftStep: lift.step }),
    ...(restSteps === undefined ? {} : { restSteps }),
    ...(stiffnessScale === undefined ? {} : { stiffnessScale }),
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
  const { mesh, displacement } = scene.body;
  return displacement(nodeForces(scene, state), state.rigid, state.gravity).map((value, row) => value + mesh.nodes[row]);
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
function byModulus(spec: PickupSpec, youngModulus: number): PickupByModulus {
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

/**
 * Work of both fingers until each pushes with weight / (2 friction), were the contact that of Hertz: push = 4/3 E/(1 - nu^2) sqrt(R) depth^(3/2), work 2/5 push depth. It falls as
 * E^(-2/3): in the continuum a harder body needs less work.
 */
function hertzWork({ weight, fingers, material }: PickupSpec, youngModulus: number): number | undefined {
  if (fingers.some(({ friction }) => friction === 0)) return undefined;
  const stiffness = (youngModulus / (1 - material.poissonRatio * material.poissonRatio)) * (4 / 3);
  return fingers.reduce((sum, { radius, friction }) => {
    const push = weight / (2 * friction);
    return sum + 0.4 * push * pow(push / (stiffness * Math.sqrt(radius)), 2 / 3);
  }, 0);
}

/** Where the fields of the library stand in a study. */
const FIELDS: Readonly<Record<string, string>> = {
  tableFriction: "table.friction",
  step: "squeeze.step",
  maximumDepth: "squeeze.maximumDepth",
  depthTolerance: "squeeze.depthTolerance",
  strainLimit: "squeeze.strainLimit",
  liftStep: "lift.step",
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

/**
 * Quantities of a study by name: `with["youngModulus 4000, stiffnessScale 0.5"]` the least depth and the work with other numbers, as in `moduli`; `tableNodes` at rest;
 * `agreement` of the two schemes: their work until the same depth, one over the other.
 */
export function pickupQuantity(name: string, study: PickupStudy, key: string | number | undefined): unknown {
  if (name === "with") return { [String(key)]: variant(study, String(key)) };
  if (name === "agreement") {
    const depth = Number(key);
    const works = (["implicit", "event-driven"] as const).map((scheme) => {
      const changed = { ...study, squeeze: { ...study.squeeze, maximumDepth: depth, scheme, liftTest: "none" as const } };
      return runPickup(changed).squeeze.at(-1)?.work ?? 0;
    });
    return { [String(key)]: works[0] / works[1] };
  }
  return undefined;
}

const VARIED = ["youngModulus", "stiffnessScale"] as const;

function variant(study: PickupStudy, changes: string): PickupByModulus {
  const changed = { youngModulus: study.material.youngModulus, stiffnessScale: study.stiffnessScale ?? 1 };
  for (const change of changes.split(", ")) {
    const [field, value] = change.split(" ");
    const varied = VARIED.find((each) => each === field);
    if (varied === undefined || !(Number(value) > 0))
      throw new InvalidInputError(
        "published",
        changes,
        `is not a list of fields and numbers such as "youngModulus 4000, stiffnessScale 0.5"`,
      );
    changed[varied] = Number(value);
  }
  return byModulus(specOf({ ...study, stiffnessScale: changed.stiffnessScale }, meshOf(study.mesh)), changed.youngModulus);
}
