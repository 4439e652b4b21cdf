/** A lesson by name, the study of a step, its numbers and its result, each as it comes. */
import type { Study } from "carom/study";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useLaws } from "../laws/brought-laws.js";
import { useResult } from "../views/use-result.js";
import { createRunner, type Runner } from "../worker/runner.js";
import { groupsOf, withSettings } from "./facts.js";
import { type Lesson, namesIn, parseLesson, type Settings, type Step } from "./lesson.js";
import { lawsIn, type Told, toldOf } from "./told.js";

export interface Loaded<T> {
  readonly value?: T;
  readonly failure?: string;
  /** What it was asked for with; another one while the next is on its way. */
  readonly key?: string;
}

/** What comes later, or a sentence why it does not; the last one stays until there is another. @param key names what is asked for */
export function useLoaded<T>(key: string, load: () => Promise<T>): Loaded<T> {
  const [loaded, setLoaded] = useState<Loaded<T>>({});
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    let current = true;
    latest.current().then(
      (value) => current && setLoaded({ value, key }),
      (error: Error) => current && setLoaded({ failure: error.message, key }),
    );
    return () => {
      current = false;
    };
  }, [key]);
  return loaded;
}

async function textOf(address: string, missing: string): Promise<string> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(missing);
  return response.text();
}

export function useLesson(name: string): Loaded<Lesson> {
  const loaded = useLoaded(name, async () => {
    if (!/^[\w-]+$/.test(name)) throw new Error("This link does not name a lesson.");
    return parseLesson(await textOf(`./lessons/${name}.json`, `There is no lesson ${name}.`));
  });
  return loaded.key === name ? loaded : {};
}

async function studyNamed({ studies }: Lesson, name: string): Promise<object> {
  if (name.startsWith("#")) {
    const found = studies?.[name.slice(1)];
    if (found === undefined) throw new Error(`The lesson holds no study ${name}.`);
    return found;
  }
  if (!/^[\w-]+$/.test(name)) throw new Error(`${name} is not the name of an example.`);
  const { published: _, ...study } = JSON.parse(await textOf(`./examples/${name}.json`, `There is no example ${name}.`)) as Record<
    string,
    unknown
  >;
  return study;
}

/** Read beside the page, which knows no kind of study. */
async function prepared(runner: Runner, lesson: Lesson, name: string, settings: readonly (Settings | undefined)[]): Promise<Study> {
  const answer = await runner.parse(JSON.stringify(withSettings(await studyNamed(lesson, name), ...settings)));
  if ("failure" in answer) throw new Error(answer.failure.message);
  return answer.value;
}

/** One that stays as long as the page: what a hand changes is read at once. */
function useReader(): () => Runner {
  const reader = useRef<Runner>(undefined);
  useEffect(
    () => () => {
      reader.current?.cancel();
      reader.current = undefined;
    },
    [],
  );
  return useCallback(() => {
    reader.current ??= createRunner();
    return reader.current;
  }, []);
}

/** @param revealed what the answer sets counts too @param tried what the user has set since */
export function useStepStudy(lesson: Lesson, index: number, revealed: boolean, tried: Settings): Loaded<Study> {
  const reader = useReader();
  const step = lesson.steps[index];
  const settings = [step.study === undefined ? lesson.set : undefined, step.set, revealed ? step.then?.set : undefined, tried];
  const name = step.study ?? lesson.study;
  return useLoaded(JSON.stringify([lesson.title, name, settings]), () => prepared(reader(), lesson, name, settings));
}

/** Laws that stand beside the study's own. */
const COMPARED: readonly string[] = ["frictional", "poisson", "newton"];
const NONE: readonly string[] = [];

export interface StepPicture {
  /** The newest there is, of an earlier study while `running`. */
  readonly told?: Told;
  readonly failure?: string;
  readonly running: boolean;
}

export function useTold(step: Step, { value: study, failure }: Loaded<Study>): StepPicture {
  const { result, running, failure: failed } = useResult(study);
  /** A result belongs to the study that it was computed from. */
  const solved = useRef<{ readonly study: Study; readonly result: NonNullable<typeof result> }>(undefined);
  if (study !== undefined && result !== undefined && !running && solved.current?.result !== result) solved.current = { study, result };
  const { current } = solved;
  const many = step.view === "impact" || (step.mark ?? []).some((mark) => mark.startsWith("law"));
  const needed = useMemo(() => (current === undefined ? NONE : lawsIn(current.result)), [current]);
  const lawAt = useLaws(needed);
  const told = useMemo((): StepPicture => {
    if (current === undefined) return { running };
    try {
      if (needed.some((name) => lawAt(name) === undefined)) return { running: true };
      return { told: toldOf(current.study, current.result, step.open, { compared: many ? COMPARED : NONE, lawAt }), running };
    } catch (error) {
      return { failure: (error as Error).message, running };
    }
  }, [current, step.open, many, needed, lawAt, running]);
  const why = failure ?? failed?.message;
  return why === undefined ? told : { ...told, failure: why };
}

/** The numbers of a step, computed beside the page, study by study. */
export function useFacts(lesson: Lesson, { say, more = "", ask }: Step): ReadonlyMap<string, number> {
  const [computed, setComputed] = useState<ReadonlyMap<string, number>>(new Map());
  const names = namesIn(`${say} ${more} ${ask?.because ?? ""}`);
  const missing = names.filter((name) => !computed.has(name)).join(" ");
  useEffect(() => {
    if (missing === "") return;
    const runner = createRunner();
    let current = true;
    const compute = async () => {
      for (const { study, settings, facts } of groupsOf(lesson, missing.split(" "))) {
        const answer = await runner.evaluate(
          await prepared(runner, lesson, study, settings),
          facts.map(([, { what }]) => what),
        );
        if (!current || "failure" in answer) continue;
        setComputed((before) => new Map([...before, ...facts.map(([name], i) => [name, answer.value[i]] as const)]));
      }
    };
    // What cannot be computed stays as it was written; the picture says why.
    compute().catch(() => {});
    return () => {
      current = false;
      runner.cancel();
    };
  }, [lesson, missing]);
  return computed;
}
