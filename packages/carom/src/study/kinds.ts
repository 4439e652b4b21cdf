/**
 * The registry of the kinds of study: a new kind is a folder beside this file and a row here, and the compiler names what it still lacks.
 */
import { batting } from "./batting/kind.js";
import { clatter } from "./clatter/kind.js";
import { elasticRod } from "./elastic-rod/kind.js";
import { fitOf } from "./fit/kind.js";
import type { RunOptions, RunProgress, StudyKind } from "./format/kind.js";
import { grasp } from "./grasp/kind.js";
import { impact } from "./impact/kind.js";
import { pickup } from "./pickup/kind.js";
import { restShape } from "./rest-shape/kind.js";
import { simulation } from "./simulation/kind.js";
import { sweepOf } from "./sweep/kind.js";

/** The kinds that a sweep may run many times, and a fit may be made from. */
export const baseKinds = { impact, simulation, clatter, "elastic-rod": elasticRod, batting, "rest-shape": restShape, pickup, grasp };

/** Every kind by its name in a study, in the order in which they are listed. */
export const kinds = { ...baseKinds, sweep: sweepOf(baseKinds), fit: fitOf(baseKinds) };

/** Name of a kind of study. */
export type Kind = keyof typeof kinds;
/** Names of all kinds. */
export const KINDS = Object.keys(kinds) as Kind[];

/** A study of this kind; without a name, of any. */
export type StudyOf<K extends Kind = Kind> = { readonly [Each in Kind]: Parameters<(typeof kinds)[Each]["run"]>[0] }[K];
/** What running a study of this kind returns; without a name, of any. */
export type ResultOf<K extends Kind = Kind> = { readonly [Each in Kind]: ReturnType<(typeof kinds)[Each]["run"]> }[K];
/** What running a study of this kind may be told. */
export type RunOptionsOf<K extends Kind = Kind> = NonNullable<{ readonly [Each in Kind]: Parameters<(typeof kinds)[Each]["run"]>[1] }[K]>;

/** A study as parseStudy returns it. */
export type Study = StudyOf;
/** What running a study returns. */
export type StudyResult = ResultOf;

/** The row of a kind, of which only what all rows have in common is known. */
export function kindNamed<K extends Kind>(kind: K): StudyKind<StudyOf<K>, ResultOf<K>, RunProgress, unknown> {
  // A name and its row belong together, which the compiler cannot follow through a variable.
  return kinds[kind] as unknown as StudyKind<StudyOf<K>, ResultOf<K>, RunProgress, unknown>;
}

/** Runs a study of any kind to its end; the result is that of its kind. */
export function runStudy<S extends Study>(study: S, options: RunOptions = {}): ResultOf<S["kind"]> {
  return kindNamed<Kind>(study.kind).run(study, options) as ResultOf<S["kind"]>;
}

/** Throws InvalidInputError where running the study would, without solving anything. */
export function checkStudy(study: Study): void {
  kindNamed(study.kind).check(study);
}
