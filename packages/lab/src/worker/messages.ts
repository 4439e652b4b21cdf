/** What passes between the page and the worker that computes. */
import type { ContactProblem } from "carom/mechanics";
import type { SimulationRecord } from "carom/simulation";
import type { EmbeddedSurface } from "carom/soft";
import type {
  Kind,
  PickupRecord,
  PickupResult,
  PickupShape,
  RestShapeResult,
  ResultOf,
  RunProgress,
  SimulationResult,
  SimulationStudy,
  Study,
} from "carom/study";
import type { BroughtMesh } from "../bring/mesh-body.js";
import type { MeshUnit } from "../bring/units.js";
import type { BroughtFile, BroughtRobot, RobotPlace } from "../bring/with-robot.js";
import type { Inside } from "../player/opened.js";
import type { MeshText, SoftStudy } from "../soft/mesh-file.js";
import type { Foreseen } from "./foresee.js";

/** A simulation, and what each of its impacts was: so that time can open there. */
export interface WatchedSimulation extends SimulationResult {
  /** One for each impact among `events`, in their order; undefined where it is too large to be worth keeping. */
  readonly problems: readonly (ContactProblem | undefined)[];
  /** What it came to, in the library's words. */
  readonly sentence: string;
}

/** The skin of a study as the mesh carries it, instead of the lists of its places in the result. */
interface Skinned {
  readonly carried?: EmbeddedSurface;
  readonly skin?: never;
}

export interface PickupFrame {
  readonly phase: "rest" | "squeeze" | "lift";
  readonly record: PickupRecord;
  readonly shape: PickupShape;
  /** Places of all nodes, three numbers each, where they carry a skin. */
  readonly nodes?: Float64Array;
}

/** A pickup, and how it looked after every step. */
export interface WatchedPickup extends Omit<PickupResult, "skin">, Skinned {
  readonly frames: readonly PickupFrame[];
}

/** A rest shape, and the places of the nodes at rest after every step of the way there, three numbers a node. */
export interface WatchedRestShape extends Omit<RestShapeResult, "skin">, Skinned {
  readonly iterates: readonly Float64Array[];
}

/** Kinds of which a view sees more than the result. */
export interface Watched {
  readonly simulation: WatchedSimulation;
  readonly pickup: WatchedPickup;
  readonly "rest-shape": WatchedRestShape;
  readonly sweep: ResultOf<"sweep">;
}

/** What a view sees of a study of this kind; without a name, of any. */
export type WatchedOf<K extends Kind = Kind> = { readonly [Each in Kind]: Each extends keyof Watched ? Watched[Each] : ResultOf<Each> }[K];

/** An error as plain data. */
export interface Failure {
  /** One sentence. */
  readonly message: string;
  /** JSON path of the field, where the input is to blame. */
  readonly path?: string;
}

export type Answer<T> = { readonly value: T; readonly milliseconds: number } | { readonly failure: Failure };

/** How far a run is; of a simulation also what there is so far. */
export interface Progress extends RunProgress {
  /** Of a sweep over a fine grid: the same over a coarse one. */
  readonly coarse?: ResultOf<"sweep">;
  /** Not with every report. */
  readonly record?: SimulationRecord;
  /** Of the impacts so far; with `record`. */
  readonly problems?: WatchedSimulation["problems"];
}

export interface StudyWorker {
  /** A study from text and those of the files that it names, checked. */
  parse(text: string, files?: ReadonlyMap<string, string>): Promise<Answer<Study>>;
  /** A study with meshes and skins of files in it. */
  withMeshes(study: SoftStudy, files: readonly MeshText[], scale: number): Promise<Answer<SoftStudy>>;
  /** As the command would compute it. */
  run<S extends Study>(study: S): Promise<Answer<ResultOf<S["kind"]>>>;
  /** Numbers of its result, by the words of lessons. */
  evaluate(study: Study, whats: readonly string[]): Promise<Answer<readonly number[]>>;
  /** One impact once more, with its path; undefined where it was not simply this. */
  open(problem: ContactProblem, law: string, options: SimulationStudy["options"], impulse: number): Promise<Answer<Inside | undefined>>;
  /** For a view. */
  watch<S extends Study>(study: S, progress: (progress: Progress) => void): Promise<Answer<WatchedOf<S["kind"]>>>;
  /** Begins the run of a text, in place of the one before. */
  begin(text: string): Promise<Answer<void>>;
  /** Goes on with what was begun, for about so many milliseconds. */
  goOn(milliseconds: number): Promise<Answer<Foreseen>>;
  /** A robot put into the text of a study. */
  robot(text: string, urdf: string, files: readonly BroughtFile[], place: RobotPlace): Promise<Answer<BroughtRobot>>;
  /** A binary file of a measured motion (C3D, NPY) as CSV. */
  motion(file: BroughtFile): Promise<Answer<string>>;
  /** A mesh file as a shape. */
  mesh(file: BroughtFile, unit?: MeshUnit): Promise<Answer<BroughtMesh & { readonly unit: MeshUnit }>>;
}
