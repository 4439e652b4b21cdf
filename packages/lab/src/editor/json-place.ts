/** Where in a JSON text a path such as `contacts[0].friction` stands, and which path a place belongs to. */
import { jsonLanguage } from "@codemirror/lang-json";

export type Step = string | number;
export type SyntaxNode = ReturnType<typeof jsonLanguage.parser.parse>["topNode"];

/** `bodies.rod.position[2]`, `bodies["the rod"].mass` as steps. */
export function stepsOf(path: string): Step[] {
  const steps: Step[] = [];
  for (const [, name, index, quoted] of path.matchAll(/([^.[\]"]+)|\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]/g))
    steps.push(index !== undefined ? Number(index) : quoted !== undefined ? (JSON.parse(`"${quoted}"`) as string) : name);
  return steps;
}

export interface Range {
  readonly from: number;
  readonly to: number;
}

/** The value at a path, or of the deepest part of the path that is there. */
export function placeOf(text: string, path: string): Range {
  let node: SyntaxNode | null = jsonLanguage.parser.parse(text).topNode.firstChild;
  let found: Range = node === null ? { from: 0, to: 0 } : { from: node.from, to: Math.min(node.to, node.from + 1) };
  for (const step of stepsOf(path)) {
    node = node === null ? null : child(node, step, text);
    if (node === null) return found;
    found = { from: node.from, to: node.to };
  }
  return found;
}

function child(node: SyntaxNode, step: Step, text: string): SyntaxNode | null {
  if (typeof step === "number" || node.name === "Array") {
    let item = node.firstChild;
    let left = Number(step);
    for (; item !== null; item = item.nextSibling) {
      if (/^[[\],]$/.test(item.name)) continue;
      if (left-- === 0) return item;
    }
    return null;
  }
  for (let property = node.firstChild; property !== null; property = property.nextSibling) {
    const name = property.name === "Property" ? property.getChild("PropertyName") : null;
    if (name !== null && nameOf(name, text) === step) return property.lastChild === name ? property : property.lastChild;
  }
  return null;
}

function nameOf(node: SyntaxNode, text: string): string | undefined {
  try {
    return JSON.parse(text.slice(node.from, node.to)) as string;
  } catch {
    return undefined;
  }
}

/** The path of what encloses a place. */
export function pathAt(node: SyntaxNode, text: string): Step[] {
  const steps: Step[] = [];
  for (let at: SyntaxNode | null = node; at !== null; at = at.parent) {
    const { parent } = at;
    if (at.name === "Property") {
      const name = at.getChild("PropertyName");
      const key = name === null ? undefined : nameOf(name, text);
      if (key !== undefined) steps.unshift(key);
    } else if (parent?.name === "Array") {
      let place = 0;
      for (let item = parent.firstChild; item !== null && item.from < at.from; item = item.nextSibling)
        if (!/^[[\],]$/.test(item.name)) place++;
      steps.unshift(place);
    }
  }
  return steps;
}
