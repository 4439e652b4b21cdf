/** The lessons as the home page shows them: a card each, with its line filled in and the picture of the study that it is about. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { filledIn } from "../src/lessons/facts.js";
import { parseLesson } from "../src/lessons/lesson.js";
import type { GalleryGroup } from "./gallery.js";
import type { Thumbnail } from "./thumbnails/drawing.js";

const FOLDER = join(dirname(fileURLToPath(import.meta.url)), "../lessons");

export interface LessonCard {
  readonly name: string;
  readonly title: string;
  readonly line: string;
  readonly minutes: number;
  readonly steps: number;
  readonly thumbnail?: Thumbnail;
}

/** In the order in which they are told. */
const ORDER = ["rod-turns-back", "one-path-three-endings", "superball", "cradle", "phone-on-its-corner", "infinitely-many-bounces"];

export function lessonFiles(): { readonly name: string; readonly text: string }[] {
  const place = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith(".json"))
    .map((file) => ({ name: file.slice(0, -".json".length), text: readFileSync(join(FOLDER, file), "utf8") }))
    .sort((a, b) => place(a.name) - place(b.name));
}

/** Names of lessons by the example that they are about. */
export function lessonIndex(): { readonly name: string; readonly text: string } {
  const names = lessonFiles().map(({ name, text }) => [parseLesson(text).study, name] as const);
  return { name: "index", text: JSON.stringify(Object.fromEntries(names)) };
}

/** Numbers are those recorded in the lesson: the test run computes them anew. */
export function lessonCards(groups: readonly GalleryGroup[]): LessonCard[] {
  const items = groups.flatMap(({ items, more }) => [...items, ...more]);
  return lessonFiles().map(({ name, text }) => {
    const lesson = parseLesson(text);
    const thumbnail = items.find(({ example }) => example === lesson.study)?.thumbnail;
    return {
      name,
      title: lesson.title,
      line: filledIn(lesson.line, lesson, new Map()),
      minutes: lesson.minutes,
      steps: lesson.steps.length,
      ...(thumbnail === undefined ? {} : { thumbnail }),
    };
  });
}
