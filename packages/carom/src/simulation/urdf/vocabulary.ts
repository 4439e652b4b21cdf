/**
 * The names that a format has for elements and attributes, and what a file holds besides them.
 *
 *     known      read, or without a part in the motion (what is drawn, measured, or says how another program computes)
 *     open       whatever stands inside is not looked at
 *     told       has a part in the motion that is not taken: a change, unless its value says that nothing is lost
 *     else       not known: a change as well, since a name that is misspelt would be one; names with a prefix are extensions, and noted
 *
 * What is found often is told once, with the first of its lines.
 */
import { didYouMean } from "../../did-you-mean.js";
import type { XmlElement } from "../../xml.js";
import type { Account } from "./account.js";

/** Values by which nothing is lost, with blanks between, undefined: there are none; what is told otherwise. */
export type Told = readonly [unless: string | undefined, sentence: string];

/** What one kind of element may have. */
export interface ElementWords {
  /** Attributes, with blanks between. */
  readonly attributes?: string;
  /** Elements inside it, with blanks between; `name=kind` where their kind is not called as they are. */
  readonly children?: string;
  /** Attributes, or elements inside with a value as text. */
  readonly told?: Readonly<Record<string, Told>>;
  readonly open?: true;
}

/** By the kind of element. `open` and `leaf` need not be there. */
export type Vocabulary = Readonly<Record<string, ElementWords>>;

interface Found {
  readonly element: XmlElement;
  readonly path: string;
  readonly sentence: string;
  readonly isExtension: boolean;
  readonly lines: number[];
}

const BUILT_IN: Vocabulary = { open: { open: true }, leaf: {} };
const MOST_LINES = 4;
/** Names: a file that has more is of another format. */
const MOST_TOLD = 100;

/**
 * Tells what a file has that is not known or not taken.
 * @param kind of the outermost element
 */
export function tellWords(root: XmlElement, kind: string, vocabulary: Vocabulary, account: Account): void {
  const found = new Map<string, Found>();
  const add = (key: string, element: XmlElement, path: string, sentence: () => string, isExtension = false) => {
    const other = found.get(key);
    if (other === undefined) found.set(key, { element, path, sentence: sentence(), isExtension, lines: [] });
    else if (other.lines[other.lines.length - 1] !== element.line) other.lines.push(element.line);
  };
  const kinds = new Map(Object.entries({ ...BUILT_IN, ...vocabulary }).map(([name, words]) => [name, sorted(words)]));
  // With a list of its own: elements may be deeper than calls can nest.
  const waiting: { readonly element: XmlElement; readonly kind: string; readonly path: string }[] = [{ element: root, kind, path: "" }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { element, path } = next;
    const words = kinds.get(next.kind);
    if (words === undefined) throw new Error(`no kind of element ${next.kind}`);
    const look = ({ name, value, where, own, what }: Name) => {
      const told = Object.hasOwn(words.told, name) ? words.told[name] : undefined;
      const prefix = /^[^:]*:/.exec(name)?.[0];
      if (told !== undefined) {
        if (told[0] === undefined || !isOneOf(value, told[0])) add(`${next.kind} ${name}`, where, own, () => told[1]);
      } else if (words.open || prefix === "xmlns:" || name === "xmlns") return;
      else if (prefix !== undefined) add(prefix, where, own, () => `the extension ${prefix} is passed over`, true);
      else {
        const names = what === "attribute" ? [...words.attributes] : [...words.children.keys()];
        const shown = what === "attribute" ? name : `<${name}>`;
        add(`${next.kind} ${what} ${name}`, where, own, () => `${shown} is not known here and is passed over${didYouMean(name, names)}`);
      }
    };
    for (const [name, value] of element.attributes)
      if (!words.attributes.has(name))
        look({ name, value, where: element, own: `${path === "" ? element.name : path}@${name}`, what: "attribute" });
    const inside: typeof waiting = [];
    for (const child of element.children) {
      const own = pathOf(child, path);
      const childKind = words.children.get(child.name);
      const value = child.text.trim() || (child.attributes.get("value") ?? "");
      if (childKind === undefined) look({ name: child.name, value, where: child, own, what: "element" });
      else if (kinds.get(childKind)?.isSilent !== true) inside.push({ element: child, kind: childKind, path: own });
    }
    waiting.push(...inside.reverse());
  }
  const told = [...found.values()];
  for (const { element, path, sentence, isExtension, lines } of told.slice(0, MOST_TOLD))
    (isExtension ? account.note : account.repair)(element, path, `${sentence}${alsoIn(lines)}`);
  if (told.length > MOST_TOLD)
    account.repair(told[MOST_TOLD].element, told[MOST_TOLD].path, `this and ${told.length - MOST_TOLD - 1} more names are not known here`);
}

/** A name that is not among those known. */
interface Name {
  readonly name: string;
  readonly value: string;
  readonly where: XmlElement;
  readonly own: string;
  readonly what: "attribute" | "element";
}

interface SortedWords {
  readonly attributes: ReadonlySet<string>;
  readonly children: ReadonlyMap<string, string>;
  readonly told: Readonly<Record<string, Told>>;
  readonly open: boolean;
  /** Open, with nothing to be told. */
  readonly isSilent: boolean;
}

function sorted({ attributes = "", children = "", told = {}, open }: ElementWords): SortedWords {
  const words = (text: string) => text.split(/\s+/).filter((word) => word !== "");
  return {
    attributes: new Set(words(attributes)),
    children: new Map(
      words(children).map((word) => {
        const [name, kind = name] = word.split("=");
        return [name, kind];
      }),
    ),
    told,
    open: open === true,
    isSilent: open === true && Object.keys(told).length === 0,
  };
}

/** By its name where it has one, else by where it stands. */
function pathOf(element: XmlElement, around: string): string {
  const name = element.attributes.get("name");
  if (name !== undefined && name.length <= 100) return `${element.name} ${name}`;
  return around === "" ? element.name : `${around}/${element.name}`;
}

/** Whether each word of a value is one of some, as text or as a number. */
function isOneOf(value: string, some: string): boolean {
  const known = some.split(" ");
  return value
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .every((word) => known.some((one) => word === one || (word !== "" && one !== "" && Number(word) === Number(one))));
}

function alsoIn(lines: readonly number[]): string {
  if (lines.length === 0) return "";
  const shown = [...lines].sort((a, b) => a - b).slice(0, MOST_LINES);
  const more = lines.length - shown.length;
  return ` (also in line${lines.length === 1 ? "" : "s"} ${shown.join(", ")}${more === 0 ? "" : ` and ${more} more`})`;
}
