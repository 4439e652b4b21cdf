/**
 * XML text to elements, as much as URDF and COLLADA files need: elements with attributes and text, comments, processing instructions,
 * CDATA, the five named entities and character references. Names may have prefixes that nothing declares.
 *
 * What is not needed is refused, not half understood: document types, hence entities of one's own (the bombs that grow when they are read),
 * files that are too long, elements that are too deep or too many. Every complaint carries the line.
 */
import { InvalidInputError } from "./errors.js";

export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** The first piece of text inside it that is not blank, as it is written. */
  readonly text: string;
  /** From 1. */
  readonly line: number;
  /** Where it is not that of the file that is read first. */
  readonly file?: string;
}

/** How much a file may have. */
export interface XmlLimits {
  /** Characters. */
  readonly longest: number;
  readonly mostElements: number;
}

/** Of a robot. */
const LIMITS: XmlLimits = { longest: 16 * 1024 * 1024, mostElements: 50_000 };
/** Bodies of MJCF stand inside each other: a chain of a thousand is as deep. */
const DEEPEST = 2000;

const NO_ENTITIES = "is refused: files with document types or entities of their own are not read";

/** For complaints: `line 3`, or `line 3 of legs.xml`. */
export function lineOf({ line, file }: Pick<XmlElement, "line" | "file">): string {
  return file === undefined ? `line ${line}` : `line ${line} of ${file}`;
}

interface Open {
  readonly name: string;
  readonly attributes: Map<string, string>;
  readonly children: XmlElement[];
  text: string;
  readonly line: number;
  readonly file?: string;
}

/**
 * The one element that holds all others.
 * @param file its name, where lines have to be told from those of another
 */
export function readXml(text: string, { longest, mostElements }: XmlLimits = LIMITS, file?: string): XmlElement {
  if (text.length > longest) throw new InvalidInputError("line 1", text.length, `characters are more than a file may have (${longest})`);
  const open: Open[] = [];
  let root: XmlElement | undefined;
  let [at, line, elements] = [text.startsWith("\uFEFF") ? 1 : 0, 1, 0];

  const own = file === undefined ? {} : { file };
  const here = () => lineOf({ line, ...own });
  const fail = (value: unknown, expected: string): never => {
    throw new InvalidInputError(here(), value, expected);
  };

  function goTo(end: number): void {
    for (let i = at; i < end; i++) if (text.charCodeAt(i) === 10) line++;
    at = end;
  }

  /** Past the next `mark`. */
  function skipTo(mark: string, what: string): void {
    const end = text.indexOf(mark, at);
    if (end < 0) fail(text.slice(at, at + 20), `begins ${what} that does not end (${mark} is missing)`);
    goTo(end + mark.length);
  }

  function close(element: Open): void {
    const parent = open[open.length - 1];
    if (parent !== undefined) parent.children.push(element);
    else if (root !== undefined) fail(element.name, "is a second outermost element: a file has one");
    else root = element;
  }

  while (at < text.length) {
    const next = text.indexOf("<", at);
    const between = text.slice(at, next < 0 ? text.length : next);
    const inner = open[open.length - 1];
    if (inner !== undefined) inner.text ||= /\S/.test(between) ? between : "";
    else if (between.trim() !== "") {
      goTo(at + between.length - between.trimStart().length);
      fail(between.trim().slice(0, 20), "is text outside of the outermost element: this is not XML");
    }
    if (next < 0) break;
    goTo(next);
    if (text.startsWith("<!--", at)) skipTo("-->", "a comment");
    else if (text.startsWith("<![CDATA[", at)) skipTo("]]>", "CDATA");
    else if (text.startsWith("<?", at)) skipTo("?>", "an instruction");
    else if (text.startsWith("<!", at)) fail(text.slice(at, at + 10), NO_ENTITIES);
    else if (text.startsWith("</", at)) {
      const [, name = ""] = /^<\/([^\s>]*)\s*/.exec(text.slice(at, at + 300)) ?? [];
      const last = open.pop();
      if (last !== undefined && text.indexOf(">", at) < 0) fail(`</${name}`, "is not finished: the file is cut short");
      if (last === undefined || last.name !== name)
        fail(`</${name}>`, last === undefined ? "closes nothing" : `is not the end of <${last.name}> of line ${last.line}`);
      else {
        skipTo(">", "the end of an element");
        close(last);
      }
    } else readStart();
  }
  const unfinished = open[open.length - 1];
  if (unfinished !== undefined)
    fail(`<${unfinished.name}>`, `of line ${unfinished.line} has no end: the file is cut short, or </${unfinished.name}> is missing`);
  if (root === undefined) throw new InvalidInputError("line 1", "", "is empty: there is no element");
  return root;

  function readStart(): void {
    const start = /^<([A-Za-z_][\w:.-]*)/.exec(text.slice(at, at + 300));
    if (start === null) throw new InvalidInputError(here(), text.slice(at, at + 10), "begins no element");
    if (++elements > mostElements) fail(elements, `elements are more than a file may have (${mostElements})`);
    if (open.length >= DEEPEST) fail(start[1], `is more than ${DEEPEST} elements deep`);
    const element: Open = { name: start[1], attributes: new Map(), children: [], text: "", line, ...own };
    goTo(at + start[0].length);
    for (;;) {
      while (/\s/.test(text.charAt(at)) && at < text.length) goTo(at + 1);
      if (text.indexOf(">", at) < 0)
        fail(`<${element.name}`, `of line ${element.line} is the last element, and it is not finished: the file is cut short`);
      if (text.startsWith("/>", at)) {
        goTo(at + 2);
        close(element);
        return;
      }
      if (text.charAt(at) === ">") {
        goTo(at + 1);
        open.push(element);
        return;
      }
      readAttribute(element);
    }
  }

  function readAttribute({ name: element, attributes }: Open): void {
    const head = /^([A-Za-z_][\w:.-]*)\s*=\s*(["'])/.exec(text.slice(at, at + 300));
    if (head === null)
      throw new InvalidInputError(here(), text.slice(at, at + 20), `is neither an attribute of <${element}> (name="value") nor its end`);
    const [whole, name, quote] = head;
    if (attributes.has(name)) fail(name, `is an attribute of <${element}> twice`);
    const begin = at + whole.length;
    const end = text.indexOf(quote, begin);
    if (end < 0) fail(name, `of <${element}> has a value without an end`);
    const raw = text.slice(begin, end);
    if (raw.includes("<")) fail(name, `of <${element}> has a < in its value`);
    goTo(end + 1);
    attributes.set(
      name,
      raw.replace(/&([^;\s]{0,12});?/g, (whole_, entity: string) => character(whole_, entity)),
    );
  }

  function character(whole: string, entity: string): string {
    const known: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };
    if (Object.hasOwn(known, entity) && whole.endsWith(";")) return known[entity];
    const code = /^#x[0-9a-fA-F]+$/.test(entity)
      ? Number.parseInt(entity.slice(2), 16)
      : /^#\d+$/.test(entity)
        ? Number(entity.slice(1))
        : Number.NaN;
    if (!whole.endsWith(";") || !(code > 0 && code <= 0x10ffff))
      return fail(whole, "is not a character: only &lt; &gt; &amp; &quot; &apos; and numbers are");
    return String.fromCodePoint(code);
  }
}
