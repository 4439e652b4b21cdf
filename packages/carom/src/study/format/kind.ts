/**
 * What a kind of study is: a row of the registry in kinds.ts. Whatever reads studies (the command, the lab, the reports, `carom reproduce`)
 * asks the row and knows no kind by name.
 *
 * A kind lives in a folder of its own: schema.ts (its fields), run.ts, result.ts, quantities.ts (what sources print and the result does not
 * hold), sentence.ts (what happened, in words), tables.ts (its numbers, with names and units) and kind.ts, the row.
 */
import type { z } from "zod";
import type { ResultTable } from "./table.js";

/** How far a run is, for those who wait. */
export interface RunProgress {
  /** Part of the work that is done, 0 to 1; absent where nobody can tell. */
  readonly part?: number;
  /** Where it is, in a few words: `t = 0.35 s`. */
  readonly text: string;
}

/**
 * Asks a run to end; an AbortSignal is one. Looked at before the run and between its steps, so that those who hear of progress can end it.
 */
export interface RunSignal {
  /** Whether the run shall stop. */
  readonly aborted: boolean;
  /** What the run then throws. */
  readonly reason?: unknown;
}

/** Of a run of any kind. */
export interface RunOptions<Progress extends RunProgress = RunProgress> {
  /** Records the path against the normal impulse, where the kind is one impact. Default: false. */
  readonly history?: boolean;
  /** Called after every step, where the kind has steps. */
  readonly progress?: (progress: Progress) => void;
  /** Stops the run where it is aborted. */
  readonly signal?: RunSignal;
}

/** A run that can be interrupted and gone on with, to the same bits. */
export interface ResumableRun<Result, Checkpoint> {
  /** Reached, s. */
  readonly time: number;
  /** Whether the study has been run to its end. */
  readonly done: boolean;
  /** Computes the next stretch. */
  advance(): void;
  /** Everything needed to go on from here. */
  checkpoint(): Checkpoint;
  /** Of a run that is done. */
  result(): Result;
}

/** Files beside a study that it takes numbers from. Their fields are read before anything else is known of the study. */
export interface StudyFiles {
  /** Names of the files; those that only the texts of others name are found with these. */
  readonly named: (study: unknown, files?: ReadonlyMap<string, string>) => readonly string[];
  /** The study with the numbers of its files, by name, in their place; files that are not given stay named. */
  readonly filled: (study: unknown, files: ReadonlyMap<string, string>) => unknown;
}

/** How much of what happened goes into the word of a run. */
export interface WordOptions {
  /** Only so many impacts, from the first on. Default: all. */
  readonly first?: number;
  /** Whether the word says how each contact slipped. Default: true. */
  readonly slip?: boolean;
}

/** How a motion in time is to be computed. */
export interface MotionChoice {
  /** One of those of the kind, such as `steps`. */
  readonly method?: string;
  /** Error of a step, in sizes. */
  readonly stepError?: number;
  /** Whether to run once more at a tenth of the tolerances. */
  readonly verify?: boolean;
}

/** A row of the registry. */
export interface StudyKind<
  Study extends { readonly kind: string; readonly title: string },
  Result extends { readonly kind: Study["kind"] },
  Progress extends RunProgress = RunProgress,
  Checkpoint = never,
> {
  /** Its name in a study. */
  readonly kind: Study["kind"];
  /** What such a study is about, as the end of "What to compute: ...". */
  readonly summary: string;
  /** One for each form that such a study may have. */
  readonly schemas: readonly [z.ZodType<Study>, ...z.ZodType<Study>[]];
  /** Of several schemas the one that a study is meant to fit; throws InvalidInputError where none is. Default: the first. */
  readonly formOf?: (given: Readonly<Record<string, unknown>>) => z.ZodType<Study>;
  /** Whether it can be computed under another law or by another method than its own. */
  readonly usesLaw: boolean;
  /** The law that the options of a study are for; absent where that depends on what happens. */
  readonly lawOfOptions?: (study: Study) => string;
  /** Where a run can be asked to compute its motion otherwise: the study that asks for it. */
  readonly computedBy?: (study: Study, choice: MotionChoice) => Study;
  /** Where such studies name files. */
  readonly files?: StudyFiles;
  /** Throws InvalidInputError where `run` would, without solving anything. */
  readonly check: (study: Study) => void;
  /** Runs a study to its end. */
  readonly run: (study: Study, options?: RunOptions<Progress>) => Result;
  /** Where a run has checkpoints: the same, stretch by stretch; with a checkpoint of this study it goes on from there. */
  readonly start?: (study: Study, options?: RunOptions<Progress>, resume?: Checkpoint) => ResumableRun<Result, Checkpoint>;
  /**
   * What a row of `published` may ask for besides the fields of the result: a value, or an object or list to go on into. Undefined: no
   * quantity of this name.
   * @param key the next step of the path, such as `["damping 0.1"]`
   */
  readonly quantity?: (name: string, study: Study, key: string | number | undefined, result: Result) => unknown;
  /**
   * What happened, in which order, as one word: the same for runs that went the same way, whatever their numbers. Absent: nothing happens
   * one after the other.
   */
  readonly word?: (result: Result, options?: WordOptions) => string;
  /** Why a result is not all that was asked for, such as a run that stopped at a limit; undefined where it is. */
  readonly shortfall?: (result: Result) => string | undefined;
  /** What happened, in one or two sentences: the headline of a report. */
  readonly sentence: (result: Result) => string;
  /** Further sentences for those who read on. Default: none. */
  readonly details?: (result: Result) => readonly string[];
  /** What the user should know, one sentence each, without "warning:" before it. Default: none. */
  readonly warnings?: (result: Result) => readonly string[];
  /** Its numbers, with their names and units. Long tables (`use: "file"`) make their rows when they are asked for. */
  readonly tables: (result: Result, study?: Study) => readonly ResultTable[];
}

/** Throws what the signal gives as its reason, once it is aborted. */
export function checkSignal(signal: RunSignal | undefined): void {
  if (signal?.aborted === true) throw signal.reason ?? new Error("the run was aborted");
}
