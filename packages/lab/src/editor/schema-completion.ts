/** What the study's schema allows at a place of the text: names of fields, and values where there are only a few. */
import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { syntaxTree } from "@codemirror/language";
import { pathAt, type Step } from "./json-place.js";

interface Schema {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema | boolean;
  readonly prefixItems?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly type?: string;
  readonly description?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

/** Every form that a value of this schema may have. */
function forms(schema: Schema | boolean | undefined, root: Schema): Schema[] {
  if (schema === undefined || typeof schema === "boolean") return [];
  if (schema.$ref !== undefined) return forms(root.$defs?.[schema.$ref.replace("#/$defs/", "")], root);
  const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return inner.length > 0 ? inner.flatMap((one) => forms(one, root)) : [schema];
}

function step(schema: Schema, at: Step, root: Schema): Schema[] {
  if (typeof at === "number") return forms(schema.prefixItems?.[at] ?? schema.items, root);
  return forms(schema.properties?.[at] ?? schema.additionalProperties, root);
}

/** Forms that fit the constants of the study so far, such as its kind. */
function fitting(list: readonly Schema[], value: unknown): Schema[] {
  if (typeof value !== "object" || value === null) return [...list];
  const given = value as Record<string, unknown>;
  const fit = list.filter((schema) =>
    Object.entries(schema.properties ?? {}).every(
      ([name, { const: wanted }]) => wanted === undefined || given[name] === undefined || given[name] === wanted,
    ),
  );
  return fit.length > 0 ? fit : [...list];
}

export function schemaAt(root: Schema, path: readonly Step[], value: unknown): Schema[] {
  let list = fitting(forms(root, root), value);
  let inside: unknown = value;
  for (const at of path) {
    inside = typeof inside === "object" && inside !== null ? (inside as Record<Step, unknown>)[at] : undefined;
    list = fitting(
      list.flatMap((schema) => step(schema, at, root)),
      inside,
    );
  }
  return list;
}

/** @param readValue the study as far as it can be read */
export function completeFrom(root: Schema, readValue: (text: string) => unknown) {
  return (context: CompletionContext): CompletionResult | null => {
    const text = context.state.doc.toString();
    const node = syntaxTree(context.state).resolveInner(context.pos, -1);
    const word = context.matchBefore(/"?[\w-]*/);
    if (word === null || (word.from === word.to && !context.explicit)) return null;
    const value = readValue(text);
    const isName = node.name === "PropertyName" || node.name === "Object" || (node.name === "⚠" && node.parent?.name === "Object");
    const options = isName
      ? names(schemaAt(root, pathAt(node.name === "PropertyName" ? node.parent!.parent! : node, text), value))
      : values(schemaAt(root, pathAt(node, text), value));
    return options.length === 0 ? null : { from: word.from, options, validFor: /^"?[\w-]*$/ };
  };
}

function names(list: readonly Schema[]): Completion[] {
  const found = new Map<string, Completion>();
  for (const { properties = {} } of list)
    for (const [name, schema] of Object.entries(properties))
      if (!found.has(name)) found.set(name, { label: `"${name}"`, apply: `"${name}": `, type: "property", ...describe(schema) });
  return [...found.values()];
}

function describe({ description }: Schema): { info?: string } {
  return description === undefined ? {} : { info: description };
}

function values(list: readonly Schema[]): Completion[] {
  const found = new Map<string, Completion>();
  for (const schema of list) {
    const given = schema.enum ?? (schema.const === undefined ? [] : [schema.const]);
    const all = schema.type === "boolean" ? [true, false] : given;
    for (const one of all) found.set(JSON.stringify(one), { label: JSON.stringify(one), type: "enum", ...describe(schema) });
  }
  return [...found.values()];
}
