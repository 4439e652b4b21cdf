/**
 * A lesson: steps over a study, with sentences whose numbers are computed. Each step is entered alone: study, what the lesson sets in it,
 * what the step sets. A lesson is read from text that anybody may have written, so every field is looked at.
 */

/** A number of the lesson: where it stands in the result of the study, and how it is written. */
export interface Fact {
  /** A path of the result, a quotient or difference of two, `hypot(a, b)`, `turn(u, v)` or `count(kind)`. */
  readonly what: string;
  /** Another study than the lesson's own. */
  readonly study?: string;
  /** What is set in the study first. */
  readonly on?: Settings;
  readonly as?: Writing;
  /** What it was when the lesson was written: the test run computes it anew. */
  readonly value: number;
}

export interface Writing {
  /** Default: 1. */
  readonly times?: number;
  /** Behind the point. Default: 3. */
  readonly digits?: number;
  readonly unit?: string;
  /** Without its sign. */
  readonly absolute?: boolean;
}

/** Paths of the study and their values; null takes a field away. */
export type Settings = Readonly<Record<string, unknown>>;

/** A moment: seconds, or an event of the impact that is open; `end` is the last there is. */
export type Place = number | string;

export interface Playing {
  readonly from: Place;
  readonly to: Place;
}

export interface Question {
  readonly choices: readonly string[];
  /** Where choices are directions, world axes. */
  readonly arrows?: readonly (readonly [number, number, number] | null)[];
  /** Counted from 1. */
  readonly answer: number;
  readonly because: string;
}

/** What is seen: shared by a step and by its answer. */
export interface Seen {
  readonly set?: Settings;
  readonly at?: Place;
  readonly play?: Playing;
  /** What is drawn strongly. */
  readonly mark?: readonly string[];
}

export interface Step extends Seen {
  readonly title: string;
  readonly say: string;
  readonly more?: string;
  /** `world`: the bodies; `impact`: the path of the slide; `many`: bodies that touch. Default: world. */
  readonly view?: string;
  /** The impact at which time is open, counted from 1. */
  readonly open?: number;
  readonly study?: string;
  readonly ask?: Question;
  /** After the answer. */
  readonly then?: Seen;
  /** Numbers left in the hand. */
  readonly try?: readonly string[];
  /** Time is stretched about an instant. */
  readonly zoom?: { readonly around: number; readonly factor: number };
}

export interface Lesson {
  readonly title: string;
  readonly line: string;
  readonly minutes: number;
  /** An example, or `#name` of `studies`. */
  readonly study: string;
  readonly set?: Settings;
  readonly studies?: Readonly<Record<string, object>>;
  readonly facts: Readonly<Record<string, Fact>>;
  readonly steps: readonly Step[];
}

type Fields = Readonly<Record<string, unknown>>;

/** Throws an Error that names the field, what is there and what was expected. */
export function parseLesson(text: string): Lesson {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (error) {
    throw new Error(`This lesson is not JSON: ${(error as Error).message}`);
  }
  const lesson = fields(read, "the lesson");
  if (lesson.kind !== "lesson" || lesson.carom !== 1)
    throw new Error('This file is no lesson: "carom": 1 and "kind": "lesson" were expected.');
  for (const name of ["title", "line", "study"]) expectText(lesson, name, name);
  if (typeof lesson.minutes !== "number") wrong("minutes", lesson.minutes, "a number");
  const facts = fields(lesson.facts ?? {}, "facts");
  for (const [name, fact] of Object.entries(facts)) checkFact(fact, `facts.${name}`);
  const steps = list(lesson.steps, "steps");
  if (steps.length === 0) wrong("steps", steps, "at least one step");
  for (const [i, step] of steps.entries()) checkStep(step, `steps[${i}]`, facts);
  checkNumbers(lesson.line as string, "line", facts);
  if (lesson.set !== undefined) fields(lesson.set, "set");
  if (lesson.studies !== undefined) fields(lesson.studies, "studies");
  return { ...lesson, facts } as unknown as Lesson;
}

function checkFact(value: unknown, path: string): void {
  const fact = fields(value, path);
  expectText(fact, "what", `${path}.what`);
  if (typeof fact.value !== "number") wrong(`${path}.value`, fact.value, "a number");
  if (fact.study !== undefined) expectText(fact, "study", `${path}.study`);
  if (fact.on !== undefined) fields(fact.on, `${path}.on`);
  const as = fields(fact.as ?? {}, `${path}.as`);
  const { digits = 3 } = as;
  if (!Number.isInteger(digits) || (digits as number) < 0 || (digits as number) > 12) wrong(`${path}.as.digits`, digits, "0 to 12");
}

function checkStep(value: unknown, path: string, facts: Fields): void {
  const step = fields(value, path);
  for (const name of ["title", "say"]) expectText(step, name, `${path}.${name}`);
  for (const name of ["say", "more"]) if (step[name] !== undefined) checkNumbers(expectText(step, name, `${path}.${name}`), path, facts);
  checkSeen(step, path);
  if (step.then !== undefined) checkSeen(fields(step.then, `${path}.then`), `${path}.then`);
  if (step.study !== undefined) expectText(step, "study", `${path}.study`);
  if (step.open !== undefined && !(Number.isInteger(step.open) && (step.open as number) > 0))
    wrong(`${path}.open`, step.open, "an impact, counted from 1");
  if (step.try !== undefined) list(step.try, `${path}.try`);
  if (step.ask !== undefined) checkQuestion(fields(step.ask, `${path}.ask`), `${path}.ask`, facts);
}

function checkSeen(seen: Fields, path: string): void {
  if (seen.set !== undefined) fields(seen.set, `${path}.set`);
  if (seen.mark !== undefined) list(seen.mark, `${path}.mark`);
  if (seen.at !== undefined) checkPlace(seen.at, `${path}.at`);
  if (seen.play === undefined) return;
  const play = fields(seen.play, `${path}.play`);
  checkPlace(play.from, `${path}.play.from`);
  checkPlace(play.to, `${path}.play.to`);
}

function checkPlace(value: unknown, path: string): void {
  if (typeof value !== "string" && !(typeof value === "number" && Number.isFinite(value)))
    wrong(path, value, "seconds or the name of an event");
}

function checkQuestion(ask: Fields, path: string, facts: Fields): void {
  const choices = list(ask.choices, `${path}.choices`);
  if (choices.length < 2 || choices.some((choice) => typeof choice !== "string"))
    wrong(`${path}.choices`, choices, "two sentences or more");
  const { answer } = ask;
  if (!Number.isInteger(answer) || (answer as number) < 1 || (answer as number) > choices.length)
    wrong(`${path}.answer`, answer, `1 to ${choices.length}`);
  checkNumbers(expectText(ask, "because", `${path}.because`), path, facts);
  if (ask.arrows !== undefined && list(ask.arrows, `${path}.arrows`).length !== choices.length)
    wrong(`${path}.arrows`, ask.arrows, "one for each choice");
}

/** Every `{name}` is a fact. */
function checkNumbers(text: string, path: string, facts: Fields): void {
  for (const name of namesIn(text)) if (!Object.hasOwn(facts, name)) wrong(path, `{${name}}`, "the name of a fact");
}

/** Of the facts that a sentence names. */
export function namesIn(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
}

function fields(value: unknown, path: string): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) wrong(path, value, "an object");
  return value as Fields;
}

function list(value: unknown, path: string): readonly unknown[] {
  if (!Array.isArray(value)) wrong(path, value, "a list");
  return value as readonly unknown[];
}

function expectText(from: Fields, name: string, path: string): string {
  const value = from[name];
  if (typeof value !== "string" || value === "") wrong(path, value, "a text");
  return value as string;
}

function wrong(path: string, value: unknown, expected: string): never {
  throw new Error(`${path}: ${JSON.stringify(value) ?? "nothing"} is not ${expected}`);
}
