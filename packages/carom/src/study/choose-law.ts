/**
 * A study under another law or by another method than its own, or with its motion computed otherwise.
 */
import { InvalidInputError } from "../errors.js";
import type { MotionChoice } from "./format/kind.js";
import { LAW_OPTIONS, type LawChoice } from "./format/law.js";
import { kindNamed, type Study } from "./kinds.js";

/** A study of a kind whose impacts are resolved by a law one can choose. */
export type LawStudy = Study extends infer S ? (S extends unknown ? ("law" extends keyof S ? S : never) : never) : never;

/** Whether a law can be chosen for a study. */
export function usesLaw(study: Study): study is LawStudy {
  return kindNamed(study.kind).usesLaw;
}

/**
 * The study under another law or by another method, where one is given. Another law or method has no use for the options the study gives
 * its own.
 */
export function chooseLaw<S extends Study>(study: S, choice: LawChoice): S {
  const { law, method } = choice;
  const given: Study = study;
  if (!usesLaw(given)) {
    if (law !== undefined || method !== undefined)
      throw new InvalidInputError(
        law === undefined ? "method" : "law",
        law ?? method,
        `is of no use to a study of kind ${study.kind}, which has its own`,
      );
    return study;
  }
  const { options, ...rest } = given;
  const isOwn = law === undefined || law === (given.law ?? kindNamed(given.kind).lawOfOptions?.(given));
  const own = method === undefined && isOwn ? options : undefined;
  const asked = LAW_OPTIONS.filter((name) => choice[name] !== undefined).map((name) => [name, choice[name]]);
  const chosen = { ...own, ...Object.fromEntries(asked) };
  // Law and options are all that changes, so it stays a study of its kind.
  return { ...rest, ...(law === undefined ? {} : { law }), ...(Object.keys(chosen).length === 0 ? {} : { options: chosen }) } as S;
}

/** The study with its motion computed otherwise; throws InvalidInputError where its kind has no motion in time to choose for. */
export function chooseMotion<S extends Study>(study: S, choice: MotionChoice): S {
  const given: Study = study;
  const change = kindNamed(given.kind).computedBy;
  const [field] = Object.entries(choice).find(([, value]) => value !== undefined) ?? [];
  if (field === undefined) return study;
  if (change === undefined)
    throw new InvalidInputError(field, choice[field as keyof MotionChoice], `is of no use to a study of kind ${study.kind}`);
  return change(given, choice) as S;
}
