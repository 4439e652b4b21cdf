// Writes docs/study-reference.md, every field of a study file, from the schema that the command checks it with. With --check it only says
// whether the file is current.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { studyJsonSchema } from "carom/study";
import { wrapped } from "./check-documents.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const target = join(root, "docs/study-reference.md");

const { $defs: definitions = {}, anyOf: forms } = studyJsonSchema();

/** What a form is called here: its kind, and where a kind has several the first field that the others do not have. */
const names = forms.map((form) => {
  const kind = form.properties.kind.const;
  const others = forms.filter((other) => other !== form && other.properties.kind.const === kind);
  const own = form.required.find((field) => others.every(({ properties }) => !(field in properties)));
  return others.length > 0 && own !== undefined ? `${kind} by ${own}` : kind;
});

/** Fields that are the same in every form are told once. */
const common = Object.keys(forms[0].properties).filter(
  (field) =>
    field !== "kind" && forms.every(({ properties }) => JSON.stringify(properties[field]) === JSON.stringify(forms[0].properties[field])),
);

/** A row of published figures may have all of these. */
const lawOptions = resolveReference(forms[0].properties.options).properties;

/** Objects whose fields have been listed; where they stand again, one row is enough. */
const opened = new Map();

const page = wrapped(`<!-- Written by scripts/generate-study-reference.mjs from the schema of the library. Do not edit. -->

# Every field of a study

What \`carom validate\` checks, and \`carom schema\` prints for editors. [studies.md](studies.md) explains the format and
[simulation.md](simulation.md) the simulations; this page lists everything. A path such as \`contacts[].friction\` is a field of every
element of a list, \`bodies.*.mass\` one of every named body. A field that is not marked "needed" may be left out. Objects have
no other fields than these.

## Every study

${table(common, forms[0])}

${forms
  .map(
    (form, i) =>
      `## Kind ${names[i]}\n\n${table(
        Object.keys(form.properties).filter((field) => !common.includes(field)),
        form,
      )}`,
  )
  .join("\n\n")}
`);

if (process.argv.includes("--check")) {
  if (readFileSync(target, "utf8") !== page) {
    console.error("docs/study-reference.md is not current: run node scripts/generate-study-reference.mjs");
    process.exit(1);
  }
  console.log("docs/study-reference.md is current");
} else {
  writeFileSync(target, page);
}

function table(fields, { properties, required = [] }) {
  const rows = fields.flatMap((field) => rowsOf(field, properties[field], required.includes(field)));
  return `| field | type | meaning |\n|---|---|---|\n${rows.map((row) => `| ${row.join(" | ")} |`).join("\n")}`;
}

/** One row for the field, and rows for the fields inside it. */
function rowsOf(path, schema, needed) {
  const node = resolveReference(schema);
  const { inner, suffix, known } = insideOf(node, path);
  const meaning = [
    needed ? "needed;" : "",
    schema.description ?? node.description ?? "",
    known === undefined ? "" : `(fields: see \`${known}\`)`,
  ]
    .filter((text) => text !== "")
    .join(" ")
    .replace(/;$/, "");
  return [
    [`\`${path}\``, typeOf(node), cell(meaning)],
    ...inner.flatMap((variant) => variantRows(`${path}${suffix}`, variant, inner.length > 1)),
  ];
}

function variantRows(path, { properties, required = [] }, isOneOfSeveral) {
  const type = properties.type?.const;
  const mark = type ?? (isOneOfSeveral ? `with ${required[0]}` : undefined);
  const place = mark === undefined ? path : `${path} (${mark})`;
  const fields = Object.keys(properties).filter((field) => field !== "type" || type === undefined);
  const ofLaws = fields.filter((field) => field in lawOptions);
  const told =
    path === "options" || ofLaws.length < Object.keys(lawOptions).length ? fields : fields.filter((field) => !ofLaws.includes(field));
  const rows = told.flatMap((field) => rowsOf(`${place}.${field}`, properties[field], required.includes(field)));
  return told.length === fields.length ? rows : [...rows, [`\`${place}.*\``, "", "every field of `options`"]];
}

/** The objects inside a field, and what stands between its path and theirs. */
function insideOf(node, path) {
  const each = isTuple(node) ? alike(node.prefixItems) : node.items;
  if (each !== undefined) {
    const { inner, suffix, known } = insideOf(resolveReference(each), `${path}[]`);
    return { inner, known, suffix: `[]${suffix}` };
  }
  if (typeof node.additionalProperties === "object" && node.properties === undefined) {
    const { inner, suffix, known } = insideOf(resolveReference(node.additionalProperties), `${path}.*`);
    return { inner, known, suffix: `.*${suffix}` };
  }
  const variants = variantsOf(node);
  const inner = variants.filter((variant) => variant.properties !== undefined);
  const key = JSON.stringify(inner);
  const known = opened.get(key);
  if (inner.length === 0 || known !== undefined) return { inner: [], suffix: "", known };
  opened.set(key, path);
  return { inner, suffix: "" };
}

/** The schema of every element of a list of fixed length, where they are alike. */
function alike([first, ...others]) {
  return others.every((other) => JSON.stringify(other) === JSON.stringify(first)) ? first : undefined;
}

/** The forms that a value may have; of forms that have forms, those. */
function variantsOf(node) {
  const several = node.anyOf ?? node.oneOf;
  return several === undefined ? [node] : several.map(resolveReference).flatMap(variantsOf);
}

function isTuple(node) {
  return Array.isArray(node.prefixItems);
}

function resolveReference(schema) {
  if (schema.$ref === undefined) return schema;
  const name = schema.$ref.split("/").at(-1);
  return definitions[name] ?? schema;
}

function typeOf(node) {
  if (node.const !== undefined) return `\`${JSON.stringify(node.const)}\``;
  if (node.enum !== undefined) return node.enum.map((value) => `\`${JSON.stringify(value)}\``).join(", ");
  if (isTuple(node)) return `list of ${node.prefixItems.length}`;
  if (node.items !== undefined) return `list of ${plural(typeOf(resolveReference(node.items)))}`;
  if (typeof node.additionalProperties === "object" && node.properties === undefined) return "objects by name";
  const variants = node.anyOf ?? node.oneOf;
  if (variants !== undefined) return [...new Set(variants.map((variant) => typeOf(resolveReference(variant))))].join(" or ");
  return { number: "number", integer: "whole number", string: "text", boolean: "true or false", object: "object" }[node.type] ?? "any";
}

function plural(type) {
  return { number: "numbers", "whole number": "whole numbers", text: "texts", object: "objects" }[type] ?? type;
}

function cell(text) {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
