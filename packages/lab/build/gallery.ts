/**
 * What the home page shows of the examples: by question, each with a picture made from its own result and one line. An example that no
 * question asks for stands under the question of its kind, so none is ever left out; a question without examples is not asked.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Viewed } from "../src/views/view.js";
import { QUESTIONS, STORIES } from "./stories.js";
import type { Pictured, Thumbnail } from "./thumbnails/drawing.js";
import { pictureOf } from "./thumbnails/thumbnail.js";

export interface GalleryItem {
  readonly example: string;
  /** What says which view is for it. */
  readonly study: Viewed;
  readonly title: string;
  readonly line: string;
  readonly thumbnail?: Thumbnail;
}

export interface GalleryGroup {
  readonly question: string;
  readonly note: string;
  /** Shown at once. */
  readonly items: readonly GalleryItem[];
  /** Shown on request: variants of the others. */
  readonly more: readonly GalleryItem[];
}

/** A group as the page has it at first: the others are counted. */
export interface ShownGroup extends Omit<GalleryGroup, "more"> {
  readonly more: number;
}

interface Study extends Viewed {
  readonly title: string;
  readonly description?: string;
}

const HERE = dirname(fileURLToPath(import.meta.url));
const CACHE = join(HERE, "../../../node_modules/.cache/lab-gallery");
/** What computes and draws the pictures. They are kept between builds, as long as none of it has changed. */
const MADE_BY = ["../../carom/dist", "../../figures/dist", "thumbnails"];
const AT_ONCE = 3;

export function galleryOf(files: readonly { readonly name: string; readonly text: string }[]): GalleryGroup[] {
  const maker = hashOfCode();
  const items = new Map(files.map(({ name, text }) => [name, itemOf(name, text, maker)]));
  const taken = new Set<string>();
  const take = (pattern: RegExp) => [...items.keys()].filter((name) => pattern.test(name) && !taken.has(name));
  const groups = QUESTIONS.map(({ question, note, first, rest }) => {
    const shown = first.filter((name) => items.has(name));
    for (const name of shown) taken.add(name);
    const more = take(rest);
    for (const name of more) taken.add(name);
    return { question, note, names: [...shown, ...more] };
  });
  const left = [...items.keys()].filter((name) => !taken.has(name));
  return [...groups, { question: "Other studies", note: "Not yet asked about.", names: left }]
    .filter(({ names }) => names.length > 0)
    .map(({ question, note, names }) => {
      const list = names.map((name) => items.get(name)!);
      return { question, note, items: list.slice(0, AT_ONCE), more: list.slice(AT_ONCE) };
    });
}

function itemOf(example: string, text: string, maker: string): GalleryItem {
  const study = JSON.parse(text) as Study;
  const { thumbnail, facts } = cached(example, text, maker);
  const story = STORIES[example];
  return {
    example,
    study: { kind: study.kind, ...(study.contacts === undefined ? {} : { contacts: { length: study.contacts.length } }) },
    title: story?.title?.(facts) ?? study.title,
    line: story?.line(facts) ?? firstSentence(study.description ?? ""),
    ...(thumbnail === undefined ? {} : { thumbnail }),
  };
}

function firstSentence(description: string): string {
  const sentence = /^.*?[.:;](?=\s|$)/.exec(description)?.[0] ?? description;
  const text = sentence.replace(/[:;]$/, ".");
  return text.length > 110 ? `${text.slice(0, 107).replace(/\s+\S*$/, "")} …` : text;
}

/** Of names and contents. Tests and maps do not count. */
function hashOfCode(): string {
  const hash = createHash("sha256");
  for (const folder of MADE_BY.map((path) => join(HERE, path))) {
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
    for (const file of files.filter((name) => /(?<!\.test|\.d)\.[jt]s$/.test(name)).sort())
      hash.update(`${file}\n`).update(readFileSync(join(folder, file)));
  }
  return hash.digest("hex");
}

function cached(example: string, text: string, maker: string): Pictured {
  const file = join(CACHE, `${createHash("sha256").update(`${maker} ${text}`).digest("hex").slice(0, 24)}.json`);
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Pictured;
  } catch {
    const made = pictured(example, text);
    // What failed is tried again in the next build.
    if (made.thumbnail === undefined) return made;
    mkdirSync(CACHE, { recursive: true });
    writeFileSync(file, JSON.stringify(made));
    return made;
  }
}

/** An example that cannot be computed has no picture; that it can is what its own test says. */
function pictured(example: string, text: string): Pictured {
  try {
    return pictureOf(text);
  } catch (error) {
    console.warn(`no thumbnail of ${example}: ${error instanceof Error ? error.message : error}`);
    return { facts: {} };
  }
}
